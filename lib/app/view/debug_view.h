/* debug_view.h: the debug layers of a match's worlds, in 2D and 3D, drawn over the game's own picture.
 *
 * Every game that has a world (worlds.h), built in or loaded, has a debug view and needs no code for it.
 */
#ifndef FS_APP_DEBUG_VIEW_H
#define FS_APP_DEBUG_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <fixstep/draw.h>
#include <fixstep/state.h>

#include "app/options.h"

/* Layers: bits of FS_DRAW2_... in fixstep/debug2.h, which debug3.h has too. */

/* Parses "contacts,joints" or "all"; false with a sentence. */
bool app_debug_parse(const char *list, uint32_t *layers, char why[APP_ERROR_BYTES]);
/* The names of the layers with a line of help each, for --debug help. */
void app_debug_print_layers(FILE *file);
/* Whether the schema holds a world of either dimension. */
bool app_debug_possible(const fs_schema *schema);
/* Adds the layers of every world of the state to the list; leaves the camera alone. */
void app_debug_draw(const fs_state *state, fs_draw_list *draw, uint32_t layers);

/* What a key of a live view steps through: nothing, the layers of --debug (all of them when it was not given), then
 * each layer alone. Zeroed: nothing is shown and --debug was not given. */
typedef struct app_debug_view {
    uint32_t chosen; /* layers of --debug, 0 when not given */
    unsigned stage;  /* 0: nothing, 1: the chosen ones, 2...: one layer */
} app_debug_view;

/* Goes on to the next stage, after the last to the first. */
void app_debug_next(app_debug_view *view);
/* The layers to draw now. */
uint32_t app_debug_layers(const app_debug_view *view);
/* The name of the shown layers, for a status line: "off", "chosen layers" or the name of a layer. Static string. */
const char *app_debug_name(const app_debug_view *view);

#endif
