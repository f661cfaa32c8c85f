/* mesh.h (internal): a mesh, and the parts of building one. */
#ifndef FS_VIEW_MESH_H
#define FS_VIEW_MESH_H

#include <fixstep/mesh.h>

#include "view/fill.h"
#include "view/projection.h"

struct fs_mesh {
    fs_mesh_vertex *vertices;
    size_t count, capacity;
    uint32_t dropped;
    bool failed;     /* out of memory */
    double pen;      /* width of lines in pixels */
    double progress; /* of the item that is added, 0..1 of the list */
    fs__projection projection;
    fs__fill fill;
    fs_mesh_light light;
};

/* The surface that is being added. */
typedef struct fs__mesh_look {
    uint32_t rgb;
    float gloss;
} fs__mesh_look;

/* Appends a triangle with a normal per corner; normals of length 0 are not lit. Counts what does not fit. */
void fs__mesh_add(fs_mesh *mesh, const fs__view_vec3 at[3], const fs__view_vec3 normal[3], fs__mesh_look look);
/* A triangle with the normal of its plane, counter-clockwise seen from outside. */
void fs__mesh_add_flat(fs_mesh *mesh, fs__view_vec3 a, fs__view_vec3 b, fs__view_vec3 c, fs__mesh_look look);

/* mesh_solid.c: a solid; `p` are its points in the axes of the eye. */
void fs__mesh_add_solid(fs_mesh *mesh, const fs_draw_item *item, const fs_draw_point *p);
void fs__mesh_add_ball(fs_mesh *mesh, fs__view_vec3 centre, double radius, fs__mesh_look look);
/* mesh_flat.c: a face, a line or a circle of the list. */
void fs__mesh_add_shape(fs_mesh *mesh, const fs_draw_item *item, const fs_draw_point *p);

#endif
