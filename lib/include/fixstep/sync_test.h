/* sync_test.h: a test that a game's step depends on nothing but its state and its inputs.
 *
 * In lockstep every machine steps its own copy of the state. A step that also depends on a static variable, on what
 * lies in scratch, on memory that was never set or on the number of threads gives different states on different
 * machines. This test shows such a step on one machine: every tick is stepped twice from the same state under
 * different circumstances, and both states must be equal.
 *
 *     first step   state and scratch as the previous tick left them, with the caller's threads
 *     second step  state from its canonical bytes in another block whose padding is filled, scratch filled with
 *                  another byte each tick, no threads, unused stack filled
 *
 * In between, on every 128th tick, `init` also runs for a match with other options and another seed: a static variable
 * that `init` sets is then wrong. What the test cannot show: a difference between two compilers or machines
 * (floating point, undefined behaviour), and memory that happens to hold equal bytes both times.
 */
#ifndef FIXSTEP_SYNC_TEST_H
#define FIXSTEP_SYNC_TEST_H

#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_SYNC_MAX_DIFFERENCES = 16 };

/* The circumstance that changes the result, found by stepping the tick again with one circumstance changed at a time,
 * in this order. */
typedef enum fs_sync_cause {
    FS_SYNC_EQUAL,   /* no difference */
    FS_SYNC_MEMORY,  /* nothing was changed: static variable, clock, address, uninitialised local variable */
    FS_SYNC_SCRATCH, /* contents of scratch at the start of the step */
    FS_SYNC_CODEC,   /* block memory that is no part of the state: rows that are not in use, padding */
    FS_SYNC_THREADS, /* threads lent by the caller */
    FS_SYNC_UNKNOWN  /* the difference did not come again */
} fs_sync_cause;

/* The first tick whose two states differ. */
typedef struct fs_sync_report {
    fs_sync_cause cause;
    bool in_init;  /* two calls of `init` differ; no tick was stepped */
    uint32_t tick; /* number of the tick, counted from 0: finished ticks before it */
    uint64_t first_hash, second_hash;
    size_t total;   /* components that differ */
    uint32_t count; /* of them in `differences`, the first in canonical order; left is the first step */
    fs_difference differences[FS_SYNC_MAX_DIFFERENCES];
} fs_sync_report;

/* A match under test. Opaque; owns three states, three scratches and the canonical bytes of a state. */
typedef struct fs_sync_test fs_sync_test;

/* Makes the state of tick 0 twice and compares; a difference shows in the report. `tasks` (NULL: none) are the
 * threads of the first step and must outlive the test, as must the game. Errors as fs_sim_create(); *out is then
 * NULL. */
FS_API fs_result fs_sync_test_create(const fs_game *game, const fs_config *config, const fs_tasks *tasks,
                                     fs_sync_test **out);
/* NULL is allowed. */
FS_API void fs_sync_test_destroy(fs_sync_test *test);
/* Goes on from a state, such as that of a recording, as if the test had stepped up to it. E_SCHEMA when it has another schema or
 * other capacities. */
FS_API fs_result fs_sync_test_resume(fs_sync_test *test, const fs_state *state);
/* Steps one tick twice. `inputs` as for fs_sim_step(). E_MISMATCH: the states differ, see the report; every later call
 * returns it too and steps nothing. E_MALFORMED: the game's `valid` refuses a state that the game itself made. */
FS_API fs_result fs_sync_test_step(fs_sync_test *test, const fs_inputs *inputs);
/* The state after the first step of the latest tick, for bots and drawing. Owned by the test. */
FS_API const fs_state *fs_sync_test_state(const fs_sync_test *test);
FS_API const fs_sync_report *fs_sync_test_report(const fs_sync_test *test);
/* A sentence about a cause for the author of a game; never NULL. Static string. */
FS_API const char *fs_sync_cause_text(fs_sync_cause cause);

#ifdef __cplusplus
}
#endif
#endif
