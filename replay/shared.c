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
#include "app/setup.h"
#include "app/workers.h"
#include "commands.h"

void print_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s: ", replay_program.name);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

int worse_exit_code(int a, int b)
{
    /* Severity by exit code. */
    static const int severity[] = { 0, 7, 3, 4, 5, 2, 1, 6, 8 };
    return severity[a] > severity[b] ? a : b;
}

/* --- opening ------------------------------------------------------------------------ */

fs_replay *open_recording(const char *path, int *code)
{
    char why[APP_ERROR_BYTES] = "";
    fs_replay *replay;
    fs_result result = fs_replay_open_file(path, &replay, why, sizeof why);
    *code = replay != NULL ? fs_verdict_exit_code(replay, NULL) : 2;
    if (result != FS_OK) {
        print_error("%s", why);
    } else if (*code != 0) {
        const fs_replay_info *info = fs_replay_get_info(replay);
        print_error("%s: %s (at byte %" PRIu64 ")", path, info->fault, info->fault_offset);
    }
    return replay;
}

bool open_game(const settings *s, const fs_game **game)
{
    char why[APP_ERROR_BYTES];
    *game = NULL;
    if (s->game == NULL)
        return true;
    *game = app_game_find(s->game, why);
    if (*game == NULL)
        print_error("%s", why);
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

bool check_compatibility(const fs_replay *replay, const char *path, const fs_game **game, int *code)
{
    char why[APP_ERROR_BYTES];
    *game = game_for(replay, *game);
    fs_result result = fs_replay_check_compatibility(replay, *game, why, sizeof why);
    if (result == FS_OK)
        return true;
    print_error("%s: %s%s", path, why, missing_game_hint(replay, *game));
    *code = worse_exit_code(*code, fs_result_exit_code(result));
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

/* Prints the reason why there is no state, or that it differs from the recorded one. Returns the exit code. */
static int print_seek_error(const fs_replay *replay, const char *path, uint64_t tick, fs_result result)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    if (result == FS_E_GONE && (tick == NO_TICK || info->keyframes == 0))
        print_error("%s: there is no state in it", path);
    else if (result == FS_E_GONE)
        print_error("%s: no state after %" PRIu64 " ticks; there are those after %" PRIu32 " to %" PRIu32, path, tick,
                    info->first_tick, info->first_tick + info->ticks);
    else if (result == FS_E_MISMATCH)
        print_error("%s: the simulation differs from the recording before that tick", path);
    else if (result != FS_OK)
        print_error("%s: %s", path, fs_result_text(result));
    return fs_result_exit_code(result);
}

fs_playback *seek_state(const fs_replay *replay, const char *path, const fs_game *game, uint64_t tick, int *code)
{
    fs_playback *playback = NULL;
    fs_result result = tick == NO_TICK
                           ? seek_end(replay, game, &playback)
                           : fs_playback_seek(replay, game, app_workers_process_tasks(), (uint32_t)tick, &playback);
    *code = worse_exit_code(*code, print_seek_error(replay, path, tick, result));
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
    return buffer;
}

json_t *json_text(const char *text)
{
    char buffer[CLEAN_TEXT_BYTES];
    json_t *value = json_string(text); /* NULL when it is no UTF-8 */
    return value != NULL ? value : json_string(clean_text(text, buffer));
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
    bool written = value != NULL && json_dumpf(value, stdout, JSON_COMPACT) == 0 && fputc('\n', stdout) != EOF;
    if (!written)
        print_error("the answer cannot be written");
    json_decref(value);
    return written;
}
