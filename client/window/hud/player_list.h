/* player_list.h: the players of a match with their colours, scores and round trip, at the upper right of the picture. */
#ifndef FS_WINDOW_HUD_PLAYER_LIST_H
#define FS_WINDOW_HUD_PLAYER_LIST_H

#include <fixstep/batch.h>
#include <fixstep/draw.h>

#include "match_info.h"

/* The picture in pixels; the list begins below `top`. */
typedef struct player_list_area {
    float width, height, top;
} player_list_area;

/* The part of the window's width that the list takes at most. */
#define PLAYER_LIST_SHARE 0.28f

/* The part at the upper right of a picture that panels take, in pixels: right of `left` and above `bottom`. */
typedef struct taken_corner {
    float left, bottom;
} taken_corner;

/* Draws the list with letters of `size` pixels. `list` has the colours; NULL: the usual ones. Returns what it takes, nothing where
 * there is no room. It takes half of the
 * picture's height at most, the rest is counted. Long names end in an ellipsis, so that it takes PLAYER_LIST_SHARE of the width at most where
 * six letters of each fit into that. */
taken_corner player_list_draw(const match_info *info, const fs_draw_list *list, player_list_area area, float size,
                              fs_batch *batch);

#endif
