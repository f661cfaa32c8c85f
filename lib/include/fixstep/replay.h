/* replay.h: recording a match and verifying the recording.
 *
 * A recording is an append-only file written while the match runs: a header with
 * the embedded schema and configuration, then segments of 10 s, each a keyframe,
 * the canonical bundles, every tick's state hash and a signature. What was flushed
 * before a crash reads and verifies. lib/doc/REPLAY.md describes every byte.
 */
#ifndef FIXSTEP_REPLAY_H
#define FIXSTEP_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/lockstep.h>
#include <fixstep/result.h>
#include <fixstep/sim.h>
#include <fixstep/state.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FS_REPLAY_FORMAT = 1, FS_SEGMENT_SECONDS = 10 };

/* --- recorder ------------------------------------------------------------------- */

typedef struct fs_recorder fs_recorder;

/* Where the bytes go: returns false when they could not be written (disk full);
 * the recorder then stops for good and fs_recorder_failed() says so. The core
 * itself opens no file; fs_recorder_open_file() is the usual sink. */
typedef bool fs_write_fn(void *context, const void *bytes, size_t size);

typedef struct fs_recorder_def {
    const fs_game *game;
    const fs_config *config;
    const char *recorder; /* "server", a player's name, or "local" */
    const char *build;    /* version, compiler, machine */
    fs_write_fn *write;
    void *context;
} fs_recorder_def;

/* Writes the header and the first keyframe: `sim` and `stream` before the next
 * tick. Signs with a fresh Ed25519 key whose public half is in the header. The
 * definition is copied, the game must outlive the recorder. E_IO when already
 * these bytes cannot be written, E_CAPACITY for a state too large for any
 * recording, E_MEMORY. Takes about 100 KiB and three times the state's size. */
FS_API fs_result fs_recorder_create(const fs_recorder_def *def, fs_sim *sim, const fs_stream *stream,
                                    fs_recorder **out);
/* Opens (creates, truncates) a file as the sink; E_IO with a sentence in `why`. */
FS_API fs_result fs_recorder_open_file(const char *path, fs_write_fn **write, void **context, char *why,
                                       size_t why_size);
FS_API void fs_recorder_close_file(void *context);
/* One tick, in order (asserted), as an fs_tick_fn with the recorder as context.
 * Starts a new segment when one is full; writes when 250 ms of ticks wait. */
FS_API void fs_recorder_tick(void *recorder, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                             const fs_stream *stream, fs_sim *sim);
/* The simulation was restarted from a snapshot, at any tick: seals the segment
 * and begins anew with a keyframe. The recording stops as failed at the 1025th. */
FS_API void fs_recorder_restart(fs_recorder *recorder, fs_sim *sim, const fs_stream *stream);
/* Keeps a desync report in the recording, as evidence. */
FS_API void fs_recorder_desync(fs_recorder *recorder, const fs_desync *desync);
/* Writes out what is buffered; programs call it every 250 ms at least. */
FS_API void fs_recorder_flush(fs_recorder *recorder);
FS_API bool fs_recorder_failed(const fs_recorder *recorder);
FS_API uint64_t fs_recorder_bytes(const fs_recorder *recorder);
/* Seals the last segment, writes a keyframe of the last state (unless the block is
 * above 1 MiB) and the end mark, frees; NULL is fine. The sink is
 * the caller's to close afterwards. */
FS_API void fs_recorder_close(fs_recorder *recorder);
/* A desync report as one line of JSON, as recordings keep it; the caller frees
 * it. Left is "server", right "client". NULL when out of memory. */
FS_API char *fs_desync_json(const fs_schema *schema, const fs_desync *desync);
/* Differences as a JSON array, the sides under the given names: [{"name", "table",
 * "row", "field", "component", "unit", LEFT: {"raw", "hex", "value"}, RIGHT: ...}];
 * a side is null when its row does not exist. The caller frees the text. */
FS_API char *fs_differences_json(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                                 const char *right);

/* --- reader -------------------------------------------------------------------------- */

/* A recording in memory; never changes after it was opened, so many threads may
 * read it. Any bytes are safe. After a restart the recording may leave ticks out
 * or have some twice; of two, the later one counts. */
typedef struct fs_replay fs_replay;

typedef enum fs_replay_end {
    FS_REPLAY_COMPLETE,     /* end mark found */
    FS_REPLAY_TRUNCATED,    /* ends early; what is there is a valid prefix */
    FS_REPLAY_MALFORMED,    /* `fault_offset` and `fault` say where and what */
    FS_REPLAY_BROKEN_CHAIN, /* bytes whole, but the input chain or segment order is not */
    FS_REPLAY_BAD_SIGNATURE
} fs_replay_end;

typedef struct fs_replay_info {
    fs_replay_end end;
    uint64_t fault_offset;
    char fault[96];
    uint64_t size;
    uint32_t format;
    char recorder[FS_MAX_NAME];
    char build[96];
    uint64_t number_fingerprint; /* number-format fingerprint of the recorder */
    uint64_t schema_hash, config_hash;
    fs_config config;
    uint8_t public_key[32];
    uint32_t first_tick, ticks; /* ticks [first_tick, first_tick + ticks) are in the file */
    uint32_t segments, keyframes, desyncs, restarts;
    uint64_t final_state_hash; /* recorded state hash of the last tick */
} fs_replay_info;

/* Reads structure, checksums, chain and signatures, and copies the bytes. When
 * not even the header reads: E_TRUNCATED (also for no bytes at all), E_MALFORMED,
 * or E_VERSION for a later format; `out` is set all the same and its info says
 * what is known. A fault after the header is FS_OK with info's `end`. E_CAPACITY
 * above 1 GiB and E_MEMORY give no recording. */
FS_API fs_result fs_replay_open(const void *bytes, size_t size, fs_replay **out);
/* The same for a file, "-" being the standard input. E_IO, with a sentence in
 * `why`, which is also filled for the other failures. */
FS_API fs_result fs_replay_open_file(const char *path, fs_replay **out, char *why, size_t why_size);
FS_API void fs_replay_close(fs_replay *replay);
FS_API const fs_replay_info *fs_replay_get_info(const fs_replay *replay);
/* The embedded schema, and table capacities [table_count]; NULL when the header
 * does not read. */
FS_API const fs_schema *fs_replay_schema(const fs_replay *replay);
FS_API const uint32_t *fs_replay_capacities(const fs_replay *replay);
/* Key of the i-th option of the game; NULL past the end. */
FS_API const char *fs_replay_option(const fs_replay *replay, uint32_t i);
/* Name of a slot's player at the end of the recording (the last one if it has
 * left), "" if never taken. */
FS_API const char *fs_replay_player(const fs_replay *replay, uint32_t slot);
/* The i-th recorded desync as one line of JSON; NULL past the end. */
FS_API const char *fs_replay_desync(const fs_replay *replay, uint32_t i);
/* State hash recorded for a tick. E_GONE when it is not in the file. */
FS_API fs_result fs_replay_state_hash(const fs_replay *replay, uint32_t tick, uint64_t *state_hash);
/* Finished ticks of the i-th keyframe, in the order of the file; false past the end. */
FS_API bool fs_replay_keyframe(const fs_replay *replay, uint32_t i, uint32_t *tick);
/* Whether this build can simulate the recording with `game`, which is usually
 * fs_game_list_find() of the name in fs_replay_get_info()->config.game: E_GAME
 * for NULL or another game's name, E_SCHEMA, E_NUMBERS, E_CONFIG, E_OPTION,
 * E_MEMORY. `why` (any size, may be NULL with 0) then says what differs. */
FS_API fs_result fs_replay_check_compatibility(const fs_replay *replay, const fs_game *game, char *why,
                                               size_t why_size);

/* A walk through the recording: a simulation that is stepped by it. The
 * recording must outlive it. */
typedef struct fs_playback fs_playback;
/* Starts at the keyframe nearest before the state after `tick` ticks and steps
 * up to it. E_GONE when no such state is in the file, the results of
 * fs_replay_check_compatibility(), E_MALFORMED for a broken keyframe; E_MISMATCH when a state hash on
 * the way differs from the recorded one: then alone `out` is set all the same. */
FS_API fs_result fs_playback_seek(const fs_replay *replay, const fs_game *game, uint32_t tick, fs_playback **out);
/* One tick on; over a restart, the first tick after it. E_ENDED at the end;
 * E_MISMATCH when the state hash differs from the recorded one (the simulation has
 * been stepped all the same). */
FS_API fs_result fs_playback_step(fs_playback *playback);
FS_API fs_sim *fs_playback_sim(fs_playback *playback);
FS_API void fs_playback_destroy(fs_playback *playback);

/* --- verify ------------------------------------------------------------------------------ */

typedef struct fs_verdict {
    fs_result result;        /* OK or why not, the first reason found */
    char why[192];           /* a sentence; "" when OK */
    uint32_t verified_ticks; /* ticks simulated with equal state hashes */
    uint32_t failed_tick;    /* first tick that differs, UINT32_MAX if none */
    uint64_t recorded_state_hash, simulated_state_hash;
    uint32_t count; /* fields that differ at the next keyframe, if there is one */
    uint32_t keyframe_tick;
    fs_difference differences[FS_MAX_DIFFERENCES]; /* left = recorded, right = simulated */
} fs_verdict;

/* Exit codes shared by the tools: 0 verified, 1 simulation mismatch, 2 usage or
 * a file that cannot be read, 3 malformed, 4 bad signature or chain, 5 other
 * build or schema, 6 incomplete but valid prefix. */
FS_API int fs_result_exit_code(fs_result result);
/* That of a verdict; with `verdict` NULL, of the structure alone. */
FS_API int fs_verdict_exit_code(const fs_replay *replay, const fs_verdict *verdict);
/* Re-simulates everything that is in the file, up to the first fault. The order
 * of reasons: structure, chain and signatures; this build; the simulation; the
 * missing end. `game` NULL: the verdict of a sound recording is E_GAME. */
FS_API void fs_replay_verify(const fs_replay *replay, const fs_game *game, fs_verdict *verdict);

/* --- compare ------------------------------------------------------------------------------ */

/* Two recordings of one match, tick by tick. */
typedef struct fs_comparison {
    bool config_equal, schema_equal;
    uint32_t first_tick, ticks; /* the range that both have */
    uint32_t input_tick;        /* first tick whose inputs differ, UINT32_MAX if none; first_tick
                                   * also when they differed before it */
    uint32_t hash_tick;         /* first tick whose state hashes differ, UINT32_MAX if none */
    uint32_t state_tick;        /* the states compared are those after so many ticks; UINT32_MAX
                                   * when there is none that both sides can show */
    size_t differences;         /* reported to the callback */
} fs_comparison;

/* Finds the first differing tick and then a state near it that both recordings
 * can show (their own keyframe, or a simulation whose state hashes are the recorded
 * ones), and reports every field that differs in it. Without a game
 * that fits (`game` may be NULL) only ticks are compared and the result
 * is that of fs_replay_check_compatibility(). E_GONE when no tick is in both. */
FS_API fs_result fs_replay_compare(const fs_replay *left, const fs_replay *right, const fs_game *game,
                                   fs_comparison *comparison, fs_diff_fn *call, void *context);

#ifdef __cplusplus
}
#endif
#endif
