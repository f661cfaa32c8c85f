/* check_strict.c: a match that waits for missing inputs: nothing is substituted while a player has time left, the others lose
 * no more than that time, and waiting ends. */
#include "lockstep/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "network/netgame.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum { PLAYERS = 4, HZ = 60, SECOND_US = 1000000, BUDGET_MS = 3000 };

static netsim *sim;
static uint32_t notices;
static char told[FS__MAX_TEXT]; /* the newest */

/* Counts the notices to client 0. */
static size_t count_notices(netsim *s, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    struct fs__notice_message notice;
    fs__reader r = fs__reader_make(bytes, size);
    (void)s;
    if (!up && client == 0 && channel == FS_CHANNEL_CONTROL && fs__get_u8(&r) == FS__MESSAGE_NOTICE &&
        fs__get_notice(&r, &notice) && strstr(notice.text, "waiting for ") != NULL) {
        notices++;
        memcpy(told, notice.text, sizeof told);
    }
    return size;
}

static void make_match(uint32_t strict_ms, netsim_link link)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = def.wait_players = PLAYERS;
    def.strict_ms = strict_ms;
    sim = netsim_create(&def, PLAYERS, 5);
    sim->game = &netgame;
    sim->change_percent = 20;
    sim->tamper = count_notices;
    notices = 0;
    netsim_set_links(sim, link);
    netsim_run(sim, 2 * SECOND_US);
}

static fs_peer_stats stats_of(uint32_t client)
{
    fs_peer_stats stats = { 0 };
    for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++)
        if (stats.peer == sim->clients[client].peer)
            return stats;
    ck_abort_msg("no client %u", client);
}

static uint32_t count_substituted(void)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < PLAYERS; i++)
        sum += stats_of(i).substituted;
    return sum;
}

static void end_match(void)
{
    netsim_drain(sim, SECOND_US);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        fs_session_stats stats;
        fs_session_get_stats(sim->clients[i].session, &stats);
        ck_assert(stats.tick > 0 && stats.state_hash == sim->state_hashes[(stats.tick - 1) & 0xffff]);
    }
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    netsim_destroy(sim);
}

/* A line with losses, on which a match that does not wait substitutes some inputs: here it does not, and it hardly slows. */
START_TEST(lossy_line_substitutes_nothing)
{
    static const uint32_t strict_ms[] = { 0, BUDGET_MS };
    make_match(strict_ms[_i], (netsim_link){ 30000, 40000, 100, 0, 0 });
    uint32_t before = fs_match_tick(sim->match);
    netsim_run(sim, 30 * SECOND_US);
    ck_assert_int_eq(count_substituted() == 0, _i == 1);
    ck_assert_uint_ge(fs_match_tick(sim->match) - before, 30 * HZ * 97 / 100);
    ck_assert_uint_eq(notices, 0);
    end_match();
}
END_TEST

/* A blackout of 2 s: the match waits, tells the others, and nothing is substituted. */
START_TEST(blackout_is_awaited)
{
    make_match(BUDGET_MS, (netsim_link){ 10000, 5000, 0, 0, 0 });
    uint32_t before = fs_match_tick(sim->match);
    sim->clients[2].blackout_from_us = sim->now_us;
    sim->clients[2].blackout_to_us = sim->now_us + 2 * SECOND_US;
    netsim_run(sim, 1800000);
    ck_assert_uint_le(fs_match_tick(sim->match) - before, 10);
    ck_assert_uint_ge(notices, 2);
    ck_assert_uint_le(notices, 3);
    ck_assert(strstr(told, stats_of(2).name) != NULL && strstr(told, ", 2 s at most") != NULL);
    netsim_run(sim, 8200000);
    ck_assert_uint_eq(count_substituted(), 0);
    ck_assert_uint_ge(fs_match_tick(sim->match) - before, 7 * HZ);
    ck_assert_uint_ge(stats_of(2).waited_us, 1500000);
    ck_assert_uint_le(stats_of(2).waited_us, 3000000);
    ck_assert_uint_eq(stats_of(0).waited_us + stats_of(1).waited_us, 0);
    end_match();
}
END_TEST

/* Who never answers is awaited for the budget and no longer; the time is earned again by playing alone. */
START_TEST(waiting_ends)
{
    make_match(BUDGET_MS, (netsim_link){ 10000, 5000, 0, 0, 0 });
    uint32_t before = fs_match_tick(sim->match);
    for (int i = 0; i < 4; i++) {
        sim->clients[3].blackout_from_us = sim->now_us;
        sim->clients[3].blackout_to_us = sim->now_us + 5 * SECOND_US;
        netsim_run(sim, 6 * SECOND_US);
    }
    ck_assert_uint_le(stats_of(3).waited_us, BUDGET_MS * 1000 + 24 * SECOND_US / 10 + 100000);
    ck_assert_uint_gt(stats_of(3).substituted, 4 * HZ);
    ck_assert_uint_ge(fs_match_tick(sim->match) - before, (24 - 6) * HZ);
    netsim_run(sim, 20 * SECOND_US);
    before = count_substituted();
    sim->clients[3].blackout_from_us = sim->now_us;
    sim->clients[3].blackout_to_us = sim->now_us + 500000;
    netsim_run(sim, 3 * SECOND_US);
    ck_assert_uint_eq(count_substituted(), before);
    end_match();
}
END_TEST

/* A player who leaves or whose connection is lost is not awaited, and the end of a match is not delayed by who is silent. */
START_TEST(absent_players_are_not_awaited)
{
    make_match(60000, (netsim_link){ 10000, 5000, 0, 0, 0 });
    uint32_t before = fs_match_tick(sim->match);
    sim->clients[1].leave_us = sim->now_us;
    sim->clients[2].lost_us = sim->now_us;
    sim->clients[2].back_us = sim->now_us + 2 * SECOND_US;
    netsim_run(sim, 5 * SECOND_US);
    ck_assert_uint_ge(fs_match_tick(sim->match) - before, 4 * HZ);
    sim->clients[3].blackout_from_us = sim->now_us;
    sim->clients[3].blackout_to_us = sim->now_us + 2 * SECOND_US;
    netsim_run(sim, SECOND_US);
    before = fs_match_tick(sim->match);
    fs_match_stop(sim->match, sim->now_us);
    netsim_run(sim, SECOND_US / 10);
    ck_assert_uint_eq(fs_match_tick(sim->match), before + 1);
    netsim_destroy(sim);
}
END_TEST

START_TEST(range_is_checked)
{
    fs_match_def def = fs_default_match_def(&netgame);
    fs_match_hooks hooks = { .send = (fs_send_fn *)abort, .drop = (void (*)(void *, uint32_t))abort };
    fs_match *match;
    def.strict_ms = FS_MAX_STRICT_MS + 1;
    ck_assert_int_eq(fs_match_create(&def, &hooks, 0, &match), FS_E_ARGUMENT);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("strict");
    TCase *tc = tcase_create("strict");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, lossy_line_substitutes_nothing, 0, 2);
    tcase_add_test(tc, blackout_is_awaited);
    tcase_add_test(tc, waiting_ends);
    tcase_add_test(tc, absent_players_are_not_awaited);
    tcase_add_test(tc, range_is_checked);
    suite_add_tcase(suite, tc);
    return suite;
}
