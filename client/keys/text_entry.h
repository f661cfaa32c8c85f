/* text_entry.h: text that a user types or pastes, in UTF-8 of whole characters. */
#ifndef FS_CLIENT_TEXT_ENTRY_H
#define FS_CLIENT_TEXT_ENTRY_H

#include <stddef.h>

/* Appends to `text` of `size` bytes with the final 0, as far as whole characters fit. Line ends and tabs become blanks; other
 * control characters, marks that change the direction of writing and bytes that are no UTF-8 are left out. */
void text_entry_add(char *text, size_t size, const char *utf8);
/* Removes the last character. */
void text_entry_erase(char *text);

#endif
