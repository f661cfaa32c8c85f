/* ground3.h: static ground: meshes, height fields, half-spaces and planes as shapes of static bodies.
 *
 * A mesh is a shape like any other (shape3.h): contacts, queries, events, filters and materials name it by one handle. It
 * is a surface, not a solid: triangles are one-sided, with their vertices counter-clockwise seen from the free side. A shape
 * whose centre is behind a triangle does not collide with it, so a ball falls through a floor from below and rests on it
 * from above. Two triangles that share an edge (by the places of its ends, whatever the numbers of the vertices) do not
 * catch what slides over it: across a shared edge only normals between those of both triangles act, and only where the edge
 * is convex.
 *
 * A mesh has no mass, its body must stay static, and it moves with its body. Coordinates reach FS_SHAPE3_MAX_EXTENT
 * (2^20 m) from the body's origin, which may be anywhere in the world. Of a triangle only the part within 15.5 m of a body's
 * centre of mass on each axis takes part in its contacts. A shape and a mesh have up to four contacts: one for each direction
 * in which the mesh is touched; their begin and end are reported as one event for the pair.
 *
 * Vertices, triangles, their neighbours and a tree of boxes over them are rows of tables, so that snapshots, hashes,
 * recordings and desync reports hold them. A world of fs_world3_create() has the tables when its limits ask for triangles;
 * a game adds them anywhere in its schema if it needs them, and binds them after every fs_world3_bind():
 *
 *     #define MY_TABLES(T, P, g)    \
 *         FS_WORLD3_TABLES(T, P, g) \
 *         FS_MESH3_TABLES(T, P, g)
 *     ...
 *     fs_mesh3_capacities(meshes, vertices, triangles, &capacities[my_T_mesh3]);
 *     ...
 *     fs_world3_bind(state, my_T_physics3, scratch, &w);
 *     fs_mesh3_bind(state, my_T_mesh3, &w);
 *
 * A view without that call has no meshes; it must not be used for a state that holds some. The same holds for height fields
 * with FS_HEIGHT_FIELD3_TABLES, fs_height_field3_capacities() and fs_height_field3_bind().
 *
 * A height field is a grid of heights with the same rules as a mesh of its triangles, in a third of the memory. Point (i, k)
 * stands at x = i * spacing and z = k * spacing in the frame of the body, with i below `points_x` and k below `points_z`; +y is
 * the free side. The cell between (i, k) and (i + 1, k + 1) is divided along the line between these two points. A cell with a hole
 * has no triangles.
 */
#ifndef FIXSTEP_GROUND3_H
#define FIXSTEP_GROUND3_H

#include <fixstep/shape3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In shape3.kind, beside the kinds of geometry3.h. */
enum { FS_SHAPE3_MESH = 16, FS_SHAPE3_HEIGHT_FIELD = 17, FS_SHAPE3_HALF_SPACE = 18, FS_SHAPE3_PLANE = 19 };

/* Triangles of one mesh. */
enum { FS_MESH3_MAX_TRIANGLES = 1 << 20 };

/* Points of a height field along each side. */
enum { FS_HEIGHT_FIELD3_MAX_POINTS = 1 << 12 };

/* Rows of the four tables, to `rows[0..3]`, for so many meshes, and vertices and triangles of all meshes together. */
FS_API void fs_mesh3_capacities(uint32_t meshes, uint32_t vertices, uint32_t triangles, uint32_t *rows);
/* `first_table` is that of FS_MESH3_TABLES in the state's schema. */
FS_API void fs_mesh3_bind(fs_state *state, unsigned first_table, fs_world3 *w);

/* Puts a mesh on a static body, which is its frame. Triangle i has the vertices indices[3 i], [3 i + 1] and [3 i + 2].
 * Nothing is borrowed. Density and thickness do not matter. E_STALE. E_ARGUMENT: NULL, a body that is not static, a coordinate
 * beyond FS_SHAPE3_MAX_EXTENT, an index that is not below `vertex_count`. E_DEGENERATE: no triangle, or one without area
 * (two vertices at one place, all on a line). E_CAPACITY: more than FS_MESH3_MAX_TRIANGLES, a full table, or no tables.
 * After an error no bit of the state has changed. Building takes a time of n log^2 n for n triangles. */
FS_API fs_result fs_shape3_create_mesh(fs_world3 *w, fs_body3 body, const fs_shape3_def *def, const fs_pos3 *vertices,
                                       uint32_t vertex_count, const uint32_t *indices, uint32_t triangle_count,
                                       fs_shape3 *out);

/* Rows of the two tables, to `rows[0..1]`, for so many height fields and points of all of them together. */
FS_API void fs_height_field3_capacities(uint32_t fields, uint32_t points, uint32_t *rows);
/* `first_table` is that of FS_HEIGHT_FIELD3_TABLES in the state's schema. */
FS_API void fs_height_field3_bind(fs_state *state, unsigned first_table, fs_world3 *w);

/* Puts a height field on a static body, which is its frame. heights[k * points_x + i] is the height of point (i, k) in m;
 * holes[k * points_x + i] not 0 takes away the cell that begins there; `holes` NULL: none. `spacing` is 1/1024..256 m. Nothing
 * is borrowed. Density and thickness do not matter. E_STALE. E_ARGUMENT: a body that is not static, points_x or points_z below
 * 2 or above FS_HEIGHT_FIELD3_MAX_POINTS, a spacing out of range, a height beyond FS_SHAPE3_MAX_EXTENT. E_CAPACITY: a full
 * table, or no tables. After an error no bit of the state has changed. */
FS_API fs_result fs_shape3_create_height_field(fs_world3 *w, fs_body3 body, const fs_shape3_def *def,
                                               const fs_pos *heights, const uint8_t *holes, uint32_t points_x,
                                               uint32_t points_z, fs_pos spacing, fs_shape3 *out);

/* Puts a half-space on a static body, which is its frame: the points x with normal . x <= offset (m) are solid, however deep,
 * and push along `normal`. A true plane is the points with normal . x = offset alone: it pushes what comes from either side
 * to the side of its centre, to +normal for a centre on it. Both reach FS_SHAPE3_MAX_EXTENT from the plane's point nearest
 * the body's origin, and bodies of any size lie on them. A normal along an axis of the world costs least: the box of any other
 * plane meets every body's. They need no tables and have no mass; friction_axis and tangent_velocity of their materials are in the
 * frame of the body. `normal` is made a unit vector, exact along an axis; the place is exact to 2^-32 m.
 * E_STALE. E_ARGUMENT: a body that is not static, a zero normal, an offset beyond FS_SHAPE3_MAX_EXTENT. E_CAPACITY: a full
 * table of shapes. */
FS_API fs_result fs_shape3_create_half_space(fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_unit3 normal,
                                             fs_pos offset, fs_shape3 *out);
FS_API fs_result fs_shape3_create_plane(fs_world3 *w, fs_body3 body, const fs_shape3_def *def, fs_unit3 normal,
                                        fs_pos offset, fs_shape3 *out);

#ifdef __cplusplus
}
#endif
#endif
