/* password.c: see password.h. */
#include "lockstep/player/password.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)FS__PASSWORD_SALT_BYTES == (int)crypto_pwhash_argon2id_SALTBYTES, "Argon2id takes the salt whole");
_Static_assert((int)FS__PASSWORD_PROOF_BYTES == (int)crypto_generichash_BYTES, "BLAKE2b-256");

bool fs__password_key(uint8_t key[FS__PASSWORD_KEY_BYTES], const char *password,
                      const uint8_t salt[FS__PASSWORD_SALT_BYTES])
{
    return crypto_pwhash_argon2id(key, FS__PASSWORD_KEY_BYTES, password, strlen(password), salt, FS__PASSWORD_PASSES,
                                  FS__PASSWORD_MEMORY, crypto_pwhash_argon2id_ALG_ARGON2ID13) == 0;
}

void fs__password_proof(uint8_t proof[FS__PASSWORD_PROOF_BYTES], const uint8_t key[FS__PASSWORD_KEY_BYTES],
                        const uint8_t nonce[FS__PASSWORD_NONCE_BYTES],
                        const uint8_t binding[FS__PASSWORD_BINDING_BYTES])
{
    uint8_t message[FS__PASSWORD_NONCE_BYTES + FS__PASSWORD_BINDING_BYTES];
    memcpy(message, nonce, FS__PASSWORD_NONCE_BYTES);
    memcpy(message + FS__PASSWORD_NONCE_BYTES, binding, FS__PASSWORD_BINDING_BYTES);
    crypto_generichash(proof, FS__PASSWORD_PROOF_BYTES, message, sizeof message, key, FS__PASSWORD_KEY_BYTES);
}

bool fs__password_check(const uint8_t proof[FS__PASSWORD_PROOF_BYTES], const uint8_t key[FS__PASSWORD_KEY_BYTES],
                        const uint8_t nonce[FS__PASSWORD_NONCE_BYTES],
                        const uint8_t binding[FS__PASSWORD_BINDING_BYTES])
{
    uint8_t expected[FS__PASSWORD_PROOF_BYTES];
    fs__password_proof(expected, key, nonce, binding);
    return sodium_memcmp(expected, proof, sizeof expected) == 0;
}

void fs__password_draw(uint8_t out[16], const uint8_t secret[32], const char *purpose, uint64_t count)
{
    crypto_generichash_state hash;
    uint8_t number[8];
    for (unsigned i = 0; i < sizeof number; i++)
        number[i] = (uint8_t)(count >> 8 * i);
    crypto_generichash_init(&hash, secret, 32, 16);
    crypto_generichash_update(&hash, (const uint8_t *)purpose, strlen(purpose));
    crypto_generichash_update(&hash, number, sizeof number);
    crypto_generichash_final(&hash, out, 16);
}
