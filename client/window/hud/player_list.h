/* player_list.h: the players of a match with their colours, scores and round trip, at the upper right of the picture. */
#ifndef FS_WINDOW_HUD_PLAYER_LIST_H
#define FS_WINDOW_HUD_PLAYER_LIST_H

#include <fixstep/batch.h>
#include <fixstep/draw.h>

#include "match_info.h"

/* Draws the list for a picture of `width` by `height` pixels with letters of `size` pixels. `list` has the colours; NULL:
 * the usual ones. It takes half of the picture's height at most, the rest is counted; nothing is drawn when it would take
 * more than half of the width. */
void player_list_draw(const match_info *info, const fs_draw_list *list, float width, float height, float size,
                      fs_batch *batch);

#endif
