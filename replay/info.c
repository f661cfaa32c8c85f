/* info.c: "fixstep-replay info": result, date, duration, players, header and schema of a recording.
 *
 * Needs no game: names of options and fields are in the recording.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "origin.h"

static const char *end_text(fs_replay_end end)
{
    static const char *const texts[] = { "complete", "truncated", "malformed", "broken chain", "bad signature" };
    return texts[end];
}

/* Seconds of match time of a number of ticks; 0 when the header does not read. */
static double match_seconds(const fs_replay *replay, uint32_t ticks)
{
    uint32_t hz = fs_replay_get_info(replay)->config.hz;
    return hz > 0 ? (double)ticks / hz : 0;
}

/* When the file was written last, as 2026-11-22T19:15:03Z: a recording itself has no date, so that equal matches have
 * equal ticks. "" when the input is no file. */
static const char *file_date(const char *path, char date[32])
{
    struct stat status;
    struct tm utc;
    bool standard = strcmp(path, "-") == 0;
    bool known = (standard ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 && S_ISREG(status.st_mode) &&
                 gmtime_r(&status.st_mtime, &utc) != NULL;
    if (!known || strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        date[0] = 0;
    return date;
}

static json_t *json_key(const uint8_t key[32])
{
    char text[65];
    for (int i = 0; i < 32; i++)
        snprintf(text + 2 * i, 3, "%02x", key[i]);
    return json_string(text);
}

/* --- JSON --------------------------------------------------------------------------- */

static json_t *json_players(const fs_replay *replay, uint32_t slots)
{
    json_t *players = json_array();
    for (uint32_t slot = 0; slot < slots; slot++)
        json_array_append_new(players, json_text(fs_replay_player(replay, slot)));
    return players;
}

static json_t *json_presences(const fs_replay *replay)
{
    json_t *presences = json_array();
    const fs_presence *p;
    for (uint32_t i = 0; (p = fs_replay_presence(replay, i)) != NULL; i++)
        json_array_append_new(presences,
                              json_pack("{s:o, s:I, s:b, s:I, s:o}", "name", json_text(p->name), "slot",
                                        (json_int_t)p->slot, "joined_earlier", p->joined_earlier, "join_tick",
                                        (json_int_t)p->join_tick, "leave_tick",
                                        p->leave_tick != UINT32_MAX ? json_integer(p->leave_tick) : json_null()));
    return presences;
}

static json_t *json_chat(const fs_replay *replay)
{
    json_t *chat = json_array();
    const fs_chat_line *line;
    for (uint32_t i = 0; (line = fs_replay_chat(replay, i)) != NULL; i++)
        json_array_append_new(chat, json_pack("{s:I, s:I, s:o, s:o}", "tick", (json_int_t)line->tick, "slot",
                                              (json_int_t)line->slot, "name", json_text(line->name), "text",
                                              json_text(line->text)));
    return chat;
}

static json_t *json_options(const fs_replay *replay, const fs_config *config)
{
    json_t *options = json_object();
    for (uint32_t i = 0; fs_replay_option(replay, i) != NULL; i++)
        json_object_set_new(options, fs_replay_option(replay, i), json_integer(config->options[i]));
    return options;
}

static json_t *json_desyncs(const fs_replay *replay)
{
    json_t *desyncs = json_array();
    for (uint32_t i = 0; fs_replay_desync(replay, i) != NULL; i++)
        json_array_append_new(desyncs, json_loads(fs_replay_desync(replay, i), 0, NULL));
    return desyncs;
}

static json_t *json_schema(const fs_schema *schema)
{
    char *text = fs_schema_json(schema);
    json_t *value = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value != NULL ? value : json_array();
}

/* Members from the header of the recording. */
static void add_header(json_t *value, const fs_replay *replay, const fs_replay_info *info)
{
    json_object_set_new(value, "recorder", json_text(info->recorder));
    json_object_set_new(value, "build", json_text(info->build));
    json_object_set_new(value, "numbers", json_hash(info->number_fingerprint));
    json_object_set_new(value, "public_key", json_key(info->public_key));
    json_object_set_new(value, "game", json_text(info->config.game));
    /* A seed has 64 bits, more than many JSON readers keep of a number. */
    json_object_set_new(value, "seed", json_sprintf("%" PRIu64, info->config.seed));
    json_object_set_new(value, "hz", json_integer(info->config.hz));
    json_object_set_new(value, "slots", json_integer(info->config.players));
    json_object_set_new(value, "standings", json_standings(replay));
    json_object_set_new(value, "players", json_players(replay, info->config.players));
    json_object_set_new(value, "options", json_options(replay, &info->config));
    json_object_set_new(value, "config_hash", json_hash(info->config_hash));
    json_object_set_new(value, "schema_hash", json_hash(info->schema_hash));
    json_object_set_new(value, "schema", json_schema(fs_replay_schema(replay)));
}

static json_t *info_json(const char *path, const fs_replay *replay, const outcome *o)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    json_t *value = json_object();
    char date[32];
    json_outcome(value, path, o);
    json_object_set_new(value, "date", file_date(path, date)[0] != 0 ? json_string(date) : json_null());
    json_object_set_new(value, "duration_seconds", json_real(match_seconds(replay, info->ticks)));
    json_object_set_new(value, "presences", json_presences(replay));
    json_object_set_new(value, "chat", json_chat(replay));
    json_object_set_new(value, "size", json_integer((json_int_t)info->size));
    json_object_set_new(value, "format", json_integer(info->format));
    json_object_set_new(value, "end", json_string(end_text(info->end)));
    if (info->end != FS_REPLAY_COMPLETE) {
        json_object_set_new(value, "fault", json_text(info->fault));
        json_object_set_new(value, "fault_offset", json_integer((json_int_t)info->fault_offset));
    }
    if (fs_replay_schema(replay) != NULL)
        add_header(value, replay, info);
    json_object_set_new(value, "first_tick", json_integer(info->first_tick));
    json_object_set_new(value, "ticks", json_integer(info->ticks));
    json_object_set_new(value, "segments", json_integer(info->segments));
    json_object_set_new(value, "keyframes", json_integer(info->keyframes));
    json_object_set_new(value, "restarts", json_integer(info->restarts));
    json_object_set_new(value, "desyncs", json_desyncs(replay));
    json_object_set_new(value, "state_hash", json_hash(info->final_state_hash));
    json_object_set_new(value, "final_root", json_hash(info->final_state_hash)); /* former name */
    return value;
}

/* --- text ------------------------------------------------------------------------------ */

static void print_options(const fs_replay *replay, const fs_config *config)
{
    char buffer[CLEAN_TEXT_BYTES];
    printf("options    ");
    for (uint32_t i = 0; fs_replay_option(replay, i) != NULL; i++)
        printf(" %s=%" PRId64, clean_text(fs_replay_option(replay, i), buffer), config->options[i]);
    printf("\n");
}

/* A slot that was never used has no name. */
static void print_players(const fs_replay *replay, uint32_t slots)
{
    char buffer[CLEAN_TEXT_BYTES];
    bool empty = true;
    printf("players    ");
    for (uint32_t slot = 0; slot < slots; slot++) {
        const char *name = fs_replay_player(replay, slot);
        if (name[0] != 0)
            printf(" %s", clean_text(name, buffer));
        empty = empty && name[0] == 0;
    }
    printf("%s\n", empty ? " nobody" : "");
}

/* Match time as minutes and seconds. */
static const char *clock_text(double seconds, char text[32])
{
    unsigned tenths = (unsigned)(seconds * 10 + 0.5);
    snprintf(text, 32, "%u:%02u.%u", tenths / 600, tenths / 10 % 60, tenths % 10);
    return text;
}

/* A line for every time that somebody played. */
static void print_presences(const fs_replay *replay)
{
    char name[CLEAN_TEXT_BYTES], join[32], leave[32];
    const fs_presence *p;
    for (uint32_t i = 0; (p = fs_replay_presence(replay, i)) != NULL; i++) {
        printf("            %s, slot %" PRIu32 ": %s %s (tick %" PRIu32 ")", clean_text(p->name, name), p->slot,
               p->joined_earlier ? "there at" : "joined", clock_text(match_seconds(replay, p->join_tick), join),
               p->join_tick);
        if (p->leave_tick != UINT32_MAX)
            printf(", left %s (tick %" PRIu32 ")\n", clock_text(match_seconds(replay, p->leave_tick), leave),
                   p->leave_tick);
        else
            printf(", stayed\n");
    }
}

static void print_chat(const fs_replay *replay)
{
    char name[CLEAN_TEXT_BYTES], text[CLEAN_TEXT_BYTES], at[32];
    const fs_chat_line *line;
    for (uint32_t i = 0; (line = fs_replay_chat(replay, i)) != NULL; i++)
        printf("%s %s %s: %s\n", i == 0 ? "chat       " : "           ",
               clock_text(match_seconds(replay, line->tick), at), clean_text(line->name, name),
               clean_text(line->text, text));
}

static void print_result(const fs_replay_info *info)
{
    printf("end         %s%s%s\n", end_text(info->end), info->fault[0] != 0 ? ": " : "", info->fault);
    if (info->ticks == 0) {
        printf("result      no ticks\n");
        return;
    }
    printf("result      ");
    if (info->desyncs == 0)
        printf("no desync");
    else
        printf("%" PRIu32 " desync%s", info->desyncs, info->desyncs == 1 ? "" : "s");
    printf(", state hash %016" PRIx64 " after tick %" PRIu32 "\n", info->final_state_hash,
           info->first_tick + info->ticks - 1);
}

/* The match: game, options and players. */
static void print_match(const fs_replay *replay, const fs_replay_info *info)
{
    char game[CLEAN_TEXT_BYTES];
    printf("game        %s, %" PRIu32 " Hz, seed %" PRIu64 "\n", clean_text(info->config.game, game), info->config.hz,
           info->config.seed);
    print_options(replay, &info->config);
    print_players(replay, info->config.players);
    print_presences(replay);
    print_chat(replay);
}

/* Who made the recording, and with which build. */
static void print_recorder(const fs_replay_info *info)
{
    char buffer[CLEAN_TEXT_BYTES];
    printf("recorder    %s\n", clean_text(info->recorder, buffer));
    printf("build       %s\n", clean_text(info->build, buffer));
    printf("numbers     %016" PRIx64 "\n", info->number_fingerprint);
    printf("key         ");
    for (int i = 0; i < 32; i++)
        printf("%02x", info->public_key[i]);
    printf("\n");
}

static void print_schema(const fs_schema *schema, const uint32_t *capacities)
{
    for (unsigned t = 0; t < schema->table_count; t++) {
        const fs_table *table = &schema->tables[t];
        printf("table       %s (%" PRIu32 " rows%s):", table->name, capacities[t], table->pool ? ", pool" : "");
        for (unsigned f = 0; f < table->field_count; f++) {
            const fs_field *field = &table->fields[f];
            printf(" %s %s%s%s%s", fs_type_get(field->type)->name, field->name, field->unit[0] != 0 ? " [" : "",
                   field->unit, field->unit[0] != 0 ? "]" : "");
            printf("%s", f + 1 < table->field_count ? "," : "\n");
        }
    }
}

/* Tick, player and fields of a report; whole reports are for --json. */
static void print_desyncs(const fs_replay *replay)
{
    char buffer[CLEAN_TEXT_BYTES];
    for (uint32_t i = 0; fs_replay_desync(replay, i) != NULL; i++) {
        json_t *report = json_loads(fs_replay_desync(replay, i), 0, NULL);
        const char *player = json_string_value(json_object_get(report, "player"));
        json_t *differences = json_object_get(report, "differences");
        printf("            tick %" JSON_INTEGER_FORMAT ", player %s:",
               json_integer_value(json_object_get(report, "tick")), clean_text(player != NULL ? player : "?", buffer));
        for (size_t d = 0; d < json_array_size(differences); d++) {
            const char *name = json_string_value(json_object_get(json_array_get(differences, d), "name"));
            printf(" %s", clean_text(name != NULL ? name : "?", buffer));
        }
        printf("%s\n", json_array_size(differences) == 0 ? " fields unknown" : "");
        json_decref(report);
    }
}

static void print_info(const char *path, const fs_replay *replay, const origin *from, bool with_schema)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    const fs_schema *schema = fs_replay_schema(replay);
    double seconds = match_seconds(replay, info->ticks);
    char date[32], duration[32], name[CLEAN_TEXT_BYTES];
    print_result(info);
    if (schema != NULL)
        print_standings(replay);
    printf("date        %s\n", file_date(path, date)[0] != 0 ? date : "unknown (no file)");
    printf("duration    %s\n", clock_text(seconds, duration));
    if (schema != NULL)
        print_match(replay, info);
    printf("ticks       %" PRIu32 " from %" PRIu32 " on, %.1f s\n", info->ticks, info->first_tick, seconds);
    printf("desyncs     %" PRIu32 "\n", info->desyncs);
    print_desyncs(replay);
    printf("file        %s, %" PRIu64 " bytes, format %" PRIu32 "\n", clean_text(path, name), info->size, info->format);
    if (schema != NULL)
        print_recorder(info);
    origin_print(from, info);
    printf("segments    %" PRIu32 " sealed, %" PRIu32 " keyframes, %" PRIu32 " restarts\n", info->segments,
           info->keyframes, info->restarts);
    printf("state hash  %016" PRIx64 "\n", info->final_state_hash);
    printf("final root  %016" PRIx64 "\n", info->final_state_hash); /* former name */
    if (schema != NULL && with_schema)
        print_schema(schema, fs_replay_capacities(replay));
}

static int show_file(const char *path, const fs_replay *replay, const origin *from, const settings *s, const outcome *o)
{
    if (!s->json) {
        print_info(path, replay, from, s->schema);
        return o->code;
    }
    json_t *value = info_json(path, replay, o);
    origin_json(from, value);
    return print_json(value) ? o->code : worse_exit_code(o->code, EXIT_UNREADABLE);
}

static int info_file(const char *path, const settings *s)
{
    origin from;
    outcome o;
    fs_replay *replay = open_recording(path, &o);
    bool known = replay != NULL && origin_find(&from, replay, s->key);
    if (replay != NULL && from.asked && !from.proved)
        note_failure(&o, path, known ? origin_exit_code(&from, o.code) : EXIT_UNREADABLE, "%s", from.why);
    int code = known ? show_file(path, replay, &from, s, &o) : print_file_outcome(s, path, &o);
    fs_replay_close(replay);
    return code;
}

int info_run(const settings *s)
{
    int code = 0;
    for (int i = 0; i < s->file_count; i++) {
        if (i > 0 && !s->json)
            printf("\n");
        code = worse_exit_code(code, info_file(s->files[i], s));
    }
    return code;
}
