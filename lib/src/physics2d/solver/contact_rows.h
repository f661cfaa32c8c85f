/* contact_rows.h: computes the rows of a block from its stage; a part of contact_passes.h, which includes it once for every
 * instruction set.
 */

/* 1/K (Q1.30) from K - 1 (Q50), for K below 2^12. K is scaled into [1/2, 1). Below 8 K has 28 bits of fraction,
 * above it 18: relative error 2^-19 at most. */
INLINE V invert_mass(W q50)
{
    V wide = v_add(w_round(q50, 32), v_set(1 << 18)), fine = v_add(w_round(q50, 22), v_set(1 << 28));
    M small = v_above(v_set(7 << 18), wide);
    V x = v_select(small, fine, wide), power = v_select(small, v_set(1 << 10), v_set(1));
    x = scale_up(x, 1 << 23, 8, &power);
    x = scale_up(x, 1 << 27, 4, &power);
    x = scale_up(x, 1 << 29, 2, &power);
    x = scale_up(x, 1 << 30, 1, &power);
    return v_times(reciprocal_scaled(x), power, 12);
}

INLINE V angular_response(V w, V power, V arm)
{
    V part = w_round_sym(w_mul(arm, w), FS__SOLVER2_W_BITS);
    return w_round_sym(w_mul(part, power), FS__SOLVER2_POWER_BITS);
}

/* The arms of a row (times the scales for K), the responses to its impulses, and 1/K. */
struct row {
    V arm_a, arm_b, alpha_a, alpha_b, scaled_a, scaled_b, inverse;
};

INLINE struct row make_row(const struct fs__solver2_stage *s, unsigned k, V arm_a, V arm_b)
{
    struct row r = { .arm_a = arm_a, .arm_b = arm_b };
    r.alpha_a = angular_response(v_load(s->w_a + k), v_load(s->power_a + k), arm_a);
    r.alpha_b = angular_response(v_load(s->w_b + k), v_load(s->power_b + k), arm_b);
    r.scaled_a = arm_a;
    r.scaled_b = arm_b;
    if ((s->extra & FS__SOLVER2_SCALED) != 0) {
        r.scaled_a = v_mul(arm_a, v_load(s->scale_a + k));
        r.scaled_b = v_mul(arm_b, v_load(s->scale_b + k));
    }
    r.inverse = invert_mass(w_dot(r.alpha_a, r.alpha_b, r.scaled_a, r.scaled_b));
    return r;
}

enum { RESPONSE_BITS = ALPHA_BITS - 4 };

/* The larger response of a row with its scale, Q11.20. */
INLINE V max_response(const struct fs__solver2_stage *s, unsigned k, struct row r)
{
    V a = v_half(v_half(v_half(v_half(v_abs(r.alpha_a))))), b = v_half(v_half(v_half(v_half(v_abs(r.alpha_b)))));
    if ((s->extra & FS__SOLVER2_SCALED) != 0) {
        a = v_mul(a, v_load(s->scale_a + k));
        b = v_mul(b, v_load(s->scale_b + k));
    }
    return v_max(a, b);
}

INLINE struct row prepare_normal(struct fs__solver2_point *q, const struct fs__solver2_stage *s, unsigned p, unsigned k)
{
    V nx = v_load(s->nx + k), ny = v_load(s->ny + k), ax = v_load(s->arm_x[p] + k), ay = v_load(s->arm_y[p] + k);
    V bx = v_sub(ax, v_load(s->anchor_offset_x + k)), by = v_sub(ay, v_load(s->anchor_offset_y + k));
    struct row r = make_row(s, k, w_round_sym(w_cross(ax, ay, nx, ny), SHARE_BITS),
                            w_round_sym(w_cross(bx, by, nx, ny), SHARE_BITS));
    v_store(q->arm_na + k, r.arm_a);
    v_store(q->arm_nb + k, r.arm_b);
    v_store(q->alpha_na + k, r.alpha_a);
    v_store(q->alpha_nb + k, r.alpha_b);
    v_store(q->inverse_n + k, r.inverse);
    v_store(q->soft_n + k, v_times(r.inverse, v_load(s->mass_scale + k), SHARE_BITS));
    return r;
}

/* K12 / K of a row, where K12 is the change of its velocity by an impulse of the other point's row. */
INLINE V coupling_of(struct row r, struct row other)
{
    W q50 = w_dot(other.alpha_a, other.alpha_b, r.scaled_a, r.scaled_b);
    V wide = v_add(w_round(q50, 32), v_set(1 << 18)), fine = v_add(w_round(q50, 24), v_set(1 << 26));
    M small = v_above(v_set(31 << 18), v_abs(wide));
    return v_select(small, v_times(fine, r.inverse, 32), v_times(wide, r.inverse, 24));
}

INLINE void store_coupling(struct fs__solver2_point *q, const struct fs__solver2_stage *s, unsigned k, V coupling)
{
    v_store(q->coupling + k, coupling);
    v_store(q->soft_coupling + k, v_times(coupling, v_load(s->mass_scale + k), SHARE_BITS));
}

/* The arms of a point along the normal. Those of body a are stored modulo 64 m, so that what is far from an immovable one may lie
 * on either side of the seam: differences are taken first. */
struct tangent_arms {
    V a, b;
};

INLINE struct tangent_arms load_tangent_arms(const struct fs__solver2_stage *s, unsigned p, unsigned k)
{
    V nx = v_load(s->nx + k), ny = v_load(s->ny + k), ax = v_load(s->arm_x[p] + k), ay = v_load(s->arm_y[p] + k);
    V bx = v_sub(ax, v_load(s->anchor_offset_x + k)), by = v_sub(ay, v_load(s->anchor_offset_y + k));
    return (struct tangent_arms){ w_round(w_dot(ax, ay, nx, ny), SHARE_BITS),
                                  w_round(w_dot(bx, by, nx, ny), SHARE_BITS) };
}

/* That of the point that is closer. */
INLINE V closer_arm(V separation_p, V separation_q, V first, V second)
{
    return v_select(v_above(separation_q, separation_p), first,
                    v_select(v_above(separation_p, separation_q), second, v_max(first, second)));
}

/* The friction row of a contact acts at the point that is closer: both points lie in the plane of contact, so their
 * rows along the tangent differ by half the difference of the separations. */
INLINE struct row prepare_tangent(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    V separation_p = v_load(s->separation[0] + k), separation_q = v_load(s->separation[1] + k);
    struct tangent_arms first = load_tangent_arms(s, 0, k), second = load_tangent_arms(s, 1, k);
    struct row t = make_row(s, k, v_neg(closer_arm(separation_p, separation_q, first.a, second.a)),
                            v_neg(closer_arm(separation_p, separation_q, first.b, second.b)));
    v_store(r->arm_ta + k, t.arm_a);
    v_store(r->arm_tb + k, t.arm_b);
    v_store(r->alpha_ta + k, t.alpha_a);
    v_store(r->alpha_tb + k, t.alpha_b);
    v_store(r->inverse_t + k, t.inverse);
    return t;
}

/* FS__SOLVER2_MAX_IMPULSE over the largest response, which is rounded up to a power of two; 0 where neither body is
 * movable. */
INLINE V limit_impulse(V response, V share_a, V share_b)
{
    V max_impulse = v_set(FS__SOLVER2_MAX_IMPULSE);
    for (int i = 0; i < 11 && v_any(v_above(response, v_set((1 << (RESPONSE_BITS + i)) - 1))); i++)
        max_impulse = v_select(v_above(response, v_set((1 << (RESPONSE_BITS + i)) - 1)),
                               v_set(FS__SOLVER2_MAX_IMPULSE >> (i + 1)), max_impulse);
    return v_select(v_above(v_add(share_a, share_b), v_set(0)), max_impulse, v_set(0));
}

/* Shares below 2^-10 stay as they are: an odd share would differ by more than 1e-6 of itself. */
enum { SMALLEST_ODD_SHARE = 1 << 20 };

INLINE void prepare_direction(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k)
{
    V x = v_load(s->nx + k), y = v_load(s->ny + k), unit = v_set(FS_REL_ONE);
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    v_store(r->nx + k, v_times_sym(x, unit, SHARE_BITS));
    v_store(r->ny + k, v_times_sym(y, unit, SHARE_BITS));
    v_store(r->ax + k, make_odd(v_times_sym(x, share_a, SHARE_BITS), 1, SMALLEST_ODD_SHARE));
    v_store(r->ay + k, make_odd(v_times_sym(y, share_a, SHARE_BITS), 1, SMALLEST_ODD_SHARE));
    v_store(r->bx + k, make_odd(v_times_sym(x, share_b, SHARE_BITS), -1, SMALLEST_ODD_SHARE));
    v_store(r->by + k, make_odd(v_times_sym(y, share_b, SHARE_BITS), -1, SMALLEST_ODD_SHARE));
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
    if ((s->extra & FS__SOLVER2_SCALED) != 0) {
        copy_lanes(r->scale_a + k, s->scale_a + k);
        copy_lanes(r->scale_b + k, s->scale_b + k);
    }
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

/* What stands at the start of a tick (m/s) is held by static friction in all its substeps: while the load moves from point to point,
 * that of a substep may be less than that of the tick. */
#define STANDING_SPEED (FS_VEL_ONE >> 7)

INLINE void hold_standing(struct fs__solver2_block *r, unsigned k, const struct lane_bodies *a,
                          const struct lane_bodies *b)
{
    W along = w_sub(w_mul(v_load(r->ny + k), v_sub(b->vx, a->vx)), w_mul(v_load(r->nx + k), v_sub(b->vy, a->vy)));
    V v = w_round_sym(add_angular_part(along, v_load(r->arm_ta + k), v_load(r->arm_tb + k), a->w, b->w), ARM_BITS);
    v = v_sub(v, v_load(r->tangent_speed + k));
    M moves = v_above(v_max(v, v_sub(v_set(0), v)), v_set(STANDING_SPEED));
    v_store(r->dynamic_friction + k, v_select(moves, v_load(r->dynamic_friction + k), v_load(r->static_friction + k)));
}

INLINE void prepare_lanes(struct fs__solver2_block *r, const struct fs__solver2_stage *s, unsigned k,
                          const struct fs__solver2_body *bodies)
{
    struct lane_bodies a = load_velocities(s->a + k, bodies), b = load_velocities(s->b + k, bodies);
    copy_block(r, s, k);
    prepare_direction(r, s, k);
    struct row first = prepare_normal(&r->point[0], s, 0, k), second = prepare_normal(&r->point[1], s, 1, k);
    struct row tangent = prepare_tangent(r, s, k);
    if ((s->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0)
        hold_standing(r, k, &a, &b);
    store_coupling(&r->point[0], s, k, coupling_of(first, second));
    store_coupling(&r->point[1], s, k, coupling_of(second, first));
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k), none = v_set(0);
    V max_normal = limit_impulse(v_max(max_response(s, k, first), max_response(s, k, second)), share_a, share_b);
    V max_tangent = limit_impulse(max_response(s, k, tangent), share_a, share_b);
    W velocity = w_add_half(w_dot(v_load(r->nx + k), v_load(r->ny + k), v_sub(b.vx, a.vx), v_sub(b.vy, a.vy)),
                            ARM_BITS);
    v_store(r->max_tangent_impulse + k, max_tangent);
    v_store(r->max_normal_impulse + k, max_normal);
    v_store(r->tangent_impulse + k, v_clamp(v_load(s->tangent_impulse + k), v_sub(none, max_tangent), max_tangent));
    v_store(r->total_tangent_impulse + k, none);
    for (unsigned p = 0; p < 2; p++) {
        struct fs__solver2_point *q = &r->point[p];
        v_store(q->normal_impulse + k, v_clamp(v_load(s->normal_impulse[p] + k), none, max_normal));
        v_store(q->total_normal_impulse + k, none);
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
    r->bouncing = r->meets[0] = r->meets[1] = 0;
    for (unsigned k = 0; k < FS__SOLVER2_LANES; k += VECTOR_LANES)
        prepare_lanes(r, stage, k, bodies);
}
