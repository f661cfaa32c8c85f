/* joint_direct.c: the direct solver of trees of joints in the plane: couplings, and the order of the work; see
 * physics/joint_elimination.h.
 */
#include "physics2d/joint/joint_direct.h"

/* product * 2^-frac * factor * 2^-scales as Q60. */
static int64_t scaled_term(int64_t product, int frac, fs_scaled factor, int32_t scales)
{
    if (product == 0 || factor.m == 0)
        return 0;
    int32_t shift = frac - FS__DIRECT_MATRIX_FRAC + 32 - factor.e + scales;
    if (shift > 127)
        return 0;
    return fs_mul64(product, (int64_t)factor.m * ((int64_t)1 << 32), (unsigned)fs_max32(shift, 0));
}

/* The coupling of row r of joint d with row q of joint e through the body at end `i` of d and end `k` of e. */
static int64_t couple_rows(const struct fs__direct2_joint *d, const struct fs__direct2_row *r, unsigned i,
                           const struct fs__direct2_row *q, unsigned k)
{
    int64_t n = (int64_t)r->n.x * q->n.x + (int64_t)r->n.y * q->n.y, arms = (int64_t)r->arm[i] * q->arm[k];
    int32_t scales = r->scale + q->scale;
    int64_t sum = fs_sat64_add(scaled_term(n, 2 * FS_UNIT_FRAC, d->body[i]->inv_mass, scales),
                               scaled_term(arms, 2 * FS_REL_FRAC, d->body[i]->effective_inv_inertia, scales));
    /* At most 1, except where an arm grew beyond what the scale allows for. */
    sum = fs_clamp64(sum, -((int64_t)2 << FS__DIRECT_MATRIX_FRAC), (int64_t)2 << FS__DIRECT_MATRIX_FRAC);
    return i == k ? sum : -sum;
}

static void fs__direct2_predict_bodies(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree)
{
    (void)js, (void)tree; /* the joints know all that they need */
}

static void fs__direct2_set_yield_from(struct fs__direct2_joint *d, fs_scaled inverse_mass, fs_scaled inverse_moment)
{
    for (unsigned i = 0; i < d->rows; i++) {
        const struct fs__direct2_row *r = &d->row[i];
        d->yield_from[r->angle] = fs__loop_yield_from(r->angle ? inverse_moment : inverse_mass, r->scale);
    }
}

static int64_t fs__direct2_yield_at(struct fs__direct2_joint *d, unsigned q, int64_t pivot)
{
    return d->yield[q] = fs__loop_yield(d->yield_from[d->row[q].angle], pivot);
}

#define DIRECT(name) fs__direct2_##name
#define DIRECT_ROWS FS__DIRECT2_MAX_ROWS
#define DIRECT_CONTEXT struct fs__joint_solver2
#define DIRECT_SOLVER struct fs__direct2_solver
#define DIRECT_JOINT struct fs__direct2_joint
#define DIRECT_ROW struct fs__direct2_row
#define DIRECT_BLOCK struct fs__direct2_block
#include "physics/joint_elimination.h"

void fs__direct2_set_yields(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    set_yields(s, tree);
}

/* Whether other limits are reached than before. */
static bool update_rows_of_tree(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree)
{
    bool changed = false;
    for (uint32_t k = tree->first; k < tree->end; k++) {
        struct fs__direct2_joint *d = &js->direct->joint[k];
        const int8_t before = d->joint->direct_limit;
        fs__direct2_update_rows(d, js->speculative.bias_rate);
        changed |= d->joint->direct_limit != before;
    }
    return changed;
}

void fs__direct2_factor(const struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++) {
        const struct fs__joint_tree *tree = &js->direct->trees.tree[i];
        update_rows_of_tree(js, tree);
        fs__direct2_set_biased(js->direct, tree);
        factor_tree(js->direct, tree);
    }
}

static bool is_stiff(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    bool any = false;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        any |= s->body[i].kept_spin != FS_UNIT_ONE;
    return any;
}

void fs__direct2_factor_changed(const struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++) {
        const struct fs__joint_tree *tree = &js->direct->trees.tree[i];
        if (update_rows_of_tree(js, tree) || (tree->tied && is_stiff(js->direct, tree)))
            factor_tree(js->direct, tree);
    }
}

static void note_ways(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        s->body[i].way[0] = s->body[i].solver_body->vx;
        s->body[i].way[1] = s->body[i].solver_body->vy;
    }
}

void fs__direct2_solve(const struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++) {
        const struct fs__joint_tree *tree = &js->direct->trees.tree[i];
        solve_rows_of_tree(js, tree, true);
        note_ways(js->direct, tree);
        if (!fs__direct2_set_push(js, tree))
            continue;
        solve_tree(js->direct, tree);
        fs__direct2_apply_push(js, tree);
    }
}

/* Whether springs or motors act on joints of the tree. */
static bool is_driven(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        if ((s->joint[k].joint->flags & (FS_JOINT2_MOTOR | FS_JOINT2_SPRING)) != 0 || s->joint[k].joint->soft_angle)
            return true;
    return false;
}

/* Free trees of like masses behave as those in lanes (tree_block.h), and loops keep their energy without. Worlds without correction
 * solve without bias before bodies move, too: there the balance of a substep is not known. */
static bool is_balanced(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree)
{
    return (js->w->rules.flags[0] & FS_WORLD2_CORRECTION) != 0 && tree->loops == 0 && !is_driven(js->direct, tree) &&
           (tree->tied || !fs__direct2_has_like_masses(js->direct, tree, FS__DIRECT2_UNLIKE_MASSES));
}

void fs__direct2_begin_balance(const struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++) {
        struct fs__joint_tree *tree = &js->direct->trees.tree[i];
        tree->balanced = is_balanced(js, tree);
        if (!tree->balanced)
            continue;
        fs__direct2_weigh_tree(js, tree);
        fs__direct2_begin_energy(js, tree);
    }
}

void fs__direct2_relax(const struct fs__joint_solver2 *js)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++) {
        struct fs__joint_tree *tree = &js->direct->trees.tree[i];
        solve_rows_of_tree(js, tree, false);
        if (!tree->balanced)
            continue;
        (void)fs__direct2_restore_energy(js, tree);
        fs__direct2_begin_energy(js, tree);
    }
}

void fs__direct2_approach(const struct fs__joint_solver2 *js, uint32_t round)
{
    for (uint32_t i = 0; i < js->direct->trees.tree_count; i++)
        if (round < fs_max_u32(js->direct->trees.tree[i].rounds, 1))
            solve_tangents(js, &js->direct->trees.tree[i]);
}

/* ---- impacts -------------------------------------------------------------------------------------------------------- */

enum { EXACT_BITS = FS_VEL_FRAC + FS_UNIT_FRAC - FS_WIDE_FRAC - FS__JOINT_FINE_BITS }; /* below residuals */

/* The residuals become what the exact velocities have, and these those. */
static void exchange_residuals(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree, int64_t *exact)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = 0; k < 3; k++) {
            int64_t *of = &exact[(size_t)js->direct->trees.body[i] * 4 + k], part = fs_asr64(*of, EXACT_BITS);
            int32_t *residual = &js->direct->body[i].residual[k];
            *of += (*residual - part) * ((int64_t)1 << EXACT_BITS);
            *residual = (int32_t)part;
        }
}

/* Impulses stay as they are: the next tick starts from those of the substeps. */
void fs__direct2_answer_tree(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree, int64_t *exact)
{
    exchange_residuals(js, tree, exact);
    set_right_sides(js, tree, UNBIASED);
    solve_tree(js->direct, tree);
    fs__direct2_add_solution(js->direct, tree);
    fs__direct2_apply_sums(js->direct, tree);
    exchange_residuals(js, tree, exact);
}
