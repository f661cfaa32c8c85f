/* batch_text.c: see batch_text.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/hud/batch_text.h"

#include <fixstep/utf8.h>

static const char ellipsis[] = "\xe2\x80\xa6";

/* The bytes up to the next character. */
static size_t next_character(const char *text)
{
    size_t length = text[0] != '\0';
    while (fs_utf8_continues(text[length]))
        length++;
    return length;
}

size_t fit_text(const fs_batch *b, float height, const char *text, float room)
{
    size_t fits = 0, next;
    float width = 0;
    while ((next = next_character(text + fits)) > 0) {
        width += fs_batch_text_width(b, height, text + fits, next);
        if (width > room + 0.01f) /* the sum of a whole text may differ in its last bit */
            break;
        fits += next;
    }
    return fits;
}

size_t fit_words(const fs_batch *b, float height, const char *text, float room)
{
    size_t whole = fit_text(b, height, text, room), words = whole;
    if (text[whole] == '\0')
        return whole;
    /* The row may end before a blank. */
    while (words > 0 && text[words] != ' ')
        words--;
    while (words > 0 && text[words - 1] == ' ')
        words--;
    return words > 0 ? words : whole > 0 ? whole : next_character(text);
}

float put_text_within(fs_batch *b, float x, float y, float height, uint32_t argb, const char *text, float room)
{
    size_t length = strlen(text), fits = fit_text(b, height, text, room);
    if (fits == length)
        return fs_batch_add_text(b, x, y, height, argb, text, length);
    fits = fit_text(b, height, text, room - text_width(b, height, ellipsis));
    while (fits > 0 && text[fits - 1] == ' ')
        fits--;
    x = fs_batch_add_text(b, x, y, height, argb, text, fits);
    return put_text(b, x, y, height, argb, ellipsis);
}
