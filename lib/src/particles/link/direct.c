/* direct.c: solves all links of a chain together: one linear system per substep, by elimination.
 *
 * Link k of a chain joins particles k and k + 1, with direction n_k (towards k) and error C_k. Let y_k be the total
 * correction of link k, and a_k and b_k the weights of its ends (xpbd.c). The corrections solve
 *
 *     y_k - (d b)_(k-1) y_(k-1) - (d a)_(k+1) y_(k+1) = C_k,   d = n_k.n_(k+1)
 *
 * which is XPBD's J W J^T + c/h^2 with the masses divided out. Elimination from one end to
 * the other solves it. Its pivots are sums of positive terms: with r, the fraction of its mobility along the next link
 * that a particle has while the links before it stay rigid,
 *
 *     pivot_k = 1 - a_k + a_k r_(k-1)
 *     r_k     = (1 - a_k - b_k + a_k r_(k-1) + b_k (1 - d^2)) / pivot_k
 *
 * and 1 - d^2 is computed from |n_k - n_(k+1)|^2. So an almost straight chain between two anchors, whose system is
 * almost singular, loses no digit to cancellation.
 *
 * The active set of cables and ranges is found by iteration: links whose correction has the wrong sign leave it, links
 * that would be overstretched enter it, and the system is solved again, up to ACTIVE_SET_ROUNDS times.
 *
 * A correction changes the directions that it was computed for. Beyond y = 2/3 of a link's length the sideways overshoot
 * grows from substep to substep (x' = (1 - a)(x + h v), h v' = h v - a (x + h v) with a = 2 y / length is stable for
 * a < 4/3: a wave of the chain must not travel further than a link per substep). So a solution is scaled down to at most
 * 5/8 of each link's length; then directions are computed again and the remainder is solved for, up to ROUNDS times. The
 * pass over single links that always follows corrects the rest.
 *
 * Ends are moved along the direction at the start of the substep (SHAKE), which keeps energy and angular momentum of a chain
 * that swings; the system is that of the present directions, so what is left of a correction is small, and solved for again.
 * Sideways vibration of a taut chain is faster than the substeps when corrections are a large part of its length (y over the
 * length is 2 T h^2 / (m length)): there ends are moved along the present direction, which damps it.
 *
 * Both hold for chains whose particles are in no link outside of the chain. Others, such as the sides of a bridge, share
 * their errors with links that are solved one by one, and keep the present directions.
 *
 * Precondition: no chain visits a particle twice.
 */
#include "particles/link/displacement.h"
#include "particles/link/link_internal.h"

/* Mobilities and pivots have 62 fraction bits. */
#define RATIO_FRAC 62
#define RATIO_ONE ((uint64_t)1 << RATIO_FRAC)

/* A compliance added to every link, so that no pivot is 0: 2^-22 y, that is 1e-6 m for y = 4 m. */
#define REGULARISATION ((uint64_t)1 << (RATIO_FRAC - 22))

enum { ROUNDS = 32, ACTIVE_SET_ROUNDS = 4, NEAR_SHIFT = 8 };

/* Rounds are repeated until less than 2^-SETTLED_SHIFT of a length is left, this many at most. */
enum { SETTLING_ROUNDS = 4, SETTLED_SHIFT = 30 };

/* --- terms of the system ------------------------------------------------------------------ */

static uint64_t ratio_of(fs_unit fraction)
{
    return (uint64_t)fraction << (RATIO_FRAC - FS_UNIT_FRAC);
}

/* r a for a weight a. */
static uint64_t scale_ratio(uint64_t r, fs_unit fraction)
{
    return fs_u128_mul(r << 1, (uint64_t)fraction << 33).hi;
}

/* 1 - d^2 = e (2 - e) with e = |n - m|^2 / 2. */
static uint64_t sine_squared(fs_unit3 n, fs_unit3 m)
{
    int64_t x = (int64_t)n.x - m.x, y = (int64_t)n.y - m.y, z = (int64_t)n.z - m.z;
    uint64_t twice = (uint64_t)1 << 61;
    uint64_t e = fs_min_u64(((uint64_t)(x * x) + (uint64_t)(y * y) + (uint64_t)(z * z)) / 2, twice);
    return fs_min_u64(fs_u128_round_shift(fs_u128_mul(e, twice - e), 120 - RATIO_FRAC), RATIO_ONE);
}

static fs_unit cosine_of(fs_unit3 n, fs_unit3 m)
{
    int64_t sum = (int64_t)n.x * m.x + (int64_t)n.y * m.y + (int64_t)n.z * m.z;
    return (fs_unit)fs_clamp64(fs_round_shift64_sym(sum, FS_UNIT_FRAC), -FS_UNIT_ONE, FS_UNIT_ONE);
}

/* Links without a usable direction, or with immovable ends, are left to the pass that follows. Cables near their limit
 * start as active: in a chain that hangs at rest only the topmost is too long, but all of them carry load. */
static fs__chain_row_state initial_state(const struct fs__link_constraint *t, fs_pos length)
{
    bool collapsed = length == 0 || length < t->min / 2 || t->max == 0;
    if (collapsed || (t->weight_a == 0 && t->weight_b == 0))
        return FS__CHAIN_ROW_EXCLUDED;
    if (t->min == t->max)
        return FS__CHAIN_ROW_AT_MAX;
    if (length >= t->max - (t->max >> NEAR_SHIFT))
        return FS__CHAIN_ROW_AT_MAX;
    return t->min > 0 && length <= t->min + (t->min >> NEAR_SHIFT) ? FS__CHAIN_ROW_AT_MIN : FS__CHAIN_ROW_SLACK;
}

static void measure_links(const struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                          const fs_pos3 *pos, struct fs__chain_row *chain_rows)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct fs__link_constraint *t = &constraints[k];
        fs_pos3 b = t->b == FS_CONTACT_STATIC ? anchors[t->row] : pos[t->b];
        struct fs__distance span = fs__distance_of(fs_pos3_sub(pos[t->a], b));
        chain_rows[k].direction = span.direction;
        chain_rows[k].length = span.length;
        chain_rows[k].state = initial_state(t, span.length);
        if (k == 0)
            continue;
        chain_rows[k - 1].sine_sq = sine_squared(chain_rows[k - 1].direction, span.direction);
        fs_unit d = cosine_of(chain_rows[k - 1].direction, span.direction);
        chain_rows[k - 1].to_next = fs_mul32_sym(d, constraints[k - 1].weight_b, FS_UNIT_FRAC);
        chain_rows[k].to_last = fs_mul32_sym(d, t->weight_a, FS_UNIT_FRAC);
    }
}

/* --- elimination -------------------------------------------------------------------------- */

static bool is_active(const struct fs__chain_row *r)
{
    return r->state == FS__CHAIN_ROW_AT_MAX || r->state == FS__CHAIN_ROW_AT_MIN;
}

/* The error of a link, less the deformation that its compliance allows for the correction so far. */
static fs_pos length_error(const struct fs__link_constraint *t, const struct fs__chain_row *r)
{
    fs_pos error = fs_sat64_sub(r->length, r->state == FS__CHAIN_ROW_AT_MIN ? t->min : t->max);
    return fs_sat64_sub(error, fs__link_constraint_compliance_offset(t, r->total));
}

/* 1/pivot as mantissa and shift. 32 bits of the pivot are enough, because no digit is lost to cancellation. */
static void invert(struct fs__chain_row *r, uint64_t pivot)
{
    unsigned high = (unsigned)(64 - fs_bit_width64(pivot));
    r->inverse = ((uint64_t)1 << 63) / ((pivot << high) >> 32);
    r->shift = (uint8_t)(33 - high);
}

static fs_pos divide_by_pivot(fs_pos v, const struct fs__chain_row *r)
{
    return fs_mul64(v, (int64_t)r->inverse, r->shift);
}

/* num / pivot, where num is not above the pivot. */
static uint64_t ratio_by_pivot(uint64_t num, const struct fs__chain_row *r)
{
    uint64_t quotient = fs_u128_mul(num << (33 - r->shift), r->inverse << 31).hi;
    return fs_min_u64(quotient, RATIO_ONE);
}

/* Forward elimination: the pivot and the right-hand side of each link. */
static void eliminate(const struct fs__link_constraint *constraints, uint32_t count, struct fs__chain_row *chain_rows)
{
    uint64_t mobility = RATIO_ONE;
    fs_pos before = 0; /* contribution of the link before to this right-hand side */
    for (uint32_t k = 0; k < count; k++) {
        struct fs__chain_row *r = &chain_rows[k];
        if (!is_active(r)) {
            mobility = RATIO_ONE;
            before = 0;
            continue;
        }
        const struct fs__link_constraint *t = &constraints[k];
        uint64_t a = scale_ratio(mobility, t->weight_a) + REGULARISATION, rest = RATIO_ONE - ratio_of(t->weight_a);
        uint64_t b = fs_min_u64(ratio_of(t->weight_b), rest);
        invert(r, a + rest);
        r->sum = fs_sat64_add(length_error(t, r), before);
        mobility = ratio_by_pivot(a + (rest - b) + scale_ratio(r->sine_sq, t->weight_b), r);
        before = fs_mul64(divide_by_pivot(r->sum, r), r->to_next, FS_UNIT_FRAC);
    }
}

/* Back substitution: the corrections. */
static void substitute(uint32_t count, struct fs__chain_row *chain_rows)
{
    fs_pos next = 0; /* contribution of the next link's correction */
    for (uint32_t k = count; k-- > 0;) {
        struct fs__chain_row *r = &chain_rows[k];
        r->move = is_active(r) ? divide_by_pivot(fs_sat64_add(r->sum, next), r) : 0;
        next = fs_mul64(r->move, r->to_last, FS_UNIT_FRAC);
    }
}

/* --- active set ------------------------------------------------------------------------------ */

/* The state of an inactive link after the corrections of all others have changed its length by `stretched`. */
static fs__chain_row_state slack_row_state(const struct fs__link_constraint *t, const struct fs__chain_row *r,
                                           fs_pos stretched)
{
    fs_pos length = fs_sat64_add(r->length, stretched);
    if (length > t->max)
        return FS__CHAIN_ROW_AT_MAX;
    return length < t->min ? FS__CHAIN_ROW_AT_MIN : FS__CHAIN_ROW_SLACK;
}

/* Whether the total correction of all rounds has the sign that its bound cannot have. */
static bool has_wrong_sign(const struct fs__chain_row *r)
{
    fs_pos total = fs_sat64_add(r->total, r->move);
    return r->state == FS__CHAIN_ROW_AT_MAX ? total < 0 : total > 0;
}

static bool update_active_set(const struct fs__link_constraint *constraints, uint32_t count,
                              struct fs__chain_row *chain_rows)
{
    bool changed = false;
    fs_pos last = 0; /* effect of the link before on this one */
    for (uint32_t k = 0; k < count; k++) {
        struct fs__chain_row *r = &chain_rows[k];
        fs__chain_row_state state = r->state;
        if (is_active(r) && constraints[k].min != constraints[k].max && has_wrong_sign(r))
            state = FS__CHAIN_ROW_SLACK;
        if (r->state == FS__CHAIN_ROW_SLACK) {
            fs_pos next = k + 1 < count ? fs_mul64(chain_rows[k + 1].move, chain_rows[k + 1].to_last, FS_UNIT_FRAC) : 0;
            state = slack_row_state(&constraints[k], r, fs_sat64_add(last, next));
        }
        last = fs_mul64(r->move, r->to_next, FS_UNIT_FRAC);
        changed |= state != r->state;
        r->state = state;
    }
    return changed;
}

/* The last solution stands; corrections of links that left the active set are dropped. */
static void solve_active_set(const struct fs__link_constraint *constraints, uint32_t count,
                             struct fs__chain_row *chain_rows)
{
    bool again = true;
    for (int choice = 0; choice < ACTIVE_SET_ROUNDS && again; choice++) {
        eliminate(constraints, count, chain_rows);
        substitute(count, chain_rows);
        again = update_active_set(constraints, count, chain_rows);
    }
    for (uint32_t k = 0; k < count && again; k++)
        if (!is_active(&chain_rows[k]))
            chain_rows[k].move = 0;
}

/* --- corrections -------------------------------------------------------------------------------------- */

/* The fraction of the solution that keeps every correction within 5/8 of its link's length. */
static fs_unit step_fraction(uint32_t count, const struct fs__chain_row *chain_rows)
{
    fs_unit fraction = FS_UNIT_ONE;
    for (uint32_t k = 0; k < count; k++) {
        fs_pos limit = (chain_rows[k].length >> 1) + (chain_rows[k].length >> 3), move = fs_abs64(chain_rows[k].move);
        if (move > limit)
            fraction = (fs_unit)fs_min64(fraction, fs_muldiv64(limit, FS_UNIT_ONE, move));
    }
    return fraction;
}

/* How far the direction at the end counts: not at all for corrections up to 1/8 of the length, alone from 1/2 on. */
static fs_unit blend_of(fs_pos correction, fs_pos length)
{
    int64_t over = fs_sat64_sub(fs_sat64_mul(fs_abs64(correction), 8), length);
    return over <= 0 ? 0 : (fs_unit)fs_min64(fs_muldiv64(over, FS_UNIT_ONE, fs_sat64_mul(length, 3)), FS_UNIT_ONE);
}

static fs_unit3 blend_directions(fs_unit3 m, fs_unit3 n, fs_unit blend)
{
    return (fs_unit3){ m.x + fs_mul32_sym(blend, n.x - m.x, FS_UNIT_FRAC),
                       m.y + fs_mul32_sym(blend, n.y - m.y, FS_UNIT_FRAC),
                       m.z + fs_mul32_sym(blend, n.z - m.z, FS_UNIT_FRAC) };
}

/* Along which direction each link is corrected: see the top of this file. */
static void choose_pushes(uint32_t count, struct fs__chain_row *chain_rows, struct fs__chain_motion *motions)
{
    for (uint32_t k = 0; k < count; k++) {
        struct fs__chain_row *r = &chain_rows[k];
        struct fs__chain_motion *m = &motions[k];
        fs_unit blend = fs__link_turned_far(m->direction, r->direction)
                            ? FS_UNIT_ONE
                            : blend_of(fs_sat64_add(r->total, r->move), r->length);
        m->blend = fs_max32(m->blend, blend);
        r->push = m->blend == FS_UNIT_ONE ? r->direction : blend_directions(m->direction, r->direction, m->blend);
    }
}

/* A correction along another direction than the one that it was computed for leaves the share 1 - cos of it. */
static bool is_settled(uint32_t count, const struct fs__chain_row *chain_rows)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct fs__chain_row *r = &chain_rows[k];
        uint64_t turn = sine_squared(r->push, r->direction) >> (RATIO_FRAC - FS_UNIT_FRAC);
        if (fs_mul64(fs_abs64(r->move), (int64_t)turn, FS_UNIT_FRAC + 1) > r->length >> SETTLED_SHIFT)
            return false;
    }
    return true;
}

static void move_ends(struct fs__link_constraint *t, struct fs__chain_row *r, fs_unit fraction,
                      const struct fs_particles *p)
{
    fs_pos move = fs_mul64(r->move, fraction, FS_UNIT_FRAC);
    if (move == 0)
        return;
    r->total = fs_sat64_add(r->total, move);
    t->correction_sum = fs_sat64_add(t->correction_sum, move);
    fs__displace(p, t->a, fs_sat64_neg(move), t->weight_a, r->push);
    if (t->weight_b != 0)
        fs__displace(p, t->b, move, t->weight_b, r->push);
}

void fs__link_chain_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                          const struct fs_particles *p, struct fs__chain_row *chain_rows,
                          struct fs__chain_motion *motions)
{
    FS_ASSERT(count >= 2 && chain_rows != NULL);
    bool settled = false;
    for (uint32_t k = 0; k < count; k++)
        chain_rows[k].total = 0;
    for (int round = 0; round < ROUNDS && !settled; round++) {
        measure_links(constraints, count, anchors, p->pos, chain_rows);
        solve_active_set(constraints, count, chain_rows);
        fs_unit fraction = step_fraction(count, chain_rows);
        choose_pushes(count, chain_rows, motions);
        settled = fraction == FS_UNIT_ONE && (round + 1 >= SETTLING_ROUNDS || is_settled(count, chain_rows));
        for (uint32_t k = 0; k < count; k++)
            move_ends(&constraints[k], &chain_rows[k], fraction, p);
    }
}

/* --- chains --------------------------------------------------------------------------------------- */

static bool continues_chain(const struct fs__link_constraint *last, const struct fs__link_constraint *next,
                            const uint32_t *marks, uint32_t mark)
{
    bool joined = !last->alone && last->b != FS_CONTACT_STATIC && last->b == next->a && !next->alone;
    return joined && (next->b == FS_CONTACT_STATIC || marks[next->b] != mark);
}

/* A run that begins with an anchored link and leads away from it: the links from `first` on of which each has an end at
 * that where the one before ended. Returns the end of the run. */
static uint32_t find_run_from_anchor(const struct fs__link_constraint *constraints, uint32_t first, uint32_t count,
                                     uint32_t *marks)
{
    uint32_t open = constraints[first].a, k = first + 1;
    if (constraints[first].b != FS_CONTACT_STATIC || constraints[first].alone)
        return first;
    marks[open] = first + 1;
    for (; k < count; k++) {
        const struct fs__link_constraint *t = &constraints[k];
        uint32_t other = t->a == open ? t->b : t->a;
        bool joined = !t->alone && t->b != FS_CONTACT_STATIC && (t->a == open || t->b == open);
        if (!joined || marks[other] == first + 1)
            break;
        marks[other] = first + 1;
        open = other;
    }
    return k;
}

static void swap_ends(struct fs__link_constraint *t)
{
    uint32_t end = t->a;
    fs_unit weight = t->weight_a;
    t->a = t->b;
    t->b = end;
    t->weight_a = t->weight_b;
    t->weight_b = weight;
}

/* Turns such a run around: it then begins at its free end, and every link's b is nearer to the anchor. */
static void reverse_run(struct fs__link_constraint *run, uint32_t count)
{
    uint32_t open = run[0].a;
    for (uint32_t k = 1; k < count; k++) {
        if (run[k].a == open)
            swap_ends(&run[k]);
        open = run[k].a;
    }
    for (uint32_t k = 0; k < count / 2; k++) {
        struct fs__link_constraint t = run[k];
        run[k] = run[count - 1 - k];
        run[count - 1 - k] = t;
    }
}

static void mark_end(const struct fs__link_constraint *t, uint32_t *marks, uint32_t mark)
{
    if (t->b != FS_CONTACT_STATIC)
        marks[t->b] = mark;
}

void fs__link_chains_find(struct fs__link_constraint *constraints, uint32_t count, uint32_t *marks)
{
    FS_ASSERT(marks != NULL || count == 0);
    for (uint32_t first = 0, k; first < count; first = k) {
        k = find_run_from_anchor(constraints, first, count, marks);
        if (k > first + 1) {
            reverse_run(&constraints[first], k - first);
            constraints[first].chain_length = k - first;
            continue;
        }
        marks[constraints[first].a] = first + 1;
        mark_end(&constraints[first], marks, first + 1);
        for (k = first + 1; k < count && continues_chain(&constraints[k - 1], &constraints[k], marks, first + 1); k++)
            mark_end(&constraints[k], marks, first + 1);
        constraints[first].chain_length = k - first;
    }
}
