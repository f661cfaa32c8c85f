/* overlay.h: the heads-up display, drawn over the picture of a match.
 *
 * Adds shapes to a batch and nothing else. Texts scale with the picture.
 */
#ifndef FS_WINDOW_OVERLAY_H
#define FS_WINDOW_OVERLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/batch.h>

#include "match_info.h"
#include "window/hud/fields.h"
#include "window/chat_entry.h"
#include "keys/key_map.h"

enum { OVERLAY_SAMPLES = 128 };

/* Times of the newest frames and ticks, a ring. */
typedef struct overlay_graph {
    uint32_t frame_us[OVERLAY_SAMPLES], step_us[OVERLAY_SAMPLES], slack_us[OVERLAY_SAMPLES];
    unsigned frames, steps, slacks; /* written so far */
} overlay_graph;

typedef struct overlay {
    bool help, graphs;
    bool muted;              /* F4 */
    unsigned player_strokes; /* F7: player_list_kind_of() of hud/player_list.h */
    chat_entry chat;
    bool no_chat;                    /* a line was asked for where none can be written: told until the next key */
    char keys[3][2 * KEY_ROW_BYTES]; /* of directions, of fire and of the second button; "": the usual ones */
    overlay_graph graph;
    uint32_t width, height;      /* of the picture, pixels */
    double pointer_x, pointer_y; /* of the mouse, pixels */
} overlay;

/* The keys that the help shows. */
void overlay_set_keys(overlay *o, const key_map *map);
void overlay_add_frame(overlay *o, uint32_t frame_us);
void overlay_add_step(overlay *o, uint32_t step_us);
void overlay_add_slack(overlay *o, uint32_t slack_us);
/* `list` has the colours of the players; NULL: there is no picture yet. `left_out`: shapes that did not fit into it. */
void overlay_draw(const overlay *o, const match_info *info, const fs_draw_list *list, uint32_t left_out,
                  fs_batch *batch);
/* Where the help covers the picture, pixels; false when it does not. */
bool overlay_find_help(const overlay *o, const match_info *info, const fs_batch *batch, fields_area *out);
/* Height of the rows below the picture, pixels; less than that of all. */
uint32_t overlay_bar_height(const overlay *o, const match_info *info);
/* Whether a point is on the bar of a recording: bar_hit() of hud/bar.h. */
bool overlay_bar_hit(const overlay *o, const match_info *info, double x, double y, bool snaps, double *part);

#endif
