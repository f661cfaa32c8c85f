/* mesh.h: triangle meshes as columns: vertices, triangles, and a tree of boxes over the triangles.
 *
 * The tree is a list in depth-first order: node i + 1 is the first child of node i, and `skip` is the node that follows all
 * below it, so that a walk needs no stack. A leaf holds up to FS__MESH3_LEAF triangles in adjacent rows: building reorders
 * them, and `source` keeps the number that the caller knows a triangle by.
 */
#ifndef FS_PHYSICS3D_GROUND_MESH_H
#define FS_PHYSICS3D_GROUND_MESH_H

#include <fixstep/ground3.h>

#include "physics3d/ground/ground.h"

enum { FS__MESH3_LEAF = 4, FS__MESH3_MAX_TRIANGLES = FS_MESH3_MAX_TRIANGLES, FS__MESH3_NO_TRIANGLE = 0xFFFFFFFF };

/* Columns of the tables mesh_vertex3, mesh_triangle3, mesh_node3 that belong to one mesh. */
struct fs__mesh3 {
    fs_pos3 *vertex;                          /* in the frame of the static body */
    uint32_t *a, *b, *c;                      /* vertices of a triangle, counter-clockwise from the free side */
    uint32_t *across_a, *across_b, *across_c; /* the triangles that share the sides ab, bc, ca, or NO_TRIANGLE */
    uint32_t *source;                         /* number of the triangle in the caller's order */
    fs_pos3 *low, *high;                      /* of a node */
    uint32_t *skip;                           /* the node after its subtree */
    uint32_t *first, *count; /* the first triangle below the node, and those of a leaf; count 0: not a leaf */
    uint32_t vertex_count, triangle_count, node_count;
};

/* Nodes that a tree over so many triangles takes at most. */
uint32_t fs__mesh3_node_capacity(uint32_t triangles);

/* From vertex, a, b, c and the counts: fills all other columns, node_count (at most fs__mesh3_node_capacity()) and reorders
 * the triangles. Two triangles share a side when its ends are at the same places in opposite order, whatever the vertices'
 * numbers; of more than two the lowest rows do. E_ARGUMENT: a vertex beyond FS__GROUND3_MAX_EXTENT, or a triangle with a
 * vertex that does not exist. E_DEGENERATE: a triangle without area, or none at all. E_CAPACITY: too many triangles. After
 * an error the columns keep what the caller wrote. */
fs_result fs__mesh3_build(struct fs__mesh3 *m);

/* Whether columns from elsewhere may be walked: every number within its range, every walk ends. */
bool fs__mesh3_valid(const struct fs__mesh3 *m);

/* Box of all triangles, in the frame of the static body. */
fs_aabb3 fs__mesh3_bounds(const struct fs__mesh3 *m);

/* The mesh as a source of triangles. */
struct fs__ground3_source fs__mesh3_source(const struct fs__mesh3 *m);

#endif
