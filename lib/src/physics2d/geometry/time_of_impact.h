/* time_of_impact.h: bodies on their way through one tick, and when two of them meet.
 *
 * Shapes are seen from the centre of mass here, because that is what a body turns about. Times are shares of the tick,
 * Q1.30.
 */
#ifndef FS_PHYS_TWO_IMPACT_H
#define FS_PHYS_TWO_IMPACT_H

#include "physics2d/world/world.h"

/* From one pose to another by time `stop`, then at rest there. `turned` tells which way around, and how often. */
struct fs__two_motion {
    fs_pose2 from, to;
    fs_rel turned;             /* rad */
    fs_unit stop;
};

fs_pose2 fs__two_motion_at(const struct fs__two_motion *m, fs_unit time);

/* The core of a shape: what may not pass through anything. It lies half of `thickness` deep, so a shape that slides on
 * a surface or over the joint of two never meets it with its core. `heart`: the inner point alone, for a shape whose
 * core overlaps something already. `thickness`: from an inner point to the nearest side. */
struct fs__two_core {
    fs_shape2 shape, heart;
    fs_rel thickness;
};
/* The thickness alone, without the work of making the core. */
fs_rel fs__two_thickness(const fs_shape2 *shape);
struct fs__two_core fs__two_core_of(const fs_shape2 *shape);
/* The shape without what lies less than `off` (at most half the thickness) deep: off the radius first, the rest off the
 * corners. */
fs_shape2 fs__two_inside(const fs_shape2 *shape, fs_rel off);

/* The first time at which two shapes come within FS_SHAPE2_TOLERANCE; FS_UNIT_MAX when they do not. Shapes that are
 * so close from the start meet at 0 when they come nearer yet and never when they part. `overlap`: they overlap from
 * the start, and the time is 0. */
fs_unit fs__two_meeting(const fs_shape2 *a, const struct fs__two_motion *way_a, const fs_shape2 *b,
                        const struct fs__two_motion *way_b, bool *overlap);

#endif
