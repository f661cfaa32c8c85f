/* match_picture.h: the picture of a match's present state, as every view and picture writer shows it. */
#ifndef FS_APP_MATCH_PICTURE_H
#define FS_APP_MATCH_PICTURE_H

#include <stddef.h>
#include <fixstep/draw.h>
#include <fixstep/lockstep.h>
#include <fixstep/sim.h>

/* Adds the game's picture for the player in `slot` (UINT32_MAX: for a spectator), with the names of the stream (NULL: those of
 * a match that is played alone), and the debug layers (bits of FS_DRAW2_...). The list is empty before. */
void app_draw_match(fs_sim *sim, const fs_stream *stream, uint32_t slot, uint32_t layers, fs_draw_list *list);
/* The sentence about shapes that did not fit into a picture; "" for none. 64 bytes hold it. */
void app_describe_left_out(uint32_t shapes, char *text, size_t size);

#endif
