/* text.h: untrusted texts made safe for a terminal and for JSON. */
#ifndef FS_APP_TEXT_H
#define FS_APP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Replaces control characters (but for line ends) by '?', and everything beyond
 * ASCII too when the text is no valid UTF-8. In place; the length stays. */
void app_text_clean(char *text);

/* Copies a UTF-8 text, cut between two characters when it does not fit. */
void app_text_copy(char *out, size_t size, const char *text);

/* Writes 2 * `size` digits and a 0. */
void app_text_put_hex(char *text, const uint8_t *bytes, size_t size);
/* Reads 2 * `size` digits of either case, whatever follows them; false for another character among them. */
bool app_text_get_hex(uint8_t *bytes, size_t size, const char *text);

#endif
