/* names.h: the names of players in the texts of a game.
 *
 * A draw list knows the names (fs_draw_set_name()); a slot without one goes by its number.
 */
#ifndef FIXSTEP_KIT_NAMES_H
#define FIXSTEP_KIT_NAMES_H

#include <fixstep/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the name of a slot, or its number, and returns `name`. */
FS_API const char *fs_kit_copy_name(const fs_draw_list *draw, uint32_t slot, char name[FS_DRAW_NAME_BYTES]);
/* Behind a noun that is counted. */
#define FS_KIT_S(count) ((count) == 1 ? "" : "s")
/* fs_kit_copy_name() as an argument of printf(), in C; valid until the end of the enclosing block. */
#define FS_KIT_NAME(draw, slot) fs_kit_copy_name(draw, slot, (char[FS_DRAW_NAME_BYTES]){ 0 })

/* Appends " NAME: VALUE " to `text`, which holds `size` bytes with its 0; nothing when it does not fit whole, so that no
 * name is cut. */
FS_API void fs_kit_append_value(char *text, size_t size, const fs_draw_list *draw, uint32_t slot, const char *value);
FS_API void fs_kit_append_score(char *text, size_t size, const fs_draw_list *draw, uint32_t slot, int64_t score);
/* Draws a text around `middle` on its base line, `height` metres high, lower, but not below half, where it would be wider than `width`
 * metres; an ellipsis stands for what does not fit then. For names beside bodies that stand in a row. */
FS_API void fs_kit_draw_label(fs_draw_list *draw, fs_draw_point middle, fix16_t height, fix16_t width, uint32_t colour,
                              const char *text);
/* Draws the name with its lower left corner at `at`, `height` metres high. */
FS_API void fs_kit_draw_name(fs_draw_list *draw, uint32_t slot, fs_draw_point at, fix16_t height, uint32_t colour);

#ifdef __cplusplus
}
#endif
#endif
