/* check_secure.c: encrypted connections over the loopback interface: who listens, forges, repeats or answers in the
 * server's place. */
#include <enet/enet.h>
#include <stdlib.h>

#include "net/raw_peer.h"

/* --- who is between both ------------------------------------------------------------- */

/* Passes datagrams between a client and the server, and keeps them. */
typedef struct relay {
    int front, back;
    struct sockaddr_in client;
    uint32_t count, plain;           /* datagrams; and those after the handshake that are not of the encrypted form */
    uint8_t bytes[1500], last[1500]; /* the newest one, and the newest encrypted one to the server */
    size_t size, last_size;
    uint32_t flip;    /* changes a bit of every flip-th datagram, 0: of none */
    bool twice;       /* sends each datagram two times */
    bool seen_secret; /* a datagram contained the text */
} relay;

static const char secret_text[] = "nobody else reads this";

static void open_relay(relay *r, uint16_t *port)
{
    struct sockaddr_in here = { .sin_family = AF_INET };
    socklen_t size = sizeof here;
    memset(r, 0, sizeof *r);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    r->front = socket(AF_INET, SOCK_DGRAM, 0);
    ck_assert_int_eq(bind(r->front, (struct sockaddr *)&here, sizeof here), 0);
    ck_assert_int_eq(getsockname(r->front, (struct sockaddr *)&here, &size), 0);
    *port = ntohs(here.sin_port);
    r->back = raw_socket();
}

static void look_at(relay *r)
{
    static const char *const own[] = { "FixstepH", "FixstepC", "FixstepO", "FixstepK" };
    bool known = r->bytes[0] == FS__CIPHER_MAGIC;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        known = known || (r->size >= 8 && memcmp(r->bytes, own[i], 8) == 0);
    r->plain += !known;
    for (size_t i = 0; i + sizeof secret_text - 1 <= r->size; i++)
        r->seen_secret = r->seen_secret || memcmp(r->bytes + i, secret_text, sizeof secret_text - 1) == 0;
    r->count++;
    if (r->flip > 0 && r->count % r->flip == 0)
        r->bytes[r->count % r->size] ^= (uint8_t)(1u << r->count % 8);
}

static void pass_on(relay *r)
{
    socklen_t n = sizeof r->client;
    for (ssize_t got;
         (got = recvfrom(r->front, r->bytes, sizeof r->bytes, MSG_DONTWAIT, (struct sockaddr *)&r->client, &n)) > 0;) {
        r->size = (size_t)got;
        look_at(r);
        if (r->bytes[0] == FS__CIPHER_MAGIC) {
            memcpy(r->last, r->bytes, r->size);
            r->last_size = r->size;
        }
        for (int i = 0; i <= r->twice; i++)
            send(r->back, r->bytes, r->size, 0);
    }
    for (ssize_t got; (got = recv(r->back, r->bytes, sizeof r->bytes, MSG_DONTWAIT)) > 0;) {
        r->size = (size_t)got;
        look_at(r);
        for (int i = 0; i <= r->twice; i++)
            sendto(r->front, r->bytes, r->size, 0, (struct sockaddr *)&r->client, sizeof r->client);
    }
}

static void close_relay(relay *r)
{
    close(r->front);
    close(r->back);
}

static side far; /* connects through the relay */
static relay between;

static void pump_far(const uint32_t *counter, uint32_t goal)
{
    for (uint64_t end = fs_net_clock_us() + PATIENCE_US; *counter < goal && fs_net_clock_us() < end;) {
        pump(&far);
        pass_on(&between);
    }
    ck_assert_uint_eq(*counter, goal);
}

static void begin_far(void)
{
    char text[32];
    uint16_t port;
    fs_net_hooks hooks = hooks_of(&far);
    memset(&far, 0, sizeof far);
    open_relay(&between, &port);
    snprintf(text, sizeof text, "127.0.0.1:%u", port);
    ck_assert_int_eq(fs_net_connect(text, &hooks, &far.net, why, sizeof why), FS_OK);
}

static void connect_far(void)
{
    begin_far();
    pump_far(&far.connected, 1);
    pump_far(&server.connected, 2);
}

static void end_far(void)
{
    fs_net_close(far.net, 0);
    close_relay(&between);
}

START_TEST(nothing_but_the_handshake_can_be_read)
{
    connect_far();
    for (int channel = 0; channel < FS_CHANNEL_COUNT; channel++)
        fs_net_send(far.net, 0, (fs_channel)channel, secret_text, sizeof secret_text);
    pump_far(&server.messages, FS_CHANNEL_COUNT);
    for (int channel = 0; channel < FS_CHANNEL_COUNT; channel++)
        fs_net_send(server.net, server.last_peer, (fs_channel)channel, secret_text, sizeof secret_text);
    pump_far(&far.messages, FS_CHANNEL_COUNT);
    ck_assert_str_eq((const char *)far.bytes, secret_text);
    fs_net_drop(far.net, 0);
    pump_far(&server.disconnected, 1);
    ck_assert_uint_eq(between.plain, 0);
    ck_assert(!between.seen_secret);
    ck_assert_uint_ge(between.count, 12);
    end_far();
}
END_TEST

/* Changed datagrams are as good as lost, repeated ones have no effect: all messages arrive, once and in order. */
START_TEST(changed_and_repeated_datagrams_do_no_harm)
{
    enum { COUNT = 300 };
    connect_far();
    between.twice = true;
    between.flip = 7;
    server.ordered = true;
    for (uint32_t i = 0; i < COUNT; i++) {
        fs_net_send(far.net, 0, FS_CHANNEL_CONTROL, &i, sizeof i);
        pump(&far);
        pass_on(&between);
    }
    pump_far(&server.messages, COUNT);
    ck_assert_uint_gt(server_stats().forged_datagrams, COUNT / 7);
    ck_assert_uint_eq(server.disconnected + far.disconnected, 0);
    end_far();
}
END_TEST

/* --- who forges from elsewhere -------------------------------------------------------- */

/* DISCONNECTs from the very address and port of a player, with every link and session, in the plain form of ENet and in
 * the encrypted one. */
START_TEST(forged_disconnects_remove_nobody)
{
    enum { FORGED = 20000 };
    uint8_t bytes[64] = { FS__CIPHER_MAGIC };
    connect_far();
    uint64_t before = server_stats().forged_datagrams;
    for (uint32_t i = 0; i < FORGED; i++) {
        uint8_t plain[] = { (uint8_t)(i >> 4 & 0x30), (uint8_t)(i % 8), 0x43, 0xff, 0, 1, 0, 0, 0, 0 };
        bytes[1] = (uint8_t)(i % 4);
        randombytes_buf(bytes + 3, sizeof bytes - 3);
        raw_send(between.back, bytes, 10 + i % (sizeof bytes - 10));
        raw_send(between.back, plain, sizeof plain);
        if (i % 64 != 63)
            continue;
        serve_now();
        pump(&client); /* else a slow machine loses both for their silence */
        pump(&far);
        pass_on(&between);
    }
    serve_now();
    ck_assert_uint_ge(server_stats().forged_datagrams - before, FORGED);
    ck_assert_uint_eq(server.disconnected, 0);
    server.echo = true;
    fs_net_send(far.net, 0, FS_CHANNEL_CONTROL, secret_text, sizeof secret_text);
    pump_far(&far.messages, 1);
    check_echo(FS_CHANNEL_CONTROL, 100);
    end_far();
}
END_TEST

/* A datagram that was overheard is not taken again, from its address or from another one. */
START_TEST(overheard_datagrams_are_taken_once)
{
    enum { REPEATED = 5000 };
    connect_far();
    server.echo = false;
    fs_net_send(far.net, 0, FS_CHANNEL_INPUT, secret_text, sizeof secret_text);
    pump_far(&server.messages, 1);
    int other = raw_socket();
    uint64_t before = server_stats().forged_datagrams;
    for (uint32_t i = 0; i < REPEATED; i++) {
        raw_send(i % 2 == 0 ? between.back : other, between.last, between.last_size);
        if (i % 64 == 63)
            serve_now();
    }
    serve_now();
    ck_assert_uint_ge(server_stats().forged_datagrams - before, REPEATED);
    ck_assert_uint_eq(server.messages, 1);
    ck_assert_uint_eq(receive_size(other), 0);
    close(other);
    end_far();
}
END_TEST

/* --- handshakes ----------------------------------------------------------------------- */

/* A repeated OPEN gets the same answer and no second link; no answer is larger than its question. */
START_TEST(a_repeated_open_costs_one_handshake)
{
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES], first[200], next[200];
    int fd = raw_socket();
    uint64_t before = server.net->handshakes;
    forge_open(open, secret, request_cookie(fd));
    for (int i = 0; i < 100; i++) {
        raw_send(fd, open, sizeof open);
        serve_now();
        ck_assert_int_eq((int)recv(fd, i == 0 ? first : next, sizeof next, 0), FS__KEYS_BYTES);
        ck_assert(i == 0 || memcmp(first, next, FS__KEYS_BYTES) == 0);
    }
    ck_assert_uint_eq(server.net->handshakes, before + 1);
    ck_assert_uint_le(FS__KEYS_BYTES, FS__OPEN_BYTES);
    close(fd);
}
END_TEST

/* Who opens without end, until every link has been used, gets a bounded number of handshakes and disturbs no connection;
 * another client comes in. */
START_TEST(handshakes_without_end_are_limited)
{
    enum { OPENS = 2000 };
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES];
    int fd = raw_socket();
    uint32_t cookie = request_cookie(fd);
    uint64_t began_us = fs_net_clock_us(), before = server.net->handshakes;
    for (uint32_t i = 0; i < OPENS || server.net->handshakes - before < FS__NET_LINKS; i++) {
        forge_open(open, secret, cookie);
        raw_send(fd, open, sizeof open);
        if (i % 32 == 31)
            serve_now();
    }
    serve_now();
    uint64_t limit = (FS__NET_ALL_OPENS_BURST_US + fs_net_clock_us() - began_us) / FS__NET_ALL_OPENS_COST_US + 1;
    ck_assert_uint_le(server.net->handshakes - before, limit);
    server.echo = true;
    check_echo(FS_CHANNEL_CONTROL, 100);
    static side late;
    dial(&late);
    pump_until(&late, &late.connected, 1);
    fs_net_close(late.net, 0);
    close(fd);
}
END_TEST

START_TEST(links_of_ended_connections_are_erased)
{
    connect_far();
    uint32_t used = 0;
    fs_net_drop(far.net, 0);
    pump_far(&server.disconnected, 1);
    for (uint32_t i = 0; i < server.net->link_count; i++)
        used += server.net->links[i].used;
    ck_assert_uint_eq(used, 1);
    end_far();
}
END_TEST

/* --- identity -------------------------------------------------------------------------- */

typedef struct known {
    uint8_t key[FS_KEY_BYTES];
    uint32_t asked;
} known;

static bool is_known(void *context, const uint8_t key[FS_KEY_BYTES])
{
    known *k = context;
    k->asked++;
    return memcmp(k->key, key, FS_KEY_BYTES) == 0;
}

START_TEST(a_server_proves_its_lasting_key)
{
    known k = { .asked = 0 };
    uint8_t seed[FS_KEY_BYTES] = { 1, 2, 3 }, key[FS_KEY_BYTES];
    side *s = &far;
    fs_net_set_identity(server.net, seed);
    fs_identity_key(seed, k.key);
    k.key[0] ^= (uint8_t)_i;
    memset(s, 0, sizeof *s);
    dial(s);
    fs_net_set_trust(s->net, is_known, &k);
    pump_until(s, _i == 0 ? &s->connected : &s->disconnected, 1);
    ck_assert_int_eq(fs_net_reason(s->net), _i == 0 ? FS_OK : FS_E_IDENTITY);
    ck_assert_uint_eq(k.asked, 1);
    ck_assert_uint_eq(s->connected, _i == 0 ? 1 : 0);
    fs_net_get_identity(s->net, key);
    k.key[0] ^= (uint8_t)_i;
    ck_assert(memcmp(key, k.key, sizeof key) == 0);
    fs_net_close(s->net, 0);
}
END_TEST

/* Both ends of a connection have the same binding, and no other connection has it. */
START_TEST(a_connection_has_a_binding_of_its_own)
{
    uint8_t first[FS_KEY_BYTES], second[FS_KEY_BYTES], other[FS_KEY_BYTES];
    ck_assert(fs_net_binding(client.net, 0, first));
    ck_assert(fs_net_binding(server.net, server.last_peer, second));
    ck_assert(memcmp(first, second, sizeof first) == 0);
    connect_far();
    ck_assert(fs_net_binding(far.net, 0, other) && fs_net_binding(server.net, server.last_peer, second));
    ck_assert(memcmp(other, second, sizeof other) == 0);
    ck_assert(memcmp(other, first, sizeof other) != 0);
    ck_assert(!fs_net_binding(server.net, 3, second) && sodium_is_zero(second, sizeof second));
    end_far();
}
END_TEST

/* Without encryption somebody else could speak on after a proof. */
START_TEST(a_plain_connection_has_no_binding)
{
    uint8_t binding[FS_KEY_BYTES] = { 1 };
    side *s = &far;
    memset(s, 0, sizeof *s);
    fs_net_set_plain(server.net, true);
    dial(s);
    fs_net_set_plain(s->net, true);
    pump_until(s, &s->connected, 1);
    ck_assert(!fs_net_binding(s->net, 0, binding) && sodium_is_zero(binding, sizeof binding));
    ck_assert(!fs_net_binding(server.net, server.last_peer, binding));
    fs_net_close(s->net, 0);
}
END_TEST

/* --- versions and modes ----------------------------------------------------------------- */

START_TEST(plain_and_encrypted_hosts_refuse_each_other)
{
    side *s = &far;
    memset(s, 0, sizeof *s);
    fs_net_set_plain(server.net, _i != 0);
    dial(s);
    fs_net_set_plain(s->net, _i != 1);
    pump_until(s, _i < 2 ? &s->disconnected : &s->connected, 1);
    ck_assert_int_eq(fs_net_reason(s->net), _i < 2 ? FS_E_PLAIN : FS_OK);
    fs_net_close(s->net, 0);
}
END_TEST

START_TEST(another_version_is_told)
{
    uint8_t open[FS__OPEN_BYTES], secret[FS_KEY_BYTES] = { 5 }, answer[200];
    int fd = raw_socket();
    fs__handshake_head head = { 4711, request_cookie(fd), FS_PROTOCOL_VERSION + 1, false };
    fs__open_put(open, &head, secret);
    raw_send(fd, open, sizeof open);
    serve_now();
    ck_assert_int_eq((int)recv(fd, answer, sizeof answer, 0), FS__KEYS_HEAD_BYTES);
    ck_assert(fs__keys_get_head(&head, answer, FS__KEYS_HEAD_BYTES));
    ck_assert_uint_eq(head.version, FS_PROTOCOL_VERSION);
    ck_assert_uint_eq(head.nonce, 4711);
    close(fd);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("secure");
    TCase *tc = tcase_create("secure");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, nothing_but_the_handshake_can_be_read);
    tcase_add_test(tc, changed_and_repeated_datagrams_do_no_harm);
    tcase_add_test(tc, forged_disconnects_remove_nobody);
    tcase_add_test(tc, overheard_datagrams_are_taken_once);
    tcase_add_test(tc, a_repeated_open_costs_one_handshake);
    tcase_add_test(tc, handshakes_without_end_are_limited);
    tcase_add_test(tc, links_of_ended_connections_are_erased);
    tcase_add_loop_test(tc, a_server_proves_its_lasting_key, 0, 2);
    tcase_add_test(tc, a_connection_has_a_binding_of_its_own);
    tcase_add_test(tc, a_plain_connection_has_no_binding);
    tcase_add_loop_test(tc, plain_and_encrypted_hosts_refuse_each_other, 0, 3);
    tcase_add_test(tc, another_version_is_told);
    suite_add_tcase(suite, tc);
    return suite;
}
