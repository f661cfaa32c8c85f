/* material_pair.h: what pairs of materials make together where it is given; see mix2.h. */
#ifndef FS_PHYS_TWO_MIX_H
#define FS_PHYS_TWO_MIX_H

#include <fixstep/world2.h>

/* The pair's row of the table, which must be there; in `row` its place otherwise. */
bool fs__two_find_mix(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row);

/* Most worlds have no such table, or none filled: they pay for one look. */
static inline bool fs__two_mix(const struct fs_world2 *w, uint16_t a, uint16_t b, uint32_t *row)
{
    return w->mix.rows != NULL && *w->mix.rows != 0 && fs__two_find_mix(w, a, b, row);
}

/* For fs_world2_valid(). */
bool fs__two_mixes_valid(const struct fs_world2 *w);

#endif
