/* spectating.h: what a client that watches knows of the match, for the log and the report. */
#ifndef FS_CLIENT_ONLINE_SPECTATING_H
#define FS_CLIENT_ONLINE_SPECTATING_H

#include <fixstep/lockstep.h>
#include <jansson.h>

/* Logs whose ticks they are: of the server, or of another one whose ticks it passes on. */
void spectating_log(const fs_session *session);
/* Adds the figures of a spectator to a report. */
void spectating_add(json_t *report, const fs_session_stats *stats);

#endif
