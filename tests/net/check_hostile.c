/* check_hostile.c: strangers and cheats against a listening host.
 *
 * Raw sockets on 127.0.0.1 send datagrams that ENet would not; an honest client stays
 * connected at the same time and must not be affected.
 */
#include <arpa/inet.h>
#include <enet/enet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <fixstep/games.h>
#include <unistd.h>

#include "net/net_pair.h"

/* --- raw sockets ------------------------------------------------------------------- */

static int raw_socket(void)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(fs_net_port(server.net)) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    struct timeval limit = { .tv_sec = 2 };
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit), 0);
    return fd;
}

static void raw_send(int fd, const void *bytes, size_t size)
{
    ck_assert_int_eq((int)send(fd, bytes, size, 0), (int)size);
}

static void serve_now(void)
{
    fs_net_service(server.net, fs_net_clock_us() + 500);
}

static void put_be32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* A connect request as ENet sends it, with the given cookie. */
static size_t forge_connect(uint8_t bytes[52], uint32_t channels, uint32_t cookie, uint32_t id)
{
    memset(bytes, 0, 52);
    bytes[0] = 0x8f;
    bytes[1] = 0xff;
    uint8_t *command = bytes + 4;
    command[0] = 0x82;
    command[1] = 0xff;
    command[3] = 1;
    memset(command + 6, 0xff, 2);
    put_be32(command + 8, 1280);
    put_be32(command + 12, 65536);
    put_be32(command + 16, channels);
    put_be32(command + 28, 5000);
    put_be32(command + 40, id);
    put_be32(command + 44, cookie);
    return 52;
}

static uint32_t request_cookie(int fd)
{
    uint8_t hello[FS__GATE_HELLO_BYTES], answer[200];
    fs__gate_put_hello(hello, 4711);
    raw_send(fd, hello, sizeof hello);
    serve_now();
    ssize_t got = recv(fd, answer, sizeof answer, 0);
    ck_assert_int_eq((int)got, FS__GATE_COOKIE_BYTES);
    ck_assert_int_le((int)got, (int)sizeof hello);
    fs__gate_datagram d = fs__gate_classify(answer, (size_t)got);
    ck_assert_int_eq(d.kind, FS__GATE_COOKIE);
    ck_assert_uint_eq(d.nonce, 4711);
    ck_assert_uint_ne(d.value, 0);
    return d.value;
}

/* Bytes of the server's answer to one datagram, 0 when there is none. */
static size_t receive_size(int fd)
{
    uint8_t bytes[2000];
    serve_now();
    ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 ? (size_t)got : 0;
}

START_TEST(only_the_own_cookie_connects)
{
    uint8_t bytes[52];
    fs_net_stats stats;
    int mine = raw_socket(), other = raw_socket();
    uint32_t cookie = request_cookie(mine);
    ck_assert_uint_ne(cookie, request_cookie(other));
    ck_assert_uint_eq(cookie, request_cookie(mine));
    raw_send(other, bytes, forge_connect(bytes, 4, cookie, 1));
    ck_assert_uint_eq(receive_size(other), 0);
    raw_send(mine, bytes, forge_connect(bytes, 4, cookie ^ 1, 2));
    ck_assert_uint_eq(receive_size(mine), 0);
    raw_send(mine, bytes, forge_connect(bytes, 255, cookie, 3));
    ck_assert_uint_eq(receive_size(mine), 0);
    fs_net_get_stats(server.net, &stats);
    ck_assert_uint_eq(stats.refused_connects, 3);
    /* The same request with the right cookie is answered by ENet. */
    raw_send(mine, bytes, forge_connect(bytes, 4, cookie, 4));
    ck_assert_uint_gt(receive_size(mine), 0);
    fs_net_get_stats(server.net, &stats);
    ck_assert_uint_eq(stats.refused_connects, 3);
    close(mine);
    close(other);
}
END_TEST

START_TEST(forged_requests_take_no_peer)
{
    enum { FORGED = 5000 };
    uint8_t bytes[52];
    fs_net_stats stats;
    int fd = raw_socket();
    for (uint32_t i = 0; i < FORGED; i++) {
        raw_send(fd, bytes, forge_connect(bytes, 4, i * 2654435761u, i + 1));
        if (i % 64 == 63)
            serve_now();
    }
    serve_now();
    fs_net_get_stats(server.net, &stats);
    ck_assert_uint_eq(stats.refused_connects, FORGED);
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
            bytes[0] &= 0x80; /* the form of traffic of peer 0..255 */
        raw_send(fd, bytes, size);
        if (i % 32 == 31)
            serve_now();
    }
    serve_now();
    fs_net_get_stats(server.net, &after);
    uint64_t counted = after.dropped_messages - before.dropped_messages + after.refused_connects -
                       before.refused_connects;
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

/* Connects a hostile peer through the gate. Returns the head (peer number and session) of its datagrams. */
static uint32_t connect_by_hand(int fd)
{
    uint8_t bytes[200], ack[12] = { 0, 0, 0, 0, 0x01, 0xff, 0, 1, 0, 1 };
    raw_send(fd, bytes, forge_connect(bytes, 4, request_cookie(fd), 99));
    serve_now();
    ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    ck_assert_int_eq((int)got, 48);
    ck_assert_int_eq(bytes[4] & 0x0f, 3);
    uint32_t head = ((uint32_t)bytes[8] << 8 | bytes[9]) | (uint32_t)bytes[11] << 12;
    ack[0] = (uint8_t)(head >> 8 | 0x80);
    ack[1] = (uint8_t)head;
    memcpy(ack + 10, bytes + 2, 2);
    uint32_t before = server.connected;
    raw_send(fd, ack, sizeof ack);
    serve_now();
    ck_assert_uint_eq(server.connected, before + 1);
    return head;
}

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
    uint32_t head = connect_by_hand(fd);
    getrusage(RUSAGE_SELF, &before);
    srand(11);
    for (uint32_t i = 0; i < WILD; i++) {
        size_t size = 4;
        bytes[0] = (uint8_t)(head >> 8 | 0x80);
        bytes[1] = (uint8_t)head;
        put_be32(bytes + 2, (uint32_t)rand());
        for (int n = 1 + rand() % 4; n > 0; n--)
            size += random_command(bytes + size);
        raw_send(fd, bytes, size);
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
        raw_send(fd, bytes, size);
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
    uint32_t head = connect_by_hand(fd);
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
    uint32_t head = connect_by_hand(fd);
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
    uint32_t head = connect_by_hand(fd);
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

/* --- a match beside an attack --------------------------------------------------------- */

static const fs_game *find_game(void *context, const char *name, char *error, size_t error_size)
{
    const fs_game *game = NULL;
    (void)context;
    return fs_game_find(fs_builtin_games(), name, &game, error, error_size) == FS_OK ? game : NULL;
}

static void give_no_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)tick, (void)state, (void)slot, (void)input;
}

/* A match of one player on the open connection. */
static void open_match(void)
{
    fs_match_def def = fs_default_match_def(find_game(NULL, "airhockey", why, sizeof why));
    fs_match_hooks match_hooks = { .context = server.net, .send = fs_net_send, .drop = fs_net_drop };
    fs_session_def session_def = { .name = "eve" };
    fs_session_hooks session_hooks = { .context = client.net,
                                       .send = fs_net_send,
                                       .game = find_game,
                                       .input = give_no_input };
    ck_assert_int_eq(fs_match_create(&def, &match_hooks, fs_net_clock_us(), &server.match), FS_OK);
    ck_assert_int_eq(fs_session_create(&session_def, &session_hooks, &client.session), FS_OK);
    fs_match_connect(server.match, 0, fs_net_clock_us());
    fs_session_connected(client.session, fs_net_clock_us());
}

static void close_match(void)
{
    fs_match_destroy(server.match);
    fs_session_destroy(client.session);
    server.match = NULL;
    client.session = NULL;
}

static void step_match(void)
{
    pump(&client);
    fs_match_poll(server.match, fs_net_clock_us());
    fs_session_poll(client.session, fs_net_clock_us());
    fs_net_flush(server.net);
}

/* 100 datagrams of repetitions of the lowest command beside each step of the match. Without limits a step
 * took 0.6 s, and a pause of the server costs ticks; half of them leaves room for a busy machine. */
START_TEST(a_match_keeps_its_ticks_under_attack)
{
    enum { SPAN_US = 2000000, HZ = 60, DATAGRAMS = 100 };
    int fd = raw_socket();
    server.wary = true;
    uint32_t head = connect_by_hand(fd);
    open_match();
    send_reliable_commands(fd, head, 2, 1, 28000);
    while (fs_match_tick(server.match) == 0)
        step_match();
    uint32_t before = fs_match_tick(server.match);
    for (uint64_t end = fs_net_clock_us() + SPAN_US; fs_net_clock_us() < end;) {
        send_reliable_commands(fd, head, 2, 0, DATAGRAMS * FS__GATE_MAX_COMMANDS);
        step_match();
    }
    fs_session_stats stats;
    fs_session_get_stats(client.session, &stats);
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
    tcase_add_test(tc, only_the_own_cookie_connects);
    tcase_add_test(tc, forged_requests_take_no_peer);
    tcase_add_test(tc, short_hellos_are_not_answered);
    tcase_add_test(tc, garbage_is_counted_and_harmless);
    tcase_add_test(tc, one_call_reaches_messages_behind_garbage);
    tcase_add_test(tc, empty_and_oversized_datagrams_do_not_stop_service);
    tcase_add_test(tc, a_hostile_peer_harms_only_itself);
    tcase_add_test(tc, commands_of_a_peer_out_of_order_are_bounded);
    tcase_add_test(tc, commands_of_a_stranger_out_of_order_are_bounded);
    tcase_add_test(tc, messages_of_a_stranger_are_limited);
    tcase_add_test(tc, unread_messages_are_bounded);
    tcase_add_test(tc, a_match_keeps_its_ticks_under_attack);
    suite_add_tcase(suite, tc);
    return suite;
}
