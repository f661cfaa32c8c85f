/* height_row.h: height fields as rows of the tables of a world. */
#ifndef FS_PHYSICS3D_BODY_HEIGHT_ROW_H
#define FS_PHYSICS3D_BODY_HEIGHT_ROW_H

#include "physics3d/body/surface.h"

/* The tables of FS_HEIGHT_FIELD3_TABLES, counted from first_height_table. */
enum { FS__HEIGHT_FIELD3_TABLE_FIELD, FS__HEIGHT_FIELD3_TABLE_POINT };

/* FS_OK and `in` measured, or the error of an input with its sentence. `hole` may be NULL. */
fs_result fs__height_field3_check_input(struct fs_world3 *w, struct fs__height_field3 *in);
fs_result fs__height_field3_check_room(struct fs_world3 *w, const struct fs__height_field3 *in);
/* The row + 1 of a new field made of an input that passed both checks. */
uint32_t fs__height_field3_take(struct fs_world3 *w, const struct fs__height_field3 *in);
/* Destroys a field; the rows of the others move together. */
void fs__height_field3_release(struct fs_world3 *w, uint32_t row1);

/* The columns of a row in use. */
void fs__height_field3_of(const struct fs_world3 *w, uint32_t row, struct fs__height_field3 *out);
/* Whether all rows from elsewhere may be used. */
bool fs__height_field3_all_valid(const struct fs_world3 *w);

#endif
