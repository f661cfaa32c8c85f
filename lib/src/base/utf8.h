/* utf8.h: text of unknown origin, made safe to show.
 *
 * Names and messages come from other machines. What leaves this file is always
 * well-formed and printable: it must never let a control character, an escape
 * sequence or a broken code through to a terminal or a picture.
 */
#ifndef FS_BASE_UTF8_H
#define FS_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { FS_UTF8_MAX = 4 }; /* bytes of one character */

/* Length of `text` (0-terminated), or, where that is above `limit`, the most
 * bytes below the limit that do not cut a character in two. */
size_t fs__utf8_cut(const char *text, size_t limit);

/* The next character at *at (< size), '?' for a broken code or a control
 * character; moves *at past it. */
uint32_t fs__utf8_next(const char *text, size_t size, size_t *at);

/* Writes a character; returns its bytes, 1..FS_UTF8_MAX. */
size_t fs__utf8_put(char out[FS_UTF8_MAX], uint32_t character);

/* `character`, or '?' where terminals may not give it exactly one column. */
uint32_t fs__utf8_one_column(uint32_t character);

#endif
