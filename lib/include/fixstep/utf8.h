/* utf8.h: texts in UTF-8 that come from other machines or from files, made safe for terminals, logs and pictures.
 *
 * Printable is every character but control characters, marks that change the direction of writing, invisible ones and codes
 * that stand for no character. No function here depends on the locale or allocates memory.
 */
#ifndef FIXSTEP_UTF8_H
#define FIXSTEP_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a byte goes on with the character of the byte before it. */
static inline bool fs_utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Replaces every byte of what is no printable character by '?'; line ends ('\n') stay. In place; the length stays. `text` ends with
 * a 0 and may not be NULL. */
FS_API void fs_utf8_clean(char *text);

/* Columns in which a terminal shows a printable text: 2 of each wide character, else 1 of each. `text` ends with a 0 and may not be
 * NULL. */
FS_API size_t fs_utf8_columns(const char *text);

#ifdef __cplusplus
}
#endif

#endif
