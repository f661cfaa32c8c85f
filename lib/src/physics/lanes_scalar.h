/* lanes_scalar.h: vectors of one lane: the definition of the result of every other instruction set.
 *
 * One of three files with the same names (lanes_sse41.h, lanes_avx2.h); a kernel includes one of them and then its passes.
 *     V                VECTOR_LANES lanes of int32_t; additions wrap
 *     W                as many 64-bit integers
 *     M                a mask of lanes
 *     INLINE           `static inline` with the attributes of the instruction set; FUNCTION: for whole functions
 *     v_load, v_store, v_set, v_add, v_sub, v_min, v_max, v_left (a << n, bits lost), v_half (a >> 1),
 *     v_select (mask ? a : b), v_above (a > b), v_any (any lane of a mask)
 *     v_mul            the low 32 bits of a product
 *     w_mul (exact product), w_add, w_sub
 *     w_add_half(w, n) w + 2^(n-1)
 *     w_add_sign(w)    w - 1 for w < 0, else w
 *     w_shift(w, n)    w >> n, 1 <= n <= 32, the low 32 bits
 *     w_store(to, w)   the 64-bit integers, in the order of the lanes
 */
#ifndef FS_PHYSICS_LANES_SCALAR_H
#define FS_PHYSICS_LANES_SCALAR_H

#include <fixstep/num.h>

#define VECTOR_LANES 1
#define INLINE static inline
#define FUNCTION static

typedef int32_t V;
typedef int64_t W;
typedef bool M;

INLINE V v_load(const int32_t *from)
{
    return *from;
}
INLINE void v_store(int32_t *to, V v)
{
    *to = v;
}
INLINE V v_set(int32_t v)
{
    return v;
}
INLINE V v_add(V a, V b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
INLINE V v_sub(V a, V b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}
INLINE V v_mul(V a, V b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}
INLINE V v_min(V a, V b)
{
    return fs_min32(a, b);
}
INLINE V v_max(V a, V b)
{
    return fs_max32(a, b);
}
INLINE V v_left(V a, int n)
{
    return (int32_t)((uint32_t)a << n);
}
INLINE V v_half(V a)
{
    return fs_asr32(a, 1);
}
INLINE bool v_any(M mask)
{
    return mask;
}
INLINE V v_select(M mask, V a, V b)
{
    return mask ? a : b;
}
INLINE M v_above(V a, V b)
{
    return a > b;
}
INLINE W w_mul(V a, V b)
{
    return (int64_t)a * b;
}
INLINE W w_add(W a, W b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}
INLINE W w_sub(W a, W b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}
INLINE W w_add_half(W w, unsigned n)
{
    return w_add(w, (int64_t)1 << (n - 1));
}
INLINE W w_add_sign(W w)
{
    return w_sub(w, w < 0);
}
INLINE V w_shift(W w, unsigned n)
{
    return (int32_t)(uint32_t)((uint64_t)w >> n);
}
INLINE void w_store(uint64_t *to, W w)
{
    *to = (uint64_t)w;
}

#endif
