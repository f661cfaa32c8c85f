/* game_keys.h: which characters a game takes as keys, so that a view does not take them away. */
#ifndef FS_CLIENT_GAME_KEYS_H
#define FS_CLIENT_GAME_KEYS_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/sim.h>

/* Whether the character changes the input that the game makes of its keys. */
bool game_takes_character(const fs_game *game, uint32_t character);

/* Whether a pointer that drags changes that input, in a match with that configuration: a game with an option `drag` allows it
 * where that is not 0. */
bool game_takes_drags(const fs_game *game, const fs_config *config);

#endif
