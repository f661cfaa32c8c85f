/* polygon_scalar.c: the passes of polygon_passes.h, one corner at a time: the definition of their results. */
#include "physics2d/geometry/polygon_passes.h"

#include "physics2d/geometry/geometry_math.h"

static void transform(const fs_geometry2 *s, fs_frame2 f, fs_geometry2 *out)
{
    *out = fs__geometry2_transform(s, f);
}

static void project(const fs_geometry2 *s, const fs_geometry2 *other, int64_t least[FS_GEOMETRY2_MAX_CORNERS])
{
    for (unsigned i = 0; i < s->count; i++) {
        least[i] = INT64_MAX;
        for (unsigned j = 0; j < other->count; j++)
            least[i] = fs_min64(least[i], fs__geometry2_dot_difference(s->normal[i], other->corner[j], s->corner[i]));
    }
}

const struct fs__polygon2_passes fs__polygon2_scalar = { transform, project };
