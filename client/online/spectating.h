/* spectating.h: what a client that watches knows of the match, for the log and the report. */
#ifndef FS_CLIENT_ONLINE_SPECTATING_H
#define FS_CLIENT_ONLINE_SPECTATING_H

#include <fixstep/lockstep.h>
#include <jansson.h>

#include "app/options.h"

/* Logs whose ticks they are: of the server, or of another one whose ticks it passes on. */
void spectating_log(const fs_session *session);
/* Whether the ticks are signed with the key whose fingerprint is `origin_key` (NULL: any or none); false with a sentence. A
 * session that is no spectator's yet is trusted. */
bool spectating_is_trusted(const fs_session_stats *stats, const char *origin_key, char why[APP_ERROR_BYTES]);
/* Adds the figures of a spectator to a report. */
void spectating_add(json_t *report, const fs_session_stats *stats);

#endif
