/* check_unsequenced.c: messages of the unsequenced channels that pass ENet by, datagrams in batches, and the gathering of a
 * host with many peers. */
#include "net/net_pair.h"
#include "net/unsequenced.h"
#include "net/wakeup.h"

enum { MANY = 3 * FS__NET_BATCH + 7, SPAN = ENET_PEER_UNSEQUENCED_WINDOW_SIZE };

static ENetPeer *peer_of(const side *s)
{
    return &s->net->host->peers[s->net->enet_of_peer[0]];
}

/* What ENet has received for the server since it was opened. */
static uint32_t count_engine_datagrams(void)
{
    return server.net->host->totalReceivedPackets;
}

/* --- messages over the loopback interface -------------------------------------------------- */

START_TEST(a_burst_of_more_than_a_batch_arrives_once)
{
    fs_net_stats before, after;
    uint32_t engine = count_engine_datagrams();
    server.ordered = true; /* the loopback interface keeps the order */
    fs_net_get_stats(client.net, &before);
    for (uint32_t i = 0; i < MANY; i++)
        fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &i, sizeof i);
    fs_net_flush(client.net);
    fs_net_get_stats(client.net, &after);
    ck_assert_uint_ge(after.datagrams_sent - before.datagrams_sent, MANY);
    pump_until(&client, &server.messages, MANY);
    ck_assert_uint_eq(server.expected, MANY);
    ck_assert_uint_lt(count_engine_datagrams() - engine, 8); /* acknowledgements and pings alone */
}
END_TEST

START_TEST(messages_wait_for_the_flush)
{
    fs_net_stats before, after;
    fs_net_get_stats(client.net, &before);
    for (uint32_t i = 0; i < FS__NET_BATCH; i++)
        fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &i, sizeof i);
    fs_net_get_stats(client.net, &after);
    ck_assert_uint_eq(after.datagrams_sent, before.datagrams_sent);
    fs_net_flush(client.net);
    fs_net_get_stats(client.net, &after);
    ck_assert_uint_ge(after.datagrams_sent, before.datagrams_sent + FS__NET_BATCH);
}
END_TEST

/* A packet of IPv6 has at most 1280 bytes then, which every path must pass. */
START_TEST(the_largest_datagram_passes_every_path)
{
    static const uint8_t bytes[FS_MAX_PAYLOAD] = { 1 };
    fs_net_stats before, after;
    fs_net_get_stats(client.net, &before);
    fs_net_send(client.net, 0, FS_CHANNEL_INPUT, bytes, sizeof bytes);
    fs__net_flush_outbox(client.net); /* nothing of ENet */
    fs_net_get_stats(client.net, &after);
    ck_assert_uint_eq(after.datagrams_sent - before.datagrams_sent, 1);
    ck_assert_uint_eq(after.bytes_sent - before.bytes_sent, 1280 - 40 - 8 + 28);
    pump_until(&client, &server.messages, 1);
    /* In fragments of at most that size. */
    static uint8_t bulk[BULK_SIZE];
    fs_net_send(server.net, 0, FS_CHANNEL_BULK, bulk, sizeof bulk);
    pump_until(&client, &client.messages, 1);
    ck_assert_uint_le(peer_of(&server)->mtu, 1280 - 40 - 8 - FS__CIPHER_BYTES);
}
END_TEST

/* A message that ENet itself has sent, alone or behind a reliable one, and our own between them. */
START_TEST(messages_of_enet_are_taken_too)
{
    for (uint32_t i = 0; i < 8; i++) {
        if (i % 4 == 3)
            fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, &i, sizeof i);
        if (i % 2 == 0)
            fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &i, sizeof i);
        else
            enet_peer_send(peer_of(&client), FS_CHANNEL_INPUT,
                           enet_packet_create(&i, sizeof i, ENET_PACKET_FLAG_UNSEQUENCED));
        pump(&client);
    }
    pump_until(&client, &server.messages, 8 + 2);
    ck_assert_uint_eq(peer_of(&client)->outgoingUnsequencedGroup, 8);
}
END_TEST

START_TEST(nothing_is_sent_to_who_has_gone)
{
    fs_net_stats stats;
    uint8_t byte = 0;
    enet_peer_disconnect_later(peer_of(&client), FS__NET_DISCONNECT_DATA);
    fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &byte, 1);
    fs_net_get_stats(client.net, &stats);
    ck_assert_uint_eq(stats.dropped_messages, 1);
}
END_TEST

/* --- groups ----------------------------------------------------------------------------------- */

START_TEST(a_repeated_group_is_known)
{
    ENetPeer peer;
    memset(&peer, 0, sizeof peer);
    ck_assert(fs__net_note_group(&peer, 1));
    ck_assert(fs__net_note_group(&peer, 2));
    ck_assert(!fs__net_note_group(&peer, 1));
    ck_assert(fs__net_note_group(&peer, SPAN + 1)); /* in the same place of the next window */
    ck_assert(!fs__net_note_group(&peer, SPAN + 1));
    ck_assert(!fs__net_note_group(&peer, 3)); /* behind the window: perhaps a repetition */
}
END_TEST

START_TEST(groups_count_past_their_largest_number)
{
    ENetPeer peer;
    memset(&peer, 0, sizeof peer);
    for (uint32_t n = 0; n < 3u << 16; n++)
        ck_assert_msg(fs__net_note_group(&peer, (uint16_t)n), "group %u", n);
    ck_assert(!fs__net_note_group(&peer, (uint16_t)(32 * SPAN + 0xffff))); /* half of all numbers away */
}
END_TEST

START_TEST(a_message_is_of_the_session)
{
    ENetPeer peer;
    memset(&peer, 0, sizeof peer);
    peer.incomingSessionID = 2;
    peer.state = ENET_PEER_STATE_CONNECTED;
    ck_assert(fs__net_takes_messages(&peer, (fs__gate_address){ 0, 2 }));
    ck_assert(!fs__net_takes_messages(&peer, (fs__gate_address){ 0, 1 }));
    peer.state = ENET_PEER_STATE_CONNECTION_SUCCEEDED;
    ck_assert(!fs__net_takes_messages(&peer, (fs__gate_address){ 0, 2 }));
}
END_TEST

/* --- the form of a datagram --------------------------------------------------------------------- */

START_TEST(a_datagram_of_messages_is_read_back)
{
    static const uint8_t ping[] = { 5, 0xff, 0, 1 };
    const fs__gate_limits limits = { .max_message = 4096, .reliable_window = 8 };
    uint8_t bytes[64];
    fs__gate_message message = { .channel = FS_CHANNEL_INPUT, .group = 0x1234, .size = 3 }, read;
    size_t size = FS__GATE_MESSAGE_HEAD_BYTES + 3, at = 0;
    fs__gate_put_message_head(bytes, (fs__gate_address){ 0x123, 2 }, &message);
    memcpy(bytes + FS__GATE_MESSAGE_HEAD_BYTES, "abc", 3);
    ck_assert(fs__gate_traffic_valid(bytes, size, &limits));
    ck_assert(fs__gate_holds_messages(bytes, size));
    ck_assert_uint_eq(fs__gate_receiver(bytes).peer, 0x123);
    ck_assert_uint_eq(fs__gate_receiver(bytes).session, 2);
    /* A second message, and a ping behind it. */
    memcpy(bytes + size, bytes + 2, size - 2);
    ck_assert(fs__gate_holds_messages(bytes, 2 * size - 2));
    for (int i = 0; i < 2; i++) {
        ck_assert(fs__gate_next_message(bytes, 2 * size - 2, &at, &read));
        ck_assert_uint_eq(read.channel, FS_CHANNEL_INPUT);
        ck_assert_uint_eq(read.group, 0x1234);
        ck_assert_uint_eq(read.size, 3);
        ck_assert_mem_eq(read.bytes, "abc", 3);
    }
    ck_assert(!fs__gate_next_message(bytes, 2 * size - 2, &at, &read));
    memcpy(bytes + 2 * size - 2, ping, sizeof ping);
    ck_assert(fs__gate_traffic_valid(bytes, 2 * size - 2 + sizeof ping, &limits));
    ck_assert(!fs__gate_holds_messages(bytes, 2 * size - 2 + sizeof ping));
}
END_TEST

/* --- gathering -------------------------------------------------------------------------------------- */

/* Time that a wait lasts, in us, when a datagram is there already. */
static uint64_t measure_wait(uint32_t peers, uint64_t wake_after_us)
{
    uint8_t byte = 0;
    uint32_t own = server.net->peers;
    fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &byte, 1);
    fs_net_flush(client.net);
    server.net->peers = peers;
    uint64_t before = fs_net_clock_us();
    server.net->round_us = before;
    fs__net_wait(server.net, before + wake_after_us);
    uint64_t lasted = fs_net_clock_us() - before;
    server.net->peers = own;
    return lasted;
}

/* The shortest of some, because others may have the processor in between. */
static uint64_t shortest_wait(uint32_t peers, uint64_t wake_after_us)
{
    uint64_t shortest = UINT64_MAX;
    for (int i = 0; i < 20; i++) {
        uint64_t lasted = measure_wait(peers, wake_after_us);
        shortest = lasted < shortest ? lasted : shortest;
    }
    return shortest;
}

START_TEST(many_peers_let_datagrams_gather)
{
    ck_assert_uint_ge(shortest_wait(FS__NET_GATHER_PEERS, PATIENCE_US), FS__NET_GATHER_US);
    ck_assert_uint_lt(shortest_wait(FS__NET_GATHER_PEERS - 1, PATIENCE_US), FS__NET_GATHER_US);
    /* Never past the time that the caller has set: a tick is due then. */
    ck_assert_uint_lt(shortest_wait(FS__NET_GATHER_PEERS, FS__NET_GATHER_US / 4), FS__NET_GATHER_US);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("unsequenced");
    TCase *pair = tcase_create("pair"), *forms = tcase_create("forms");
    tcase_add_checked_fixture(pair, set_up, tear_down);
    tcase_add_test(pair, a_burst_of_more_than_a_batch_arrives_once);
    tcase_add_test(pair, messages_wait_for_the_flush);
    tcase_add_test(pair, the_largest_datagram_passes_every_path);
    tcase_add_test(pair, messages_of_enet_are_taken_too);
    tcase_add_test(pair, nothing_is_sent_to_who_has_gone);
    tcase_add_test(pair, many_peers_let_datagrams_gather);
    suite_add_tcase(suite, pair);
    tcase_add_test(forms, a_repeated_group_is_known);
    tcase_add_test(forms, groups_count_past_their_largest_number);
    tcase_add_test(forms, a_message_is_of_the_session);
    tcase_add_test(forms, a_datagram_of_messages_is_read_back);
    suite_add_tcase(suite, forms);
    return suite;
}
