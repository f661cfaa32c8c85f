/* fuzz_data.c: schemas, states that a game accepts and steps, inputs, recordings, reports of desyncs, configuration files. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <fixstep/games.h>
#include <fixstep/replay.h>

#include "app/files/config_file.h"
#include "fuzz/fuzz_target.h"
#include "replay/recording.h"

enum { STEPS = 4, MAX_PLAYERS = 4 };

/* --- schemas ------------------------------------------------------------------------------- */

static void run_schema(const uint8_t *bytes, size_t size)
{
    fs_schema *schema = NULL;
    if (fs_schema_decode(bytes, size, &schema) != FS_OK) {
        fuzz_require(schema == NULL, "a refused schema is NULL");
        return;
    }
    uint8_t *again = malloc(size);
    size_t n = fs_schema_encode(schema, again, size);
    fuzz_require(n == size && memcmp(again, bytes, n) == 0, "a schema has one form");
    free(again);
    fs_schema_free(schema);
}

static size_t sample_schema(uint32_t number, uint8_t *bytes)
{
    const fs_game_list *list = fs_builtin_games();
    return number < list->count ? fs_schema_encode(list->games[number]->schema, bytes, FUZZ_ROOM) : 0;
}

const fuzz_target fuzz_schema = { "schema", "schemas of recordings", run_schema, sample_schema };

/* --- games ----------------------------------------------------------------------------------- */

/* One simulation for each game, with its first state and an edited copy, each of the size of the game's own state; kept for
 * all runs. */
typedef struct arena {
    const fs_game *game;
    fs_sim *sim;
    uint8_t *first, *edited;
    size_t first_size;
} arena;

static arena arenas[64];
static uint32_t arena_count;

/* A pile of 1000 bodies is played with 40, which is the same code in less time. */
static void add_arena(const fs_game *game)
{
    arena *a = &arenas[arena_count++];
    char why[200];
    fs_config config = fs_default_config(game);
    config.players = game->max_players < MAX_PLAYERS ? game->max_players : MAX_PLAYERS;
    config.seed = 5;
    (void)fs_config_set(game, &config, "bodies=40", why, sizeof why);
    *a = (arena){ .game = game };
    fuzz_require(fs_sim_create(game, &config, &a->sim) == FS_OK, "a game starts");
    a->first_size = fs_state_encoded_size(fs_sim_state(a->sim));
    a->first = malloc(a->first_size);
    a->edited = malloc(a->first_size);
    fs_state_encode(fs_sim_state(a->sim), a->first, a->first_size);
}

static arena *find_arena(uint32_t number)
{
    const fs_game_list *list = fs_builtin_games();
    bool made = arena_count > 0;
    fuzz_require(list->count <= sizeof arenas / sizeof arenas[0], "every game has an arena");
    for (uint32_t i = 0; !made && i < list->count; i++)
        add_arena(list->games[i]);
    return &arenas[number % arena_count];
}

/* Ticks of a run: as many as make the same work for a large state as `most` for one of 8 KiB. */
static uint32_t ticks_of(const arena *a, uint32_t most)
{
    uint64_t ticks = (uint64_t)most * 8192 / a->first_size;
    return ticks < STEPS ? STEPS : ticks < most ? (uint32_t)ticks : most;
}

/* Steps with the inputs in `bytes`, from `at` on and round again. */
static void step_arena(arena *a, const uint8_t *bytes, size_t size, uint32_t ticks)
{
    uint8_t inputs[MAX_PLAYERS * FS_MAX_INPUT], again[FS_MAX_INPUT];
    uint32_t players = fs_sim_config(a->sim)->players, n = a->game->input_size;
    size_t at = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint32_t i = 0; i < players * n; i++)
            inputs[i] = size > 0 ? bytes[at++ % size] : 0;
        for (uint32_t p = 0; p < players; p++) {
            a->game->sanitise(inputs + p * n);
            memcpy(again, inputs + p * n, n);
            a->game->sanitise(again);
            fuzz_require(memcmp(again, inputs + p * n, n) == 0, "a second sanitise changes nothing");
        }
        uint64_t present = (((uint64_t)1 << players) - 1) & ~(tick == 2 ? UINT64_C(1) : 0);
        fs_sim_step(a->sim, &(fs_inputs){ inputs, n, players, present });
    }
}

/* u8 game, then an encoded state. One that loads is stepped, and is accepted again after that. */
static void run_state(const uint8_t *bytes, size_t size)
{
    if (size < 1)
        return;
    arena *a = find_arena(bytes[0]);
    if (fs_sim_load(a->sim, bytes + 1, size - 1) != FS_OK)
        return;
    step_arena(a, bytes + size / 2, size - size / 2, STEPS);
    fs_state_hash(fs_sim_state(a->sim));
}

/* The number-th game whose state fits a sample; the others are those of `edit`. */
static arena *find_small_arena(uint32_t number, uint8_t *index)
{
    find_arena(0);
    for (uint32_t i = 0; i < arena_count; i++)
        if (arenas[i].first_size <= FUZZ_ROOM / 2 && number-- == 0) {
            *index = (uint8_t)i;
            return &arenas[i];
        }
    return NULL;
}

static size_t sample_state(uint32_t number, uint8_t *bytes)
{
    arena *a = find_small_arena(number, bytes);
    if (a == NULL)
        return 0;
    fuzz_require(fs_sim_load(a->sim, a->first, a->first_size) == FS_OK, "a first state loads");
    step_arena(a, a->first, 16, 40);
    size_t size = fs_state_encode(fs_sim_state(a->sim), bytes + 1, FUZZ_ROOM - 1);
    return size <= FUZZ_ROOM - 1 ? 1 + size : 0;
}

const fuzz_target fuzz_state = { "state", "states of games, which are stepped when the game accepts them", run_state,
                                 sample_state };

/* --- edits of states ----------------------------------------------------------------------------- */

enum { EDIT_BYTES = 6 };

/* One edit: u32 place in the encoded state, u8 width and kind, u8 value. Kinds: the value in all bytes of 1, 2, 4 or 8, the
 * value as a number, the least and the greatest number. */
static void apply_edit(arena *a, const uint8_t *edit)
{
    uint32_t at = (uint32_t)edit[0] | (uint32_t)edit[1] << 8 | (uint32_t)edit[2] << 16 | (uint32_t)edit[3] << 24;
    uint32_t width = 1u << (edit[4] & 3), kind = edit[4] >> 2 & 3;
    for (uint32_t i = 0; i < width; i++) {
        bool top = i + 1 == width;
        uint8_t number = i == 0 ? edit[5] : 0, least = top ? 0x80 : 0, greatest = top ? 0x7F : 0xFF;
        const uint8_t byte[4] = { edit[5], number, least, greatest };
        a->edited[(at + i) % a->first_size] = byte[kind];
    }
}

/* u8 game, then edits of its first state, whatever the size of that: one that loads is stepped with the edits as inputs. */
static void run_edit(const uint8_t *bytes, size_t size)
{
    if (size < 1)
        return;
    arena *a = find_arena(bytes[0]);
    memcpy(a->edited, a->first, a->first_size);
    for (size_t at = 1; at + EDIT_BYTES <= size; at += EDIT_BYTES)
        apply_edit(a, bytes + at);
    if (fs_sim_load(a->sim, a->edited, a->first_size) != FS_OK)
        return;
    step_arena(a, bytes, size, STEPS);
    fs_state_hash(fs_sim_state(a->sim));
}

/* One edit in the middle of the state, which changes a number there by little. */
static size_t sample_edit(uint32_t number, uint8_t *bytes)
{
    arena *a = find_arena(number);
    if (number >= arena_count)
        return 0;
    uint32_t at = (uint32_t)(a->first_size / 2);
    bytes[0] = (uint8_t)number;
    for (unsigned i = 0; i < 4; i++)
        bytes[1 + i] = (uint8_t)(at >> (8 * i));
    bytes[5] = 0;
    bytes[6] = (uint8_t)(a->first[at] + 1);
    return 1 + EDIT_BYTES;
}

const fuzz_target fuzz_edit = { "edit", "edited states of every game, of any size, which are stepped when accepted",
                                run_edit, sample_edit };

/* --- inputs --------------------------------------------------------------------------------------- */

/* u8 game, then inputs of ticks from its first state on; the state after them loads. */
static void run_input(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return;
    arena *a = find_arena(bytes[0]);
    fuzz_require(fs_sim_load(a->sim, a->first, a->first_size) == FS_OK, "a first state loads");
    step_arena(a, bytes + 1, size - 1, ticks_of(a, 30));
    size_t room = fs_state_encoded_size(fs_sim_state(a->sim));
    uint8_t *state = malloc(room);
    fs_state_encode(fs_sim_state(a->sim), state, room);
    fuzz_require(fs_sim_load(a->sim, state, room) == FS_OK, "a game accepts its own state");
    free(state);
}

static size_t sample_input(uint32_t number, uint8_t *bytes)
{
    find_arena(0);
    if (number >= arena_count)
        return 0;
    for (uint32_t i = 0; i < 400; i++)
        bytes[i] = (uint8_t)(i * 37 >> 3);
    bytes[0] = (uint8_t)number;
    return 400;
}

const fuzz_target fuzz_input = { "input", "inputs of players of every game", run_input, sample_input };

/* --- recordings --------------------------------------------------------------------------------- */

static void run_recording(const uint8_t *bytes, size_t size)
{
    fs_replay *replay = NULL;
    fs_playback *playback = NULL;
    uint64_t hash;
    fs_result result = fs_replay_open(bytes, size, &replay);
    if (replay == NULL)
        return;
    const fs_replay_info *info = fs_replay_get_info(replay);
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "chain");
    fs_replay_state_hash(replay, info->first_tick, &hash);
    for (uint32_t i = 0; fs_replay_presence(replay, i) != NULL || fs_replay_chat(replay, i) != NULL ||
                         fs_replay_desync(replay, i) != NULL;)
        i++;
    if (result == FS_OK && fs_replay_check_compatibility(replay, game, NULL, 0) == FS_OK &&
        fs_playback_seek(replay, game, NULL, info->first_tick + info->ticks / 2, &playback) == FS_OK)
        fs_playback_step(playback);
    fs_playback_destroy(playback);
    fs_replay_close(replay);
}

typedef struct memory {
    uint8_t *bytes;
    size_t size;
} memory;

static bool write_memory(void *context, const void *bytes, size_t size)
{
    memory *m = context;
    if (size > FUZZ_ROOM - m->size)
        return false;
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    return true;
}

static size_t sample_recording(uint32_t number, uint8_t *bytes)
{
    memory m = { bytes, 0 };
    fs_local *local = NULL;
    fs_recorder *recorder = NULL;
    uint8_t inputs[2 * FS_MAX_INPUT] = { 0 };
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "chain");
    fs_config config = fs_default_config(game);
    config.players = game->max_players < 2 ? 1 : 2;
    if (number > 0)
        return 0;
    fuzz_require(fs_local_create(game, &config, NULL, NULL, NULL, &local) == FS_OK, "a match");
    fs_recorder_def def = { .game = game,
                            .config = &config,
                            .recorder = "fuzz",
                            .build = "",
                            .write = write_memory,
                            .context = &m };
    fuzz_require(fs_recorder_create(&def, fs_local_sim(local), fs_local_stream(local), &recorder) == FS_OK,
                 "a recorder");
    fs_recorder_close(recorder);
    fs_local_step(local, inputs);
    fs_local_destroy(local);
    return m.size;
}

const fuzz_target fuzz_recording = { "recording", "recordings", run_recording, sample_recording };

/* --- reports of desyncs ---------------------------------------------------------------------------- */

/* The text of a report, as an opened recording holds it: a line of JSON. */
static void run_desync(const uint8_t *bytes, size_t size)
{
    static fs_recorded_desync desync;
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "airhockey");
    if (!fs__desync_valid(bytes, size))
        return;
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    fs_replay replay = { .schema = (fs_schema *)(uintptr_t)game->schema, .desyncs = &text };
    replay.info.desyncs = 1;
    if (fs_replay_read_desync(&replay, 0, &desync) == FS_OK) {
        char path[160], value[160];
        fuzz_require(desync.desync.count <= FS_MAX_DIFFERENCES && desync.desync.slot < FS_MAX_PLAYERS, "bounds hold");
        for (uint32_t i = 0; i < desync.desync.count; i++) {
            const fs_difference *d = &desync.desync.differences[i];
            fs_value_path(game->schema, d->ref, path, sizeof path);
            fs_value_text(game->schema, d->ref, d->right, value, sizeof value);
        }
        char *again = fs_desync_json(game->schema, &desync.desync);
        fuzz_require(again == NULL || fs__desync_valid(again, strlen(again)), "what was read can be written");
        free(again);
    }
    free(text);
}

static size_t sample_desync(uint32_t number, uint8_t *bytes)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "airhockey");
    fs_desync desync = { .tick = 7, .slot = 1, .name = "bert", .inputs_equal = true, .traced = true, .count = number };
    desync.server_state_hash = 1;
    desync.client_state_hash = UINT64_MAX;
    for (uint32_t i = 0; i < number && number < 3; i++) {
        fs_difference *d = &desync.differences[i];
        fs_value_find(game->schema, "body2", i == 0 ? "pos.x" : "flags", &d->ref);
        d->left = i == 0 ? INT64_MIN : 5;
        d->left_exists = true;
        d->right_exists = i == 0;
    }
    char *text = number < 3 ? fs_desync_json(game->schema, &desync) : NULL;
    size_t size = text != NULL ? strlen(text) : 0;
    memcpy(bytes, text != NULL ? text : "", size);
    free(text);
    return size;
}

const fuzz_target fuzz_desync = { "desync", "reports of desyncs", run_desync, sample_desync };

/* --- configuration files --------------------------------------------------------------------------- */

typedef struct values {
    bool flag;
    const char *text;
    uint64_t number;
    unsigned choice;
    app_list list;
} values;

static const app_option options[] = {
    { .name = "flag", .kind = APP_FLAG, .offset = offsetof(values, flag), .help = "h" },
    { .name = "text", .kind = APP_TEXT, .offset = offsetof(values, text), .value = "T", .help = "h" },
    { .name = "number",
      .kind = APP_NUMBER,
      .offset = offsetof(values, number),
      .value = "N",
      .low = 5,
      .high = 60,
      .help = "h" },
    { .name = "choice", .kind = APP_CHOICE, .offset = offsetof(values, choice), .value = "one|two", .help = "h" },
    { .name = "list",
      .kind = APP_LIST,
      .offset = offsetof(values, list),
      .value = "K=V",
      .section = "extra",
      .help = "h" }
};

static void run_config(const uint8_t *bytes, size_t size)
{
    static const app_program program = { .name = "fuzz", .options = options, .count = 5, .section = "main" };
    values out = { .number = 7 };
    app_arguments arguments = { 0 };
    app_text_list texts = { 0 };
    char path[40], why[APP_ERROR_BYTES] = "";
    int file = memfd_create("config", MFD_CLOEXEC);
    fuzz_require(file >= 0 && write(file, bytes, size) == (ssize_t)size, "a file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    bool good = app_config_read(&program, path, &out, &arguments, &texts, why);
    fuzz_require(good == (why[0] == '\0'), "a refused file has a sentence");
    fuzz_require(!good || (out.number >= 5 && out.number <= 60 && out.choice < 2), "values are in their range");
    app_text_list_free(&texts);
    close(file);
}

static size_t sample_config(uint32_t number, uint8_t *bytes)
{
    static const char text[] =
        "# c\nflag = yes\ntext = hello ; c\n\n[main]\nnumber=60\nchoice = two\n[extra]\nlist = a=1\n";
    if (number > 0)
        return 0;
    memcpy(bytes, text, sizeof text - 1);
    return sizeof text - 1;
}

const fuzz_target fuzz_config = { "config", "configuration files", run_config, sample_config };
