/* match_picture.c: see match_picture.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/view/match_picture.h"

#include <inttypes.h>
#include <stdio.h>

#include "app/view/debug_view.h"

/* Without a stream the names are those of a match that is played alone. */
static void set_names(const fs_stream *stream, uint32_t players, fs_draw_list *list)
{
    for (uint32_t i = 0; i < FS_MAX_PLAYERS; i++) {
        char usual[FS_MAX_NAME];
        snprintf(usual, sizeof usual, "player%" PRIu32, i + 1);
        fs_draw_set_name(list, i, stream != NULL ? fs_stream_name(stream, i) : i < players ? usual : NULL);
    }
}

void app_draw_match(fs_sim *sim, const fs_stream *stream, uint32_t slot, uint32_t layers, fs_draw_list *list)
{
    const fs_state *state = fs_sim_state(sim);
    set_names(stream, fs_sim_config(sim)->players, list);
    fs_sim_game(sim)->draw(state, fs_sim_config(sim), slot, list);
    app_debug_draw(state, list, layers);
}

void app_describe_left_out(uint32_t shapes, char *text, size_t size)
{
    text[0] = '\0';
    if (shapes > 0)
        snprintf(text, size, "%" PRIu32 " shapes are left out", shapes);
}
