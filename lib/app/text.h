/* text.h: texts that are cut to size, and bytes as hexadecimal digits. */
#ifndef FS_APP_TEXT_H
#define FS_APP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies a UTF-8 text, cut between two characters when it does not fit. */
void app_text_copy(char *out, size_t size, const char *text);

/* Blanks that follow a text in a table, so that it has so many columns; 0 of a wider one. For printf's "%s%*s". */
int app_text_padding(const char *text, int columns);

/* Writes 2 * `size` digits and a 0. */
void app_text_put_hex(char *text, const uint8_t *bytes, size_t size);
/* Reads 2 * `size` digits of either case, whatever follows them; false for another character among them. */
bool app_text_get_hex(uint8_t *bytes, size_t size, const char *text);

#endif
