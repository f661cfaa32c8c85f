/* polygon_passes.h: the loops over corners and edges that the narrow phase spends most time in, for each instruction set.
 *
 * Sums of products are exact and rounded once, so all instruction sets give the same bits.
 */
#ifndef FS_PHYSICS2D_GEOMETRY_POLYGON_PASSES_H
#define FS_PHYSICS2D_GEOMETRY_POLYGON_PASSES_H

#include <fixstep/geometry2.h>

struct fs__polygon2_passes {
    /* fs__geometry2_transform(). Corners and normals of *out beyond its count are undefined. */
    void (*transform)(const fs_geometry2 *s, fs_frame2 f, fs_geometry2 *out);
    /* The least n.(q - p) over the corners q of `other`, for each edge of s with the normal n and the corner p, Q56. Those
     * beyond the count of s are undefined. */
    void (*project)(const fs_geometry2 *s, const fs_geometry2 *other, int64_t least[FS_GEOMETRY2_MAX_CORNERS]);
};

extern const struct fs__polygon2_passes fs__polygon2_scalar;
extern const struct fs__polygon2_passes fs__polygon2_sse41;
extern const struct fs__polygon2_passes fs__polygon2_avx2;

#endif
