/* step.c: the integration of a tick: forces, accelerations, velocities, positions.
 *
 * Consecutive rows with equal acceleration and damping are passed to a kernel in one call; the result is that of one row
 * at a time. Rows on which a force acts keep the rest of their velocities (residual.h). This file must
 * never look at two particles at once.
 */
#include <string.h>
#include <fixstep/force.h>
#include <fixstep/trig.h>

#include "particles/kernel/kernel.h"
#include "particles/particle_internal.h"
#include "particles/residual.h"
#include "state/kernel.h"

/* Rows per block: its columns stay in the second-level cache from one pass to the next (2048: 1.15 times the time). Rows per
 * chunk: compared at once. */
enum { BLOCK = 8192, CHUNK = 64 };

/* --- accelerations ----------------------------------------------------------------------- */

/* A result at either end of the format counts as saturated. The range is made symmetric, so that mirrored scenes stay
 * mirrored in saturation. */
static int64_t count_saturation(int64_t v, uint32_t *saturated)
{
    *saturated += v >= INT64_MAX || v <= -INT64_MAX;
    return fs_max64(v, -INT64_MAX);
}

static fs_wide force_acceleration(fs_scaled inv_mass, fs_i128 force, uint32_t *saturated)
{
    fs_wide f = count_saturation(fs_i128_sat64(force), saturated);
    return count_saturation(fs_scaled_apply(inv_mass, f), saturated);
}

fs_wide3 fs__particle_total_acceleration(const struct fs_particles *p, uint32_t i, const fs_force_sum *sum,
                                         uint32_t *saturated)
{
    fs_wide3 a = *p->gravity;
    if (p->acc != NULL)
        a = fs_wide3_add(a, p->acc[i]);
    if (sum != NULL) {
        fs_scaled inv_mass = fs_particle_inv_mass(p, i);
        fs_wide3 force = fs_wide3_make(force_acceleration(inv_mass, sum->x, saturated),
                                       force_acceleration(inv_mass, sum->y, saturated),
                                       force_acceleration(inv_mass, sum->z, saturated));
        a = fs_wide3_add(a, force);
    }
    return fs_wide3_make(count_saturation(a.x, saturated), count_saturation(a.y, saturated),
                         count_saturation(a.z, saturated));
}

fs_wide3 fs_particle_acceleration(const struct fs_particles *p, uint32_t i)
{
    FS_ASSERT(i < p->count);
    uint32_t saturated = 0;
    return fs__is_movable(p, i) ? fs__particle_total_acceleration(p, i, NULL, &saturated) : fs_wide3_zero();
}

/* --- increments ------------------------------------------------------------------------------------ */

/* Rate and tick of a velocity increment. Increments repeat after hz 2^11 ticks, so the tick of a doubled rate fits 32
 * bits. */
struct carry_phase {
    uint32_t hz, tick;
};

static struct carry_phase carry_phase_of(const struct fs_particles *p, fs__integration_phase phase)
{
    if (phase == FS__WHOLE_TICK)
        return (struct carry_phase){ p->hz, p->tick };
    uint64_t period = (uint64_t)p->hz << (FS_WIDE_FRAC - FS_VEL_FRAC + 1);
    uint64_t half = 2 * (uint64_t)p->tick + (phase == FS__SECOND_HALF);
    return (struct carry_phase){ p->hz * 2, (uint32_t)(period == 0 ? 0 : half % period) };
}

static fs_vel axis_increment(fs_wide acc, struct carry_phase carry_phase, uint32_t *saturated)
{
    fs_vel increment = fs_velocity_increment_sym(acc, carry_phase.hz, carry_phase.tick);
    *saturated += increment == FS_VEL_MAX || increment <= -FS_VEL_MAX;
    return fs_max32(increment, -FS_VEL_MAX);
}

fs_vel3 fs__phase_delta_velocity(const struct fs_particles *p, fs_wide3 acc, fs__integration_phase phase,
                                 uint32_t *saturated)
{
    struct carry_phase carry_phase = carry_phase_of(p, phase);
    return fs_vel3_make(axis_increment(acc.x, carry_phase, saturated), axis_increment(acc.y, carry_phase, saturated),
                        axis_increment(acc.z, carry_phase, saturated));
}

fs_vel3 fs_particle_delta_velocity(const struct fs_particles *p, uint32_t i)
{
    uint32_t saturated = 0;
    return fs__phase_delta_velocity(p, fs_particle_acceleration(p, i), FS__WHOLE_TICK, &saturated);
}

/* --- runs of rows ------------------------------------------------------------------------------- */

/* The parameters of an integration besides the columns. */
struct integration {
    struct fs_particles *p;
    const fs_force_sum *sums;
    const struct fs__particle_kernel *kernel;
    struct fs__position_kernel_params position_params;
    fs_vel max_speed;
};

/* The kernel that a tool has chosen for the state of the particles, else the fastest. */
static const struct fs__particle_kernel *choose_kernel(const struct fs_particles *p)
{
    uint32_t kernel = fs__state_kernel(p->state);
    const struct fs__particle_kernel *chosen = kernel != 0 ? fs__particle_kernel(kernel - 1) : NULL;
    return chosen != NULL ? chosen : fs__particle_kernel_best();
}

static struct integration make_integration(struct fs_particles *p, const fs_force_sum *sums)
{
    fs_vel max = *p->max_speed;
    bool in_range = max > 0 && max <= FS_PARTICLE_SPEED_MAX;
    return (struct integration){ p, sums, choose_kernel(p), fs__position_kernel_params_make(p->hz),
                                 in_range ? max : FS_PARTICLE_SPEED_MAX };
}

static fs_unit damping_factor_of(const struct fs_particles *p, uint32_t i)
{
    return fs_clamp32(p->damping_factor == NULL ? *p->world_damping_factor : p->damping_factor[i], 0, FS_UNIT_ONE);
}

/* The first movable row from `from` on; `to` when there is none. */
static uint32_t skip_immovable(const struct fs_particles *p, uint32_t from, uint32_t to)
{
    while (from < to && !fs__is_movable(p, from))
        from++;
    return from;
}

/* True when the inverse masses of all these rows are above 0. No branch depends on a row, so that the loop runs in
 * vectors. */
static bool all_movable(const fs_scaled *inv_mass, uint32_t count)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++)
        bits |= (uint32_t)inv_mass[i].m | ((uint32_t)inv_mass[i].m - 1u);
    return (int32_t)bits >= 0;
}

static uint32_t movable_end(const struct fs_particles *p, uint32_t from, uint32_t to)
{
    if (p->inv_mass == NULL)
        return to;
    while (to - from >= CHUNK && all_movable(p->inv_mass + from, CHUNK))
        from += CHUNK;
    while (from < to && p->inv_mass[from].m > 0)
        from++;
    return from;
}

static bool same_motion_terms(const struct fs_particles *p, uint32_t i, uint32_t j)
{
    bool acc = p->acc == NULL || fs_wide3_eq(p->acc[i], p->acc[j]);
    return acc && (p->damping_factor == NULL || p->damping_factor[i] == p->damping_factor[j]);
}

/* Whether each of these rows has the acceleration and damping of the row before it. */
static bool all_same_motion_terms(const struct fs_particles *p, uint32_t from, uint32_t count)
{
    bool acc = p->acc == NULL || memcmp(&p->acc[from - 1], &p->acc[from], count * sizeof p->acc[0]) == 0;
    return acc && (p->damping_factor == NULL || memcmp(&p->damping_factor[from - 1], &p->damping_factor[from],
                                                       count * sizeof p->damping_factor[0]) == 0);
}

/* End of the rows with the acceleration and damping of row `from`. With forces every run has one row. */
static uint32_t run_end(const struct integration *m, uint32_t from, uint32_t to)
{
    uint32_t end = from + 1;
    if (m->sums != NULL)
        return end;
    if (m->p->acc == NULL && m->p->damping_factor == NULL)
        return to;
    if (end == to || !same_motion_terms(m->p, from, end))
        return end;
    while (to - end >= CHUNK && all_same_motion_terms(m->p, end, CHUNK))
        end += CHUNK;
    while (end < to && same_motion_terms(m->p, from, end))
        end++;
    return end;
}

/* Whether a force acts on the row and its table keeps the rest of its velocity. A row without a force moves with the bits
 * that it has alone, whatever acts on others. */
static bool is_fine(const struct integration *m, uint32_t i)
{
    if (m->sums == NULL || m->p->velocity_residual == NULL)
        return false;
    const fs_force_sum *f = &m->sums[i];
    return ((uint64_t)f->x.hi | f->x.lo | (uint64_t)f->y.hi | f->y.lo | (uint64_t)f->z.hi | f->z.lo) != 0;
}

static fs_unit damping_factor_in(const struct fs_particles *p, uint32_t i, fs__integration_phase phase)
{
    return phase == FS__FIRST_HALF ? FS_UNIT_ONE : damping_factor_of(p, i);
}

static void integrate_fine_velocity(const struct integration *m, uint32_t i, fs__integration_phase phase)
{
    const struct fs_particles *p = m->p;
    uint32_t saturated = 0;
    fs_wide3 acceleration = fs__particle_total_acceleration(p, i, &m->sums[i], &saturated);
    fs__counter_add(p->saturations, saturated);
    fs__residual_integrate_velocity(p, i, acceleration, phase, damping_factor_in(p, i, phase), m->max_speed);
}

static void integrate_velocity_run(const struct integration *m, uint32_t from, uint32_t to, fs__integration_phase phase)
{
    const struct fs_particles *p = m->p;
    for (uint32_t i = from, end; i < to; i = end) {
        end = run_end(m, i, to);
        if (is_fine(m, i)) {
            integrate_fine_velocity(m, i, phase);
            continue;
        }
        uint32_t saturated = 0;
        fs_wide3 acceleration = fs__particle_total_acceleration(p, i, m->sums == NULL ? NULL : &m->sums[i], &saturated);
        struct fs__velocity_kernel_params params = { .damping_factor = damping_factor_in(p, i, phase),
                                                     .dither = fs__damping_dither(p->tick),
                                                     .max = m->max_speed };
        params.delta_velocity = fs__phase_delta_velocity(p, acceleration, phase, &saturated);
        fs__integrate_velocities_fn *kernel_fn = end - i == 1 ? fs__integrate_velocities_scalar
                                                              : m->kernel->integrate_velocities;
        kernel_fn(p->vel + i, end - i, &params, p->limited);
        fs__counter_add(p->saturations, saturated * (end - i));
    }
}

/* The end of the rows from `from` on that are all fine, or all not. */
static uint32_t alike_end(const struct integration *m, uint32_t from, uint32_t to, bool fine)
{
    uint32_t end = from + 1;
    while (end < to && is_fine(m, end) == fine)
        end++;
    return end;
}

static void integrate_position_run(const struct integration *m, uint32_t from, uint32_t to)
{
    const struct fs_particles *p = m->p;
    for (uint32_t i = from, end; i < to; i = end) {
        bool fine = is_fine(m, i);
        end = m->sums == NULL ? to : alike_end(m, i, to, fine);
        if (!fine)
            m->kernel->integrate_positions(p->pos + i, p->vel + i, end - i, &m->position_params, p->saturations);
        for (uint32_t k = i; fine && k < end; k++)
            fs__residual_integrate_position(p, k);
    }
}

/* --- integrators ----------------------------------------------------------------------------------- */

/* The parts of a tick, in the order of the integrator. Each part is one pass over the rows of a run. */
enum { VELOCITIES_WHOLE = 1, VELOCITIES_FIRST = 2, POSITIONS = 4, VELOCITIES_SECOND = 8, VELOCITIES_AFTER = 16 };

static unsigned tick_parts(uint8_t integrator)
{
    switch (integrator) {
    case FS_INTEGRATOR_EXPLICIT_EULER: return POSITIONS | VELOCITIES_AFTER;
    case FS_INTEGRATOR_VELOCITY_VERLET: return VELOCITIES_FIRST | POSITIONS | VELOCITIES_SECOND;
    default: return VELOCITIES_WHOLE | POSITIONS;
    }
}

static void integrate_run(const struct integration *m, uint32_t from, uint32_t to, unsigned parts)
{
    if (parts & VELOCITIES_WHOLE)
        integrate_velocity_run(m, from, to, FS__WHOLE_TICK);
    if (parts & VELOCITIES_FIRST)
        integrate_velocity_run(m, from, to, FS__FIRST_HALF);
    if (parts & POSITIONS)
        integrate_position_run(m, from, to);
    if (parts & VELOCITIES_SECOND)
        integrate_velocity_run(m, from, to, FS__SECOND_HALF);
    if (parts & VELOCITIES_AFTER)
        integrate_velocity_run(m, from, to, FS__WHOLE_TICK);
}

/* The movable rows of a block. */
static void integrate_block(const struct integration *m, uint32_t from, uint32_t to, unsigned parts)
{
    for (uint32_t i = skip_immovable(m->p, from, to), end; i < to; i = skip_immovable(m->p, end, to)) {
        end = movable_end(m->p, i, to);
        integrate_run(m, i, end, parts);
    }
}

static void integrate_all(const struct integration *m, unsigned parts)
{
    for (uint32_t i = 0; i < m->p->count; i += BLOCK)
        integrate_block(m, i, fs_min_u32(m->p->count, i + BLOCK), parts);
}

void fs__particles_integrate(struct fs_particles *p, const fs_force_sum *sums)
{
    FS_ASSERT(p->gravity != NULL && p->max_speed != NULL && p->integrator != NULL);
    struct integration m = make_integration(p, sums);
    integrate_all(&m, tick_parts(*p->integrator));
}

void fs_particles_integrate(struct fs_particles *p, const fs_force_sum *sums)
{
    fs__particles_end_phase(p, FS_PHASE_GAME);
    fs__particles_integrate(p, sums);
    fs__particles_end_phase(p, FS_PHASE_SOLVE);
}

/* --- forces ------------------------------------------------------------------------------------------ */

fs_force_sum *fs_force_sums_alloc(fs_arena *arena, uint32_t count)
{
    fs_force_sum *sums = fs_arena_take(arena, (size_t)count * sizeof *sums);
    if (sums != NULL)
        memset(sums, 0, (size_t)count * sizeof *sums);
    return sums;
}

/* Velocity Verlet evaluates the forces twice. The second evaluation runs after positions and half of the velocities have
 * changed, so the first one, with the same arena, detects a lack of memory before. */
static fs_result step_verlet(struct fs_particles *p, const struct fs_forces *forces, fs_force_sum *sums, fs_arena arena)
{
    fs_result result = fs_forces_apply(forces, p, sums, arena);
    if (result != FS_OK)
        return result;
    struct integration m = make_integration(p, sums);
    integrate_all(&m, VELOCITIES_FIRST | POSITIONS);
    memset(sums, 0, (size_t)p->count * sizeof *sums);
    result = fs_forces_apply(forces, p, sums, arena);
    integrate_all(&m, VELOCITIES_SECOND);
    return result;
}

fs_result fs__particles_step(struct fs_particles *p, const struct fs_forces *forces, const fs_arena *arena)
{
    if (forces == NULL || forces->count == 0) {
        fs__particles_integrate(p, NULL);
        return FS_OK;
    }
    fs_arena inner = *arena;
    fs_force_sum *sums = fs_force_sums_alloc(&inner, p->count);
    if (sums == NULL)
        return FS_E_MEMORY;
    if (*p->integrator == FS_INTEGRATOR_VELOCITY_VERLET)
        return step_verlet(p, forces, sums, inner);
    fs_result result = fs_forces_apply(forces, p, sums, inner);
    if (result == FS_OK)
        fs__particles_integrate(p, sums);
    return result;
}

fs_result fs_particles_step(struct fs_particles *p, const struct fs_forces *forces, fs_arena *arena)
{
    fs__particles_end_phase(p, FS_PHASE_GAME);
    fs_result result = fs__particles_step(p, forces, arena);
    fs__particles_end_phase(p, FS_PHASE_SOLVE);
    return result;
}
