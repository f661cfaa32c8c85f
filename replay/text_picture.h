/* text_picture.h: pictures of characters, for render --out FILE.txt or FILE.ansi. */
#ifndef REPLAY_TEXT_PICTURE_H
#define REPLAY_TEXT_PICTURE_H

#include <fixstep/draw.h>

#include "app/setup.h"

/* True when the path's ending asks for characters: .txt (shades) or .ansi (colours). */
bool text_picture_named(const char *path);
/* True when the path's ending names a format of render --out: also .png and .svg. */
bool picture_format_known(const char *path);
/* Writes the list as columns x rows characters; false with a sentence in `why`. */
bool text_picture_write(const fs_draw_list *draw, const char *path, uint32_t columns, uint32_t rows,
                        char why[APP_ERROR_BYTES]);

#endif
