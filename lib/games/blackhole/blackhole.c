/* blackhole.c: the game of the black hole: its rules, its start and its tick.
 *
 * A ship is in orbit while its energy is too small to leave: v^2/2 < sum of G M / r. The
 * step is velocity first: explicit Euler would spiral outward.
 */
#include "games/blackhole/blackhole.h"

#include <fixstep/motion.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum { TURN_DEGREES = 200 /* per second */ };

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_CAPTURE, OPT_DRAG, OPT_GM, OPT_HOLES, OPT_START, OPT_THRUST, OPT_WAIT, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_CAPTURE] = { "capture", 12, 3, 40, "radius within which a hole swallows a ship, m" },
    [OPT_DRAG] = { "drag", 10, 0, 200, "drag of the gas, share of the speed lost, thousandths per second" },
    [OPT_GM] = { "gm", 100, 1, 1000, "G times the mass of all holes together, 1000 m^3/s^2" },
    [OPT_HOLES] = { "holes", 1, 1, BLACKHOLE_MAX_HOLES, "number of holes" },
    [OPT_START] = { "start", 45, 0, 130, "speed at the start, percent of a circular orbit's" },
    [OPT_THRUST] = { "thrust", 80, 0, 400, "acceleration by the engine, dm/s^2" },
    [OPT_WAIT] = { "wait", 20, 1, 100, "time from being swallowed to the next start, tenths of a second" },
};

static struct blackhole_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct blackhole_rules){
        .holes = (uint32_t)o[OPT_HOLES],
        .mu = fs_wide_from_int((int32_t)o[OPT_GM] * 1000),
        .capture = fs_pos_from_int((int32_t)o[OPT_CAPTURE]),
        .drag = fs_wide_from_ratio(o[OPT_DRAG], 1000),
        .thrust = fs_wide_from_ratio(o[OPT_THRUST], 10),
        .start = (uint32_t)o[OPT_START],
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
    };
}

static uint32_t force_count(const fs_config *config)
{
    return (uint32_t)config->options[OPT_HOLES] + 1u + config->players;
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[blackhole_T_rule] = 1;
    rows[blackhole_T_ship] = config->players;
    rows[blackhole_T_physics] = 1;
    rows[blackhole_T_body] = config->players;
    rows[blackhole_T_force] = force_count(config);
}

static size_t scratch_size(const fs_config *config)
{
    return fs_particles_scratch_size(config->players);
}

/* Ships move by forces alone. */
static fs_particle_world_def world_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = fs_wide3_zero();
    return def;
}

/* --- places ------------------------------------------------------------------------------ */

fs_pos3 fs__blackhole_hole_pos(uint32_t hole, uint32_t holes)
{
    if (holes < 2)
        return fs_pos3_zero();
    uint32_t angle = (uint32_t)(((uint64_t)hole << 32) / holes);
    fs_wide3 place = fs_kit_heading_vector(angle, BLACKHOLE_HOLE_DISTANCE * FS_WIDE_ONE);
    return fs_pos3_make(place.x, place.y, 0);
}

fs_vel fs__blackhole_circular_speed(const struct blackhole_rules *rules, fs_pos r)
{
    return fs_vel_from_wide(fs_orbit_speed(rules->mu, r));
}

/* Ships start evenly spaced around the ring and fly counter-clockwise, slower than a circular orbit, so an idle ship
 * falls in. */
static void launch_ship(struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_particles *p,
                        uint32_t slot)
{
    uint32_t angle = (uint32_t)(((uint64_t)slot << 32) / *v->ship.rows);
    fs_wide3 place = fs_kit_heading_vector(angle, BLACKHOLE_START_RADIUS * FS_WIDE_ONE);
    fs_vel circular = fs__blackhole_circular_speed(rules, BLACKHOLE_START_RADIUS * FS_POS_ONE);
    fs_vel speed = fs_sat32(fs_div64_round((int64_t)circular * rules->start, 100));
    fs_particle_def def = {
        .pos = fs_pos3_make(place.x, place.y, 0),
        .vel = fs_kit_heading_velocity(angle + FS_TURN_QUARTER, speed),
        .mass = FS_WIDE_ONE,
        .damping = FS_UNIT_ONE,
        .kind = BLACKHOLE_KIND_SHIP,
    };
    fs_particle_make(p, slot, &def);
    v->ship.state[slot] = BLACKHOLE_FLYING;
    v->ship.heading[slot] = angle + FS_TURN_QUARTER;
    v->ship.orbit_ticks[slot] = 0;
    v->ship.throttle[slot] = 0;
}

/* --- start --------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct blackhole_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, blackhole_T_COUNT);
    if (result != FS_OK)
        return result;
    struct blackhole_view v;
    blackhole_bind(state, &v);
    blackhole_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    return fs_particle_world_make(&p, &def);
}

/* --- states from outside -------------------------------------------------------------------- */

static bool ship_valid(const struct blackhole_view *v, const struct blackhole_rules *rules, uint32_t slot)
{
    bool flies = v->ship.state[slot] == BLACKHOLE_FLYING;
    return v->ship.state[slot] < BLACKHOLE_STATES && v->ship.throttle[slot] <= 2 &&
           v->ship.wait[slot] <= rules->wait_ticks && v->body.kind[slot] == (flies ? BLACKHOLE_KIND_SHIP : 0);
}

/* Force rows need no check: every tick rewrites them. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct blackhole_view v;
    if (!fs_kit_tables_full(state, 1, blackhole_T_COUNT))
        return false;
    blackhole_peek(state, &v);
    struct blackhole_rules expected = read_options(config), rules = blackhole_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    bool ok = blackhole_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def);
    for (uint32_t slot = 0; ok && slot < *v.ship.rows; slot++)
        ok = ship_valid(&v, &rules, slot);
    return ok;
}

/* --- players --------------------------------------------------------------------------------- */

uint32_t fs__blackhole_turn_step(uint32_t hz)
{
    return FS_TURN_DEG(TURN_DEGREES) / hz;
}

static void remove_ship(struct blackhole_view *v, struct fs_particles *p, uint32_t row)
{
    struct blackhole_ship *ship = &v->ship;
    BLACKHOLE_SHIP_FIELDS(FS_KIT_ROW_CLEAR, ship)
    fs_kit_particle_clear(p, row);
}

/* Left and right rotate the ship; down rotates it toward its velocity. */
static void steer_ship(struct blackhole_view *v, uint32_t slot, const uint8_t *input)
{
    uint32_t step = fs__blackhole_turn_step(*v->world.hz);
    fs_vel3 vel = v->body.vel[slot];
    int side = fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT);
    v->ship.heading[slot] += step * (uint32_t)side;
    if (fs_kit_button_held(input, FS_KEY_ALT))
        v->ship.heading[slot] = fs_kit_heading_rotate_toward(v->ship.heading[slot], fs_atan2(vel.y, vel.x), step);
    bool burns = fs_kit_button_held(input, FS_KEY_UP) || fs_kit_button_held(input, FS_KEY_FIRE);
    v->ship.throttle[slot] = (uint8_t)(burns + fs_kit_button_held(input, FS_KEY_FIRE));
}

static void apply_input(struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_particles *p,
                        uint32_t slot, const uint8_t *input)
{
    if (v->ship.state[slot] == BLACKHOLE_ABSENT ||
        (v->ship.state[slot] == BLACKHOLE_WAITING && v->ship.wait[slot] == 0))
        launch_ship(v, rules, p, slot);
    else if (v->ship.state[slot] == BLACKHOLE_WAITING)
        v->ship.wait[slot]--;
    if (v->ship.state[slot] == BLACKHOLE_FLYING)
        steer_ship(v, slot, input);
}

static void apply_inputs(struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->ship.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->ship.state[slot] != BLACKHOLE_ABSENT)
            remove_ship(v, p, slot);
    }
}

/* --- forces ------------------------------------------------------------------------------------ */

/* Applies to all flying ships. */
static fs_force limit_to_ships(fs_force f)
{
    f.kind = BLACKHOLE_KIND_SHIP;
    return f;
}

static void write_forces(const struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_forces *forces,
                         const struct fs_particles *p)
{
    uint32_t row = 0;
    for (uint32_t i = 0; i < rules->holes; i++) {
        fs_force hole = limit_to_ships(fs_force_black_hole(FS_FORCE_EVERY, fs__blackhole_hole_pos(i, rules->holes),
                                                           fs_div64_round(rules->mu, rules->holes), rules->capture));
        fs_force_make(forces, row++, &hole, p);
    }
    fs_force drag = limit_to_ships(fs_force_drag(FS_FORCE_EVERY, rules->drag, 0));
    fs_force_make(forces, row++, &drag, p);
    for (uint32_t slot = 0; slot < *v->ship.rows; slot++) {
        fs_force engine = fs_force_constant(
            slot, fs_kit_heading_vector(v->ship.heading[slot], rules->thrust * v->ship.throttle[slot]));
        engine.on = v->ship.throttle[slot] > 0;
        fs_force_make(forces, row++, &engine, p);
    }
}

/* --- capture, escape and orbits -------------------------------------------------------------------- */

static void end_flight(struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_particles *p,
                       uint32_t slot)
{
    v->ship.state[slot] = BLACKHOLE_WAITING;
    v->ship.wait[slot] = (uint16_t)rules->wait_ticks;
    v->ship.throttle[slot] = 0;
    fs_kit_particle_clear(p, slot);
}

static void swallow_ships(struct blackhole_view *v, const struct blackhole_rules *rules, const struct fs_forces *forces,
                          struct fs_particles *p)
{
    uint32_t captured[BLACKHOLE_MAX_PLAYERS];
    uint32_t count = fs_force_captures(forces, p, captured, BLACKHOLE_MAX_PLAYERS);
    for (uint32_t i = 0; i < count && i < BLACKHOLE_MAX_PLAYERS; i++) {
        v->ship.swallowed[captured[i]]++;
        end_flight(v, rules, p, captured[i]);
    }
}

/* G M / r of all holes; their radius keeps r above 0. */
static fs_wide potential_at(const struct blackhole_rules *rules, fs_pos3 pos)
{
    fs_wide sum = 0, mu = fs_div64_round(rules->mu, rules->holes);
    for (uint32_t i = 0; i < rules->holes; i++) {
        fs_pos r = fs_pos3_dist(pos, fs__blackhole_hole_pos(i, rules->holes));
        sum = fs_wide_add(sum, fs_wide_div(mu, fs_max64(r, rules->capture)));
    }
    return sum;
}

static bool is_bound(const struct blackhole_rules *rules, fs_pos3 pos, fs_vel3 vel)
{
    uint64_t half_square = fs_vel3_length_sq(vel) >> (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1);
    return half_square < (uint64_t)potential_at(rules, pos);
}

static void update_score(struct blackhole_view *v, const struct blackhole_rules *rules, struct fs_particles *p,
                         uint32_t slot)
{
    if (v->ship.state[slot] != BLACKHOLE_FLYING)
        return;
    if (fs_pos3_dist_sq_cmp(p->pos[slot], fs_pos3_zero(), BLACKHOLE_LOST_DISTANCE * FS_POS_ONE) > 0) {
        v->ship.lost[slot]++;
        end_flight(v, rules, p, slot);
    } else if (is_bound(rules, p->pos[slot], p->vel[slot])) {
        v->ship.orbit_ticks[slot]++;
        v->ship.score[slot]++;
        v->ship.best_orbit_ticks[slot] = fs_max_u32(v->ship.best_orbit_ticks[slot], v->ship.orbit_ticks[slot]);
    } else {
        v->ship.orbit_ticks[slot] = 0;
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct blackhole_view v;
    blackhole_bind(state, &v);
    struct blackhole_rules rules = blackhole_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_forces forces = FS_FORCES(v, force, NULL, 0);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    apply_inputs(&v, &rules, &p, inputs);
    write_forces(&v, &rules, &forces, &p);
    fs_particles_step(&p, &forces, &arena);
    swallow_ships(&v, &rules, &forces, &p);
    for (uint32_t slot = 0; slot < *v.ship.rows; slot++)
        update_score(&v, &rules, &p, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_blackhole = {
    .abi = FS_GAME_ABI,
    .name = "blackhole",
    .title = "Stay in orbit around black holes",
    .controls = "left and right or AD turn, up or W burns, space burns twice as hard, x turns along the flight",
    .schema = &blackhole_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BLACKHOLE_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__blackhole_bots,
    .bot_count = BLACKHOLE_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__blackhole_draw,
    .keys = fs__blackhole_keys,
    .valid = valid,
    .standings = fs__blackhole_standings,
};
