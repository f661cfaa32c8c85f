/* check_find.c: servers that are asked what they are, and 10,000 who ask at once. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net_pair.h"

static const fs_server_info shown = { .version = FS_PROTOCOL_VERSION,
                                      .password = true,
                                      .players = 3,
                                      .bots = 2,
                                      .slots = 8,
                                      .game = "airhockey",
                                      .name = "Unser \xc3\xa4lterer Server" };

static void open_server(const fs_server_info *info)
{
    fs_net_hooks hooks = hooks_of(&server);
    memset(&server, 0, sizeof server);
    ck_assert_int_eq(fs_net_listen(0, 4, &hooks, &server.net, why, sizeof why), FS_OK);
    fs_net_set_info(server.net, info);
}

/* Serves the server while the finder looks, for `ms` at most. */
static bool find(fs_finder *finder, fs_found_server *found, uint32_t ms)
{
    for (uint64_t until = fs_net_clock_us() + ms * 1000ull; fs_net_clock_us() < until;) {
        fs_net_service(server.net, fs_net_clock_us() + 1000);
        if (fs_finder_next(finder, 0, found))
            return true;
    }
    return false;
}

static fs_finder *ask_server(void)
{
    fs_finder *finder;
    char address[64], numeric[FS_ADDRESS_BYTES];
    ck_assert_int_eq(fs_finder_create(&finder, why, sizeof why), FS_OK);
    snprintf(address, sizeof address, "127.0.0.1:%u", fs_net_port(server.net));
    ck_assert_int_eq(fs_finder_ask(finder, address, numeric, why, sizeof why), FS_OK);
    ck_assert(strncmp(numeric, "127.0.0.1:", 10) == 0);
    return finder;
}

START_TEST(a_server_tells_what_it_is)
{
    fs_found_server found;
    open_server(&shown);
    fs_finder *finder = ask_server();
    ck_assert(find(finder, &found, 5000));
    ck_assert_int_eq(found.info.version, FS_PROTOCOL_VERSION);
    ck_assert(found.info.password);
    ck_assert_uint_eq(found.info.id, server.net->id);
    ck_assert_uint_eq(found.info.players, 3);
    ck_assert_uint_eq(found.info.bots, 2);
    ck_assert_uint_eq(found.info.slots, 8);
    ck_assert_str_eq(found.info.game, "airhockey");
    ck_assert_str_eq(found.info.name, shown.name);
    ck_assert(found.info.has_key);
    ck_assert(memcmp(found.info.key, server.net->signer.key, FS_KEY_BYTES) == 0);
    ck_assert(!find(finder, &found, 400)); /* once is enough, though it is asked again */
    fs_finder_destroy(finder);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(a_hidden_server_tells_nothing)
{
    fs_found_server found;
    open_server(&shown);
    fs_net_set_info(server.net, NULL);
    fs_finder *finder = ask_server();
    ck_assert(!find(finder, &found, 400));
    fs_finder_destroy(finder);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(names_are_cleaned)
{
    static const struct {
        const char *sent, *read;
    } names[] = { { "a\xe2\x80\xae"
                    "b",
                    "a?b" },
                  { "\xff", "?" },
                  { "  x  ", "x" } };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fs_server_info info = shown, read;
        uint8_t bytes[FS__INFO_BYTES];
        snprintf(info.name, sizeof info.name, "%s", names[i].sent);
        size_t size = fs__info_put(bytes, &info);
        ck_assert(fs__info_get(&read, bytes, size));
        ck_assert_str_eq(read.name, names[i].read);
        for (size_t cut = 0; cut < size; cut++)
            ck_assert(!fs__info_get(&read, bytes, cut));
    }
}
END_TEST

/* The key is the end of the bytes: all of it or nothing, and nothing behind it. */
START_TEST(a_key_may_be_left_out)
{
    fs_server_info info = shown, read;
    uint8_t bytes[FS__INFO_BYTES + 1] = { 0 };
    size_t without = fs__info_put(bytes, &info);
    info.has_key = true;
    memset(info.key, 7, sizeof info.key);
    size_t with = fs__info_put(bytes, &info);
    ck_assert_uint_eq(with, without + FS_KEY_BYTES);
    for (size_t size = 0; size <= with + 1; size++)
        ck_assert(fs__info_get(&read, bytes, size) == (size == with || size == without));
    ck_assert(fs__info_get(&read, bytes, with) && read.has_key && memcmp(read.key, info.key, sizeof read.key) == 0);
    ck_assert(fs__info_get(&read, bytes, without) && !read.has_key);
}
END_TEST

/* A socket of 127.0.0.N that speaks to the server by hand. */
static int open_socket(uint32_t n)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(fs_net_port(server.net)) };
    struct sockaddr_in own = { .sin_family = AF_INET };
    struct timeval limit = { .tv_usec = 20000 };
    int file = socket(AF_INET, SOCK_DGRAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + n);
    ck_assert_int_eq(bind(file, (struct sockaddr *)&own, sizeof own), 0);
    ck_assert_int_eq(connect(file, (struct sockaddr *)&to, sizeof to), 0);
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return file;
}

static uint32_t fetch_cookie(int file)
{
    uint8_t bytes[256];
    fs__gate_put_hello(bytes, 7);
    ck_assert_int_eq(send(file, bytes, FS__GATE_HELLO_BYTES, 0), FS__GATE_HELLO_BYTES);
    fs_net_service(server.net, fs_net_clock_us() + 50000);
    ssize_t n = recv(file, bytes, sizeof bytes, 0);
    ck_assert_int_eq(n, FS__GATE_COOKIE_BYTES);
    return fs__gate_classify(bytes, (size_t)n).value;
}

/* Sends `count` queries in bursts that fit into the socket; the number of answers, none larger than a query. */
static uint32_t flood(int file, uint32_t cookie, uint32_t count)
{
    uint8_t bytes[256];
    uint32_t answers = 0;
    for (uint32_t i = 0; i < count; i++) {
        fs__gate_put_query(bytes, i, cookie);
        if (send(file, bytes, FS__GATE_QUERY_BYTES, 0) < 0 || i % 100 != 99)
            continue;
        fs_net_service(server.net, fs_net_clock_us());
        for (ssize_t n; (n = recv(file, bytes, sizeof bytes, MSG_DONTWAIT)) > 0; answers++)
            ck_assert_int_le(n, FS__GATE_QUERY_BYTES);
    }
    return answers;
}

/* An answer is never longer than its question, also with the longest texts. */
START_TEST(a_short_query_gets_no_key)
{
    fs_server_info info = shown;
    uint8_t bytes[256];
    memset(info.name, 'n', sizeof info.name - 1);
    memset(info.game, 'g', sizeof info.game - 1);
    open_server(&info);
    int file = open_socket(1);
    uint32_t cookie = fetch_cookie(file);
    for (size_t size = FS__GATE_QUERY_BYTES - 1; size <= FS__GATE_FULL_QUERY_BYTES; size++) {
        memset(bytes, 0, sizeof bytes);
        fs__gate_put_query(bytes, 1, cookie);
        ck_assert_int_eq(send(file, bytes, size, 0), (ssize_t)size);
        fs_net_service(server.net, fs_net_clock_us() + 500);
        ssize_t n = recv(file, bytes, sizeof bytes, MSG_DONTWAIT);
        ck_assert_int_le(n, (ssize_t)size);
        if (size < FS__GATE_QUERY_BYTES) {
            ck_assert_int_lt(n, 0);
            continue;
        }
        ck_assert(fs__info_get(&info, bytes + FS__GATE_INFO_HEAD_BYTES, (size_t)n - FS__GATE_INFO_HEAD_BYTES));
        ck_assert(info.has_key == (size >= 146));
    }
    close(file);
    fs_net_close(server.net, 0);
}
END_TEST

START_TEST(ten_thousand_queries_do_no_harm)
{
    fs_net_stats before, after;
    fs_found_server found;
    open_server(&shown);
    int file = open_socket(1);
    uint32_t cookie = fetch_cookie(file);
    fs_net_get_stats(server.net, &before);
    uint64_t began = fs_net_clock_us();
    uint32_t answers = flood(file, cookie, 10000);
    uint64_t spent = fs_net_clock_us() - began;
    fs_net_get_stats(server.net, &after);
    ck_assert_uint_ge(answers, 50);
    ck_assert_uint_le(answers, 52 + spent / FS__NET_INFO_COST_US);
    ck_assert_uint_le(after.bytes_sent - before.bytes_sent, after.bytes_received - before.bytes_received);
    ck_assert_uint_eq(fs_net_peers(server.net), 0);
    ck_assert_uint_eq(flood(file, cookie ^ 1, 2000), 0); /* without a valid cookie there is no answer */
    fs_finder *finder = ask_server();
    ck_assert(find(finder, &found, 5000));
    fs_finder_destroy(finder);
    close(file);
    fs_net_close(server.net, 0);
}
END_TEST

/* The bucket of answers of the origin that the server heard last. */
static uint64_t heard_bucket(void)
{
    return fs__gate_hash(&server.net->gate, fs__endpoint_origin(&server.net->from.remote)) % FS__NET_INFO_BUCKETS;
}

static void expect_answer(int file, uint32_t cookie)
{
    uint8_t bytes[256];
    fs__gate_put_query(bytes, 8, cookie);
    ck_assert_int_eq(send(file, bytes, FS__GATE_QUERY_BYTES, 0), FS__GATE_QUERY_BYTES);
    fs_net_service(server.net, fs_net_clock_us() + 50000);
    ck_assert_int_gt(recv(file, bytes, sizeof bytes, 0), FS__GATE_INFO_HEAD_BYTES);
}

/* One address asks without end, and others are answered all the same, but for the few that share its bucket. */
START_TEST(a_flood_hides_no_server)
{
    open_server(&shown);
    int hostile = open_socket(2);
    uint32_t cookie = fetch_cookie(hostile), answered = 0;
    uint64_t bucket = heard_bucket();
    for (uint32_t n = 3; n < 16; n++) {
        int file = open_socket(n);
        uint32_t own = fetch_cookie(file);
        bool alone = heard_bucket() != bucket;
        ck_assert_uint_le(flood(hostile, cookie, 1000), 100);
        if (alone)
            expect_answer(file, own);
        answered += alone;
        close(file);
    }
    ck_assert_uint_ge(answered, 5);
    close(hostile);
    fs_net_close(server.net, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("find");
    TCase *tcase = tcase_create("find");
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, a_server_tells_what_it_is);
    tcase_add_test(tcase, a_hidden_server_tells_nothing);
    tcase_add_test(tcase, names_are_cleaned);
    tcase_add_test(tcase, a_key_may_be_left_out);
    tcase_add_test(tcase, a_short_query_gets_no_key);
    tcase_add_test(tcase, ten_thousand_queries_do_no_harm);
    tcase_add_test(tcase, a_flood_hides_no_server);
    suite_add_tcase(suite, tcase);
    return suite;
}
