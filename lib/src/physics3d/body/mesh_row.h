/* mesh_row.h: meshes as rows of the tables of a world. */
#ifndef FS_PHYSICS3D_BODY_MESH_ROW_H
#define FS_PHYSICS3D_BODY_MESH_ROW_H

#include "physics3d/body/surface.h"

/* The tables of FS_MESH3_TABLES, counted from first_mesh_table. */
enum { FS__MESH3_TABLE_MESH, FS__MESH3_TABLE_VERTEX, FS__MESH3_TABLE_TRIANGLE, FS__MESH3_TABLE_NODE };

/* FS_OK, or the error of an input with its sentence. */
fs_result fs__mesh3_check_input(struct fs_world3 *w, const struct fs__mesh3_input *in);
fs_result fs__mesh3_check_room(struct fs_world3 *w, const struct fs__mesh3_input *in);
/* The row + 1 of a new mesh made of an input that passed both checks. */
uint32_t fs__mesh3_take(struct fs_world3 *w, const struct fs__mesh3_input *in);
/* Destroys a mesh; the rows of the others move together. */
void fs__mesh3_release(struct fs_world3 *w, uint32_t row1);

/* The columns of a row in use. */
void fs__mesh3_of(const struct fs_world3 *w, uint32_t row, struct fs__mesh3 *out);
/* Whether all rows from elsewhere may be used. */
bool fs__mesh3_all_valid(const struct fs_world3 *w);

#endif
