/* replay_fixture.c: see replay_fixture.h. */
#include "replay/replay_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "replay/format.h"
#include "support/toygame.h"

bool rf_write(void *context, const void *bytes, size_t size)
{
    rf_sink *sink = context;
    sink->writes++;
    bool full = sink->fails_at != 0 && sink->writes >= sink->fails_at;
    if (full)
        size = sink->writes == sink->fails_at && sink->torn < size ? sink->torn : 0;
    if (sink->size + size > sink->room) {
        sink->room = (sink->size + size) * 2;
        sink->bytes = realloc(sink->bytes, sink->room);
    }
    if (size > 0)
        memcpy(sink->bytes + sink->size, bytes, size);
    sink->size += size;
    return !full;
}

void rf_match_start(rf_match *match, uint32_t hz, uint64_t seed)
{
    memset(match, 0, sizeof *match);
    match->config = fs_default_config(&toy_game);
    match->config.hz = hz;
    match->config.seed = seed;
    match->rng = fs_rng_seed(seed, 99);
    match->faulty_tick = UINT32_MAX;
    fs_result result = fs_sim_create(&toy_game, &match->config, &match->sim);
    FS_ASSERT(result == FS_OK);
    fs__stream_init(&match->stream, &toy_game, &match->config);
}

fs_result rf_match_record(rf_match *match)
{
    fs_recorder_def def = { .game = &toy_game,
                            .config = &match->config,
                            .recorder = "test",
                            .build = "test build",
                            .write = rf_write,
                            .context = &match->sink,
                            .key_seed = match->key_seed };
    return fs_recorder_create(&def, match->sim, &match->stream, &match->recorder);
}

/* Joins and leaves of a tick. */
static uint32_t get_events(uint32_t tick, fs__stream_event *events)
{
    memset(events, 0, 2 * sizeof *events);
    if (tick == 0) {
        events[0] = (fs__stream_event){ FS__STREAM_EVENT_JOIN, 0, "anna", 0 };
        return 1;
    }
    if (tick == 3)
        events[0] = (fs__stream_event){ FS__STREAM_EVENT_JOIN, 1, "bert", 0 };
    if (tick == 40)
        events[0] = (fs__stream_event){ FS__STREAM_EVENT_LEAVE, 1, "", 0 };
    return tick == 3 || tick == 40;
}

static void break_state(rf_match *match)
{
    fs_value_ref place;
    int64_t raw;
    fs_value_find(fs_state_schema(fs_sim_state(match->sim)), "hero", "pos.x", &place);
    fs_value_get(fs_sim_state(match->sim), place, &raw);
    fs_value_set(fs_sim_state(match->sim), place, raw ^ 1 << 20);
}

static void play_tick(rf_match *match)
{
    uint8_t inputs[2 * TOY_INPUT], bytes[FS__MAX_BUNDLE_BYTES];
    fs__stream_event events[2];
    uint32_t tick = match->stream.next_tick;
    fs__bundle bundle = { inputs, 0, events, get_events(tick, events) };
    for (size_t i = 0; i < sizeof inputs; i++)
        inputs[i] = (uint8_t)fs_rng_below(&match->rng, 4);
    size_t size = fs__stream_append(&match->stream, &bundle, bytes);
    fs_inputs in = fs__stream_inputs(&match->stream);
    fs_sim_step(match->sim, &in);
    if (tick == match->faulty_tick)
        break_state(match);
    if (match->recorder != NULL)
        fs_recorder_tick(match->recorder, tick, bytes, size, fs_sim_state_hash(match->sim), &match->stream, match->sim);
}

void rf_match_play(rf_match *match, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++)
        play_tick(match);
}

void rf_match_restart(rf_match *match, rf_match *from)
{
    size_t size = fs_state_encoded_size(fs_sim_state(from->sim));
    uint8_t *bytes = malloc(size);
    fs_state_encode(fs_sim_state(from->sim), bytes, size);
    fs_result result = fs_sim_load(match->sim, bytes, size);
    FS_ASSERT(result == FS_OK);
    free(bytes);
    match->stream = from->stream;
    match->rng = from->rng;
    match->faulty_tick = UINT32_MAX;
    if (match->recorder != NULL)
        fs_recorder_restart(match->recorder, match->sim, &match->stream);
}

void rf_match_add_desync(rf_match *match)
{
    fs_desync desync = { .tick = fs_sim_tick(match->sim),
                         .slot = 1,
                         .name = "bert",
                         .inputs_equal = true,
                         .traced = true,
                         .reason = "",
                         .server_state_hash = 1,
                         .client_state_hash = 2,
                         .agreeing = 1,
                         .voters = 1,
                         .count = 1,
                         .traced_us = 1500,
                         .trace_bytes = 900,
                         .client_build = "other build \xff \"quoted\"\n" };
    fs_difference *difference = &desync.differences[0];
    fs_value_find(toy_game.schema, "hero", "pos.y", &difference->ref);
    difference->ref.row = 1;
    difference->left = INT64_C(3) << 31;
    difference->right = -1;
    difference->left_exists = difference->right_exists = true;
    fs_recorder_desync(match->recorder, &desync);
}

static void flip_value(fs_state *state, const rf_flip *flip, fs_difference *d)
{
    fs_result result = fs_value_find(toy_game.schema, flip->table, flip->field, &d->ref);
    d->ref.row = flip->row;
    d->left_exists = d->right_exists = true;
    if (result == FS_OK)
        result = fs_value_get(state, d->ref, &d->left);
    d->right = d->left ^ (int64_t)1 << flip->bit;
    if (result == FS_OK)
        result = fs_value_set(state, d->ref, d->right);
    FS_ASSERT(result == FS_OK);
}

static bool list_difference(void *context, const fs_difference *difference)
{
    fs_desync *d = context;
    d->differences[d->count++] = *difference;
    return d->count < FS_MAX_DIFFERENCES;
}

void rf_match_report_change(rf_match *match, void (*change)(fs_state *state))
{
    fs_state *state;
    fs_desync d = { .tick = fs_sim_tick(match->sim) - 1, .slot = 1, .name = "bert", .inputs_equal = true };
    fs_result result = fs_sim_new_state(match->sim, &state);
    FS_ASSERT(result == FS_OK);
    fs_state_copy(state, fs_sim_state(match->sim));
    change(state);
    d.server_state_hash = fs_state_hash(fs_sim_state(match->sim));
    d.client_state_hash = fs_state_hash(state);
    fs_state_diff(fs_sim_state(match->sim), state, list_difference, &d);
    fs_recorder_desync(match->recorder, &d);
    fs_state_destroy(state);
}

void rf_match_report(rf_match *match, const rf_flip *flips, uint32_t count, uint32_t listed)
{
    fs_state *state;
    fs_desync d = { .tick = fs_sim_tick(match->sim) - 1,
                    .slot = 1,
                    .name = "bert",
                    .inputs_equal = true,
                    .traced = true,
                    .count = listed,
                    .phase = FS_PHASE_OUTSIDE,
                    .client_build = "1.0, gcc 12, x86_64-linux-gnu" };
    fs_result result = fs_sim_new_state(match->sim, &state);
    FS_ASSERT(result == FS_OK);
    fs_state_copy(state, fs_sim_state(match->sim));
    d.server_state_hash = fs_state_hash(state);
    for (uint32_t i = 0; i < count; i++)
        flip_value(state, &flips[i], &d.differences[i]);
    d.client_state_hash = fs_state_hash(state);
    d.differences[0].left ^= match->forged;
    fs_recorder_desync(match->recorder, &d);
    fs_state_destroy(state);
}

void rf_match_finish(rf_match *match)
{
    fs_recorder_close(match->recorder);
    match->recorder = NULL;
}

void rf_record_whole(rf_match *match, uint64_t seed, uint32_t ticks)
{
    rf_match_start(match, 20, seed);
    fs_result result = rf_match_record(match);
    FS_ASSERT(result == FS_OK);
    rf_match_play(match, ticks);
    rf_match_finish(match);
}

fs_replay *rf_open(const rf_match *match)
{
    fs_replay *replay;
    fs_result result = fs_replay_open(match->sink.bytes, match->sink.size, &replay);
    FS_ASSERT(result == FS_OK);
    return replay;
}

void rf_match_free(rf_match *match)
{
    rf_match_finish(match);
    fs_sim_destroy(match->sim);
    free(match->sink.bytes);
    memset(match, 0, sizeof *match);
}

/* --- bytes ------------------------------------------------------------------------ */

bool rf_block(const uint8_t *bytes, size_t size, uint32_t i, size_t *at, size_t *length, uint8_t *type)
{
    size_t offset = FS__PREAMBLE_BYTES;
    while (offset + FS__FRAME_HEAD_BYTES <= size) {
        fs__reader r = fs__reader_make(bytes + offset + 4, 4);
        size_t whole = fs__frame_size(fs__get_u32(&r));
        if (i-- == 0) {
            *at = offset;
            *length = whole;
            *type = bytes[offset];
            return true;
        }
        offset += whole;
    }
    return false;
}

void rf_fix_checksums(uint8_t *bytes, size_t at)
{
    fs__reader r = fs__reader_make(bytes + at + 4, 4);
    uint32_t size = fs__get_u32(&r);
    fs__writer w = fs__writer_make(bytes + at + 8, 4);
    fs__put_u32(&w, fs__crc32c(bytes + at, 8));
    fs__frame_tail(bytes + at, size);
}

int rf_verify(const uint8_t *bytes, size_t size, fs_verdict *verdict)
{
    fs_replay *replay;
    fs_result result = fs_replay_open(bytes, size, &replay);
    FS_ASSERT(replay != NULL);
    fs_replay_verify(replay, &toy_game, NULL, verdict);
    /* The verdict has the result of a header that cannot be read. */
    FS_ASSERT(result == FS_OK || result == verdict->result);
    int code = fs_verdict_exit_code(replay, verdict);
    fs_replay_close(replay);
    return code;
}
