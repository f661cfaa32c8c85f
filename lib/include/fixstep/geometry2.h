/* geometry2.h: convex shapes of the plane as values: making, mass, bounds, distance, casts.
 *
 * A shape is the set of points within `radius` of a convex core of 1 to 8 corners: a circle (1 corner), a
 * capsule or a bare segment (2), a polygon (3 to 8, counter-clockwise, sharp or rounded). Corners are Q5.26
 * metres in the frame of the body. Every function works in the frame of one shape, so no result depends on the place of
 * the bodies in the world. Shapes beyond these limits: shape2.h.
 *
 * Limits: coordinates of corners and radii are at most FS_GEOMETRY2_MAX_EXTENT (16 m - 2^-26 m); edges, and radii of
 * circles and capsules, at least FS_GEOMETRY2_MIN_SIZE (1/1024 m). Nothing here allocates or reads a world. A shape that
 * is passed in must be valid (made below, or accepted by fs_geometry2_valid()) where nothing else is said.
 */
#ifndef FIXSTEP_GEOMETRY2_H
#define FIXSTEP_GEOMETRY2_H

#include <fixstep/convert.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_GEOMETRY2_MAX_CORNERS = 8 };

#define FS_GEOMETRY2_MAX_EXTENT ((fs_rel)(FS_REL_ONE * 16 - 1))
#define FS_GEOMETRY2_MIN_SIZE ((fs_rel)(FS_REL_ONE / 1024))
/* Shape casts and times of impact end with a distance of at most this: 2^-13 m (Q5.26). */
#define FS_GEOMETRY2_TOLERANCE ((fs_rel)(FS_REL_ONE / 8192))

typedef enum fs_geometry2_kind {
    FS_GEOMETRY2_CIRCLE = 1,
    FS_GEOMETRY2_CAPSULE,
    FS_GEOMETRY2_SEGMENT, /* has no mass: ground */
    FS_GEOMETRY2_POLYGON,
    FS_GEOMETRY2_KINDS
} fs_geometry2_kind;

/* A plain value that owns nothing. The functions below make it with counter-clockwise corners; `normal[i]` is the outward
 * unit normal of the edge from corner i to the next one. */
typedef struct fs_geometry2 {
    fs_rel2 corner[FS_GEOMETRY2_MAX_CORNERS];  /* m, Q5.26 */
    fs_unit2 normal[FS_GEOMETRY2_MAX_CORNERS]; /* Q1.30 */
    fs_rel radius;                             /* m, Q5.26; 0: sharp */
    uint8_t kind;                              /* fs_geometry2_kind */
    uint8_t count;                             /* corners, 1..8 */
} fs_geometry2;

/* Pose: world position (Q32.32 m) of a point of a body, and its rotation (Q1.30). */
typedef struct fs_pose2 {
    fs_pos2 pos;
    fs_rot2 rot;
} fs_pose2;

/* Frame b seen from frame a: x_a = q x_b + p, p in Q5.26 m. */
typedef struct fs_frame2 {
    fs_rel2 p;
    fs_rot2 q;
} fs_frame2;

/* Axis-aligned box of the world, Q32.32 m, low <= high. */
typedef struct fs_aabb2 {
    fs_pos2 low, high;
} fs_aabb2;

/* ---- making ------------------------------------------------------------------------------------------- */

/* Lengths in m, Q5.26. E_ARGUMENT: a size or coordinate outside the limits above. E_DEGENERATE: the points span no area
 * (capsule, segment: no length). E_CAPACITY: the hull has more than 8 corners, or there are more than 64 points. On an
 * error *out is zeroed. */
FS_API fs_result fs_geometry2_circle(fs_rel2 centre, fs_rel radius, fs_geometry2 *out);
FS_API fs_result fs_geometry2_capsule(fs_rel2 a, fs_rel2 b, fs_rel radius, fs_geometry2 *out);
FS_API fs_result fs_geometry2_segment(fs_rel2 a, fs_rel2 b, fs_geometry2 *out);
FS_API fs_result fs_geometry2_box(fs_rel half_x, fs_rel half_y, fs_rel2 centre, fs_rot2 rot, fs_geometry2 *out);
/* The convex hull of `count` points (3 to 64) in any order, rounded by `radius` (0 to 16 m). Points closer than 1/1024 m to
 * each other, and corners that stand out from the line of their neighbours by less than 2^-13 m, are dropped; the result
 * is the same for every order of the points. */
FS_API fs_result fs_geometry2_hull(const fs_rel2 *points, size_t count, fs_rel radius, fs_geometry2 *out);

/* Whether a shape from an untrusted source keeps every rule above. */
FS_API bool fs_geometry2_valid(const fs_geometry2 *geometry);

/* ---- mass ---------------------------------------------------------------------------------------------------- */

/* mass: kg; inertia: kg m^2 about the centre of mass; centre: m, Q5.26, in the frame of the shape. */
typedef struct fs_mass_data2 {
    fs_scaled mass;
    fs_scaled inertia;
    fs_rel2 centre;
} fs_mass_data2;

/* Mass data for a density in kg/m^2 (0 or less: no mass). Disc m r^2/2; polygons by triangles from exact
 * 128-bit sums; capsules a rectangle and two half discs. A rounded polygon counts as the polygon whose edges are
 * moved outward by its radius. Relative error below 1e-6 from 1 cm up. */
FS_API fs_mass_data2 fs_geometry2_mass(const fs_geometry2 *geometry, fs_scaled density);

/* The mass data of two parts together, in the same frame (parallel axis theorem). */
FS_API fs_mass_data2 fs_mass_data2_combine(fs_mass_data2 a, fs_mass_data2 b);

/* ---- frames, bounds -------------------------------------------------------------------------------------------------- */

/* Frame of b seen from a; the offset of the origins saturates at 32 m on each axis. */
FS_API fs_frame2 fs_frame2_between(fs_pose2 a, fs_pose2 b);

/* Bounding box at a pose, rounded outward, saturated at the border of the world. */
FS_API fs_aabb2 fs_geometry2_aabb(const fs_geometry2 *geometry, fs_pose2 pose);

static inline bool fs_aabb2_overlaps(fs_aabb2 a, fs_aabb2 b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

static inline bool fs_aabb2_contains(fs_aabb2 outer, fs_aabb2 inner)
{
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && inner.high.x <= outer.high.x &&
           inner.high.y <= outer.high.y;
}

/* The greatest distance (m, Q5.26) of a point of the shape from `point`, rounded up, saturated at 32 m. */
FS_API fs_rel fs_geometry2_extent(const fs_geometry2 *geometry, fs_rel2 point);

/* ---- queries ----------------------------------------------------------------------------------------------- */

/* Whether a point in the shape's frame lies in the shape; its border counts as inside (to 1 step of Q5.26). */
FS_API bool fs_geometry2_contains(const fs_geometry2 *geometry, fs_rel2 point);

/* The first contact of a movement with a shape. fraction: of the movement, Q1.30 in [0, ONE]. normal: of the shape, against
 * the movement; zero for an overlap at the start (fraction 0). point: on the shape, m, Q5.26, in its frame. */
typedef struct fs_cast_hit2 {
    bool hit;
    fs_unit fraction;
    fs_unit2 normal;
    fs_rel2 point;
} fs_cast_hit2;

/* The ray from origin to origin + translation in the shape's frame, which must stay within 32 m. */
FS_API fs_cast_hit2 fs_geometry2_raycast(const fs_geometry2 *geometry, fs_rel2 origin, fs_rel2 translation);

/* The closest points of two shapes, in the frame of a; distance in m, Q5.26. normal points from a to b. When the shapes
 * overlap the distance is 0, the normal zero and the points undefined. Method: Gilbert, Johnson, Keerthi 1988, with exact
 * integer tests of the simplex. */
typedef struct fs_distance2 {
    fs_rel distance;
    fs_unit2 normal;
    fs_rel2 on_a, on_b;
} fs_distance2;

/* The distance of two shapes, b seen from a, and the nearest points; see fs_distance2. */
FS_API fs_distance2 fs_geometry2_distance(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 b_in_a);

/* b moves by `translation` (frame of a, m) without turning. Method: conservative advancement. */
FS_API fs_cast_hit2 fs_geometry2_cast(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 b_in_a,
                                      fs_rel2 translation);

/* b moves from one frame to another, both seen from a; the rotation takes the shorter direction and must be below a
 * quarter turn. Method: conservative advancement; a search that ends without contact after 64 steps reports the fraction
 * reached, which is before the impact. */
FS_API fs_cast_hit2 fs_geometry2_time_of_impact(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 from,
                                                fs_frame2 to);

#ifdef __cplusplus
}
#endif

#endif
