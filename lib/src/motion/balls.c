/* balls.c: collisions of balls, blasts, energy, momentum and centre of mass; see motion.h.
 *
 * This file must never change a position.
 */
#include <fixstep/motion.h>

/* --- balls ------------------------------------------------------------------------------ */

static bool balls_touch(const struct fs_balls2 *balls, uint32_t a, uint32_t b)
{
    fs_pos reach = fs_sat64_add(balls->radius[a], balls->radius[b]);
    return reach >= 0 && fs_pos2_dist_sq_cmp(balls->pos[a], balls->pos[b], reach) <= 0;
}

/* The axis of motion.h: +x for coincident centres. */
static fs_unit2 impact_axis(fs_pos2 from, fs_pos2 to)
{
    fs_unit2 n;
    return fs_pos2_normalise(fs_pos2_sub(to, from), &n) ? n : fs_unit2_make(FS_UNIT_ONE, 0);
}

static bool collide_pair(const struct fs_balls2 *balls, uint32_t a, uint32_t b, fs_unit e, fs_unit2 *n)
{
    if (!balls_touch(balls, a, b))
        return false;
    *n = impact_axis(balls->pos[a], balls->pos[b]);
    fs_mass_weights weights = fs_mass_weights_make(balls->mass[a], balls->mass[b]);
    return fs_impact_resolve2(&balls->vel[a], &balls->vel[b], *n, weights, e);
}

uint32_t fs_balls_collide2(const struct fs_balls2 *balls, fs_unit e, fs_ball_hit2 *hits, uint32_t capacity)
{
    FS_ASSERT(hits != NULL || capacity == 0);
    uint32_t count = 0;
    for (uint32_t a = 0; a < balls->count; a++) {
        for (uint32_t b = a + 1; b < balls->count; b++) {
            fs_unit2 n;
            if (!collide_pair(balls, a, b, e, &n))
                continue;
            if (count < capacity)
                hits[count] = (fs_ball_hit2){ a, b, n };
            count++;
        }
    }
    return count;
}

/* --- blast -------------------------------------------------------------------------------- */

static fs_vel speed_component(fs_wide speed, fs_unit component)
{
    return fs_sat32(fs_mul64(speed, component, FS_WIDE_FRAC + FS_UNIT_FRAC - FS_VEL_FRAC));
}

fs_vel3 fs_blast_delta_velocity(fs_pos3 centre, fs_pos3 at, fs_wide impulse, fs_wide radius, fs_scaled inv_mass)
{
    fs_unit3 away;
    fs_pos distance = fs_pos3_dist(at, centre);
    if (radius <= 0 || distance >= radius || !fs_pos3_normalise(fs_pos3_sub(at, centre), &away))
        return fs_vel3_zero();
    fs_wide left = fs_muldiv64(impulse, radius - distance, radius);
    fs_wide speed = fs_scaled_apply(inv_mass, left);
    return fs_vel3_make(speed_component(speed, away.x), speed_component(speed, away.y), speed_component(speed, away.z));
}

/* --- energy and momentum --------------------------------------------------------------------- */

static fs_wide kinetic_energy(uint64_t speed_sq, fs_wide mass)
{
    if (mass <= 0)
        return 0;
    return fs_sat64_from_mag(fs_u128_round_shift(fs_u128_mul(speed_sq, (uint64_t)mass), 2 * FS_VEL_FRAC + 1), false);
}

fs_wide fs_kinetic_energy2(fs_vel2 v, fs_wide mass)
{
    return kinetic_energy(fs_vel2_length_sq(v), mass);
}

fs_wide fs_kinetic_energy3(fs_vel3 v, fs_wide mass)
{
    return kinetic_energy(fs_vel3_length_sq(v), mass);
}

fs_wide2 fs_momentum2(fs_vel2 v, fs_wide mass)
{
    fs_wide m = fs_max64(mass, 0);
    return fs_wide2_make(fs_mul64(v.x, m, FS_VEL_FRAC), fs_mul64(v.y, m, FS_VEL_FRAC));
}

fs_wide3 fs_momentum3(fs_vel3 v, fs_wide mass)
{
    fs_wide m = fs_max64(mass, 0);
    return fs_wide3_make(fs_mul64(v.x, m, FS_VEL_FRAC), fs_mul64(v.y, m, FS_VEL_FRAC), fs_mul64(v.z, m, FS_VEL_FRAC));
}

/* --- centre of mass ------------------------------------------------------------------------------ */

/* The sum of the weights; 0 when it is not above 0, a weight is negative, or it is too large. */
static fs_wide sum_masses(const fs_wide *mass, uint32_t count)
{
    fs_wide total = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (mass[i] < 0 || mass[i] > FS_WIDE_MAX - total)
            return 0;
        total += mass[i];
    }
    return total;
}

/* The weights sum to at most 2^63, so sums of weight times offset stay below 2^126, and
 * their quotient is no larger than the largest offset. */
static fs_pos mean_axis(fs_pos origin, fs_i128 sum, fs_wide total)
{
    uint64_t offset = fs_u128_div_round(fs_i128_uabs(sum), (uint64_t)total);
    return fs_sat64_add(origin, fs_sat64_from_mag(offset, sum.hi < 0));
}

static fs_i128 add_moment(fs_i128 sum, fs_pos at, fs_pos origin, fs_wide mass)
{
    return fs_i128_add(sum, fs_i128_mul(fs_sat64_sub(at, origin), mass));
}

fs_result fs_centre_of_mass3(const fs_pos3 *at, const fs_wide *mass, uint32_t count, fs_pos3 *centre)
{
    fs_wide total = sum_masses(mass, count);
    *centre = fs_pos3_zero();
    if (total == 0)
        return FS_E_ARGUMENT;
    fs_i128 x = { 0, 0 }, y = { 0, 0 }, z = { 0, 0 };
    for (uint32_t i = 0; i < count; i++) {
        x = add_moment(x, at[i].x, at[0].x, mass[i]);
        y = add_moment(y, at[i].y, at[0].y, mass[i]);
        z = add_moment(z, at[i].z, at[0].z, mass[i]);
    }
    *centre = fs_pos3_make(mean_axis(at[0].x, x, total), mean_axis(at[0].y, y, total), mean_axis(at[0].z, z, total));
    return FS_OK;
}

fs_result fs_centre_of_mass2(const fs_pos2 *at, const fs_wide *mass, uint32_t count, fs_pos2 *centre)
{
    fs_wide total = sum_masses(mass, count);
    *centre = fs_pos2_zero();
    if (total == 0)
        return FS_E_ARGUMENT;
    fs_i128 x = { 0, 0 }, y = { 0, 0 };
    for (uint32_t i = 0; i < count; i++) {
        x = add_moment(x, at[i].x, at[0].x, mass[i]);
        y = add_moment(y, at[i].y, at[0].y, mass[i]);
    }
    *centre = fs_pos2_make(mean_axis(at[0].x, x, total), mean_axis(at[0].y, y, total));
    return FS_OK;
}
