/* motion.h: motions of bodies through one tick, and their times of impact.
 *
 * Poses are of the centre of mass, and shapes are in frames about it, because a body turns about it. Times are fractions
 * of the tick, Q1.30.
 */
#ifndef FS_PHYSICS3D_CONTACT_MOTION_H
#define FS_PHYSICS3D_CONTACT_MOTION_H

#include "physics3d/world/world.h"

/* From one pose to another by time `stop`, then at rest there. The rotation goes the shorter way. */
struct fs__motion3 {
    fs_pose3 from, to;
    fs_unit stop;
};

/* A body at rest. */
struct fs__motion3 fs__motion3_still(fs_pose3 pose);
fs_pose3 fs__motion3_pose(const struct fs__motion3 *m, fs_unit time);

/* A shape of the world in the way: an ordinary one about the centre of mass of its body, or a large one, of which the part
 * near the path is taken. */
struct fs__obstacle3 {
    const struct fs_world3 *w;
    uint32_t shape;
    bool is_large;
    fs_geometry3 geometry;
    struct fs__motion3 motion;
};

/* The first time at which a shape comes within FS_GEOMETRY3_TOLERANCE of the obstacle; FS_UNIT_MAX when it does not. A
 * shape that is so close from the start meets it at 0 when it comes nearer yet and never when it parts. `overlap`: they
 * overlap from the start, and the time is 0. */
fs_unit fs__motion3_find_impact(const struct fs__obstacle3 *obstacle, const fs_geometry3 *shape,
                                const struct fs__motion3 *motion, bool *overlap);

/* The geometry of a row about its body's centre of mass; the row must not be large. */
fs_geometry3 fs__shape3_about_centre(const struct fs_world3 *w, uint32_t row);

#endif
