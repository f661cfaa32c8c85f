/* contact_energy.c: contacts of a body with immovable ones give it no energy.
 *
 * Rows of a contact are solved one after the other: friction stops a point, and the rebound of the same tick moves it again; a
 * slender body that is hit at both ends at once, or turns by a radian in a tick, ends with more energy than it had. Where all
 * contacts of a body are with immovable ones that do not drive it, their work is known: with the velocity change d by contacts
 * and M the mass and the moments, they gain d.M(2 free + d) / 2. Where that is positive, all of them give a smaller share of d,
 * so that the gain is 0. The direction of the impulses, and what is at rest, stay.
 */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/solver/contact_solver.h"

#include "physics/solver/contact_lane.inl"

/* What contacts a body has. */
enum { NONE, WITH_IMMOVABLE, REBOUNDING, DRIVEN };

/* Where less of the change would have to do (Q30), velocities are scaled instead: contacts must not cease to act. */
#define MIN_SHARE (FS_UNIT_ONE / 2)

/* A velocity (m/s) and an angular velocity in principal axes (unit of the body), Q21. */
struct velocities {
    int64_t v[3], w[3];
};

/* Moments over the mass, m^2 in the unit of the body. */
struct ratios {
    fs_scaled of[3];
};

static struct ratios ratios_of(const struct fs__solver3 *s, uint32_t i, uint32_t row)
{
    const struct fs_body3_view *b = &s->w->body;
    const fs_scaled inverse[3] = { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] };
    struct ratios r;
    for (unsigned k = 0; k < 3; k++) {
        r.of[k] = fs_scaled_div(b->inv_mass[row], inverse[k]);
        r.of[k].e += 2 * (int32_t)s->inertia[i].unit;
    }
    return r;
}

/* a b / 2 of two velocities (Q21), Q32. */
static int64_t half_product(int64_t a, int64_t b)
{
    return fs_mul64(a, b, 2 * FS_VEL_FRAC + 1 - FS_WIDE_FRAC);
}

static int64_t half_energy(const struct ratios *r, const struct velocities *a, const struct velocities *b)
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        sum = fs_sat64_add(sum, fs_sat64_add(half_product(a->v[k], b->v[k]),
                                             fs_scaled_apply(r->of[k], half_product(a->w[k], b->w[k]))));
    return sum;
}

static void set_velocities(struct velocities *u, fs_mat3 axes, fs_vel3 v, fs_vel3 w)
{
    const fs_vel3 local = fs_mat3_inv_vel(axes, w);
    *u = (struct velocities){ { v.x, v.y, v.z }, { local.x, local.y, local.z } };
}

static fs_vel shrink(fs_vel free, fs_vel last, int64_t share, int64_t *rest)
{
    int64_t change = ((int64_t)last - free) * share + *rest, whole = fs_round_shift64_sym(change, FS_UNIT_FRAC);
    *rest = change - whole * FS_UNIT_ONE;
    return fs__solver3_clamp_speed(fs_sat32(free + whole));
}

static fs_vel3 shrink_vector(fs_vel3 free, fs_vel3 last, int64_t share, int64_t *rest)
{
    return fs_vel3_make(shrink(free.x, last.x, share, &rest[0]), shrink(free.y, last.y, share, &rest[1]),
                        shrink(free.z, last.z, share, &rest[2]));
}

/* A body in the tick: its velocities without contacts and with them. lead: what forces give in half a substep (Q21), of a body
 * that rebounds: velocities are those of half a substep before their positions. */
struct motion {
    fs_vel3 first_v, free_v, free_w;
    int64_t lead[3];
    struct velocities free, last, change;
    struct ratios ratios;
};

static void set_lead(const struct fs__solver3 *s, struct motion *n)
{
    const int64_t gain[3] = { (int64_t)n->free_v.x - n->first_v.x, (int64_t)n->free_v.y - n->first_v.y,
                              (int64_t)n->free_v.z - n->first_v.z };
    for (unsigned k = 0; k < 3; k++)
        n->lead[k] = fs_div64_round(gain[k], 2 * s->substeps);
}

static struct motion motion_of(const struct fs__solver3 *s, uint32_t i)
{
    const struct fs__solver3_velocity_part *p = &s->velocity_part[i];
    const struct fs__solver3_body *m = &s->tick->solver_body[i];
    uint32_t row = s->tick->body_row[i];
    const fs_mat3 axes = fs_mat3_from_quat(fs_quat_mul(s->reference[i].rot, s->w->body.principal[row]));
    int32_t f[8];
    for (unsigned k = 0; k < 8; k++)
        f[k] = (int32_t)(p->v[k] - p->sum[k]);
    struct motion n = { .first_v = s->w->body.vel[row],
                        .free_v = fs_vel3_make(f[0], f[1], f[2]),
                        .free_w = fs_vel3_make(f[4], f[5], f[6]),
                        .ratios = ratios_of(s, i, row) };
    if (fs__solver3_was_limited(s, i))
        n.free_v = n.first_v;
    if (fs__solver3_spin_was_limited(s, i))
        n.free_w = s->reference[i].w;
    set_velocities(&n.free, axes, n.free_v, n.free_w);
    set_velocities(&n.last, axes, m->v, m->w);
    set_velocities(&n.change, axes, fs_vel3_sub(m->v, n.free_v), fs_vel3_sub(m->w, n.free_w));
    if (s->reference[i].contacts == REBOUNDING && s->reference[i].turned == 0)
        set_lead(s, &n);
    return n;
}

/* Gravity and forces do the work of the way that the body went, not of the way without contacts: what a body that rebounds
 * early in a tick must have less than with its velocity without contacts. */
static int64_t missing_work(const struct fs__solver3 *s, uint32_t i, const struct motion *m)
{
    const int64_t *travel = s->travel + (size_t)i * 8;
    const fs_vel first[3] = { m->first_v.x, m->first_v.y, m->first_v.z },
                 free[3] = { m->free_v.x, m->free_v.y, m->free_v.z };
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++) {
        int64_t gain = (int64_t)free[k] - first[k], mean = fs_div64_round(travel[k], s->substeps);
        sum = fs_sat64_add(sum, half_product(gain, (int64_t)free[k] + first[k] + 2 * (m->lead[k] - mean)));
    }
    return fs_max64(sum, 0);
}

/* The share x (Q30) of the change for which x^2 most - x (most - gain) is -less; 0: there is none above MIN_SHARE. */
static int64_t share_for(int64_t gain, int64_t most, int64_t less)
{
    const int64_t one = FS_UNIT_ONE;
    int64_t b = fs_clamp64(fs_muldiv64(fs_sat64_sub(most, gain), one, most), -2 * one, 2 * one),
            c = fs_clamp64(fs_muldiv64(less, one, most), 0, one), square = b * b - 4 * one * c;
    int64_t share = square > 0 ? (b + (int64_t)fs_isqrt64((uint64_t)square)) / 2 : 0;
    return share < MIN_SHARE ? 0 : fs_min64(share, one);
}

static fs_vel3 scale_vector(fs_vel3 v, int64_t scale)
{
    return fs_vel3_make((fs_vel)fs_mul64(v.x, scale, FS_UNIT_FRAC), (fs_vel)fs_mul64(v.y, scale, FS_UNIT_FRAC),
                        (fs_vel)fs_mul64(v.z, scale, FS_UNIT_FRAC));
}

/* Lowers all velocities alike: what rests in the contacts stays at rest. */
static void scale_body(struct fs__solver3_body *m, const struct motion *n, int64_t excess)
{
    int64_t energy = half_energy(&n->ratios, &n->last, &n->last);
    int64_t left = fs_clamp64(fs_muldiv64(fs_sat64_sub(energy, excess), FS_UNIT_ONE, fs_max64(energy, 1)), 0,
                              FS_UNIT_ONE);
    int64_t scale = (int64_t)fs_isqrt64((uint64_t)left << FS_UNIT_FRAC);
    m->v = scale_vector(m->v, scale);
    m->w = scale_vector(m->w, scale);
}

static void limit_body(struct fs__solver3 *s, uint32_t i)
{
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    const struct motion n = motion_of(s, i);
    struct velocities sum = n.free;
    for (unsigned k = 0; k < 3; k++) {
        sum.v[k] += n.last.v[k] + 2 * n.lead[k];
        sum.w[k] += n.last.w[k];
    }
    int64_t gain = half_energy(&n.ratios, &n.change, &sum), most = half_energy(&n.ratios, &n.change, &n.change);
    int64_t less = missing_work(s, i, &n);
    if (gain <= -less || most <= 0)
        return;
    int64_t share = share_for(gain, most, less);
    if (share == 0) {
        scale_body(m, &n, fs_sat64_add(gain, less));
        return;
    }
    m->v = shrink_vector(n.free_v, m->v, share, s->exact + (size_t)i * 8);
    m->w = shrink_vector(n.free_w, m->w, share, s->exact + (size_t)i * 8 + 4);
}

static void mark(struct fs__solver3 *s, uint32_t body, uint32_t kind)
{
    s->reference[body].contacts = fs_max_u32(s->reference[body].contacts, kind);
}

static bool drives(const struct fs__solver3 *s, uint32_t body)
{
    return body != FS__SOLVER3_STATIC_BODY && s->w->body.type[s->tick->body_row[body]] == FS_BODY3_KINEMATIC;
}

static bool rebounds(const struct fs__solver3 *s, const struct fs__solver3_block *r, unsigned k)
{
    bool any = false;
    for (unsigned i = 0; i < r->points; i++)
        any |= fs_abs32(r->initial_normal_velocity[i][k]) > s->w->rules.restitution_threshold[0];
    return any && lane_restitution(r, k) > 0;
}

static void mark_lane(struct fs__solver3 *s, const struct fs__solver3_block *r, unsigned k)
{
    uint32_t a = (uint32_t)r->a[k], b = (uint32_t)r->b[k];
    bool move_a = (r->write_a >> k & 1) != 0, move_b = (r->write_b >> k & 1) != 0;
    uint32_t kind = rebounds(s, r, k) ? REBOUNDING : WITH_IMMOVABLE;
    bool driven = (move_a && move_b) || drives(s, a) || drives(s, b) ||
                  (r->tangent_speed[0][k] | r->tangent_speed[1][k]) != 0;
    if (move_a)
        mark(s, a, driven ? DRIVEN : kind);
    if (move_b)
        mark(s, b, driven ? DRIVEN : kind);
}

static bool is_loaded(const struct fs__solver3_block *r, unsigned k)
{
    int32_t any = 0;
    for (unsigned i = 0; i < r->points; i++)
        any |= r->point[i].total[k];
    return any != 0;
}

static bool is_limited(const struct fs__solver3 *s, uint32_t i)
{
    const struct fs__solver3_reference *r = &s->reference[i];
    uint32_t row = s->tick->body_row[i];
    const struct fs_body3_view *b = &s->w->body;
    return (r->contacts == REBOUNDING || (r->contacts == WITH_IMMOVABLE && r->turned != 0)) &&
           b->first_joint[row] == 0 && b->inv_mass[row].m != 0 && b->inv_inertia_x[row].m != 0 &&
           b->inv_inertia_y[row].m != 0 && b->inv_inertia_z[row].m != 0;
}

/* Most batches have neither. */
static bool turns_or_rebounds(const struct fs__solver3 *s, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++)
        if ((s->block[i].extra & FS__SOLVER3_RESTITUTION) != 0)
            return true;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        if (s->reference[i].turned != 0)
            return true;
    return false;
}

void fs__solver3_limit_energy(struct fs__solver3 *s)
{
    uint32_t blocks = s->colouring.first[s->colouring.overflow + 1];
    if (!turns_or_rebounds(s, blocks))
        return;
    for (uint32_t i = 0; i < blocks; i++)
        for (unsigned k = 0; k < FS__SOLVER3_LANES; k++)
            if ((s->block[i].used >> k & 1) != 0 && is_loaded(&s->block[i], k))
                mark_lane(s, &s->block[i], k);
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        if (is_limited(s, i))
            limit_body(s, i);
}
