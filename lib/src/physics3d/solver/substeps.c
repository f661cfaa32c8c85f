/* substeps.c: the substeps of a tick, in order; see solver.h.
 *
 * Method: soft constraints with substeps and relaxation (E. Catto, "Solver2D", 2024), on rows in velocity units.
 * This file only orders the work; the rows are in contact_passes.h. Colours follow one another; the blocks of one
 * colour share no movable body and are distributed over the threads that the caller lends.
 */
#include "physics3d/dimension.h"

#include "base/parallel_for.h"
#include "state/kernel.h"
#include "physics3d/body/body.h"
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/resolver/resolver.h"
#include "physics/solver/contact_stiffness.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/solver/load_mass.h"

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86_KERNELS 1
#else
#define HAVE_X86_KERNELS 0
#endif

/* Fewer blocks or batches are not worth another thread. */
enum { CHUNK_BLOCKS = 4, CHUNK_BATCHES = 2 };
enum { MANY_CONTACTS = 2048 }; /* see solver_batches.inl */

#include "physics/solver/solver_batches.inl"

/* ---- kernels --------------------------------------------------------------------------------------------- */

const struct fs__solver3_kernel *fs__solver3_kernel(unsigned index)
{
#if HAVE_X86_KERNELS
    if (index == 1 && __builtin_cpu_supports("sse4.1"))
        return &fs__solver3_kernel_sse41;
    if (index == 2 && __builtin_cpu_supports("avx2"))
        return &fs__solver3_kernel_avx2;
#endif
    return index == 0 ? &fs__solver3_kernel_scalar : NULL;
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* What the default solver and the resolver take beside the arrays of the tick; a tick uses one of them. */
static size_t rows_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t substeps = fs__joint3_arena_size(bodies, joints) + batch_runs_size(contacts) +
                      fs__solver3_blocks_arena_size(contacts);
    size_t resolver = fs__resolver3_arena_size(bodies, contacts, joints);
    return substeps > resolver ? substeps : resolver;
}

size_t fs__solver3_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t solver_bodies = (size_t)bodies + 1;
    return rows_arena_size(bodies, contacts, joints) + FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver3_body)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver3_inertia)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver3_reference)) +
           2 * FS_ARENA_BYTES(solver_bodies * 8 * sizeof(int64_t)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver3_velocity_part)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(struct fs__solver3_velocities)) +
           FS_ARENA_BYTES(solver_bodies * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES(contacts * sizeof(fs_vel));
}

static bool take_arrays(struct fs__solver3 *s, struct fs__world3_tick *tick)
{
    size_t bodies = tick->solver_body_count;
    if (tick->solver_body == NULL)
        tick->solver_body = fs_arena_take(&tick->arena, bodies * sizeof *tick->solver_body);
    tick->approach_speed = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->approach_speed);
    tick->total_normal_impulse = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->total_normal_impulse);
    s->inertia = fs_arena_take(&tick->arena, bodies * sizeof *s->inertia);
    s->reference = fs_arena_take(&tick->arena, bodies * sizeof *s->reference);
    s->travel = fs_arena_take(&tick->arena, bodies * 8 * sizeof *s->travel);
    s->exact = fs_arena_take(&tick->arena, bodies * 8 * sizeof *s->exact);
    s->velocity_part = fs_arena_take(&tick->arena, bodies * sizeof *s->velocity_part);
    s->kept_velocity = fs_arena_take(&tick->arena, bodies * sizeof *s->kept_velocity);
    s->body_mark = fs_arena_take(&tick->arena, bodies * sizeof *s->body_mark);
    return tick->solver_body != NULL && tick->approach_speed != NULL && tick->total_normal_impulse != NULL &&
           s->inertia != NULL && s->reference != NULL && s->travel != NULL && s->exact != NULL &&
           s->velocity_part != NULL && s->kept_velocity != NULL && s->body_mark != NULL;
}

static bool alloc_tick(struct fs__solver3 *s, struct fs__world3_tick *tick)
{
    if (!take_arrays(s, tick))
        return false;
    for (size_t i = 0; i < (size_t)tick->solver_body_count * 8; i++)
        s->travel[i] = s->exact[i] = 0;
    s->constants.exact = s->exact;
    tick->solver_body[FS__SOLVER3_STATIC_BODY] = (struct fs__solver3_body){ .flags = 0 };
    s->reference[FS__SOLVER3_STATIC_BODY] = (struct fs__solver3_reference){ .turned = 0 };
    s->inertia[FS__SOLVER3_STATIC_BODY] = (struct fs__solver3_inertia){ .e = 0 };
    s->body_mark[FS__SOLVER3_STATIC_BODY] = FS__COLOURING_IMMOVABLE;
    return true;
}

/* ---- constants of the tick --------------------------------------------------------------------------------- */

static void set_rates(struct fs__solver3 *s)
{
    const struct fs_physics3_view *rules = &s->w->rules;
    s->substeps = rules->substeps[0] == 0 ? 1 : rules->substeps[0];
    s->parts = fs__world3_parts(s->w);
    s->rate = fs__rate_make(fs__world3_rate(s->w) * s->substeps);
    s->first_substep = (s->w->world.tick[0] * s->parts + s->w->part) * s->substeps;
    s->biased = (rules->flags[0] & FS_WORLD3_CORRECTION) != 0;
    s->constants.per_substep = (int32_t)(s->rate.hz << 16);
    s->constants.max_separation = fs_sat32((int64_t)FS_REL_ONE * 128 / s->rate.hz);
    s->constants.min_bias_velocity = -rules->max_push_out_speed[0];
    s->constants.position_step = (int32_t)((((int64_t)1 << 35) + s->rate.hz / 2) / s->rate.hz);
    s->constants.position_step |= 1; /* odd: no product is half a step, see make_odd() */
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

enum { BLOCK_KINDS = FS__SOLVER3_KINDS };

/* Contacts of bodies on joints are solved in all rounds. */
static uint32_t rounds_of(const struct fs__solver3 *s, uint32_t solver_body)
{
    return s->w->body.first_joint[s->tick->body_row[solver_body]] != 0 ? UINT8_MAX : 0;
}

#include "physics/solver/jointed_blocks.inl"
#include "physics/solver/colour_blocks.inl"

/* Contacts without a colour come first, one after the other; only the scalar kernel can solve them, as contacts of four
 * points. */
static void run_pass(struct fs__solver3 *s, fs__solver3_pass_fn *const *pass, fs__solver3_pass_fn *scalar_pass)
{
    struct job job = { .s = s, .pass = pass };
    const struct fs__colouring *c = &s->colouring;
    uint32_t first = c->first[c->overflow], end = c->first[c->overflow + 1];
    if (first < end)
        run_kind(s, scalar_pass, first, end);
    for (uint32_t colour = 0; colour < FS__COLOURING_COLOURS; colour++) {
        for (unsigned kind = 0; kind <= FS__SOLVER3_KINDS; kind++)
            job.first[kind] = c->first[colour * FS__SOLVER3_KINDS + kind];
        run_colour(&job);
    }
}

/* ---- deep overlap: physics/solver/push_out.h ------------------------------------------------------------------ */

/* Before the bodies move. */
static void push_out(struct fs__solver3 *s)
{
    if (!s->deep)
        return;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        const struct fs__solver3_body *b = &s->tick->solver_body[i];
        s->kept_velocity[i] = (struct fs__solver3_velocities){ b->v, b->w };
    }
    run_pass(s, s->kernel->push_out, fs__solver3_kernel_scalar.push_out[0]);
}

/* After they have moved. */
static void drop_push_out(struct fs__solver3 *s)
{
    if (!s->deep)
        return;
    for (uint32_t i = s->body_first; i < s->body_end; i++) {
        struct fs__solver3_body *b = &s->tick->solver_body[i];
        b->v = s->kept_velocity[i].v;
        b->w = s->kept_velocity[i].w;
    }
}

static void keep_lane_awake(struct fs__solver3 *s, uint8_t movable, const int32_t *body, unsigned k)
{
    if ((movable >> k & 1u) != 0)
        s->w->body.still_ticks[s->tick->body_row[body[k]]] = 0;
}

/* Bodies that are pushed out move, though they are left without a velocity. */
static void keep_pushed_awake(struct fs__solver3 *s)
{
    uint32_t end = s->deep ? s->colouring.first[s->colouring.overflow + 1] : 0;
    for (uint32_t i = 0; i < end; i++) {
        const struct fs__solver3_block *r = &s->block[i];
        for (unsigned k = 0; k < FS__SOLVER3_LANES; k++)
            if (r->push_rate[k] != 0) {
                keep_lane_awake(s, r->write_a, r->a, k);
                keep_lane_awake(s, r->write_b, r->b, k);
            }
    }
}

/* ---- joints -------------------------------------------------------------------------------------------------- */

struct joint_job {
    struct fs__solver3 *s;
    fs__joint3_pass_fn *pass;
    uint32_t first;
};

static void run_joint_blocks(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct joint_job *job = work;
    (void)chunk;
    job->pass(job->s->joint_block + job->first + from, to - from, job->s->tick->solver_body, &job->s->constants);
}

/* Joints without a colour first, as contacts. Joint impulses must not count as contact impulses, so the velocity parts are
 * exchanged around the joints. */
static void run_colours_of_joints(struct fs__solver3 *s, fs__joint3_pass_fn *pass, fs__joint3_pass_fn *scalar_pass)
{
    const struct fs__colouring *c = &s->joint_colouring;
    struct joint_job job = { s, scalar_pass, c->first[c->overflow] };
    if (c->size[c->overflow] > 0)
        run_joint_blocks(&job, 0, 0, c->first[c->overflow + 1] - job.first);
    job.pass = pass;
    for (uint32_t colour = 0; colour < FS__COLOURING_COLOURS; colour++) {
        job.first = c->first[colour * FS__JOINT3_KINDS];
        uint32_t count = c->first[(colour + 1) * FS__JOINT3_KINDS] - job.first;
        if (count > 0)
            fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BLOCKS), run_joint_blocks,
                             &job);
    }
}

/* A pass that changes velocities. */
static void run_joint_colours(struct fs__solver3 *s, fs__joint3_pass_fn *pass, fs__joint3_pass_fn *scalar_pass)
{
    fs__joint3_begin_rows(s);
    run_colours_of_joints(s, pass, scalar_pass);
    fs__joint3_end_rows(s);
}

enum joint_step { WARM_START, APPROACH, SOLVE, RELAX };

/* Trees come last: their error must be smallest. */
static void run_joints(struct fs__solver3 *s, enum joint_step step)
{
    const struct fs__joint3_passes *passes = s->kernel->joints, *scalar = fs__solver3_kernel_scalar.joints;
    if (s->tick->joint_count == 0)
        return;
    fs__solver3_swap_velocity_part(s);
    switch (step) {
    case WARM_START:
        run_joint_colours(s, passes->warm_start, scalar->warm_start);
        fs__direct3_warm_start(s);
        break;
    case APPROACH:
        run_joint_colours(s, passes->solve, scalar->solve);
        fs__direct3_approach(s);
        break;
    case SOLVE:
        run_joint_colours(s, passes->solve, scalar->solve);
        fs__direct3_solve(s);
        break;
    default:
        run_joint_colours(s, passes->relax, scalar->relax);
        run_colours_of_joints(s, passes->sum_exact, scalar->sum_exact);
        fs__direct3_relax(s);
        break;
    }
    fs__solver3_swap_velocity_part(s);
}

static void move_bodies(struct fs__solver3 *s)
{
    bool trees = s->tick->joint_count > 0;
    if (trees)
        fs__direct3_begin_motions(s);
    s->kernel->integrate_positions(s->tick->solver_body + s->body_first, s->travel + (size_t)s->body_first * 8,
                                   s->body_end - s->body_first, &s->constants);
    if (trees)
        fs__direct3_end_motions(s);
}

static bool has_trees(const struct fs__solver3 *s)
{
    return s->tick->joint_count > 0 && s->direct->trees.tree_count > 0;
}

static bool has_contacts(const struct fs__solver3 *s)
{
    return s->contact_count > 0;
}

static void solve_contacts(struct fs__solver3 *s)
{
    run_pass(s, s->kernel->solve, fs__solver3_kernel_scalar.solve[0]);
}

static void solve_joints(struct fs__solver3 *s)
{
    run_joints(s, SOLVE);
}

static void approach_joints(struct fs__solver3 *s, uint32_t round)
{
    s->direct->round = round;
    run_joints(s, APPROACH);
}

static fs_wide joint_force(const struct fs_world3 *w, uint32_t joint)
{
    return fs_wide3_length(w->joint.force[joint]);
}

static void ask_rounds(struct fs__solver3 *s, uint32_t solver_body, uint32_t n)
{
    const uint32_t tree = s->direct->tree_of[solver_body];
    if (tree != FS__JOINT3_NONE)
        s->direct->trees.tree[tree].rounds = fs_max_u32(s->direct->trees.tree[tree].rounds, n);
}

static bool may_have_trees(const struct fs__solver3 *s)
{
    return has_trees(s);
}

static void share_rounds(struct fs__solver3 *s)
{
    (void)s; /* the trees have been asked */
}

#include "physics/solver/solve_rows.inl"

/* ---- the tick ------------------------------------------------------------------------------------------------ */

/* The velocity that contacts gave a body in a substep, warm start included, equals that of their accumulated
 * impulses. So only the first substep of a tick warm starts contacts; in the others
 * fs__solver3_integrate_velocities() adds the same velocity body by body. */
static void run_substep(struct fs__solver3 *s, uint32_t k)
{
    const struct fs__solver3_kernel *kernel = s->kernel, *scalar = &fs__solver3_kernel_scalar;
    fs__solver3_integrate_velocities(s, k);
    if (k > 0)
        fs__joint3_update(s);
    run_joints(s, WARM_START);
    if (k == 0)
        run_pass(s, kernel->warm_start, scalar->warm_start[0]);
    solve_rows(s);
    push_out(s);
    move_bodies(s);
    drop_push_out(s);
    run_joints(s, RELAX);
    run_pass(s, kernel->relax, scalar->relax[0]);
}

/* Solves one batch in the blocks allocated by alloc_run(). */
static void solve_batch(struct fs__solver3 *s, uint32_t batch)
{
    const struct fs__island_batch *p = &s->tick->batch[batch];
    s->body_first = p[0].solver_body;
    s->body_end = p[1].solver_body;
    s->contact_count = p[1].contact - p[0].contact;
    s->batch_order = s->tick->batch_order + p[0].contact;
    s->special = s->rate.hz < 4;
    fs__solver3_colour_contacts(s);
    fs__solver3_load_bodies(s);
    fs__solver3_prepare_contacts(s);
    fs__joint3_prepare(s);
    find_rounds(s);
    use_rounds(s, s->colouring.first[s->colouring.overflow + 1]);
    for (uint32_t k = 0; k < s->substeps; k++)
        run_substep(s, k);
    keep_pushed_awake(s);
    run_pass(s, s->kernel->sum_exact, fs__solver3_kernel_scalar.sum_exact[0]);
    fs__joint3_add_residuals(s);
    fs__solver3_correct_velocities(s);
    fs__solver3_apply_restitution(s);
    fs__solver3_limit_energy(s);
    fs__solver3_store_impulses(s);
    fs__joint3_store(s);
    fs__solver3_place_stops(s);
    fs__solver3_time_impacts(s);
    fs__solver3_store_bodies(s);
    if (s->tick->joint_count > 0)
        fs__direct3_close_joints(s);
}

static bool alloc_batches(struct fs__solver3 *s, fs_arena *arena, uint32_t contacts)
{
    return fs__solver3_alloc_blocks(s, arena, contacts) && fs__joint3_alloc(s, arena);
}

/* The same with the worst-first resolver: one resolution instead of the substeps. */
static void resolve_tick(struct fs__world3_tick *tick)
{
    struct fs__solver3 s = { .tick = tick, .w = tick->w, .kernel = fs__solver3_choose_kernel(tick->w) };
    uint32_t *count = tick->w->rules.limited;
    bool ready = alloc_tick(&s, tick);
    if (ready)
        set_rates(&s);
    if (!ready || !fs__resolver3_run(&s))
        tick->approach_speed = NULL;
    *count = (uint32_t)fs_min_u64(*count + s.limited, UINT32_MAX);
}

void fs__solver3_run(struct fs__world3_tick *tick)
{
    if ((tick->w->rules.flags[0] & FS_WORLD3_WORST_FIRST) != 0)
        resolve_tick(tick);
    else {
        fs__load_mass3_update(tick);
        fs__contact_stiffness3_update(tick);
        fs__solver3_prepare_impacts(tick);
        run_tick(tick);
    }
}
