/* xpbd.c: solves links by moving their ends: one pass per substep.
 *
 * With the distance L of the ends, C = L - bound and weights w = (1/m) / (1/m_a + 1/m_b + c/h^2)
 * of the compliance c, a moves by -w_a C along the link and b by +w_b C; a substep's moves,
 * divided by its length, become impulses. This is extended position-based
 * dynamics with one iteration per substep, whose multiplier starts at 0 and need not be stored. Velocities are corrected,
 * not replaced, so particles without a correction keep every bit.
 *
 * Corrections are along the present direction of the ends, not the one at the start of the substep. A rod that rotates
 * with w then loses the share w^2 h of its angular momentum per second; with the other direction nothing is lost, but a
 * cloth whose links are not all satisfied in one pass becomes unstable. So only a link that is alone gets its impulse along
 * the direction at the start; its position is corrected along the present one, which always has a solution.
 *
 * Links are always solved in the order of their rows: alternating the direction leaves ten times the error, because the
 * two passes undo each other's remainder.
 *
 * This file must never solve more than one link at a time; direct.c does.
 */
#include "particles/link/displacement.h"
#include "particles/link/link_internal.h"

/* --- preparation -------------------------------------------------------------------- */

/* The weights of a link and the values that they depend on; consecutive rows mostly have the same. */
struct link_weights {
    fs_scaled inv_mass_a, inv_mass_b;
    fs_wide compliance;
    fs_unit weight_a, weight_b;
    fs_scaled sum; /* of inverse masses and c/h^2, 1/kg */
};

static fs_scaled inv_mass(const struct fs_particles *p, uint32_t i)
{
    static const fs_scaled none = { 0, 0 };
    return i == FS_CONTACT_STATIC ? none : fs_particle_inv_mass(p, i);
}

/* 1/h^2. */
static fs_scaled rate_squared(uint32_t hz)
{
    return fs_scaled_mul(fs_scaled_make(hz, 0), fs_scaled_make(hz, 0));
}

/* c/h^2 in 1/kg. */
static fs_scaled softness(fs_wide compliance, uint32_t hz)
{
    return fs_scaled_mul(fs_scaled_from_wide(compliance), rate_squared(hz));
}

static struct link_weights make_weights(fs_scaled inv_mass_a, fs_scaled inv_mass_b, fs_wide compliance, uint32_t hz)
{
    struct link_weights r = { .inv_mass_a = inv_mass_a, .inv_mass_b = inv_mass_b, .compliance = compliance };
    r.sum = fs_scaled_add(fs_scaled_add(inv_mass_a, inv_mass_b), softness(compliance, hz));
    r.weight_a = fs_unit_from_scaled(fs_scaled_div(inv_mass_a, r.sum));
    r.weight_b = fs_unit_from_scaled(fs_scaled_div(inv_mass_b, r.sum));
    return r;
}

static void update_weights(struct link_weights *r, const struct fs_particles *p, const struct fs__active_link *active,
                           fs_wide compliance, uint32_t hz)
{
    fs_scaled a = inv_mass(p, active->a), b = inv_mass(p, active->b);
    bool unchanged = fs_scaled_equal(a, r->inv_mass_a) && fs_scaled_equal(b, r->inv_mass_b) &&
                     compliance == r->compliance;
    if (!unchanged)
        *r = make_weights(a, b, compliance, hz);
}

static fs_wide compliance_of(const struct fs_links *links, uint32_t row)
{
    return fs_max64(links->compliance[row], 0);
}

uint32_t fs__link_constraints_make(struct fs__link_constraint *out, const struct fs_links *links,
                                   const struct fs_particles *p, uint32_t hz)
{
    FS_ASSERT(out != NULL || links->count == 0);
    static const fs_scaled none = { 0, 0 };
    struct link_weights link_weights = make_weights(none, none, 0, hz);
    struct fs__active_link active;
    uint32_t count = 0;
    for (uint32_t row = 0; row < links->count; row++) {
        if (!fs__active_link_get(links, row, p, false, &active))
            continue;
        update_weights(&link_weights, p, &active, compliance_of(links, row), hz);
        out[count++] = (struct fs__link_constraint){ .min = active.min,
                                                     .max = active.max,
                                                     .a = active.a,
                                                     .b = active.b,
                                                     .row = row,
                                                     .chain_length = 1,
                                                     .weight_a = link_weights.weight_a,
                                                     .weight_b = link_weights.weight_b };
    }
    return count;
}

/* --- links alone ------------------------------------------------------------------------ */

static void count_ends(const struct fs__link_constraint *t, uint32_t *marks)
{
    marks[t->a] += t->weight_a != 0;
    if (t->b != FS_CONTACT_STATIC)
        marks[t->b] += t->weight_b != 0;
}

static fs_unit3 direction_of(const struct fs__link_constraint *t, const fs_pos3 *anchors, const fs_pos3 *pos)
{
    const fs_pos3 *b = t->b == FS_CONTACT_STATIC ? &anchors[t->row] : &pos[t->b];
    return fs__distance_of(fs_pos3_sub(pos[t->a], *b)).direction;
}

void fs__link_constraints_find_alone(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                                     const fs_pos3 *pos, uint32_t *marks)
{
    for (uint32_t k = 0; k < count; k++)
        count_ends(&constraints[k], marks);
    for (uint32_t k = 0; k < count; k++) {
        struct fs__link_constraint *t = &constraints[k];
        t->alone = marks[t->a] <= 1 && (t->b == FS_CONTACT_STATIC || marks[t->b] <= 1);
        if (t->alone)
            t->direction = direction_of(t, anchors, pos);
    }
}

/* --- one pass ------------------------------------------------------------------------- */

/* The correction of one link: its error, and the direction of its ends. */
struct correction {
    fs_pos error;
    fs_unit3 direction;
};

/* The fast forms are for ends within +-2^30 m and errors below 1 m; there nothing saturates. */
#define FAST_POSITION ((uint64_t)1 << 62)

static inline bool fits_fast_path(fs_pos3 a, fs_pos3 b)
{
    uint64_t outside = ((uint64_t)a.x + FAST_POSITION) | ((uint64_t)a.y + FAST_POSITION) |
                       ((uint64_t)a.z + FAST_POSITION);
    outside |= ((uint64_t)b.x + FAST_POSITION) | ((uint64_t)b.y + FAST_POSITION) | ((uint64_t)b.z + FAST_POSITION);
    return outside >> 63 == 0;
}

/* v f / 2^30, symmetric; half a step, less one for negative products, and the floor. */
static inline int64_t mul_unit_fast(int64_t v, fs_unit f)
{
    int64_t product = v * f;
    return fs_asr64(product + (FS_UNIT_ONE / 2) + fs_asr64(product, 63), FS_UNIT_FRAC);
}

static inline void shift_fast(fs_pos3 *at, fs_pos by, fs_unit3 direction)
{
    at->x += mul_unit_fast(by, direction.x);
    at->y += mul_unit_fast(by, direction.y);
    at->z += mul_unit_fast(by, direction.z);
}

static void move_wide(const struct fs__link_constraint *t, const struct correction *correction,
                      const struct fs_particles *p)
{
    fs__displace_rounded(p, t->a, fs_sat64_neg(correction->error), t->weight_a, correction->direction);
    if (t->weight_b != 0)
        fs__displace_rounded(p, t->b, correction->error, t->weight_b, correction->direction);
}

static inline void move_fast(const struct fs__link_constraint *t, const struct correction *correction,
                             const struct fs_particles *p)
{
    shift_fast(&p->pos[t->a], -mul_unit_fast(correction->error, t->weight_a), correction->direction);
    if (t->weight_b != 0)
        shift_fast(&p->pos[t->b], mul_unit_fast(correction->error, t->weight_b), correction->direction);
}

/* With what rounding leaves; see displacement.h. */
static inline void move_exactly(const struct fs__link_constraint *t, const struct correction *correction,
                                const struct fs_particles *p)
{
    fs__displace(p, t->a, fs_sat64_neg(correction->error), t->weight_a, correction->direction);
    if (t->weight_b != 0)
        fs__displace(p, t->b, correction->error, t->weight_b, correction->direction);
}

static inline fs_pos3 offset(fs_pos3 a, fs_pos3 b, bool fast)
{
    return fast ? fs_pos3_make(a.x - b.x, a.y - b.y, a.z - b.z) : fs_pos3_sub(a, b);
}

/* A correction C of a link alone moves its ends along their present direction n, but its impulse C/h acts along the
 * direction m at the start of the substep. That keeps the angular momentum exactly: with unit length and mass and a
 * velocity of r along m and t across it, the ends are at (1 + r h, t h) = R (cos B, sin B) before the correction C = R - 1
 * and at (cos B, sin B) after it. There the velocity (r - C/h, t) is R (1 - cos B)/h along the new direction and t across
 * it: t stays, whatever r is, and r stays bounded. Positions bring the impulse along n; this is the rest, C w (m - n)/h. */
static void turn_impulse(const struct fs_particles *p, uint32_t i, fs_pos correction, fs_unit weight, fs_unit3 turn)
{
    const unsigned to_fine = FS_POS_FRAC + FS_UNIT_FRAC - FS__FINE_VELOCITY_FRAC;
    int64_t move = fs_mul64(correction, weight, to_fine);
    struct fs__fine3 change = { fs_sat64_mul(fs_mul64(move, turn.x, FS_UNIT_FRAC), p->hz),
                                fs_sat64_mul(fs_mul64(move, turn.y, FS_UNIT_FRAC), p->hz),
                                fs_sat64_mul(fs_mul64(move, turn.z, FS_UNIT_FRAC), p->hz) };
    fs__residual_add_fine(p, i, change);
}

/* `n`: the present direction. a moves by -C w n, so its change is -C w (m - n)/h. */
static void turn_impulses(struct fs__link_constraint *t, const struct fs_particles *p, fs_pos correction, fs_unit3 n)
{
    fs_unit3 m = t->direction;
    t->direction = n;
    if (correction == 0 || fs__link_turned_far(m, n))
        return;
    turn_impulse(p, t->a, correction, t->weight_a, (fs_unit3){ n.x - m.x, n.y - m.y, n.z - m.z });
    if (t->weight_b != 0)
        turn_impulse(p, t->b, correction, t->weight_b, (fs_unit3){ m.x - n.x, m.y - n.y, m.z - n.z });
}

/* One link, after a correction `move` of it in the same substep. b: where its end is, an anchor, or a particle that may be
 * immovable: its weight is then 0. Returns its correction. Where many links share a particle, roundings are left to
 * chance: a cloth would take 1.8 times as long. */
static inline fs_pos solve_one(struct fs__link_constraint *t, const struct fs_particles *p, fs_pos3 b, bool exact,
                               fs_pos move, fs_unit3 *direction)
{
    const fs_pos3 a = p->pos[t->a];
    bool fast = fits_fast_path(a, b);
    struct fs__distance span = fs__distance_of(offset(a, b, fast));
    struct correction correction = { fs__length_error(t->min, t->max, span.length), span.direction };
    *direction = span.direction;
    if (move != 0)
        correction.error = fs_sat64_sub(correction.error, fs__link_constraint_compliance_offset(t, move));
    if (correction.error == 0)
        return 0;
    t->correction_sum = fs_sat64_add(t->correction_sum, correction.error);
    if (fast && exact)
        move_exactly(t, &correction, p);
    else if (fast && fs__displacement_is_small(correction.error))
        move_fast(t, &correction, p);
    else
        move_wide(t, &correction, p);
    return correction.error;
}

static void solve_row(struct fs__link_constraint *t, const fs_pos3 *anchors, const struct fs_particles *p, bool chained,
                      fs_pos move)
{
    fs_unit3 direction;
    fs_pos correction = solve_one(t, p, t->b == FS_CONTACT_STATIC ? anchors[t->row] : p->pos[t->b], chained || t->alone,
                                  move, &direction);
    if (t->alone)
        turn_impulses(t, p, correction, direction);
}

void fs__link_constraints_solve(struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                                const struct fs_particles *p, struct fs__chain_row *chain_rows,
                                struct fs__chain_motion *motions)
{
    for (uint32_t first = 0; first < count;) {
        uint32_t run = constraints[first].chain_length;
        if (run > 1)
            fs__link_chain_solve(&constraints[first], run, anchors, p, chain_rows, &motions[first]);
        for (uint32_t k = 0; k < run; k++)
            solve_row(&constraints[first + k], anchors, p, run > 1, run > 1 ? chain_rows[k].total : 0);
        first += run;
    }
}

/* --- afterwards ---------------------------------------------------------------------------- */

void fs__link_constraints_update_velocities(struct fs_particles *p, const fs_pos3 *predicted)
{
    for (uint32_t i = 0; i < p->count; i++) {
        fs_pos3 moved = fs_pos3_sub(p->pos[i], predicted[i]);
        if (!fs_pos3_is_zero(moved))
            fs__residual_add_moved(p, i, moved);
    }
}

/* A correction C of a link in a substep is the impulse C / (h sum) and the force
 * C / (h^2 sum); its mean over the substeps counts. */
static fs_wide mean_tension(fs_pos correction_sum, fs_scaled sum, uint32_t hz, uint32_t substeps)
{
    fs_scaled rate = fs_scaled_div(rate_squared(hz), fs_scaled_make(substeps, 0));
    return fs_scaled_apply(fs_scaled_div(rate, sum), correction_sum);
}

static void clear_tensions(struct fs_links *links)
{
    for (uint32_t row = 0; row < links->count; row++)
        links->tension[row] = 0;
}

void fs__link_constraints_store_tensions(const struct fs__link_constraint *constraints, uint32_t count,
                                         struct fs_links *links, const struct fs_particles *p, uint32_t hz,
                                         uint32_t substeps)
{
    static const fs_scaled none = { 0, 0 };
    struct link_weights link_weights = make_weights(none, none, 0, hz);
    clear_tensions(links);
    for (uint32_t k = 0; k < count; k++) {
        const struct fs__link_constraint *t = &constraints[k];
        struct fs__active_link active = { .a = t->a, .b = t->b };
        if (t->correction_sum == 0)
            continue;
        update_weights(&link_weights, p, &active, compliance_of(links, t->row), hz);
        links->tension[t->row] = mean_tension(t->correction_sum, link_weights.sum, hz, substeps);
    }
}
