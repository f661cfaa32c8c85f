/* progress.c: how far a long command has come, on one line of a terminal. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "app/log.h"
#include "commands.h"

enum { PROGRESS_MS = 200 }; /* between two lines, and before the first */

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_begin(progress_line *line, const char *path)
{
    double now = seconds_now();
    *line = (progress_line){ path, now, now + PROGRESS_MS / 1000.0 };
}

void progress_show(void *context, uint32_t done, uint32_t total)
{
    progress_line *line = context;
    char text[256], path[CLEAN_TEXT_BYTES];
    double now = seconds_now();
    if (now < line->next || total == 0)
        return;
    double left = (now - line->start) / done * (total - done);
    line->next = now + PROGRESS_MS / 1000.0;
    snprintf(text, sizeof text, "%3.0f%%  %" PRIu32 " of %" PRIu32 " ticks, %.0f s left  %.120s", 100.0 * done / total,
             done, total, left, clean_text(line->path, path));
    app_log_status(text);
}

void progress_end(void)
{
    app_log_clear_status();
}
