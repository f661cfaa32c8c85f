/* pool.c: the game of pool: turns, scoring, its start and its tick.
 *
 * Rules: players strike in turn. A stroke that touches a ball and leaves the cue ball on the table earns a point for
 * every ball it sinks, and another stroke. A cue ball that falls, or touches no other, is a foul: it costs a point, and
 * what it sank earns nothing. When all fifteen are down, the player with the most points wins the rack.
 */
#include "games/pool/pool.h"

#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    ROLL_SECONDS = 30, /* then balls on a cloth without friction are stopped */
    LIFT_SHARE = 2     /* no stroke in the first 1/2 s of an aim */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_BALL, OPT_CLOCK, OPT_CLOTH, OPT_CUSHION, OPT_POWER, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BALL] = { "ball", 95, 0, 100, "restitution of ball against ball, percent" },
    [OPT_CLOCK] = { "clock", 20, 0, 120, "time for a stroke, seconds; 0: no limit" },
    [OPT_CLOTH] = { "cloth", 20, 0, 200, "deceleration of a rolling ball, cm/s^2" },
    [OPT_CUSHION] = { "cushion", 75, 0, 100, "restitution of the cushions, percent" },
    [OPT_POWER] = { "power", 70, 10, 120, "speed of the strongest stroke, dm/s" },
};

static struct pool_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct pool_rules){
        .rolling_deceleration = fs_wide_from_ratio(o[OPT_CLOTH], 10),
        .ball_restitution = fs_unit_from_ratio(o[OPT_BALL], 100),
        .cushion_restitution = fs_unit_from_ratio(o[OPT_CUSHION], 100),
        .max_stroke_speed = fs_vel_from_int((int32_t)o[OPT_POWER]),
        .clock_ticks = (uint32_t)o[OPT_CLOCK] * config->hz,
        .roll_ticks = ROLL_SECONDS * config->hz,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = fs__pool_limits();
    rows[pool_T_rule] = 1;
    rows[pool_T_table] = 1;
    rows[pool_T_player] = config->players;
    rows[pool_T_ball] = POOL_BALLS;
    fs_world2_capacities(&limits, &rows[pool_T_physics2]);
}

static size_t scratch_size(const fs_config *config)
{
    (void)config;
    fs_world2_limits limits = fs__pool_limits();
    return fs_world2_scratch_size(&limits);
}

/* --- start ------------------------------------------------------------------------------- */

static void begin_aim(struct pool_view *v)
{
    v->table.phase[0] = POOL_AIM;
    v->table.phase_ticks[0] = 0;
    v->table.touched[0] = 0;
    v->table.scratched[0] = 0;
    v->table.sunk[0] = 0;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct pool_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, pool_T_rule, pool_T_physics2);
    if (result != FS_OK)
        return result;
    struct pool_view v;
    struct fs_world2 w;
    pool_bind(state, &v);
    pool_rules_store(&v, &rules);
    fs_world2_bind(state, pool_T_physics2, NULL, &w);
    result = fs__pool_build(&rules, &w, config->hz);
    if (result != FS_OK)
        return result;
    fs__pool_rack(&v, &w);
    begin_aim(&v);
    v.table.power[0] = 80;
    return FS_OK;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct fs_world2 *w)
{
    bool ok = *w->body.rows == POOL_BODIES;
    for (uint32_t row = 0; ok && row < POOL_BODIES; row++)
        ok = fs_kit_body2_live(w, row) && w->body.type[row] == (row < POOL_BALLS ? FS_BODY2_DYNAMIC : FS_BODY2_STATIC);
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct pool_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, pool_T_rule, pool_T_physics2))
        return false;
    pool_peek(state, &v);
    fs_world2_bind_readonly(state, pool_T_physics2, &w);
    struct pool_rules expected = read_options(config), rules = pool_rules_load(&v);
    bool ok = pool_rules_equal(&expected, &rules) && fs_world2_valid(&w) && bodies_valid(&w) &&
              v.table.phase[0] < POOL_PHASES && v.table.turn_slot[0] < config->players && v.table.power[0] <= 100 &&
              v.table.touched[0] <= 1 && v.table.scratched[0] <= 1;
    for (uint32_t ball = 0; ok && ball < POOL_BALLS; ball++)
        ok = v.ball.pocketed[ball] <= 1 && v.ball.sunk_by[ball] <= config->players;
    for (uint32_t slot = 0; ok && slot < config->players; slot++)
        ok = v.player.active[slot] <= 1;
    return ok;
}

/* --- turns -------------------------------------------------------------------------------------- */

/* The next slot that plays, which may be the same one. */
static void pass_turn(struct pool_view *v)
{
    uint32_t slots = *v->player.rows;
    begin_aim(v);
    for (uint32_t i = 1; i <= slots; i++) {
        uint32_t slot = (v->table.turn_slot[0] + i) % slots;
        if (v->player.active[slot]) {
            v->table.turn_slot[0] = (uint8_t)slot;
            return;
        }
    }
}

static bool is_cleared(const struct pool_view *v)
{
    for (uint32_t ball = 1; ball < POOL_BALLS; ball++)
        if (!v->ball.pocketed[ball])
            return false;
    return true;
}

/* Everyone with the best score has won; nobody has won with none. */
static void end_rack(struct pool_view *v, struct fs_world2 *w)
{
    int32_t best = 1;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        best = fs_max32(best, v->player.score[slot]);
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        v->player.wins[slot] += v->player.score[slot] == best;
        v->player.score[slot] = 0;
    }
    v->table.racks[0]++;
    fs__pool_rack(v, w);
}

static void judge_stroke(struct pool_view *v, struct fs_world2 *w)
{
    uint32_t slot = v->table.turn_slot[0], sunk = v->table.sunk[0];
    bool foul = v->table.scratched[0] || !v->table.touched[0], stays = !foul && sunk > 0;
    if (v->player.active[slot]) {
        v->player.fouls[slot] += foul;
        v->player.sunk[slot] += foul ? 0 : sunk;
        v->player.score[slot] += foul ? -1 : (int32_t)sunk;
    }
    if (v->table.scratched[0])
        fs__pool_respot_cue_ball(v, w);
    if (is_cleared(v)) {
        end_rack(v, w);
        stays = false;
    }
    if (stays && v->player.active[slot])
        begin_aim(v);
    else
        pass_turn(v);
}

static void roll_balls(struct pool_view *v, const struct pool_rules *rules, struct fs_world2 *w)
{
    bool moves = fs__pool_roll_balls(v, rules, w);
    v->table.phase_ticks[0]++;
    if (moves && v->table.phase_ticks[0] < rules->roll_ticks)
        return;
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++)
        fs_body2_set_velocity(w, fs_body2_at(w, ball), fs_vel2_zero(), 0);
    judge_stroke(v, w);
}

/* --- aiming and striking ------------------------------------------------------------------------ */

static void strike_cue_ball(struct pool_view *v, const struct pool_rules *rules, struct fs_world2 *w)
{
    fs_unit2 along = fs__pool_direction(v->table.aim[0]);
    fs_vel speed = fs_sat32(fs_div64_round((int64_t)rules->max_stroke_speed * v->table.power[0], 100));
    fs_vel2 vel = fs_vel2_make(fs_mul32_sym(speed, along.x, FS_UNIT_FRAC), fs_mul32_sym(speed, along.y, FS_UNIT_FRAC));
    fs_body2_set_velocity(w, fs_body2_at(w, 0), vel, 0);
    v->player.strokes[v->table.turn_slot[0]]++;
    v->table.phase[0] = POOL_ROLL;
    v->table.phase_ticks[0] = 0;
}

static void turn_aim(struct pool_view *v, const struct pool_rules *rules, struct fs_world2 *w, const uint8_t *input)
{
    uint32_t hz = *v->world.hz, turn = fs__pool_turn_step(hz, fs_kit_button_held(input, FS_KEY_ALT));
    int left = fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT),
        more = fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    v->table.aim[0] += left > 0 ? turn : left < 0 ? 0u - turn : 0;
    int32_t power = v->table.power[0] + more * fs_kit_count_step(*v->world.tick, hz, POOL_POWER_RATE);
    v->table.power[0] = (uint8_t)fs_clamp32(power, 1, 100);
    v->table.phase_ticks[0]++;
    if (fs_kit_button_held(input, FS_KEY_FIRE) && v->table.phase_ticks[0] > hz / LIFT_SHARE)
        strike_cue_ball(v, rules, w);
    else if (rules->clock_ticks > 0 && v->table.phase_ticks[0] >= rules->clock_ticks)
        pass_turn(v);
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void update_players(struct pool_view *v, const fs_inputs *inputs)
{
    struct pool_player *player = &v->player;
    for (uint32_t row = 0; row < *player->rows; row++) {
        if (fs_input_present(inputs, row)) {
            player->active[row] = 1;
        } else if (player->active[row]) {
            POOL_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
        }
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct pool_view v;
    struct fs_world2 w;
    pool_bind(state, &v);
    fs_world2_bind(state, pool_T_physics2, scratch, &w);
    struct pool_rules rules = pool_rules_load(&v);
    update_players(&v, inputs);
    if (v.table.phase[0] == POOL_ROLL)
        roll_balls(&v, &rules, &w);
    else if (!v.player.active[v.table.turn_slot[0]])
        pass_turn(&v);
    else
        turn_aim(&v, &rules, &w, fs_input(inputs, v.table.turn_slot[0]));
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_pool = {
    .abi = FS_GAME_ABI,
    .name = "pool",
    .title = "Pool for one to eight players who strike in turn",
    .controls = "left/right or A/D aim, x aims finely, up/down or W/S set the power, space strikes",
    .schema = &pool_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = POOL_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__pool_bots,
    .bot_count = POOL_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__pool_draw,
    .keys = fs__pool_keys,
    .valid = valid,
    .standings = fs__pool_standings,
};
