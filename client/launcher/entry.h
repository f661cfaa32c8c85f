/* entry.h: the text that the launcher asks for: a name, an address, a folder or a password. */
#ifndef FS_CLIENT_ENTRY_H
#define FS_CLIENT_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

typedef enum entry_kind { ENTRY_NAME, ENTRY_ADDRESS, ENTRY_FOLDER, ENTRY_PASSWORD } entry_kind;

enum { ENTRY_BYTES = 256, ENTRY_LAYERS = 3 };

typedef struct entry {
    entry_kind kind;
    bool selected;          /* the whole text: what is typed next replaces it */
    char text[ENTRY_BYTES]; /* UTF-8 */
} entry;

/* Begins with a text, selected as a whole unless it is empty. */
void entry_open(entry *e, entry_kind kind, const char *text);
/* What is typed or pasted. Names and addresses take no blanks; what text_entry_add() leaves out, and what does not fit, is left
 * out. */
void entry_type(entry *e, const char *utf8);
/* Removes the last character, or all of a selected text. */
void entry_erase(entry *e);
void entry_clear(entry *e);
/* The text as it is shown in `size` bytes: a point for each character of a password; of a longer one its end. */
void entry_show(const entry *e, char *shown, size_t size);
/* The characters to choose from without a keyboard, in ENTRY_LAYERS layers that hold every printable character of ASCII. */
const char *entry_letters(unsigned layer);
const char *entry_layer_name(unsigned layer);

#endif
