/* gate.h: the filter of datagrams before the transport handles them.
 *
 * A listening host answers a HELLO with a COOKIE and an OPEN (handshake.h) only when it carries that cookie, so a forged
 * source address costs the host one hash and no memory. All traffic of the transport is the content of encrypted
 * datagrams (cipher.h); it must consist of the commands that this library itself sends. The functions here work on
 * bytes alone: they receive, send and store nothing, and do not need the transport's headers.
 *
 * HELLO (64 bytes or more): "FixstepH", nonce u32, zeros. COOKIE (16 bytes): "FixstepC", nonce u32, cookie u32.
 *
 * QUERY (128 bytes or more; this build sends 160): "FixstepQ", nonce u32, cookie u32, zeros. INFO: "FixstepI", nonce u32, server_info.h.
 *
 * The nonce prevents a third host from answering in the server's name.
 */
#ifndef FS_NET_GATE_H
#define FS_NET_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/lockstep.h>

#include "net/endpoint.h"

enum {
    FS__GATE_KEY_BYTES = 16,
    FS__GATE_HELLO_BYTES = 64,
    FS__GATE_COOKIE_BYTES = 16,
    FS__GATE_QUERY_BYTES = 128,      /* at least */
    FS__GATE_FULL_QUERY_BYTES = 160, /* with room for the key in the answer */
    FS__GATE_INFO_HEAD_BYTES = 12,   /* of an INFO, before what it tells */
    FS__GATE_EPOCH_S = 16,           /* seconds; a cookie is valid for one to two epochs */
    FS__GATE_ADDRESS_LIMIT = 8,      /* connections from one origin (fs__endpoint_origin()) */
    FS__GATE_MAX_COMMANDS = 32,      /* of one datagram; ENet sends no more */
    FS__GATE_NO_PEER = 0xfff         /* ENet's peer number of a sender without one */
};

typedef struct fs__gate {
    uint8_t key[FS__GATE_KEY_BYTES]; /* secret, drawn when the host begins to listen */
} fs__gate;

typedef enum fs__gate_kind {
    FS__GATE_GARBAGE, /* no datagram of this library */
    FS__GATE_HELLO,   /* `value` is its nonce */
    FS__GATE_COOKIE,  /* `value` is the cookie, `nonce` that of the HELLO */
    FS__GATE_QUERY,   /* `value` is the cookie that it carries, `nonce` that of the answer */
    FS__GATE_INFO,    /* `nonce` is that of the QUERY */
    FS__GATE_OPEN,    /* `value` is the cookie that it carries, `nonce` that of the answer */
    FS__GATE_KEYS,    /* `nonce` is that of the OPEN */
    FS__GATE_DATA,    /* `value` is the link number */
    /* Of contents: */
    FS__GATE_CONNECT, /* `value` is the transport's number of the connection, not 0 */
    FS__GATE_TRAFFIC  /* `value` is the peer number that it carries */
} fs__gate_kind;

typedef struct fs__gate_datagram {
    fs__gate_kind kind;
    uint32_t value, nonce;
} fs__gate_datagram;

/* Limits of the traffic of a connection. */
typedef struct fs__gate_limits {
    bool answers;             /* answers to a connection request (a connecting host) */
    uint32_t max_message;     /* bytes of a reliable message */
    uint32_t reliable_window; /* reliable commands that may be ahead of the newest one in order, by channel; 1..32767 */
} fs__gate_limits;

/* An unsequenced message, which is a command of its own. */
typedef struct fs__gate_message {
    uint8_t channel;
    uint16_t group; /* number by which the transport knows repetitions */
    const uint8_t *bytes;
    size_t size;
} fs__gate_message;

/* Number and session of the receiver in the header of a datagram of traffic. */
typedef struct fs__gate_address {
    uint32_t peer, session;
} fs__gate_address;

enum { FS__GATE_MESSAGE_HEAD_BYTES = 10 }; /* of a datagram with one such message, before its bytes */

/* The part of a datagram of traffic that may pass. */
typedef struct fs__gate_part {
    size_t size;       /* bytes from the start; 0 when no command may pass */
    uint32_t commands; /* up to FS__GATE_MAX_COMMANDS */
    uint32_t messages; /* commands with a message or a fragment of one */
} fs__gate_part;

/* Classifies a datagram by its form: HELLO to DATA, or GARBAGE. Any bytes are safe. */
fs__gate_datagram fs__gate_classify(const uint8_t *bytes, size_t size);
/* Classifies the content of a DATA: CONNECT, TRAFFIC or GARBAGE. Any bytes are safe. */
fs__gate_datagram fs__gate_classify_content(const uint8_t *bytes, size_t size);
/* Where the first command of such a content begins. */
size_t fs__gate_first_command(const uint8_t *bytes);

/* Whether a content classified as TRAFFIC consists, from its first to its last byte, of commands within the limits. */
bool fs__gate_traffic_valid(const uint8_t *bytes, size_t size, const fs__gate_limits *limits);
/* The part of a valid datagram with at most `max_messages` messages, before the first reliable command that is more
 * than limits->reliable_window ahead of `received`, the sequence number of the newest reliable command in order, by
 * channel. ENet holds commands out of order in a list that it searches for each command, so without a window both are
 * unbounded. The sender repeats what was cut off; its acknowledgements come first and pass. */
fs__gate_part fs__gate_passing_part(const uint8_t *bytes, size_t size, const fs__gate_limits *limits,
                                    const uint16_t received[FS_CHANNEL_COUNT], uint64_t max_messages);

/* Whether a valid datagram of traffic holds unsequenced messages alone. */
bool fs__gate_holds_messages(const uint8_t *bytes, size_t size);
/* The next one of such a datagram from `*at` on, which is 0 at first; false after the last. */
bool fs__gate_next_message(const uint8_t *bytes, size_t size, size_t *at, fs__gate_message *message);
fs__gate_address fs__gate_receiver(const uint8_t *bytes);
/* Writes the head of a datagram with one message, whose bytes follow. */
void fs__gate_put_message_head(uint8_t bytes[FS__GATE_MESSAGE_HEAD_BYTES], fs__gate_address to,
                               const fs__gate_message *message);

/* The cookie of an address at a time. It is never 0, the value of a client without a
 * cookie. */
uint32_t fs__gate_cookie(const fs__gate *gate, const fs__endpoint *from, uint64_t now_us);
/* Whether the cookie is that of the address in this epoch or the one before. */
bool fs__gate_cookie_valid(const fs__gate *gate, const fs__endpoint *from, uint64_t now_us, uint32_t cookie);
/* A number that depends on the value and the secret key. */
uint32_t fs__gate_hash(const fs__gate *gate, uint64_t value);
/* Connections that the origin of an address may hold: FS__GATE_ADDRESS_LIMIT, without limit for this machine's own. */
uint32_t fs__gate_address_limit(const fs__endpoint *from);

void fs__gate_put_hello(uint8_t bytes[FS__GATE_HELLO_BYTES], uint32_t nonce);
void fs__gate_put_query(uint8_t bytes[FS__GATE_FULL_QUERY_BYTES], uint32_t nonce, uint32_t cookie);
/* The head of an INFO. */
void fs__gate_put_info(uint8_t bytes[FS__GATE_INFO_HEAD_BYTES], uint32_t nonce);
void fs__gate_put_cookie(uint8_t bytes[FS__GATE_COOKIE_BYTES], uint32_t nonce, uint32_t cookie);

#endif
