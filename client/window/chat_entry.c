/* chat_entry.c: see chat_entry.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/chat_entry.h"

#include "keys/text_entry.h"

void chat_entry_open(chat_entry *e)
{
    *e = (chat_entry){ .open = true };
}

void chat_entry_type(chat_entry *e, const char *utf8)
{
    text_entry_add(e->text, sizeof e->text, utf8);
}

void chat_entry_erase(chat_entry *e)
{
    text_entry_erase(e->text);
}
