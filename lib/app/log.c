/* log.c: log lines on standard error, held back while a terminal view is open, or in a file. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/utf8.h>

#include "app/setup.h"

enum { SENTENCE = 1024, HELD_LINES = 64 };

static struct {
    bool json, hold, status_shown;
    bool never_waits; /* lines that nobody takes are lost */
    bool on_both;     /* lines go to standard error beside the file */
    unsigned match;   /* 0: the only one */
    const char *path; /* NULL: standard error */
    int file;         /* descriptor of that file, plus 1; 0: none */
    uint64_t lost;    /* lines that nobody took, since the last one that was taken */
    bool torn;        /* it has the beginning of such a line */
    bool loss_told;   /* that it cannot be written */
    app_level lowest;
    char *held[HELD_LINES]; /* a ring, oldest at `held_count` once full */
    unsigned held_count;
} the_log = { .lowest = APP_INFO };

static const char *const level_names[] = { "debug", "info", "warning", "error" };

void app_log_setup(bool json, app_level lowest)
{
    the_log.json = json;
    the_log.lowest = lowest;
}

void app_log_set_match(unsigned match)
{
    the_log.match = match;
}

void app_log_never_wait(void)
{
    the_log.never_waits = true;
}

/* Whether a line can be written without waiting for its reader. Half of a pipe stays free for others who write to it at the
 * same moment. */
static bool takes_line(int file)
{
    struct pollfd state = { .fd = file, .events = POLLOUT };
    int unread = 0, size = 0;
#ifdef F_GETPIPE_SZ
    size = fcntl(file, F_GETPIPE_SZ);
#endif
    return poll(&state, 1, 0) != 0 && (size <= 0 || ioctl(file, FIONREAD, &unread) != 0 || unread < size / 2);
}

/* Whether a line for the log is to be written; counts it when not. */
static bool is_taken(void)
{
    int file = the_log.path != NULL && the_log.file != 0 ? the_log.file - 1 : STDERR_FILENO;
    return !the_log.never_waits || the_log.hold || takes_line(file);
}

static bool on_terminal(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

static void clear_status(void)
{
    if (the_log.status_shown)
        fputs("\r\033[K", stderr);
    the_log.status_shown = false;
}

static void hold_line(const char *line)
{
    char **slot = &the_log.held[the_log.held_count++ % HELD_LINES];
    free(*slot);
    *slot = strdup(line);
}

/* Appends a line in one piece, without a buffer that would put pieces of lost lines together. */
static bool append_line(const char *line)
{
    struct iovec parts[] = { { (char *)"\n", the_log.torn }, { (char *)line, strlen(line) }, { (char *)"\n", 1 } };
    ssize_t size = (ssize_t)(parts[0].iov_len + parts[1].iov_len + parts[2].iov_len);
    ssize_t written = writev(the_log.file - 1, parts, 3);
    the_log.torn = written < size && (the_log.torn || written > 0);
    if (written >= 0 && written < size)
        errno = ENOSPC; /* a part was written, and nothing says why no more */
    return written == size;
}

/* On standard error, once until a line is written again. */
static void tell_loss(int number)
{
    const char *path = the_log.path;
    if (the_log.loss_told)
        return;
    the_log.loss_told = true;
    the_log.path = NULL;
    app_log(APP_ERROR, "log-failed", NULL, "cannot write the log %.150s: %s; lines of it are lost", path,
            strerror(number));
    the_log.path = path;
}

/* A full disk loses lines of the log and nothing else; once there is room, lines are written again. */
static void write_file_line(const char *line)
{
    if (the_log.file == 0)
        return;
    bool written = append_line(line);
    if (!written) {
        tell_loss(errno);
        the_log.lost++;
    }
    the_log.loss_told = !written;
}

/* The first line for which there is room again tells how many are missing before it. */
static void tell_lost_lines(void)
{
    uint64_t lost = the_log.lost;
    if (lost == 0 || the_log.hold)
        return;
    the_log.lost = 0;
    app_log(APP_ERROR, "log-lost", json_pack("{s:I}", "lines", (json_int_t)lost),
            "%" PRIu64 " lines are missing here: the log could not be written", lost);
    if (the_log.lost > 0)
        the_log.lost = lost;
}

bool app_log_open(const char *path, char why[APP_ERROR_BYTES])
{
    int file = path != NULL ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666) : -1;
    if (path != NULL && file < 0) {
        snprintf(why, APP_ERROR_BYTES, "cannot write the log %.150s: %s", path, strerror(errno));
        return false;
    }
    if (the_log.file != 0)
        close(the_log.file - 1);
    the_log.file = file + 1;
    the_log.torn = false;
    the_log.path = path;
    return true;
}

void app_log_reopen(void)
{
    char why[APP_ERROR_BYTES];
    if (the_log.path != NULL && !app_log_open(the_log.path, why))
        app_log(APP_WARNING, "log-failed", NULL, "%s", why); /* into the old file */
}

static void write_line(const char *line)
{
    if (the_log.hold) {
        hold_line(line);
        return;
    }
    if (the_log.path != NULL) {
        write_file_line(line);
        if (!the_log.on_both)
            return;
    }
    clear_status();
    fprintf(stderr, "%s\n", line);
}

static void write_text(app_level level, const char *sentence)
{
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    char line[SENTENCE + 64], match[16] = "";
    if (the_log.match > 0)
        snprintf(match, sizeof match, "[%u] ", the_log.match);
    snprintf(line, sizeof line, "%02d:%02d:%02d.%03d %-7s %s%s", local.tm_hour, local.tm_min, local.tm_sec,
             (int)(now.tv_nsec / 1000000), level_names[level], match, sentence);
    write_line(line);
}

static void write_json(app_level level, const char *event, json_t *fields, const char *sentence)
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    char date[32], stamp[48];
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(stamp, sizeof stamp, "%s.%03dZ", date, (int)(now.tv_nsec / 1000000));
    json_t *line = json_pack("{s:s, s:s, s:s, s:s}", "time", stamp, "level", level_names[level], "event", event,
                             "message", sentence);
    if (the_log.match > 0)
        json_object_set_new(line, "match", json_integer(the_log.match));
    if (fields != NULL)
        json_object_update(line, fields);
    char *text = json_dumps(line, JSON_COMPACT);
    write_line(text != NULL ? text : "{\"level\":\"error\",\"event\":\"log\",\"message\":\"out of memory\"}");
    free(text);
    json_decref(line);
}

void app_log(app_level level, const char *event, json_t *fields, const char *format, ...)
{
    if (level >= the_log.lowest && !is_taken()) {
        the_log.lost++;
    } else if (level >= the_log.lowest) {
        tell_lost_lines();
        char sentence[SENTENCE];
        va_list values;
        va_start(values, format);
        vsnprintf(sentence, sizeof sentence, format, values);
        va_end(values);
        fs_utf8_clean(sentence);
        if (the_log.json)
            write_json(level, event, fields, sentence);
        else
            write_text(level, sentence);
    }
    json_decref(fields);
}

void app_log_failure(const char *why)
{
    the_log.on_both = true;
    app_log(APP_ERROR, "failed", NULL, "%s", why);
    the_log.on_both = false;
}

void app_log_refusal(const char *program, const char *why, const char *hint)
{
    if (the_log.json)
        app_log_failure(why);
    else
        app_print_error(program, "%s%s", why, hint);
}

/* Columns of a status line that does not wrap. */
static int status_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
        return 79;
    return size.ws_col - 1;
}

bool app_log_status(const char *text)
{
    if (the_log.match > 0 || the_log.path != NULL || the_log.json || the_log.lowest > APP_INFO || the_log.hold ||
        !on_terminal() || !is_taken())
        return false;
    fprintf(stderr, "\r\033[K%.*s", status_columns(), text);
    fflush(stderr);
    the_log.status_shown = true;
    return true;
}

void app_log_clear_status(void)
{
    clear_status();
    fflush(stderr);
}

void app_log_pause(bool hold)
{
    the_log.hold = hold;
    if (hold)
        return;
    for (unsigned i = 0; i < HELD_LINES; i++) {
        char **slot = &the_log.held[(the_log.held_count + i) % HELD_LINES];
        if (*slot != NULL)
            write_line(*slot);
        free(*slot);
        *slot = NULL;
    }
    the_log.held_count = 0;
    clear_status();
}
