/* handshake.h: the two datagrams by which a client and a server agree on keys, and the server proves who it is.
 *
 * OPEN (192 bytes): "FixstepO", u32 nonce, u32 cookie, u16 version, u8 mode, u8 0, 32 bytes X25519 key of the client,
 * zeros. KEYS (146 bytes): "FixstepK", u32 nonce of the OPEN, u16 version, u8 mode, u8 0, u16 link, 32 bytes X25519 key
 * of the server, 32 bytes Ed25519 key of the server (its identity), 64 bytes signature. Mode 0 encrypts, mode 1 is plain.
 * A server of another version or mode answers with a KEYS that ends before the link; it is not signed. The first 20 bytes
 * of OPEN and the first 16 of KEYS are the same in all versions.
 *
 * Both X25519 keys serve one handshake. The *transcript* is the OPEN up to its zeros and the KEYS up to its signature.
 * h = BLAKE2b-256(transcript); the signature is that of "FixstepHandshake", h. k = BLAKE2b-256(h) with the X25519 secret
 * as its key; the keys of cipher.h are derived from k by crypto_kdf with context "FixstepS": number 1 for the client's
 * datagrams, 2 for the server's. Number 4 is the binding: both sides of this handshake know it and nobody else, so what
 * is signed with it is good for this connection alone.
 *
 * The functions work on bytes alone and draw no random numbers. Any received bytes are safe.
 */
#ifndef FS_NET_HANDSHAKE_H
#define FS_NET_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/identity.h>

#include "net/cipher.h"

enum {
    FS__OPEN_PART_BYTES = 52, /* before the zeros */
    FS__OPEN_BYTES = 192,
    FS__KEYS_HEAD_BYTES = 16,
    FS__KEYS_PART_BYTES = 82, /* before the signature */
    FS__KEYS_BYTES = 146
};

/* What OPEN, and KEYS before its link, say. */
typedef struct fs__handshake_head {
    uint32_t nonce, cookie; /* cookie: 0 in KEYS */
    uint16_t version;
    bool plain;
} fs__handshake_head;

/* The lasting key of a server in the form that signs. */
typedef struct fs__signer {
    uint8_t secret[64], key[FS_KEY_BYTES];
} fs__signer;

void fs__signer_init(fs__signer *signer, const uint8_t seed[FS_KEY_BYTES]);

/* Writes the OPEN of a client with that X25519 secret. */
void fs__open_put(uint8_t bytes[FS__OPEN_BYTES], const fs__handshake_head *head, const uint8_t secret[FS_KEY_BYTES]);
/* False unless the bytes begin like an OPEN, of this version or another, and have its length. */
bool fs__open_get(fs__handshake_head *head, const uint8_t *bytes, size_t size);

/* Answers an OPEN with the fresh X25519 secret of the server: writes the KEYS and fills the server's cipher. False for a
 * key of the client that is no point of full order. */
bool fs__keys_put(uint8_t keys[FS__KEYS_BYTES], fs__cipher *cipher, const fs__signer *signer,
                  const uint8_t secret[FS_KEY_BYTES], uint16_t link, const uint8_t open[FS__OPEN_BYTES]);
/* Writes the KEYS of a server that does not agree with the version or the mode. */
void fs__keys_put_head(uint8_t keys[FS__KEYS_HEAD_BYTES], const fs__handshake_head *head);
/* False unless the bytes begin like a KEYS, of this version or another. */
bool fs__keys_get_head(fs__handshake_head *head, const uint8_t *bytes, size_t size);
/* Checks the KEYS that answers the own OPEN, writes the server's identity and fills the client's cipher. False when it
 * was forged: the signature is not that of the identity in it. Whether the identity is the right one, the caller must
 * decide. */
bool fs__keys_accept(fs__cipher *cipher, uint8_t identity[FS_KEY_BYTES], const uint8_t secret[FS_KEY_BYTES],
                     const uint8_t open[FS__OPEN_BYTES], const uint8_t *keys, size_t size);

#endif
