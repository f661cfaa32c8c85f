/* check_gate.c: cookies, the check of every command, and addresses as text. */
#include <fixstep/net.h>
#include <sodium.h>
#include <string.h>

#include "support/check_main.h"
#include "net/address.h"
#include "net/gate.h"
#include "net/host.h"

static char why[200];

/* --- the gate ------------------------------------------------------------------------ */

START_TEST(cookies_expire_and_differ)
{
    fs__gate gate, other;
    const uint64_t epoch_us = FS__GATE_EPOCH_S * 1000000ull, now_us = 1000 * epoch_us + 3;
    memset(&gate, 1, sizeof gate);
    memset(&other, 2, sizeof other);
    fs__endpoint from = fs__endpoint_of_ipv4(0x7f000001, 4000), port = from, host = from, scope = from;
    port.port = 4001;
    host.address[3] = 1;
    scope.scope = 2;
    uint32_t cookie = fs__gate_cookie(&gate, &from, now_us);
    ck_assert(fs__gate_cookie_valid(&gate, &from, now_us, cookie));
    ck_assert(fs__gate_cookie_valid(&gate, &from, now_us + epoch_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &from, now_us + 2 * epoch_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &from, now_us - epoch_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &port, now_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &host, now_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &scope, now_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&other, &from, now_us, cookie));
    ck_assert(!fs__gate_cookie_valid(&gate, &from, now_us, 0));
}
END_TEST

START_TEST(connections_per_address_are_limited)
{
    static const struct {
        const char *address;
        uint32_t limit;
    } rows[] = { { "192.0.2.7", FS__GATE_ADDRESS_LIMIT },
                 { "126.0.0.1", FS__GATE_ADDRESS_LIMIT },
                 { "2001:db8::1", FS__GATE_ADDRESS_LIMIT },
                 { "::2", FS__GATE_ADDRESS_LIMIT },
                 { "127.0.0.1", UINT32_MAX },
                 { "127.1.2.3", UINT32_MAX },
                 { "::1", UINT32_MAX },
                 { "::ffff:127.0.0.1", UINT32_MAX } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fs__endpoint from;
        ck_assert(fs__endpoint_parse(&from, rows[i].address));
        ck_assert_uint_eq(fs__gate_address_limit(&from), rows[i].limit);
    }
}
END_TEST

static const fs__gate_limits up = { false, FS__NET_MAX_UP_BYTES, FS__NET_WINDOW };

/* One command after a header of two bytes. */
static bool is_valid_traffic(const char *hex, const fs__gate_limits *limits)
{
    uint8_t bytes[2000] = { 0 };
    size_t size = 0;
    ck_assert_int_eq(sodium_hex2bin(bytes + 2, sizeof bytes - 2, hex, strlen(hex), " ", &size, NULL), 0);
    return fs__gate_traffic_valid(bytes, size + 2, limits);
}

START_TEST(only_our_own_commands_pass)
{
    fs__gate_limits down = { true, FS__NET_MAX_DOWN_BYTES, FS__NET_CLIENT_WINDOW };
    ck_assert(is_valid_traffic("85ff0001", &up)); /* ping */
    ck_assert(is_valid_traffic("85ff0001 85ff0002", &up));
    ck_assert(is_valid_traffic("86000001 0002 abcd", &up));     /* reliable on CONTROL */
    ck_assert(is_valid_traffic("49010000 0001 0001 ab", &up));  /* unsequenced on INPUT */
    ck_assert(!is_valid_traffic("", &up));                      /* nothing */
    ck_assert(!is_valid_traffic("85ff00", &up));                /* cut short */
    ck_assert(!is_valid_traffic("85ff0001 00", &up));           /* followed by something */
    ck_assert(!is_valid_traffic("86000001 0003 abcd", &up));    /* payload past the end */
    ck_assert(!is_valid_traffic("86010001 0002 abcd", &up));    /* reliable on INPUT */
    ck_assert(!is_valid_traffic("86040001 0002 abcd", &up));    /* no such channel */
    ck_assert(!is_valid_traffic("49000000 0001 0001 ab", &up)); /* unsequenced on CONTROL */
    ck_assert(!is_valid_traffic("49040000 0001 0001 ab", &up));
    ck_assert(!is_valid_traffic("07000000 0001 0001 ab", &up)); /* sequenced unreliable */
    ck_assert(!is_valid_traffic("0fff0001", &up));              /* no such command */
    ck_assert(!is_valid_traffic("80ff0001", &up));
    ck_assert(!is_valid_traffic("8fff0001", &down));
    /* The answer to a request is for hosts that made one. */
    const char *verify =
        "83ff0001 00000000 00000500 00010000 00000004 00000000 00000000 00001388 00000002 00000002 00000000";
    ck_assert(is_valid_traffic(verify, &down));
    ck_assert(!is_valid_traffic(verify, &up));
}
END_TEST

START_TEST(fragment_counts_are_bounded_by_the_size)
{
    ck_assert(is_valid_traffic("88030001 0001 0001 00000002 00000000 00000300 00000000 ab", &up));
    ck_assert(!is_valid_traffic("88010001 0001 0001 00000002 00000000 00000300 00000000 ab", &up)); /* on INPUT */
    ck_assert(!is_valid_traffic("88030001 0001 0001 00000003 00000000 00000300 00000000 ab", &up)); /* too many */
    ck_assert(!is_valid_traffic("88030001 0001 0001 00100000 00000000 00000300 00000000 ab", &up));
    ck_assert(!is_valid_traffic("88030001 0001 0001 00000002 00000002 00000300 00000000 ab", &up)); /* past the count */
    ck_assert(!is_valid_traffic("88030001 0001 0001 00000001 00000000 00000000 00000000 ab", &up)); /* of nothing */
    ck_assert(is_valid_traffic("88030001 0001 0001 00000070 00000000 00010000 00000000 ab", &up));  /* 64 KiB */
    ck_assert(!is_valid_traffic("88030001 0001 0001 00000070 00000000 00010001 00000000 ab", &up)); /* and one */
    ck_assert(!is_valid_traffic("8c030001 0001 0001 00000002 00000000 00000300 00000000 ab", &up)); /* unreliable */
}
END_TEST

START_TEST(unsequenced_payload_is_limited)
{
    uint8_t bytes[2000] = { 0, 0, 0x49, FS_CHANNEL_INPUT };
    for (size_t size = FS_MAX_PAYLOAD; size <= FS_MAX_PAYLOAD + 1; size++) {
        bytes[8] = (uint8_t)(size >> 8);
        bytes[9] = (uint8_t)size;
        ck_assert_int_eq(fs__gate_traffic_valid(bytes, 10 + size, &up), size <= FS_MAX_PAYLOAD);
    }
}
END_TEST

/* ENet sends at most 32 commands in a datagram. */
START_TEST(commands_of_a_datagram_are_bounded)
{
    uint8_t bytes[2 + 4 * (FS__GATE_MAX_COMMANDS + 1)] = { 0 };
    for (size_t i = 0; i <= FS__GATE_MAX_COMMANDS; i++) {
        memcpy(bytes + 2 + 4 * i, "\x85\xff\x00\x01", 4);
        ck_assert_int_eq(fs__gate_traffic_valid(bytes, 2 + 4 * (i + 1), &up), i < FS__GATE_MAX_COMMANDS);
    }
}
END_TEST

static bool holds_window(uint16_t number, uint16_t first_fragment, uint16_t received)
{
    const uint8_t reliable[] = { 0, 0, 0x86, 0, (uint8_t)(number >> 8), (uint8_t)number, 0, 0 };
    uint8_t fragment[2 + 24] = {
        0, 0, 0x88, 3, (uint8_t)(number >> 8), (uint8_t)number, (uint8_t)(first_fragment >> 8), (uint8_t)first_fragment
    };
    uint16_t in_order[FS_CHANNEL_COUNT] = { received, 0, 0, received };
    bool plain = fs__gate_passing_part(reliable, sizeof reliable, &up, in_order, 1).size == sizeof reliable;
    return fs__gate_passing_part(fragment, sizeof fragment, &up, in_order, 1).size == sizeof fragment && plain;
}

START_TEST(reliable_commands_far_ahead_are_refused)
{
    for (uint32_t received = 0; received < 0x10000; received += 0x7fff) {
        uint16_t r = (uint16_t)received, end = (uint16_t)(r + FS__NET_WINDOW), past = (uint16_t)(end + 1);
        ck_assert(holds_window((uint16_t)(r + 1), (uint16_t)(r + 1), r));
        ck_assert(holds_window(end, end, r));
        ck_assert(!holds_window(past, end, r));
        ck_assert(!holds_window(end, past, r));
        ck_assert(!holds_window((uint16_t)(r + 0x7fff), end, r));
        ck_assert(holds_window(r, r, r)); /* repetitions */
        ck_assert(holds_window((uint16_t)(r - 1), (uint16_t)(r - 0x8000), r));
    }
}
END_TEST

/* Commands in front of one that is too far ahead, or of one message too many, pass. */
START_TEST(a_datagram_is_cut_at_its_limits)
{
    uint8_t bytes[2 + 4 + 6 + 6] = { 0, 0, 0x85, 0xff, 0, 1, 0x86, 0, 0, 1, 0, 0, 0x86, 0, 0x10, 0, 0, 0 };
    const uint16_t received[FS_CHANNEL_COUNT] = { 0 };
    fs__gate_part part = fs__gate_passing_part(bytes, sizeof bytes, &up, received, 2);
    ck_assert(part.size == 12 && part.commands == 2 && part.messages == 1);
    part = fs__gate_passing_part(bytes, sizeof bytes, &up, received, 0);
    ck_assert(part.size == 6 && part.commands == 1 && part.messages == 0);
    memcpy(bytes + 2, bytes + 12, 6);
    part = fs__gate_passing_part(bytes, 8, &up, received, 2);
    ck_assert(part.size == 0 && part.commands == 0);
}
END_TEST

/* --- addresses ------------------------------------------------------------------------ */

static const struct {
    const char *text, *name;
    uint16_t port;
    const char *address; /* NULL: is not resolved here */
} good_addresses[] = { { "example.org", "example.org", FS_DEFAULT_PORT, NULL },
                       { "127.0.0.1:65535", "127.0.0.1", 65535, "127.0.0.1:65535" },
                       { "127.0.0.1", "127.0.0.1", FS_DEFAULT_PORT, "127.0.0.1:27960" },
                       { "[::1]:4711", "::1", 4711, "[::1]:4711" },
                       { "[::1]", "::1", FS_DEFAULT_PORT, "[::1]:27960" },
                       { "::1", "::1", FS_DEFAULT_PORT, "[::1]:27960" },
                       { "2001:DB8::0:7", "2001:DB8::0:7", FS_DEFAULT_PORT, "[2001:db8::7]:27960" },
                       { "[::ffff:192.0.2.7]:1", "::ffff:192.0.2.7", 1, "192.0.2.7:1" },
                       { "[fe80::7%lo]:9", "fe80::7%lo", 9, "[fe80::7%lo]:9" } };
enum { GOOD_ADDRESSES = sizeof good_addresses / sizeof good_addresses[0] };

START_TEST(addresses_are_parsed)
{
    fs__address a;
    fs__address_list list;
    char text[FS_ADDRESS_BYTES];
    ck_assert_int_eq(fs__address_parse(&a, good_addresses[_i].text, why, sizeof why), FS_OK);
    ck_assert_str_eq(a.name, good_addresses[_i].name);
    ck_assert_uint_eq(a.port, good_addresses[_i].port);
    if (good_addresses[_i].address == NULL)
        return;
    ck_assert_int_eq(fs__address_find(&list, good_addresses[_i].text, why, sizeof why), FS_OK);
    ck_assert_uint_eq(list.count, 1);
    fs__endpoint_format(&list.endpoints[0], text, sizeof text);
    ck_assert_str_eq(text, good_addresses[_i].address);
}
END_TEST

static const struct {
    const char *text;
    fs_result result;
    const char *part;
} bad_addresses[] = { { "", FS_E_ARGUMENT, "host name is missing" },
                      { ":4711", FS_E_ARGUMENT, "host name is missing" },
                      { "127.0.0.1:", FS_E_ARGUMENT, "is not a port" },
                      { "127.0.0.1:0", FS_E_ARGUMENT, "is not a port" },
                      { "127.0.0.1:65536", FS_E_ARGUMENT, "\"65536\" is not a port" },
                      { "127.0.0.1:99999999999999999999", FS_E_ARGUMENT, "is not a port" },
                      { "127.0.0.1:47x", FS_E_ARGUMENT, "\"47x\" is not a port" },
                      { "[", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "[]", FS_E_ARGUMENT, "host name is missing" },
                      { "[::1", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "[::1]4711", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "[::1]:", FS_E_ARGUMENT, "is not a port" },
                      { "[::1]:65536", FS_E_ARGUMENT, "\"65536\" is not a port" },
                      { "[127.0.0.1]:4711", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "[localhost]", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "::1::2", FS_E_ARGUMENT, "is no IPv6 address" },
                      { "fe80::1%nosuch", FS_E_ARGUMENT, "no such interface" },
                      { "fe80::1", FS_E_ARGUMENT, "needs an interface" },
                      { "[::]:4711", FS_E_ARGUMENT, "one host" },
                      { "ff02::1", FS_E_ARGUMENT, "one host" },
                      { "no such host", FS_E_NETWORK, "unknown host \"no such host\"" },
                      { "255.255.255.255", FS_E_ARGUMENT, "one host" },
                      { "0.0.0.0", FS_E_ARGUMENT, "one host" },
                      { "224.0.0.1:4711", FS_E_ARGUMENT, "one host" } };
enum { BAD_ADDRESSES = sizeof bad_addresses / sizeof bad_addresses[0] };

START_TEST(malformed_addresses_are_named)
{
    fs_net_hooks hooks = { NULL, NULL, NULL, NULL }; /* no host is made, none is called */
    fs_net *net = NULL;
    ck_assert_int_eq(fs_net_connect(bad_addresses[_i].text, &hooks, &net, why, sizeof why), bad_addresses[_i].result);
    ck_assert_ptr_null(net);
    ck_assert_msg(strstr(why, bad_addresses[_i].part) != NULL, "\"%s\": %s", bad_addresses[_i].text, why);
}
END_TEST

/* Without looking a name up. */
START_TEST(hosts_are_checked)
{
    ck_assert_int_eq(fs_net_check_host("no-such-host.example:4711", why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_net_check_host("[::1]:4711", why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_net_check_host("no such host", why, sizeof why), FS_E_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(why, "is no host name"));
    ck_assert_int_eq(fs_net_check_host("a\tb", why, sizeof why), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_net_check_host("host:99999", why, sizeof why), FS_E_ARGUMENT);
}
END_TEST

START_TEST(long_names_are_refused)
{
    char text[400];
    fs__address a;
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    ck_assert_int_eq(fs__address_parse(&a, text, why, sizeof why), FS_E_ARGUMENT);
    ck_assert(strstr(why, "longer than 253") != NULL);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("gate");
    TCase *tc = tcase_create("gate");
    tcase_add_test(tc, cookies_expire_and_differ);
    tcase_add_test(tc, connections_per_address_are_limited);
    tcase_add_test(tc, only_our_own_commands_pass);
    tcase_add_test(tc, fragment_counts_are_bounded_by_the_size);
    tcase_add_test(tc, unsequenced_payload_is_limited);
    tcase_add_test(tc, commands_of_a_datagram_are_bounded);
    tcase_add_test(tc, reliable_commands_far_ahead_are_refused);
    tcase_add_test(tc, a_datagram_is_cut_at_its_limits);
    tcase_add_loop_test(tc, addresses_are_parsed, 0, GOOD_ADDRESSES);
    tcase_add_test(tc, hosts_are_checked);
    tcase_add_loop_test(tc, malformed_addresses_are_named, 0, BAD_ADDRESSES);
    tcase_add_test(tc, long_names_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
