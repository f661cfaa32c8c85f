/* platform2d.c: the platform game of the plane: its rules, its start and its tick. */
#include "games/platform2d/platform2d.h"

#include <fixstep/event2.h>
#include <fixstep/query2.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include <fixstep/kit/scene2.h>

enum {
    FLAG_SCORE = 10,
    GROUND_GAIN = 40, /* m/s^2, towards the wanted speed */
    AIR_GAIN = 14,
    CAR_SPIN = 12,  /* rad/s of its wheels */
    START_X = -240, /* dm, of slot 0; the others stand to its right */
    START_Y = 21
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_JUMP, OPT_LIFT, OPT_RUN, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_JUMP] = { "jump", 78, 20, 150, "speed of a jump, dm/s" },
    [OPT_LIFT] = { "lift", 15, 0, 40, "speed of the platforms, dm/s" },
    [OPT_RUN] = { "run", 55, 10, 120, "speed of a run, dm/s" },
    [OPT_WAIT] = { "wait", 150, 1, 600, "time until a coin comes back, tenths of a second" },
};

static struct platform2d_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct platform2d_rules){
        .run = fs_vel_from_ratio(o[OPT_RUN], 10),
        .jump = fs_vel_from_ratio(o[OPT_JUMP], 10),
        .lift = fs_vel_from_ratio(o[OPT_LIFT], 10),
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
    };
}

static fs_world2_limits world_limits(const fs_config *config)
{
    uint32_t bodies = 64 + config->players;
    return (fs_world2_limits){ .bodies = bodies,
                               .shapes = bodies + PLATFORM2D_GROUNDS * PLATFORM2D_GROUND_POINTS,
                               .joints = 48,
                               .materials = 2 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = world_limits(config);
    fs_world2_capacities(&limits, rows + platform2d_T_physics2);
    rows[platform2d_T_rule] = 1;
    rows[platform2d_T_hero] = config->players;
    rows[platform2d_T_thing] = PLATFORM2D_THINGS;
    rows[platform2d_T_axle] = 2;
    rows[platform2d_T_coin] = PLATFORM2D_COINS;
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = world_limits(config);
    return fs_world2_scratch_size(&limits);
}

/* --- heroes -------------------------------------------------------------------------------- */

static fs_pos2 start_position(uint32_t slot)
{
    return fs_pos2_make(fs__platform2d_pos_from_dm(START_X + 9 * (int32_t)slot), fs__platform2d_pos_from_dm(START_Y));
}

/* Frictionless (row 1 of the materials), so that heroes do not stick to walls; move_hero() follows the velocity of the
 * ground. */
static fs_result make_hero(struct fs_world2 *w, uint32_t slot, fs_body2 *body)
{
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_geometry2 shape;
    at.pos = start_position(slot);
    at.flags = FS_BODY2_FIXED_ROTATION | FS_BODY2_SLEEPLESS;
    form.material = 1;
    form.density = fs_wide_from_int(50);
    form.category = PLATFORM2D_CATEGORY_HERO;
    form.user = slot + 1u;
    fs_rel2 half = fs_rel2_make(0, PLATFORM2D_HERO_HALF_HEIGHT);
    fs_result result = fs_geometry2_capsule(fs_rel2_neg(half), half, PLATFORM2D_HERO_HALF_HEIGHT, &shape);
    return result == FS_OK ? fs_kit_body2_add(w, &at, &shape, &form, body) : result;
}

static void add_hero(struct platform2d_view *v, struct fs_world2 *w, uint32_t slot)
{
    fs_body2 body;
    if (make_hero(w, slot, &body) != FS_OK)
        return;
    v->hero.body1[slot] = body.handle.index1;
    v->hero.body_gen[slot] = body.handle.generation;
    v->hero.playing[slot] = 1;
    v->hero.facing[slot] = 1;
}

static void remove_hero(struct platform2d_view *v, struct fs_world2 *w, uint32_t row)
{
    struct platform2d_hero *hero = &v->hero;
    (void)fs_body2_destroy(w, fs__platform2d_hero_body(v, row));
    PLATFORM2D_HERO_FIELDS(FS_KIT_ROW_CLEAR, hero)
}

static void go_to_start(struct platform2d_view *v, struct fs_world2 *w, uint32_t slot)
{
    fs_body2 body = fs__platform2d_hero_body(v, slot);
    (void)fs_body2_set_pose(w, body, start_position(slot), fs_rot2_identity());
    (void)fs_body2_set_velocity(w, body, fs_vel2_zero(), 0);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Casts three short rays down; the first that hits solid ground gives its velocity and body. */
static bool ground_under(const struct fs_world2 *w, uint32_t row, fs_vel2 *velocity, uint32_t *body)
{
    static const int8_t side[3] = { 0, -1, 1 };
    fs_filter2 filter = fs_default_filter2();
    filter.mask = PLATFORM2D_CATEGORY_SOLID;
    for (int i = 0; i < 3; i++) {
        fs_pos2 from = fs_pos2_add_rel(w->body.pos[row],
                                       fs_rel2_make(side[i] * (PLATFORM2D_HERO_HALF_HEIGHT / 5 * 4), 0));
        fs_query_hit2 hit = fs_query2_ray(w, from, fs_wide2_make(0, -FS_WIDE_ONE / 100 * 82), filter);
        if (!hit.hit || hit.normal.y < FS_UNIT_ONE / 2)
            continue;
        *body = w->shape.body[hit.shape];
        *velocity = fs_body2_velocity_at(w, *body, hit.at);
        return true;
    }
    return false;
}

/* Towards the wanted speed along x, by at most `gain`. */
static fs_vel approach_velocity(fs_vel now, fs_vel wanted, fs_vel gain)
{
    return fs_sat32_add(now, fs_clamp32(fs_sat32_sub(wanted, now), -gain, gain));
}

static void drive_car(const struct platform2d_view *v, struct fs_world2 *w, bool on, int direction)
{
    fs_vehicle2 car = { fs__platform2d_thing_body(v, PLATFORM2D_CHASSIS),
                        { fs__platform2d_thing_body(v, PLATFORM2D_FIRST_WHEEL),
                          fs__platform2d_thing_body(v, PLATFORM2D_FIRST_WHEEL + 1) },
                        { { { v->axle.joint1[0], v->axle.joint_gen[0] } },
                          { { v->axle.joint1[1], v->axle.joint_gen[1] } } } };
    (void)fs_vehicle2_drive(w, &car, on, -direction * CAR_SPIN * FS_VEL_ONE);
}

/* A hero who stands on the car with the key held drives it. */
static bool is_driving(const struct platform2d_view *v, const uint8_t *input, bool grounded, uint32_t under)
{
    return grounded && fs_kit_button_held(input, FS_KEY_ALT) && under + 1u == v->thing.body1[PLATFORM2D_CHASSIS];
}

/* Whether a hero has fallen into the water or was pushed out of the level. */
static bool is_lost(fs_pos2 p)
{
    return p.y < PLATFORM2D_PIT_Y * FS_POS_ONE || fs_abs64(p.x) > PLATFORM2D_HALF_WIDTH * FS_POS_ONE;
}

static void move_hero(struct platform2d_view *v, const struct platform2d_rules *rules, struct fs_world2 *w,
                      uint32_t slot, const uint8_t *input, bool *driven)
{
    fs_body2 body = fs__platform2d_hero_body(v, slot);
    uint32_t row, under = 0;
    fs_vel2 base = fs_vel2_zero();
    if (fs_body2_row(w, body, &row) != FS_OK) {
        remove_hero(v, w, slot);
        return;
    }
    bool grounded = ground_under(w, row, &base, &under),
         jump = fs_kit_button_held(input, FS_KEY_UP) || fs_kit_button_held(input, FS_KEY_FIRE);
    int direction = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    fs_vel2 vel = w->body.vel[row];
    if (is_driving(v, input, grounded, under)) {
        drive_car(v, w, true, direction);
        *driven = true;
        direction = 0;
    }
    fs_vel gain = (grounded ? GROUND_GAIN : AIR_GAIN) * FS_VEL_ONE / (int32_t)*v->world.hz;
    if (grounded || direction != 0)
        vel.x = approach_velocity(vel.x, fs_sat32_add(base.x, direction * rules->run), gain);
    if (jump && !v->hero.jump_key_held[slot] && grounded)
        vel.y = fs_sat32_add(base.y, rules->jump);
    v->hero.jump_key_held[slot] = jump;
    v->hero.grounded[slot] = grounded;
    v->hero.facing[slot] = (int8_t)(direction != 0 ? direction : v->hero.facing[slot]);
    (void)fs_body2_set_velocity(w, body, vel, 0);
    if (is_lost(w->body.pos[row])) {
        v->hero.falls[slot]++;
        go_to_start(v, w, slot);
    }
}

static void apply_inputs(struct platform2d_view *v, const struct platform2d_rules *rules, struct fs_world2 *w,
                         const fs_inputs *inputs)
{
    bool driven = false;
    for (uint32_t slot = 0; slot < *v->hero.rows; slot++) {
        if (!fs_input_present(inputs, slot)) {
            if (v->hero.playing[slot])
                remove_hero(v, w, slot);
        } else if (!v->hero.playing[slot]) {
            add_hero(v, w, slot);
        } else {
            move_hero(v, rules, w, slot, fs_input(inputs, slot), &driven);
        }
    }
    if (!driven)
        drive_car(v, w, false, 0);
}

/* --- platforms, coins, the flag ----------------------------------------------------------------- */

/* Moves the ferry and the lift between the ends of their paths. */
static void move_lifts(struct platform2d_view *v, const struct platform2d_rules *rules, struct fs_world2 *w,
                       uint32_t thing)
{
    const int16_t *path = fs__platform2d_lift_path_dm[thing - PLATFORM2D_FERRY];
    fs_body2 body = fs__platform2d_thing_body(v, thing);
    uint32_t row;
    if (fs_body2_row(w, body, &row) != FS_OK)
        return;
    bool sideways = thing == PLATFORM2D_FERRY;
    fs_pos at = sideways ? w->body.pos[row].x : w->body.pos[row].y;
    fs_vel now = sideways ? w->body.vel[row].x : w->body.vel[row].y;
    fs_vel next = now < 0 ? -rules->lift : rules->lift;
    if (at <= fs__platform2d_pos_from_dm(path[0]))
        next = rules->lift;
    if (at >= fs__platform2d_pos_from_dm(path[1]))
        next = -rules->lift;
    if (next != now)
        (void)fs_body2_set_velocity(w, body, sideways ? fs_vel2_make(next, 0) : fs_vel2_make(0, next), 0);
}

static void return_coins(struct platform2d_view *v, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < PLATFORM2D_COINS; i++) {
        if (v->coin.wait[i] > 0)
            v->coin.wait[i]--;
        else if (v->coin.body1[i] == 0)
            (void)fs__platform2d_add_coin(v, w, i);
    }
}

static void collect_coin(struct platform2d_view *v, const struct platform2d_rules *rules, struct fs_world2 *w,
                         uint32_t slot, uint32_t coin)
{
    if (coin >= PLATFORM2D_COINS || v->coin.body1[coin] == 0)
        return;
    (void)fs_body2_destroy(w, (fs_body2){ { v->coin.body1[coin], v->coin.body_gen[coin] } });
    v->coin.body1[coin] = 0;
    v->coin.body_gen[coin] = 0;
    v->coin.wait[coin] = (uint16_t)rules->wait_ticks;
    v->hero.score[slot]++;
}

/* The order of events is canonical: of two heroes who reach a coin in one tick, the one with the lower shape row comes
 * first. */
static void handle_events(struct platform2d_view *v, const struct platform2d_rules *rules, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        const fs_event2 *event = &w->events[i];
        uint64_t slot = event->user_b - 1u;
        if (event->kind != FS_EVENT2_SENSOR_BEGIN || slot >= *v->hero.rows || !v->hero.playing[slot])
            continue;
        if (event->user_a == PLATFORM2D_USER_FLAG) {
            v->hero.flags_reached[slot]++;
            v->hero.score[slot] += FLAG_SCORE;
            go_to_start(v, w, (uint32_t)slot);
        } else if (event->user_a >= PLATFORM2D_USER_COIN) {
            collect_coin(v, rules, w, (uint32_t)slot, (uint32_t)(event->user_a - PLATFORM2D_USER_COIN));
        }
    }
}

/* --- start ------------------------------------------------------------------------------------------ */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct platform2d_view v;
    struct fs_world2 w;
    struct platform2d_rules rules = read_options(config);
    fs_world2_def def = fs_default_world2_def(config->hz);
    fs_material2_def slippery = fs_default_material2_def();
    uint16_t material;
    slippery.static_friction = 0;
    slippery.dynamic_friction = 0;
    fs_result result = fs_kit_tables_fill(state, platform2d_T_rule, platform2d_T_COUNT);
    fs_world2_bind(state, platform2d_T_physics2, NULL, &w);
    platform2d_bind(state, &v);
    if (result == FS_OK)
        result = fs_world2_init(&w, &def);
    if (result == FS_OK)
        result = fs_material2_add(&w, &slippery, &material);
    if (result == FS_OK)
        result = fs__platform2d_build(&v, &w);
    for (uint32_t i = 0; i < PLATFORM2D_COINS && result == FS_OK; i++)
        result = fs__platform2d_add_coin(&v, &w, i);
    platform2d_rules_store(&v, &rules);
    return result;
}

/* --- states from outside ----------------------------------------------------------------------------- */

static bool hero_valid(const struct platform2d_view *v, uint32_t i)
{
    return v->hero.playing[i] <= 1 && v->hero.jump_key_held[i] <= 1 && v->hero.grounded[i] <= 1 &&
           v->hero.facing[i] >= -1 && v->hero.facing[i] <= 1;
}

/* Handles need no check: a stale one means a hero, a coin or a thing that is gone. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct platform2d_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, platform2d_T_rule, platform2d_T_COUNT))
        return false;
    platform2d_peek(state, &v);
    fs_world2_bind_readonly(state, platform2d_T_physics2, &w);
    struct platform2d_rules expected = read_options(config), rules = platform2d_rules_load(&v);
    bool ok = platform2d_rules_equal(&expected, &rules) && fs_world2_valid(&w) && *v.material2.rows == 2;
    for (uint32_t i = 0; ok && i < *v.hero.rows; i++)
        ok = hero_valid(&v, i);
    for (uint32_t i = 0; ok && i < PLATFORM2D_COINS; i++)
        ok = v.coin.wait[i] <= rules.wait_ticks;
    return ok;
}

/* --- a tick ------------------------------------------------------------------------------------------------ */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct platform2d_view v;
    struct fs_world2 w;
    platform2d_bind(state, &v);
    fs_world2_bind(state, platform2d_T_physics2, scratch, &w);
    struct platform2d_rules rules = platform2d_rules_load(&v);
    return_coins(&v, &w);
    fs__platform2d_respawn_things(&v, &w);
    move_lifts(&v, &rules, &w, PLATFORM2D_FERRY);
    move_lifts(&v, &rules, &w, PLATFORM2D_LIFT);
    apply_inputs(&v, &rules, &w, inputs);
    fs_world2_step(&w);
    handle_events(&v, &rules, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_platform2d = {
    .abi = FS_GAME_ABI,
    .name = "platform2d",
    .title = "A platform game of the plane: run and jump to the flag",
    .controls = "left and right or AD run, up or W or space jump, x held on the car: left and right drive it",
    .schema = &platform2d_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = PLATFORM2D_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__platform2d_bots,
    .bot_count = PLATFORM2D_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__platform2d_draw,
    .keys = fs__platform2d_keys,
    .valid = valid,
    .standings = fs__platform2d_standings,
};
