/* lanes_avx2.h: vectors of eight lanes; see lanes_scalar.h. */
#ifndef FS_PHYSICS_LANES_AVX2_H
#define FS_PHYSICS_LANES_AVX2_H

#include <immintrin.h>

#include <fixstep/num.h>

#define VECTOR_LANES 8
#define AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((target("avx2"), always_inline)) static inline
#define FUNCTION AVX2 static

typedef __m256i V;
typedef __m256i M;
typedef struct {
    __m256i even, odd;
} W; /* products of lanes 0, 2, 4, 6 and of 1, 3, 5, 7 */

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

#endif
