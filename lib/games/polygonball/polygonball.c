/* polygonball.c: the game of balls in an outline: its rules, its start and its tick. */
#include "games/polygonball/polygonball.h"

#include <fixstep/event2.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include <fixstep/kit/scene2.h>

enum { STEP_PERCENT = 5, FULL = 100, PLACES = 26, TRIES = 4096, REACH_DM = 140, EDGE_MATERIAL = 0 };

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_BALLS, OPT_ELASTICITY, OPT_GRAVITY, OPT_OUTLINE, OPT_PUSH, OPT_SPEED, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_BALLS] = { "balls", 6, 0, POLYGONBALL_MAX_OTHERS, "balls that nobody steers" },
    [OPT_ELASTICITY] = { "elasticity", FULL, 0, FULL, "of balls and edges at the start, percent" },
    [OPT_GRAVITY] = { "gravity", 98, 0, 300, "gravity when it is on, dm/s^2" },
    [OPT_OUTLINE] = { "outline", 0, 0, POLYGONBALL_OUTLINES - 1,
                      "outline at the start: 0 irregular, 1 bay, 2 star, 3 cross, 4 saw" },
    [OPT_PUSH] = { "push", 60, 0, 300, "acceleration by the keys, dm/s^2" },
    [OPT_SPEED] = { "speed", 50, 0, 300, "of the balls at the start, dm/s" },
};

static struct polygonball_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct polygonball_rules){
        .others = (uint32_t)o[OPT_BALLS],
        .push = fs_wide_from_ratio(o[OPT_PUSH], 10),
        .speed = fs_vel_from_ratio(o[OPT_SPEED], 10),
        .gravity = fs_fix16_from_ratio(o[OPT_GRAVITY], 10),
    };
}

static uint32_t ball_count(const fs_config *config)
{
    return config->players + (uint32_t)config->options[OPT_BALLS];
}

static fs_world2_limits world_limits(const fs_config *config)
{
    uint32_t balls = ball_count(config);
    return (fs_world2_limits){ .bodies = balls + 1,
                               .shapes = balls + POLYGONBALL_MAX_EDGES,
                               .contacts = 16 * balls,
                               .materials = 1 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = world_limits(config);
    fs_world2_capacities(&limits, rows + polygonball_T_physics2);
    rows[polygonball_T_rule] = 1;
    rows[polygonball_T_game] = 1;
    rows[polygonball_T_ball] = ball_count(config);
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = world_limits(config);
    return fs_world2_scratch_size(&limits);
}

static uint32_t player_count(const struct polygonball_view *v, const struct polygonball_rules *rules)
{
    return *v->ball.rows - rules->others;
}

/* --- the outline ---------------------------------------------------------------------------- */

static fs_body2 wall_def(const struct polygonball_view *v)
{
    return (fs_body2){ { *v->game.wall1, *v->game.wall_gen } };
}

/* A chain that holds balls inside runs clockwise, against the outline: its segment k is the outline's edge
 * count - 2 - k, which becomes its user. The last segment is the first of the body's list. */
static void number_edges(struct polygonball_view *v, uint32_t body, uint32_t count)
{
    uint32_t number = count;
    for (uint32_t next = v->body2.first_shape[body]; next != 0 && number > 0; next = v->shape2.sibling[next - 1])
        v->shape2.user[next - 1] = (2 * count - 2 - --number) % count;
}

static fs_result build_wall(struct polygonball_view *v, struct fs_world2 *w)
{
    const struct polygonball_outline *o = &fs__polygonball_outlines[*v->game.outline % POLYGONBALL_OUTLINES];
    fs_pos2 corner[POLYGONBALL_MAX_EDGES];
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 body;
    at.type = FS_BODY2_STATIC;
    def.flags = FS_SHAPE2_CONTACT_EVENTS;
    for (uint32_t i = 0; i < o->count; i++)
        corner[o->count - 1 - i] = fs_pos2_make(fs_pos_from_rel(fs_rel_from_ratio(o->corner[i][0], 10)),
                                                fs_pos_from_rel(fs_rel_from_ratio(o->corner[i][1], 10)));
    fs_result result = fs_body2_create(w, &at, &body);
    if (result == FS_OK)
        result = fs_shape2_create_chain(w, body, &def, corner, o->count, true);
    if (result != FS_OK)
        return result;
    number_edges(v, body.handle.index1 - 1, o->count);
    *v->game.wall1 = body.handle.index1;
    *v->game.wall_gen = body.handle.generation;
    *v->game.target = (uint16_t)fs_rng_below(v->world.rng, o->count);
    return FS_OK;
}

/* --- balls ------------------------------------------------------------------------------------- */

static fs_body2 ball_def(const struct polygonball_view *v, uint32_t i)
{
    return (fs_body2){ { v->ball.body1[i], v->ball.body_gen[i] } };
}

static void remove_ball(struct polygonball_view *v, struct fs_world2 *w, uint32_t i)
{
    fs_body2_destroy(w, ball_def(v, i));
    v->ball.body1[i] = 0;
    v->ball.body_gen[i] = 0;
}

static bool is_crowded(const struct polygonball_view *v, const struct fs_world2 *w, fs_pos2 at)
{
    const fs_pos room = fs_pos_from_ratio(5 * POLYGONBALL_RADIUS_CM / 2, 100);
    for (uint32_t i = 0; i < *v->ball.rows; i++) {
        uint32_t row;
        if (fs_body2_row(w, ball_def(v, i), &row) == FS_OK && fs_pos2_length(fs_pos2_sub(w->body.pos[row], at)) < room)
            return true;
    }
    return false;
}

/* Draws a position inside the outline, free of other balls if possible. */
static fs_pos2 find_free_position(const struct polygonball_view *v, const struct fs_world2 *w)
{
    fs_pos2 at = fs_pos2_zero();
    for (uint32_t k = 0; k < TRIES; k++) {
        int32_t x = fs_rng_range(v->world.rng, -REACH_DM, REACH_DM);
        int32_t y = fs_rng_range(v->world.rng, -REACH_DM, REACH_DM);
        fs_pos2 place = fs_pos2_make(fs_pos_from_ratio(x, 10), fs_pos_from_ratio(y, 10));
        if (!fs__polygonball_inside(*v->game.outline, place, fs_pos_from_ratio(POLYGONBALL_RADIUS_CM + 5, 100)))
            continue;
        at = place;
        if (k > TRIES / 2 || !is_crowded(v, w, place))
            break;
    }
    return at;
}

static fs_result make_ball(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w,
                           uint32_t i)
{
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 body;
    fs_geometry2 shape;
    uint32_t heading = fs_rng_u32(v->world.rng);
    at.pos = find_free_position(v, w);
    at.vel = fs_rot2_vel(fs_rot2_from_turn(heading), fs_vel2_make(rules->speed, 0));
    at.flags = FS_BODY2_SLEEPLESS | FS_BODY2_BULLET | FS_BODY2_FIXED_ROTATION;
    def.flags = FS_SHAPE2_CONTACT_EVENTS;
    def.user = POLYGONBALL_USER_BALL + i;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), fs_rel_from_ratio(POLYGONBALL_RADIUS_CM, 100), &shape);
    if (result == FS_OK)
        result = fs_kit_body2_add(w, &at, &shape, &def, &body);
    if (result != FS_OK)
        return result;
    v->ball.body1[i] = body.handle.index1;
    v->ball.body_gen[i] = body.handle.generation;
    return FS_OK;
}

/* Moves all balls to new positions. */
static void scatter_balls(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w)
{
    bool was[POLYGONBALL_MAX_PLAYERS + POLYGONBALL_MAX_OTHERS];
    for (uint32_t i = 0; i < *v->ball.rows; i++) {
        was[i] = v->ball.body1[i] != 0;
        remove_ball(v, w, i);
    }
    for (uint32_t i = 0; i < *v->ball.rows; i++)
        if (was[i] && make_ball(v, rules, w, i) != FS_OK)
            return;
}

/* --- players ---------------------------------------------------------------------------------------- */

static void set_elasticity(struct polygonball_view *v, struct fs_world2 *w, int32_t percent)
{
    fs_material2_def def = fs_default_material2_def();
    *v->game.restitution = (uint8_t)fs_clamp32(percent, 0, FULL);
    def.static_friction = 0;
    def.dynamic_friction = 0;
    def.restitution = fs_unit_from_ratio(*v->game.restitution, FULL);
    fs_material2_set(w, EDGE_MATERIAL, &def);
}

static void set_gravity(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w, bool on)
{
    *v->game.gravity_on = on;
    fs_world2_set_gravity(w, fs_wide2_make(w->rules.gravity->x, on ? -fs_wide_from_fix16(rules->gravity) : 0));
}

static void switch_outline(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w)
{
    *v->game.outline = (uint8_t)((*v->game.outline + 1u) % POLYGONBALL_OUTLINES);
    fs_body2_destroy(w, wall_def(v));
    if (build_wall(v, w) == FS_OK)
        scatter_balls(v, rules, w);
}

static void run_command(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w,
                        uint8_t choice)
{
    switch (choice) {
    case POLYGONBALL_NEXT_OUTLINE: switch_outline(v, rules, w); break;
    case POLYGONBALL_GRAVITY: set_gravity(v, rules, w, !*v->game.gravity_on); break;
    case POLYGONBALL_RESET: scatter_balls(v, rules, w); break;
    case POLYGONBALL_RESTITUTION_UP: set_elasticity(v, w, *v->game.restitution + STEP_PERCENT); break;
    case POLYGONBALL_RESTITUTION_DOWN: set_elasticity(v, w, *v->game.restitution - STEP_PERCENT); break;
    default: break;
    }
}

/* The keys accelerate the player's ball; the brake removes 1/10 of its velocity per tick. */
static void push_ball(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w,
                      uint32_t slot, const uint8_t *input)
{
    uint32_t row;
    fs_body2 body = ball_def(v, slot);
    if (fs_body2_row(w, body, &row) != FS_OK)
        return;
    int x = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT), y = fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    fs_wide force = fs_wide_mul(rules->push, fs_wide_from_scaled(w->body.mass[row]));
    fs_body2_apply_force(w, body, fs_wide2_make(x * force, y * force));
    if (fs_kit_button_held(input, FS_KEY_FIRE))
        fs_body2_set_velocity(w, body, fs_vel2_scale(w->body.vel[row], FS_UNIT_ONE / 10 * 9), 0);
}

static void apply_input(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w,
                        uint32_t slot, const uint8_t *input)
{
    if (v->ball.body1[slot] == 0)
        make_ball(v, rules, w, slot);
    run_command(v, rules, w, input[1]);
    push_ball(v, rules, w, slot, input);
}

static void remove_player(struct polygonball_view *v, struct fs_world2 *w, uint32_t row)
{
    struct polygonball_ball *ball = &v->ball;
    remove_ball(v, w, row);
    POLYGONBALL_BALL_FIELDS(FS_KIT_ROW_CLEAR, ball)
}

static void apply_inputs(struct polygonball_view *v, const struct polygonball_rules *rules, struct fs_world2 *w,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < player_count(v, rules); slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, w, slot, fs_input(inputs, slot));
        else
            remove_player(v, w, slot);
    }
}

/* --- hits ------------------------------------------------------------------------------------- */

static void count_touch(struct polygonball_view *v, const struct polygonball_rules *rules, uint64_t ball, uint64_t edge)
{
    uint64_t i = ball - POLYGONBALL_USER_BALL;
    const struct polygonball_outline *o = &fs__polygonball_outlines[*v->game.outline % POLYGONBALL_OUTLINES];
    if (ball < POLYGONBALL_USER_BALL || i >= *v->ball.rows || edge >= o->count)
        return;
    v->ball.hits[i]++;
    if (edge != *v->game.target || i >= player_count(v, rules))
        return;
    v->ball.score[i]++;
    uint32_t other = fs_rng_below(v->world.rng, o->count - 1u);
    *v->game.target = (uint16_t)((edge + 1u + other) % o->count);
}

static void handle_events(struct polygonball_view *v, const struct polygonball_rules *rules, const struct fs_world2 *w)
{
    for (uint32_t k = 0; k < w->event_count; k++) {
        const fs_event2 *event = &w->events[k];
        if (event->kind != FS_EVENT2_BEGIN)
            continue;
        count_touch(v, rules, event->user_a, event->user_b);
        count_touch(v, rules, event->user_b, event->user_a);
    }
}

/* --- start ---------------------------------------------------------------------------------------------- */

static fs_world2_def world_def(uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.gravity = fs_wide2_zero();
    def.restitution_threshold = FS_VEL_ONE / 16;
    def.restitution_combine = FS_COMBINE2_MIN;
    def.max_speed = 60 * FS_VEL_ONE;
    return def;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct polygonball_view v;
    struct fs_world2 w;
    struct polygonball_rules rules = read_options(config);
    fs_world2_def def = world_def(config->hz);
    fs_result result = fs_kit_tables_fill(state, polygonball_T_rule, polygonball_T_COUNT);
    fs_world2_bind(state, polygonball_T_physics2, NULL, &w);
    if (result == FS_OK)
        result = fs_world2_init(&w, &def);
    polygonball_bind(state, &v);
    polygonball_rules_store(&v, &rules);
    *v.game.outline = (uint8_t)config->options[OPT_OUTLINE];
    set_elasticity(&v, &w, (int32_t)config->options[OPT_ELASTICITY]);
    if (result == FS_OK)
        result = build_wall(&v, &w);
    for (uint32_t i = config->players; result == FS_OK && i < *v.ball.rows; i++)
        result = make_ball(&v, &rules, &w, i);
    return result;
}

/* Handles need no check: a stale one means a ball that is gone. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct polygonball_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, polygonball_T_rule, polygonball_T_COUNT))
        return false;
    polygonball_peek(state, &v);
    fs_world2_bind_readonly(state, polygonball_T_physics2, &w);
    struct polygonball_rules expected = read_options(config), rules = polygonball_rules_load(&v);
    return polygonball_rules_equal(&expected, &rules) && *v.game.outline < POLYGONBALL_OUTLINES &&
           *v.game.gravity_on <= 1 && *v.game.restitution <= FULL &&
           *v.game.target < fs__polygonball_outlines[*v.game.outline].count && fs_world2_valid(&w);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct polygonball_view v;
    struct fs_world2 w;
    polygonball_bind(state, &v);
    fs_world2_bind(state, polygonball_T_physics2, scratch, &w);
    struct polygonball_rules rules = polygonball_rules_load(&v);
    apply_inputs(&v, &rules, &w, inputs);
    fs_world2_step(&w);
    handle_events(&v, &rules, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, POLYGONBALL_CHOICES);
}

const fs_game fs_game_polygonball = {
    .abi = FS_GAME_ABI,
    .name = "polygonball",
    .title = "Balls in an irregular outline",
    .controls =
        "arrows or WASD push, space brakes, n next outline, g gravity on and off, r new places, + and - elasticity",
    .schema = &polygonball_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = POLYGONBALL_MAX_PLAYERS,
    .default_players = 3,
    .bots = fs__polygonball_bots,
    .bot_count = POLYGONBALL_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__polygonball_draw,
    .keys = fs__polygonball_keys,
    .valid = valid,
    .standings = fs__polygonball_standings,
};
