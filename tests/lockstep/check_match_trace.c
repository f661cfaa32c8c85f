/* check_match_trace.c: desyncs are named within 2 s whatever other clients do: those that answer no query, late, or with lies.
 *
 * Some clients have a bit flipped in their states. A liar is one whose answers to the queries of its trace are swallowed, held
 * back or changed on their way. Each case is played with a server that simulates every tick, and with one that simulates on
 * demand and keeps few states.
 */
#include <stdio.h>
#include <string.h>
#include <fixstep/games.h>

#include "base/leaky_bucket.h"
#include "lockstep/match_internal.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum {
    SECOND_US = 1000000,
    PLAYERS = 12,
    LIARS = 8, /* clients 0 to 7 */
    HONEST = 9,
    LIE_TICK = 200,
    HELD_US = 1900 * 1000, /* just below the time-out */
    HELD = 64,
    FEW_STATES = 6,
    NAMED_US = 1900 * 1000, /* since a client has simulated the tick: the server has closed it up to 0.1 s before */
    COUNT_AT = 20,          /* of a HASH_REPLY: number of the hashes, which follow */
    HASHES_AT = 22
};

/* A reply on its way, held back. */
typedef struct held_reply {
    uint64_t due_us;
    uint32_t client;
    size_t size;
    uint8_t bytes[NETSIM_TAMPER_BYTES];
} held_reply;

static struct {
    netsim *sim;
    held_reply held[HELD];
    uint32_t honest_tick;    /* of the honest client's fault */
    uint64_t ticked_us;      /* when a client had simulated that tick */
    uint64_t most_traced_us; /* highest level of the bucket of replies */
} run;

static bool is_lie(bool up, uint32_t client, const uint8_t *bytes)
{
    return up && client < LIARS && bytes[0] == FS__MESSAGE_HASH_REPLY;
}

static size_t swallow(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    return is_lie(up, client, bytes) ? 0 : size;
}

static size_t hold_back(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)channel;
    if (!is_lie(up, client, bytes))
        return size;
    for (uint32_t i = 0; i < HELD; i++) {
        held_reply *h = &run.held[i];
        if (h->size > 0)
            continue;
        *h = (held_reply){ .due_us = sim->now_us + HELD_US, .client = client, .size = size };
        memcpy(h->bytes, bytes, size);
        return 0;
    }
    return 0;
}

static size_t change(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (!is_lie(up, client, bytes))
        return size;
    size_t count = bytes[COUNT_AT] | (size_t)bytes[COUNT_AT + 1] << 8;
    for (size_t i = 0; i < count; i++)
        bytes[HASHES_AT + 8 * i] ^= 0x55;
    return size;
}

static size_t (*const liars[])(netsim *, bool, uint32_t, fs_channel, uint8_t *, size_t) = { swallow, hold_back,
                                                                                            change };

static void release_replies(netsim *sim)
{
    for (uint32_t i = 0; i < HELD; i++) {
        held_reply *h = &run.held[i];
        if (h->size == 0 || sim->now_us < h->due_us)
            continue;
        netsim_inject(sim, true, h->client, FS_CHANNEL_CONTROL, h->bytes, h->size);
        h->size = 0;
    }
}

static void watch_tick(netsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    uint64_t level = fs__bucket_level(sim->match->traces_us, sim->now_us);
    (void)substituted;
    release_replies(sim);
    run.most_traced_us = level > run.most_traced_us ? level : run.most_traced_us;
    if (tick == run.honest_tick && client == PLAYERS - 1)
        run.ticked_us = sim->now_us;
}

static netsim *create(fs_referee referee, uint32_t history_ticks)
{
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey"));
    def.config.players = def.wait_players = PLAYERS;
    def.ticks = 900;
    def.referee = referee;
    def.state_history_ticks = history_ticks;
    memset(&run, 0, sizeof run);
    run.sim = netsim_create(&def, PLAYERS, 5);
    netsim_set_links(run.sim, (netsim_link){ 20000, 5000, 0, 0, 0 });
    return run.sim;
}

static void damage(uint32_t client, uint32_t tick, const char *field)
{
    fs_session_inject_fault(run.sim->clients[client].session, tick, "body2", client, field, 8);
}

static uint32_t slot_of(uint32_t client)
{
    fs_session_stats stats;
    fs_session_get_stats(run.sim->clients[client].session, &stats);
    return stats.slot;
}

/* The first report of the client from `tick` on. */
static const fs_desync *report_of(uint32_t client, uint32_t tick, uint64_t *reported_us)
{
    for (uint32_t i = 0; i < run.sim->desyncs; i++)
        if (run.sim->desync[i].slot == slot_of(client) && run.sim->desync[i].tick >= tick) {
            *reported_us = run.sim->desync_us[i];
            return &run.sim->desync[i];
        }
    ck_abort_msg("no report of client %u", client);
    return NULL;
}

static void check_named(const fs_desync *d, uint32_t client, uint32_t tick, const char *field)
{
    char place[96], wanted[96];
    ck_assert_msg(d->traced && d->count == 1, "%u differences, %s", d->count, d->reason != NULL ? d->reason : "traced");
    fs_value_path(fs_sim_game(fs_match_sim(run.sim->match))->schema, d->differences[0].ref, place, sizeof place);
    snprintf(wanted, sizeof wanted, "body2[%u].%s", client, field);
    ck_assert_str_eq(place, wanted);
    ck_assert_uint_eq(d->tick, tick);
}

/* Eight liars of a kind, whose traces run when an honest player's state differs. */
START_TEST(liars_delay_nobody)
{
    bool live = _i % 2 == 0;
    uint64_t reported_us = 0;
    netsim *sim = create(live ? FS_REFEREE_LIVE : FS_REFEREE_ON_DEMAND, live ? 0 : FEW_STATES);
    sim->tamper = liars[_i / 2];
    sim->client_ticked = watch_tick;
    run.honest_tick = LIE_TICK + 24;
    for (uint32_t i = 0; i < LIARS; i++)
        damage(i, LIE_TICK, "pos.y");
    damage(HONEST, run.honest_tick, "vel.x");
    ck_assert(netsim_run(sim, 60 * SECOND_US));
    const fs_desync *d = report_of(HONEST, 0, &reported_us);
    check_named(d, HONEST, run.honest_tick, "vel.x");
    ck_assert_msg(reported_us - run.ticked_us < NAMED_US, "named after %u ms",
                  (unsigned)((reported_us - run.ticked_us) / 1000));
    ck_assert_uint_eq(sim->clients[HONEST].restarts, 1);
    ck_assert_uint_eq(sim->desyncs, LIARS + 1);
    ck_assert_uint_le(run.most_traced_us, 2 * FS__TRACE_BURST_US);
    netsim_destroy(sim);
}
END_TEST

/* The line of the client is cut for longer than a trace waits, as soon as its state differs. */
static void cut_line(netsim *sim, uint32_t tick)
{
    netsim_client *c = &sim->clients[HONEST];
    (void)tick;
    if (fs_match_desyncs(sim->match) == 0 || c->blackout_from_us != 0)
        return;
    c->blackout_from_us = sim->now_us;
    c->blackout_to_us = sim->now_us + FS__TRACE_TIMEOUT_US + SECOND_US / 2;
}

/* A second fault, when the answer to the first trace has come too late. */
static void damage_again(netsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    (void)substituted;
    if (client == HONEST && sim->clients[HONEST].restarts == 1 && run.honest_tick == 0) {
        run.honest_tick = tick + 20;
        damage(HONEST, run.honest_tick, "pos.y");
    }
}

/* Who could not answer for 2 s is asked again by the next trace. */
START_TEST(who_was_cut_off_is_asked_again)
{
    uint64_t reported_us;
    netsim *sim = create(FS_REFEREE_LIVE, 0);
    sim->server_ticked = cut_line;
    sim->client_ticked = damage_again;
    damage(HONEST, LIE_TICK, "vel.x");
    ck_assert(netsim_run(sim, 60 * SECOND_US));
    ck_assert_uint_eq(sim->desyncs, 2);
    ck_assert_str_eq(report_of(HONEST, 0, &reported_us)->reason, "the client did not answer in time");
    check_named(report_of(HONEST, LIE_TICK + 1, &reported_us), HONEST, run.honest_tick, "pos.y");
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("match_trace");
    TCase *tc = tcase_create("match_trace");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, liars_delay_nobody, 0, 6);
    tcase_add_test(tc, who_was_cut_off_is_asked_again);
    suite_add_tcase(suite, tc);
    return suite;
}
