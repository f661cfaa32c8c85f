/* utf8.c: decoding and encoding of UTF-8 (RFC 3629). See base/utf8.h and fixstep/utf8.h. */
#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <fixstep/utf8.h>

size_t fs__utf8_cut(const char *text, size_t limit)
{
    size_t n = strnlen(text, limit + 1);
    if (n <= limit)
        return n;
    n = limit;
    /* A character has at most three tail bytes; a longer run is not UTF-8. */
    for (int i = 0; i < FS_UTF8_MAX - 1 && n > 0 && fs_utf8_continues(text[n]); i++)
        n--;
    return n;
}

/* Number of tail bytes after a first byte; -1 for a byte that begins no character. */
static int tails_after(unsigned char first)
{
    if (first < 0x80)
        return 0;
    if (first >= 0xc2 && first <= 0xdf)
        return 1;
    if (first >= 0xe0 && first <= 0xef)
        return 2;
    return first >= 0xf0 && first <= 0xf4 ? 3 : -1;
}

static bool is_printable(uint32_t c, int tails)
{
    static const uint32_t smallest[] = { 0x20, 0x80, 0x800, 0x10000 };
    bool control = c == 0x7f || (c >= 0x80 && c < 0xa0);
    bool surrogate = c >= 0xd800 && c <= 0xdfff;
    /* Marks that change the writing direction would let a name rearrange its line. */
    bool direction = c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
                     (c >= 0x2060 && c <= 0x206f);
    bool non_character = c == 0xfeff || (c & 0xfffe) == 0xfffe;
    return c >= smallest[tails] && c <= 0x10ffff && !control && !surrogate && !direction && !non_character;
}

uint32_t fs__utf8_next(const char *text, size_t size, size_t *at)
{
    FS_ASSERT(*at < size);
    unsigned char first = (unsigned char)text[*at];
    *at += 1;
    int tails = tails_after(first);
    if (tails < 0)
        return '?';
    uint32_t c = tails == 0 ? first : first & (0x3fu >> tails);
    for (int i = 0; i < tails; i++) {
        if (*at >= size || !fs_utf8_continues(text[*at]))
            return '?';
        c = c << 6 | ((unsigned char)text[*at] & 0x3fu);
        *at += 1;
    }
    return is_printable(c, tails) ? c : '?';
}

size_t fs__utf8_put(char out[FS_UTF8_MAX], uint32_t c)
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (n == 1) {
        out[0] = (char)c;
        return 1;
    }
    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    out[0] = (char)((0xf00 >> n & 0xff) | c);
    return n;
}

struct range {
    uint32_t first, last;
};

static const struct range narrow[] = {
    { 0x20, 0x7e },                         /* ASCII */
    { 0xa0, 0xac },                         /* Latin without the soft hyphen */
    { 0xae, 0x2ff },    { 0x370, 0x377 },   /* Greek */
    { 0x37b, 0x37f },   { 0x384, 0x482 },   /* Greek and Cyrillic, without combining marks */
    { 0x48a, 0x52f },   { 0x2010, 0x2027 }, /* punctuation */
    { 0x2030, 0x205e }, { 0x20a0, 0x20bf }, /* currencies */
    { 0x2190, 0x21ff },                     /* arrows */
    { 0x2200, 0x22ff },                     /* mathematics */
    { 0x2500, 0x25fc },                     /* lines, blocks and shapes; 25fd, 25fe are wide */
    { 0x25ff, 0x25ff }, { 0x2800, 0x28ff }  /* Braille */
};

static const struct range wide[] = {
    { 0x1100, 0x115f },                                        /* Hangul Jamo */
    { 0x2e80, 0x303e },                                        /* radicals, punctuation of Han */
    { 0x3041, 0x3098 }, { 0x309b, 0x33ff },                    /* Kana, without combining marks */
    { 0x3400, 0x4dbf }, { 0x4e00, 0xa4cf },                    /* Han, Yi */
    { 0xac00, 0xd7a3 },                                        /* Hangul */
    { 0xf900, 0xfaff }, { 0xff01, 0xff60 }, { 0xffe0, 0xffe6 } /* compatible and full-width forms */
};

static bool is_within(uint32_t c, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

unsigned fs__utf8_columns(uint32_t c)
{
    if (is_within(c, narrow, sizeof narrow / sizeof narrow[0]))
        return 1;
    return is_within(c, wide, sizeof wide / sizeof wide[0]) ? 2 : 0;
}

void fs_utf8_clean(char *text)
{
    FS_ASSERT(text != NULL);
    size_t size = strlen(text);
    for (size_t at = 0; at < size;) {
        size_t begin = at;
        if (fs__utf8_next(text, size, &at) == '?' && text[begin] != '\n')
            memset(text + begin, '?', at - begin);
    }
}

size_t fs_utf8_columns(const char *text)
{
    FS_ASSERT(text != NULL);
    size_t size = strlen(text), columns = 0;
    for (size_t at = 0; at < size;)
        columns += fs__utf8_columns(fs__utf8_next(text, size, &at)) == 2 ? 2 : 1;
    return columns;
}
