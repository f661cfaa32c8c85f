/* key_proof.c: see key_proof.h. */
#include "identity/key_proof.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)FS__SIGNATURE_BYTES == (int)crypto_sign_BYTES, "Ed25519");

enum { CONTEXT_BYTES = 16, MESSAGE_BYTES = CONTEXT_BYTES + FS_KEY_BYTES };
static const char proof_context[CONTEXT_BYTES + 1] = "FixstepClientKey";

static void make_message(uint8_t message[MESSAGE_BYTES], const uint8_t binding[FS_KEY_BYTES])
{
    memcpy(message, proof_context, CONTEXT_BYTES);
    memcpy(message + CONTEXT_BYTES, binding, FS_KEY_BYTES);
}

void fs__key_proof_make(uint8_t key[FS_KEY_BYTES], uint8_t signature[FS__SIGNATURE_BYTES],
                        const uint8_t seed[FS_KEY_BYTES], const uint8_t binding[FS_KEY_BYTES])
{
    uint8_t message[MESSAGE_BYTES], secret[crypto_sign_SECRETKEYBYTES];
    make_message(message, binding);
    crypto_sign_seed_keypair(key, secret, seed);
    crypto_sign_detached(signature, NULL, message, sizeof message, secret);
    sodium_memzero(secret, sizeof secret);
}

bool fs__key_proof_check(const uint8_t key[FS_KEY_BYTES], const uint8_t signature[FS__SIGNATURE_BYTES],
                         const uint8_t binding[FS_KEY_BYTES])
{
    uint8_t message[MESSAGE_BYTES];
    make_message(message, binding);
    return crypto_sign_verify_detached(signature, message, sizeof message, key) == 0;
}
