/* ragdoll.c: the game of ragdolls: its rules, its start and its tick.
 *
 * Rules: a ragdoll that falls over the edge of the stage is a point for the player who shot, dragged or blasted it last.
 * After a pause it stands on the stage again. The first player with enough points wins the round.
 */
#include "games/ragdoll/ragdoll.h"

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/rounds.h>

#include "games/builtin.h"

enum {
    CROSSHAIR_SPEED = 7, /* m/s */
    CROSSHAIR_EDGE = 10, /* m from the middle on both axes */
    CROSSHAIR_START = 4, /* m from the middle */
    RELOAD_TENTHS = 6,   /* s / 10 */
    BLAST_TENTHS = 30
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_BALL,
    OPT_BLAST,
    OPT_DOLLS,
    OPT_GOAL,
    OPT_GRAVITY,
    OPT_SPEED,
    OPT_STIFFNESS,
    OPT_WAIT,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_BALL] = { "ball", 20, 1, 200, "mass of a ball, kg" },
    [OPT_BLAST] = { "blast", 90, 0, 200, "velocity at the middle of a blast, dm/s" },
    [OPT_DOLLS] = { "dolls", 4, 1, RAGDOLL_MAX_DOLLS, "number of ragdolls" },
    [OPT_GOAL] = { "goal", 10, 0, 1000, "points that win a round; 0: no end" },
    [OPT_GRAVITY] = { "gravity", 98, 10, 200, "gravity, dm/s^2" },
    [OPT_SPEED] = { "speed", 25, 5, 60, "speed of a ball, m/s" },
    [OPT_STIFFNESS] = { "stiffness", 60, 0, 1000, "of the joints of a ragdoll, N m; 0: limp" },
    [OPT_WAIT] = { "wait", 20, 1, 100, "time from a fall to the next ragdoll, tenths of a second" },
};

static struct ragdoll_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct ragdoll_rules){
        .ball_speed = fs_vel_from_int((int32_t)o[OPT_SPEED]),
        .blast_speed = fs_vel_from_ratio(o[OPT_BLAST], 10),
        .goal = (uint32_t)o[OPT_GOAL],
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
    };
}

static uint32_t doll_count(const fs_config *config)
{
    return (uint32_t)config->options[OPT_DOLLS];
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world3_limits limits = fs__ragdoll_limits(doll_count(config), config->players);
    rows[ragdoll_T_rule] = 1;
    rows[ragdoll_T_stage] = 1;
    rows[ragdoll_T_player] = config->players;
    rows[ragdoll_T_doll] = doll_count(config);
    rows[ragdoll_T_bone] = RAGDOLL_BONES;
    fs_world3_capacities(&limits, &rows[ragdoll_T_physics3]);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world3_limits limits = fs__ragdoll_limits(doll_count(config), config->players);
    return fs_world3_scratch_size(&limits);
}

static fs_result init(fs_state *state, const fs_config *config)
{
    const int64_t *o = config->options;
    struct ragdoll_rules rules = read_options(config);
    struct ragdoll_view v;
    struct fs_world3 w;
    fs_result result = fs_kit_tables_fill(state, ragdoll_T_rule, ragdoll_T_physics3);
    if (result != FS_OK)
        return result;
    ragdoll_bind(state, &v);
    ragdoll_rules_store(&v, &rules);
    fs_world3_bind(state, ragdoll_T_physics3, NULL, &w);
    const struct ragdoll_build build = { .dolls = doll_count(config),
                                         .players = config->players,
                                         .ball_kg = (uint32_t)o[OPT_BALL],
                                         .stiffness = o[OPT_STIFFNESS] * FS_WIDE_ONE,
                                         .gravity = fs_wide_from_ratio(o[OPT_GRAVITY], 10) };
    return fs__ragdoll_build(&v, &w, config->hz, &build);
}

/* --- states from outside -------------------------------------------------------------------- */

static fs_body3_type type_of(const struct ragdoll_view *v, uint32_t row)
{
    uint32_t hands = fs__ragdoll_hand_row(*v->doll.rows, 0);
    bool hand = row >= hands && row < hands + *v->player.rows;
    return row == RAGDOLL_BODY_STAGE ? FS_BODY3_STATIC : hand ? FS_BODY3_KINEMATIC : FS_BODY3_DYNAMIC;
}

static bool bodies_valid(const struct ragdoll_view *v, const struct fs_world3 *w)
{
    bool ok = *w->body.rows == fs__ragdoll_ball_row(*v->doll.rows, *v->player.rows, *v->player.rows, 0);
    for (uint32_t row = 0; ok && row < *w->body.rows; row++)
        ok = fs_kit_body3_live(w, row) && w->body.type[row] == type_of(v, row);
    return ok;
}

/* A grip is a joint of the player's own hand. */
static bool grip_valid(const struct ragdoll_view *v, const struct fs_world3 *w, uint32_t slot)
{
    uint32_t grip = v->player.grip[slot];
    return grip == 0 || (grip <= *w->joint.rows && (w->joint.gen[grip - 1] & 1u) != 0 &&
                         w->joint.body_a[grip - 1] == fs__ragdoll_hand_row(*v->doll.rows, slot) &&
                         w->joint.body_b[grip - 1] < fs__ragdoll_hand_row(*v->doll.rows, 0));
}

static bool players_valid(const struct ragdoll_view *v, const struct fs_world3 *w)
{
    const uint64_t edge = (uint64_t)CROSSHAIR_EDGE * FS_POS_ONE;
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        fs_pos3 at = v->player.at[slot];
        ok = v->player.active[slot] <= 1 && fs_uabs64(at.x) <= edge && fs_uabs64(at.z) <= edge && at.y == 0 &&
             grip_valid(v, w, slot);
    }
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct ragdoll_view v;
    struct fs_world3 w;
    if (!fs_kit_tables_full(state, ragdoll_T_rule, ragdoll_T_physics3))
        return false;
    ragdoll_peek(state, &v);
    fs_world3_bind_readonly(state, ragdoll_T_physics3, &w);
    struct ragdoll_rules expected = read_options(config), rules = ragdoll_rules_load(&v);
    bool ok = ragdoll_rules_equal(&expected, &rules) && fs_world3_valid(&w) && bodies_valid(&v, &w) &&
              players_valid(&v, &w);
    for (uint32_t doll = 0; ok && doll < *v.doll.rows; doll++)
        ok = v.doll.touched[doll] <= config->players && v.doll.wait[doll] <= rules.wait_ticks;
    return ok;
}

/* --- players -------------------------------------------------------------------------------------- */

/* Players leave with nothing in their hands and no claim on a ragdoll. */
static void remove_player(struct ragdoll_view *v, struct fs_world3 *w, uint32_t row)
{
    struct ragdoll_player *player = &v->player;
    fs__ragdoll_release(v, w, row);
    RAGDOLL_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t doll = 0; doll < *v->doll.rows; doll++)
        if (v->doll.touched[doll] == row + 1)
            v->doll.touched[doll] = 0;
}

/* The crosshair stands between the player and the pillar in the middle, where it is seen from the player's seat. */
static void add_player(struct ragdoll_view *v, uint32_t slot)
{
    v->player.active[slot] = 1;
    v->player.at[slot] = fs_kit_seat3_point(slot, CROSSHAIR_START * FS_POS_ONE, 0);
}

static void move_crosshair(struct ragdoll_view *v, uint32_t slot, const uint8_t *input)
{
    fs_pos step = fs_div64_round(CROSSHAIR_SPEED * FS_POS_ONE, *v->world.hz);
    v->player.at[slot] = fs_kit_crosshair3_move(v->player.at[slot], fs_kit_seat3_heading(slot), input, step,
                                                CROSSHAIR_EDGE * FS_POS_ONE);
}

static void apply_input(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t slot,
                        const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    struct ragdoll_player *p = &v->player;
    move_crosshair(v, slot, input);
    if (p->reload[slot] > 0)
        p->reload[slot]--;
    if (p->blast_wait[slot] > 0)
        p->blast_wait[slot]--;
    if (!fs_kit_button_held(input, FS_KEY_ALT))
        fs__ragdoll_release(v, w, slot);
    else
        fs__ragdoll_grip(v, w, slot);
    fs__ragdoll_move_hand(v, w, slot);
    if (fs_kit_button_held(input, FS_KEY_FIRE) && p->reload[slot] == 0) {
        fs__ragdoll_shoot(v, rules, w, slot);
        p->reload[slot] = (uint16_t)(RELOAD_TENTHS * hz / 10);
    }
    if (input[1] == 1 && p->blast_wait[slot] == 0) {
        fs__ragdoll_blast(v, rules, w, slot);
        p->blast_wait[slot] = (uint16_t)(BLAST_TENTHS * hz / 10);
    }
}

static void update_players(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w,
                           const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot)) {
            if (!v->player.active[slot])
                add_player(v, slot);
            apply_input(v, rules, w, slot, fs_input(inputs, slot));
        } else if (v->player.active[slot]) {
            remove_player(v, w, slot);
        }
    }
}

/* --- ragdolls --------------------------------------------------------------------------------------- */

/* The player of a ball; the number of players for any other body. */
static uint32_t player_of_ball(const struct ragdoll_view *v, uint32_t row)
{
    uint32_t first = fs__ragdoll_ball_row(*v->doll.rows, *v->player.rows, 0, 0);
    return row < first ? *v->player.rows : fs_min_u32((row - first) / RAGDOLL_BALLS, *v->player.rows);
}

static void take_contact(struct ragdoll_view *v, uint32_t body, uint32_t other)
{
    uint32_t doll = fs__ragdoll_of_row(*v->doll.rows, body), slot = player_of_ball(v, other);
    if (doll < *v->doll.rows && slot < *v->player.rows && v->player.active[slot])
        v->doll.touched[doll] = (uint8_t)(slot + 1);
}

static void take_events(struct ragdoll_view *v, const struct fs_world3 *w)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        uint32_t a, b;
        const fs_event3 *e = &w->events[i];
        if (e->kind != FS_EVENT3_BEGIN || fs_body3_row(w, e->body_a, &a) != FS_OK ||
            fs_body3_row(w, e->body_b, &b) != FS_OK)
            continue;
        take_contact(v, a, b);
        take_contact(v, b, a);
    }
}

/* Whoever holds a bone of the ragdoll lets go. */
static void free_doll(struct ragdoll_view *v, struct fs_world3 *w, uint32_t doll)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        uint32_t grip = v->player.grip[slot];
        if (grip != 0 && fs__ragdoll_of_row(*v->doll.rows, w->joint.body_b[grip - 1]) == doll)
            fs__ragdoll_release(v, w, slot);
    }
}

static void take_fall(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t doll)
{
    uint32_t touched = v->doll.touched[doll];
    if (touched > 0)
        v->player.score[touched - 1]++;
    free_doll(v, w, doll);
    v->doll.falls[doll]++;
    v->doll.wait[doll] = (uint16_t)fs_max_u32(rules->wait_ticks, 1);
}

static void update_dolls(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w)
{
    const fs_pos lost = -RAGDOLL_FALLEN * FS_POS_ONE;
    for (uint32_t doll = 0; doll < *v->doll.rows; doll++) {
        uint32_t row = fs__ragdoll_bone_row(doll, FS_BONE3_CHEST);
        if (v->doll.wait[doll] == 0 && w->body.pos[row].y < lost)
            take_fall(v, rules, w, doll);
        else if (v->doll.wait[doll] > 0 && --v->doll.wait[doll] == 0)
            fs__ragdoll_stand(v, w, doll, fs__ragdoll_random_place(v));
    }
}

static void update_balls(const struct ragdoll_view *v, struct fs_world3 *w)
{
    for (uint32_t row = fs__ragdoll_ball_row(*v->doll.rows, *v->player.rows, 0, 0); row < *w->body.rows; row++)
        if (w->body.pos[row].y < -2 * RAGDOLL_FALLEN * FS_POS_ONE && (w->body.flags[row] & FS_BODY3_DISABLED) == 0)
            (void)fs_body3_set_enabled(w, fs_body3_at(w, row), false);
}

/* Everyone with the most points has won when one of them has enough. */
static void end_round(struct ragdoll_view *v, const struct ragdoll_rules *rules)
{
    if (rules->goal == 0 || fs_kit_round_best(v->player.score, *v->player.rows) < rules->goal)
        return;
    fs_kit_round_end(v->player.score, v->player.wins, *v->player.rows);
    v->stage.rounds[0]++;
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct ragdoll_view v;
    struct fs_world3 w;
    ragdoll_bind(state, &v);
    fs_world3_bind(state, ragdoll_T_physics3, scratch, &w);
    struct ragdoll_rules rules = ragdoll_rules_load(&v);
    update_players(&v, &rules, &w, inputs);
    fs_world3_step(&w);
    take_events(&v, &w);
    update_dolls(&v, &rules, &w);
    update_balls(&v, &w);
    end_round(&v, &rules);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, RAGDOLL_CHOICES);
}

const fs_game fs_game_ragdoll = {
    .abi = FS_GAME_ABI,
    .name = "ragdoll",
    .title = "Ragdolls to shoot, drag and blast over the edge of a stage",
    .controls = "arrows or WASD move the crosshair, space shoots, x held drags, b blasts",
    .schema = &ragdoll_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = RAGDOLL_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__ragdoll_bots,
    .bot_count = RAGDOLL_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__ragdoll_draw,
    .keys = fs__ragdoll_keys,
    .valid = valid,
    .standings = fs__ragdoll_standings,
};
