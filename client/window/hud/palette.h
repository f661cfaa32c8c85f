/* palette.h: colours that the displays over the picture share, 0xAARRGGBB. */
#ifndef FS_WINDOW_HUD_PALETTE_H
#define FS_WINDOW_HUD_PALETTE_H

enum {
    WHITE = 0xffe8ecf0u,
    DIM = 0xffa8b0b8u,
    BAR = 0xff101418u, /* covers what reaches out of the picture */
    GREEN = 0xff40c860u,
    RED = 0xfff05040u,
    AMBER = 0xfff0b030u,
    BLUE = 0xff50a0f0u
};

#endif
