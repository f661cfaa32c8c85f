/* check_hostile.c: strangers and cheats against a listening host.
 *
 * Raw sockets on 127.0.0.1 send datagrams that ENet would not; an honest client stays
 * connected at the same time and must not be affected.
 */
#include <enet/enet.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "net/net_match.h"
#include "net/raw_peer.h"

static fs__cipher hand; /* of the peer that is connected by hand */

START_TEST(only_the_own_cookie_opens)
{
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES];
    int mine = raw_socket(), other = raw_socket();
    uint32_t cookie = request_cookie(mine);
    ck_assert_uint_ne(cookie, request_cookie(other));
    ck_assert_uint_eq(cookie, request_cookie(mine));
    forge_open(open, secret, cookie);
    raw_send(other, open, sizeof open);
    ck_assert_uint_eq(receive_size(other), 0);
    ck_assert_uint_eq(server_stats().refused_connects, 1);
    raw_send(mine, open, sizeof open);
    ck_assert_uint_eq(receive_size(mine), FS__KEYS_BYTES);
    forge_open(open, secret, cookie ^ 1);
    raw_send(mine, open, sizeof open);
    ck_assert_uint_eq(receive_size(mine), 0);
    ck_assert_uint_eq(server_stats().refused_connects, 2);
    close(mine);
    close(other);
}
END_TEST

/* A connection request that is not encrypted, or not of our form, reaches nobody. */
START_TEST(only_our_own_requests_connect)
{
    uint8_t bytes[52];
    int fd = raw_socket();
    raw_send(fd, bytes, forge_connect(bytes, 4, 1));
    ck_assert_uint_eq(receive_size(fd), 0);
    shake_hands(fd, &hand);
    send_sealed(fd, &hand, bytes, forge_connect(bytes, 255, 2));
    ck_assert_uint_eq(receive_size(fd), 0);
    send_sealed(fd, &hand, bytes, forge_connect(bytes, 4, 0));
    ck_assert_uint_eq(receive_size(fd), 0);
    forge_connect(bytes, 4, 3);
    bytes[4 + 5] = 1; /* of a second peer of the sender */
    send_sealed(fd, &hand, bytes, sizeof bytes);
    ck_assert_uint_eq(receive_size(fd), 0);
    ck_assert_uint_eq(server_stats().dropped_messages, 4);
    /* The same request in our form is answered by ENet. */
    send_sealed(fd, &hand, bytes, forge_connect(bytes, 4, 4));
    ck_assert_uint_gt(receive_size(fd), 0);
    close(fd);
}
END_TEST

/* Two links may not name one connection, so that none gets what is meant for the other. */
START_TEST(a_taken_connection_number_is_refused)
{
    uint8_t bytes[52];
    fs__cipher second;
    int fd = raw_socket(), other = raw_socket();
    connect_by_hand(fd, &hand);
    shake_hands(other, &second);
    send_sealed(other, &second, bytes, forge_connect(bytes, 4, 99));
    ck_assert_uint_eq(receive_size(other), 0);
    ck_assert_uint_eq(server_stats().refused_connects, 1);
    send_sealed(other, &second, bytes, forge_connect(bytes, 4, 100));
    ck_assert_uint_gt(receive_size(other), 0);
    close(fd);
    close(other);
}
END_TEST

START_TEST(forged_requests_take_no_link)
{
    enum { FORGED = 5000 };
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES];
    int fd = raw_socket();
    forge_open(open, secret, 0);
    for (uint32_t i = 0; i < FORGED; i++) {
        randombytes_buf(open + 8, FS__OPEN_PART_BYTES - 8);
        raw_send(fd, open, sizeof open);
        if (i % 64 == 63)
            serve_now();
    }
    serve_now();
    ck_assert_uint_eq(server_stats().refused_connects, FORGED);
    ck_assert_uint_eq(server.net->handshakes, 1);
    ck_assert_uint_eq(server.connected, 1);
    ck_assert_uint_eq(receive_size(fd), 0);
    static side late;
    dial(&late);
    pump_until(&late, &late.connected, 1);
    pump_until(&late, &server.connected, 2);
    fs_net_close(late.net, 0);
    close(fd);
}
END_TEST

START_TEST(short_hellos_are_not_answered)
{
    uint8_t hello[FS__GATE_HELLO_BYTES];
    int fd = raw_socket();
    fs__gate_put_hello(hello, 1);
    raw_send(fd, hello, sizeof hello - 1);
    ck_assert_uint_eq(receive_size(fd), 0);
    raw_send(fd, hello, sizeof hello);
    ck_assert_uint_eq(receive_size(fd), FS__GATE_COOKIE_BYTES);
    close(fd);
}
END_TEST

START_TEST(garbage_is_counted_and_harmless)
{
    enum { GARBAGE = 20000 };
    static uint8_t bytes[5000];
    fs_net_stats before, after;
    int fd = raw_socket();
    srand(5);
    fs_net_get_stats(server.net, &before);
    for (uint32_t i = 0; i < GARBAGE; i++) {
        size_t size = 1 + (size_t)rand() % (i % 100 == 0 ? sizeof bytes : 200);
        fill(bytes, size, (uint32_t)rand());
        if (i % 4 == 0)
            bytes[0] = FS__CIPHER_MAGIC;
        raw_send(fd, bytes, size);
        if (i % 32 == 31)
            serve_now();
    }
    serve_now();
    fs_net_get_stats(server.net, &after);
    uint64_t counted = after.dropped_messages - before.dropped_messages + after.refused_connects -
                       before.refused_connects + after.forged_datagrams - before.forged_datagrams;
    /* The system cuts datagrams above 4096 bytes, which ENet then drops. */
    ck_assert_uint_ge(counted, GARBAGE - GARBAGE / 100);
    ck_assert_uint_le(counted, GARBAGE);
    ck_assert_uint_eq(server.connected, 1);
    ck_assert_uint_eq(server.messages, 0);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    close(fd);
}
END_TEST

START_TEST(one_call_reaches_messages_behind_garbage)
{
    uint8_t bytes[8] = { 0x7f };
    int fd = raw_socket();
    for (int i = 0; i < 300; i++)
        raw_send(fd, bytes, sizeof bytes); /* more than ENet reads at once */
    ck_assert_int_eq((int)send(fd, "", 0, 0), 0);
    fs_net_send(client.net, 0, FS_CHANNEL_INPUT, bytes, 1);
    fs_net_flush(client.net);
    fs_net_service(server.net, 0);
    ck_assert_uint_eq(server.messages, 1);
    close(fd);
}
END_TEST

START_TEST(empty_and_oversized_datagrams_do_not_stop_service)
{
    static uint8_t bytes[9000];
    int fd = raw_socket();
    server.echo = true;
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq((int)send(fd, "", 0, 0), 0);
        raw_send(fd, bytes, sizeof bytes);
        check_echo(FS_CHANNEL_INPUT, 64);
    }
    close(fd);
}
END_TEST

/* A command that is right in its size and wild in the rest. */
static size_t random_command(uint8_t *command)
{
    static const uint8_t kinds[] = { 1, 5, 6, 6, 8, 8, 8, 9, 9, 10, 11, 12, 3, 2, 7 };
    static const uint8_t fixed[] = { 0, 8, 48, 44, 8, 4, 6, 8, 24, 8, 12, 16, 24 };
    uint8_t kind = kinds[(size_t)rand() % sizeof kinds];
    size_t payload = kind == 6 || kind == 8 || kind == 9 ? 1 + (size_t)rand() % 100 : 0;
    fill(command, fixed[kind] + payload, (uint32_t)rand());
    command[0] = (uint8_t)(kind | (rand() & 0xc0));
    command[1] = (uint8_t)(rand() % 5);
    command[2] = 0; /* sequence numbers near the expected ones */
    command[3] = (uint8_t)(rand() % 64);
    if (payload > 0) {
        uint8_t *length = command + (kind == 6 ? 4 : 6);
        length[0] = 0;
        length[1] = (uint8_t)payload;
    }
    if (kind == 9)
        command[4] = 0;
    if (kind == 8) {
        put_be32(command + 8, 1 + (uint32_t)rand() % 130);
        put_be32(command + 12, (uint32_t)rand() % 130);
        put_be32(command + 16, (uint32_t)rand() % 70000);
        put_be32(command + 20, (uint32_t)rand() % 70000);
    }
    return fixed[kind] + payload;
}

START_TEST(a_hostile_peer_harms_only_itself)
{
    enum { WILD = 20000, MEMORY_KIB = 16 << 10 };
    uint8_t bytes[1200];
    struct rusage before, after;
    fs_net_stats stats;
    int fd = raw_socket();
    uint32_t head = connect_by_hand(fd, &hand);
    getrusage(RUSAGE_SELF, &before);
    srand(11);
    for (uint32_t i = 0; i < WILD; i++) {
        size_t size = 4;
        bytes[0] = (uint8_t)(head >> 8 | 0x80);
        bytes[1] = (uint8_t)head;
        put_be32(bytes + 2, (uint32_t)rand());
        for (int n = 1 + rand() % 4; n > 0; n--)
            size += random_command(bytes + size);
        send_sealed(fd, &hand, bytes, size);
        if (i % 32 == 31)
            serve_now();
    }
    serve_now();
    getrusage(RUSAGE_SELF, &after);
    ck_assert_int_lt(after.ru_maxrss - before.ru_maxrss, MEMORY_KIB);
    fs_net_get_stats(server.net, &stats);
    /* Some passed the gate into ENet, some did not: both were tried. */
    ck_assert_uint_gt(stats.dropped_messages, WILD / 4);
    ck_assert_uint_lt(stats.dropped_messages, WILD);
    ck_assert_uint_gt(server.messages, 30);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    check_echo(FS_CHANNEL_TICKS, 100);
    ck_assert_uint_eq(client.disconnected, 0);
    close(fd);
}
END_TEST

/* --- reliable commands out of order ----------------------------------------------- */

/* Sends `count` empty reliable commands with the numbers first, first + step, ..., 32 to a datagram like ENet. */
static void send_reliable_commands(int fd, uint32_t head, uint32_t first, uint32_t step, uint32_t count)
{
    uint8_t bytes[4 + FS__GATE_MAX_COMMANDS * 6] = { (uint8_t)(head >> 8 | 0x80), (uint8_t)head };
    for (uint32_t i = 0; i < count; i += FS__GATE_MAX_COMMANDS) {
        size_t size = 4;
        for (uint32_t n = i; n < count && n < i + FS__GATE_MAX_COMMANDS; n++, size += 6) {
            uint32_t number = first + n * step;
            const uint8_t command[6] = { 0x86, FS_CHANNEL_CONTROL, (uint8_t)(number >> 8), (uint8_t)number };
            memcpy(bytes + size, command, sizeof command);
        }
        send_sealed(fd, &hand, bytes, size);
        if (i / FS__GATE_MAX_COMMANDS % 16 == 15)
            serve_now();
    }
    serve_now();
}

static uint64_t processor_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static size_t held_commands(uint32_t enet_peer)
{
    return enet_list_size(&server.net->host->peers[enet_peer].channels[FS_CHANNEL_CONTROL].incomingReliableCommands);
}

/* A peer whose first command never comes makes ENet hold the others. Without a limit it held 28,670 of them, and each
 * repetition of the lowest one searched them all: a datagram took 0.4 ms, here 20,000 of them. */
static void check_commands_out_of_order(bool admit, size_t window)
{
    enum { AHEAD = 28000, REPETITIONS = 20000 };
    fs_net_stats before, after;
    int fd = raw_socket();
    server.wary = !admit;
    uint32_t head = connect_by_hand(fd, &hand);
    fs_net_get_stats(server.net, &before);
    send_reliable_commands(fd, head, 2, 1, AHEAD);
    ck_assert_uint_le(held_commands(head & 0xfff), window);
    ck_assert_uint_ge(held_commands(head & 0xfff), 1);
    uint64_t began_us = processor_us();
    send_reliable_commands(fd, head, 2, 0, REPETITIONS);
    ck_assert_uint_lt(processor_us() - began_us, 2000000);
    fs_net_get_stats(server.net, &after);
    ck_assert_uint_gt(after.limited_datagrams - before.limited_datagrams, AHEAD / FS__GATE_MAX_COMMANDS / 2);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    ck_assert_uint_eq(client.disconnected, 0);
    close(fd);
}

START_TEST(commands_of_a_peer_out_of_order_are_bounded)
{
    check_commands_out_of_order(true, FS__NET_WINDOW);
}
END_TEST

START_TEST(commands_of_a_stranger_out_of_order_are_bounded)
{
    check_commands_out_of_order(false, FS__NET_STRANGER_WINDOW);
}
END_TEST

/* A stranger's messages in order reach the program 64 at once and then 16 a second. */
START_TEST(messages_of_a_stranger_are_limited)
{
    enum { MESSAGES = 10 * FS__NET_STRANGER_MESSAGES };
    int fd = raw_socket();
    server.wary = true;
    uint32_t head = connect_by_hand(fd, &hand);
    for (uint32_t i = 0; i < MESSAGES; i++)
        send_reliable_commands(fd, head, i + 1, 1, 1);
    ck_assert_uint_ge(server.messages, FS__NET_STRANGER_MESSAGES);
    ck_assert_uint_le(server.messages, 4 * FS__NET_STRANGER_MESSAGES);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    close(fd);
}
END_TEST

/* A peer that acknowledges nothing does not make the host keep more than FS__NET_MAX_QUEUED_BYTES for it. */
START_TEST(unread_messages_are_bounded)
{
    static uint8_t chunk[64 << 10];
    int fd = raw_socket();
    uint32_t head = connect_by_hand(fd, &hand);
    const fs__net_use *use = &server.net->use[head & 0xfff];
    for (uint32_t i = 0; i < 2 * FS__NET_MAX_QUEUED_BYTES / sizeof chunk; i++) {
        fs_net_send(server.net, server.last_peer, FS_CHANNEL_BULK, chunk, sizeof chunk);
        ck_assert_uint_le(use->queued_bytes, FS__NET_MAX_QUEUED_BYTES);
    }
    serve_now();
    ck_assert_uint_eq(use->queued_bytes, 0);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    close(fd);
}
END_TEST

/* Nor more than as many messages as a long one has fragments: ENet looks at every one that waits each time that it sends. */
START_TEST(unread_small_messages_are_bounded)
{
    enum { MOST = FS__NET_MAX_QUEUED_BYTES / FS__NET_MIN_QUEUED_BYTES };
    int fd = raw_socket();
    uint32_t head = connect_by_hand(fd, &hand);
    const fs__net_use *use = &server.net->use[head & 0xfff];
    for (uint32_t i = 0; i < MOST; i++) {
        ck_assert_uint_eq(use->queued_bytes, (size_t)i * FS__NET_MIN_QUEUED_BYTES);
        fs_net_send(server.net, server.last_peer, FS_CHANNEL_CONTROL, "x", 1);
    }
    fs_net_send(server.net, server.last_peer, FS_CHANNEL_CONTROL, "x", 1);
    serve_now();
    ck_assert_uint_eq(use->queued_bytes, 0);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    close(fd);
}
END_TEST

/* --- a match beside an attack --------------------------------------------------------- */

/* 100 datagrams of repetitions of the lowest command beside each step of the match. Without limits a step
 * took 0.6 s, and a pause of the server costs ticks; half of them leaves room for a busy machine. */
START_TEST(a_match_keeps_its_ticks_under_attack)
{
    enum { SPAN_US = 2000000, HZ = 60, DATAGRAMS = 100 };
    int fd = raw_socket();
    server.wary = true;
    uint32_t head = connect_by_hand(fd, &hand);
    open_match(2);
    open_session(&client, "eve");
    send_reliable_commands(fd, head, 2, 1, 28000);
    while (fs_match_tick(server.match) == 0)
        step_match(&client);
    uint32_t before = fs_match_tick(server.match);
    for (uint64_t end = fs_net_clock_us() + SPAN_US; fs_net_clock_us() < end;) {
        send_reliable_commands(fd, head, 2, 0, DATAGRAMS * FS__GATE_MAX_COMMANDS);
        step_match(&client);
    }
    fs_session_stats stats = session_stats(&client);
    ck_assert_uint_ge(fs_match_tick(server.match) - before, SPAN_US / 1000 * HZ / 1000 / 2);
    ck_assert_uint_ge(stats.tick, fs_match_tick(server.match) - HZ / 2);
    ck_assert_uint_eq(client.disconnected, 0);
    ck_assert_uint_eq(fs_match_players(server.match), 1);
    close_match();
    close(fd);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile");
    TCase *tc = tcase_create("hostile");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, only_the_own_cookie_opens);
    tcase_add_test(tc, only_our_own_requests_connect);
    tcase_add_test(tc, a_taken_connection_number_is_refused);
    tcase_add_test(tc, forged_requests_take_no_link);
    tcase_add_test(tc, short_hellos_are_not_answered);
    tcase_add_test(tc, garbage_is_counted_and_harmless);
    tcase_add_test(tc, one_call_reaches_messages_behind_garbage);
    tcase_add_test(tc, empty_and_oversized_datagrams_do_not_stop_service);
    tcase_add_test(tc, a_hostile_peer_harms_only_itself);
    tcase_add_test(tc, commands_of_a_peer_out_of_order_are_bounded);
    tcase_add_test(tc, commands_of_a_stranger_out_of_order_are_bounded);
    tcase_add_test(tc, messages_of_a_stranger_are_limited);
    tcase_add_test(tc, unread_messages_are_bounded);
    tcase_add_test(tc, unread_small_messages_are_bounded);
    tcase_add_test(tc, a_match_keeps_its_ticks_under_attack);
    suite_add_tcase(suite, tc);
    return suite;
}
