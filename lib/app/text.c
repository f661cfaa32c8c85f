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
