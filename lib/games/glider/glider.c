/* glider.c: the race of gliders: its rules, its start and its tick.
 *
 * Rules: gates are passed in their order and direction; each is a point. A glider that lands starts again far before its next gate.
 * Who has the points of the goal first wins the round, and all start anew.
 */
#include "games/glider/glider.h"

#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_GATES,
    OPT_GOAL,
    OPT_GUST,
    OPT_LAUNCH,
    OPT_LIFT,
    OPT_RADIUS,
    OPT_THERMALS,
    OPT_WAIT,
    OPT_WIND,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_GATES] = { "gates", 6, 3, GLIDER_MAX_GATES, "gates of a lap" },
    [OPT_GOAL] = { "goal", 6, 1, 1000, "gates that win a round" },
    [OPT_GUST] = { "gust", 5, 0, 50, "strength of gusts, dm/s" },
    [OPT_LAUNCH] = { "launch", 80, 20, 200, "height of the start, m" },
    [OPT_LIFT] = { "lift", 50, 0, 100, "upward wind in the middle of a thermal, dm/s" },
    [OPT_RADIUS] = { "radius", 220, 100, 500, "of the course, m" },
    [OPT_THERMALS] = { "thermals", 6, 0, GLIDER_MAX_THERMALS, "number of thermals" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from a landing to the next start, tenths of a second" },
    [OPT_WIND] = { "wind", 10, 0, 80, "level wind, dm/s" },
};

static struct glider_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct glider_rules){
        .radius = o[OPT_RADIUS] * FS_POS_ONE,
        .launch = o[OPT_LAUNCH] * FS_POS_ONE,
        .lift = fs_wide_from_ratio(o[OPT_LIFT], 10),
        .wind = fs_wide_from_ratio(o[OPT_WIND], 10),
        .gust = fs_wide_from_ratio(o[OPT_GUST], 10),
        .gates = (uint32_t)o[OPT_GATES],
        .thermals = (uint32_t)o[OPT_THERMALS],
        .goal = (uint32_t)o[OPT_GOAL],
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static fs_world3_limits limits_of(const fs_config *config)
{
    return (fs_world3_limits){ .bodies = config->players,
                               .shapes = 1,
                               .contacts = 1,
                               .joints = 1,
                               .materials = 1,
                               .hulls = 1 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = limits_of(config);
    rows[glider_T_rule] = 1;
    rows[glider_T_stage] = 1;
    rows[glider_T_gate] = (uint32_t)config->options[OPT_GATES];
    rows[glider_T_thermal] = (uint32_t)config->options[OPT_THERMALS];
    rows[glider_T_glider] = config->players;
    fs_world3_capacities(&limits, &rows[glider_T_physics3]);
    fs_force3_capacities(GLIDER_GENERATORS * config->players, GLIDER_TENSORS, config->players, &rows[glider_T_force3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = limits_of(config);
    return fs_world3_scratch_size(&limits);
}

static void bind_world(fs_state *state, const fs_scratch *scratch, fs_world3 *w)
{
    fs_world3_bind(state, glider_T_physics3, scratch, w);
    fs_force3_bind(state, glider_T_force3, w);
}

static fs_result build_world(const struct glider_view *v, fs_world3 *w, const struct glider_rules *rules,
                             const fs_config *config)
{
    fs_world3_def def = fs_default_world3_def(config->hz);
    def.gravity = fs_wide3_make(0, -GLIDER_GRAVITY * FS_WIDE_ONE, 0);
    fs_result result = fs_world3_init(w, &def);
    for (uint32_t slot = 0; result == FS_OK && slot < config->players; slot++) {
        fs_fluid3_def air = fs__glider_air(v, rules, slot, (uint32_t)config->seed, fs_pos3_zero());
        result = fs_fluid3_add(w, &air, NULL);
    }
    if (result == FS_OK)
        result = fs__glider_add_tensors(w);
    for (uint32_t slot = 0; result == FS_OK && slot < config->players; slot++)
        result = fs__glider_build(w, slot);
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct glider_rules rules = read_options(config);
    struct glider_view v;
    fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, glider_T_rule, glider_T_physics3);
    if (result != FS_OK)
        return result;
    glider_bind(state, &v);
    glider_rules_store(&v, &rules);
    fs__glider_place(&v, &rules, (uint32_t)config->seed);
    bind_world(state, NULL, &w);
    return build_world(&v, &w, &rules, config);
}

/* --- states from outside -------------------------------------------------------------------- */

static bool is_near(fs_pos3 p, const struct glider_rules *rules)
{
    return fs_pos3_dist_sq_cmp(p, fs_pos3_zero(), 2 * rules->radius) < 0;
}

static bool course_valid(const struct glider_view *v, const struct glider_rules *rules)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < *v->gate.rows; i++)
        ok = fs_kit_unit3_level(v->gate.axis[i]) && is_near(v->gate.at[i], rules);
    for (uint32_t i = 0; ok && i < *v->thermal.rows; i++)
        ok = v->thermal.lift[i] >= 0 && v->thermal.lift[i] <= 2 * rules->lift && is_near(v->thermal.at[i], rules);
    return ok;
}

static bool glider_valid(const struct glider_view *v, const fs_world3 *w, const struct glider_rules *rules, uint32_t i)
{
    bool enabled = (w->body.flags[i] & FS_BODY3_DISABLED) == 0;
    return v->glider.state[i] < GLIDER_STATES && v->glider.next[i] < *v->gate.rows && v->glider.pitch[i] != INT8_MIN &&
           v->glider.roll[i] != INT8_MIN && v->glider.yaw[i] != INT8_MIN && v->glider.wait[i] <= rules->wait_ticks &&
           enabled == (v->glider.state[i] == GLIDER_FLYING);
}

static bool bodies_valid(const fs_world3 *w, uint32_t players)
{
    bool ok = *w->body.rows == players && *w->fluid.rows == players && *w->aero.rows == GLIDER_TENSORS &&
              *w->force.rows == GLIDER_GENERATORS * players;
    for (uint32_t row = 0; ok && row < players; row++)
        ok = (w->body.gen[row] & 1u) != 0 && w->body.type[row] == FS_BODY3_DYNAMIC;
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct glider_view v;
    fs_world3 w;
    if (!fs_kit_tables_full(state, glider_T_rule, glider_T_physics3))
        return false;
    glider_peek(state, &v);
    fs_world3_bind_readonly(state, glider_T_physics3, &w);
    fs_force3_bind_readonly(state, glider_T_force3, &w);
    struct glider_rules expected = read_options(config), rules = glider_rules_load(&v);
    bool ok = glider_rules_equal(&expected, &rules) && course_valid(&v, &rules) && fs_world3_valid(&w) &&
              bodies_valid(&w, config->players);
    for (uint32_t i = 0; ok && i < config->players; i++)
        ok = glider_valid(&v, &w, &rules, i);
    return ok;
}

/* --- the race --------------------------------------------------------------------------------------- */

static void wait_for_start(struct glider_view *v, fs_world3 *w, uint32_t slot, uint32_t ticks)
{
    fs__glider_remove(w, slot);
    v->glider.state[slot] = GLIDER_WAITING;
    v->glider.wait[slot] = (uint16_t)ticks;
}

static bool is_lost(fs_pos3 at, const struct glider_rules *rules)
{
    const uint64_t far = (uint64_t)rules->radius + (uint64_t)GLIDER_MARGIN * FS_POS_ONE;
    return at.y < FS_POS_ONE / 2 || fs_uabs64(at.x) > far || fs_uabs64(at.y) > far || fs_uabs64(at.z) > far;
}

static void judge_glider(struct glider_view *v, fs_world3 *w, const struct glider_rules *rules, uint32_t slot)
{
    fs_pos3 now = w->body.pos[slot];
    if (is_lost(now, rules)) {
        wait_for_start(v, w, slot, rules->wait_ticks);
        if (v->glider.landings[slot] < UINT16_MAX)
            v->glider.landings[slot]++;
        return;
    }
    if (fs__glider_passes(v, v->glider.next[slot], v->glider.before[slot], now)) {
        v->glider.score[slot]++;
        v->glider.next[slot] = (uint8_t)((v->glider.next[slot] + 1u) % *v->gate.rows);
    }
    v->glider.before[slot] = now;
}

/* All start at the first gate again. */
static void update_round(struct glider_view *v, fs_world3 *w, const struct glider_rules *rules)
{
    if (fs_kit_round_best(v->glider.score, *v->glider.rows) < rules->goal)
        return;
    fs_kit_round_end(v->glider.score, v->glider.wins, *v->glider.rows);
    v->stage.rounds[0]++;
    for (uint32_t slot = 0; slot < *v->glider.rows; slot++) {
        if (v->glider.state[slot] == GLIDER_FLYING)
            wait_for_start(v, w, slot, rules->wait_ticks);
        v->glider.next[slot] = 0;
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void leave(struct glider_view *v, fs_world3 *w, uint32_t row)
{
    struct glider_glider *glider = &v->glider;
    if (glider->state[row] == GLIDER_FLYING)
        fs__glider_remove(w, row);
    GLIDER_GLIDER_FIELDS(FS_KIT_ROW_CLEAR, glider)
}

static void update_players(struct glider_view *v, fs_world3 *w, const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->glider.rows; slot++) {
        if (!fs_input_present(inputs, slot)) {
            if (v->glider.state[slot] != GLIDER_ABSENT)
                leave(v, w, slot);
        } else if (v->glider.state[slot] == GLIDER_FLYING) {
            fs__glider_steer(v, w, slot, fs_input(inputs, slot));
        } else if (v->glider.wait[slot] > 0) {
            v->glider.wait[slot]--;
        } else {
            fs__glider_launch(v, w, slot);
        }
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct glider_view v;
    fs_world3 w;
    glider_bind(state, &v);
    bind_world(state, scratch, &w);
    struct glider_rules rules = glider_rules_load(&v);
    update_players(&v, &w, inputs);
    for (uint32_t slot = 0; slot < *v.glider.rows; slot++) {
        fs_fluid3_def air = fs__glider_air(&v, &rules, slot, (uint32_t)config->seed, w.body.pos[slot]);
        if (v.glider.state[slot] == GLIDER_FLYING)
            (void)fs_fluid3_set(&w, (uint16_t)(slot + 1), &air);
    }
    fs_world3_step(&w);
    for (uint32_t slot = 0; slot < *v.glider.rows; slot++)
        if (v.glider.state[slot] == GLIDER_FLYING)
            judge_glider(&v, &w, &rules, slot);
    update_round(&v, &w, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct glider_view v;
    glider_peek(state, &v);
    fs_kit_round_standings(v.glider.score, v.glider.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_glider = {
    .abi = FS_GAME_ABI,
    .name = "glider",
    .title = "Gliders race through gates and climb in thermals",
    .controls =
        "up and down raise and lower the nose, left and right bank, x with them steers, space opens the air brakes",
    .schema = &glider_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = GLIDER_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__glider_bots,
    .bot_count = GLIDER_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__glider_draw,
    .keys = fs__glider_keys,
    .valid = valid,
    .standings = standings,
};
