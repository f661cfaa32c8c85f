/* material_pair_calls.inl: friction and restitution given for a pair of materials.
 *
 * Template: included by body/material_pair.h of physics2d and of physics3d.
 */

/* Whether the pair has a row; *row is it, or otherwise the row where it would be inserted. The table must be bound. */
bool fs__material_pairN_find(const fs_worldN *w, uint16_t a, uint16_t b, uint32_t *row);

/* The same where the table may be unbound or empty, which costs one comparison. */
static inline bool fs__material_pairN_lookup(const fs_worldN *w, uint16_t a, uint16_t b, uint32_t *row)
{
    return w->material_pair.rows != NULL && *w->material_pair.rows != 0 && fs__material_pairN_find(w, a, b, row);
}

/* For fs_worldN_valid(). */
bool fs__material_pairN_all_valid(const fs_worldN *w);
