/* shape2.h: shapes on the bodies of a 2D world.
 *
 * A shape gives a body its surface: contacts, queries and events name it by one handle, whatever its size. All points and
 * lengths of the creators are Q32.32 metres in the frame of the body (origin and axes of the body, not the centre of
 * mass).
 *
 * Sizes: on a dynamic or kinematic body the corners of a shape lie within 16 m - 2^-26 m of the body's origin on each axis
 * (FS_GEOMETRY2_MAX_EXTENT), and radii are at most as much. On a static body boxes, capsules, segments, polygons and chains
 * may be larger: corners within 2^29 m on each axis (FS_SHAPE2_MAX_EXTENT), radii of capsules and rounded polygons at most
 * 4 m. A large shape has no mass, its body must stay static (fs_body2_set_type() gives E_ARGUMENT), and its corners are
 * exact to 2^-32 m. A body that touches it collides with the part within 31 m of its own centre of mass.
 *
 * Errors: E_STALE: no such body or shape. E_ARGUMENT: a number out of the range named with it, or a shape beyond 16 m on a
 * body that is not static. E_DEGENERATE: points that span no length or no area. E_CAPACITY: a full table, or too many
 * points. After an error no bit of the state has changed, and *out is null. fs_world2_error() then names the number and its
 * range, such as "box half_x 20 m is out of range 0.000976563..15.999999985 m on a body that is not static", or the full
 * table. `def` may be NULL (the default) and `out` may be NULL (the handle is not reported).
 */
#ifndef FIXSTEP_SHAPE2_H
#define FIXSTEP_SHAPE2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Largest coordinate of a corner of a shape on a static body: 2^29 m (Q32.32). */
#define FS_SHAPE2_MAX_EXTENT ((fs_pos)1 << 61)

/* Bits of shape2.flags and of fs_shape2_def.flags (the first three). */
enum {
    FS_SHAPE2_SENSOR = 1,         /* reports overlaps, stops nothing */
    FS_SHAPE2_CONTACT_EVENTS = 2, /* BEGIN and END events of its contacts */
    FS_SHAPE2_HIT_EVENTS = 4,     /* HIT events of hard impacts */
    FS_SHAPE2_ONE_SIDED = 8,      /* segment of a chain: stops bodies on its right side only */
    FS_SHAPE2_MOVED = 16          /* internal: its fat box is new in this tick */
};

/* In a surface number of fs_shape2_def: the number of the material. */
#define FS_SHAPE2_OF_MATERIAL (-1)

/* Made by fs_default_shape2_def(). The three surface numbers override those of `material`: the shape then gets a row of
 * material2 with them, one that already has exactly these numbers or a new one. Shapes with equal numbers share a row, so
 * fs_material2_set() on it changes them all. */
typedef struct fs_shape2_def {
    uint16_t material;        /* row of material2 */
    fix16_t static_friction;  /* 0..1000, Q15.16; OF_MATERIAL: of the material, at least the dynamic one */
    fix16_t dynamic_friction; /* 0..static_friction; OF_MATERIAL: of the material, at most the static one */
    fs_unit restitution;      /* 0..ONE, Q1.30; OF_MATERIAL */
    fs_wide density;          /* kg/m^2, 0 or more; 0 adds no mass; large shapes have none */
    uint32_t category, mask;  /* two shapes meet when each one's category is in the other's mask */
    int16_t group;            /* equal and not 0: above 0 always meet, below 0 never */
    uint32_t flags;           /* SENSOR, CONTACT_EVENTS, HIT_EVENTS */
    uint64_t user;            /* the caller's own; stands in events */
} fs_shape2_def;
/* Material 0 with its own surface, density 1, category 1, mask all, group 0, no events. */
FS_API fs_shape2_def fs_default_shape2_def(void);

/* ---- creating ------------------------------------------------------------------------------------------------- */

/* Each creator puts a new shape on the body, wakes the body and computes its mass anew from all its shapes, unless the mass
 * was set. The shape belongs to the body and goes with it. Sides, lengths and radii are at least FS_GEOMETRY2_MIN_SIZE
 * (1/1024 m). */

/* A box around the body's origin. Half sides in m. */
FS_API fs_result fs_shape2_create_box(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                                      fs_pos half_y, fs_shape2 *out);
/* A box around `centre`, rotated by `rot`. */
FS_API fs_result fs_shape2_create_box_at(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos half_x,
                                         fs_pos half_y, fs_pos2 centre, fs_rot2 rot, fs_shape2 *out);
/* A disc; within 16 m on every body. */
FS_API fs_result fs_shape2_create_circle(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 centre,
                                         fs_pos radius, fs_shape2 *out);
/* The points within `radius` of the segment from a to b. */
FS_API fs_result fs_shape2_create_capsule(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a,
                                          fs_pos2 b, fs_pos radius, fs_shape2 *out);
/* A line that stops bodies on both sides. It has no mass; E_ARGUMENT with a density on a dynamic body. */
FS_API fs_result fs_shape2_create_segment(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def, fs_pos2 a,
                                          fs_pos2 b, fs_shape2 *out);
/* The convex hull of `count` points (3 to 64, any order), rounded by `radius` (0 or more). Points closer than 1/1024 m to
 * each other and corners that stand out by less than 2^-13 m are dropped; E_CAPACITY when more than 8 corners are left.
 * E_ARGUMENT for points NULL, here and of a chain. */
FS_API fs_result fs_shape2_create_polygon(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def,
                                          const fs_pos2 *points, uint32_t count, fs_pos radius, fs_shape2 *out);
/* One-sided ground on a static body: count - 1 segments (count when closed) between the points, each a shape of its own.
 * Bodies are stopped on the right hand of one who walks along the points, so a floor runs from right to left, and a ring
 * with counter-clockwise points is solid inside. Bodies do not catch at inner corners, because every segment stores its
 * neighbours. It has no mass. E_ARGUMENT: a body that is not static, below 2 points (3 when closed), a sensor. */
FS_API fs_result fs_shape2_create_chain(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def,
                                        const fs_pos2 *points, uint32_t count, bool closed);
/* A copy of a geometric value (geometry2.h). E_ARGUMENT for an invalid one, and for NULL. */
FS_API fs_result fs_shape2_create(struct fs_world2 *w, fs_body2 body, const fs_shape2_def *def,
                                  const fs_geometry2 *geometry, fs_shape2 *out);
/* Ends its contacts, wakes its body and computes the mass anew. */
FS_API fs_result fs_shape2_destroy(struct fs_world2 *w, fs_shape2 shape);

/* ---- changing, reading ---------------------------------------------------------------------------------------- */

/* Row of shape2, for reading columns; *row is unchanged on E_STALE. `row` may be NULL. */
FS_API fs_result fs_shape2_row(const struct fs_world2 *w, fs_shape2 shape, uint32_t *row);
/* The handle of a row; null for a row that is not in use. */
FS_API fs_shape2 fs_shape2_at(const struct fs_world2 *w, uint32_t row);
/* Its contacts end and are found anew in the next tick. E_STALE. */
FS_API fs_result fs_shape2_set_filter(struct fs_world2 *w, fs_shape2 shape, uint32_t category, uint32_t mask,
                                      int16_t group);
/* E_ARGUMENT: no such row of material2. E_STALE. The mass stays. */
FS_API fs_result fs_shape2_set_material(struct fs_world2 *w, fs_shape2 shape, uint16_t material);
/* By row; a row that is not in use, or beyond the table, is answered as a shape without corners.
 * Whether the shape is beyond the range of fs_geometry2; false for a row that is not in use. */
FS_API bool fs_shape2_is_large(const struct fs_world2 *w, uint32_t row);
/* The corners of the shape's core in the body's frame (Q32.32 m), counter-clockwise; returns how many (1 to 8). Any size.
 * 0 for a row that is not in use, and no corner is written. */
FS_API uint32_t fs_shape2_corners(const struct fs_world2 *w, uint32_t row, fs_pos2 corners[FS_GEOMETRY2_MAX_CORNERS]);
/* The shape as a value, in the body's frame. Of a large shape the part within 31 m of the body's origin, which may be
 * nothing (kind and count 0). Zeroed (kind and count 0) for a row that is not in use. */
FS_API void fs_shape2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *out);
/* The same near a world point: of a large shape the part within 31 m of `near`. *pose is the frame of *out; the
 * identity for a row that is not in use. */
FS_API void fs_shape2_geometry_near(const struct fs_world2 *w, uint32_t row, fs_pos2 near, fs_geometry2 *out,
                                    fs_pose2 *pose);

#ifdef __cplusplus
}
#endif
#endif
