/* feed.h: the newest lines beside a match: who came and went, what players say, desyncs, words of the server.
 *
 * Lines are UTF-8 and clean; each stands beside the match for FEED_SHOWN_US. Who comes and goes is read from the names of the stream, tick
 * by tick, so that a recording shows the same lines.
 */
#ifndef FS_CLIENT_FEED_H
#define FS_CLIENT_FEED_H

#include <stdint.h>
#include <fixstep/lockstep.h>

#include "match_info.h"

enum { FEED_SHOWN_US = 8000000 };

typedef struct feed {
    char lines[MATCH_INFO_LINES][MATCH_INFO_LINE_BYTES]; /* a ring */
    uint64_t until_us[MATCH_INFO_LINES];                 /* when each is shown no longer */
    uint32_t count;                                      /* lines ever added */
    char names[FS_MAX_PLAYERS][FS_MAX_NAME];
    bool known; /* `names` are those of a tick */
} feed;

void feed_add(feed *feed, uint64_t now_us, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* After a tick: adds what was said in it, and who came and went since the call before. */
void feed_tick(feed *feed, const fs_stream *stream, uint64_t now_us);
/* Another match or another state: its first tick brings nobody. */
void feed_forget_names(feed *feed);
/* Copies the newest lines, the oldest first, and tells how many of them stand beside the match now. */
void feed_show(const feed *feed, uint64_t now_us, match_info *info);

#endif
