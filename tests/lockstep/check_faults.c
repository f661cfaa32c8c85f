/* check_faults.c: matches under random schedules of faults, and the reduction of a schedule that fails.
 *
 * A schedule is a list of faults from a seed: blackouts, stops of clients and of the server, lost connections with and
 * without a return, leaves, bad lines, slow computers, flipped bits. After the last fault the match has some seconds to
 * recover. Then every client that is still there has the server's state, nobody was refused without reason, and the
 * players whom no fault concerned have lost nothing. Every other client predicts.
 *
 * FS_SEEDS sets the number of seeds (default 50); FS_SEED runs one alone. A failing schedule is reduced to the faults that
 * are needed for the failure, and printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/netgame.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum { PLAYERS = 5, HZ = 60, MAX_FAULTS = 12, FAULTS_US = 8000000, RECOVERY_US = 8000000, HEALTHY = 2 };
enum { PREDICT_TICKS = 12 }; /* of every other client, healthy or not */

typedef enum fault_kind {
    FAULT_BLACKOUT,
    FAULT_CLIENT_STOP,
    FAULT_SERVER_STOP,
    FAULT_LOST_CONNECTION,
    FAULT_LEAVE,
    FAULT_BAD_LINE,
    FAULT_SLOW_COMPUTER,
    FAULT_FLIPPED_BIT,
    FAULT_KINDS
} fault_kind;

static const char *const fault_names[FAULT_KINDS] = { "blackout", "client stop", "server stop",   "lost connection",
                                                      "leave",    "bad line",    "slow computer", "flipped bit" };

typedef struct fault {
    fault_kind kind;
    uint32_t client; /* HEALTHY..PLAYERS - 1 */
    uint64_t at_us, for_us;
    uint32_t stage; /* 0 to come, 1 begun, 2 over */
} fault;

typedef struct schedule {
    uint64_t seed;
    uint32_t count;
    fault faults[MAX_FAULTS];
} schedule;

static schedule make_schedule(uint64_t seed)
{
    schedule s = { .seed = seed };
    fs_rng rng = fs_rng_seed(seed, 31);
    s.count = 1 + fs_rng_below(&rng, MAX_FAULTS);
    for (uint32_t i = 0; i < s.count; i++) {
        fault *f = &s.faults[i];
        f->kind = (fault_kind)fs_rng_below(&rng, FAULT_KINDS);
        f->client = HEALTHY + fs_rng_below(&rng, PLAYERS - HEALTHY);
        f->at_us = 2000000 + fs_rng_below(&rng, FAULTS_US);
        f->for_us = 20000 + fs_rng_below(&rng, 3000000);
    }
    return s;
}

/* --- one match ------------------------------------------------------------------------- */

/* Begins or ends the fault when it is due. */
static void apply_fault(netsim *sim, fault *f, uint64_t base_us)
{
    netsim_client *c = &sim->clients[f->client];
    uint64_t from = base_us + f->at_us, to = from + f->for_us;
    bool begins = f->stage == 0 && sim->now_us >= from, ends = f->stage == 1 && sim->now_us >= to;
    f->stage += begins || ends;
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

static void run_schedule(netsim *sim, const schedule *s)
{
    schedule running = *s;
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
static uint32_t allowed_substitutions(const schedule *s)
{
    uint32_t allowed = 6;
    for (uint32_t i = 0; i < s->count; i++)
        allowed += s->faults[i].kind == FAULT_SERVER_STOP ? 12 : 0;
    return allowed;
}

static const char *find_error(const netsim *sim, const schedule *s, uint32_t *client)
{
    fs_peer_stats stats;
    for (*client = 0; *client < PLAYERS; (*client)++) {
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
static bool passes(const schedule *s, char why[256])
{
    uint32_t client = 0;
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = def.wait_players = PLAYERS;
    def.config.seed = s->seed;
    def.state_history_ticks = 64;
    netsim *sim = netsim_create(&def, PLAYERS, s->seed);
    sim->game = &netgame;
    sim->change_percent = 20;
    for (uint32_t i = 1; i < PLAYERS; i += 2)
        netsim_predict(sim, i, PREDICT_TICKS);
    netsim_set_links(sim, (netsim_link){ 15000, 5000, 5, 5, 0 });
    run_schedule(sim, s);
    const char *error = find_error(sim, s, &client);
    if (error != NULL)
        snprintf(why, 256, "client %" PRIu32 ": %s", client, error);
    netsim_destroy(sim);
    return error == NULL;
}

/* --- reduction ------------------------------------------------------------------------ */

typedef bool passes_fn(const schedule *s, char why[256]);

/* Removes every fault, and halves every duration, without which the schedule still fails. */
static void reduce_schedule(schedule *s, passes_fn *test)
{
    char why[256];
    for (uint32_t i = s->count; i-- > 0;) {
        schedule less = *s;
        memmove(&less.faults[i], &less.faults[i + 1], (less.count - i - 1) * sizeof less.faults[0]);
        less.count--;
        if (!test(&less, why))
            *s = less;
    }
    for (uint32_t i = 0; i < s->count; i++)
        for (schedule less = *s; less.faults[i].for_us > 20000;) {
            less.faults[i].for_us /= 2;
            if (test(&less, why))
                break;
            *s = less;
        }
}

static void print_schedule(const schedule *s)
{
    fprintf(stderr, "seed %" PRIu64 ", %" PRIu32 " faults:\n", s->seed, s->count);
    for (uint32_t i = 0; i < s->count; i++)
        fprintf(stderr, "  %s of client %" PRIu32 " at %.3f s for %.3f s\n", fault_names[s->faults[i].kind],
                s->faults[i].client, (double)s->faults[i].at_us / 1e6, (double)s->faults[i].for_us / 1e6);
}

static void run_seed(uint64_t seed)
{
    char why[256] = "";
    schedule s = make_schedule(seed);
    if (passes(&s, why))
        return;
    reduce_schedule(&s, passes);
    print_schedule(&s);
    passes(&s, why);
    ck_abort_msg("seed %" PRIu64 ": %s", seed, why);
}

START_TEST(random_schedules)
{
    const char *one = getenv("FS_SEED"), *many = getenv("FS_SEEDS");
    uint64_t count = many != NULL ? strtoull(many, NULL, 10) : 50;
    if (one != NULL)
        run_seed(strtoull(one, NULL, 10));
    else
        for (uint64_t seed = 1; seed <= count; seed++)
            run_seed(seed);
}
END_TEST

/* Fails when a blackout of 0.1 s or more meets a stop of the server. */
static bool passes_unless_both(const schedule *s, char why[256])
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
    schedule s;
    char why[256];
    uint64_t seed = 1;
    do
        s = make_schedule(seed++);
    while (s.count < 8 || passes_unless_both(&s, why));
    reduce_schedule(&s, passes_unless_both);
    ck_assert(!passes_unless_both(&s, why));
    ck_assert_uint_eq(s.count, 2);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert_uint_lt(s.faults[i].for_us, 200000);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("faults");
    TCase *tc = tcase_create("faults");
    tcase_set_timeout(tc, 3600);
    tcase_add_test(tc, random_schedules);
    tcase_add_test(tc, a_failing_schedule_is_reduced);
    suite_add_tcase(suite, tc);
    return suite;
}
