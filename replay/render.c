/* render.c: "fixstep-replay render": a picture of the state at a tick. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <fixstep/view.h>
#include <stdio.h>

#include "app/view/debug_view.h"
#include "app/view/match_picture.h"
#include "commands.h"
#include "text_picture.h"

static int draw_state(const settings *s, const fs_game *game, fs_playback *playback)
{
    fs_sim *sim = fs_playback_sim(playback);
    char why[APP_ERROR_BYTES] = "";
    fs_draw_list *list;
    uint32_t slot = s->slot == NO_SLOT ? UINT32_MAX : (uint32_t)s->slot;
    if (slot != UINT32_MAX && slot >= fs_sim_config(sim)->players) {
        print_error("--slot: the match has the slots 0 to %u", fs_sim_config(sim)->players - 1);
        return 2;
    }
    if (s->debug_layers != 0 && !app_debug_possible(game->schema)) {
        print_error("--debug: the game '%s' has no 2D or 3D world", game->name);
        return 2;
    }
    if (fs_draw_create(&list) != FS_OK) {
        print_error("%s", fs_result_text(FS_E_MEMORY));
        return 2;
    }
    app_draw_match(sim, fs_playback_stream(playback), slot, s->debug_layers, list);
    char left_out[64];
    app_describe_left_out(fs_draw_dropped(list), left_out, sizeof left_out);
    if (left_out[0] != 0)
        print_error("%s: a picture has %d at most", left_out, FS_DRAW_MAX_ITEMS);
    bool good = text_picture_named(s->out)
                    ? text_picture_write(list, s->out, s->width, s->height, why)
                    : fs_picture_write(list, s->out, s->width, s->height, why, sizeof why) == FS_OK;
    if (!good)
        print_error("%s", why[0] != 0 ? why : "the picture cannot be written");
    fs_draw_destroy(list);
    return good ? 0 : 2;
}

int render_run(const settings *s)
{
    outcome o;
    const fs_game *game;
    if (s->debug != NULL && s->debug_layers == 0) {
        app_debug_print_layers(stdout);
        return 0;
    }
    if (!open_game(s, &game, &o))
        return o.code;
    fs_replay *replay = open_recording(s->files[0], &o);
    if (replay == NULL)
        return o.code;
    fs_playback *playback = NULL;
    if (fs_replay_schema(replay) != NULL && check_compatibility(replay, s->files[0], &game, &o))
        playback = seek_state(replay, s->files[0], game, s->tick, &o);
    int code = o.code;
    if (playback != NULL)
        code = worse_exit_code(code, draw_state(s, game, playback));
    fs_playback_destroy(playback);
    fs_replay_close(replay);
    return code;
}
