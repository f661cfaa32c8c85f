/* kernel_sse41.c: the particle kernel in SSE4.1. See kernel_x86.h.
 */
#if defined(__x86_64__) || defined(__i386__)

#include "particles/kernel/kernel_x86.h"

#define SSE41 __attribute__((target("sse4.1")))
#define SSE41_PIECE FS__TARGET_INLINE("sse4.1")

enum { SSE41_GROUP = 4 }; /* particles: 12 components, six vectors of positions, three of velocities */

struct positions_sse41 {
    __m128i low, high, low_add, high_add, bias, guard;
    __m128i shift;
};

SSE41_PIECE struct positions_sse41 positions_sse41_make(const struct fs__position_kernel_params *d)
{
    struct fs__position_kernel_constants c = fs__position_kernel_constants(d);
    struct positions_sse41 r;
    r.low = _mm_set1_epi64x(c.low);
    r.high = _mm_set1_epi64x(c.high);
    r.low_add = _mm_set1_epi64x(c.low_add);
    r.high_add = _mm_set1_epi64x(c.high_add);
    r.bias = _mm_set1_epi64x(c.bias);
    r.guard = _mm_set1_epi64x(FS__POS_GUARD);
    r.shift = _mm_cvtsi32_si128(c.shift);
    return r;
}

SSE41_PIECE void move_sse41(int64_t *p, __m128i pos, const int32_t *v, const struct positions_sse41 *c)
{
    __m128i x = _mm_cvtepi32_epi64(_mm_loadl_epi64((const __m128i *)v));
    __m128i low = _mm_srli_epi64(_mm_add_epi64(_mm_mul_epi32(x, c->low), c->low_add), FS__FACTOR_SPLIT_BITS);
    __m128i high = _mm_add_epi64(_mm_mul_epi32(x, c->high), c->high_add);
    __m128i step = _mm_sub_epi64(_mm_srl_epi64(_mm_add_epi64(high, low), c->shift), c->bias);
    _mm_storeu_si128((__m128i *)p, _mm_add_epi64(pos, step));
}

/* Writes nothing when a position is near the end of its range. */
SSE41_PIECE bool integrate_position_group_sse41(int64_t *p, const int32_t *v, const struct positions_sse41 *c)
{
    __m128i p0 = _mm_loadu_si128((const __m128i *)p);
    __m128i p1 = _mm_loadu_si128((const __m128i *)(p + 2));
    __m128i p2 = _mm_loadu_si128((const __m128i *)(p + 4));
    __m128i p3 = _mm_loadu_si128((const __m128i *)(p + 6));
    __m128i p4 = _mm_loadu_si128((const __m128i *)(p + 8));
    __m128i p5 = _mm_loadu_si128((const __m128i *)(p + 10));
    __m128i out = _mm_or_si128(_mm_add_epi64(p0, c->guard), _mm_add_epi64(p1, c->guard));
    out = _mm_or_si128(out, _mm_add_epi64(p2, c->guard));
    out = _mm_or_si128(out, _mm_add_epi64(p3, c->guard));
    out = _mm_or_si128(out, _mm_add_epi64(p4, c->guard));
    out = _mm_or_si128(out, _mm_add_epi64(p5, c->guard));
    if (_mm_movemask_pd(_mm_castsi128_pd(out)) != 0)
        return false;
    move_sse41(p, p0, v, c);
    move_sse41(p + 2, p1, v + 2, c);
    move_sse41(p + 4, p2, v + 4, c);
    move_sse41(p + 6, p3, v + 6, c);
    move_sse41(p + 8, p4, v + 8, c);
    move_sse41(p + 10, p5, v + 10, c);
    return true;
}

SSE41 static void integrate_positions_sse41(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n,
                                            const struct fs__position_kernel_params *d, uint32_t *saturations)
{
    uint32_t i = 0;
    if (d->fast) {
        struct positions_sse41 c = positions_sse41_make(d);
        for (; n - i >= SSE41_GROUP; i += SSE41_GROUP)
            if (!integrate_position_group_sse41(&pos[i].x, &vel[i].x, &c))
                fs__integrate_positions_scalar(pos + i, vel + i, SSE41_GROUP, d, saturations);
    }
    fs__integrate_positions_scalar(pos + i, vel + i, n - i, d, saturations);
}

struct velocities_sse41 {
    __m128i increment[3], factor4, round4, long_bits, axis_max, short_sq;
};

SSE41_PIECE struct velocities_sse41 velocities_sse41_make(const struct fs__velocity_kernel_params *k)
{
    int32_t increment[3 * 4];
    fs__delta_velocity_pattern(k, increment, 3 * 4);
    struct velocities_sse41 c;
    c.increment[0] = _mm_loadu_si128((const __m128i *)increment);
    c.increment[1] = _mm_loadu_si128((const __m128i *)(increment + 4));
    c.increment[2] = _mm_loadu_si128((const __m128i *)(increment + 8));
    c.factor4 = _mm_set1_epi64x((int64_t)k->damping_factor * 4);
    c.round4 = _mm_set1_epi64x((int64_t)k->dither * 4);
    c.long_bits = _mm_set1_epi32((int32_t)fs__speed_limit_mask(k->max));
    c.axis_max = _mm_set1_epi32(FS__VELOCITY_AXIS_MAX);
    c.short_sq = _mm_set1_epi32(fs__speed_limit_coarse_sq(k->max));
    return c;
}

SSE41_PIECE __m128i damped_sse41(__m128i mag, const struct velocities_sse41 *c)
{
    __m128i even = _mm_add_epi64(_mm_mul_epu32(mag, c->factor4), c->round4);
    __m128i odd = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(mag, 32), c->factor4), c->round4);
    return _mm_blend_epi16(_mm_srli_epi64(even, 32), odd, 0xCC);
}

SSE41_PIECE __m128i incremented_sse41(const int32_t *v, __m128i increment)
{
    return _mm_add_epi32(_mm_loadu_si128((const __m128i *)v), increment);
}

SSE41_PIECE __m128i outside_clamp_sse41(const int32_t *v, const struct velocities_sse41 *c)
{
    __m128i mag = _mm_abs_epi32(_mm_loadu_si128((const __m128i *)v));
    return _mm_or_si128(mag, _mm_cmpgt_epi32(mag, c->axis_max));
}

SSE41_PIECE __m128i coarse_sq_sse41(__m128i mag)
{
    __m128i a = _mm_add_epi32(_mm_srli_epi32(mag, FS__COARSE_BITS), _mm_set1_epi32(1));
    return _mm_mullo_epi32(a, a);
}

/* As within_limit_avx2(); masks name halves of lanes. */
SSE41_PIECE bool within_limit_sse41(const int32_t *v, __m128i m0, __m128i m1, __m128i m2,
                                    const struct velocities_sse41 *c)
{
    __m128i out = _mm_or_si128(outside_clamp_sse41(v, c),
                               _mm_or_si128(outside_clamp_sse41(v + 4, c), outside_clamp_sse41(v + 8, c)));
    __m128i s0 = coarse_sq_sse41(m0), s1 = coarse_sq_sse41(m1), s2 = coarse_sq_sse41(m2);
    __m128i x = _mm_blend_epi16(_mm_blend_epi16(s0, s1, 0x30), s2, 0x0C);
    __m128i y = _mm_blend_epi16(_mm_blend_epi16(s0, s1, 0xC3), s2, 0x30);
    __m128i z = _mm_blend_epi16(_mm_blend_epi16(s0, s1, 0x0C), s2, 0xC3);
    y = _mm_shuffle_epi32(y, _MM_SHUFFLE(0, 3, 2, 1));
    z = _mm_shuffle_epi32(z, _MM_SHUFFLE(1, 0, 3, 2));
    __m128i sum = _mm_add_epi32(x, _mm_add_epi32(y, z));
    __m128i fits = _mm_cmpeq_epi32(_mm_max_epu32(sum, c->short_sq), c->short_sq);
    return _mm_movemask_ps(_mm_castsi128_ps(_mm_andnot_si128(out, fits))) == 0xF;
}

SSE41_PIECE bool integrate_velocity_group_sse41(int32_t *v, const struct velocities_sse41 *c, bool whole)
{
    __m128i w0 = incremented_sse41(v, c->increment[0]), m0 = _mm_abs_epi32(w0);
    __m128i w1 = incremented_sse41(v + 4, c->increment[1]), m1 = _mm_abs_epi32(w1);
    __m128i w2 = incremented_sse41(v + 8, c->increment[2]), m2 = _mm_abs_epi32(w2);
    if (!whole) {
        m0 = damped_sse41(m0, c);
        m1 = damped_sse41(m1, c);
        m2 = damped_sse41(m2, c);
    }
    bool maybe_long = !_mm_testz_si128(_mm_or_si128(_mm_or_si128(m0, m1), m2), c->long_bits);
    if (maybe_long && !within_limit_sse41(v, m0, m1, m2, c))
        return false;
    _mm_storeu_si128((__m128i *)v, _mm_sign_epi32(m0, w0));
    _mm_storeu_si128((__m128i *)(v + 4), _mm_sign_epi32(m1, w1));
    _mm_storeu_si128((__m128i *)(v + 8), _mm_sign_epi32(m2, w2));
    return true;
}

SSE41 static void integrate_velocities_sse41(fs_vel3 *vel, uint32_t n, const struct fs__velocity_kernel_params *k,
                                             uint32_t *limited)
{
    uint32_t i = 0;
    if (fs__velocity_kernel_is_fast(k)) {
        struct velocities_sse41 c = velocities_sse41_make(k);
        bool whole = k->damping_factor == FS_UNIT_ONE;
        for (; n - i >= SSE41_GROUP; i += SSE41_GROUP)
            if (!integrate_velocity_group_sse41(&vel[i].x, &c, whole))
                fs__integrate_velocities_scalar(vel + i, SSE41_GROUP, k, limited);
    }
    fs__integrate_velocities_scalar(vel + i, n - i, k, limited);
}

const struct fs__particle_kernel fs__particle_kernel_sse41 = { "sse4.1", integrate_positions_sse41,
                                                               integrate_velocities_sse41 };

#else
/* ISO C forbids an empty translation unit. */
typedef int fs__no_sse41_kernel;
#endif
