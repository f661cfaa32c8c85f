/* batch_text.h: texts that end with a 0, in a batch. */
#ifndef FS_WINDOW_HUD_BATCH_TEXT_H
#define FS_WINDOW_HUD_BATCH_TEXT_H

#include <stddef.h>
#include <string.h>
#include <fixstep/batch.h>

static inline float text_width(const fs_batch *b, float height, const char *text)
{
    return fs_batch_text_width(b, height, text, strlen(text));
}

/* With the left end of the base line at (x, y). Returns the right end. */
static inline float put_text(fs_batch *b, float x, float y, float height, uint32_t argb, const char *text)
{
    return fs_batch_add_text(b, x, y, height, argb, text, strlen(text));
}

/* The bytes of the whole characters at the front of a text that are no wider than `room`. */
size_t fit_text(const fs_batch *b, float height, const char *text, float room);
/* The bytes of the words at the front that fit into a row of `room`, of a word that is longer than a row the characters that fit;
 * at least one character. The blanks behind them are no part of the row. */
size_t fit_words(const fs_batch *b, float height, const char *text, float room);
/* put_text() that keeps within `room` pixels: what does not fit gives way to an ellipsis. */
float put_text_within(fs_batch *b, float x, float y, float height, uint32_t argb, const char *text, float room);

#endif
