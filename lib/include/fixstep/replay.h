/* replay.h: recording a match and verifying the recording.
 *
 * A recording is an append-only file written while the match runs: a header with
 * the embedded schema and configuration, then segments of 10 s, each a keyframe,
 * the canonical bundles, every tick's root and a signature. What was flushed
 * before a crash reads and verifies. lib/doc/REPLAY.md describes every byte.
 */
#ifndef FIXSTEP_REPLAY_H
#define FIXSTEP_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/lock.h>
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
    const char *recorder;     /* "server", a player's name, or "local" */
    const char *build;        /* version, compiler, machine */
    fs_write_fn *write;
    void *context;
} fs_recorder_def;

/* Writes the header and the first keyframe: `sim` and `stream` before the next
 * tick. Signs with a fresh Ed25519 key whose public half is in the header. */
FS_API fs_result fs_recorder_create(const fs_recorder_def *def, fs_sim *sim, const fs_stream *stream, fs_recorder **out);
/* Opens (creates, truncates) a file as the sink; E_IO with a sentence in `why`. */
FS_API fs_result fs_recorder_open_file(const char *path, fs_write_fn **write, void **context, char *why, size_t why_size);
FS_API void fs_recorder_close_file(void *context);
/* One tick, in order, as an fs_tick_fn with the recorder as context. Starts a
 * new segment when one is full. */
FS_API void fs_recorder_tick(void *recorder, uint32_t tick, const void *bundle, size_t size, uint64_t root,
                             const fs_stream *stream, fs_sim *sim);
/* The simulation was restarted from a snapshot: seals the segment and begins
 * anew with a keyframe. */
FS_API void fs_recorder_restart(fs_recorder *recorder, fs_sim *sim, const fs_stream *stream);
/* Keeps a desync report in the recording, as evidence. */
FS_API void fs_recorder_desync(fs_recorder *recorder, const fs_desync *desync);
/* Writes out what is buffered; programs call it every 250 ms at least. */
FS_API void fs_recorder_flush(fs_recorder *recorder);
FS_API bool fs_recorder_failed(const fs_recorder *recorder);
FS_API uint64_t fs_recorder_bytes(const fs_recorder *recorder);
/* Seals the last segment, writes the end mark, frees. */
FS_API void fs_recorder_close(fs_recorder *recorder);

/* --- reader -------------------------------------------------------------------------- */

/* A recording in memory. Any bytes are safe. */
typedef struct fs_replay fs_replay;

typedef enum fs_replay_end {
    FS_REPLAY_COMPLETE,      /* end mark found */
    FS_REPLAY_TRUNCATED,     /* ends early; what is there is a valid prefix */
    FS_REPLAY_MALFORMED,     /* `fault_offset` and `fault` say where and what */
    FS_REPLAY_BROKEN_CHAIN,  /* bytes whole, but the input chain or segment order is not */
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
    uint64_t numbers;             /* number-format fingerprint of the recorder */
    uint64_t schema_hash, config_hash;
    fs_config config;
    uint8_t public_key[32];
    uint32_t first_tick, ticks;   /* ticks [first_tick, first_tick + ticks) are in the file */
    uint32_t segments, keyframes, desyncs, restarts;
    uint64_t final_root;          /* recorded root of the last tick */
} fs_replay_info;

/* Reads structure, checksums, chain and signatures. E_MALFORMED when not even
 * the header reads (info still tells what is known), E_MEMORY. The bytes are
 * copied. */
FS_API fs_result fs_replay_open(const void *bytes, size_t size, fs_replay **out);
FS_API fs_result fs_replay_open_file(const char *path, fs_replay **out, char *why, size_t why_size);
FS_API void fs_replay_close(fs_replay *replay);
FS_API const fs_replay_info *fs_replay_get_info(const fs_replay *replay);
/* The embedded schema, and table capacities [table_count]. */
FS_API const fs_schema *fs_replay_schema(const fs_replay *replay);
FS_API const uint32_t *fs_replay_capacities(const fs_replay *replay);
/* Name of a slot's player at the end of the recording, "" if never taken. */
FS_API const char *fs_replay_player(const fs_replay *replay, uint32_t slot);
/* The i-th recorded desync as one line of JSON; NULL past the end. */
FS_API const char *fs_replay_desync(const fs_replay *replay, uint32_t i);
/* Root recorded for a tick. E_GONE when it is not in the file. */
FS_API fs_result fs_replay_root(const fs_replay *replay, uint32_t tick, uint64_t *root);

/* A walk through the recording: a simulation that is stepped by it. */
typedef struct fs_playback fs_playback;
/* Starts at the keyframe nearest before the state after `tick` ticks and steps up to it. E_SCHEMA,
 * E_NUMBERS when this build cannot simulate it, E_GONE, E_MEMORY, E_MISMATCH. */
FS_API fs_result fs_playback_seek(const fs_replay *replay, const fs_game *game, uint32_t tick, fs_playback **out);
/* One tick on. E_ENDED at the end; E_MISMATCH when the root differs from the
 * recorded one (the simulation has been stepped all the same). */
FS_API fs_result fs_playback_step(fs_playback *playback);
FS_API fs_sim *fs_playback_sim(fs_playback *playback);
FS_API void fs_playback_destroy(fs_playback *playback);

/* --- verify ------------------------------------------------------------------------------ */

typedef struct fs_verdict {
    fs_result result;            /* OK or why not, the first reason found */
    uint32_t verified_ticks;     /* ticks simulated with equal roots */
    uint32_t failed_tick;        /* first tick that differs, UINT32_MAX if none */
    uint64_t recorded_root, simulated_root;
    uint32_t count;              /* fields that differ at the next keyframe, if there is one */
    uint32_t keyframe_tick;
    fs_difference differences[FS_MAX_DIFFERENCES];   /* left = recorded, right = simulated */
} fs_verdict;

/* Exit codes shared by the tools: 0 verified, 1 simulation mismatch, 2 usage,
 * 3 malformed, 4 bad signature or chain, 5 other build or schema, 6 incomplete
 * but valid prefix. */
FS_API int fs_verdict_exit_code(const fs_replay *replay, const fs_verdict *verdict);
/* Re-simulates everything that is in the file. `game` NULL: found by name. */
FS_API void fs_replay_verify(const fs_replay *replay, const fs_game *game, fs_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
