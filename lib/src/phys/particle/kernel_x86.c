/* kernel_x86.c: the particle kernels in SSE4.1 and AVX2.
 *
 * The instruction sets are enabled per function, so the file compiles with any flags and
 * nothing here may run before kernel.c has asked the processor. Every kernel computes
 * what the scalar one computes, bit for bit; whatever is rare (a position near the end of
 * its range, a velocity near its limit) is left to the scalar one, before anything of it
 * is written.
 *
 * Positions and velocities are read as flat arrays x y z x y z ...: the arithmetic of an
 * axis does not depend on which axis it is, except for the gain, whose pattern repeats
 * after 3 vectors.
 */
#include "phys/particle/kernel.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

_Static_assert(sizeof(fs_pos3) == 3 * sizeof(fs_pos) && sizeof(fs_vel3) == 3 * sizeof(fs_vel), "flat columns");

#define SSE41 __attribute__((target("sse4.1")))
#define AVX2 __attribute__((target("avx2")))

/* A step of the quick form as signed numbers: floor(x factor / 2^shift + 1/2) is symmetric
 * because below 4096 Hz no quotient is a tie. The factor is split at bit 31, where both parts are
 * positive in 32 bits. Biases keep all sums positive, so that logical shifts serve; they
 * are multiples of what is shifted out and leave again at the end. */
enum { SPLIT = 31, LOW_BIAS_BITS = 62, HIGH_BIAS_BITS = 60 };

struct drift_constants {
    int64_t low, high, low_add, high_add, bias;
    int shift;
};

static struct drift_constants drift_constants(const struct fs__drift *d)
{
    struct drift_constants c;
    c.low = (int64_t)(d->factor & (((uint64_t)1 << SPLIT) - 1));
    c.high = (int64_t)(d->factor >> SPLIT);
    c.low_add = ((int64_t)1 << LOW_BIAS_BITS) + ((int64_t)1 << (d->shift - 1));
    c.high_add = ((int64_t)1 << HIGH_BIAS_BITS) - ((int64_t)1 << (LOW_BIAS_BITS - SPLIT));
    c.shift = d->shift - SPLIT;
    c.bias = (int64_t)1 << (HIGH_BIAS_BITS - c.shift);
    return c;
}

/* Adding this sets the sign bit of every position outside +-2^62 raw; inside, no step can
 * leave the format. */
#define POS_GUARD ((int64_t)1 << 62)

/* A fast kick needs: a gain below 512 m/s, so that clamped velocities plus it fit; a factor
 * below ONE, so that four times it fits 32 unsigned bits (ONE itself changes nothing and is
 * handled apart). */
static bool gain_fits(fs_vel3 g)
{
    fs_vel limit = FS__KICK_AXIS_MAX;
    return fs_uabs32(g.x) < (uint32_t)limit && fs_uabs32(g.y) < (uint32_t)limit && fs_uabs32(g.z) < (uint32_t)limit;
}

/* Bits that no axis of a surely short enough velocity has: below 2^k on all axes, the
 * length is below 2^k sqrt(3) <= max. */
static int32_t long_bits(fs_vel max)
{
    int k = 0;
    while (k < 29 && 3 * ((int64_t)1 << (2 * k + 2)) <= (int64_t)max * max)
        k++;
    return (int32_t)(~(uint32_t)0 << k);
}

/* The gain of `lanes` flat components from component 0 on. */
static void gain_pattern(const struct fs__kick *k, int32_t *out, unsigned lanes)
{
    const int32_t gain[3] = { k->gain.x, k->gain.y, k->gain.z };
    for (unsigned i = 0; i < lanes; i++)
        out[i] = gain[i % 3];
}

/* --- AVX2 --------------------------------------------------------------------------------- */

enum { AVX2_GROUP = 8 }; /* particles in three vectors of 8 components */

struct drift_avx2 {
    __m256i low, high, low_add, high_add, bias, guard;
    __m128i shift;
};

AVX2 static inline struct drift_avx2 drift_avx2_make(const struct fs__drift *d)
{
    struct drift_constants c = drift_constants(d);
    struct drift_avx2 r;
    r.low = _mm256_set1_epi64x(c.low);
    r.high = _mm256_set1_epi64x(c.high);
    r.low_add = _mm256_set1_epi64x(c.low_add);
    r.high_add = _mm256_set1_epi64x(c.high_add);
    r.bias = _mm256_set1_epi64x(c.bias);
    r.guard = _mm256_set1_epi64x(POS_GUARD);
    r.shift = _mm_cvtsi32_si128(c.shift);
    return r;
}

AVX2 static inline __m256i step_avx2(const int32_t *v, const struct drift_avx2 *c)
{
    __m256i x = _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)v));
    __m256i low = _mm256_srli_epi64(_mm256_add_epi64(_mm256_mul_epi32(x, c->low), c->low_add), SPLIT);
    __m256i high = _mm256_add_epi64(_mm256_mul_epi32(x, c->high), c->high_add);
    return _mm256_sub_epi64(_mm256_srl_epi64(_mm256_add_epi64(high, low), c->shift), c->bias);
}

/* One group: 24 components. Returns false, with nothing written, when a position is near
 * the end of its range. */
AVX2 static inline bool drift_group_avx2(int64_t *p, const int32_t *v, const struct drift_avx2 *c)
{
    __m256i out = _mm256_setzero_si256(), pos[6];
    for (int i = 0; i < 6; i++) {
        pos[i] = _mm256_loadu_si256((const __m256i *)(p + 4 * i));
        out = _mm256_or_si256(out, _mm256_add_epi64(pos[i], c->guard));
    }
    if (_mm256_movemask_pd(_mm256_castsi256_pd(out)) != 0)
        return false;
    for (int i = 0; i < 6; i++)
        _mm256_storeu_si256((__m256i *)(p + 4 * i), _mm256_add_epi64(pos[i], step_avx2(v + 4 * i, c)));
    return true;
}

AVX2 static void drift_avx2(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n, const struct fs__drift *d,
                            uint32_t *saturations)
{
    uint32_t i = 0;
    if (d->quick) {
        struct drift_avx2 c = drift_avx2_make(d);
        for (; n - i >= AVX2_GROUP; i += AVX2_GROUP)
            if (!drift_group_avx2(&pos[i].x, &vel[i].x, &c))
                fs__drift_scalar(pos + i, vel + i, AVX2_GROUP, d, saturations);
    }
    fs__drift_scalar(pos + i, vel + i, n - i, d, saturations);
}

struct kick_avx2 {
    __m256i gain[3], keep4, half, low, high, long_bits;
};

AVX2 static inline struct kick_avx2 kick_avx2_make(const struct fs__kick *k)
{
    int32_t gain[24];
    gain_pattern(k, gain, 24);
    struct kick_avx2 c;
    for (int i = 0; i < 3; i++)
        c.gain[i] = _mm256_loadu_si256((const __m256i *)(gain + 8 * i));
    c.keep4 = _mm256_set1_epi64x((int64_t)k->keep * 4);
    c.half = _mm256_set1_epi64x((int64_t)1 << 31);
    c.low = _mm256_set1_epi32(-FS__KICK_AXIS_MAX);
    c.high = _mm256_set1_epi32(FS__KICK_AXIS_MAX);
    c.long_bits = _mm256_set1_epi32(long_bits(k->max));
    return c;
}

/* |w| keep, rounded up at ties: four times the factor puts the result into the upper half
 * of the product, where the odd lanes want it already. */
AVX2 static inline __m256i kept_avx2(__m256i mag, const struct kick_avx2 *c)
{
    __m256i even = _mm256_add_epi64(_mm256_mul_epu32(mag, c->keep4), c->half);
    __m256i odd = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(mag, 32), c->keep4), c->half);
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
}

AVX2 static inline __m256i pushed_avx2(const int32_t *v, int i, const struct kick_avx2 *c)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(v + 8 * i));
    x = _mm256_max_epi32(_mm256_min_epi32(x, c->high), c->low);
    return _mm256_add_epi32(x, c->gain[i]);
}

AVX2 static inline bool kick_group_avx2(int32_t *v, const struct kick_avx2 *c, bool whole)
{
    __m256i out = _mm256_setzero_si256(), result[3];
    for (int i = 0; i < 3; i++) {
        __m256i w = pushed_avx2(v, i, c);
        __m256i mag = _mm256_abs_epi32(w);
        mag = whole ? mag : kept_avx2(mag, c);
        out = _mm256_or_si256(out, mag);
        result[i] = _mm256_sign_epi32(mag, w);
    }
    if (!_mm256_testz_si256(out, c->long_bits))
        return false;
    for (int i = 0; i < 3; i++)
        _mm256_storeu_si256((__m256i *)(v + 8 * i), result[i]);
    return true;
}

AVX2 static void kick_avx2(fs_vel3 *vel, uint32_t n, const struct fs__kick *k, uint32_t *limited)
{
    uint32_t i = 0;
    if (gain_fits(k->gain)) {
        struct kick_avx2 c = kick_avx2_make(k);
        bool whole = k->keep == FS_UNIT_ONE;
        for (; n - i >= AVX2_GROUP; i += AVX2_GROUP)
            if (!kick_group_avx2(&vel[i].x, &c, whole))
                fs__kick_scalar(vel + i, AVX2_GROUP, k, limited);
    }
    fs__kick_scalar(vel + i, n - i, k, limited);
}

const struct fs__particle_kernel fs__particle_kernel_avx2 = { "avx2", drift_avx2, kick_avx2 };

/* --- SSE4.1: the same with half the width ---------------------------------------------------- */

enum { SSE41_GROUP = 4 }; /* particles in six vectors of 2 positions, three of 4 velocities */

struct drift_sse41 {
    __m128i low, high, low_add, high_add, bias, guard, shift;
};

SSE41 static inline struct drift_sse41 drift_sse41_make(const struct fs__drift *d)
{
    struct drift_constants c = drift_constants(d);
    struct drift_sse41 r;
    r.low = _mm_set1_epi64x(c.low);
    r.high = _mm_set1_epi64x(c.high);
    r.low_add = _mm_set1_epi64x(c.low_add);
    r.high_add = _mm_set1_epi64x(c.high_add);
    r.bias = _mm_set1_epi64x(c.bias);
    r.guard = _mm_set1_epi64x(POS_GUARD);
    r.shift = _mm_cvtsi32_si128(c.shift);
    return r;
}

SSE41 static inline __m128i step_sse41(const int32_t *v, const struct drift_sse41 *c)
{
    __m128i x = _mm_cvtepi32_epi64(_mm_loadl_epi64((const __m128i *)v));
    __m128i low = _mm_srli_epi64(_mm_add_epi64(_mm_mul_epi32(x, c->low), c->low_add), SPLIT);
    __m128i high = _mm_add_epi64(_mm_mul_epi32(x, c->high), c->high_add);
    return _mm_sub_epi64(_mm_srl_epi64(_mm_add_epi64(high, low), c->shift), c->bias);
}

SSE41 static inline bool drift_group_sse41(int64_t *p, const int32_t *v, const struct drift_sse41 *c)
{
    __m128i out = _mm_setzero_si128(), pos[6];
    for (int i = 0; i < 6; i++) {
        pos[i] = _mm_loadu_si128((const __m128i *)(p + 2 * i));
        out = _mm_or_si128(out, _mm_add_epi64(pos[i], c->guard));
    }
    if (_mm_movemask_pd(_mm_castsi128_pd(out)) != 0)
        return false;
    for (int i = 0; i < 6; i++)
        _mm_storeu_si128((__m128i *)(p + 2 * i), _mm_add_epi64(pos[i], step_sse41(v + 2 * i, c)));
    return true;
}

SSE41 static void drift_sse41(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n, const struct fs__drift *d,
                              uint32_t *saturations)
{
    uint32_t i = 0;
    if (d->quick) {
        struct drift_sse41 c = drift_sse41_make(d);
        for (; n - i >= SSE41_GROUP; i += SSE41_GROUP)
            if (!drift_group_sse41(&pos[i].x, &vel[i].x, &c))
                fs__drift_scalar(pos + i, vel + i, SSE41_GROUP, d, saturations);
    }
    fs__drift_scalar(pos + i, vel + i, n - i, d, saturations);
}

struct kick_sse41 {
    __m128i gain[3], keep4, half, low, high, long_bits;
};

SSE41 static inline struct kick_sse41 kick_sse41_make(const struct fs__kick *k)
{
    int32_t gain[12];
    gain_pattern(k, gain, 12);
    struct kick_sse41 c;
    for (int i = 0; i < 3; i++)
        c.gain[i] = _mm_loadu_si128((const __m128i *)(gain + 4 * i));
    c.keep4 = _mm_set1_epi64x((int64_t)k->keep * 4);
    c.half = _mm_set1_epi64x((int64_t)1 << 31);
    c.low = _mm_set1_epi32(-FS__KICK_AXIS_MAX);
    c.high = _mm_set1_epi32(FS__KICK_AXIS_MAX);
    c.long_bits = _mm_set1_epi32(long_bits(k->max));
    return c;
}

SSE41 static inline __m128i kept_sse41(__m128i mag, const struct kick_sse41 *c)
{
    __m128i even = _mm_add_epi64(_mm_mul_epu32(mag, c->keep4), c->half);
    __m128i odd = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(mag, 32), c->keep4), c->half);
    return _mm_blend_epi16(_mm_srli_epi64(even, 32), odd, 0xCC);
}

SSE41 static inline __m128i pushed_sse41(const int32_t *v, int i, const struct kick_sse41 *c)
{
    __m128i x = _mm_loadu_si128((const __m128i *)(v + 4 * i));
    x = _mm_max_epi32(_mm_min_epi32(x, c->high), c->low);
    return _mm_add_epi32(x, c->gain[i]);
}

SSE41 static inline bool kick_group_sse41(int32_t *v, const struct kick_sse41 *c, bool whole)
{
    __m128i out = _mm_setzero_si128(), result[3];
    for (int i = 0; i < 3; i++) {
        __m128i w = pushed_sse41(v, i, c);
        __m128i mag = _mm_abs_epi32(w);
        mag = whole ? mag : kept_sse41(mag, c);
        out = _mm_or_si128(out, mag);
        result[i] = _mm_sign_epi32(mag, w);
    }
    if (!_mm_testz_si128(out, c->long_bits))
        return false;
    for (int i = 0; i < 3; i++)
        _mm_storeu_si128((__m128i *)(v + 4 * i), result[i]);
    return true;
}

SSE41 static void kick_sse41(fs_vel3 *vel, uint32_t n, const struct fs__kick *k, uint32_t *limited)
{
    uint32_t i = 0;
    if (gain_fits(k->gain)) {
        struct kick_sse41 c = kick_sse41_make(k);
        bool whole = k->keep == FS_UNIT_ONE;
        for (; n - i >= SSE41_GROUP; i += SSE41_GROUP)
            if (!kick_group_sse41(&vel[i].x, &c, whole))
                fs__kick_scalar(vel + i, SSE41_GROUP, k, limited);
    }
    fs__kick_scalar(vel + i, n - i, k, limited);
}

const struct fs__particle_kernel fs__particle_kernel_sse41 = { "sse4.1", drift_sse41, kick_sse41 };

#else
/* A file must declare something. */
typedef int fs__no_x86_kernels;
#endif
