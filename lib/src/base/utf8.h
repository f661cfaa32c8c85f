/* utf8.h: decoding and encoding of untrusted UTF-8 text for display.
 *
 * Names and messages come from other machines. Every character that fs__utf8_next() returns is printable: no control
 * character, escape sequence, change of direction or malformed code reaches a terminal or a picture.
 */
#ifndef FS_BASE_UTF8_H
#define FS_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { FS_UTF8_MAX = 4 }; /* bytes of one character */

/* Length of `text` (0-terminated) in bytes. When that exceeds `limit`, the largest length up to `limit` that does not
 * split a character. */
size_t fs__utf8_cut(const char *text, size_t limit);

/* The character at byte *at (below `size`), '?' for a malformed code or one that is not printable. Advances *at past
 * it. */
uint32_t fs__utf8_next(const char *text, size_t size, size_t *at);

/* Writes a character (up to 0x10ffff) and returns the number of bytes, 1..FS_UTF8_MAX. */
size_t fs__utf8_put(char out[FS_UTF8_MAX], uint32_t character);

/* Columns in which terminals show a character: 1 or 2; 0 when that is not certain. */
unsigned fs__utf8_columns(uint32_t character);

#endif
