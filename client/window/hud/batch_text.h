/* batch_text.h: texts that end with a 0, in a batch. */
#ifndef FS_WINDOW_HUD_BATCH_TEXT_H
#define FS_WINDOW_HUD_BATCH_TEXT_H

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

#endif
