/* fracture.c: the game of blocks that break: its rules, its start and its tick.
 *
 * Rules: a part that breaks is a point for the player whose ball hit it, or who broke it off. When no whole block is left
 * on the stage, the round ends and the blocks stand again.
 */
#include "games/fracture/fracture.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

enum { CROSSHAIR_SPEED = 6 /* m/s */, RELOAD_TENTHS = 6 };

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_ANGLED, OPT_BLOCKS, OPT_BURST, OPT_DEPTH, OPT_SPEED, OPT_STRAIN, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_ANGLED] = { "angled", 1, 0, 1, "1: blocks split in any direction, 0: along their sides" },
    [OPT_BLOCKS] = { "blocks", 4, 1, FRACTURE_MAX_BLOCKS, "number of blocks" },
    [OPT_BURST] = { "burst", 20, 0, 200, "speed at which pieces fly apart, dm/s" },
    [OPT_DEPTH] = { "depth", 2, 1, FRACTURE_MAX_DEPTH, "how often a block and its pieces break" },
    [OPT_SPEED] = { "speed", 30, 10, 80, "of a ball, m/s" },
    [OPT_STRAIN] = { "strain", 450, 10, 5000, "impulse of a hit that a part withstands, N s" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from the end of a round to the next, tenths of a second" },
};

static struct fracture_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct fracture_rules){
        .strain = fs_wide_from_int((int32_t)o[OPT_STRAIN]),
        .ball_speed = fs_vel_from_int((int32_t)o[OPT_SPEED]),
        .burst_speed = fs_vel_from_ratio(o[OPT_BURST], 10),
        .angled = (uint8_t)o[OPT_ANGLED],
        .depth = (uint8_t)o[OPT_DEPTH],
        .blocks = (uint32_t)o[OPT_BLOCKS],
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static fs_world3_limits limits_of(const fs_config *config)
{
    return fs__fracture_limits(config->players, (uint32_t)config->options[OPT_BLOCKS],
                               config->options[OPT_ANGLED] != 0);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = limits_of(config);
    rows[fracture_T_rule] = 1;
    rows[fracture_T_stage] = 1;
    rows[fracture_T_player] = config->players;
    rows[fracture_T_part] = limits.bodies;
    fs_world3_capacities(&limits, &rows[fracture_T_physics3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = limits_of(config);
    return fs_world3_scratch_size(&limits);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fracture_rules rules = read_options(config);
    struct fracture_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, fracture_T_rule, fracture_T_physics3);
    if (result != FS_OK)
        return result;
    fracture_bind(state, &v);
    fracture_rules_store(&v, &rules);
    fs_world3_bind(state, fracture_T_physics3, NULL, &w);
    return fs__fracture_build(&v, &w, &rules, config->hz);
}

/* --- states from outside -------------------------------------------------------------------- */

/* Stage and balls are there; every other body is a part that has an age, and every age a body. */
static bool bodies_valid(const struct fracture_view *v, const struct fs_world3 *w, const struct fracture_rules *rules)
{
    uint32_t players = *v->player.rows, first = fs__fracture_first_part(players);
    bool ok = *w->body.rows >= first;
    for (uint32_t row = 0; ok && row < *v->part.rows; row++) {
        bool live = fs_kit_body3_live(w, row), is_part = v->part.age[row] != 0;
        ok = v->part.age[row] <= rules->depth + 1 && v->part.by[row] <= (is_part ? players : 0);
        ok = ok && live == (row < first || is_part) && !(row < first && is_part);
        if (ok && live)
            ok = w->body.type[row] == (row == 0 ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    }
    return ok;
}

static bool players_valid(const struct fracture_view *v, const fs_config *config)
{
    const uint64_t edge = (uint64_t)FRACTURE_EDGE * FS_POS_ONE;
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        fs_pos3 at = v->player.at[slot];
        ok = v->player.active[slot] <= 1 && fs_uabs64(at.x) <= edge && fs_uabs64(at.z) <= edge && at.y == 0 &&
             v->player.reload[slot] <= RELOAD_TENTHS * config->hz / 10;
    }
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct fracture_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, fracture_T_rule, fracture_T_physics3))
        return false;
    fracture_peek(state, &v);
    fs_world3_bind_readonly(state, fracture_T_physics3, &w);
    struct fracture_rules expected = read_options(config), rules = fracture_rules_load(&v);
    return fracture_rules_equal(&expected, &rules) && v.stage.wait[0] <= rules.wait_ticks && fs_world3_valid(&w) &&
           bodies_valid(&v, &w, &rules) && players_valid(&v, config);
}

/* --- players -------------------------------------------------------------------------------------- */

/* Who leaves has no claim on a part. */
static void remove_player(struct fracture_view *v, uint32_t row)
{
    struct fracture_player *player = &v->player;
    FRACTURE_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t part = 0; part < *v->part.rows; part++)
        if (v->part.by[part] == row + 1)
            v->part.by[part] = 0;
}

static void apply_input(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules, uint32_t slot,
                        const uint8_t *input)
{
    fs_pos step = fs_div64_round(CROSSHAIR_SPEED * FS_POS_ONE, *v->world.hz);
    v->player.at[slot] = fs_kit_crosshair3_move(v->player.at[slot], fs_kit_seat3_heading(slot), input, step,
                                                FRACTURE_EDGE * FS_POS_ONE);
    if (v->player.reload[slot] > 0)
        v->player.reload[slot]--;
    if (!fs_kit_button_held(input, FS_KEY_FIRE) || v->player.reload[slot] > 0)
        return;
    fs__fracture_shoot(v, w, rules, slot);
    v->player.reload[slot] = (uint16_t)(RELOAD_TENTHS * *v->world.hz / 10);
}

static void update_players(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot)) {
            v->player.active[slot] = 1;
            apply_input(v, w, rules, slot, fs_input(inputs, slot));
        } else if (v->player.active[slot]) {
            remove_player(v, slot);
        }
    }
}

/* --- rounds ----------------------------------------------------------------------------------------- */

static void end_round(struct fracture_view *v)
{
    fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
    v->stage.rounds[0]++;
}

static void update_round(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules)
{
    if (v->stage.wait[0] == 0) {
        if (fs__fracture_count_whole(v) == 0)
            v->stage.wait[0] = (uint16_t)rules->wait_ticks;
    } else if (--v->stage.wait[0] == 0) {
        end_round(v);
        (void)fs__fracture_stack(v, w, rules);
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct fracture_view v;
    struct fs_world3 w;
    fracture_bind(state, &v);
    fs_world3_bind(state, fracture_T_physics3, scratch, &w);
    struct fracture_rules rules = fracture_rules_load(&v);
    update_players(&v, &w, &rules, inputs);
    fs_world3_step(&w);
    fs__fracture_break_parts(&v, &w, &rules);
    fs__fracture_take_falls(&v, &w);
    update_round(&v, &w, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct fracture_view v;
    fracture_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_fracture = {
    .abi = FS_GAME_ABI,
    .name = "fracture",
    .title = "Stone blocks that balls break into pieces",
    .controls = "arrows or WASD move the crosshair, space shoots",
    .schema = &fracture_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = FRACTURE_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__fracture_bots,
    .bot_count = FRACTURE_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__fracture_draw,
    .keys = fs__fracture_keys,
    .valid = valid,
    .standings = standings,
};
