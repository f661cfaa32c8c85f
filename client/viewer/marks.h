/* marks.h: the places of a recording that are worth a jump. */
#ifndef FS_CLIENT_MARKS_H
#define FS_CLIENT_MARKS_H

#include <fixstep/replay.h>

#include "match_info.h"

/* Writes desyncs, who came and went, and keyframes into `marks`, as many as there is room for, and returns their number. `schema`, of the
 * recording's game, names fields. */
uint32_t marks_read(const fs_replay *replay, const fs_schema *schema, match_mark marks[MATCH_MARKS]);
/* The newest desync that is at most `after` ticks past, or `before` ticks ahead of the tick; NULL: none. */
const match_mark *marks_find_desync(const match_mark *marks, uint32_t count, uint32_t tick, uint32_t before,
                                    uint32_t after);

#endif
