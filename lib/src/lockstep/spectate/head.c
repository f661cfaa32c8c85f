/* head.c: see head.h. */
#include "lockstep/spectate/head.h"

#include <sodium.h>

enum { CONTEXT_BYTES = 16, SIGNED_BYTES = CONTEXT_BYTES + 4 + FS__CHAIN_BYTES + 8 };
static const char head_context[CONTEXT_BYTES + 1] = "FixstepMatchHead";

static void make_signed_bytes(uint8_t bytes[SIGNED_BYTES], const struct fs__head *head)
{
    fs__writer w = fs__writer_make(bytes, SIGNED_BYTES);
    fs__put_bytes(&w, head_context, CONTEXT_BYTES);
    fs__put_u32(&w, head->ticks);
    fs__put_bytes(&w, head->chain, sizeof head->chain);
    fs__put_u64(&w, head->state_hash);
    FS_ASSERT(!w.full && w.at == SIGNED_BYTES);
}

void fs__head_sign(struct fs__head *head, const uint8_t seed[FS_KEY_BYTES])
{
    uint8_t bytes[SIGNED_BYTES], key[FS_KEY_BYTES], secret[crypto_sign_SECRETKEYBYTES];
    make_signed_bytes(bytes, head);
    crypto_sign_seed_keypair(key, secret, seed);
    crypto_sign_detached(head->signature, NULL, bytes, sizeof bytes, secret);
    sodium_memzero(secret, sizeof secret);
}

bool fs__head_check(const struct fs__head *head, const uint8_t key[FS_KEY_BYTES])
{
    uint8_t bytes[SIGNED_BYTES];
    make_signed_bytes(bytes, head);
    return crypto_sign_verify_detached(head->signature, bytes, sizeof bytes, key) == 0;
}
