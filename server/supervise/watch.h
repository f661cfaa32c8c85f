/* watch.h: what a supervisor does about one match: start it, wait for its signs of life, end it, start it again.
 *
 * A state machine without process or clock: times are parameters in microseconds of a monotonic clock, and the caller does
 * what watch_poll() asks for. A match that ends by itself is followed by a new one. Starts after a failure, or after less
 * than WATCH_STEADY_US, wait: WATCH_FIRST_BACKOFF_US, twice as long each time, WATCH_MAX_BACKOFF_US at most.
 */
#ifndef FS_SERVER_WATCH_H
#define FS_SERVER_WATCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WATCH_FIRST_BACKOFF_US = 250000,
    WATCH_MAX_BACKOFF_US = 30000000,
    WATCH_STEADY_US = 10000000,      /* a match that has run for so long is a good one */
    WATCH_START_LIMIT_US = 30000000, /* until a new process is ready */
    WATCH_ABORT_LIMIT_US = 2000000   /* from SIGABRT to SIGKILL */
};

typedef enum watch_state {
    WATCH_DOWN,     /* no process; the next one starts at due_us unless `stopping` */
    WATCH_STARTING, /* a process that has not said READY */
    WATCH_RUNNING,
    WATCH_HUNG,  /* it was aborted */
    WATCH_ENDING /* it was asked to end */
} watch_state;

typedef enum watch_action { WATCH_NOTHING, WATCH_START, WATCH_END, WATCH_ABORT, WATCH_KILL } watch_action;

typedef struct watch_rules {
    uint64_t hang_us; /* a running process without a sign of life for so long hangs */
    uint64_t end_us;  /* from asking it to end to SIGKILL */
} watch_rules;

typedef struct watch {
    watch_state state;
    bool stopping;       /* no process is started any more */
    bool renewing;       /* the present one is to make room for another */
    bool tried;          /* one was ready, or has exited */
    uint64_t since_us;   /* of the state */
    uint64_t started_us; /* of the newest process */
    uint64_t heard_us;   /* of its newest sign of life */
    uint64_t due_us;     /* of the next start */
    uint64_t backoff_us; /* of the next failure */
    uint64_t starts, ends, failures, hangs;
} watch;

/* The next thing to do; repeated calls give each action once, WATCH_KILL until the process is gone. */
watch_action watch_poll(watch *watch, const watch_rules *rules, uint64_t now_us);
/* A process was started, as WATCH_START asked. */
void watch_started(watch *watch, uint64_t now_us);
/* A sign of life; `ready`: it says that it hosts. */
void watch_heard(watch *watch, bool ready, uint64_t now_us);
/* The process is gone; `good`: it ended by itself with exit status 0. */
void watch_exited(watch *watch, bool good, uint64_t now_us);
/* No process from now on; watch_poll() asks to end the present one. */
void watch_stop(watch *watch);
/* watch_poll() asks to end the present process; another one follows at once. */
void watch_renew(watch *watch);
/* Takes watch_stop() back and starts at once, also within a back-off. */
void watch_resume(watch *watch, uint64_t now_us);
/* The supervisor itself was not run for a while: signs of life may wait. */
void watch_excuse(watch *watch, uint64_t now_us);
/* "down", "starting", "running", "hung" or "ending". */
const char *watch_state_name(const watch *watch);

#endif
