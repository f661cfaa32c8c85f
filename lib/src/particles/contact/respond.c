/* respond.c: the response of one contact: the changes of velocity of its two ends.
 *
 * A pure function of the two particles and the contact; the resolver chooses the order and number of calls. No particle
 * is written.
 */
#include "particles/contact/contact_internal.h"

/* --- mass split ------------------------------------------------------------------------ */

struct fs__mass_split fs__mass_split_make(fs_scaled inv_mass_a, fs_scaled inv_mass_b)
{
    struct fs__mass_split s = { .small = { 0, 0 } };
    s.none = inv_mass_a.m <= 0 && inv_mass_b.m <= 0;
    s.b_fixed = inv_mass_b.m <= 0;
    s.a_small = fs_scaled_cmp(inv_mass_a, inv_mass_b) <= 0;
    fs_scaled sum = fs_scaled_add(inv_mass_a, inv_mass_b);
    s.small = fs_scaled_div(s.a_small ? inv_mass_a : inv_mass_b, sum);
    return s;
}

/* --- speeds along the normal ----------------------------------------------------------- */

static fs_vel3 velocity_of(const struct fs_particles *p, uint32_t i)
{
    return i == FS_CONTACT_STATIC ? fs_vel3_zero() : p->vel[i];
}

static fs_vel3 delta_velocity(const struct fs_particles *p, uint32_t i)
{
    return i == FS_CONTACT_STATIC ? fs_vel3_zero() : fs_particle_delta_velocity(p, i);
}

static fs_vel3 relative_velocity(const struct fs_particles *p, const fs_contact *c)
{
    return fs_vel3_sub(velocity_of(p, c->a), velocity_of(p, c->b));
}

int64_t fs__contact_closing_speed(const struct fs_particles *p, const fs_contact *c)
{
    return fs__fine_dot(relative_velocity(p, c), c->normal);
}

#define FINE_REST ((int64_t)FS_CONTACT_RESTING_SPEED << (FS__FINE_FRAC - FS_VEL_FRAC))

/* The separation speed after the impact, for the closing speed `speed`. The part that one tick of acceleration causes
 * has no restitution; within FS_CONTACT_RESTING_SPEED of it the contact is at rest. */
static int64_t separation_speed(const struct fs_particles *p, const fs_contact *c, int64_t speed)
{
    if (c->restitution == 0)
        return 0;
    int64_t delta_a = fs__fine_dot(delta_velocity(p, c->a), c->normal),
            delta_b = fs__fine_dot(delta_velocity(p, c->b), c->normal);
    int64_t explained = fs_max64(delta_b - delta_a, 0);
    int64_t one_sided = fs_max64(fs_max64(-delta_a, delta_b), explained);
    if (speed <= one_sided + FINE_REST)
        return 0;
    return 2 * fs_mul64(speed - explained, c->restitution, FS_UNIT_FRAC + 1);
}

/* --- friction --------------------------------------------------------------------------- */

/* An even number nearest to v n. */
static int64_t even_product(int64_t v, fs_unit n)
{
    return 2 * fs_mul64(v, n, FS_UNIT_FRAC + 1);
}

static fs_wide3 along_normal(fs_unit3 n, int64_t size)
{
    return fs_wide3_make(even_product(size, n.x), even_product(size, n.y), even_product(size, n.z));
}

static fs_wide3 fine_velocity(fs_vel3 v)
{
    int64_t one = (int64_t)1 << (FS__FINE_FRAC - FS_VEL_FRAC);
    return fs_wide3_make(v.x * one, v.y * one, v.z * one);
}

/* -v scaled to the length `size`. */
static fs_wide3 oppose(fs_wide3 v, int64_t size, int64_t length)
{
    return fs_wide3_make(-2 * fs_muldiv64(v.x / 2, size, length), -2 * fs_muldiv64(v.y / 2, size, length),
                         -2 * fs_muldiv64(v.z / 2, size, length));
}

/* Coulomb friction for the change `normal_change` along the normal: the sliding velocity becomes 0 if static friction
 * can stop it, and is reduced by dynamic friction otherwise. */
static fs_wide3 friction_change(const fs_contact *c, fs_wide3 sliding, int64_t normal_change, bool *sticks)
{
    int64_t speed = fs_wide3_length(sliding);
    *sticks = speed <= fs_wide_mul(normal_change, c->surface.static_friction);
    if (*sticks)
        return fs_wide3_neg(sliding);
    return oppose(sliding, fs_wide_mul(normal_change, c->surface.dynamic_friction), speed);
}

/* --- response -------------------------------------------------------------------------------- */

static void split_change(const struct fs__mass_split *s, fs_wide3 whole, fs_wide3 *a, fs_wide3 *b)
{
    fs__mass_split_apply(s, whole.x, &a->x, &b->x);
    fs__mass_split_apply(s, whole.y, &a->y, &b->y);
    fs__mass_split_apply(s, whole.z, &a->z, &b->z);
}

/* The normal part that is removed here has the same bits as the one that friction subtracts, so a contact that sticks
 * and rests has a relative velocity of exactly 0. */
struct fs__contact_response fs__contact_respond(const struct fs_particles *p, const fs_contact *c,
                                                const struct fs__mass_split *split, int64_t closing)
{
    struct fs__contact_response r;
    int64_t parting_speed = separation_speed(p, c, -closing);
    fs_wide3 normal_part = along_normal(c->normal, closing);
    fs_wide3 tangential = fs_wide3_zero();
    bool sticks = false;
    if (c->surface.static_friction > 0) {
        fs_wide3 sliding = fs_wide3_sub(fine_velocity(relative_velocity(p, c)), normal_part);
        tangential = friction_change(c, sliding, parting_speed - closing, &sticks);
    }
    fs_wide3 whole = fs_wide3_add(fs_wide3_sub(along_normal(c->normal, parting_speed), normal_part), tangential);
    split_change(split, whole, &r.a, &r.b);
    split_change(split, tangential, &r.tangential_a, &r.tangential_b);
    r.rests = sticks && parting_speed == 0;
    return r;
}
