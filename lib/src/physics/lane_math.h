/* lane_math.h: arithmetic on vectors of lanes that several passes use; include it after one of lanes_*.h.
 *
 * Written with the operations of lanes_scalar.h alone, so that all instruction sets give the same bits.
 */
#ifndef FS_PHYSICS_LANE_MATH_H
#define FS_PHYSICS_LANE_MATH_H

INLINE V w_round(W w, const int n)
{
    return w_shift(w_add_half(w, n), n);
}

/* Halves are rounded away from zero: the rows of a mirrored scene, whose tangents and angular velocities have the other
 * sign, give the mirrored result. */
INLINE V w_round_sym(W w, const int n)
{
    return w_shift(w_add_half(w_add_sign(w), n), n);
}

INLINE V v_times(V a, V b, const int n)
{
    return w_round(w_mul(a, b), n);
}

INLINE V v_neg(V v)
{
    return v_sub(v_set(0), v);
}

INLINE V v_abs(V v)
{
    return v_max(v, v_neg(v));
}

INLINE V v_clamp(V v, V low, V high)
{
    return v_max(low, v_min(v, high));
}

INLINE V v_clamp_abs(V v, int32_t bound)
{
    return v_clamp(v, v_set(-bound), v_set(bound));
}

/* a * b / 2^n for b >= 0, rounded symmetrically. */
INLINE V v_times_sym(V a, V b, const int n)
{
    V magnitude = v_times(v_abs(a), b, n);
    return v_select(v_above(v_set(0), a), v_neg(magnitude), magnitude);
}

/* An even factor becomes odd, larger in magnitude by one step for step = 1, smaller for step = -1. An odd factor times
 * an impulse below 2^(n-1) is never half of 2^n, so its rounding has no direction: turned scenes give the same bits.
 * Factors below `smallest` stay as they are, because a step would change them too much. */
INLINE V make_odd(V v, int32_t step, const int32_t smallest)
{
    M odd = v_above(v_set(0), v_left(v, 31)); /* the lowest bit as the sign */
    V change = v_select(v_above(v, v_set(smallest)), v_set(step),
                        v_select(v_above(v_set(-smallest), v), v_set(-step), v_set(0)));
    return v_select(odd, v, v_add(v, change));
}

/* x * 2^n where x is below `bound`; *power is multiplied alike. */
INLINE V scale_up(V x, int32_t bound, const int n, V *power)
{
    M small = v_above(v_set(bound), x);
    *power = v_select(small, v_left(*power, n), *power);
    return v_select(small, v_left(x, n), x);
}

/* y (Q29) with y / 2^29 = 2^31 / x for x in [2^30, 2^31). Three Newton steps follow a linear start that is exact within
 * 1/17. */
INLINE V reciprocal_scaled(V x)
{
    V y = v_sub(v_set(1515870810), v_times(x, v_set(1010580540), 31)); /* 48/17 - 32/17 x, Q29 */
    for (int i = 0; i < 3; i++)
        y = v_times(y, v_sub(v_set(1 << 30), v_times(x, y, 31)), 29);
    return y;
}

/* For x from 1 to 2^31 - 1: y (Q29) with y / 2^29 = 2^31 / (x * p) and p the power of two that puts x * p into
 * [2^30, 2^31); *power is multiplied by p. */
INLINE V reciprocal(V x, V *power)
{
    x = scale_up(x, 1 << 15, 16, power);
    x = scale_up(x, 1 << 23, 8, power);
    x = scale_up(x, 1 << 27, 4, power);
    x = scale_up(x, 1 << 29, 2, power);
    x = scale_up(x, 1 << 30, 1, power);
    return reciprocal_scaled(x);
}

/* 1 / sqrt(x) in Q28 for x (Q30) in [2^28, 2^30], relative error below 2^-26. Four Newton steps follow a linear start
 * that is exact within 1/9. */
INLINE V reciprocal_root(V x)
{
    V y = v_sub(v_set(597848064), v_times(x, v_set(357913941), 30)); /* 2.2272 - 4/3 x */
    for (int i = 0; i < 4; i++) {
        V xyy = v_times(x, v_times(y, y, 28), 30);
        y = v_times(y, v_sub(v_set(3 << 28), xyy), 29);
    }
    return y;
}

/* sqrt(x 2^30) for x from 0 to 2^30 - 1, relative error 2^-24 + 1/x. x is scaled by 4^k into [2^28, 2^30). */
INLINE V square_root(V x)
{
    V unscale = v_set(1); /* 2^(15 - k) */
    const int bits[4] = { 8, 4, 2, 1 };
    for (int i = 0; i < 4; i++) {
        M small = v_above(v_set(1 << (30 - 2 * bits[i])), x);
        x = v_select(small, v_left(x, 2 * bits[i]), x);
        unscale = v_select(small, unscale, v_left(unscale, bits[i]));
    }
    return v_times(v_times(x, reciprocal_root(x), 28), unscale, 15);
}

/* ---- vectors of two ------------------------------------------------------------------------------------------ */

INLINE W w_dot(V ax, V ay, V bx, V by)
{
    return w_add(w_mul(ax, bx), w_mul(ay, by));
}

INLINE W w_cross(V ax, V ay, V bx, V by)
{
    return w_sub(w_mul(ax, by), w_mul(ay, bx));
}

/* ---- vectors of three ---------------------------------------------------------------------------------------- */

struct vec3 {
    V x, y, z;
};

INLINE struct vec3 v3_load(int32_t (*from)[8], unsigned k)
{
    return (struct vec3){ v_load(from[0] + k), v_load(from[1] + k), v_load(from[2] + k) };
}

INLINE void v3_store(int32_t (*to)[8], unsigned k, struct vec3 v)
{
    v_store(to[0] + k, v.x);
    v_store(to[1] + k, v.y);
    v_store(to[2] + k, v.z);
}

INLINE struct vec3 v3_sub(struct vec3 a, struct vec3 b)
{
    return (struct vec3){ v_sub(a.x, b.x), v_sub(a.y, b.y), v_sub(a.z, b.z) };
}

INLINE W w_dot3(struct vec3 a, struct vec3 b)
{
    return w_add(w_add(w_mul(a.x, b.x), w_mul(a.y, b.y)), w_mul(a.z, b.z));
}

/* a x b, rounded once, n bits removed. */
INLINE struct vec3 v3_cross(struct vec3 a, struct vec3 b, const int n)
{
    return (struct vec3){ w_round(w_sub(w_mul(a.y, b.z), w_mul(a.z, b.y)), n),
                          w_round(w_sub(w_mul(a.z, b.x), w_mul(a.x, b.z)), n),
                          w_round(w_sub(w_mul(a.x, b.y), w_mul(a.y, b.x)), n) };
}

#endif
