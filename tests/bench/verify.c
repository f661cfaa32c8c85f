/* verify.c: how much faster than it was played a recorded match is verified. */
#include <stdlib.h>
#include <string.h>
#include <fixstep/replay.h>
#include <fixstep/games.h>

#include "bench/bench.h"
#include "support/script.h"

/* Ten minutes at 60 Hz; the recording of eight players is a few MiB. */
enum { VERIFY_TICKS = 36000, RECORDING_ROOM = 64 << 20 };

struct recording {
    fs_recorder *recorder;
    uint8_t *bytes;
    size_t used;
};

static bool append_bytes(void *context, const void *bytes, size_t size)
{
    struct recording *r = context;
    if (size > RECORDING_ROOM - r->used)
        return false;
    memcpy(r->bytes + r->used, bytes, size);
    r->used += size;
    return true;
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    struct recording *r = context;
    fs_recorder_tick(r->recorder, tick, bundle, size, state_hash, stream, sim);
}

/* The scripted match, recorded in memory. */
static void record(const fs_game *game, uint32_t players, struct recording *r)
{
    fs_config config = fs_default_config(game);
    config.seed = 1;
    config.players = players;
    fs_local *local = NULL;
    if (fs_local_create(game, &config, NULL, on_tick, r, &local) != FS_OK)
        bench_die("the match cannot be made");
    fs_recorder_def def = { .game = game,
                            .config = &config,
                            .recorder = "local",
                            .build = "bench",
                            .write = append_bytes,
                            .context = r };
    if (fs_recorder_create(&def, fs_local_sim(local), fs_local_stream(local), &r->recorder) != FS_OK)
        bench_die("the recorder cannot be made");
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT];
    for (uint32_t t = 0; t < VERIFY_TICKS; t++) {
        script_inputs(game, players, t, inputs);
        fs_local_step(local, inputs);
    }
    bool failed = fs_recorder_failed(r->recorder);
    fs_recorder_close(r->recorder);
    fs_local_destroy(local);
    if (failed)
        bench_die("the match was not recorded");
}

static double verify_seconds(const struct recording *r, const fs_game *game)
{
    fs_replay *replay = NULL;
    fs_verdict verdict;
    uint64_t began = bench_now();
    if (fs_replay_open(r->bytes, r->used, &replay) != FS_OK)
        bench_die("the recording cannot be opened");
    fs_replay_verify(replay, game, NULL, &verdict);
    double seconds = (double)(bench_now() - began) / 1e9;
    fs_replay_close(replay);
    if (verdict.result != FS_OK || verdict.verified_ticks != VERIFY_TICKS)
        bench_die("the recording does not verify");
    return seconds;
}

json_t *bench_verify(const char *name, uint32_t players)
{
    const fs_game *game = NULL;
    struct recording r = { NULL, malloc(RECORDING_ROOM), 0 };
    if (r.bytes == NULL || fs_game_find(fs_builtin_games(), name, &game, NULL, 0) != FS_OK)
        bench_die("no memory, or no such game");
    record(game, players, &r);
    double rounds[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++)
        rounds[i] = verify_seconds(&r, game);
    double seconds = bench_median(rounds);
    free(r.bytes);
    return json_pack("{s:s, s:i, s:i, s:I, s:f, s:f, s:f}", "game", name, "players", (int)players, "ticks",
                     VERIFY_TICKS, "recording_bytes", (json_int_t)r.used, "verify_seconds", seconds, "ticks_per_second",
                     VERIFY_TICKS / seconds, "times_real_time", VERIFY_TICKS / 60.0 / seconds);
}
