/* joint_passes.h: the passes over a block of hinges, written once for every instruction set.
 *
 * Included after contact_passes.h, whose vectors it uses, so that all kernels give the same bits. A hinge has two rows,
 * solved together: the anchors have one velocity. What rounding takes from a velocity stays in the lane's residual and is
 * added the next time, so that a small force arrives in full.
 */

/* The vector part of a rotation is exact to a few steps of Q30 below 1/2 rad. */
#define MAX_SERIES_ANGLE (FS_REL_ONE / 2)

/* Bits that impulses have more than velocities. */
enum { FINE_BITS = FS__JOINT2_IMPULSE_FRAC - FS_VEL_FRAC };

struct lane_rotation {
    V c, s;
};

/* The low 32 bits of every integer. */
INLINE V w_low(W w)
{
    return w_shift(w, 0);
}

/* Cosine and sine of up to 1/2 rad (Q26) by their series, Q30. */
INLINE struct lane_rotation small_lane_rotation(V angle)
{
    V t = v_left(angle, FS_UNIT_FRAC - FS_REL_FRAC), one = v_set(FS_UNIT_ONE);
    V tt = v_times(t, t, FS_UNIT_FRAC);
    V c = v_sub(v_set(44739243), v_times(tt, v_set(1491308), FS_UNIT_FRAC)); /* 1/24 - t^2/720 */
    V s = v_sub(v_set(8947849), v_times(tt, v_set(213044), FS_UNIT_FRAC));   /* 1/120 - t^2/5040 */
    c = v_sub(v_set(FS_UNIT_ONE / 2),
              v_times(tt, v_add(c, v_times(tt, v_times(tt, v_set(26631), FS_UNIT_FRAC), 30)), 30));
    s = v_sub(v_set(178956971), v_times(tt, s, FS_UNIT_FRAC)); /* 1/6 - ... */
    return (struct lane_rotation){ v_sub(one, v_times(tt, c, FS_UNIT_FRAC)),
                                   v_sub(t, v_times(t, v_times(tt, s, FS_UNIT_FRAC), FS_UNIT_FRAC)) };
}

/* Lanes that turned further take the exact function. */
FUNCTION void rotate_fast_lanes(struct lane_rotation *r, V angle)
{
    _Alignas(32) int32_t t[VECTOR_LANES], c[VECTOR_LANES], s[VECTOR_LANES];
    v_store(t, angle);
    v_store(c, r->c);
    v_store(s, r->s);
    for (unsigned i = 0; i < VECTOR_LANES; i++)
        if (t[i] > MAX_SERIES_ANGLE || t[i] < -MAX_SERIES_ANGLE) {
            fs_rot2 q = fs_rot2_from_turn((uint32_t)(uint64_t)fs__joint2_to_turns(t[i]));
            c[i] = q.c;
            s[i] = q.s;
        }
    r->c = v_load(c);
    r->s = v_load(s);
}

INLINE struct lane_rotation lane_rotation_of(V angle)
{
    struct lane_rotation r = small_lane_rotation(v_clamp_abs(angle, MAX_SERIES_ANGLE));
    if (v_any(v_above(v_abs(angle), v_set(MAX_SERIES_ANGLE))))
        rotate_fast_lanes(&r, angle);
    return r;
}

/* ---- the current poses ---------------------------------------------------------------------------------------------- */

struct lane_arm {
    V x, y;
};

INLINE struct lane_arm rotate_arm(const int32_t *x0, const int32_t *y0, V turned)
{
    struct lane_rotation q = lane_rotation_of(turned);
    V x = v_load(x0), y = v_load(y0);
    return (struct lane_arm){ w_round(w_sub(w_mul(q.c, x), w_mul(q.s, y)), FS_UNIT_FRAC),
                              w_round(w_add(w_mul(q.s, x), w_mul(q.c, y)), FS_UNIT_FRAC) };
}

/* Stores the error: error0 + (d_b - d_a) + the change of the arms. */
INLINE V update_error(int32_t *error, const int32_t *error0, V moved, V arm_a, const int32_t *arm0_a, V arm_b,
                      const int32_t *arm0_b)
{
    V turned = v_sub(v_sub(arm_b, v_load(arm0_b)), v_sub(arm_a, v_load(arm0_a)));
    V e = v_add(v_load(error0), v_add(moved, turned));
    v_store(error, e);
    return e;
}

/* An arm, and w times it. */
INLINE void store_arm(int32_t *arm, int32_t *alpha, V r, V w, V power)
{
    v_store(arm, r);
    v_store(alpha, angular_response(w, power, r));
}

/* 1/K with K = 1 + (w r_y^2, -w r_x r_y; -w r_x r_y, w r_x^2) of both arms: by elimination of y. K is at least 1, so
 * no entry of the inverse exceeds 1. */
INLINE void update_inverse(struct fs__joint2_block *r, unsigned k)
{
    V ax = v_load(r->arm_ax + k), ay = v_load(r->arm_ay + k), bx = v_load(r->arm_bx + k), by = v_load(r->arm_by + k);
    V aax = v_load(r->alpha_ax + k), aay = v_load(r->alpha_ay + k);
    V abx = v_load(r->alpha_bx + k), aby = v_load(r->alpha_by + k);
    V k12 = v_sub(v_set(0), w_round(w_dot(aax, abx, ay, by), 24)); /* Q26 */
    V inverse_y = invert_mass(w_dot(aax, abx, ax, bx));
    V l = v_times(k12, inverse_y, FS_UNIT_FRAC + 2); /* k12 / k22, Q24 */
    V inverse_x = invert_mass(w_sub(w_dot(aay, aby, ay, by), w_mul(k12, l)));
    V mixed = v_times(l, inverse_x, 24);
    v_store(r->inverse_xx + k, inverse_x);
    v_store(r->inverse_xy + k, v_sub(v_set(0), mixed));
    v_store(r->inverse_yy + k, v_add(inverse_y, v_times(l, mixed, 24)));
}

/* Impulses act on both bodies at anchor b, up to `reach` from anchor a: between two points they would turn the pair. */
INLINE void update_hinges(struct fs__joint2_block *r, unsigned k, const struct lane_bodies *a,
                          const struct lane_bodies *b)
{
    struct lane_arm at_a = rotate_arm(r->arm0_ax + k, r->arm0_ay + k, a->turned);
    struct lane_arm at_b = rotate_arm(r->arm0_bx + k, r->arm0_by + k, b->turned);
    V x = update_error(r->error_x + k, r->error0_x + k, v_sub(b->dx, a->dx), at_a.x, r->arm0_ax + k, at_b.x,
                       r->arm0_bx + k);
    V y = update_error(r->error_y + k, r->error0_y + k, v_sub(b->dy, a->dy), at_a.y, r->arm0_ay + k, at_b.y,
                       r->arm0_by + k);
    V reach = v_load(r->reach + k);
    at_a.x = v_add(at_a.x, v_clamp(x, v_sub(v_set(0), reach), reach));
    at_a.y = v_add(at_a.y, v_clamp(y, v_sub(v_set(0), reach), reach));
    store_arm(r->arm_ax + k, r->alpha_ax + k, at_a.x, v_load(r->w_a + k), v_load(r->power_a + k));
    store_arm(r->arm_ay + k, r->alpha_ay + k, at_a.y, v_load(r->w_a + k), v_load(r->power_a + k));
    store_arm(r->arm_bx + k, r->alpha_bx + k, at_b.x, v_load(r->w_b + k), v_load(r->power_b + k));
    store_arm(r->arm_by + k, r->alpha_by + k, at_b.y, v_load(r->w_b + k), v_load(r->power_b + k));
    update_inverse(r, k);
}

INLINE void update_joint_lanes(struct fs__joint2_block *r, unsigned k, const struct fs__solver2_body *bodies)
{
    struct lane_bodies a = load_bodies(r->a + k, bodies), b = load_bodies(r->b + k, bodies);
    update_hinges(r, k, &a, &b);
}

/* ---- impulses --------------------------------------------------------------------------------------------------- */

/* v + sum / 2^n, rounded together with the residual. */
INLINE V add_with_residual(V v, W sum, int32_t *residual, const int n)
{
    W exact = w_add(sum, w_mul(v_load(residual), v_set(1)));
    V step = w_shift(w_add_half(exact, n), n);
    v_store(residual, v_sub(w_low(exact), v_left(step, n)));
    return v_add(v, step);
}

/* Applies an impulse to b, and its opposite to a. */
INLINE void apply_hinge_impulse(struct fs__joint2_block *r, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                                V x, V y)
{
    const int linear = SHARE_BITS + FINE_BITS, angular = ALPHA_BITS + FINE_BITS;
    V share_a = v_sub(v_set(0), v_load(r->share_a + k)), share_b = v_load(r->share_b + k);
    W turn_a = w_sub(w_mul(v_load(r->alpha_ay + k), x), w_mul(v_load(r->alpha_ax + k), y));
    W turn_b = w_sub(w_mul(v_load(r->alpha_bx + k), y), w_mul(v_load(r->alpha_by + k), x));
    a->vx = add_with_residual(a->vx, w_mul(share_a, x), r->residual[0] + k, linear);
    a->vy = add_with_residual(a->vy, w_mul(share_a, y), r->residual[1] + k, linear);
    a->w = add_with_residual(a->w, turn_a, r->residual[2] + k, angular);
    b->vx = add_with_residual(b->vx, w_mul(share_b, x), r->residual[3] + k, linear);
    b->vy = add_with_residual(b->vy, w_mul(share_b, y), r->residual[4] + k, linear);
    b->w = add_with_residual(b->w, turn_b, r->residual[5] + k, angular);
}

INLINE void store_joint_bodies(struct fs__joint2_block *r, unsigned k, struct fs__solver2_body *bodies,
                               const struct lane_bodies *a, const struct lane_bodies *b)
{
    store_velocities(r->a + k, r->write_a, k, bodies, a);
    store_velocities(r->b + k, r->write_b, k, bodies, b);
}

INLINE void warm_start_hinges(struct fs__joint2_block *r, unsigned k, struct fs__solver2_body *bodies)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    apply_hinge_impulse(r, k, &a, &b, v_load(r->impulse_x + k), v_load(r->impulse_y + k));
    store_joint_bodies(r, k, bodies, &a, &b);
}

/* A velocity (Q47) as impulses are, limited to 64 m/s. */
INLINE V hinge_velocity(W q47)
{
    V coarse = w_shift(q47, 32), bound = v_set(1 << 28), coarse_bound = v_set(1 << 21);
    V fine = v_select(v_above(coarse, coarse_bound), bound, w_round(q47, ARM_BITS - FINE_BITS));
    return v_select(v_above(v_sub(v_set(0), coarse_bound), coarse), v_sub(v_set(0), bound), fine);
}

INLINE V biased_velocity(V velocity, V error, const struct fs__joint2_block_softness *s)
{
    V bias = w_round(w_mul(v_clamp_abs(error, s->max_error), v_set(s->bias_rate)), RATE_BITS - FINE_BITS);
    return v_add(v_times(velocity, v_set(s->mass_scale), FS_UNIT_FRAC), bias);
}

/* old + change within the lane's bound. */
INLINE V limited_impulse(V old, V change, V max)
{
    return v_clamp(v_add(old, v_clamp(change, v_sub(v_set(0), max), max)), v_sub(v_set(0), max), max);
}

INLINE void solve_hinges(struct fs__joint2_block *r, unsigned k, struct fs__solver2_body *bodies,
                         const struct fs__joint2_block_softness *s, const bool biased)
{
    struct lane_bodies a = biased ? load_velocities(r->a + k, bodies) : load_bodies(r->a + k, bodies);
    struct lane_bodies b = biased ? load_velocities(r->b + k, bodies) : load_bodies(r->b + k, bodies);
    if (!biased)
        update_hinges(r, k, &a, &b);
    V unit = v_set(FS_REL_ONE), x_old = v_load(r->impulse_x + k), y_old = v_load(r->impulse_y + k);
    W across_x = w_sub(w_mul(v_load(r->arm_ay + k), a.w), w_mul(v_load(r->arm_by + k), b.w));
    W across_y = w_sub(w_mul(v_load(r->arm_bx + k), b.w), w_mul(v_load(r->arm_ax + k), a.w));
    V x = hinge_velocity(w_add(w_mul(v_sub(b.vx, a.vx), unit), across_x));
    V y = hinge_velocity(w_add(w_mul(v_sub(b.vy, a.vy), unit), across_y));
    if (biased) {
        x = biased_velocity(x, v_load(r->error_x + k), s);
        y = biased_velocity(y, v_load(r->error_y + k), s);
    }
    V xx = v_load(r->inverse_xx + k), xy = v_load(r->inverse_xy + k), yy = v_load(r->inverse_yy + k);
    W x_change = w_dot(xx, xy, x, y), y_change = w_dot(xy, yy, x, y);
    if (biased) {
        x_change = w_add(x_change, w_mul(v_set(s->impulse_scale), x_old));
        y_change = w_add(y_change, w_mul(v_set(s->impulse_scale), y_old));
    }
    V max = v_load(r->max_impulse + k), none = v_set(0);
    V x_new = limited_impulse(x_old, v_sub(none, w_round(x_change, FS_UNIT_FRAC)), max);
    V y_new = limited_impulse(y_old, v_sub(none, w_round(y_change, FS_UNIT_FRAC)), max);
    v_store(r->impulse_x + k, x_new);
    v_store(r->impulse_y + k, y_new);
    apply_hinge_impulse(r, k, &a, &b, v_sub(x_new, x_old), v_sub(y_new, y_old));
    store_joint_bodies(r, k, bodies, &a, &b);
}

/* ---- passes ----------------------------------------------------------------------------------------------------- */

static inline void prefetch_joint_bodies(const struct fs__joint2_block *r, const struct fs__solver2_body *bodies)
{
    for (unsigned k = 0; k < FS__JOINT2_LANES; k++) {
        __builtin_prefetch(bodies + (uint32_t)r->a[k]);
        __builtin_prefetch(bodies + (uint32_t)r->b[k]);
    }
}

#define DEFINE_JOINT_PASS(name, statement)                                                               \
    FUNCTION void name(struct fs__joint2_block *blocks, uint32_t count, struct fs__solver2_body *bodies, \
                       const struct fs__joint2_block_softness *softness)                                 \
    {                                                                                                    \
        (void)softness;                                                                                  \
        for (uint32_t i = 0; i < count; i++) {                                                           \
            struct fs__joint2_block *r = blocks + i;                                                     \
            if (i + 1 < count)                                                                           \
                prefetch_joint_bodies(r + 1, bodies);                                                    \
            for (unsigned k = 0; k < FS__JOINT2_LANES; k += VECTOR_LANES)                                \
                statement;                                                                               \
        }                                                                                                \
    }

DEFINE_JOINT_PASS(update_joint_blocks, update_joint_lanes(r, k, bodies))
DEFINE_JOINT_PASS(warm_start_joint_blocks, warm_start_hinges(r, k, bodies))
DEFINE_JOINT_PASS(solve_joint_blocks, solve_hinges(r, k, bodies, softness, true))
DEFINE_JOINT_PASS(relax_joint_blocks, solve_hinges(r, k, bodies, softness, false))

#define JOINT_PASSES                                  \
    .joint = { .update = update_joint_blocks,         \
               .warm_start = warm_start_joint_blocks, \
               .solve = solve_joint_blocks,           \
               .relax = relax_joint_blocks }
