/* particle_system.c: the tick of particles with forces, links and contacts.
 *
 * This file orders the phases and distributes the memory; it must never compute a force, a move or a response itself.
 */
#include <string.h>

#include "particles/link/link_internal.h"

/* --- settings ------------------------------------------------------------------------- */

fs_particle_system_def fs_default_particle_system_def(void)
{
    return (fs_particle_system_def){ .solver = FS_LINK_SOLVER_DIRECT, .substeps = 10, .limits = { 0, 0 } };
}

fs_result fs_particle_system_make(struct fs_particle_system *particle_system, const fs_particle_system_def *def)
{
    bool substeps = def->substeps >= 1 && def->substeps <= FS_PARTICLE_SYSTEM_SUBSTEPS_MAX;
    if ((unsigned)def->solver >= FS_LINK_SOLVER_COUNT || !substeps)
        return FS_E_ARGUMENT;
    *particle_system->solver = (uint8_t)def->solver;
    *particle_system->substeps = (uint16_t)def->substeps;
    *particle_system->velocity_iterations = def->limits.velocity_iterations;
    *particle_system->position_iterations = def->limits.position_iterations;
    *particle_system->dropped_contacts = 0;
    *particle_system->torn = 0;
    return FS_OK;
}

/* --- memory ------------------------------------------------------------------------------ */

/* The context of one tick; every substep reuses the scratch memory. */
struct tick_context {
    struct fs_particle_system *particle_system;
    struct fs_particles sub; /* the particles with the substep's rate */
    fs_unit unit_damping;    /* a damping factor of 1, for all substeps but the last */
    uint32_t substeps;
    bool position_based;
    bool has_contacts; /* contacts are possible in this tick */
    struct fs__link_constraint *constraints;
    uint32_t constraint_count;
    struct fs__chain_row *chain_rows; /* NULL when chains are not solved directly */
    struct fs__chain_motion *chain_motions;
    uint32_t *marks;
    fs_force_sum *sums; /* NULL without forces, or when there is one substep */
    fs_pos3 *before, *predicted;
    struct fs_contacts contacts;
    fs_arena scratch;
};

/* A link makes at most two contacts. */
static uint32_t contact_room(uint32_t links, uint32_t contacts)
{
    return (uint32_t)fs_min_u64((uint64_t)links * 2 + contacts, UINT32_MAX);
}

size_t fs_particle_system_scratch_size(uint32_t particles, uint32_t links, uint32_t contacts)
{
    uint32_t room = contact_room(links, contacts);
    return FS_ARENA_BYTES((size_t)links * sizeof(struct fs__link_constraint)) +
           FS_ARENA_BYTES((size_t)links * sizeof(struct fs__chain_row)) +
           FS_ARENA_BYTES((size_t)links * sizeof(struct fs__chain_motion)) +
           FS_ARENA_BYTES((size_t)particles * sizeof(uint32_t)) +
           2 * FS_ARENA_BYTES((size_t)particles * sizeof(fs_pos3)) + FS_ARENA_BYTES((size_t)room * sizeof(fs_contact)) +
           fs_particles_scratch_size(particles) + fs_contacts_scratch_size(particles, room) +
           fs_detect_pairs_size(particles);
}

static uint32_t link_count(const struct fs_particle_system *particle_system)
{
    return particle_system->links == NULL ? 0 : particle_system->links->count;
}

static fs_pos3 *take_positions(fs_arena *arena, uint32_t count)
{
    return fs_arena_take(arena, (size_t)count * sizeof(fs_pos3));
}

static bool take_chain_memory(struct tick_context *w, fs_arena *arena)
{
    if (*w->particle_system->solver != FS_LINK_SOLVER_DIRECT)
        return true;
    w->chain_rows = fs_arena_take(arena, (size_t)link_count(w->particle_system) * sizeof *w->chain_rows);
    w->chain_motions = fs_arena_take(arena, (size_t)link_count(w->particle_system) * sizeof *w->chain_motions);
    return w->chain_rows != NULL && w->chain_motions != NULL;
}

static bool take_memory(struct tick_context *w, fs_arena arena)
{
    const struct fs_particle_system *particle_system = w->particle_system;
    uint32_t n = particle_system->particles->count, links = link_count(particle_system);
    w->constraints = fs_arena_take(&arena, (size_t)links * sizeof *w->constraints);
    w->marks = fs_arena_take(&arena, (size_t)n * sizeof *w->marks);
    w->before = take_positions(&arena, n);
    w->predicted = take_positions(&arena, n);
    bool direct = take_chain_memory(w, &arena);
    bool own_sums = particle_system->forces != NULL && particle_system->forces->count > 0 && w->substeps > 1;
    if (own_sums)
        w->sums = fs_force_sums_alloc(&arena, n);
    fs_result contacts = fs_contacts_alloc(&arena, contact_room(links, particle_system->contacts), &w->contacts);
    bool sums = !own_sums || w->sums != NULL;
    w->scratch = arena;
    bool enough = arena.left >= fs_contacts_scratch_size(n, w->contacts.capacity) &&
                  arena.left >= fs_detect_pairs_size(n);
    return w->constraints != NULL && w->marks != NULL && w->before != NULL && w->predicted != NULL && direct && sums &&
           contacts == FS_OK && enough;
}

/* --- a substep -------------------------------------------------------------------------------- */

static void end_phase(const struct tick_context *w, fs_phase phase)
{
    fs__particles_end_phase(w->particle_system->particles, phase);
}

/* Sets tick and rate as if every substep were a tick. Velocity increments repeat after hz 2^12 ticks, so the number of
 * the tick is reduced modulo that. */
static void enter_substep(struct tick_context *w, uint32_t step)
{
    const struct fs_particles *p = w->particle_system->particles;
    w->sub = *p;
    if (w->substeps == 1)
        return;
    uint64_t period = (uint64_t)p->hz * w->substeps << 12;
    w->sub.hz = p->hz * w->substeps;
    w->sub.tick = (uint32_t)(((uint64_t)p->tick * w->substeps + step) % (period == 0 ? 1 : period));
    if (step + 1 < w->substeps) {
        w->sub.damping_factor = NULL;
        w->sub.world_damping_factor = &w->unit_damping;
    }
}

/* Evaluates the forces and integrates all particles. */
static fs_result move_particles(struct tick_context *w)
{
    struct fs_particle_system *particle_system = w->particle_system;
    if (w->substeps == 1)
        return fs__particles_step(particle_system->particles, particle_system->forces, &w->scratch);
    if (w->sums != NULL) {
        memset(w->sums, 0, (size_t)particle_system->particles->count * sizeof *w->sums);
        fs_result result = fs_forces_apply(particle_system->forces, particle_system->particles, w->sums, w->scratch);
        if (result != FS_OK)
            return result;
    }
    fs__particles_integrate(&w->sub, w->sums);
    return FS_OK;
}

static void copy_positions(const struct tick_context *w, fs_pos3 *positions)
{
    memcpy(positions, w->particle_system->particles->pos,
           (size_t)w->particle_system->particles->count * sizeof *positions);
}

static bool is_isolated_chain(const struct tick_context *w, uint32_t k)
{
    return w->chain_rows != NULL && w->constraints[k].chain_length > 1 && w->chain_motions[k].isolated;
}

static void begin_chains(struct tick_context *w)
{
    for (uint32_t k = 0; k < w->constraint_count; k += w->constraints[k].chain_length)
        if (is_isolated_chain(w, k))
            fs__chain_motions_begin(&w->constraints[k], w->constraints[k].chain_length,
                                    w->particle_system->links->anchor, &w->sub, &w->chain_motions[k]);
}

static void restore_energy(struct tick_context *w)
{
    if (*w->sub.integrator != FS_INTEGRATOR_SYMPLECTIC_EULER)
        return;
    for (uint32_t k = 0; k < w->constraint_count; k += w->constraints[k].chain_length)
        if (is_isolated_chain(w, k))
            fs__chain_motions_restore(&w->constraints[k], w->constraints[k].chain_length, &w->sub,
                                      &w->chain_motions[k]);
}

static void solve_links(struct tick_context *w)
{
    if (w->constraint_count == 0)
        return;
    copy_positions(w, w->predicted);
    fs__link_constraints_solve(w->constraints, w->constraint_count, w->particle_system->links->anchor, &w->sub,
                               w->chain_rows, w->chain_motions);
    fs__link_constraints_update_velocities(&w->sub, w->predicted);
    restore_energy(w);
}

static fs_result resolve_contacts(struct tick_context *w)
{
    struct fs_particle_system *particle_system = w->particle_system;
    if (!w->has_contacts)
        return FS_OK;
    fs_contact_limits limits = { *particle_system->velocity_iterations, *particle_system->position_iterations };
    w->contacts.count = 0;
    if (!w->position_based && particle_system->links != NULL)
        fs_links_add_contacts(particle_system->links, &w->sub, &w->contacts);
    if (particle_system->detect != NULL)
        particle_system->detect(particle_system->context, &w->sub, &w->contacts, w->scratch);
    if (w->contacts.count == 0)
        return FS_OK;
    return fs_contacts_resolve(&w->contacts, &w->sub, w->before, limits, w->scratch, NULL);
}

static fs_result run_substep(struct tick_context *w, uint32_t step)
{
    enter_substep(w, step);
    if (w->has_contacts)
        copy_positions(w, w->before);
    if (w->position_based)
        begin_chains(w);
    fs_result result = move_particles(w);
    if (result != FS_OK)
        return result;
    end_phase(w, FS_PHASE_SOLVE);
    if (w->position_based)
        solve_links(w);
    end_phase(w, FS_PHASE_LINKS);
    result = resolve_contacts(w);
    end_phase(w, FS_PHASE_CONTACTS);
    return result;
}

/* --- the tick ------------------------------------------------------------------------------------ */

static void begin_tick(struct tick_context *w)
{
    const struct fs_particle_system *particle_system = w->particle_system;
    if (!w->position_based || particle_system->links == NULL)
        return;
    w->constraint_count = fs__link_constraints_make(w->constraints, particle_system->links, particle_system->particles,
                                                    particle_system->particles->hz * w->substeps);
    size_t marks = (size_t)particle_system->particles->count * sizeof *w->marks;
    memset(w->marks, 0, marks);
    fs__link_constraints_find_alone(w->constraints, w->constraint_count, particle_system->links->anchor,
                                    particle_system->particles->pos, w->marks);
    if (w->chain_rows == NULL)
        return;
    memset(w->marks, 0, marks);
    fs__link_chains_find(w->constraints, w->constraint_count, w->marks);
    memset(w->marks, 0, marks);
    fs__chain_motions_make(w->constraints, w->constraint_count, particle_system->particles, w->marks, w->chain_motions);
}

static void end_tick(struct tick_context *w)
{
    struct fs_particle_system *particle_system = w->particle_system;
    fs__counter_add(particle_system->dropped_contacts, w->contacts.dropped);
    if (particle_system->links == NULL)
        return;
    if (w->position_based)
        fs__link_constraints_store_tensions(w->constraints, w->constraint_count, particle_system->links,
                                            particle_system->particles, w->sub.hz, w->substeps);
    fs__counter_add(particle_system->torn, fs_links_update_tearing(particle_system->links, particle_system->particles));
}

fs_result fs_particle_system_step(struct fs_particle_system *particle_system, fs_arena arena)
{
    FS_ASSERT(particle_system->particles != NULL && particle_system->solver != NULL);
    struct tick_context w = { .particle_system = particle_system, .unit_damping = FS_UNIT_ONE };
    w.substeps = fs_min_u32(fs_max_u32(*particle_system->substeps, 1), FS_PARTICLE_SYSTEM_SUBSTEPS_MAX);
    w.position_based = *particle_system->solver != FS_LINK_SOLVER_WORST_FIRST;
    w.has_contacts = particle_system->detect != NULL || (particle_system->links != NULL && !w.position_based);
    if (!take_memory(&w, arena))
        return FS_E_MEMORY;
    begin_tick(&w);
    end_phase(&w, FS_PHASE_GAME);
    for (uint32_t step = 0; step < w.substeps; step++) {
        fs_result result = run_substep(&w, step);
        if (result != FS_OK)
            return result;
    }
    end_tick(&w);
    end_phase(&w, FS_PHASE_LINKS);
    return FS_OK;
}
