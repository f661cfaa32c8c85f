/* preview.c: bots play for nobody. See preview.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/preview.h"

#include <string.h>

#include "app/setup.h"

enum { BEHIND_US = 100000, SEED = 1 };

void preview_close(preview *p)
{
    fs_local_destroy(p->local);
    *p = (preview){ 0 };
}

void preview_show(preview *p, const fs_game *game, uint64_t now_us)
{
    if (p->game == game)
        return;
    preview_close(p);
    p->game = game;
    p->config = fs_default_config(game);
    p->config.seed = SEED;
    p->rng = fs_rng_seed(SEED, 0);
    p->due_us = now_us;
    p->jumped = true;
    /* Without memory there is no picture. */
    fs_local_create(game, &p->config, NULL, NULL, NULL, &p->local);
}

static void step(preview *p)
{
    static uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT];
    const fs_bot *bot = app_bot_default(p->game);
    memset(inputs, 0, sizeof inputs);
    for (uint32_t slot = 0; slot < p->config.players; slot++)
        bot->think(fs_sim_state(fs_local_sim(p->local)), slot, &p->rng, inputs + (size_t)slot * p->game->input_size);
    fs_local_step(p->local, inputs);
}

void preview_run(preview *p, window *w, uint64_t now_us)
{
    uint32_t tick_us = p->local != NULL ? 1000000 / p->config.hz : 0;
    if (p->local == NULL || now_us < p->due_us)
        return;
    step(p);
    p->game->draw(fs_sim_state(fs_local_sim(p->local)), &p->config, UINT32_MAX, window_begin_tick(w));
    window_end_tick(w, p->due_us, p->jumped ? 0 : tick_us, 0);
    p->jumped = false;
    /* What a slow machine cannot keep up with is left out. */
    p->due_us = now_us > p->due_us + BEHIND_US ? now_us : p->due_us + tick_us;
}
