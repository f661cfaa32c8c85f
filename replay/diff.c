/* diff.c: "fixstep-replay diff": the first tick in which two recordings of a match differ. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "app/workers.h"

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

static json_t *diff_json(const settings *s, const fs_replay *left, const fs_comparison *c, const fields *f)
{
    json_t *value = json_object();
    json_object_set_new(value, "left", json_text(s->files[0]));
    json_object_set_new(value, "right", json_text(s->files[1]));
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
        printf("all roots of ticks %" PRIu32 " to %" PRIu32 " are equal\n", c->first_tick, last);
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

/* The exit code of a comparison; prints an error when it is incomplete. */
static int find_exit_code(const settings *s, fs_result result, const fs_comparison *c, const fields *f)
{
    if (result == FS_E_GONE) {
        print_error("%s and %s have no tick in common", s->files[0], s->files[1]);
        return 2;
    }
    if (result != FS_OK)
        print_error("the fields cannot be compared: %s", fs_result_text(result));
    else if (!f->complete)
        print_error("out of memory: only the first %zu fields are shown", f->count);
    else if (!c->schema_equal)
        print_error("the schemas differ: the fields cannot be compared");
    return c->hash_tick != UINT32_MAX || c->input_tick != UINT32_MAX ? 1 : 0;
}

static int compare_recordings(const settings *s, const fs_replay *left, const fs_replay *right, const fs_game *game)
{
    fs_comparison c;
    fields f = { .complete = true };
    fs_result result = fs_replay_compare(left, right, game_for(left, game), app_workers_process_tasks(), &c,
                                         keep_difference, &f);
    int code = find_exit_code(s, result, &c, &f);
    if (result != FS_E_GONE && !s->json)
        print_diff(left, &c, &f);
    else if (result != FS_E_GONE && !print_json(diff_json(s, left, &c, &f)))
        code = worse_exit_code(code, 2);
    free(f.list);
    return code;
}

int diff_run(const settings *s)
{
    int code_left = 0, code_right = 0;
    const fs_game *game;
    if (!open_game(s, &game))
        return 5;
    fs_replay *left = open_recording(s->files[0], &code_left);
    fs_replay *right = open_recording(s->files[1], &code_right);
    int code = worse_exit_code(code_left, code_right);
    if (left != NULL && right != NULL && fs_replay_schema(left) != NULL && fs_replay_schema(right) != NULL)
        code = worse_exit_code(code, compare_recordings(s, left, right, game));
    fs_replay_close(left);
    fs_replay_close(right);
    return code;
}
