/* password.h: proof that a client knows the password of a match, without sending it.
 *
 * The server sends a salt, the same for a whole match, and a nonce, new for each question. Both sides derive a key from
 * the password and the salt by Argon2id, which makes guessing from a proof slow; the proof is the BLAKE2b-256 of the nonce
 * and of the connection's binding (fs_net_binding(), zeros without one) under that key. A server in the middle of two
 * connections can therefore not pass the proof on; it can only try passwords against it, as fast as Argon2id is.
 */
#ifndef FS_LOCKSTEP_PASSWORD_H
#define FS_LOCKSTEP_PASSWORD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FS__PASSWORD_SALT_BYTES = 16,
    FS__PASSWORD_NONCE_BYTES = 16,
    FS__PASSWORD_KEY_BYTES = 32,
    FS__PASSWORD_BINDING_BYTES = 32,
    FS__PASSWORD_PROOF_BYTES = 32,
    FS__PASSWORD_PASSES = 3,       /* Argon2id's passes, and ... */
    FS__PASSWORD_MEMORY = 16 << 20 /* ... its memory in bytes: about 30 ms */
};

/* False when out of memory. */
bool fs__password_key(uint8_t key[FS__PASSWORD_KEY_BYTES], const char *password,
                      const uint8_t salt[FS__PASSWORD_SALT_BYTES]);
void fs__password_proof(uint8_t proof[FS__PASSWORD_PROOF_BYTES], const uint8_t key[FS__PASSWORD_KEY_BYTES],
                        const uint8_t nonce[FS__PASSWORD_NONCE_BYTES],
                        const uint8_t binding[FS__PASSWORD_BINDING_BYTES]);
/* In a time that does not depend on the bytes. */
bool fs__password_check(const uint8_t proof[FS__PASSWORD_PROOF_BYTES], const uint8_t key[FS__PASSWORD_KEY_BYTES],
                        const uint8_t nonce[FS__PASSWORD_NONCE_BYTES],
                        const uint8_t binding[FS__PASSWORD_BINDING_BYTES]);
/* Bytes that only the holder of the secret can tell before: of a purpose and a count. */
void fs__password_draw(uint8_t out[16], const uint8_t secret[32], const char *purpose, uint64_t count);

#endif
