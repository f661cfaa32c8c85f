/* joint_elimination.h: solves the rigid rows of a tree of joints together, by elimination; written once for all dimensions.
 *
 * With the rows J of all joints of a tree, their impulses change by the solution x of
 *
 *     (J M^-1 J^T + E) x = -(J v + bias + E p),        E = 2^-YIELD_BITS of the largest possible diagonal
 *
 * E keeps a chain that is taut between two anchors, whose system is singular, from unbounded tension: it is the
 * compliance of a joint that yields by a few micrometres under loads of a thousand times its own mass. Without bias E p is left
 * out, except in trees with loops: velocities are what they are then, and not what tension lets them sink by, 0.06 m/s for a
 * straight bridge that hangs still between two banks, which never slept.
 *
 * Loops: where the joints of a loop hold more than they can move, as in a ring of fixed joints, rows of the joint that closes it
 * follow from the others. They are eliminated last, and their pivots are then what E and roundings leave: E is smaller in such
 * a tree, and a row yields the more the smaller its pivot is (yield_at), until it is none.
 *
 * Positions: with bias the velocities are such that the joint has no error at the end of the substep, curvature of the
 * paths included; then, without bias, they are projected on what the new directions allow. This is the method RATTLE (H. C.
 * Andersen, 1983), which is symplectic: a pendulum keeps its energy at any amplitude. A tree that is tied to the ground more
 * than once may be almost singular; there errors decay softly.
 *
 * Scaling: row i is multiplied by 2^-scale_i, so that its diagonal is at most 1 (and at least 1/4 before the directions
 * of point rows are told apart). The matrix is symmetric and positive definite, so no entry exceeds 1 during
 * elimination, in any order and for any masses: Q60 loses no digit but its last. Factors l = a / pivot are below
 * 2^(YIELD_BITS/2). What a joint takes from an entry is one exact sum of products, rounded once. The order is that of
 * joint_tree.h, leaves first, so no coupling arises between joints that have none. Cost per joint of a chain of points in
 * the plane: about 20 products to factor, 20 to solve; in space 60 and 40.
 *
 * Included once by each joint_direct.c, which defines before:
 *   DIRECT(name)                                      the name of a function or type of the dimension
 *   DIRECT_CONTEXT, DIRECT_SOLVER                     types; context->direct is the solver
 *   DIRECT_JOINT, DIRECT_ROW, DIRECT_BLOCK            types; a block is a[DIRECT_ROWS][DIRECT_ROWS]
 *   couple_rows(d, r, i, q, k)                        coupling of row r of joint d with row q of another joint, through the
 *                                                     body at end i of d and end k of the other; Q60, scaled
 *   DIRECT(set_yield_from)(d, inverse_mass, inverse_moment)   the pivots from which rows of a joint that closes a loop yield
 *   DIRECT(yield_at)(d, q, pivot)                     what row q of such a joint yields more, from its pivot; Q60
 * Functions of the dimension: predict_bodies, set_right_side, release_limit, take_impulses, apply_solution, apply_sums.
 */
#ifndef FS_PHYSICS_JOINT_ELIMINATION_H
#define FS_PHYSICS_JOINT_ELIMINATION_H

#include "physics/joint_direct.h"

enum { MAX_ROUNDS = 16, MAX_PASSES = 12, MAX_PASSES_TOUCHED = 6 };

/* Rows are solved again while one is wrong by more than 2^-16 m/s; where contacts, which are not solved that far, push a body
 * of the tree, by more than 2^-10 m/s: 4 micrometres in a substep of 1/240 s. */
#define SMALL_SPEED (FS_WIDE_ONE >> 16)
#define SMALL_SPEED_TOUCHED (FS_WIDE_ONE >> 10)

enum { MATRIX_FRAC = FS__DIRECT_MATRIX_FRAC, FACTOR_FRAC = FS__DIRECT_FACTOR_FRAC, YIELD_BITS = FS__DIRECT_YIELD_BITS };

/* ---- loops --------------------------------------------------------------------------------------------------------- */

/* A ring has a radius of about an eighth of the lengths of its arms. */
static fs_scaled radius_of(const DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    int64_t extent = 1;
    for (uint32_t k = tree->first; k < tree->end; k++)
        extent = fs_sat64_add(extent, s->joint[k].extent);
    return fs_scaled_make(extent, -FS_REL_FRAC - 3);
}

static fs_scaled mass_of(const DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    fs_scaled mass = { 0, 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        if (s->body[i].inv_mass.m != 0)
            mass = fs_scaled_add(mass, fs_scaled_inverse(s->body[i].inv_mass));
    return mass;
}

/* Whether no body of a tree is more than `ratio` times as heavy as another. */
bool DIRECT(has_like_masses)(const DIRECT_SOLVER *s, const struct fs__joint_tree *tree, int64_t ratio)
{
    fs_scaled least = { 0, 0 }, most = { 0, 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs_scaled inverse = s->body[i].inv_mass;
        if (inverse.m == 0)
            continue;
        least = least.m == 0 || fs_scaled_cmp(inverse, least) < 0 ? inverse : least;
        most = fs_scaled_cmp(inverse, most) > 0 ? inverse : most;
    }
    return fs_scaled_cmp(most, fs_scaled_mul(least, fs_scaled_make(ratio, 0))) <= 0;
}

/* Once the scales of its rows are known. */
static void set_yields(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    const bool loops = tree->loops > 0;
    for (uint32_t k = tree->first; k < tree->end; k++) {
        s->joint[k].looped = loops;
        s->joint[k].yield_bits = (uint8_t)(loops && tree->exact ? FS__LOOP_YIELD_BITS : YIELD_BITS);
    }
    if (!loops)
        return;
    const fs_scaled radius = radius_of(s, tree), inverse = fs_scaled_inverse(mass_of(s, tree));
    const fs_scaled turn = fs_scaled_div(inverse, fs_scaled_mul(radius, radius));
    for (uint32_t k = tree->first; k < tree->first + tree->loops; k++)
        DIRECT(set_yield_from)(&s->joint[k], inverse, turn);
}

/* ---- the matrix ---------------------------------------------------------------------------------------------------- */

static void assemble_own(DIRECT_JOINT *d)
{
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned q = r; q < d->rows; q++) {
            const DIRECT_ROW *x = &d->row[r], *y = &d->row[q];
            bool both = x->used && y->used;
            int64_t sum = both ? couple_rows(d, x, 0, y, 0) + couple_rows(d, x, 1, y, 1) : 0;
            if (r == q)
                sum = x->used ? sum + ((int64_t)1 << (MATRIX_FRAC - d->yield_bits)) : (int64_t)1 << MATRIX_FRAC;
            d->own.a[r][q] = sum;
        }
}

static void assemble_coupling(const DIRECT_JOINT *d, const DIRECT_JOINT *e, bool is_parent, DIRECT_BLOCK *out)
{
    unsigned i = d->node->near_end, k = is_parent ? 1u - e->node->near_end : e->node->near_end;
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned q = 0; q < e->rows; q++) {
            bool both = d->row[r].used && e->row[q].used;
            out->a[r][q] = both ? couple_rows(d, &d->row[r], i, &e->row[q], k) : 0;
        }
}

/* A joint that closes a loop shares both bodies with a joint beside it, one, or none, where elimination alone couples it. By the
 * diagonals the sum is at most 1. */
static void assemble_closing(const DIRECT_JOINT *d, const DIRECT_JOINT *e, DIRECT_BLOCK *out)
{
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned q = 0; q < e->rows; q++) {
            bool both = d->row[r].used && e->row[q].used;
            out->a[r][q] = 0;
            for (unsigned i = 0; i < 2 && both; i++)
                for (unsigned k = 0; k < 2; k++)
                    if (d->node->body[i] == e->node->body[k])
                        out->a[r][q] += couple_rows(d, &d->row[r], i, &e->row[q], k);
        }
}

static void assemble_joint(DIRECT_SOLVER *s, uint32_t k)
{
    DIRECT_JOINT *d = &s->joint[k];
    const uint32_t closing = d->node->closing_count;
    assemble_own(d);
    for (uint32_t n = 0; n < closing; n++)
        if (fs__tree_joint_couples(d->node, n))
            assemble_closing(d, &s->joint[d->node->first_closing + n], &s->block[d->node->first_block + n]);
    for (uint32_t n = closing; n < fs__tree_joint_neighbours(d->node, k); n++) {
        uint32_t at = fs__tree_joint_neighbour(d->node, n);
        assemble_coupling(d, &s->joint[at], (int32_t)at == d->node->parent, &s->block[d->node->first_block + n]);
    }
}

/* ---- elimination --------------------------------------------------------------------------------------------------- */

/* 1/a for 0 < a (Q60), with 60 exact bits: a quotient of 32 bits and one Newton step. */
static struct fs__direct_pivot invert_pivot(int64_t a)
{
    uint64_t pivot = (uint64_t)fs_max64(a, (int64_t)1 << (MATRIX_FRAC - YIELD_BITS));
    int high = 64 - fs_bit_width64(pivot);
    uint64_t x = pivot << high;                       /* in [1/2, 1), Q64 */
    uint64_t first = ((uint64_t)1 << 63) / (x >> 32); /* 1/x, Q31 */
    int64_t error = ((int64_t)1 << 62) - (int64_t)fs_u128_round_shift(fs_u128_mul(x, first), 33);
    struct fs__direct_pivot inverse;
    inverse.m = fs_sat64_add(fs_sat64_from_mag(first << 31, false), fs_mul64((int64_t)first, error, 31));
    inverse.shift = 62 - (high - 64 + MATRIX_FRAC);
    return inverse;
}

/* b / pivot: in the format of b, and as a factor. */
static int64_t divide_by_pivot(int64_t b, const struct fs__direct_pivot *p)
{
    return fs_mul64(b, p->m, (unsigned)p->shift);
}

static int64_t factor_of(int64_t b, const struct fs__direct_pivot *p)
{
    return fs__direct_clamp_factor(fs_mul64(b, p->m, (unsigned)(p->shift + MATRIX_FRAC - FACTOR_FRAC)));
}

/* What is left of row q of a block after the rows before it are eliminated; `l` are the factors of row q over them. */
static void eliminate_rows_before(int64_t (*a)[DIRECT_ROWS], unsigned q, const int64_t *l, unsigned from, unsigned end)
{
    for (unsigned t = from; t < end; t++) {
        fs__direct_sum sum = fs__direct_no_sum();
        for (unsigned r = 0; r < q; r++)
            fs__direct_add_product(&sum, l[r], a[r][t]);
        a[q][t] = fs_sat64_sub(a[q][t], fs__direct_round_sum(sum));
    }
}

/* Eliminates the rows of joint k from each other, those of its couplings too; the factors take the places below the
 * diagonal. */
static void eliminate_own_rows(DIRECT_SOLVER *s, uint32_t k)
{
    DIRECT_JOINT *d = &s->joint[k];
    uint32_t neighbours = fs__tree_joint_neighbours(d->node, k);
    for (unsigned q = 0; q < d->rows; q++) {
        int64_t *l = d->own.a[q];
        for (unsigned r = 0; r < q; r++)
            l[r] = factor_of(d->own.a[r][q], &d->pivot[r]);
        eliminate_rows_before(d->own.a, q, l, q, d->rows);
        if (d->node->closes)
            l[q] = fs_sat64_add(l[q], DIRECT(yield_at)(d, q, l[q]));
        d->pivot[q] = invert_pivot(l[q]);
        for (uint32_t n = 0; n < neighbours && q > 0; n++)
            if (fs__tree_joint_couples(d->node, n))
                eliminate_rows_before(s->block[d->node->first_block + n].a, q, l, 0,
                                      s->joint[fs__tree_joint_neighbour(d->node, n)].rows);
    }
}

/* to -= l^T from, the sums over `rows` rows; of a symmetric block the diagonal and what is right of it. */
static void subtract_products(DIRECT_BLOCK *to, unsigned to_rows, bool symmetric, const DIRECT_BLOCK *l,
                              const DIRECT_BLOCK *from, unsigned from_rows, unsigned rows)
{
    for (unsigned t = 0; t < to_rows; t++)
        for (unsigned q = symmetric ? t : 0; q < from_rows; q++) {
            fs__direct_sum sum = fs__direct_no_sum();
            for (unsigned r = 0; r < rows; r++)
                fs__direct_add_product(&sum, l->a[r][t], from->a[r][q]);
            to->a[t][q] = fs_sat64_sub(to->a[t][q], fs__direct_round_sum(sum));
        }
}

/* Eliminates the rows of joint k from all neighbours; the factors replace the couplings. */
static void eliminate_from_neighbours(DIRECT_SOLVER *s, uint32_t k)
{
    const DIRECT_JOINT *d = &s->joint[k];
    DIRECT_BLOCK *blocks = &s->block[d->node->first_block], l;
    for (uint32_t n = fs__tree_joint_neighbours(d->node, k); n-- > 0;) {
        if (!fs__tree_joint_couples(d->node, n))
            continue;
        DIRECT_JOINT *e = &s->joint[fs__tree_joint_neighbour(d->node, n)];
        for (unsigned r = 0; r < d->rows; r++)
            for (unsigned t = 0; t < e->rows; t++)
                l.a[r][t] = factor_of(blocks[n].a[r][t], &d->pivot[r]);
        subtract_products(&e->own, e->rows, true, &l, &blocks[n], e->rows, d->rows);
        for (uint32_t m = 0; m < n; m++)
            if (fs__tree_joint_couples(d->node, m))
                subtract_products(&s->block[e->node->first_block + m], e->rows, false, &l, &blocks[m],
                                  s->joint[fs__tree_joint_neighbour(d->node, m)].rows, d->rows);
        for (unsigned r = 0; r < d->rows; r++)
            for (unsigned t = 0; t < e->rows; t++)
                blocks[n].a[r][t] = l.a[r][t];
    }
}

static void factor_tree(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        assemble_joint(s, k);
    for (uint32_t k = tree->end; k-- > tree->first;) {
        eliminate_own_rows(s, k);
        eliminate_from_neighbours(s, k);
    }
}

/* ---- solution ------------------------------------------------------------------------------------------------------ */

static void subtract_sum(int64_t *x, fs__direct_sum sum)
{
    *x = fs__direct_clamp(*x - fs__direct_clamp(fs__direct_round_sum(sum)));
}

/* x -= l^T from: the right-hand sides of the rows of a neighbour. */
static void eliminate_right_side_of(DIRECT_JOINT *e, const DIRECT_JOINT *d, const DIRECT_BLOCK *l)
{
    for (unsigned t = 0; t < e->rows; t++) {
        fs__direct_sum sum = fs__direct_no_sum();
        for (unsigned r = 0; r < d->rows; r++)
            fs__direct_add_product(&sum, l->a[r][t], d->x[r]);
        subtract_sum(&e->x[t], sum);
    }
}

/* The right-hand sides of the rows that are eliminated later. */
static void eliminate_right_side(DIRECT_SOLVER *s, uint32_t k)
{
    DIRECT_JOINT *d = &s->joint[k];
    for (unsigned q = 1; q < d->rows; q++) {
        fs__direct_sum sum = fs__direct_no_sum();
        for (unsigned r = 0; r < q; r++)
            fs__direct_add_product(&sum, d->own.a[q][r], d->x[r]);
        subtract_sum(&d->x[q], sum);
    }
    for (uint32_t n = 0; n < fs__tree_joint_neighbours(d->node, k); n++)
        if (fs__tree_joint_couples(d->node, n))
            eliminate_right_side_of(&s->joint[fs__tree_joint_neighbour(d->node, n)], d,
                                    &s->block[d->node->first_block + n]);
}

static void substitute(DIRECT_SOLVER *s, uint32_t k)
{
    DIRECT_JOINT *d = &s->joint[k];
    for (unsigned r = d->rows; r-- > 0;) {
        int64_t x = fs__direct_clamp(divide_by_pivot(d->x[r], &d->pivot[r]));
        fs__direct_sum own = fs__direct_no_sum();
        for (unsigned q = r + 1; q < d->rows; q++)
            fs__direct_add_product(&own, d->own.a[q][r], d->x[q]);
        subtract_sum(&x, own);
        for (uint32_t n = 0; n < fs__tree_joint_neighbours(d->node, k); n++) {
            if (!fs__tree_joint_couples(d->node, n))
                continue;
            const DIRECT_JOINT *e = &s->joint[fs__tree_joint_neighbour(d->node, n)];
            const int64_t *l = s->block[d->node->first_block + n].a[r];
            fs__direct_sum sum = fs__direct_no_sum();
            for (unsigned t = 0; t < e->rows; t++)
                fs__direct_add_product(&sum, l[t], e->x[t]);
            subtract_sum(&x, sum);
        }
        d->x[r] = x;
    }
}

/* Sets the right-hand sides; returns the largest speed that a row must change by (Q32). */
static int64_t set_right_sides_of_joints(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree, bool use_bias)
{
    int64_t most = 0;
    for (uint32_t k = tree->first; k < tree->end; k++)
        most = fs_max64(most, DIRECT(set_right_side)(&js->direct->joint[k], js, tree->scale, use_bias));
    return most;
}

/* Without bias, or with it along the tangents or the paths of the bodies. */
enum right_side { UNBIASED, ALONG_TANGENTS, ALONG_PATHS };

static int64_t set_right_sides(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree, enum right_side side)
{
    if (side == ALONG_PATHS)
        DIRECT(predict_bodies)(js, tree);
    return set_right_sides_of_joints(js, tree, side != UNBIASED);
}

static void solve_tree(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->end; k-- > tree->first;)
        eliminate_right_side(s, k);
    for (uint32_t k = tree->first; k < tree->end; k++)
        substitute(s, k);
}

/* Limits that would have to pull are no rows any more: without them the system is another. Whether there were any. */
static bool release_limits(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    bool any = false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        any |= DIRECT(release_limit)(&s->joint[k]);
    return any;
}

/* The impulses of a tree balance each other. Without that of a limit they would give light links velocities beyond the format, from
 * which no solution leads back: so all are taken back, and found anew. */
static void take_all_impulses(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        DIRECT(take_impulses)(&s->joint[k]);
    DIRECT(apply_sums)(s, tree);
}

/* Solves for right-hand sides that are set, and applies the solution. */
static void apply_solution(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree, enum right_side side)
{
    DIRECT_SOLVER *s = js->direct;
    solve_tree(s, tree);
    for (int round = 0; round < MAX_ROUNDS && release_limits(s, tree); round++) {
        take_all_impulses(s, tree);
        factor_tree(s, tree);
        set_right_sides(js, tree, side);
        solve_tree(s, tree);
    }
    for (uint32_t k = tree->first; k < tree->end; k++)
        DIRECT(apply_solution)(&s->joint[k]);
    DIRECT(apply_sums)(s, tree);
}

/* Along the tangents of the paths: what remains is an error of the positions. */
static void solve_tangents(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree)
{
    DIRECT_SOLVER *s = js->direct;
    for (uint32_t k = tree->first; k < tree->end; k++)
        s->joint[k].exact = false;
    set_right_sides(js, tree, ALONG_TANGENTS);
    apply_solution(js, tree, ALONG_TANGENTS);
    for (uint32_t k = tree->first; k < tree->end; k++)
        s->joint[k].exact = tree->exact;
}

/* Whether an error that was `last` before the pass that left `error` is small after another pass: passes divide errors by a
 * factor that stays about the same. */
static bool is_last_pass(int64_t error, int64_t last, int64_t small)
{
    return error <= INT32_MAX && last / (error + 1) >= error / small;
}

/* With the curvature of the paths, which follows from the solution. A whip turns too far in a substep for the iteration to
 * converge; the impulses of all passes are along the same rows, so that one more solution replaces them. */
static void solve_paths(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree)
{
    const int64_t small = tree->touched ? SMALL_SPEED_TOUCHED : SMALL_SPEED;
    const int most = tree->touched ? MAX_PASSES_TOUCHED : MAX_PASSES;
    int64_t error = set_right_sides(js, tree, ALONG_PATHS), last = INT64_MAX;
    for (int pass = 0; pass < most && (pass == 0 || error > small) && error <= last; pass++) {
        apply_solution(js, tree, ALONG_PATHS);
        if (pass > 0 && is_last_pass(error, last, small))
            return;
        last = error;
        error = set_right_sides(js, tree, ALONG_PATHS);
    }
    if (error > small && error > last / 2)
        solve_tangents(js, tree);
}

/* Solves the rows of a tree, and applies the impulses. */
static void solve_rows_of_tree(const DIRECT_CONTEXT *js, const struct fs__joint_tree *tree, bool use_bias)
{
    if (use_bias && tree->exact) {
        solve_paths(js, tree);
        return;
    }
    enum right_side side = use_bias ? ALONG_TANGENTS : UNBIASED;
    set_right_sides(js, tree, side);
    apply_solution(js, tree, side);
}

#endif
