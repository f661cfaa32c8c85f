/* wire.c: variable-length numbers and texts of the canonical encodings. */
#include "lock/wire.h"

void fs__put_var(fs_writer *w, uint64_t v)
{
    while (v >= 0x80) {
        fs__put_u8(w, (uint8_t)(v | 0x80));
        v >>= 7;
    }
    fs__put_u8(w, (uint8_t)v);
}

uint64_t fs__get_var(fs_reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = fs__get_u8(r);
        if (r->bad)
            return 0;
        /* The tenth byte has room for one bit, and a last byte of zero would
         * be a longer spelling of the same number. */
        if ((shift == 63 && byte > 1) || (byte == 0 && shift > 0))
            break;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return v;
    }
    r->bad = true;
    return 0;
}

void fs__put_text(fs_writer *w, const char *text)
{
    size_t n = strnlen(text, 255);
    fs__put_u8(w, (uint8_t)n);
    fs__put_bytes(w, text, n);
}

void fs__get_text(fs_reader *r, char *text, size_t size)
{
    size_t n = fs__get_u8(r);
    const uint8_t *p = n < size ? fs__take(r, n) : NULL;
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
