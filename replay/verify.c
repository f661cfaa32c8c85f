/* verify.c: "fixstep-replay verify": every tick of recordings simulated again and compared. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "origin.h"
#include "app/workers.h"

/* The first word of a file's line, by exit code. */
static const char *const verdict_words[] = { "OK",     "MISMATCH",    "UNREADABLE", "MALFORMED",
                                             "BROKEN", "OTHER-BUILD", "INCOMPLETE" };

/* Match time divided by the time of the verification; 0 when nothing was simulated. */
static double multiple_of(const fs_replay *replay, const fs_verdict *verdict, double seconds)
{
    uint32_t hz = fs_replay_get_info(replay)->config.hz;
    return hz > 0 && seconds > 0 ? (double)verdict->verified_ticks / hz / seconds : 0;
}

static void print_line(const char *path, const fs_replay *replay, const fs_game *game, const fs_verdict *verdict,
                       int found, int code, double seconds)
{
    uint32_t ticks = fs_replay_get_info(replay)->ticks;
    const fs_schema *schema = fs_replay_schema(replay);
    char name[CLEAN_TEXT_BYTES];
    printf("%-11s %s  %" PRIu32 " ticks, %" PRIu32 " state hashes equal, %.0fx real time\n", verdict_words[code],
           clean_text(path, name), ticks, verdict->verified_ticks, multiple_of(replay, verdict, seconds));
    if (found != 0)
        print_error("%s: %s%s", path, verdict->reason, missing_game_hint(replay, game));
    if (verdict->count > 0)
        printf("  at the keyframe of tick %" PRIu32 ":\n", verdict->keyframe_tick);
    for (uint32_t i = 0; i < verdict->count; i++)
        print_difference(schema, &verdict->differences[i], "recorded", "simulated");
}

static json_t *mismatch_json(const fs_replay *replay, const fs_verdict *verdict)
{
    json_t *value = json_object();
    json_object_set_new(value, "tick", json_integer(verdict->failed_tick));
    json_object_set_new(value, "recorded_state_hash", json_hash(verdict->recorded_state_hash));
    json_object_set_new(value, "simulated_state_hash", json_hash(verdict->simulated_state_hash));
    /* Former names of the two. */
    json_object_set_new(value, "recorded_root", json_hash(verdict->recorded_state_hash));
    json_object_set_new(value, "simulated_root", json_hash(verdict->simulated_state_hash));
    json_object_set_new(value, "keyframe_tick",
                        verdict->keyframe_tick != UINT32_MAX ? json_integer(verdict->keyframe_tick) : json_null());
    json_object_set_new(
        value, "differences",
        json_differences(fs_replay_schema(replay), verdict->differences, verdict->count, "recorded", "simulated"));
    return value;
}

static json_t *verdict_json(const char *path, const fs_replay *replay, const fs_game *game, const fs_verdict *verdict,
                            int code, double seconds)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    json_t *value = json_object();
    json_object_set_new(value, "file", json_text(path));
    json_object_set_new(value, "exit_code", json_integer(code));
    json_object_set_new(value, "result", json_string(fs_result_name(verdict->result)));
    json_object_set_new(value, "why", json_sentence("%s%s", verdict->reason, missing_game_hint(replay, game)));
    json_object_set_new(value, "ticks", json_integer(info->ticks));
    json_object_set_new(value, "verified_ticks", json_integer(verdict->verified_ticks));
    json_object_set_new(value, "state_hash", json_hash(info->final_state_hash));
    json_object_set_new(value, "final_root", json_hash(info->final_state_hash)); /* former name */
    json_object_set_new(value, "desyncs", json_integer(info->desyncs));
    json_object_set_new(value, "seconds", json_real(seconds));
    json_object_set_new(value, "real_time_multiple", json_real(multiple_of(replay, verdict, seconds)));
    json_object_set_new(value, "mismatch",
                        verdict->failed_tick != UINT32_MAX ? mismatch_json(replay, verdict) : json_null());
    return value;
}

static int report_unreadable(const settings *s, const char *path, const char *why)
{
    char name[CLEAN_TEXT_BYTES];
    outcome o = { 0 };
    note_failure(&o, NULL, EXIT_UNREADABLE, "%s", why);
    if (!s->json)
        printf("%-11s %s\n", verdict_words[o.code], clean_text(path, name));
    return print_file_outcome(s, path, &o);
}

static void verify_recording(const char *path, const fs_replay *replay, const fs_game *game, fs_verdict *verdict)
{
    progress_line line;
    progress_begin(&line, path);
    fs_replay_verify_progress(replay, game_for(replay, game), app_workers_process_tasks(), progress_show, &line,
                              verdict);
    progress_end();
}

/* --- files ------------------------------------------------------------------------------ */

/* Prints what was found as a line of JSON or of text, and returns the exit code. */
static int report_verdict(const char *path, const fs_replay *replay, const fs_game *game, const fs_verdict *verdict,
                          const origin *from, bool json, double seconds)
{
    int found = fs_verdict_exit_code(replay, verdict), code = origin_exit_code(from, found);
    if (json) {
        json_t *value = verdict_json(path, replay, game, verdict, code, seconds);
        origin_json(from, value);
        if (code != found)
            json_object_set_new(value, "why", json_text(from->why));
        return print_json(value) ? code : worse_exit_code(code, 2);
    }
    print_line(path, replay, game, verdict, found, code, seconds);
    if (from->asked)
        origin_print(from, fs_replay_get_info(replay));
    if (code != found)
        print_error("%s: %s", path, from->why);
    return code;
}

static int verify_file(const char *path, const fs_game *game, const settings *s)
{
    origin from;
    char why[APP_ERROR_BYTES] = "";
    fs_replay *replay;
    fs_verdict verdict;
    double start = seconds_now();
    fs_replay_open_file(path, &replay, why, sizeof why);
    if (replay == NULL)
        return report_unreadable(s, path, why);
    if (!origin_find(&from, replay, s->key)) {
        fs_replay_close(replay);
        return report_unreadable(s, path, from.why);
    }
    verify_recording(path, replay, game, &verdict);
    int code = report_verdict(path, replay, game, &verdict, &from, s->json, seconds_now() - start);
    fs_replay_close(replay);
    return code;
}

int verify_run(const settings *s)
{
    const fs_game *game;
    outcome o;
    int code = 0;
    if (!open_game(s, &game, &o))
        return print_outcome(s, &o);
    for (int i = 0; i < s->file_count; i++)
        code = worse_exit_code(code, verify_file(s->files[i], game, s));
    return code;
}
