/* check_latency.c: bounds on what players feel of a bad network: latency of ticks and inputs, substituted inputs, bytes.
 * make bench-net prints the same figures for more networks.
 */
#include <string.h>

#include "network/netgame.h"
#include "network/netmeter.h"
#include "support/check_main.h"

enum { SECONDS = 40, SETTLE_US = 5000000, P50 = 0, P99 = 1 };

static netsim *sim;
static netmeter meter;

/* A match of `clients` players on equal links; the caller may change them before run(). */
static void make_match(uint32_t clients, uint32_t hz, netsim_link link)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = def.wait_players = clients;
    def.config.hz = hz;
    sim = netsim_create(&def, clients, 11);
    sim->game = &netgame;
    sim->change_percent = 10;
    netsim_set_links(sim, link);
    netmeter_start(&meter, sim, (SECONDS + 300) * hz);
}

static void settle(void)
{
    netsim_run(sim, SETTLE_US);
    netmeter_reset(&meter);
}

/* The figures of the clients [first, first + count) after the match; nobody was lost and all states agree. */
static netmeter_figures read_figures(uint32_t first, uint32_t count)
{
    ck_assert_uint_eq(fs_match_players(sim->match), sim->count);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    return netmeter_read(&meter, first, count);
}

static void end_match(void)
{
    netmeter_stop(&meter);
    netsim_destroy(sim);
}

/* 5 % loss, 50 +- 20 ms one way. */
START_TEST(lossy_line)
{
    make_match(8, 60, (netsim_link){ 30000, 40000, 50, 0, 0 });
    settle();
    netsim_run(sim, SECONDS * UINT64_C(1000000));
    netmeter_figures f = read_figures(0, 8);
    ck_assert_uint_le(f.delivery[P99], 90000);
    ck_assert_uint_le(f.key[P50], 140000);
    ck_assert_uint_le(f.key[P99], 180000);
    ck_assert(f.substituted_percent < 0.3);
    ck_assert_uint_eq(f.stalls, 0);
    end_match();
}
END_TEST

/* 2 % loss, 80 ms round trip, 10 ms jitter in each direction. */
START_TEST(few_inputs_are_substituted)
{
    make_match(8, 60, (netsim_link){ 30000, 20000, 20, 0, 0 });
    settle();
    netsim_run(sim, SECONDS * UINT64_C(1000000));
    netmeter_figures f = read_figures(0, 8);
    ck_assert_msg(f.substituted_percent < 0.1, "%f %% substituted", f.substituted_percent);
    end_match();
}
END_TEST

/* 64 players, inputs of 8 bytes of which 10 % change per tick, 30 Hz. */
START_TEST(bytes_of_64_players)
{
    make_match(64, 30, (netsim_link){ 30000, 10000, 0, 0, 0 });
    settle();
    netsim_run(sim, 10000000);
    netmeter_figures f = read_figures(0, 64);
    ck_assert_msg(f.down_bytes_per_s <= 8000, "%f bytes/s", f.down_bytes_per_s);
    end_match();
}
END_TEST

/* One client with 15 % loss, then a blackout of 2 s, a freeze of 0.5 s and a stop of 5 s: the others feel nothing, and
 * the client has its old delay again at the end. */
START_TEST(one_bad_client_moves_nobody)
{
    make_match(6, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    netsim_client *c = &sim->clients[5];
    c->link.loss_permille = 150;
    netsim_run(sim, 5000000);
    c->link.loss_permille = 0;
    c->blackout_from_us = sim->now_us;
    c->blackout_to_us = sim->now_us + 2000000;
    netsim_run(sim, 5000000);
    c->stall_from_us = sim->now_us;
    c->stall_to_us = sim->now_us + 500000;
    netsim_run(sim, 3000000);
    c->stall_from_us = sim->now_us;
    c->stall_to_us = sim->now_us + 5000000;
    netsim_run(sim, 12000000);
    netmeter_figures f = read_figures(0, 5);
    ck_assert_uint_eq(f.stalls, 0);
    ck_assert_uint_le(f.delivery[3], 20000);
    ck_assert_uint_le(f.key[3], 50000);
    ck_assert(f.substituted_percent < 0.01);
    netsim_run(sim, 30000000);
    f = read_figures(5, 1);
    ck_assert_uint_le(f.delay_max, 4);
    netmeter_reset(&meter);
    netsim_run(sim, 2000000);
    f = read_figures(5, 1);
    ck_assert_uint_le(f.delivery[3], 25000);
    ck_assert_uint_eq(f.substituted_percent > 0, false);
    end_match();
}
END_TEST

/* A freeze of a client for 0.5 s costs the inputs of that time and no more. */
START_TEST(freeze_costs_its_own_inputs)
{
    make_match(3, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    sim->clients[2].stall_from_us = sim->now_us;
    sim->clients[2].stall_to_us = sim->now_us + 500000;
    netsim_run(sim, 10000000);
    read_figures(0, 3);
    ck_assert_uint_le(meter.clients[2].substituted, 32);
    ck_assert_uint_ge(meter.clients[2].substituted, 26);
    ck_assert_uint_eq(meter.clients[0].substituted + meter.clients[1].substituted, 0);
    end_match();
}
END_TEST

/* After a stop of the server for 3 s no tick runs on inputs from before the stop, and none is closed that nobody could
 * play: the next tick closes when new inputs have arrived. */
START_TEST(stopped_server_resumes_with_new_inputs)
{
    make_match(3, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    uint64_t from = sim->now_us;
    uint32_t before = fs_match_tick(sim->match);
    sim->stall_from_us = from;
    sim->stall_to_us = from + 3000000;
    netsim_run(sim, 3000000 + 5000);
    ck_assert_uint_le(fs_match_tick(sim->match) - before, 1);
    netmeter_reset(&meter);
    netsim_run(sim, 5000000);
    netmeter_figures f = read_figures(0, 3);
    ck_assert_uint_ge(fs_match_tick(sim->match) - before, 4 * 60 + 40);
    ck_assert(f.substituted_percent < 0.2);
    /* No input waited for its tick. */
    ck_assert_uint_le(f.key[3], 60000);
    end_match();
}
END_TEST

/* The delay that a handshake with repetitions suggests is corrected by the first inputs. */
START_TEST(slow_handshake_leaves_no_delay)
{
    make_match(4, 60, (netsim_link){ 20000, 4000, 100, 0, 0 });
    settle();
    netmeter_figures f = read_figures(0, 4);
    ck_assert_uint_le(f.delay_max, 6);
    end_match();
}
END_TEST

/* The server's figures of a client. */
static fs_peer_stats stats_of(uint32_t client)
{
    fs_peer_stats stats = { .peer = UINT32_MAX };
    for (uint32_t i = 0; stats.peer != client; i++)
        ck_assert(fs_match_peer(sim->match, i, &stats));
    return stats;
}

/* What the server tells of each client, beside itself being well again. */
static uint32_t told_troubles(uint32_t client)
{
    return sim->clients[client].troubles & ~(1u << FS_TROUBLE_NONE);
}

/* A computer that takes longer for a tick than a tick lasts is told from a line that is too slow, holds nobody's agreement
 * back, and is refused with that reason at last. */
START_TEST(slow_computer_is_told_from_slow_line)
{
    make_match(4, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    sim->clients[3].step_us = 25000;
    sim->clients[2].link = (netsim_link){ 20000, 120000, 300, 0, 60 };
    netsim_run(sim, 20000000);
    ck_assert_uint_ne(told_troubles(3) & 1u << FS_TROUBLE_COMPUTER, 0);
    ck_assert_uint_eq(told_troubles(2) & (1u << FS_TROUBLE_COMPUTER | 1u << FS_TROUBLE_ABSENT), 0);
    ck_assert_uint_ne(told_troubles(2), 0);
    ck_assert_uint_eq(told_troubles(0) | told_troubles(1), 0);
    ck_assert_uint_ge(fs_match_agreed(sim->match) + 180, fs_match_tick(sim->match));
    netmeter_figures f = read_figures(0, 2);
    ck_assert_uint_eq(f.stalls, 0);
    fs_peer_stats stats = stats_of(3);
    ck_assert_uint_gt(stats.behind_ticks, 200);
    ck_assert_int_eq(stats.trouble, FS_TROUBLE_COMPUTER);
    ck_assert_uint_lt(stats.agreed_ticks + 200, fs_match_tick(sim->match));
    netsim_run(sim, 200000000);
    ck_assert_ptr_nonnull(strstr(sim->clients[3].refused, "computer is too slow"));
    ck_assert_uint_eq(fs_match_players(sim->match), 3);
    end_match();
}
END_TEST

/* A stop of 5 s is told as silence, then as absence, then as its end; the others' agreement goes on. */
START_TEST(stopped_client_is_told)
{
    make_match(3, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    sim->clients[2].stall_from_us = sim->now_us;
    sim->clients[2].stall_to_us = sim->now_us + 5000000;
    netsim_run(sim, 4900000);
    ck_assert_uint_eq(told_troubles(2), 1u << FS_TROUBLE_SILENT | 1u << FS_TROUBLE_ABSENT);
    ck_assert_uint_ge(fs_match_agreed(sim->match) + 30, fs_match_tick(sim->match));
    netsim_run(sim, 3000000);
    fs_peer_stats stats = stats_of(2);
    ck_assert_int_eq(stats.trouble, FS_TROUBLE_NONE);
    ck_assert_uint_ge(stats.agreed_ticks + 30, fs_match_tick(sim->match));
    read_figures(0, 3);
    end_match();
}
END_TEST

/* A client that has to simulate what it missed in a stop is told as slow meanwhile, and its line is not blamed for the inputs that
 * the stop has cost. */
START_TEST(catching_up_blames_no_line)
{
    make_match(3, 60, (netsim_link){ 10000, 5000, 0, 0, 0 });
    settle();
    sim->clients[2].step_us = 2000;
    sim->clients[2].stall_from_us = sim->now_us;
    sim->clients[2].stall_to_us = sim->now_us + 5000000;
    netsim_run(sim, 8000000);
    ck_assert_uint_eq(told_troubles(2), 1u << FS_TROUBLE_SILENT | 1u << FS_TROUBLE_ABSENT | 1u << FS_TROUBLE_COMPUTER);
    ck_assert_int_eq(stats_of(2).trouble, FS_TROUBLE_NONE);
    read_figures(0, 3);
    end_match();
}
END_TEST

/* FAIR gives all players of similar lines one delay, and a far one its own. */
START_TEST(fair_delay_is_common)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = def.wait_players = 4;
    def.delay_mode = FS_DELAY_FAIR;
    sim = netsim_create(&def, 4, 12);
    sim->game = &netgame;
    sim->change_percent = 10;
    for (uint32_t i = 0; i < 4; i++)
        sim->clients[i].link = (netsim_link){ i == 3 ? 150000 : 2000 + 10000 * i, 1000, 0, 0, 0 };
    netsim_run(sim, 10000000);
    fs_peer_stats stats[4];
    for (uint32_t i = 0; i < 4; i++)
        stats[i] = stats_of(i);
    ck_assert_uint_eq(stats[0].delay_us, stats[1].delay_us);
    ck_assert_uint_eq(stats[0].delay_us, stats[2].delay_us);
    ck_assert_uint_ge(stats[0].delay_us, 44000);
    ck_assert_uint_lt(stats[0].delay_us, 70000);
    ck_assert_uint_ge(stats[3].delay_us, 300000);
    netsim_destroy(sim);
}
END_TEST

/* Runs until the server has admitted the client, of whom it has no input yet; `loads`: before that until the client has the
 * state to load. Returns whether it was seen like that. */
static bool run_to_admission(uint32_t client, bool loads)
{
    fs_peer_stats stats = { 0 };
    for (uint32_t ms = 0; ms < 5000; ms++) {
        netsim_run(sim, 1000);
        for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++)
            if (stats.peer == client && (loads ? stats.loading : stats.playing))
                return !stats.away && stats.playing != stats.loading;
    }
    return false;
}

/* A client that stops before its first input is silent since it was admitted. */
START_TEST(client_that_never_plays_is_told)
{
    make_match(2, 60, (netsim_link){ 10000, 0, 0, 0, 0 });
    ck_assert(run_to_admission(1, false));
    ck_assert_int_eq(stats_of(1).trouble, FS_TROUBLE_NONE);
    sim->clients[1].stall_from_us = sim->now_us;
    sim->clients[1].stall_to_us = sim->now_us + 6000000;
    netsim_run(sim, 1900000);
    ck_assert_uint_eq(told_troubles(1), 0);
    netsim_run(sim, 200000);
    ck_assert_uint_eq(told_troubles(1), 1u << FS_TROUBLE_ABSENT);
    netsim_run(sim, 8000000);
    ck_assert_int_eq(stats_of(1).trouble, FS_TROUBLE_NONE);
    end_match();
}
END_TEST

/* Who comes late has a slot while it receives the state. */
START_TEST(late_client_is_shown_loading)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = 2;
    def.wait_players = 1;
    sim = netsim_create(&def, 2, 11);
    sim->game = &netgame;
    netsim_set_links(sim, (netsim_link){ 50000, 0, 0, 0, 0 });
    sim->clients[1].join_us = 3000000;
    ck_assert(run_to_admission(1, true));
    ck_assert_uint_eq(fs_match_players(sim->match), 1);
    ck_assert(run_to_admission(1, false));
    ck_assert_uint_eq(fs_match_players(sim->match), 2);
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("latency");
    TCase *tc = tcase_create("latency");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, lossy_line);
    tcase_add_test(tc, few_inputs_are_substituted);
    tcase_add_test(tc, bytes_of_64_players);
    tcase_add_test(tc, one_bad_client_moves_nobody);
    tcase_add_test(tc, freeze_costs_its_own_inputs);
    tcase_add_test(tc, stopped_server_resumes_with_new_inputs);
    tcase_add_test(tc, slow_handshake_leaves_no_delay);
    tcase_add_test(tc, slow_computer_is_told_from_slow_line);
    tcase_add_test(tc, stopped_client_is_told);
    tcase_add_test(tc, catching_up_blames_no_line);
    tcase_add_test(tc, client_that_never_plays_is_told);
    tcase_add_test(tc, late_client_is_shown_loading);
    tcase_add_test(tc, fair_delay_is_common);
    suite_add_tcase(suite, tc);
    return suite;
}
