/* level_bsp.h: a level of convex solids as a binary space partition whose leaves are solid or empty.
 *
 * Made once, before play: building takes time that grows with the square of the number of solids. A query with a point is
 * exact. A query with a sphere goes to both sides of a plane that the sphere spans: it never misses a solid that the sphere
 * overlaps, and may report one that a sphere near a corner only nearly reaches. Positions are within 2^60 raw steps of 0.
 */
#ifndef FS_PHYSICS3D_BROADPHASE_LEVEL_BSP_H
#define FS_PHYSICS3D_BROADPHASE_LEVEL_BSP_H

#include <fixstep/geometry3.h>

enum { FS__LEVEL_EMPTY = -1, FS__LEVEL_SOLID = -2, FS__LEVEL_MAX_PLANES = 16, FS__LEVEL_MAX_SOLIDS = 128 };

/* Points p with (p - point) . normal > 0 are in front. The normal need not be of unit length; it is not zero. */
struct fs__level_plane3 {
    fs_pos3 point;
    fs_unit3 normal;
};

/* The points behind all of its planes or on them, all of which lie in `box`. */
struct fs__level_solid3 {
    fs_aabb3 box;
    struct fs__level_plane3 plane[FS__LEVEL_MAX_PLANES];
    uint32_t planes;
};

/* A child is a node, FS__LEVEL_EMPTY or FS__LEVEL_SOLID. */
struct fs__level_node3 {
    struct fs__level_plane3 plane;
    int32_t behind, front;
};

struct fs__level_bsp3 {
    struct fs__level_node3 *node; /* of the caller */
    uint32_t capacity, count;
    int32_t root; /* a child */
};

/* Above 0: wholly in front, below 0: wholly behind, 0: the sphere spans the plane or touches it from neither side for sure. A
 * sphere that touches a plane does not span it. Of radius 0: the side of the point, 0 on the plane. */
int fs__level_side3(const struct fs__level_plane3 *plane, fs_pos3 centre, fs_pos radius);
/* Up to FS__LEVEL_MAX_SOLIDS solids; false when the nodes do not suffice. */
bool fs__level_bsp3_build(struct fs__level_bsp3 *b, const struct fs__level_solid3 *solids, uint32_t count);
/* Whether a point (radius 0) is in a solid or on its surface, or a sphere may overlap one. */
bool fs__level_bsp3_hits(const struct fs__level_bsp3 *b, fs_pos3 centre, fs_pos radius);

#endif
