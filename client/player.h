/* player.h: the source of a player's inputs: keys, a bot or a script. */
#ifndef FS_CLIENT_PLAYER_H
#define FS_CLIENT_PLAYER_H

#include <stdint.h>
#include <fixstep/sim.h>

#include "app/script.h"

typedef struct player {
    const fs_game *game;
    const app_script *script; /* first choice; may be NULL */
    const fs_bot *bot;        /* second choice; may be NULL */
    fs_keys *keys;            /* third choice; NULL: the input stays zero */
    fs_rng rng;               /* of the bot */
} player;

/* Fills the zeroed input of `slot` for `tick`; `script_slot` is the slot of the
 * player in the script. A struck character is used once. */
void player_input(player *player, uint32_t tick, const fs_state *state, uint32_t slot, uint32_t script_slot,
                  void *input);

#endif
