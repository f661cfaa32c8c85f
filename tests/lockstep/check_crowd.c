/* check_crowd.c: players who come and go, and who lie: late joins of a large state, hundreds of joins and leaves, hours of
 * churn, and two clients that report the same wrong state.
 *
 * FIXSTEP_LONG plays eight simulated hours of 16 players, which take minutes; otherwise it is three minutes.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/match_internal.h"
#include "network/netgame.h"
#include "network/netmeter.h"
#include "support/check_main.h"

enum { SECOND_US = 1000000, HZ = 60 };

static netsim *sim;
static netmeter meter;

static fs_match_def netgame_def(uint32_t players, uint32_t wait_players)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = players;
    def.config.seed = 4;
    def.wait_players = wait_players;
    return def;
}

static void start_sim(const fs_match_def *def, uint32_t clients, uint64_t seed)
{
    sim = netsim_create(def, clients, seed);
    sim->game = &netgame;
    sim->change_percent = 10;
    netsim_set_links(sim, (netsim_link){ 10000, 5000, 0, 0, 0 });
}

static fs_session_stats session_stats(uint32_t client)
{
    fs_session_stats stats;
    fs_session_get_stats(sim->clients[client].session, &stats);
    return stats;
}

/* Whether the client plays, and simulates what the server has closed within half a second. */
static bool keeps_up(uint32_t client)
{
    fs_session_stats stats = session_stats(client);
    return stats.phase == FS_SESSION_PLAYING && stats.slot < FS_MAX_PLAYERS &&
           stats.tick + HZ / 2 > fs_match_tick(sim->match);
}

/* The client's newest state is the one that the server had after that tick. */
static bool agrees(uint32_t client)
{
    fs_session_stats stats = session_stats(client);
    return stats.tick > 0 && stats.state_hash == sim->state_hashes[(stats.tick - 1) & 0xffff];
}

/* --- joins ---------------------------------------------------------------------------- */

/* A mebibyte of random bits over 10 Mbit/s and 80 ms of round trip: playing within 3 s, and nobody else waits. */
START_TEST(late_join_of_a_mebibyte)
{
    enum { LATE = 3, JOIN_US = 6 * SECOND_US, RATE = 10000000 / 8 };
    fs_match_def def = netgame_def(4, 3);
    def.config.options[NETGAME_BALLAST] = 1024;
    start_sim(&def, 4, 3);
    netsim_client *late = &sim->clients[LATE];
    late->link = (netsim_link){ 39000, 2000, _i == 0 ? 0 : 20, 0, 0 };
    late->rate_bytes_per_s = RATE;
    late->queue_us = 100000;
    late->join_us = sim->now_us + JOIN_US;
    netmeter_start(&meter, sim, 20 * HZ);
    netsim_run(sim, JOIN_US);
    netmeter_reset(&meter);
    uint64_t began_us = sim->now_us;
    while (!keeps_up(LATE) && sim->now_us < began_us + 10 * SECOND_US)
        netsim_run(sim, 10000);
    ck_assert_msg(sim->now_us - began_us < 3 * SECOND_US, "%u ms", (unsigned)((sim->now_us - began_us) / 1000));
    ck_assert_uint_ge(late->bytes[0], 1 << 20);
    netsim_run(sim, 2 * SECOND_US);
    netmeter_figures others = netmeter_read(&meter, 0, LATE);
    ck_assert_uint_eq(others.stalls, 0);
    ck_assert_uint_le(others.delivery[3], 20000);
    ck_assert_uint_le(others.key[3], 50000);
    ck_assert(others.substituted_percent < 0.01);
    ck_assert(keeps_up(LATE) && agrees(LATE));
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    netmeter_stop(&meter);
    netsim_destroy(sim);
}
END_TEST

/* Bytes that the process has allocated. */
static size_t allocated_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* The entry of the client in the list of players; NULL when there is none that plays. */
static const fs_peer_stats *listed(uint32_t client)
{
    static fs_peer_stats stats;
    for (uint32_t i = 0; fs_match_peer(sim->match, i, &stats); i++)
        if (stats.peer == client && stats.playing)
            return &stats;
    return NULL;
}

/* A guest joins, plays for a while and leaves. */
static void entertain(uint32_t client)
{
    uint64_t began_us = sim->now_us;
    while (!keeps_up(client) && sim->now_us < began_us + 5 * SECOND_US)
        netsim_run(sim, 10000);
    ck_assert_msg(keeps_up(client), "%s", sim->clients[client].refused);
    netsim_run(sim, 100000);
    ck_assert(agrees(client));
    ck_assert_ptr_nonnull(listed(client));
    sim->clients[client].leave_us = sim->now_us;
    netsim_run(sim, 100000);
    ck_assert(sim->clients[client].gone);
    netsim_renew(sim, client, sim->now_us + 1000);
}

/* Hundreds of players in a row: the others feel nothing, and every one is listed. */
START_TEST(three_hundred_joins_and_leaves)
{
    enum { GUEST = 3, GUESTS = 300 };
    fs_match_def def = netgame_def(4, 3);
    start_sim(&def, 4, 5);
    netmeter_start(&meter, sim, GUESTS * 3 * HZ);
    netsim_run(sim, 4 * SECOND_US);
    netmeter_reset(&meter);
    for (uint32_t guest = 0; guest < GUESTS; guest++)
        entertain(GUEST);
    netmeter_figures others = netmeter_read(&meter, 0, GUEST);
    ck_assert_uint_eq(others.stalls, 0);
    ck_assert_uint_le(others.delivery[3], 20000);
    ck_assert(others.substituted_percent < 0.01);
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    netmeter_stop(&meter);
    netsim_destroy(sim);
}
END_TEST

/* Players who left leave no memory behind. When the list of players is full and a connection is lost, the next one under
 * its number gets figures of its own. */
START_TEST(a_held_slot_keeps_its_player)
{
    enum { GUEST = 2, GUESTS = FS__PEER_HISTORY };
    fs_match_def def = netgame_def(4, 2);
    start_sim(&def, 3, 9);
    size_t before = 0;
    netsim_run(sim, 2 * SECOND_US);
    for (uint32_t guest = 0; guest < GUESTS; guest++) {
        entertain(GUEST);
        before = guest == GUESTS / 4 ? allocated_bytes() : before;
    }
    ck_assert_uint_le(allocated_bytes(), before + (64 << 10));
    netsim_run(sim, 2 * SECOND_US);
    const fs__peer *peer = &sim->match->peers[GUEST];
    uint32_t slot = peer->slot;
    char name[FS_MAX_NAME];
    memcpy(name, peer->stats->name, sizeof name);
    netsim_renew(sim, GUEST, sim->now_us + 1000);
    netsim_run(sim, 2 * SECOND_US);
    ck_assert(keeps_up(GUEST) && sim->match->slots[slot].held);
    ck_assert_uint_ne(peer->slot, slot);
    ck_assert_str_eq(sim->match->slots[slot].stats->name, name);
    ck_assert_str_ne(peer->stats->name, name);
    netsim_destroy(sim);
}
END_TEST

/* --- hours ---------------------------------------------------------------------------- */

/* Something happens to a random client: it leaves and another one comes, or its connection is lost for a while, or it
 * has a bad line from now on or a good one again. */
static void disturb(fs_rng *rng, uint32_t client)
{
    netsim_client *c = &sim->clients[client];
    uint32_t what = fs_rng_below(rng, 4);
    uint64_t pause_us = 100000 + fs_rng_below(rng, 20 * SECOND_US);
    if (!c->connected)
        return;
    if (c->gone)
        netsim_renew(sim, client, sim->now_us + 1000 + fs_rng_below(rng, SECOND_US));
    else if (what == 0)
        c->leave_us = sim->now_us;
    else if (what == 1) {
        c->lost_us = sim->now_us;
        c->back_us = sim->now_us + pause_us;
    } else if (what == 2)
        c->link = (netsim_link){ 30000, 40000, 50, 10, 0 };
    else
        c->link = (netsim_link){ 10000, 5000, 0, 0, 0 };
}

/* No two players have one slot or one entry of the list of players, and every name is one player's. */
static void check_books(void)
{
    const fs_match *m = sim->match;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING)
            continue;
        ck_assert_uint_eq(m->slot_peer[peer->slot], p);
        ck_assert_uint_eq(peer->stats->peer, p);
        ck_assert_ptr_eq(m->slots[peer->slot].stats, peer->stats);
        for (uint32_t q = 0; q < p; q++) {
            bool both = m->peers[q].phase == FS__PEER_PLAYING;
            ck_assert(!both || m->peers[q].stats != peer->stats);
            ck_assert(!both || strcmp(m->peers[q].stats->name, peer->stats->name) != 0);
        }
    }
}

/* Players come, go, get lost and return for hours: memory stays, and everyone who plays has the server's state. Every other
 * client predicts. */
START_TEST(hours_of_churn)
{
    enum { PLAYERS = 16 };
    bool is_long = getenv("FIXSTEP_LONG") != NULL;
    uint32_t minutes = is_long ? 8 * 60 : 3;
    size_t before = 0;
    fs_rng rng = fs_rng_seed(6, 6);
    fs_match_def def = netgame_def(PLAYERS, 2);
    def.state_history_ticks = 64;
    def.hold_s = 10;
    start_sim(&def, PLAYERS, 6);
    for (uint32_t i = 1; i < PLAYERS; i += 2)
        netsim_predict(sim, i, 12);
    for (uint32_t half_s = 0; half_s < minutes * 120; half_s++) {
        netsim_run(sim, SECOND_US / 2);
        disturb(&rng, 1 + fs_rng_below(&rng, PLAYERS - 1));
        check_books();
        if (half_s % 120 != 119)
            continue;
        for (uint32_t i = 0; i < PLAYERS; i++)
            ck_assert_msg(!sim->clients[i].connected || session_stats(i).phase != FS_SESSION_PLAYING || agrees(i),
                          "client %u differs", i);
        before = half_s == 119 ? allocated_bytes() : before;
        ck_assert_uint_le(allocated_bytes(), before + (1 << 20));
    }
    ck_assert_uint_eq(fs_match_desyncs(sim->match), 0);
    ck_assert_uint_ge(fs_match_tick(sim->match), (minutes * 60 - 5) * HZ);
    ck_assert(keeps_up(0) && agrees(0));
    for (uint32_t i = 1; i < PLAYERS; i += 2)
        ck_assert(!keeps_up(i) || session_stats(i).prediction.tick > session_stats(i).tick);
    netsim_destroy(sim);
}
END_TEST

/* --- liars ---------------------------------------------------------------------------- */

enum { LIE_TICK = 240 };

/* The last two clients report the same wrong hash of every tick from LIE_TICK on. */
static size_t lie(netsim *s, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    struct fs__input_message in;
    fs__reader r = fs__reader_make(bytes, size);
    if (!up || channel != FS_CHANNEL_INPUT || client + 2 < s->count || fs__get_u8(&r) != FS__MESSAGE_INPUT ||
        !fs__get_input(&r, &in, netgame.input_size))
        return size;
    for (uint32_t i = 0; i < in.hash_count; i++)
        if (in.first_hash_tick + i >= LIE_TICK)
            in.state_hashes[i] = in.first_hash_tick + i;
    return fs__put_input(bytes, size, &in, netgame.input_size);
}

static void check_liars_found(uint32_t honest)
{
    for (uint32_t i = 0; i < sim->desyncs; i++)
        ck_assert(sim->desync[i].inputs_equal);
    for (uint32_t i = 0; i < honest; i++) {
        for (uint32_t k = 0; k < sim->desyncs; k++)
            ck_assert_uint_ne(sim->desync[k].slot, session_stats(i).slot);
        ck_assert_uint_eq(sim->clients[i].restarts, 0);
        ck_assert_uint_eq(sim->clients[i].desync_notices, 0);
        ck_assert(keeps_up(i) && agrees(i));
    }
    ck_assert_uint_ge(fs_match_agreed(sim->match) + HZ, fs_match_tick(sim->match));
}

/* Two of three report the same wrong hashes: the majority is not believed. Their states are right, which the trace finds,
 * and after three resyncs they are removed. */
START_TEST(two_liars_in_concert)
{
    uint32_t honest = _i == 0 ? 1 : 2;
    fs_match_def def = netgame_def(honest + 2, honest + 2);
    start_sim(&def, honest + 2, 7);
    sim->tamper = lie;
    netsim_run(sim, 20 * SECOND_US);
    check_liars_found(honest);
    ck_assert_uint_eq(sim->desyncs, 8);
    for (uint32_t i = 0; i < sim->desyncs; i++)
        ck_assert_ptr_nonnull(strstr(sim->desync[i].reason, "the states are equal"));
    ck_assert_uint_eq(sim->desync[0].tick, LIE_TICK);
    for (uint32_t i = honest; i < honest + 2; i++)
        ck_assert(sim->clients[i].gone && strstr(sim->clients[i].refused, "differed 4 times") != NULL);
    ck_assert_uint_eq(fs_match_players(sim->match), honest);
    netsim_destroy(sim);
}
END_TEST

/* The same change of the simulation of two of three, as a cheat would do it: both are named with the field. */
START_TEST(two_equal_cheats)
{
    fs_match_def def = netgame_def(3, 3);
    start_sim(&def, 3, 8);
    for (uint32_t i = 1; i < 3; i++)
        fs_session_inject_fault(sim->clients[i].session, LIE_TICK, "slot", 1, "sum", 17);
    netsim_run(sim, 10 * SECOND_US);
    check_liars_found(1);
    ck_assert_uint_eq(sim->desyncs, 2);
    ck_assert_uint_ne(sim->desync[0].slot, sim->desync[1].slot);
    for (uint32_t i = 0; i < 2; i++) {
        char place[64];
        ck_assert(sim->desync[i].traced && sim->desync[i].count == 1);
        fs_value_path(netgame.schema, sim->desync[i].differences[0].ref, place, sizeof place);
        ck_assert_str_eq(place, "slot[1].sum");
        ck_assert_uint_eq(sim->desync[i].tick, LIE_TICK);
        ck_assert(keeps_up(1 + i) && agrees(1 + i));
    }
    netsim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("crowd");
    TCase *tc = tcase_create("crowd");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, late_join_of_a_mebibyte, 0, 2);
    tcase_add_test(tc, three_hundred_joins_and_leaves);
    tcase_add_test(tc, a_held_slot_keeps_its_player);
    tcase_add_test(tc, hours_of_churn);
    tcase_add_loop_test(tc, two_liars_in_concert, 0, 2);
    tcase_add_test(tc, two_equal_cheats);
    suite_add_tcase(suite, tc);
    return suite;
}
