/* bigballistic.c: the game of shots at stacks of boxes: its rules, its start and its tick.
 *
 * Rules: a box that falls off its plinth gives 1, 2 or 3 points, by its kind, to the player who hit its stack last, also by
 * way of another box. When all are down, the round ends and they stand again.
 */
#include "games/bigballistic/bigballistic.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

enum { FINE_SHARE = 10, MAX_RELOAD_DS = 30 };

#define YAW_LIMIT ((int32_t)FS_TURN_DEG(60))
#define PITCH_LOW (-(int32_t)FS_TURN_DEG(20))
#define PITCH_HIGH ((int32_t)FS_TURN_DEG(60))

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_GRAVITY, OPT_LIFE, OPT_MASS, OPT_STACKS, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_GRAVITY] = { "gravity", 100, 0, 300, "acceleration of the shots, percent of the book's" },
    [OPT_LIFE] = { "life", 5, 1, 10, "of a shot, seconds" },
    [OPT_MASS] = { "mass", 100, 10, 1000, "of the boxes, percent of 12, 40 and 400 kg" },
    [OPT_STACKS] = { "stacks", 3, 1, BIGBALLISTIC_MAX_STACKS, "number of stacks of boxes" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from the end of a round to the next, tenths of a second" },
};

static struct bigballistic_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct bigballistic_rules){
        .gravity = (uint32_t)o[OPT_GRAVITY],
        .mass = (uint32_t)o[OPT_MASS],
        .stacks = (uint32_t)o[OPT_STACKS],
        .life_ticks = (uint32_t)o[OPT_LIFE] * config->hz,
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static fs_world3_limits limits_of(const fs_config *config)
{
    return fs__bigballistic_limits(config->players, (uint32_t)config->options[OPT_STACKS]);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = limits_of(config);
    rows[bigballistic_T_rule] = 1;
    rows[bigballistic_T_stage] = 1;
    rows[bigballistic_T_player] = config->players;
    rows[bigballistic_T_shot] = config->players * BIGBALLISTIC_SHOTS;
    rows[bigballistic_T_stack] = (uint32_t)config->options[OPT_STACKS];
    rows[bigballistic_T_box] = (uint32_t)config->options[OPT_STACKS] * BIGBALLISTIC_BOXES;
    fs_world3_capacities(&limits, &rows[bigballistic_T_physics3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = limits_of(config);
    return fs_world3_scratch_size(&limits);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct bigballistic_rules rules = read_options(config);
    struct bigballistic_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, bigballistic_T_rule, bigballistic_T_physics3);
    if (result != FS_OK)
        return result;
    bigballistic_bind(state, &v);
    bigballistic_rules_store(&v, &rules);
    fs_world3_bind(state, bigballistic_T_physics3, NULL, &w);
    return fs__bigballistic_build(&w, &rules, config->players, config->hz);
}

/* --- states from outside -------------------------------------------------------------------- */

/* All bodies live, ground and plinths stand, and a shot is enabled as long as it flies. */
static bool bodies_valid(const struct bigballistic_view *v, const struct fs_world3 *w)
{
    uint32_t stacks = *v->stack.rows, first_shot = fs__bigballistic_shot_row(stacks, 0);
    bool ok = *w->body.rows == fs__bigballistic_box_row(stacks, *v->player.rows, *v->box.rows);
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body3_live(w, row) && w->body.type[row] == (row < first_shot ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    for (uint32_t shot = 0; ok && shot < *v->shot.rows; shot++)
        ok = ((w->body.flags[first_shot + shot] & FS_BODY3_DISABLED) == 0) == (v->shot.left[shot] > 0) &&
             v->shot.left[shot] <= v->rule.life_ticks[0];
    return ok;
}

static bool players_valid(const struct bigballistic_view *v, const fs_config *config)
{
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        int32_t pitch = v->player.pitch[slot];
        ok = v->player.active[slot] <= 1 && v->player.weapon[slot] < BIGBALLISTIC_WEAPONS &&
             fs_uabs32(v->player.yaw[slot]) <= (uint32_t)YAW_LIMIT && pitch >= PITCH_LOW && pitch <= PITCH_HIGH &&
             v->player.reload[slot] <= MAX_RELOAD_DS * config->hz / 10;
    }
    return ok;
}

static bool stacks_valid(const struct bigballistic_view *v)
{
    bool ok = true;
    for (uint32_t stack = 0; ok && stack < *v->stack.rows; stack++)
        ok = v->stack.by[stack] <= *v->player.rows;
    for (uint32_t box = 0; ok && box < *v->box.rows; box++)
        ok = v->box.down[box] <= 1;
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct bigballistic_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, bigballistic_T_rule, bigballistic_T_physics3))
        return false;
    bigballistic_peek(state, &v);
    fs_world3_bind_readonly(state, bigballistic_T_physics3, &w);
    struct bigballistic_rules expected = read_options(config), rules = bigballistic_rules_load(&v);
    return bigballistic_rules_equal(&expected, &rules) && v.stage.wait[0] <= rules.wait_ticks && fs_world3_valid(&w) &&
           bodies_valid(&v, &w) && players_valid(&v, config) && stacks_valid(&v);
}

/* --- players -------------------------------------------------------------------------------------- */

/* Who leaves takes the shots along and has no claim on a stack. */
static void remove_player(struct bigballistic_view *v, struct fs_world3 *w, uint32_t row)
{
    struct bigballistic_player *player = &v->player;
    fs__bigballistic_clear_shots(v, w, row);
    BIGBALLISTIC_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t stack = 0; stack < *v->stack.rows; stack++)
        if (v->stack.by[stack] == row + 1)
            v->stack.by[stack] = 0;
}

static void turn_aim(struct bigballistic_view *v, uint32_t slot, const uint8_t *input)
{
    uint32_t share = fs_kit_button_held(input, FS_KEY_ALT) ? FINE_SHARE : 1;
    int32_t step = (int32_t)(FS_TURN_DEG(BIGBALLISTIC_TURN_DEGREES) / (*v->world.hz * share));
    int32_t yaw = v->player.yaw[slot] + step * fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT);
    int32_t pitch = v->player.pitch[slot] + step * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    v->player.yaw[slot] = fs_clamp32(yaw, -YAW_LIMIT, YAW_LIMIT);
    v->player.pitch[slot] = fs_clamp32(pitch, PITCH_LOW, PITCH_HIGH);
}

static void apply_input(struct bigballistic_view *v, struct fs_world3 *w, const struct bigballistic_rules *rules,
                        uint32_t slot, const uint8_t *input)
{
    v->player.active[slot] = 1;
    if (input[1] >= 1 && input[1] <= BIGBALLISTIC_WEAPONS)
        v->player.weapon[slot] = (uint8_t)(input[1] - 1u);
    turn_aim(v, slot, input);
    if (v->player.reload[slot] > 0)
        v->player.reload[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        fs__bigballistic_fire(v, w, rules, slot);
}

static void update_players(struct bigballistic_view *v, struct fs_world3 *w, const struct bigballistic_rules *rules,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, w, rules, slot, fs_input(inputs, slot));
        else if (v->player.active[slot])
            remove_player(v, w, slot);
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void update_round(struct bigballistic_view *v, struct fs_world3 *w, const struct bigballistic_rules *rules,
                         uint32_t standing)
{
    if (v->stage.wait[0] == 0) {
        if (standing == 0)
            v->stage.wait[0] = (uint16_t)rules->wait_ticks;
    } else if (--v->stage.wait[0] == 0) {
        fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
        v->stage.rounds[0]++;
        fs__bigballistic_stack(v, w);
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct bigballistic_view v;
    struct fs_world3 w;
    bigballistic_bind(state, &v);
    fs_world3_bind(state, bigballistic_T_physics3, scratch, &w);
    struct bigballistic_rules rules = bigballistic_rules_load(&v);
    update_players(&v, &w, &rules, inputs);
    fs_world3_step(&w);
    uint32_t standing = fs__bigballistic_judge_boxes(&v, &w);
    fs__bigballistic_expire_shots(&v, &w);
    update_round(&v, &w, &rules, standing);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, BIGBALLISTIC_WEAPONS);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct bigballistic_view v;
    bigballistic_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_bigballistic = {
    .abi = FS_GAME_ABI,
    .name = "bigballistic",
    .title = "Pistol, artillery, fireball and laser at stacks of boxes",
    .controls = "arrows or WASD aim, x aims finely, space fires, 1 pistol 2 artillery 3 fireball 4 laser",
    .schema = &bigballistic_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BIGBALLISTIC_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__bigballistic_bots,
    .bot_count = BIGBALLISTIC_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__bigballistic_draw,
    .keys = fs__bigballistic_keys,
    .valid = valid,
    .standings = standings,
};
