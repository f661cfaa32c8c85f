/* signals.h: SIGINT and SIGTERM ask for a clean end; a second request forces it. */
#ifndef FS_APP_SIGNALS_H
#define FS_APP_SIGNALS_H

#include <stdbool.h>

/* From now on the first signal is only remembered. `last_words` (may be NULL) is
 * called before a forced end: it must be safe in a signal handler or harmless
 * when it is not, since the process ends right after. SIGPIPE and SIGXFSZ are
 * ignored: a write that fails says so itself. */
void app_signals_install(void (*last_words)(void));
bool app_signals_stop_requested(void);

#endif
