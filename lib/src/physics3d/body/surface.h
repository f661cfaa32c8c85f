/* surface.h: the ground of static bodies: meshes, height fields, half-spaces and planes, as rows and as seen near a point. */
#ifndef FS_PHYSICS3D_BODY_SURFACE_H
#define FS_PHYSICS3D_BODY_SURFACE_H

#include <fixstep/ground3.h>

#include "physics3d/ground/height_field.h"
#include "physics3d/ground/mesh.h"

/* What fs_shape3_create_mesh() was given; borrowed. */
struct fs__mesh3_input {
    const fs_pos3 *vertex;
    const uint32_t *index; /* three for each triangle */
    uint32_t vertices, triangles;
};

/* What a surface is made of: one of the two; borrowed and valid. */
struct fs__surface3_input {
    const struct fs__mesh3_input *mesh;
    const struct fs__height_field3 *field; /* measured */
};

static inline bool fs__shape3_is_surface(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] >= FS_SHAPE3_MESH;
}

/* Whether there may be a surface: rows that are not in use count. */
static inline bool fs__surface3_any(const struct fs_world3 *w)
{
    bool any = false;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        any |= fs__shape3_is_surface(w, i);
    return any;
}

/* The columns of a surface, and its triangles or its plane. `source` points into the value, so the value must not be copied. */
struct fs__surface3 {
    union {
        struct fs__mesh3 mesh;
        struct fs__height_field3 field;
        struct fs__plane3 plane;
    };
    struct fs__ground3_source source;
    fs_aabb3 box; /* in the frame of the body */
};
/* `shape` is a row in use that is a surface. */
void fs__surface3_of(const struct fs_world3 *w, uint32_t shape, struct fs__surface3 *out);
/* The middle and the half sides of its bounding box, which contains it. */
void fs__surface3_box(const struct fs_world3 *w, uint32_t shape, fs_pos3 *centre, fs_pos3 *half);

/* Rows of a new surface, or E_CAPACITY with its sentence; then the surface of a shape whose kind is set; and its end. */
fs_result fs__surface3_check_room(struct fs_world3 *w, const struct fs__surface3_input *in);
void fs__surface3_take(struct fs_world3 *w, uint32_t shape, const struct fs__surface3_input *in);
void fs__surface3_release(struct fs_world3 *w, uint32_t shape);

/* Whether the row of a shape from elsewhere that is a surface keeps the rules; after fs__surface3_all_valid(). */
bool fs__surface3_shape_valid(const struct fs_world3 *w, uint32_t shape);
/* Whether all rows from elsewhere may be used: ranges that share no row, valid surfaces, one shape for each. */
bool fs__surface3_all_valid(const struct fs_world3 *w);

/* A surface as seen from a point: in a frame with the axes of the body and its origin at the point. Must not be copied. */
struct fs__shape3_ground {
    struct fs__surface3 surface;
    fs_pose3 pose;  /* of the frame, in the world */
    fs_pos3 origin; /* of the frame, in the frame of the body */
};
/* `row` is a shape in use that is a surface. The point is rounded as fs__shape3_load_part() rounds it. */
void fs__shape3_load_ground(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__shape3_ground *out);

/* A shape at a place in that frame. */
static inline struct fs__ground3_probe fs__shape3_probe(const struct fs__shape3_ground *g, const fs_geometry3 *shape,
                                                        fs_transform3 at, fs_rel margin)
{
    return (struct fs__ground3_probe){ .geometry = shape, .window = { g->origin, at }, .margin = margin };
}

#endif
