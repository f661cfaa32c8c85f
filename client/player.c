/* player.c: one input of a player. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "player.h"

void player_input(player *p, uint32_t tick, const fs_state *state, uint32_t slot, uint32_t script_slot, void *input)
{
    FS_ASSERT(p->game != NULL && input != NULL);
    if (p->script != NULL) {
        app_script_input(p->script, script_slot, tick, input);
    } else if (p->bot != NULL) {
        p->bot->think(state, slot, &p->rng, input);
    } else if (p->keys != NULL) {
        p->game->keys(p->keys, input);
        p->keys->character = 0;
    }
}
