/* view.c: the lit wall as tiles of one colour, and a strip of patches to judge a display by.
 *
 * It reads the state and never writes it. A draw list holds colours as displays take them, so the light is computed here,
 * in integers: the same codes on every machine and in every view.
 */
#include "games/gamma/gamma.h"

#include <stdio.h>
#include <fixstep/num.h>
#include <fixstep/trig.h>
#include <fixstep/kit/srgb.h>

enum {
    NIGHT = 0x101418,
    PAPER = 0xD8DCE0,
    DIM_TEXT = 0x9098A0,
    MORTAR = 0x5A5450,
    BRICK = 0xB5654A,
    PALE_BRICK = 0xD9A066,
    FULL = 65535,      /* linear */
    FULL_LIGHT = 65536 /* of a lamp of 100 percent, nearby */
};

/* Tiles are the unit of length here: GAMMA_TILES_PER_METRE in a metre. */
static const fix16_t TILE = FS_FIX16_ONE / GAMMA_TILES_PER_METRE;

/* --- texture and light ------------------------------------------------------------------------ */

/* Bricks of three by two tiles, every other layer shifted by half a brick's length; each in one of two colours. */
uint32_t fs__gamma_texel(uint32_t column, uint32_t row)
{
    uint32_t layer = row / 3, along = column + layer % 2 * 3;
    if (row % 3 == 2 || along % 6 == 5)
        return MORTAR;
    return (along / 6 + layer) % 3 == 0 ? PALE_BRICK : BRICK;
}

/* The place of a lamp in 1/256 tiles from the middle: two circles that cross. */
static void place_lamp(const struct gamma_view *v, uint32_t lamp, int32_t *x, int32_t *y)
{
    uint32_t angle = v->scene.angle[0] * (lamp == 0 ? 1u : 2u) + (lamp == 0 ? 0 : FS_TURN_HALF);
    *x = fs_mul32_sym(16 * 256, fs_cos(angle), FS_UNIT_FRAC);
    *y = fs_mul32_sym(8 * 256, fs_sin(angle), FS_UNIT_FRAC);
}

/* Light at a distance d: full * r^2 / (r^2 + d^2), with r the reach. Lengths in 1/256 tiles stay below 2^14. */
void fs__gamma_light(const struct gamma_view *v, uint32_t column, uint32_t row, uint32_t light[3])
{
    static const uint8_t percent[GAMMA_LAMPS][3] = { { 100, 86, 62 }, { 55, 74, 100 } };
    struct gamma_rules rules = gamma_rules_load(v);
    int64_t reach = (int64_t)rules.reach * 256 * GAMMA_TILES_PER_METRE / 10;
    uint64_t full = (uint64_t)rules.light * FULL_LIGHT / 100 / (v->scene.dim[0] ? 2u : 1u);
    light[0] = light[1] = light[2] = 0;
    for (uint32_t lamp = 0; lamp < GAMMA_LAMPS; lamp++) {
        int32_t x, y;
        place_lamp(v, lamp, &x, &y);
        int64_t dx = ((int32_t)column * 2 - GAMMA_COLUMNS + 1) * 128 - x;
        int64_t dy = ((int32_t)row * 2 - GAMMA_ROWS + 1) * 128 - y;
        uint64_t near = full * (uint64_t)(reach * reach) / (uint64_t)(reach * reach + dx * dx + dy * dy);
        for (unsigned i = 0; i < 3; i++)
            light[i] += (uint32_t)(near * percent[lamp][i] / 100);
    }
}

/* --- the two switches --------------------------------------------------------------------------- */

/* Without decoding a code is taken for the light itself. */
static uint32_t read_texel(const struct gamma_view *v, uint32_t code)
{
    return v->scene.decode[0] ? fs_kit_srgb_decode((uint8_t)code) : code * 257;
}

/* Without encoding the light is handed out as if it were a code. */
static uint32_t write_pixel(const struct gamma_view *v, uint32_t linear)
{
    return v->scene.encode[0] ? fs_kit_srgb_encode((uint16_t)linear) : (linear + 128) / 257;
}

uint32_t fs__gamma_shade(const struct gamma_view *v, uint32_t stored, const uint32_t light[3])
{
    uint32_t shaded = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned shift = 16 - 8 * i;
        uint64_t linear = (uint64_t)read_texel(v, stored >> shift & 255) * light[i] / FULL_LIGHT;
        shaded |= write_pixel(v, linear < FULL ? (uint32_t)linear : FULL) << shift;
    }
    return shaded;
}

/* --- picture --------------------------------------------------------------------------------------- */

static void draw_tile(fs_draw_list *draw, fix16_t x, fix16_t y, fix16_t width, fix16_t height, uint32_t colour)
{
    fs_draw_box(draw, (fs_draw_point){ x, y, 0 }, (fs_draw_point){ x + width, y + height, 0 }, colour, FS_DRAW_FILLED);
}

static void draw_wall(const struct gamma_view *v, fs_draw_list *draw)
{
    const fix16_t left = -TILE * GAMMA_COLUMNS / 2, bottom = -TILE * GAMMA_ROWS / 2;
    for (uint32_t row = 0; row < GAMMA_ROWS; row++)
        for (uint32_t column = 0; column < GAMMA_COLUMNS; column++) {
            uint32_t light[3];
            fs__gamma_light(v, column, row, light);
            draw_tile(draw, left + TILE * (fix16_t)column, bottom + TILE * (fix16_t)row, TILE, TILE,
                      fs__gamma_shade(v, fs__gamma_texel(column, row), light));
        }
}

static void draw_lamps(const struct gamma_view *v, fs_draw_list *draw)
{
    static const uint32_t colours[GAMMA_LAMPS] = { 0xFFF0D0, 0xD0E8FF };
    for (uint32_t lamp = 0; lamp < GAMMA_LAMPS; lamp++) {
        int32_t x, y;
        place_lamp(v, lamp, &x, &y);
        fs_draw_circle(draw, (fs_draw_point){ x * (TILE / 256), y * (TILE / 256), 0 }, TILE / 2, colours[lamp],
                       FS_DRAW_FILLED);
    }
}

/* Half of the light three times: as stripes of full and no light, as one patch through the second switch, and as the code
 * 128. With encoding the first two look alike from afar. Beside them a ramp of light in equal steps. */
static void draw_patches(const struct gamma_view *v, fs_draw_list *draw)
{
    const fix16_t bottom = -TILE * GAMMA_ROWS / 2 - 4 * TILE, side = 3 * TILE;
    fix16_t x = -TILE * GAMMA_COLUMNS / 2;
    draw_tile(draw, x, bottom, side, side, 0x000000);
    for (fix16_t stripe = 0; stripe < 4; stripe++)
        draw_tile(draw, x, bottom + side / 4 * stripe, side, side / 8, 0xFFFFFF);
    draw_tile(draw, x + side, bottom, side, side, write_pixel(v, FULL_LIGHT / 2) * 0x010101);
    draw_tile(draw, x + 2 * side, bottom, side, side, 0x808080);
    x += 4 * side;
    for (uint32_t i = 0; i <= 16; i++)
        draw_tile(draw, x + 2 * TILE * (fix16_t)i, bottom, 2 * TILE, side, write_pixel(v, FULL * i / 16) * 0x010101);
}

void fs__gamma_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct gamma_view v;
    char text[96];
    (void)config;
    (void)slot;
    gamma_peek(state, &v);
    fs_draw_set_camera_2d(draw, 0, -TILE / 2, TILE * (GAMMA_COLUMNS + 2), TILE * (GAMMA_ROWS + 13), NIGHT);
    draw_wall(&v, draw);
    draw_lamps(&v, draw);
    draw_patches(&v, draw);
    snprintf(text, sizeof text, "texture decoded: %s   picture encoded: %s", v.scene.decode[0] ? "yes" : "no",
             v.scene.encode[0] ? "yes" : "no");
    fs_draw_hud(draw, PAPER, text);
    fs_draw_hud(draw, DIM_TEXT,
                v.scene.decode[0] == v.scene.encode[0] ? v.scene.decode[0] ? "corrected: light adds as light does"
                                                                           : "uncorrected: codes are taken for light"
                                                       : "half corrected: dark or pale");
}
