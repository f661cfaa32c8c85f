/* check_abuse.c: peers that keep to the form of every message and still try to wear the server out.
 *
 * The messages are made by hand and given to a match directly; the test counts what the match sends to each peer.
 */
#include <stdio.h>
#include <string.h>
#include <fixstep/fingerprint.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "lockstep/match_internal.h"

enum { HONEST = 0, HOSTILE = 1, OTHER = 2, PLAYERS = 16, SECOND_US = 1000000 };

static struct {
    fs_match *match;
    uint64_t now_us;
    uint64_t bytes[FS_MAX_PEERS];    /* sent to each peer */
    uint32_t snapshots;              /* begun, to all peers */
    fs_result refused[FS_MAX_PEERS]; /* FS_OK: not refused */
    uint32_t desyncs;
    char reason[128];  /* of the newest report, "" when it is traced */
    uint32_t timeouts; /* reports of queries without an answer */
    bool lies;         /* HOSTILE changes the hash */
    uint32_t liars;    /* bit set of peers that change it too */
    bool silent;       /* HONEST holds no key */
    uint32_t late;     /* ticks by which the hashes of HOSTILE come late */
    uint32_t far_us;   /* round trip that HOSTILE feigns; 0: it answers no stamp */
    uint32_t troubles; /* bit set of the fs_trouble told of HOSTILE */
    uint32_t told;     /* how often one was told of it, and its end */
    bool flickers;     /* it is behind in every second INPUT, as it says */
} run;

static void count_message(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context;
    fs__reader r = fs__reader_make(bytes, size);
    struct fs__snapshot_chunk chunk;
    run.bytes[peer] += size;
    if (fs__get_u8(&r) == FS__MESSAGE_SNAPSHOT && channel == FS_CHANNEL_BULK && fs__get_snapshot_chunk(&r, &chunk))
        run.snapshots += chunk.offset == 0;
}

static void drop_peer(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

static void note_event(void *context, const fs_event *event)
{
    (void)context;
    if (event->kind == FS_EVENT_REFUSED)
        run.refused[event->peer] = event->result;
    if (event->kind == FS_EVENT_TROUBLE && event->peer == HOSTILE) {
        run.troubles |= 1u << event->trouble;
        run.told++;
    }
    if (event->kind != FS_EVENT_DESYNC)
        return;
    run.desyncs++;
    run.timeouts += event->desync->reason != NULL &&
                    strcmp(event->desync->reason, "the client did not answer in time") == 0;
    snprintf(run.reason, sizeof run.reason, "%s", event->desync->reason != NULL ? event->desync->reason : "");
}

static void set_up(void)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0), FS_OK);
    fs_match_def def = fs_default_match_def(game);
    fs_match_hooks hooks = { .send = count_message, .drop = drop_peer, .event = note_event };
    def.config.players = PLAYERS;
    memset(&run, 0, sizeof run);
    run.now_us = SECOND_US;
    ck_assert_int_eq(fs_match_create(&def, &hooks, run.now_us, &run.match), FS_OK);
}

static void tear_down(void)
{
    fs_match_destroy(run.match);
}

/* --- messages by hand ---------------------------------------------------------------- */

static void give(uint32_t peer, fs_channel channel, const uint8_t *bytes, size_t size)
{
    ck_assert_uint_gt(size, 0);
    fs_match_receive(run.match, peer, channel, bytes, size, run.now_us);
}

static void give_empty(uint32_t peer, fs__message_type type)
{
    uint8_t bytes[8];
    give(peer, FS_CHANNEL_CONTROL, bytes, fs__put_empty_message(bytes, sizeof bytes, type));
}

/* Connects, joins and says READY: before tick 0 the peer plays then, later it waits for a snapshot. */
static void join(uint32_t peer, uint64_t origin)
{
    uint8_t bytes[512];
    const struct fs__join_message message = { .version = FS_PROTOCOL_VERSION,
                                              .number_fingerprint = fs_num_fingerprint() };
    const struct fs__ready_message ready = { run.match->schema_hash, run.match->config_hash };
    fs_match_connect_from(run.match, peer, origin, run.now_us);
    give(peer, FS_CHANNEL_CONTROL, bytes, fs__put_join(bytes, sizeof bytes, &message));
    give(peer, FS_CHANNEL_CONTROL, bytes, fs__put_ready(bytes, sizeof bytes, &ready));
}

static void leave(uint32_t peer)
{
    give_empty(peer, FS__MESSAGE_LEAVE);
    fs_match_disconnect(run.match, peer, run.now_us);
}

static bool is_liar(uint32_t peer)
{
    return (run.lies && peer == HOSTILE) || (run.liars >> peer & 1) != 0;
}

/* An INPUT with a changing input and, on request, the right state hash of the newest tick. */
static void give_input(uint32_t peer, bool hash)
{
    uint8_t bytes[FS_MAX_PAYLOAD];
    uint32_t tick = fs_match_tick(run.match);
    struct fs__input_message in = { .clock = run.match->clock,
                                    .held_us = UINT32_MAX,
                                    .epoch = run.match->peers[peer].epoch };
    if (run.far_us > 0 && peer == HOSTILE) {
        in.stamp = (uint32_t)run.now_us - run.far_us;
        in.held_us = 0;
    }
    if (run.flickers && peer == HOSTILE)
        in.behind = tick % 2 * 60;
    in.ack_bundle_tick = tick;
    in.first_tick = tick;
    in.count = 1;
    memset(in.inputs, run.silent && peer == HONEST ? 0 : (int)tick & 0xff, sizeof in.inputs);
    uint32_t late = peer == HOSTILE ? run.late : 0;
    if (hash && tick > late) {
        uint32_t told = tick - 1 - late;
        in.first_hash_tick = told;
        in.hash_count = 1;
        in.state_hashes[0] = run.match->state_hashes[told % FS__STATE_HASH_TICKS] ^ is_liar(peer);
        in.chain = run.match->chains[told % FS__STATE_HASH_TICKS];
    }
    give(peer, FS_CHANNEL_INPUT, bytes, fs__put_input(bytes, sizeof bytes, &in, run.match->game->input_size));
}

static void pass_tick(void)
{
    run.now_us += SECOND_US / run.match->def.config.hz;
    fs_match_poll(run.match, run.now_us);
    give_input(HONEST, true);
}

static void pass_seconds(uint32_t seconds)
{
    for (uint32_t i = 0; i < seconds * run.match->def.config.hz; i++)
        pass_tick();
}

/* One honest player, and ticks are closing. */
static void start_match(void)
{
    join(HONEST, 1);
    for (uint32_t i = 0; i < 60 || fs_match_tick(run.match) == 0; i++)
        pass_tick();
}

static fs_peer_stats newest_stats(uint32_t peer)
{
    fs_peer_stats stats, found = { 0 };
    for (uint32_t i = 0; fs_match_peer(run.match, i, &stats); i++)
        if (stats.peer == peer)
            found = stats;
    return found;
}

/* --- snapshots ------------------------------------------------------------------------- */

/* JOIN, READY, LEAVE as fast as ticks pass drew one snapshot each. The slot of a leaver is free after a tick. */
START_TEST(snapshots_are_limited_in_all)
{
    enum { SECONDS = 10 };
    start_match();
    for (uint32_t i = 0; i < SECONDS * run.match->def.config.hz; i++) {
        join(HOSTILE, 100 + i); /* an address each */
        leave(HOSTILE);
        pass_tick();
    }
    ck_assert_uint_ge(run.snapshots, 16);
    ck_assert_uint_le(run.snapshots, 16 + SECONDS * (SECOND_US / FS__SNAPSHOT_US) + 1);
}
END_TEST

START_TEST(snapshots_are_limited_by_address)
{
    enum { SECONDS = 10 };
    start_match();
    for (uint32_t i = 0; i < SECONDS * run.match->def.config.hz; i++) {
        join(HOSTILE, 7);
        leave(HOSTILE);
        pass_tick();
    }
    ck_assert_uint_ge(run.snapshots, 8);
    ck_assert_uint_le(run.snapshots, 8 + SECONDS / 2 + 1);
    /* Another address is served at once. */
    uint32_t before = run.snapshots;
    join(OTHER, 8);
    ck_assert_uint_eq(run.snapshots, before + 1);
}
END_TEST

/* A peer above the budget is told nothing, waits, and is served; only then its time to load begins. */
START_TEST(a_peer_above_the_budget_waits)
{
    start_match();
    for (uint32_t i = 0; i < 8; i++) {
        join(HOSTILE, 7);
        leave(HOSTILE);
        pass_tick();
    }
    uint32_t before = run.snapshots;
    join(OTHER, 7);
    give_empty(OTHER, FS__MESSAGE_LOADED);
    ck_assert_uint_eq(run.snapshots, before);
    ck_assert_uint_eq(newest_stats(OTHER).malformed, 1);
    pass_seconds(3);
    ck_assert_uint_eq(run.snapshots, before + 1);
    give_empty(OTHER, FS__MESSAGE_LOADED);
    ck_assert(newest_stats(OTHER).playing);
}
END_TEST

/* --- a peer that never finishes -------------------------------------------------------- */

START_TEST(loading_has_a_time_limit)
{
    start_match();
    join(HOSTILE, 7);
    ck_assert_uint_eq(run.match->peers[HOSTILE].phase, FS__PEER_LOADING);
    uint64_t before = run.bytes[HOSTILE];
    pass_seconds(FS__LOAD_TIMEOUT_US / SECOND_US - 1);
    ck_assert_int_eq(run.refused[HOSTILE], FS_OK);
    /* It acknowledges no bundle. Full datagrams would be 72,000 bytes a second. */
    ck_assert_uint_lt((run.bytes[HOSTILE] - before) / (FS__LOAD_TIMEOUT_US / SECOND_US), 8000);
    pass_seconds(3);
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_TIMEOUT);
    ck_assert_uint_eq(fs_match_players(run.match), 1);
}
END_TEST

/* Old bundles are asked for as often as it has an effect, of a peer that loads nothing and of one that reports nothing. */
static void ask_for_old_bundles(uint32_t peer)
{
    uint8_t bytes[32];
    const struct fs__repair_request request = { run.match->peers[peer].ack_bundle_tick, 1 };
    give(peer, FS_CHANNEL_CONTROL, bytes, fs__put_repair_request(bytes, sizeof bytes, &request));
}

START_TEST(new_states_replace_neither_loading_nor_hashes)
{
    if (_i == 1)
        join(HOSTILE, 7);
    start_match();
    if (_i == 0)
        join(HOSTILE, 7);
    for (uint32_t second = 0; second < 90 && run.refused[HOSTILE] == FS_OK; second++) {
        pass_seconds(1);
        if (run.refused[HOSTILE] == FS_OK)
            ask_for_old_bundles(HOSTILE);
    }
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_TIMEOUT);
    ck_assert_uint_le(run.match->peers[HOSTILE].stats->snapshots, 2);
}
END_TEST

START_TEST(repairs_are_limited)
{
    enum { SECONDS = 60 };
    uint8_t bytes[32];
    for (uint32_t p = HOSTILE; p < PLAYERS; p++)
        join(p, 0);
    start_match();
    uint64_t before = run.bytes[HOSTILE];
    struct fs__repair_request request = { 0, UINT32_MAX };
    for (uint32_t i = 0; i < SECONDS * run.match->def.config.hz; i++) {
        for (uint32_t p = HOSTILE; p < PLAYERS; p++)
            give_input(p, true);
        pass_tick();
        uint32_t next = fs_match_tick(run.match);
        request.first = next > FS__BUNDLE_LOG_TICKS ? next - FS__BUNDLE_LOG_TICKS : 0;
        give(HOSTILE, FS_CHANNEL_CONTROL, bytes, fs__put_repair_request(bytes, sizeof bytes, &request));
    }
    uint64_t sent = run.bytes[HOSTILE] - before, most = (uint64_t)(SECONDS + 4) * FS__REPAIR_BYTES_PER_S;
    uint64_t ticks = (uint64_t)SECONDS * run.match->def.config.hz * 400; /* TICKS beside them */
    ck_assert_uint_gt(sent, most / 2);
    ck_assert_uint_lt(sent, most + ticks);
    ck_assert_uint_gt(newest_stats(HOSTILE).limited, 0);
    ck_assert_uint_eq(newest_stats(HOSTILE).malformed, 0);
}
END_TEST

/* Five missing inputs in a second, just as many as make a line slow: told now and then, not with each of them. */
START_TEST(a_line_at_the_limit_is_told_seldom)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    while (fs_match_tick(run.match) < 20 * run.match->def.config.hz) {
        if (fs_match_tick(run.match) % 12 != 0)
            give_input(HOSTILE, true);
        pass_tick();
    }
    ck_assert_uint_ne(run.troubles & 1u << FS_TROUBLE_LINE, 0);
    ck_assert_uint_le(newest_stats(HOSTILE).troubles, 10);
}
END_TEST

/* --- state hashes that do not come ----------------------------------------------------- */

/* A player who sends inputs and no state hash: counted from the first tick on, and refused when the first of them could
 * no longer be compared. */
START_TEST(a_player_without_hashes_is_refused)
{
    join(HOSTILE, 7);
    start_match();
    while (fs_match_tick(run.match) < FS__STATE_HASH_TICKS) {
        give_input(HOSTILE, false);
        pass_tick();
    }
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_missing, fs_match_tick(run.match));
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_compared, 0);
    ck_assert_int_eq(run.refused[HOSTILE], FS_OK);
    for (int i = 0; i < 3; i++)
        pass_tick();
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_TIMEOUT);
    ck_assert_uint_gt(newest_stats(HOSTILE).hashes_missing, FS__STATE_HASH_TICKS);
    ck_assert_uint_eq(fs_match_players(run.match), 1);
    ck_assert_uint_eq(newest_stats(HONEST).hashes_missing, 0);
    ck_assert_uint_eq(newest_stats(HONEST).hashes_compared, fs_match_tick(run.match));
}
END_TEST

/* A player who tells no hashes and feigns a round trip of 9.9 s is waited for for 3 s, not for 12 s. */
START_TEST(a_feigned_round_trip_holds_no_agreement_back)
{
    run.now_us = 100 * SECOND_US;
    run.far_us = 9900000;
    join(HOSTILE, 7);
    start_match();
    uint32_t hz = run.match->def.config.hz;
    while (fs_match_tick(run.match) < 4 * hz) {
        give_input(HOSTILE, false);
        pass_tick();
    }
    ck_assert_uint_eq(newest_stats(HOSTILE).rtt_us, run.far_us);
    ck_assert_uint_ge(fs_match_agreed(run.match), 4 * hz - 2);
    ck_assert_int_eq(run.refused[HOSTILE], FS_OK);
}
END_TEST

/* Two players who tell wrong state hashes all the time and answer no query: a third one whose state is wrong once is sent the
 * right one when each of them has had its turn, and they wait for nobody's time again. */
START_TEST(liars_take_nobodys_trace)
{
    enum { VICTIM = 3 };
    join(HOSTILE, 7);
    join(OTHER, 8);
    join(VICTIM, 9);
    join(HONEST, 1);
    uint32_t hz = run.match->def.config.hz;
    run.liars = 1u << HOSTILE | 1u << OTHER;
    for (uint32_t i = 0; i < 7 * hz; i++) {
        run.liars |= i == hz ? 1u << VICTIM : 0;
        for (uint32_t peer = HOSTILE; peer <= VICTIM; peer++)
            if (run.refused[peer] == FS_OK)
                give_input(peer, true);
        run.liars &= ~(1u << VICTIM);
        pass_tick();
    }
    ck_assert_uint_eq(newest_stats(VICTIM).snapshots, 1);
    ck_assert_uint_eq(newest_stats(VICTIM).hashes_different, 1);
    ck_assert_int_eq(run.refused[VICTIM], FS_OK);
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_MISMATCH);
    ck_assert_int_eq(run.refused[OTHER], FS_E_MISMATCH);
    ck_assert_uint_eq(newest_stats(HONEST).snapshots, 0);
}
END_TEST

/* Plays up to the tick with the hashes of HOSTILE late; stops when it is refused. */
static void play_late(uint32_t late, uint32_t to_tick)
{
    run.late = late;
    while (fs_match_tick(run.match) < to_tick && run.refused[HOSTILE] == FS_OK) {
        give_input(HOSTILE, true);
        pass_tick();
    }
}

/* As late as may be: compared all the same, told as late, and in nobody's way. */
/* Who says with every second INPUT that it is behind writes no line with each: ten at once, then one in 10 s, and an end of each. */
START_TEST(a_flickering_trouble_is_told_seldom)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    run.flickers = true;
    while (fs_match_tick(run.match) < 40 * run.match->def.config.hz) {
        give_input(HOSTILE, true);
        give_input(HONEST, true);
        pass_tick();
    }
    ck_assert_uint_gt(newest_stats(HOSTILE).troubles, 1000);
    ck_assert_uint_ge(run.told, 20);
    ck_assert_uint_le(run.told, 2 * (10 + 4 + 1));
}
END_TEST

START_TEST(late_hashes_are_compared_and_told)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    play_late(FS__STATE_HASH_TICKS - 2, FS__STATE_HASH_TICKS + 1000);
    uint32_t ticks = fs_match_tick(run.match);
    ck_assert_int_eq(run.refused[HOSTILE], FS_OK);
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_compared + newest_stats(HOSTILE).hashes_missing, ticks);
    ck_assert_uint_ge(newest_stats(HOSTILE).hashes_compared, 1000);
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_different, 0);
    ck_assert_int_eq(newest_stats(HOSTILE).trouble, FS_TROUBLE_HASHES);
    ck_assert_uint_eq(run.troubles, 1u << FS_TROUBLE_HASHES);
    ck_assert_uint_ge(fs_match_agreed(run.match), ticks - 2); /* of the other one */
    ck_assert_uint_eq(newest_stats(HONEST).hashes_missing, 0);
    /* A lie is seen although nobody keeps that state any more, and the liar is sent the true one. */
    run.lies = true;
    play_late(run.late, ticks + 3);
    ck_assert_uint_eq(run.desyncs, 0); /* its trace waits for an answer */
    ck_assert_uint_ge(newest_stats(HOSTILE).hashes_different, 1);
    ck_assert_uint_eq(fs_match_desyncs(run.match), 1);
    play_late(run.late, ticks + 3 * run.match->def.config.hz);
    ck_assert_uint_eq(run.desyncs, 1);
    ck_assert_uint_ge(run.snapshots, 1);
}
END_TEST

/* Later than hashes are kept: nothing of it counts as compared, and who tells no sooner ones is removed. */
START_TEST(hashes_that_come_too_late_are_refused)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    play_late(FS__STATE_HASH_TICKS + 1 + (uint32_t)_i * 500, 2 * FS__STATE_HASH_TICKS);
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_TIMEOUT);
    ck_assert_uint_eq(run.troubles, 1u << FS_TROUBLE_HASHES);
    ck_assert_uint_le(fs_match_tick(run.match), FS__STATE_HASH_TICKS + 2);
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_compared, 0);
    ck_assert_uint_ge(newest_stats(HOSTILE).hashes_missing, FS__STATE_HASH_TICKS);
    ck_assert_uint_ge(fs_match_agreed(run.match), fs_match_tick(run.match) - 2);
    ck_assert_uint_eq(newest_stats(HONEST).hashes_compared, fs_match_tick(run.match));
}
END_TEST

/* On time at first, then ever later: those that were in time stay compared. */
START_TEST(hashes_that_get_late_are_refused)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    play_late(0, 300);
    uint32_t compared = newest_stats(HOSTILE).hashes_compared;
    ck_assert_uint_ge(compared, 298);
    ck_assert_uint_eq(run.troubles, 0);
    play_late(FS__STATE_HASH_TICKS + 10, 2 * FS__STATE_HASH_TICKS);
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_TIMEOUT);
    ck_assert_uint_eq(newest_stats(HOSTILE).hashes_compared, compared);
    ck_assert_uint_ge(newest_stats(HOSTILE).hashes_missing, FS__STATE_HASH_TICKS);
    ck_assert_uint_le(fs_match_tick(run.match), 300 + FS__STATE_HASH_TICKS + 2);
}
END_TEST

/* --- state hashes of nothing, and inputs of others ---------------------------------------- */

/* A player who sends state hashes of its own making and answers no query: reported when the query has no answer, then without
 * another one, sent the state as often as resyncs are allowed, and removed by the desync after them. */
START_TEST(hashes_without_a_simulation_are_found)
{
    join(HOSTILE, 7);
    join(HONEST, 1);
    for (uint32_t i = 0; i < 60; i++) {
        give_input(HOSTILE, true);
        pass_tick();
    }
    run.lies = true;
    uint64_t before = run.bytes[HOSTILE];
    uint32_t seconds = 0;
    while (run.refused[HOSTILE] == FS_OK && seconds++ < 60)
        for (uint32_t i = 0; i < run.match->def.config.hz; i++) {
            give_input(HOSTILE, true);
            pass_tick();
        }
    ck_assert_uint_eq(run.desyncs, FS__RESYNC_LIMIT + 1);
    ck_assert_uint_eq(run.timeouts, 1);
    ck_assert_str_eq(run.reason, "the client has not answered before");
    ck_assert_int_eq(run.refused[HOSTILE], FS_E_MISMATCH);
    ck_assert_uint_le(seconds, (FS__RESYNC_LIMIT + 1) * (FS__TRACE_TIMEOUT_US / SECOND_US + 1));
    ck_assert_uint_lt((run.bytes[HOSTILE] - before) / (seconds + 1), 80000);
    ck_assert_uint_eq(fs_match_players(run.match), 1);
    ck_assert_uint_eq(newest_stats(HONEST).hashes_compared, fs_match_tick(run.match));
}
END_TEST

/* An INPUT names no slot: whatever a peer sends, only its own slot changes. */
START_TEST(inputs_reach_the_own_slot_alone)
{
    join(HOSTILE, 7);
    start_match();
    uint32_t own = run.match->peers[HOSTILE].slot, other = run.match->peers[HONEST].slot,
             size = run.match->game->input_size;
    uint32_t changes = 0;
    uint8_t newest[FS_MAX_INPUT];
    for (uint32_t i = 0; i < 300; i++) {
        uint8_t quiet[FS_MAX_INPUT] = { 0 };
        memcpy(newest, run.match->stream.inputs + own * size, size);
        run.silent = true; /* the honest player holds no key */
        give_input(HOSTILE, true);
        pass_tick();
        changes += memcmp(newest, run.match->stream.inputs + own * size, size) != 0;
        if (i > 60)
            ck_assert_mem_eq(run.match->stream.inputs + other * size, quiet, size);
    }
    ck_assert_uint_gt(changes, 20);
}
END_TEST

/* As fast as it can, from one address: every connection is let in and forgotten, and costs nobody a tick. */
START_TEST(a_thousand_reconnects_harm_nobody)
{
    start_match();
    uint32_t before = fs_match_tick(run.match);
    for (uint32_t i = 0; i < 1000; i++) {
        join(HOSTILE, 7);
        if (i % 2 == 0)
            leave(HOSTILE);
        else
            fs_match_disconnect(run.match, HOSTILE, run.now_us); /* without a word */
        pass_tick();
    }
    ck_assert_uint_ge(fs_match_tick(run.match) - before, 999);
    ck_assert_uint_eq(fs_match_players(run.match), 1);
    ck_assert_uint_eq(run.desyncs, 0);
    ck_assert_uint_eq(newest_stats(HONEST).hashes_compared, fs_match_tick(run.match));
    ck_assert_uint_le(run.snapshots, 8 + 1000 / run.match->def.config.hz / 2 + 1);
}
END_TEST

/* Between two matches who asks to join is told once that another one follows. */
START_TEST(joins_between_matches_draw_one_answer)
{
    enum { JOINS = 1000, MOST_BYTES = 16 };
    uint8_t bytes[512];
    const struct fs__join_message message = { .version = FS_PROTOCOL_VERSION,
                                              .number_fingerprint = fs_num_fingerprint() };
    size_t size = fs__put_join(bytes, sizeof bytes, &message);
    start_match();
    fs_match_set_continues(run.match, true);
    fs_match_end(run.match, FS_END_FINISHED, run.now_us);
    pass_tick();
    ck_assert(run.match->ended);
    fs_match_connect_from(run.match, HOSTILE, 2, run.now_us);
    for (uint32_t i = 0; i < JOINS; i++)
        give(HOSTILE, FS_CHANNEL_CONTROL, bytes, size);
    ck_assert_uint_gt(run.bytes[HOSTILE], 0);
    ck_assert_uint_le(run.bytes[HOSTILE], MOST_BYTES);
    ck_assert_int_eq(run.refused[HOSTILE], FS_OK);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("abuse");
    TCase *tc = tcase_create("abuse");
    tcase_set_timeout(tc, 120);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, snapshots_are_limited_in_all);
    tcase_add_test(tc, snapshots_are_limited_by_address);
    tcase_add_test(tc, a_peer_above_the_budget_waits);
    tcase_add_test(tc, loading_has_a_time_limit);
    tcase_add_loop_test(tc, new_states_replace_neither_loading_nor_hashes, 0, 2);
    tcase_add_test(tc, repairs_are_limited);
    tcase_add_test(tc, a_line_at_the_limit_is_told_seldom);
    tcase_add_test(tc, a_flickering_trouble_is_told_seldom);
    tcase_add_test(tc, a_player_without_hashes_is_refused);
    tcase_add_test(tc, a_feigned_round_trip_holds_no_agreement_back);
    tcase_add_test(tc, liars_take_nobodys_trace);
    tcase_add_test(tc, late_hashes_are_compared_and_told);
    tcase_add_loop_test(tc, hashes_that_come_too_late_are_refused, 0, 3);
    tcase_add_test(tc, hashes_that_get_late_are_refused);
    tcase_add_test(tc, hashes_without_a_simulation_are_found);
    tcase_add_test(tc, inputs_reach_the_own_slot_alone);
    tcase_add_test(tc, a_thousand_reconnects_harm_nobody);
    tcase_add_test(tc, joins_between_matches_draw_one_answer);
    suite_add_tcase(suite, tc);
    return suite;
}
