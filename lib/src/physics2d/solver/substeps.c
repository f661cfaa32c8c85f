/* substeps.c: the substeps of a tick, in order; see solve.h.
 *
 * Method: soft constraints with substeps and relaxation (E. Catto, "Solver2D", 2024), on rows in velocity units.
 * This file only orders the work; what a row does is in solve_passes.h. Colours follow one another; the blocks of
 * one colour share no movable body and go to whatever threads the caller lends.
 */
#include "base/parallel_for.h"
#include "physics2d/solver/contact_block.h"

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86_KERNELS 1
#else
#define HAVE_X86_KERNELS 0
#endif

enum { PIECE_BLOCKS = 8, PIECE_PACKS = 2 }; /* less is not worth another thread */
enum { MOST_PIECES = 8 };                   /* that solve packs of their own, in worlds of */
enum { MANY_CONTACTS = 4096 };              /* or more */

/* Packs from one number to another, one after the other in the same rows: they stay in the cache. */
struct run {
    struct fs__solver2 solver;
    uint32_t from, to;
};

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

static const struct fs__solver2_kernel *chosen(uint32_t kernel)
{
    unsigned best = 0;
    if (kernel != 0 && fs__solver2_kernel(kernel - 1) != NULL)
        return fs__solver2_kernel(kernel - 1);
    while (fs__solver2_kernel(best + 1) != NULL)
        best++;
    return fs__solver2_kernel(best);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* Threads that each solve packs of their own need rows of their own. */
static size_t more_rows(uint32_t contacts)
{
    return contacts < MANY_CONTACTS ? 0 : (MOST_PIECES - 1) * fs__solver2_blocks_arena_size(FS__SOLVER2_LANES);
}

size_t fs__solver2_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t movers = (size_t)bodies + 1;
    return MOST_PIECES * FS_ARENA_BYTES(sizeof(struct run)) + FS_ARENA_BYTES(movers * sizeof(struct fs__solver2_body)) +
           FS_ARENA_BYTES(movers * 4 * sizeof(int64_t)) +
           FS_ARENA_BYTES(movers * sizeof(struct fs__solver2_velocity_part)) +
           FS_ARENA_BYTES(movers * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES(contacts * sizeof(fs_vel)) +
           fs__solver2_blocks_arena_size(contacts) + more_rows(contacts) + fs__joint_solver2_arena_size(joints);
}

static bool take(struct fs__solver2 *s, struct fs__world2_tick *tick)
{
    size_t movers = tick->solver_body_count;
    if (tick->solver_body == NULL)
        tick->solver_body = fs_arena_take(&tick->arena, movers * sizeof *tick->solver_body);
    tick->approach_speed = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->approach_speed);
    tick->total_normal_impulse = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->total_normal_impulse);
    s->travel = fs_arena_take(&tick->arena, movers * 4 * sizeof *s->travel);
    s->velocity_part = fs_arena_take(&tick->arena, movers * sizeof *s->velocity_part);
    s->used_colours = fs_arena_take(&tick->arena, movers * sizeof *s->used_colours);
    if (tick->solver_body == NULL || tick->approach_speed == NULL || tick->total_normal_impulse == NULL ||
        s->travel == NULL || s->velocity_part == NULL || s->used_colours == NULL)
        return false;
    for (size_t i = 0; i < movers * 4; i++)
        s->travel[i] = 0;
    tick->solver_body[FS__SOLVER2_STATIC_BODY] = (struct fs__solver2_body){ .vx = 0 };
    s->used_colours[FS__SOLVER2_STATIC_BODY] = FS__SOLVER2_IMMOVABLE;
    return true;
}

/* ---- constants of the tick --------------------------------------------------------------------------------- */

static void set_rates(struct fs__solver2 *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    s->substeps = rules->substeps[0] == 0 ? 1 : rules->substeps[0];
    s->rate = s->w->world.hz[0] * s->substeps;
    s->reciprocal = s->rate == 1 ? UINT64_MAX : UINT64_MAX / s->rate + 1;
    s->first_substep = s->w->world.tick[0] * s->substeps;
    s->biased = (rules->flags[0] & FS_WORLD2_CORRECTION) != 0;
    s->constants.per_substep = (int32_t)(s->rate << 16);
    s->constants.max_separation = fs_sat32((int64_t)FS_REL_ONE * 128 / s->rate);
    s->constants.min_bias_velocity = -rules->max_push_out_speed[0];
    s->constants.position_step = (int32_t)((((int64_t)1 << 35) + s->rate / 2) / s->rate);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

struct job {
    struct fs__solver2 *s;
    fs__solver2_pass_fn *const *pass;             /* by kind */
    uint32_t first[FS__SOLVER2_POINT_COUNTS + 1]; /* blocks of a colour */
};

static void run_range(void *work, uint32_t piece, uint32_t from, uint32_t to)
{
    const struct job *job = work;
    uint32_t base = job->first[0];
    (void)piece;
    for (unsigned kind = 0; kind < FS__SOLVER2_POINT_COUNTS; kind++) {
        uint32_t low = fs_max_u32(base + from, job->first[kind]), high = fs_min_u32(base + to, job->first[kind + 1]);
        if (low < high)
            job->pass[kind](job->s->block + low, high - low, job->s->tick->solver_body, &job->s->constants);
    }
}

static void run_colour(struct job *job)
{
    const fs_tasks *tasks = job->s->tasks;
    uint32_t count = job->first[FS__SOLVER2_POINT_COUNTS] - job->first[0];
    if (count > 0)
        fs__parallel_for(tasks, count, fs__parallel_for_chunks(tasks, count, PIECE_BLOCKS), run_range, job);
}

/* What found no colour goes first, one contact after the other; only the scalar kernel can do that. */
static void run_pass(struct fs__solver2 *s, fs__solver2_pass_fn *const *pass, fs__solver2_pass_fn *serial)
{
    struct job job = { .s = s, .pass = pass };
    uint32_t first = s->group_first[FS__SOLVER2_OVERFLOW_GROUP], end = s->group_first[FS__SOLVER2_GROUP_COUNT];
    if (first < end)
        serial(s->block + first, end - first, s->tick->solver_body, &s->constants);
    for (uint32_t c = 0; c < FS__SOLVER2_COLOURS; c++) {
        for (unsigned kind = 0; kind <= FS__SOLVER2_POINT_COUNTS; kind++)
            job.first[kind] = s->group_first[c * FS__SOLVER2_POINT_COUNTS + kind];
        run_colour(&job);
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* What joints give is not what contacts give. */
static void run_joints(struct fs__solver2 *s, bool warm, bool biased)
{
    if (s->tick->joint_count == 0)
        return;
    fs__solver2_swap_velocity_part(s);
    if (warm)
        fs__joint_solver2_warm_start(s->joints);
    else
        fs__joint_solver2_solve(s->joints, biased);
    fs__solver2_swap_velocity_part(s);
}

/* What the contacts gave a body in a substep, warm start and all, is what their accumulated impulses give at once. So
 * only the first substep of a tick starts from the contacts; in the others fs__solver2_integrate_velocities() repeats it body by body. */
static void warm_contacts(struct fs__solver2 *s, uint32_t k)
{
    if (k == 0)
        run_pass(s, s->kernel->warm_start, fs__solver2_kernel_scalar.warm_start[0]);
}

static void substep(struct fs__solver2 *s, uint32_t k)
{
    const struct fs__solver2_kernel *kernel = s->kernel, *serial = &fs__solver2_kernel_scalar;
    struct fs__world2_tick *tick = s->tick;
    fs__solver2_integrate_velocities(s, k);
    run_joints(s, true, false);
    warm_contacts(s, k);
    run_joints(s, false, s->biased);
    run_pass(s, kernel->solve, serial->solve[0]);
    kernel->integrate_positions(tick->solver_body + s->body_first, s->travel + (size_t)s->body_first * 4,
                                s->body_end - s->body_first, &s->constants);
    run_joints(s, false, false);
    run_pass(s, kernel->relax, serial->relax[0]);
}

/* In rows that were taken for it. */
static void solve_pack(struct fs__solver2 *s, uint32_t pack)
{
    struct fs__world2_tick *tick = s->tick;
    const struct fs__island2_batch *p = &tick->batch[pack];
    s->body_first = p[0].solver_body;
    s->body_end = p[1].solver_body;
    s->contact_count = p[1].contact - p[0].contact;
    s->batch_order = tick->batch_order + p[0].contact;
    s->special = s->rate < 4;
    fs__solver2_colour_contacts(s);
    s->constants.prefetch = s->block_count > FS__SOLVER2_CACHED_BLOCKS;
    fs__solver2_load_bodies(s);
    fs__solver2_prepare_contacts(s);
    if (tick->joint_count > 0)
        s->joints = fs__joint_solver2_prepare(tick);
    for (uint32_t k = 0; k < s->substeps; k++)
        substep(s, k);
    fs__solver2_apply_restitution(s);
    if (tick->joint_count > 0)
        fs__joint_solver2_store(s->joints);
    fs__solver2_store_impulses(s);
    fs__solver2_store_bodies(s);
}

/* ---- packs --------------------------------------------------------------------------------------------------- */

static uint32_t size_of(const struct fs__world2_tick *tick, uint32_t pack)
{
    return tick->batch[pack + 1].contact - tick->batch[pack].contact;
}

static bool take_run(struct run *r, const struct fs__solver2 *s, uint32_t from, uint32_t to, fs_arena *arena)
{
    uint32_t most = 0;
    for (uint32_t k = from; k < to; k++)
        most = fs_max_u32(most, size_of(s->tick, k));
    r->solver = *s;
    r->from = from;
    r->to = to;
    return fs__solver2_alloc_blocks(&r->solver, arena, most);
}

static void do_run(struct run *r)
{
    for (uint32_t k = r->from; k < r->to; k++)
        solve_pack(&r->solver, k);
}

static void do_piece(void *runs, uint32_t piece, uint32_t from, uint32_t to)
{
    (void)from, (void)to;
    do_run((struct run *)runs + piece);
}

/* Each thread gets packs of its own, when there are so many of one size that all are busy, and memory for them; else the
 * threads work on one pack together. */
static bool shared_out(struct fs__solver2 *s)
{
    struct fs__world2_tick *tick = s->tick;
    const fs_tasks *tasks = s->w->tasks;
    uint32_t pieces = fs_min_u32(fs__parallel_for_chunks(tasks, tick->batch_count, PIECE_PACKS), MOST_PIECES), most = 0;
    for (uint32_t k = 0; k < tick->batch_count; k++)
        most = fs_max_u32(most, size_of(tick, k));
    if (pieces < 2 || most > tick->contact_count / (pieces * PIECE_PACKS))
        return false;
    fs_arena arena = tick->arena;
    struct run *runs = fs_arena_take(&arena, pieces * sizeof *runs);
    s->tasks = NULL;
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t from = fs__parallel_for_chunk_start(tick->batch_count, pieces, i),
                 to = fs__parallel_for_chunk_start(tick->batch_count, pieces, i + 1);
        if (runs == NULL || !take_run(&runs[i], s, from, to, &arena))
            return false;
    }
    fs__parallel_for(tasks, pieces, pieces, do_piece, runs);
    for (uint32_t i = 0; i < pieces; i++)
        s->limited += runs[i].solver.limited;
    return true;
}

static bool solve_all(struct fs__solver2 *s)
{
    struct run all;
    if (shared_out(s))
        return true;
    s->tasks = s->w->tasks;
    if (!take_run(&all, s, 0, s->tick->batch_count, &s->tick->arena))
        return false;
    do_run(&all);
    s->limited = all.solver.limited;
    return true;
}

void fs__solver2_run(struct fs__world2_tick *tick)
{
    struct fs__solver2 s = { .tick = tick, .w = tick->w, .kernel = chosen(tick->w->kernel) };
    uint32_t *count = tick->w->rules.limited;
    bool taken = take(&s, tick);
    if (taken)
        set_rates(&s);
    if (!taken || !solve_all(&s))
        tick->approach_speed = NULL;
    *count = (uint32_t)fs_min_u64(*count + s.limited, UINT32_MAX);
}
