/* gamma.c: the game of gamma correction: its state, keys and bots. */
#include "games/gamma/gamma.h"

#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum option_index { OPT_LIGHT, OPT_REACH, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_LIGHT] = { "light", 80, 5, 400, "light of a lamp, percent of what shows a texture as it is stored" },
    [OPT_REACH] = { "reach", 45, 5, 200, "distance at which half of the light is left, dm" },
};

static struct gamma_rules rules_of(const fs_config *config)
{
    return (struct gamma_rules){ .light = (uint32_t)config->options[OPT_LIGHT],
                                 .reach = (uint32_t)config->options[OPT_REACH] };
}

/* --- state -------------------------------------------------------------------------------- */

static void capacities(const fs_config *config, uint32_t *rows)
{
    (void)config;
    rows[gamma_T_rule] = 1;
    rows[gamma_T_scene] = 1;
}

/* As in the article both switches are off at the start. */
static fs_result init(fs_state *state, const fs_config *config)
{
    struct gamma_view v;
    struct gamma_rules rules = rules_of(config);
    fs_result result = fs_rows_resize(state, gamma_T_rule, 1);
    if (result == FS_OK)
        result = fs_rows_resize(state, gamma_T_scene, 1);
    if (result != FS_OK)
        return result;
    gamma_bind(state, &v);
    gamma_rules_store(&v, &rules);
    return FS_OK;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct gamma_view v;
    gamma_peek(state, &v);
    if (*v.rule.rows != 1 || *v.scene.rows != 1)
        return false;
    struct gamma_rules rules = gamma_rules_load(&v), wanted = rules_of(config);
    return gamma_rules_equal(&rules, &wanted) && v.scene.decode[0] <= 1 && v.scene.encode[0] <= 1 &&
           v.scene.dim[0] <= 1 && v.scene.dim_key_held[0] <= 1;
}

/* --- tick ----------------------------------------------------------------------------------- */

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, GAMMA_CHOICES);
}

static void flip_switches(struct gamma_view *v, uint8_t choice)
{
    v->scene.decode[0] ^= choice == GAMMA_TOGGLE_DECODE || choice == GAMMA_TOGGLE_BOTH;
    v->scene.encode[0] ^= choice == GAMMA_TOGGLE_ENCODE || choice == GAMMA_TOGGLE_BOTH;
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)scratch;
    struct gamma_view v;
    bool dims = false, holds = false;
    gamma_bind(state, &v);
    for (uint32_t slot = 0; slot < inputs->slots; slot++) {
        const uint8_t *input = fs_input(inputs, slot);
        if (!fs_input_present(inputs, slot))
            continue;
        flip_switches(&v, input[1]);
        dims = dims || fs_kit_button_held(input, FS_KEY_FIRE);
        holds = holds || fs_kit_button_held(input, FS_KEY_ALT);
    }
    v.scene.dim[0] ^= dims && !v.scene.dim_key_held[0];
    v.scene.dim_key_held[0] = dims;
    /* The last step of a round closes no gap: turns wrap. */
    if (!holds)
        v.scene.angle[0] += UINT32_MAX / (config->hz * GAMMA_SECONDS);
}

static void read_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = keys->character >= '1' && keys->character <= '3' ? (uint8_t)(keys->character - '0') : 0;
}

/* --- bots ------------------------------------------------------------------------------------ */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct gamma_view v;
    gamma_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, GAMMA_CHOICES, input);
}

/* Slot 0 shows the four combinations in turn, three seconds each. */
static void think_guide(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct gamma_view v;
    (void)rng;
    gamma_peek(state, &v);
    uint8_t *bytes = input;
    uint32_t pause = 3 * *v.world.hz, tick = *v.world.tick;
    if (slot == 0 && tick % pause == pause - 1)
        bytes[1] = tick / pause % 2 == 0 ? GAMMA_TOGGLE_DECODE : GAMMA_TOGGLE_ENCODE;
}

static const fs_bot bots[] = {
    { "guide", "shows the four combinations in turn", think_guide },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "switches as it comes", think_random },
};

const fs_game fs_game_gamma = {
    .abi = FS_GAME_ABI,
    .name = "gamma",
    .title = "Two lamps on a wall, with and without gamma correction",
    .controls = "1 decodes the texture, 2 encodes the picture, 3 both, space dims the lamps, x holds them",
    .schema = &gamma_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = GAMMA_MAX_PLAYERS,
    .default_players = 1,
    .bots = bots,
    .bot_count = sizeof bots / sizeof bots[0],
    .capacities = capacities,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__gamma_draw,
    .keys = read_keys,
    .valid = valid,
};
