/* contact_avx2.c: the contact rows, eight lanes at a time; see contact_passes.h.

 */
#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#include <fixstep/trig.h>

#include "physics2d/solver/contact_block.h"

#define VECTOR_LANES 8
#define AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((target("avx2"), always_inline)) static inline
#define FUNCTION AVX2 static

typedef __m256i V;
typedef __m256i M;
typedef struct {
    __m256i even, odd;
} W; /* products of lanes 0, 2, 4, 6 and of 1, 3, 5, 7 */

struct lane_bodies {
    V vx, vy, w, dx, dy, turned;
};

INLINE V v_load(const int32_t *from)
{
    return _mm256_load_si256((const __m256i *)from);
}
INLINE void v_store(int32_t *to, V v)
{
    _mm256_store_si256((__m256i *)to, v);
}
INLINE V v_set(int32_t v)
{
    return _mm256_set1_epi32(v);
}
INLINE V v_add(V a, V b)
{
    return _mm256_add_epi32(a, b);
}
INLINE V v_sub(V a, V b)
{
    return _mm256_sub_epi32(a, b);
}
INLINE V v_mul(V a, V b)
{
    return _mm256_mullo_epi32(a, b);
}
INLINE V v_min(V a, V b)
{
    return _mm256_min_epi32(a, b);
}
INLINE V v_max(V a, V b)
{
    return _mm256_max_epi32(a, b);
}
INLINE V v_left(V a, int n)
{
    return _mm256_slli_epi32(a, n);
}
INLINE V v_half(V a)
{
    return _mm256_srai_epi32(a, 1);
}
INLINE bool v_any(M mask)
{
    return _mm256_movemask_epi8(mask) != 0;
}
INLINE V v_select(M mask, V a, V b)
{
    return _mm256_blendv_epi8(b, a, mask);
}
INLINE M v_above(V a, V b)
{
    return _mm256_cmpgt_epi32(a, b);
}
INLINE V high_halves(V v)
{
    return _mm256_srli_epi64(v, 32);
}
INLINE W w_mul(V a, V b)
{
    return (W){ _mm256_mul_epi32(a, b), _mm256_mul_epi32(high_halves(a), high_halves(b)) };
}
INLINE W w_add(W a, W b)
{
    return (W){ _mm256_add_epi64(a.even, b.even), _mm256_add_epi64(a.odd, b.odd) };
}
INLINE W w_sub(W a, W b)
{
    return (W){ _mm256_sub_epi64(a.even, b.even), _mm256_sub_epi64(a.odd, b.odd) };
}
INLINE W w_add_half(W w, int n)
{
    __m256i half = _mm256_set1_epi64x((int64_t)1 << (n - 1));
    return (W){ _mm256_add_epi64(w.even, half), _mm256_add_epi64(w.odd, half) };
}
INLINE W w_add_sign(W w)
{
    __m256i none = _mm256_setzero_si256();
    return (W){ _mm256_add_epi64(w.even, _mm256_cmpgt_epi64(none, w.even)),
                _mm256_add_epi64(w.odd, _mm256_cmpgt_epi64(none, w.odd)) };
}
INLINE V w_shift(W w, int n)
{
    __m256i even = _mm256_srli_epi64(w.even, n), odd = _mm256_slli_epi64(w.odd, 32 - n);
    return _mm256_blend_epi32(even, odd, 0xAA);
}
INLINE void w_store(uint64_t *to, W w)
{
    __m256i low = _mm256_unpacklo_epi64(w.even, w.odd), high = _mm256_unpackhi_epi64(w.even, w.odd);
    _mm256_store_si256((__m256i *)to, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_store_si256((__m256i *)to + 1, _mm256_permute2x128_si256(low, high, 0x31));
}

/* Four lanes of a body, for two bodies: `low` in the lower half of the register, `high` in the upper half. */
INLINE __m256i load_two_bodies(const int32_t *low, const int32_t *high)
{
    __m256i v = _mm256_castsi128_si256(_mm_load_si128((const __m128i *)low));
    return _mm256_inserti128_si256(v, _mm_load_si128((const __m128i *)high), 1);
}

/* Transposes 4 x 4 lanes in both halves at once. */
INLINE void transpose(__m256i r[4])
{
    __m256i a = _mm256_unpacklo_epi32(r[0], r[1]), b = _mm256_unpackhi_epi32(r[0], r[1]);
    __m256i c = _mm256_unpacklo_epi32(r[2], r[3]), d = _mm256_unpackhi_epi32(r[2], r[3]);
    r[0] = _mm256_unpacklo_epi64(a, c);
    r[1] = _mm256_unpackhi_epi64(a, c);
    r[2] = _mm256_unpacklo_epi64(b, d);
    r[3] = _mm256_unpackhi_epi64(b, d);
}

INLINE void gather_columns(const int32_t *index, const struct fs__solver2_body *bodies, unsigned from, __m256i r[4])
{
    for (int i = 0; i < 4; i++)
        r[i] = load_two_bodies((const int32_t *)(bodies + (uint32_t)index[i]) + from,
                               (const int32_t *)(bodies + (uint32_t)index[i + 4]) + from);
    transpose(r);
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m256i r[4];
    gather_columns(index, bodies, 0, r);
    return (struct lane_bodies){ .vx = r[0], .vy = r[1], .w = r[2] };
}

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver2_body *bodies)
{
    __m256i r[4];
    struct lane_bodies s = load_velocities(index, bodies);
    gather_columns(index, bodies, 4, r);
    s.dx = r[0];
    s.dy = r[1];
    s.turned = r[2];
    return s;
}

INLINE V clamp_velocity(V v)
{
    return _mm256_max_epi32(_mm256_set1_epi32(-FS__SOLVER2_MAX_VELOCITY),
                            _mm256_min_epi32(v, _mm256_set1_epi32(FS__SOLVER2_MAX_VELOCITY)));
}

/* Lane 3 is the flags of a solver body, which are always 0. */
INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver2_body *bodies,
                             const struct lane_bodies *s)
{
    __m256i r[4] = { clamp_velocity(s->vx), clamp_velocity(s->vy), clamp_velocity(s->w), _mm256_setzero_si256() };
    (void)k;
    transpose(r);
    for (int i = 0; i < 4; i++) {
        if ((mask >> i & 1) != 0)
            _mm_store_si128((__m128i *)(bodies + (uint32_t)index[i]), _mm256_castsi256_si128(r[i]));
        if ((mask >> (i + 4) & 1) != 0)
            _mm_store_si128((__m128i *)(bodies + (uint32_t)index[i + 4]), _mm256_extracti128_si256(r[i], 1));
    }
}

#include "physics2d/solver/contact_passes.h"
#include "physics2d/joint/joint_passes.h"

AVX2 static void integrate_positions(struct fs__solver2_body *bodies, int64_t *travel, uint32_t count,
                                     const struct fs__solver2_constants *constants)
{
    __m128i factor = _mm_set1_epi64x(constants->position_step),
            half = _mm_set1_epi64x((int64_t)1 << (FS_UNIT_FRAC - 1));
    for (uint32_t i = 0; i < count; i++) {
        __m128i v = _mm_load_si128((const __m128i *)&bodies[i].vx);
        __m128i d = _mm_load_si128((const __m128i *)&bodies[i].dx);
        __m256i sum = _mm256_load_si256((const __m256i *)(travel + (size_t)i * 4));
        __m128i even = _mm_add_epi64(_mm_mul_epi32(v, factor), half);
        __m128i odd = _mm_add_epi64(_mm_mul_epi32(_mm_srli_epi64(v, 32), factor), half);
        __m128i displacement = _mm_blend_epi32(_mm_srli_epi64(even, FS_UNIT_FRAC),
                                               _mm_slli_epi64(odd, 32 - FS_UNIT_FRAC), 0xA);
        _mm256_store_si256((__m256i *)(travel + (size_t)i * 4), _mm256_add_epi64(sum, _mm256_cvtepi32_epi64(v)));
        _mm_store_si128((__m128i *)&bodies[i].dx, _mm_add_epi32(d, displacement));
    }
}

const struct fs__solver2_kernel fs__solver2_kernel_avx2 = { .name = "avx2",
                                                            CONTACT_PASSES,
                                                            JOINT_PASSES,
                                                            .integrate_velocities =
                                                                fs__solver2_integrate_velocities_sse41,
                                                            .integrate_positions = integrate_positions };

#else
/* A file must declare something. */
typedef int fs__no_solver2_avx2_kernel;
#endif
