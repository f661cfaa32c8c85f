/* cipher.h: encryption and authentication of the datagrams of one connection.
 *
 * A datagram is a head of 7 bytes (u8 1, u16 link, u32 number), the encrypted content and a tag of 16 bytes:
 * ChaCha20-Poly1305 (RFC 8439) with the head as additional data and the nonce 0 (u32), packet number (u64). Packet
 * numbers have 64 bits, begin at 0 and count up; the datagram carries the lower 32. Each direction has its own key.
 *
 * A key serves 65,536 packet numbers, its *epoch*. The next one is derived from it, and then it is erased: who learns a
 * key cannot read what earlier keys encrypted. The receiver keeps one earlier key for datagrams that were overtaken.
 *
 * In plain mode (debugging) there is no tag, and the content is as it is; the numbers are there. The functions work on
 * bytes alone: no socket, no clock.
 */
#ifndef FS_NET_CIPHER_H
#define FS_NET_CIPHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FS__CIPHER_MAGIC = 1, /* first byte of a datagram */
    FS__CIPHER_KEY_BYTES = 32,
    FS__CIPHER_HEAD_BYTES = 7,
    FS__CIPHER_TAG_BYTES = 16,
    FS__CIPHER_BYTES = FS__CIPHER_HEAD_BYTES + FS__CIPHER_TAG_BYTES, /* that a datagram has beside its content */
    FS__CIPHER_WINDOW = 2048, /* packet numbers behind the newest that are taken */
    FS__CIPHER_EPOCH_BITS = 16
};

typedef struct fs__cipher_key {
    uint8_t bytes[FS__CIPHER_KEY_BYTES];
    uint64_t epoch;
} fs__cipher_key;

typedef struct fs__cipher {
    uint16_t link; /* number of the connection, chosen by the server */
    bool plain;
    fs__cipher_key sending, receiving;
    uint8_t binding[FS__CIPHER_KEY_BYTES];     /* of the handshake (handshake.h); zeros without one */
    fs__cipher_key earlier;                    /* of the epoch before `receiving`; the same key in epoch 0 */
    uint64_t next;                             /* packet number to send */
    uint64_t expected;                         /* newest packet number that was received, and 1 */
    uint64_t received[FS__CIPHER_WINDOW / 64]; /* bit n % FS__CIPHER_WINDOW: number n of the window was received */
} fs__cipher;

/* Begins with the keys of epoch 0. */
void fs__cipher_init(fs__cipher *cipher, uint16_t link, bool plain, const uint8_t sending[FS__CIPHER_KEY_BYTES],
                     const uint8_t receiving[FS__CIPHER_KEY_BYTES]);
/* Writes the datagram of the content, at most FS__CIPHER_BYTES longer. Returns its size. `out` and `content` must not
 * overlap. */
size_t fs__cipher_seal(fs__cipher *cipher, uint8_t *out, const uint8_t *content, size_t size);
/* Decrypts a datagram into `out`, which has room for `size` bytes. Returns the size of the content; 0 for bytes that are
 * not authentic, were received before or are too old, and nothing changes then but `out`. Any bytes are safe. */
size_t fs__cipher_open(fs__cipher *cipher, uint8_t *out, const uint8_t *bytes, size_t size);

/* The link number in the head of a datagram of FS__CIPHER_HEAD_BYTES or more. */
uint16_t fs__cipher_link(const uint8_t *bytes);

#endif
