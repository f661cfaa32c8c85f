/* shared.c: opening recordings, error messages and JSON for all commands. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/difference.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/workers.h"
#include "commands.h"

enum { ERROR_LINE_BYTES = 4096 };

void print_error(const char *format, ...)
{
    char sentence[ERROR_LINE_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    app_print_error(replay_program.name, "%s", sentence);
}

int worse_exit_code(int a, int b)
{
    /* Severity by exit code. */
    static const int severity[] = { 0, 7, 3, 4, 5, 2, 1, 6, 8 };
    return severity[a] > severity[b] ? a : b;
}

void note_verdict(outcome *o, int code, const char *sentence)
{
    if (worse_exit_code(o->code, code) == o->code)
        return;
    o->code = code;
    snprintf(o->why, sizeof o->why, "%s", sentence);
}

void note_failure(outcome *o, const char *path, int code, const char *format, ...)
{
    char why[APP_ERROR_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    print_error("%s%s%s", path != NULL ? path : "", path != NULL ? ": " : "", why);
    note_verdict(o, code, why);
}

/* --- opening ------------------------------------------------------------------------ */

fs_replay *open_recording(const char *path, outcome *o)
{
    char why[APP_ERROR_BYTES] = "";
    fs_replay *replay;
    *o = (outcome){ 0 };
    fs_result result = fs_replay_open_file(path, &replay, why, sizeof why);
    int code = replay != NULL ? fs_verdict_exit_code(replay, NULL) : EXIT_UNREADABLE;
    if (result != FS_OK) {
        note_failure(o, NULL, code, "%s", why);
    } else if (code != 0) {
        const fs_replay_info *info = fs_replay_get_info(replay);
        note_failure(o, path, code, "%s (at byte %" PRIu64 ")", info->fault, info->fault_offset);
    }
    return replay;
}

bool open_game(const settings *s, const fs_game **game, outcome *o)
{
    char why[APP_ERROR_BYTES];
    *o = (outcome){ 0 };
    *game = NULL;
    if (s->game == NULL)
        return true;
    *game = app_game_find(s->game, why);
    if (*game == NULL)
        note_failure(o, NULL, EXIT_OTHER_BUILD, "%s", why);
    return *game != NULL;
}

const fs_game *game_for(const fs_replay *replay, const fs_game *game)
{
    return game != NULL ? game : app_game_builtin(fs_replay_get_info(replay)->config.game);
}

const char *missing_game_hint(const fs_replay *replay, const fs_game *game)
{
    bool missing = fs_replay_schema(replay) != NULL && game_for(replay, game) == NULL;
    return missing ? "; load it with --game FILE.so" : "";
}

bool check_compatibility(const fs_replay *replay, const char *path, const fs_game **game, outcome *o)
{
    char why[APP_ERROR_BYTES];
    *game = game_for(replay, *game);
    fs_result result = fs_replay_check_compatibility(replay, *game, why, sizeof why);
    if (result == FS_OK)
        return true;
    note_failure(o, path, fs_result_exit_code(result), "%s%s", why, missing_game_hint(replay, *game));
    return false;
}

/* Steps up to the end of the file. After a restart in the recording this is not its highest tick. */
static fs_result step_to_end(fs_playback *playback, fs_result result)
{
    for (;;) {
        fs_result step = fs_playback_step(playback);
        if (step == FS_E_ENDED)
            return result;
        if (step != FS_OK)
            result = step;
        if (step != FS_OK && step != FS_E_MISMATCH)
            return step;
    }
}

static fs_result seek_end(const fs_replay *replay, const fs_game *game, fs_playback **playback)
{
    uint32_t keyframes = fs_replay_get_info(replay)->keyframes, tick;
    *playback = NULL;
    if (keyframes == 0 || !fs_replay_keyframe(replay, keyframes - 1, &tick))
        return FS_E_GONE;
    fs_result result = fs_playback_seek(replay, game, app_workers_process_tasks(), tick, playback);
    return *playback != NULL ? step_to_end(*playback, result) : result;
}

/* Notes why there is no state, or that it differs from the recorded one. */
static void note_seek_error(outcome *o, const fs_replay *replay, const char *path, uint64_t tick, fs_result result)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    int code = fs_result_exit_code(result);
    if (result == FS_E_GONE && (tick == NO_TICK || info->keyframes == 0))
        note_failure(o, path, code, "there is no state in it");
    else if (result == FS_E_GONE)
        note_failure(o, path, code, "no state after %" PRIu64 " ticks; there are those after %" PRIu32 " to %" PRIu32,
                     tick, info->first_tick, info->first_tick + info->ticks);
    else if (result == FS_E_MISMATCH)
        note_failure(o, path, code, "the simulation differs from the recording before that tick");
    else if (result != FS_OK)
        note_failure(o, path, code, "%s", fs_result_text(result));
}

fs_playback *seek_state(const fs_replay *replay, const char *path, const fs_game *game, uint64_t tick, outcome *o)
{
    fs_playback *playback = NULL;
    fs_result result = tick == NO_TICK
                           ? seek_end(replay, game, &playback)
                           : fs_playback_seek(replay, game, app_workers_process_tasks(), (uint32_t)tick, &playback);
    note_seek_error(o, replay, path, tick, result);
    return playback;
}

/* --- values ----------------------------------------------------------------------------- */

void print_difference(const fs_schema *schema, const fs_difference *d, const char *left, const char *right)
{
    char path[APP_PATH_BYTES], left_text[APP_VALUE_BYTES], right_text[APP_VALUE_BYTES];
    fs_value_path(schema, d->ref, path, sizeof path);
    app_value_text(schema, d->ref, d->left, d->left_exists, left_text, sizeof left_text);
    app_value_text(schema, d->ref, d->right, d->right_exists, right_text, sizeof right_text);
    printf("  %s: %s %s, %s %s\n", path, left, left_text, right, right_text);
}

const char *clean_text(const char *text, char buffer[CLEAN_TEXT_BYTES])
{
    snprintf(buffer, CLEAN_TEXT_BYTES, "%s", text);
    fs_utf8_clean(buffer);
    for (char *p = buffer; *p != '\0'; p++)
        if (*p == '\n')
            *p = '?'; /* a name must not begin a line of its own */
    return buffer;
}

json_t *json_text(const char *text)
{
    char buffer[CLEAN_TEXT_BYTES];
    json_t *value = json_string(text); /* NULL when it is no UTF-8 */
    return value != NULL ? value : json_string(clean_text(text, buffer));
}

json_t *json_sentence(const char *format, ...)
{
    char text[CLEAN_TEXT_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return json_text(text);
}

json_t *json_hash(uint64_t state_hash)
{
    return json_sprintf("%016" PRIx64, state_hash);
}

json_t *json_differences(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                         const char *right)
{
    char *text = fs_differences_json(schema, list, count, left, right);
    json_t *value = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value != NULL ? value : json_array();
}

bool print_json(json_t *value)
{
    bool written = value != NULL && app_json_print(value, stdout);
    if (!written)
        print_error("the answer cannot be written");
    json_decref(value);
    return written;
}

void json_outcome(json_t *value, const char *path, const outcome *o)
{
    json_object_set_new(value, "file", path != NULL ? json_text(path) : json_null());
    json_object_set_new(value, "exit_code", json_integer(o->code));
    json_object_set_new(value, "why", json_text(o->why));
}

int print_file_outcome(const settings *s, const char *path, const outcome *o)
{
    json_t *value = s->json ? json_object() : NULL;
    if (!s->json)
        return o->code;
    json_outcome(value, path, o);
    return print_json(value) ? o->code : worse_exit_code(o->code, EXIT_UNREADABLE);
}

int print_outcome(const settings *s, const outcome *o)
{
    return print_file_outcome(s, s->file_count == 1 ? s->files[0] : NULL, o);
}
