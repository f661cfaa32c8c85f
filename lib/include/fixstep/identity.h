/* identity.h: the lasting key of a server or a player, and its text.
 *
 * A server proves with an Ed25519 key who it is, and so may a player. The key is made from a secret seed that the caller
 * keeps; this header stores nothing. Clients compare the public key of a server with the one they remember; servers know
 * players again by theirs.
 */
#ifndef FIXSTEP_IDENTITY_H
#define FIXSTEP_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_KEY_BYTES = 32,         /* of a seed and of a public key */
    FS_FINGERPRINT_BYTES = 40, /* of a key's text with its 0 */
    FS_KEY_ID_BYTES = 16       /* of a key's hash */
};

/* Draws a secret seed; false when the system gives no random numbers. */
FS_API bool fs_identity_draw(uint8_t seed[FS_KEY_BYTES]);
/* The public key of a seed. */
FS_API void fs_identity_key(const uint8_t seed[FS_KEY_BYTES], uint8_t key[FS_KEY_BYTES]);
/* The hash of a public key: its BLAKE2b-128. */
FS_API void fs_identity_id(const uint8_t key[FS_KEY_BYTES], uint8_t id[FS_KEY_ID_BYTES]);
/* Reads the hash of a key from its fingerprint; false when the text is none. Digits may be capital. */
FS_API bool fs_identity_parse(const char *fingerprint, uint8_t id[FS_KEY_ID_BYTES]);
/* The fingerprint of the key with that hash. Returns `text`. */
FS_API const char *fs_identity_format(const uint8_t id[FS_KEY_ID_BYTES], char text[FS_FINGERPRINT_BYTES]);
/* The fingerprint of a public key: its BLAKE2b-128 hash in hexadecimal, in 8 groups of 4 digits joined by '-'. Returns
 * `text`. */
FS_API const char *fs_identity_fingerprint(const uint8_t key[FS_KEY_BYTES], char text[FS_FINGERPRINT_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
