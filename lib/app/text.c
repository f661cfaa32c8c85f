/* text.c: cleaning of texts that came over the network or from a file. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <string.h>
#include <fixstep/result.h>

static bool is_utf8(const char *text)
{
    json_t *value = json_string(text); /* NULL when it is no UTF-8 */
    json_decref(value);
    return value != NULL;
}

void app_text_clean(char *text)
{
    FS_ASSERT(text != NULL);
    bool ascii_only = !is_utf8(text);
    for (unsigned char *p = (unsigned char *)text; *p != '\0'; p++) {
        bool control = (*p < 0x20 && *p != '\n') || *p == 0x7f;
        if (control || (ascii_only && *p >= 0x80))
            *p = '?';
        /* C1 controls, 0xc2 0x80 to 0xc2 0x9f, also steer terminals. */
        if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
            p[0] = '?';
            p[1] = '?';
        }
    }
}

void app_text_copy(char *out, size_t size, const char *text)
{
    size_t n = strnlen(text, size);
    if (n == size) {
        n = size - 1;
        while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80)
            n--;
    }
    memcpy(out, text, n);
    out[n] = '\0';
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
