/* text.c: cleaning of texts that came over the network or from a file. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/text.h"

#include <jansson.h>
#include <stdbool.h>

static bool is_utf8(const char *text)
{
    json_t *value = json_string(text); /* which checks it */
    json_decref(value);
    return value != NULL;
}

void app_text_clean(char *text)
{
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
