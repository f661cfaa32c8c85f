/* check_storm.c: whole matches with random conditions from a seed: players that join and leave, bad and bursty links,
 * blackouts, drifting clocks, clients without processor time, faults.
 *
 * FS_SEEDS sets the number of seeds (default 6); FS_SEED runs one seed alone, to repeat a failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "network/netsim.h"

enum { PLAYERS = 10, TICKS = 900 };

static uint32_t random_between(fs_rng *rng, uint32_t low, uint32_t high)
{
    return low + fs_rng_below(rng, high - low + 1);
}

static netsim_link random_link(fs_rng *rng)
{
    netsim_link link;
    link.delay_us = random_between(rng, 200, 90000);
    link.jitter_us = random_between(rng, 0, link.delay_us / 2);
    link.loss_permille = random_between(rng, 0, 80);
    link.duplicate_permille = random_between(rng, 0, 30);
    link.burst_permille = fs_rng_chance(rng, 1, 3) ? random_between(rng, 1, 6) : 0;
    return link;
}

/* The first two are there from the start and stay, so that there is a match. */
static void random_client(netsim *sim, uint32_t i, fs_rng *rng)
{
    netsim_client *c = &sim->clients[i];
    c->link = random_link(rng);
    c->drift_ppm = fs_rng_range(rng, -200, 200);
    if (fs_rng_chance(rng, 1, 4))
        c->poll_interval_us = random_between(rng, 20000, 250000);
    if (i < 2)
        return;
    c->join_us += random_between(rng, 0, 9000000);
    if (fs_rng_chance(rng, 1, 3))
        c->leave_us = c->join_us + random_between(rng, 100000, 6000000);
    if (fs_rng_chance(rng, 1, 4)) {
        c->blackout_from_us = c->join_us + random_between(rng, 0, 5000000);
        c->blackout_to_us = c->blackout_from_us + random_between(rng, 100000, 2000000);
    }
}

/* Every client still there has simulated the last tick with the server's state hash. */
static uint32_t count_agreeing(netsim *sim)
{
    uint32_t n = 0;
    uint64_t state_hash = fs_sim_state_hash(fs_match_sim(sim->match));
    for (uint32_t i = 0; i < sim->count; i++) {
        fs_session_stats stats;
        fs_session_get_stats(sim->clients[i].session, &stats);
        if (sim->clients[i].gone || stats.tick != TICKS)
            continue;
        ck_assert_msg(stats.state_hash == state_hash, "client %u ends with another root", i);
        n++;
    }
    return n;
}

static void run_storm(uint64_t seed)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0), FS_OK);
    fs_match_def def = fs_default_match_def(game);
    fs_rng rng = fs_rng_seed(seed, 77);
    def.config.players = PLAYERS;
    def.config.seed = seed;
    def.wait_players = 2;
    def.ticks = TICKS;
    netsim *sim = netsim_create(&def, PLAYERS, seed);
    for (uint32_t i = 0; i < PLAYERS; i++)
        random_client(sim, i, &rng);
    uint32_t faulty = fs_rng_below(&rng, 2);
    uint32_t tick = random_between(&rng, 60, 600);
    if (fs_rng_chance(&rng, 1, 2))
        fs_session_inject_fault(sim->clients[faulty].session, tick, "body2", 0, "pos.y", random_between(&rng, 0, 40));
    else
        faulty = PLAYERS;
    ck_assert(netsim_run(sim, 90000000));
    ck_assert_uint_eq(fs_match_tick(sim->match), TICKS);
    ck_assert_uint_ge(count_agreeing(sim), 2);
    ck_assert_uint_eq(sim->desyncs, faulty < PLAYERS);
    if (faulty < PLAYERS) {
        ck_assert_uint_eq(sim->desync[0].tick, tick);
        ck_assert(sim->desync[0].traced && sim->desync[0].inputs_equal);
        ck_assert_uint_eq(sim->desync[0].count, 1);
    }
    netsim_destroy(sim);
}

START_TEST(random_networks_and_players)
{
    const char *one = getenv("FS_SEED"), *many = getenv("FS_SEEDS");
    uint64_t count = many != NULL ? strtoull(many, NULL, 10) : 6;
    if (one != NULL) {
        run_storm(strtoull(one, NULL, 10));
        return;
    }
    ck_assert_uint_gt(count, 0);
    for (uint64_t seed = 1; seed <= count; seed++) {
        fprintf(stderr, "storm seed %llu\n", (unsigned long long)seed);
        run_storm(seed);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("storm");
    TCase *tc = tcase_create("storm");
    tcase_set_timeout(tc, 3600);
    tcase_add_test(tc, random_networks_and_players);
    suite_add_tcase(suite, tc);
    return suite;
}
