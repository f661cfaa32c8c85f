/* fuzz_data.c: schemas, states that a game accepts and steps, inputs, recordings, configuration files. */
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

/* One simulation for each game whose state is small, with its first state; kept for all runs. */
typedef struct arena {
    const fs_game *game;
    fs_sim *sim;
    uint8_t *first;
    size_t first_size;
} arena;

static arena arenas[64];
static uint32_t arena_count;

static void add_arena(const fs_game *game)
{
    arena *a = &arenas[arena_count];
    fs_config config = fs_default_config(game);
    config.players = game->max_players < MAX_PLAYERS ? game->max_players : MAX_PLAYERS;
    config.seed = 5;
    *a = (arena){ .game = game };
    fuzz_require(fs_sim_create(game, &config, &a->sim) == FS_OK, "a game starts");
    a->first_size = fs_state_encoded_size(fs_sim_state(a->sim));
    if (a->first_size > FUZZ_ROOM / 2) {
        fs_sim_destroy(a->sim);
        return;
    }
    a->first = malloc(a->first_size);
    fs_state_encode(fs_sim_state(a->sim), a->first, a->first_size);
    arena_count++;
}

static arena *find_arena(uint32_t number)
{
    const fs_game_list *list = fs_builtin_games();
    bool made = arena_count > 0;
    for (uint32_t i = 0; !made && i < list->count && i < sizeof arenas / sizeof arenas[0]; i++)
        add_arena(list->games[i]);
    return &arenas[number % arena_count];
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

static size_t sample_state(uint32_t number, uint8_t *bytes)
{
    arena *a = find_arena(number);
    if (number >= arena_count)
        return 0;
    fuzz_require(fs_sim_load(a->sim, a->first, a->first_size) == FS_OK, "a first state loads");
    step_arena(a, a->first, 16, 40);
    bytes[0] = (uint8_t)number;
    size_t size = fs_state_encode(fs_sim_state(a->sim), bytes + 1, FUZZ_ROOM - 1);
    return size <= FUZZ_ROOM - 1 ? 1 + size : 0;
}

const fuzz_target fuzz_state = { "state", "states of every game, which are stepped when the game accepts them",
                                 run_state, sample_state };

/* u8 game, then inputs of ticks from its first state on; the state after them loads. */
static void run_input(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return;
    arena *a = find_arena(bytes[0]);
    fuzz_require(fs_sim_load(a->sim, a->first, a->first_size) == FS_OK, "a first state loads");
    step_arena(a, bytes + 1, size - 1, 30);
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
