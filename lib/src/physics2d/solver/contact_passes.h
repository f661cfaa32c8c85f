/* contact_passes.h: the passes over a block of contacts, written once for every instruction set.
 *
 * A kernel's file defines before the inclusion
 *     V                VECTOR_LANES lanes of int32_t; additions wrap
 *     W                as many 64-bit integers
 *     M                a mask of lanes
 *     INLINE           `static inline` with the attributes of the instruction set; FUNCTION: for whole functions
 *     v_load, v_store, v_set, v_add, v_sub, v_min, v_max, v_left (a << n, bits lost), v_select (mask ? a : b),
 *     v_above (a > b), v_any (any lane of a mask)
 *     w_mul (exact product), w_add, w_sub
 *     w_add_half(w, n) w + 2^(n-1)
 *     w_shift(w, n)    w >> n, 1 <= n <= 32, the low 32 bits
 *     w_store(to, w)   the 64-bit integers, in the order of the lanes
 *     struct lane_bodies { V vx, vy, w, dx, dy, turned; ... }, load_bodies, load_velocities, store_velocities
 * This file uses nothing else, so that all kernels give the same bits.
 *
 * Within a contact both rows act on the same two bodies, whose shares c_a + c_b are 1: an impulse p changes the
 * relative velocity along its own direction by exactly p. So linear velocities are read once and written once.
 */

/* Fraction bits: sums of a row are Q47 (Q5.26 times Q10.21), linear shares Q51, angular responses Q45, effective masses
 * Q51. */
enum { ARM_BITS = FS_REL_FRAC, SHARE_BITS = FS_UNIT_FRAC, ALPHA_BITS = FS_ALPHA_FRAC, RATE_BITS = 21 };

/* Bound of the normal impulse that friction uses (64 m/s), with coefficients below 16. */
#define MAX_FRICTION_LOAD ((1 << 27) - 1)

/* A point with a larger separation (m) after a substep that could close its distance is not in contact. */
#define RELAX_DISTANCE (FS_REL_ONE >> 13)

struct delta_impulse {
    V normal, tangent;
};

INLINE V w_round(W w, const int n)
{
    return w_shift(w_add_half(w, n), n);
}

INLINE V v_clamp(V v, V low, V high)
{
    return v_max(low, v_min(v, high));
}

INLINE V v_clamp_abs(V v, int32_t bound)
{
    return v_clamp(v, v_set(-bound), v_set(bound));
}

/* Applies an impulse of a row to the angular velocities. */
INLINE void apply_angular_impulse(struct lane_bodies *a, struct lane_bodies *b, V alpha_a, V alpha_b, V impulse)
{
    a->w = v_sub(a->w, w_round(w_mul(alpha_a, impulse), ALPHA_BITS));
    b->w = v_add(b->w, w_round(w_mul(alpha_b, impulse), ALPHA_BITS));
}

/* linear + arm_b * angular_b - arm_a * angular_a, rounded once; `linear` includes the half step. */
INLINE V project_on_row(W linear, V arm_a, V arm_b, V angular_a, V angular_b)
{
    W sum = w_sub(w_add(linear, w_mul(arm_b, angular_b)), w_mul(arm_a, angular_a));
    return w_shift(sum, ARM_BITS);
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

INLINE W sum_angular_response(const int32_t *alpha_n, const int32_t *alpha_t, struct delta_impulse p)
{
    return w_add(w_mul(v_load(alpha_n), p.normal), w_mul(v_load(alpha_t), p.tangent));
}

INLINE void warm_start_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *bodies, unsigned points)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    struct delta_impulse p = { v_load(r->point[0].normal_impulse + k), v_load(r->point[0].tangent_impulse + k) };
    W angular_a = sum_angular_response(r->point[0].alpha_na + k, r->point[0].alpha_ta + k, p);
    W angular_b = sum_angular_response(r->point[0].alpha_nb + k, r->point[0].alpha_tb + k, p);
    if (points == 2) {
        struct fs__solver2_point *q = &r->point[1];
        struct delta_impulse more = { v_load(q->normal_impulse + k), v_load(q->tangent_impulse + k) };
        angular_a = w_add(angular_a, sum_angular_response(q->alpha_na + k, q->alpha_ta + k, more));
        angular_b = w_add(angular_b, sum_angular_response(q->alpha_nb + k, q->alpha_tb + k, more));
        p.normal = v_add(p.normal, more.normal);
        p.tangent = v_add(p.tangent, more.tangent);
    }
    a.w = v_sub(a.w, w_round(angular_a, ALPHA_BITS));
    b.w = v_add(b.w, w_round(angular_b, ALPHA_BITS));
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        apply_angular_impulse(&a, &b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k), v_load(r->rolling_impulse + k));
    apply_linear_impulse(r, k, bodies, &a, &b, p);
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

/* The normal row. An overlapping point is soft in the biased pass. A separated point may close its distance within a
 * substep and no more; in the pass without bias, after the bodies moved, that is left to the next substep, so that an
 * impact is not split between two ticks. Adds the change to *total_delta and returns the accumulated impulse. */
INLINE V solve_normal(struct fs__solver2_block *r, struct fs__solver2_point *q, unsigned k, struct lane_bodies *a,
                      struct lane_bodies *b, W velocity, V *total_delta, const struct fs__solver2_constants *constants,
                      const bool biased)
{
    V arm_a = v_load(q->arm_na + k), arm_b = v_load(q->arm_nb + k), old_impulse = v_load(q->normal_impulse + k);
    V separation = v_load(q->separation_now + k);
    V v = v_clamp_abs(v_add(project_on_row(velocity, arm_a, arm_b, a->w, b->w), *total_delta), FS__SOLVER2_MAX_IMPULSE);
    M separated = v_above(separation, v_set(0));
    V rigid_mass = v_load(q->inverse_n + k);
    V bias_rate = v_select(separated, v_set(constants->per_substep), biased ? v_load(r->bias_rate + k) : v_set(0));
    V bias = v_max(w_round(w_mul(separation, bias_rate), RATE_BITS), v_set(constants->min_bias_velocity));
    W change = w_mul(biased ? v_select(separated, rigid_mass, v_load(q->soft_n + k)) : rigid_mass, v_add(v, bias));
    if (biased)
        change = w_add(change, w_mul(v_select(separated, v_set(0), v_load(r->impulse_scale + k)), old_impulse));
    V max_impulse = v_load(r->max_normal_impulse + k);
    if (!biased)
        max_impulse = v_select(v_above(separation, v_set(RELAX_DISTANCE)), old_impulse, max_impulse);
    V new_impulse = v_clamp(v_sub(old_impulse, w_round(change, SHARE_BITS)), v_set(0), max_impulse);
    V delta = v_sub(new_impulse, old_impulse);
    v_store(q->normal_impulse + k, new_impulse);
    if (!biased)
        add_total(q->total_normal_impulse + k, new_impulse);
    *total_delta = v_add(*total_delta, delta);
    apply_angular_impulse(a, b, v_load(q->alpha_na + k), v_load(q->alpha_nb + k), delta);
    return new_impulse;
}

/* Coulomb friction: sticks up to static_friction * load, else slides with dynamic_friction * load. */
INLINE void solve_friction(struct fs__solver2_block *r, struct fs__solver2_point *q, unsigned k, struct lane_bodies *a,
                           struct lane_bodies *b, W velocity, V *total_delta, V load, const bool biased)
{
    V old_impulse = v_load(q->tangent_impulse + k);
    V v = v_add(project_on_row(velocity, v_load(q->arm_ta + k), v_load(q->arm_tb + k), a->w, b->w), *total_delta);
    load = v_min(load, v_set(MAX_FRICTION_LOAD));
    V max_impulse = w_round(w_mul(v_load(r->static_friction + k), load), ARM_BITS);
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0)
        v = v_sub(v, v_load(r->tangent_speed + k));
    V new_impulse = v_sub(
        old_impulse, w_round(w_mul(v_load(q->inverse_t + k), v_clamp_abs(v, FS__SOLVER2_MAX_IMPULSE)), SHARE_BITS));
    if ((r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0) {
        M slipping = v_above(v_max(new_impulse, v_sub(v_set(0), new_impulse)), max_impulse);
        max_impulse = v_select(slipping, w_round(w_mul(v_load(r->dynamic_friction + k), load), ARM_BITS), max_impulse);
    }
    max_impulse = v_min(max_impulse, v_load(r->max_tangent_impulse + k));
    new_impulse = v_clamp(new_impulse, v_sub(v_set(0), max_impulse), max_impulse);
    V delta = v_sub(new_impulse, old_impulse);
    v_store(q->tangent_impulse + k, new_impulse);
    if (!biased)
        add_total(q->total_tangent_impulse + k, new_impulse);
    *total_delta = v_add(*total_delta, delta);
    apply_angular_impulse(a, b, v_load(q->alpha_ta + k), v_load(q->alpha_tb + k), delta);
}

INLINE void solve_rolling(struct fs__solver2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b, V load,
                          const bool biased)
{
    V old_impulse = v_load(r->rolling_impulse + k), max_speed = v_load(r->max_rolling_speed + k);
    V relative_spin = v_clamp(v_sub(b->w, a->w), v_sub(v_set(0), max_speed), max_speed);
    V max_impulse = v_min(load, v_load(r->max_tangent_impulse + k));
    V wanted = v_sub(old_impulse, w_round(w_mul(v_load(r->rolling_mass + k), relative_spin), FS_VEL_FRAC));
    V new_impulse = v_clamp(wanted, v_sub(v_set(0), max_impulse), max_impulse);
    v_store(r->rolling_impulse + k, new_impulse);
    if (!biased)
        add_total(r->total_rolling_impulse + k, new_impulse);
    apply_angular_impulse(a, b, v_load(r->alpha_ra + k), v_load(r->alpha_rb + k), v_sub(new_impulse, old_impulse));
}

/* Bodies move between the biased pass and the pass without bias, and nowhere else. The pass without bias updates the
 * separations; the next biased pass uses them. */
INLINE void solve_block(struct fs__solver2_block *r, unsigned k, struct fs__solver2_body *bodies,
                        const struct fs__solver2_constants *constants, const bool biased, const unsigned points)
{
    struct lane_bodies a = biased ? load_velocities(r->a + k, bodies) : load_bodies(r->a + k, bodies);
    struct lane_bodies b = biased ? load_velocities(r->b + k, bodies) : load_bodies(r->b + k, bodies);
    V nx = v_load(r->nx + k), ny = v_load(r->ny + k), none = v_set(0);
    V vx = v_sub(b.vx, a.vx), vy = v_sub(b.vy, a.vy);
    W velocity = w_add_half(w_add(w_mul(nx, vx), w_mul(ny, vy)), ARM_BITS);
    W tangent_velocity = w_add_half(w_sub(w_mul(ny, vx), w_mul(nx, vy)), ARM_BITS);
    struct delta_impulse p = { none, none };
    if (!biased)
        update_separations(r, k, &a, &b, constants->max_separation, points);
    V first = solve_normal(r, &r->point[0], k, &a, &b, velocity, &p.normal, constants, biased);
    V second = none;
    if (points == 2)
        second = solve_normal(r, &r->point[1], k, &a, &b, velocity, &p.normal, constants, biased);
    if ((r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0)
        solve_rolling(r, k, &a, &b, v_add(first, second), biased);
    solve_friction(r, &r->point[0], k, &a, &b, tangent_velocity, &p.tangent, first, biased);
    if (points == 2)
        solve_friction(r, &r->point[1], k, &a, &b, tangent_velocity, &p.tangent, second, biased);
    apply_linear_impulse(r, k, bodies, &a, &b, p);
}

/* ---- making rows --------------------------------------------------------------------------------------------- */

INLINE V v_times(V a, V b, const int n)
{
    return w_round(w_mul(a, b), n);
}

INLINE W w_dot(V ax, V ay, V bx, V by)
{
    return w_add(w_mul(ax, bx), w_mul(ay, by));
}

INLINE W w_cross(V ax, V ay, V bx, V by)
{
    return w_sub(w_mul(ax, by), w_mul(ay, bx));
}

INLINE V v_abs(V v)
{
    return v_max(v, v_sub(v_set(0), v));
}

/* x * 2^n where x is below `bound`; *power is multiplied alike. */
INLINE V scale_up(V x, int32_t bound, const int n, V *power)
{
    M small = v_above(v_set(bound), x);
    *power = v_select(small, v_left(*power, n), *power);
    return v_select(small, v_left(x, n), x);
}

/* 1/K (Q1.30) from K - 1 (Q50), for K below 2^12. K is scaled into [1/2, 1); three Newton steps follow a linear
 * start that is exact within 1/17. Below 8 K has 28 bits of fraction, above it 18: relative error 2^-19 at most. */
INLINE V invert_mass(W q50)
{
    V wide = v_add(w_round(q50, 32), v_set(1 << 18)), fine = v_add(w_round(q50, 22), v_set(1 << 28));
    M small = v_above(v_set(7 << 18), wide);
    V x = v_select(small, fine, wide), power = v_select(small, v_set(1 << 10), v_set(1));
    x = scale_up(x, 1 << 23, 8, &power);
    x = scale_up(x, 1 << 27, 4, &power);
    x = scale_up(x, 1 << 29, 2, &power);
    x = scale_up(x, 1 << 30, 1, &power);
    V y = v_sub(v_set(1515870810), v_times(x, v_set(1010580540), 31)); /* 48/17 - 32/17 x, Q29 */
    for (int i = 0; i < 3; i++)
        y = v_times(y, v_sub(v_set(1 << 30), v_times(x, y, 31)), 29);
    return v_times(y, power, 12);
}

INLINE V angular_response(V w, V power, V arm)
{
    return v_times(v_times(arm, w, FS__SOLVER2_W_BITS), power, FS__SOLVER2_POWER_BITS);
}

/* The largest angular response of each direction. */
struct max_responses {
    V normal, tangent;
};

INLINE struct max_responses prepare_point(struct fs__solver2_point *q, const struct fs__solver2_stage *s, unsigned p,
                                          unsigned k)
{
    V nx = v_load(s->nx + k), ny = v_load(s->ny + k), ax = v_load(s->arm_x[p] + k), ay = v_load(s->arm_y[p] + k);
    V bx = v_sub(ax, v_load(s->anchor_offset_x + k)), by = v_sub(ay, v_load(s->anchor_offset_y + k));
    V w_a = v_load(s->w_a + k), w_b = v_load(s->w_b + k), p_a = v_load(s->power_a + k), p_b = v_load(s->power_b + k);
    V an = w_round(w_cross(ax, ay, nx, ny), SHARE_BITS), bn = w_round(w_cross(bx, by, nx, ny), SHARE_BITS);
    V at = v_sub(v_set(0), w_round(w_dot(ax, ay, nx, ny), SHARE_BITS));
    V bt = v_sub(v_set(0), w_round(w_dot(bx, by, nx, ny), SHARE_BITS));
    V alpha_na = angular_response(w_a, p_a, an), alpha_nb = angular_response(w_b, p_b, bn);
    V alpha_ta = angular_response(w_a, p_a, at), alpha_tb = angular_response(w_b, p_b, bt);
    V inverse = invert_mass(w_dot(alpha_na, alpha_nb, an, bn));
    v_store(q->arm_na + k, an);
    v_store(q->arm_nb + k, bn);
    v_store(q->arm_ta + k, at);
    v_store(q->arm_tb + k, bt);
    v_store(q->alpha_na + k, alpha_na);
    v_store(q->alpha_nb + k, alpha_nb);
    v_store(q->alpha_ta + k, alpha_ta);
    v_store(q->alpha_tb + k, alpha_tb);
    v_store(q->inverse_n + k, inverse);
    v_store(q->soft_n + k, v_times(inverse, v_load(s->mass_scale + k), SHARE_BITS));
    v_store(q->inverse_t + k, invert_mass(w_dot(alpha_ta, alpha_tb, at, bt)));
    return (struct max_responses){ v_max(v_abs(alpha_na), v_abs(alpha_nb)), v_max(v_abs(alpha_ta), v_abs(alpha_tb)) };
}

/* FS__SOLVER2_MAX_IMPULSE over the largest response, which is rounded up to a power of two; 0 where neither body is
 * movable. */
INLINE V limit_impulse(V alpha, V share_a, V share_b)
{
    V max_tangent = v_set(FS__SOLVER2_MAX_IMPULSE);
    for (int i = 0; i < 7 && v_any(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1))); i++)
        max_tangent = v_select(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1)),
                               v_set(FS__SOLVER2_MAX_IMPULSE >> (i + 1)), max_tangent);
    return v_select(v_above(v_add(share_a, share_b), v_set(0)), max_tangent, v_set(0));
}

/* a * b / 2^n for b >= 0, rounded symmetrically. */
INLINE V v_times_sym(V a, V b, const int n)
{
    V magnitude = v_times(v_abs(a), b, n);
    return v_select(v_above(v_set(0), a), v_sub(v_set(0), magnitude), magnitude);
}

/* An even share becomes odd, larger in magnitude by one step for step = 1, smaller for step = -1. An odd share times an
 * impulse below 2^29 is never half a step, so its rounding has no direction: turned scenes give the same bits.
 * Shares below 2^-10 stay as they are, because a step would change them by more than 1e-6 of themselves. */
INLINE V make_odd(V v, int32_t step)
{
    const int32_t smallest = 1 << 20;
    M odd = v_above(v_set(0), v_left(v, 31)); /* the lowest bit as the sign */
    V change = v_select(v_above(v, v_set(smallest)), v_set(step),
                        v_select(v_above(v_set(-smallest), v), v_set(-step), v_set(0)));
    return v_select(odd, v, v_add(v, change));
}

INLINE void prepare_direction(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    V x = v_load(s->nx + k), y = v_load(s->ny + k), unit = v_set(FS_REL_ONE);
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    v_store(r->nx + k, v_times_sym(x, unit, SHARE_BITS));
    v_store(r->ny + k, v_times_sym(y, unit, SHARE_BITS));
    v_store(r->ax + k, make_odd(v_times_sym(x, share_a, SHARE_BITS), 1));
    v_store(r->ay + k, make_odd(v_times_sym(y, share_a, SHARE_BITS), 1));
    v_store(r->bx + k, make_odd(v_times_sym(x, share_b, SHARE_BITS), -1));
    v_store(r->by + k, make_odd(v_times_sym(y, share_b, SHARE_BITS), -1));
}

INLINE void copy_lanes(int32_t *to, const int32_t *from)
{
    v_store(to, v_load(from));
}

INLINE void copy_extra(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    if ((s->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0) {
        copy_lanes(r->dynamic_friction + k, s->dynamic_friction + k);
        copy_lanes(r->tangent_speed + k, s->tangent_speed + k);
    }
    if ((s->extra & FS__SOLVER2_RESTITUTION) != 0)
        copy_lanes(r->restitution + k, s->restitution + k);
    if ((s->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0) {
        copy_lanes(r->alpha_ra + k, s->alpha_ra + k);
        copy_lanes(r->alpha_rb + k, s->alpha_rb + k);
        copy_lanes(r->rolling_mass + k, s->rolling_mass + k);
        copy_lanes(r->max_rolling_speed + k, s->max_rolling_speed + k);
        copy_lanes(r->rolling_impulse + k, s->rolling_impulse + k);
        v_store(r->total_rolling_impulse + k, v_set(0));
    }
}

/* Copies the fields that need no arithmetic. */
INLINE void copy_block(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    copy_lanes(r->a + k, s->a + k);
    copy_lanes(r->b + k, s->b + k);
    copy_lanes(r->bias_rate + k, s->bias_rate + k);
    copy_lanes(r->impulse_scale + k, s->impulse_scale + k);
    copy_lanes(r->static_friction + k, s->static_friction + k);
    for (unsigned p = 0; p < 2; p++) {
        copy_lanes(r->point[p].separation + k, s->separation[p] + k);
        copy_lanes(r->point[p].separation_now + k, s->separation_now[p] + k);
    }
    copy_lanes(r->index + k, s->index + k);
    copy_extra(r, s, k);
}

INLINE void prepare_lanes(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k,
                          const struct fs__solver2_body *bodies)
{
    struct lane_bodies a = load_velocities(s->a + k, bodies), b = load_velocities(s->b + k, bodies);
    copy_block(r, s, k);
    prepare_direction(r, s, k);
    struct max_responses first = prepare_point(&r->point[0], s, 0, k), second = prepare_point(&r->point[1], s, 1, k);
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k), none = v_set(0);
    V max_normal = limit_impulse(v_max(first.normal, second.normal), share_a, share_b);
    V max_tangent = limit_impulse(v_max(first.tangent, second.tangent), share_a, share_b);
    W velocity = w_add_half(w_dot(v_load(r->nx + k), v_load(r->ny + k), v_sub(b.vx, a.vx), v_sub(b.vy, a.vy)),
                            ARM_BITS);
    v_store(r->max_tangent_impulse + k, max_tangent);
    v_store(r->max_normal_impulse + k, max_normal);
    for (unsigned p = 0; p < 2; p++) {
        struct fs__solver2_point *q = &r->point[p];
        v_store(q->normal_impulse + k, v_clamp(v_load(s->normal_impulse[p] + k), none, max_normal));
        v_store(q->total_normal_impulse + k, none);
        v_store(q->total_tangent_impulse + k, none);
        v_store(q->tangent_impulse + k,
                v_clamp(v_load(s->tangent_impulse[p] + k), v_sub(none, max_tangent), max_tangent));
        v_store(r->initial_normal_velocity[p] + k,
                project_on_row(velocity, v_load(q->arm_na + k), v_load(q->arm_nb + k), a.w, b.w));
    }
}

FUNCTION void prepare_block(struct fs__solver2_block *r, const struct fs__solver2_stage *stage,
                            const struct fs__solver2_body *bodies)
{
    r->used = stage->used;
    r->write_a = stage->write_a;
    r->write_b = stage->write_b;
    r->extra = stage->extra;
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k += VECTOR_LANES)
        prepare_lanes(r, stage, k, bodies);
}

/* ---- exact velocities -------------------------------------------------------------------------------------- */

/* What a block's contacts gave to both bodies of each lane in the tick, Q51; angular velocities Q45. */
struct exact_velocities {
    W ax, ay, aw, bx, by, bw;
};

INLINE struct exact_velocities exact_of(const struct fs__solver2_block *r, unsigned k, const unsigned points)
{
    V ax = v_load(r->ax + k), ay = v_load(r->ay + k), bx = v_load(r->bx + k), by = v_load(r->by + k);
    const struct fs__solver2_point *p = &r->point[0];
    struct delta_impulse sum = { v_load(p->total_normal_impulse + k), v_load(p->total_tangent_impulse + k) };
    struct exact_velocities e = { .aw = sum_angular_response(p->alpha_na + k, p->alpha_ta + k, sum),
                                  .bw = sum_angular_response(p->alpha_nb + k, p->alpha_tb + k, sum) };
    if (points == 2) {
        p = &r->point[1];
        struct delta_impulse second = { v_load(p->total_normal_impulse + k), v_load(p->total_tangent_impulse + k) };
        e.aw = w_add(e.aw, sum_angular_response(p->alpha_na + k, p->alpha_ta + k, second));
        e.bw = w_add(e.bw, sum_angular_response(p->alpha_nb + k, p->alpha_tb + k, second));
        sum.normal = v_add(sum.normal, second.normal);
        sum.tangent = v_add(sum.tangent, second.tangent);
    }
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
            sum[2] -= lane[2][i] << (SHARE_BITS - ALPHA_BITS);
        }
        if ((r->write_b >> bit & 1u) != 0) {
            uint64_t *sum = (uint64_t *)exact + (size_t)(uint32_t)r->b[bit] * 4;
            sum[0] += lane[3][i];
            sum[1] += lane[4][i];
            sum[2] += lane[5][i] << (SHARE_BITS - ALPHA_BITS);
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
