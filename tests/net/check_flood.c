/* check_flood.c: a flood of forged datagrams from many addresses beside a running match and a client that joins.
 *
 * Everything that a stranger can send is in it: questions for cookies, handshakes with wrong cookies, queries, connection
 * requests of ENet, ciphertext that was overheard, garbage. FIXSTEP_LONG sends a million datagrams, at most 50,000 in a
 * second, prints the rate that was reached, and wants the match's ticks and a join within 2 s; otherwise fewer are sent, and
 * nothing is measured in time.
 */
#include <enet/enet.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "net/net_match.h"
#include "net/raw_peer.h"

enum { ADDRESSES = 200, KINDS = 8, RATE = 50000, SECOND_US = 1000000 };

/* Growth in the time of the flood: bundles, hashes and states that three simulations keep of the last seconds take 12 MiB. */
enum { MEMORY_KIB = 16 << 10 };

static struct {
    int fds[ADDRESSES];
    uint64_t sent, bytes_out, bytes_back; /* to the server, and its answers */
    uint64_t began_us;
    uint8_t overheard[1500];
    size_t overheard_size;
} flood;

static bool is_long(void)
{
    return getenv("FIXSTEP_LONG") != NULL;
}

/* --- strangers -------------------------------------------------------------------------- */

/* Sockets on addresses of their own, each in another network of 256. */
static void open_flood(void)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(fs_net_port(server.net)) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    memset(&flood, 0, sizeof flood);
    for (uint32_t i = 0; i < ADDRESSES; i++) {
        struct sockaddr_in from = { .sin_family = AF_INET };
        from.sin_addr.s_addr = htonl(0x7f000001 + ((i + 1) << 8));
        flood.fds[i] = socket(AF_INET, SOCK_DGRAM, 0);
        ck_assert_int_ge(flood.fds[i], 0);
        ck_assert_int_eq(bind(flood.fds[i], (struct sockaddr *)&from, sizeof from), 0);
        ck_assert_int_eq(connect(flood.fds[i], (struct sockaddr *)&to, sizeof to), 0);
    }
    flood.began_us = fs_net_clock_us();
}

static void close_flood(void)
{
    for (uint32_t i = 0; i < ADDRESSES; i++)
        close(flood.fds[i]);
}

/* One datagram of a client, as whoever listens on the way has it. */
static void overhear(side *s)
{
    uint8_t content[16] = { 0 };
    fs__cipher copy = s->net->links[0].cipher;
    flood.overheard_size = fs__cipher_seal(&copy, flood.overheard, content, sizeof content);
    ck_assert_uint_gt(flood.overheard_size, 0);
}

/* The number-th datagram of the flood. Returns its size. */
static size_t forge(uint64_t number, uint8_t bytes[1500])
{
    size_t size = 1 + (size_t)(number * 7919 % 1200);
    randombytes_buf(bytes, number % KINDS == 7 ? size : 192);
    switch (number % KINDS) {
    case 0: fs__gate_put_hello(bytes, (uint32_t)number); return FS__GATE_HELLO_BYTES;
    case 1: memcpy(bytes, "FixstepO", 8); return FS__OPEN_BYTES;
    case 2: memcpy(bytes, "FixstepQ", 8); return 128;
    case 3: bytes[0] = FS__CIPHER_MAGIC, bytes[1] = (uint8_t)(number >> 3 & 7), bytes[2] = 0; return 64;
    case 4: return forge_connect(bytes, 4, (uint32_t)number);
    case 5: memcpy(bytes, flood.overheard, flood.overheard_size); return flood.overheard_size;
    case 6: fs__gate_put_hello(bytes, (uint32_t)number); return FS__GATE_HELLO_BYTES - 1;
    default: return size;
    }
}

static void take_answers(int fd)
{
    uint8_t bytes[2000];
    for (ssize_t got; (got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
        flood.bytes_back += (uint64_t)got;
}

static void send_flood(uint32_t count)
{
    uint8_t bytes[1500];
    for (uint32_t i = 0; i < count; i++, flood.sent++) {
        int fd = flood.fds[flood.sent / KINDS % ADDRESSES];
        size_t size = forge(flood.sent, bytes);
        if (send(fd, bytes, size, MSG_DONTWAIT) == (ssize_t)size)
            flood.bytes_out += size;
        take_answers(fd);
    }
}

/* Sends what is due at the rate, or a few datagrams. */
static void go_on(void)
{
    uint64_t due = (fs_net_clock_us() - flood.began_us) * RATE / SECOND_US;
    uint64_t count = is_long() && due > flood.sent ? due - flood.sent : is_long() ? 0 : 16;
    send_flood(count < 200 ? (uint32_t)count : 200);
}

/* --- the match beside it ------------------------------------------------------------------ */

static side late;

static void turn(void)
{
    go_on();
    step_match(&client);
    if (late.net != NULL)
        step_match(&late);
}

static bool keeps_up(const side *s)
{
    if (s->session == NULL)
        return false;
    fs_session_stats stats = session_stats(s);
    return stats.phase == FS_SESSION_PLAYING && stats.slot < 2 && stats.tick > 0 &&
           stats.tick + 30 > fs_match_tick(server.match);
}

/* Turns until the client plays. Returns the time that took. */
static uint64_t join_late(void)
{
    uint64_t began_us = fs_net_clock_us();
    memset(&late, 0, sizeof late);
    dial(&late);
    while (!keeps_up(&late) && fs_net_clock_us() - began_us < PATIENCE_US) {
        turn();
        if (late.connected > 0 && late.session == NULL)
            open_session(&late, "late");
    }
    ck_assert(keeps_up(&late));
    return fs_net_clock_us() - began_us;
}

static long resident_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void send_all(uint64_t count)
{
    while (flood.sent < count)
        turn();
}

START_TEST(a_match_and_a_join_beside_a_flood)
{
    uint64_t count = is_long() ? 1000000 : 5000;
    open_match(2);
    open_session(&client, "eve");
    while (!keeps_up(&client))
        step_match(&client);
    overhear(&client);
    open_flood();
    send_all(count / 10);
    uint32_t tick = fs_match_tick(server.match);
    uint64_t before = flood.sent, began_us = fs_net_clock_us(), join_us = join_late();
    long before_kib = resident_kib();
    send_all(count);
    uint64_t took_us = fs_net_clock_us() - began_us, ticks = fs_match_tick(server.match) - tick;
    fs_net_service(server.net, fs_net_clock_us() + 1000);
    for (uint32_t i = 0; i < ADDRESSES; i++)
        take_answers(flood.fds[i]);
    printf("%llu datagrams a second, %llu bytes to the server and %llu back, join in %llu ms, %llu ticks in %llu ms\n",
           (unsigned long long)((flood.sent - before) * SECOND_US / took_us), (unsigned long long)flood.bytes_out,
           (unsigned long long)flood.bytes_back, (unsigned long long)join_us / 1000, (unsigned long long)ticks,
           (unsigned long long)took_us / 1000);
    fflush(stdout);
    ck_assert_uint_gt(flood.bytes_back, 0);
    ck_assert_uint_le(flood.bytes_back, flood.bytes_out);
    ck_assert_int_le(resident_kib() - before_kib, MEMORY_KIB);
    ck_assert_uint_eq(client.disconnected + late.disconnected + server.disconnected, 0);
    ck_assert_uint_eq(fs_match_players(server.match), 2);
    ck_assert(keeps_up(&client) && keeps_up(&late));
    ck_assert(!is_long() || (join_us < 2 * SECOND_US && ticks * SECOND_US / took_us >= 55));
    fs_session_destroy(late.session);
    fs_net_close(late.net, 0);
    memset(&late, 0, sizeof late);
    close_flood();
    close_match();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("flood");
    TCase *tc = tcase_create("flood");
    tcase_set_timeout(tc, 600);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_match_and_a_join_beside_a_flood);
    suite_add_tcase(suite, tc);
    return suite;
}
