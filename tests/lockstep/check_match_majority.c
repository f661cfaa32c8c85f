/* check_match_majority.c: what players agree on whose server never simulates: with a majority and without one, after wrong
 * hashes that pass, with hashes that come late, and told no more often than anybody can read.
 *
 * Faults are bits flipped in a number that no step changes, which last, or state hashes that are changed on their way, which do not.
 */
#include <stdio.h>
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/match_internal.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum { SECOND_US = 1000000, TICKS = 600, MOST = 5 };

static struct {
    netsim *sim;
    uint32_t liars;            /* bit set of clients whose hashes are changed ... */
    uint32_t from, to, every;  /* ... of ticks [from, to), those that `every` divides */
    bool same;                 /* to the same ones */
    uint32_t notices[MOST];    /* of differences, to each client */
    uint32_t ends[MOST];       /* of equal states after them */
    char first[FS_MAX_NOTICE]; /* the first one */
} run;

static bool is_lie(uint32_t client, uint32_t tick)
{
    return (run.liars >> client & 1) && tick >= run.from && tick < run.to && tick % run.every == 0;
}

static size_t lie(uint32_t client, uint8_t *bytes, size_t size)
{
    struct fs__input_message in;
    size_t input_size = fs_sim_game(fs_match_sim(run.sim->match))->input_size;
    fs__reader r = fs__reader_make(bytes, size);
    fs__get_u8(&r);
    ck_assert(fs__get_input(&r, &in, (uint32_t)input_size));
    for (uint32_t i = 0; i < in.hash_count; i++)
        if (is_lie(client, in.first_hash_tick + i))
            in.state_hashes[i] ^= run.same ? 1 : client + 1;
    return fs__put_input(bytes, NETSIM_TAMPER_BYTES, &in, (uint32_t)input_size);
}

static void note_notice(uint32_t client, const uint8_t *bytes, size_t size)
{
    struct fs__notice_message notice;
    fs__reader r = fs__reader_make(bytes, size);
    fs__get_u8(&r);
    ck_assert(fs__get_notice(&r, &notice));
    if (strstr(notice.text, "the states of the players differ since tick") == notice.text)
        run.notices[client]++;
    if (strstr(notice.text, "the states of the players are equal again since tick") == notice.text)
        run.ends[client]++;
    if (run.first[0] == 0)
        snprintf(run.first, sizeof run.first, "%s", notice.text);
}

static size_t watch(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (up && bytes[0] == FS__MESSAGE_INPUT)
        return lie(client, bytes, size);
    if (!up && bytes[0] == FS__MESSAGE_NOTICE)
        note_notice(client, bytes, size);
    return size;
}

static netsim *create(uint32_t players, uint32_t ticks)
{
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    def.config.players = def.wait_players = players;
    def.config.seed = 11;
    def.ticks = ticks;
    def.referee = FS_REFEREE_OFF;
    memset(&run, 0, sizeof run);
    run.every = 1;
    run.sim = netsim_create(&def, players, 5);
    run.sim->tamper = watch;
    netsim_set_links(run.sim, (netsim_link){ 10000, 2000, 0, 0, 0 });
    return run.sim;
}

static fs_peer_stats player(uint32_t client)
{
    fs_peer_stats stats;
    for (uint32_t i = 0; fs_match_peer(run.sim->match, i, &stats); i++)
        if (stats.peer == client)
            return stats;
    ck_abort_msg("no client %u", client);
    return stats;
}

/* Nobody is judged: all play on with their states. */
static void play_on(uint32_t players)
{
    ck_assert(netsim_run(run.sim, 60 * SECOND_US));
    ck_assert_uint_eq(run.sim->desyncs, 0);
    for (uint32_t i = 0; i < players; i++) {
        ck_assert_uint_eq(run.sim->clients[i].restarts, 0);
        ck_assert_uint_eq(run.sim->clients[i].ticks, fs_match_tick(run.sim->match));
    }
}

static uint32_t disputes(void)
{
    fs_referee_stats stats;
    fs_match_get_referee(run.sim->match, &stats);
    ck_assert_uint_eq(stats.disputes, fs_match_desyncs(run.sim->match));
    return stats.disputes;
}

/* One of three has another state for good: the others agree to the end. */
START_TEST(the_others_agree)
{
    char wanted[FS_MAX_NOTICE];
    netsim *sim = create(3, TICKS);
    fs_session_inject_fault(sim->clients[1].session, 100, "world", 0, "seed", 8);
    play_on(3);
    ck_assert_uint_eq(fs_match_agreed(sim->match), TICKS);
    ck_assert_uint_eq(disputes(), 1);
    ck_assert_uint_eq(player(1).agreed_ticks, 100);
    ck_assert_uint_ge(player(1).hashes_different, TICKS - 101);
    for (uint32_t i = 0; i < 3; i += 2) {
        ck_assert_uint_eq(player(i).agreed_ticks, TICKS);
        ck_assert_uint_eq(player(i).hashes_different, 0);
        ck_assert_uint_eq(run.notices[i], 1);
    }
    snprintf(wanted, sizeof wanted,
             "the states of the players differ since tick 100: that of %s is not the majority's, which is no verdict",
             player(1).name);
    ck_assert_str_eq(run.first, wanted);
    ck_assert_uint_eq(fs_match_state_hash(sim->match), sim->clients[0].last_state_hash);
    netsim_destroy(sim);
}
END_TEST

/* Two who differ for good: nobody is the majority, and nobody is blamed. */
START_TEST(two_agree_on_nothing)
{
    netsim *sim = create(2, TICKS);
    fs_session_inject_fault(sim->clients[1].session, 100, "world", 0, "seed", 8);
    play_on(2);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 100);
    ck_assert_uint_eq(disputes(), 1);
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(player(i).agreed_ticks, 100);
        ck_assert_uint_eq(player(i).hashes_different, 0);
    }
    ck_assert_str_eq(run.first, "the states of the players differ since tick 100");
    netsim_destroy(sim);
}
END_TEST

/* Wrong hashes of some ticks, of one among two to five: agreement goes on behind them. */
START_TEST(agreement_goes_on)
{
    uint32_t players = (uint32_t)_i;
    netsim *sim = create(players, TICKS);
    run.liars = 1u << 1;
    run.from = 200;
    run.to = 203;
    play_on(players);
    ck_assert_uint_eq(fs_match_agreed(sim->match), TICKS);
    ck_assert_uint_eq(disputes(), 1);
    ck_assert_uint_eq(player(1).hashes_different, players > 2 ? 3 : 0);
    for (uint32_t i = 0; i < players; i++) {
        ck_assert_uint_eq(player(i).agreed_ticks, TICKS);
        ck_assert_uint_eq(run.notices[i], 1);
        ck_assert_uint_eq(run.ends[i], 1);
    }
    netsim_destroy(sim);
}
END_TEST

/* Two of three tell the same lie: what they say is called the majority's, and the third one is not punished. */
START_TEST(a_majority_is_no_verdict)
{
    netsim *sim = create(3, TICKS);
    run.liars = 1u << 0 | 1u << 1;
    run.same = true;
    run.from = 200;
    run.to = TICKS;
    play_on(3);
    ck_assert_uint_eq(player(2).agreed_ticks, 200);
    ck_assert_ptr_nonnull(strstr(run.first, "which is no verdict"));
    ck_assert(player(2).playing);
    netsim_destroy(sim);
}
END_TEST

/* A wrong hash in every second tick: counted, told three times and then seldom, and another player's difference is told all
 * the same. */
START_TEST(who_differs_again_and_again_is_told_seldom)
{
    netsim *sim = create(MOST, 1800);
    run.liars = 1u << 1;
    run.from = 100;
    run.to = 1800;
    run.every = 2;
    fs_session_inject_fault(sim->clients[2].session, 900, "world", 0, "seed", 8);
    play_on(MOST);
    ck_assert_uint_ge(disputes(), 800);
    ck_assert_uint_le(run.notices[0], 3 + 1 + 1);
    ck_assert_uint_ge(run.notices[0], 4);
    ck_assert_uint_le(run.ends[0], 4);
    ck_assert_uint_eq(player(2).agreed_ticks, 900);
    ck_assert_uint_eq(player(0).agreed_ticks, 1800);
    netsim_destroy(sim);
}
END_TEST

/* A client that stands still for 3 s is not waited for; its hashes are compared when they come. */
START_TEST(late_hashes_are_compared)
{
    netsim *sim = create(3, 900);
    netsim_client *late = &sim->clients[1];
    late->stall_from_us = sim->now_us + 4 * SECOND_US;
    late->stall_to_us = late->stall_from_us + 3 * SECOND_US;
    run.liars = _i == 0 ? 0 : 1u << 1;
    run.from = 260; /* while it stands still */
    run.to = 270;
    play_on(3);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 900);
    ck_assert_uint_eq(player(1).hashes_different, _i == 0 ? 0 : 10);
    ck_assert_uint_eq(player(1).agreed_ticks, 900);
    ck_assert_uint_eq(disputes(), _i);
    netsim_destroy(sim);
}
END_TEST

/* Who differs and leaves is no longer waited for, nor compared. */
START_TEST(who_leaves_ends_the_dispute)
{
    netsim *sim = create(2, TICKS);
    fs_session_inject_fault(sim->clients[1].session, 100, "world", 0, "seed", 8);
    sim->clients[1].leave_us = sim->now_us + 5 * SECOND_US;
    ck_assert(netsim_run(sim, 60 * SECOND_US));
    ck_assert_uint_eq(fs_match_agreed(sim->match), TICKS);
    ck_assert_uint_eq(player(0).agreed_ticks, TICKS);
    ck_assert_uint_eq(run.ends[0], 1);
    netsim_destroy(sim);
}
END_TEST

/* The only player loses its connection and comes back: no tick is compared twice, and none holds the others back. */
START_TEST(agreement_outlives_a_lost_connection)
{
    netsim *sim = create(2, 900);
    for (uint32_t i = 0; i < 2; i++) {
        sim->clients[i].lost_us = sim->now_us + 4 * SECOND_US;
        sim->clients[i].back_us = sim->now_us + (5 + i) * SECOND_US;
    }
    play_on(2);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 900);
    ck_assert_uint_eq(disputes(), 0);
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("match_majority");
    TCase *tc = tcase_create("match_majority");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, the_others_agree);
    tcase_add_test(tc, two_agree_on_nothing);
    tcase_add_loop_test(tc, agreement_goes_on, 2, MOST + 1);
    tcase_add_test(tc, a_majority_is_no_verdict);
    tcase_add_test(tc, who_differs_again_and_again_is_told_seldom);
    tcase_add_loop_test(tc, late_hashes_are_compared, 0, 2);
    tcase_add_test(tc, who_leaves_ends_the_dispute);
    tcase_add_test(tc, agreement_outlives_a_lost_connection);
    suite_add_tcase(suite, tc);
    return suite;
}
