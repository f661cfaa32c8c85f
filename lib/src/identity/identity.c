/* identity.c: see identity.h. */
#include <fixstep/identity.h>

#include <sodium.h>
#include <string.h>

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

void fs_identity_id(const uint8_t key[FS_KEY_BYTES], uint8_t id[FS_KEY_ID_BYTES])
{
    crypto_generichash(id, FS_KEY_ID_BYTES, key, FS_KEY_BYTES, NULL, 0);
}

enum { GROUP_BYTES = 2, GROUP_TEXT = 5 }; /* a group of the text has its '-' or 0 */
_Static_assert(FS_KEY_ID_BYTES / GROUP_BYTES * GROUP_TEXT == FS_FINGERPRINT_BYTES, "groups fill the text");

const char *fs_identity_format(const uint8_t id[FS_KEY_ID_BYTES], char text[FS_FINGERPRINT_BYTES])
{
    for (size_t i = 0; i < FS_KEY_ID_BYTES / GROUP_BYTES; i++) {
        sodium_bin2hex(text + i * GROUP_TEXT, GROUP_TEXT, id + i * GROUP_BYTES, GROUP_BYTES);
        text[i * GROUP_TEXT + GROUP_TEXT - 1] = '-';
    }
    text[FS_FINGERPRINT_BYTES - 1] = '\0';
    return text;
}

bool fs_identity_parse(const char *fingerprint, uint8_t id[FS_KEY_ID_BYTES])
{
    size_t size;
    bool good = strnlen(fingerprint, FS_FINGERPRINT_BYTES) == FS_FINGERPRINT_BYTES - 1;
    for (size_t i = 0; good && i < FS_KEY_ID_BYTES / GROUP_BYTES; i++) {
        const char *group = fingerprint + i * GROUP_TEXT, end = group[GROUP_TEXT - 1];
        good = sodium_hex2bin(id + i * GROUP_BYTES, GROUP_BYTES, group, GROUP_TEXT - 1, NULL, &size, NULL) == 0 &&
               size == GROUP_BYTES && (end == '-' || end == '\0');
    }
    return good;
}

const char *fs_identity_fingerprint(const uint8_t key[FS_KEY_BYTES], char text[FS_FINGERPRINT_BYTES])
{
    uint8_t id[FS_KEY_ID_BYTES];
    fs_identity_id(key, id);
    return fs_identity_format(id, text);
}
