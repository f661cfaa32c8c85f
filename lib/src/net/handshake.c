/* handshake.c: see handshake.h. */
#include "net/handshake.h"

#include <sodium.h>
#include <string.h>

#include "state/wire.h"

_Static_assert(FS_KEY_BYTES == crypto_scalarmult_BYTES && FS_KEY_BYTES == crypto_scalarmult_SCALARBYTES, "X25519");
_Static_assert(sizeof((fs__signer *)0)->secret == crypto_sign_SECRETKEYBYTES, "Ed25519");
_Static_assert((int)FS__KEYS_BYTES <= (int)FS__OPEN_BYTES, "an answer is never larger than its question");

enum {
    MAGIC_BYTES = 8,
    OPEN_KEY_AT = 20,
    KEYS_LINK_AT = 16,
    KEYS_KEY_AT = 18,
    KEYS_IDENTITY_AT = 50,
    HASH_BYTES = 32,
    UP_KEY = 1, /* numbers of derived keys */
    DOWN_KEY = 2,
    BINDING = 4
};
static const char open_magic[MAGIC_BYTES + 1] = "FixstepO";
static const char keys_magic[MAGIC_BYTES + 1] = "FixstepK";
static const char sign_context[16 + 1] = "FixstepHandshake";
static const char key_context[crypto_kdf_CONTEXTBYTES + 1] = "FixstepS";

void fs__signer_init(fs__signer *signer, const uint8_t seed[FS_KEY_BYTES])
{
    crypto_sign_seed_keypair(signer->key, signer->secret, seed);
}

/* --- forms ------------------------------------------------------------------- */

static void put_magic(fs__writer *w, const char *magic)
{
    for (size_t i = 0; i < MAGIC_BYTES; i++)
        fs__put_u8(w, (uint8_t)magic[i]);
}

void fs__open_put(uint8_t bytes[FS__OPEN_BYTES], const fs__handshake_head *head, const uint8_t secret[FS_KEY_BYTES])
{
    fs__writer w = fs__writer_make(bytes, FS__OPEN_BYTES);
    memset(bytes, 0, FS__OPEN_BYTES);
    put_magic(&w, open_magic);
    fs__put_u32(&w, head->nonce);
    fs__put_u32(&w, head->cookie);
    fs__put_u16(&w, head->version);
    fs__put_u8(&w, head->plain);
    crypto_scalarmult_base(bytes + OPEN_KEY_AT, secret);
}

bool fs__open_get(fs__handshake_head *head, const uint8_t *bytes, size_t size)
{
    if (size != FS__OPEN_BYTES || memcmp(bytes, open_magic, MAGIC_BYTES) != 0)
        return false;
    fs__reader r = fs__reader_make(bytes + MAGIC_BYTES, size - MAGIC_BYTES);
    head->nonce = fs__get_u32(&r);
    head->cookie = fs__get_u32(&r);
    head->version = fs__get_u16(&r);
    head->plain = fs__get_u8(&r) != 0;
    return true;
}

void fs__keys_put_head(uint8_t keys[FS__KEYS_HEAD_BYTES], const fs__handshake_head *head)
{
    fs__writer w = fs__writer_make(keys, FS__KEYS_HEAD_BYTES);
    put_magic(&w, keys_magic);
    fs__put_u32(&w, head->nonce);
    fs__put_u16(&w, head->version);
    fs__put_u8(&w, head->plain);
    fs__put_u8(&w, 0);
}

bool fs__keys_get_head(fs__handshake_head *head, const uint8_t *bytes, size_t size)
{
    if (size < FS__KEYS_HEAD_BYTES || memcmp(bytes, keys_magic, MAGIC_BYTES) != 0)
        return false;
    fs__reader r = fs__reader_make(bytes + MAGIC_BYTES, size - MAGIC_BYTES);
    head->nonce = fs__get_u32(&r);
    head->cookie = 0;
    head->version = fs__get_u16(&r);
    head->plain = fs__get_u8(&r) != 0;
    return true;
}

/* --- secrets ----------------------------------------------------------------- */

static void hash_transcript(uint8_t message[sizeof sign_context - 1 + HASH_BYTES], const uint8_t *open,
                            const uint8_t *keys)
{
    crypto_generichash_state state;
    memcpy(message, sign_context, sizeof sign_context - 1);
    crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    crypto_generichash_update(&state, open, FS__OPEN_PART_BYTES);
    crypto_generichash_update(&state, keys, FS__KEYS_PART_BYTES);
    crypto_generichash_final(&state, message + sizeof sign_context - 1, HASH_BYTES);
}

typedef struct key_pair {
    uint8_t up[FS__CIPHER_KEY_BYTES], down[FS__CIPHER_KEY_BYTES];
    uint8_t binding[FS__CIPHER_KEY_BYTES];
} key_pair;

/* False when the X25519 secret is zero, as with a key of small order. */
static bool derive_keys(key_pair *pair, const uint8_t hash[HASH_BYTES], const uint8_t secret[FS_KEY_BYTES],
                        const uint8_t other[FS_KEY_BYTES])
{
    uint8_t shared[FS_KEY_BYTES], root[crypto_kdf_KEYBYTES];
    if (crypto_scalarmult(shared, secret, other) != 0)
        return false;
    crypto_generichash(root, sizeof root, hash, HASH_BYTES, shared, sizeof shared);
    crypto_kdf_derive_from_key(pair->up, sizeof pair->up, UP_KEY, key_context, root);
    crypto_kdf_derive_from_key(pair->down, sizeof pair->down, DOWN_KEY, key_context, root);
    crypto_kdf_derive_from_key(pair->binding, sizeof pair->binding, BINDING, key_context, root);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(root, sizeof root);
    return true;
}

bool fs__keys_put(uint8_t keys[FS__KEYS_BYTES], fs__cipher *cipher, const fs__signer *signer,
                  const uint8_t secret[FS_KEY_BYTES], uint16_t link, const uint8_t open[FS__OPEN_BYTES])
{
    uint8_t message[sizeof sign_context - 1 + HASH_BYTES];
    fs__handshake_head head;
    key_pair pair;
    if (!fs__open_get(&head, open, FS__OPEN_BYTES))
        return false;
    fs__keys_put_head(keys, &head);
    fs__writer w = fs__writer_make(keys + KEYS_LINK_AT, 2);
    fs__put_u16(&w, link);
    crypto_scalarmult_base(keys + KEYS_KEY_AT, secret);
    memcpy(keys + KEYS_IDENTITY_AT, signer->key, FS_KEY_BYTES);
    hash_transcript(message, open, keys);
    if (!derive_keys(&pair, message + sizeof sign_context - 1, secret, open + OPEN_KEY_AT))
        return false;
    crypto_sign_detached(keys + FS__KEYS_PART_BYTES, NULL, message, sizeof message, signer->secret);
    fs__cipher_init(cipher, link, head.plain, pair.down, pair.up);
    memcpy(cipher->binding, pair.binding, sizeof cipher->binding);
    sodium_memzero(&pair, sizeof pair);
    return true;
}

bool fs__keys_accept(fs__cipher *cipher, uint8_t identity[FS_KEY_BYTES], const uint8_t secret[FS_KEY_BYTES],
                     const uint8_t open[FS__OPEN_BYTES], const uint8_t *keys, size_t size)
{
    uint8_t message[sizeof sign_context - 1 + HASH_BYTES];
    fs__handshake_head own, head;
    key_pair pair;
    if (size != FS__KEYS_BYTES || !fs__keys_get_head(&head, keys, size) || !fs__open_get(&own, open, FS__OPEN_BYTES) ||
        head.nonce != own.nonce || head.version != own.version || head.plain != own.plain)
        return false;
    hash_transcript(message, open, keys);
    if (crypto_sign_verify_detached(keys + FS__KEYS_PART_BYTES, message, sizeof message, keys + KEYS_IDENTITY_AT) !=
            0 ||
        !derive_keys(&pair, message + sizeof sign_context - 1, secret, keys + KEYS_KEY_AT))
        return false;
    memcpy(identity, keys + KEYS_IDENTITY_AT, FS_KEY_BYTES);
    fs__reader r = fs__reader_make(keys + KEYS_LINK_AT, 2);
    fs__cipher_init(cipher, fs__get_u16(&r), head.plain, pair.up, pair.down);
    memcpy(cipher->binding, pair.binding, sizeof cipher->binding);
    sodium_memzero(&pair, sizeof pair);
    return true;
}
