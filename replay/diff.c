/* diff.c: "fixstep-replay diff": the first tick in which two recordings of a match differ. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "app/workers.h"

enum { EXIT_DIFFERENT = 1 };

/* Differing fields, in a growing list. */
typedef struct fields {
    fs_difference *list;
    size_t count, capacity;
    bool complete;
} fields;

static bool keep_difference(void *context, const fs_difference *difference)
{
    fields *f = (fields *)context;
    if (f->count == f->capacity) {
        size_t capacity = f->capacity == 0 ? 64 : f->capacity * 2;
        fs_difference *list = realloc(f->list, capacity * sizeof *list);
        if (list == NULL) {
            f->complete = false;
            return false;
        }
        f->list = list;
        f->capacity = capacity;
    }
    f->list[f->count++] = *difference;
    return true;
}

/* --- output ---------------------------------------------------------------------------- */

static json_t *tick_json(uint32_t tick)
{
    return tick != UINT32_MAX ? json_integer(tick) : json_null();
}

/* The names of the recordings, and how the command ends. */
static json_t *outcome_json(const settings *s, const outcome *o)
{
    json_t *value = json_object();
    json_object_set_new(value, "left", json_text(s->files[0]));
    json_object_set_new(value, "right", json_text(s->files[1]));
    json_object_set_new(value, "exit_code", json_integer(o->code));
    json_object_set_new(value, "why", json_text(o->why));
    return value;
}

static json_t *diff_json(const settings *s, const outcome *o, const fs_replay *left, const fs_comparison *c,
                         const fields *f)
{
    json_t *value = outcome_json(s, o);
    json_object_set_new(value, "equal", json_boolean(c->hash_tick == UINT32_MAX && c->input_tick == UINT32_MAX));
    json_object_set_new(value, "config_equal", json_boolean(c->config_equal));
    json_object_set_new(value, "schema_equal", json_boolean(c->schema_equal));
    json_object_set_new(value, "first_tick", json_integer(c->first_tick));
    json_object_set_new(value, "ticks", json_integer(c->ticks));
    json_object_set_new(value, "input_tick", tick_json(c->input_tick));
    json_object_set_new(value, "root_tick", tick_json(c->hash_tick)); /* former name of hash_tick */
    json_object_set_new(value, "hash_tick", tick_json(c->hash_tick));
    json_object_set_new(value, "state_tick", tick_json(c->state_tick));
    json_object_set_new(value, "differences",
                        json_differences(fs_replay_schema(left), f->list, f->count, "left", "right"));
    return value;
}

static void print_inputs(const fs_comparison *c)
{
    if (c->input_tick == UINT32_MAX)
        printf("inputs equal until then: the simulation differs\n");
    else if (c->input_tick == c->first_tick && c->first_tick > 0)
        printf("inputs differ in tick %" PRIu32 " or before\n", c->input_tick);
    else
        printf("inputs differ first in tick %" PRIu32 "\n", c->input_tick);
}

static void print_diff(const fs_replay *left, const fs_comparison *c, const fields *f)
{
    uint32_t last = c->first_tick + c->ticks - 1;
    if (!c->config_equal)
        printf("the configurations differ\n");
    if (c->hash_tick == UINT32_MAX && c->input_tick == UINT32_MAX) {
        printf("equal: ticks %" PRIu32 " to %" PRIu32 "\n", c->first_tick, last);
        return;
    }
    if (c->hash_tick == UINT32_MAX)
        printf("all state hashes of ticks %" PRIu32 " to %" PRIu32 " are equal\n", c->first_tick, last);
    else
        printf("first differing tick %" PRIu32 "\n", c->hash_tick);
    print_inputs(c);
    if (c->state_tick != UINT32_MAX)
        printf("%zu fields differ in the state after %" PRIu32 " ticks:\n", f->count, c->state_tick);
    else if (c->hash_tick != UINT32_MAX)
        printf("no state after it is known on both sides\n");
    for (size_t i = 0; i < f->count; i++)
        print_difference(fs_replay_schema(left), &f->list[i], "left", "right");
}

/* The exit code of a comparison, with an error when it is incomplete. */
static void note_result(const settings *s, fs_result result, const fs_comparison *c, const fields *f, outcome *o)
{
    int code = c->hash_tick != UINT32_MAX || c->input_tick != UINT32_MAX ? EXIT_DIFFERENT : 0;
    if (result == FS_E_GONE)
        note_failure(o, NULL, EXIT_UNREADABLE, "%s and %s have no tick in common", s->files[0], s->files[1]);
    else if (result != FS_OK)
        note_failure(o, NULL, code, "the fields cannot be compared: %s", fs_result_text(result));
    else if (!f->complete)
        note_failure(o, NULL, code, "out of memory: only the first %zu fields are shown", f->count);
    else if (!c->schema_equal)
        note_failure(o, NULL, code, "the schemas differ: the fields cannot be compared");
    if (result != FS_E_GONE)
        note_verdict(o, code, "the recordings differ");
}

/* Prints an object of nothing but the outcome, and returns the exit code. */
static int end_without_comparison(const settings *s, const outcome *o)
{
    return !s->json || print_json(outcome_json(s, o)) ? o->code : worse_exit_code(o->code, EXIT_UNREADABLE);
}

static int compare_recordings(const settings *s, const fs_replay *left, const fs_replay *right, const fs_game *game,
                              outcome *o)
{
    fs_comparison c;
    fields f = { .complete = true };
    fs_result result = fs_replay_compare(left, right, game_for(left, game), app_workers_process_tasks(), &c,
                                         keep_difference, &f);
    note_result(s, result, &c, &f, o);
    int code = o->code;
    if (result == FS_E_GONE)
        code = end_without_comparison(s, o);
    else if (!s->json)
        print_diff(left, &c, &f);
    else if (!print_json(diff_json(s, o, left, &c, &f)))
        code = worse_exit_code(code, EXIT_UNREADABLE);
    free(f.list);
    return code;
}

int diff_run(const settings *s)
{
    outcome o, o_right;
    const fs_game *game;
    if (!open_game(s, &game, &o))
        return end_without_comparison(s, &o);
    fs_replay *left = open_recording(s->files[0], &o);
    fs_replay *right = open_recording(s->files[1], &o_right);
    if (worse_exit_code(o.code, o_right.code) != o.code)
        o = o_right;
    bool readable = left != NULL && right != NULL && fs_replay_schema(left) != NULL && fs_replay_schema(right) != NULL;
    int code = readable ? compare_recordings(s, left, right, game, &o) : end_without_comparison(s, &o);
    fs_replay_close(left);
    fs_replay_close(right);
    return code;
}
