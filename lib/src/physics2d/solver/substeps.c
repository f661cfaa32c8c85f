/* substeps.c: the substeps of a tick, in order; see solver.h.
 *
 * Method: soft constraints with substeps and relaxation (E. Catto, "Solver2D", 2024), on rows in velocity units.
 * This file only orders the work; the rows are in contact_passes.h. Colours follow one another; the blocks of one
 * colour share no movable body and are distributed over the threads that the caller lends.
 */
#include "physics2d/dimension.h"

#include <string.h>

#include "base/parallel_for.h"
#include "state/kernel.h"
#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/solver/contact_block.h"
#include "physics/solver/contact_stiffness.h"
#include "physics2d/solver/load_mass.h"
#include "physics/world/tick_parts.h"

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86_KERNELS 1
#else
#define HAVE_X86_KERNELS 0
#endif

/* Fewer blocks or batches are not worth another thread. */
enum { CHUNK_BLOCKS = 8, CHUNK_BATCHES = 2 };
enum { MANY_CONTACTS = 4096 }; /* see solver_batches.inl */

#include "physics/solver/solver_batches.inl"

/* ---- kernels --------------------------------------------------------------------------------------------- */

const struct fs__solver2_kernel *fs__solver2_kernel(unsigned index)
{
#if HAVE_X86_KERNELS
    if (index == 1 && __builtin_cpu_supports("sse4.1"))
        return &fs__solver2_kernel_sse41;
    if (index == 2 && __builtin_cpu_supports("avx2"))
        return &fs__solver2_kernel_avx2;
#endif
    return index == 0 ? &fs__solver2_kernel_scalar : NULL;
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

size_t fs__solver2_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t solver_bodies = (size_t)bodies + 1;
    return batch_runs_size(contacts) + FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver2_body)) +
           2 * FS_ARENA_BYTES(solver_bodies * 4 * sizeof(int64_t)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver2_velocity_part)) +
           3 * FS_ARENA_BYTES(solver_bodies * sizeof(uint32_t)) + FS_ARENA_BYTES(solver_bodies) +
           2 * FS_ARENA_BYTES(contacts * sizeof(fs_vel)) + fs__solver2_blocks_arena_size(contacts) +
           fs__joint_solver2_arena_size(bodies, joints);
}

static bool alloc_tick(struct fs__solver2 *s, struct fs__world2_tick *tick)
{
    size_t bodies = tick->solver_body_count;
    if (tick->solver_body == NULL)
        tick->solver_body = fs_arena_take(&tick->arena, bodies * sizeof *tick->solver_body);
    tick->approach_speed = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->approach_speed);
    tick->total_normal_impulse = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->total_normal_impulse);
    s->travel = fs_arena_take(&tick->arena, bodies * 4 * sizeof *s->travel);
    s->exact = fs_arena_take(&tick->arena, bodies * 4 * sizeof *s->exact);
    s->velocity_part = fs_arena_take(&tick->arena, bodies * sizeof *s->velocity_part);
    s->body_mark = fs_arena_take(&tick->arena, bodies * sizeof *s->body_mark);
    s->special_rows = fs_arena_take(&tick->arena, bodies * sizeof *s->special_rows);
    s->mass_class = fs_arena_take(&tick->arena, bodies * sizeof *s->mass_class);
    s->body_rounds = fs_arena_take(&tick->arena, bodies);
    if (tick->solver_body == NULL || tick->approach_speed == NULL || tick->total_normal_impulse == NULL ||
        s->travel == NULL || s->exact == NULL || s->velocity_part == NULL || s->body_mark == NULL ||
        s->special_rows == NULL || s->mass_class == NULL || s->body_rounds == NULL)
        return false;
    for (size_t i = 0; i < bodies * 4; i++)
        s->travel[i] = s->exact[i] = 0;
    memset(s->body_rounds, 0, bodies);
    s->constants.exact = s->exact;
    tick->solver_body[FS__SOLVER2_STATIC_BODY] = (struct fs__solver2_body){ .vx = 0 };
    s->body_mark[FS__SOLVER2_STATIC_BODY] = FS__COLOURING_IMMOVABLE;
    return true;
}

/* ---- constants of the tick --------------------------------------------------------------------------------- */

static void set_rates(struct fs__solver2 *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    s->substeps = rules->substeps[0] == 0 ? 1 : rules->substeps[0];
    s->parts = fs__world2_parts(s->w);
    s->rate = fs__world2_rate(s->w) * s->substeps;
    s->per_second = fs__rate_make(s->rate);
    s->first_substep = (s->w->world.tick[0] * s->parts + s->w->part) * s->substeps;
    FS_ASSERT(s->rate < FS__MAX_RATE); /* what per_substep and fs__rate_divide() allow */
    s->biased = (rules->flags[0] & FS_WORLD2_CORRECTION) != 0;
    s->constants.per_substep = (int32_t)(s->rate << 16);
    s->constants.max_separation = fs_sat32((int64_t)FS_REL_ONE * 128 / s->rate);
    s->constants.min_bias_velocity = -rules->max_push_out_speed[0];
    s->constants.position_step = (int32_t)((((int64_t)1 << 35) + s->rate / 2) / s->rate);
    s->constants.position_step |= 1; /* odd: no product is half a step, see make_odd() */
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

enum { BLOCK_KINDS = FS__SOLVER2_POINT_COUNTS };

static uint32_t rounds_of(const struct fs__solver2 *s, uint32_t solver_body)
{
    return s->body_rounds[solver_body];
}

#include "physics/solver/jointed_blocks.inl"
#include "physics/solver/colour_blocks.inl"

/* Contacts without a colour come first, one after the other; only the scalar kernel can solve them. */
static void run_pass(struct fs__solver2 *s, fs__solver2_pass_fn *const *pass, fs__solver2_pass_fn *scalar_pass)
{
    struct job job = { .s = s, .pass = pass };
    uint32_t first = s->colouring.first[FS__SOLVER2_OVERFLOW_GROUP], end = s->colouring.first[FS__SOLVER2_GROUP_COUNT];
    if (first < end)
        run_kind(s, scalar_pass, first, end);
    for (uint32_t c = 0; c < FS__COLOURING_COLOURS; c++) {
        for (unsigned kind = 0; kind <= FS__SOLVER2_POINT_COUNTS; kind++)
            job.first[kind] = s->colouring.first[c * FS__SOLVER2_POINT_COUNTS + kind];
        run_colour(&job);
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* Joint impulses must not count as contact impulses, so the velocity parts are exchanged around the joints. */
static void begin_joints(struct fs__solver2 *s)
{
    if (s->tick->joint_count > 0 && s->contact_count > 0)
        fs__solver2_swap_velocity_part(s);
}

static void end_joints(struct fs__solver2 *s)
{
    if (s->tick->joint_count == 0)
        return;
    if (s->contact_count > 0)
        fs__solver2_swap_velocity_part(s);
    else
        fs__solver2_clear_contact_part(s);
}

/* The velocity that contacts gave a body in a substep, warm start included, equals that of their accumulated
 * impulses. So only the first substep of a tick warm starts contacts; in the others
 * fs__solver2_integrate_velocities() adds the same velocity body by body. */
static void warm_start(struct fs__solver2 *s, uint32_t k)
{
    fs__joint_solver2_warm_start(s->joints);
    if (k > 0)
        return;
    end_joints(s);
    run_pass(s, s->kernel->warm_start, fs__solver2_kernel_scalar.warm_start[0]);
    begin_joints(s);
}

static bool has_trees(const struct fs__solver2 *s)
{
    return fs__joint_solver2_has_trees(s->joints);
}

static bool has_contacts(const struct fs__solver2 *s)
{
    return s->contact_count > 0;
}

static void solve_contacts(struct fs__solver2 *s)
{
    run_pass(s, s->kernel->solve, fs__solver2_kernel_scalar.solve[0]);
}

static void solve_joints(struct fs__solver2 *s)
{
    begin_joints(s);
    if (s->contact_count > 0)
        fs__joint_solver2_keep_given_spins(s->joints);
    fs__joint_solver2_solve(s->joints, s->biased);
    end_joints(s);
}

static void approach_joints(struct fs__solver2 *s, uint32_t round)
{
    begin_joints(s);
    if (s->contact_count > 0)
        fs__joint_solver2_keep_given_spins(s->joints);
    if (s->biased)
        fs__joint_solver2_approach(s->joints, round);
    else
        fs__joint_solver2_solve(s->joints, false);
    end_joints(s);
}

static fs_wide joint_force(const struct fs_world2 *w, uint32_t joint)
{
    return fs_wide2_length(fs_joint2_force(w, joint));
}

static void ask_rounds(struct fs__solver2 *s, uint32_t solver_body, uint32_t n)
{
    s->body_rounds[solver_body] = (uint8_t)fs_max_u32(s->body_rounds[solver_body], n);
}

/* Trees with many rounds are put into blocks of their own, so the rounds are found before the joints are prepared. */
static bool may_have_trees(const struct fs__solver2 *s)
{
    return s->tick->joint_count > 0;
}

static void share_rounds(struct fs__solver2 *s)
{
    fs__joint_solver2_share_rounds(s->joints);
}

#include "physics/solver/solve_rows.inl"

static void run_substep(struct fs__solver2 *s, uint32_t k)
{
    const struct fs__solver2_kernel *kernel = s->kernel, *scalar = &fs__solver2_kernel_scalar;
    fs__solver2_integrate_velocities(s, k);
    begin_joints(s);
    warm_start(s, k);
    end_joints(s);
    solve_rows(s);
    fs__solver2_integrate_positions(s);
    begin_joints(s);
    fs__joint_solver2_solve(s->joints, false);
    if (k + 1 < s->substeps)
        fs__joint_solver2_prepare_substep(s->joints);
    end_joints(s);
    run_pass(s, kernel->relax, scalar->relax[0]);
}

static void mark_pushed(struct fs__solver2 *s, uint32_t end)
{
    if ((end & FS__COLOURING_IMMOVABLE) == 0)
        fs__joint_solver2_mark_pushed(s->joints, end);
}

/* Trees of joints that contacts push keep no energy. */
static void prepare_joints(struct fs__solver2 *s)
{
    struct fs__world2_tick *tick = s->tick;
    if (tick->joint_count == 0)
        return;
    s->joints = fs__joint_solver2_prepare(tick, &s->kernel->joint, &s->kernel->tree, s->body_rounds, s->tasks);
    for (uint32_t i = 0; i < s->contact_count; i++) {
        mark_pushed(s, s->contact_slot[i].a);
        mark_pushed(s, s->contact_slot[i].b);
    }
    fs__joint_solver2_begin_balance(s->joints);
}

/* Solves one batch in the blocks allocated by alloc_run(). */
static void solve_batch(struct fs__solver2 *s, uint32_t batch)
{
    struct fs__world2_tick *tick = s->tick;
    const struct fs__island_batch *p = &tick->batch[batch];
    s->body_first = p[0].solver_body;
    s->body_end = p[1].solver_body;
    s->contact_count = p[1].contact - p[0].contact;
    s->batch_order = tick->batch_order + p[0].contact;
    fs__solver2_colour_contacts(s);
    s->constants.prefetch = s->block_count > FS__SOLVER2_CACHED_BLOCKS;
    fs__solver2_load_bodies(s);
    fs__solver2_prepare_contacts(s);
    find_rounds(s);
    prepare_joints(s);
    use_rounds(s, s->block_count);
    for (uint32_t k = 0; k < s->substeps; k++)
        run_substep(s, k);
    run_pass(s, s->kernel->sum_exact, fs__solver2_kernel_scalar.sum_exact[0]);
    fs__solver2_refine_shares(s);
    if (tick->joint_count > 0)
        fs__joint_solver2_store(s->joints, tick->solver_body, s->exact);
    fs__solver2_correct_velocities(s);
    fs__solver2_apply_restitution(s);
    fs__solver2_store_impulses(s);
    fs__solver2_time_impacts(s);
    fs__solver2_store_bodies(s);
}

static bool alloc_batches(struct fs__solver2 *s, fs_arena *arena, uint32_t contacts)
{
    return fs__solver2_alloc_blocks(s, arena, contacts);
}

void fs__solver2_run(struct fs__world2_tick *tick)
{
    fs__load_mass2_update(tick);
    fs__contact_stiffness2_update(tick);
    fs__solver2_prepare_impacts(tick);
    run_tick(tick);
}
