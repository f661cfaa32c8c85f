/* mesh_row.h: meshes as rows of the tables of a world, and a mesh as seen from a point near it. */
#ifndef FS_PHYSICS3D_BODY_MESH_ROW_H
#define FS_PHYSICS3D_BODY_MESH_ROW_H

#include <fixstep/ground3.h>

#include "physics3d/ground/mesh.h"

/* The tables of FS_MESH3_TABLES, counted from first_mesh_table. */
enum { FS__MESH3_TABLE_MESH, FS__MESH3_TABLE_VERTEX, FS__MESH3_TABLE_TRIANGLE, FS__MESH3_TABLE_NODE };

/* What fs_shape3_create_mesh() was given; borrowed. */
struct fs__mesh3_input {
    const fs_pos3 *vertex;
    const uint32_t *index; /* three for each triangle */
    uint32_t vertices, triangles;
};

/* Whether the tables are bound and hold a mesh. */
static inline bool fs__mesh3_any(const struct fs_world3 *w)
{
    return w->mesh.rows != NULL && *w->mesh.rows != 0;
}

static inline bool fs__shape3_is_mesh(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] == FS_SHAPE3_MESH;
}

/* FS_OK, or the error of an input with its sentence. */
fs_result fs__mesh3_check_input(struct fs_world3 *w, const struct fs__mesh3_input *in);
fs_result fs__mesh3_check_room(struct fs_world3 *w, const struct fs__mesh3_input *in);
/* The row + 1 of a new mesh made of an input that passed both checks. */
uint32_t fs__mesh3_take(struct fs_world3 *w, const struct fs__mesh3_input *in);
/* Destroys a mesh; the rows of the others move together. */
void fs__mesh3_release(struct fs_world3 *w, uint32_t row1);

/* The columns of a row in use. */
void fs__mesh3_of(const struct fs_world3 *w, uint32_t row, struct fs__mesh3 *out);
/* The middle and the half sides of its bounding box, which contains it. */
void fs__mesh3_box(const struct fs_world3 *w, uint32_t row, fs_pos3 *centre, fs_pos3 *half);

/* Whether all rows from elsewhere may be used: ranges that share no row, valid meshes, one shape for each. */
bool fs__mesh3_all_valid(const struct fs_world3 *w);

/* A mesh as seen from a point: in a frame with the axes of the body and its origin at the point. `source` points to
 * `mesh`, so the value must not be copied. */
struct fs__shape3_ground {
    struct fs__mesh3 mesh;
    struct fs__ground3_source source;
    fs_pose3 pose;  /* of the frame, in the world */
    fs_pos3 origin; /* of the frame, in the frame of the body */
};
/* `row` is a shape in use that is a mesh. The point is rounded as fs__shape3_load_part() rounds it. */
void fs__shape3_load_ground(const struct fs_world3 *w, uint32_t row, fs_pos3 near, struct fs__shape3_ground *out);

/* A shape at a place in that frame. */
static inline struct fs__ground3_probe fs__shape3_probe(const struct fs__shape3_ground *g, const fs_geometry3 *shape,
                                                        fs_transform3 at, fs_rel margin)
{
    return (struct fs__ground3_probe){ .geometry = shape, .window = { g->origin, at }, .margin = margin };
}

#endif
