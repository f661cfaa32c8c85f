/* pyramid3d.c: boxes in a pyramid in space: the benchmark's scene, to look at and to knock over.
 *
 * Ground box with centre (0, -1, 0) and half (50, 1, 50); layers l = 0 .. base-1 of n x n boxes, n = base - l, half side
 * 0.5, at ((j - (n-1)/2) * 1.125, 0.5 + l, (k - (n-1)/2) * 1.125).
 */
#include "games/builtin.h"
#include "games/heaps3d/heap3.h"

enum option_index { OPT_BASE, OPT_SLEEP, OPTIONS = HEAP3_OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BASE] = { "base", 10, 1, 30, "boxes along a side of the lowest layer" },
    [OPT_SLEEP] = { "sleep", 0, 0, 1, "1: what rests is left alone" },
    [HEAP3_OPT_BROAD_PHASE] = HEAP3_BROAD_PHASE_OPTION,
    [HEAP3_OPT_SOLVER] = HEAP3_SOLVER_OPTION,
};

static uint32_t body_count(const fs_config *config)
{
    uint32_t base = (uint32_t)config->options[OPT_BASE];
    return base * (base + 1) * (2 * base + 1) / 6;
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs__heap3_capacities(config, body_count(config), rows);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = fs__heap3_limits(body_count(config), config->players);
    return fs_world3_scratch_size(&limits);
}

static fs_result add_layer(struct fs_world3 *w, int layer, int n)
{
    fs_result result = FS_OK;
    for (int i = 0; result == FS_OK && i < n * n; i++) {
        const fs_pos step = FS_POS_ONE * 9 / 16;
        fs_pos x = (2 * (i / n) - (n - 1)) * step, z = (2 * (i % n) - (n - 1)) * step;
        result = fs__heap3_add_cube(w, fs_pos3_make(x, FS_POS_ONE / 2 + layer * FS_POS_ONE, z), FS_POS_ONE / 2);
    }
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    static const int centre[3] = { 0, -1, 0 }, half[3] = { 50, 1, 50 };
    struct fs_world3 w;
    int base = (int)config->options[OPT_BASE];
    fs_result result = fs__heap3_create_world(state, config, config->options[OPT_SLEEP] != 0, (base + 6) * FS_POS_ONE,
                                              &w);
    if (result == FS_OK)
        result = fs__heap3_add_wall(&w, centre, half);
    for (int l = 0; result == FS_OK && l < base; l++)
        result = add_layer(&w, l, base - l);
    return result;
}

static void draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    int base = (int)config->options[OPT_BASE];
    (void)slot;
    fs__heap3_draw(state, draw, base + 12, base + 2);
}

const fs_game fs_game_pyramid3d = {
    .abi = FS_GAME_ABI,
    .name = "pyramid3d",
    .title = "A pyramid of boxes in space to knock over",
    .controls = HEAP3_CONTROLS,
    .schema = &heap3_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = 2,
    .min_players = 1,
    .max_players = HEAP3_MAX_PLAYERS,
    .default_players = 1,
    .bots = fs__heap3_bots,
    .bot_count = 2,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = fs__heap3_step,
    .sanitise = fs__heap3_sanitise,
    .draw = draw,
    .keys = fs__heap3_keys,
    .valid = fs__heap3_valid,
};
