/* material_pair2.h: pairs of materials whose friction and restitution are given, not mixed.
 *
 * The numbers of a pair stand in a table of their own, which a game may have or not, anywhere in its schema; its
 * capacity is the number of pairs. The window learns of it after every bind:
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD2_TABLES(T, P, g)       \
 *         T(g, material_pair2, FS_MATERIAL_PAIR2_FIELDS)
 *     ...
 *     fs_world2_bind(state, my_T_physics2, scratch, &w);
 *     fs_material_pair2_bind(state, my_T_material_pair2, &w);
 *
 * A window that was not told steps as if there were no table. Rolling resistance and belts stay those of the two
 * materials.
 */
#ifndef FIXSTEP_MATERIAL_PAIR2_H
#define FIXSTEP_MATERIAL_PAIR2_H

#include <fixstep/body2.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_material_pair2_def {
    fs_unit restitution;                       /* 0..ONE */
    fix16_t static_friction, dynamic_friction; /* 0..1000; the second, while sliding, at most the first */
} fs_material_pair2_def;

/* `table` is that of FS_MATERIAL_PAIR2_FIELDS in the state's schema. */
FS_API void fs_material_pair2_bind(fs_state *state, unsigned table, struct fs_world2 *w);

/* What the two materials (in either order, or one twice) make together from now on. E_ARGUMENT for a number out of range
 * or no material; E_CAPACITY when the table is full, or the window was not told of one. Nothing wakes. */
FS_API fs_result fs_material_pair2_set(struct fs_world2 *w, uint16_t a, uint16_t b, const fs_material_pair2_def *def);
/* Mixed again. E_ARGUMENT when the pair has no numbers of its own. */
FS_API fs_result fs_material_pair2_remove(struct fs_world2 *w, uint16_t a, uint16_t b);
/* Whether the pair has numbers of its own, and which. */
FS_API bool fs_material_pair2_get(const struct fs_world2 *w, uint16_t a, uint16_t b, fs_material_pair2_def *def);

#ifdef __cplusplus
}
#endif
#endif
