/* pyramid.c: boxes in a pyramid: the benchmark's scene, to look at and to knock over.
 *
 * Ground box with centre (0, -1) and half (100, 1); rows r = 0 .. base-1 of n = base - r boxes, half side 0.5, at
 * ((j - (n-1)/2) * 1.125, 0.5 + r). Several side by side, at least 5 m apart on a ground of sufficient width, multiply
 * the work by their number.
 */
#include "games/builtin.h"
#include "games/heaps/pile.h"

enum option_index { OPT_BASE, OPT_SLEEP, OPT_COPIES, OPT_PULL, OPTIONS };
enum { MOST_BASE = 200, MOST_BOXES = MOST_BASE * (MOST_BASE + 1) / 2, GROUND = 100 };

static const fs_option options[OPTIONS] = {
    [OPT_BASE] = { "base", 40, 1, MOST_BASE, "boxes in the lowest row" },
    [OPT_SLEEP] = { "sleep", 0, 0, 1, "1: what rests is left alone" },
    [OPT_COPIES] = { "copies", 1, 1, 50, "pyramids side by side, of 20100 boxes at most" },
    [OPT_PULL] = { "pull", 0, 0, 1, "1: x pulls bodies to the crosshair instead of blowing them away" },
};

static int copy_count(const fs_config *config)
{
    int base = (int)config->options[OPT_BASE], each = base * (base + 1) / 2;
    return fs_min32((int32_t)config->options[OPT_COPIES], MOST_BOXES / each);
}

/* From one pyramid to the next (m). */
static int copy_distance(const fs_config *config)
{
    return (int)config->options[OPT_BASE] * 9 / 8 + 6;
}

static int ground_half_width(const fs_config *config)
{
    return fs_max32(GROUND, copy_count(config) * copy_distance(config) / 2);
}

/* Boxes, and the ground pieces beyond those of a ground of 200 m. */
static uint32_t body_count(const fs_config *config)
{
    uint32_t base = (uint32_t)config->options[OPT_BASE];
    return base * (base + 1) / 2 * (uint32_t)copy_count(config) + (uint32_t)(ground_half_width(config) - GROUND) / 10;
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs__pile_capacities(config, body_count(config), rows);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = fs__pile_limits(body_count(config), config->players);
    return fs_world2_scratch_size(&limits);
}

static fs_result add_pyramid(struct fs_world2 *w, int base, fs_pos centre)
{
    fs_result result = FS_OK;
    for (int r = 0; r < base; r++)
        for (int j = 0, n = base - r; result == FS_OK && j < n; j++) {
            fs_pos x = centre + (2 * j - (n - 1)) * (FS_POS_ONE * 9 / 16);
            result = fs__pile_add_box(w, fs_pos2_make(x, FS_POS_ONE / 2 + r * FS_POS_ONE), FS_REL_ONE / 2);
        }
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fs_world2 w;
    int base = (int)config->options[OPT_BASE], copies = copy_count(config);
    fs_result result = fs__pile_create_world(state, config, config->options[OPT_SLEEP] != 0, (base + 6) * FS_POS_ONE,
                                             &w);
    if (result == FS_OK)
        result = fs__pile_add_wall(&w, fs_pos2_make(0, -FS_POS_ONE), ground_half_width(config), 1);
    for (int i = 0; result == FS_OK && i < copies; i++)
        result = add_pyramid(&w, base, (2 * i - (copies - 1)) * copy_distance(config) * (FS_POS_ONE / 2));
    return result;
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    fs__pile_step(state, inputs, scratch, config->options[OPT_PULL] != 0);
}

static void draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    (void)slot;
    fs__pile_draw(state, draw, 80, 45);
}

const fs_game fs_game_pyramid = {
    .abi = FS_GAME_ABI,
    .name = "pyramid",
    .title = "A pyramid of boxes to knock over",
    .controls = PILE_CONTROLS,
    .schema = &pile_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = 2,
    .min_players = 1,
    .max_players = PILE_MAX_PLAYERS,
    .default_players = 1,
    .bots = fs__pile_bots,
    .bot_count = 2,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = fs__pile_sanitise,
    .draw = draw,
    .keys = fs__pile_keys,
    .valid = fs__pile_valid,
};
