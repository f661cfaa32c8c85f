/* residual.c: velocities of particles with the part below their step; see residual.h.
 *
 * Every rounding here is symmetric. A residual of a snapshot may hold any value. This file must never look at two
 * particles at once.
 */
#include "particles/residual.h"

#include "particles/kernel/kernel.h"

/* A velocity and its change in a tick, below 1,536 m/s, fit 63 bits in fine steps. */
#define FINE_OVER_WIDE ((int64_t)1 << (FS__FINE_VELOCITY_FRAC - FS_WIDE_FRAC))

/* The nearest velocity step, and the rest. A velocity outside of its format is saturated, without a rest. */
static fs_vel split_fine(int64_t fine, fs_unit *residual, uint32_t *saturated)
{
    int64_t whole = fs_round_shift64_sym(fine, FS_UNIT_FRAC);
    bool fits = whole <= FS_VEL_MAX && whole >= -FS_VEL_MAX;
    *saturated += !fits;
    *residual = fits ? (fs_unit)(fine - whole * FS_UNIT_ONE) : 0;
    return (fs_vel)fs_clamp64(whole, -FS_VEL_MAX, FS_VEL_MAX);
}

/* --- velocities ------------------------------------------------------------------------------- */

/* acc / rate in fine steps, cut off towards 0, at most FS_VEL_MAX; no `rate` gives 0. */
static int64_t fine_increment(fs_wide acc, int64_t rate, uint32_t *saturated)
{
    int64_t limit = (int64_t)FS_VEL_MAX * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    if (rate == 0)
        return 0;
    int64_t whole = acc / rate, rest = acc % rate;
    if (whole >= limit || whole <= -limit) {
        *saturated += 1;
        return (whole < 0 ? -limit : limit) * FINE_OVER_WIDE;
    }
    return whole * FINE_OVER_WIDE + rest * FINE_OVER_WIDE / rate;
}

/* What is equal for the axes of a row. */
struct velocity_step {
    int64_t rate; /* of the phase, Hz */
    fs_unit damping_factor;
    uint32_t saturated;
};

static void integrate_axis(fs_vel *v, fs_unit *residual, fs_wide acc, struct velocity_step *step)
{
    fs_vel clamped = fs_clamp32(*v, -FS__VELOCITY_AXIS_MAX, FS__VELOCITY_AXIS_MAX);
    int64_t fine = fs__join_fine(clamped, *residual) + fine_increment(acc, step->rate, &step->saturated);
    uint32_t limited_anyway = 0; /* a speed outside of the format is above every limit */
    if (step->damping_factor != FS_UNIT_ONE)
        fine = fs_mul64(fine, step->damping_factor, FS_UNIT_FRAC);
    *v = split_fine(fine, residual, &limited_anyway);
}

static void limit_row(const struct fs_particles *p, uint32_t i, fs_vel max)
{
    if (fs_vel3_length_sq(p->vel[i]) <= (uint64_t)((int64_t)max * max))
        return;
    p->vel[i] = fs__limit_speed(p->vel[i], max);
    p->velocity_residual[i] = (fs_unit3){ 0, 0, 0 };
    fs__counter_add(p->limited, 1);
}

void fs__residual_integrate_velocity(const struct fs_particles *p, uint32_t i, fs_wide3 acc,
                                     fs__integration_phase phase, fs_unit damping_factor, fs_vel max)
{
    fs_vel3 *v = &p->vel[i];
    fs_unit3 *residual = &p->velocity_residual[i];
    struct velocity_step step = { .rate = phase == FS__WHOLE_TICK ? (int64_t)p->hz : 2 * (int64_t)p->hz,
                                  .damping_factor = damping_factor };
    integrate_axis(&v->x, &residual->x, acc.x, &step);
    integrate_axis(&v->y, &residual->y, acc.y, &step);
    integrate_axis(&v->z, &residual->z, acc.z, &step);
    limit_row(p, i, max);
    fs__counter_add(p->saturations, step.saturated);
}

/* --- positions --------------------------------------------------------------------------------- */

static fs_pos advance_axis(fs_pos at, int64_t fine, const struct fs_particles *p)
{
    int64_t speed = fs_round_shift64_sym(fine, FS__FINE_VELOCITY_FRAC - FS_POS_FRAC);
    int64_t change = fs_div64_round(speed, p->hz);
    int64_t sum = (int64_t)((uint64_t)at + (uint64_t)change);
    if (((at ^ sum) & (change ^ sum)) >= 0) /* overflows when both terms have a sign that the sum lacks */
        return sum;
    fs__counter_add(p->saturations, 1);
    return at < 0 ? FS_POS_MIN : FS_POS_MAX;
}

void fs__residual_integrate_position(const struct fs_particles *p, uint32_t i)
{
    struct fs__fine3 v = fs__residual_velocity(p, i);
    fs_pos3 *at = &p->pos[i];
    *at = fs_pos3_make(advance_axis(at->x, v.x, p), advance_axis(at->y, v.y, p), advance_axis(at->z, v.z, p));
}

/* --- impulses ------------------------------------------------------------------------------------ */

/* A change is limited to 2,048 m/s, the width of the format of velocities, so that the sum fits 63 bits. */
static void add_axis(fs_vel *v, fs_unit *residual, int64_t change, uint32_t *saturated)
{
    const int64_t limit = ((int64_t)1 << 62) - 1;
    fs_unit none = 0;
    int64_t fine = fs_clamp64(change, -limit, limit) + fs__join_fine(*v, residual == NULL ? 0 : *residual);
    *v = split_fine(fine, residual == NULL ? &none : residual, saturated);
}

void fs__residual_add_fine(const struct fs_particles *p, uint32_t i, struct fs__fine3 change)
{
    fs_vel3 *v = &p->vel[i];
    fs_unit3 *residual = p->velocity_residual == NULL ? NULL : &p->velocity_residual[i];
    uint32_t saturated = 0;
    add_axis(&v->x, residual == NULL ? NULL : &residual->x, change.x, &saturated);
    add_axis(&v->y, residual == NULL ? NULL : &residual->y, change.y, &saturated);
    add_axis(&v->z, residual == NULL ? NULL : &residual->z, change.z, &saturated);
    fs__counter_add(p->saturations, saturated);
}

/* Moves below 1/4 m at rates below 2^12 Hz need no saturation. */
static bool fits_plain_product(fs_pos3 moved, uint32_t hz)
{
    const uint64_t limit = (uint64_t)1 << (FS_POS_FRAC - 2);
    return hz < 1u << 12 && (uint64_t)moved.x + limit < 2 * limit && (uint64_t)moved.y + limit < 2 * limit &&
           (uint64_t)moved.z + limit < 2 * limit;
}

void fs__residual_add_moved(const struct fs_particles *p, uint32_t i, fs_pos3 moved)
{
    int64_t rate = p->hz * FINE_OVER_WIDE;
    if (p->velocity_residual != NULL && fits_plain_product(moved, p->hz)) {
        fs__residual_add_plain(&p->vel[i].x, &p->velocity_residual[i].x, moved.x * rate, p->saturations);
        fs__residual_add_plain(&p->vel[i].y, &p->velocity_residual[i].y, moved.y * rate, p->saturations);
        fs__residual_add_plain(&p->vel[i].z, &p->velocity_residual[i].z, moved.z * rate, p->saturations);
        return;
    }
    fs__residual_add_fine(
        p, i,
        (struct fs__fine3){ fs_sat64_mul(moved.x, rate), fs_sat64_mul(moved.y, rate), fs_sat64_mul(moved.z, rate) });
}
