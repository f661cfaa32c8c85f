/* contact_passes.h: the passes over a block of contacts, written once for every instruction set.
 *
 * A kernel's file includes one of physics/lanes_*.h and physics/lane_math.h and defines struct lane_bodies
 * { struct vec3 v, w, d, turned; }, load_bodies, load_velocities and store_velocities. This file uses nothing else, so
 * that all kernels give the same bits.
 *
 * Within a contact all rows act on the same two bodies, whose shares c_a + c_b are 1, and its three directions are
 * orthogonal: an impulse p changes the relative velocity of the centres along its own direction by exactly p. So linear
 * velocities are read once and written once.
 */

/* Fraction bits: sums of a row are Q47 (Q5.26 times Q10.21), linear shares Q51, angular responses Q45, effective masses
 * Q51. */
enum { ARM_BITS = FS_REL_FRAC, SHARE_BITS = FS_UNIT_FRAC, ALPHA_BITS = FS_ALPHA_FRAC, RATE_BITS = 21 };

/* Bound of the normal impulse that friction uses (64 m/s), with coefficients below 16. */
#define MAX_FRICTION_LOAD ((1 << 27) - 1)

/* A point with a larger separation (m) after a substep that could close its distance is not in contact. */
#define RELAX_DISTANCE (FS_REL_ONE >> 13)

/* Impulses of a contact along its three directions. */
struct impulses {
    V p[3];
};

/* ---- impulses on bodies ----------------------------------------------------------------------------------------- */

INLINE struct vec3 scale_response(struct vec3 alpha, V impulse)
{
    return (struct vec3){ v_times(alpha.x, impulse, ALPHA_BITS), v_times(alpha.y, impulse, ALPHA_BITS),
                          v_times(alpha.z, impulse, ALPHA_BITS) };
}

INLINE struct vec3 v3_add(struct vec3 a, struct vec3 b)
{
    return (struct vec3){ v_add(a.x, b.x), v_add(a.y, b.y), v_add(a.z, b.z) };
}

INLINE void apply_angular_impulse(struct lane_bodies *a, struct lane_bodies *b, fs__solver3_lanes *alpha_a,
                                  fs__solver3_lanes *alpha_b, unsigned k, V impulse)
{
    a->w = v3_sub(a->w, scale_response(v3_load(alpha_a, k), impulse));
    b->w = v3_add(b->w, scale_response(v3_load(alpha_b, k), impulse));
}

/* The sum of three directions times their impulses, rounded once. */
INLINE V sum_directions(const struct fs__solver3_direction *d, size_t axis, unsigned k, const struct impulses *p)
{
    const size_t stride = sizeof *d / sizeof(int32_t);
    const int32_t *at = (const int32_t *)d + axis * FS__SOLVER3_LANES + k;
    W sum = w_mul(v_load(at), p->p[0]);
    sum = w_add(sum, w_mul(v_load(at + stride), p->p[1]));
    sum = w_add(sum, w_mul(v_load(at + 2 * stride), p->p[2]));
    return w_round(sum, SHARE_BITS);
}

enum { SHARE_OF_A = 3, SHARE_OF_B = 6 }; /* axes of struct fs__solver3_direction */

INLINE struct vec3 velocity_of(struct fs__solver3_block *r, size_t share, unsigned k, const struct impulses *p)
{
    return (struct vec3){ sum_directions(r->direction, share, k, p), sum_directions(r->direction, share + 1, k, p),
                          sum_directions(r->direction, share + 2, k, p) };
}

INLINE void apply_linear_impulses(struct fs__solver3_block *r, unsigned k, struct fs__solver3_body *bodies,
                                  struct lane_bodies *a, struct lane_bodies *b, const struct impulses *p)
{
    a->v = v3_sub(a->v, velocity_of(r, SHARE_OF_A, k, p));
    b->v = v3_add(b->v, velocity_of(r, SHARE_OF_B, k, p));
    store_velocities(r->a + k, r->write_a, k, bodies, a);
    store_velocities(r->b + k, r->write_b, k, bodies, b);
}

/* linear + arm_b . w_b - arm_a . w_a, rounded once; `linear` includes the half step. */
INLINE V project_on_row(W linear, struct fs__solver3_arms *arms, unsigned k, struct vec3 w_a, struct vec3 w_b)
{
    W sum = w_sub(w_add(linear, w_dot3(v3_load(arms->arm_b, k), w_b)), w_dot3(v3_load(arms->arm_a, k), w_a));
    return w_shift(sum, ARM_BITS);
}

/* The part of a relative velocity along a direction, with half a step, Q47. */
INLINE W project_linear(struct fs__solver3_direction *d, unsigned k, struct vec3 v)
{
    return w_add_half(w_dot3(v3_load(d->n, k), v), ARM_BITS);
}

/* ---- warm start -------------------------------------------------------------------------------------------- */

INLINE void warm_start_block(struct fs__solver3_block *r, unsigned k, struct fs__solver3_body *bodies,
                             const unsigned points)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    struct impulses p = { { v_set(0), v_load(r->tangent_impulse[0] + k), v_load(r->tangent_impulse[1] + k) } };
    for (unsigned i = 0; i < points; i++) {
        V impulse = v_load(r->point[i].impulse + k);
        p.p[0] = v_clamp_abs(v_add(p.p[0], impulse), FS__SOLVER3_MAX_VELOCITY);
        apply_angular_impulse(&a, &b, r->point[i].arms.alpha_a, r->point[i].arms.alpha_b, k, impulse);
    }
    for (unsigned t = 0; t < 2; t++)
        apply_angular_impulse(&a, &b, r->tangent[t].alpha_a, r->tangent[t].alpha_b, k, p.p[1 + t]);
    if ((r->extra & FS__SOLVER3_TWIST) != 0)
        apply_angular_impulse(&a, &b, r->twist_alpha_a, r->twist_alpha_b, k, v_load(r->twist_impulse + k));
    if ((r->extra & FS__SOLVER3_ROLLING_RESISTANCE) != 0)
        for (unsigned t = 0; t < 2; t++)
            apply_angular_impulse(&a, &b, r->rolling_alpha_a[t], r->rolling_alpha_b[t], k,
                                  v_load(r->rolling_impulse[t] + k));
    apply_linear_impulses(r, k, bodies, &a, &b, &p);
}

/* ---- normal rows ------------------------------------------------------------------------------------------------ */

/* Computes the separations at the current poses. */
INLINE void update_separations(struct fs__solver3_block *r, unsigned k, const struct lane_bodies *a,
                               const struct lane_bodies *b, int32_t max_separation, const unsigned points)
{
    W translation = project_linear(&r->direction[0], k, v3_sub(b->d, a->d));
    for (unsigned i = 0; i < points; i++) {
        struct fs__solver3_point *q = &r->point[i];
        V moved = project_on_row(translation, &q->arms, k, a->turned, b->turned);
        v_store(q->separation_now + k, v_clamp_abs(v_add(v_load(q->separation + k), moved), max_separation));
    }
}

/* Adds a substep's accumulated impulse to the total of the tick, which stays within the velocities' bound. */
INLINE void add_total(int32_t *total, V impulse)
{
    v_store(total, v_clamp_abs(v_add(v_load(total), impulse), FS__SOLVER3_MAX_VELOCITY));
}

/* The normal row. An overlapping point is soft in the biased pass. A separated point may close its distance within a
 * substep and no more; in the pass without bias, after the bodies moved, that is left to the next substep, so that an
 * impact is not split between two ticks. Adds the change to *total_delta and returns the accumulated impulse. */
INLINE V solve_normal(struct fs__solver3_block *r, struct fs__solver3_point *q, unsigned k, struct lane_bodies *a,
                      struct lane_bodies *b, W velocity, V *total_delta, const struct fs__solver3_constants *constants,
                      const bool biased)
{
    V old_impulse = v_load(q->impulse + k), separation = v_load(q->separation_now + k);
    V v = v_clamp_abs(v_add(project_on_row(velocity, &q->arms, k, a->w, b->w), *total_delta), FS__SOLVER3_MAX_IMPULSE);
    M separated = v_above(separation, v_set(0));
    V rigid_mass = v_load(q->inverse + k);
    V bias_rate = v_select(separated, v_set(constants->per_substep), biased ? v_load(r->bias_rate + k) : v_set(0));
    V bias = v_max(w_round(w_mul(separation, bias_rate), RATE_BITS), v_set(constants->min_bias_velocity));
    W change = w_mul(biased ? v_select(separated, rigid_mass, v_load(q->soft + k)) : rigid_mass, v_add(v, bias));
    if (biased)
        change = w_add(change, w_mul(v_select(separated, v_set(0), v_load(r->impulse_scale + k)), old_impulse));
    V max_impulse = v_load(r->max_normal_impulse + k);
    if (!biased)
        max_impulse = v_select(v_above(separation, v_set(RELAX_DISTANCE)), old_impulse, max_impulse);
    V new_impulse = v_clamp(v_sub(old_impulse, w_round(change, SHARE_BITS)), v_set(0), max_impulse);
    V delta = v_sub(new_impulse, old_impulse);
    v_store(q->impulse + k, new_impulse);
    if (!biased)
        add_total(q->total + k, new_impulse);
    *total_delta = v_clamp_abs(v_add(*total_delta, delta), FS__SOLVER3_MAX_VELOCITY);
    apply_angular_impulse(a, b, q->arms.alpha_a, q->arms.alpha_b, k, delta);
    return new_impulse;
}

/* ---- friction --------------------------------------------------------------------------------------------------- */

/* The vector (p, q), cut to the length `limit` (below 2^29) where it is longer. */
struct plane_vector {
    V p, q;
};

/* The mask of the vectors longer than `limit`. Components and limit are below 2^29, so the sign of the 64-bit
 * difference of the squares is that of its high half. */
INLINE M exceeds_length(struct plane_vector v, V limit)
{
    W difference = w_sub(w_mul(limit, limit), w_add(w_mul(v.p, v.p), w_mul(v.q, v.q)));
    return v_above(v_set(0), w_shift(difference, 32));
}

/* A vector and a limit, scaled alike; `largest` is the larger magnitude of the components. */
struct scaled_vector {
    V p, q, limit, largest;
};

INLINE void scale_vector(struct scaled_vector *s, int32_t bound, const int n)
{
    M small = v_above(v_set(bound), s->largest);
    s->p = v_select(small, v_left(s->p, n), s->p);
    s->q = v_select(small, v_left(s->q, n), s->q);
    s->limit = v_select(small, v_left(s->limit, n), s->limit);
    s->largest = v_select(small, v_left(s->largest, n), s->largest);
}

/* limit / |v| (Q1.30, relative error below 2^-25) for vectors longer than the limit; anything, equal in all kernels, for
 * others. The larger component is first scaled into [2^28, 2^29), so |v|^2 is in [2^56, 2^59). */
INLINE V length_ratio(struct plane_vector v, V limit)
{
    V largest = v_max(v_abs(v.p), v_abs(v.q));
    struct scaled_vector s = { v.p, v.q, v_min(limit, v_add(largest, largest)), largest };
    scale_vector(&s, 1 << 13, 16);
    scale_vector(&s, 1 << 21, 8);
    scale_vector(&s, 1 << 25, 4);
    scale_vector(&s, 1 << 27, 2);
    scale_vector(&s, 1 << 28, 1);
    V x = w_round(w_add(w_mul(s.p, s.p), w_mul(s.q, s.q)), 30);
    M small = v_above(v_set(1 << 28), x);
    x = v_select(small, v_left(x, 2), x);
    return v_times(v_select(small, v_left(s.limit, 1), s.limit), reciprocal_root(x), 28);
}

INLINE struct plane_vector cut_length(struct plane_vector v, struct plane_vector measure, V limit)
{
    M over = exceeds_length(measure, limit);
    if (!v_any(over))
        return v;
    V ratio = length_ratio(measure, limit);
    return (struct plane_vector){ v_select(over, v_times(v.p, ratio, SHARE_BITS), v.p),
                                  v_select(over, v_times(v.q, ratio, SHARE_BITS), v.q) };
}

INLINE struct plane_vector clamp_plane(struct plane_vector v)
{
    return (struct plane_vector){ v_clamp_abs(v.p, FS__SOLVER3_MAX_IMPULSE - 1),
                                  v_clamp_abs(v.q, FS__SOLVER3_MAX_IMPULSE - 1) };
}

/* Coefficient times load, below 2^29. */
INLINE V friction_limit(struct fs__solver3_block *r, const int32_t *coefficient, unsigned k, V load)
{
    V limit = w_round(w_mul(v_load(coefficient + k), v_min(load, v_set(MAX_FRICTION_LOAD))), ARM_BITS);
    return v_min(v_min(limit, v_load(r->max_tangent_impulse + k)), v_set(FS__SOLVER3_MAX_IMPULSE - 1));
}

/* The vector whose length the limit bounds: with anisotropic friction the limit is that along the second tangent. */
INLINE struct plane_vector measure_impulse(const struct fs__solver3_block *r, unsigned k, struct plane_vector p)
{
    if ((r->extra & FS__SOLVER3_ANISOTROPIC) != 0)
        p.p = v_times(p.p, v_load(r->cross_friction + k), SHARE_BITS);
    return p;
}

INLINE V measure_limit(const struct fs__solver3_block *r, unsigned k, V limit)
{
    if ((r->extra & FS__SOLVER3_ANISOTROPIC) != 0)
        limit = v_times(limit, v_load(r->cross_friction + k), SHARE_BITS);
    return limit;
}

/* A contact that sticks takes the impulse that stops both tangent velocities at once. Where that leaves the cone the
 * contact slips: the impulse is old - m v with one number m for both directions, cut to the cone; its fixed point has
 * the direction of -v exactly, which that of the matrix has not. */
INLINE struct plane_vector friction_impulse(struct fs__solver3_block *r, unsigned k, struct plane_vector old,
                                            struct plane_vector v, V load)
{
    V m11 = v_load(r->inverse_11 + k), m12 = v_load(r->inverse_12 + k), m22 = v_load(r->inverse_22 + k);
    struct plane_vector stick = { v_sub(old.p, w_round(w_add(w_mul(m11, v.p), w_mul(m12, v.q)), SHARE_BITS)),
                                  v_sub(old.q, w_round(w_add(w_mul(m12, v.p), w_mul(m22, v.q)), SHARE_BITS)) };
    stick = clamp_plane(stick);
    V limit = measure_limit(r, k, friction_limit(r, r->static_friction, k, load));
    M slips = exceeds_length(measure_impulse(r, k, stick), limit);
    if (!v_any(slips))
        return stick;
    V m = v_load(r->slide_mass + k);
    struct plane_vector slide = clamp_plane(
        (struct plane_vector){ v_sub(old.p, v_times(m, v.p, SHARE_BITS)), v_sub(old.q, v_times(m, v.q, SHARE_BITS)) });
    struct plane_vector p = { v_select(slips, slide.p, stick.p), v_select(slips, slide.q, stick.q) };
    if ((r->extra & FS__SOLVER3_SLIDING) != 0)
        limit = v_select(slips, measure_limit(r, k, friction_limit(r, r->dynamic_friction, k, load)), limit);
    return cut_length(p, measure_impulse(r, k, p), limit);
}

INLINE V tangent_velocity(struct fs__solver3_block *r, unsigned t, unsigned k, const struct lane_bodies *a,
                          const struct lane_bodies *b, W linear)
{
    V v = project_on_row(linear, &r->tangent[t], k, a->w, b->w);
    if ((r->extra & FS__SOLVER3_SLIDING) != 0)
        v = v_sub(v, v_load(r->tangent_speed[t] + k));
    return v_clamp_abs(v, FS__SOLVER3_MAX_IMPULSE);
}

INLINE void solve_friction(struct fs__solver3_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                           struct vec3 velocity, struct impulses *p, V load, const bool biased)
{
    struct plane_vector old = { v_load(r->tangent_impulse[0] + k), v_load(r->tangent_impulse[1] + k) };
    struct plane_vector v = {
        tangent_velocity(r, 0, k, a, b, project_linear(&r->direction[1], k, velocity)),
        tangent_velocity(r, 1, k, a, b, project_linear(&r->direction[2], k, velocity)),
    };
    struct plane_vector now = friction_impulse(r, k, old, v, load);
    v_store(r->tangent_impulse[0] + k, now.p);
    v_store(r->tangent_impulse[1] + k, now.q);
    if (!biased) {
        add_total(r->total_tangent_impulse[0] + k, now.p);
        add_total(r->total_tangent_impulse[1] + k, now.q);
    }
    p->p[1] = v_sub(now.p, old.p);
    p->p[2] = v_sub(now.q, old.q);
    for (unsigned t = 0; t < 2; t++)
        apply_angular_impulse(a, b, r->tangent[t].alpha_a, r->tangent[t].alpha_b, k, p->p[1 + t]);
}

/* ---- angular rows ------------------------------------------------------------------------------------------------- */

/* An angular velocity in the unit of its body, in the larger one of the pair. */
INLINE struct vec3 in_unit_of_pair(struct vec3 w, const int32_t *unit, unsigned k)
{
    V share = v_load(unit + k);
    return (struct vec3){ v_times_sym(w.x, share, SHARE_BITS), v_times_sym(w.y, share, SHARE_BITS),
                          v_times_sym(w.z, share, SHARE_BITS) };
}

/* The angular velocity of b relative to a, in the unit of the pair. */
INLINE struct vec3 relative_spin(const struct fs__solver3_block *r, unsigned k, const struct lane_bodies *a,
                                 const struct lane_bodies *b)
{
    if ((r->extra & FS__SOLVER3_UNITS) == 0)
        return v3_sub(b->w, a->w);
    return v3_sub(in_unit_of_pair(b->w, r->unit_b, k), in_unit_of_pair(a->w, r->unit_a, k));
}

/* mass * velocity of an angular row, whose velocity is limited so that the product stays below 2^29. */
INLINE V angular_change(fs__solver3_lanes mass, fs__solver3_lanes max_speed, unsigned k, V velocity)
{
    V max = v_load(max_speed + k);
    return v_times(v_load(mass + k), v_clamp(velocity, v_neg(max), max), FS_VEL_FRAC);
}

/* The row about the normal. torque_load: sum of the loads times the distances of their points, over the lever. */
INLINE void solve_twist(struct fs__solver3_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b, V load,
                        V torque_load, const bool biased)
{
    V old_impulse = v_load(r->twist_impulse + k);
    V velocity = w_round(w_dot3(v3_load(r->direction[0].n, k), relative_spin(r, k, a, b)), ARM_BITS);
    V spinning = v_times(v_load(r->spinning + k), v_min(load, v_set(MAX_FRICTION_LOAD)), SHARE_BITS);
    V bound = v_load(r->max_tangent_impulse + k);
    V limit = v_min(v_add(friction_limit(r, r->static_friction, k, torque_load), spinning), bound);
    V new_impulse = v_sub(old_impulse, angular_change(r->twist_mass, r->max_twist_speed, k, velocity));
    if ((r->extra & FS__SOLVER3_SLIDING) != 0) {
        M slips = v_above(v_abs(new_impulse), limit);
        V sliding = v_min(v_add(friction_limit(r, r->dynamic_friction, k, torque_load), spinning), bound);
        limit = v_select(slips, sliding, limit);
    }
    new_impulse = v_clamp(new_impulse, v_neg(limit), limit);
    v_store(r->twist_impulse + k, new_impulse);
    if (!biased)
        add_total(r->total_twist_impulse + k, new_impulse);
    apply_angular_impulse(a, b, r->twist_alpha_a, r->twist_alpha_b, k, v_sub(new_impulse, old_impulse));
}

INLINE void solve_rolling(struct fs__solver3_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b, V load,
                          const bool biased)
{
    struct vec3 relative = relative_spin(r, k, a, b);
    V old[2], change[2];
    for (unsigned t = 0; t < 2; t++) {
        V velocity = w_round(w_dot3(v3_load(r->direction[1 + t].n, k), relative), ARM_BITS);
        old[t] = v_load(r->rolling_impulse[t] + k);
        change[t] = angular_change(r->rolling_mass, r->max_rolling_speed, k, velocity);
    }
    V limit = v_min(v_min(load, v_load(r->max_tangent_impulse + k)), v_set(FS__SOLVER3_MAX_IMPULSE - 1));
    struct plane_vector p = clamp_plane((struct plane_vector){ v_sub(old[0], change[0]), v_sub(old[1], change[1]) });
    p = cut_length(p, p, limit);
    const V now[2] = { p.p, p.q };
    for (unsigned t = 0; t < 2; t++) {
        v_store(r->rolling_impulse[t] + k, now[t]);
        if (!biased)
            add_total(r->total_rolling_impulse[t] + k, now[t]);
        apply_angular_impulse(a, b, r->rolling_alpha_a[t], r->rolling_alpha_b[t], k, v_sub(now[t], old[t]));
    }
}

/* ---- the block ------------------------------------------------------------------------------------------------------ */

/* Bodies move between the biased pass and the pass without bias, and nowhere else. The pass without bias updates the
 * separations; the next biased pass uses them. */
INLINE void solve_block(struct fs__solver3_block *r, unsigned k, struct fs__solver3_body *bodies,
                        const struct fs__solver3_constants *constants, const bool biased, const unsigned points)
{
    struct lane_bodies a = biased ? load_velocities(r->a + k, bodies) : load_bodies(r->a + k, bodies);
    struct lane_bodies b = biased ? load_velocities(r->b + k, bodies) : load_bodies(r->b + k, bodies);
    struct vec3 velocity = v3_sub(b.v, a.v);
    struct impulses p = { { v_set(0), v_set(0), v_set(0) } };
    V load = v_set(0);
    W along = project_linear(&r->direction[0], k, velocity), torque = w_mul(load, load);
    if (!biased)
        update_separations(r, k, &a, &b, constants->max_separation, points);
    for (unsigned i = 0; i < points; i++) {
        V impulse = solve_normal(r, &r->point[i], k, &a, &b, along, &p.p[0], constants, biased);
        load = v_min(v_add(load, impulse), v_set(FS__SOLVER3_MAX_VELOCITY));
        torque = w_add(torque, w_mul(v_load(r->point[i].reach + k), impulse));
    }
    if ((r->extra & FS__SOLVER3_ROLLING_RESISTANCE) != 0)
        solve_rolling(r, k, &a, &b, load, biased);
    if ((r->extra & FS__SOLVER3_TWIST) != 0)
        solve_twist(r, k, &a, &b, load, w_round(torque, SHARE_BITS), biased);
    solve_friction(r, k, &a, &b, velocity, &p, load, biased);
    apply_linear_impulses(r, k, bodies, &a, &b, &p);
}

/* ---- deep overlap ----------------------------------------------------------------------------------------------- */

/* Each normal row once, from an impulse of 0, and without friction: see physics/solver/push_out.h. */
INLINE void push_out_block(struct fs__solver3_block *r, unsigned k, struct fs__solver3_body *bodies,
                           const struct fs__solver3_constants *constants, const unsigned points)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    struct impulses p = { { v_set(0), v_set(0), v_set(0) } };
    M deep = v_above(v_load(r->push_rate + k), v_set(0)); /* other lanes: which contacts share a block is chance */
    W along = project_linear(&r->direction[0], k, v3_sub(b.v, a.v));
    for (unsigned i = 0; i < points; i++) {
        struct fs__solver3_point *q = &r->point[i];
        V v = v_add(project_on_row(along, &q->arms, k, a.w, b.w), p.p[0]), separation = v_load(q->separation_now + k);
        M separated = v_above(separation, v_set(0));
        V rate = v_select(separated, v_set(constants->per_substep), v_load(r->push_rate + k));
        V bias = v_max(w_round(w_mul(separation, rate), RATE_BITS), v_set(constants->min_bias_velocity));
        W change = w_mul(v_load(q->inverse + k), v_add(v_clamp_abs(v, FS__SOLVER3_MAX_IMPULSE), bias));
        V impulse = v_clamp(v_neg(w_round(change, SHARE_BITS)), v_set(0), v_load(r->max_normal_impulse + k));
        impulse = v_select(deep, impulse, v_set(0));
        p.p[0] = v_clamp_abs(v_add(p.p[0], impulse), FS__SOLVER3_MAX_VELOCITY);
        apply_angular_impulse(&a, &b, q->arms.alpha_a, q->arms.alpha_b, k, impulse);
    }
    apply_linear_impulses(r, k, bodies, &a, &b, &p);
}

/* ---- exact velocities -------------------------------------------------------------------------------------- */

/* What a block's contacts gave to one body of each lane in the tick: velocity Q51, angular velocity Q45. */
struct exact_velocities {
    W v[3], w[3];
};

INLINE void add_exact_response(struct exact_velocities *e, fs__solver3_lanes *alpha, unsigned k, V total)
{
    for (unsigned i = 0; i < 3; i++)
        e->w[i] = w_add(e->w[i], w_mul(v_load(alpha[i] + k), total));
}

INLINE V sum_totals(struct fs__solver3_block *r, unsigned k, const unsigned points)
{
    V sum = v_load(r->point[0].total + k);
    for (unsigned i = 1; i < points; i++)
        sum = v_add(sum, v_load(r->point[i].total + k));
    return sum;
}

INLINE struct exact_velocities exact_of(struct fs__solver3_block *r, unsigned k, const unsigned points, const bool of_b)
{
    V total[3] = { sum_totals(r, k, points), v_load(r->total_tangent_impulse[0] + k),
                   v_load(r->total_tangent_impulse[1] + k) };
    struct exact_velocities e;
    for (unsigned i = 0; i < 3; i++) {
        e.v[i] = e.w[i] = w_mul(v_set(0), v_set(0));
        for (unsigned d = 0; d < 3; d++) {
            fs__solver3_lanes *share = of_b ? r->direction[d].b : r->direction[d].a;
            e.v[i] = w_add(e.v[i], w_mul(v_load(share[i] + k), total[d]));
        }
    }
    for (unsigned i = 0; i < points; i++)
        add_exact_response(&e, of_b ? r->point[i].arms.alpha_b : r->point[i].arms.alpha_a, k,
                           v_load(r->point[i].total + k));
    for (unsigned t = 0; t < 2; t++)
        add_exact_response(&e, of_b ? r->tangent[t].alpha_b : r->tangent[t].alpha_a, k, total[1 + t]);
    if ((r->extra & FS__SOLVER3_TWIST) != 0)
        add_exact_response(&e, of_b ? r->twist_alpha_b : r->twist_alpha_a, k, v_load(r->total_twist_impulse + k));
    if ((r->extra & FS__SOLVER3_ROLLING_RESISTANCE) != 0)
        for (unsigned t = 0; t < 2; t++)
            add_exact_response(&e, of_b ? r->rolling_alpha_b[t] : r->rolling_alpha_a[t], k,
                               v_load(r->total_rolling_impulse[t] + k));
    return e;
}

/* Lane by lane into the sums of the bodies (v at 0..2, w at 4..6); sums wrap. */
INLINE void add_exact_lanes(struct exact_velocities *e, const int32_t *index, unsigned write, int64_t *exact,
                            const bool of_b)
{
    _Alignas(32) uint64_t lane[6][VECTOR_LANES];
    for (unsigned i = 0; i < 3; i++) {
        w_store(lane[i], e->v[i]);
        w_store(lane[3 + i], e->w[i]);
    }
    for (unsigned i = 0; i < VECTOR_LANES; i++) {
        uint64_t *sum = (uint64_t *)exact + (size_t)(uint32_t)index[i] * 8;
        for (unsigned c = 0; c < 3 && (write >> i & 1u) != 0; c++) {
            uint64_t v = lane[c][i], w = lane[3 + c][i] << (SHARE_BITS - ALPHA_BITS);
            sum[c] += of_b ? v : 0u - v;
            sum[4 + c] += of_b ? w : 0u - w;
        }
    }
}

INLINE void add_exact_of(struct fs__solver3_block *r, unsigned k, int64_t *exact, const unsigned points,
                         const bool of_b)
{
    struct exact_velocities e = exact_of(r, k, points, of_b);
    add_exact_lanes(&e, (of_b ? r->b : r->a) + k, (unsigned)(of_b ? r->write_b : r->write_a) >> k, exact, of_b);
}

INLINE void add_exact(struct fs__solver3_block *r, unsigned k, int64_t *exact, const unsigned points)
{
    add_exact_of(r, k, exact, points, false);
    add_exact_of(r, k, exact, points, true);
}

/* ---- passes --------------------------------------------------------------------------------------------------- */

/* The indices of a block's bodies are data, so hardware prefetchers cannot predict their addresses. */
static inline void prefetch_bodies(const struct fs__solver3_block *r, const struct fs__solver3_body *bodies)
{
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        __builtin_prefetch(bodies + (uint32_t)r->a[k]);
        __builtin_prefetch(bodies + (uint32_t)r->b[k]);
    }
}

#define DEFINE_PASS(name, statement)                                                                    \
    FUNCTION void name(struct fs__solver3_block *rows, uint32_t count, struct fs__solver3_body *bodies, \
                       const struct fs__solver3_constants *constants)                                   \
    {                                                                                                   \
        (void)constants;                                                                                \
        for (uint32_t i = 0; i < count; i++) {                                                          \
            struct fs__solver3_block *r = rows + i;                                                     \
            if (i + 1 < count)                                                                          \
                prefetch_bodies(r + 1, bodies);                                                         \
            for (unsigned k = 0; k < FS__SOLVER3_LANES; k += VECTOR_LANES)                              \
                statement;                                                                              \
        }                                                                                               \
    }

#define DEFINE_PASSES(kind, points)                                                                          \
    DEFINE_PASS(warm_start_##kind, warm_start_block(r, k, bodies, points))                                   \
    DEFINE_PASS(solve_##kind, solve_block(r, k, bodies, constants, true, points))                            \
    DEFINE_PASS(push_out_##kind,                                                                             \
                if ((r->extra & FS__SOLVER3_PUSH_OUT) != 0) push_out_block(r, k, bodies, constants, points)) \
    DEFINE_PASS(relax_##kind, solve_block(r, k, bodies, constants, false, points))                           \
    DEFINE_PASS(sum_exact_##kind, add_exact(r, k, constants->exact, points))

DEFINE_PASSES(four, 4)
DEFINE_PASSES(two, 2)
DEFINE_PASSES(one, 1)

#define PASSES_OF(pass)                     \
    {                                       \
        pass##_four, pass##_two, pass##_one \
    }
