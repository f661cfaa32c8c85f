/* lanes_sse41.h: vectors of four lanes; see lanes_scalar.h. */
#ifndef FS_PHYSICS_LANES_SSE41_H
#define FS_PHYSICS_LANES_SSE41_H

#include <immintrin.h>

#include <fixstep/num.h>

#define VECTOR_LANES 4
#define SSE41 __attribute__((target("sse4.1")))
#define INLINE __attribute__((target("sse4.1"), always_inline)) static inline
#define FUNCTION SSE41 static

typedef __m128i V;
typedef __m128i M;
typedef struct {
    __m128i even, odd;
} W; /* products of lanes 0, 2 and of 1, 3 */

INLINE V v_load(const int32_t *from)
{
    return _mm_load_si128((const __m128i *)from);
}
INLINE void v_store(int32_t *to, V v)
{
    _mm_store_si128((__m128i *)to, v);
}
INLINE V v_set(int32_t v)
{
    return _mm_set1_epi32(v);
}
INLINE V v_add(V a, V b)
{
    return _mm_add_epi32(a, b);
}
INLINE V v_sub(V a, V b)
{
    return _mm_sub_epi32(a, b);
}
INLINE V v_mul(V a, V b)
{
    return _mm_mullo_epi32(a, b);
}
INLINE V v_min(V a, V b)
{
    return _mm_min_epi32(a, b);
}
INLINE V v_max(V a, V b)
{
    return _mm_max_epi32(a, b);
}
INLINE V v_left(V a, int n)
{
    V r = _mm_slli_epi32(a, n);
    /* Without the barrier a compiler joins the shift and a following selection into a shift of each lane by its own
 * count. SSE4.1 has no such instruction, and clang replaces it by floating-point code. */
    __asm__("" : "+x"(r));
    return r;
}
INLINE V v_half(V a)
{
    return _mm_srai_epi32(a, 1);
}
INLINE bool v_any(M mask)
{
    return _mm_movemask_epi8(mask) != 0;
}
INLINE V v_select(M mask, V a, V b)
{
    return _mm_blendv_epi8(b, a, mask);
}
INLINE M v_above(V a, V b)
{
    return _mm_cmpgt_epi32(a, b);
}
INLINE V high_halves(V v)
{
    return _mm_srli_epi64(v, 32);
}
INLINE W w_mul(V a, V b)
{
    return (W){ _mm_mul_epi32(a, b), _mm_mul_epi32(high_halves(a), high_halves(b)) };
}
INLINE W w_add(W a, W b)
{
    return (W){ _mm_add_epi64(a.even, b.even), _mm_add_epi64(a.odd, b.odd) };
}
INLINE W w_sub(W a, W b)
{
    return (W){ _mm_sub_epi64(a.even, b.even), _mm_sub_epi64(a.odd, b.odd) };
}
INLINE W w_add_half(W w, int n)
{
    __m128i half = _mm_set1_epi64x((int64_t)1 << (n - 1));
    return (W){ _mm_add_epi64(w.even, half), _mm_add_epi64(w.odd, half) };
}
INLINE __m128i add_sign(__m128i v)
{
    return _mm_add_epi64(v, _mm_shuffle_epi32(_mm_srai_epi32(v, 31), 0xF5));
}
INLINE W w_add_sign(W w)
{
    return (W){ add_sign(w.even), add_sign(w.odd) };
}
INLINE V w_shift(W w, int n)
{
    __m128i even = _mm_srli_epi64(w.even, n), odd = _mm_slli_epi64(w.odd, 32 - n);
    return _mm_blend_epi16(even, odd, 0xCC);
}
INLINE void w_store(uint64_t *to, W w)
{
    _mm_store_si128((__m128i *)to, _mm_unpacklo_epi64(w.even, w.odd));
    _mm_store_si128((__m128i *)to + 1, _mm_unpackhi_epi64(w.even, w.odd));
}

/* Transposes 4 x 4 lanes. */
INLINE void transpose(__m128i r[4])
{
    __m128i a = _mm_unpacklo_epi32(r[0], r[1]), b = _mm_unpackhi_epi32(r[0], r[1]);
    __m128i c = _mm_unpacklo_epi32(r[2], r[3]), d = _mm_unpackhi_epi32(r[2], r[3]);
    r[0] = _mm_unpacklo_epi64(a, c);
    r[1] = _mm_unpackhi_epi64(a, c);
    r[2] = _mm_unpacklo_epi64(b, d);
    r[3] = _mm_unpackhi_epi64(b, d);
}

#endif
