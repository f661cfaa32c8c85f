/* font.h: glyphs of one font in one texture.
 *
 * A glyph is added when a text first needs it. The font is a TrueType file, found in
 * a list of usual places; characters that it lacks come from the others of that list.
 * Without one there is a bitmap font of the printable ASCII characters, the ellipsis
 * and the box that stands for a character that no font has.
 */
#ifndef FS_WINDOW_FONT_H
#define FS_WINDOW_FONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/batch.h>

typedef struct font font;

/* `path` (NULL: the usual places) names a font file; when it cannot be used, `why` gets a sentence and the bitmap font
 * is used, else `why` becomes "". NULL: out of memory. */
font *font_open(const char *path, char *why, size_t why_size);
/* NULL is allowed. */
void font_close(font *f);
/* To be called before the first text of a picture: when the texture has become full, empties it for the characters of now. */
void font_begin_picture(font *f);
/* For fs_batch_begin(); valid while the font is open. */
fs_batch_font font_for_batch(font *f);
/* The texture when it changed since the last call, else NULL: RENDERER_ATLAS_SIDE squared bytes. */
const uint8_t *font_take_changes(font *f);

/* The bitmap font: five columns of a character, bit 0 at the top; NULL for those that it lacks. */
enum { FONT_BITMAP_COLUMNS = 5, FONT_BITMAP_ROWS = 8, FONT_BITMAP_BASE = 7 };
const uint8_t *font_bitmap(uint32_t character);

#endif
