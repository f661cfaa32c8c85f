/* palette.c: see palette.h; the colour values are those of xterm. */
#include "palette.h"

#include <fixstep/result.h>

static int colour_distance(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        int difference = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += difference * difference;
    }
    return sum;
}

static int find_basic(uint32_t rgb, int count)
{
    static const uint32_t basic[16] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff
    };
    int best = 0;
    for (int i = 1; i < count; i++)
        if (colour_distance(rgb, basic[i]) < colour_distance(rgb, basic[best]))
            best = i;
    return best;
}

/* Levels of the cube: 0, 95, 135, 175, 215, 255. */
static uint32_t cube_level(uint32_t step)
{
    return step == 0 ? 0 : 55 + 40 * step;
}

static uint32_t cube_step(uint32_t channel)
{
    if (channel < 48)
        return 0;
    return channel < 115 ? 1 : (channel - 35) / 40;
}

static int find_of_256(uint32_t rgb)
{
    uint32_t r = cube_step(rgb >> 16 & 255), g = cube_step(rgb >> 8 & 255), b = cube_step(rgb & 255);
    uint32_t cube = cube_level(r) << 16 | cube_level(g) << 8 | cube_level(b);
    /* Greys are 8, 18, ..., 238. */
    uint32_t mean = ((rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255)) / 3;
    uint32_t step = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    uint32_t level = 8 + 10 * step;
    if (colour_distance(rgb, level << 16 | level << 8 | level) < colour_distance(rgb, cube))
        return (int)(232 + step);
    return (int)(16 + 36 * r + 6 * g + b);
}

int palette_nearest(uint32_t rgb, int colours)
{
    FS_ASSERT(colours >= 8);
    if (colours >= 256)
        return find_of_256(rgb);
    return find_basic(rgb, colours >= 16 ? 16 : 8);
}
