/* palette.h: the nearest colour of a terminal.
 *
 * Colour numbers of terminals: 0..7 the dark, 8..15 the bright
 * basic colours, 16..231 a cube of 6 by 6 by 6, 232..255 greys.
 */
#ifndef FS_CLIENT_PALETTE_H
#define FS_CLIENT_PALETTE_H

#include <stdint.h>

/* The number of the colour nearest to 0xRRGGBB on a terminal with `colours`
 * colours (8 or more). */
int palette_nearest(uint32_t rgb, int colours);

#endif
