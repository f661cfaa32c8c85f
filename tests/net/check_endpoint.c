/* check_endpoint.c: addresses of both families as values: their texts, their kinds and what limits count as one. */
#include "net/endpoint.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <fixstep/net.h>

#include "support/check_main.h"

static fs__endpoint parse(const char *text)
{
    fs__endpoint e;
    ck_assert_msg(fs__endpoint_parse(&e, text), "%s", text);
    return e;
}

static const struct {
    const char *read, *written, *origin; /* without a port; with port 7; what limits count as one */
} texts[] = {
    { "192.0.2.7", "192.0.2.7:7", "192.0.2.7" },
    { "::ffff:192.0.2.7", "192.0.2.7:7", "192.0.2.7" },
    { "127.0.0.1", "127.0.0.1:7", "127.0.0.1" },
    { "::1", "[::1]:7", "::1" },
    { "2001:db8:1:2:3:4:5:6", "[2001:db8:1:2:3:4:5:6]:7", "2001:db8:1:2::/64" },
    { "2001:0DB8::0001", "[2001:db8::1]:7", "2001:db8::/64" },
    { "fd00::1:2", "[fd00::1:2]:7", "fd00::1:2" },
    { "fe80::1%1", "[fe80::1%lo]:7", "fe80::1%lo" },
    { "fe80::1%4000000", "[fe80::1%4000000]:7", "fe80::1%4000000" },
    { "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:7",
      "ffff:ffff:ffff:ffff::/64" },
};

START_TEST(texts_name_one_address)
{
    char text[FS_ADDRESS_BYTES];
    fs__endpoint e = parse(texts[_i].read);
    e.port = 7;
    fs__endpoint_format(&e, text, sizeof text);
    if (strstr(text, "%lo0") == NULL) /* the first interface of other systems than Linux */
        ck_assert_str_eq(text, texts[_i].written);
    fs__endpoint_format_origin(&e, text, sizeof text);
    if (strstr(text, "%lo0") == NULL)
        ck_assert_str_eq(text, texts[_i].origin);
}
END_TEST

START_TEST(other_texts_are_refused)
{
    static const char *const bad[] = { "",
                                       "localhost",
                                       "127.1",
                                       "1.2.3.4.5",
                                       "[::1]",
                                       "::1:",
                                       "1:2:3:4:5:6:7:8:9",
                                       "::1%1",
                                       "2001:db8::1%1",
                                       "fe80::1%",
                                       "fe80::1%0",
                                       "fe80::1%nosuch",
                                       "fe80::1%99999999999999999999",
                                       "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" };
    fs__endpoint e;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!fs__endpoint_parse(&e, bad[i]), "%s", bad[i]);
}
END_TEST

static const struct {
    const char *address;
    bool ipv4, loopback, any, one_host;
} kinds[] = {
    { "192.0.2.7", true, false, false, true },  { "127.255.0.9", true, true, false, true },
    { "0.0.0.0", true, false, true, false },    { "0.1.2.3", true, false, false, false },
    { "224.0.0.1", true, false, false, false }, { "255.255.255.255", true, false, false, false },
    { "::1", false, true, false, true },        { "::", false, false, true, false },
    { "::2", false, false, false, true },       { "2001:db8::1", false, false, false, true },
    { "ff02::1", false, false, false, false },
};

START_TEST(kinds_are_told_apart)
{
    fs__endpoint e = parse(kinds[_i].address);
    ck_assert_int_eq(fs__endpoint_is_ipv4(&e), kinds[_i].ipv4);
    ck_assert_int_eq(fs__endpoint_is_loopback(&e), kinds[_i].loopback);
    ck_assert_int_eq(fs__endpoint_is_any(&e), kinds[_i].any);
    ck_assert_int_eq(fs__endpoint_is_one_host(&e), kinds[_i].one_host);
}
END_TEST

static const struct {
    const char *a, *b;
    bool same_origin, same_network;
} pairs[] = {
    { "192.0.2.7", "::ffff:192.0.2.7", true, true },
    { "192.0.2.7", "192.0.2.8", false, true },
    { "192.0.2.7", "192.0.3.7", false, false },
    { "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true, true },
    { "2001:db8:1:2::1", "2001:db8:1:3::1", false, true },
    { "2001:db8:1:2::1", "2001:db8:2:2::1", false, false },
    { "fe80::1%1", "fe80::2%1", false, true },
    { "fd00::1", "fd00::2", false, true },
    { "::1", "127.0.0.1", false, false },
};

START_TEST(limits_count_whom_one_customer_can_be)
{
    fs__endpoint a = parse(pairs[_i].a), b = parse(pairs[_i].b);
    ck_assert_uint_ne(fs__endpoint_origin(&a), 0);
    ck_assert_int_eq(fs__endpoint_origin(&a) == fs__endpoint_origin(&b), pairs[_i].same_origin);
    ck_assert_int_eq(fs__endpoint_network(&a) == fs__endpoint_network(&b), pairs[_i].same_network);
    a.port = 1;
    b.port = 2;
    ck_assert_int_eq(fs__endpoint_origin(&a) == fs__endpoint_origin(&b), pairs[_i].same_origin);
    ck_assert(!fs__endpoint_equal(&a, &b));
}
END_TEST

START_TEST(socket_addresses_keep_what_they_say)
{
    static const char *const rows[] = { "192.0.2.7", "2001:db8::7", "fe80::7%3" };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sockaddr_storage name;
        fs__endpoint e = parse(rows[i]), read;
        e.port = 65535;
        for (int six = 0; six <= 1; six++) {
            size_t size = fs__endpoint_put(&name, &e, six == 1);
            bool possible = six == 1 || fs__endpoint_is_ipv4(&e);
            ck_assert_int_eq(size > 0, possible);
            ck_assert(!possible || (fs__endpoint_get(&read, &name) && fs__endpoint_equal(&e, &read)));
        }
    }
    struct sockaddr_storage other = { .ss_family = AF_UNIX };
    fs__endpoint e;
    ck_assert(!fs__endpoint_get(&e, &other));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("endpoint");
    TCase *tc = tcase_create("endpoint");
    tcase_add_loop_test(tc, texts_name_one_address, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(tc, other_texts_are_refused);
    tcase_add_loop_test(tc, kinds_are_told_apart, 0, (int)(sizeof kinds / sizeof kinds[0]));
    tcase_add_loop_test(tc, limits_count_whom_one_customer_can_be, 0, (int)(sizeof pairs / sizeof pairs[0]));
    tcase_add_test(tc, socket_addresses_keep_what_they_say);
    suite_add_tcase(suite, tc);
    return suite;
}
