/* instance.h: the names and ports that each match of a supervised server has of its own.
 *
 * Match n, from 1, has port --port + n - 1, the port of --metrics + n, and the paths of --record, --report and --console with
 * -n before their suffix: match-2.fsr. The supervisor itself keeps --console and --metrics.
 */
#ifndef FS_SERVER_INSTANCE_H
#define FS_SERVER_INSTANCE_H

#include <stddef.h>

#include "../settings.h"

enum { INSTANCE_MAX = 64 };

/* "match.fsr" and 2 give "match-2.fsr", "/run/fixstep/console" gives "/run/fixstep/console-2". False when it does not
 * fit. */
bool instance_path(char *out, size_t size, const char *path, unsigned number);
/* Whether settings with --supervise can be those of several matches; false with a sentence. */
bool instance_check(const settings *settings, char why[APP_ERROR_BYTES]);
/* Gives the settings the names and ports of match settings->instance; false with a sentence. */
bool instance_apply(settings *settings, char why[APP_ERROR_BYTES]);

#endif
