/* gate.h: which datagrams the transport may see at all.
 *
 * A listening host answers a HELLO with a COOKIE and lets a connection request
 * in only when it carries that cookie, so a forged source address costs the
 * host one hash and no memory. Every other datagram must be made of the
 * commands that this library itself sends. Here are only bytes: nothing is
 * received, sent or remembered, and the transport's headers are not needed.
 *
 * HELLO  (64 bytes or more): "FixstepH", nonce u32, zeros.
 * COOKIE (16 bytes):         "FixstepC", nonce u32, cookie u32.
 *
 * Both begin with a byte that ENet reads as "compressed", a form that is never
 * sent and always refused, so they cannot be taken for traffic nor traffic for
 * them. The nonce keeps a bystander from answering in the server's name.
 */
#ifndef FS_NET_GATE_H
#define FS_NET_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FS__GATE_KEY_BYTES = 16,
    FS__GATE_HELLO_BYTES = 64,
    FS__GATE_COOKIE_BYTES = 16,
    FS__GATE_EPOCH_S = 16,      /* a cookie holds for one to two of these */
    FS__GATE_ADDRESS_LIMIT = 8, /* connections from one address */
    FS__GATE_NO_PEER = 0xfff    /* ENet's peer number of a sender without one */
};

typedef struct fs__gate {
    uint8_t key[FS__GATE_KEY_BYTES]; /* secret, drawn when the host begins to listen */
} fs__gate;

typedef enum fs__gate_kind {
    FS__GATE_GARBAGE, /* nothing that this library sends */
    FS__GATE_HELLO,   /* `value` is its nonce */
    FS__GATE_COOKIE,  /* `value` is the cookie, `nonce` what it answers */
    FS__GATE_CONNECT, /* `value` is the cookie it shows */
    FS__GATE_TRAFFIC  /* `value` is the peer number it claims */
} fs__gate_kind;

typedef struct fs__gate_datagram {
    fs__gate_kind kind;
    uint32_t value, nonce;
} fs__gate_datagram;

/* What the traffic of a connection may hold. */
typedef struct fs__gate_limits {
    bool answers;         /* answers to a connection request (a connecting host) */
    uint32_t max_message; /* bytes of a reliable message */
} fs__gate_limits;

/* Tells what a datagram is by its form. Any bytes are fine. */
fs__gate_datagram fs__gate_classify(const uint8_t *bytes, size_t size);

/* Whether a datagram sorted as TRAFFIC is made, from its first to its last
 * byte, of commands within the limits. */
bool fs__gate_traffic_valid(const uint8_t *bytes, size_t size, const fs__gate_limits *limits);

/* The cookie of an address (IPv4 in network order, port) at a time; it is
 * never 0, which is what a client without a cookie would send. */
uint32_t fs__gate_cookie(const fs__gate *gate, uint32_t host, uint16_t port, uint64_t now_us);
/* Whether the cookie is the address's of this epoch or of the one before. */
bool fs__gate_cookie_valid(const fs__gate *gate, uint32_t host, uint16_t port, uint64_t now_us, uint32_t cookie);
/* Connections that one address may hold: few, but any number on the machine itself. */
uint32_t fs__gate_address_limit(uint32_t host);

void fs__gate_put_hello(uint8_t bytes[FS__GATE_HELLO_BYTES], uint32_t nonce);
void fs__gate_put_cookie(uint8_t bytes[FS__GATE_COOKIE_BYTES], uint32_t nonce, uint32_t cookie);

#endif
