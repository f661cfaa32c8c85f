/* material_pair2.h: pairs of materials whose friction and restitution are given instead of combined.
 *
 * The numbers of the pairs are rows of a table of their own. A world of fs_world2_create() has it; a game adds it
 * anywhere in its schema if it needs it, with the number of pairs as capacity, and binds it after every
 * fs_world2_bind():
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD2_TABLES(T, P, g)       \
 *         T(g, material_pair2, FS_MATERIAL_PAIR2_FIELDS)
 *     ...
 *     fs_world2_bind(state, my_T_physics2, scratch, &w);
 *     fs_material_pair2_bind(state, my_T_material_pair2, &w);
 *
 * A view without that call steps as if there were no table. Rolling resistance and tangent speed stay those of the two
 * materials.
 */
#ifndef FIXSTEP_MATERIAL_PAIR2_H
#define FIXSTEP_MATERIAL_PAIR2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_material_pair2_def {
    fs_unit restitution;      /* 0..1 */
    fix16_t static_friction;  /* coefficient, 0..1000 */
    fix16_t dynamic_friction; /* while sliding: 0..static_friction */
} fs_material_pair2_def;
/* Friction 0.6 (both), restitution 0. */
FS_API fs_material_pair2_def fs_default_material_pair2_def(void);

/* `table` is that of FS_MATERIAL_PAIR2_FIELDS in the state's schema. */
FS_API void fs_material_pair2_bind(fs_state *state, unsigned table, fs_world2 *w);

/* Sets the numbers of the pair of rows a, b of material2 (in either order, or one twice) from the next step on; nothing
 * wakes. E_ARGUMENT for a number out of range or a row that does not exist; E_CAPACITY when the table is full or not
 * bound. */
FS_API fs_result fs_material_pair2_set(fs_world2 *w, uint16_t a, uint16_t b, const fs_material_pair2_def *def);
/* Combines the materials again. E_ARGUMENT when the pair has no numbers of its own. */
FS_API fs_result fs_material_pair2_remove(fs_world2 *w, uint16_t a, uint16_t b);
/* Whether the pair has numbers of its own, and in *def (unchanged otherwise) which. */
FS_API bool fs_material_pair2_get(const fs_world2 *w, uint16_t a, uint16_t b, fs_material_pair2_def *def);

#ifdef __cplusplus
}
#endif
#endif
