/* airhockey.c: the game of air hockey: its rules, its start and its tick.
 *
 * Walls and impacts are in airhockey_rink.c. A tick reads nothing but the state and
 * the inputs; every constant of the match is a field of the state's rink row.
 */
#include "games/airhockey.h"

#include <fixstep/trig.h>

#include "games/games.h"
#include <fixstep/motion.h>

enum {
    HOLD_SECONDS = 7,      /* a puck longer than this in one half is a foul */
    SPIN_UP_HZ = 8,        /* a mallet reaches its speed in 1/8 s */
    DASH_HZ = 6            /* a dash lasts 1/6 s, then needs a second's rest */
};

/* --- configuration -------------------------------------------------------------- */

enum option_index { OPT_FRICTION, OPT_GOAL, OPT_GOALS, OPT_HEIGHT, OPT_MALLET, OPT_PUCKS, OPT_RESTITUTION, OPT_SERVE, OPT_SPEED, OPT_WIDTH, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_FRICTION] = { "friction", 15, 0, 1000, "deceleration of a sliding puck, cm/s^2" },
    [OPT_GOAL] = { "goal", 6, 0, 60, "width of the goals, dm; 0 or 1 closes them" },
    [OPT_GOALS] = { "goals", 7, 0, 1000, "goals that win a round; 0: no end" },
    [OPT_HEIGHT] = { "height", 16, 8, 120, "height of the rink, dm" },
    [OPT_MALLET] = { "mallet", 30, 5, AIRHOCKEY_MAX_MALLET_DM, "highest speed of a mallet, dm/s" },
    [OPT_PUCKS] = { "pucks", 1, 1, AIRHOCKEY_MAX_PUCKS, "number of pucks" },
    [OPT_RESTITUTION] = { "restitution", 90, 0, 150, "bounciness of walls and discs, percent" },
    [OPT_SERVE] = { "serve", 10, 0, 100, "wait before a serve, tenths of a second" },
    [OPT_SPEED] = { "speed", 80, 10, AIRHOCKEY_MAX_PUCK_DM, "highest speed of a puck, dm/s" },
    [OPT_WIDTH] = { "width", 30, 16, 240, "width of the rink, dm" },
};

/* Half the mouth: a wall of 1 dm stays on either side of it, and a mouth that a
 * puck does not fit through is none. */
static fs_pos half_goal_of(int64_t goal_dm, int64_t height_dm)
{
    int64_t mouth = goal_dm < height_dm - 2 ? goal_dm : height_dm - 2;
    return mouth * 10 > 2 * AIRHOCKEY_PUCK_CM ? fs_pos_from_ratio(mouth, 20) : 0;
}

static struct airhockey_rules rules_of(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct airhockey_rules){
        .half_width = fs_pos_from_ratio(o[OPT_WIDTH], 20),
        .half_height = fs_pos_from_ratio(o[OPT_HEIGHT], 20),
        .half_goal = half_goal_of(o[OPT_GOAL], o[OPT_HEIGHT]),
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
    rows[airhockey_T_rink] = 1;
    rows[airhockey_T_team] = 2;
    rows[airhockey_T_mallet] = config->players;
    rows[airhockey_T_puck] = (uint32_t)config->options[OPT_PUCKS];
}

static size_t scratch_size(const fs_config *config)
{
    (void)config;
    return sizeof(struct airhockey_play);
}

/* --- places ------------------------------------------------------------------------- */

/* Evenly spread in y: the middle of the i-th of n strips. */
static fs_pos strip(const struct airhockey_rules *rules, uint32_t i, uint32_t n)
{
    int64_t offset = 2 * (int64_t)i + 1 - (int64_t)n;
    return fs_div64_round(rules->half_height * offset, n);
}

static fs_pos2 mallet_home(const struct airhockey_rules *rules, uint32_t slot, uint32_t players)
{
    unsigned team = fs__airhockey_team(slot);
    uint32_t team_size = (players + 1 - team) / 2;
    fs_pos x = fs_div64_round(rules->half_width, 2);
    return fs_pos2_make(x * fs__airhockey_side(team), strip(rules, slot / 2, team_size));
}

/* Takes a puck out of play, to be served to a side (-1, 1; 0: to either). */
static void tee_up(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t row, int toward)
{
    v->puck.pos[row] = fs_pos2_make(0, strip(rules, row, *v->puck.rows));
    v->puck.vel[row] = fs_vel2_zero();
    v->puck.serve[row] = (uint16_t)(rules->serve_ticks + 1u);
    v->puck.toward[row] = (int8_t)toward;
    v->puck.side[row] = 0;
    v->puck.held[row] = 0;
    v->puck.touch[row] = 0;
}

static void tee_up_all(struct airhockey_view *v, const struct airhockey_rules *rules)
{
    for (uint32_t row = 0; row < *v->puck.rows; row++)
        tee_up(v, rules, row, 0);
}

/* Serves within 50 degrees of straight ahead, at an eighth to a half of the limit. */
static void serve(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t row)
{
    fs_rng *rng = &v->world.rng[0];
    bool right = fs_rng_chance(rng, 1, 2);
    int32_t degrees = fs_rng_range(rng, -50, 50);
    int32_t speed = fs_rng_range(rng, rules->puck_speed / 8, rules->puck_speed / 2);
    int side = v->puck.toward[row] != 0 ? v->puck.toward[row] : right ? 1 : -1;
    uint32_t turn = FS_TURN_DEG(degrees);
    v->puck.vel[row] = fs_vel2_make(fs_mul32_sym(side * speed, fs_cos(turn), FS_UNIT_FRAC),
                                    fs_mul32_sym(speed, fs_sin(turn), FS_UNIT_FRAC));
    v->puck.toward[row] = 0;
}

/* --- start ---------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct airhockey_rules rules = rules_of(config);
    uint32_t rows[airhockey_T_COUNT] = { 1 };
    capacities(config, rows);
    fs_result result = FS_OK;
    for (unsigned table = airhockey_T_rink; result == FS_OK && table < airhockey_T_COUNT; table++)
        result = fs_rows_resize(state, table, rows[table]);
    if (result != FS_OK)
        return result;
    struct airhockey_view v;
    airhockey_bind(state, &v);
#define STORE(t, TYPE, field, unit) v.rink.field[0] = rules.field;
    AIRHOCKEY_RINK_FIELDS(STORE, rink)
#undef STORE
    tee_up_all(&v, &rules);
    return FS_OK;
}

/* --- states from outside ----------------------------------------------------------------- */

static bool same_rules(const struct airhockey_view *v, const fs_config *config)
{
    struct airhockey_rules expected = rules_of(config), found = fs__airhockey_rules(v);
    bool same = true;
#define COMPARE(t, TYPE, field, unit) same = same && expected.field == found.field;
    AIRHOCKEY_RINK_FIELDS(COMPARE, rink)
#undef COMPARE
    return same;
}

static bool within(fs_pos2 pos, fs_pos2 low, fs_pos2 high)
{
    return pos.x >= low.x && pos.x <= high.x && pos.y >= low.y && pos.y <= high.y;
}

/* Speeds pass the limit by a step of rounding. */
static bool slower(fs_vel2 vel, fs_vel limit)
{
    return fs_vel2_length(vel) <= limit + 2;
}

static fs_vel dash_speed(const struct airhockey_rules *rules)
{
    return rules->mallet_speed / AIRHOCKEY_DASH_DEN * AIRHOCKEY_DASH_NUM;
}

static bool mallet_valid(const struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t slot)
{
    fs_pos2 reach = fs_pos2_make(rules->half_width, rules->half_height);
    return v->mallet.active[slot] <= 1 && within(v->mallet.pos[slot], fs_pos2_neg(reach), reach) &&
           slower(v->mallet.vel[slot], dash_speed(rules));
}

static bool puck_valid(const struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t row)
{
    fs_pos2 reach = fs_pos2_make(rules->half_width, rules->half_height);
    return within(v->puck.pos[row], fs_pos2_neg(reach), reach) && slower(v->puck.vel[row], rules->puck_speed) &&
           v->puck.serve[row] <= rules->serve_ticks + 1u && v->puck.touch[row] <= *v->mallet.rows &&
           v->puck.toward[row] >= -1 && v->puck.toward[row] <= 1;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    uint32_t rows[airhockey_T_COUNT] = { 1 };
    capacities(config, rows);
    for (unsigned table = airhockey_T_rink; table < airhockey_T_COUNT; table++)
        if (fs_state_rows(state, table) != rows[table])
            return false;
    struct airhockey_view v;
    airhockey_peek(state, &v);
    struct airhockey_rules rules = fs__airhockey_rules(&v);
    bool ok = same_rules(&v, config);
    for (uint32_t slot = 0; ok && slot < *v.mallet.rows; slot++)
        ok = mallet_valid(&v, &rules, slot);
    for (uint32_t row = 0; ok && row < *v.puck.rows; row++)
        ok = puck_valid(&v, &rules, row);
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

static int32_t axis(uint8_t byte)
{
    int32_t value = byte < 0x80 ? byte : (int32_t)byte - 0x100;
    return fs_max32(value, -AIRHOCKEY_AXIS);
}

/* The wanted velocity. A direction in a corner of the square of axes is no faster
 * than one along an axis. */
static fs_vel2 wanted(const uint8_t *input, fs_vel speed)
{
    const int64_t one = FS_FIX16_ONE;
    int32_t x = axis(input[0]), y = axis(input[1]);
    uint64_t length_sq = (uint64_t)(x * x + y * y);
    uint32_t full = (uint32_t)fs_isqrt64_round(length_sq * (uint64_t)(one * one));
    full = fs_max_u32(full, AIRHOCKEY_AXIS * (uint32_t)one);
    return fs_vel2_make(fs_sat32(fs_div64_round(speed * one * x, full)), fs_sat32(fs_div64_round(speed * one * y, full)));
}

/* Starts, counts and ends the dash of a mallet; returns its speed limit now. */
static fs_vel dash(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t slot, bool fire)
{
    if (v->mallet.dash[slot] > 0)
        v->mallet.dash[slot]--;
    else if (v->mallet.rest[slot] > 0)
        v->mallet.rest[slot]--;
    else if (fire) {
        v->mallet.dash[slot] = (uint16_t)(*v->world.hz / DASH_HZ);
        v->mallet.rest[slot] = (uint16_t)*v->world.hz;
    }
    return v->mallet.dash[slot] > 0 ? dash_speed(rules) : rules->mallet_speed;
}

static void steer(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t slot, const uint8_t *input)
{
    fs_vel speed = dash(v, rules, slot, (input[2] & AIRHOCKEY_FIRE) != 0);
    fs_vel most = (fs_vel)fs_div64_round((int64_t)speed * SPIN_UP_HZ, *v->world.hz);
    fs_vel2 change = fs_vel2_sub(wanted(input, speed), v->mallet.vel[slot]);
    fs_vel2 vel = fs_vel2_add(v->mallet.vel[slot], fs_speed_limit2(change, most));
    v->mallet.vel[slot] = fs_speed_limit2(vel, dash_speed(rules));
}

static void enter(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t slot)
{
    v->mallet.active[slot] = 1;
    v->mallet.pos[slot] = mallet_home(rules, slot, *v->mallet.rows);
}

static void leave(struct airhockey_view *v, uint32_t slot)
{
#define CLEAR(t, TYPE, field, unit) v->mallet.field[slot] = (fs_c_##TYPE){ 0 };
    AIRHOCKEY_MALLET_FIELDS(CLEAR, mallet)
#undef CLEAR
}

static void move_players(struct airhockey_view *v, const struct airhockey_rules *rules, const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->mallet.rows; slot++) {
        bool present = fs_input_present(inputs, slot);
        if (!present && v->mallet.active[slot])
            leave(v, slot);
        if (present && !v->mallet.active[slot])
            enter(v, rules, slot);
        if (present)
            steer(v, rules, slot, fs_input(inputs, slot));
    }
}

/* --- pucks ---------------------------------------------------------------------------------- */

/* A puck that stays in one half too long goes back to the middle and is served to
 * the other side, so that no match ever stands still. */
static void watch_hold(struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t row)
{
    int side = fs_sign64(v->puck.pos[row].x);
    if (side != v->puck.side[row]) {
        v->puck.side[row] = (int8_t)side;
        v->puck.held[row] = 0;
    }
    v->puck.held[row]++;
    if (v->puck.held[row] > rules->hold_ticks)
        tee_up(v, rules, row, -side);
}

static void prepare_pucks(struct airhockey_view *v, const struct airhockey_rules *rules)
{
    fs_vel drop = fs_carry(rules->friction, *v->world.hz, *v->world.tick);
    for (uint32_t row = 0; row < *v->puck.rows; row++) {
        if (v->puck.serve[row] == 0)
            watch_hold(v, rules, row);
        if (v->puck.serve[row] > 0) {
            v->puck.serve[row]--;
            if (v->puck.serve[row] == 0)
                serve(v, rules, row);
        } else {
            v->puck.vel[row] = fs_speed_reduce2(v->puck.vel[row], drop);
        }
    }
}

/* --- discs out of the tables and back --------------------------------------------------------- */

static void gather(const struct airhockey_view *v, const struct airhockey_rules *rules, struct airhockey_play *play)
{
    uint32_t n = 0;
    for (uint32_t slot = 0; slot < *v->mallet.rows; slot++)
        if (v->mallet.active[slot])
            play->discs[n++] = (struct airhockey_disc){ .pos = v->mallet.pos[slot], .vel = v->mallet.vel[slot],
                .radius = AIRHOCKEY_CM_REL(AIRHOCKEY_MALLET_CM), .speed = dash_speed(rules), .row = (uint8_t)slot };
    for (uint32_t row = 0; row < *v->puck.rows; row++)
        if (v->puck.serve[row] == 0)
            play->discs[n++] = (struct airhockey_disc){ .pos = v->puck.pos[row], .vel = v->puck.vel[row],
                .radius = AIRHOCKEY_CM_REL(AIRHOCKEY_PUCK_CM), .speed = rules->puck_speed, .row = (uint8_t)row,
                .is_puck = 1, .touch = v->puck.touch[row] };
    play->disc_count = n;
}

static void score(struct airhockey_view *v, const struct airhockey_rules *rules, const struct airhockey_disc *puck)
{
    unsigned conceded = puck->pos.x < 0 ? 0 : 1, team = 1 - conceded;
    v->team.goals[team]++;
    if (puck->touch > 0 && fs__airhockey_team(puck->touch - 1u) == team && v->mallet.active[puck->touch - 1u])
        v->mallet.goals[puck->touch - 1u]++;
    tee_up(v, rules, puck->row, fs__airhockey_side(conceded));
}

static void scatter(struct airhockey_view *v, const struct airhockey_rules *rules, const struct airhockey_play *play)
{
    for (uint32_t i = 0; i < play->disc_count; i++) {
        const struct airhockey_disc *disc = &play->discs[i];
        if (disc->out) {
            score(v, rules, disc);
        } else if (disc->is_puck) {
            v->puck.pos[disc->row] = disc->pos;
            v->puck.vel[disc->row] = disc->vel;
            v->puck.touch[disc->row] = disc->touch;
        } else {
            v->mallet.pos[disc->row] = disc->pos;
            v->mallet.vel[disc->row] = disc->vel;
        }
    }
}

/* A round ends when one team alone has the goals; both reaching them in one tick
 * play on. Then all pucks go back to the middle. */
static void end_round(struct airhockey_view *v, const struct airhockey_rules *rules)
{
    uint32_t *goals = v->team.goals;
    unsigned winner = goals[0] > goals[1] ? 0 : 1;
    if (rules->goal_limit == 0 || goals[winner] < rules->goal_limit || goals[0] == goals[1])
        return;
    v->team.wins[winner]++;
    goals[0] = 0;
    goals[1] = 0;
    tee_up_all(v, rules);
}

static void step(fs_state *state, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct airhockey_view v;
    airhockey_bind(state, &v);
    struct airhockey_rules rules = fs__airhockey_rules(&v);
    struct airhockey_play *play = scratch->bytes;
    move_players(&v, &rules, inputs);
    prepare_pucks(&v, &rules);
    gather(&v, &rules, play);
    fs__airhockey_play(&rules, *v.world.hz, play);
    scatter(&v, &rules, play);
    end_round(&v, &rules);
}

const fs_game fs__game_airhockey = {
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
};
