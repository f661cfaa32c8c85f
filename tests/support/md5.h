/* md5.h: the MD5 digest (RFC 1321) of a text, to compare scenes with the sums their definitions give. */
#ifndef FS_TEST_MD5_H
#define FS_TEST_MD5_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline uint32_t md5_turn(uint32_t v, unsigned n)
{
    return v << n | v >> (32 - n);
}

/* One block of 64 bytes. */
static inline void md5_block(uint32_t h[4], const uint8_t *bytes)
{
    static const uint8_t turns[4][4] = { { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 } };
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], word[16];
    for (unsigned i = 0; i < 16; i++)
        word[i] = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 |
                  (uint32_t)bytes[4 * i + 3] << 24;
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t mix[4] = { (b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d) };
        const unsigned from[4] = { i % 16, (5 * i + 1) % 16, (3 * i + 5) % 16, 7 * i % 16 };
        uint32_t constant = (uint32_t)(int64_t)floor(fabs(sin(i + 1.0)) * 4294967296.0);
        uint32_t sum = a + mix[i / 16] + constant + word[from[i / 16]];
        a = d;
        d = c;
        c = b;
        b += md5_turn(sum, turns[i / 16][i % 4]);
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
}

/* 32 hexadecimal digits and a 0. */
static inline void md5_text(const char *text, size_t size, char out[33])
{
    uint32_t h[4] = { 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u };
    size_t padded = (size + 9 + 63) / 64 * 64;
    uint8_t *bytes = calloc(padded, 1);
    if (bytes == NULL)
        abort();
    memcpy(bytes, text, size);
    bytes[size] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        bytes[padded - 8 + i] = (uint8_t)((uint64_t)size * 8 >> (8 * i));
    for (size_t at = 0; at < padded; at += 64)
        md5_block(h, bytes + at);
    free(bytes);
    for (unsigned i = 0; i < 16; i++)
        snprintf(out + 2 * i, 3, "%02x", h[i / 4] >> (i % 4 * 8) & 0xffu);
}

#endif
