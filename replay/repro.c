/* repro.c: "fixstep-replay repro": the desyncs of a recording simulated again, and what this build says to them. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "repro_cause.h"
#include "app/difference.h"
#include "app/setup.h"
#include "app/workers.h"

enum { MAX_DESYNCS = 16 }; /* reproduced in one call */

static const uint32_t thread_counts[] = { 2, 4 };
enum { THREAD_COUNTS = sizeof thread_counts / sizeof thread_counts[0] };

/* One desync of one recording. */
typedef struct repro {
    const char *path;
    const fs_replay *replay;
    uint32_t number, count; /* of the desync, from 1; in the recording */
    fs_recorded_desync recorded;
    fs_reproduction found;
    fs_result result; /* of the simulation */
    outcome end;      /* of the file's structure, then of the desync too */
} repro;

/* --- text -------------------------------------------------------------------------------- */

static void print_row(const char *name, const char *text)
{
    char clean[CLEAN_TEXT_BYTES];
    printf("  %-9s %s\n", name, clean_text(text, clean));
}

/* "body2[0].pos.x: server 1.25 m (0x...), client 1.5 m (0x...), this build 1.25 m (0x...)" */
static void print_values(const repro *r)
{
    const fs_schema *schema = fs_replay_schema(r->replay);
    for (uint32_t i = 0; i < r->recorded.desync.count; i++) {
        const fs_difference *d = &r->recorded.desync.differences[i];
        const fs_repro_value *own = &r->found.own[i];
        char path[APP_PATH_BYTES], left[APP_VALUE_BYTES], right[APP_VALUE_BYTES], mine[APP_VALUE_BYTES];
        fs_value_path(schema, d->ref, path, sizeof path);
        app_value_text(schema, d->ref, d->left, d->left_exists, left, sizeof left);
        app_value_text(schema, d->ref, d->right, d->right_exists, right, sizeof right);
        app_value_text(schema, d->ref, own->raw, own->exists, mine, sizeof mine);
        printf("  %-9s %s: server %s, client %s, this build %s\n", i == 0 ? "values" : "", path, left, right, mine);
    }
    if (r->recorded.desync.count == 0)
        print_row("values", r->recorded.reason[0] != '\0' ? r->recorded.reason : "none are in the report");
    else
        print_row("", repro_explanation(&r->found));
}

static void print_phase(const fs_desync *d)
{
    if (d->phase == FS_PHASE_UNKNOWN || d->phase == FS_PHASE_INPUTS || d->phase == FS_PHASE_OUTSIDE)
        printf("  %-9s %s\n", "phase", fs_phase_text(d->phase));
    else
        printf("  %-9s %s, number %" PRIu32 " of the tick\n", "phase", fs_phase_text(d->phase), d->round + 1);
}

static void print_slice(const repro *r)
{
    const fs_repro_run *run = &r->found.runs[0];
    printf("  %-9s ticks %" PRIu32 " to %" PRIu32 " simulated; ", "slice", r->found.first_tick,
           r->recorded.desync.tick);
    if (run->parts_tick == UINT32_MAX)
        printf("all state hashes are the server's\n");
    else
        printf("the first state hash that is not the server's is that of tick %" PRIu32 "\n", run->parts_tick);
}

static void print_runs(const repro *r)
{
    static const char *const sides[] = { "the server's state", "the client's state", "neither state" };
    for (uint32_t i = 0; i < r->found.run_count; i++) {
        const fs_repro_run *run = &r->found.runs[i];
        printf("  %-9s %s, %" PRIu32 " %s: %s, %016" PRIx64 "\n", i == 0 ? "runs" : "", run->kernel, run->workers,
               run->workers == 1 ? "thread" : "threads", sides[run->side], run->state_hash);
    }
    if (r->found.sync.cause == FS_SYNC_EQUAL)
        print_row("", "every tick twice: equal");
    else
        printf("  %-9s every tick twice: differs in tick %" PRIu32 "; %s\n", "", r->found.sync.tick,
               fs_sync_cause_text(r->found.sync.cause));
}

/* The fields in which this build differs from itself. */
static void print_odd(const repro *r)
{
    const fs_schema *schema = fs_replay_schema(r->replay);
    const fs_reproduction *f = &r->found;
    if (f->odd_run != UINT32_MAX) {
        const fs_repro_run *run = &f->runs[f->odd_run];
        printf("  %-9s tick %" PRIu32 ", %s, %" PRIu32 " %s: ", "odd run", run->odd_tick, run->kernel, run->workers,
               run->workers == 1 ? "thread" : "threads");
        if (f->recurs)
            printf("phase %s, number %" PRIu32 "\n", fs_phase_text(f->phase), f->round + 1);
        else
            printf("not so when both runs were repeated\n");
        for (uint32_t i = 0; i < f->count; i++)
            print_difference(schema, &f->differences[i], "first run", "odd run");
    }
    for (uint32_t i = 0; f->sync.cause != FS_SYNC_EQUAL && i < f->sync.count; i++)
        print_difference(schema, &f->sync.differences[i], "first step", "second step");
}

static void print_builds(const repro *r)
{
    char build[CLEAN_TEXT_BYTES];
    printf("  %-9s server %s\n", "builds", clean_text(fs_replay_get_info(r->replay)->build, build));
    printf("  %-9s client %s\n", "", r->recorded.client_build[0] != '\0' ? r->recorded.client_build : "unknown");
    printf("  %-9s this   %s\n", "", app_build());
}

static void print_text(const repro *r)
{
    char cause[CAUSE_BYTES], path[CLEAN_TEXT_BYTES];
    const fs_desync *d = &r->recorded.desync;
    printf("%s: desync %" PRIu32 " of %" PRIu32 ": tick %" PRIu32 ", player '%s' in slot %" PRIu32 "\n",
           clean_text(r->path, path), r->number, r->count, d->tick, d->name, d->slot);
    if (r->result != FS_OK) {
        print_row("not run", r->found.why);
        return;
    }
    print_row("verdict", repro_verdict(&r->found));
    repro_cause(&r->recorded, &r->found, cause);
    print_row("cause", cause);
    print_values(r);
    print_phase(d);
    print_row("inputs", d->inputs_equal ? "equal on both sides" : "the client simulated others than the server");
    print_slice(r);
    print_runs(r);
    print_odd(r);
    print_builds(r);
}

/* --- JSON ---------------------------------------------------------------------------------- */

static json_t *tick_json(uint32_t tick)
{
    return tick != UINT32_MAX ? json_integer(tick) : json_null();
}

static json_t *run_json(const fs_repro_run *run)
{
    json_t *value = json_object();
    json_object_set_new(value, "kernel", json_string(run->kernel));
    json_object_set_new(value, "threads", json_integer(run->workers));
    json_object_set_new(value, "state_hash", json_hash(run->state_hash));
    json_object_set_new(value, "agrees_with", json_string(repro_side_word(run->side)));
    json_object_set_new(value, "recorded_until", tick_json(run->parts_tick));
    json_object_set_new(value, "equal_until", tick_json(run->odd_tick));
    return value;
}

static json_t *runs_json(const fs_reproduction *found)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < found->run_count; i++)
        json_array_append_new(list, run_json(&found->runs[i]));
    return list;
}

/* The values of the report and of this build: the differences of server and client, each with "own". */
static json_t *values_json(const repro *r)
{
    const fs_schema *schema = fs_replay_schema(r->replay);
    const fs_desync *d = &r->recorded.desync;
    fs_difference own[FS_MAX_DIFFERENCES];
    for (uint32_t i = 0; i < d->count; i++) {
        const fs_repro_value *mine = &r->found.own[i];
        own[i] = (fs_difference){ d->differences[i].ref, mine->raw, mine->raw, mine->exists, mine->exists };
    }
    json_t *list = json_differences(schema, d->differences, d->count, "server", "client");
    json_t *owns = json_differences(schema, own, d->count, "own", "right");
    for (size_t i = 0; i < json_array_size(list); i++)
        json_object_set(json_array_get(list, i), "own", json_object_get(json_array_get(owns, i), "own"));
    json_decref(owns);
    return list;
}

static json_t *odd_json(const repro *r)
{
    const fs_reproduction *f = &r->found;
    if (f->odd_run == UINT32_MAX)
        return json_null();
    json_t *value = json_object();
    json_object_set_new(value, "run", json_integer(f->odd_run));
    json_object_set_new(value, "tick", json_integer(f->runs[f->odd_run].odd_tick));
    json_object_set_new(value, "recurs", json_boolean(f->recurs));
    json_object_set_new(value, "phase", f->recurs ? json_string(fs_phase_text(f->phase)) : json_null());
    json_object_set_new(value, "phase_round", json_integer(f->round));
    json_object_set_new(
        value, "differences",
        json_differences(fs_replay_schema(r->replay), f->differences, f->count, "first_run", "odd_run"));
    return value;
}

static json_t *twice_json(const repro *r)
{
    const fs_sync_report *sync = &r->found.sync;
    json_t *value = json_object();
    json_object_set_new(value, "equal", json_boolean(sync->cause == FS_SYNC_EQUAL));
    json_object_set_new(value, "tick", sync->cause != FS_SYNC_EQUAL ? json_integer(sync->tick) : json_null());
    json_object_set_new(value, "cause", json_string(fs_sync_cause_text(sync->cause)));
    json_object_set_new(
        value, "differences",
        json_differences(fs_replay_schema(r->replay), sync->differences, sync->count, "first_step", "second_step"));
    return value;
}

static json_t *explained_json(fs_repro_explained explained)
{
    return explained == FS_REPRO_UNDECIDED ? json_null() : json_boolean(explained == FS_REPRO_EXPLAINED);
}

static void add_findings(const repro *r, json_t *value)
{
    char cause[CAUSE_BYTES];
    repro_cause(&r->recorded, &r->found, cause);
    json_object_set_new(value, "agrees_with", json_string(repro_side_word(r->found.runs[0].side)));
    json_object_set_new(value, "cause", json_text(cause));
    json_object_set_new(value, "values", values_json(r));
    json_object_set_new(value, "explained", explained_json(r->found.explained));
    json_object_set_new(value, "first_tick", json_integer(r->found.first_tick));
    json_object_set_new(value, "runs", runs_json(&r->found));
    json_object_set_new(value, "odd_run", odd_json(r));
    json_object_set_new(value, "twice", twice_json(r));
}

/* What of the file cannot be read or trusted: null when it is whole. */
static void add_fault(json_t *value, const fs_replay_info *info)
{
    bool whole = info->end == FS_REPLAY_COMPLETE;
    json_object_set_new(value, "fault", whole ? json_null() : json_text(info->fault));
    json_object_set_new(value, "fault_offset", whole ? json_null() : json_integer((json_int_t)info->fault_offset));
}

static json_t *repro_json(const repro *r)
{
    const fs_desync *d = &r->recorded.desync;
    json_t *value = json_object();
    json_outcome(value, r->path, &r->end);
    add_fault(value, fs_replay_get_info(r->replay));
    json_object_set_new(value, "desync", json_integer(r->number));
    json_object_set_new(value, "desyncs", json_integer(r->count));
    json_object_set_new(value, "tick", json_integer(d->tick));
    json_object_set_new(value, "slot", json_integer(d->slot));
    json_object_set_new(value, "player", json_text(d->name));
    json_object_set_new(value, "phase", json_string(fs_phase_text(d->phase)));
    json_object_set_new(value, "phase_round", json_integer(d->round));
    json_object_set_new(value, "inputs_equal", json_boolean(d->inputs_equal));
    json_object_set_new(value, "server_state_hash", json_hash(d->server_state_hash));
    json_object_set_new(value, "client_state_hash", json_hash(d->client_state_hash));
    json_object_set_new(value, "server_build", json_text(fs_replay_get_info(r->replay)->build));
    json_object_set_new(value, "client_build", json_text(r->recorded.client_build));
    json_object_set_new(value, "build", json_text(app_build()));
    if (r->result == FS_OK)
        add_findings(r, value);
    return value;
}

/* --- files ------------------------------------------------------------------------------------ */

/* A failure of a whole file, or of a desync that cannot be read. Returns the exit code. */
static int report_failure(const settings *s, const char *path, outcome *end, int code, const char *why)
{
    note_failure(end, path, code, "%s", why);
    return print_file_outcome(s, path, end);
}

static int report(const settings *s, repro *r)
{
    if (r->result == FS_OK)
        note_verdict(&r->end, repro_exit_code(&r->found), repro_verdict(&r->found));
    else
        note_verdict(&r->end, fs_result_exit_code(r->result), r->found.why);
    if (s->json)
        return print_json(repro_json(r)) ? r->end.code : worse_exit_code(r->end.code, EXIT_UNREADABLE);
    print_text(r);
    return r->end.code;
}

static int run_desync(const settings *s, repro *r, const fs_game *game, const fs_tasks *const *tasks)
{
    char why[64];
    progress_line line;
    if (fs_replay_read_desync(r->replay, r->number - 1, &r->recorded) != FS_OK) {
        snprintf(why, sizeof why, "the report of desync %" PRIu32 " is malformed", r->number);
        return report_failure(s, r->path, &r->end, EXIT_MALFORMED, why);
    }
    progress_begin(&line, r->path);
    r->result = fs_replay_reproduce(r->replay, &r->recorded, game, tasks, THREAD_COUNTS, progress_show, &line,
                                    &r->found);
    progress_end();
    return report(s, r);
}

/* `damage` is that of the file's structure. */
static int run_desyncs(const settings *s, const char *path, const fs_replay *replay, outcome *damage,
                       const fs_game *game, const fs_tasks *const *tasks)
{
    uint32_t count = fs_replay_get_info(replay)->desyncs, first = 1, last = count;
    int code = damage->code;
    if (count == 0 && code != 0)
        return report_failure(s, path, damage, code, "no desync is in the part that can be read");
    if (count == 0)
        return report_failure(s, path, damage, EXIT_UNREADABLE,
                              "holds no desync; a server writes desync-*.fsr, and its own recording holds them too");
    if (s->desync > count)
        return report_failure(s, path, damage, EXIT_UNREADABLE, "has fewer desyncs than that");
    if (s->desync > 0)
        first = last = (uint32_t)s->desync;
    else if (count > MAX_DESYNCS)
        last = MAX_DESYNCS;
    for (uint32_t i = first; i <= last; i++) {
        repro r = { .path = path, .replay = replay, .number = i, .count = count, .end = *damage };
        code = worse_exit_code(code, run_desync(s, &r, game, tasks));
    }
    if (s->desync == 0 && last < count)
        print_error("%s: only the first %d of %" PRIu32 " desyncs were simulated; --desync N is for a later one", path,
                    MAX_DESYNCS, count);
    return code;
}

static int repro_file(const settings *s, const char *path, const fs_game *game, const fs_tasks *const *tasks)
{
    outcome end;
    fs_replay *replay = open_recording(path, &end);
    bool simulates = replay != NULL && fs_replay_schema(replay) != NULL &&
                     check_compatibility(replay, path, &game, &end);
    int code = simulates ? run_desyncs(s, path, replay, &end, game, tasks) : print_file_outcome(s, path, &end);
    fs_replay_close(replay);
    return code;
}

int repro_run(const settings *s)
{
    const fs_game *game;
    app_workers *workers[THREAD_COUNTS];
    const fs_tasks *tasks[THREAD_COUNTS];
    outcome end;
    int code = 0;
    if (!open_game(s, &game, &end))
        return print_outcome(s, &end);
    for (int i = 0; i < THREAD_COUNTS; i++) {
        workers[i] = app_workers_start(thread_counts[i]);
        tasks[i] = workers[i] != NULL ? app_workers_tasks(workers[i]) : NULL;
        if (workers[i] == NULL)
            print_error("the system gives no %" PRIu32 " threads: their runs have one", thread_counts[i]);
    }
    for (int i = 0; i < s->file_count; i++)
        code = worse_exit_code(code, repro_file(s, s->files[i], game, tasks));
    for (int i = 0; i < THREAD_COUNTS; i++)
        app_workers_stop(workers[i]);
    return code;
}
