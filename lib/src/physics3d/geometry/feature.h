/* feature.h: the faces, sides and edges of a placed core that can touch another shape.
 *
 * A feature is a point, a segment or a convex polygon in the frame of the question. The rim of a disc is a polygon of 16
 * corners: one of them is the deepest point of the rim when the disc is tilted against the direction of the question. When it
 * is not, one of them is where the load acts; without a load all are fixed to the body, so that a cylinder at rest keeps its points.
 */
#ifndef FS_PHYSICS3D_GEOMETRY_FEATURE_H
#define FS_PHYSICS3D_GEOMETRY_FEATURE_H

#include "physics3d/geometry/geometry_math.h"

enum {
    FS__FEATURE3_MAX_POINTS = 64,
    FS__FEATURE3_RIM_POINTS = 16,
    FS__FEATURE3_NO_FACE = 0xFF,
    FS__FEATURE3_LABELS = 512 /* labels are below this */
};

struct fs__feature3 {
    struct fs__vec3 point[FS__FEATURE3_MAX_POINTS]; /* counter-clockwise seen from outside */
    uint16_t label[FS__FEATURE3_MAX_POINTS];        /* of the side from this point to the next: unique on the shape */
    unsigned count;
};

/* n.x of the point of the core furthest along n, Q56. */
int64_t fs__core3_extreme(const struct fs__core3 *core, fs_unit3 n);

/* The flat face whose normal is closest to n and that normal, both in the frame of the question; NO_FACE for shapes
 * without flat faces. Ties go to the lowest index. */
unsigned fs__feature3_nearest_face(const struct fs__core3 *core, fs_unit3 n, fs_unit3 *normal);

/* Corner k (0 to 3) of a face of a box, counter-clockwise from outside: bit i is set where coordinate i is positive. Face 2 i
 * is the one along +axis i, face 2 i + 1 the opposite one; label 4 face + k is its side from corner k to the next. */
unsigned fs__feature3_box_corner(unsigned face, unsigned k);

/* The outline of a flat face; the rim of a disc is laid for the direction n. */
void fs__feature3_face(const struct fs__core3 *core, unsigned face, fs_unit3 n, struct fs__feature3 *out);

/* The feature that holds the point furthest along n and leans least against the plane across n: a face of a polyhedron,
 * the end or the nearest line of a cylinder or cone, the segment of a capsule, the point of a sphere. */
void fs__feature3_toward(const struct fs__core3 *core, fs_unit3 n, struct fs__feature3 *out);

/* The straight line of the surface nearest to the point furthest along n: of a capsule, a cylinder or a cone the line
 * along its side, of a polyhedron the edge that leans least. False for a sphere. */
bool fs__feature3_line(const struct fs__core3 *core, fs_unit3 n, struct fs__feature3 *out);

#endif
