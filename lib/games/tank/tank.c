/* tank.c: the game of tanks: its rules, its start and its tick.
 *
 * Wind is a constant acceleration, as the source has it, and the particles move in half
 * steps: in a wind that does not change a shell is in every tick on the exact parabola.
 */
#include "games/tank/tank.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    TURN_DEGREES = 45, /* per second */
    SPEED_CHANGE = 15, /* m/s per second */
    FINE_SHARE = 8,    /* fine aim is so much slower */
    START_SPEED = 30,  /* m/s */
    EDGE = 10,         /* m: no tank stands nearer to the edges of the field */
    DRIFT_SECONDS = 4, /* from one target of the wind to the next */
    FLASH_DS = 5       /* tenths of a second that an explosion is seen */
};

#define GRAVITY_STEP (FS_WIDE_ONE / 2)
#define WIND_STEP (FS_WIDE_ONE / 4)

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_BLAST,
    OPT_DAMAGE,
    OPT_DRIFT,
    OPT_GRAVITY,
    OPT_HILLS,
    OPT_RELOAD,
    OPT_ROUNDS,
    OPT_WAIT,
    OPT_WIND,
    OPT_GUSTS,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_BLAST] = { "blast", 60, 20, 200, "radius of a shell's effect, twice that of its crater, dm" },
    [OPT_DAMAGE] = { "damage", 60, 1, 200, "damage of a shell that goes off in a tank, percent of its health" },
    [OPT_DRIFT] = { "drift", 15, 0, 50, "the wind leaves its mean by up to this, dm/s^2" },
    [OPT_GRAVITY] = { "gravity", 98, 10, 200, "gravity at the start, dm/s^2" },
    [OPT_HILLS] = { "hills", 100, 0, 150, "height of the hills, percent" },
    [OPT_RELOAD] = { "reload", 15, 0, 100, "time between two shells, tenths of a second" },
    [OPT_ROUNDS] = { "rounds", 3, 1, TANK_MAX_ROUNDS, "shells of one player in the air" },
    [OPT_WAIT] = { "wait", 20, 1, 100, "time from a loss to the next tank, tenths of a second" },
    [OPT_WIND] = { "wind", 0, -100, 100, "mean of the wind at the start, to the right, dm/s^2" },
    [OPT_GUSTS] = { "gusts", 0, 0, 1, "1: the wind changes with each shot instead of drifting" },
};

static struct tank_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct tank_rules){
        .rounds = (uint32_t)o[OPT_ROUNDS],
        .max_wind_drift = fs_wide_from_ratio(o[OPT_DRIFT], 10),
        .blast_radius = fs_pos_from_ratio(o[OPT_BLAST], 10),
        .damage = (uint32_t)o[OPT_DAMAGE],
        .reload_ticks = (uint32_t)o[OPT_RELOAD] * config->hz / 10u,
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
        .guard_ticks = 2 * config->hz,
    };
}

static uint32_t body_count(const fs_config *config)
{
    return config->players * (1 + (uint32_t)config->options[OPT_ROUNDS]);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[tank_T_rule] = 1;
    rows[tank_T_sky] = 1;
    rows[tank_T_ground] = TANK_COLUMNS;
    rows[tank_T_crew] = config->players;
    rows[tank_T_flash] = TANK_FLASHES;
    rows[tank_T_physics] = 1;
    rows[tank_T_body] = body_count(config);
}

/* The positions of all bodies before the step. */
static size_t scratch_size(const fs_config *config)
{
    return body_count(config) * sizeof(fs_pos3);
}

/* Gravity and wind may change in any tick: each body has them as its own acceleration. */
static fs_particle_world_def world_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = fs_wide3_zero();
    def.integrator = FS_INTEGRATOR_VELOCITY_VERLET;
    return def;
}

/* --- start ------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct tank_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, tank_T_COUNT);
    if (result != FS_OK)
        return result;
    struct tank_view v;
    tank_bind(state, &v);
    tank_rules_store(&v, &rules);
    v.sky.gravity[0] = fs_wide_from_ratio(config->options[OPT_GRAVITY], 10);
    v.sky.wind_mean[0] = fs_wide_from_ratio(config->options[OPT_WIND], 10);
    fs__tank_build_ground(&v, (uint32_t)config->options[OPT_HILLS]);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    return fs_particle_world_make(&p, &def);
}

/* --- states from outside -------------------------------------------------------------------- */

static bool sky_valid(const struct tank_view *v, const struct tank_rules *rules)
{
    return v->sky.gravity[0] >= GRAVITY_STEP && v->sky.gravity[0] <= TANK_GRAVITY_MAX * FS_WIDE_ONE &&
           v->sky.wind_mean[0] >= -TANK_WIND_MAX * FS_WIDE_ONE && v->sky.wind_mean[0] <= TANK_WIND_MAX * FS_WIDE_ONE &&
           v->sky.wind_drift[0] >= -rules->max_wind_drift && v->sky.wind_drift[0] <= rules->max_wind_drift &&
           v->sky.wind_drift_target[0] >= -rules->max_wind_drift &&
           v->sky.wind_drift_target[0] <= rules->max_wind_drift;
}

static bool crew_valid(const struct tank_view *v, const struct tank_rules *rules, uint32_t slot)
{
    bool stands = v->crew.state[slot] == TANK_STANDING;
    return v->crew.state[slot] < TANK_STATES && v->crew.health[slot] <= TANK_FULL_HEALTH &&
           v->crew.angle[slot] <= FS_TURN_HALF && v->crew.muzzle[slot] >= 0 &&
           v->crew.muzzle[slot] <= TANK_MUZZLE_SPEED_MAX * FS_VEL_ONE && v->crew.reload[slot] <= rules->reload_ticks &&
           v->crew.wait[slot] <= rules->wait_ticks && v->crew.guard[slot] <= rules->guard_ticks &&
           v->body.kind[slot] == (stands ? TANK_KIND_TANK : 0);
}

static bool bodies_valid(const struct tank_view *v)
{
    bool ok = true;
    for (uint32_t row = 0; ok && row < *v->body.rows; row++) {
        bool tank = row < *v->crew.rows;
        ok = tank ? v->body.pos[row].x >= 0 && v->body.pos[row].x <= TANK_WIDTH * FS_POS_ONE
                  : v->body.kind[row] == 0 || v->body.kind[row] == TANK_KIND_SHELL;
    }
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct tank_view v;
    if (!fs_kit_tables_full(state, 1, tank_T_COUNT))
        return false;
    tank_peek(state, &v);
    struct tank_rules expected = read_options(config), rules = tank_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    bool ok = tank_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def) && sky_valid(&v, &rules);
    for (uint32_t slot = 0; ok && slot < *v.crew.rows; slot++)
        ok = crew_valid(&v, &rules, slot);
    for (uint32_t column = 0; ok && column < TANK_COLUMNS; column++)
        ok = v.ground.height[column] >= FS_POS_ONE && v.ground.height[column] <= v.ground.full_height[column] &&
             v.ground.full_height[column] <= TANK_MAX_HEIGHT * FS_POS_ONE;
    return ok && bodies_valid(&v);
}

/* --- sky --------------------------------------------------------------------------------------- */

fs_wide fs__tank_wind(const struct tank_view *v)
{
    return v->sky.wind_mean[0] + v->sky.wind_drift[0];
}

/* The drift moves at a constant rate toward a target value, drawn anew every few seconds. */
static void update_wind(struct tank_view *v, const struct tank_rules *rules)
{
    uint32_t period = DRIFT_SECONDS * *v->world.hz;
    if (*v->world.tick % period == 0)
        v->sky.wind_drift_target[0] = fs_rng_range64(&v->world.rng[0], -rules->max_wind_drift, rules->max_wind_drift);
    fs_wide maximum = 2 * rules->max_wind_drift / period;
    fs_wide offset = v->sky.wind_drift_target[0] - v->sky.wind_drift[0];
    v->sky.wind_drift[0] += fs_clamp64(offset, -maximum, maximum);
}

static uint64_t count_shots(const struct tank_view *v)
{
    uint64_t shots = 0;
    for (uint32_t slot = 0; slot < *v->crew.rows; slot++)
        shots += v->crew.shots[slot];
    return shots;
}

/* Draws a new wind at once, after the shot of a tick: with gusts=1 every shot has its own wind, which the picture shows
 * before it is fired. Shells in the air feel it too. */
static void draw_gust(struct tank_view *v, const struct tank_rules *rules)
{
    fs_wide drift = fs_rng_range64(&v->world.rng[0], -rules->max_wind_drift, rules->max_wind_drift);
    v->sky.wind_drift_target[0] = drift;
    v->sky.wind_drift[0] = drift;
}

static void set_accelerations(struct tank_view *v, uint8_t choice)
{
    int gravity = (choice == TANK_GRAVITY_UP) - (choice == TANK_GRAVITY_DOWN);
    int wind = (choice == TANK_WIND_RIGHT) - (choice == TANK_WIND_LEFT);
    const fs_wide maximum = TANK_WIND_MAX * FS_WIDE_ONE;
    v->sky.gravity[0] = fs_clamp64(v->sky.gravity[0] + gravity * GRAVITY_STEP, GRAVITY_STEP,
                                   TANK_GRAVITY_MAX * FS_WIDE_ONE);
    v->sky.wind_mean[0] = fs_clamp64(v->sky.wind_mean[0] + wind * WIND_STEP, -maximum, maximum);
}

/* --- shells -------------------------------------------------------------------------------------- */

uint32_t fs__tank_turn_step(uint32_t hz, bool fine)
{
    return FS_TURN_DEG(TURN_DEGREES) / (hz * (fine ? FINE_SHARE : 1));
}

fs_vel fs__tank_speed_step(uint32_t hz, bool fine)
{
    return (fs_vel)(SPEED_CHANGE * FS_VEL_ONE / (int32_t)(hz * (fine ? FINE_SHARE : 1)));
}

fs_pos3 fs__tank_barrel_axis(const struct tank_view *v, uint32_t slot)
{
    fs_pos3 axis = v->body.pos[slot];
    axis.y = fs_sat64_add(axis.y, fs_pos_from_ratio(TANK_BARREL_HEIGHT_DM, 10));
    return axis;
}

fs_pos3 fs__tank_muzzle_pos(const struct tank_view *v, uint32_t slot)
{
    fs_wide3 barrel = fs_kit_heading_vector(v->crew.angle[slot], fs_pos_from_ratio(TANK_BARREL_LENGTH_DM, 10));
    return fs_pos3_add(fs__tank_barrel_axis(v, slot), fs_pos3_make(barrel.x, barrel.y, 0));
}

fs_particle_def fs__tank_shell_def(const struct tank_view *v, uint32_t slot)
{
    fs_vel2 vel = fs_projectile_velocity(v->crew.muzzle[slot], v->crew.angle[slot]);
    return (fs_particle_def){
        .pos = fs__tank_muzzle_pos(v, slot),
        .vel = fs_vel3_make(vel.x, vel.y, 0),
        .mass = FS_WIDE_ONE,
        .damping = FS_UNIT_ONE,
        .kind = TANK_KIND_SHELL,
    };
}

static uint32_t first_shell(const struct tank_view *v, const struct tank_rules *rules, uint32_t slot)
{
    return *v->crew.rows + slot * rules->rounds;
}

/* A tank whose shells are all in the air cannot fire. */
static void fire_shell(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot)
{
    uint32_t row = first_shell(v, rules, slot), end = row + rules->rounds;
    while (row < end && p->kind[row] != 0)
        row++;
    if (row == end)
        return;
    fs_particle_def def = fs__tank_shell_def(v, slot);
    fs_particle_make(p, row, &def);
    v->crew.shots[slot]++;
    v->crew.reload[slot] = (uint16_t)rules->reload_ticks;
}

/* --- tanks ------------------------------------------------------------------------------------------ */

/* Near the centre of the slot's part of the field; the barrel points to the middle. */
static void place_tank(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot)
{
    const fs_pos room = (TANK_WIDTH - 2 * EDGE) * FS_POS_ONE / *v->crew.rows;
    fs_pos aside = fs_rng_range64(&v->world.rng[0], -room / 4, room / 4);
    fs_pos x = EDGE * FS_POS_ONE + room * slot + room / 2 + aside;
    fs_particle_def def = { .pos = fs_pos3_make(x, fs__tank_ground_height(v, x), 0),
                            .mass = 1000 * FS_WIDE_ONE,
                            .damping = FS_UNIT_ONE,
                            .kind = TANK_KIND_TANK };
    fs_particle_make(p, slot, &def);
    v->crew.state[slot] = TANK_STANDING;
    v->crew.health[slot] = TANK_FULL_HEALTH;
    v->crew.guard[slot] = (uint16_t)rules->guard_ticks;
}

static void add_tank(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot)
{
    place_tank(v, rules, p, slot);
    v->crew.angle[slot] = FS_TURN_DEG(v->body.pos[slot].x < TANK_WIDTH * FS_POS_ONE / 2 ? 60 : 120);
    v->crew.muzzle[slot] = START_SPEED * FS_VEL_ONE;
}

static void remove_tank(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t row)
{
    struct tank_crew *crew = &v->crew;
    for (uint32_t i = 0; i < rules->rounds; i++)
        fs_kit_particle_clear(p, first_shell(v, rules, row) + i);
    fs_kit_particle_clear(p, row);
    TANK_CREW_FIELDS(FS_KIT_ROW_CLEAR, crew)
}

static void lose_tank(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot)
{
    v->crew.state[slot] = TANK_WAITING;
    v->crew.wait[slot] = (uint16_t)rules->wait_ticks;
    v->crew.losses[slot]++;
    fs_kit_particle_clear(p, slot);
}

static void turn_barrel(struct tank_view *v, uint32_t slot, const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    bool fine = fs_kit_button_held(input, FS_KEY_ALT);
    int32_t turn = (int32_t)fs__tank_turn_step(hz, fine) * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    fs_vel faster = fs__tank_speed_step(hz, fine) * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    v->crew.angle[slot] = (uint32_t)fs_clamp64((int64_t)v->crew.angle[slot] + turn, 0, FS_TURN_HALF);
    v->crew.muzzle[slot] = fs_clamp32(v->crew.muzzle[slot] + faster, TANK_MUZZLE_SPEED_MIN * FS_VEL_ONE,
                                      TANK_MUZZLE_SPEED_MAX * FS_VEL_ONE);
}

static void stand_tank(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot,
                       const uint8_t *input)
{
    turn_barrel(v, slot, input);
    if (v->crew.guard[slot] > 0)
        v->crew.guard[slot]--;
    if (v->crew.reload[slot] > 0)
        v->crew.reload[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        fire_shell(v, rules, p, slot);
}

static void apply_input(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t slot,
                        const uint8_t *input)
{
    set_accelerations(v, input[1]);
    if (v->crew.state[slot] == TANK_ABSENT)
        add_tank(v, rules, p, slot);
    else if (v->crew.wait[slot] > 0)
        v->crew.wait[slot]--;
    else if (v->crew.state[slot] == TANK_WAITING)
        place_tank(v, rules, p, slot);
    if (v->crew.state[slot] == TANK_STANDING)
        stand_tank(v, rules, p, slot, input);
}

static void apply_inputs(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->crew.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->crew.state[slot] != TANK_ABSENT)
            remove_tank(v, rules, p, slot);
    }
}

/* --- explosions ---------------------------------------------------------------------------------------- */

/* Full damage up to the tank's own radius, decreasing beyond it. */
uint32_t fs__tank_damage_at(const struct tank_rules *rules, fs_pos distance)
{
    fs_pos skin = fs_pos_from_ratio(TANK_RADIUS_DM, 10), room = fs_max64(rules->blast_radius - skin, FS_POS_ONE);
    fs_pos left = fs_clamp64(room - fs_sat64_sub(distance, skin), 0, room);
    return (uint32_t)fs_muldiv64(rules->damage, left, room);
}

/* Damage to the own tank gives no points. */
static void damage_tanks(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t victim,
                         uint32_t owner, uint32_t amount)
{
    uint32_t taken = fs_min_u32(amount, v->crew.health[victim]);
    bool lost = taken == v->crew.health[victim];
    v->crew.health[victim] -= (uint8_t)taken;
    if (owner != victim) {
        v->crew.score[owner] += taken + (lost ? TANK_KILL_BONUS : 0);
        v->crew.kills[owner] += lost;
    }
    if (lost)
        lose_tank(v, rules, p, victim);
}

static void show_explosion(struct tank_view *v, fs_pos3 pos, uint32_t owner)
{
    uint32_t row = 0;
    for (uint32_t i = 1; i < TANK_FLASHES; i++)
        if (v->flash.end_tick[i] < v->flash.end_tick[row])
            row = i;
    v->flash.pos[row] = pos;
    v->flash.end_tick[row] = *v->world.tick + FLASH_DS * *v->world.hz / 10;
    v->flash.owner[row] = (uint8_t)owner;
}

static void explode_shell(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p, uint32_t shell,
                          fs_pos3 pos)
{
    uint32_t owner = (shell - *v->crew.rows) / rules->rounds;
    fs_kit_particle_clear(p, shell);
    show_explosion(v, pos, owner);
    v->crew.last_impact[owner] = pos;
    fs__tank_dig_crater(v, pos, rules->blast_radius / 2);
    for (uint32_t slot = 0; slot < *v->crew.rows; slot++) {
        if (v->crew.state[slot] != TANK_STANDING || v->crew.guard[slot] > 0)
            continue;
        uint32_t amount = fs__tank_damage_at(rules, fs_pos3_dist(pos, fs__tank_barrel_axis(v, slot)));
        if (amount > 0)
            damage_tanks(v, rules, p, slot, owner, amount);
    }
}

/* The first thing on the way of a shell in this tick: the ground, or a tank. Of several at
 * once the ground, then the lowest slot. */
static bool find_contact(const struct tank_view *v, const struct fs_particles *p, const fs_pos3 *before, uint32_t shell,
                         fs_pos3 *point)
{
    fs_unit earliest = FS_UNIT_MAX, when;
    bool any = fs__tank_ground_hit(v, before[shell], p->pos[shell], &when, point);
    if (any)
        earliest = when;
    for (uint32_t slot = 0; slot < *v->crew.rows; slot++) {
        fs_pos3 axis = fs__tank_barrel_axis(v, slot);
        if (v->crew.state[slot] != TANK_STANDING ||
            !fs_kit_path_hits_sphere(fs_pos3_sub(before[shell], axis), fs_pos3_sub(p->pos[shell], axis),
                                     fs_pos_from_ratio(TANK_RADIUS_DM, 10), &when))
            continue;
        if (when < earliest) {
            earliest = when;
            *point = fs_pos3_add(before[shell], fs_pos3_scale(fs_pos3_sub(p->pos[shell], before[shell]), when));
            any = true;
        }
    }
    return any;
}

static void update_shell(struct tank_view *v, const struct tank_rules *rules, struct fs_particles *p,
                         const fs_pos3 *before, uint32_t shell)
{
    fs_pos3 pos = p->pos[shell], point = pos;
    bool outside = pos.x < 0 || pos.x > TANK_WIDTH * FS_POS_ONE;
    if (find_contact(v, p, before, shell, &point) || (!outside && pos.y <= fs__tank_ground_height(v, pos.x)))
        explode_shell(v, rules, p, shell, point);
    else if (outside)
        fs_kit_particle_clear(p, shell);
}

/* --- a tick ---------------------------------------------------------------------------------------------- */

/* A tank falls when the ground under it is gone; wind does not move it. */
static void drop_tank(struct tank_view *v, struct fs_particles *p, uint32_t slot)
{
    fs_pos ground = fs__tank_ground_height(v, p->pos[slot].x);
    if (p->pos[slot].y > ground)
        return;
    p->pos[slot].y = ground;
    p->vel[slot] = fs_vel3_zero();
}

static void move_bodies(struct tank_view *v, struct fs_particles *p, fs_pos3 *before)
{
    fs_wide down = -v->sky.gravity[0], wind = fs__tank_wind(v);
    for (uint32_t row = 0; row < p->count; row++) {
        before[row] = p->pos[row];
        if (p->kind[row] != 0)
            p->acc[row] = fs_wide3_make(row < *v->crew.rows ? 0 : wind, down, 0);
    }
    fs_particles_integrate(p, NULL);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct tank_view v;
    tank_bind(state, &v);
    struct tank_rules rules = tank_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_pos3 *before = scratch->bytes;
    uint64_t shots = count_shots(&v);
    apply_inputs(&v, &rules, &p, inputs);
    if (config->options[OPT_GUSTS] == 0)
        update_wind(&v, &rules);
    else if (count_shots(&v) > shots)
        draw_gust(&v, &rules);
    fs__tank_regrow_ground(&v);
    move_bodies(&v, &p, before);
    for (uint32_t slot = 0; slot < *v.crew.rows; slot++)
        if (p.kind[slot] != 0)
            drop_tank(&v, &p, slot);
    for (uint32_t row = *v.crew.rows; row < p.count; row++)
        if (p.kind[row] != 0)
            update_shell(&v, &rules, &p, before, row);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, TANK_CHOICES);
}

const fs_game fs_game_tank = {
    .abi = FS_GAME_ABI,
    .name = "tank",
    .title = "Tanks on hills: barrel, muzzle velocity, gravity and a drifting wind",
    .controls =
        "up and down or WS barrel, left and right or AD muzzle velocity, x finely, space fires, g b gravity, e r wind",
    .schema = &tank_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = TANK_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__tank_bots,
    .bot_count = TANK_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__tank_draw,
    .keys = fs__tank_keys,
    .valid = valid,
    .standings = fs__tank_standings,
};
