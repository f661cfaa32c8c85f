/* rain.c: boxes and discs of all sizes rain into a trough: the benchmark's scene, to look at and to stir.
 *
 * Boxes as walls: floor (0, -1) half (22, 1), walls (+-21, 50) half (1, 51). Body k: column c = k mod 32, row
 * r = k div 32; draws in this order: round or box, size h = 0.25 + (draw mod 32)/128, jitter ((draw mod 17) - 8)/64;
 * at ((c - 15.5) * 1.25 + jitter, 1 + 1.25 r).
 */
#include "games/builtin.h"
#include "games/heaps/pile.h"

enum { COLUMNS = 32 };
enum option_index { OPT_BODIES, OPT_SLEEP, OPT_PULL, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BODIES] = { "bodies", 2000, 1, 20000, "boxes and discs" },
    [OPT_SLEEP] = { "sleep", 0, 0, 1, "1: what rests is left alone" },
    [OPT_PULL] = { "pull", 0, 0, 1, "1: x pulls bodies to the crosshair instead of blowing them away" },
};

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs__pile_capacities(config, (uint32_t)config->options[OPT_BODIES], rows);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = fs__pile_limits((uint32_t)config->options[OPT_BODIES], config->players);
    return fs_world2_scratch_size(&limits);
}

static fs_result add_drop(struct fs_world2 *w, uint32_t k, uint32_t *seed)
{
    bool box = (fs_kit_scene_random(seed) & 1) != 0;
    fs_rel h = FS_REL_ONE / 4 + fs_kit_scene_random(seed) % 32 * (FS_REL_ONE / 128);
    fs_pos jitter = (fs_kit_scene_random(seed) % 17 - 8) * (FS_POS_ONE / 64);
    fs_pos x = (2 * (fs_pos)(k % COLUMNS) - (COLUMNS - 1)) * (FS_POS_ONE * 5 / 8) + jitter;
    fs_pos2 at = fs_pos2_make(x, FS_POS_ONE + (fs_pos)(k / COLUMNS) * (FS_POS_ONE * 5 / 4));
    return box ? fs__pile_add_box(w, at, h) : fs__pile_add_disc(w, at, h);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fs_world2 w;
    uint32_t seed = 12345;
    fs_result result = fs__pile_create_world(state, config, config->options[OPT_SLEEP] != 0, 60 * FS_POS_ONE, &w);
    if (result == FS_OK)
        result = fs__pile_add_wall(&w, fs_pos2_make(0, -FS_POS_ONE), 22, 1);
    for (int side = -1; result == FS_OK && side <= 1; side += 2)
        result = fs__pile_add_wall(&w, fs_pos2_make(side * 21 * FS_POS_ONE, 50 * FS_POS_ONE), 1, 51);
    for (uint32_t k = 0; result == FS_OK && k < (uint32_t)config->options[OPT_BODIES]; k++)
        result = add_drop(&w, k, &seed);
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
    fs__pile_draw(state, draw, 90, 60);
}

const fs_game fs_game_rain = {
    .abi = FS_GAME_ABI,
    .name = "rain",
    .title = "Boxes and discs rain into a trough",
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
