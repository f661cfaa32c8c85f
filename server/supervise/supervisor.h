/* supervisor.h: several matches, each a process of its own, that are started, watched and ended together.
 *
 * A child is this program with the same command line and --instance N. It writes the lines of notify.h (READY=1,
 * WATCHDOG=1) into a pipe, whose other end it has no use for: a child that finds it closed has lost its supervisor and drains.
 * supervisor.c has the processes; watch.c decides; supervisor_console.c and supervisor_metrics.c show them.
 */
#ifndef FS_SERVER_SUPERVISOR_H
#define FS_SERVER_SUPERVISOR_H

#include <stdio.h>
#include <sys/types.h>

#include "../console/console_line.h"
#include "instance.h"
#include "watch.h"

typedef struct supervised {
    watch watch;
    pid_t pid;     /* 0: none */
    int pipe;      /* its lines; -1: none */
    char line[64]; /* the one that is being read */
    size_t used;   /* bytes of it */
} supervised;

typedef struct supervisor {
    int argc;
    char **argv;
    settings settings;                /* the newest that were read */
    supervised matches[INSTANCE_MAX]; /* those from `count` on are drained and not started again */
    uint32_t count;
    watch_rules rules;
    uint64_t start_us, polled_us;
    bool draining, failed;
} supervisor;

/* Runs until SIGTERM and the end of all matches; the program's exit status. `settings` stay the caller's. */
int supervisor_run(const settings *settings, int argc, char **argv);

/* --- for console and metrics ------------------------------------------------------------- */

/* No match is started any more, those that run are asked to end. */
void supervisor_drain(supervisor *supervisor);
/* Ends a match, from 0, cleanly; a new one follows at once. */
void supervisor_restart(supervisor *supervisor, uint32_t match);
/* Reads the configuration again and lets the matches do so; the log has the result. False with a sentence: nothing has changed
 * then. */
bool supervisor_reload(supervisor *supervisor, char why[APP_ERROR_BYTES]);
/* Whether every match runs. */
bool supervisor_ready(const supervisor *supervisor);
/* Microseconds since the newest sign of life of a match; 0 without a process. */
uint64_t supervisor_silence_us(const supervised *match, uint64_t now_us);

/* A console_handler's `run`. */
void supervisor_console_run(void *supervisor, const char *line, console_reply *reply);
/* Functions of a metrics_source. */
char *supervisor_metrics_text(void *supervisor);
bool supervisor_metrics_ready(void *supervisor);

#endif
