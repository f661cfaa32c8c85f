/* shape3.h: shapes on the bodies of a 3D world.
 *
 * A shape gives a body its surface: contacts, queries and events name it by one handle, whatever its size. All points and
 * lengths of the creators are Q32.32 metres in the frame of the body (origin and axes of the body, not the centre of
 * mass).
 *
 * Sizes: every point of a shape lies within 16 m - 2^-26 m of the body's origin on each axis (FS_GEOMETRY3_MAX_EXTENT). On
 * a static body boxes may be larger: within FS_SHAPE3_MAX_EXTENT (2^20 m) on each axis. A large box has no mass, its body
 * must stay static (fs_body3_set_type() gives E_ARGUMENT), and its place is exact to 2^-32 m and its orientation to
 * 2^-30. A body that touches it collides with the part within 16 m of its own centre of mass on each axis of the box, within
 * 9 m where the box is rotated on its body.
 * Triangle meshes are large shapes too: see ground3.h.
 *
 * Errors: E_STALE: no such body or shape. E_ARGUMENT: a number out of the range named with it, or a shape beyond 16 m on a
 * body that is not static. E_DEGENERATE: points that span no length or no volume. E_CAPACITY: a full table, or too many
 * points. After an error no bit of the state has changed, and *out is null. fs_world3_error() then names the number and its
 * range, such as "half.x 20 m is out of range 0.000976563..15.999999985 m on a body that is not static", or the full
 * table. `def` may be NULL (the default) and `out` may be NULL (the handle is not reported).
 */
#ifndef FIXSTEP_SHAPE3_H
#define FIXSTEP_SHAPE3_H

#include <fixstep/body3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Largest coordinate of a point of a box on a static body: 2^20 m (Q32.32). */
#define FS_SHAPE3_MAX_EXTENT ((fs_pos)1 << 52)

/* Bits of shape3.flags and of fs_shape3_def.flags (the first three). */
enum {
    FS_SHAPE3_SENSOR = 1,         /* reports overlaps, stops nothing; has the mass of its density as any shape */
    FS_SHAPE3_CONTACT_EVENTS = 2, /* BEGIN and END events of its contacts */
    FS_SHAPE3_HIT_EVENTS = 4,     /* HIT events of hard impacts */
    FS_SHAPE3_MOVED = 16          /* internal: its fat box is new in this tick */
};

/* In a surface number of fs_shape3_def: the number of the material. */
#define FS_SHAPE3_OF_MATERIAL (-1)

/* Made by fs_default_shape3_def(). The three surface numbers override those of `material`: the shape then gets a row of
 * material3 with them, one that already has exactly these numbers or a new one. Shapes with equal numbers share a row, so
 * fs_material3_set() on it changes them all. */
typedef struct fs_shape3_def {
    uint16_t material;        /* row of material3 */
    fix16_t static_friction;  /* 0..1000, Q15.16; OF_MATERIAL: of the material, at least the dynamic one */
    fix16_t dynamic_friction; /* 0..static_friction; OF_MATERIAL: of the material, at most the static one */
    fs_unit restitution;      /* 0..ONE, Q1.30; OF_MATERIAL */
    fs_wide density;          /* kg/m^3, 0 or more; 0 adds no mass; large shapes have none */
    uint32_t category, mask;  /* two shapes meet when each one's category is in the other's mask */
    int16_t group;            /* equal and not 0: above 0 always meet, below 0 never */
    uint32_t flags;           /* SENSOR, CONTACT_EVENTS, HIT_EVENTS */
    uint64_t user;            /* the caller's own; stands in events */
} fs_shape3_def;
/* Material 0 with its own surface, density 1, category 1, mask all, group 0, no events. */
FS_API fs_shape3_def fs_default_shape3_def(void);

/* ---- creating ------------------------------------------------------------------------------------------------- */

/* Each creator puts a new shape on the body, wakes the body and computes its mass anew from all its shapes, unless the mass
 * was set. The shape belongs to the body and goes with it. Half sides, half heights and radii are at least
 * FS_GEOMETRY3_MIN_SIZE (1/1024 m). Rotations are of the shape's frame in the body's; not zero, normalised. */

/* A box around the body's origin. Half sides in m. */
FS_API fs_result fs_shape3_create_box(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 half,
                                      fs_shape3 *out);
/* A box around `centre`, rotated by `rot`. */
FS_API fs_result fs_shape3_create_box_at(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 half,
                                         fs_pos3 centre, fs_quat rot, fs_shape3 *out);
/* A ball. */
FS_API fs_result fs_shape3_create_sphere(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 centre,
                                         fs_pos radius, fs_shape3 *out);
/* The points within `radius` of the segment from a to b. */
FS_API fs_result fs_shape3_create_capsule(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos3 a,
                                          fs_pos3 b, fs_pos radius, fs_shape3 *out);
/* The axis is y of the shape's frame; a cone has its apex at +half_height and its base at -half_height. */
FS_API fs_result fs_shape3_create_cylinder(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos radius,
                                           fs_pos half_height, fs_pos3 centre, fs_quat rot, fs_shape3 *out);
FS_API fs_result fs_shape3_create_cone(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_pos radius,
                                       fs_pos half_height, fs_pos3 centre, fs_quat rot, fs_shape3 *out);
/* The convex hull of `count` points (4 to 256, any order); see fs_hull3_make(). Equal hulls share a row of hull3.
 * E_CAPACITY also when the hull needs more than 64 corners: keep the farthest point of the model in each of some directions
 * (chapter 11 of the manual has the function), or put several hulls on the body. E_ARGUMENT for points NULL. */
FS_API fs_result fs_shape3_create_hull(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def,
                                       const fs_pos3 *points, uint32_t count, fs_shape3 *out);
/* A copy of a geometric value (geometry3.h), its hull included. E_ARGUMENT for an invalid one, and for NULL. */
FS_API fs_result fs_shape3_create(struct fs_world3 *w, fs_body3 body, const fs_shape3_def *def,
                                  const fs_geometry3 *geometry, fs_shape3 *out);
/* Ends its contacts, wakes its body and computes the mass anew. */
FS_API fs_result fs_shape3_destroy(struct fs_world3 *w, fs_shape3 shape);

/* ---- changing, reading ---------------------------------------------------------------------------------------- */

/* Row of shape3, for reading columns; *row is unchanged on E_STALE. `row` may be NULL. */
FS_API fs_result fs_shape3_row(const struct fs_world3 *w, fs_shape3 shape, uint32_t *row);
/* The handle of a row; null for a row that is not in use. */
FS_API fs_shape3 fs_shape3_at(const struct fs_world3 *w, uint32_t row);
/* Its contacts end and are found anew in the next tick. E_STALE. */
FS_API fs_result fs_shape3_set_filter(struct fs_world3 *w, fs_shape3 shape, uint32_t category, uint32_t mask,
                                      int16_t group);
/* E_ARGUMENT: no such row of material3. E_STALE. The mass stays. */
FS_API fs_result fs_shape3_set_material(struct fs_world3 *w, fs_shape3 shape, uint16_t material);
/* By row. Whether the shape is beyond the range of fs_geometry3; false for a row that is not in use. */
FS_API bool fs_shape3_is_large(const struct fs_world3 *w, uint32_t row);
/* The shape as a value near a world point: all of an ordinary shape, in the frame of its body; of a large one the part
 * within 16 m of `near` on each of its own axes (9 m where it is rotated on its body), which may be nothing (kind 0; always so for
 * the shapes of ground3.h), in a frame at `near`. *pose is the frame of *out. out->hull points to `hull`, which is filled for a hull and may be NULL for other kinds (a hull is then answered
 * as kind 0). Zeroed, with the identity pose, for a row that is not in use. */
FS_API void fs_shape3_geometry_near(const struct fs_world3 *w, uint32_t row, fs_pos3 near, fs_geometry3 *out,
                                    fs_hull3 *hull, fs_pose3 *pose);

#ifdef __cplusplus
}
#endif
#endif
