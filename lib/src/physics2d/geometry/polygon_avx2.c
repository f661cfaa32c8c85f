/* polygon_avx2.c: the passes of polygon_passes.h, four corners at a time. */
#include "physics2d/geometry/polygon_passes.h"

#if defined(__x86_64__) || defined(__i386__)

#include "physics/lanes_avx2.h"

typedef __m256i D;

INLINE V load_pairs(const void *from)
{
    return _mm256_loadu_si256(from);
}
INLINE void store_pairs(void *to, V v)
{
    _mm256_storeu_si256(to, v);
}
INLINE V set_pairs(int32_t x, int32_t y)
{
    return _mm256_set1_epi64x((int64_t)((uint64_t)(uint32_t)y << 32 | (uint32_t)x));
}
INLINE D d_add(D a, D b)
{
    return _mm256_add_epi64(a, b);
}
INLINE D d_sub(D a, D b)
{
    return _mm256_sub_epi64(a, b);
}
INLINE D d_set(int64_t v)
{
    return _mm256_set1_epi64x(v);
}
INLINE D d_select_negative(D sign, D a, D b)
{
    return _mm256_castpd_si256(
        _mm256_blendv_pd(_mm256_castsi256_pd(b), _mm256_castsi256_pd(a), _mm256_castsi256_pd(sign)));
}

#include "physics2d/geometry/polygon_lanes.h"

const struct fs__polygon2_passes fs__polygon2_avx2 = { transform, project };

#else
/* A file must declare something. */
typedef int fs__no_polygon2_avx2;
#endif
