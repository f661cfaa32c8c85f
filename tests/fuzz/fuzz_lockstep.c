/* fuzz_lockstep.c: bundles, and whole conversations with a match and with a session.
 *
 * A conversation is a list of messages: u8 channel (bits 0-1), peer (bit 2) and pause (bits 3-7, units of 4 ms), u16 length,
 * bytes. The samples are those of a match that was played.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "lockstep/match_internal.h"
#include "network/netgame.h"

enum { PLAYERS = 2, PAUSE_US = 4000, STEP_US = 1000, SAMPLE_MS = 600, MAX_MESSAGES = 400, CLIENTS = 2 };

/* --- bundles ------------------------------------------------------------------------------- */

static fs_stream first_stream(void)
{
    fs_stream stream;
    fs_config config = fs_default_config(&netgame);
    config.players = PLAYERS;
    fs__stream_init(&stream, &netgame, &config);
    return stream;
}

/* A list of u16 length and bundle. */
static void run_bundle(const uint8_t *bytes, size_t size)
{
    fs_stream stream = first_stream();
    fs__reader r = fs__reader_make(bytes, size);
    while (fs__reader_remaining(&r) > 0) {
        size_t n = fs__get_u16(&r);
        const uint8_t *bundle = fs__reader_take(&r, n);
        if (bundle == NULL)
            return;
        fs_stream before = stream;
        if (fs__stream_apply(&stream, bundle, n) != FS_OK)
            fuzz_require(memcmp(&before, &stream, sizeof stream) == 0, "a refused bundle changes nothing");
        else
            fuzz_require(stream.next_tick == before.next_tick + 1, "a bundle is one tick");
    }
}

static size_t sample_bundle(uint32_t number, uint8_t *bytes)
{
    fs_stream stream = first_stream();
    fs__writer w = fs__writer_make(bytes, FUZZ_ROOM);
    uint8_t inputs[PLAYERS * FS_MAX_INPUT] = { 0 }, one[FS__MAX_BUNDLE_BYTES];
    if (number > 0)
        return 0;
    for (uint8_t tick = 0; tick < 6; tick++) {
        fs__stream_event events[2] = { { .kind = FS__STREAM_EVENT_JOIN, .slot = tick % 2, .text = "eve" },
                                       { .kind = FS__STREAM_EVENT_DELAY, .slot = tick % 2, .value = 4 } };
        fs__bundle bundle = { inputs, tick > 2, events, tick < 2 ? 2 : 0 };
        inputs[tick] = tick;
        size_t n = fs__stream_append(&stream, &bundle, one);
        fs__put_u16(&w, (uint16_t)n);
        fs__put_bytes(&w, one, n);
    }
    return w.at;
}

const fuzz_target fuzz_bundle = { "bundle", "bundles of a stream", run_bundle, sample_bundle };

/* --- a match that is played, for samples ---------------------------------------------------- */

typedef struct letter {
    size_t size;
    fs_channel channel;
    uint8_t bytes[2048];
} letter;

/* The messages under way in one direction. */
typedef struct mail {
    letter letters[64];
    uint32_t count;
} mail;

/* The second client is there in samples with a spectator. */
static struct {
    uint64_t now_us;
    mail up[CLIENTS], down[CLIENTS];
    fs__writer record_up, record_down; /* of all clients; of one */
    uint64_t recorded_up_us, recorded_down_us;
    uint32_t listener; /* whose messages record_down has */
} play;

static void record(fs__writer *w, uint64_t *recorded_us, uint32_t peer, fs_channel channel, const void *bytes,
                   size_t size)
{
    uint64_t pause = (play.now_us - *recorded_us) / PAUSE_US;
    fs__put_u8(w, (uint8_t)((unsigned)channel | peer << 2 | (pause > 31 ? 31u : (unsigned)pause) << 3));
    fs__put_u16(w, (uint16_t)size);
    fs__put_bytes(w, bytes, size);
    *recorded_us = play.now_us;
}

static void post(mail *m, fs_channel channel, const void *bytes, size_t size)
{
    fuzz_require(m->count < 64 && size <= sizeof m->letters[0].bytes, "the mail box has room");
    letter *l = &m->letters[m->count++];
    *l = (letter){ .size = size, .channel = channel };
    memcpy(l->bytes, bytes, size);
}

static void post_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context;
    post(&play.down[peer], channel, bytes, size);
    if (peer == play.listener)
        record(&play.record_down, &play.recorded_down_us, 0, channel, bytes, size);
}

static void post_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    const uint32_t *client = context;
    (void)peer;
    post(&play.up[*client], channel, bytes, size);
    record(&play.record_up, &play.recorded_up_us, *client, channel, bytes, size);
}

static void send_nothing(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context, (void)peer, (void)channel, (void)bytes, (void)size;
}

static void drop_nobody(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

static const fs_game *find_netgame(void *context, const char *name, char *error, size_t error_size)
{
    (void)context, (void)error, (void)error_size;
    return strcmp(name, netgame.name) == 0 ? &netgame : NULL;
}

static void give_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input_bytes)
{
    (void)context, (void)state, (void)slot;
    memset(input_bytes, (int)(tick / 8 & 0xff), 2);
}

/* With spectators it signs. */
static fs_match *make_match(fs_send_fn *send, fs_referee referee, uint32_t spectators)
{
    static const uint8_t seed[FS_KEY_BYTES] = "the seed of the server's own key";
    fs_match *match = NULL;
    fs_match_def def = fs_default_match_def(&netgame);
    fs_match_hooks hooks = { .send = send, .drop = drop_nobody };
    def.config.players = PLAYERS;
    def.config.seed = 1;
    def.state_history_ticks = 8;
    def.referee = referee;
    def.max_spectators = spectators;
    def.identity_seed = spectators > 0 ? seed : NULL;
    memset(def.secret, 3, sizeof def.secret);
    fuzz_require(fs_match_create(&def, &hooks, STEP_US, &match) == FS_OK, "a match");
    return match;
}

static fs_session *make_session(fs_send_fn *send, const uint32_t *client, bool spectates)
{
    fs_session *session = NULL;
    fs_session_def def = { .name = "eve", .state_history_ticks = 8, .spectate = spectates, .reconnect = spectates };
    fs_session_hooks hooks = { .context = (void *)(uintptr_t)client,
                               .send = send,
                               .game = find_netgame,
                               .input = give_input };
    fuzz_require(fs_session_create(&def, &hooks, &session) == FS_OK, "a session");
    fs_session_connected(session, STEP_US);
    return session;
}

/* Takes what is under way; the letters are valid until the next call. */
static const letter *empty(mail *m, uint32_t *count)
{
    static letter turn[64];
    *count = m->count;
    memcpy(turn, m->letters, m->count * sizeof turn[0]);
    m->count = 0;
    return turn;
}

static void exchange(fs_match *match, fs_session *session, uint32_t client)
{
    uint32_t n;
    const letter *turn = empty(&play.up[client], &n);
    for (uint32_t i = 0; i < n; i++)
        fs_match_receive(match, client, turn[i].channel, turn[i].bytes, turn[i].size, play.now_us);
    fs_match_poll(match, play.now_us);
    turn = empty(&play.down[client], &n);
    for (uint32_t i = 0; i < n; i++)
        fs_session_receive(session, turn[i].channel, turn[i].bytes, turn[i].size, play.now_us);
    fs_session_poll(session, play.now_us);
}

/* Plays SAMPLE_MS and records the messages to the server, and those to the player or to the spectator. */
static void play_sample(bool watched, uint8_t *up, uint8_t *down)
{
    static const uint32_t numbers[CLIENTS] = { 0, 1 };
    uint32_t clients = watched ? 2 : 1;
    fs_session *sessions[CLIENTS];
    fs_session_stats stats;
    memset(&play, 0, sizeof play);
    play.now_us = STEP_US;
    play.listener = clients - 1;
    play.record_up = fs__writer_make(up, FUZZ_ROOM);
    play.record_down = fs__writer_make(down, FUZZ_ROOM);
    fs_match *match = make_match(post_down, FS_REFEREE_LIVE, clients - 1);
    for (uint32_t i = 0; i < clients; i++) {
        fs_match_connect(match, i, play.now_us);
        sessions[i] = make_session(post_up, &numbers[i], i == 1);
    }
    for (uint32_t ms = 0; ms < SAMPLE_MS; ms++) {
        play.now_us += STEP_US;
        for (uint32_t i = 0; i < clients; i++)
            exchange(match, sessions[i], i);
    }
    fs_session_get_stats(sessions[clients - 1], &stats);
    fuzz_require(fs_match_tick(match) > 10 && fs_match_players(match) == 1 && stats.tick > 5, "the sample is a match");
    for (uint32_t i = 0; i < clients; i++)
        fs_session_destroy(sessions[i]);
    fs_match_destroy(match);
}

static size_t sample_conversation(bool up, bool watched, uint32_t number, uint8_t *bytes)
{
    uint8_t *other = malloc(FUZZ_ROOM);
    size_t size = 0;
    if (number == 0) {
        play_sample(watched, up ? bytes : other, up ? other : bytes);
        size = up ? play.record_up.at : play.record_down.at;
    }
    free(other);
    return size;
}

/* --- conversations --------------------------------------------------------------------------- */

typedef struct sentence {
    fs_channel channel;
    uint32_t peer;
    uint64_t pause_us;
    const uint8_t *bytes;
    size_t size;
} sentence;

static bool next_sentence(fs__reader *r, sentence *s)
{
    if (fs__reader_remaining(r) < 4)
        return false;
    uint8_t head = fs__get_u8(r);
    size_t size = fs__get_u16(r);
    size = size < fs__reader_remaining(r) ? size : fs__reader_remaining(r);
    *s = (sentence){ (fs_channel)(head & 3), head >> 2 & 1, (uint64_t)(head >> 3) * PAUSE_US, fs__reader_take(r, size),
                     size };
    return size > 0;
}

static void converse(fs_match *match, const uint8_t *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    uint64_t now_us = STEP_US;
    sentence s;
    fs_match_connect(match, 0, now_us);
    fs_match_connect_from(match, 1, 5, now_us);
    for (uint32_t i = 0; i < MAX_MESSAGES && next_sentence(&r, &s); i++) {
        now_us += s.pause_us;
        fs_match_receive(match, s.peer, s.channel, s.bytes, s.size, now_us);
        fs_match_poll(match, now_us);
    }
    fs_match_disconnect(match, 0, now_us);
    fs_match_poll(match, now_us + STEP_US);
    fuzz_require(fs_match_players(match) <= 1, "who is gone does not play");
    fs_match_destroy(match);
}

static void run_match(const uint8_t *bytes, size_t size)
{
    converse(make_match(send_nothing, FS_REFEREE_LIVE, 0), bytes, size);
}

static void run_watched(const uint8_t *bytes, size_t size)
{
    converse(make_match(send_nothing, FS_REFEREE_LIVE, 1), bytes, size);
}

static void run_demand(const uint8_t *bytes, size_t size)
{
    converse(make_match(send_nothing, FS_REFEREE_ON_DEMAND, 0), bytes, size);
}

static size_t sample_match(uint32_t number, uint8_t *bytes)
{
    return sample_conversation(true, false, number, bytes);
}

static size_t sample_watched(uint32_t number, uint8_t *bytes)
{
    return sample_conversation(true, true, number, bytes);
}

const fuzz_target fuzz_match = { "match", "conversations of two clients with a server", run_match, sample_match };
const fuzz_target fuzz_watched = { "watched", "conversations of a player and a spectator with a server", run_watched,
                                   sample_watched };
const fuzz_target fuzz_demand = { "demand", "conversations of two clients with a server that simulates on demand",
                                  run_demand, sample_match };

static void listen(fs_session *session, const uint8_t *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    uint64_t now_us = STEP_US;
    sentence s;
    for (uint32_t i = 0; i < MAX_MESSAGES && next_sentence(&r, &s); i++) {
        now_us += s.pause_us;
        fs_session_receive(session, s.channel, s.bytes, s.size, now_us);
        fs_session_poll(session, now_us);
    }
    fs_session_disconnected(session, now_us);
    fs_session_destroy(session);
}

static void run_session(const uint8_t *bytes, size_t size)
{
    listen(make_session(send_nothing, NULL, false), bytes, size);
}

static void run_watch(const uint8_t *bytes, size_t size)
{
    listen(make_session(send_nothing, NULL, true), bytes, size);
}

static size_t sample_session(uint32_t number, uint8_t *bytes)
{
    return sample_conversation(false, false, number, bytes);
}

static size_t sample_watch(uint32_t number, uint8_t *bytes)
{
    return sample_conversation(false, true, number, bytes);
}

const fuzz_target fuzz_session = { "session", "conversations of a server with a client", run_session, sample_session };
const fuzz_target fuzz_watch = { "watch", "conversations of a server with a spectator", run_watch, sample_watch };
