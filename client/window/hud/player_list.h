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

/* How much of the list is shown. */
typedef enum player_list_kind {
    PLAYER_LIST_NONE,
    PLAYER_LIST_SHORT, /* PLAYER_LIST_ROWS at most: the first players and the own one, and the number of the others */
    PLAYER_LIST_WHOLE, /* all players, in as many columns as they need */
    PLAYER_LIST_KINDS
} player_list_kind;

enum { PLAYER_LIST_ROWS = 5 };

/* Draws the list with letters of `size` pixels. `list` has the colours; NULL: the usual ones. Returns what it takes, nothing where
 * there is no room. It takes half of the picture's height at most, what does not fit is counted. Long names end in an ellipsis, so that a
 * list of one column takes PLAYER_LIST_SHARE of the width at most where six letters of each fit into that. */
taken_corner player_list_draw(const match_info *info, const fs_draw_list *list, player_list_kind kind,
                              player_list_area area, float size, fs_batch *batch);
/* What is shown after so many strokes of its key: on a server a short list first, in other matches and in recordings none. */
player_list_kind player_list_kind_of(const match_info *info, unsigned strokes);

#endif
