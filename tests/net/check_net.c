/* check_net.c: the transport over the loopback interface. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "net/net_pair.h"

static atomic_bool stop; /* ends a helper thread */

/* --- messages ------------------------------------------------------------------- */

START_TEST(every_channel_echoes_every_size)
{
    static const size_t sizes[] = { 0, 1, 2, 63, 576, 1199, FS_MAX_PAYLOAD };
    server.echo = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        check_echo((fs_channel)_i, sizes[i]);
    if (_i == FS_CHANNEL_CONTROL || _i == FS_CHANNEL_BULK)
        check_echo((fs_channel)_i, UP_SIZE);
}
END_TEST

START_TEST(big_reliable_messages_come_down_whole)
{
    static uint8_t bytes[BULK_SIZE];
    fill(bytes, sizeof bytes, 7);
    fs_net_send(server.net, 0, FS_CHANNEL_BULK, bytes, sizeof bytes);
    pump_until(&client, &client.messages, 1);
    ck_assert_uint_eq(client.size, BULK_SIZE);
    ck_assert(memcmp(client.bytes, bytes, sizeof bytes) == 0);
}
END_TEST

START_TEST(reliable_messages_keep_their_order)
{
    enum { COUNT = 2000 };
    server.ordered = true;
    for (uint32_t i = 0; i < COUNT; i++)
        fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, &i, sizeof i);
    pump_until(&client, &server.messages, COUNT);
}
END_TEST

START_TEST(unsendable_messages_are_counted)
{
    static uint8_t bytes[UP_SIZE + 1];
    fs_net_stats stats;
    fs_net_send(client.net, 0, FS_CHANNEL_INPUT, bytes, FS_MAX_PAYLOAD + 1);
    fs_net_send(client.net, 0, FS_CHANNEL_BULK, bytes, UP_SIZE + 1);
    fs_net_send(client.net, 1, FS_CHANNEL_CONTROL, bytes, 1);
    fs_net_get_stats(client.net, &stats);
    ck_assert_uint_eq(stats.dropped_messages, 3);
    fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, bytes, 1);
    pump_until(&client, &server.messages, 1);
    ck_assert_uint_eq(server.size, 1);
}
END_TEST

START_TEST(stats_count_both_ends_alike)
{
    fs_net_stats up, down;
    for (uint32_t i = 0; i < 50; i++)
        fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, &i, sizeof i);
    pump_until(&client, &server.messages, 50);
    for (int i = 0; i < 20; i++)
        pump(&client);
    fs_net_get_stats(client.net, &up);
    fs_net_get_stats(server.net, &down);
    ck_assert_uint_eq(up.datagrams_sent, down.datagrams_received);
    ck_assert_uint_eq(up.bytes_sent, down.bytes_received);
    ck_assert_uint_eq(down.datagrams_sent, up.datagrams_received);
    ck_assert_uint_eq(down.bytes_sent, up.bytes_received);
    /* HELLO, OPEN, a request, fifty messages: each byte has its datagram's 28. */
    ck_assert_uint_ge(up.bytes_sent,
                      up.datagrams_sent * 28 + FS__GATE_HELLO_BYTES + FS__OPEN_BYTES + 52 + 50 * (6 + 4));
    ck_assert_uint_eq(down.forged_datagrams, 0);
    ck_assert_uint_eq(up.forged_datagrams, 0);
    ck_assert_uint_eq(down.refused_connects, 0);
    ck_assert_uint_eq(down.dropped_messages, 0);
}
END_TEST

/* --- coming and going -------------------------------------------------------------- */

START_TEST(either_side_may_close)
{
    if (_i == 0)
        fs_net_drop(client.net, 0);
    else
        fs_net_drop(server.net, 0);
    pump_until(&client, &server.disconnected, 1);
    pump_until(&client, &client.disconnected, 1);
    ck_assert_uint_eq(fs_net_peers(server.net), 0);
    ck_assert_uint_eq(fs_net_peers(client.net), 0);
    ck_assert_int_eq(fs_net_reason(client.net), FS_OK);
    ck_assert(strncmp(server.address, "127.0.0.1:", 10) == 0);
    char text[32];
    ck_assert_str_eq(fs_net_address(server.net, 0, text, sizeof text), "");
}
END_TEST

START_TEST(drop_delivers_sent_messages)
{
    static uint8_t bytes[BULK_SIZE];
    fs_net_send(server.net, 0, FS_CHANNEL_BULK, bytes, sizeof bytes);
    fs_net_drop(server.net, 0);
    pump_until(&client, &client.disconnected, 1);
    ck_assert_uint_eq(client.messages, 1);
    ck_assert_uint_eq(client.size, BULK_SIZE);
}
END_TEST

static void *serve_until_disconnected(void *context)
{
    side *s = context;
    uint64_t end = fs_net_clock_us() + PATIENCE_US;
    while (s->disconnected == 0 && fs_net_clock_us() < end)
        fs_net_service(s->net, fs_net_clock_us() + 100000);
    return NULL;
}

START_TEST(close_delivers_sent_messages)
{
    pthread_t thread;
    uint64_t begin = fs_net_clock_us();
    fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, "good-bye", 9);
    pthread_create(&thread, NULL, serve_until_disconnected, &server);
    fs_net_close(client.net, 2000);
    client.net = NULL;
    pthread_join(thread, NULL);
    ck_assert_uint_eq(server.messages, 1);
    ck_assert_str_eq((const char *)server.bytes, "good-bye");
    ck_assert_uint_eq(server.disconnected, 1);
    ck_assert(fs_net_clock_us() - begin < 1500000);
}
END_TEST

/* A client process that only services ENet until it is killed. */
static pid_t start_client_process(void)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    side *s = calloc(1, sizeof *s);
    dial(s);
    for (;;)
        fs_net_service(s->net, fs_net_clock_us() + 100000);
}

START_TEST(a_killed_peer_times_out)
{
    memset(&server, 0, sizeof server);
    listen_with(4);
    fs__net_set_timeout(server.net, 300, 600);
    pid_t child = start_client_process();
    while (server.connected == 0)
        fs_net_service(server.net, fs_net_clock_us() + 100000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    uint64_t killed = fs_net_clock_us();
    while (server.disconnected == 0 && fs_net_clock_us() < killed + PATIENCE_US)
        fs_net_service(server.net, killed + PATIENCE_US);
    ck_assert_uint_eq(server.disconnected, 1);
    /* A ping is due every 500 ms and has 300 to 600 ms to be answered. */
    ck_assert(fs_net_clock_us() - killed > 200000);
    ck_assert(fs_net_clock_us() - killed < 2500000);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(a_peer_too_many_is_refused)
{
    side more[3];
    memset(&server, 0, sizeof server);
    memset(more, 0, sizeof more);
    listen_with(2);
    for (int i = 0; i < 2; i++) {
        dial(&more[i]);
        pump_until(&more[i], &more[i].connected, 1);
        pump_until(&more[i], &server.connected, (uint32_t)i + 1);
        ck_assert_uint_eq(server.last_peer, (uint32_t)i);
    }
    dial(&more[2]);
    pump_until(&more[2], &more[2].disconnected, 1);
    ck_assert_int_eq(fs_net_reason(more[2].net), FS_E_FULL);
    ck_assert_uint_eq(server.connected, 2);
    ck_assert_uint_eq(server.disconnected, 0);
    ck_assert_uint_eq(fs_net_peers(server.net), 2);
    /* A number is free again once its connection ended. */
    fs_net_close(more[2].net, 0);
    fs_net_drop(server.net, 0);
    pump_until(&more[0], &server.disconnected, 1);
    memset(&more[2], 0, sizeof more[2]);
    dial(&more[2]);
    pump_until(&more[2], &server.connected, 3);
    ck_assert_uint_eq(server.last_peer, 0);
    for (int i = 0; i < 3; i++)
        fs_net_close(more[i].net, 0);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(sixty_four_peers_from_one_machine)
{
    enum { MANY = 64 };
    static side many[MANY];
    memset(&server, 0, sizeof server);
    memset(many, 0, sizeof many);
    listen_with(FS_MAX_PEERS);
    for (int i = 0; i < MANY; i++)
        dial(&many[i]);
    uint64_t end = fs_net_clock_us() + PATIENCE_US;
    while (server.connected < MANY && fs_net_clock_us() < end) {
        fs_net_service(server.net, 0);
        for (int i = 0; i < MANY; i++)
            fs_net_service(many[i].net, 0);
    }
    ck_assert_uint_eq(fs_net_peers(server.net), MANY);
    for (int i = 0; i < MANY; i++)
        fs_net_close(many[i].net, 0);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(a_connection_attempt_can_be_dropped)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    listen_with(1);
    dial(&client);
    fs_net_service(client.net, 0);
    fs_net_drop(client.net, 0);
    fs_net_service(client.net, 0);
    ck_assert_uint_eq(client.disconnected, 1);
    ck_assert_uint_eq(client.connected, 0);
    ck_assert_int_eq(fs_net_reason(client.net), FS_OK);
    tear_down();
}
END_TEST

/* --- a bad link ----------------------------------------------------------------- */

/* Stands between client and server and loses one datagram in ten. */
typedef struct relay {
    int front, back;         /* sockets towards the client and the server */
    struct sockaddr_in from; /* the client, once it spoke */
    uint32_t dice, lost;
} relay;

static int loopback_socket(uint16_t port, bool to)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port) };
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq((to ? connect : bind)(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void *relay_until_stopped(void *context)
{
    relay *r = context;
    uint8_t bytes[4096];
    socklen_t length = sizeof r->from;
    while (!atomic_load(&stop)) {
        struct pollfd p[2] = { { .fd = r->front, .events = POLLIN }, { .fd = r->back, .events = POLLIN } };
        poll(p, 2, 20);
        bool up = p[0].revents != 0;
        ssize_t got = recvfrom(up ? r->front : r->back, bytes, sizeof bytes, MSG_DONTWAIT,
                               up ? (struct sockaddr *)&r->from : NULL, up ? &length : NULL);
        if (got <= 0)
            continue;
        r->dice = r->dice * 1664525u + 1013904223u;
        if (r->dice >> 16 < 65536 / 10)
            r->lost++;
        else if (up)
            send(r->back, bytes, (size_t)got, 0);
        else
            sendto(r->front, bytes, (size_t)got, 0, (struct sockaddr *)&r->from, sizeof r->from);
    }
    return NULL;
}

START_TEST(a_lossy_link_delays_but_loses_nothing_reliable)
{
    enum { COUNT = 200 };
    static uint8_t bytes[BULK_SIZE];
    char text[32];
    pthread_t thread;
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    listen_with(1);
    relay r = { .front = loopback_socket(0, false),
                .back = loopback_socket(fs_net_port(server.net), true),
                .dice = (uint32_t)_i };
    socklen_t length = sizeof r.from;
    getsockname(r.front, (struct sockaddr *)&r.from, &length);
    snprintf(text, sizeof text, "127.0.0.1:%u", ntohs(r.from.sin_port));
    atomic_store(&stop, false);
    pthread_create(&thread, NULL, relay_until_stopped, &r);
    fs_net_hooks hooks = hooks_of(&client);
    ck_assert_int_eq(fs_net_connect(text, &hooks, &client.net, why, sizeof why), FS_OK);
    pump_until(&client, &client.connected, 1);
    server.ordered = true;
    for (uint32_t i = 0; i < COUNT; i++)
        fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, &i, sizeof i);
    pump_until(&client, &server.messages, COUNT);
    fill(bytes, sizeof bytes, 3);
    fs_net_send(server.net, 0, FS_CHANNEL_BULK, bytes, sizeof bytes);
    pump_until(&client, &client.messages, 1);
    ck_assert(memcmp(client.bytes, bytes, sizeof bytes) == 0);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    ck_assert_uint_gt(r.lost, 5);
    tear_down();
    close(r.front);
    close(r.back);
}
END_TEST

/* --- errors -------------------------------------------------------------------- */

START_TEST(a_port_in_use_is_named)
{
    char expected[60];
    fs_net_hooks hooks = hooks_of(&client);
    fs_net *net = NULL;
    snprintf(expected, sizeof expected, "port %u is already in use", fs_net_port(server.net));
    ck_assert_int_eq(fs_net_listen(fs_net_port(server.net), 4, &hooks, &net, why, sizeof why), FS_E_NETWORK);
    ck_assert_str_eq(why, expected);
    ck_assert_ptr_null(net);
}
END_TEST

static const struct {
    const char *address;
    fs_result result;
    const char *tells;
} binds[] = {
    { "[127.0.0.1", FS_E_ARGUMENT, "no numeric" },
    { "[]", FS_E_ARGUMENT, "no numeric" },
    { "::1%nosuch", FS_E_ARGUMENT, "no numeric" },
    { "fe80::1", FS_E_ARGUMENT, "needs an interface" },
    { "localhost", FS_E_ARGUMENT, "no numeric" },
    { "", FS_E_ARGUMENT, "no numeric" },
    { "300.1.1.1", FS_E_ARGUMENT, "no numeric" },
    { "127.1", FS_E_ARGUMENT, "no numeric" },
    { "192.0.2.7", FS_E_NETWORK, "does not have the address 192.0.2.7" },
};

START_TEST(an_address_that_cannot_be_bound_is_named)
{
    fs_net_hooks hooks = hooks_of(&client);
    fs_net *net = NULL;
    ck_assert_int_eq(fs_net_listen_on(binds[_i].address, 0, 4, &hooks, &net, why, sizeof why), binds[_i].result);
    ck_assert_msg(strstr(why, binds[_i].tells) != NULL, "%s", why);
    ck_assert_ptr_null(net);
    fs_result checked = fs_net_check_address(binds[_i].address, why, sizeof why);
    ck_assert_int_eq(checked, binds[_i].result == FS_E_ARGUMENT ? FS_E_ARGUMENT : FS_OK);
}
END_TEST

START_TEST(one_address_is_bound_beside_another)
{
    fs_net_hooks hooks = hooks_of(&client);
    fs_net *first = NULL, *second = NULL;
    ck_assert_int_eq(fs_net_listen_on("127.0.0.1", 0, 4, &hooks, &first, why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_net_listen_on("127.0.0.2", fs_net_port(first), 4, &hooks, &second, why, sizeof why), FS_OK);
    fs_net_close(first, 0);
    fs_net_close(second, 0);
}
END_TEST

START_TEST(no_answer_ends_in_a_timeout)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    listen_with(1);
    dial(&client);
    fs_net_close(server.net, 0);
    server.net = NULL;
    uint64_t begin = fs_net_clock_us();
    pump_until(&client, &client.disconnected, 1);
    ck_assert(fs_net_clock_us() - begin > FS__NET_DIAL_TIMEOUT_US - 200000);
    ck_assert_int_eq(fs_net_reason(client.net), FS_E_TIMEOUT);
    fs_net_stats stats;
    fs_net_get_stats(client.net, &stats);
    /* One HELLO at once and then every 250 ms. */
    ck_assert_uint_ge(stats.datagrams_sent, 15);
    ck_assert_uint_le(stats.datagrams_sent, 20);
    fs_net_close(client.net, 0);
}
END_TEST

/* --- waiting ------------------------------------------------------------------------------ */

static void *echo_until_stopped(void *context)
{
    side *s = context;
    while (!atomic_load(&stop))
        fs_net_service(s->net, fs_net_clock_us() + 100000);
    return NULL;
}

static int compare_values(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

START_TEST(data_wakes_a_waiting_host)
{
    enum { TURNS = 201 };
    uint64_t took[TURNS];
    pthread_t thread;
    server.echo = true;
    atomic_store(&stop, false);
    pthread_create(&thread, NULL, echo_until_stopped, &server);
    for (uint32_t i = 0; i < TURNS; i++) {
        uint64_t begin = fs_net_clock_us();
        fs_net_send(client.net, 0, FS_CHANNEL_INPUT, &i, sizeof i);
        while (client.messages <= i && fs_net_clock_us() < begin + PATIENCE_US)
            fs_net_service(client.net, begin + PATIENCE_US);
        took[i] = fs_net_clock_us() - begin;
    }
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    qsort(took, TURNS, sizeof took[0], compare_values);
    printf("there and back: median %u us, 95 %% %u us\n", (unsigned)took[TURNS / 2], (unsigned)took[TURNS * 95 / 100]);
    ck_assert_uint_lt(took[TURNS / 2], 2000);
}
END_TEST

START_TEST(waiting_uses_no_processor_time)
{
    uint64_t end = fs_net_clock_us() + 1000000;
    clock_t before = clock();
    while (fs_net_clock_us() < end) {
        fs_net_service(server.net, fs_net_clock_us() + 100000);
        fs_net_service(client.net, fs_net_clock_us() + 100000);
    }
    double used_ms = (double)(clock() - before) * 1000 / CLOCKS_PER_SEC;
    printf("one second of waiting: %.2f ms of the processor\n", used_ms);
    ck_assert(used_ms < 50);
}
END_TEST

/* Of ENet; used to play a step of the wall clock. */
extern void enet_time_set(uint32_t now_ms);
extern uint32_t enet_time_get(void);

START_TEST(a_step_of_the_clock_breaks_no_link)
{
    server.echo = true;
    fs_net_send(client.net, 0, FS_CHANNEL_CONTROL, "unanswered", 11);
    fs_net_flush(client.net);
    enet_time_set(enet_time_get() + (_i == 0 ? 60000u : -60000u));
    pump_until(&client, &client.messages, 1);
    for (int i = 0; i < 20; i++)
        pump(&client);
    ck_assert_uint_eq(client.disconnected + server.disconnected, 0);
    check_echo(FS_CHANNEL_CONTROL, 100);
}
END_TEST

static volatile sig_atomic_t alarms;

static void on_alarm(int signal_number)
{
    (void)signal_number;
    alarms++;
}

START_TEST(signals_end_a_wait_and_break_nothing)
{
    struct sigaction action = { .sa_handler = on_alarm };
    struct itimerval each = { { 0, 20000 }, { 0, 20000 } };
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &each, NULL);
    uint64_t begin = fs_net_clock_us();
    fs_net_service(server.net, begin + PATIENCE_US);
    ck_assert(fs_net_clock_us() - begin < 1000000);
    ck_assert_int_ge(alarms, 1);
    server.echo = true;
    for (int i = 0; i < 50; i++)
        check_echo(FS_CHANNEL_CONTROL, 5000);
    setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("net");
    TCase *pair = tcase_create("pair");
    tcase_set_timeout(pair, 60);
    tcase_add_checked_fixture(pair, set_up, tear_down);
    tcase_add_loop_test(pair, every_channel_echoes_every_size, 0, FS_CHANNEL_COUNT);
    tcase_add_test(pair, big_reliable_messages_come_down_whole);
    tcase_add_test(pair, reliable_messages_keep_their_order);
    tcase_add_test(pair, unsendable_messages_are_counted);
    tcase_add_test(pair, stats_count_both_ends_alike);
    tcase_add_loop_test(pair, either_side_may_close, 0, 2);
    tcase_add_test(pair, drop_delivers_sent_messages);
    tcase_add_test(pair, close_delivers_sent_messages);
    tcase_add_test(pair, a_port_in_use_is_named);
    tcase_add_test(pair, one_address_is_bound_beside_another);
    tcase_add_loop_test(pair, an_address_that_cannot_be_bound_is_named, 0, (int)(sizeof binds / sizeof binds[0]));
    tcase_add_test(pair, data_wakes_a_waiting_host);
    tcase_add_test(pair, waiting_uses_no_processor_time);
    tcase_add_loop_test(pair, a_step_of_the_clock_breaks_no_link, 0, 2);
    tcase_add_test(pair, signals_end_a_wait_and_break_nothing);
    suite_add_tcase(suite, pair);
    TCase *alone = tcase_create("alone");
    tcase_set_timeout(alone, 60);
    tcase_add_test(alone, a_killed_peer_times_out);
    tcase_add_test(alone, a_peer_too_many_is_refused);
    tcase_add_test(alone, sixty_four_peers_from_one_machine);
    tcase_add_test(alone, a_connection_attempt_can_be_dropped);
    tcase_add_loop_test(alone, a_lossy_link_delays_but_loses_nothing_reliable, 1, 4);
    tcase_add_test(alone, no_answer_ends_in_a_timeout);
    suite_add_tcase(suite, alone);
    return suite;
}
