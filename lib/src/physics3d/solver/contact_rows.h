/* contact_rows.h: computes the rows of a block from its stage, written once for every instruction set; see
 * contact_passes.h, which stands before it. Responses that exceed their format are limited by the stage, before the
 * effective masses are computed from them, so that a row is always consistent with itself.
 */

/* Shares below 2^-10 stay even, because a step would change them by more than 1e-6 of themselves; so do angular
 * responses below 2^-6 1/m. */
enum { SMALLEST_SHARE = 1 << 20, SMALLEST_ALPHA = 1 << 18 };

/* Bound of the distances of points from their middle, on each axis (m). */
enum { MAX_DISTANCE = (8 << FS_REL_FRAC) - 1 };

/* Mass properties of one body of a pair. */
struct lane_inertia {
    struct vec3 x, y, z; /* rows of M, Q1.30 */
    V w, power, max_arm;
};

INLINE struct lane_inertia load_inertia(int32_t (*m)[8], int32_t (*ratio)[8], unsigned k)
{
    V xx = v_load(m[0] + k), yy = v_load(m[1] + k), zz = v_load(m[2] + k);
    V xy = v_load(m[3] + k), xz = v_load(m[4] + k), yz = v_load(m[5] + k);
    return (struct lane_inertia){ { xx, xy, xz },       { xy, yy, yz },       { xz, yz, zz },
                                  v_load(ratio[0] + k), v_load(ratio[1] + k), v_load(ratio[2] + k) };
}

INLINE V angular_response(const struct lane_inertia *m, struct vec3 row, struct vec3 arm)
{
    V u = v_clamp(w_round(w_dot3(row, arm), SHARE_BITS), v_neg(m->max_arm), m->max_arm);
    V alpha = v_times(v_times(u, m->w, FS__SOLVER3_W_BITS), m->power, FS__SOLVER3_POWER_BITS);
    return make_odd(alpha, 1, SMALLEST_ALPHA);
}

INLINE struct vec3 angular_responses(const struct lane_inertia *m, struct vec3 arm)
{
    return (struct vec3){ angular_response(m, m->x, arm), angular_response(m, m->y, arm),
                          angular_response(m, m->z, arm) };
}

/* 1/K (Q1.30) from K - 1 (Q50), for K below 2^12. Below 8 K has 28 bits of fraction, above it 18: relative error 2^-19
 * at most. */
INLINE V invert_mass(W q50)
{
    V wide = v_add(w_round(q50, 32), v_set(1 << 18)), fine = v_add(w_round(q50, 22), v_set(1 << 28));
    M small = v_above(v_set(7 << 18), wide);
    V x = v_select(small, fine, wide), power = v_select(small, v_set(1 << 10), v_set(1));
    V y = reciprocal(v_max(x, v_set(1)), &power);
    return v_times(y, power, 12);
}

/* The largest magnitude of the components. */
INLINE V largest_of(struct vec3 a, struct vec3 b)
{
    V ab = v_max(v_max(v_abs(a.x), v_abs(b.x)), v_max(v_abs(a.y), v_abs(b.y)));
    return v_max(ab, v_max(v_abs(a.z), v_abs(b.z)));
}

/* Both bodies of the block being prepared. */
struct pair_inertia {
    struct lane_inertia a, b;
    bool has_units;
    V unit_a, unit_b; /* 2^unit of angular velocities, where has_units */
    V largest;        /* angular response so far */
};

INLINE struct vec3 v3_scale(struct vec3 v, V power)
{
    return (struct vec3){ v_mul(v.x, power), v_mul(v.y, power), v_mul(v.z, power) };
}

struct row_arms {
    struct vec3 arm_a, arm_b, alpha_a, alpha_b;
};

/* A point, from the centres of both bodies. */
struct point_arms {
    struct vec3 a, b;
};

INLINE struct point_arms load_point(const fs__solver3_lanes3 a, const fs__solver3_lanes3 b, unsigned k)
{
    return (struct point_arms){ v3_load((int32_t(*)[8])a, k), v3_load((int32_t(*)[8])b, k) };
}

/* The row of a direction (Q1.30) through a point. */
INLINE struct row_arms prepare_arms(struct fs__solver3_arms *to, unsigned k, struct pair_inertia *m,
                                    const struct point_arms *point, struct vec3 direction)
{
    struct row_arms r;
    r.arm_a = v3_cross(point->a, direction, SHARE_BITS);
    r.arm_b = v3_cross(point->b, direction, SHARE_BITS);
    r.alpha_a = angular_responses(&m->a, r.arm_a);
    r.alpha_b = angular_responses(&m->b, r.arm_b);
    m->largest = v_max(m->largest, largest_of(r.alpha_a, r.alpha_b));
    if (m->has_units) {
        r.arm_a = v3_scale(r.arm_a, m->unit_a);
        r.arm_b = v3_scale(r.arm_b, m->unit_b);
    }
    v3_store(to->arm_a, k, r.arm_a);
    v3_store(to->arm_b, k, r.arm_b);
    v3_store(to->alpha_a, k, r.alpha_a);
    v3_store(to->alpha_b, k, r.alpha_b);
    return r;
}

/* K of two rows of a contact, without the linear part; Q50. */
INLINE W coupling(const struct row_arms *r, const struct row_arms *s)
{
    return w_add(w_dot3(r->alpha_a, s->arm_a), w_dot3(r->alpha_b, s->arm_b));
}

INLINE void prepare_direction(struct fs__solver3_direction *d, const struct fs__solver3_stage *s, unsigned k,
                              struct vec3 n)
{
    const V n3[3] = { n.x, n.y, n.z };
    V share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    for (unsigned i = 0; i < 3; i++) {
        v_store(d->n[i] + k, v_times_sym(n3[i], v_set(FS_REL_ONE), SHARE_BITS));
        v_store(d->a[i] + k, make_odd(v_times_sym(n3[i], share_a, SHARE_BITS), 1, SMALLEST_SHARE));
        v_store(d->b[i] + k, make_odd(v_times_sym(n3[i], share_b, SHARE_BITS), -1, SMALLEST_SHARE));
    }
}

/* ---- tangents --------------------------------------------------------------------------------------------------- */

/* A symmetric 2 x 2 matrix. */
struct plane_matrix {
    V xx, xy, yy;
};

INLINE void scale_matrix(struct plane_matrix *m, V *largest, V *scale, int32_t bound, const int n)
{
    M small = v_above(v_set(bound), *largest);
    m->xx = v_select(small, v_left(m->xx, n), m->xx);
    m->xy = v_select(small, v_left(m->xy, n), m->xy);
    m->yy = v_select(small, v_left(m->yy, n), m->yy);
    *largest = v_select(small, v_left(*largest, n), *largest);
    *scale = v_select(small, v_left(*scale, n), *scale);
}

/* K as a matrix of 18 or 28 bits of fraction, scaled so that the larger diagonal element is in [2^30, 2^31). */
INLINE struct plane_matrix scaled_matrix(W k11, W k12, W k22, V *scale)
{
    V x = v_add(w_round(k11, 32), v_set(1 << 18)), y = v_add(w_round(k22, 32), v_set(1 << 18));
    M small = v_above(v_set(7 << 18), v_max(x, y));
    struct plane_matrix m = { v_select(small, v_add(w_round(k11, 22), v_set(1 << 28)), x),
                              v_select(small, w_round(k12, 22), w_round(k12, 32)),
                              v_select(small, v_add(w_round(k22, 22), v_set(1 << 28)), y) };
    V largest = v_max(m.xx, m.yy);
    *scale = v_select(small, v_set(1 << 28), v_set(1 << 18));
    scale_matrix(&m, &largest, scale, 1 << 23, 8);
    scale_matrix(&m, &largest, scale, 1 << 27, 4);
    scale_matrix(&m, &largest, scale, 1 << 29, 2);
    scale_matrix(&m, &largest, scale, 1 << 30, 1);
    return m;
}

/* The inverse (Q1.30) of K, whose eigenvalues are from 1 to 2^12: the adjugate times scale / determinant. */
INLINE struct plane_matrix invert_matrix(W k11, W k12, W k22)
{
    V scale, power = v_set(1);
    struct plane_matrix m = scaled_matrix(k11, k12, k22, &scale);
    V determinant = w_round(w_sub(w_mul(m.xx, m.yy), w_mul(m.xy, m.xy)), 31);
    V y = reciprocal(v_max(determinant, v_set(1 << 16)), &power);
    V factor = v_times(v_times(y, scale, 30), power, 1);
    return (struct plane_matrix){ v_times(m.yy, factor, 30), v_neg(v_times(m.xy, factor, 30)),
                                  v_times(m.xx, factor, 30) };
}

INLINE void prepare_tangents(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k,
                             struct pair_inertia *m, struct vec3 t1, struct vec3 t2)
{
    struct point_arms middle = load_point(s->middle_a, s->middle_b, k);
    struct row_arms first = prepare_arms(&r->tangent[0], k, m, &middle, t1);
    struct row_arms second = prepare_arms(&r->tangent[1], k, m, &middle, t2);
    W k11 = coupling(&first, &first), k12 = coupling(&first, &second), k22 = coupling(&second, &second);
    struct plane_matrix inverse = invert_matrix(k11, k12, k22);
    v_store(r->inverse_11 + k, inverse.xx);
    v_store(r->inverse_12 + k, inverse.xy);
    v_store(r->inverse_22 + k, inverse.yy);
    v_store(r->slide_mass + k, v_min(invert_mass(k11), invert_mass(k22)));
}

/* ---- angular rows ----------------------------------------------------------------------------------------------- */

/* An angular row about `axis` (Q1.30) for impulses at the lever: its mass is 1 / (axis . (alpha_a + alpha_b)), at most
 * 512 m; the bound of its speed keeps mass * speed below 2^29. Without a lever both are 0. */
INLINE void prepare_angular(const struct fs__solver3_block *r, fs__solver3_lanes *alpha_a, fs__solver3_lanes *alpha_b,
                            unsigned k, struct pair_inertia *m, struct vec3 axis, V lever, V *sum)
{
    struct vec3 arm = { v_times_sym(axis.x, lever, SHARE_BITS), v_times_sym(axis.y, lever, SHARE_BITS),
                        v_times_sym(axis.z, lever, SHARE_BITS) };
    struct vec3 a = angular_responses(&m->a, arm), b = angular_responses(&m->b, arm);
    m->largest = v_max(m->largest, largest_of(a, b));
    v3_store(alpha_a, k, a);
    v3_store(alpha_b, k, b);
    if (m->has_units) {
        a = in_unit_of_pair(a, r->unit_a, k);
        b = in_unit_of_pair(b, r->unit_b, k);
    }
    *sum = w_round(w_add(w_dot3(axis, a), w_dot3(axis, b)), SHARE_BITS);
}

INLINE void prepare_angular_mass(int32_t *mass, int32_t *max_speed, V sum, V lever)
{
    V power = v_set(1), none = v_set(0);
    M used = v_above(lever, none);
    sum = v_max(sum, v_set(1 << 15));
    V y = reciprocal(sum, &power);
    v_store(mass, v_select(used, v_min(v_times(y, power, 15), v_set(FS__SOLVER3_MAX_VELOCITY)), none));
    v_store(max_speed, v_select(used, v_left(v_min(sum, v_set(1 << 24)), 5), none));
}

/* The distance (m) of a point from the middle of the points; 0 for an unused point. */
INLINE V distance_from_middle(const struct fs__solver3_stage *s, unsigned i, unsigned k)
{
    struct vec3 d = v3_sub(v3_load((int32_t(*)[8])s->arm_a[i], k), v3_load((int32_t(*)[8])s->middle_a, k));
    d = (struct vec3){ v_clamp_abs(d.x, MAX_DISTANCE), v_clamp_abs(d.y, MAX_DISTANCE), v_clamp_abs(d.z, MAX_DISTANCE) };
    M used = v_above(v_load(s->reach[i] + k), v_set(-1));
    return v_select(used, square_root(w_round(w_dot3(d, d), 30)), v_set(0));
}

/* v / lever, Q1.30. */
INLINE V share_of_lever(V v, V y, V power)
{
    return v_times(v_times(v, y, 29), power, 1);
}

/* The lever of the row about the normal is the largest distance of a point, or that of the spinning resistance. */
INLINE void prepare_twist(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k,
                          struct pair_inertia *m, struct vec3 n, const unsigned points)
{
    if ((s->extra & FS__SOLVER3_TWIST) == 0)
        return;
    V distance[FS__SOLVER3_POINTS], spinning = v_load(s->spinning + k), lever = spinning, power = v_set(1), sum;
    for (unsigned i = 0; i < points; i++) {
        distance[i] = distance_from_middle(s, i, k);
        lever = v_max(lever, distance[i]);
    }
    lever = v_min(lever, v_load(s->max_lever + k));
    V y = reciprocal(v_max(lever, v_set(1)), &power);
    for (unsigned i = 0; i < points; i++)
        v_store(r->point[i].reach + k, share_of_lever(v_min(distance[i], lever), y, power));
    v_store(r->spinning + k, share_of_lever(v_min(spinning, lever), y, power));
    prepare_angular(r, r->twist_alpha_a, r->twist_alpha_b, k, m, n, lever, &sum);
    prepare_angular_mass(r->twist_mass + k, r->max_twist_speed + k, sum, lever);
    v_store(r->total_twist_impulse + k, v_set(0));
}

INLINE void prepare_rolling(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k,
                            struct pair_inertia *m, struct vec3 t1, struct vec3 t2)
{
    V lever = v_min(v_load(s->rolling + k), v_load(s->max_lever + k)), first, second;
    if ((s->extra & FS__SOLVER3_ROLLING_RESISTANCE) == 0)
        return;
    prepare_angular(r, r->rolling_alpha_a[0], r->rolling_alpha_b[0], k, m, t1, lever, &first);
    prepare_angular(r, r->rolling_alpha_a[1], r->rolling_alpha_b[1], k, m, t2, lever, &second);
    prepare_angular_mass(r->rolling_mass + k, r->max_rolling_speed + k, v_max(first, second), lever);
}

/* ---- impulses and limits -------------------------------------------------------------------------------------------- */

/* FS__SOLVER3_MAX_IMPULSE over the largest response, which is rounded up to a power of two; 0 where neither body is
 * movable. */
INLINE V limit_impulse(V alpha, V share_a, V share_b)
{
    V max_impulse = v_set(FS__SOLVER3_MAX_IMPULSE);
    for (int i = 0; i < 7 && v_any(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1))); i++)
        max_impulse = v_select(v_above(alpha, v_set((1 << (ALPHA_BITS + i)) - 1)),
                               v_set(FS__SOLVER3_MAX_IMPULSE >> (i + 1)), max_impulse);
    return v_select(v_above(v_add(share_a, share_b), v_set(0)), max_impulse, v_set(0));
}

INLINE void copy_lanes(int32_t *to, const int32_t *from)
{
    v_store(to, v_load(from));
}

INLINE void copy_limited(int32_t *to, const int32_t *from, V low, V high)
{
    v_store(to, v_clamp(v_load(from), low, high));
}

INLINE void copy_extra(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k)
{
    copy_lanes(r->dynamic_friction + k, s->dynamic_friction + k);
    copy_lanes(r->cross_friction + k, s->cross_friction + k);
    copy_lanes(r->restitution + k, s->restitution + k);
    copy_lanes(r->push_rate + k, s->push_rate + k);
    copy_lanes(r->unit_a + k, s->share_of_unit_a + k);
    copy_lanes(r->unit_b + k, s->share_of_unit_b + k);
    for (unsigned t = 0; t < 2; t++)
        copy_lanes(r->tangent_speed[t] + k, s->tangent_speed[t] + k);
}

/* Copies the fields that need no arithmetic. */
INLINE void copy_block(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k)
{
    copy_lanes(r->a + k, s->a + k);
    copy_lanes(r->b + k, s->b + k);
    copy_lanes(r->bias_rate + k, s->bias_rate + k);
    copy_lanes(r->impulse_scale + k, s->impulse_scale + k);
    copy_lanes(r->static_friction + k, s->static_friction + k);
    copy_lanes(r->index + k, s->index + k);
    copy_extra(r, s, k);
}

/* Impulses of the last tick within the bounds of the rows, by the largest responses of all and of the normal rows; sums begin at 0. */
INLINE void prepare_impulses(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k, V largest,
                             V largest_normal, const unsigned points)
{
    V none = v_set(0), share_a = v_load(s->share_a + k), share_b = v_load(s->share_b + k);
    V max_normal = limit_impulse(largest_normal, share_a, share_b), max = limit_impulse(largest, share_a, share_b),
      least = v_neg(max);
    v_store(r->max_normal_impulse + k, max_normal);
    v_store(r->max_tangent_impulse + k, max);
    for (unsigned i = 0; i < points; i++) {
        copy_limited(r->point[i].impulse + k, s->impulse[i] + k, none, max_normal);
        v_store(r->point[i].total + k, none);
    }
    for (unsigned t = 0; t < 2; t++) {
        copy_limited(r->tangent_impulse[t] + k, s->tangent_impulse[t] + k, least, max);
        copy_limited(r->rolling_impulse[t] + k, s->rolling_impulse[t] + k, least, max);
        v_store(r->total_tangent_impulse[t] + k, none);
        v_store(r->total_rolling_impulse[t] + k, none);
    }
    copy_limited(r->twist_impulse + k, s->twist_impulse + k, least, max);
}

/* ---- the block --------------------------------------------------------------------------------------------------- */

INLINE void prepare_point(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned i, unsigned k,
                          struct pair_inertia *m, struct vec3 n)
{
    struct fs__solver3_point *q = &r->point[i];
    struct point_arms point = load_point(s->arm_a[i], s->arm_b[i], k);
    struct row_arms arms = prepare_arms(&q->arms, k, m, &point, n);
    M used = v_above(v_load(s->reach[i] + k), v_set(-1));
    V inverse = v_select(used, invert_mass(coupling(&arms, &arms)), v_set(0));
    v_store(q->inverse + k, inverse);
    v_store(q->soft + k, v_times(inverse, v_load(s->mass_scale + k), SHARE_BITS));
    copy_lanes(q->separation + k, s->separation[i] + k);
    copy_lanes(q->separation_now + k, s->separation_now[i] + k);
    v_store(q->reach + k, v_set(0));
}

/* What stands at the start of a tick (m/s, rad/s) is held by static friction in all its substeps: while the load moves from point to
 * point, that of a substep may be less than that of the tick. */
#define STANDING_SPEED (FS_VEL_ONE >> 7)

INLINE void hold_standing(struct fs__solver3_block *r, unsigned k, const struct lane_bodies *a,
                          const struct lane_bodies *b)
{
    struct vec3 velocity = v3_sub(b->v, a->v);
    V p = tangent_velocity(r, 0, k, a, b, project_linear(&r->direction[1], k, velocity));
    V q = tangent_velocity(r, 1, k, a, b, project_linear(&r->direction[2], k, velocity));
    V spin = w_round(w_dot3(v3_load(r->direction[0].n, k), relative_spin(r, k, a, b)), ARM_BITS);
    M moves = v_above(v_max(v_max(v_abs(p), v_abs(q)), v_abs(spin)), v_set(STANDING_SPEED));
    v_store(r->dynamic_friction + k, v_select(moves, v_load(r->dynamic_friction + k), v_load(r->static_friction + k)));
}

INLINE void prepare_lanes(struct fs__solver3_block *r, const struct fs__solver3_stage *s, unsigned k,
                          const struct fs__solver3_body *bodies, const unsigned points)
{
    struct lane_bodies a = load_velocities(s->a + k, bodies), b = load_velocities(s->b + k, bodies);
    struct vec3 n = v3_load((int32_t(*)[8])s->normal, k), t1 = v3_load((int32_t(*)[8])s->tangent, k);
    struct vec3 t2 = v3_cross(n, t1, SHARE_BITS);
    struct pair_inertia m = { load_inertia((int32_t(*)[8])s->inertia_a, (int32_t(*)[8])s->ratio_a, k),
                              load_inertia((int32_t(*)[8])s->inertia_b, (int32_t(*)[8])s->ratio_b, k),
                              (s->extra & FS__SOLVER3_UNITS) != 0,
                              v_load(s->unit_a + k),
                              v_load(s->unit_b + k),
                              v_set(0) };
    copy_block(r, s, k);
    prepare_direction(&r->direction[0], s, k, n);
    prepare_direction(&r->direction[1], s, k, t1);
    prepare_direction(&r->direction[2], s, k, t2);
    W velocity = project_linear(&r->direction[0], k, v3_sub(b.v, a.v));
    for (unsigned i = 0; i < points; i++) {
        prepare_point(r, s, i, k, &m, n);
        v_store(r->initial_normal_velocity[i] + k, project_on_row(velocity, &r->point[i].arms, k, a.w, b.w));
    }
    V largest_normal = m.largest;
    prepare_tangents(r, s, k, &m, t1, t2);
    if ((s->extra & FS__SOLVER3_SLIDING) != 0)
        hold_standing(r, k, &a, &b);
    prepare_twist(r, s, k, &m, n, points);
    prepare_rolling(r, s, k, &m, t1, t2);
    prepare_impulses(r, s, k, m.largest, largest_normal, points);
}

INLINE void prepare_block(struct fs__solver3_block *r, const struct fs__solver3_stage *stage,
                          const struct fs__solver3_body *bodies, const unsigned points)
{
    r->used = stage->used;
    r->write_a = stage->write_a;
    r->write_b = stage->write_b;
    r->extra = stage->extra;
    r->points = (uint8_t)points;
    r->bouncing = r->stopping = 0;
    for (unsigned i = 0; i < FS__SOLVER3_POINTS; i++)
        r->meets[i] = 0;
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k += VECTOR_LANES)
        prepare_lanes(r, stage, k, bodies, points);
}

#define DEFINE_PREPARE(kind, points)                                                             \
    FUNCTION void prepare_##kind(struct fs__solver3_block *r, const struct fs__solver3_stage *s, \
                                 const struct fs__solver3_body *bodies)                          \
    {                                                                                            \
        prepare_block(r, s, bodies, points);                                                     \
    }

DEFINE_PREPARE(four, 4)
DEFINE_PREPARE(two, 2)
DEFINE_PREPARE(one, 1)

#define CONTACT_PASSES                                                                             \
    .prepare = PASSES_OF(prepare), .warm_start = PASSES_OF(warm_start), .solve = PASSES_OF(solve), \
    .push_out = PASSES_OF(push_out), .relax = PASSES_OF(relax), .sum_exact = PASSES_OF(sum_exact)
