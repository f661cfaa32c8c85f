/* joint_passes.h: the passes over a block of joints, written once for every instruction set; included after
 * contact_passes.h.
 */

INLINE void apply_row(struct fs__joint3_row *q, unsigned k, struct lane_bodies *a, struct lane_bodies *b, V impulse)
{
    struct vec3 share_a = v3_load(q->share_a, k), share_b = v3_load(q->share_b, k);
    a->v = v3_sub(a->v, (struct vec3){ v_times(share_a.x, impulse, SHARE_BITS), v_times(share_a.y, impulse, SHARE_BITS),
                                       v_times(share_a.z, impulse, SHARE_BITS) });
    b->v = v3_add(b->v, (struct vec3){ v_times(share_b.x, impulse, SHARE_BITS), v_times(share_b.y, impulse, SHARE_BITS),
                                       v_times(share_b.z, impulse, SHARE_BITS) });
    apply_angular_impulse(a, b, q->arms.alpha_a, q->arms.alpha_b, k, impulse);
}

/* n . linear + arm_b . angular_b - arm_a . angular_a, rounded once. */
INLINE V project_joint_row(struct fs__joint3_row *q, unsigned k, struct vec3 linear, struct vec3 angular_a,
                           struct vec3 angular_b)
{
    W along = w_add_half(w_dot3(v3_load(q->n, k), linear), ARM_BITS);
    return project_on_row(along, &q->arms, k, angular_a, angular_b);
}

INLINE M has_bit(V kind, int bit)
{
    return v_above(v_set(0), v_left(kind, 31 - bit)); /* the bit as the sign */
}

/* The speed at which an error is removed. */
INLINE V bias_of(struct fs__joint3_row *q, unsigned k, V error, M separated,
                 const struct fs__solver3_constants *constants)
{
    V rate = v_select(separated, v_set(constants->per_substep), v_load(q->bias_rate + k)),
      max = v_load(q->max_error + k);
    return v_clamp_abs(w_round(w_mul(v_clamp(error, v_neg(max), max), rate), RATE_BITS), FS__SOLVER3_MAX_IMPULSE);
}

/* A limit that is not reached may close its distance within a substep and no more. */
INLINE void solve_joint_row(struct fs__joint3_row *q, unsigned k, struct lane_bodies *a, struct lane_bodies *b,
                            const struct fs__solver3_constants *constants, const bool biased)
{
    V old = v_load(q->impulse + k), error = v_load(q->error_now + k), kind = v_load(q->kind + k), none = v_set(0);
    V v = v_sub(project_joint_row(q, k, v3_sub(b->v, a->v), a->w, b->w), v_load(q->target + k));
    V free = v_select(has_bit(kind, 0), error, none), low = v_load(q->low + k), high = v_load(q->high + k);
    M separated = v_above(free, none);
    W change;
    v = v_clamp_abs(v, FS__SOLVER3_MAX_IMPULSE);
    if (biased) {
        V rigid = v_load(q->inverse + k);
        V scale = v_select(separated, none, v_load(q->impulse_scale + k));
        V bias_mass = v_select(separated, rigid, v_load(q->bias_mass + k));
        change = w_mul(v_select(separated, rigid, v_load(q->soft + k)), v);
        change = w_add(change, w_mul(bias_mass, bias_of(q, k, error, separated, constants)));
        change = w_add(change, w_mul(scale, old));
    } else {
        M kept = has_bit(kind, 1);
        change = w_mul(v_load(q->inverse + k), v);
        low = v_select(kept, old, low);
        high = v_select(kept, old, v_select(v_above(free, v_set(RELAX_DISTANCE)), v_min(old, high), high));
    }
    V now = v_clamp(v_sub(old, w_round(change, SHARE_BITS)), low, high);
    v_store(q->impulse + k, now);
    if (!biased)
        add_total(q->total + k, now);
    apply_row(q, k, a, b, v_sub(now, old));
}

INLINE void update_joint_error(struct fs__joint3_row *q, unsigned k, const struct lane_bodies *a,
                               const struct lane_bodies *b)
{
    V moved = project_joint_row(q, k, v3_sub(b->d, a->d), a->turned, b->turned), max = v_load(q->max_error + k);
    V error = v_add(v_load(q->error + k), v_clamp_abs(moved, 1 << 29));
    v_store(q->error_now + k, v_clamp(error, v_neg(max), max));
}

INLINE void solve_joint_block(struct fs__joint3_block *r, unsigned k, struct fs__solver3_body *bodies,
                              const struct fs__solver3_constants *constants, const bool biased)
{
    struct lane_bodies a = biased ? load_velocities(r->a + k, bodies) : load_bodies(r->a + k, bodies);
    struct lane_bodies b = biased ? load_velocities(r->b + k, bodies) : load_bodies(r->b + k, bodies);
    for (unsigned i = r->rows; i > 0; i--) { /* the rows that hold the joint together last */
        if (!biased)
            update_joint_error(&r->row[i - 1], k, &a, &b);
        solve_joint_row(&r->row[i - 1], k, &a, &b, constants, biased);
    }
    store_velocities(r->a + k, r->write_a, k, bodies, &a);
    store_velocities(r->b + k, r->write_b, k, bodies, &b);
}

INLINE void warm_start_joint_block(struct fs__joint3_block *r, unsigned k, struct fs__solver3_body *bodies)
{
    struct lane_bodies a = load_velocities(r->a + k, bodies), b = load_velocities(r->b + k, bodies);
    for (unsigned i = 0; i < r->rows; i++)
        apply_row(&r->row[i], k, &a, &b, v_load(r->row[i].impulse + k));
    store_velocities(r->a + k, r->write_a, k, bodies, &a);
    store_velocities(r->b + k, r->write_b, k, bodies, &b);
}

/* What the rows gave the bodies in the substep, without any rounding: every row is applied in full when the substep begins, and
 * then changed. */
INLINE void add_exact_of_joints(struct fs__joint3_block *r, unsigned k, int64_t *exact, const bool of_b)
{
    struct exact_velocities e;
    for (unsigned i = 0; i < 3; i++)
        e.v[i] = e.w[i] = w_mul(v_set(0), v_set(0));
    for (unsigned n = 0; n < r->rows; n++) {
        struct fs__joint3_row *q = &r->row[n];
        V impulse = v_load(q->impulse + k);
        for (unsigned i = 0; i < 3; i++)
            e.v[i] = w_add(e.v[i], w_mul(v_load((of_b ? q->share_b : q->share_a)[i] + k), impulse));
        add_exact_response(&e, of_b ? q->arms.alpha_b : q->arms.alpha_a, k, impulse);
    }
    add_exact_lanes(&e, (of_b ? r->b : r->a) + k, (unsigned)(of_b ? r->write_b : r->write_a) >> k, exact, of_b);
}

INLINE void add_exact_joints(struct fs__joint3_block *r, unsigned k, int64_t *exact)
{
    add_exact_of_joints(r, k, exact, false);
    add_exact_of_joints(r, k, exact, true);
}

#define DEFINE_JOINT_PASS(name, statement)                                                               \
    FUNCTION void name(struct fs__joint3_block *blocks, uint32_t count, struct fs__solver3_body *bodies, \
                       const struct fs__solver3_constants *constants)                                    \
    {                                                                                                    \
        (void)constants;                                                                                 \
        (void)bodies;                                                                                    \
        for (uint32_t i = 0; i < count; i++)                                                             \
            for (unsigned k = 0; k < FS__SOLVER3_LANES; k += VECTOR_LANES) {                             \
                struct fs__joint3_block *r = blocks + i;                                                 \
                statement;                                                                               \
            }                                                                                            \
    }

DEFINE_JOINT_PASS(warm_start_joints, warm_start_joint_block(r, k, bodies))
DEFINE_JOINT_PASS(solve_joints, solve_joint_block(r, k, bodies, constants, true))
DEFINE_JOINT_PASS(relax_joints, solve_joint_block(r, k, bodies, constants, false))
DEFINE_JOINT_PASS(sum_exact_joints, add_exact_joints(r, k, constants->exact))
