/* help.h: the keys of a match or a recording, in a panel over the picture. */
#ifndef FS_WINDOW_HUD_HELP_H
#define FS_WINDOW_HUD_HELP_H

#include "window/overlay.h"

/* In letters of `size` pixels that shrink until the panel fits. False, with nothing drawn, in a window that is too small. */
bool help_draw(const overlay *overlay, const match_info *info, float size, fs_batch *batch);

/* Where help_draw() puts its panel; false where it draws nothing. */
bool help_find(const overlay *overlay, const match_info *info, float size, const fs_batch *batch, fields_area *out);

#endif
