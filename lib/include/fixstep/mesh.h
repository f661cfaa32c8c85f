/* mesh.h: a 3D draw list with solids as triangles, with the light that all views give them.
 *
 * A mesh holds everything of a list but texts and status lines. Positions are metres
 * in the axes of the eye: x to the right, y up, z ahead; the eye is at the origin. A
 * renderer draws the triangles with a depth buffer and the lights of fs_mesh_light,
 * the terminal and the picture writer with their own rasteriser.
 *
 * Lists are untrusted: the number of vertices is limited, and items that do not fit are counted.
 */
#ifndef FIXSTEP_MESH_H
#define FIXSTEP_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_MESH_MAX_VERTICES = 3 * 1048576 };

typedef struct fs_mesh_vertex {
    float x, y, z;
    float nx, ny, nz; /* out of the surface, length 1; all 0 where no light falls (lines) */
    float gloss;      /* 0..1 */
    uint32_t rgb;     /* 0xRRGGBB, not linear */
} fs_mesh_vertex;

/* How a mesh is seen and lit. Directions are unit vectors in the axes of the eye, towards the light. The linear colour of
 * a surface is
 *   albedo * (mix(ground, sky, (up.n + 1) / 2) + key_power * s * max(0, key.n) + fill_power * max(0, fill.n))
 *   + gloss * shine * s * max(0, h.n)^shininess
 * with the unit vector h half way between `key` and the eye; s is 0 in the shadow of the key light and 1 outside. */
typedef struct fs_mesh_light {
    float scale;      /* pixels per metre at a distance of 1 m, from the picture's middle */
    float near_plane; /* metres ahead of the eye; nothing nearer is shown */
    float up[3], key[3], fill[3];
    float ground, sky, key_power, fill_power, shine, shininess;
    /* Rows of u, v and depth (0..1 each) of a point in the shadow map: row . (x, y, z, 1). */
    float shadow[3][4];
    float shadow_side; /* metres that the map is wide */
    size_t casters;    /* the first vertices cast shadows; 0: there is no shadow */
} fs_mesh_light;

/* Opaque; the caller owns it. */
typedef struct fs_mesh fs_mesh;

/* Whether a list is drawn as a mesh: in 3D with at least one solid. */
FS_API bool fs_mesh_needed(const fs_draw_list *draw);
/* E_MEMORY. */
FS_API fs_result fs_mesh_create(fs_mesh **out);
/* NULL is allowed. */
FS_API void fs_mesh_destroy(fs_mesh *mesh);
/* Replaces the contents by a list as seen in width by height pixels; a list that needs no mesh gives an empty one.
 * E_MEMORY leaves the mesh empty. */
FS_API fs_result fs_mesh_build(fs_mesh *mesh, const fs_draw_list *draw, double width, double height);
/* Three for each triangle; valid until the mesh is built again. */
FS_API const fs_mesh_vertex *fs_mesh_vertices(const fs_mesh *mesh, size_t *count);
FS_API const fs_mesh_light *fs_mesh_lights(const fs_mesh *mesh);
/* Triangles and whole items left out for lack of room. */
FS_API uint32_t fs_mesh_dropped(const fs_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
