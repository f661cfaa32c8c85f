/* joint_direct.c: solves the rigid rows of a tree of joints together, by elimination.
 *
 * With the rows J of all joints of a tree, their impulses change by the solution x of
 *
 *     (J M^-1 J^T + E) x = -(J v + bias + E p),        E = 2^-YIELD_BITS of the largest possible diagonal
 *
 * E keeps a chain that is taut between two anchors, whose system is singular, from unbounded tension: it is the
 * compliance of a joint that yields by a few micrometres under loads of a thousand times its own mass.
 *
 * Positions: with bias the velocities are such that the joint has no error at the end of the substep, curvature of the
 * paths included; then, without bias, they are projected on what the new directions allow. This is the method RATTLE (H. C.
 * Andersen, 1983), which is symplectic: a pendulum keeps its energy at any amplitude. A tree that is tied to the ground more
 * than once may be almost singular; there errors decay softly.
 *
 * Scaling: row i is multiplied by 2^-scale_i, so that its diagonal is at most 1 (and at least 1/4 before the directions
 * of point rows are told apart). The matrix is symmetric and positive definite, so no entry exceeds 1 during
 * elimination, in any order and for any masses: Q60 loses no digit but its last. Factors l = a / pivot are below
 * 2^(YIELD_BITS/2). The order is that of joint_direct.h, leaves first, so no coupling arises between joints that have
 * none. Cost per joint of a chain: about 20 products to factor, 20 to solve.
 */
#include "physics2d/joint/joint_direct.h"

enum { MAX_ROUNDS = 16, MAX_PASSES = 6 };

/* Rows are solved again while one is wrong by more than 2^-16 m/s. */
#define SMALL_SPEED (FS_WIDE_ONE >> 16)

enum { MATRIX_FRAC = FS__DIRECT2_MATRIX_FRAC, FACTOR_FRAC = 46, YIELD_BITS = FS__DIRECT2_YIELD_BITS };

/* ---- the matrix ---------------------------------------------------------------------------------------------------- */

/* product * 2^-frac * factor * 2^-scales as Q60. */
static int64_t scaled_term(int64_t product, int frac, fs_scaled factor, int32_t scales)
{
    if (product == 0 || factor.m == 0)
        return 0;
    int32_t shift = frac - MATRIX_FRAC + 32 - factor.e + scales;
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
    sum = fs_clamp64(sum, -((int64_t)2 << MATRIX_FRAC), (int64_t)2 << MATRIX_FRAC);
    return i == k ? sum : -sum;
}

/* *a -= l b. */
static void subtract_product(int64_t *a, int64_t l, int64_t b)
{
    *a = fs_sat64_sub(*a, fs_mul64(l, b, FACTOR_FRAC));
}

static void assemble_own(struct fs__direct2_joint *d)
{
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned q = r; q < d->rows; q++) {
            const struct fs__direct2_row *x = &d->row[r], *y = &d->row[q];
            bool both = x->used && y->used;
            int64_t sum = both ? couple_rows(d, x, 0, y, 0) + couple_rows(d, x, 1, y, 1) : 0;
            if (r == q)
                sum = x->used ? sum + ((int64_t)1 << (MATRIX_FRAC - YIELD_BITS)) : (int64_t)1 << MATRIX_FRAC;
            d->own.a[r][q] = sum;
        }
}

static uint32_t neighbour_count(const struct fs__direct2_joint *d, uint32_t k)
{
    return (d->parent != FS__DIRECT2_NO_PARENT) + k - d->first_sibling;
}

/* The n-th neighbour of joint k. */
static uint32_t neighbour(const struct fs__direct2_joint *d, uint32_t n)
{
    if (d->parent == FS__DIRECT2_NO_PARENT)
        return d->first_sibling + n;
    return n == 0 ? (uint32_t)d->parent : d->first_sibling + n - 1;
}

static void assemble_coupling(const struct fs__direct2_joint *d, const struct fs__direct2_joint *e, bool is_parent,
                              struct fs__direct2_block *out)
{
    unsigned i = d->near_end, k = is_parent ? 1u - e->near_end : e->near_end;
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned q = 0; q < e->rows; q++) {
            bool both = d->row[r].used && e->row[q].used;
            out->a[r][q] = both ? couple_rows(d, &d->row[r], i, &e->row[q], k) : 0;
        }
}

static void assemble_joint(struct fs__direct2_solver *s, uint32_t k)
{
    struct fs__direct2_joint *d = &s->joint[k];
    assemble_own(d);
    for (uint32_t n = 0; n < neighbour_count(d, k); n++) {
        uint32_t at = neighbour(d, n);
        assemble_coupling(d, &s->joint[at], (int32_t)at == d->parent, &s->block[d->first_block + n]);
    }
}

/* ---- elimination --------------------------------------------------------------------------------------------------- */

/* 1/a for 0 < a (Q60), with 60 exact bits: a quotient of 32 bits and one Newton step. */
static struct fs__direct2_pivot invert_pivot(int64_t a)
{
    uint64_t pivot = (uint64_t)fs_max64(a, (int64_t)1 << (MATRIX_FRAC - YIELD_BITS));
    int high = 64 - fs_bit_width64(pivot);
    uint64_t x = pivot << high;                       /* in [1/2, 1), Q64 */
    uint64_t first = ((uint64_t)1 << 63) / (x >> 32); /* 1/x, Q31 */
    int64_t error = ((int64_t)1 << 62) - (int64_t)fs_u128_round_shift(fs_u128_mul(x, first), 33);
    struct fs__direct2_pivot inverse;
    inverse.m = fs_sat64_add(fs_sat64_from_mag(first << 31, false), fs_mul64((int64_t)first, error, 31));
    inverse.shift = 62 - (high - 64 + MATRIX_FRAC);
    return inverse;
}

/* b / pivot, in the format of b moved to `more` bits less. */
static int64_t divide_by_pivot(int64_t b, const struct fs__direct2_pivot *p, int more)
{
    return fs_mul64(b, p->m, (unsigned)(p->shift + more));
}

/* to -= from^T l for one row: `from` are the entries of the row that is eliminated, `l` those over its pivot. */
static void subtract_products(struct fs__direct2_block *to, unsigned to_rows, const int64_t *l, unsigned from_rows,
                              const int64_t *from)
{
    for (unsigned r = 0; r < to_rows; r++)
        for (unsigned q = 0; q < from_rows; q++)
            subtract_product(&to->a[r][q], l[r], from[q]);
}

/* Eliminates row r of joint k from the joint's later rows; the factors take the places below the diagonal. */
static void eliminate_from_own_rows(struct fs__direct2_solver *s, uint32_t k, unsigned r)
{
    struct fs__direct2_joint *d = &s->joint[k];
    struct fs__direct2_block *blocks = &s->block[d->first_block];
    for (unsigned q = r + 1; q < d->rows; q++) {
        int64_t l = divide_by_pivot(d->own.a[r][q], &d->pivot[r], MATRIX_FRAC - FACTOR_FRAC);
        for (unsigned t = q; t < d->rows; t++)
            subtract_product(&d->own.a[q][t], l, d->own.a[r][t]);
        for (uint32_t n = 0; n < neighbour_count(d, k); n++)
            for (unsigned t = 0; t < s->joint[neighbour(d, n)].rows; t++)
                subtract_product(&blocks[n].a[q][t], l, blocks[n].a[r][t]);
        d->own.a[q][r] = l;
    }
}

/* Eliminates row r of joint k from all neighbours; the factors replace the couplings. */
static void eliminate_from_neighbours(struct fs__direct2_solver *s, uint32_t k, unsigned r)
{
    const struct fs__direct2_joint *d = &s->joint[k];
    struct fs__direct2_block *blocks = &s->block[d->first_block];
    int64_t l[FS__DIRECT2_MAX_ROWS];
    for (uint32_t n = neighbour_count(d, k); n-- > 0;) {
        struct fs__direct2_joint *e = &s->joint[neighbour(d, n)];
        for (unsigned t = 0; t < e->rows; t++)
            l[t] = divide_by_pivot(blocks[n].a[r][t], &d->pivot[r], MATRIX_FRAC - FACTOR_FRAC);
        subtract_products(&e->own, e->rows, l, e->rows, blocks[n].a[r]);
        for (uint32_t m = 0; m < n; m++)
            subtract_products(&s->block[e->first_block + m], e->rows, l, s->joint[neighbour(d, m)].rows,
                              blocks[m].a[r]);
        for (unsigned t = 0; t < e->rows; t++)
            blocks[n].a[r][t] = l[t];
    }
}

static void eliminate_joint(struct fs__direct2_solver *s, uint32_t k)
{
    struct fs__direct2_joint *d = &s->joint[k];
    for (unsigned r = 0; r < d->rows; r++) {
        d->pivot[r] = invert_pivot(d->own.a[r][r]);
        eliminate_from_own_rows(s, k, r);
        eliminate_from_neighbours(s, k, r);
    }
}

static void factor_tree(struct fs__direct2_solver *s, const struct fs__direct2_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        assemble_joint(s, k);
    for (uint32_t k = tree->end; k-- > tree->first;)
        eliminate_joint(s, k);
}

void fs__direct2_factor(const struct fs__joint_solver2 *js)
{
    struct fs__direct2_solver *s = js->direct;
    for (uint32_t k = 0; k < s->joint_count; k++)
        fs__direct2_update_rows(&s->joint[k], js->speculative.bias_rate);
    for (uint32_t i = 0; i < s->tree_count; i++)
        factor_tree(s, &s->tree[i]);
}

/* ---- solution ------------------------------------------------------------------------------------------------------ */

/* The right-hand sides of the rows that are eliminated later. */
static void eliminate_right_side(struct fs__direct2_solver *s, uint32_t k)
{
    struct fs__direct2_joint *d = &s->joint[k];
    for (unsigned r = 0; r < d->rows; r++) {
        for (unsigned q = r + 1; q < d->rows; q++)
            d->x[q] = fs__direct2_clamp(d->x[q] - fs__direct2_clamp(fs_mul64(d->own.a[q][r], d->x[r], FACTOR_FRAC)));
        for (uint32_t n = 0; n < neighbour_count(d, k); n++) {
            struct fs__direct2_joint *e = &s->joint[neighbour(d, n)];
            const int64_t *l = s->block[d->first_block + n].a[r];
            for (unsigned t = 0; t < e->rows; t++)
                e->x[t] = fs__direct2_clamp(e->x[t] - fs__direct2_clamp(fs_mul64(l[t], d->x[r], FACTOR_FRAC)));
        }
    }
}

static void substitute(struct fs__direct2_solver *s, uint32_t k)
{
    struct fs__direct2_joint *d = &s->joint[k];
    for (unsigned r = d->rows; r-- > 0;) {
        int64_t x = fs__direct2_clamp(divide_by_pivot(d->x[r], &d->pivot[r], 0));
        for (unsigned q = r + 1; q < d->rows; q++)
            x = fs__direct2_clamp(x - fs__direct2_clamp(fs_mul64(d->own.a[q][r], d->x[q], FACTOR_FRAC)));
        for (uint32_t n = 0; n < neighbour_count(d, k); n++) {
            const struct fs__direct2_joint *e = &s->joint[neighbour(d, n)];
            const int64_t *l = s->block[d->first_block + n].a[r];
            for (unsigned t = 0; t < e->rows; t++)
                x = fs__direct2_clamp(x - fs__direct2_clamp(fs_mul64(l[t], e->x[t], FACTOR_FRAC)));
        }
        d->x[r] = x;
    }
}

/* Sets the right-hand sides; returns the largest speed that a row must change by (Q32). */
static int64_t set_right_sides(const struct fs__joint_solver2 *js, const struct fs__direct2_tree *tree, bool use_bias)
{
    int64_t most = 0;
    for (uint32_t k = tree->first; k < tree->end; k++)
        most = fs_max64(most, fs__direct2_set_right_side(&js->direct->joint[k], js, tree->scale, use_bias));
    return most;
}

static void solve_tree(struct fs__direct2_solver *s, const struct fs__direct2_tree *tree)
{
    for (uint32_t k = tree->end; k-- > tree->first;)
        eliminate_right_side(s, k);
    for (uint32_t k = tree->first; k < tree->end; k++)
        substitute(s, k);
}

/* Limits that would have to pull are no rows any more: without them the system is another. Whether there were any. */
static bool release_limits(struct fs__direct2_solver *s, const struct fs__direct2_tree *tree)
{
    bool any = false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        any |= fs__direct2_release_limit(&s->joint[k]);
    return any;
}

/* Solves for right-hand sides that are set, and applies the solution. */
static void apply_solution(const struct fs__joint_solver2 *js, const struct fs__direct2_tree *tree, bool use_bias)
{
    struct fs__direct2_solver *s = js->direct;
    solve_tree(s, tree);
    for (int round = 0; round < MAX_ROUNDS && release_limits(s, tree); round++) {
        fs__direct2_apply_sums(s, tree);
        factor_tree(s, tree);
        set_right_sides(js, tree, use_bias);
        solve_tree(s, tree);
    }
    for (uint32_t k = tree->first; k < tree->end; k++)
        fs__direct2_apply_solution(&s->joint[k]);
    fs__direct2_apply_sums(s, tree);
}

void fs__direct2_solve(const struct fs__joint_solver2 *js, bool use_bias)
{
    for (uint32_t i = 0; i < js->direct->tree_count; i++) {
        const struct fs__direct2_tree *tree = &js->direct->tree[i];
        const int passes = use_bias && tree->exact ? MAX_PASSES : 1;
        int64_t error = set_right_sides(js, tree, use_bias);
        for (int pass = 0; pass < passes && (pass == 0 || error > SMALL_SPEED); pass++) {
            apply_solution(js, tree, use_bias);
            if (pass + 1 < passes)
                error = set_right_sides(js, tree, use_bias);
        }
    }
}
