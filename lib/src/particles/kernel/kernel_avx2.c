/* kernel_avx2.c: the particle kernel in AVX2. See kernel_x86.h. */
#if defined(__x86_64__) || defined(__i386__)

#include "particles/kernel/kernel_x86.h"

#define AVX2 __attribute__((target("avx2")))
#define AVX2_PIECE FS__TARGET_INLINE("avx2")

enum { AVX2_GROUP = 8 }; /* particles: 24 components, six vectors of positions, three of velocities */

struct positions_avx2 {
    __m256i low, high, low_add, high_add, bias, guard;
    __m128i shift;
};

AVX2_PIECE struct positions_avx2 positions_avx2_make(const struct fs__position_kernel_params *d)
{
    struct fs__position_kernel_constants c = fs__position_kernel_constants(d);
    struct positions_avx2 r;
    r.low = _mm256_set1_epi64x(c.low);
    r.high = _mm256_set1_epi64x(c.high);
    r.low_add = _mm256_set1_epi64x(c.low_add);
    r.high_add = _mm256_set1_epi64x(c.high_add);
    r.bias = _mm256_set1_epi64x(c.bias);
    r.guard = _mm256_set1_epi64x(FS__POS_GUARD);
    r.shift = _mm_cvtsi32_si128(c.shift);
    return r;
}

AVX2_PIECE void move_avx2(int64_t *p, __m256i pos, const int32_t *v, const struct positions_avx2 *c)
{
    __m256i x = _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)v));
    __m256i low = _mm256_srli_epi64(_mm256_add_epi64(_mm256_mul_epi32(x, c->low), c->low_add), FS__FACTOR_SPLIT_BITS);
    __m256i high = _mm256_add_epi64(_mm256_mul_epi32(x, c->high), c->high_add);
    __m256i step = _mm256_sub_epi64(_mm256_srl_epi64(_mm256_add_epi64(high, low), c->shift), c->bias);
    _mm256_storeu_si256((__m256i *)p, _mm256_add_epi64(pos, step));
}

/* Writes nothing when a position is near the end of its range. */
AVX2_PIECE bool integrate_position_group_avx2(int64_t *p, const int32_t *v, const struct positions_avx2 *c)
{
    __m256i p0 = _mm256_loadu_si256((const __m256i *)p);
    __m256i p1 = _mm256_loadu_si256((const __m256i *)(p + 4));
    __m256i p2 = _mm256_loadu_si256((const __m256i *)(p + 8));
    __m256i p3 = _mm256_loadu_si256((const __m256i *)(p + 12));
    __m256i p4 = _mm256_loadu_si256((const __m256i *)(p + 16));
    __m256i p5 = _mm256_loadu_si256((const __m256i *)(p + 20));
    __m256i out = _mm256_or_si256(_mm256_add_epi64(p0, c->guard), _mm256_add_epi64(p1, c->guard));
    out = _mm256_or_si256(out, _mm256_add_epi64(p2, c->guard));
    out = _mm256_or_si256(out, _mm256_add_epi64(p3, c->guard));
    out = _mm256_or_si256(out, _mm256_add_epi64(p4, c->guard));
    out = _mm256_or_si256(out, _mm256_add_epi64(p5, c->guard));
    if (_mm256_movemask_pd(_mm256_castsi256_pd(out)) != 0)
        return false;
    move_avx2(p, p0, v, c);
    move_avx2(p + 4, p1, v + 4, c);
    move_avx2(p + 8, p2, v + 8, c);
    move_avx2(p + 12, p3, v + 12, c);
    move_avx2(p + 16, p4, v + 16, c);
    move_avx2(p + 20, p5, v + 20, c);
    return true;
}

AVX2 static void integrate_positions_avx2(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n,
                                          const struct fs__position_kernel_params *d, uint32_t *saturations)
{
    uint32_t i = 0;
    if (d->fast) {
        struct positions_avx2 c = positions_avx2_make(d);
        for (; n - i >= AVX2_GROUP; i += AVX2_GROUP)
            if (!integrate_position_group_avx2(&pos[i].x, &vel[i].x, &c))
                fs__integrate_positions_scalar(pos + i, vel + i, AVX2_GROUP, d, saturations);
    }
    fs__integrate_positions_scalar(pos + i, vel + i, n - i, d, saturations);
}

struct velocities_avx2 {
    __m256i increment[3], factor4, round4, long_bits, axis_max, short_sq;
};

AVX2_PIECE struct velocities_avx2 velocities_avx2_make(const struct fs__velocity_kernel_params *k)
{
    int32_t increment[3 * 8];
    fs__delta_velocity_pattern(k, increment, 3 * 8);
    struct velocities_avx2 c;
    c.increment[0] = _mm256_loadu_si256((const __m256i *)increment);
    c.increment[1] = _mm256_loadu_si256((const __m256i *)(increment + 8));
    c.increment[2] = _mm256_loadu_si256((const __m256i *)(increment + 16));
    c.factor4 = _mm256_set1_epi64x((int64_t)k->damping_factor * 4);
    c.round4 = _mm256_set1_epi64x((int64_t)k->dither * 4);
    c.long_bits = _mm256_set1_epi32((int32_t)fs__speed_limit_mask(k->max));
    c.axis_max = _mm256_set1_epi32(FS__VELOCITY_AXIS_MAX);
    c.short_sq = _mm256_set1_epi32(fs__speed_limit_coarse_sq(k->max));
    return c;
}

/* |w| damping_factor, rounded: four times the factor puts the result into the upper half of the product, where the odd
 * lanes need it. */
AVX2_PIECE __m256i damped_avx2(__m256i mag, const struct velocities_avx2 *c)
{
    __m256i even = _mm256_add_epi64(_mm256_mul_epu32(mag, c->factor4), c->round4);
    __m256i odd = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(mag, 32), c->factor4), c->round4);
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}

AVX2_PIECE __m256i incremented_avx2(const int32_t *v, __m256i increment)
{
    return _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)v), increment);
}

/* Lanes in which an axis is outside of the clamp. */
AVX2_PIECE __m256i outside_clamp_avx2(const int32_t *v, const struct velocities_avx2 *c)
{
    __m256i mag = _mm256_abs_epi32(_mm256_loadu_si256((const __m256i *)v));
    return _mm256_or_si256(mag, _mm256_cmpgt_epi32(mag, c->axis_max));
}

AVX2_PIECE __m256i coarse_sq_avx2(__m256i mag)
{
    __m256i a = _mm256_add_epi32(_mm256_srli_epi32(mag, FS__COARSE_BITS), _mm256_set1_epi32(1));
    return _mm256_mullo_epi32(a, a);
}

/* The precise test of velocities with a long axis. A blend takes the same axis of eight
 * particles out of three vectors; axes of one particle are then one lane apart. */
AVX2_PIECE bool within_limit_avx2(const int32_t *v, __m256i m0, __m256i m1, __m256i m2, const struct velocities_avx2 *c)
{
    const __m256i one_on = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0),
                  two_on = _mm256_setr_epi32(2, 3, 4, 5, 6, 7, 0, 1);
    __m256i out = _mm256_or_si256(outside_clamp_avx2(v, c),
                                  _mm256_or_si256(outside_clamp_avx2(v + 8, c), outside_clamp_avx2(v + 16, c)));
    __m256i s0 = coarse_sq_avx2(m0), s1 = coarse_sq_avx2(m1), s2 = coarse_sq_avx2(m2);
    __m256i x = _mm256_blend_epi32(_mm256_blend_epi32(s0, s1, 0x92), s2, 0x24);
    __m256i y = _mm256_blend_epi32(_mm256_blend_epi32(s0, s1, 0x24), s2, 0x49);
    __m256i z = _mm256_blend_epi32(_mm256_blend_epi32(s0, s1, 0x49), s2, 0x92);
    y = _mm256_permutevar8x32_epi32(y, one_on);
    z = _mm256_permutevar8x32_epi32(z, two_on);
    __m256i sum = _mm256_add_epi32(x, _mm256_add_epi32(y, z));
    __m256i fits = _mm256_cmpeq_epi32(_mm256_max_epu32(sum, c->short_sq), c->short_sq);
    return _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(out, fits))) == 0xFF;
}

/* Writes nothing when a velocity may exceed the limit. `whole`: the damping factor is 1. */
AVX2_PIECE bool integrate_velocity_group_avx2(int32_t *v, const struct velocities_avx2 *c, bool whole)
{
    __m256i w0 = incremented_avx2(v, c->increment[0]), m0 = _mm256_abs_epi32(w0);
    __m256i w1 = incremented_avx2(v + 8, c->increment[1]), m1 = _mm256_abs_epi32(w1);
    __m256i w2 = incremented_avx2(v + 16, c->increment[2]), m2 = _mm256_abs_epi32(w2);
    if (!whole) {
        m0 = damped_avx2(m0, c);
        m1 = damped_avx2(m1, c);
        m2 = damped_avx2(m2, c);
    }
    bool maybe_long = !_mm256_testz_si256(_mm256_or_si256(_mm256_or_si256(m0, m1), m2), c->long_bits);
    if (maybe_long && !within_limit_avx2(v, m0, m1, m2, c))
        return false;
    _mm256_storeu_si256((__m256i *)v, _mm256_sign_epi32(m0, w0));
    _mm256_storeu_si256((__m256i *)(v + 8), _mm256_sign_epi32(m1, w1));
    _mm256_storeu_si256((__m256i *)(v + 16), _mm256_sign_epi32(m2, w2));
    return true;
}

AVX2 static void integrate_velocities_avx2(fs_vel3 *vel, uint32_t n, const struct fs__velocity_kernel_params *k,
                                           uint32_t *limited)
{
    uint32_t i = 0;
    if (fs__velocity_kernel_is_fast(k)) {
        struct velocities_avx2 c = velocities_avx2_make(k);
        bool whole = k->damping_factor == FS_UNIT_ONE;
        for (; n - i >= AVX2_GROUP; i += AVX2_GROUP)
            if (!integrate_velocity_group_avx2(&vel[i].x, &c, whole))
                fs__integrate_velocities_scalar(vel + i, AVX2_GROUP, k, limited);
    }
    fs__integrate_velocities_scalar(vel + i, n - i, k, limited);
}

const struct fs__particle_kernel fs__particle_kernel_avx2 = { "avx2", integrate_positions_avx2,
                                                              integrate_velocities_avx2 };

#else
/* ISO C forbids an empty translation unit. */
typedef int fs__no_avx2_kernel;
#endif
