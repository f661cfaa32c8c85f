/* kernel_avx512.c: the particle kernel in AVX-512, with the 52-bit products of IFMA for positions. See kernel_x86.h. */
#if defined(__x86_64__) || defined(__i386__)

#include "particles/kernel/kernel_x86.h"

/* --- positions with 52-bit products ----------------------------------------------------- */

/* One product gives the whole step: (v 2^12 + shift) factor / 2^52, where the factor is
 * 2^51 / hz rounded up and `shift` is chosen to add a whole number and a half, as near as
 * its grid allows. The errors, 2^-9 of a step from the factor and 1/(4 hz) from the half,
 * stay below 1/(2 hz) up to 127 Hz. Both instructions look at the low 52 bits only, so a
 * negative v needs no care. */
#define IFMA_FEATURES "avx512f,avx512ifma"
#define IFMA __attribute__((target(IFMA_FEATURES)))
#define IFMA_PIECE FS__TARGET_INLINE(IFMA_FEATURES)

enum { IFMA_GROUP = 8, IFMA_SCALE_BITS = 12 };

struct positions_ifma {
    __m512i scale, shift, factor, whole, guard;
};

IFMA_PIECE struct positions_ifma positions_ifma_make(const struct fs__position_kernel_params *d)
{
    struct positions_ifma c;
    c.scale = _mm512_set1_epi64((int64_t)1 << IFMA_SCALE_BITS);
    c.shift = _mm512_set1_epi64((int64_t)d->addend52);
    c.factor = _mm512_set1_epi64((int64_t)d->factor52);
    /* Near the middle of 52 bits, so that every v stays inside them. */
    c.whole = _mm512_set1_epi64((int64_t)(d->factor52 >> 1));
    c.guard = _mm512_set1_epi64(FS__POS_GUARD);
    return c;
}

IFMA_PIECE void move_ifma(int64_t *p, __m512i pos, const int32_t *v, const struct positions_ifma *c)
{
    __m512i x = _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)v));
    x = _mm512_madd52lo_epu64(c->shift, x, c->scale);
    pos = _mm512_madd52hi_epu64(_mm512_sub_epi64(pos, c->whole), x, c->factor);
    _mm512_storeu_si512(p, pos);
}

IFMA_PIECE bool integrate_position_group_ifma(int64_t *p, const int32_t *v, const struct positions_ifma *c)
{
    __m512i p0 = _mm512_loadu_si512(p);
    __m512i p1 = _mm512_loadu_si512(p + 8);
    __m512i p2 = _mm512_loadu_si512(p + 16);
    __m512i out = _mm512_or_si512(_mm512_add_epi64(p0, c->guard), _mm512_add_epi64(p1, c->guard));
    out = _mm512_or_si512(out, _mm512_add_epi64(p2, c->guard));
    if (_mm512_cmplt_epi64_mask(out, _mm512_setzero_si512()) != 0)
        return false;
    move_ifma(p, p0, v, c);
    move_ifma(p + 8, p1, v + 8, c);
    move_ifma(p + 16, p2, v + 16, c);
    return true;
}

IFMA static void integrate_positions_ifma(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n,
                                          const struct fs__position_kernel_params *d, uint32_t *saturations)
{
    uint32_t i = 0;
    if (d->fast && d->hz <= FS__PRODUCT52_MAX_HZ) {
        struct positions_ifma c = positions_ifma_make(d);
        for (; n - i >= IFMA_GROUP; i += IFMA_GROUP)
            if (!integrate_position_group_ifma(&pos[i].x, &vel[i].x, &c))
                fs__integrate_positions_scalar(pos + i, vel + i, IFMA_GROUP, d, saturations);
    }
    fs__integrate_positions_scalar(pos + i, vel + i, n - i, d, saturations);
}

/* --- velocities ------------------------------------------------------------------------- */

enum { VELOCITY_GROUP = 16 }; /* particles: 48 components, three vectors */

struct velocities_avx512 {
    __m512i increment[3], factor4, round4, long_bits;
};

IFMA_PIECE struct velocities_avx512 velocities_avx512_make(const struct fs__velocity_kernel_params *k)
{
    int32_t increment[3 * 16];
    fs__delta_velocity_pattern(k, increment, 3 * 16);
    struct velocities_avx512 c;
    for (int i = 0; i < 3; i++)
        c.increment[i] = _mm512_loadu_si512(increment + 16 * i);
    c.factor4 = _mm512_set1_epi64((int64_t)k->damping_factor * 4);
    c.round4 = _mm512_set1_epi64((int64_t)k->dither * 4);
    c.long_bits = _mm512_set1_epi32((int32_t)fs__speed_limit_mask(k->max));
    return c;
}

/* As in AVX2: four times the factor puts the result into the upper half of the product. */
IFMA_PIECE __m512i damped_avx512(__m512i mag, const struct velocities_avx512 *c)
{
    __m512i even = _mm512_add_epi64(_mm512_mul_epu32(mag, c->factor4), c->round4);
    __m512i odd = _mm512_add_epi64(_mm512_mul_epu32(_mm512_srli_epi64(mag, 32), c->factor4), c->round4);
    return _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB);
}

IFMA_PIECE void store_signed_avx512(int32_t *v, __m512i mag, __m512i w)
{
    __mmask16 negative = _mm512_cmplt_epi32_mask(w, _mm512_setzero_si512());
    _mm512_storeu_si512(v, _mm512_mask_sub_epi32(mag, negative, _mm512_setzero_si512(), mag));
}

/* Writes nothing when a velocity may exceed the limit. `whole`: the damping factor is 1. */
IFMA_PIECE bool integrate_velocity_group_avx512(int32_t *v, const struct velocities_avx512 *c, bool whole)
{
    __m512i w[3], m[3];
    for (int i = 0; i < 3; i++) {
        w[i] = _mm512_add_epi32(_mm512_loadu_si512(v + 16 * i), c->increment[i]);
        m[i] = _mm512_abs_epi32(w[i]);
        if (!whole)
            m[i] = damped_avx512(m[i], c);
    }
    if (_mm512_test_epi32_mask(_mm512_or_si512(_mm512_or_si512(m[0], m[1]), m[2]), c->long_bits) != 0)
        return false;
    for (int i = 0; i < 3; i++)
        store_signed_avx512(v + 16 * i, m[i], w[i]);
    return true;
}

/* Velocities near the limit are rare: the AVX2 kernel tests them precisely. */
IFMA static void integrate_velocities_avx512(fs_vel3 *vel, uint32_t n, const struct fs__velocity_kernel_params *k,
                                             uint32_t *limited)
{
    uint32_t i = 0;
    if (fs__velocity_kernel_is_fast(k)) {
        struct velocities_avx512 c = velocities_avx512_make(k);
        bool whole = k->damping_factor == FS_UNIT_ONE;
        for (; n - i >= VELOCITY_GROUP; i += VELOCITY_GROUP)
            if (!integrate_velocity_group_avx512(&vel[i].x, &c, whole))
                fs__particle_kernel_avx2.integrate_velocities(vel + i, VELOCITY_GROUP, k, limited);
    }
    fs__particle_kernel_avx2.integrate_velocities(vel + i, n - i, k, limited);
}

const struct fs__particle_kernel fs__particle_kernel_ifma = { "avx512ifma", integrate_positions_ifma,
                                                              integrate_velocities_avx512 };

#else
/* ISO C forbids an empty translation unit. */
typedef int fs__no_avx512_kernel;
#endif
