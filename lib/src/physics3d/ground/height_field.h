/* height_field.h: heights on a regular grid, with holes.
 *
 * Point (i, k) stands at x = i * spacing, z = k * spacing, with i below `points_x` and k below `points_z`; y up is the free
 * side. Cell (i, k) lies between (i, k) and (i + 1, k + 1) and is two triangles, divided along the line from (i, k) to
 * (i + 1, k + 1): rows 2 c and 2 c + 1 with c = k * (points_x - 1) + i. Heights are exact to 2^-26 m.
 */
#ifndef FS_PHYSICS3D_GROUND_HEIGHT_FIELD_H
#define FS_PHYSICS3D_GROUND_HEIGHT_FIELD_H

#include <fixstep/ground3.h>

#include "physics3d/ground/ground.h"

/* Distance of adjacent points (m, Q32.32). */
#define FS__HEIGHT_FIELD3_MIN_SPACING ((fs_pos)FS_GEOMETRY3_MIN_SIZE * (1 << (FS_POS_FRAC - FS_REL_FRAC)))
#define FS__HEIGHT_FIELD3_MAX_SPACING (FS__GROUND3_MAX_EXTENT / FS_HEIGHT_FIELD3_MAX_POINTS)

/* Columns of the table height_point3 that belong to one field, row k * points_x + i. */
struct fs__height_field3 {
    const fs_pos *height; /* m, Q32.32 */
    const uint8_t *hole;  /* by point: not 0: the cell that begins there has no triangles */
    fs_pos spacing;       /* m, Q32.32 */
    fs_pos low, high;     /* of all heights: fs__height_field3_measure() */
    uint32_t points_x, points_z;
};

/* Finds low and high. E_ARGUMENT: fewer than 2 or too many points along a side, a spacing out of range, or a
 * point beyond FS__GROUND3_MAX_EXTENT. */
fs_result fs__height_field3_measure(struct fs__height_field3 *f);

fs_aabb3 fs__height_field3_bounds(const struct fs__height_field3 *f);

/* The field as a source of triangles. */
struct fs__ground3_source fs__height_field3_source(const struct fs__height_field3 *f);

#endif
