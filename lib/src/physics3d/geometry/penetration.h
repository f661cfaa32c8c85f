/* penetration.h: how far two cores that overlap must move apart, and along which direction. */
#ifndef FS_PHYSICS3D_GEOMETRY_PENETRATION_H
#define FS_PHYSICS3D_GEOMETRY_PENETRATION_H

#include "physics3d/geometry/minkowski.h"

struct fs__penetration3 {
    fs_unit3 normal;            /* from a to b */
    struct fs__vec3 on_a, on_b; /* the deepest points of the cores, Q5.26 */
};

/* The direction of the shallowest way out, of cores that overlap or touch. Polyhedra: exact up to the rounding of their
 * corners; round shapes: the depth is within about 2^-22 m of the least. Ties go to the face that was built first. */
struct fs__penetration3 fs__core3_penetration(const struct fs__core3 *a, const struct fs__core3 *b);

#endif
