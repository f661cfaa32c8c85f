/* text_entry.c: see text_entry.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "keys/text_entry.h"

#include <stdbool.h>
#include <string.h>
#include <fixstep/utf8.h>

enum { CHARACTER_BYTES = 4 };

/* The bytes of the first character of a text that is not empty, 1 where these are none. */
static size_t measure_character(const char *utf8)
{
    size_t length = 1;
    while (length < CHARACTER_BYTES && fs_utf8_continues(utf8[length]))
        length++;
    return length;
}

static bool is_printable(const char *bytes, size_t length)
{
    char given[CHARACTER_BYTES + 1] = "", clean[CHARACTER_BYTES + 1];
    memcpy(given, bytes, length);
    memcpy(clean, given, sizeof clean);
    fs_utf8_clean(clean);
    return memcmp(given, clean, sizeof clean) == 0;
}

void text_entry_add(char *text, size_t size, const char *utf8)
{
    size_t used = strlen(text);
    while (*utf8 != '\0') {
        bool blank = strchr("\t\r\n", *utf8) != NULL;
        size_t length = blank ? 1 : measure_character(utf8);
        const char *bytes = blank ? " " : utf8;
        bool printable = is_printable(bytes, length);
        if (printable && used + length >= size)
            return;
        if (printable) {
            memcpy(text + used, bytes, length);
            used += length;
            text[used] = '\0';
        }
        utf8 += length;
    }
}

void text_entry_erase(char *text)
{
    size_t used = strlen(text);
    while (used > 0 && fs_utf8_continues(text[used - 1]))
        used--;
    text[used > 0 ? used - 1 : 0] = '\0';
}
