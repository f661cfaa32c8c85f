/* ground.h: static shapes of any size: half-spaces, planes, triangle meshes, height fields.
 *
 * Their points are Q32.32 metres in the frame of the static body. A question about a moving shape is asked in a window: a
 * frame with the axes of the static body and its origin at the origin of the moving one, where everything near is Q5.26.
 * So no answer depends on where on the ground the body is.
 *
 * Triangles are one-sided: counter-clockwise seen from the free side. A shape whose centre is behind a triangle does not
 * collide with it. Across an edge that two triangles share, only normals between those of both are admitted, and only when
 * the edge is convex; another one would catch a sliding body at an inner edge, so the face's own normal is taken instead.
 * Source of the rule: E. Catto, "Ghost collisions", 2020; C. Ericson, "Real-Time Collision Detection", 2005.
 *
 * Nothing here allocates or knows bodies. The columns that the structs point to are rows of tables: no pointers in state.
 */
#ifndef FS_PHYSICS3D_GROUND_GROUND_H
#define FS_PHYSICS3D_GROUND_GROUND_H

#include "physics3d/geometry/geometry_math.h"
#include "physics3d/geometry/manifold.h"
#include "physics3d/geometry/sweep.h"

/* Largest coordinate of a point of the ground: 2^20 m (Q32.32). */
#define FS__GROUND3_MAX_EXTENT ((fs_pos)1 << 52)
/* Half the side of the cube about the origin of a window in which triangles are kept (m, Q32.32). */
#define FS__GROUND3_WINDOW ((fs_pos)31 * (FS_POS_ONE / 2))

enum { FS__GROUND3_MAX_CLUSTERS = 4 }; /* manifolds that one shape gets from a mesh or a height field */

/* ---- windows -------------------------------------------------------------------------------------------------- */

struct fs__window3 {
    fs_pos3 origin;  /* in the frame of the static body */
    fs_transform3 b; /* the moving body in the window */
};
struct fs__window3 fs__window3_make(fs_pose3 ground, fs_pose3 body);
/* A vector of the frame of the world in the frame of the static body, and back. */
fs_pos3 fs__window3_to_ground(fs_pose3 ground, fs_pos3 v);
fs_pos3 fs__window3_from_ground(fs_pose3 ground, fs_pos3 v);

/* Manifolds of one shape with the ground, in the window; a is the ground. */
struct fs__ground3_contacts {
    struct fs__manifold3 manifold[FS__GROUND3_MAX_CLUSTERS]; /* in the order of the first triangle of each */
    uint32_t triangle[FS__GROUND3_MAX_CLUSTERS];             /* row of the first triangle of each */
    unsigned count;
};

/* Where a moving shape may be in a tick, in the frame of the static body. */
struct fs__ground3_sweep {
    fs_aabb3 box;
    fs_rel3 way;   /* its translation (m), below 16 m on each axis */
    fs_rel around; /* how far it may come from the path along it (m), by its rotation and for the margin of a contact */
};

/* The moving shape of a question. */
struct fs__ground3_probe {
    const fs_geometry3 *geometry;
    struct fs__window3 window;
    fs_rel margin;
    const struct fs__ground3_sweep
        *sweep;                   /* manifolds are for triangles that it meets; NULL: for those within margin */
    const struct fs__load3 *load; /* in the window; NULL: unknown */
};

/* ---- half-spaces and planes -------------------------------------------------------------------------------- */

/* The points with normal . x <= offset are solid; of a true plane only those with normal . x == offset are. */
struct fs__plane3 {
    fs_unit3 normal;
    fs_pos offset;
    bool two_sided;
};

/* The height of a point of the static body's frame over the plane, nearest, saturated. */
fs_pos fs__plane3_height(const struct fs__plane3 *plane, fs_pos3 p);
/* The point of the plane nearest the origin of that frame. */
fs_pos3 fs__plane3_foot(const struct fs__plane3 *plane);
/* Up to four points of the feature nearest to the plane. The normal of a true plane points to the side of the shape's
 * centre, to +normal for a centre on it. */
void fs__plane3_collide(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe, struct fs__manifold3 *m);
/* Where the path from origin to origin + translation enters the half-space, or crosses the plane. */
struct fs__ground3_hit {
    bool hit;
    fs_unit fraction; /* of the translation */
    fs_unit3 normal;  /* in the frame of the static body; zero for a start inside */
    uint32_t triangle;
};
struct fs__ground3_hit fs__plane3_raycast(const struct fs__plane3 *plane, fs_pos3 origin, fs_pos3 translation);
/* The shape moves by `translation` (window). Ends with a gap of at most FS_GEOMETRY3_TOLERANCE; a start that overlaps has
 * fraction 0 and a zero normal. */
struct fs__ground3_hit fs__plane3_cast(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe,
                                       fs_rel3 translation);
/* As fs__ground3_time_of_impact(). */
struct fs__ground3_hit fs__plane3_time_of_impact(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe,
                                                 fs_transform3 to);
/* As fs__ground3_distance(), which a shape inside a half-space has 0 of. */
fs_rel fs__plane3_distance(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe, fs_rel3 *point,
                           fs_unit3 *normal);

/* ---- triangles ------------------------------------------------------------------------------------------------ */

/* A triangle of the ground. Side k runs from corner k to the next one; `beyond` is the third corner of the triangle that
 * shares it, if one does. */
struct fs__triangle3 {
    fs_pos3 corner[3], beyond[3];
    bool joined[3];
    uint32_t row;
};

/* The outward normal; zero for a triangle without area. */
fs_unit3 fs__triangle3_normal(const fs_pos3 corner[3]);
/* `b` is the shape of the probe, placed in the window. */
void fs__triangle3_collide(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                           const struct fs__core3 *b, struct fs__manifold3 *m);
/* The corners that are furthest along n, bit k for corner k: all of a face, two of an edge (within about 0.05 degrees). */
unsigned fs__triangle3_touched_corners(const struct fs__triangle3 *t, fs_unit3 n);
/* Whether they overlap. */
bool fs__triangle3_overlaps(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe);
/* The distance of a triangle, seen from either side, from the shape, with the nearest point of it (window) and the direction
 * from it to the shape; FS_REL_MAX: nothing of it lies in the window. */
fs_rel fs__triangle3_distance(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe, fs_rel3 *point,
                              fs_unit3 *normal);
/* Rays hit triangles from their free side only; ties on a shared edge go to the triangle that is asked first. */
struct fs__ground3_hit fs__triangle3_raycast(const struct fs__triangle3 *t, fs_pos3 origin, fs_pos3 translation);
struct fs__ground3_hit fs__triangle3_cast(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                                          fs_rel3 translation);
/* The shape of a probe on a straight path (frame of the window), turning at most half a turn. */
struct fs__ground3_path {
    struct fs__sweep3 sweep;
    fs_rel3 from_place, to_place; /* of the body's origin */
    struct fs__core3 from, to;
    int64_t
        stray; /* of a point about the body's origin from the line between its ends, and the gap of an impact (Q26) */
};
/* What is known of the impact on a triangle before its closest points are looked for. */
struct fs__ground3_approach {
    bool passed;  /* none until the limit */
    bool certain; /* `time` is the time of impact */
    fs_unit time; /* else: the triangle is not touched before */
    fs_unit3 normal;
};
struct fs__ground3_approach fs__triangle3_approach(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                                                   const struct fs__ground3_path *path, fs_unit limit);
/* The time of an impact that is not certain, if it is not after the limit. */
struct fs__ground3_hit fs__triangle3_time_of_impact(const struct fs__triangle3 *t,
                                                    const struct fs__ground3_probe *probe,
                                                    const struct fs__ground3_path *path,
                                                    const struct fs__ground3_approach *approach, fs_unit limit);

/* ---- ground made of triangles ------------------------------------------------------------------------------------ */

/* Where a walk over the triangles that meet a box is; set by fs__ground3_begin(). */
struct fs__ground3_cursor {
    uint32_t row;                          /* the least of the next triangle */
    uint32_t node;                         /* of a mesh: the leaf of the last triangle */
    uint32_t low_x, low_z, high_x, high_z; /* of a height field: cells near the box, when is_open */
    bool is_open;
};

/* Before the first triangle. */
static inline struct fs__ground3_cursor fs__ground3_begin(void)
{
    return (struct fs__ground3_cursor){ .row = 0 };
}

/* Triangles of some source that meet a box of the static body's frame, which is the same for all of a walk: returns the
 * next one and moves the cursor past it; false when there is none. Rows come in ascending order. */
struct fs__ground3_source {
    const struct fs__plane3 *plane; /* a half-space or plane, whose triangles are for pictures; NULL: others */
    const void *ground;
    bool (*next)(const void *ground, fs_aabb3 box, struct fs__ground3_cursor *cursor, struct fs__triangle3 *t);
};

/* Of a plane two triangles around its point nearest the body's origin. */
struct fs__ground3_source fs__plane3_source(const struct fs__plane3 *plane);

/* Manifolds of one shape with all triangles near it: those of one normal become one of at most four points. `reference` is not
 * carried over: the face of the triangle is always the reference. Beyond four normals those within about 5 degrees of another one
 * join it, but not of a ball; of the others those with the deepest points stay. */
void fs__ground3_collide(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                         struct fs__ground3_contacts *out);
/* The first hit of all triangles; ties go to the lowest row. */
struct fs__ground3_hit fs__ground3_raycast(const struct fs__ground3_source *source, fs_pos3 origin,
                                           fs_pos3 translation);
struct fs__ground3_hit fs__ground3_cast(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                                        fs_rel3 translation);
/* Triangles that the shape overlaps from the start count only when it meets no other one. Of several that are met at one
 * time any may be named, but always the same. */
struct fs__ground3_hit fs__ground3_time_of_impact(const struct fs__ground3_source *source,
                                                  const struct fs__ground3_probe *probe, fs_transform3 to);
bool fs__ground3_overlaps(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe);
/* The least distance of the triangles, seen from either side, from the shape, if it is at most probe->margin, with the
 * nearest point (window) and the direction from it to the shape; FS_REL_MAX otherwise. Ties go to the lowest row. */
fs_rel fs__ground3_distance(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                            fs_rel3 *point, fs_unit3 *normal);

#endif
