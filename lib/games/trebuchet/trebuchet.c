/* trebuchet.c: the game of stone throwers: its rules, its start and its tick.
 *
 * Rules: a stone that lands within 2, 5 or 10 m of the target gives 3, 2 or 1 points, and the target moves. Who has the
 * points of the goal first wins the round.
 */
#include "games/trebuchet/trebuchet.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum {
    SLING_CM_PER_SECOND = 150,
    THROW_SECONDS = 20, /* a sling that stays shut, or a stone that stays in the air, ends so */
    LANDED_CM = 1       /* above the place of a stone that lies */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_COUNTERWEIGHT, OPT_FAR, OPT_GOAL, OPT_HANG, OPT_NEAR, OPT_SLING, OPT_STONE, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_COUNTERWEIGHT] = { "counterweight", 500, 50, 3000, "kg" },
    [OPT_FAR] = { "far", 110, 20, 400, "greatest distance of a target, m" },
    [OPT_GOAL] = { "goal", 10, 1, 1000, "points that win a round" },
    [OPT_HANG] = { "hang", 15, 0, 20, "of the counterweight below the arm, dm; 0: fixed to it" },
    [OPT_NEAR] = { "near", 50, 20, 400, "least distance of a target, m" },
    [OPT_SLING] = { "sling", 40, 0, 10 * TREBUCHET_MAX_SLING,
                    "length of the sling at first, dm; 0: the stone is on the arm" },
    [OPT_STONE] = { "stone", 10, 2, 100, "kg" },
    [OPT_WAIT] = { "wait", 10, 1, 100, "time from a landing to the next throw, tenths of a second" },
};

static struct trebuchet_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct trebuchet_rules){
        .counterweight = (uint32_t)o[OPT_COUNTERWEIGHT],
        .stone = (uint32_t)o[OPT_STONE],
        .hang = CM(10 * o[OPT_HANG]),
        .sling = CM(10 * o[OPT_SLING]),
        .near = (uint32_t)o[OPT_NEAR],
        .far = (uint32_t)fs_max64(o[OPT_FAR], o[OPT_NEAR]),
        .goal = (uint32_t)o[OPT_GOAL],
        .wait_ticks = fs_max_u32((uint32_t)o[OPT_WAIT] * config->hz / 10u, 1),
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = fs__trebuchet_limits(config->players);
    rows[trebuchet_T_rule] = 1;
    rows[trebuchet_T_stage] = 1;
    rows[trebuchet_T_player] = config->players;
    fs_world3_capacities(&limits, &rows[trebuchet_T_physics3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = fs__trebuchet_limits(config->players);
    return fs_world3_scratch_size(&limits);
}

/* Somewhere in a sector of 40 degrees. */
static void draw_target(struct trebuchet_view *v, const struct trebuchet_rules *rules)
{
    fs_rng *rng = &v->world.rng[0];
    int32_t metres = fs_rng_range(rng, (int32_t)rules->near, (int32_t)rules->far);
    int32_t heading = fs_rng_range(rng, -TREBUCHET_MAX_HEADING * 2 / 3, TREBUCHET_MAX_HEADING * 2 / 3);
    v->stage.target[0] = fs_kit_aim3_point(fs_pos3_zero(), fs_kit_aim3_direction((uint32_t)heading, 0),
                                           metres * FS_POS_ONE);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct trebuchet_rules rules = read_options(config);
    struct trebuchet_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, trebuchet_T_rule, trebuchet_T_physics3);
    if (result != FS_OK)
        return result;
    trebuchet_bind(state, &v);
    trebuchet_rules_store(&v, &rules);
    fs_world3_bind(state, trebuchet_T_physics3, NULL, &w);
    result = fs__trebuchet_build(&w, &rules, config->players, config->hz);
    for (uint32_t slot = 0; result == FS_OK && slot < config->players; slot++)
        fs__trebuchet_cock(&v, &w, &rules, slot);
    draw_target(&v, &rules);
    return result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool bodies_valid(const struct trebuchet_view *v, const struct fs_world3 *w)
{
    bool ok = *w->body.rows == fs__trebuchet_row(*v->player.rows, TREBUCHET_FRAME);
    for (uint32_t row = 0; ok && row < *w->body.rows; row++) {
        bool stands = row == 0 || (row - 1) % TREBUCHET_BODIES == TREBUCHET_FRAME;
        ok = fs_kit_body3_live(w, row) && w->body.type[row] == (stands ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC);
    }
    return ok;
}

/* Every joint belongs to a throw. */
static bool joints_valid(const struct trebuchet_view *v, const struct fs_world3 *w)
{
    uint32_t live = 0, owned = 0, row;
    for (uint32_t i = 0; i < *w->joint.rows; i++)
        live += (w->joint.gen[i] & 1u) != 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        owned += fs_joint3_row(w, (fs_joint3){ v->player.pivot[slot] }, &row) == FS_OK;
        owned += fs_joint3_row(w, (fs_joint3){ v->player.hanger[slot] }, &row) == FS_OK;
        owned += fs_joint3_row(w, (fs_joint3){ v->player.cord[slot] }, &row) == FS_OK;
    }
    return live == owned;
}

static bool is_on_ground(fs_pos3 at)
{
    const uint64_t most = (uint64_t)TREBUCHET_MAX_RANGE * FS_POS_ONE;
    return fs_uabs64(at.x) <= most && fs_uabs64(at.z) <= most && at.y == 0;
}

static bool players_valid(const struct trebuchet_view *v, const fs_config *config)
{
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        fs_pos sling = v->player.sling[slot];
        ok = v->player.active[slot] <= 1 && v->player.phase[slot] < TREBUCHET_PHASES &&
             v->player.age[slot] <= THROW_SECONDS * config->hz && is_on_ground(v->player.landed[slot]) &&
             fs_uabs32(v->player.heading[slot]) <= (uint32_t)TREBUCHET_MAX_HEADING && sling >= 0 &&
             sling <= TREBUCHET_MAX_SLING * FS_POS_ONE && v->player.range[slot] >= 0 &&
             v->player.range[slot] <= 4 * TREBUCHET_MAX_RANGE * FS_POS_ONE;
    }
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct trebuchet_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, trebuchet_T_rule, trebuchet_T_physics3))
        return false;
    trebuchet_peek(state, &v);
    fs_world3_bind_readonly(state, trebuchet_T_physics3, &w);
    struct trebuchet_rules expected = read_options(config), rules = trebuchet_rules_load(&v);
    return trebuchet_rules_equal(&expected, &rules) && is_on_ground(v.stage.target[0]) && fs_world3_valid(&w) &&
           bodies_valid(&v, &w) && joints_valid(&v, &w) && players_valid(&v, config);
}

/* --- players -------------------------------------------------------------------------------------- */

static void add_player(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                       uint32_t slot)
{
    v->player.active[slot] = 1;
    v->player.sling[slot] = rules->sling;
    fs__trebuchet_cock(v, w, rules, slot);
}

static void remove_player(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                          uint32_t row)
{
    struct trebuchet_player *player = &v->player;
    fs__trebuchet_cock(v, w, rules, row);
    TREBUCHET_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
}

/* Keys of a cocked machine turn it and set the sling. */
static void adjust(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules, uint32_t slot,
                   const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    int32_t turn = fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT) * (int32_t)(TREBUCHET_TURN_PER_SECOND / hz);
    fs_pos longer = fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP) * fs_div64_round(CM(SLING_CM_PER_SECOND), hz);
    if (turn == 0 && longer == 0)
        return;
    v->player.heading[slot] = fs_clamp32(v->player.heading[slot] + turn, -TREBUCHET_MAX_HEADING, TREBUCHET_MAX_HEADING);
    v->player.sling[slot] = fs_clamp64(v->player.sling[slot] + longer, 0, TREBUCHET_MAX_SLING * FS_POS_ONE);
    fs__trebuchet_cock(v, w, rules, slot);
}

static void apply_input(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                        uint32_t slot, const uint8_t *input)
{
    bool pressed = (input[0] & ~v->player.held[slot] & FS_KEY_FIRE) != 0;
    v->player.held[slot] = input[0];
    if (v->player.phase[slot] == TREBUCHET_COCKED)
        adjust(v, w, rules, slot, input);
    if (pressed && v->player.phase[slot] == TREBUCHET_COCKED)
        fs__trebuchet_let_go(v, w, rules, slot);
    else if (pressed && v->player.phase[slot] == TREBUCHET_SWINGING)
        fs__trebuchet_open_sling(v, w, slot);
}

static void update_players(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        bool present = fs_input_present(inputs, slot);
        if (present && !v->player.active[slot])
            add_player(v, w, rules, slot);
        if (present)
            apply_input(v, w, rules, slot, fs_input(inputs, slot));
        else if (v->player.active[slot])
            remove_player(v, w, rules, slot);
    }
}

/* --- landings and rounds ---------------------------------------------------------------------------- */

uint32_t fs__trebuchet_points(fs_pos distance)
{
    static const uint8_t metres[3] = { 10, 5, 2 };
    uint32_t points = 0;
    for (uint32_t i = 0; i < 3; i++)
        points += distance <= metres[i] * FS_POS_ONE;
    return points;
}

static void end_round(struct trebuchet_view *v)
{
    fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
    v->stage.rounds[0]++;
}

static void take_landing(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                         uint32_t slot, fs_pos3 at)
{
    const fs_pos most = TREBUCHET_MAX_RANGE * FS_POS_ONE;
    fs_pos3 from = fs__trebuchet_pivot(slot, *v->player.rows);
    at = fs_pos3_make(fs_clamp64(at.x, -most, most), 0, fs_clamp64(at.z, -most, most));
    from.y = 0;
    uint32_t points = fs__trebuchet_points(fs_pos3_dist(at, v->stage.target[0]));
    (void)fs_body3_set_enabled(w, fs_body3_at(w, fs__trebuchet_row(slot, TREBUCHET_STONE)), false);
    v->player.landed[slot] = at;
    v->player.range[slot] = fs_pos3_dist(at, from);
    v->player.phase[slot] = TREBUCHET_LANDED;
    v->player.age[slot] = 0;
    v->player.score[slot] += points;
    if (v->player.score[slot] >= rules->goal)
        end_round(v);
    if (points > 0)
        draw_target(v, rules);
}

static void update_throw(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                         uint32_t slot)
{
    trebuchet_phase phase = (trebuchet_phase)v->player.phase[slot];
    fs_pos3 at = w->body.pos[fs__trebuchet_row(slot, TREBUCHET_STONE)];
    if (phase == TREBUCHET_COCKED)
        return;
    v->player.age[slot]++;
    bool late = v->player.age[slot] >= THROW_SECONDS * *v->world.hz;
    if (phase == TREBUCHET_FLYING && at.y <= CM(TREBUCHET_STONE_CM + LANDED_CM))
        take_landing(v, w, rules, slot, at);
    else if (late || (phase == TREBUCHET_LANDED && v->player.age[slot] >= rules->wait_ticks))
        fs__trebuchet_cock(v, w, rules, slot);
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct trebuchet_view v;
    struct fs_world3 w;
    trebuchet_bind(state, &v);
    fs_world3_bind(state, trebuchet_T_physics3, scratch, &w);
    struct trebuchet_rules rules = trebuchet_rules_load(&v);
    update_players(&v, &w, &rules, inputs);
    fs_world3_step(&w);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        update_throw(&v, &w, &rules, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

static void standings(const fs_state *state, const fs_config *config, fs_standings *out)
{
    struct trebuchet_view v;
    trebuchet_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], out);
}

const fs_game fs_game_trebuchet = {
    .abi = FS_GAME_ABI,
    .name = "trebuchet",
    .title = "Trebuchets throw stones at a target",
    .controls = "left and right turn, up and down set the sling, space lets the arm go, space again opens the sling",
    .schema = &trebuchet_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = TREBUCHET_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__trebuchet_bots,
    .bot_count = TREBUCHET_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__trebuchet_draw,
    .keys = fs__trebuchet_keys,
    .valid = valid,
    .standings = standings,
};
