/* material_pair.h: friction and restitution given for a pair of materials; see material_pair3.h. */
#ifndef FS_PHYSICS3D_BODY_MATERIAL_PAIR_H
#define FS_PHYSICS3D_BODY_MATERIAL_PAIR_H

#include <fixstep/world3.h>

/* Whether the pair has a row; *row is it, or otherwise the row where it would be inserted. The table must be bound. */
bool fs__material_pair3_find(const fs_world3 *w, uint16_t a, uint16_t b, uint32_t *row);

/* The same where the table may be unbound or empty, which costs one comparison. */
static inline bool fs__material_pair3_lookup(const fs_world3 *w, uint16_t a, uint16_t b, uint32_t *row)
{
    return w->material_pair.rows != NULL && *w->material_pair.rows != 0 && fs__material_pair3_find(w, a, b, row);
}

/* For fs_world3_valid(). */
bool fs__material_pair3_all_valid(const fs_world3 *w);

#endif
