/* contact_passes.h: the passes over a block of contacts, written once for every instruction set.
 *
 * A kernel's file includes one of physics/lanes_*.h and physics/lane_math.h before, and defines
 *     struct lane_bodies { V vx, vy, w, dx, dy, turned; ... }, load_bodies, load_velocities, store_velocities
 * This file uses nothing else, so that all kernels give the same bits.
 *
 * Within a contact both rows act on the same two bodies, whose shares c_a + c_b are 1: an impulse p changes the
 * relative velocity along its own direction by exactly p. So linear velocities are read once and written once.
 */

/* Fraction bits: sums of a row are Q47 (Q5.26 times Q10.21), linear shares Q51, angular responses Q45, effective masses
 * Q51. */
enum {
    ARM_BITS = FS_REL_FRAC,
    SHARE_BITS = FS_UNIT_FRAC,
    ALPHA_BITS = FS_ALPHA_FRAC,
    RATE_BITS = 21,
    COUPLING_BITS = FS__SOLVER2_COUPLING_BITS
};

/* Bound of the normal impulse that friction uses (64 m/s), with coefficients below 16. */
#define MAX_FRICTION_LOAD ((1 << 27) - 1)

/* A point with a larger separation (m) after a substep that could close its distance is not in contact. */
#define RELAX_DISTANCE (FS_REL_ONE >> 13)

struct delta_impulse {
    V normal, tangent;
};

/* Changes the angular velocities by sums of responses (Q45). */
INLINE void turn_bodies(const struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                        W response_a, W response_b)
{
    V change_a = w_round_sym(response_a, ALPHA_BITS), change_b = w_round_sym(response_b, ALPHA_BITS);
    if ((r->extra & FS__SOLVER2_SCALED) != 0) {
        change_a = v_mul(change_a, v_load(r->scale_a + k));
        change_b = v_mul(change_b, v_load(r->scale_b + k));
    }
    a->w = v_sub(a->w, change_a);
    b->w = v_add(b->w, change_b);
}

/* Applies an impulse of a row to the angular velocities. */
INLINE void apply_angular_impulse(const struct fs__solver2_block *r, unsigned k, struct lane_bodies *a,
                                  struct lane_bodies *b, V alpha_a, V alpha_b, V impulse)
{
    turn_bodies(r, k, a, b, w_mul(alpha_a, impulse), w_mul(alpha_b, impulse));
}

/* linear + arm_b * angular_b - arm_a * angular_a */
INLINE W add_angular_part(W linear, V arm_a, V arm_b, V angular_a, V angular_b)
{
    return w_sub(w_add(linear, w_mul(arm_b, angular_b)), w_mul(arm_a, angular_a));
}

/* The same along a normal, rounded once; `linear` includes the half step. */
INLINE V project_on_row(W linear, V arm_a, V arm_b, V angular_a, V angular_b)
{
    return w_shift(add_angular_part(linear, arm_a, arm_b, angular_a, angular_b), ARM_BITS);
}

INLINE void apply_linear_impulse(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *bodies,
                                 struct lane_bodies *a, struct lane_bodies *b, struct delta_impulse p)
{
    V ax = v_load(r->ax + k), ay = v_load(r->ay + k), bx = v_load(r->bx + k), by = v_load(r->by + k);
    a->vx = v_sub(a->vx, w_round(w_add(w_mul(ax, p.normal), w_mul(ay, p.tangent)), SHARE_BITS));
    a->vy = v_sub(a->vy, w_round(w_sub(w_mul(ay, p.normal), w_mul(ax, p.tangent)), SHARE_BITS));
    b->vx = v_add(b->vx, w_round(w_add(w_mul(bx, p.normal), w_mul(by, p.tangent)), SHARE_BITS));
    b->vy = v_add(b->vy, w_round(w_sub(w_mul(by, p.normal), w_mul(bx, p.tangent)), SHARE_BITS));
    store_velocities(r->a + k, r->write_a, k, bodies, a);
    store_velocities(r->b + k, r->write_b, k, bodies, b);
}

/* ---- warm start -------------------------------------------------------------------------------------------- */

/* The angular part of the impulses of both points and of friction. */
INLINE W sum_angular_response(const int32_t *first, const int32_t *second, const int32_t *tangent, V p_first,
                              V p_second, V p_tangent)
{
    return w_add(w_add(w_mul(v_load(first), p_first), w_mul(v_load(second), p_second)),
                 w_mul(v_load(tangent), p_tangent));
}

INLINE void warm_start_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *bodies, unsigned points)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    const struct fs__solver2_point *p = &r->point[0], *q = &r->point[points - 1];
    V first = v_load(p->normal_impulse + k), tangent = v_load(r->tangent_impulse + k);
    V second = points == 2 ? v_load(q->normal_impulse + k) : v_set(0);
    W angular_a = sum_angular_response(p->alpha_na + k, q->alpha_na + k, r->alpha_ta + k, first, second, tangent);
    W angular_b = sum_angular_response(p->alpha_nb + k, q->alpha_nb + k, r->alpha_tb + k, first, second, tangent);
    turn_bodies(r, k, &a, &b, angular_a, angular_b);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        apply_angular_impulse(r, k, &a, &b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k),
                              v_load(r->rolling_impulse + k));
    apply_linear_impulse(r, k, bodies, &a, &b, (struct delta_impulse){ v_add(first, second), tangent });
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

/* Computes the separations at the current poses. */
INLINE void update_separations(struct fs__solver2_block *r, unsigned k, const struct lane_bodies *a,
                               const struct lane_bodies *b, int32_t max_separation, const unsigned points)
{
    W translation = w_add_half(
        w_add(w_mul(v_load(r->nx + k), v_sub(b->dx, a->dx)), w_mul(v_load(r->ny + k), v_sub(b->dy, a->dy))), ARM_BITS);
    for (unsigned p = 0; p < points; p++) {
        struct fs__solver2_point *q = &r->point[p];
        V moved = project_on_row(translation, v_load(q->arm_na + k), v_load(q->arm_nb + k), a->turned, b->turned);
        v_store(q->separation_now + k, v_clamp_abs(v_add(v_load(q->separation + k), moved), max_separation));
    }
}

/* Adds a substep's accumulated impulse to the total of the tick, which stays within the velocities' bound. */
INLINE void add_total(int32_t *total, V impulse)
{
    v_store(total, v_clamp_abs(v_add(v_load(total), impulse), FS__SOLVER2_MAX_VELOCITY));
}

/* A normal row before its bounds: the accumulated impulse, its wanted change, and the bound of the sum. */
struct normal_row {
    V impulse, change, max, coupling;
};

/* An overlapping point is soft in the biased pass. A separated point may close its distance within a substep and no
 * more; in the pass without bias, after the bodies moved, that is left to the next substep, so that an impact is not
 * split between two ticks. */
INLINE struct normal_row find_normal_change(const struct fs__solver2_block *r, const struct fs__solver2_point *q,
                                            unsigned k, const struct lane_bodies *a, const struct lane_bodies *b,
                                            W velocity, const struct fs__solver2_constants *constants,
                                            const bool biased)
{
    struct normal_row row = { .impulse = v_load(q->normal_impulse + k), .max = v_load(r->max_normal_impulse + k) };
    V separation = v_load(q->separation_now + k), rigid_mass = v_load(q->inverse_n + k);
    V v = v_clamp_abs(project_on_row(velocity, v_load(q->arm_na + k), v_load(q->arm_nb + k), a->w, b->w),
                      FS__SOLVER2_MAX_IMPULSE);
    M separated = v_above(separation, v_set(0));
    V bias_rate = v_select(separated, v_set(constants->per_substep), biased ? v_load(r->bias_rate + k) : v_set(0));
    V bias = v_max(w_round(w_mul(separation, bias_rate), RATE_BITS), v_set(constants->min_bias_velocity));
    W change = w_mul(biased ? v_select(separated, rigid_mass, v_load(q->soft_n + k)) : rigid_mass, v_add(v, bias));
    if (biased)
        change = w_add(change, w_mul(v_select(separated, v_set(0), v_load(r->impulse_scale + k)), row.impulse));
    else
        row.max = v_select(v_above(separation, v_set(RELAX_DISTANCE)), row.impulse, row.max);
    row.change = v_sub(v_set(0), w_round(change, SHARE_BITS));
    V rigid_coupling = v_load(q->coupling + k);
    row.coupling = biased ? v_select(separated, rigid_coupling, v_load(q->soft_coupling + k)) : rigid_coupling;
    return row;
}

/* The change of the impulse within its bounds, after the other point's impulse changed by `other`. */
INLINE V limit_change(struct normal_row row, V other)
{
    V change = v_sub(row.change, w_round(w_mul(row.coupling, other), COUPLING_BITS));
    return v_sub(v_clamp(v_add(row.impulse, change), v_set(0), row.max), row.impulse);
}

INLINE V store_normal(struct fs__solver2_point *q, unsigned k, V impulse, const bool biased)
{
    v_store(q->normal_impulse + k, impulse);
    if (!biased)
        add_total(q->total_normal_impulse + k, impulse);
    return impulse;
}

/* The normal rows of both points: the mean of solving the first before the second and the second before the first. The
 * result does not depend on which point is the first, keeps the impulses within their bounds, and is exact where both
 * rows are equal or do not act on each other. Returns the sum of the accumulated impulses; *delta becomes the sum of
 * the changes. */
INLINE V solve_normals(struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                       W velocity, V *delta, const struct fs__solver2_constants *constants, const bool biased)
{
    struct fs__solver2_point *p = &r->point[0], *q = &r->point[1];
    struct normal_row first = find_normal_change(r, p, k, a, b, velocity, constants, biased);
    struct normal_row second = find_normal_change(r, q, k, a, b, velocity, constants, biased);
    V none = v_set(0);
    V p_alone = v_sub(v_clamp(v_add(first.impulse, first.change), none, first.max), first.impulse);
    V q_alone = v_sub(v_clamp(v_add(second.impulse, second.change), none, second.max), second.impulse);
    V delta_p = v_half(v_add(p_alone, limit_change(first, q_alone)));
    V delta_q = v_half(v_add(q_alone, limit_change(second, p_alone)));
    *delta = v_add(delta_p, delta_q);
    W angular_a = w_add(w_mul(v_load(p->alpha_na + k), delta_p), w_mul(v_load(q->alpha_na + k), delta_q));
    W angular_b = w_add(w_mul(v_load(p->alpha_nb + k), delta_p), w_mul(v_load(q->alpha_nb + k), delta_q));
    turn_bodies(r, k, a, b, angular_a, angular_b);
    return v_add(store_normal(p, k, v_add(first.impulse, delta_p), biased),
                 store_normal(q, k, v_add(second.impulse, delta_q), biased));
}

/* The normal row of a contact with one point. */
INLINE V solve_normal(struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b, W velocity,
                      V *delta, const struct fs__solver2_constants *constants, const bool biased)
{
    struct fs__solver2_point *q = &r->point[0];
    struct normal_row row = find_normal_change(r, q, k, a, b, velocity, constants, biased);
    *delta = v_sub(v_clamp(v_add(row.impulse, row.change), v_set(0), row.max), row.impulse);
    apply_angular_impulse(r, k, a, b, v_load(q->alpha_na + k), v_load(q->alpha_nb + k), *delta);
    return store_normal(q, k, v_add(row.impulse, *delta), biased);
}

/* Coulomb friction of the whole contact: sticks up to static_friction * load, else slides with dynamic_friction * load.
 * Returns the change of the impulse. */
INLINE V solve_friction(struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                        W velocity, V load, const bool biased)
{
    V old_impulse = v_load(r->tangent_impulse + k);
    V v = w_round_sym(add_angular_part(velocity, v_load(r->arm_ta + k), v_load(r->arm_tb + k), a->w, b->w), ARM_BITS);
    load = v_min(load, v_set(MAX_FRICTION_LOAD));
    V max_impulse = w_round(w_mul(v_load(r->static_friction + k), load), ARM_BITS);
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0)
        v = v_sub(v, v_load(r->tangent_speed + k));
    W change = w_mul(v_load(r->inverse_t + k), v_clamp_abs(v, FS__SOLVER2_MAX_IMPULSE));
    V new_impulse = v_sub(old_impulse, w_round_sym(change, SHARE_BITS));
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0) {
        M slipping = v_above(v_max(new_impulse, v_sub(v_set(0), new_impulse)), max_impulse);
        max_impulse = v_select(slipping, w_round(w_mul(v_load(r->dynamic_friction + k), load), ARM_BITS), max_impulse);
    }
    max_impulse = v_min(max_impulse, v_load(r->max_tangent_impulse + k));
    new_impulse = v_clamp(new_impulse, v_sub(v_set(0), max_impulse), max_impulse);
    V delta = v_sub(new_impulse, old_impulse);
    v_store(r->tangent_impulse + k, new_impulse);
    if (!biased)
        add_total(r->total_tangent_impulse + k, new_impulse);
    apply_angular_impulse(r, k, a, b, v_load(r->alpha_ta + k), v_load(r->alpha_tb + k), delta);
    return delta;
}

INLINE void solve_rolling(struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b, V load,
                          const bool biased)
{
    V old_impulse = v_load(r->rolling_impulse + k), max_speed = v_load(r->max_rolling_speed + k);
    V relative_spin = v_clamp(v_sub(b->w, a->w), v_sub(v_set(0), max_speed), max_speed);
    V max_impulse = v_min(load, v_load(r->max_tangent_impulse + k));
    V wanted = v_sub(old_impulse, w_round_sym(w_mul(v_load(r->rolling_mass + k), relative_spin), FS_VEL_FRAC));
    V new_impulse = v_clamp(wanted, v_sub(v_set(0), max_impulse), max_impulse);
    v_store(r->rolling_impulse + k, new_impulse);
    if (!biased)
        add_total(r->total_rolling_impulse + k, new_impulse);
    apply_angular_impulse(r, k, a, b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k),
                          v_sub(new_impulse, old_impulse));
}

/* Bodies move between the biased pass and the pass without bias, and nowhere else. The pass without bias updates the
 * separations; the next biased pass uses them. */
INLINE void solve_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *bodies,
                        const struct fs__solver2_constants *constants, const bool biased, const unsigned points)
{
    struct lane_bodies a = biased ? load_velocities(r->a + k, bodies) : load_bodies(r->a + k, bodies);
    struct lane_bodies b = biased ? load_velocities(r->b + k, bodies) : load_bodies(r->b + k, bodies);
    V nx = v_load(r->nx + k), ny = v_load(r->ny + k);
    V vx = v_sub(b.vx, a.vx), vy = v_sub(b.vy, a.vy);
    W velocity = w_add_half(w_add(w_mul(nx, vx), w_mul(ny, vy)), ARM_BITS);
    W tangent_velocity = w_sub(w_mul(ny, vx), w_mul(nx, vy));
    struct delta_impulse p;
    if (!biased)
        update_separations(r, k, &a, &b, constants->max_separation, points);
    V load = points == 2 ? solve_normals(r, k, &a, &b, velocity, &p.normal, constants, biased)
                         : solve_normal(r, k, &a, &b, velocity, &p.normal, constants, biased);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        solve_rolling(r, k, &a, &b, load, biased);
    p.tangent = solve_friction(r, k, &a, &b, tangent_velocity, load, biased);
    apply_linear_impulse(r, k, bodies, &a, &b, p);
}

#include "physics2d/solver/contact_rows.h"

/* ---- exact velocities -------------------------------------------------------------------------------------- */

/* What a block's contacts gave to both bodies of each lane in the tick, Q51; angular velocities Q45. */
struct exact_velocities {
    W ax, ay, aw, bx, by, bw;
};

INLINE struct exact_velocities exact_of(const struct fs__solver2_block *r, unsigned k, const unsigned points)
{
    V ax = v_load(r->ax + k), ay = v_load(r->ay + k), bx = v_load(r->bx + k), by = v_load(r->by + k);
    const struct fs__solver2_point *p = &r->point[0], *q = &r->point[points - 1];
    V first = v_load(p->total_normal_impulse + k), tangent = v_load(r->total_tangent_impulse + k);
    V second = points == 2 ? v_load(q->total_normal_impulse + k) : v_set(0);
    struct delta_impulse sum = { v_add(first, second), tangent };
    struct exact_velocities e;
    e.aw = sum_angular_response(p->alpha_na + k, q->alpha_na + k, r->alpha_ta + k, first, second, tangent);
    e.bw = sum_angular_response(p->alpha_nb + k, q->alpha_nb + k, r->alpha_tb + k, first, second, tangent);
    e.ax = w_add(w_mul(ax, sum.normal), w_mul(ay, sum.tangent));
    e.ay = w_sub(w_mul(ay, sum.normal), w_mul(ax, sum.tangent));
    e.bx = w_add(w_mul(bx, sum.normal), w_mul(by, sum.tangent));
    e.by = w_sub(w_mul(by, sum.normal), w_mul(bx, sum.tangent));
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0) {
        V rolling = v_load(r->total_rolling_impulse + k);
        e.aw = w_add(e.aw, w_mul(v_load(r->alpha_ra + k), rolling));
        e.bw = w_add(e.bw, w_mul(v_load(r->alpha_rb + k), rolling));
    }
    return e;
}

INLINE uint32_t scale_at(const struct fs__solver2_block *r, const int32_t *scale, unsigned lane)
{
    return (r->extra & FS__SOLVER2_SCALED) != 0 ? (uint32_t)scale[lane] : 1;
}

/* Lane by lane into the sums of the bodies; sums wrap. */
INLINE void add_exact(const struct fs__solver2_block *r, unsigned k, int64_t *exact, const unsigned points)
{
    struct exact_velocities e = exact_of(r, k, points);
    _Alignas(32) uint64_t lane[6][VECTOR_LANES];
    const W *part = &e.ax;
    for (unsigned i = 0; i < 6; i++)
        w_store(lane[i], part[i]);
    for (unsigned i = 0; i < VECTOR_LANES; i++) {
        unsigned bit = k + i;
        if ((r->write_a >> bit & 1u) != 0) {
            uint64_t *sum = (uint64_t *)exact + (size_t)(uint32_t)r->a[bit] * 4;
            sum[0] -= lane[0][i];
            sum[1] -= lane[1][i];
            sum[2] -= (lane[2][i] * scale_at(r, r->scale_a, bit)) << (SHARE_BITS - ALPHA_BITS);
        }
        if ((r->write_b >> bit & 1u) != 0) {
            uint64_t *sum = (uint64_t *)exact + (size_t)(uint32_t)r->b[bit] * 4;
            sum[0] += lane[3][i];
            sum[1] += lane[4][i];
            sum[2] += (lane[5][i] * scale_at(r, r->scale_b, bit)) << (SHARE_BITS - ALPHA_BITS);
        }
    }
}

/* ---- passes --------------------------------------------------------------------------------------------------- */

/* The indices of a block's bodies are data, so hardware prefetchers cannot predict their addresses. */
static inline void prefetch_bodies(const struct fs__solver2_block *r, const struct fs__solver2_body *bodies)
{
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k++) {
        __builtin_prefetch(bodies + (uint32_t)r->a[k]);
        __builtin_prefetch(bodies + (uint32_t)r->b[k]);
    }
}

#define FOR_EACH_BLOCK(statement)                                      \
    const bool prefetch = constants->prefetch;                         \
    for (uint32_t i = 0; i < count; i++) {                             \
        struct fs__solver2_block *r = rows + i;                        \
        if (prefetch && i + 2 < count)                                 \
            fs__solver2_prefetch_block(r + 2);                         \
        if (i + 1 < count)                                             \
            prefetch_bodies(r + 1, bodies);                            \
        for (unsigned k = 0; k < FS__SOLVER2_LANES; k += VECTOR_LANES) \
            statement;                                                 \
    }

#define DEFINE_PASS(name, statement)                                                                    \
    FUNCTION void name(struct fs__solver2_block *rows, uint32_t count, struct fs__solver2_body *bodies, \
                       const struct fs__solver2_constants *constants)                                   \
    {                                                                                                   \
        FOR_EACH_BLOCK(statement)                                                                       \
    }

DEFINE_PASS(warm_start_two, warm_start_block(r, k, bodies, 2))
DEFINE_PASS(warm_start_one, warm_start_block(r, k, bodies, 1))
DEFINE_PASS(solve_two, solve_block(r, k, bodies, constants, true, 2))
DEFINE_PASS(solve_one, solve_block(r, k, bodies, constants, true, 1))
DEFINE_PASS(relax_two, solve_block(r, k, bodies, constants, false, 2))
DEFINE_PASS(relax_one, solve_block(r, k, bodies, constants, false, 1))
DEFINE_PASS(sum_exact_two, add_exact(r, k, constants->exact, 2))
DEFINE_PASS(sum_exact_one, add_exact(r, k, constants->exact, 1))

#define CONTACT_PASSES                                                                                             \
    .prepare = prepare_block, .warm_start = { warm_start_two, warm_start_one }, .solve = { solve_two, solve_one }, \
    .relax = { relax_two, relax_one }, .sum_exact = { sum_exact_two, sum_exact_one }
