/* net_pair.h: two hosts in one process, for the tests of the transport.
 *
 * Only addresses of this machine and free ports are used. One thread serves the hosts in turns, so a test ends as soon as its awaited
 * event has happened.
 */
#ifndef FS_NET_PAIR_H
#define FS_NET_PAIR_H

#include <fixstep/net.h>
#include <stdio.h>
#include <string.h>

#include "support/check_main.h"
#include "net/host.h"

enum { BULK_SIZE = 100000, UP_SIZE = FS__NET_MAX_UP_BYTES, PATIENCE_US = 12000000 };

/* --- a host that records its events ------------------------------------------------------ */

typedef struct side {
    fs_net *net;
    bool wary;           /* does not admit its peers */
    fs_match *match;     /* receives what arrives; NULL: none */
    fs_session *session; /* likewise */
    uint32_t connected, disconnected, messages, last_peer;
    bool echo, ordered;
    uint32_t expected;  /* of an ordered sequence */
    fs_channel channel; /* of the last message */
    size_t size;
    uint8_t bytes[BULK_SIZE];
    char address[FS_ADDRESS_BYTES];
} side;

static side server, client;
static char why[200];

static inline void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    side *s = context;
    ck_assert(now_us > 0);
    s->connected++;
    s->last_peer = peer;
    if (!s->wary)
        fs_net_admit(s->net, peer);
    if (s->match != NULL)
        fs_match_connect(s->match, peer, now_us);
}

static inline void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                               uint64_t now_us)
{
    side *s = context;
    ck_assert(now_us > 0);
    ck_assert(size <= sizeof s->bytes);
    s->messages++;
    s->last_peer = peer;
    s->channel = channel;
    s->size = size;
    memcpy(s->bytes, bytes, size);
    if (s->ordered) {
        ck_assert_uint_eq(size, sizeof s->expected);
        ck_assert(memcmp(bytes, &s->expected, size) == 0);
        s->expected++;
    }
    if (s->match != NULL)
        fs_match_receive(s->match, peer, channel, bytes, size, now_us);
    if (s->session != NULL)
        fs_session_receive(s->session, channel, bytes, size, now_us);
    if (s->echo)
        fs_net_send(s->net, peer, channel, bytes, size);
}

static inline void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    side *s = context;
    ck_assert(now_us > 0);
    s->disconnected++;
    s->last_peer = peer;
    if (s->match != NULL)
        fs_match_disconnect(s->match, peer, now_us);
    fs_net_address(s->net, peer, s->address, sizeof s->address);
}

static inline fs_net_hooks hooks_of(side *s)
{
    return (fs_net_hooks){ s, on_connected, on_received, on_disconnected };
}

/* NULL: on all addresses of both families. */
static inline void listen_on(const char *address, uint32_t max_peers)
{
    fs_net_hooks hooks = hooks_of(&server);
    fs_result result = fs_net_listen_on(address, 0, max_peers, &hooks, &server.net, why, sizeof why);
    ck_assert_msg(result == FS_OK, "%s", why);
    ck_assert_uint_ne(fs_net_port(server.net), 0);
}

static inline void listen_with(uint32_t max_peers)
{
    listen_on(NULL, max_peers);
}

/* Connects to the server at an address as a text has it before its port: "127.0.0.1", "[::1]". */
static inline void dial_at(side *s, const char *address)
{
    char text[FS_ADDRESS_BYTES + 8];
    fs_net_hooks hooks = hooks_of(s);
    snprintf(text, sizeof text, "%s:%u", address, fs_net_port(server.net));
    ck_assert_int_eq(fs_net_connect(text, &hooks, &s->net, why, sizeof why), FS_OK);
}

static inline void dial(side *s)
{
    dial_at(s, "127.0.0.1");
}

static inline void pump(side *s)
{
    if (server.net != NULL)
        fs_net_service(server.net, fs_net_clock_us() + 200);
    fs_net_service(s->net, fs_net_clock_us() + 200);
}

/* Pumps until `*counter` is `goal` or patience ends. */
static inline void pump_until(side *s, const uint32_t *counter, uint32_t goal)
{
    uint64_t end = fs_net_clock_us() + PATIENCE_US;
    while (*counter < goal && fs_net_clock_us() < end)
        pump(s);
    ck_assert_uint_eq(*counter, goal);
}

static inline void set_up(void)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    listen_with(4);
    dial(&client);
    pump_until(&client, &client.connected, 1);
    pump_until(&client, &server.connected, 1);
}

static inline void tear_down(void)
{
    fs_net_close(client.net, 0);
    fs_net_close(server.net, 0);
}

static inline void fill(uint8_t *bytes, size_t size, uint32_t seed)
{
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(seed >> 24);
    }
}

/* Sends what the other side echoes, and compares. */
static inline void check_echo(fs_channel channel, size_t size)
{
    static uint8_t bytes[UP_SIZE];
    uint32_t before = client.messages;
    fill(bytes, size, (uint32_t)size + 1);
    fs_net_send(client.net, 0, channel, bytes, size);
    pump_until(&client, &client.messages, before + 1);
    ck_assert_int_eq(server.channel, channel);
    ck_assert_int_eq(client.channel, channel);
    ck_assert_uint_eq(client.size, size);
    ck_assert(memcmp(client.bytes, bytes, size) == 0);
}

#endif
