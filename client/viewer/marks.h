/* marks.h: the places of a recording that are worth a jump. */
#ifndef FS_CLIENT_MARKS_H
#define FS_CLIENT_MARKS_H

#include <fixstep/replay.h>

#include "match_info.h"

/* Writes desyncs, who came and went, and keyframes into `marks`, as many as there is room for, and returns their number. */
uint32_t marks_read(const fs_replay *replay, match_mark marks[MATCH_MARKS]);

#endif
