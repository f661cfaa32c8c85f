/* wildgame.c: the toy game as a shared object that draws what no game should, chosen with --set picture=N.
 *
 *   0  a million discs
 *   1  a million solids in space
 *   2  shapes and cameras of the extreme numbers, another pair of them in each tick
 *   3  the same with solids in space
 *   4  random numbers and bytes
 *   5  nothing but a background
 */
#define toy_game wild_base
#include "support/toygame.c"

#include <fixstep/draw.h>

enum { MILLION = 1000000, ROW = 1000, EXTREMES = 7 };

extern const fs_game fixstep_game;

static const fs_option wild_options[] = { { "speed", 3, 1, 100, "steps per tick" },
                                          { "picture", 0, 0, 5, "what is drawn" } };

static const fix16_t extremes[EXTREMES] = { INT32_MIN, INT32_MIN + 1, -1, 0, 1, 1 << 16, INT32_MAX };

static void draw_million(fs_draw_list *draw, bool solid)
{
    const fs_draw_material material = { 0x40c0f0, 0, 0 };
    fs_draw_set_camera_2d(draw, 0, 0, ROW << 15, ROW << 15, 0x101010);
    if (solid)
        fs_draw_set_camera_3d(draw, (fs_draw_point){ 0, 0, ROW << 15 }, (fs_draw_point){ 0, 0, 0 }, 150, 0x101010);
    for (int i = 0; i < MILLION; i++) {
        fs_draw_point at = { (i % ROW - ROW / 2) * (1 << 15), (i / ROW - ROW / 2) * (1 << 15), 0 };
        if (solid)
            fs_draw_sphere(draw, at, 1 << 14, material);
        else
            fs_draw_circle(draw, at, 1 << 14, 0x40c0f0, FS_DRAW_FILLED);
    }
}

/* Every kind of flat item from points of two extreme numbers. */
static void draw_flat(fs_draw_list *draw, fix16_t a, fix16_t b)
{
    const fs_draw_point p[4] = { { a, b, a }, { b, a, b }, { a, a, 0 }, { b, 0, a } };
    for (uint32_t filled = 0; filled < 2; filled++) {
        fs_draw_circle(draw, p[0], b, 0x40c0f0, filled);
        fs_draw_polygon(draw, p, 4, 0xf04040, filled);
        fs_draw_box(draw, p[0], p[1], 0x40f040, filled);
    }
    fs_draw_line(draw, p, 4, 0xffffff);
    fs_draw_text(draw, p[0], b, 0xffffff, "far");
    fs_draw_text(draw, p[1], 1 << 16, UINT32_MAX, "\xff\x1b[2J\xe6\xbc\xa2 \xc3");
}

static void draw_solids(fs_draw_list *draw, fix16_t a, fix16_t b)
{
    const fs_draw_material m = { UINT32_MAX, UINT32_MAX, UINT32_MAX };
    const fs_draw_point p[4] = { { a, b, a }, { b, a, b }, { a, a, 0 }, { b, 0, a } };
    fs_draw_sphere(draw, p[0], b, m);
    fs_draw_capsule(draw, p[0], p[1], a, m);
    fs_draw_cylinder(draw, p[1], p[2], b, m);
    fs_draw_cone(draw, p[2], p[3], b, m);
    fs_draw_block(draw, p[0], p[1], p[2], p[3], m);
    fs_draw_mesh(draw, p, 4, m);
}

static void draw_extremes(fs_draw_list *draw, uint32_t tick, bool solid)
{
    fix16_t c = extremes[tick % EXTREMES], d = extremes[tick / EXTREMES % EXTREMES];
    if (solid || tick % 2 == 0)
        fs_draw_set_camera_3d(draw, (fs_draw_point){ c, d, d }, (fs_draw_point){ d, c, c }, (uint32_t)c, 0x101010);
    else
        fs_draw_set_camera_2d(draw, c, d, d, c, 0x101010);
    for (int i = 0; i < EXTREMES * EXTREMES; i++) {
        draw_flat(draw, extremes[i % EXTREMES], extremes[i / EXTREMES]);
        if (solid)
            draw_solids(draw, extremes[i % EXTREMES], extremes[i / EXTREMES]);
    }
}

/* All magnitudes equally often. */
static fix16_t random_number(fs_rng *rng)
{
    uint32_t bits = fs_rng_u32(rng);
    return (fix16_t)fs_rng_u32(rng) / (1 << (bits & 30));
}

static void draw_random(fs_draw_list *draw, uint32_t tick)
{
    enum { ITEMS = 200 };
    fs_rng rng = fs_rng_seed(tick, 1);
    fix16_t c = random_number(&rng), d = random_number(&rng);
    fs_draw_set_camera_3d(draw, (fs_draw_point){ c, d, d }, (fs_draw_point){ d, c, d }, fs_rng_u32(&rng), 0x101010);
    for (int i = 0; i < ITEMS; i++) {
        fix16_t a = random_number(&rng), b = random_number(&rng);
        char text[9] = "";
        for (int k = 0; k < 8; k++)
            text[k] = (char)fs_rng_u32(&rng);
        draw_flat(draw, a, b);
        if (tick % 3 > 0)
            draw_solids(draw, a, b);
        fs_draw_text(draw, (fs_draw_point){ a, b, 0 }, random_number(&rng), 0xffffff, text);
        fs_draw_hud(draw, 0xffffff, text);
    }
}

static void wild_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)slot;
    uint32_t tick = fs_state_tick(state);
    switch (config->options[1]) {
    case 0: draw_million(draw, false); break;
    case 1: draw_million(draw, true); break;
    case 2: draw_extremes(draw, tick, false); break;
    case 3: draw_extremes(draw, tick, true); break;
    case 4: draw_random(draw, tick); break;
    default: fs_draw_set_camera_2d(draw, 0, 0, ROW, ROW, 0x203050); break;
    }
}

FS_API const fs_game fixstep_game = { .abi = FS_GAME_ABI,
                                      .name = "wild",
                                      .title = "Test game that draws what no game should",
                                      .controls = "none",
                                      .schema = &toy_schema,
                                      .options = wild_options,
                                      .option_count = 2,
                                      .input_size = TOY_INPUT,
                                      .min_players = 1,
                                      .max_players = 8,
                                      .default_players = 2,
                                      .bots = toy_bots,
                                      .bot_count = 2,
                                      .capacities = toy_capacities,
                                      .init = toy_init,
                                      .step = toy_step,
                                      .sanitise = toy_sanitise,
                                      .draw = wild_draw,
                                      .keys = toy_keys,
                                      .valid = toy_valid };
