/* raw_peer.h: a peer that speaks to the server of net_pair.h by hand, with datagrams that ENet would not send. */
#ifndef FS_RAW_PEER_H
#define FS_RAW_PEER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "net/net_pair.h"

/* --- datagrams ----------------------------------------------------------------------- */

/* A socket to the server at a numeric address. */
static inline int raw_socket_at(const char *address)
{
    fs__endpoint to;
    struct sockaddr_storage name;
    ck_assert(fs__endpoint_parse(&to, address));
    bool six = !fs__endpoint_is_ipv4(&to);
    to.port = fs_net_port(server.net);
    size_t size = fs__endpoint_put(&name, &to, six);
    int fd = socket(six ? AF_INET6 : AF_INET, SOCK_DGRAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&name, (socklen_t)size), 0);
    struct timeval limit = { .tv_sec = 2 };
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit), 0);
    return fd;
}

static inline int raw_socket(void)
{
    return raw_socket_at("127.0.0.1");
}

static inline void raw_send(int fd, const void *bytes, size_t size)
{
    ck_assert_int_eq((int)send(fd, bytes, size, 0), (int)size);
}

static inline void serve_now(void)
{
    fs_net_service(server.net, fs_net_clock_us() + 500);
}

/* Bytes of the server's answer to one datagram, 0 when there is none. */
static inline size_t receive_size(int fd)
{
    uint8_t bytes[2000];
    serve_now();
    ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 ? (size_t)got : 0;
}

static inline fs_net_stats server_stats(void)
{
    fs_net_stats stats;
    fs_net_get_stats(server.net, &stats);
    return stats;
}

/* --- handshakes ---------------------------------------------------------------------- */

static inline uint32_t request_cookie(int fd)
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

/* An OPEN with that cookie and a new secret. */
static inline void forge_open(uint8_t bytes[FS__OPEN_BYTES], uint8_t secret[FS_KEY_BYTES], uint32_t cookie)
{
    const fs__handshake_head head = { 4711, cookie, FS_PROTOCOL_VERSION, false };
    randombytes_buf(secret, FS_KEY_BYTES);
    fs__open_put(bytes, &head, secret);
}

/* Shakes hands with the server; `cipher` is that of the client then. */
static inline void shake_hands(int fd, fs__cipher *cipher)
{
    uint8_t secret[FS_KEY_BYTES], open[FS__OPEN_BYTES], keys[200], identity[FS_KEY_BYTES], wanted[FS_KEY_BYTES];
    forge_open(open, secret, request_cookie(fd));
    raw_send(fd, open, sizeof open);
    serve_now();
    ssize_t got = recv(fd, keys, sizeof keys, 0);
    ck_assert_int_eq((int)got, FS__KEYS_BYTES);
    ck_assert(fs__keys_accept(cipher, identity, secret, open, keys, (size_t)got));
    fs_net_get_identity(server.net, wanted);
    ck_assert(memcmp(identity, wanted, sizeof wanted) == 0);
}

static inline void send_sealed(int fd, fs__cipher *cipher, const uint8_t *content, size_t size)
{
    uint8_t bytes[1400];
    raw_send(fd, bytes, fs__cipher_seal(cipher, bytes, content, size));
}

/* Size of the content of the server's next datagram. */
static inline size_t receive_sealed(int fd, fs__cipher *cipher, uint8_t *content, size_t room)
{
    uint8_t bytes[2000];
    ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    ck_assert_int_ge((int)got, 0);
    ck_assert_uint_le((size_t)got, room);
    return fs__cipher_open(cipher, content, bytes, (size_t)got);
}

/* --- connections --------------------------------------------------------------------- */

static inline void put_be32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* A connection request as ENet sends it. */
static inline size_t forge_connect(uint8_t bytes[52], uint32_t channels, uint32_t id)
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
    return 52;
}

/* Connects a hostile peer. Returns the head (peer number and session) of its contents. */
static inline uint32_t connect_by_hand(int fd, fs__cipher *cipher)
{
    uint8_t bytes[200], ack[12] = { 0, 0, 0, 0, 0x01, 0xff, 0, 1, 0, 1 };
    shake_hands(fd, cipher);
    send_sealed(fd, cipher, bytes, forge_connect(bytes, 4, 99));
    serve_now();
    ck_assert_uint_eq(receive_sealed(fd, cipher, bytes, sizeof bytes), 48);
    ck_assert_int_eq(bytes[4] & 0x0f, 3);
    uint32_t head = ((uint32_t)bytes[8] << 8 | bytes[9]) | (uint32_t)bytes[11] << 12;
    ack[0] = (uint8_t)(head >> 8 | 0x80);
    ack[1] = (uint8_t)head;
    memcpy(ack + 10, bytes + 2, 2);
    uint32_t before = server.connected;
    send_sealed(fd, cipher, ack, sizeof ack);
    serve_now();
    ck_assert_uint_eq(server.connected, before + 1);
    return head;
}

#endif
