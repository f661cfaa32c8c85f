/* replay.h: recording a match and verifying the recording.
 *
 * A recording is an append-only file written while the match runs: a header with the embedded schema and configuration,
 * then segments of 10 s, each a keyframe, the canonical bundles, every tick's state hash and a signature. Everything
 * that was flushed before a crash can be read and verified. lib/doc/REPLAY.md describes every byte.
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
#include <fixstep/sync_test.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_REPLAY_FORMAT = 2,   /* format version that this build writes and the only one it reads */
    FS_SEGMENT_SECONDS = 10 /* of match time in a segment as a rule: one whose recorder has no state is longer */
};

/* --- recorder ------------------------------------------------------------------- */

typedef struct fs_recorder fs_recorder;

/* A sink of bytes: returns false when they could not be written (disk full). The recorder then stops for good and
 * fs_recorder_failed() is true. The core itself opens no file; fs_recorder_open_file() gives the usual sink. */
typedef bool fs_write_fn(void *context, const void *bytes, size_t size);

/* The texts are cut to fit and control characters in them replaced; NULL is "". */
typedef struct fs_recorder_def {
    const fs_game *game;
    const fs_config *config;
    const char *recorder;    /* "server", a player's name, or "local"; 23 bytes */
    const char *build;       /* version, compiler, machine; 95 bytes */
    fs_write_fn *write;      /* required */
    void *context;           /* of `write` */
    const uint8_t *key_seed; /* of a lasting key that signs (identity.h); NULL: a key that is made for this recording */
} fs_recorder_def;

/* Writes the header and the first keyframe: the state of `sim` and `stream`, which must have the same next tick. Signs
 * with the lasting key of the definition, or with a fresh Ed25519 key; the public half is in the header. The definition is copied; the game must outlive the
 * recorder, which the caller closes. E_IO when these first bytes cannot be written, E_CAPACITY for a state too large
 * for any recording, E_UNSUPPORTED without random numbers, E_MEMORY; *out is NULL then. Takes about 100 KiB and three
 * times the state's size. */
FS_API fs_result fs_recorder_create(const fs_recorder_def *def, fs_sim *sim, const fs_stream *stream,
                                    fs_recorder **out);
/* Creates or truncates a file as the sink, "-" for the standard output: fills *write and *context, which
 * fs_recorder_close_file() frees. When *write returns false, errno has the reason. E_IO or E_MEMORY, with a
 * sentence in `error`. */
FS_API fs_result fs_recorder_open_file(const char *path, fs_write_fn **write, void **context, char *error,
                                       size_t error_size);
/* Closes the file, but not the standard output; NULL is allowed. */
FS_API void fs_recorder_close_file(void *context);
/* Records one tick, in order (asserted): an fs_tick_fn with the recorder as context. Starts a new segment when one is
 * full; writes when 250 ms of match time are buffered. `sim` may be NULL (fs_referee): without a state no segment starts, so
 * the present one, and its signature, end with the first tick that has one or with the recording. */
FS_API void fs_recorder_tick(void *recorder, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                             const fs_stream *stream, fs_sim *sim);
/* Records that the simulation was restarted from a snapshot, at any tick: seals the segment and begins a run with a
 * keyframe. The 1025th restart stops the recording as failed. */
FS_API void fs_recorder_restart(fs_recorder *recorder, fs_sim *sim, const fs_stream *stream);
/* Writes a desync report into the recording. Lost without an error when there is no memory for it. */
FS_API void fs_recorder_desync(fs_recorder *recorder, const fs_desync *desync);
/* Writes the buffered ticks to the sink; programs call it every 250 ms at least. */
FS_API void fs_recorder_flush(fs_recorder *recorder);
/* True once the recording has stopped: the sink failed, or there was one restart too many. */
FS_API bool fs_recorder_failed(const fs_recorder *recorder);
/* Bytes given to the sink. */
FS_API uint64_t fs_recorder_bytes(const fs_recorder *recorder);
/* Seals the last segment, writes a keyframe of the last state (unless the state's block is above 1 MiB) and the end
 * mark, and frees the recorder; NULL is allowed. The caller closes the sink afterwards. */
FS_API void fs_recorder_close(fs_recorder *recorder);
/* A desync report as one line of JSON, as a recording holds it. Left is "server", right "client". Allocated with
 * malloc, the caller frees it; NULL when out of memory. */
FS_API char *fs_desync_json(const fs_schema *schema, const fs_desync *desync);
/* Differences as a JSON array, the sides under the given names: [{"name", "table", "row", "field", "component", "unit",
 * LEFT: {"raw", "hex", "value"}, RIGHT: ...}]; a side is null when its row does not exist. Memory as above. */
FS_API char *fs_differences_json(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                                 const char *right);

/* --- reader -------------------------------------------------------------------------- */

/* A recording in memory. It never changes after it was opened, so many threads may read it. Any bytes are safe. After a
 * restart the recording may lack ticks or have some twice; of two, the later one counts. Pointers that the functions
 * below return belong to the recording. */
typedef struct fs_replay fs_replay;

typedef enum fs_replay_end {
    FS_REPLAY_COMPLETE,     /* end mark found */
    FS_REPLAY_TRUNCATED,    /* ends early; the bytes are a valid prefix */
    FS_REPLAY_MALFORMED,    /* the bytes break the format at `fault_offset` */
    FS_REPLAY_BROKEN_CHAIN, /* blocks whole, but the input chain or the order of blocks is broken */
    FS_REPLAY_BAD_SIGNATURE
} fs_replay_end;

typedef struct fs_replay_info {
    fs_replay_end end;
    uint64_t fault_offset; /* byte of the first fault; 0 when there is none */
    char fault[96];        /* a sentence about the first fault, "" when COMPLETE */
    uint64_t size;         /* bytes */
    uint32_t format;       /* format version of the file, 0 when it does not read */
    char recorder[FS_MAX_NAME];
    char build[96];
    uint64_t number_fingerprint; /* of the recorder's arithmetic */
    uint64_t schema_hash, config_hash;
    fs_config config;
    uint8_t public_key[32];
    uint32_t signed_end; /* the ticks before it, as far as they are in the file, are covered by valid signatures */
    uint32_t first_tick, ticks; /* ticks [first_tick, first_tick + ticks) are in the file */
    uint32_t segments, keyframes, desyncs, restarts;
    uint64_t final_state_hash; /* recorded state hash of the last tick */
} fs_replay_info;

/* Checks structure, checksums, chain and signatures, and copies the bytes. The caller closes *out. When the header
 * cannot be read: E_TRUNCATED (also for no bytes), E_MALFORMED, or E_VERSION for another format version; *out is set
 * all the same, and its info has `end`, `fault` and the members read before. A fault after the header is FS_OK with
 * info's `end`. E_CAPACITY above 1 GiB, E_UNSUPPORTED without random numbers and E_MEMORY set *out to NULL. */
FS_API fs_result fs_replay_open(const void *bytes, size_t size, fs_replay **out);
/* The same for a file, "-" for the standard input; also E_IO. Every failure has a sentence in `error`. */
FS_API fs_result fs_replay_open_file(const char *path, fs_replay **out, char *error, size_t error_size);
/* NULL is allowed. */
FS_API void fs_replay_close(fs_replay *replay);
FS_API const fs_replay_info *fs_replay_get_info(const fs_replay *replay);
/* The embedded schema, and the rows that each of its tables can hold; NULL when the header cannot be read. */
FS_API const fs_schema *fs_replay_schema(const fs_replay *replay);
FS_API const uint32_t *fs_replay_capacities(const fs_replay *replay);
/* Key of the i-th option of the game; NULL past the end. */
FS_API const char *fs_replay_option(const fs_replay *replay, uint32_t i);
/* Name of a slot's player at the end of the recording (of its last one if that has left), "" if the slot was never
 * used. */
FS_API const char *fs_replay_player(const fs_replay *replay, uint32_t slot);
/* A player in the match from `join_tick` on, up to but without `leave_tick`. */
typedef struct fs_presence {
    uint32_t slot;
    char name[FS_MAX_NAME];
    bool joined_earlier; /* was there when the recording began, after tick 0; join_tick is its first tick then */
    uint32_t join_tick;  /* first tick with the player */
    uint32_t leave_tick; /* first tick without; UINT32_MAX: stayed to the end of the recording */
} fs_presence;
/* The i-th presence, in the order of joining; NULL past the end. A player who leaves and returns has two. A recording
 * keeps the first 65536. */
FS_API const fs_presence *fs_replay_presence(const fs_replay *replay, uint32_t i);
/* A line that a player said in a tick. */
typedef struct fs_chat_line {
    uint32_t tick, slot;
    char name[FS_MAX_NAME];
    char text[FS_MAX_CHAT];
} fs_chat_line;
/* The i-th line of the recording; NULL past the end. A recording keeps the first 65536. */
FS_API const fs_chat_line *fs_replay_chat(const fs_replay *replay, uint32_t i);
/* The i-th recorded desync as one line of JSON; NULL past the end. */
FS_API const char *fs_replay_desync(const fs_replay *replay, uint32_t i);
/* State hash recorded after a tick. E_GONE, with *state_hash unchanged, when the tick is not in the file. */
FS_API fs_result fs_replay_state_hash(const fs_replay *replay, uint32_t tick, uint64_t *state_hash);
/* Finished ticks of the i-th keyframe, in the order of the file; false past the end. */
FS_API bool fs_replay_keyframe(const fs_replay *replay, uint32_t i, uint32_t *tick);
/* Whether this build can simulate the recording with `game`, usually the one named by
 * fs_replay_get_info()->config.game: E_GAME for NULL or a game of another name, E_SCHEMA, E_NUMBERS, E_CONFIG,
 * E_OPTION, E_MEMORY, or the result of fs_replay_open() when the header could not be read. The difference is named in
 * `error`. */
FS_API fs_result fs_replay_check_compatibility(const fs_replay *replay, const fs_game *game, char *error,
                                               size_t error_size);

/* A simulation that is stepped through the recording. The recording and the game must outlive it. */
typedef struct fs_playback fs_playback;
/* Starts at the keyframe nearest before the state after `tick` ticks and simulates up to it. `tasks` are lent to every
 * step (NULL: none) and must outlive the playback, which the caller destroys. E_GONE when no such state is in the file,
 * the results of fs_replay_check_compatibility(), E_MALFORMED for a broken keyframe, E_MEMORY: *out is NULL then.
 * E_MISMATCH when a state hash on the way differs from the recorded one: *out is set all the same. */
FS_API fs_result fs_playback_seek(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, uint32_t tick,
                                  fs_playback **out);
/* Goes to the next recorded state: simulates the next tick, or loads the state of a restart that is of a later tick. At a
 * restart that is not, the first tick after it is simulated. E_ENDED at the end; E_MISMATCH when the
 * state hash differs from the recorded one (the simulation was stepped all the same); E_MALFORMED or E_MEMORY for the
 * keyframe of a restart that cannot be loaded. */
FS_API fs_result fs_playback_step(fs_playback *playback);
/* The simulation, owned by the playback; for reading. */
FS_API fs_sim *fs_playback_sim(fs_playback *playback);
/* The stream after the newest tick, owned by the playback; for reading. */
FS_API const fs_stream *fs_playback_stream(const fs_playback *playback);
/* NULL is allowed. */
FS_API void fs_playback_destroy(fs_playback *playback);

/* --- verify ------------------------------------------------------------------------------ */

typedef struct fs_verdict {
    fs_result result;        /* OK or the first reason found, in the order of fs_replay_verify() */
    char reason[192];        /* a sentence; "" when OK */
    uint32_t verified_ticks; /* ticks simulated with equal state hashes */
    uint32_t failed_tick;    /* first tick that differs, UINT32_MAX if none */
    uint64_t recorded_state_hash, simulated_state_hash; /* after failed_tick */
    uint32_t count;                                /* entries of `differences`, at the keyframe after the failed tick */
    uint32_t keyframe_tick;                        /* ticks before that keyframe, UINT32_MAX if there is none */
    fs_difference differences[FS_MAX_DIFFERENCES]; /* left = recorded, right = simulated */
} fs_verdict;

/* Exit codes shared by the tools: 0 verified, 1 simulation mismatch, 2 usage or a file that cannot be read, 3
 * malformed, 4 bad signature or chain, 5 other build, schema or format version, 6 incomplete but valid prefix. */
FS_API int fs_result_exit_code(fs_result result);
/* The exit code of a verdict; with `verdict` NULL, of the structure alone. */
FS_API int fs_verdict_exit_code(const fs_replay *replay, const fs_verdict *verdict);
/* Simulates everything in the file again, up to the first fault, and fills *verdict. The order of reasons: structure,
 * chain and signatures; this build; the simulation; the missing end. `game` NULL: the verdict of a sound recording is
 * E_GAME. `tasks` are lent to every step (NULL: none). */
FS_API void fs_replay_verify(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks, fs_verdict *verdict);
/* Called after every simulated tick with the ticks done and those of the whole recording; `context` as given. */
typedef void fs_verify_progress_fn(void *context, uint32_t done, uint32_t total);
/* The same, with `progress` called on the way (NULL: not called). */
FS_API void fs_replay_verify_progress(const fs_replay *replay, const fs_game *game, const fs_tasks *tasks,
                                      fs_verify_progress_fn *progress, void *context, fs_verdict *verdict);

/* --- compare ------------------------------------------------------------------------------ */

/* Two recordings of one match, tick by tick. */
typedef struct fs_comparison {
    bool config_equal, schema_equal;
    uint32_t first_tick, ticks; /* range [first_tick, first_tick + ticks) that both cover */
    uint32_t input_tick;        /* first tick whose inputs differ, UINT32_MAX if none; first_tick also when earlier
                                 * inputs differ */
    uint32_t hash_tick;         /* first tick whose state hashes differ, UINT32_MAX if none */
    uint32_t state_tick;        /* ticks before the compared states; UINT32_MAX when both sides prove no common state */
    size_t differences;         /* reported to the callback */
} fs_comparison;

/* Finds the first differing tick and then a state near it that both recordings prove (by a keyframe, or by a simulation
 * whose state hashes are the recorded ones), and calls `call` (NULL: only counts) for every field that differs in it.
 * `tasks` are lent to every step (NULL: none). Without a compatible game (`game` may be NULL) only ticks are compared,
 * and the result is that of fs_replay_check_compatibility(). E_GONE when no tick is in both; the result of
 * fs_replay_open() when a header could not be read. */
FS_API fs_result fs_replay_compare(const fs_replay *left, const fs_replay *right, const fs_game *game,
                                   const fs_tasks *tasks, fs_comparison *comparison, fs_diff_fn *call, void *context);

/* --- reproduce ------------------------------------------------------------------------------ */

/* A desync as its report tells it. The report's texts come from server and client, and point into the struct: it is not to be
 * copied. They hold no control characters. */
typedef struct fs_recorded_desync {
    fs_desync desync;
    char reason[192], client_build[96];
} fs_recorded_desync;

/* Reads the i-th desync of a recording with the recording's schema. E_GONE past the end; E_MALFORMED, with *out unspecified, when
 * the report lacks its tick, a state hash or a value, names a field that the schema does not have, or a value that neither side
 * has. */
FS_API fs_result fs_replay_read_desync(const fs_replay *replay, uint32_t i, fs_recorded_desync *out);

/* The side with which a simulation of the tick of a desync agrees. */
typedef enum fs_repro_side { FS_REPRO_SERVER, FS_REPRO_CLIENT, FS_REPRO_NEITHER } fs_repro_side;

/* Whether the values of a report are all that differed: with the rows and the values of the other side in place of its own, the
 * state of the side with which this build agrees has the hash of the other side. */
typedef enum fs_repro_explained {
    FS_REPRO_UNDECIDED, /* the report has no values, or this build agrees with neither side: there is no state to compare with */
    FS_REPRO_EXPLAINED, /* nothing else differed */
    FS_REPRO_UNEXPLAINED, /* more differed than the values, or those of the client are not of the state whose hash it told */
} fs_repro_explained;

enum { FS_REPRO_MAX_RUNS = 16, FS_REPRO_MAX_TASKS = 4 };

/* One simulation of the ticks from the keyframe before the desync up to it. */
typedef struct fs_repro_run {
    const char *kernel;  /* instruction set of the loops (fs_kernel_name()) */
    uint32_t workers;    /* threads */
    uint32_t parts_tick; /* first tick whose state hash is not the recorded one; UINT32_MAX: none */
    uint32_t odd_tick;   /* first tick whose state hash is not that of the first run; UINT32_MAX: none */
    uint64_t state_hash; /* after the tick of the desync */
    fs_repro_side side;
} fs_repro_run;

/* A value of the report in the state that this build gives. */
typedef struct fs_repro_value {
    bool exists;
    int64_t raw;
} fs_repro_value;

typedef struct fs_reproduction {
    char why[192];       /* a sentence when the result is not OK */
    uint32_t first_tick; /* simulated first */
    uint32_t run_count;
    fs_repro_run runs[FS_REPRO_MAX_RUNS];   /* the first: the widest instruction set, one thread */
    fs_repro_value own[FS_MAX_DIFFERENCES]; /* of the first run, in the order of the report's differences */
    fs_repro_explained explained;
    uint32_t odd_run; /* first run that differs from the first one; UINT32_MAX: none */
    bool recurs; /* odd_run's odd_tick differs in a repetition of both runs too; else phase and fields are not known */
    fs_phase phase; /* of that tick, in which it parts from the first run: see fs_desync */
    uint32_t round;
    uint32_t count; /* entries of `differences` after that tick; left is the first run, right the other */
    fs_difference differences[FS_MAX_DIFFERENCES];
    fs_sync_report sync; /* every tick twice: see sync_test.h */
} fs_reproduction;

/* Simulates the ticks around a desync again, from the keyframe nearest before it: with the widest instruction set on one thread,
 * with each narrower one, with each of the `task_count` (at most FS_REPRO_MAX_TASKS) lent `tasks`, and every tick twice in a
 * sync test. `progress` (NULL: not called) as for fs_replay_verify_progress(), counting ticks of all simulations. E_GONE when the tick
 * is not in the recording, E_MALFORMED for a broken keyframe, a report of another hash than the recorded one, or one whose server
 * values are not those of the state with the server's hash (which this build has simulated), the results of
 * fs_replay_check_compatibility() and of fs_sync_test_step(), E_MEMORY: *out has a sentence. */
FS_API fs_result fs_replay_reproduce(const fs_replay *replay, const fs_recorded_desync *desync, const fs_game *game,
                                     const fs_tasks *const *tasks, uint32_t task_count, fs_verify_progress_fn *progress,
                                     void *context, fs_reproduction *out);

#ifdef __cplusplus
}
#endif
#endif
