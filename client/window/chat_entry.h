/* chat_entry.h: the line that a player types for the others, in UTF-8. */
#ifndef FS_WINDOW_CHAT_ENTRY_H
#define FS_WINDOW_CHAT_ENTRY_H

#include <stdbool.h>
#include <fixstep/lockstep.h>

/* Zeroed: closed. */
typedef struct chat_entry {
    bool open;
    char text[FS_MAX_CHAT]; /* with the final 0 */
} chat_entry;

void chat_entry_open(chat_entry *e);
/* Appends what text_entry_add() of keys/text_entry.h lets pass. */
void chat_entry_type(chat_entry *e, const char *utf8);
/* Removes the last character. */
void chat_entry_erase(chat_entry *e);

#endif
