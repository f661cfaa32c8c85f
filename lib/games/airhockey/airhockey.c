/* airhockey.c: the game of air hockey: its rules, its start and its tick.
 *
 * Mallets and pucks are bodies of the 2D engine; the rink they glide on is built in scene.c. A tick reads the state
 * and the inputs alone; the constants of the match are fields of the state's rule row.
 */
#include "games/airhockey/airhockey.h"

#include <fixstep/trig.h>

#include "games/builtin.h"
#include <fixstep/motion.h>

enum {
    HOLD_SECONDS = 7, /* a puck longer than this in one half is a foul */
    SPIN_UP_HZ = 8,   /* a mallet reaches its speed in 1/8 s */
    DASH_HZ = 6,      /* a dash lasts 1/6 s, then needs a second's rest */
    STEP_HZ = 60,     /* steps of the physics per second, at least */
    STRIDE_CM = 10,   /* and so many that no disc goes farther in one */
    MAX_STEPS = 12    /* in a tick */
};

/* --- configuration -------------------------------------------------------------- */

enum option_index {
    OPT_FRICTION,
    OPT_GOAL,
    OPT_GOALS,
    OPT_HEIGHT,
    OPT_MALLET,
    OPT_PUCKS,
    OPT_RESTITUTION,
    OPT_SERVE,
    OPT_SPEED,
    OPT_WIDTH,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_FRICTION] = { "friction", 15, 0, 1000, "deceleration of a sliding puck, cm/s^2" },
    [OPT_GOAL] = { "goal", 6, 0, 60, "width of the goals, dm; 0 or 1 closes them" },
    [OPT_GOALS] = { "goals", 7, 0, 1000, "goals that win a round; 0: no end" },
    [OPT_HEIGHT] = { "height", 16, 8, 120, "height of the rink, dm" },
    [OPT_MALLET] = { "mallet", 30, 5, AIRHOCKEY_MAX_MALLET_SPEED_DM_S, "highest speed of a mallet, dm/s" },
    [OPT_PUCKS] = { "pucks", 1, 1, AIRHOCKEY_MAX_PUCKS, "number of pucks" },
    [OPT_RESTITUTION] = { "restitution", 90, 0, 150, "bounciness of walls and discs, percent" },
    [OPT_SERVE] = { "serve", 10, 0, 100, "wait before a serve, tenths of a second" },
    [OPT_SPEED] = { "speed", 80, 10, AIRHOCKEY_MAX_PUCK_SPEED_DM_S, "highest speed of a puck, dm/s" },
    [OPT_WIDTH] = { "width", 30, 16, 240, "width of the rink, dm" },
};

/* Half the width of a goal's mouth. At least 1 dm of wall remains on either side; a mouth narrower than a puck counts
 * as closed. */
static fs_pos half_goal_width(int64_t goal_dm, int64_t height_dm)
{
    int64_t mouth = goal_dm < height_dm - 2 ? goal_dm : height_dm - 2;
    return mouth * 10 > 2 * AIRHOCKEY_PUCK_RADIUS_CM ? fs_pos_from_ratio(mouth, 20) : 0;
}

static struct airhockey_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct airhockey_rules){
        .half_width = fs_pos_from_ratio(o[OPT_WIDTH], 20),
        .half_height = fs_pos_from_ratio(o[OPT_HEIGHT], 20),
        .half_goal = half_goal_width(o[OPT_GOAL], o[OPT_HEIGHT]),
        .puck_speed = fs_vel_from_ratio(o[OPT_SPEED], 10),
        .mallet_speed = fs_vel_from_ratio(o[OPT_MALLET], 10),
        .friction = fs_wide_from_ratio(o[OPT_FRICTION], 100),
        .restitution = fs_unit_from_ratio(o[OPT_RESTITUTION], 100),
        .goal_limit = (uint32_t)o[OPT_GOALS],
        .serve_ticks = (uint32_t)o[OPT_SERVE] * config->hz / 10u,
        .hold_ticks = HOLD_SECONDS * config->hz,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    struct airhockey_rules rules = read_options(config);
    uint32_t pucks = (uint32_t)config->options[OPT_PUCKS];
    fs_world2_limits limits = fs__airhockey_limits(&rules, pucks, config->players);
    rows[airhockey_T_rule] = 1;
    rows[airhockey_T_team] = 2;
    rows[airhockey_T_mallet] = config->players;
    rows[airhockey_T_puck] = pucks;
    fs_world2_capacities(&limits, &rows[airhockey_T_physics2]);
}

static size_t scratch_size(const fs_config *config)
{
    struct airhockey_rules rules = read_options(config);
    fs_world2_limits limits = fs__airhockey_limits(&rules, (uint32_t)config->options[OPT_PUCKS], config->players);
    return fs_world2_scratch_size(&limits);
}

/* --- places ------------------------------------------------------------------------- */

/* The centre, in y, of the i-th of n strips of equal width. */
static fs_pos strip_centre(const struct airhockey_rules *rules, uint32_t i, uint32_t n)
{
    int64_t offset = 2 * (int64_t)i + 1 - (int64_t)n;
    return fs_div64_round(rules->half_height * offset, n);
}

static fs_pos2 mallet_home(const struct airhockey_rules *rules, uint32_t slot, uint32_t players)
{
    unsigned team = fs__airhockey_team(slot);
    uint32_t team_size = (players + 1 - team) / 2;
    fs_pos x = fs_div64_round(rules->half_width, 2);
    return fs_pos2_make(x * fs__airhockey_team_side(team), strip_centre(rules, slot / 2, team_size));
}

/* Takes a puck out of play; it will be served `toward` a side (-1: left, 1: right, 0: either). */
static void tee_up_puck(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                        uint32_t row, int toward)
{
    fs_pos2 tee = fs_pos2_make(0, strip_centre(rules, row, *v->puck.rows));
    fs__airhockey_place_disc(w, row, false, tee, fs_vel2_zero());
    v->puck.serve_wait[row] = (uint16_t)(rules->serve_ticks + 1u);
    v->puck.serve_side[row] = (int8_t)toward;
    v->puck.side[row] = 0;
    v->puck.half_ticks[row] = 0;
    v->puck.last_touch[row] = 0;
}

static void tee_up_pucks(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    for (uint32_t row = 0; row < *v->puck.rows; row++)
        tee_up_puck(v, rules, w, row, 0);
}

/* Serves a puck within 50 degrees of the x axis, at 1/8 to 1/2 of the speed limit. */
static void serve_puck(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w, uint32_t row)
{
    fs_rng *rng = &v->world.rng[0];
    bool right = fs_rng_chance(rng, 1, 2);
    int32_t degrees = fs_rng_range(rng, -50, 50);
    int32_t speed = fs_rng_range(rng, rules->puck_speed / 8, rules->puck_speed / 2);
    int side = v->puck.serve_side[row] != 0 ? v->puck.serve_side[row] : right ? 1 : -1;
    uint32_t turn = FS_TURN_DEG(degrees);
    fs_vel2 vel = fs_vel2_make(fs_mul32_sym(side * speed, fs_cos(turn), FS_UNIT_FRAC),
                               fs_mul32_sym(speed, fs_sin(turn), FS_UNIT_FRAC));
    fs__airhockey_place_disc(w, row, true, w->body.pos[row], vel);
    v->puck.serve_side[row] = 0;
}

/* --- start ---------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct airhockey_rules rules = read_options(config);
    uint32_t rows[airhockey_T_COUNT] = { 1 };
    capacities(config, rows);
    fs_result result = FS_OK;
    for (unsigned table = airhockey_T_rule; result == FS_OK && table <= airhockey_T_puck; table++)
        result = fs_rows_resize(state, table, rows[table]);
    if (result != FS_OK)
        return result;
    struct airhockey_view v;
    struct fs_world2 w;
    airhockey_bind(state, &v);
    airhockey_rules_store(&v, &rules);
    fs_world2_bind(state, airhockey_T_physics2, NULL, &w);
    result = fs__airhockey_build(&rules, &w, config->hz, *v.puck.rows, config->players);
    if (result == FS_OK)
        tee_up_pucks(&v, &rules, &w);
    return result;
}

/* --- states from outside ----------------------------------------------------------------- */

/* The limit has a tolerance: rounding may exceed it by one step. */
static bool is_slower(fs_vel2 vel, fs_vel limit)
{
    return fs_vel2_length(vel) <= limit + 2;
}

static bool is_enabled(const struct fs_world2 *w, uint32_t body)
{
    return (w->body.flags[body] & FS_BODY2_DISABLED) == 0;
}

static bool mallet_valid(const struct airhockey_view *v, const struct airhockey_rules *rules, const struct fs_world2 *w,
                         uint32_t slot)
{
    uint32_t body = fs__airhockey_mallet_body(v, slot);
    return v->mallet.active[slot] == is_enabled(w, body) &&
           is_slower(w->body.vel[body], fs__airhockey_dash_speed(rules)) &&
           (!is_enabled(w, body) || fs__airhockey_disc_on_rink(v, rules, w, body));
}

static bool puck_valid(const struct airhockey_view *v, const struct airhockey_rules *rules, const struct fs_world2 *w,
                       uint32_t row)
{
    return is_enabled(w, row) == (v->puck.serve_wait[row] == 0) && fs__airhockey_disc_on_rink(v, rules, w, row) &&
           is_slower(w->body.vel[row], rules->puck_speed) && v->puck.serve_wait[row] <= rules->serve_ticks + 1u &&
           v->puck.last_touch[row] <= *v->mallet.rows && v->puck.serve_side[row] >= -1 && v->puck.serve_side[row] <= 1;
}

static bool bodies_valid(const struct fs_world2 *w, uint32_t discs)
{
    bool ok = *w->body.rows == discs + 1;
    for (uint32_t row = 0; ok && row <= discs; row++)
        ok = fs_kit_body2_live(w, row) && w->body.type[row] == (row < discs ? FS_BODY2_DYNAMIC : FS_BODY2_STATIC);
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    uint32_t rows[airhockey_T_COUNT] = { 1 };
    capacities(config, rows);
    for (unsigned table = airhockey_T_rule; table <= airhockey_T_puck; table++)
        if (fs_state_rows(state, table) != rows[table])
            return false;
    struct airhockey_view v;
    struct fs_world2 w;
    airhockey_peek(state, &v);
    fs_world2_bind_readonly(state, airhockey_T_physics2, &w);
    struct airhockey_rules expected = read_options(config), rules = airhockey_rules_load(&v);
    bool ok = airhockey_rules_equal(&expected, &rules) && fs_world2_valid(&w) &&
              bodies_valid(&w, fs__airhockey_disc_count(&v));
    for (uint32_t slot = 0; ok && slot < *v.mallet.rows; slot++)
        ok = mallet_valid(&v, &rules, &w, slot);
    for (uint32_t row = 0; ok && row < *v.puck.rows; row++)
        ok = puck_valid(&v, &rules, &w, row);
    return ok;
}

/* --- players ----------------------------------------------------------------------------- */

void fs__airhockey_sanitise(void *input)
{
    uint8_t *bytes = input;
    for (int i = 0; i < 2; i++)
        if (bytes[i] == 0x80)
            bytes[i] = 0x81;
    bytes[2] &= AIRHOCKEY_FIRE;
    bytes[3] = 0;
}

static int32_t read_axis(uint8_t byte)
{
    int32_t value = byte < 0x80 ? byte : (int32_t)byte - 0x100;
    return fs_max32(value, -AIRHOCKEY_AXIS_MAX);
}

/* The velocity that the player asks for. A diagonal direction is no faster than one along an axis. */
static fs_vel2 wanted_velocity(const uint8_t *input, fs_vel speed)
{
    const int64_t one = FS_FIX16_ONE;
    int32_t x = read_axis(input[0]), y = read_axis(input[1]);
    uint64_t length_sq = (uint64_t)(x * x + y * y);
    uint32_t full = (uint32_t)fs_isqrt64_round(length_sq * (uint64_t)(one * one));
    full = fs_max_u32(full, AIRHOCKEY_AXIS_MAX * (uint32_t)one);
    return fs_vel2_make(fs_sat32(fs_div64_round(speed * one * x, full)),
                        fs_sat32(fs_div64_round(speed * one * y, full)));
}

/* Starts, counts and ends the dash of a mallet; returns its speed limit now. */
static fs_vel update_dash(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t slot, bool fire)
{
    if (v->mallet.dash_ticks[slot] > 0)
        v->mallet.dash_ticks[slot]--;
    else if (v->mallet.dash_cooldown[slot] > 0)
        v->mallet.dash_cooldown[slot]--;
    else if (fire) {
        v->mallet.dash_ticks[slot] = (uint16_t)(*v->world.hz / DASH_HZ);
        v->mallet.dash_cooldown[slot] = (uint16_t)*v->world.hz;
    }
    return v->mallet.dash_ticks[slot] > 0 ? fs__airhockey_dash_speed(rules) : rules->mallet_speed;
}

/* Changes the velocity of the mallet toward the one asked for, by at most the acceleration of one tick. The engine
 * then resolves contacts. */
static void steer_mallet(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                         uint32_t slot, const uint8_t *input)
{
    fs_vel speed = update_dash(v, rules, slot, (input[2] & AIRHOCKEY_FIRE) != 0);
    fs_vel maximum = (fs_vel)fs_div64_round((int64_t)speed * SPIN_UP_HZ, *v->world.hz);
    uint32_t body = fs__airhockey_mallet_body(v, slot);
    fs_vel2 change = fs_vel2_sub(wanted_velocity(input, speed), w->body.vel[body]);
    fs_vel2 vel = fs_vel2_add(w->body.vel[body], fs_speed_limit2(change, maximum));
    fs_body2_set_velocity(w, fs_body2_at(w, body), fs_speed_limit2(vel, fs__airhockey_dash_speed(rules)), 0);
}

static void enable_mallet(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                          uint32_t slot)
{
    v->mallet.active[slot] = 1;
    fs_pos2 home = mallet_home(rules, slot, *v->mallet.rows);
    fs__airhockey_place_disc(w, fs__airhockey_mallet_body(v, slot), true, home, fs_vel2_zero());
}

static void disable_mallet(struct airhockey_view *v, struct fs_world2 *w, uint32_t row)
{
    struct airhockey_mallet *mallet = &v->mallet;
    AIRHOCKEY_MALLET_FIELDS(FS_KIT_ROW_CLEAR, mallet)
    fs__airhockey_place_disc(w, fs__airhockey_mallet_body(v, row), false, fs_pos2_zero(), fs_vel2_zero());
}

static void move_players(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->mallet.rows; slot++) {
        bool present = fs_input_present(inputs, slot);
        if (!present && v->mallet.active[slot])
            disable_mallet(v, w, slot);
        if (present && !v->mallet.active[slot])
            enable_mallet(v, rules, w, slot);
        if (present)
            steer_mallet(v, rules, w, slot, fs_input(inputs, slot));
    }
}

/* --- pucks ---------------------------------------------------------------------------------- */

/* A puck that stays in one half too long is served to the other side, so a match cannot stall. */
static void update_hold(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w,
                        uint32_t row)
{
    int side = fs_sign64(w->body.pos[row].x);
    if (side != v->puck.side[row]) {
        v->puck.side[row] = (int8_t)side;
        v->puck.half_ticks[row] = 0;
    }
    v->puck.half_ticks[row]++;
    if (v->puck.half_ticks[row] > rules->hold_ticks)
        tee_up_puck(v, rules, w, row, -side);
}

/* Friction of the ice: each puck loses the same speed, against its direction of motion. */
static void apply_ice_friction(struct fs_world2 *w, uint32_t body, fs_vel drop)
{
    if (!fs_vel2_is_zero(w->body.vel[body]))
        fs_body2_set_velocity(w, fs_body2_at(w, body), fs_speed_reduce2(w->body.vel[body], drop), 0);
}

static void prepare_pucks(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    fs_vel drop = fs_velocity_increment(rules->friction, *v->world.hz, *v->world.tick);
    for (uint32_t row = 0; row < *v->puck.rows; row++) {
        if (v->puck.serve_wait[row] == 0)
            update_hold(v, rules, w, row);
        if (v->puck.serve_wait[row] > 0) {
            v->puck.serve_wait[row]--;
            if (v->puck.serve_wait[row] == 0)
                serve_puck(v, rules, w, row);
        } else {
            apply_ice_friction(w, row, drop);
        }
    }
}

/* --- goals ------------------------------------------------------------------------------------ */

static void score_goal(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w, uint32_t row)
{
    unsigned conceded = w->body.pos[row].x < 0 ? 0 : 1, team = 1 - conceded;
    uint32_t touch = v->puck.last_touch[row];
    v->team.goals[team]++;
    if (touch > 0 && fs__airhockey_team(touch - 1) == team && v->mallet.active[touch - 1])
        v->mallet.goals[touch - 1]++;
    tee_up_puck(v, rules, w, row, fs__airhockey_team_side(conceded));
}

/* A goal counts when the centre of the puck passes the line. */
static void detect_goals(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    for (uint32_t row = 0; row < *v->puck.rows; row++)
        if (v->puck.serve_wait[row] == 0 && fs_abs64(w->body.pos[row].x) > rules->half_width)
            score_goal(v, rules, w, row);
}

/* A round ends when exactly one team has enough goals; if both reach them in one tick, play goes on. Then all pucks
 * are served anew. */
static void end_round(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    uint32_t *goals = v->team.goals;
    unsigned winner = goals[0] > goals[1] ? 0 : 1;
    if (rules->goal_limit == 0 || goals[winner] < rules->goal_limit || goals[0] == goals[1])
        return;
    v->team.wins[winner]++;
    goals[0] = 0;
    goals[1] = 0;
    tee_up_pucks(v, rules, w);
}

/* --- a tick ------------------------------------------------------------------------------------- */

/* Steps of equal length at every tick rate, more of them for fast discs: the normal of an impact is computed where the
 * discs are at the start of a step. */
static void step_match(struct airhockey_view *v, const struct airhockey_rules *rules, struct fs_world2 *w)
{
    uint32_t hz = *v->world.hz, tick = *v->world.tick;
    uint32_t steps = fs_kit_world2_split_count(w, hz, AIRHOCKEY_CM_REL(STRIDE_CM), MAX_STEPS);
    steps = fs_max_u32(steps, (STEP_HZ + hz - 1) / hz);
    struct fs_kit_split_clock clock;
    fs_kit_world2_split_tick(w, &clock, hz, tick, steps);
    for (uint32_t i = 0; i < steps; i++, clock.tick++) {
        fs__airhockey_step_discs(v, rules, w);
        detect_goals(v, rules, w);
    }
    w->world.hz = v->world.hz;
    w->world.tick = v->world.tick;
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct airhockey_view v;
    struct fs_world2 w;
    airhockey_bind(state, &v);
    fs_world2_bind(state, airhockey_T_physics2, scratch, &w);
    struct airhockey_rules rules = airhockey_rules_load(&v);
    move_players(&v, &rules, &w, inputs);
    prepare_pucks(&v, &rules, &w);
    step_match(&v, &rules, &w);
    end_round(&v, &rules, &w);
}

const fs_game fs_game_airhockey = {
    .abi = FS_GAME_ABI,
    .name = "airhockey",
    .title = "Air hockey for two teams",
    .controls = "arrows or WASD drive the mallet, space or fire dashes",
    .schema = &airhockey_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = AIRHOCKEY_INPUT,
    .min_players = 2,
    .max_players = AIRHOCKEY_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__airhockey_bots,
    .bot_count = AIRHOCKEY_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = fs__airhockey_sanitise,
    .draw = fs__airhockey_draw,
    .keys = fs__airhockey_keys,
    .valid = valid,
    .standings = fs__airhockey_standings,
};
