/* polygon_lanes.h: the passes of polygon_passes.h on vectors of pairs; included by polygon_sse41.c and polygon_avx2.c, which
 * first define
 *     D                    as many 64-bit integers as V has pairs (x, y)
 *     load_pairs, store_pairs, set_pairs (one pair everywhere), d_add, d_sub, d_set
 *     d_select_negative    sign < 0 ? a : b
 */
enum { PAIRS = VECTOR_LANES / 2 };

/* The smaller one, where a - b fits. */
INLINE D d_min(D a, D b)
{
    return d_select_negative(d_sub(a, b), a, b);
}

/* ax bx + ay by. */
INLINE D pair_dot(V a, V b)
{
    W product = w_mul(a, b);
    return d_add(product.even, product.odd);
}

/* Q60 to Q30 as fs_round_shift64_sym() and fs_sat32() make it, still with FS_UNIT_FRAC bits of fraction. */
INLINE D prepare_rounding(D d)
{
    const int64_t most = ((int64_t)1 << (31 + FS_UNIT_FRAC)) - 1;
    D half = d_set((int64_t)1 << (FS_UNIT_FRAC - 1));
    d = d_add(d, d_select_negative(d, d_sub(half, d_set(1)), half));
    d = d_min(d, d_set(most));
    return d_select_negative(d_sub(d, d_set(-most - 1)), d_set(-most - 1), d);
}

INLINE V rotate_pairs(V v, V to_x, V to_y)
{
    return w_shift((W){ prepare_rounding(pair_dot(v, to_x)), prepare_rounding(pair_dot(v, to_y)) }, FS_UNIT_FRAC);
}

/* fs_sat32_add() of every lane. */
INLINE V add_saturated(V a, V b)
{
    V none = v_set(0), low = v_sub(v_set(INT32_MIN), v_min(b, none)), high = v_sub(v_set(INT32_MAX), v_max(b, none));
    return v_add(v_max(low, v_min(a, high)), b);
}

FUNCTION void transform(const fs_geometry2 *s, fs_frame2 f, fs_geometry2 *out)
{
    V to_x = set_pairs(f.q.c, fs_sat32_neg(f.q.s)), to_y = set_pairs(f.q.s, f.q.c), by = set_pairs(f.p.x, f.p.y);
    out->radius = s->radius;
    out->kind = s->kind;
    out->count = s->count;
    for (unsigned i = 0; i < s->count; i += PAIRS) {
        store_pairs(&out->corner[i], add_saturated(rotate_pairs(load_pairs(&s->corner[i]), to_x, to_y), by));
        store_pairs(&out->normal[i], rotate_pairs(load_pairs(&s->normal[i]), to_x, to_y));
    }
}

FUNCTION void project(const fs_geometry2 *s, const fs_geometry2 *other, int64_t least[FS_GEOMETRY2_MAX_CORNERS])
{
    for (unsigned i = 0; i < s->count; i += PAIRS) {
        V n = load_pairs(&s->normal[i]);
        D least_dot = pair_dot(n, set_pairs(other->corner[0].x, other->corner[0].y));
        for (unsigned j = 1; j < other->count; j++)
            least_dot = d_min(pair_dot(n, set_pairs(other->corner[j].x, other->corner[j].y)), least_dot);
        store_pairs(&least[i], d_sub(least_dot, pair_dot(n, load_pairs(&s->corner[i]))));
    }
}
