/* joint_points.h: the rows of ball joints, eight joints at a time, written once for every instruction set; included after
 * contact_rows.h and joint_passes.h.
 *
 * The three rows are made conjugate to each other as in joint_row.c: the second becomes independent of the first, the third
 * of both. With A the angular part of a row in the metric of K, its factors are at most |A| / 2, so that directions stay
 * below 2 where K is below 17; joint_point.c lets in joints whose K is at most 16. A joint that is torn open further has
 * arms that are cut, and directions and factors that are clamped: its rows stay consistent with themselves.
 */

enum { FACTOR_BITS = 27 };

#define MAX_FACTOR (4 << FACTOR_BITS)
#define MAX_OPENING (5 * FS_REL_ONE) /* m per axis, so that errors stay in their format */

struct point_row {
    struct vec3 n, n_short; /* Q5.26; Q7.24 */
    struct row_arms arms;
};

struct lane_turn {
    struct vec3 x, y, z; /* rows of the rotation matrix */
    struct lane_inertia inertia;
};

INLINE struct vec3 cross_sym(struct vec3 a, struct vec3 b, const int n)
{
    return (struct vec3){ w_round_sym(w_sub(w_mul(a.y, b.z), w_mul(a.z, b.y)), n),
                          w_round_sym(w_sub(w_mul(a.z, b.x), w_mul(a.x, b.z)), n),
                          w_round_sym(w_sub(w_mul(a.x, b.y), w_mul(a.y, b.x)), n) };
}

INLINE struct lane_turn load_turn(const int32_t *index, const fs__joint3_turn *turns, int32_t (*ratio)[8], unsigned k)
{
    struct lane_bodies t = load_bodies(index, turns);
    return (struct lane_turn){ t.v,
                               t.w,
                               cross_sym(t.v, t.w, SHARE_BITS),
                               { { t.d.x, t.turned.x, t.turned.y },
                                 { t.turned.x, t.d.y, t.turned.z },
                                 { t.turned.y, t.turned.z, t.d.z },
                                 v_load(ratio[0] + k),
                                 v_load(ratio[1] + k),
                                 v_load(ratio[2] + k) } };
}

INLINE struct vec3 turn_vector(const struct lane_turn *t, struct vec3 v)
{
    return (struct vec3){ w_round_sym(w_dot3(t->x, v), SHARE_BITS), w_round_sym(w_dot3(t->y, v), SHARE_BITS),
                          w_round_sym(w_dot3(t->z, v), SHARE_BITS) };
}

INLINE struct vec3 times_sym(struct vec3 v, V factor, const int n)
{
    return (struct vec3){ w_round_sym(w_mul(v.x, factor), n), w_round_sym(w_mul(v.y, factor), n),
                          w_round_sym(w_mul(v.z, factor), n) };
}

INLINE struct vec3 clamp_vector(struct vec3 v, V bound)
{
    V low = v_neg(bound);
    return (struct vec3){ v_clamp(v.x, low, bound), v_clamp(v.y, low, bound), v_clamp(v.z, low, bound) };
}

/* K of two rows, Q50. */
INLINE W couple_points(const struct point_row *r, const struct point_row *q)
{
    return w_add(w_dot3(r->n, q->n_short), coupling(&r->arms, &q->arms));
}

/* 1/K, Q1.30. */
INLINE V point_mass(const struct point_row *r)
{
    V half_one = v_set(1 << 25);
    return invert_mass(w_sub(couple_points(r, r), w_mul(half_one, half_one)));
}

/* The row of a direction (Q1.30). */
INLINE struct point_row begin_point_row(const struct lane_turn *a, const struct lane_turn *b, struct vec3 at_a,
                                        struct vec3 at_b, struct vec3 n)
{
    struct point_row r;
    r.n = times_sym(n, v_set(FS_REL_ONE), SHARE_BITS);
    r.n_short = times_sym(n, v_set(1 << ALPHA_BITS), SHARE_BITS);
    r.arms.arm_a = cross_sym(at_a, n, SHARE_BITS);
    r.arms.arm_b = cross_sym(at_b, n, SHARE_BITS);
    r.arms.alpha_a = angular_responses(&a->inertia, r.arms.arm_a);
    r.arms.alpha_b = angular_responses(&b->inertia, r.arms.arm_b);
    return r;
}

INLINE void subtract_vector(struct vec3 *to, struct vec3 from, V factor)
{
    *to = v3_sub(*to, times_sym(from, factor, FACTOR_BITS));
}

/* Makes r conjugate to q, whose 1/K is `inverse`. */
INLINE void make_point_conjugate(struct point_row *r, const struct point_row *q, V inverse)
{
    V k = w_round_sym(couple_points(r, q), 26); /* Q24 */
    V factor = v_clamp_abs(w_round_sym(w_mul(k, inverse), SHARE_BITS + ALPHA_BITS - FACTOR_BITS), MAX_FACTOR);
    subtract_vector(&r->n, q->n, factor);
    subtract_vector(&r->arms.arm_a, q->arms.arm_a, factor);
    subtract_vector(&r->arms.arm_b, q->arms.arm_b, factor);
    subtract_vector(&r->arms.alpha_a, q->arms.alpha_a, factor);
    subtract_vector(&r->arms.alpha_b, q->arms.alpha_b, factor);
    r->n = clamp_vector(r->n, v_set(2 * FS_REL_ONE - 1));
    r->n_short = times_sym(r->n, v_set(1), FS_REL_FRAC - ALPHA_BITS);
}

/* Both bodies and the distance of the anchors, where they are. */
struct point_place {
    struct lane_bodies a, b;
    struct vec3 apart;
};

INLINE void store_point_error(struct fs__joint3_row *q, unsigned k, const struct point_place *at, struct vec3 n)
{
    struct vec3 apart = clamp_vector(at->apart, v_set(MAX_OPENING));
    V moved = project_joint_row(q, k, v3_sub(at->b.d, at->a.d), at->a.turned, at->b.turned);
    V now = v_clamp_abs(w_round_sym(w_dot3(n, apart), ARM_BITS), 1 << 30), max = v_load(q->max_error + k);
    v_store(q->error + k, v_clamp_abs(v_sub(now, v_clamp_abs(moved, 1 << 29)), 1 << 30));
    v_store(q->error_now + k, v_clamp(now, v_neg(max), max));
}

INLINE void store_point_row(struct fs__joint3_row *q, unsigned k, struct fs__joint3_point_stage *s,
                            const struct point_place *at, const struct point_row *r, V inverse)
{
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    V max = limit_impulse(largest_of(r->arms.alpha_a, r->arms.alpha_b), share_a, share_b), low = v_neg(max);
    v3_store(q->n, k, r->n);
    v3_store(q->share_a, k, times_sym(r->n, share_a, ARM_BITS));
    v3_store(q->share_b, k, times_sym(r->n, share_b, ARM_BITS));
    v3_store(q->arms.arm_a, k, r->arms.arm_a);
    v3_store(q->arms.arm_b, k, r->arms.arm_b);
    v3_store(q->arms.alpha_a, k, r->arms.alpha_a);
    v3_store(q->arms.alpha_b, k, r->arms.alpha_b);
    v_store(q->inverse + k, inverse);
    v_store(q->soft + k, v_times(inverse, v_load(s->mass_scale + k), SHARE_BITS));
    v_store(q->bias_mass + k, v_times(inverse, v_load(s->bias_share + k), SHARE_BITS));
    v_store(q->low + k, low);
    v_store(q->high + k, max);
    v_store(q->impulse + k, v_clamp(v_load(q->impulse + k), low, max));
    v_store(q->total + k, v_set(0));
    store_point_error(q, k, at, r->n);
}

INLINE void make_point_rows(struct fs__joint3_block *r, struct fs__joint3_point_stage *s, unsigned k,
                            const struct fs__solver3_body *bodies, const fs__joint3_turn *turns)
{
    struct lane_turn a = load_turn(r->a + k, turns, s->ratio_a, k), b = load_turn(r->b + k, turns, s->ratio_b, k);
    struct point_place at = { .a = load_bodies(r->a + k, bodies), .b = load_bodies(r->b + k, bodies) };
    struct vec3 arm_a = turn_vector(&a, v3_load(s->arm_a, k)), arm_b = turn_vector(&b, v3_load(s->arm_b, k));
    struct vec3 moved = v3_sub(v3_add(at.b.d, arm_b), v3_add(at.a.d, arm_a));
    struct point_row row[3];
    V inverse[3];
    at.apart = v3_add(v3_load(s->offset, k), moved);
    struct vec3 at_a = v3_add(arm_a, clamp_vector(at.apart, v_load(s->reach + k)));
    for (unsigned i = 0; i < 3; i++) {
        row[i] = begin_point_row(&a, &b, at_a, arm_b, turn_vector(&a, v3_load(s->axis[i], k)));
        for (unsigned j = 0; j < i; j++)
            make_point_conjugate(&row[i], &row[j], inverse[j]);
        inverse[i] = point_mass(&row[i]);
        store_point_row(&r->row[i], k, s, &at, &row[i], inverse[i]);
    }
}

FUNCTION void make_points(struct fs__joint3_block *blocks, struct fs__joint3_point_stage *stages, uint32_t count,
                          const struct fs__solver3_body *bodies, const fs__joint3_turn *turns)
{
    for (uint32_t i = 0; i < count; i++)
        for (unsigned k = 0; k < FS__SOLVER3_LANES; k += VECTOR_LANES)
            make_point_rows(blocks + i, stages + i, k, bodies, turns);
}

#define JOINT_PASSES                                                                                                  \
    {                                                                                                                 \
        .warm_start = warm_start_joints, .solve = solve_joints, .relax = relax_joints, .sum_exact = sum_exact_joints, \
        .make_points = make_points                                                                                    \
    }
