/* cipher.c: see cipher.h. */
#include "net/cipher.h"

#include <sodium.h>
#include <string.h>

#include "state/wire.h"

_Static_assert(FS__CIPHER_KEY_BYTES == crypto_aead_chacha20poly1305_IETF_KEYBYTES, "the key of RFC 8439");
_Static_assert(FS__CIPHER_KEY_BYTES == crypto_kdf_KEYBYTES, "keys derive keys");
_Static_assert(FS__CIPHER_TAG_BYTES == crypto_aead_chacha20poly1305_IETF_ABYTES, "the tag of RFC 8439");

enum { NONCE_BYTES = crypto_aead_chacha20poly1305_IETF_NPUBBYTES, NEXT_KEY = 3 };
static const char key_context[crypto_kdf_CONTEXTBYTES + 1] = "FixstepS";

/* --- keys -------------------------------------------------------------------- */

static void advance_key(fs__cipher_key *key)
{
    uint8_t next[FS__CIPHER_KEY_BYTES];
    crypto_kdf_derive_from_key(next, sizeof next, NEXT_KEY, key_context, key->bytes);
    memcpy(key->bytes, next, sizeof next);
    sodium_memzero(next, sizeof next);
    key->epoch++;
}

static uint64_t epoch_of(uint64_t number)
{
    return number >> FS__CIPHER_EPOCH_BITS;
}

void fs__cipher_init(fs__cipher *c, uint16_t link, bool plain, const uint8_t sending[FS__CIPHER_KEY_BYTES],
                     const uint8_t receiving[FS__CIPHER_KEY_BYTES])
{
    memset(c, 0, sizeof *c);
    c->link = link;
    c->plain = plain;
    memcpy(c->sending.bytes, sending, FS__CIPHER_KEY_BYTES);
    memcpy(c->receiving.bytes, receiving, FS__CIPHER_KEY_BYTES);
    c->earlier = c->receiving;
}

/* --- heads ------------------------------------------------------------------- */

static void put_head(uint8_t head[FS__CIPHER_HEAD_BYTES], uint16_t link, uint64_t number)
{
    fs__writer w = fs__writer_make(head, FS__CIPHER_HEAD_BYTES);
    fs__put_u8(&w, FS__CIPHER_MAGIC);
    fs__put_u16(&w, link);
    fs__put_u32(&w, (uint32_t)number);
}

uint16_t fs__cipher_link(const uint8_t *bytes)
{
    fs__reader r = fs__reader_make(bytes + 1, 2);
    return fs__get_u16(&r);
}

/* The number with these lower 32 bits that is nearest to the expected one. */
static uint64_t full_number(uint64_t expected, uint32_t low)
{
    const uint64_t span = 1ull << 32;
    uint64_t number = (expected & ~(span - 1)) | low;
    if (number + span / 2 < expected)
        number += span;
    else if (number > expected + span / 2 && number >= span)
        number -= span;
    return number;
}

static void put_nonce(uint8_t nonce[NONCE_BYTES], uint64_t number)
{
    fs__writer w = fs__writer_make(nonce, NONCE_BYTES);
    fs__put_u32(&w, 0);
    fs__put_u64(&w, number);
}

/* --- sending ----------------------------------------------------------------- */

size_t fs__cipher_seal(fs__cipher *c, uint8_t *out, const uint8_t *content, size_t size)
{
    uint8_t nonce[NONCE_BYTES];
    uint64_t number = c->next++;
    put_head(out, c->link, number);
    if (c->plain) {
        memmove(out + FS__CIPHER_HEAD_BYTES, content, size);
        return FS__CIPHER_HEAD_BYTES + size;
    }
    if (epoch_of(number) != c->sending.epoch)
        advance_key(&c->sending);
    put_nonce(nonce, number);
    crypto_aead_chacha20poly1305_ietf_encrypt(out + FS__CIPHER_HEAD_BYTES, NULL, content, size, out,
                                              FS__CIPHER_HEAD_BYTES, NULL, nonce, c->sending.bytes);
    return FS__CIPHER_BYTES + size;
}

/* --- receiving --------------------------------------------------------------- */

static uint64_t window_bit(uint64_t number)
{
    return 1ull << (number % 64);
}

static uint64_t *window_word(fs__cipher *c, uint64_t number)
{
    return &c->received[number % FS__CIPHER_WINDOW / 64];
}

/* Whether the number is neither behind the window nor received. */
static bool is_new(fs__cipher *c, uint64_t number)
{
    if (number >= c->expected)
        return true;
    return c->expected - number <= FS__CIPHER_WINDOW && (*window_word(c, number) & window_bit(number)) == 0;
}

/* Moves the window up to the number and marks it. */
static void mark_received(fs__cipher *c, uint64_t number)
{
    if (number >= c->expected + FS__CIPHER_WINDOW)
        memset(c->received, 0, sizeof c->received);
    else
        for (uint64_t n = c->expected; n <= number; n++)
            *window_word(c, n) &= ~window_bit(n);
    *window_word(c, number) |= window_bit(number);
    if (number >= c->expected)
        c->expected = number + 1;
}

/* The key of the number's epoch: the present one, the one before, or the next one, made in `next`; NULL for others. */
static const fs__cipher_key *key_of(const fs__cipher *c, uint64_t number, fs__cipher_key *next)
{
    uint64_t epoch = epoch_of(number);
    if (epoch == c->receiving.epoch)
        return &c->receiving;
    if (epoch == c->earlier.epoch)
        return &c->earlier;
    if (epoch != c->receiving.epoch + 1)
        return NULL;
    *next = c->receiving;
    advance_key(next);
    return next;
}

static bool decrypt(const fs__cipher_key *key, uint64_t number, uint8_t *out, const uint8_t *bytes, size_t size)
{
    uint8_t nonce[NONCE_BYTES];
    put_nonce(nonce, number);
    return crypto_aead_chacha20poly1305_ietf_decrypt(out, NULL, NULL, bytes + FS__CIPHER_HEAD_BYTES,
                                                     size - FS__CIPHER_HEAD_BYTES, bytes, FS__CIPHER_HEAD_BYTES, nonce,
                                                     key->bytes) == 0;
}

/* Decrypts, and makes the key of a new epoch the present one when the datagram proves to be authentic. */
static bool decrypt_in_epoch(fs__cipher *c, uint64_t number, uint8_t *out, const uint8_t *bytes, size_t size)
{
    fs__cipher_key next = { 0 };
    const fs__cipher_key *key = key_of(c, number, &next);
    bool authentic = key != NULL && decrypt(key, number, out, bytes, size);
    if (authentic && key == &next) {
        c->earlier = c->receiving;
        c->receiving = next;
    }
    sodium_memzero(&next, sizeof next);
    return authentic;
}

size_t fs__cipher_open(fs__cipher *c, uint8_t *out, const uint8_t *bytes, size_t size)
{
    const size_t extra = c->plain ? FS__CIPHER_HEAD_BYTES : FS__CIPHER_BYTES;
    if (size <= extra || bytes[0] != FS__CIPHER_MAGIC || fs__cipher_link(bytes) != c->link)
        return 0;
    fs__reader r = fs__reader_make(bytes + 3, 4);
    uint64_t number = full_number(c->expected, fs__get_u32(&r));
    if (!is_new(c, number))
        return 0;
    if (c->plain)
        memcpy(out, bytes + FS__CIPHER_HEAD_BYTES, size - extra);
    else if (!decrypt_in_epoch(c, number, out, bytes, size))
        return 0;
    mark_received(c, number);
    return size - extra;
}
