/* rain3d.c: cubes and balls of all sizes rain into a shaft: the benchmark's scene, to look at and to stir.
 *
 * Boxes as walls: floor (0, -1, 0) half (7, 1, 7), walls (+-6, 30, 0) half (1, 31, 7) and (0, 30, +-6) half (7, 31, 1). Body
 * k: c = k mod 8, d = (k div 8) mod 8, row r = k div 64; draws in this order: ball or cube, size h = 0.25 + (draw mod
 * 32)/128, jitter in x and z ((draw mod 17) - 8)/64; at ((c - 3.5) * 1.25 + jx, 1 + 1.25 r, (d - 3.5) * 1.25 + jz).
 */
#include "games/builtin.h"
#include "games/heaps3d/heap3.h"

enum { COLUMNS = 8 };
enum option_index { OPT_BODIES, OPT_SLEEP, OPTIONS = HEAP3_OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BODIES] = { "bodies", 1000, 1, 10000, "cubes and balls" },
    [OPT_SLEEP] = { "sleep", 0, 0, 1, "1: what rests is left alone" },
    [HEAP3_OPT_BROAD_PHASE] = HEAP3_BROAD_PHASE_OPTION,
    [HEAP3_OPT_SOLVER] = HEAP3_SOLVER_OPTION,
};

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs__heap3_capacities(config, (uint32_t)config->options[OPT_BODIES], rows);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = fs__heap3_limits((uint32_t)config->options[OPT_BODIES], config->players);
    return fs_world3_scratch_size(&limits);
}

static fs_pos jitter(uint32_t *seed)
{
    return (fs_kit_scene_random(seed) % 17 - 8) * (FS_POS_ONE / 64);
}

static fs_pos column_at(uint32_t column)
{
    return (2 * (fs_pos)column - (COLUMNS - 1)) * (FS_POS_ONE * 5 / 8);
}

static fs_result add_drop(struct fs_world3 *w, uint32_t k, uint32_t *seed)
{
    bool box = (fs_kit_scene_random(seed) & 1) != 0;
    fs_pos h = FS_POS_ONE / 4 + fs_kit_scene_random(seed) % 32 * (FS_POS_ONE / 128);
    fs_pos x = column_at(k % COLUMNS) + jitter(seed);
    fs_pos z = column_at(k / COLUMNS % COLUMNS) + jitter(seed);
    fs_pos y = FS_POS_ONE + (fs_pos)(k / (COLUMNS * COLUMNS)) * (FS_POS_ONE * 5 / 4);
    return box ? fs__heap3_add_cube(w, fs_pos3_make(x, y, z), h) : fs__heap3_add_ball(w, fs_pos3_make(x, y, z), h);
}

static fs_result add_shaft(struct fs_world3 *w)
{
    static const int centre[HEAP3_WALLS][3] = { { 0, -1, 0 },
                                                { -6, 30, 0 },
                                                { 6, 30, 0 },
                                                { 0, 30, -6 },
                                                { 0, 30, 6 } };
    static const int half[HEAP3_WALLS][3] = { { 7, 1, 7 }, { 1, 31, 7 }, { 1, 31, 7 }, { 7, 31, 1 }, { 7, 31, 1 } };
    fs_result result = FS_OK;
    for (unsigned i = 0; result == FS_OK && i < HEAP3_WALLS; i++)
        result = fs__heap3_add_wall(w, centre[i], half[i]);
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fs_world3 w;
    uint32_t seed = 12345;
    fs_result result = fs__heap3_create_world(state, config, config->options[OPT_SLEEP] != 0, 30 * FS_POS_ONE, &w);
    if (result == FS_OK)
        result = add_shaft(&w);
    for (uint32_t k = 0; result == FS_OK && k < (uint32_t)config->options[OPT_BODIES]; k++)
        result = add_drop(&w, k, &seed);
    return result;
}

static void draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    (void)slot;
    fs__heap3_draw(state, draw, 24, 16);
}

const fs_game fs_game_rain3d = {
    .abi = FS_GAME_ABI,
    .name = "rain3d",
    .title = "Cubes and balls rain into a shaft",
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
