/* dogfight.c: the game of aircraft: its rules, its start and its tick. */
#include "games/dogfight/dogfight.h"

#include <fixstep/event2.h>
#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include <fixstep/kit/scene2.h>

enum {
    START_HEIGHT = 45,   /* m, of slot 0; the others start higher by 3 m each, in a mixed order */
    START_SPEED = 22,    /* m/s */
    START_THROTTLE = 70, /* % */
    SHOT_SPEED = 90,     /* m/s, on top of the plane's */
    MUZZLE_DM = 24,      /* where a shot leaves the plane, ahead of its centre */
    MAX_SPEED = 200,
    HILL_WIDTH = 10 /* m: half of a hill's foot */
};

const int16_t fs__dogfight_hull[DOGFIGHT_HULL][2] = {
    { 170, 0 }, { 90, 36 }, { -140, 30 }, { -170, 12 }, { -140, -16 }, { 80, -34 },
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_CRASH, OPT_HEALTH, OPT_LIFE, OPT_RELOAD, OPT_ROUNDS, OPT_THRUST, OPT_WAIT, OPT_WIND, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_CRASH] = { "crash", 60, 10, 300, "speed against ground or planes that no plane bears, dm/s" },
    [OPT_HEALTH] = { "health", 3, 1, DOGFIGHT_MAX_HEALTH, "hits that bring a plane down" },
    [OPT_LIFE] = { "life", 12, 2, 60, "flight of a shot, tenths of a second" },
    [OPT_RELOAD] = { "reload", 3, 0, 100, "time between two shots, tenths of a second" },
    [OPT_ROUNDS] = { "rounds", 5, 1, DOGFIGHT_MAX_ROUNDS, "shots of one plane in the air" },
    [OPT_THRUST] = { "thrust", 16, 0, 40, "of the engine at full throttle, N (a plane weighs 20 N)" },
    [OPT_WAIT] = { "wait", 20, 1, 100, "time from being lost to the next start, tenths of a second" },
    [OPT_WIND] = { "wind", 0, -100, 100, "wind to the right, dm/s" },
};

static struct dogfight_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct dogfight_rules){
        .rounds = (uint32_t)o[OPT_ROUNDS],
        .health = (uint32_t)o[OPT_HEALTH],
        .reload_ticks = (uint32_t)o[OPT_RELOAD] * config->hz / 10u,
        .life_ticks = (uint32_t)o[OPT_LIFE] * config->hz / 10u,
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
        .guard_ticks = 2 * config->hz,
        .wind = fs_vel_from_ratio(o[OPT_WIND], 10),
        .crash = fs_vel_from_ratio(o[OPT_CRASH], 10),
        .thrust = fs_wide_from_int((int32_t)o[OPT_THRUST]),
    };
}

static fs_world2_limits world_limits(const fs_config *config)
{
    uint32_t tiles = DOGFIGHT_TILES + 2 * DOGFIGHT_EXTRA_TILES;
    uint32_t flying = config->players * (1 + (uint32_t)config->options[OPT_ROUNDS]);
    return (fs_world2_limits){ .bodies = tiles + flying,
                               .shapes = 2 * tiles + flying,
                               .contacts = 16 * flying,
                               .materials = 1 };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = world_limits(config);
    fs_world2_capacities(&limits, rows + dogfight_T_physics2);
    rows[dogfight_T_rule] = 1;
    rows[dogfight_T_plane] = config->players;
    rows[dogfight_T_shot] = config->players * (uint32_t)config->options[OPT_ROUNDS];
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = world_limits(config);
    return fs_world2_scratch_size(&limits);
}

/* --- the ground ------------------------------------------------------------------------ */

int32_t fs__dogfight_hill_height(int32_t tile)
{
    static const uint8_t height[DOGFIGHT_TILES] = { 0, 7, 0, 0, 12, 5, 0, 0, 9, 0 };
    return height[(tile % DOGFIGHT_TILES + DOGFIGHT_TILES) % DOGFIGHT_TILES];
}

static fs_result add_hill(struct fs_world2 *w, fs_body2 ground, int32_t height)
{
    const fs_rel foot = HILL_WIDTH * FS_REL_ONE, top = FS_REL_ONE * DOGFIGHT_TILE / 8;
    const fs_rel2 corner[3] = { { -foot, top }, { foot, top }, { 0, top + height * FS_REL_ONE } };
    fs_shape2_def def = fs_default_shape2_def();
    fs_shape2 form;
    fs_geometry2 shape;
    fs_result result = fs_geometry2_hull(corner, 3, 0, &shape);
    return result == FS_OK ? fs_shape2_create(w, ground, &def, &shape, &form) : result;
}

/* A box below y = 0, and on some a hill. */
static fs_result add_tile(struct fs_world2 *w, int32_t tile)
{
    const fs_rel half = FS_REL_ONE * DOGFIGHT_TILE / 2, depth = FS_REL_ONE * DOGFIGHT_TILE / 8;
    fs_body2_def at = fs_default_body2_def();
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 ground;
    fs_geometry2 box;
    at.type = FS_BODY2_STATIC;
    at.pos.x = (fs_pos)(2 * tile + 1) * (DOGFIGHT_TILE / 2) * FS_POS_ONE - DOGFIGHT_HALF_WIDTH * FS_POS_ONE;
    at.pos.y = -fs_pos_from_rel(depth);
    fs_result result = fs_geometry2_box(half, depth, fs_rel2_zero(), fs_rot2_identity(), &box);
    if (result == FS_OK)
        result = fs_kit_body2_add(w, &at, &box, &def, &ground);
    if (result == FS_OK && fs__dogfight_hill_height(tile) > 0)
        result = add_hill(w, ground, fs__dogfight_hill_height(tile));
    return result;
}

/* --- planes -------------------------------------------------------------------------------- */

static fs_result aircraft_geometry(fs_geometry2 *out)
{
    fs_rel2 corner[DOGFIGHT_HULL];
    for (int i = 0; i < DOGFIGHT_HULL; i++)
        corner[i] = fs_rel2_make(fs_rel_from_ratio(fs__dogfight_hull[i][0], 100),
                                 fs_rel_from_ratio(fs__dogfight_hull[i][1], 100));
    return fs_geometry2_hull(corner, DOGFIGHT_HULL, 0, out);
}

/* Start positions are evenly spaced along the sky. Every other aircraft flies to the left, rolled so that its lift
 * points up. */
static fs_body2_def start_position(struct dogfight_view *v, uint32_t slot)
{
    fs_body2_def def = fs_default_body2_def();
    bool left = slot % 2 == 1;
    def.pos.x = (fs_pos)(2 * slot + 1) * (DOGFIGHT_HALF_WIDTH * FS_POS_ONE / *v->plane.rows) -
                DOGFIGHT_HALF_WIDTH * FS_POS_ONE;
    def.pos.y = (START_HEIGHT + 3 * (fs_pos)(slot * 3 % DOGFIGHT_MAX_PLAYERS)) * FS_POS_ONE;
    def.rot = left ? fs_rot2_make(-FS_UNIT_ONE, 0) : fs_rot2_identity();
    def.vel.x = (left ? -START_SPEED : START_SPEED) * FS_VEL_ONE;
    def.flags = FS_BODY2_SLEEPLESS;
    def.user = slot + 1u;
    return def;
}

static fs_result make_aircraft(struct dogfight_view *v, struct fs_world2 *w, uint32_t slot, fs_body2 *body)
{
    const fs_mass_data2 mass = { fs_scaled_from_wide(2 * FS_WIDE_ONE), fs_scaled_from_wide(2 * FS_WIDE_ONE), { 0, 0 } };
    fs_body2_def at = start_position(v, slot);
    fs_shape2_def def = fs_default_shape2_def();
    fs_geometry2 shape;
    def.group = (int16_t) - (int32_t)(slot + 1);
    def.flags = FS_SHAPE2_HIT_EVENTS | FS_SHAPE2_CONTACT_EVENTS;
    def.user = slot + 1u;
    fs_result result = aircraft_geometry(&shape);
    if (result == FS_OK)
        result = fs_kit_body2_add(w, &at, &shape, &def, body);
    if (result == FS_OK)
        result = fs_body2_set_mass(w, *body, mass);
    return result;
}

static void launch_aircraft(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                            uint32_t slot)
{
    fs_body2 body;
    if (make_aircraft(v, w, slot, &body) != FS_OK)
        return; /* no room in a state from outside: it waits */
    v->plane.body1[slot] = body.handle.index1;
    v->plane.body_gen[slot] = body.handle.generation;
    v->plane.state[slot] = DOGFIGHT_FLYING;
    v->plane.rolled[slot] = slot % 2 == 1;
    v->plane.throttle[slot] = START_THROTTLE;
    v->plane.health[slot] = (uint8_t)rules->health;
    v->plane.guard[slot] = (uint16_t)rules->guard_ticks;
    v->plane.crash_pos[slot] = fs_pos2_zero();
}

static void destroy_body(struct dogfight_view *v, struct fs_world2 *w, uint32_t slot)
{
    fs_body2_destroy(w, fs__dogfight_plane_body(v, slot));
    v->plane.body1[slot] = 0;
    v->plane.body_gen[slot] = 0;
    v->plane.elevator[slot] = 0;
}

static void lose_aircraft(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                          uint32_t slot)
{
    uint32_t row;
    if (fs_body2_row(w, fs__dogfight_plane_body(v, slot), &row) == FS_OK)
        v->plane.crash_pos[slot] = w->body.pos[row];
    destroy_body(v, w, slot);
    v->plane.state[slot] = DOGFIGHT_WAITING;
    v->plane.wait[slot] = (uint16_t)rules->wait_ticks;
    v->plane.losses[slot]++;
}

/* --- shots ------------------------------------------------------------------------------------ */

static fs_body2 shot_body(const struct dogfight_view *v, uint32_t row)
{
    return (fs_body2){ { v->shot.body1[row], v->shot.body_gen[row] } };
}

static void drop_shot(struct dogfight_view *v, struct fs_world2 *w, uint32_t row)
{
    fs_body2_destroy(w, shot_body(v, row));
    v->shot.body1[row] = 0;
    v->shot.body_gen[row] = 0;
    v->shot.life[row] = 0;
}

static fs_body2_def shot_def(const struct fs_world2 *w, uint32_t plane)
{
    fs_body2_def def = fs_default_body2_def();
    fs_rot2 rot = w->body.rot[plane];
    fs_vel2 ahead = fs_rot2_vel(rot, fs_vel2_make(SHOT_SPEED * FS_VEL_ONE, 0));
    def.pos = fs_body2_to_world(w, plane, fs_rel2_make(fs_rel_from_ratio(MUZZLE_DM, 10), 0));
    def.rot = rot;
    def.vel = fs_vel2_add(w->body.vel[plane], ahead);
    def.gravity_scale = FS_FIX16_ONE / 4;
    def.flags = FS_BODY2_BULLET | FS_BODY2_SLEEPLESS;
    return def;
}

static fs_result make_shot(struct fs_world2 *w, uint32_t plane, uint32_t slot, uint32_t row, fs_body2 *body)
{
    fs_body2_def at = shot_def(w, plane);
    fs_shape2_def def = fs_default_shape2_def();
    fs_geometry2 shape;
    at.user = DOGFIGHT_USER_SHOT + row;
    def.user = DOGFIGHT_USER_SHOT + row;
    def.group = (int16_t) - (int32_t)(slot + 1);
    def.flags = FS_SHAPE2_CONTACT_EVENTS;
    def.density = FS_WIDE_ONE / 4;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), FS_REL_ONE / 6, &shape);
    return result == FS_OK ? fs_kit_body2_add(w, &at, &shape, &def, body) : result;
}

/* An aircraft whose shots are all in the air cannot fire. */
static void fire_shot(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w, uint32_t slot,
                      uint32_t plane)
{
    uint32_t row = slot * rules->rounds, end = row + rules->rounds;
    fs_body2 body;
    while (row < end && v->shot.body1[row] != 0)
        row++;
    if (row == end || make_shot(w, plane, slot, row, &body) != FS_OK)
        return;
    v->shot.body1[row] = body.handle.index1;
    v->shot.body_gen[row] = body.handle.generation;
    v->shot.life[row] = (uint16_t)rules->life_ticks;
    v->plane.fired[slot]++;
    v->plane.reload[slot] = (uint16_t)rules->reload_ticks;
}

static void age_shots(struct dogfight_view *v, struct fs_world2 *w)
{
    for (uint32_t row = 0; row < *v->shot.rows; row++) {
        if (v->shot.body1[row] == 0)
            continue;
        if (v->shot.life[row] == 0)
            drop_shot(v, w, row);
        else
            v->shot.life[row]--;
    }
}

/* --- flying --------------------------------------------------------------------------------------- */

/* A roll reverses the direction of lift. */
static fs_aero2 rolled_surface(fs_aero2 s, int side)
{
    s.xy *= side;
    s.yx *= side;
    return s;
}

/* At 20 m/s the wing lifts the 20 N of the aircraft; its drag across the flight turns the velocity into the heading. */
static fs_aero2 wing_surface(void)
{
    return (fs_aero2){ { 0, 0 }, -FS_WIDE_ONE * 3 / 10, 0, FS_WIDE_ONE, -3 * FS_WIDE_ONE };
}

/* The elevator pushes the tail away from the canopy to lift the nose towards it. */
static fs_aero2 tail_surface(int32_t elevator)
{
    const fs_aero2 rest = { { -FS_REL_ONE * 3 / 2, 0 }, -FS_WIDE_ONE / 10, 0, 0, -2 * FS_WIDE_ONE };
    fs_aero2_control control = { rest, rest, rest };
    control.min.yx = FS_WIDE_ONE * 45 / 100;
    control.max.yx = -FS_WIDE_ONE * 45 / 100;
    return fs_aero2_deflect(&control, elevator);
}

static void apply_engine(struct fs_world2 *w, const struct dogfight_rules *rules, fs_body2 body, uint32_t row,
                         uint8_t throttle)
{
    fs_wide force = fs_muldiv64(rules->thrust, throttle, 100);
    fs_rot2 rot = w->body.rot[row];
    if (w->body.pos[row].y > DOGFIGHT_CEILING * FS_POS_ONE)
        return;
    fs_body2_apply_force(w, body,
                         fs_wide2_make(fs_mul64(force, rot.c, FS_UNIT_FRAC), fs_mul64(force, rot.s, FS_UNIT_FRAC)));
}

/* An aircraft that leaves on one side returns on the other. */
static void wrap_around(struct fs_world2 *w, fs_body2 body, uint32_t row)
{
    const fs_pos half = DOGFIGHT_HALF_WIDTH * FS_POS_ONE;
    fs_pose2 pose = fs_body2_pose(w, row);
    if (pose.pos.x >= -half && pose.pos.x < half)
        return;
    pose.pos.x = fs_sat64_add(pose.pos.x, pose.pos.x < 0 ? 2 * half : -2 * half);
    fs_body2_set_pose(w, body, pose.pos, pose.rot);
}

/* A roll happens when its key goes down, not as long as it is held. */
static void steer_aircraft(struct dogfight_view *v, uint32_t slot, const uint8_t *input)
{
    bool roll = fs_kit_button_held(input, FS_KEY_ALT);
    int change = 2 * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    if (roll && !v->plane.roll_key_held[slot])
        v->plane.rolled[slot] ^= 1u;
    v->plane.roll_key_held[slot] = roll;
    v->plane.throttle[slot] = (uint8_t)fs_clamp32(v->plane.throttle[slot] + change, 0, 100);
    v->plane.elevator[slot] = (int8_t)(FS_AERO2_FULL_DEFLECTION * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP));
}

static void fly_aircraft(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                         uint32_t slot, const uint8_t *input)
{
    fs_body2 body = fs__dogfight_plane_body(v, slot);
    fs_vel2 wind = fs_vel2_make(rules->wind, 0);
    uint32_t row;
    if (fs_body2_row(w, body, &row) != FS_OK) {
        lose_aircraft(v, rules, w, slot);
        return;
    }
    steer_aircraft(v, slot, input);
    wrap_around(w, body, row);
    fs_aero2 main_wing = rolled_surface(wing_surface(), fs__dogfight_canopy_side(v, slot));
    fs_aero2 tail_plane = rolled_surface(tail_surface(v->plane.elevator[slot]), fs__dogfight_canopy_side(v, slot));
    fs_aero2_apply(w, body, &main_wing, wind);
    fs_aero2_apply(w, body, &tail_plane, wind);
    apply_engine(w, rules, body, row, v->plane.throttle[slot]);
    if (v->plane.guard[slot] > 0)
        v->plane.guard[slot]--;
    if (v->plane.reload[slot] > 0)
        v->plane.reload[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        fire_shot(v, rules, w, slot, row);
}

/* --- players -------------------------------------------------------------------------------------------- */

static void remove_aircraft(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                            uint32_t row)
{
    struct dogfight_plane *plane = &v->plane;
    for (uint32_t i = 0; i < rules->rounds; i++)
        drop_shot(v, w, row * rules->rounds + i);
    destroy_body(v, w, row);
    DOGFIGHT_PLANE_FIELDS(FS_KIT_ROW_CLEAR, plane)
}

static void apply_input(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w, uint32_t slot,
                        const uint8_t *input)
{
    if (v->plane.state[slot] == DOGFIGHT_FLYING)
        fly_aircraft(v, rules, w, slot, input);
    else if (v->plane.wait[slot] > 0)
        v->plane.wait[slot]--;
    else
        launch_aircraft(v, rules, w, slot);
}

static void apply_inputs(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->plane.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, w, slot, fs_input(inputs, slot));
        else if (v->plane.state[slot] != DOGFIGHT_ABSENT)
            remove_aircraft(v, rules, w, slot);
    }
}

/* --- hits and crashes ------------------------------------------------------------------------------------------ */

/* The plane that a shape is, or the number of slots. */
static uint32_t aircraft_of_body(const struct dogfight_view *v, uint64_t user)
{
    uint32_t slots = *v->plane.rows;
    return user >= 1 && user <= slots && v->plane.state[user - 1] == DOGFIGHT_FLYING ? (uint32_t)user - 1 : slots;
}

static void handle_shot_contact(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                                uint32_t row, uint64_t other)
{
    uint32_t plane = aircraft_of_body(v, other), slots = *v->plane.rows, owner = row / rules->rounds;
    if (row >= *v->shot.rows || v->shot.body1[row] == 0)
        return;
    drop_shot(v, w, row);
    if (plane == slots || v->plane.guard[plane] > 0)
        return;
    v->plane.health[plane] = (uint8_t)fs_max32(v->plane.health[plane] - 1, 0);
    if (v->plane.health[plane] > 0)
        return;
    v->plane.score[owner]++;
    lose_aircraft(v, rules, w, plane);
}

static void handle_shot_pair(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                             const fs_event2 *event)
{
    if (event->user_a >= DOGFIGHT_USER_SHOT)
        handle_shot_contact(v, rules, w, (uint32_t)(event->user_a - DOGFIGHT_USER_SHOT), event->user_b);
    if (event->user_b >= DOGFIGHT_USER_SHOT)
        handle_shot_contact(v, rules, w, (uint32_t)(event->user_b - DOGFIGHT_USER_SHOT), event->user_a);
}

/* A hard landing, or two planes in one place. */
static void handle_aircraft_pair(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w,
                                 const fs_event2 *event)
{
    bool shot = event->user_a >= DOGFIGHT_USER_SHOT || event->user_b >= DOGFIGHT_USER_SHOT;
    uint32_t a = aircraft_of_body(v, event->user_a), b = aircraft_of_body(v, event->user_b), slots = *v->plane.rows;
    if (shot || event->speed < rules->crash)
        return;
    if (a < slots)
        lose_aircraft(v, rules, w, a);
    if (b < slots)
        lose_aircraft(v, rules, w, b);
}

/* Events have a canonical order, so the result is independent of the order of queries. */
static void handle_events(struct dogfight_view *v, const struct dogfight_rules *rules, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        if (w->events[i].kind == FS_EVENT2_BEGIN)
            handle_shot_pair(v, rules, w, &w->events[i]);
        else if (w->events[i].kind == FS_EVENT2_HIT)
            handle_aircraft_pair(v, rules, w, &w->events[i]);
    }
}

/* --- start ---------------------------------------------------------------------------------------------------- */

static fs_world2_def world_def(uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.max_speed = MAX_SPEED * FS_VEL_ONE;
    return def;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct dogfight_view v;
    struct fs_world2 w;
    struct dogfight_rules rules = read_options(config);
    fs_world2_def def = world_def(config->hz);
    fs_result result = fs_kit_tables_fill(state, dogfight_T_rule, dogfight_T_COUNT);
    fs_world2_bind(state, dogfight_T_physics2, NULL, &w);
    if (result == FS_OK)
        result = fs_world2_init(&w, &def);
    for (int32_t tile = -DOGFIGHT_EXTRA_TILES; result == FS_OK && tile < DOGFIGHT_TILES + DOGFIGHT_EXTRA_TILES; tile++)
        result = add_tile(&w, tile);
    dogfight_bind(state, &v);
    dogfight_rules_store(&v, &rules);
    return result;
}

/* --- states from outside ------------------------------------------------------------------------------------------ */

static bool aircraft_valid(const struct dogfight_view *v, const struct dogfight_rules *rules, uint32_t i)
{
    return v->plane.state[i] < DOGFIGHT_STATES && v->plane.throttle[i] <= 100 && v->plane.rolled[i] <= 1 &&
           v->plane.roll_key_held[i] <= 1 && v->plane.health[i] <= rules->health &&
           v->plane.wait[i] <= rules->wait_ticks && v->plane.guard[i] <= rules->guard_ticks &&
           v->plane.reload[i] <= rules->reload_ticks;
}

/* Handles need no check: a stale one means an aircraft or a shot that is gone. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct dogfight_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, dogfight_T_rule, dogfight_T_COUNT))
        return false;
    dogfight_peek(state, &v);
    fs_world2_bind_readonly(state, dogfight_T_physics2, &w);
    struct dogfight_rules expected = read_options(config), rules = dogfight_rules_load(&v);
    bool ok = dogfight_rules_equal(&expected, &rules) && fs_world2_valid(&w);
    for (uint32_t i = 0; ok && i < *v.plane.rows; i++)
        ok = aircraft_valid(&v, &rules, i);
    return ok;
}

/* --- a tick ---------------------------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct dogfight_view v;
    struct fs_world2 w;
    dogfight_bind(state, &v);
    fs_world2_bind(state, dogfight_T_physics2, scratch, &w);
    struct dogfight_rules rules = dogfight_rules_load(&v);
    age_shots(&v, &w);
    apply_inputs(&v, &rules, &w, inputs);
    fs_world2_step(&w);
    handle_events(&v, &rules, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_dogfight = {
    .abi = FS_GAME_ABI,
    .name = "dogfight",
    .title = "Planes of the plane, steered by the air alone",
    .controls = "up or W pulls towards the canopy, down or S pushes, left and right or AD set the throttle, x rolls "
                "over, space fires",
    .schema = &dogfight_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = DOGFIGHT_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__dogfight_bots,
    .bot_count = DOGFIGHT_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__dogfight_draw,
    .keys = fs__dogfight_keys,
    .valid = valid,
    .standings = fs__dogfight_standings,
};
