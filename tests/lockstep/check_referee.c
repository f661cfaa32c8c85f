/* check_referee.c: matches whose server simulates on demand, or not at all.
 *
 * Clients get a bit flipped in their states, alone or together: the server must find exactly those, with tick and field,
 * also when they agree with each other and are the majority.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>
#include <fixstep/replay.h>

#include "lockstep/match_internal.h"
#include "network/netsim.h"
#include "support/check_main.h"

enum { SECOND_US = 1000000, PLAYERS = 3 };

static const fs_game *airhockey(void)
{
    return fs_game_list_find(fs_builtin_games(), "airhockey");
}

static netsim *create(fs_referee referee, uint32_t clients, uint32_t ticks)
{
    fs_match_def def = fs_default_match_def(airhockey());
    def.config.players = PLAYERS;
    def.config.seed = 11;
    def.wait_players = clients < PLAYERS ? clients : PLAYERS;
    def.ticks = ticks;
    def.referee = referee;
    netsim *sim = netsim_create(&def, clients, 5);
    netsim_set_links(sim, (netsim_link){ 10000, 2000, 0, 0, 0 });
    return sim;
}

static fs_referee_stats referee_stats(const netsim *sim)
{
    fs_referee_stats stats;
    fs_match_get_referee(sim->match, &stats);
    return stats;
}

/* --- what the program was given ------------------------------------------------------- */

typedef struct sink {
    uint8_t *bytes;
    size_t size;
} sink;

static bool keep(void *context, const void *bytes, size_t size)
{
    sink *s = context;
    s->bytes = realloc(s->bytes, s->size + size);
    memcpy(s->bytes + s->size, bytes, size);
    s->size += size;
    return true;
}

/* Records what the tick hook of the match is given. */
static void record(netsim *sim, sink *bytes)
{
    fs_recorder_def def = { .game = airhockey(),
                            .config = fs_sim_config(fs_match_sim(sim->match)),
                            .recorder = "server",
                            .write = keep,
                            .context = bytes };
    ck_assert_int_eq(fs_recorder_create(&def, fs_match_sim(sim->match), fs_match_stream(sim->match), &sim->recorder),
                     FS_OK);
}

/* Simulates the recorded bundles again and compares every state hash, as a server does that simulates every tick. Some client
 * must have seen the end, and all who have must have the same state, except who was found wrong and got no other. */
static void check_hashes(netsim *sim, sink *bytes, uint32_t ticks, const char *what)
{
    fs_replay *replay;
    fs_verdict verdict;
    uint64_t last;
    uint32_t ended = 0;
    fs_recorder_close(sim->recorder);
    ck_assert_int_eq(fs_replay_open(bytes->bytes, bytes->size, &replay), FS_OK);
    ck_assert_int_eq(fs_replay_get_info(replay)->end, FS_REPLAY_COMPLETE);
    fs_replay_verify(replay, airhockey(), NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s: %s", what, verdict.reason);
    ck_assert_uint_eq(verdict.verified_ticks, ticks);
    ck_assert_uint_eq(fs_replay_get_info(replay)->signed_end, ticks);
    ck_assert_int_eq(fs_replay_state_hash(replay, ticks - 1, &last), FS_OK);
    for (uint32_t i = 0; i < sim->count; i++) {
        fs_session_stats stats;
        fs_session_get_stats(sim->clients[i].session, &stats);
        if (stats.tick < ticks || sim->clients[i].desync_notices > sim->clients[i].restarts)
            continue;
        ended++;
        ck_assert_msg(sim->clients[i].last_state_hash == last, "%s: client %u has another state", what, i);
    }
    ck_assert_msg(ended > 0, "%s: no client has seen tick %u", what, ticks);
    fs_replay_close(replay);
    free(bytes->bytes);
}

/* --- modes ------------------------------------------------------------------------------ */

START_TEST(nothing_is_simulated_while_all_agree)
{
    sink bytes = { 0 };
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 300);
    record(sim, &bytes);
    ck_assert(netsim_run(sim, 20 * SECOND_US));
    fs_referee_stats stats = referee_stats(sim);
    ck_assert_uint_eq(stats.jobs, 0);
    ck_assert_uint_eq(stats.verified_tick, 0);
    ck_assert_uint_eq(stats.decided_tick, 300);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 300);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    check_hashes(sim, &bytes, 300, "calm");
    netsim_destroy(sim);
}
END_TEST

/* Clients 0.._i get the same fault in the same tick. */
START_TEST(liars_are_found)
{
    enum { TICK = 100 };
    uint32_t liars = (uint32_t)_i;
    sink bytes = { 0 };
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 600);
    record(sim, &bytes);
    for (uint32_t i = 0; i < liars; i++)
        fs_session_inject_fault(sim->clients[i].session, TICK, "body2", 0, "pos.y", 8);
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    ck_assert_uint_eq(sim->desyncs, liars);
    uint64_t found = 0;
    for (uint32_t i = 0; i < liars; i++) {
        const fs_desync *d = &sim->desync[i];
        ck_assert_uint_eq(d->tick, TICK);
        ck_assert_msg(d->traced && d->inputs_equal, "%s", d->reason != NULL ? d->reason : "");
        ck_assert_uint_ge(d->count, 1);
        ck_assert((d->differences[0].left ^ d->differences[0].right) == 1 << 8);
        found |= (uint64_t)1 << d->slot;
    }
    for (uint32_t i = 0; i < PLAYERS; i++) {
        fs_session_stats stats;
        fs_session_get_stats(sim->clients[i].session, &stats);
        ck_assert_uint_eq(found >> stats.slot & 1, i < liars);
        ck_assert_uint_eq(sim->clients[i].restarts, i < liars);
    }
    fs_referee_stats stats = referee_stats(sim);
    ck_assert_uint_eq(stats.disputes, 1);
    ck_assert_uint_ge(stats.verified_tick, TICK + 1);
    ck_assert_uint_lt(stats.simulated_ticks, 300);
    ck_assert_uint_eq(stats.decided_tick, 600);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 600);
    check_hashes(sim, &bytes, 600, "liars");
    netsim_destroy(sim);
}
END_TEST

START_TEST(a_late_player_gets_a_simulated_state)
{
    fs_match_def def = fs_default_match_def(airhockey());
    def.config.players = PLAYERS;
    def.wait_players = 2;
    def.ticks = 1200;
    def.referee = FS_REFEREE_ON_DEMAND;
    netsim *sim = netsim_create(&def, PLAYERS, 6);
    netsim_set_links(sim, (netsim_link){ 10000, 2000, 10, 0, 0 });
    sim->clients[2].join_us = sim->now_us + 12 * SECOND_US;
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    ck_assert_uint_eq(sim->clients[2].restarts, 1);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    fs_referee_stats stats = referee_stats(sim);
    ck_assert_uint_ge(stats.jobs, 1);
    ck_assert_uint_ge(stats.verified_tick, 600);
    ck_assert_uint_eq(stats.decided_tick, 1200);
    for (uint32_t i = 0; i < PLAYERS; i++)
        ck_assert(sim->clients[i].last_state_hash == sim->state_hashes[1199]);
    netsim_destroy(sim);
}
END_TEST

/* All players are lost for good: nobody tells the states of the last ticks. */
START_TEST(a_tick_that_nobody_claims_is_simulated)
{
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 400);
    for (uint32_t i = 0; i < PLAYERS; i++)
        sim->clients[i].lost_us = sim->now_us + 3 * SECOND_US;
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    fs_referee_stats stats = referee_stats(sim);
    ck_assert_uint_eq(stats.verified_tick, 400);
    ck_assert_uint_eq(stats.decided_tick, 400);
    netsim_destroy(sim);
}
END_TEST

/* --- the past of a verdict -------------------------------------------------------------------- */

typedef struct retold {
    sink bytes;
    fs_recorder *recorder;
    uint32_t first, end;
} retold;

static void begin_retold(void *context, fs_sim *sim, const fs_stream *stream)
{
    retold *r = context;
    fs_recorder_def def = { .game = airhockey(),
                            .config = fs_sim_config(sim),
                            .recorder = "server",
                            .write = keep,
                            .context = &r->bytes };
    r->first = fs_sim_tick(sim);
    ck_assert_int_eq(fs_recorder_create(&def, sim, stream, &r->recorder), FS_OK);
}

static void retell(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                   const fs_stream *stream, fs_sim *sim)
{
    retold *r = context;
    fs_recorder_tick(r->recorder, tick, bundle, size, state_hash, stream, sim);
    r->end = tick + 1;
}

/* At least 10 s before the disputed tick, at most 20, from which a recording is made that verifies and reproduces. */
START_TEST(the_ticks_before_a_verdict_are_told_again)
{
    enum { LIE = 1500 };
    retold r = { .end = 0 };
    fs_replay *replay;
    fs_verdict verdict;
    fs_recorded_desync recorded;
    fs_reproduction found;
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 2400);
    fs_session_inject_fault(sim->clients[1].session, LIE, "body2", 0, "pos.y", 8);
    ck_assert(netsim_run(sim, 90 * SECOND_US));
    ck_assert_uint_eq(sim->desyncs, 1);
    ck_assert(!fs_match_give_past(sim->match, 599, begin_retold, retell, &r));
    ck_assert(!fs_match_give_past(sim->match, 2400, begin_retold, retell, &r));
    ck_assert_uint_eq(r.end, 0);
    ck_assert(fs_match_give_past(sim->match, LIE, begin_retold, retell, &r));
    ck_assert_uint_eq(r.first, 600);
    ck_assert(r.end > LIE && r.end <= 1800);
    fs_recorder_desync(r.recorder, &sim->desync[0]);
    fs_recorder_close(r.recorder);
    ck_assert_int_eq(fs_replay_open(r.bytes.bytes, r.bytes.size, &replay), FS_OK);
    fs_replay_verify(replay, airhockey(), NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s", verdict.reason);
    ck_assert_uint_eq(verdict.verified_ticks, r.end - 600);
    ck_assert_int_eq(fs_replay_read_desync(replay, 0, &recorded), FS_OK);
    ck_assert_int_eq(fs_replay_reproduce(replay, &recorded, airhockey(), NULL, 0, NULL, NULL, &found), FS_OK);
    ck_assert_int_eq(found.runs[0].side, FS_REPRO_SERVER);
    ck_assert_int_eq(found.explained, FS_REPRO_EXPLAINED);
    fs_replay_close(replay);
    free(r.bytes.bytes);
    netsim_destroy(sim);
}
END_TEST

START_TEST(off_tells_and_judges_nobody)
{
    netsim *sim = create(FS_REFEREE_OFF, PLAYERS, 400);
    fs_session_inject_fault(sim->clients[1].session, 100, "body2", 0, "pos.y", 8);
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 1);
    ck_assert_uint_eq(sim->desyncs, 0);
    ck_assert_uint_eq(referee_stats(sim).disputes, 1);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 400); /* of the two others */
    for (uint32_t i = 0; i < PLAYERS; i++) {
        ck_assert_uint_eq(sim->clients[i].restarts, 0);
        ck_assert_uint_eq(sim->clients[i].ticks, 400);
    }
    netsim_destroy(sim);
}
END_TEST

START_TEST(off_takes_nobody_after_the_start)
{
    fs_match_def def = fs_default_match_def(airhockey());
    def.config.players = PLAYERS;
    def.wait_players = 2;
    def.ticks = 400;
    def.referee = FS_REFEREE_OFF;
    netsim *sim = netsim_create(&def, PLAYERS, 6);
    sim->clients[2].join_us = sim->now_us + 2 * SECOND_US;
    sim->clients[1].lost_us = sim->now_us + 3 * SECOND_US;
    sim->clients[1].back_us = sim->now_us + 4 * SECOND_US;
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    ck_assert_ptr_nonnull(strstr(sim->clients[2].refused, "no state for who comes late"));
    ck_assert_uint_eq(sim->clients[1].returns, 1);
    ck_assert_uint_eq(sim->clients[1].ticks, 400);
    netsim_destroy(sim);
}
END_TEST

/* Who lacks a tick that is gone does not come late: there is no state to give it. */
START_TEST(off_tells_who_lacks_a_tick_that_is_gone)
{
    netsim *sim = create(FS_REFEREE_OFF, PLAYERS, 2000);
    sim->clients[1].blackout_from_us = sim->now_us + 3 * SECOND_US;
    sim->clients[1].blackout_to_us = sim->now_us + 25 * SECOND_US;
    ck_assert(netsim_run(sim, 60 * SECOND_US));
    ck_assert_msg(strstr(sim->clients[1].refused, "the server no longer has tick ") != NULL, "'%s'",
                  sim->clients[1].refused);
    ck_assert_uint_eq(sim->clients[0].ticks, 2000);
    ck_assert_uint_eq(sim->clients[2].ticks, 2000);
    netsim_destroy(sim);
}
END_TEST

/* --- jobs that take long ------------------------------------------------------------- */

/* A background thread whose first job takes `ticks` ticks of the match. */
typedef struct slow_thread {
    netsim *sim;
    void (*fn)(void *work);
    void *work;
    uint32_t jobs, ticks, begun;
} slow_thread;

static bool start_slowly(void *context, void (*fn)(void *work), void *work)
{
    slow_thread *t = context;
    t->fn = fn;
    t->work = work;
    t->begun = fs_match_tick(t->sim->match);
    t->jobs++;
    return true;
}

static bool join_slowly(void *context, bool wait)
{
    slow_thread *t = context;
    if (!wait && t->jobs == 1 && fs_match_tick(t->sim->match) - t->begun < t->ticks)
        return false;
    t->fn(t->work);
    return true;
}

static netsim *create_slow(slow_thread *thread, fs_background *background, uint32_t ticks, bool resync)
{
    fs_match_def def = fs_default_match_def(airhockey());
    *background = (fs_background){ start_slowly, join_slowly, thread };
    def.config.players = PLAYERS;
    def.wait_players = 2;
    def.ticks = ticks;
    def.referee = FS_REFEREE_ON_DEMAND;
    def.background = background;
    def.resync = resync;
    thread->sim = netsim_create(&def, 2, 8);
    netsim_set_links(thread->sim, (netsim_link){ 10000, 0, 0, 0, 0 });
    return thread->sim;
}

static void break_log(netsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    bool *lost = sim->observer;
    (void)client, (void)substituted;
    if (tick < 100 || sim->match->referee.own.log.broken)
        return;
    sim->match->referee.own.log.broken = true;
    for (uint32_t i = 0; i < PLAYERS && *lost; i++)
        sim->clients[i].lost_us = sim->now_us;
}

/* Without memory for a bundle the match ends, and all but that tick is decided, by the players (_i = 0) or,
 * when they are lost, by a job (_i = 1). */
START_TEST(a_bundle_that_is_not_logged_ends_the_match)
{
    sink bytes = { 0 };
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 400);
    record(sim, &bytes);
    bool lost = _i == 1;
    sim->observer = &lost;
    sim->client_ticked = break_log;
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    uint32_t ticks = fs_match_tick(sim->match) - 1;
    ck_assert_uint_lt(ticks, 400);
    ck_assert_uint_eq(sim->match->referee.own.log.ticks, ticks);
    ck_assert_uint_eq(referee_stats(sim).decided_tick, ticks);
    ck_assert_uint_eq(referee_stats(sim).jobs, _i);
    fs_recorder_close(sim->recorder);
    free(bytes.bytes);
    netsim_destroy(sim);
}
END_TEST

/* Client 1 is 1.2 s behind at the end: its state hashes are awaited, and nothing is simulated. */
START_TEST(a_slow_player_decides_the_last_ticks)
{
    sink bytes = { 0 };
    netsim *sim = create(FS_REFEREE_ON_DEMAND, PLAYERS, 300);
    record(sim, &bytes);
    sim->clients[1].stall_from_us = sim->now_us + 4700 * 1000;
    sim->clients[1].stall_to_us = sim->now_us + 6200 * 1000;
    ck_assert(netsim_run(sim, 30 * SECOND_US));
    ck_assert_uint_eq(referee_stats(sim).jobs, 0);
    ck_assert_uint_eq(referee_stats(sim).decided_tick, 300);
    check_hashes(sim, &bytes, 300, "slow");
    netsim_destroy(sim);
}
END_TEST

/* Client 1 is blamed for the tick, and nobody for anything else. */
static void check_liar(const netsim *sim, uint32_t tick)
{
    fs_session_stats stats;
    fs_session_get_stats(sim->clients[1].session, &stats);
    ck_assert_uint_eq(sim->desyncs, 1);
    ck_assert_uint_eq(sim->desync[0].tick, tick);
    ck_assert_uint_eq(sim->desync[0].slot, stats.slot);
    ck_assert(sim->desync[0].server_state_hash != sim->desync[0].client_state_hash);
}

/* The claims of the disputed tick, and those of many ticks after it, are not kept any more when the job ends. */
START_TEST(a_verdict_may_come_late)
{
    enum { TICK = 100, TICKS = 6000 };
    slow_thread thread = { .ticks = 4500 };
    fs_background background;
    sink bytes = { 0 };
    netsim *sim = create_slow(&thread, &background, TICKS, true);
    record(sim, &bytes);
    sim->clients[1].link.delay_us = 1000;
    fs_session_inject_fault(sim->clients[1].session, TICK, "body2", 0, "pos.y", 8);
    ck_assert(netsim_run(sim, 200 * SECOND_US));
    check_liar(sim, TICK);
    ck_assert_uint_eq(sim->desync[0].server_state_hash, sim->state_hashes[TICK]);
    ck_assert_uint_eq(sim->clients[1].restarts, 1);
    ck_assert_uint_eq(referee_stats(sim).decided_tick, TICKS);
    ck_assert_uint_eq(fs_match_agreed(sim->match), TICKS);
    check_hashes(sim, &bytes, TICKS, "late verdict");
    netsim_destroy(sim);
}
END_TEST

/* The player who tells the truth is lost while the job runs and comes back before it ends (_i = 0) or after it (_i = 1), when
 * nobody else's claims stand: nothing is known of the ticks between the disputed one and its return but what the liar
 * told first. */
START_TEST(a_witness_is_lost_during_the_job)
{
    enum { TICK = 100, TICKS = 1500 };
    slow_thread thread = { .ticks = 400 };
    fs_background background;
    sink bytes = { 0 };
    netsim *sim = create_slow(&thread, &background, TICKS, _i == 0);
    record(sim, &bytes);
    sim->clients[1].link.delay_us = 1000;
    fs_session_inject_fault(sim->clients[1].session, TICK, "body2", 0, "pos.y", 8);
    sim->clients[0].lost_us = sim->now_us + 4 * SECOND_US;
    sim->clients[0].back_us = sim->now_us + (_i == 0 ? 5 : 14) * SECOND_US;
    ck_assert(netsim_run(sim, 60 * SECOND_US));
    check_liar(sim, TICK);
    ck_assert_uint_eq(sim->clients[0].returns, 1);
    ck_assert_uint_eq(sim->clients[0].restarts, 0);
    ck_assert_uint_eq(referee_stats(sim).decided_tick, TICKS);
    check_hashes(sim, &bytes, TICKS, "lost witness");
    netsim_destroy(sim);
}
END_TEST

/* --- random matches ---------------------------------------------------------------- */

enum { CROWD = 6, CROWD_TICKS = 1500 };

/* What may happen to a client: it comes late, loses its connection, or tells lies from a tick on, alone or with others. */
static void draw_fates(netsim *sim, fs_rng *rng, bool lies[CROWD])
{
    uint32_t lie_tick = 120 + fs_rng_below(rng, 600), row = fs_rng_below(rng, CROWD), bit = 4 + fs_rng_below(rng, 8);
    for (uint32_t i = 0; i < CROWD; i++) {
        netsim_client *c = &sim->clients[i];
        c->link = (netsim_link){ 5000 + fs_rng_below(rng, 40000), fs_rng_below(rng, 20000), fs_rng_below(rng, 50),
                                 fs_rng_below(rng, 10), 0 };
        if (i >= 2 && fs_rng_below(rng, 3) == 0)
            c->join_us = sim->now_us + fs_rng_below(rng, 20) * SECOND_US;
        /* Client 0 tells the truth all the time. */
        lies[i] = i > 0 && c->join_us == sim->now_us && fs_rng_below(rng, 3) == 0;
        if (lies[i])
            fs_session_inject_fault(c->session, lie_tick, "body2", row, "pos.y", bit);
        if (!lies[i] && fs_rng_below(rng, 3) == 0) {
            c->lost_us = c->join_us + (2 + fs_rng_below(rng, 15)) * SECOND_US;
            c->back_us = c->lost_us + fs_rng_below(rng, 20) * SECOND_US;
        }
    }
}

static netsim *create_crowd(uint64_t seed, sink *bytes)
{
    fs_match_def def = fs_default_match_def(airhockey());
    def.config.players = CROWD;
    def.config.seed = seed;
    def.wait_players = 2;
    def.ticks = CROWD_TICKS;
    def.referee = FS_REFEREE_ON_DEMAND;
    netsim *sim = netsim_create(&def, CROWD, seed);
    record(sim, bytes);
    return sim;
}

/* Exactly the players who lied are blamed. */
static void check_blame(const netsim *sim, uint64_t seed, const bool lies[CROWD])
{
    for (uint32_t i = 0; i < CROWD; i++) {
        fs_session_stats stats;
        uint32_t blamed = 0;
        fs_session_get_stats(sim->clients[i].session, &stats);
        for (uint32_t d = 0; d < sim->desyncs; d++)
            blamed += sim->desync[d].slot == stats.slot;
        ck_assert_msg(blamed == (lies[i] ? 1 : 0), "seed %u: client %u %s and is blamed %u times", (unsigned)seed, i,
                      lies[i] ? "lies" : "tells the truth", blamed);
    }
}

START_TEST(a_crowd_is_judged_by_the_simulation)
{
    uint64_t seed = (uint64_t)_i + 1;
    sink bytes = { 0 };
    bool lies[CROWD];
    fs_rng rng = fs_rng_seed(seed, 9);
    netsim *sim = create_crowd(seed, &bytes);
    draw_fates(sim, &rng, lies);
    ck_assert_msg(netsim_run(sim, 120 * SECOND_US), "seed %u: the match does not end", (unsigned)seed);
    check_blame(sim, seed, lies);
    ck_assert_uint_eq(referee_stats(sim).decided_tick, CROWD_TICKS);
    char what[32];
    snprintf(what, sizeof what, "seed %u", (unsigned)seed);
    check_hashes(sim, &bytes, CROWD_TICKS, what);
    netsim_destroy(sim);
}
END_TEST

static void send_nothing(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context, (void)peer, (void)channel, (void)bytes, (void)size;
}

static void drop_nobody(void *context, uint32_t peer)
{
    (void)context, (void)peer;
}

START_TEST(definitions_are_checked)
{
    fs_match_def def = fs_default_match_def(airhockey());
    def.referee = FS_REFEREE_ON_DEMAND;
    def.max_spectators = 1;
    fs_match_hooks hooks = { .send = send_nothing, .drop = drop_nobody };
    fs_match *match;
    ck_assert_int_eq(fs_match_create(&def, &hooks, 0, &match), FS_E_ARGUMENT);
    def.max_spectators = 0;
    def.referee = (fs_referee)3;
    ck_assert_int_eq(fs_match_create(&def, &hooks, 0, &match), FS_E_ARGUMENT);
    def.referee = FS_REFEREE_OFF;
    ck_assert_int_eq(fs_match_create(&def, &hooks, 0, &match), FS_OK);
    fs_match_destroy(match);
    ck_assert_str_eq(fs_referee_text(FS_REFEREE_LIVE), "live");
    ck_assert_str_eq(fs_referee_text(FS_REFEREE_ON_DEMAND), "ondemand");
    ck_assert_str_eq(fs_referee_text(FS_REFEREE_OFF), "off");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("referee");
    TCase *tc = tcase_create("modes");
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, nothing_is_simulated_while_all_agree);
    tcase_add_loop_test(tc, liars_are_found, 1, PLAYERS);
    tcase_add_test(tc, a_late_player_gets_a_simulated_state);
    tcase_add_test(tc, a_tick_that_nobody_claims_is_simulated);
    tcase_add_test(tc, the_ticks_before_a_verdict_are_told_again);
    tcase_add_test(tc, off_tells_and_judges_nobody);
    tcase_add_test(tc, off_tells_who_lacks_a_tick_that_is_gone);
    tcase_add_test(tc, off_takes_nobody_after_the_start);
    tcase_add_loop_test(tc, a_bundle_that_is_not_logged_ends_the_match, 0, 2);
    tcase_add_test(tc, a_slow_player_decides_the_last_ticks);
    tcase_add_test(tc, a_verdict_may_come_late);
    tcase_add_loop_test(tc, a_witness_is_lost_during_the_job, 0, 2);
    tcase_add_loop_test(tc, a_crowd_is_judged_by_the_simulation, 0, getenv("FIXSTEP_LONG") != NULL ? 100 : 8);
    tcase_add_test(tc, definitions_are_checked);
    suite_add_tcase(suite, tc);
    return suite;
}
