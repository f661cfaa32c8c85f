/* identity.c: see identity.h. */
#include <fixstep/identity.h>

#include <sodium.h>

_Static_assert(FS_KEY_BYTES == crypto_sign_SEEDBYTES && FS_KEY_BYTES == crypto_sign_PUBLICKEYBYTES, "Ed25519");

bool fs_identity_draw(uint8_t seed[FS_KEY_BYTES])
{
    if (sodium_init() < 0)
        return false;
    randombytes_buf(seed, FS_KEY_BYTES);
    return true;
}

void fs_identity_key(const uint8_t seed[FS_KEY_BYTES], uint8_t key[FS_KEY_BYTES])
{
    uint8_t secret[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(key, secret, seed);
    sodium_memzero(secret, sizeof secret);
}

const char *fs_identity_fingerprint(const uint8_t key[FS_KEY_BYTES], char text[FS_FINGERPRINT_BYTES])
{
    enum { HASH_BYTES = 16, GROUP_BYTES = 2, GROUP_TEXT = 5 };
    uint8_t hash[HASH_BYTES];
    crypto_generichash(hash, sizeof hash, key, FS_KEY_BYTES, NULL, 0);
    for (size_t i = 0; i < HASH_BYTES / GROUP_BYTES; i++) {
        sodium_bin2hex(text + i * GROUP_TEXT, GROUP_TEXT, hash + i * GROUP_BYTES, GROUP_BYTES);
        text[i * GROUP_TEXT + GROUP_TEXT - 1] = '-';
    }
    text[FS_FINGERPRINT_BYTES - 1] = '\0';
    return text;
}
