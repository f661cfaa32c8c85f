/* check_ipv6.c: hosts of both families, on the addresses that this machine has.
 *
 * On a machine without IPv6, or without an address besides the loopback ones, the tests that need it say so in a line and
 * pass.
 */
#include "config.h" /* first: it opens getifaddrs() */

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/raw_peer.h"

static side other;

static bool has_ipv6(const char *test)
{
    const fs__endpoint here = { .address = { [15] = 1 } };
    fs__net_socket s;
    bool has = fs__net_socket_open(&s, &here);
    if (has)
        fs__net_socket_close(&s);
    else
        printf("skipped: %s (this machine has no IPv6)\n", test);
    return has;
}

/* Writes an address of this machine without brackets: link-local or not, of IPv6 or IPv4. */
static bool find_address(char *text, size_t size, bool ipv4, bool link_local)
{
    struct ifaddrs *list = NULL;
    bool found = false;
    ck_assert_int_eq(getifaddrs(&list), 0);
    for (const struct ifaddrs *a = list; a != NULL && !found; a = a->ifa_next) {
        struct sockaddr_storage name = { 0 };
        fs__endpoint e;
        if (a->ifa_addr == NULL || (a->ifa_flags & IFF_UP) == 0)
            continue;
        bool six = a->ifa_addr->sa_family == AF_INET6;
        memcpy(&name, a->ifa_addr, six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr));
        if (!fs__endpoint_get(&e, &name) || fs__endpoint_is_loopback(&e) || fs__endpoint_is_ipv4(&e) != ipv4 ||
            (e.scope != 0) != link_local)
            continue;
        fs__endpoint_format(&e, text, size);
        *strrchr(text, ':') = '\0';
        found = true;
    }
    freeifaddrs(list);
    return found;
}

/* Whether the system tells the interface of a link-local address as it was given: some emulators reorder its bytes. */
static bool tells_interface(const char *address)
{
    struct sockaddr_in6 given = { .sin6_family = AF_INET6 }, told = { 0 };
    socklen_t size = sizeof told;
    char host[64], interface[IF_NAMESIZE];
    ck_assert_int_eq(sscanf(address, "[%63[^%]%%%15[^]]", host, interface), 2);
    ck_assert_int_eq(inet_pton(AF_INET6, host, &given.sin6_addr), 1);
    given.sin6_scope_id = if_nametoindex(interface);
    int file = socket(AF_INET6, SOCK_DGRAM, 0);
    ck_assert_int_eq(bind(file, (struct sockaddr *)&given, sizeof given), 0);
    ck_assert_int_eq(getsockname(file, (struct sockaddr *)&told, &size), 0);
    close(file);
    return told.sin6_scope_id == given.sin6_scope_id;
}

static void start(void)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    memset(&other, 0, sizeof other);
}

static void connect_to(side *s, const char *address)
{
    uint32_t before = server.connected;
    dial_at(s, address);
    pump_until(s, &s->connected, 1);
    pump_until(s, &server.connected, before + 1);
}

/* --- both families ---------------------------------------------------------------------- */

static const char *const listened[] = { NULL, "::", "::1", "[::1]" };

START_TEST(messages_pass_over_ipv6)
{
    if (!has_ipv6("messages_pass_over_ipv6"))
        return;
    char text[FS_ADDRESS_BYTES];
    start();
    listen_on(listened[_i], 4);
    connect_to(&client, "[::1]");
    ck_assert(strncmp(fs_net_address(server.net, 0, text, sizeof text), "[::1]:", 6) == 0);
    ck_assert_str_eq(fs_net_origin_text(server.net, 0, text, sizeof text), "::1");
    ck_assert_uint_eq(fs_net_origin(server.net, 0), 0);
    server.echo = true;
    for (int channel = 0; channel < FS_CHANNEL_COUNT; channel++) {
        check_echo((fs_channel)channel, 0);
        check_echo((fs_channel)channel, FS_MAX_PAYLOAD);
    }
    check_echo(FS_CHANNEL_BULK, UP_SIZE);
    fs_net_drop(client.net, 0);
    pump_until(&client, &server.disconnected, 1);
    ck_assert(strncmp(server.address, "[::1]:", 6) == 0);
    tear_down();
}
END_TEST

START_TEST(both_families_meet_on_one_port)
{
    if (!has_ipv6("both_families_meet_on_one_port"))
        return;
    char text[FS_ADDRESS_BYTES];
    start();
    listen_with(4);
    connect_to(&client, "127.0.0.1");
    connect_to(&other, "[::1]");
    ck_assert(strncmp(fs_net_address(server.net, 0, text, sizeof text), "127.0.0.1:", 10) == 0);
    ck_assert(strncmp(fs_net_address(server.net, 1, text, sizeof text), "[::1]:", 6) == 0);
    fs_net_send(server.net, 0, FS_CHANNEL_CONTROL, "four", 4);
    fs_net_send(server.net, 1, FS_CHANNEL_CONTROL, "six", 3);
    pump_until(&client, &client.messages, 1);
    pump_until(&other, &other.messages, 1);
    ck_assert_uint_eq(client.size, 4);
    ck_assert_uint_eq(other.size, 3);
    fs_net_close(other.net, 0);
    tear_down();
}
END_TEST

/* A host of one family does not hear the other. */
START_TEST(one_family_hears_itself_alone)
{
    static const char *const rows[][2] = { { "0.0.0.0", "::1" }, { "127.0.0.1", "::1" }, { "::1", "127.0.0.1" } };
    if (!has_ipv6("one_family_hears_itself_alone"))
        return;
    uint8_t hello[FS__GATE_HELLO_BYTES];
    start();
    listen_on(rows[_i][0], 4);
    int fd = raw_socket_at(rows[_i][1]);
    fs__gate_put_hello(hello, 1);
    raw_send(fd, hello, sizeof hello);
    ck_assert_uint_eq(receive_size(fd), 0);
    ck_assert_uint_eq(server_stats().datagrams_received, 0);
    close(fd);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(the_headers_of_ipv6_are_counted)
{
    if (!has_ipv6("the_headers_of_ipv6_are_counted"))
        return;
    fs_net_stats up, down;
    start();
    listen_with(4);
    connect_to(&client, "[::1]");
    for (int i = 0; i < 20; i++)
        pump(&client);
    fs_net_get_stats(client.net, &up);
    down = server_stats();
    ck_assert_uint_eq(up.bytes_sent, down.bytes_received);
    ck_assert_uint_eq(down.bytes_sent, up.bytes_received);
    ck_assert_uint_ge(up.bytes_sent, up.datagrams_sent * 48 + FS__GATE_HELLO_BYTES + FS__OPEN_BYTES + 52);
    tear_down();
}
END_TEST

/* --- addresses of this machine ---------------------------------------------------------- */

/* The answer comes from the address that was asked, though the system would send from another one. */
START_TEST(the_asked_address_answers)
{
    if (!has_ipv6("the_asked_address_answers"))
        return;
    start();
    listen_with(4);
    connect_to(&client, "127.0.0.2");
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    tear_down();
}
END_TEST

START_TEST(a_link_local_address_has_its_interface)
{
    char address[FS_ADDRESS_BYTES], text[FS_ADDRESS_BYTES];
    if (!find_address(address, sizeof address, false, true)) {
        printf("skipped: a_link_local_address_has_its_interface (this machine has no such address)\n");
        return;
    }
    if (!tells_interface(address)) {
        printf("skipped: a_link_local_address_has_its_interface (this emulator changes the interface's number)\n");
        return;
    }
    start();
    listen_with(4);
    connect_to(&client, address);
    ck_assert_str_eq(fs_net_address(client.net, 0, text, strlen(address) + 1), address);
    ck_assert(strchr(fs_net_origin_text(server.net, 0, text, sizeof text), '%') != NULL);
    ck_assert_uint_ne(fs_net_origin(server.net, 0), 0);
    tear_down();
}
END_TEST

/* Ports do not help: 8 connections of an origin, of either family. */
START_TEST(an_origin_has_its_limit)
{
    enum { TRIED = FS__GATE_ADDRESS_LIMIT + 1 };
    static side sides[TRIED];
    char address[FS_ADDRESS_BYTES];
    if (!find_address(address, sizeof address, _i == 0, false)) {
        printf("skipped: an_origin_has_its_limit (this machine has loopback addresses of IPv%d alone)\n",
               _i == 0 ? 4 : 6);
        return;
    }
    start();
    memset(sides, 0, sizeof sides);
    listen_with(TRIED);
    for (uint32_t i = 0; i < FS__GATE_ADDRESS_LIMIT; i++)
        connect_to(&sides[i], address);
    ck_assert_uint_eq(fs_net_origin(server.net, 0), fs_net_origin(server.net, 7));
    dial_at(&sides[TRIED - 1], address);
    for (uint64_t end = fs_net_clock_us() + PATIENCE_US;
         server_stats().refused_connects == 0 && fs_net_clock_us() < end;)
        pump(&sides[TRIED - 1]);
    ck_assert_uint_ge(server_stats().refused_connects, 1);
    ck_assert_uint_eq(server.connected, FS__GATE_ADDRESS_LIMIT);
    for (uint32_t i = 0; i < TRIED; i++)
        fs_net_close(sides[i].net, 0);
    fs_net_close(server.net, 0);
}
END_TEST

/* The program may give an origin more. */
START_TEST(a_limit_of_an_origin_can_be_raised)
{
    enum { RAISED = FS__GATE_ADDRESS_LIMIT + 3, TRIED = RAISED + 1 };
    static side sides[TRIED];
    char address[FS_ADDRESS_BYTES];
    if (!find_address(address, sizeof address, _i == 0, false)) {
        printf("skipped: a_limit_of_an_origin_can_be_raised (loopback addresses of IPv%d alone)\n", _i == 0 ? 4 : 6);
        return;
    }
    start();
    memset(sides, 0, sizeof sides);
    listen_with(TRIED);
    fs_net_set_origin_limit(server.net, RAISED);
    for (uint32_t i = 0; i < RAISED; i++)
        connect_to(&sides[i], address);
    dial_at(&sides[RAISED], address);
    for (uint64_t end = fs_net_clock_us() + PATIENCE_US;
         server_stats().refused_connects == 0 && fs_net_clock_us() < end;)
        pump(&sides[RAISED]);
    ck_assert_uint_ge(server_stats().refused_connects, 1);
    ck_assert_uint_eq(server.connected, RAISED);
    for (uint32_t i = 0; i < TRIED; i++)
        fs_net_close(sides[i].net, 0);
    fs_net_close(server.net, 0);
}
END_TEST

/* --- names with many addresses ----------------------------------------------------------- */

/* The first address is of the family in which the server does not listen. */
START_TEST(the_next_address_is_tried)
{
    static const char *const rows[][2] = { { "::1", "127.0.0.1" }, { "127.0.0.1", "::1" } };
    if (!has_ipv6("the_next_address_is_tried"))
        return;
    char text[FS_ADDRESS_BYTES];
    start();
    listen_on(rows[_i][1], 4);
    dial_at(&client, "127.0.0.1");
    fs__address_list *servers = &client.net->dial.servers;
    uint16_t port = fs_net_port(server.net);
    for (servers->count = 0; servers->count < 2; servers->count++) {
        ck_assert(fs__endpoint_parse(&servers->endpoints[servers->count], rows[_i][servers->count]));
        servers->endpoints[servers->count].port = port;
    }
    pump_until(&client, &client.connected, 1);
    ck_assert_ptr_nonnull(strstr(fs_net_address(client.net, 0, text, sizeof text), rows[_i][1]));
    tear_down();
}
END_TEST

/* --- strangers --------------------------------------------------------------------------- */

START_TEST(strangers_get_no_state)
{
    enum { SOCKETS = 64 };
    if (!has_ipv6("strangers_get_no_state"))
        return;
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES], garbage[300];
    int files[SOCKETS];
    start();
    listen_with(4);
    for (int i = 0; i < SOCKETS; i++) {
        files[i] = raw_socket_at("::1");
        uint32_t cookie = request_cookie(files[i]);
        forge_open(open, secret, cookie ^ 1);
        raw_send(files[i], open, sizeof open);
        fill(garbage, sizeof garbage, (uint32_t)i);
        raw_send(files[i], garbage, sizeof garbage);
        raw_send(files[i], garbage, 0);
        serve_now();
    }
    ck_assert_uint_eq(server.net->handshakes, 0);
    ck_assert_uint_eq(server.connected, 0);
    ck_assert_uint_eq(server_stats().refused_connects, SOCKETS);
    ck_assert_uint_eq(server_stats().datagrams_received, 4 * SOCKETS);
    connect_to(&client, "[::1]");
    for (int i = 0; i < SOCKETS; i++)
        close(files[i]);
    tear_down();
}
END_TEST

/* The cookie of IPv4 does not open from IPv6, nor that of another port. */
START_TEST(a_cookie_serves_its_address_alone)
{
    if (!has_ipv6("a_cookie_serves_its_address_alone"))
        return;
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES];
    start();
    listen_with(4);
    int files[] = { raw_socket_at("127.0.0.1"), raw_socket_at("::1"), raw_socket_at("::1") };
    for (int i = 0; i < 3; i++) {
        forge_open(open, secret, request_cookie(files[i]));
        raw_send(files[(i + 1) % 3], open, sizeof open);
        ck_assert_uint_eq(receive_size(files[(i + 1) % 3]), 0);
    }
    ck_assert_uint_eq(server_stats().refused_connects, 3);
    raw_send(files[2], open, sizeof open);
    ck_assert_uint_eq(receive_size(files[2]), FS__KEYS_BYTES);
    for (int i = 0; i < 3; i++)
        close(files[i]);
    fs_net_close(server.net, 0);
}
END_TEST

/* ENet's own socket has no address that a stranger could write to, and the full pair between the host and ENet loses nothing. */
START_TEST(nobody_writes_to_the_socket_of_enet)
{
    start();
    listen_with(4);
    connect_to(&client, "127.0.0.1");
    const int ends[] = { server.net->host->socket, server.net->wakeup };
    for (int i = 0; i < 2; i++) {
        struct sockaddr_storage address;
        socklen_t size = sizeof address;
        ck_assert_int_eq(getsockname(ends[i], (struct sockaddr *)&address, &size), 0);
        ck_assert_int_eq(address.ss_family, AF_UNIX);
        ck_assert_uint_eq(size, sizeof address.ss_family); /* without a name */
    }
    server.echo = true;
    for (int i = 0; i < 50; i++)
        check_echo(FS_CHANNEL_CONTROL, 100);
    check_echo(FS_CHANNEL_BULK, UP_SIZE);
    fs_net_stats stats = server_stats();
    ck_assert_uint_eq(stats.dropped_messages + stats.forged_datagrams + stats.refused_connects, 0);
    tear_down();
}
END_TEST

/* --- finding -------------------------------------------------------------------------------- */

START_TEST(servers_are_found_over_ipv6)
{
    if (!has_ipv6("servers_are_found_over_ipv6"))
        return;
    const fs_server_info shown = { .version = FS_PROTOCOL_VERSION, .game = "airhockey", .name = "Six" };
    char address[FS_ADDRESS_BYTES], numeric[FS_ADDRESS_BYTES];
    fs_found_server found = { 0 };
    fs_finder *finder;
    start();
    listen_on("::1", 4);
    fs_net_set_info(server.net, &shown);
    ck_assert_int_eq(fs_finder_create(&finder, why, sizeof why), FS_OK);
    if (_i == 0)
        fs_finder_ask_lan(finder, fs_net_port(server.net), 1);
    else {
        snprintf(address, sizeof address, "[::1]:%u", fs_net_port(server.net));
        ck_assert_int_eq(fs_finder_ask(finder, address, numeric, why, sizeof why), FS_OK);
        ck_assert_str_eq(numeric, address);
    }
    bool answered = false;
    for (uint64_t end = fs_net_clock_us() + PATIENCE_US; !answered && fs_net_clock_us() < end;) {
        fs_net_service(server.net, fs_net_clock_us() + 1000);
        answered = fs_finder_next(finder, 0, &found);
    }
    ck_assert_str_eq(found.info.name, "Six");
    ck_assert(strncmp(found.address, "[::1]:", 6) == 0);
    ck_assert_str_eq(found.asked, found.address);
    fs_finder_destroy(finder);
    fs_net_close(server.net, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ipv6");
    TCase *tc = tcase_create("ipv6");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, messages_pass_over_ipv6, 0, (int)(sizeof listened / sizeof listened[0]));
    tcase_add_test(tc, both_families_meet_on_one_port);
    tcase_add_loop_test(tc, one_family_hears_itself_alone, 0, 3);
    tcase_add_test(tc, the_headers_of_ipv6_are_counted);
    tcase_add_test(tc, the_asked_address_answers);
    tcase_add_test(tc, a_link_local_address_has_its_interface);
    tcase_add_loop_test(tc, an_origin_has_its_limit, 0, 2);
    tcase_add_loop_test(tc, a_limit_of_an_origin_can_be_raised, 0, 2);
    tcase_add_loop_test(tc, the_next_address_is_tried, 0, 2);
    tcase_add_test(tc, strangers_get_no_state);
    tcase_add_test(tc, a_cookie_serves_its_address_alone);
    tcase_add_test(tc, nobody_writes_to_the_socket_of_enet);
    tcase_add_loop_test(tc, servers_are_found_over_ipv6, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}
