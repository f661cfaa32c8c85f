/* check_return.c: players whose connection is lost and who return to their slot. */
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/match_internal.h"
#include "lockstep/session_internal.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum {
    PLAYERS = 3,
    HZ = 60,
    AWAY = 2 /* the client that loses its connection */,
    STRANGER = 40 /* a peer number without a client */
};

static netsim *sim;

/* A running match of air hockey on good lines, `hold_s` as in fs_match_def. */
static void start_match(uint32_t ticks, uint32_t hold_s)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0), FS_OK);
    fs_match_def def = fs_default_match_def(game);
    def.config.players = PLAYERS;
    def.wait_players = PLAYERS;
    def.ticks = ticks;
    def.hold_s = hold_s;
    sim = netsim_create(&def, PLAYERS, 5);
    netsim_set_links(sim, (netsim_link){ 20000, 5000, 10, 5, 0 });
    netsim_run(sim, 5000000);
}

static fs_peer_stats stats_of(uint32_t client)
{
    fs_peer_stats stats, found = { .peer = UINT32_MAX };
    for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++)
        if (stats.peer == client)
            found = stats;
    return found;
}

static bool is_present(uint32_t slot)
{
    return (sim->match->stream.present >> slot & 1) != 0;
}

/* The connection is lost now and opened again after `us`. */
static void lose_for(uint64_t us)
{
    sim->clients[AWAY].lost_us = sim->now_us;
    sim->clients[AWAY].back_us = sim->now_us + us;
}

/* Runs to the end: all agree, and nobody has waited. */
static void finish(uint32_t ticks)
{
    uint64_t state_hash;
    ck_assert(netsim_run(sim, 300000000));
    netsim_drain(sim, 500000);
    ck_assert_uint_eq(fs_match_tick(sim->match), ticks);
    ck_assert_uint_lt(sim->now_us, 1000000 + (uint64_t)ticks * 1000000 / HZ + 5000000);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    state_hash = fs_sim_state_hash(fs_match_sim(sim->match));
    for (uint32_t i = 0; i < PLAYERS; i++)
        ck_assert_msg(sim->clients[i].last_state_hash == state_hash, "client %u: %s", i, sim->clients[i].refused);
    for (uint32_t i = 0; i < AWAY; i++)
        ck_assert_uint_eq(stats_of(i).substituted > 8, false);
    netsim_destroy(sim);
}

/* A short loss needs only the bundles of that time: no snapshot, the same slot and name, every tick simulated once. */
START_TEST(returns_with_bundles)
{
    start_match(1500, 120);
    fs_peer_stats before = stats_of(AWAY);
    lose_for(5000000);
    netsim_run(sim, 2000000);
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS - 1);
    ck_assert(is_present(before.slot));
    netsim_run(sim, 5000000);
    fs_peer_stats after = stats_of(AWAY);
    ck_assert(after.playing);
    ck_assert_uint_eq(after.slot, before.slot);
    ck_assert_str_eq(after.name, before.name);
    ck_assert_uint_eq(after.returns, 1);
    ck_assert_uint_eq(after.snapshots, 0);
    ck_assert_uint_ge(after.substituted, 4 * HZ);
    ck_assert_uint_le(after.substituted, 6 * HZ);
    ck_assert_uint_eq(sim->clients[AWAY].returns, 1);
    ck_assert_uint_eq(sim->clients[AWAY].restarts, 0);
    netsim_run(sim, 5000000);
    ck_assert_uint_le(stats_of(AWAY).substituted, after.substituted + 2);
    ck_assert_uint_eq(stats_of(AWAY).hashes_different, 0);
    finish(1500);
}
END_TEST

/* A long one needs a snapshot; the slot is the same. */
START_TEST(returns_with_a_snapshot)
{
    start_match(3000, 120);
    uint32_t slot = stats_of(AWAY).slot;
    lose_for(30000000);
    netsim_run(sim, 33000000);
    ck_assert_uint_eq(stats_of(AWAY).slot, slot);
    ck_assert_uint_eq(stats_of(AWAY).snapshots, 1);
    ck_assert_uint_eq(sim->clients[AWAY].restarts, 1);
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS);
    finish(3000);
}
END_TEST

/* Who returns may have more hashes unreported than bundles to get: a stopped process has bundles of some seconds in its socket. Here the
 * server has missed the hashes of 4 s before the loss. All of them arrive: nothing stays unknown. */
START_TEST(late_state_hashes_of_a_return_arrive)
{
    start_match(2400, 120);
    netsim_client *c = &sim->clients[AWAY];
    fs__slot *slot = &sim->match->slots[stats_of(AWAY).slot];
    lose_for(14500000);
    netsim_run(sim, 1000000);
    ck_assert(slot->held);
    ck_assert_uint_gt(slot->next_hash_tick, 4 * HZ);
    slot->next_hash_tick -= 4 * HZ;
    c->session->ack_hash_tick = slot->next_hash_tick;
    netsim_run(sim, 15000000);
    ck_assert_uint_eq(c->returns, 1);
    ck_assert_uint_eq(c->restarts, 0);
    netsim_run(sim, 4000000);
    ck_assert_int_eq(stats_of(AWAY).trouble, FS_TROUBLE_NONE);
    ck_assert_uint_lt(stats_of(AWAY).hashes_missing, HZ);
    ck_assert_uint_ge(fs_match_agreed(sim->match) + HZ, fs_match_tick(sim->match));
    finish(2400);
}
END_TEST

/* With pause_empty the match waits for players whose slots are held: they come back to where they were. After the time of
 * the slots their leaves are closed, and it pauses again. */
START_TEST(a_match_pauses_for_held_players)
{
    start_match(0, 20);
    sim->match->def.pause_empty = true;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        sim->clients[i].lost_us = sim->now_us;
        sim->clients[i].back_us = sim->now_us + (_i == 0 ? 5000000 : 60000000);
    }
    netsim_run(sim, 1000000);
    uint32_t tick = fs_match_tick(sim->match);
    ck_assert(fs_match_paused(sim->match));
    netsim_run(sim, 3500000);
    ck_assert_uint_eq(fs_match_tick(sim->match), tick);
    ck_assert(is_present(0) && is_present(1) && is_present(2));
    netsim_run(sim, 25000000);
    ck_assert_uint_eq(fs_match_players(sim->match), _i == 0 ? PLAYERS : 0);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    if (_i == 0)
        ck_assert_uint_gt(fs_match_tick(sim->match), tick + 20 * HZ);
    else
        ck_assert_uint_le(fs_match_tick(sim->match), tick + PLAYERS);
    ck_assert(fs_match_paused(sim->match) == (_i != 0));
    netsim_destroy(sim);
}
END_TEST

/* After the time of the slot the player is a new one. */
START_TEST(slot_is_held_for_its_time)
{
    start_match(2400, 10);
    uint32_t slot = stats_of(AWAY).slot;
    lose_for(15000000);
    netsim_run(sim, 9900000);
    ck_assert(is_present(slot));
    netsim_run(sim, 1000000);
    ck_assert(!is_present(slot));
    netsim_run(sim, 8000000);
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS);
    ck_assert_uint_eq(stats_of(AWAY).returns, 0);
    finish(2400);
}
END_TEST

/* Without hold_s a lost connection is a leave, and the session fails. */
START_TEST(nothing_is_held_unless_asked)
{
    start_match(0, 0);
    uint32_t slot = stats_of(AWAY).slot;
    lose_for(5000000);
    netsim_run(sim, 1000000);
    ck_assert(!is_present(slot));
    fs_session_stats stats;
    fs_session_get_stats(sim->clients[AWAY].session, &stats);
    ck_assert_int_eq(stats.phase, FS_SESSION_FAILED);
    netsim_destroy(sim);
}
END_TEST

/* A player who leaves keeps nothing, and its token is void. */
START_TEST(leaving_ends_the_token)
{
    start_match(0, 120);
    uint32_t slot = stats_of(AWAY).slot;
    fs_session_leave(sim->clients[AWAY].session);
    netsim_run(sim, 1000000);
    static const uint8_t none[FS__TOKEN_BYTES];
    ck_assert_mem_eq(sim->match->slots[slot].token, none, sizeof none);
    netsim_destroy(sim);
}
END_TEST

/* The peer number `peer` says RESUME with these bytes, then JOIN. */
static void resume_by_hand(uint32_t peer, const uint8_t token[FS__TOKEN_BYTES], uint32_t next_tick)
{
    uint8_t bytes[512];
    struct fs__resume_message resume = { .next_tick = next_tick };
    struct fs__join_message join = { .version = FS_PROTOCOL_VERSION,
                                     .number_fingerprint = sim->match->number_fingerprint };
    memcpy(resume.token, token, sizeof resume.token);
    fs_match_connect(sim->match, peer, sim->now_us);
    size_t n = fs__put_resume(bytes, sizeof bytes, &resume);
    fs_match_receive(sim->match, peer, FS_CHANNEL_CONTROL, bytes, n, sim->now_us);
    n = fs__put_join(bytes, sizeof bytes, &join);
    fs_match_receive(sim->match, peer, FS_CHANNEL_CONTROL, bytes, n, sim->now_us);
}

/* A wrong token gives nobody a slot. The right one takes it from the connection that has it: the player may know first
 * that it is dead. */
START_TEST(only_the_token_takes_a_slot)
{
    start_match(0, 120);
    uint8_t token[FS__TOKEN_BYTES];
    memcpy(token, sim->match->slots[stats_of(AWAY).slot].token, sizeof token);
    for (uint32_t bit = 0; bit < 8 * sizeof token; bit++) {
        token[bit / 8] ^= (uint8_t)(1u << bit % 8);
        resume_by_hand(STRANGER, token, 100);
        ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS);
        fs_match_disconnect(sim->match, STRANGER, sim->now_us);
        token[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    resume_by_hand(STRANGER, (const uint8_t[FS__TOKEN_BYTES]){ 0 }, 100);
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS);
    ck_assert(!sim->clients[AWAY].gone);
    fs_match_disconnect(sim->match, STRANGER, sim->now_us);
    resume_by_hand(STRANGER, token, 100);
    ck_assert(sim->clients[AWAY].gone);
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS - 1);
    ck_assert_uint_eq(sim->match->peers[STRANGER].phase, FS__PEER_OFFERED);
    netsim_destroy(sim);
}
END_TEST

/* Random RESUMEs in any state change nothing for the others. */
START_TEST(random_resumes_are_safe)
{
    start_match(900, 120);
    fs_rng rng = fs_rng_seed(9, 9);
    for (int i = 0; i < 300; i++) {
        uint8_t token[FS__TOKEN_BYTES];
        for (size_t k = 0; k < sizeof token; k++)
            token[k] = (uint8_t)fs_rng_u32(&rng);
        resume_by_hand(STRANGER, token, fs_rng_u32(&rng));
        fs_match_disconnect(sim->match, STRANGER, sim->now_us);
    }
    finish(900);
}
END_TEST

/* Who is silent, because the process is stopped or the line is cut, is sent no more than who answers. */
START_TEST(a_vanished_player_is_sent_no_more)
{
    uint64_t before[PLAYERS], sent[PLAYERS];
    start_match(900, 120);
    netsim_client *c = &sim->clients[AWAY];
    uint64_t *from = _i == 0 ? &c->stall_from_us : &c->blackout_from_us;
    uint64_t *to = _i == 0 ? &c->stall_to_us : &c->blackout_to_us;
    *from = sim->now_us;
    *to = sim->now_us + 3500000;
    for (uint32_t i = 0; i < PLAYERS; i++)
        before[i] = sim->clients[i].bytes[0];
    netsim_run(sim, 3000000);
    for (uint32_t i = 0; i < PLAYERS; i++)
        sent[i] = sim->clients[i].bytes[0] - before[i];
    ck_assert_uint_gt(sent[AWAY], 0);
    ck_assert_uint_le(sent[AWAY], sent[0]);
    ck_assert_uint_le(sent[AWAY], sent[1]);
    finish(900);
}
END_TEST

/* A player whose slot is held is listed with its time. The operator's kick gives the slot free, and the client that comes
 * back for it is told why it may not. */
START_TEST(a_held_player_can_be_removed)
{
    start_match(0, 120);
    uint32_t slot = stats_of(AWAY).slot;
    ck_assert(!stats_of(AWAY).away && stats_of(AWAY).away_left_s == 0);
    lose_for(20000000);
    netsim_run(sim, 5000000);
    fs_peer_stats stats = stats_of(AWAY);
    ck_assert(stats.away && !stats.playing);
    ck_assert_uint_ge(stats.away_left_s, 110);
    ck_assert_uint_le(stats.away_left_s, 120);
    fs_match_kick_slot(sim->match, slot, "too loud", sim->now_us);
    ck_assert(!stats_of(AWAY).away && stats_of(AWAY).away_left_s == 0);
    netsim_run(sim, 1000000);
    ck_assert(!is_present(slot));
    netsim_run(sim, 20000000);
    ck_assert_str_eq(sim->clients[AWAY].refused, "the server closed the connection: too loud");
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS - 1);
    ck_assert(!is_present(slot));
    netsim_destroy(sim);
}
END_TEST

/* Nor may a client that was offered the slot and has not answered. A player who is there is kicked by the slot too, and
 * a slot without a player by nothing. */
START_TEST(a_slot_is_kicked_whoever_has_it)
{
    start_match(0, 120);
    uint32_t slot = stats_of(AWAY).slot;
    uint8_t token[FS__TOKEN_BYTES];
    memcpy(token, sim->match->slots[slot].token, sizeof token);
    resume_by_hand(STRANGER, token, 100);
    ck_assert_uint_eq(sim->match->peers[STRANGER].phase, FS__PEER_OFFERED);
    fs_match_kick_slot(sim->match, slot, "too loud", sim->now_us);
    ck_assert_uint_eq(sim->match->peers[STRANGER].phase, FS__PEER_DROPPED);
    ck_assert(!sim->match->slots[slot].held);
    fs_match_kick_slot(sim->match, slot, "too late", sim->now_us);
    fs_match_kick_slot(sim->match, FS_MAX_PLAYERS - 1, "nobody", sim->now_us);
    fs_match_kick_slot(sim->match, stats_of(0).slot, "you too", sim->now_us);
    netsim_run(sim, 1000000);
    ck_assert_str_eq(sim->clients[0].refused, "the server closed the connection: you too");
    ck_assert_uint_eq(fs_match_players(sim->match), PLAYERS - 2);
    netsim_destroy(sim);
}
END_TEST

/* A line that is dead for longer than bundles are logged, without the transport noticing: the state comes anew. */
START_TEST(a_gap_that_is_not_logged_needs_a_snapshot)
{
    start_match(2400, 120);
    netsim_client *c = &sim->clients[AWAY];
    c->blackout_from_us = sim->now_us;
    c->blackout_to_us = sim->now_us + (FS__BUNDLE_LOG_TICKS + 60) * UINT64_C(1000000) / HZ;
    netsim_run(sim, 20000000);
    uint32_t snapshots = stats_of(AWAY).snapshots;
    netsim_run(sim, 5000000);
    ck_assert_uint_eq(c->returns, 0);
    ck_assert_uint_eq(c->restarts, 1);
    ck_assert_uint_eq(stats_of(AWAY).snapshots, snapshots);
    finish(2400);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("return");
    TCase *tc = tcase_create("return");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, returns_with_bundles);
    tcase_add_test(tc, returns_with_a_snapshot);
    tcase_add_test(tc, late_state_hashes_of_a_return_arrive);
    tcase_add_loop_test(tc, a_match_pauses_for_held_players, 0, 2);
    tcase_add_test(tc, slot_is_held_for_its_time);
    tcase_add_test(tc, nothing_is_held_unless_asked);
    tcase_add_test(tc, leaving_ends_the_token);
    tcase_add_test(tc, only_the_token_takes_a_slot);
    tcase_add_test(tc, random_resumes_are_safe);
    tcase_add_loop_test(tc, a_vanished_player_is_sent_no_more, 0, 2);
    tcase_add_test(tc, a_held_player_can_be_removed);
    tcase_add_test(tc, a_slot_is_kicked_whoever_has_it);
    tcase_add_test(tc, a_gap_that_is_not_logged_needs_a_snapshot);
    suite_add_tcase(suite, tc);
    return suite;
}
