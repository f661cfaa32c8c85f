/* online_report.h: the figures of a session in the JSON report. */
#ifndef FS_CLIENT_ONLINE_REPORT_H
#define FS_CLIENT_ONLINE_REPORT_H

#include <fixstep/net.h>
#include <jansson.h>

/* The match, the line and the state of a session; NULL without memory. The caller owns it. */
json_t *online_report(fs_session *session, const fs_session_stats *stats, const fs_net_stats *wire);

#endif
