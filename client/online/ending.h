/* ending.h: what follows the end of a match, and what it means for the program. */
#ifndef FS_CLIENT_ONLINE_ENDING_H
#define FS_CLIENT_ONLINE_ENDING_H

#include <fixstep/lockstep.h>

#include "app/options.h"

/* Of the match that ended last; zero: none has. */
typedef struct ending {
    uint64_t since_us; /* when it ended */
    uint64_t told_us;  /* when the server last said that another one follows */
} ending;

/* Logs FS_EVENT_ENDED. */
void ending_log(const fs_event *event);
/* The server has said that another match follows. */
void ending_note_next(ending *ending, uint64_t now_us);
/* Whether the program waits for another match: one was announced on this connection, less than a minute ago; behind a relay
 * that has lost its server for 120 s at most. */
bool ending_waits(ending *ending, const fs_session_stats *stats, bool connected, uint64_t now_us);
/* Whether the match was seen to its end; false with a sentence. */
bool ending_is_whole(const fs_session_stats *stats, char why[APP_ERROR_BYTES]);
/* How the session ended, for the report: a word of fs_end_cause_text(), "refused", "unreachable" when the server was never reached, or
 * "left" when the user left. `unanswered`: it waited for the server for too long; `reached`: there was a connection. */
const char *ending_text(const fs_session_stats *stats, fs_result refusal, bool unanswered, bool reached);

#endif
