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

enum { PIECE_BLOCKS = 8, PIECE_PACKS = 2 };   /* less is not worth another thread */
enum { MOST_PIECES = 8 };                     /* that solve packs of their own, in worlds of */
enum { MANY_CONTACTS = 4096 };                /* or more */

/* Packs from one number to another, one after the other in the same rows: they stay in the cache. */
struct run {
    struct fs__two_solver solver;
    uint32_t from, to;
};

/* ---- kernels --------------------------------------------------------------------------------------------- */

const struct fs__two_kernel *fs__two_kernel(unsigned index)
{
#if HAVE_X86_KERNELS
    if (index == 1 && __builtin_cpu_supports("sse4.1"))
        return &fs__two_kernel_sse41;
    if (index == 2 && __builtin_cpu_supports("avx2"))
        return &fs__two_kernel_avx2;
#endif
    return index == 0 ? &fs__two_kernel_scalar : NULL;
}

static const struct fs__two_kernel *chosen(uint32_t kernel)
{
    unsigned best = 0;
    if (kernel != 0 && fs__two_kernel(kernel - 1) != NULL)
        return fs__two_kernel(kernel - 1);
    while (fs__two_kernel(best + 1) != NULL)
        best++;
    return fs__two_kernel(best);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* Threads that each solve packs of their own need rows of their own. */
static size_t more_rows(uint32_t contacts)
{
    return contacts < MANY_CONTACTS ? 0 : (MOST_PIECES - 1) * fs__two_rows_size(FS__TWO_LANES);
}

size_t fs__two_solve_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t movers = (size_t)bodies + 1;
    return MOST_PIECES * FS_ARENA_BYTES(sizeof(struct run)) + FS_ARENA_BYTES(movers * sizeof(struct fs__two_mover)) +
           FS_ARENA_BYTES(movers * 4 * sizeof(int64_t)) + FS_ARENA_BYTES(movers * sizeof(struct fs__two_part)) +
           FS_ARENA_BYTES(movers * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES(contacts * sizeof(fs_vel)) +
           fs__two_rows_size(contacts) + more_rows(contacts) + fs__two_joints_size(joints);
}

static bool take(struct fs__two_solver *s, struct fs__two_tick *tick)
{
    size_t movers = tick->mover_count;
    if (tick->mover == NULL)
        tick->mover = fs_arena_take(&tick->arena, movers * sizeof *tick->mover);
    tick->approach = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->approach);
    tick->pushed = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->pushed);
    s->travel = fs_arena_take(&tick->arena, movers * 4 * sizeof *s->travel);
    s->part = fs_arena_take(&tick->arena, movers * sizeof *s->part);
    s->taken = fs_arena_take(&tick->arena, movers * sizeof *s->taken);
    if (tick->mover == NULL || tick->approach == NULL || tick->pushed == NULL || s->travel == NULL || s->part == NULL || s->taken == NULL)
        return false;
    for (size_t i = 0; i < movers * 4; i++)
        s->travel[i] = 0;
    tick->mover[FS__TWO_STATIC] = (struct fs__two_mover){ .vx = 0 };
    s->taken[FS__TWO_STATIC] = FS__TWO_IMMOVABLE;
    return true;
}

/* ---- constants of the tick --------------------------------------------------------------------------------- */

static void set_rates(struct fs__two_solver *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    s->substeps = rules->substeps[0] == 0 ? 1 : rules->substeps[0];
    s->rate = s->w->world.hz[0] * s->substeps;
    s->reciprocal = s->rate == 1 ? UINT64_MAX : UINT64_MAX / s->rate + 1;
    s->first = s->w->world.tick[0] * s->substeps;
    s->biased = (rules->flags[0] & FS_WORLD2_CORRECTION) != 0;
    s->soft.per_substep = (int32_t)(s->rate << 16);
    s->soft.reach = fs_sat32((int64_t)FS_REL_ONE * 128 / s->rate);
    s->soft.push = -rules->push_speed[0];
    s->soft.advance = (int32_t)((((int64_t)1 << 35) + s->rate / 2) / s->rate);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

struct job {
    struct fs__two_solver *s;
    fs__two_pass_fn *const *pass;        /* by kind */
    uint32_t first[FS__TWO_KINDS + 1];   /* blocks of a colour */
};

static void run_range(void *work, uint32_t piece, uint32_t from, uint32_t to)
{
    const struct job *job = work;
    uint32_t base = job->first[0];
    (void)piece;
    for (unsigned kind = 0; kind < FS__TWO_KINDS; kind++) {
        uint32_t low = fs_max_u32(base + from, job->first[kind]), high = fs_min_u32(base + to, job->first[kind + 1]);
        if (low < high)
            job->pass[kind](job->s->rows + low, high - low, job->s->tick->mover, &job->s->soft);
    }
}

static void run_colour(struct job *job)
{
    const fs_tasks *tasks = job->s->tasks;
    uint32_t count = job->first[FS__TWO_KINDS] - job->first[0];
    if (count > 0)
        fs__two_share(tasks, count, fs__two_pieces(tasks, count, PIECE_BLOCKS), run_range, job);
}

/* What found no colour goes first, one contact after the other; only the scalar kernel can do that. */
static void run_pass(struct fs__two_solver *s, fs__two_pass_fn *const *pass, fs__two_pass_fn *serial)
{
    struct job job = { .s = s, .pass = pass };
    uint32_t first = s->list_first[FS__TWO_SERIAL], end = s->list_first[FS__TWO_LISTS];
    if (first < end)
        serial(s->rows + first, end - first, s->tick->mover, &s->soft);
    for (uint32_t c = 0; c < FS__TWO_COLOURS; c++) {
        for (unsigned kind = 0; kind <= FS__TWO_KINDS; kind++)
            job.first[kind] = s->list_first[c * FS__TWO_KINDS + kind];
        run_colour(&job);
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* What joints give is not what contacts give. */
static void run_joints(struct fs__two_solver *s, bool warm, bool biased)
{
    if (s->tick->joint_count == 0)
        return;
    fs__two_other_part(s);
    if (warm)
        fs__two_joints_warm(s->joints);
    else
        fs__two_joints_solve(s->joints, biased);
    fs__two_other_part(s);
}

/* What the contacts gave a body in a substep, warm start and all, is what their accumulated impulses give at once. So
 * only the first substep of a tick starts from the contacts; in the others fs__two_kick() repeats it body by body. */
static void warm_contacts(struct fs__two_solver *s, uint32_t k)
{
    if (k == 0)
        run_pass(s, s->kernel->warm, fs__two_kernel_scalar.warm[0]);
}

static void substep(struct fs__two_solver *s, uint32_t k)
{
    const struct fs__two_kernel *kernel = s->kernel, *serial = &fs__two_kernel_scalar;
    struct fs__two_tick *tick = s->tick;
    fs__two_kick(s, k);
    run_joints(s, true, false);
    warm_contacts(s, k);
    run_joints(s, false, s->biased);
    run_pass(s, kernel->solve, serial->solve[0]);
    kernel->drift(tick->mover + s->mover_first, s->travel + (size_t)s->mover_first * 4, s->mover_end - s->mover_first, &s->soft);
    run_joints(s, false, false);
    run_pass(s, kernel->relax, serial->relax[0]);
}

/* In rows that were taken for it. */
static void solve_pack(struct fs__two_solver *s, uint32_t pack)
{
    struct fs__two_tick *tick = s->tick;
    const struct fs__two_pack *p = &tick->pack[pack];
    s->mover_first = p[0].mover;
    s->mover_end = p[1].mover;
    s->contact_count = p[1].contact - p[0].contact;
    s->order = tick->order + p[0].contact;
    s->special = s->rate < 4;
    fs__two_colour(s);
    s->soft.far = s->row_count > FS__TWO_NEAR_BLOCKS;
    fs__two_fill(s);
    fs__two_prepare(s);
    if (tick->joint_count > 0)
        s->joints = fs__two_joints_prepare(tick);
    for (uint32_t k = 0; k < s->substeps; k++)
        substep(s, k);
    fs__two_bounce(s);
    if (tick->joint_count > 0)
        fs__two_joints_store(s->joints);
    fs__two_store(s);
    fs__two_place_bodies(s);
}

/* ---- packs --------------------------------------------------------------------------------------------------- */

static uint32_t size_of(const struct fs__two_tick *tick, uint32_t pack)
{
    return tick->pack[pack + 1].contact - tick->pack[pack].contact;
}

static bool take_run(struct run *r, const struct fs__two_solver *s, uint32_t from, uint32_t to, fs_arena *arena)
{
    uint32_t most = 0;
    for (uint32_t k = from; k < to; k++)
        most = fs_max_u32(most, size_of(s->tick, k));
    r->solver = *s;
    r->from = from;
    r->to = to;
    return fs__two_take_rows(&r->solver, arena, most);
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
static bool shared_out(struct fs__two_solver *s)
{
    struct fs__two_tick *tick = s->tick;
    const fs_tasks *tasks = s->w->tasks;
    uint32_t pieces = fs_min_u32(fs__two_pieces(tasks, tick->pack_count, PIECE_PACKS), MOST_PIECES), most = 0;
    for (uint32_t k = 0; k < tick->pack_count; k++)
        most = fs_max_u32(most, size_of(tick, k));
    if (pieces < 2 || most > tick->contact_count / (pieces * PIECE_PACKS))
        return false;
    fs_arena arena = tick->arena;
    struct run *runs = fs_arena_take(&arena, pieces * sizeof *runs);
    s->tasks = NULL;
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t from = fs__two_piece_start(tick->pack_count, pieces, i), to = fs__two_piece_start(tick->pack_count, pieces, i + 1);
        if (runs == NULL || !take_run(&runs[i], s, from, to, &arena))
            return false;
    }
    fs__two_share(tasks, pieces, pieces, do_piece, runs);
    for (uint32_t i = 0; i < pieces; i++)
        s->limited += runs[i].solver.limited;
    return true;
}

static bool solve_all(struct fs__two_solver *s)
{
    struct run all;
    if (shared_out(s))
        return true;
    s->tasks = s->w->tasks;
    if (!take_run(&all, s, 0, s->tick->pack_count, &s->tick->arena))
        return false;
    do_run(&all);
    s->limited = all.solver.limited;
    return true;
}

void fs__two_solve(struct fs__two_tick *tick)
{
    struct fs__two_solver s = { .tick = tick, .w = tick->w, .kernel = chosen(tick->w->kernel) };
    uint32_t *count = tick->w->rules.limited;
    bool taken = take(&s, tick);
    if (taken)
        set_rates(&s);
    if (!taken || !solve_all(&s))
        tick->approach = NULL;
    *count = (uint32_t)fs_min_u64(*count + s.limited, UINT32_MAX);
}
