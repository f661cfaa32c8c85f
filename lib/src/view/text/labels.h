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

/* Moves texts that the border of the picture cuts so far that they are within it, where they fit; those wholly outside stay
 * there. Then moves texts upwards that would cover an earlier one of the list, by up to four lines; what does not get free,
 * or only beyond the upper border, stays where it was. Only the first 64 texts are moved, in the order of the list, so that
 * the result does not depend on distances. `chars` are those of the list. */
void fs__labels_place(fs__scene *scene, const char *chars, fs__letter letter, fs__picture_size room);

/* Brightness of a colour 0xRRGGBB as the eye weighs its channels, 0..255. */
unsigned fs__brightness(uint32_t colour);
/* Letters darker than this stand on something light, others on something dark. */
enum { FS__DARK = 110 };
/* How far the shadow of a text is to the right and below, in heights of its letters. */
#define FS__SHADOW_OFFSET 0.07

#endif
