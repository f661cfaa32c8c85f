/* signals.h: SIGINT and SIGTERM ask for a clean end; a second request forces it. */
#ifndef FS_APP_SIGNALS_H
#define FS_APP_SIGNALS_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP sets a flag and a second one ends
 * the process. SIGHUP stays ignored when it was at the start (nohup). `last_words` (may be NULL) is called in the signal handler before a
 * forced end. SIGPIPE and SIGXFSZ are ignored: the write fails instead. */
void app_signals_install(void (*last_words)(void));
bool app_signals_stop_requested(void);
/* After app_signals_install(): SIGHUP asks for a reload instead of an end, unless it was ignored at the start. */
void app_signals_reload_on_hangup(void);
/* Whether a reload was asked for since the last call. */
bool app_signals_take_reload(void);
/* Whether SIGUSR1 asked for the log file to be opened again since the last call. */
bool app_signals_take_reopen(void);

#endif
