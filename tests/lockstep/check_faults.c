/* check_faults.c: matches under random schedules of faults, and the reduction of a schedule that fails.
 *
 * A schedule is a list of faults from a seed: blackouts, stops of clients and of the server, lost connections with and
 * without a return, leaves, bad lines, slow computers, flipped bits. After the last fault the match has some seconds to
 * recover. Then every client that is still there has the server's state, nobody was refused without reason, and the
 * players whom no fault concerned have lost nothing. Every other client predicts.
 *
 * FS_SEEDS sets the number of seeds (default 50); FS_SEED runs one alone, FS_SCHEDULE a schedule (faults.h). A failing one is
 * reduced to the faults that are needed for the failure, and printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/faults.h"
#include "network/netgame.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum { PLAYERS = 5, HZ = 60, MAX_FAULTS = 12, FAULTS_US = 8000000, RECOVERY_US = 8000000, HEALTHY = 2 };
enum { PREDICT_TICKS = 12 }; /* of every other client, healthy or not */

static const fault_plan plan = {
    .kinds = FAULT_MESSAGE_KINDS, .max = MAX_FAULTS, .clients = PLAYERS, .healthy = HEALTHY, .span_us = FAULTS_US
};

/* --- one match ------------------------------------------------------------------------- */

/* Begins or ends the fault when it is due. */
static void apply_fault(netsim *sim, fault *f, uint64_t base_us)
{
    netsim_client *c = &sim->clients[f->client];
    uint64_t from = base_us + f->at_us, to = from + f->for_us;
    int turn = faults_advance(f, sim->now_us - base_us);
    bool begins = turn > 0, ends = turn < 0;
    if (f->kind == FAULT_BAD_LINE && (begins || ends))
        c->link = begins ? (netsim_link){ 40000, 80000, 200, 50, 20 } : (netsim_link){ 15000, 5000, 5, 5, 0 };
    if (f->kind == FAULT_SLOW_COMPUTER && (begins || ends))
        c->step_us = begins ? 30000 : 0;
    if (!begins)
        return;
    switch (f->kind) {
    case FAULT_BLACKOUT: c->blackout_from_us = from, c->blackout_to_us = to; break;
    case FAULT_CLIENT_STOP: c->stall_from_us = sim->now_us, c->stall_to_us = to; break;
    case FAULT_SERVER_STOP: sim->stall_from_us = sim->now_us, sim->stall_to_us = to; break;
    case FAULT_LOST_CONNECTION:
        c->lost_us = c->connected ? sim->now_us : 0;
        c->back_us = c->connected ? sim->now_us + f->for_us : c->back_us;
        break;
    case FAULT_LEAVE: c->leave_us = sim->now_us; break;
    case FAULT_FLIPPED_BIT:
        fs_session_inject_fault(c->session, fs_match_tick(sim->match) + 30, "slot", f->client, "sum",
                                (uint32_t)(f->for_us % 64));
        break;
    default: break;
    }
}

static void run_schedule(netsim *sim, const fault_schedule *s)
{
    fault_schedule running = *s;
    uint64_t base_us = sim->now_us;
    while (sim->now_us < base_us + 2000000 + FAULTS_US + 3000000 + RECOVERY_US) {
        for (uint32_t i = 0; i < s->count; i++)
            apply_fault(sim, &running.faults[i], base_us);
        netsim_run(sim, 20000);
    }
}

/* Why the client is wrong at the end, NULL when it is right. */
static const char *find_client_error(const netsim *sim, uint32_t i)
{
    const netsim_client *c = &sim->clients[i];
    fs_session_stats stats;
    fs_session_get_stats(c->session, &stats);
    bool left = c->gone && c->refused[0] == 0;
    if (left && i >= HEALTHY)
        return NULL;
    if (stats.phase != FS_SESSION_PLAYING)
        return c->refused[0] != 0 ? c->refused : "it does not play";
    if (stats.tick + HZ < fs_match_tick(sim->match))
        return "it is more than a second behind";
    if (stats.tick == 0 || stats.state_hash != sim->state_hashes[(stats.tick - 1) & 0xffff])
        return "its state differs";
    if (c->predict_ticks > 0 && stats.prediction.tick <= stats.tick)
        return "it predicts nothing";
    return stats.malformed > 0 ? "it was sent malformed messages" : NULL;
}

/* Substituted inputs that a player may have whom no fault concerned: the server may stop. */
static uint32_t allowed_substitutions(const fault_schedule *s)
{
    uint32_t allowed = 6;
    for (uint32_t i = 0; i < s->count; i++)
        allowed += s->faults[i].kind == FAULT_SERVER_STOP ? 12 : 0;
    return allowed;
}

static const char *find_error(const netsim *sim, const fault_schedule *s, uint32_t *client)
{
    fs_peer_stats stats;
    for (*client = 0; *client < sim->count; (*client)++) {
        const char *error = find_client_error(sim, *client);
        if (error != NULL)
            return error;
    }
    for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++) {
        *client = stats.peer;
        if (stats.malformed > 0)
            return "it has sent malformed messages";
        if (stats.peer < HEALTHY && stats.substituted > allowed_substitutions(s))
            return "inputs of a healthy player were substituted";
    }
    return NULL;
}

/* Runs the schedule; false with a sentence in `why`. */
static bool passes(const fault_schedule *s, char why[256])
{
    uint32_t client = 0;
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = def.wait_players = s->clients;
    def.config.seed = s->seed;
    def.state_history_ticks = 64;
    netsim *sim = netsim_create(&def, s->clients, s->seed);
    sim->game = &netgame;
    sim->change_percent = 20;
    for (uint32_t i = 1; i < s->clients; i += 2)
        netsim_predict(sim, i, PREDICT_TICKS);
    netsim_set_links(sim, (netsim_link){ 15000, 5000, 5, 5, 0 });
    run_schedule(sim, s);
    const char *error = find_error(sim, s, &client);
    if (error != NULL)
        snprintf(why, 256, "client %" PRIu32 ": %s", client, error);
    netsim_destroy(sim);
    return error == NULL;
}

/* --- schedules ------------------------------------------------------------------------ */

START_TEST(random_schedules)
{
    faults_run(&plan, passes, 50, "tests/lockstep/check_faults");
}
END_TEST

/* Fails when a blackout of 0.1 s or more meets a stop of the server. */
static bool passes_unless_both(const fault_schedule *s, char why[256])
{
    bool blackout = false, stop = false;
    for (uint32_t i = 0; i < s->count; i++) {
        blackout = blackout || (s->faults[i].kind == FAULT_BLACKOUT && s->faults[i].for_us >= 100000);
        stop = stop || s->faults[i].kind == FAULT_SERVER_STOP;
    }
    why[0] = 0;
    return !(blackout && stop);
}

START_TEST(a_failing_schedule_is_reduced)
{
    fault_schedule s;
    char why[256];
    uint64_t seed = 1;
    do
        s = faults_draw(&plan, seed++);
    while (s.count < 8 || passes_unless_both(&s, why));
    faults_reduce(&s, passes_unless_both);
    ck_assert(!passes_unless_both(&s, why));
    ck_assert_uint_eq(s.count, 2);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_uint_lt(s.faults[i].for_us, 200000);
}
END_TEST

START_TEST(a_schedule_is_read_as_it_was_written)
{
    char text[FAULTS_TEXT_BYTES], again[FAULTS_TEXT_BYTES], bad[32];
    fault_plan all = plan;
    all.kinds = FAULT_KINDS;
    all.lines = netline_condition_count;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        fault_schedule s = faults_draw(&all, seed), read;
        ck_assert(faults_read(&read, faults_write(&s, text), bad));
        ck_assert_str_eq(faults_write(&read, again), text);
    }
    static const char *const wrong[] = { "sed 1", "blackout 1 at 2", "seed 1; line far", "seed", ";", "stop" };
    fault_schedule s;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(!faults_read(&s, wrong[i], bad), "%s", wrong[i]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("faults");
    TCase *tc = tcase_create("faults");
    tcase_set_timeout(tc, 3600);
    tcase_add_test(tc, random_schedules);
    tcase_add_test(tc, a_failing_schedule_is_reduced);
    tcase_add_test(tc, a_schedule_is_read_as_it_was_written);
    suite_add_tcase(suite, tc);
    return suite;
}
