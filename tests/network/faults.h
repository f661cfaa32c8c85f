/* faults.h: schedules of faults: drawn from a seed, as text that can be replayed, and reduced to what a failure needs.
 *
 * A schedule as text: "seed 7; clients 5; line wifi; blackout 3 at 2500000 for 300000; server-stop 0 at ...", times in
 * microseconds after the start. What a fault does is the simulation's to know.
 */
#ifndef FS_FAULTS_H
#define FS_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FAULTS_MAX = 16, FAULTS_TEXT_BYTES = 2048, FAULTS_SHORTEST_US = 20000 };

typedef enum fault_kind {
    FAULT_BLACKOUT,
    FAULT_CLIENT_STOP,
    FAULT_SERVER_STOP,
    FAULT_LOST_CONNECTION,
    FAULT_LEAVE,
    FAULT_BAD_LINE,
    FAULT_SLOW_COMPUTER,
    FAULT_FLIPPED_BIT,
    FAULT_MESSAGE_KINDS, /* those above are faults of a match over messages too (netsim.h) */
    FAULT_SERVER_CRASH = FAULT_MESSAGE_KINDS,
    FAULT_CLIENT_CRASH,
    FAULT_PARTITION,  /* a part of the clients and the server do not hear each other */
    FAULT_DISK_FULL,  /* of the server */
    FAULT_STORM,      /* many come at once, and leave at the end */
    FAULT_CLOCK_JUMP, /* the monotonic clock of a client leaps forward */
    FAULT_SERVER_CLOCK_JUMP,
    FAULT_WALL_STEP, /* the clock of day of a client is set, forward or back */
    FAULT_SERVER_WALL_STEP,
    FAULT_RELAY_CRASH,
    FAULT_KINDS
} fault_kind;

typedef struct fault {
    fault_kind kind;
    uint32_t client;
    uint64_t at_us, for_us;
    uint32_t stage; /* 0 to come, 1 begun, 2 over */
} fault;

typedef struct fault_schedule {
    uint64_t seed;
    uint32_t clients, line; /* of netline_conditions; that of those who are not healthy */
    uint32_t count;
    fault faults[FAULTS_MAX];
} fault_schedule;

/* How schedules are drawn. */
typedef struct fault_plan {
    uint32_t kinds, max;       /* the first `kinds` of fault_kind; at most `max` faults, at least one */
    uint32_t clients, healthy; /* the first `healthy` clients have no faults of their own */
    uint32_t lines;            /* the first so many conditions; 0: the line is not drawn */
    uint64_t span_us;          /* all begin in it */
} fault_plan;

fault_schedule faults_draw(const fault_plan *plan, uint64_t seed);
/* Begins the fault `at_us` after the start, and ends it `for_us` later: +1, -1, 0 when nothing is due. */
int faults_advance(fault *f, uint64_t now_us);
/* When something of the schedule is due; UINT64_MAX: nothing more. */
uint64_t faults_due_us(const fault_schedule *s);

/* The schedule as text, which faults_read() reads; FAULTS_TEXT_BYTES hold it. Returns `text`. */
char *faults_write(const fault_schedule *s, char *text);
/* False, with the word that it does not know in `bad`, for another text. */
bool faults_read(fault_schedule *s, const char *text, char bad[32]);

/* Whether a run of the schedule passes; else why not. */
typedef bool faults_test(const fault_schedule *s, char why[256]);
/* Removes faults, shortens them, and takes clients and a bad line away, as long as the schedule still fails. */
void faults_reduce(fault_schedule *s, faults_test *passes);
/* Runs the schedule. When it fails, reduces it, prints what is left with the command that repeats it, and returns false with
 * the reason of the reduced schedule. */
bool faults_try(fault_schedule *s, faults_test *passes, const char *program, char why[256]);
/* All schedules that the environment asks for: FS_SCHEDULE is one as text, FS_SEED the seed of one; else FS_SEEDS seeds from
 * 1 on, or `many`. Fails the test when one fails. */
void faults_run(const fault_plan *plan, faults_test *passes, uint64_t many, const char *program);

#endif
