/* material_pair.h: what pairs of materials make together where it is given; see mix2.h. */
#ifndef FS_PHYSICS2D_BODY_MATERIAL_PAIR_H
#define FS_PHYSICS2D_BODY_MATERIAL_PAIR_H

#include <fixstep/world2.h>

/* The pair's row of the table, which must be there; in `row` its place otherwise. */
bool fs__material_pair2_find(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row);

/* Most worlds have no such table, or none filled: they pay for one look. */
static inline bool fs__material_pair2_lookup(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row)
{
    return w->material_pair.rows != NULL && *w->material_pair.rows != 0 && fs__material_pair2_find(w, a, b, row);
}

/* For fs_world2_valid(). */
bool fs__material_pair2_all_valid(const struct fs_world2 *w);

#endif
