/* check_predict.c: client-side prediction: confirmed states never change by it, own inputs are shown at once, wrong guesses
 * are corrected, and a slow computer predicts fewer ticks. */
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "network/netgame.h"
#include "network/netsim.h"
#include "support/brief.h"
#include "support/check_main.h"

enum { TICKS = 1 << 16, AHEAD = 12 };

static netsim *sim;
static uint64_t shown_hashes[TICKS]; /* of client 0, by ticks behind */
static uint32_t shown_tick, shown_late, corrections, disordered, rewinds;
static uint32_t sampled_tick; /* newest of client 0 */
static uint64_t sampled_us;
static fs_show_kind shown_kind;

static void note_sample(netsim *s, uint32_t client, uint32_t tick)
{
    if (client != 0)
        return;
    shown_late += sampled_tick > 0 && shown_tick != sampled_tick + 1;
    sampled_tick = tick;
    sampled_us = s->now_us;
}

static void note_shown(netsim *s, uint32_t client, fs_sim *state, fs_show_kind kind)
{
    (void)s;
    uint32_t tick = fs_sim_tick(state);
    if (client != 0)
        return;
    bool rewind = kind == FS_SHOW_CONFIRMED && tick <= shown_tick;
    rewinds += rewind;
    disordered += kind == FS_SHOW_CORRECTED ? tick != shown_tick : tick <= shown_tick && !rewind;
    corrections += kind == FS_SHOW_CORRECTED;
    shown_tick = tick;
    shown_kind = kind;
    shown_hashes[tick % TICKS] = fs_sim_state_hash(state);
}

/* Ends the time in which the players join. */
static void reset_figures(void)
{
    shown_late = corrections = disordered = rewinds = sampled_tick = 0;
}

static void make_match(const fs_game *game, uint32_t clients, uint32_t ticks, netsim_link link, uint32_t ahead)
{
    fs_match_def def = fs_default_match_def(game);
    def.config.players = def.wait_players = clients;
    def.config.seed = 77;
    def.ticks = ticks;
    sim = netsim_create(&def, clients, 5);
    sim->game = game;
    sim->change_percent = 10;
    for (uint32_t i = 0; i < clients; i++)
        netsim_predict(sim, i, ahead);
    netsim_set_links(sim, link);
    sim->client_shown = note_shown;
    sim->client_sampled = note_sample;
    shown_tick = 0;
    memset(shown_hashes, 0, sizeof shown_hashes);
    reset_figures();
}

static fs_prediction_stats stats_of(uint32_t client)
{
    fs_session_stats stats;
    fs_session_get_stats(sim->clients[client].session, &stats);
    return stats.prediction;
}

/* Runs to the end: all clients have the server's state, and show it. The end alone shows an older tick than before. */
static void finish_match(void)
{
    ck_assert_uint_eq(rewinds, 0);
    ck_assert(netsim_run(sim, 120000000));
    netsim_drain(sim, 1000000);
    ck_assert_uint_eq(disordered, 0);
    ck_assert_uint_le(rewinds, 1);
    for (uint32_t i = 0; i < sim->count; i++) {
        fs_session *session = sim->clients[i].session;
        ck_assert_uint_eq(fs_sim_state_hash(fs_session_sim(session)), fs_sim_state_hash(fs_match_sim(sim->match)));
        ck_assert_ptr_eq(fs_session_shown_sim(session), fs_session_sim(session));
    }
}

static const fs_game *find_game(const char *name)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), name);
    ck_assert_msg(game != NULL, "%s", name);
    return game;
}

static const netsim_link BAD_LINE = { 30000, 40000, 50, 20, 0 }, GOOD_LINE = { 20000, 4000, 0, 0, 0 };
static const char *const GAMES[] = { "collisions", "sandbox", "pool", "platform2d", "missile", "blob", "tank" };

/* The same match with and without prediction: every message, bundle and hash is the same. */
START_TEST(confirmed_states_are_the_same)
{
    static uint64_t plain[TICKS];
    const fs_game *game = find_game(GAMES[_i]);
    uint32_t players = game->max_players < 3 ? game->max_players : 3;
    uint64_t bytes[2];
    for (uint32_t ahead = 0; ahead <= AHEAD; ahead += AHEAD) {
        make_match(game, players, play_brief() ? 90 : 240, BAD_LINE, ahead);
        finish_match();
        ck_assert_uint_eq(sim->desyncs, 0);
        bytes[ahead > 0] = sim->clients[0].bytes[1];
        if (ahead == 0)
            memcpy(plain, sim->state_hashes, sizeof plain);
        else
            ck_assert_mem_eq(plain, sim->state_hashes, sizeof plain);
        ck_assert_uint_eq(stats_of(0).steps > 0, ahead > 0);
        netsim_destroy(sim);
    }
    ck_assert_uint_eq(bytes[0], bytes[1]);
}
END_TEST

/* Alone, all inputs are known: every state is shown a tick after its input was sampled, and is the confirmed one. */
START_TEST(own_input_is_shown_at_once)
{
    make_match(find_game("sandbox"), 1, 600, GOOD_LINE, AHEAD);
    netsim_run(sim, 2000000);
    reset_figures();
    fs_prediction_stats before = stats_of(0);
    netsim_run(sim, 6000000);
    ck_assert_uint_eq(shown_late, 0);
    ck_assert_uint_eq(shown_tick, sampled_tick + 1);
    ck_assert_uint_ge(stats_of(0).tick, fs_sim_tick(fs_session_sim(sim->clients[0].session)) + 3);
    fs_prediction_stats stats = stats_of(0);
    ck_assert_uint_eq(corrections, 0);
    ck_assert_uint_eq(stats.repeated_steps, before.repeated_steps);
    ck_assert_uint_eq(stats.mispredicted, before.mispredicted);
    for (uint32_t tick = 120; tick < fs_match_tick(sim->match); tick++)
        ck_assert_uint_eq(shown_hashes[tick + 1], sim->state_hashes[tick]);
    ck_assert_uint_ge(stats.confirmed, before.confirmed + 300);
    finish_match();
    netsim_destroy(sim);
}
END_TEST

/* Others change a tenth of their inputs: about so many ticks of one other player are guessed wrongly; the cost is bounded. */
START_TEST(wrong_guesses_are_counted)
{
    make_match(&netgame, 2, 1200, GOOD_LINE, AHEAD);
    finish_match();
    fs_prediction_stats stats = stats_of(0);
    ck_assert_uint_ge(stats.confirmed, 1000);
    ck_assert_uint_ge(stats.mispredicted, stats.confirmed / 20);
    ck_assert_uint_le(stats.rollbacks, stats.mispredicted);
    ck_assert_uint_ge(stats.rollbacks, 20);
    ck_assert_uint_gt(corrections, 20);
    ck_assert_uint_le(stats.repeated_steps, (uint64_t)stats.rollbacks * AHEAD);
    ck_assert_uint_eq(shown_kind, FS_SHOW_CONFIRMED);
    netsim_destroy(sim);
}
END_TEST

/* A limit below the input delay: so many ticks ahead and no more. */
START_TEST(limit_is_kept)
{
    make_match(&netgame, 2, 600, (netsim_link){ 80000, 4000, 0, 0, 0 }, 3);
    netsim_run(sim, 2000000);
    for (int i = 0; i < 100; i++) {
        netsim_run(sim, 30000);
        fs_session_stats stats;
        fs_session_get_stats(sim->clients[0].session, &stats);
        ck_assert_uint_le(stats.prediction.tick, stats.tick + 3);
        ck_assert_uint_ge(stats.delay_ticks, 8);
    }
    finish_match();
    netsim_destroy(sim);
}
END_TEST

/* --- slow computers ------------------------------------------------------------------- */

static uint32_t step_cost_us;
static fs_game slow_game;

static void step_slowly(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    netgame.step(state, config, inputs, scratch);
    if (sim != NULL)
        sim->spent_us += step_cost_us;
}

/* 60 Hz, a tick of 16.7 ms: half of it is for the confirmed step and all predicted ones. */
START_TEST(slow_computer_predicts_fewer_ticks)
{
    static const struct {
        uint32_t cost_us, limit;
    } computers[] = { { 100, AHEAD }, { 1000, 7 }, { 2500, 2 }, { 4000, 1 }, { 7000, 0 }, { 12000, 0 } };
    slow_game = netgame;
    slow_game.step = step_slowly;
    step_cost_us = 0;
    make_match(&slow_game, 3, 900, GOOD_LINE, AHEAD);
    step_cost_us = computers[_i].cost_us;
    netsim_run(sim, 4000000);
    uint32_t behind = 0;
    for (int i = 0; i < 200; i++) {
        fs_session_stats stats;
        netsim_run(sim, 50000);
        fs_session_get_stats(sim->clients[0].session, &stats);
        behind = fs_match_tick(sim->match) - stats.tick > behind ? fs_match_tick(sim->match) - stats.tick : behind;
    }
    ck_assert_uint_eq(stats_of(0).limit_ticks, computers[_i].limit);
    ck_assert_uint_le(behind, 5);
    ck_assert_uint_eq(sim->clients[0].troubles, 0);
    finish_match();
    fs_prediction_stats stats = stats_of(0);
    ck_assert_uint_eq(stats.total_us, stats.steps * computers[_i].cost_us);
    /* The cost of the very first step is not known before. */
    ck_assert_uint_le(stats.longest_us, computers[_i].cost_us > 8333 ? computers[_i].cost_us : 8333);
    netsim_destroy(sim);
    sim = NULL;
}
END_TEST

/* --- snapshots, desyncs, pauses -------------------------------------------------------- */

START_TEST(late_joiner_predicts)
{
    fs_match_def def = fs_default_match_def(find_game("sandbox"));
    def.config.players = 3;
    def.wait_players = 2;
    def.ticks = 600;
    sim = netsim_create(&def, 3, 6);
    for (uint32_t i = 0; i < 3; i++)
        netsim_predict(sim, i, AHEAD);
    netsim_set_links(sim, BAD_LINE);
    sim->clients[2].join_us = sim->now_us + 3000000;
    netsim_run(sim, 7000000);
    ck_assert_uint_eq(sim->clients[2].restarts, 1);
    ck_assert_uint_ge(stats_of(2).confirmed, 60);
    finish_match();
    ck_assert_uint_eq(sim->desyncs, 0);
    netsim_destroy(sim);
}
END_TEST

/* Flipped bits in the confirmed state are found and repaired as without prediction, also those that the game refuses. */
START_TEST(desync_is_repaired)
{
    static const struct {
        const char *table, *field;
        uint32_t bit;
    } faults[] = { { "world", "rng.key", 3 }, { "body2", "pos.x", 40 }, { "body2", "vel.y", 30 },
                   { "body2", "pos.y", 62 },  { "shape2", "body", 31 }, { "body2", "flags", 7 } };
    make_match(find_game("sandbox"), 2, 420, GOOD_LINE, AHEAD);
    fs_session_inject_fault(sim->clients[0].session, 200, faults[_i].table, 1 * (faults[_i].table[0] != 'w'),
                            faults[_i].field, faults[_i].bit);
    sim->client_shown = NULL;
    ck_assert(netsim_run(sim, 60000000));
    netsim_drain(sim, 1000000);
    ck_assert_msg(sim->clients[0].refused[0] == 0, "%s", sim->clients[0].refused);
    ck_assert_uint_eq(sim->desyncs, 1);
    ck_assert_uint_eq(sim->desync[0].tick, 200);
    ck_assert_uint_eq(sim->clients[0].restarts, 1);
    finish_match();
    netsim_destroy(sim);
}
END_TEST

START_TEST(pauses_and_lost_connections_pass)
{
    make_match(find_game("sandbox"), 3, 900, GOOD_LINE, AHEAD);
    sim->client_shown = NULL;
    netsim_run(sim, 2000000);
    sim->clients[0].stall_from_us = sim->now_us;
    sim->clients[0].stall_to_us = sim->now_us + 1500000;
    netsim_run(sim, 3000000);
    sim->stall_from_us = sim->now_us;
    sim->stall_to_us = sim->now_us + 1000000;
    netsim_run(sim, 3000000);
    sim->clients[0].lost_us = sim->now_us;
    sim->clients[0].back_us = sim->now_us + 800000;
    sim->clients[1].blackout_from_us = sim->now_us;
    sim->clients[1].blackout_to_us = sim->now_us + 1200000;
    netsim_run(sim, 4000000);
    ck_assert_uint_eq(sim->clients[0].returns, 1);
    fs_prediction_stats before = stats_of(0);
    netsim_run(sim, 1000000);
    ck_assert_uint_ge(stats_of(0).confirmed, before.confirmed + 50);
    finish_match();
    ck_assert_uint_eq(sim->desyncs, 0);
    netsim_destroy(sim);
}
END_TEST

START_TEST(too_many_ticks_are_refused)
{
    fs_session_def def = { .predict_ticks = FS_MAX_PREDICTION + 1 };
    fs_session *session;
    make_match(&netgame, 1, 10, GOOD_LINE, FS_MAX_PREDICTION);
    fs_session_hooks hooks = { .send = (fs_send_fn *)abort,
                               .game = (const fs_game *(*)(void *, const char *, char *, size_t))abort,
                               .input = (void (*)(void *, uint32_t, const fs_state *, uint32_t, void *))abort };
    ck_assert_int_eq(fs_session_create(&def, &hooks, &session), FS_E_ARGUMENT);
    ck_assert_ptr_null(session);
    finish_match();
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("predict");
    TCase *tc = tcase_create("predict");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, confirmed_states_are_the_same, 0, sizeof GAMES / sizeof GAMES[0]);
    tcase_add_test(tc, own_input_is_shown_at_once);
    tcase_add_test(tc, wrong_guesses_are_counted);
    tcase_add_test(tc, limit_is_kept);
    tcase_add_loop_test(tc, slow_computer_predicts_fewer_ticks, 0, 6);
    tcase_add_test(tc, late_joiner_predicts);
    tcase_add_loop_test(tc, desync_is_repaired, 0, 6);
    tcase_add_test(tc, pauses_and_lost_connections_pass);
    tcase_add_test(tc, too_many_ticks_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
