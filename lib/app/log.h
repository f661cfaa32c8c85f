/* log.h: what a program tells on standard error, as text or as JSON lines.
 *
 * Every line has a time, a level, an event name for machines and a sentence for
 * people. Standard output is never touched: it belongs to the terminal view and
 * to answers such as --help.
 */
#ifndef FS_APP_LOG_H
#define FS_APP_LOG_H

#include <jansson.h>
#include <stdbool.h>

typedef enum app_level { APP_DEBUG, APP_INFO, APP_WARNING, APP_ERROR } app_level;

/* JSON lines or text, and the lowest level shown. */
void app_log_setup(bool json, app_level lowest);
/* One line. `fields` (may be NULL) are added to a JSON line and released. */
void app_log(app_level level, const char *event, json_t *fields, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A line that is overwritten by the next one, only on a terminal; returns false
 * where there is none and the caller should log now and then instead. */
bool app_log_status(const char *text);
/* While held, lines are kept (the newest 64) and come out at the release: a
 * program that draws on the same terminal must not be written over. */
void app_log_pause(bool hold);
/* The newest line's sentence, for a status line; "" if none yet. */
const char *app_log_newest(void);

#endif
