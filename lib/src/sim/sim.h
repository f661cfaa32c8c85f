/* sim.h (internal): functions shared by the files of this module.
 *
 * Nothing above this module includes it, except tests.
 */
#ifndef FS_SIM_SIM_H
#define FS_SIM_SIM_H

#include <fixstep/sim.h>

/* The schema's first table is the engine's `world`, field by field. */
bool fs__world_table_valid(const fs_schema *schema);

/* An empty state of the game for this configuration. The configuration must
 * have been checked. */
fs_result fs__game_state(const fs_game *game, const fs_config *config, fs_state **out);

/* A name of a game, option or bot: lower-case letters, digits, '-' and '_',
 * a letter first, shorter than FS_MAX_NAME. */
bool fs__name_valid(const char *name);

#endif
