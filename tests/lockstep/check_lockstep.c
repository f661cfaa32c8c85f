/* check_lockstep.c: whole matches over bad networks; refusals, repairs, traces and resyncs. */
#include <string.h>
#include <fixstep/games.h>

#include "support/check_main.h"
#include "lockstep/match_internal.h"
#include "network/netsim.h"

static const netsim_link perfect = { 1000, 0, 0, 0, 0 };
static const netsim_link bad = { 50000, 20000, 50, 20, 0 };

static fs_match_def hockey_def(uint32_t players, uint32_t ticks)
{
    const fs_game *game = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "airhockey", &game, NULL, 0), FS_OK);
    fs_match_def def = fs_default_match_def(game);
    def.config.players = players;
    def.config.seed = 42;
    def.wait_players = players;
    def.ticks = ticks;
    return def;
}

static fs_peer_stats peer_stats(const netsim *sim, uint32_t slot)
{
    fs_peer_stats stats, found = { .slot = UINT32_MAX };
    for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++)
        if (stats.slot == slot)
            found = stats;
    return found;
}

static void assert_all_agree(netsim *sim)
{
    uint64_t state_hash = fs_sim_state_hash(fs_match_sim(sim->match));
    for (uint32_t i = 0; i < sim->count; i++)
        ck_assert_msg(sim->clients[i].last_state_hash == state_hash, "client %u: %s", i, sim->clients[i].refused);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    ck_assert_uint_eq(fs_match_agreed(sim->match), fs_match_tick(sim->match));
    /* Every client learns the agreed ticks, except when the last message was lost. */
    for (uint32_t i = 0; i < sim->count; i++) {
        fs_session_stats stats;
        netsim_drain(sim, 200000);
        fs_session_get_stats(sim->clients[i].session, &stats);
        ck_assert_uint_ge(stats.agreed_tick, sim->clients[i].link.loss_permille ? 1 : fs_match_tick(sim->match));
    }
}

/* --- matches ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    netsim_link link;
    uint32_t substituted_permille;
} networks[] = { { "perfect", { 1000, 0, 0, 0, 0 }, 0 },       { "lan", { 500, 300, 0, 0, 0 }, 1 },
                 { "wifi", { 8000, 12000, 10, 5, 0 }, 10 },    { "mobile", { 60000, 30000, 20, 5, 0 }, 30 },
                 { "lossy", { 50000, 20000, 50, 20, 0 }, 30 }, { "awful", { 100000, 20000, 150, 50, 0 }, 60 },
                 { "bursts", { 30000, 10000, 10, 5, 4 }, 40 } };

START_TEST(all_states_agree)
{
    fs_match_def def = hockey_def(6, 600);
    netsim *sim = netsim_create(&def, 6, 1000 + (unsigned)_i);
    netsim_set_links(sim, networks[_i].link);
    for (uint32_t i = 0; i < 6; i++)
        sim->clients[i].drift_ppm = (int32_t)i * 80 - 200;
    ck_assert_msg(netsim_run(sim, 60000000), "%s: not done", networks[_i].name);
    ck_assert_uint_eq(fs_match_tick(sim->match), 600);
    assert_all_agree(sim);
    for (uint32_t slot = 0; slot < 6; slot++) {
        fs_peer_stats stats = peer_stats(sim, slot);
        ck_assert_uint_eq(stats.hashes_compared, 600);
        ck_assert_uint_eq(stats.malformed, 0);
        ck_assert_msg(stats.substituted * 1000 <= 600 * networks[_i].substituted_permille,
                      "%s: slot %u: %u substituted, delay %u", networks[_i].name, slot, stats.substituted,
                      stats.delay_ticks);
    }
    netsim_destroy(sim);
}
END_TEST

/* One seed, one course of events: also with losses. */
START_TEST(runs_repeat_exactly)
{
    uint64_t state_hash[2], late[2];
    for (int run = 0; run < 2; run++) {
        fs_match_def def = hockey_def(4, 300);
        netsim *sim = netsim_create(&def, 4, 99);
        netsim_set_links(sim, bad);
        ck_assert(netsim_run(sim, 60000000));
        state_hash[run] = fs_sim_state_hash(fs_match_sim(sim->match));
        late[run] = sim->now_us;
        netsim_destroy(sim);
    }
    ck_assert(state_hash[0] == state_hash[1]);
    ck_assert(late[0] == late[1]);
}
END_TEST

/* A player who joins late receives the state and plays; no other player waits. */
START_TEST(late_joiner_loads_a_snapshot)
{
    fs_match_def def = hockey_def(4, 900);
    def.wait_players = 2;
    netsim *sim = netsim_create(&def, 4, 7);
    netsim_set_links(sim, bad);
    sim->clients[2].join_us += 4000000;
    sim->clients[3].join_us += 8000000;
    ck_assert(netsim_run(sim, 60000000));
    assert_all_agree(sim);
    ck_assert_uint_eq(sim->clients[0].restarts, 0);
    ck_assert_uint_eq(sim->clients[3].restarts, 1);
    ck_assert_uint_gt(sim->clients[3].ticks, 200);
    ck_assert_uint_lt(sim->clients[3].ticks, 900);
    ck_assert_uint_eq(peer_stats(sim, 3).snapshots, 1);
    netsim_destroy(sim);
}
END_TEST

/* Two seconds without a packet: the other players go on, the missing bundles that do not fit into one datagram are
 * repaired, and the states agree again. */
START_TEST(blackout_is_repaired)
{
    fs_match_def def = hockey_def(16, 900);
    netsim *sim = netsim_create(&def, 16, 8);
    netsim_set_links(sim, perfect);
    sim->clients[1].blackout_from_us = sim->now_us + 4000000;
    sim->clients[1].blackout_to_us = sim->now_us + 6000000;
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_lt(sim->now_us, 18000000); /* 900 ticks are 15 s: no player waited */
    assert_all_agree(sim);
    ck_assert_uint_ge(peer_stats(sim, 1).repairs, 1);
    ck_assert_uint_ge(peer_stats(sim, 1).substituted, 90);
    ck_assert_uint_le(peer_stats(sim, 1).substituted, 180);
    ck_assert_uint_eq(peer_stats(sim, 0).substituted, 0);
    ck_assert_uint_eq(peer_stats(sim, 1).snapshots, 0);
    netsim_destroy(sim);
}
END_TEST

/* A client that is polled only every 200 ms still simulates every tick in time. */
START_TEST(slow_client_keeps_up)
{
    fs_match_def def = hockey_def(3, 600);
    netsim *sim = netsim_create(&def, 3, 9);
    netsim_set_links(sim, perfect);
    sim->clients[2].poll_interval_us = 200000;
    ck_assert(netsim_run(sim, 60000000));
    assert_all_agree(sim);
    ck_assert_uint_eq(peer_stats(sim, 0).substituted, 0);
    netsim_destroy(sim);
}
END_TEST

START_TEST(leaving_player_is_removed)
{
    fs_match_def def = hockey_def(3, 600);
    netsim *sim = netsim_create(&def, 3, 10);
    netsim_set_links(sim, perfect);
    netsim_run(sim, 5000000);
    fs_session_leave(sim->clients[1].session);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert(sim->clients[1].gone);
    ck_assert_uint_eq(fs_match_tick(sim->match), 600);
    ck_assert(sim->clients[0].last_state_hash == fs_sim_state_hash(fs_match_sim(sim->match)));
    ck_assert(sim->clients[2].last_state_hash == sim->clients[0].last_state_hash);
    ck_assert_uint_eq(fs_match_agreed(sim->match), 600);
    netsim_destroy(sim);
}
END_TEST

/* --- desyncs --------------------------------------------------------------------------- */

/* Body 0 is the puck, 1 to 4 are the mallets. */
static const struct {
    const char *table, *field;
    uint32_t row, bit;
    const char *place;
} faults[] = { { "body2", "pos.x", 0, 3, "body2[0].pos.x" },
               { "body2", "vel.y", 0, 31, "body2[0].vel.y" },
               { "body2", "pos.y", 3, 63, "body2[3].pos.y" },
               { "world", "saturations", 0, 0, "world[0].saturations" },
               /* The game refuses an index that names no body, and cannot step it. */
               { "shape2", "body", 2, 20, "shape2[2].body" } };

START_TEST(fault_is_named)
{
    fs_match_def def = hockey_def(4, 600);
    netsim *sim = netsim_create(&def, 4, 20 + (unsigned)_i);
    netsim_set_links(sim, bad);
    fs_session_inject_fault(sim->clients[2].session, 250, faults[_i].table, faults[_i].row, faults[_i].field,
                            faults[_i].bit);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(sim->desyncs, 1);
    const fs_desync *d = &sim->desync[0];
    char place[64];
    fs_value_path(fs_sim_game(fs_match_sim(sim->match))->schema, d->differences[0].ref, place, sizeof place);
    ck_assert_uint_eq(d->tick, 250);
    ck_assert(d->traced && d->inputs_equal);
    ck_assert_int_eq(d->phase, FS_PHASE_OUTSIDE);
    ck_assert_uint_eq(d->count, 1);
    ck_assert_str_eq(place, faults[_i].place);
    uint64_t flipped = (uint64_t)d->differences[0].left ^ (uint64_t)d->differences[0].right;
    ck_assert(flipped >> faults[_i].bit & 1);
    ck_assert(d->server_state_hash != d->client_state_hash);
    ck_assert_uint_eq(d->voters, 3);
    ck_assert_uint_eq(d->agreeing, 3);
    ck_assert_uint_lt(d->traced_us, 2000000);
    ck_assert_uint_lt(d->trace_bytes, 16384);
    /* After the resync: one notice, one restart, equal at the end; the other clients had neither. */
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 1);
    ck_assert_uint_eq(sim->clients[2].desync_notices, 1);
    ck_assert_uint_eq(sim->clients[2].restarts, 1);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert(sim->clients[i].last_state_hash == fs_sim_state_hash(fs_match_sim(sim->match)));
    ck_assert_uint_eq(fs_match_agreed(sim->match), 600);
    netsim_destroy(sim);
}
END_TEST

START_TEST(without_resync_a_client_differs_to_the_end)
{
    fs_match_def def = hockey_def(3, 400);
    def.resync = false;
    netsim *sim = netsim_create(&def, 3, 30);
    netsim_set_links(sim, perfect);
    /* A field that no goal or serve ever resets. */
    fs_session_inject_fault(sim->clients[0].session, 100, "world", 0, "seed", 20);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(sim->desyncs, 1);
    ck_assert_uint_ge(peer_stats(sim, sim->desync[0].slot).hashes_different, 2);
    ck_assert(sim->clients[0].last_state_hash != fs_sim_state_hash(fs_match_sim(sim->match)));
    ck_assert_uint_eq(fs_match_agreed(sim->match), 400);
    netsim_destroy(sim);
}
END_TEST

/* Two at once: one trace after the other, both named. */
START_TEST(two_faults_are_both_named)
{
    fs_match_def def = hockey_def(4, 600);
    netsim *sim = netsim_create(&def, 4, 31);
    netsim_set_links(sim, perfect);
    fs_session_inject_fault(sim->clients[1].session, 200, "body2", 0, "vel.x", 5);
    fs_session_inject_fault(sim->clients[3].session, 200, "body2", 2, "vel.x", 6);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(sim->desyncs, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert(sim->desync[i].traced);
        ck_assert_uint_eq(sim->desync[i].count, 1);
        ck_assert_uint_eq(sim->desync[i].agreeing, 2);
    }
    ck_assert_uint_ne(sim->desync[0].slot, sim->desync[1].slot);
    netsim_destroy(sim);
}
END_TEST

/* A peer is removed at its fourth desync. */
START_TEST(resync_has_a_limit)
{
    fs_match_def def = hockey_def(2, 1200);
    netsim *sim = netsim_create(&def, 2, 32);
    netsim_set_links(sim, perfect);
    for (uint32_t tick = 100; tick <= 900; tick += 100) {
        fs_session_inject_fault(sim->clients[1].session, tick, "body2", 0, "pos.y", 8);
        netsim_run(sim, 1800000);
    }
    netsim_run(sim, 60000000);
    ck_assert_uint_eq(sim->clients[1].restarts, 3);
    ck_assert(sim->clients[1].gone);
    ck_assert_ptr_nonnull(strstr(sim->clients[1].refused, "differed 4 times"));
    ck_assert(sim->clients[0].last_state_hash == fs_sim_state_hash(fs_match_sim(sim->match)));
    netsim_destroy(sim);
}
END_TEST

/* --- refusals ----------------------------------------------------------------------------- */

static size_t wrong_version(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (up && client == 1 && bytes[0] == FS__MESSAGE_JOIN)
        bytes[5] = 9;
    return size;
}

static size_t wrong_numbers(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (up && client == 1 && bytes[0] == FS__MESSAGE_JOIN)
        bytes[7] ^= 1;
    return size;
}

static size_t wrong_schema(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (up && client == 1 && bytes[0] == FS__MESSAGE_READY)
        bytes[1] ^= 1;
    return size;
}

static size_t wrong_config(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)channel;
    if (up && client == 1 && bytes[0] == FS__MESSAGE_READY)
        bytes[9] ^= 1;
    return size;
}

static const struct {
    size_t (*tamper)(netsim *, bool, uint32_t, fs_channel, uint8_t *, size_t);
    const char *says;
} refusals[] = { { wrong_version, "the server speaks protocol version 5, the client 9: update the server" },
                 { wrong_numbers, "number-format fingerprint" },
                 { wrong_schema, "state schema" },
                 { wrong_config, "match configuration" } };

START_TEST(other_builds_are_refused)
{
    fs_match_def def = hockey_def(3, 60);
    def.wait_players = 2;
    netsim *sim = netsim_create(&def, 3, 40);
    netsim_set_links(sim, perfect);
    sim->tamper = refusals[_i].tamper;
    ck_assert(netsim_run(sim, 10000000));
    ck_assert(sim->clients[1].gone);
    ck_assert_msg(strstr(sim->clients[1].refused, refusals[_i].says) != NULL, "said: %s", sim->clients[1].refused);
    ck_assert(sim->clients[0].last_state_hash == sim->clients[2].last_state_hash);
    netsim_destroy(sim);
}
END_TEST

START_TEST(names_and_slots)
{
    static const char *const names[] = { "anna", "anna", "b d", ".hidden", "eve", "max" };
    fs_match_def def = hockey_def(2, 120);
    netsim *sim = netsim_create(&def, 6, 41);
    netsim_set_links(sim, perfect);
    for (uint32_t i = 0; i < 6; i++) {
        netsim_set_name(sim, i, names[i]);
        sim->clients[i].join_us += i * 20000;
    }
    ck_assert(netsim_run(sim, 20000000));
    ck_assert_str_eq(sim->clients[0].refused, "");
    ck_assert_ptr_nonnull(strstr(sim->clients[1].refused, "\"anna\" is taken"));
    ck_assert_ptr_nonnull(strstr(sim->clients[2].refused, "letters, digits"));
    ck_assert_ptr_nonnull(strstr(sim->clients[3].refused, "letters, digits"));
    ck_assert_str_eq(sim->clients[4].refused, "");
    ck_assert_ptr_nonnull(strstr(sim->clients[5].refused, "all 2 player slots"));
    netsim_destroy(sim);
}
END_TEST

/* --- hostile input -------------------------------------------------------------------------- */

/* Every tenth message in either direction is damaged or cut. The match goes on, and the states agree. */
static size_t damage_message(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)up, (void)client;
    bool unreliable = channel == FS_CHANNEL_INPUT || channel == FS_CHANNEL_TICKS;
    if (!unreliable || fs_rng_below(&sim->rng, 10) > 0)
        return size;
    uint32_t what = fs_rng_below(&sim->rng, 2);
    uint32_t at = fs_rng_below(&sim->rng, (uint32_t)size);
    if (what == 0)
        return at;
    /* The type byte stays, so that the decoder of that type reads the damaged rest. */
    bytes[at == 0 ? size - 1 : at] ^= (uint8_t)(1 + fs_rng_below(&sim->rng, 255));
    return size;
}

START_TEST(damaged_messages_are_dropped)
{
    fs_match_def def = hockey_def(4, 600);
    netsim *sim = netsim_create(&def, 4, 50 + (unsigned)_i);
    netsim_set_links(sim, bad);
    sim->tamper = damage_message;
    netsim_run(sim, 60000000);
    ck_assert_uint_eq(fs_match_tick(sim->match), 600);
    netsim_destroy(sim);
}
END_TEST

/* One byte of the first snapshot to client 2 is changed. */
static size_t poison_snapshot(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    uint32_t *poisoned = sim->observer;
    if (!up && client == 2 && channel == FS_CHANNEL_BULK && size > 40 && (*poisoned)++ == 0)
        bytes[20 + fs_rng_below(&sim->rng, (uint32_t)size - 20)] ^= (uint8_t)(1 + fs_rng_below(&sim->rng, 255));
    return size;
}

/* A snapshot of which one byte was changed is found before the client starts from it. Others notice nothing. */
START_TEST(poisoned_snapshots_are_found)
{
    fs_match_def def = hockey_def(3, 500);
    uint32_t poisoned = 0;
    def.wait_players = 2;
    netsim *sim = netsim_create(&def, 3, 400 + (unsigned)_i);
    netsim_set_links(sim, perfect);
    sim->clients[2].join_us += 2000000;
    sim->observer = &poisoned;
    sim->tamper = poison_snapshot;
    netsim_run(sim, 60000000);
    ck_assert_uint_eq(fs_match_tick(sim->match), 500);
    ck_assert_uint_ge(poisoned, 1);
    uint64_t state_hash = sim->state_hashes[499];
    for (uint32_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(sim->clients[i].last_state_hash, state_hash);
        ck_assert_uint_eq(sim->clients[i].restarts, 0);
    }
    ck_assert_ptr_nonnull(strstr(fs_session_failure(sim->clients[2].session), "does not load"));
    ck_assert_uint_eq(sim->clients[2].restarts, 0);
    ck_assert_uint_eq(sim->clients[2].ticks, 0);
    ck_assert_uint_eq(sim->desyncs, 0);
    netsim_destroy(sim);
}
END_TEST

/* Random bytes on every channel, also as every message type. */
START_TEST(random_messages_are_safe)
{
    fs_match_def def = hockey_def(3, 300);
    netsim *sim = netsim_create(&def, 3, 60 + (unsigned)_i);
    netsim_set_links(sim, perfect);
    for (int burst = 0; burst < 200; burst++) {
        uint8_t bytes[256];
        size_t size = 1 + fs_rng_below(&sim->rng, sizeof bytes - 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)fs_rng_u32(&sim->rng);
        bytes[0] = (uint8_t)(burst % 32);
        fs_channel channel = (fs_channel)fs_rng_below(&sim->rng, FS_CHANNEL_COUNT);
        netsim_run(sim, 20000);
        /* LEAVE with no body is a lawful goodbye. */
        if (size > 1)
            fs_match_receive(sim->match, 1, channel, bytes, size, sim->now_us);
        channel = (fs_channel)fs_rng_below(&sim->rng, FS_CHANNEL_COUNT);
        if (bytes[0] != FS__MESSAGE_REFUSE && bytes[0] != FS__MESSAGE_END)
            fs_session_receive(sim->clients[2].session, channel, bytes, size, sim->now_us + 3 * 7777777);
    }
    ck_assert_uint_gt(peer_stats(sim, 1).malformed, 100);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(fs_match_tick(sim->match), 300);
    ck_assert(sim->clients[0].last_state_hash == fs_sim_state_hash(fs_match_sim(sim->match)));
    netsim_destroy(sim);
}
END_TEST

/* Inputs for closed and far-future ticks are counted and change nothing. */
START_TEST(late_and_early_inputs_are_counted)
{
    fs_match_def def = hockey_def(2, 300);
    netsim *sim = netsim_create(&def, 2, 70);
    netsim_set_links(sim, perfect);
    netsim_run(sim, 2000000);
    uint32_t size = fs_sim_game(fs_match_sim(sim->match))->input_size;
    uint8_t bytes[FS_MAX_PAYLOAD];
    struct fs__input_message past = { .clock = 1, .held_us = UINT32_MAX, .first_tick = 3, .count = 8 };
    struct fs__input_message future = { .clock = 1, .held_us = UINT32_MAX, .first_tick = 100000, .count = 8 };
    struct fs__input_message liar = { .clock = 1, .held_us = UINT32_MAX, .ack_bundle_tick = 100000 };
    ck_assert_uint_eq(sim->match->clock, 1);
    memset(past.inputs, 0x55, sizeof past.inputs);
    size_t n = fs__put_input(bytes, sizeof bytes, &past, size);
    fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, bytes, n, sim->now_us);
    n = fs__put_input(bytes, sizeof bytes, &future, size);
    fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, bytes, n, sim->now_us);
    ck_assert_uint_eq(peer_stats(sim, 0).early_inputs, 8);
    n = fs__put_input(bytes, sizeof bytes, &liar, size);
    fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, bytes, n, sim->now_us);
    ck_assert_uint_eq(peer_stats(sim, 0).malformed, 1);
    ck_assert(netsim_run(sim, 60000000));
    assert_all_agree(sim);
    netsim_destroy(sim);
}
END_TEST

/* Three stalls of the server of 3 s: the inputs that arrive at once are no offence, and every player stays. */
START_TEST(bursts_after_stalls_are_expected)
{
    fs_match_def def = hockey_def(3, 1200);
    netsim *sim = netsim_create(&def, 3, 72);
    netsim_set_links(sim, perfect);
    for (int stall = 0; stall < 3; stall++) {
        netsim_run(sim, 2000000);
        sim->stall_from_us = sim->now_us;
        sim->stall_to_us = sim->now_us + 3000000;
        netsim_run(sim, 3000000);
    }
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(fs_match_players(sim->match), 3);
    assert_all_agree(sim);
    for (uint32_t slot = 0; slot < 3; slot++) {
        ck_assert_uint_eq(peer_stats(sim, slot).malformed, 0);
        ck_assert_uint_eq(peer_stats(sim, slot).limited, 0);
    }
    netsim_destroy(sim);
}
END_TEST

/* A peer whose messages are damaged now and then stays; one that sends nothing else goes. */
START_TEST(malformed_messages_are_forgotten)
{
    fs_match_def def = hockey_def(2, 0);
    netsim *sim = netsim_create(&def, 2, 73);
    const uint8_t nonsense[] = { 99, 1, 2 };
    netsim_set_links(sim, perfect);
    netsim_run(sim, 1000000);
    for (int i = 0; i < 400; i++) {
        netsim_run(sim, 200000); /* 5 in a second */
        fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, nonsense, sizeof nonsense, sim->now_us);
    }
    ck_assert_uint_eq(fs_match_players(sim->match), 2);
    ck_assert_uint_eq(peer_stats(sim, 0).malformed, 400);
    for (int i = 0; i < FS__MALFORMED_LIMIT; i++)
        fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, nonsense, sizeof nonsense, sim->now_us);
    ck_assert_uint_eq(fs_match_players(sim->match), 1);
    netsim_destroy(sim);
}
END_TEST

/* A flood of well-formed messages is cut to twice the tick rate. */
START_TEST(input_flood_is_limited)
{
    fs_match_def def = hockey_def(2, 300);
    netsim *sim = netsim_create(&def, 2, 71);
    netsim_set_links(sim, perfect);
    netsim_run(sim, 1000000);
    uint8_t bytes[64];
    struct fs__input_message idle = { .held_us = UINT32_MAX };
    size_t n = fs__put_input(bytes, sizeof bytes, &idle, fs_sim_game(fs_match_sim(sim->match))->input_size);
    for (int i = 0; i < 2000; i++)
        fs_match_receive(sim->match, 0, FS_CHANNEL_INPUT, bytes, n, sim->now_us);
    ck_assert_uint_ge(peer_stats(sim, 0).limited, 1900 - FS__INPUT_BURST_S * def.config.hz);
    ck_assert_uint_eq(peer_stats(sim, 0).malformed, 0);
    ck_assert_uint_eq(fs_match_players(sim->match), 2);
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("lock");
    TCase *tc = tcase_create("lock");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, all_states_agree, 0, sizeof networks / sizeof networks[0]);
    tcase_add_test(tc, runs_repeat_exactly);
    tcase_add_test(tc, late_joiner_loads_a_snapshot);
    tcase_add_test(tc, blackout_is_repaired);
    tcase_add_test(tc, slow_client_keeps_up);
    tcase_add_test(tc, leaving_player_is_removed);
    tcase_add_loop_test(tc, fault_is_named, 0, sizeof faults / sizeof faults[0]);
    tcase_add_test(tc, without_resync_a_client_differs_to_the_end);
    tcase_add_test(tc, two_faults_are_both_named);
    tcase_add_test(tc, resync_has_a_limit);
    tcase_add_loop_test(tc, other_builds_are_refused, 0, sizeof refusals / sizeof refusals[0]);
    tcase_add_test(tc, names_and_slots);
    tcase_add_loop_test(tc, damaged_messages_are_dropped, 0, 3);
    tcase_add_loop_test(tc, poisoned_snapshots_are_found, 0, 12);
    tcase_add_loop_test(tc, random_messages_are_safe, 0, 3);
    tcase_add_test(tc, late_and_early_inputs_are_counted);
    tcase_add_test(tc, bursts_after_stalls_are_expected);
    tcase_add_test(tc, malformed_messages_are_forgotten);
    tcase_add_test(tc, input_flood_is_limited);
    suite_add_tcase(suite, tc);
    return suite;
}
