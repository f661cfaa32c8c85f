/* inspect.h: the fields of a body that the user points at. Reads states and changes none. */
#ifndef FS_CLIENT_INSPECT_H
#define FS_CLIENT_INSPECT_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/state.h>
#include <fixstep/view.h>

#include "match_info.h"

/* A row of a table. Zeroed: none. */
typedef struct inspected_row {
    bool chosen;
    uint16_t table;
    uint32_t row;
} inspected_row;

/* Chooses what a line of sight meets: a body that moves (pick.h), else the row with a field `pos` that is nearest to the line
 * and not farther from it than four times its reach (of equals the first), else a static body; none when there is none. */
inspected_row inspect_pick(const fs_state *state, const fs_draw_ray *sight);
/* Writes the name of the row and its fields into `info`, numbers with six digits; nothing when the row is not in use any more.
 * `other`: a second state of the game, NULL: none. Where a field differs there, its value there stands behind that of the first one. */
void inspect_describe(const fs_state *state, const fs_state *other, inspected_row row, match_info *info);
/* Moves the camera of a picture of the state so that it looks at the row's `pos` from half of its distance, in 2D with half of
 * its extent. False, and nothing moves, when the row is not in use any more. */
bool inspect_follow(const fs_state *state, inspected_row row, fs_draw_list *list);
/* Adds the name of the row to a picture of the state, at the row's `pos`; nothing when the row is not in use any more. */
void inspect_mark(const fs_state *state, inspected_row row, fs_draw_list *list);

#endif
