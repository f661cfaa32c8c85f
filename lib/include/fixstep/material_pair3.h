/* material_pair3.h: pairs of materials whose friction and restitution are given instead of combined.
 *
 * The numbers of the pairs are rows of a table of their own. A world of fs_world3_create() has it; a game adds it
 * anywhere in its schema if it needs it, with the number of pairs as capacity, and binds it after every
 * fs_world3_bind():
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD3_TABLES(T, P, g)       \
 *         T(g, material_pair3, FS_MATERIAL_PAIR3_FIELDS)
 *     ...
 *     fs_world3_bind(state, my_T_physics3, scratch, &w);
 *     fs_material_pair3_bind(state, my_T_material_pair3, &w);
 *
 * A view without that call steps as if there were no table. Rolling resistance and tangent velocity stay those of the two
 * materials.
 */
#ifndef FIXSTEP_MATERIAL_PAIR3_H
#define FIXSTEP_MATERIAL_PAIR3_H

#include <fixstep/body3.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_material_pair3_def {
    fs_unit restitution;      /* 0..1 */
    fix16_t static_friction;  /* coefficient, 0..1000 */
    fix16_t dynamic_friction; /* while sliding: 0..static_friction */
} fs_material_pair3_def;
/* Friction 0.6 (both), restitution 0. */
FS_API fs_material_pair3_def fs_default_material_pair3_def(void);

/* `table` is that of FS_MATERIAL_PAIR3_FIELDS in the state's schema. */
FS_API void fs_material_pair3_bind(fs_state *state, unsigned table, fs_world3 *w);

/* Sets the numbers of the pair of rows a, b of material3 (in either order, or one twice) from the next step on; nothing
 * wakes. E_ARGUMENT for a number out of range or a row that does not exist; E_CAPACITY when the table is full or not
 * bound. */
FS_API fs_result fs_material_pair3_set(fs_world3 *w, uint16_t a, uint16_t b, const fs_material_pair3_def *def);
/* Combines the materials again. E_ARGUMENT when the pair has no numbers of its own. */
FS_API fs_result fs_material_pair3_remove(fs_world3 *w, uint16_t a, uint16_t b);
/* Whether the pair has numbers of its own, and in *def (unchanged otherwise) which. */
FS_API bool fs_material_pair3_get(const fs_world3 *w, uint16_t a, uint16_t b, fs_material_pair3_def *def);

#ifdef __cplusplus
}
#endif
#endif
