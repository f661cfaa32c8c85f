/* replay_fixture.h: a toy match that is recorded into memory, for the tests of recordings.
 *
 * The match is a function of its seed and length alone (the recorder's key is
 * not), so two of them give the same ticks.
 */
#ifndef REPLAY_FIXTURE_H
#define REPLAY_FIXTURE_H

#include <fixstep/replay.h>

#include "lockstep/stream.h"

/* A sink in memory that can be made to fail. */
typedef struct rf_sink {
    uint8_t *bytes;
    size_t size, room;
    uint32_t writes;   /* calls so far */
    uint32_t fails_at; /* this call and all later ones fail; 0 = never */
    size_t torn;       /* bytes of the failing call that still get through */
} rf_sink;

bool rf_write(void *sink, const void *bytes, size_t size);

typedef struct rf_match {
    fs_config config;
    fs_sim *sim;
    fs_stream stream;
    fs_recorder *recorder; /* NULL: nothing is recorded */
    rf_sink sink;
    fs_rng rng;              /* of the players */
    const uint8_t *key_seed; /* of the key that signs; NULL: one for this recording */
    bool forged;             /* a report gives a value that the server never had */
    uint32_t faulty_tick;    /* right after it hero[0].pos.x is changed; UINT32_MAX = never */
} rf_match;

/* Begins a match of two players at tick 0, not recorded yet. */
void rf_match_start(rf_match *match, uint32_t hz, uint64_t seed);
/* Records from now on; the result of fs_recorder_create(). */
fs_result rf_match_record(rf_match *match);
/* Plays ticks with random inputs; player 1 joins at tick 3 and leaves at 40. */
void rf_match_play(rf_match *match, uint32_t ticks);
/* Loads the state and stream of another match as a snapshot. */
void rf_match_restart(rf_match *match, rf_match *from);
/* A made-up desync report on hero[1].pos.y. */
void rf_match_add_desync(rf_match *match);
/* A value of the client that differs from the server's by one bit. */
typedef struct rf_flip {
    const char *table, *field;
    uint32_t row, bit;
} rf_flip;
/* A true desync report of the newest tick, of a client with `count` values flipped, of which the report lists `listed`. */
void rf_match_report(rf_match *match, const rf_flip *flips, uint32_t count, uint32_t listed);
/* A true report of the newest tick, of a client whose state was changed so; it lists up to FS_MAX_DIFFERENCES. */
void rf_match_report_change(rf_match *match, void (*change)(fs_state *state));
/* Closes the recording; its bytes are in `sink`. */
void rf_match_finish(rf_match *match);
/* A finished recording of `ticks` ticks at 20 Hz, from the first on. */
void rf_record_whole(rf_match *match, uint64_t seed, uint32_t ticks);
/* Opens the recording in `sink`. */
fs_replay *rf_open(const rf_match *match);
/* Releases everything, `sink` too. */
void rf_match_free(rf_match *match);

/* The offset and type of the i-th block of a recording; false past the end. */
bool rf_block(const uint8_t *bytes, size_t size, uint32_t i, size_t *at, size_t *length, uint8_t *type);
/* Recomputes the checksums of the block at `at` after its payload was changed. */
void rf_fix_checksums(uint8_t *bytes, size_t at);
/* Verifies bytes with the toy game and returns the exit code. */
int rf_verify(const uint8_t *bytes, size_t size, fs_verdict *verdict);

#endif
