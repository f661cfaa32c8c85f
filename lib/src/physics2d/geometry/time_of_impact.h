/* time_of_impact.h: motions of bodies through one tick, and their times of impact.
 *
 * Shapes are in frames about the centre of mass, because a body turns about it. Times are fractions of the tick, Q1.30.
 */
#ifndef FS_PHYSICS2D_GEOMETRY_TIME_OF_IMPACT_H
#define FS_PHYSICS2D_GEOMETRY_TIME_OF_IMPACT_H

#include "physics2d/geometry/large_geometry.h"
#include "physics2d/world/world.h"

/* From one pose to another by time `stop`, then at rest there. `turned` has the direction and the whole turns. */
struct fs__motion2 {
    fs_pose2 from, to;
    fs_rel turned; /* rad */
    fs_unit stop;
};

/* A body at rest. */
static inline struct fs__motion2 fs__motion2_still(fs_pose2 pose)
{
    return (struct fs__motion2){ .from = pose, .to = pose, .stop = FS_UNIT_ONE };
}

fs_pose2 fs__motion2_pose(const struct fs__motion2 *m, fs_unit time);

/* The core of a shape, which may not pass through an obstacle. It lies half of `thickness` deep, so the core of a shape
 * that slides on a surface or over the joint of two does not reach them. `inner_point`: the inner point alone, for a shape
 * whose core overlaps an obstacle already. `thickness` (m): from the inner point to the nearest side. */
struct fs__toi2_core {
    fs_geometry2 shape, inner_point;
    fs_rel thickness;
};
/* The thickness alone. */
fs_rel fs__geometry2_thickness(const fs_geometry2 *geometry);
struct fs__toi2_core fs__toi2_core_init(const fs_geometry2 *geometry);
/* The shape without its outer layer of depth `off` (m, at most half the thickness): the radius shrinks first, then the
 * corners move inward. */
fs_geometry2 fs__geometry2_shrink(const fs_geometry2 *geometry, fs_rel off);

/* The first time at which two shapes come within FS_GEOMETRY2_TOLERANCE; FS_UNIT_MAX when they do not. Shapes that are
 * so close from the start meet at 0 when they come nearer yet and never when they part. `overlap`: they overlap from
 * the start, and the time is 0. */
fs_unit fs__toi2_find(const fs_geometry2 *a, const struct fs__motion2 *motion_a, const fs_geometry2 *b,
                      const struct fs__motion2 *motion_b, bool *overlap);

/* The same for a large shape that stands still in a frame at `pose`: each piece of the motion is tested against the
 * window around b. */
fs_unit fs__toi2_find_large(const struct fs__large2 *a, fs_pose2 pose, const fs_geometry2 *b,
                            const struct fs__motion2 *motion_b, bool *overlap);

#endif
