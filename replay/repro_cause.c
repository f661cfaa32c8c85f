/* repro_cause.c: see repro_cause.h.
 *
 * Every sentence follows from the report and from the runs; nothing here may guess beyond them.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "repro_cause.h"

#include <inttypes.h>
#include <stdio.h>

const char *repro_side_word(fs_repro_side side)
{
    static const char *const words[] = { "server", "client", "neither" };
    return words[side];
}

bool repro_is_steady(const fs_reproduction *found)
{
    return found->odd_run == UINT32_MAX && found->sync.cause == FS_SYNC_EQUAL;
}

int repro_exit_code(const fs_reproduction *found)
{
    static const int codes[] = { 0, 7, 1 };
    return repro_is_steady(found) ? codes[found->runs[0].side] : 8;
}

const char *repro_verdict(const fs_reproduction *found)
{
    static const char *const sentences[] = {
        "this build gives the server's state: the client's was the wrong one",
        "this build gives the client's state: the server's was the wrong one, or its build computes otherwise",
        "this build gives neither state: it computes otherwise than both"
    };
    return repro_is_steady(found) ? sentences[found->runs[0].side]
                                  : "this build does not always give the same state on this machine";
}

const char *repro_explanation(const fs_reproduction *found)
{
    switch (found->explained) {
    case FS_REPRO_UNDECIDED: break;
    case FS_REPRO_EXPLAINED:
        return found->runs[0].side == FS_REPRO_SERVER
                   ? "nothing else differed: with the client's values the state has the client's hash"
                   : "nothing else differed: with the server's values the state has the server's hash";
    case FS_REPRO_UNEXPLAINED: return "more differed than these values, or they are not the client's";
    }
    return "whether more differed cannot be told: this build has the state of neither side";
}

/* A difference that a repetition did not show. */
static void say_once(const fs_repro_run *run, char text[CAUSE_BYTES])
{
    snprintf(text, CAUSE_BYTES,
             "%s: tick %" PRIu32 " gave another state with %s and %" PRIu32
             " %s, but not when it was repeated; look for %s",
             run->workers > 1 ? "threads" : "memory outside the state, or the machine", run->odd_tick, run->kernel,
             run->workers, run->workers == 1 ? "thread" : "threads",
             run->workers > 1 ? "a race between chunks" : "memory that is read before it is set");
}

/* The run that differs, and by what it differs from the first one. */
static void say_unsteady(const fs_reproduction *found, char text[CAUSE_BYTES])
{
    const fs_repro_run *run = found->odd_run != UINT32_MAX ? &found->runs[found->odd_run] : NULL;
    if (run == NULL)
        snprintf(text, CAUSE_BYTES, "%s", fs_sync_cause_text(found->sync.cause));
    else if (!found->recurs)
        say_once(run, text);
    else if (run->workers > 1)
        snprintf(text, CAUSE_BYTES,
                 "threads: with %" PRIu32 " of them tick %" PRIu32
                 " gives another state in phase '%s'; look for chunks "
                 "that write the same memory, or for an order that depends on which ends first",
                 run->workers, run->odd_tick, fs_phase_text(found->phase));
    else
        snprintf(text, CAUSE_BYTES,
                 "compiler, processor or memory outside the state: with %s tick %" PRIu32
                 " gives another state in phase '%s'; try another compiler, another machine, and the sync test",
                 run->kernel, run->odd_tick, fs_phase_text(found->phase));
}

static void say_client_wrong(const fs_desync *desync, char text[CAUSE_BYTES])
{
    if (!desync->inputs_equal)
        snprintf(text, CAUSE_BYTES,
                 "the client simulated other inputs than the server: look at what it received, not at the simulation");
    else if (desync->phase == FS_PHASE_OUTSIDE)
        snprintf(
            text, CAUSE_BYTES,
            "outside the step: the client repeated the tick and got the server's state, so something else changed its "
            "memory (a bot, a view, another thread, a stray pointer), or its step gives other results at times");
    else if (desync->phase != FS_PHASE_UNKNOWN)
        snprintf(
            text, CAUSE_BYTES,
            "the client's build or machine: it repeated the tick and phase '%s' gave its own state again; run this "
            "command with its build and on its machine",
            fs_phase_text(desync->phase));
    else
        snprintf(text, CAUSE_BYTES, "on the client's side: run this command with its build and on its machine");
}

void repro_cause(const fs_recorded_desync *recorded, const fs_reproduction *found, char text[CAUSE_BYTES])
{
    const fs_repro_run *run = &found->runs[0];
    if (!repro_is_steady(found))
        say_unsteady(found, text);
    else if (run->side == FS_REPRO_SERVER)
        say_client_wrong(&recorded->desync, text);
    else if (run->side == FS_REPRO_CLIENT)
        snprintf(text, CAUSE_BYTES,
                 "on the server's side, from tick %" PRIu32 " on: run this command with its build and on its machine",
                 run->parts_tick);
    else
        snprintf(text, CAUSE_BYTES,
                 "this build is a third one: it differs from the server's from tick %" PRIu32
                 " on; run this command with the builds named below",
                 run->parts_tick);
}
