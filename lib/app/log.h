/* log.h: the log, on standard error or in a file, as text or as JSON lines.
 *
 * Every line has a time, a level, an event name for programs and a sentence for
 * people. The log never writes to standard output, which the terminal view and
 * answers such as --help use.
 */
#ifndef FS_APP_LOG_H
#define FS_APP_LOG_H

#include <jansson.h>
#include <stdbool.h>

#include "app/options.h"

typedef enum app_level { APP_DEBUG, APP_INFO, APP_WARNING, APP_ERROR } app_level;

/* JSON lines or text, and the lowest level shown. */
void app_log_setup(bool json, app_level lowest);
/* From now on a line whose reader stands still (a full pipe, a stopped terminal) is counted as lost instead of waited for; an
 * event `log-lost` tells the number once there is room. */
void app_log_never_wait(void);
/* Every line from now on is that of one of several matches, from 1: "[2]" before the sentence, "match": 2 in JSON; no status
 * lines. */
void app_log_set_match(unsigned match);
/* Appends the log to a file from now on (NULL: standard error); false with a sentence, and the log stays where it was.
 * `path` must stay valid. */
bool app_log_open(const char *path, char why[APP_ERROR_BYTES]);
/* Opens the file again, after a program has moved it away. */
void app_log_reopen(void);
/* One line. `fields` (may be NULL) are added to a JSON line and released. */
void app_log(app_level level, const char *event, json_t *fields, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Event "failed": the reason why the program ends. It goes to standard error also when the log goes to a file, because whoever
 * started the program looks there. */
void app_log_failure(const char *why);
/* The reason why a program does not start: an event "failed" where the log is JSON, else "PROGRAM: why" with the hint behind it
 * (" (see --help)" or "") on standard error. */
void app_log_refusal(const char *program, const char *why, const char *hint);
/* A line that the next one overwrites. False when standard error is no terminal or
 * status lines are not wanted; the caller then logs lines from time to time. */
bool app_log_status(const char *text);
/* Removes that line from the terminal, for output of another kind. */
void app_log_clear_status(void);
/* While `hold` is set, the newest 64 lines are kept in memory; clearing it writes
 * them. For a program that draws on the same terminal. */
void app_log_pause(bool hold);

#endif
