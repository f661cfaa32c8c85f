/* hull.h: what the two steps of making a hull share. */
#ifndef FS_PHYSICS3D_GEOMETRY_HULL_H
#define FS_PHYSICS3D_GEOMETRY_HULL_H

#include <fixstep/trig.h>

#include "physics3d/geometry/geometry_math.h"

/* A closed convex surface of triangles, counter-clockwise from outside. left_face[u][v] is the living triangle with the
 * edge from u to v; it is only meaningful for edges that exist. */
struct fs__hull3_triangles {
    struct fs__vec3 corner[FS_HULL3_MAX_CORNERS];
    unsigned corner_count;
    uint8_t triangle[FS_HULL3_MAX_FACES][3];
    bool alive[FS_HULL3_MAX_FACES];
    unsigned face_count; /* slots in use, dead ones included */
    uint8_t left_face[FS_HULL3_MAX_CORNERS][FS_HULL3_MAX_CORNERS];
};

/* Merges coplanar triangles, orders corners and faces, and fills *out, which is zeroed. */
void fs__hull3_from_triangles(const struct fs__hull3_triangles *mesh, fs_hull3 *out);

#endif
