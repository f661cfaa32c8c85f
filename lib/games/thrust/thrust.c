/* thrust.c: the game of craft that fetch pods: its rules, its start and its tick.
 *
 * Rules: a pod that comes over the base, low, is a point for who towed it last. A hard impact destroys a craft, also the one
 * with another craft. Who has the points of the goal first wins the round. Fuel is taken in on the base.
 */
#include "games/thrust/thrust.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_CRASH, OPT_GOAL, OPT_GRAVITY, OPT_PODS, OPT_POWER, OPT_TANK, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_CRASH] = { "crash", 40, 15, 200, "speed of an impact that a craft bears, dm/s" },
    [OPT_GOAL] = { "goal", 5, 1, 100, "pods that win a round" },
    [OPT_GRAVITY] = { "gravity", 20, 1, 100, "dm/s^2" },
    [OPT_PODS] = { "pods", 6, 1, THRUST_MAX_PODS, "number of pods and pads" },
    [OPT_POWER] = { "power", 60, 10, 300, "of an engine: acceleration of a craft without a pod, dm/s^2" },
    [OPT_TANK] = { "tank", 40, 5, 200, "fuel for so many seconds at full power" },
    [OPT_WAIT] = { "wait", 30, 1, 100, "time from a crash or a delivery to the next start, tenths of a second" },
};

static struct thrust_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct thrust_rules){
        .gravity = fs_wide_from_ratio(o[OPT_GRAVITY], 10),
        .power = fs_wide_from_int((int32_t)o[OPT_POWER] * THRUST_CRAFT_KG / 10),
        .crash_speed = fs_vel_from_ratio(o[OPT_CRASH], 10),
        .tank = (uint32_t)o[OPT_TANK] * config->hz * FS_FORCE3_FULL_CONTROL,
        .goal = (uint32_t)o[OPT_GOAL],
        .pods = (uint32_t)o[OPT_PODS],
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static fs_world3_limits limits_of(const fs_config *config)
{
    return fs__thrust_limits(config->players, (uint32_t)config->options[OPT_PODS]);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = limits_of(config);
    rows[thrust_T_rule] = 1;
    rows[thrust_T_stage] = 1;
    rows[thrust_T_player] = config->players;
    rows[thrust_T_pod] = (uint32_t)config->options[OPT_PODS];
    fs_world3_capacities(&limits, &rows[thrust_T_physics3]);
    fs_force3_capacities(THRUST_GENERATORS * config->players, 1, 1, &rows[thrust_T_force3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = limits_of(config);
    return fs_world3_scratch_size(&limits);
}

static void bind_world(fs_state *state, const fs_scratch *scratch, struct fs_world3 *w)
{
    fs_world3_bind(state, thrust_T_physics3, scratch, w);
    fs_force3_bind(state, thrust_T_force3, w);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct thrust_rules rules = read_options(config);
    struct thrust_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, thrust_T_rule, thrust_T_physics3);
    if (result != FS_OK)
        return result;
    thrust_bind(state, &v);
    thrust_rules_store(&v, &rules);
    bind_world(state, NULL, &w);
    return fs__thrust_build(&w, &rules, config->players, config->hz);
}

/* --- states from outside -------------------------------------------------------------------- */

static bool is_enabled(const struct fs_world3 *w, uint32_t row)
{
    return (w->body.flags[row] & FS_BODY3_DISABLED) == 0;
}

static bool bodies_valid(const struct thrust_view *v, const struct fs_world3 *w)
{
    uint32_t pods = *v->pod.rows, first_pod = fs__thrust_pod_row(pods, 0);
    bool ok = *w->body.rows == fs__thrust_craft_row(pods, *v->player.rows) &&
              *w->force.rows == THRUST_GENERATORS * *v->player.rows;
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body3_live(w, row) && w->body.type[row] == (row < first_pod ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    for (uint32_t pod = 0; ok && pod < pods; pod++)
        ok = v->pod.by[pod] <= *v->player.rows && v->pod.wait[pod] <= v->rule.wait_ticks[0] &&
             is_enabled(w, first_pod + pod) == (v->pod.wait[pod] == 0);
    return ok;
}

/* Whether the player tows exactly when there is a cable, from the own craft to a pod that is there. */
static bool cable_valid(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    uint32_t row, towed = v->player.towed[slot], pods = *v->pod.rows;
    if (towed == 0)
        return v->player.cable[slot].index1 == 0;
    return fs_joint3_row(w, (fs_joint3){ v->player.cable[slot] }, &row) == FS_OK &&
           w->joint.kind[row] == FS_JOINT3_CABLE && w->joint.body_a[row] == fs__thrust_craft_row(pods, slot) &&
           w->joint.body_b[row] == fs__thrust_pod_row(pods, towed - 1) && v->player.state[slot] == THRUST_FLYING &&
           towed <= pods && v->pod.wait[towed - 1] == 0;
}

static bool player_valid(const struct thrust_view *v, const struct fs_world3 *w, const struct thrust_rules *rules,
                         uint32_t slot)
{
    uint8_t state = v->player.state[slot];
    return state < THRUST_STATES && v->player.right[slot] != INT8_MIN && v->player.ahead[slot] != INT8_MIN &&
           v->player.burn[slot] <= FS_FORCE3_FULL_CONTROL && v->player.fuel[slot] <= rules->tank &&
           v->player.gripped[slot] <= 1 && v->player.wait[slot] <= rules->wait_ticks &&
           is_enabled(w, fs__thrust_craft_row(*v->pod.rows, slot)) == (state == THRUST_FLYING) &&
           cable_valid(v, w, slot);
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct thrust_view v;
    struct fs_world3 w;
    uint32_t live = 0, towed = 0;
    if (!fs_kit_tables_full(state, thrust_T_rule, thrust_T_physics3))
        return false;
    thrust_peek(state, &v);
    fs_world3_bind_readonly(state, thrust_T_physics3, &w);
    fs_force3_bind_readonly(state, thrust_T_force3, &w);
    struct thrust_rules expected = read_options(config), rules = thrust_rules_load(&v);
    bool ok = thrust_rules_equal(&expected, &rules) && fs_world3_valid(&w) && bodies_valid(&v, &w);
    for (uint32_t slot = 0; ok && slot < config->players; slot++) {
        ok = player_valid(&v, &w, &rules, slot);
        towed += v.player.towed[slot] > 0;
    }
    for (uint32_t i = 0; ok && i < *w.joint.rows; i++)
        live += (w.joint.gen[i] & 1u) != 0;
    return ok && live == towed;
}

/* --- players -------------------------------------------------------------------------------------- */

/* Who leaves has no claim on a pod. */
static void remove_player(struct thrust_view *v, struct fs_world3 *w, uint32_t row)
{
    struct thrust_player *player = &v->player;
    if (player->state[row] == THRUST_FLYING)
        fs__thrust_remove(v, w, row);
    THRUST_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t pod = 0; pod < *v->pod.rows; pod++)
        if (v->pod.by[pod] == row + 1)
            v->pod.by[pod] = 0;
}

static void fly(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot,
                const uint8_t *input)
{
    bool grips = input[1] == THRUST_CHOICES, pressed = grips && !v->player.gripped[slot];
    v->player.gripped[slot] = grips;
    fs__thrust_steer(v, w, rules, slot, input);
    if (pressed && v->player.towed[slot] > 0)
        fs__thrust_let_go(v, w, slot);
    else if (pressed)
        fs__thrust_grip(v, w, slot);
}

static void update_players(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (!fs_input_present(inputs, slot)) {
            if (v->player.state[slot] != THRUST_ABSENT)
                remove_player(v, w, slot);
        } else if (v->player.state[slot] == THRUST_FLYING) {
            fly(v, w, rules, slot, fs_input(inputs, slot));
        } else if (v->player.wait[slot] > 0) {
            v->player.wait[slot]--;
        } else {
            fs__thrust_launch(v, w, rules, slot);
        }
    }
}

/* --- losses and rounds ---------------------------------------------------------------------------- */

static void lose_craft(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot)
{
    fs__thrust_remove(v, w, slot);
    v->player.state[slot] = THRUST_WAITING;
    v->player.wait[slot] = (uint16_t)rules->wait_ticks;
    v->player.burn[slot] = 0;
    if (v->player.crashes[slot] < UINT16_MAX)
        v->player.crashes[slot]++;
}

static bool was_hit_hard(const struct fs_world3 *w, uint32_t row, fs_vel most)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        uint32_t a, b;
        const fs_event3 *e = &w->events[i];
        if (e->kind == FS_EVENT3_HIT && e->speed > most && fs_body3_row(w, e->body_a, &a) == FS_OK &&
            fs_body3_row(w, e->body_b, &b) == FS_OK && (a == row || b == row))
            return true;
    }
    return false;
}

/* Far away, or at rest outside the base without fuel. */
static bool is_stranded(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    const uint64_t edge = (uint64_t)THRUST_EDGE * FS_POS_ONE;
    uint32_t row = fs__thrust_craft_row(*v->pod.rows, slot);
    fs_pos3 at = w->body.pos[row];
    bool still = fs_vel3_length(w->body.vel[row]) < FS_VEL_ONE / 50;
    return fs_uabs64(at.x) > edge || fs_uabs64(at.z) > edge || at.y < -FS_POS_ONE ||
           at.y > THRUST_CEILING * FS_POS_ONE || (v->player.fuel[slot] == 0 && still && !fs__thrust_landed(v, w, slot));
}

/* All who were hit in this step are found before the first is removed. */
static void judge_craft(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules)
{
    uint32_t lost = 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.state[slot] == THRUST_FLYING &&
            (was_hit_hard(w, fs__thrust_craft_row(*v->pod.rows, slot), rules->crash_speed) || is_stranded(v, w, slot)))
            lost |= 1u << slot;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if ((lost >> slot & 1u) != 0)
            lose_craft(v, w, rules, slot);
}

static void update_round(struct thrust_view *v, const struct thrust_rules *rules)
{
    if (fs_kit_round_best(v->player.score, *v->player.rows) < rules->goal)
        return;
    fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
    v->stage.rounds[0]++;
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct thrust_view v;
    struct fs_world3 w;
    thrust_bind(state, &v);
    bind_world(state, scratch, &w);
    struct thrust_rules rules = thrust_rules_load(&v);
    update_players(&v, &w, &rules, inputs);
    fs_world3_step(&w);
    judge_craft(&v, &w, &rules);
    fs__thrust_update_pods(&v, &w, &rules);
    update_round(&v, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, THRUST_CHOICES);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct thrust_view v;
    thrust_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_thrust = {
    .abi = FS_GAME_ABI,
    .name = "thrust",
    .title = "Craft with a swivelling engine that tow pods to their base",
    .controls = "arrows or WASD swivel the nozzle, space full power, x hovers, g grips a pod below or lets it go",
    .schema = &thrust_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = THRUST_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__thrust_bots,
    .bot_count = THRUST_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__thrust_draw,
    .keys = fs__thrust_keys,
    .valid = valid,
    .standings = standings,
};
