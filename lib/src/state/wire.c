/* wire.c: variable-length numbers, texts and deltas of the canonical encodings. */
#include "state/wire.h"

void fs__put_var(fs__writer *w, uint64_t v)
{
    while (v >= 0x80) {
        fs__put_u8(w, (uint8_t)(v | 0x80));
        v >>= 7;
    }
    fs__put_u8(w, (uint8_t)v);
}

uint64_t fs__get_var(fs__reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = fs__get_u8(r);
        if (r->bad)
            return 0;
        /* The tenth byte has one bit of the number, and a last byte of zero would be a longer form of the same
         * number. */
        if ((shift == 63 && byte > 1) || (byte == 0 && shift > 0))
            break;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return v;
    }
    r->bad = true;
    return 0;
}

void fs__put_text(fs__writer *w, const char *text)
{
    size_t n = strnlen(text, 255);
    fs__put_u8(w, (uint8_t)n);
    fs__put_bytes(w, text, n);
}

void fs__get_text(fs__reader *r, char *text, size_t size)
{
    FS_ASSERT(size > 0);
    size_t n = fs__get_u8(r);
    const uint8_t *p = n < size ? fs__reader_take(r, n) : NULL;
    memset(text, 0, size);
    if (p == NULL) {
        r->bad = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (p[i] < 0x20 || p[i] == 0x7f)
            r->bad = true;
        text[i] = (char)p[i];
    }
    if (r->bad)
        text[0] = 0;
}

void fs__put_delta(fs__writer *w, const uint8_t *previous, const uint8_t *input, uint32_t size)
{
    FS_ASSERT(size >= 1 && size <= 64);
    uint64_t mask = 0;
    for (uint32_t i = 0; i < size; i++)
        if (previous[i] != input[i])
            mask |= (uint64_t)1 << i;
    fs__put_le(w, mask, (size + 7) / 8);
    for (uint32_t i = 0; i < size; i++)
        if (previous[i] != input[i])
            fs__put_u8(w, previous[i] ^ input[i]);
}

void fs__get_delta(fs__reader *r, uint8_t *input, uint32_t size)
{
    FS_ASSERT(size >= 1 && size <= 64);
    uint64_t mask = fs__get_le(r, (size + 7) / 8);
    if (size < 64 && mask >> size != 0)
        r->bad = true;
    for (uint32_t i = 0; i < size; i++)
        if (mask >> i & 1)
            input[i] ^= fs__get_u8(r);
}
