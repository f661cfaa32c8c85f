/* hull_row.h: rows of convex hulls, and the hulls made of them; see hull_row.c. */
#ifndef FS_PHYSICS3D_BODY_HULL_ROW_H
#define FS_PHYSICS3D_BODY_HULL_ROW_H

#include <fixstep/arena.h>
#include <fixstep/world3.h>

/* fs_hull3_make() repeated until the corners stay the same. */
fs_result fs__hull3_settle(const fs_rel3 *points, size_t count, fs_hull3 *out);

/* In scratch: a hull for each row. */
struct fs__hull3_cache;
size_t fs__hull3_cache_size(uint32_t hulls);
struct fs__hull3_cache *fs__hull3_cache_open(fs_arena *arena, uint32_t hulls);
/* Compares the cache with the state, once for each row since the view was bound. Before any use by several threads. */
void fs__hull3_sync(const struct fs_world3 *w);

/* The hull of a row in use: that of the cache, or made in `hull`; NULL where there is neither. */
const fs_hull3 *fs__hull3_of(const struct fs_world3 *w, uint32_t row, fs_hull3 *hull);

/* Row + 1 of a settled hull; 0: none. */
uint32_t fs__hull3_find(const struct fs_world3 *w, const fs_hull3 *hull);
/* E_CAPACITY, with the sentence, unless it has a row or one can be created. Then: one more user of the row, row + 1. */
fs_result fs__hull3_check_room(struct fs_world3 *w, const fs_hull3 *hull);
uint32_t fs__hull3_take(struct fs_world3 *w, const fs_hull3 *hull);
/* One user less; the last one takes the row along. */
void fs__hull3_release(struct fs_world3 *w, uint32_t row1);

/* Whether the corners of a row from elsewhere are those of a settled hull. */
bool fs__hull3_row_valid(const struct fs_world3 *w, uint32_t row);

#endif
