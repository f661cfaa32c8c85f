/* polygon_sse41.c: the passes of polygon_passes.h, two corners at a time. */
#include "physics2d/geometry/polygon_passes.h"

#if defined(__x86_64__) || defined(__i386__)

#include "physics/lanes_sse41.h"

typedef __m128i D;

INLINE V load_pairs(const void *from)
{
    return _mm_loadu_si128(from);
}
INLINE void store_pairs(void *to, V v)
{
    _mm_storeu_si128(to, v);
}
INLINE V set_pairs(int32_t x, int32_t y)
{
    return _mm_set1_epi64x((int64_t)((uint64_t)(uint32_t)y << 32 | (uint32_t)x));
}
INLINE D d_add(D a, D b)
{
    return _mm_add_epi64(a, b);
}
INLINE D d_sub(D a, D b)
{
    return _mm_sub_epi64(a, b);
}
INLINE D d_set(int64_t v)
{
    return _mm_set1_epi64x(v);
}
INLINE D d_select_negative(D sign, D a, D b)
{
    return _mm_castpd_si128(_mm_blendv_pd(_mm_castsi128_pd(b), _mm_castsi128_pd(a), _mm_castsi128_pd(sign)));
}

#include "physics2d/geometry/polygon_lanes.h"

const struct fs__polygon2_passes fs__polygon2_sse41 = { transform, project };

#else
/* A file must declare something. */
typedef int fs__no_polygon2_sse41;
#endif
