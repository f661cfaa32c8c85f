/* bowling.c: the game of ten-pin bowling: turns, its start and its tick.
 *
 * Rules: players throw in turn, one frame each. A throw is over when the ball is gone and no pin moves; a pin has fallen
 * when its axis leans, or when it has left the lane. When everyone has bowled all frames, the best total wins the game and
 * the next game begins.
 */
#include "games/bowling/bowling.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/builtin.h"

enum {
    ROLL_SECONDS = 8, /* then a throw is judged as it is */
    SHOW_TENTHS = 15, /* how long its result is shown, s / 10 */
    LIFT_SHARE = 2,   /* no throw in the first 1/2 s of an aim */
    STEP_MM = 500,    /* sideways in a second */
    AIM_DEGREES = 3,  /* in a second */
    SPEED_RATE = 40,  /* percent in a second */
    HOOK_STEP = 10,   /* percent for a key */
    SLOWEST = 25,     /* percent */
    FIRST_SPEED = 80  /* percent */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_BALL, OPT_BUMPERS, OPT_CLOCK, OPT_FRAMES, OPT_OIL, OPT_SPEED, OPT_TILT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BALL] = { "ball", 68, 30, 80, "mass of the ball, tenths of a kg" },
    [OPT_BUMPERS] = { "bumpers", 0, 0, 1, "1: rails keep the ball out of the gutters" },
    [OPT_CLOCK] = { "clock", 20, 0, 120, "time to aim, seconds; then the ball is thrown; 0: no limit" },
    [OPT_FRAMES] = { "frames", 10, 1, BOWLING_MAX_FRAMES, "frames of a game" },
    [OPT_OIL] = { "oil", 40, 0, 400, "friction of the ball on the first 12 m, thousandths" },
    [OPT_SPEED] = { "speed", 90, 40, 140, "speed of the fastest throw, dm/s" },
    [OPT_TILT] = { "tilt", 20, 5, 80, "a pin that leans so far has fallen, degrees" },
};

static struct bowling_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct bowling_rules){
        .max_speed = fs_vel_from_ratio(o[OPT_SPEED], 10),
        .upright = fs_cos(FS_TURN_DEG(o[OPT_TILT])),
        .frames = (uint32_t)o[OPT_FRAMES],
        .clock_ticks = (uint32_t)o[OPT_CLOCK] * config->hz,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = fs__bowling_limits();
    rows[bowling_T_rule] = 1;
    rows[bowling_T_lane] = 1;
    rows[bowling_T_player] = config->players;
    rows[bowling_T_roll] = config->players * BOWLING_ROLLS;
    fs_world3_capacities(&limits, &rows[bowling_T_physics3]);
}

static size_t scratch_size(const fs_config *config)
{
    (void)config;
    fs_world3_limits limits = fs__bowling_limits();
    return fs_world3_scratch_size(&limits);
}

/* --- start ------------------------------------------------------------------------------- */

static void begin_phase(struct bowling_view *v, bowling_phase phase)
{
    v->lane.phase[0] = (uint8_t)phase;
    v->lane.phase_ticks[0] = 0;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    const int64_t *o = config->options;
    struct bowling_rules rules = read_options(config);
    struct bowling_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, bowling_T_rule, bowling_T_physics3);
    if (result != FS_OK)
        return result;
    fs_world3_bind(state, bowling_T_physics3, NULL, &w);
    result = fs__bowling_build(&w, config, (uint32_t)o[OPT_BALL], (uint32_t)o[OPT_OIL], o[OPT_BUMPERS] != 0, &rules);
    bowling_bind(state, &v);
    bowling_rules_store(&v, &rules);
    v.lane.standing[0] = BOWLING_PINS;
    return result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct fs_world3 *w)
{
    bool ok = *w->body.rows == BOWLING_BODIES;
    for (uint32_t row = 0; ok && row < BOWLING_BODIES; row++) {
        bool fixed = row == BOWLING_BODY_LANE;
        ok = fs_kit_body3_live(w, row) && w->body.type[row] == (fixed ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC) &&
             w->body.first_shape[row] != 0;
    }
    return ok;
}

static bool player_valid(const struct bowling_view *v, const struct bowling_rules *rules, uint32_t slot)
{
    struct bowling_card card;
    const struct bowling_player *p = &v->player;
    return p->active[slot] <= 1 && p->speed[slot] <= 100 && fs_uabs32(p->hook[slot]) <= 100 &&
           fs_uabs64(p->x[slot]) <= (uint64_t)BOWLING_MM_POS(BOWLING_REACH_MM) &&
           fs_uabs32(p->aim[slot]) <= (uint32_t)BOWLING_MAX_AIM &&
           fs__bowling_read_card(fs__bowling_rolls(v, slot), rules->frames, &card);
}

static bool rules_valid(const struct bowling_rules *rules, const fs_config *config, const struct fs_world3 *w)
{
    struct bowling_rules expected = read_options(config);
    expected.oiled_material = rules->oiled_material;
    expected.dry_material = rules->dry_material;
    return bowling_rules_equal(&expected, rules) && rules->oiled_material < *w->material.rows &&
           rules->dry_material < *w->material.rows;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct bowling_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, bowling_T_rule, bowling_T_physics3))
        return false;
    bowling_peek(state, &v);
    fs_world3_bind_readonly(state, bowling_T_physics3, &w);
    struct bowling_rules rules = bowling_rules_load(&v);
    bool ok = rules_valid(&rules, config, &w) && fs_world3_valid(&w) && bodies_valid(&w) &&
              v.lane.phase[0] < BOWLING_PHASES && v.lane.turn_slot[0] < config->players &&
              v.lane.standing[0] <= BOWLING_PINS && v.lane.felled[0] <= v.lane.standing[0];
    for (uint32_t slot = 0; ok && slot < config->players; slot++)
        ok = player_valid(&v, &rules, slot);
    return ok;
}

/* --- turns -------------------------------------------------------------------------------------- */

static struct bowling_card card_of(const struct bowling_view *v, const struct bowling_rules *rules, uint32_t slot)
{
    struct bowling_card card;
    (void)fs__bowling_read_card(fs__bowling_rolls(v, slot), rules->frames, &card);
    return card;
}

static bool has_frames_left(const struct bowling_view *v, const struct bowling_rules *rules, uint32_t slot)
{
    return v->player.active[slot] && card_of(v, rules, slot).frame < rules->frames;
}

static void clear_rolls(struct bowling_view *v, uint32_t slot)
{
    for (uint32_t i = 0; i < BOWLING_ROLLS; i++)
        fs__bowling_rolls(v, slot)[i] = 0;
}

/* Everyone with the best total has won; nobody has won with none. */
static void end_game(struct bowling_view *v, const struct bowling_rules *rules)
{
    uint32_t best = 1;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        best = fs_max_u32(best, card_of(v, rules, slot).total);
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        v->player.wins[slot] += card_of(v, rules, slot).total == best;
        clear_rolls(v, slot);
    }
    v->lane.games[0]++;
}

/* The next slot with frames left, which may be the same one; false when there is none. */
static bool find_next(struct bowling_view *v, const struct bowling_rules *rules)
{
    uint32_t slots = *v->player.rows, from = v->lane.turn_slot[0];
    for (uint32_t i = 1; i <= slots; i++) {
        uint32_t slot = (from + i) % slots;
        if (has_frames_left(v, rules, slot)) {
            v->lane.turn_slot[0] = (uint8_t)slot;
            return true;
        }
    }
    return false;
}

static bool has_players(const struct bowling_view *v)
{
    uint32_t active = 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        active += v->player.active[slot];
    return active > 0;
}

static void begin_aim(struct bowling_view *v, struct fs_world3 *w, uint32_t standing)
{
    fs__bowling_remove_ball(w);
    v->lane.standing[0] = (uint8_t)standing;
    v->lane.felled[0] = 0;
    begin_phase(v, BOWLING_AIM);
}

/* Sets the pins for the next player. A player without a frame begun before meets what that player's card says: ten. */
static void pass_turn(struct bowling_view *v, const struct bowling_rules *rules, struct fs_world3 *w)
{
    if (has_players(v) && !find_next(v, rules)) {
        end_game(v, rules);
        (void)find_next(v, rules);
    }
    fs__bowling_set_pins(w);
    begin_aim(v, w, BOWLING_PINS);
}

static void record_throw(struct bowling_view *v, const struct bowling_rules *rules, uint32_t standing)
{
    uint32_t slot = v->lane.turn_slot[0], felled = v->lane.standing[0] - fs_min_u32(standing, v->lane.standing[0]);
    struct bowling_card before = card_of(v, rules, slot);
    v->lane.felled[0] = (uint8_t)felled;
    if (before.count >= BOWLING_ROLLS || before.frame >= rules->frames)
        return;
    felled = fs_min_u32(felled, before.standing);
    fs__bowling_rolls(v, slot)[before.count] = (uint8_t)(felled + 1);
    v->player.strikes[slot] += felled == BOWLING_PINS && before.standing == BOWLING_PINS;
    v->player.spares[slot] += felled == before.standing && before.standing < BOWLING_PINS;
}

/* After a throw: the same player again at what stands or at ten pins, or the next player. */
static void continue_game(struct bowling_view *v, const struct bowling_rules *rules, struct fs_world3 *w)
{
    struct bowling_card card = card_of(v, rules, v->lane.turn_slot[0]);
    if (card.throws == 0) {
        pass_turn(v, rules, w);
    } else if (card.standing == BOWLING_PINS) {
        fs__bowling_set_pins(w);
        begin_aim(v, w, BOWLING_PINS);
    } else {
        fs__bowling_sweep(w, rules);
        begin_aim(v, w, card.standing);
    }
}

/* --- aiming and throwing ------------------------------------------------------------------------ */

static void throw_ball(struct bowling_view *v, const struct bowling_rules *rules, struct fs_world3 *w)
{
    uint32_t slot = v->lane.turn_slot[0];
    const struct bowling_player *p = &v->player;
    fs__bowling_throw(w, rules, p->x[slot], p->aim[slot], p->speed[slot], p->hook[slot]);
    begin_phase(v, BOWLING_ROLL);
}

/* Left and right move the ball, with ALT they turn the aim; up and down change the speed, the choices the hook. */
static void change_aim(struct bowling_view *v, uint32_t slot, const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    struct bowling_player *p = &v->player;
    int right = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    bool turns = fs_kit_button_held(input, FS_KEY_ALT);
    fs_pos reach = BOWLING_MM_POS(BOWLING_REACH_MM);
    fs_pos x = p->x[slot] + (turns ? 0 : right * fs_div64_round(BOWLING_MM_POS(STEP_MM), hz));
    p->x[slot] = fs_clamp64(x, -reach, reach);
    int32_t aim = p->aim[slot] - (turns ? right * (int32_t)(FS_TURN_DEG(AIM_DEGREES) / hz) : 0);
    p->aim[slot] = fs_clamp32(aim, -BOWLING_MAX_AIM, BOWLING_MAX_AIM);
    int more = fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    int32_t speed = p->speed[slot] + more * fs_kit_count_step(*v->world.tick, hz, SPEED_RATE);
    p->speed[slot] = (uint8_t)fs_clamp32(speed, SLOWEST, 100);
    int32_t hook = p->hook[slot] + (input[1] == 0 ? 0 : input[1] == 1 ? -HOOK_STEP : HOOK_STEP);
    p->hook[slot] = (int8_t)fs_clamp32(hook, -100, 100);
}

static void aim_ball(struct bowling_view *v, const struct bowling_rules *rules, struct fs_world3 *w,
                     const uint8_t *input)
{
    uint32_t limit = rules->clock_ticks;
    change_aim(v, v->lane.turn_slot[0], input);
    if ((fs_kit_button_held(input, FS_KEY_FIRE) && v->lane.phase_ticks[0] > *v->world.hz / LIFT_SHARE) ||
        (limit > 0 && v->lane.phase_ticks[0] >= limit))
        throw_ball(v, rules, w);
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void update_players(struct bowling_view *v, const fs_inputs *inputs)
{
    struct bowling_player *player = &v->player;
    for (uint32_t row = 0; row < *player->rows; row++) {
        if (fs_input_present(inputs, row)) {
            if (!player->active[row])
                player->speed[row] = FIRST_SPEED;
            player->active[row] = 1;
        } else if (player->active[row]) {
            BOWLING_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
            clear_rolls(v, row);
        }
    }
}

static void advance_phase(struct bowling_view *v, const struct bowling_rules *rules, struct fs_world3 *w,
                          const fs_inputs *inputs)
{
    uint32_t slot = v->lane.turn_slot[0], hz = *v->world.hz;
    v->lane.phase_ticks[0]++;
    if (!has_frames_left(v, rules, slot) && v->lane.phase[0] != BOWLING_SHOW) {
        if (has_players(v))
            pass_turn(v, rules, w);
        else if (v->lane.phase[0] == BOWLING_ROLL)
            continue_game(v, rules, w);
    } else if (v->lane.phase[0] == BOWLING_AIM) {
        aim_ball(v, rules, w, fs_input(inputs, slot));
    } else if (v->lane.phase[0] == BOWLING_ROLL) {
        if (fs__bowling_is_settled(w) || v->lane.phase_ticks[0] >= ROLL_SECONDS * hz) {
            record_throw(v, rules, fs__bowling_count_pins(w, rules));
            begin_phase(v, BOWLING_SHOW);
        }
    } else if (v->lane.phase_ticks[0] >= SHOW_TENTHS * hz / 10) {
        continue_game(v, rules, w);
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct bowling_view v;
    struct fs_world3 w;
    bowling_bind(state, &v);
    fs_world3_bind(state, bowling_T_physics3, scratch, &w);
    struct bowling_rules rules = bowling_rules_load(&v);
    update_players(&v, inputs);
    advance_phase(&v, &rules, &w, inputs);
    fs_world3_step(&w);
    fs__bowling_update_ball(&w, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, BOWLING_CHOICES);
}

const fs_game fs_game_bowling = {
    .abi = FS_GAME_ABI,
    .name = "bowling",
    .title = "Ten-pin bowling for one to eight players who throw in turn",
    .controls = "left/right or A/D move the ball, x with them aims, up/down or W/S set the speed, q and e the hook, "
                "space throws",
    .schema = &bowling_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BOWLING_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__bowling_bots,
    .bot_count = BOWLING_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__bowling_draw,
    .keys = fs__bowling_keys,
    .valid = valid,
    .standings = fs__bowling_standings,
};
