/* labels.h: texts of a picture that would cover each other are moved apart, and those that a border cuts are moved inside.
 *
 * Names stand beside bodies, and bodies meet. Every view moves them by the same rule.
 */
#ifndef FS_VIEW_LABELS_H
#define FS_VIEW_LABELS_H

#include "view/scene.h"

/* The extent of a character, units of the picture: 0 where it follows from the size of the text, that of a cell on a terminal. */
typedef struct fs__letter {
    double across, down;
} fs__letter;

/* Units of the picture. */
typedef struct fs__picture_size {
    double across, down;
} fs__picture_size;

/* A part of the picture that a panel hides. */
typedef struct fs__area {
    double left, top, right, bottom;
} fs__area;

/* How wide a text is with letters of `size`. */
typedef struct fs__text_font {
    double (*width)(const void *context, double size, const char *text,
                    size_t length); /* NULL: about that of usual letters */
    const void *context;
} fs__text_font;

/* Where texts stand: in the picture, names of players beside the `count` areas that are taken. */
typedef struct fs__labels_room {
    fs__picture_size picture;
    const fs__area *taken;
    size_t count;
    fs__text_font font;
} fs__labels_room;

/* Moves texts that the border of the picture cuts so far that they are within it, where they fit; those wholly outside stay
 * there. Then moves texts upwards that would cover an earlier one of the list, by up to four lines. A name of a player that does
 * not get free so, or that a taken area would hide, goes to the nearest free place below, beside or above, by up to eight heights
 * of its letters. What does not get free, or only beyond a border, stays where it was. Only the first 64 texts are moved, in the
 * order of the list, so that the result does not depend on distances. Names of players come to the end of the scene, above all shapes. */
void fs__labels_place(fs__scene *scene, const fs_draw_list *draw, fs__letter letter, fs__labels_room room);

/* Brightness of a colour 0xRRGGBB as the eye weighs its channels, 0..255. */
unsigned fs__brightness(uint32_t colour);
/* The same hue so dark or so bright that it can be read on a light or a dark panel. */
uint32_t fs__readable(uint32_t colour, bool on_light);
/* Letters darker than this stand on something light, others on something dark. */
enum { FS__DARK = 110 };
/* A text in space stands before anything: copies of it shine around it, this far to each corner, in units of the picture. */
#define FS__SHADOW_OFFSET(size) fmax(1, 0.06 * (size))

#endif
