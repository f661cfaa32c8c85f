/* chat_entry.c: see chat_entry.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/chat_entry.h"

#include <string.h>

void chat_entry_open(chat_entry *e)
{
    *e = (chat_entry){ .open = true };
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

void chat_entry_type(chat_entry *e, const char *utf8)
{
    size_t used = strlen(e->text);
    while (*utf8 != '\0') {
        size_t length = 1;
        while (continues_character(utf8[length]))
            length++;
        bool shown = (unsigned char)utf8[0] >= 0x20 && utf8[0] != 0x7f;
        if (shown && used + length >= sizeof e->text)
            return;
        if (shown) {
            memcpy(e->text + used, utf8, length);
            used += length;
            e->text[used] = '\0';
        }
        utf8 += length;
    }
}

void chat_entry_erase(chat_entry *e)
{
    size_t used = strlen(e->text);
    while (used > 0 && continues_character(e->text[used - 1]))
        used--;
    e->text[used > 0 ? used - 1 : 0] = '\0';
}
