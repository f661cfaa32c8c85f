/* joint_direct.c: the direct solver of trees of joints in space: couplings, and the order of the work; see
 * joint_direct.h and physics/joint_elimination.h. Trees share no movable body: threads solve them side by side.
 */
#include "physics3d/joint/joint_direct.h"

#include "base/parallel_for.h"

enum { CHUNK_TREES = 1 }; /* fewer trees are not worth another thread */

/* The coupling of row r of joint d with row q of another joint through the body at end `i` of d and end `k` of that. At most
 * 1, except where an arm grew beyond what the scale allows for. */
static int64_t couple_rows(const struct fs__direct3_joint *d, const struct fs__direct3_row *r, unsigned i,
                           const struct fs__direct3_row *q, unsigned k)
{
    const int32_t *g = r->end[i].g, *h = q->end[k].g;
    int64_t sum = (int64_t)g[0] * h[0] + (int64_t)g[1] * h[1] + (int64_t)g[2] * h[2] + (int64_t)g[3] * h[3] +
                  (int64_t)g[4] * h[4] + (int64_t)g[5] * h[5];
    (void)d;
    sum = fs_clamp64(sum, -((int64_t)2 << FS__DIRECT_MATRIX_FRAC), (int64_t)2 << FS__DIRECT_MATRIX_FRAC);
    return i == k ? sum : -sum;
}

static void fs__direct3_predict_bodies(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        fs__direct3_predict_body(s, &s->direct->body[i]);
}

static void fs__direct3_apply_sums(struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        fs__direct3_apply_sum(&s->body[i]);
}

static void fs__direct3_set_yield_from(struct fs__direct3_joint *d, fs_scaled inverse_mass, fs_scaled inverse_moment)
{
    d->yield_from[0] = fs__loop_yield_from(inverse_mass, d->scale[0]);
    d->yield_from[1] = fs__loop_yield_from(inverse_moment, d->scale[1]);
}

static int64_t fs__direct3_yield_at(struct fs__direct3_joint *d, unsigned q, int64_t pivot)
{
    return d->yield[q] = fs__loop_yield(d->yield_from[d->row[q].angular], pivot);
}

#define DIRECT(name) fs__direct3_##name
#define DIRECT_ROWS FS__DIRECT3_MAX_ROWS
#define DIRECT_CONTEXT struct fs__solver3
#define DIRECT_SOLVER struct fs__direct3_solver
#define DIRECT_JOINT struct fs__direct3_joint
#define DIRECT_ROW struct fs__direct3_row
#define DIRECT_BLOCK struct fs__direct3_block
#include "physics/joint_elimination.h"

/* ---- trees ---------------------------------------------------------------------------------------------------------- */

static void update_rows(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_update_rows(s, &s->direct->joint[k]);
}

/* As stiff as the impulses make it, or plain. Returns whether a body is stiff by them. */
static bool update_inertia(const struct fs__solver3 *s, const struct fs__joint_tree *tree, bool plain)
{
    struct fs__direct3_solver *t = s->direct;
    bool stiff = false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_add_stiffness(s, &t->joint[k], tree->scale);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_set_inertia(&t->body[i], plain);
        stiff |= t->body[i].stiff;
    }
    return stiff;
}

static void update_matrix(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_update_responses(&t->joint[k], tree->scale);
    fs__direct3_set_biased(t, tree);
    factor_tree(t, tree);
}

void fs__direct3_solve_system(struct fs__direct3_solver *t, const struct fs__joint_tree *tree)
{
    solve_tree(t, tree);
}

static void prepare_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_load_body(s, &t->body[i], t->trees.body[i]);
        t->body[i].touched = tree->touched;
    }
    fs__direct3_prepare_tree(s, tree);
    set_yields(t, tree);
    update_rows(s, tree);
    update_inertia(s, tree, false);
    update_matrix(s, tree);
    tree->balanced = true;
    fs__direct3_weigh_tree(s, tree);
    fs__direct3_begin_energy(s, tree);
}

static void clear_impulses(struct fs__direct3_solver *t, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < FS__JOINT3_SLOTS; i++)
            t->joint[k].impulse[i] = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = 0; k < 6; k++)
            t->body[i].sum[k] = 0;
}

/* Half of what a velocity may be, m/s and rad/s (Q40). */
#define LARGE_CHANGE ((int64_t)256 << FS__DIRECT_FINE)

/* Whether impulses that balanced each other where the bodies were do so no more. What a velocity cannot hold no solution takes back. */
static bool are_unbalanced(const struct fs__direct3_solver *t, const struct fs__joint_tree *tree)
{
    int64_t most = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = 0; k < 6; k++)
            most = fs_max64(most, fs_abs64(t->body[i].sum[k]));
    return most > LARGE_CHANGE;
}

/* Impulses that would turn a body by more than 2^-3 rad are balanced where the bodies were, and not where they are now: see
 * physics2d/joint/joint_direct_body.c. Those of a loop that is almost singular are large, too. */
static void start_impulses(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end && tree->loops == 0; k++)
        fs__direct3_apply_impulses(&s->direct->joint[k]);
    if (tree->loops > 0 || are_unbalanced(s->direct, tree) ||
        (tree->tied && fs__direct3_excess_bits(s, tree, FS__DIRECT_WARM_START_BITS) > 0))
        clear_impulses(s->direct, tree);
    fs__direct3_apply_sums(s->direct, tree);
}

static void warm_start_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_resolve_spin(s, &t->joint[k]);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_keep_spin(&t->body[i]);
        fs__direct3_apply_sum(&t->body[i]);
    }
    start_impulses(s, tree);
}

static void keep_given_spins(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        fs__direct3_keep_given_spin(&s->direct->body[i]);
}

/* Whether springs or motors act on joints of the tree. */
static bool is_driven(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        if ((s->w->joint.flags[s->direct->joint[k].joint_row] & (FS_JOINT3_MOTOR | FS_JOINT3_SPRING)) != 0)
            return true;
    return false;
}

/* Stiff springs of small bodies gain energy from velocities that are right along the tangents alone. What nothing touches
 * has nothing to tell the contacts. */
static void approach_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    if (!tree->touched || s->direct->round >= fs_max_u32(tree->rounds, 1))
        return;
    keep_given_spins(s, tree);
    if (is_driven(s, tree))
        solve_rows_of_tree(s, tree, true);
    else
        solve_tangents(s, tree);
}

/* Cables that a solution draws beyond their length within the substep become rows; whether there were any. */
static bool catch_cables(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    bool any = false;
    for (uint32_t k = tree->first; k < tree->end; k++) {
        struct fs__direct3_joint *d = &s->direct->joint[k];
        if (d->rows > 0 || s->w->joint.kind[d->joint_row] != FS_JOINT3_CABLE)
            continue;
        fs__direct3_update_rows(s, d);
        if (d->rows == 0)
            continue;
        fs__direct3_update_responses(d, tree->scale);
        any = true;
    }
    if (any)
        factor_tree(s->direct, tree);
    return any;
}

enum { MAX_SNAPS = 8 };

/* A cable that becomes taut pulls the next one taut: a rope that snaps. */
static void solve_tree_with_bias(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    keep_given_spins(s, tree);
    solve_rows_of_tree(s, tree, true);
    for (int round = 0; round < MAX_SNAPS && catch_cables(s, tree); round++)
        solve_rows_of_tree(s, tree, true);
    fs__direct3_solve_push(s, tree);
}

static void begin_motion(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_begin_motion(s, &s->direct->body[i]);
        fs__direct3_begin_push(&s->direct->body[i]);
    }
}

static void end_motion(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_end_push(&s->direct->body[i]);
        fs__direct3_end_motion(&s->direct->body[i]);
    }
}

/* The impulses of the next substep are between those with bias and without: as stiff as by the larger. */
static void restore_stiffness(const struct fs__solver3 *s, const struct fs__joint_tree *tree, bool turned)
{
    if (turned)
        update_rows(s, tree);
    if (turned || tree->tied)
        turned |= update_inertia(s, tree, false);
    if (turned)
        update_matrix(s, tree);
}

/* Velocities of a tree that is tied are projected with the inertia that its bodies have: a stiff link that kept its whole spin would
 * give what it does not have, and chains with loads gained energy by that. */
static void relax_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs__direct3_add_precession(&t->body[i]);
        fs__direct3_update_body(s, &t->body[i]);
    }
    update_rows(s, tree);
    update_inertia(s, tree, tree->tied);
    update_matrix(s, tree);
    solve_rows_of_tree(s, tree, false);
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_add_totals(&t->joint[k]);
    restore_stiffness(s, tree, fs__direct3_restore_energy(s, tree));
    fs__direct3_begin_energy(s, tree);
}

/* ---- impacts -------------------------------------------------------------------------------------------------------- */

enum { EXACT_BITS = FS_VEL_FRAC + FS_UNIT_FRAC - FS__DIRECT_FINE }; /* of exact velocities below those of residuals */

/* The residuals become what the exact velocities have, and these those. */
static void exchange_residuals(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = 0; k < 6; k++) {
            int64_t *exact = &s->exact[fs__solver3_exact_at(s->direct->trees.body[i], k)],
                    part = fs_asr64(*exact, EXACT_BITS);
            int32_t *residual = &s->direct->body[i].residual[k];
            *exact += (*residual - part) * ((int64_t)1 << EXACT_BITS);
            *residual = (int32_t)part;
        }
}

/* Impulses stay as they are: the next tick starts from those of the substeps. */
void fs__direct3_answer_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    exchange_residuals(s, tree);
    set_right_sides(s, tree, UNBIASED);
    solve_tree(t, tree);
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct3_add_push(&t->joint[k]);
    fs__direct3_apply_sums(t, tree);
    exchange_residuals(s, tree);
}

void fs__direct3_ready_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    if (tree->ready)
        return;
    update_inertia(s, tree, true);
    update_matrix(s, tree);
    fs__direct3_answer_tree(s, tree);
    tree->ready = true;
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */

struct tree_job {
    struct fs__solver3 *s;
    void (*work)(struct fs__solver3 *s, struct fs__joint_tree *tree);
};

static void run_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct tree_job *job = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        job->work(job->s, &job->s->direct->trees.tree[i]);
}

static void for_all_trees(struct fs__solver3 *s, void (*work)(struct fs__solver3 *s, struct fs__joint_tree *tree))
{
    struct tree_job job = { s, work };
    uint32_t count = s->direct->trees.tree_count;
    if (count > 0)
        fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_TREES), run_some, &job);
}

static void mark_touched_tree(struct fs__direct3_solver *t, uint32_t solver_body)
{
    if (t->tree_of[solver_body] != FS__JOINT3_NONE)
        t->trees.tree[t->tree_of[solver_body]].touched = true;
}

static void mark_pushed_tree(struct fs__direct3_solver *t, uint32_t solver_body)
{
    if (t->tree_of[solver_body] != FS__JOINT3_NONE)
        t->trees.tree[t->tree_of[solver_body]].pushed = true;
}

/* Contacts of the batch have got their solver bodies with their colours. */
static void mark_touched_trees(struct fs__solver3 *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++) {
        mark_touched_tree(s->direct, s->contact_slot[i].a);
        mark_touched_tree(s->direct, s->contact_slot[i].b);
    }
}

/* Joints that are solved in blocks, and motors and springs of those in trees. */
static void mark_pushed_trees(struct fs__solver3 *s)
{
    for (uint32_t i = 0; i < s->tick->joint_count; i++) {
        const struct fs__joint3_slot *slot = &s->joint_slot[i];
        if (slot->group == FS__JOINT3_NONE)
            continue;
        mark_pushed_tree(s->direct, slot->a);
        mark_pushed_tree(s->direct, slot->b);
    }
}

void fs__direct3_prepare(struct fs__solver3 *s)
{
    const struct fs__joint_softness rigid = fs__joint3_rigid_softness(s);
    s->direct->bias_rate = fs_wide_div(rigid.bias_rate, (fs_wide)rigid.mass_scale << (FS_WIDE_FRAC - FS_UNIT_FRAC));
    fs__direct3_load_body(s, &s->direct->body[0], FS__SOLVER3_STATIC_BODY);
    mark_touched_trees(s);
    mark_pushed_trees(s);
    for_all_trees(s, prepare_tree);
}

void fs__direct3_warm_start(struct fs__solver3 *s)
{
    for_all_trees(s, warm_start_tree);
}

void fs__direct3_approach(struct fs__solver3 *s)
{
    for_all_trees(s, approach_tree);
}

void fs__direct3_solve(struct fs__solver3 *s)
{
    for_all_trees(s, solve_tree_with_bias);
}

void fs__direct3_relax(struct fs__solver3 *s)
{
    for_all_trees(s, relax_tree);
}

void fs__direct3_begin_motions(struct fs__solver3 *s)
{
    for_all_trees(s, begin_motion);
}

void fs__direct3_end_motions(struct fs__solver3 *s)
{
    for_all_trees(s, end_motion);
}

void fs__direct3_close_joints(struct fs__solver3 *s)
{
    for_all_trees(s, fs__direct3_close_tree);
}

/* Residuals are Q40. */
void fs__direct3_add_residuals(const struct fs__direct3_solver *s, int64_t *exact)
{
    for (uint32_t i = 1; i < s->trees.body_count; i++)
        for (unsigned k = 0; k < 6; k++)
            exact[fs__solver3_exact_at(s->trees.body[i], k)] += (int64_t)s->body[i].residual[k] * (1 << EXACT_BITS);
}
