/* text.c: see text.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/text.h"

#include <stdbool.h>
#include <string.h>
#include <fixstep/utf8.h>

void app_text_copy(char *out, size_t size, const char *text)
{
    size_t n = strnlen(text, size);
    if (n == size) {
        n = size - 1;
        while (n > 0 && fs_utf8_continues(text[n]))
            n--;
    }
    memcpy(out, text, n);
    out[n] = '\0';
}

int app_text_padding(const char *text, int columns)
{
    size_t used = fs_utf8_columns(text);
    return used < (size_t)columns ? columns - (int)used : 0;
}

void app_text_put_hex(char *text, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
}

/* The value of a digit, 16 for another character. */
static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

bool app_text_get_hex(uint8_t *bytes, size_t size, const char *text)
{
    for (size_t i = 0; i < size; i++) {
        unsigned high = digit_of(text[2 * i]), low = high < 16 ? digit_of(text[2 * i + 1]) : 16;
        if (low == 16)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
