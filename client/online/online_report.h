/* online_report.h: the figures of a session in the JSON report. */
#ifndef FS_CLIENT_ONLINE_REPORT_H
#define FS_CLIENT_ONLINE_REPORT_H

#include <fixstep/net.h>
#include <jansson.h>

#include "online/latency.h"

/* The match, the line, what was felt of it, and the state of a session; NULL without memory. The caller owns it. */
json_t *online_report(fs_session *session, const fs_session_stats *stats, const fs_net_stats *wire,
                      const latency *felt);

/* A desync as JSON, and in *text as a sentence; either is NULL without memory. It is whole when the trace ran in this process,
 * else it has what the server told. The caller owns both. */
json_t *online_desync_report(const fs_event *event, const fs_schema *schema, char **text);

#endif
