/* check_spectator.c: spectators see the match of the players, cost them nothing, and cannot be lied to or wear it out. */
#include <fixstep/fingerprint.h>

#include "lockstep/session_internal.h"
#include "table.h"

enum { PLAYER = 0, WATCHER = 1, SECOND = 2 };
static const uint8_t seed[FS_KEY_BYTES] = "the seed of a server's own key";

static table *create_watched_table(void)
{
    table *t = create_table();
    t->def.max_spectators = 2;
    t->def.identity_seed = seed;
    t->clients[PLAYER].held = 1;
    return t;
}

static void watch(table *t, uint32_t number)
{
    t->clients[number].spectates = true;
    join(t, number);
}

static fs_spectator_stats watched_stats(const table *t)
{
    fs_spectator_stats stats;
    fs_match_get_spectators(t->match, &stats);
    return stats;
}

/* --- what spectators see ------------------------------------------------------------- */

START_TEST(a_spectator_sees_the_match_and_takes_no_slot)
{
    table *t = create_watched_table();
    uint8_t key[FS_KEY_BYTES];
    start_match(t);
    join(t, PLAYER);
    run(t, 3000);
    watch(t, WATCHER);
    run(t, 5000);
    ck_assert_uint_eq(fs_match_players(t->match), 1);
    ck_assert_uint_eq(t->joined, 1);
    ck_assert_uint_eq(watched_stats(t).watching, 1);
    fs_session_stats s = stats_of(t, WATCHER);
    ck_assert_int_eq(s.phase, FS_SESSION_PLAYING);
    ck_assert_uint_eq(s.slot, FS_MAX_PLAYERS);
    ck_assert_uint_ge(s.tick + 18, fs_match_tick(t->match)); /* 0.3 s */
    ck_assert_uint_eq(s.players, 1);
    ck_assert_uint_ge(s.heads, 3);
    ck_assert_uint_ge(s.verified_tick + 2 * t->def.config.hz, s.tick);
    fs_identity_key(seed, key);
    ck_assert_mem_eq(s.origin_key, key, sizeof key);
    fs_match_stop(t->match, t->now_us);
    run(t, 1000);
    ck_assert(fs_match_done(t->match));
    ck_assert_int_eq(stats_of(t, PLAYER).phase, FS_SESSION_ENDED);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_ENDED);
    ck_assert(stats_of(t, WATCHER).state_hash == stats_of(t, PLAYER).state_hash);
    ck_assert_uint_eq(watched_stats(t).hashes_different, 0);
    ck_assert_uint_ge(watched_stats(t).hashes_compared, 10);
    destroy_table(t);
}
END_TEST

START_TEST(a_spectator_may_come_before_the_players)
{
    table *t = create_watched_table();
    start_match(t);
    watch(t, WATCHER);
    run(t, 2000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_WAITING);
    ck_assert_uint_eq(fs_match_tick(t->match), 0);
    join(t, PLAYER);
    run(t, 2000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_PLAYING);
    ck_assert_uint_ge(stats_of(t, WATCHER).tick, 60);
    destroy_table(t);
}
END_TEST

/* Ticks come after the delay, and all of them at the end. */
START_TEST(a_delay_keeps_spectators_behind_until_the_end)
{
    table *t = create_watched_table();
    t->def.spectate_delay_s = 5;
    start_match(t);
    join(t, PLAYER);
    run(t, 2000);
    watch(t, WATCHER);
    for (uint32_t i = 0; i < 20; i++) {
        run(t, 500);
        uint32_t newest = stats_of(t, WATCHER).newest_tick, closed = fs_match_tick(t->match);
        ck_assert(newest == 0 || newest + 5 * t->def.config.hz <= closed);
    }
    ck_assert_uint_eq(stats_of(t, WATCHER).spectate_delay_s, 5);
    ck_assert_uint_ge(stats_of(t, WATCHER).tick + 6 * t->def.config.hz, fs_match_tick(t->match));
    ck_assert_uint_gt(stats_of(t, WATCHER).tick, 60);
    fs_match_stop(t->match, t->now_us);
    run(t, 2000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_ENDED);
    ck_assert(stats_of(t, WATCHER).state_hash == stats_of(t, PLAYER).state_hash);
    destroy_table(t);
}
END_TEST

/* A server that ends closes its connections at once: what has arrived is simulated. */
START_TEST(all_that_has_arrived_is_simulated_at_the_end)
{
    table *t = create_watched_table();
    t->def.spectate_delay_s = 5;
    start_match(t);
    join(t, PLAYER);
    run(t, 4000);
    watch(t, WATCHER);
    run(t, 500);
    ck_assert_uint_eq(stats_of(t, WATCHER).tick, 0);
    fs_match_stop(t->match, t->now_us);
    for (uint32_t i = 0; i < 200 && !t->clients[WATCHER].session->ended; i++)
        run(t, 1);
    deliver(t);
    ck_assert_uint_lt(stats_of(t, WATCHER).tick, fs_match_tick(t->match));
    fs_session_disconnected(t->clients[WATCHER].session, t->now_us);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_ENDED);
    ck_assert(stats_of(t, WATCHER).state_hash == fs_sim_state_hash(fs_match_sim(t->match)));
    destroy_table(t);
}
END_TEST

/* Who comes later begins with the keyframe of who came before. */
START_TEST(spectators_share_keyframes)
{
    table *t = create_watched_table();
    start_match(t);
    join(t, PLAYER);
    run(t, 1000);
    ck_assert_uint_eq(watched_stats(t).keyframes, 0);
    for (uint32_t i = 0; i < 8; i++) {
        watch(t, WATCHER);
        run(t, 800);
        ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_PLAYING);
        leave(t, WATCHER);
        run(t, 10);
        fs_match_disconnect(t->match, WATCHER, t->now_us);
        fs_session_destroy(t->clients[WATCHER].session);
        if (i == 0)
            watch(t, SECOND); /* keeps the log open */
    }
    ck_assert_uint_le(watched_stats(t).keyframes, 2);
    ck_assert_uint_eq(watched_stats(t).joined, 9);
    t->clients[WATCHER].session = NULL;
    destroy_table(t);
}
END_TEST

/* --- what they cost ------------------------------------------------------------------ */

static fs_peer_stats play_for_10_s(bool watched)
{
    table *t = create_watched_table();
    fs_peer_stats stats;
    start_match(t);
    join(t, PLAYER);
    run(t, 1000);
    if (watched) {
        watch(t, WATCHER);
        watch(t, SECOND);
    }
    run(t, 10000);
    ck_assert_uint_eq(watched_stats(t).watching, watched ? 2 : 0);
    ck_assert(fs_match_peer(t->match, 0, &stats));
    ck_assert_uint_ge(fs_match_agreed(t->match) + 6, fs_match_tick(t->match));
    destroy_table(t);
    return stats;
}

START_TEST(players_get_the_same_bytes_beside_spectators)
{
    fs_peer_stats alone = play_for_10_s(false), watched = play_for_10_s(true);
    ck_assert_uint_eq(alone.bytes_down, watched.bytes_down);
    ck_assert_uint_eq(alone.bytes_up, watched.bytes_up);
    ck_assert_uint_eq(alone.packets_down, watched.packets_down);
    ck_assert_uint_eq(alone.delay_us, watched.delay_us);
    ck_assert_uint_eq(alone.substituted, watched.substituted);
    ck_assert_uint_eq(alone.agreed_ticks, watched.agreed_ticks);
}
END_TEST

START_TEST(limits_are_named)
{
    table *t = create_watched_table();
    t->def.max_spectators = 1;
    start_match(t);
    join(t, PLAYER);
    watch(t, WATCHER);
    run(t, 500);
    watch(t, SECOND);
    run(t, 500);
    ck_assert_int_eq(stats_of(t, SECOND).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[SECOND].session), "1 watch already") != NULL);
    ck_assert_uint_eq(watched_stats(t).watching, 1);
    destroy_table(t);
    t = create_watched_table();
    t->def.max_spectators = 0;
    start_match(t);
    watch(t, WATCHER);
    run(t, 100);
    ck_assert(strstr(fs_session_failure(t->clients[WATCHER].session), "no spectators") != NULL);
    destroy_table(t);
    t = create_watched_table();
    t->def.max_spectators = FS_MAX_SPECTATORS + 1;
    fs_match_hooks hooks = { .context = t, .send = send_down, .drop = drop };
    ck_assert_int_eq(fs_match_create(&t->def, &hooks, 0, &t->match), FS_E_ARGUMENT);
    destroy_table(t);
}
END_TEST

/* --- spectators that misbehave ----------------------------------------------------------- */

static void give(table *t, fs_channel channel, const uint8_t *bytes, size_t size)
{
    ck_assert_uint_gt(size, 0);
    fs_match_receive(t->match, SECOND, channel, bytes, size, t->now_us);
}

static void give_watched(table *t, struct fs__watched_message message)
{
    uint8_t bytes[64];
    give(t, FS_CHANNEL_CONTROL, bytes, fs__put_watched(bytes, sizeof bytes, &message));
}

/* A spectator by hand, which has got its state. */
static table *watch_by_hand(void)
{
    table *t = create_watched_table();
    uint8_t bytes[512];
    struct fs__join_message hello = { .version = FS_PROTOCOL_VERSION, .number_fingerprint = fs_num_fingerprint() };
    start_match(t);
    join(t, PLAYER);
    run(t, 1000);
    fs_match_connect(t->match, SECOND, t->now_us);
    give(t, FS_CHANNEL_CONTROL, bytes, fs__put_spectate(bytes, sizeof bytes, &hello));
    struct fs__ready_message ready = { t->match->schema_hash, t->match->config_hash };
    give(t, FS_CHANNEL_CONTROL, bytes, fs__put_ready(bytes, sizeof bytes, &ready));
    run(t, 100);
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_SPECTATING);
    ck_assert(!t->match->spectators.list[SECOND].seeks);
    return t;
}

START_TEST(who_does_not_read_is_removed_and_fills_no_queue)
{
    table *t = watch_by_hand();
    run(t, 9000);
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_SPECTATING);
    run(t, 1500);
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_DROPPED);
    ck_assert_uint_le(watched_stats(t).bytes_down, FS__SPECTATOR_WINDOW_BYTES);
    ck_assert_uint_eq(watched_stats(t).refused, 1);
    ck_assert(strstr(t->reason, "nothing was heard") != NULL);
    ck_assert_int_eq(stats_of(t, PLAYER).phase, FS_SESSION_PLAYING);
    destroy_table(t);
}
END_TEST

START_TEST(who_reads_and_does_not_simulate_gets_a_window)
{
    table *t = watch_by_hand();
    for (uint32_t i = 0; i < 400; i++) {
        run(t, 100);
        give_watched(t, (struct fs__watched_message){ .received = t->match->spectators.list[SECOND].sent });
    }
    const fs__spectator *s = &t->match->spectators.list[SECOND];
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_SPECTATING);
    ck_assert_uint_le(s->cursor.tick - s->watched, FS__SPECTATOR_WINDOW_TICKS + 255);
    ck_assert_uint_ge(fs_match_tick(t->match) - s->cursor.tick, 600);
    destroy_table(t);
}
END_TEST

/* Each wrong hash draws a state, from the same keyframe, and the fourth one the end. */
START_TEST(forged_hashes_have_an_end)
{
    table *t = watch_by_hand();
    for (uint32_t i = 0; i < 400 && t->match->peers[SECOND].phase == FS__PEER_SPECTATING; i++) {
        const fs__spectator *s = &t->match->spectators.list[SECOND];
        run(t, 100);
        if (t->match->peers[SECOND].phase == FS__PEER_SPECTATING)
            give_watched(t, (struct fs__watched_message){ s->sent, s->epoch, s->cursor.tick, 1, 2 });
    }
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_DROPPED);
    ck_assert_uint_eq(watched_stats(t).restarts, 3);
    ck_assert_uint_eq(watched_stats(t).hashes_different, 4);
    ck_assert_uint_le(watched_stats(t).keyframes, 2);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    ck_assert_uint_ge(fs_match_agreed(t->match) + 6, fs_match_tick(t->match));
    destroy_table(t);
}
END_TEST

START_TEST(inputs_and_lies_of_spectators_are_malformed)
{
    table *t = watch_by_hand();
    uint8_t bytes[FS_MAX_PAYLOAD];
    struct fs__input_message input = { .count = 0 };
    size_t size = fs__put_input(bytes, sizeof bytes, &input, t->match->game->input_size);
    give(t, FS_CHANNEL_INPUT, bytes, size);
    ck_assert_uint_eq(t->match->peers[SECOND].stats->malformed, 1);
    give_watched(t, (struct fs__watched_message){ .received = t->match->spectators.list[SECOND].sent + 1 });
    ck_assert_uint_eq(t->match->peers[SECOND].stats->malformed, 2);
    give(t, FS_CHANNEL_CONTROL, bytes, fs__put_empty_message(bytes, sizeof bytes, FS__MESSAGE_LOADED));
    struct fs__repair_request repair = { 0, 60 };
    give(t, FS_CHANNEL_CONTROL, bytes, fs__put_repair_request(bytes, sizeof bytes, &repair));
    ck_assert_uint_eq(t->match->peers[SECOND].stats->malformed, 3);
    ck_assert_uint_eq(t->match->peers[SECOND].stats->repairs, 0);
    for (uint32_t i = 0; i < 300; i++)
        give_watched(t, (struct fs__watched_message){ .received = 0 });
    ck_assert_uint_ge(watched_stats(t).limited, 200);
    for (uint32_t i = 0; i < 300; i++)
        give(t, FS_CHANNEL_CONTROL, bytes, fs__put_empty_message(bytes, sizeof bytes, FS__MESSAGE_LOADED));
    ck_assert_int_eq(t->match->peers[SECOND].phase, FS__PEER_DROPPED);
    ck_assert_uint_eq(watched_stats(t).watching, 0);
    destroy_table(t);
}
END_TEST

START_TEST(who_never_joined_watches_nothing)
{
    table *t = create_watched_table();
    start_match(t);
    fs_match_connect(t->match, SECOND, t->now_us);
    give_watched(t, (struct fs__watched_message){ .received = 0 });
    ck_assert_uint_eq(t->match->peers[SECOND].stats->malformed, 1);
    destroy_table(t);
}
END_TEST

/* --- what spectators notice -------------------------------------------------------------- */

START_TEST(a_wrong_state_is_noticed_and_replaced)
{
    table *t = create_watched_table();
    start_match(t);
    join(t, PLAYER);
    run(t, 500);
    watch(t, WATCHER);
    fs_session_inject_fault(t->clients[WATCHER].session, 150, "team", 0, "goals", 3);
    run(t, 8000);
    fs_session_stats s = stats_of(t, WATCHER);
    ck_assert_int_eq(s.phase, FS_SESSION_PLAYING);
    ck_assert_uint_ge(watched_stats(t).hashes_different, 1);
    ck_assert_uint_eq(watched_stats(t).restarts, 1);
    ck_assert_uint_ge(s.verified_tick, 400);
    ck_assert_uint_eq(fs_match_desyncs(t->match), 0);
    destroy_table(t);
}
END_TEST

/* Replaces the key by which the session checks. */
static fs_session_stats watch_with_another_key(bool other_key)
{
    table *t = create_watched_table();
    start_match(t);
    join(t, PLAYER);
    watch(t, WATCHER);
    run(t, 200);
    t->clients[WATCHER].session->stats.origin_key[0] ^= other_key;
    run(t, 4000);
    fs_session_stats s = stats_of(t, WATCHER);
    if (other_key)
        ck_assert(strstr(fs_session_failure(t->clients[WATCHER].session), "said to be of") != NULL);
    destroy_table(t);
    return s;
}

START_TEST(ticks_of_another_server_are_refused)
{
    ck_assert_int_eq(watch_with_another_key(false).phase, FS_SESSION_PLAYING);
    ck_assert_int_eq(watch_with_another_key(true).phase, FS_SESSION_FAILED);
}
END_TEST

/* A server that names a key and sends no heads. */
START_TEST(unsigned_ticks_are_refused)
{
    table *t = create_watched_table();
    start_match(t);
    join(t, PLAYER);
    watch(t, WATCHER);
    run(t, 20);
    t->match->spectators.has_key = false;
    run(t, 2000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_PLAYING);
    run(t, 3000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_FAILED);
    ck_assert(strstr(fs_session_failure(t->clients[WATCHER].session), "without the signature") != NULL);
    destroy_table(t);
}
END_TEST

/* --- lost connections ---------------------------------------------------------------- */

static table *create_lossy_table(void)
{
    table *t = create_watched_table();
    t->def.max_spectators = 1;
    t->clients[WATCHER].reconnects = true;
    start_match(t);
    join(t, PLAYER);
    run(t, 2000);
    watch(t, WATCHER);
    run(t, 2000);
    fs_session_disconnected(t->clients[WATCHER].session, t->now_us);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_AWAY);
    return t;
}

static void check_watches_again(table *t, uint32_t number)
{
    run(t, 4000);
    fs_session_stats s = stats_of(t, number);
    ck_assert_int_eq(s.phase, FS_SESSION_PLAYING);
    ck_assert_uint_ge(s.tick + 18, fs_match_tick(t->match));
    ck_assert_uint_ge(s.verified_tick + 2 * t->def.config.hz, s.tick);
    ck_assert_uint_eq(s.malformed, 0);
    ck_assert_uint_eq(watched_stats(t).watching, 1);
    ck_assert_uint_eq(watched_stats(t).joined, 1);
    ck_assert_uint_eq(watched_stats(t).refused, 0);
    ck_assert_uint_eq(watched_stats(t).hashes_different, 0);
    fs_match_stop(t->match, t->now_us);
    run(t, 1000);
    ck_assert_int_eq(stats_of(t, number).phase, FS_SESSION_ENDED);
    ck_assert(stats_of(t, number).state_hash == stats_of(t, PLAYER).state_hash);
    destroy_table(t);
}

START_TEST(a_spectator_returns_and_counts_once)
{
    table *t = create_lossy_table();
    fs_match_disconnect(t->match, WATCHER, t->now_us);
    ck_assert_uint_eq(watched_stats(t).watching, 0);
    run(t, 3000);
    fs_match_connect(t->match, WATCHER, t->now_us);
    fs_session_connected(t->clients[WATCHER].session, t->now_us);
    check_watches_again(t, WATCHER);
}
END_TEST

/* The server still holds the lost connection, and no more than one may watch. */
START_TEST(a_spectator_replaces_its_lost_connection)
{
    table *t = create_lossy_table();
    t->clients[SECOND].session = t->clients[WATCHER].session;
    t->clients[WATCHER].session = NULL;
    t->clients[WATCHER].number = SECOND; /* the session sends on the other connection */
    fs_match_connect(t->match, SECOND, t->now_us);
    fs_session_connected(t->clients[SECOND].session, t->now_us);
    check_watches_again(t, SECOND);
}
END_TEST

START_TEST(a_spectator_that_returns_after_the_end_begins_anew)
{
    table *t = create_lossy_table();
    fs_match_disconnect(t->match, WATCHER, t->now_us);
    fs_match_set_continues(t->match, true);
    fs_match_stop(t->match, t->now_us);
    run(t, 1000);
    fs_match_connect(t->match, WATCHER, t->now_us);
    fs_session_connected(t->clients[WATCHER].session, t->now_us);
    run(t, 1000);
    ck_assert_int_eq(stats_of(t, WATCHER).phase, FS_SESSION_FAILED);
    ck_assert_ptr_nonnull(strstr(fs_session_failure(t->clients[WATCHER].session), "begins another one"));
    destroy_table(t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("spectator");
    TCase *tc = tcase_create("spectators");
    tcase_add_test(tc, a_spectator_sees_the_match_and_takes_no_slot);
    tcase_add_test(tc, a_spectator_returns_and_counts_once);
    tcase_add_test(tc, a_spectator_replaces_its_lost_connection);
    tcase_add_test(tc, a_spectator_that_returns_after_the_end_begins_anew);
    tcase_add_test(tc, a_spectator_may_come_before_the_players);
    tcase_add_test(tc, a_delay_keeps_spectators_behind_until_the_end);
    tcase_add_test(tc, all_that_has_arrived_is_simulated_at_the_end);
    tcase_add_test(tc, spectators_share_keyframes);
    tcase_add_test(tc, players_get_the_same_bytes_beside_spectators);
    tcase_add_test(tc, limits_are_named);
    tcase_add_test(tc, who_does_not_read_is_removed_and_fills_no_queue);
    tcase_add_test(tc, who_reads_and_does_not_simulate_gets_a_window);
    tcase_add_test(tc, forged_hashes_have_an_end);
    tcase_add_test(tc, inputs_and_lies_of_spectators_are_malformed);
    tcase_add_test(tc, who_never_joined_watches_nothing);
    tcase_add_test(tc, a_wrong_state_is_noticed_and_replaced);
    tcase_add_test(tc, ticks_of_another_server_are_refused);
    tcase_add_test(tc, unsigned_ticks_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
