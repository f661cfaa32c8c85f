/* missile.c: the game of missiles: its rules, its start and its tick. */
#include "games/missile/missile.h"

#include <fixstep/motion.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    TURN_DEGREES = 180, /* per second */
    DRONE_DEGREES = 60,
    LAUNCH_SPEED = 12, /* m/s, of a missile that accelerates */
    COAST_SPEED = 40,  /* m/s, of one that does not */
    START_POWER = 30,  /* m/s^2 */
    NOSE = 4,          /* m: where a missile leaves the craft */
    MARGIN = 2         /* m: a craft stays so far from the walls */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_DRONES,
    OPT_HIT,
    OPT_HOMING,
    OPT_HORIZON,
    OPT_LIFE,
    OPT_RELOAD,
    OPT_ROUNDS,
    OPT_THRUST,
    OPT_WAIT,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_DRONES] = { "drones", 2, 0, MISSILE_MAX_DRONES, "crafts that fly by themselves and fire nothing" },
    [OPT_HIT] = { "hit", 25, 10, 100, "distance at which a missile goes off, dm" },
    [OPT_HOMING] = { "homing", 150, 0, 400, "pull of a missile to its target, percent of 1 m/s^2 per metre" },
    [OPT_HORIZON] = { "horizon", 100, 0, 300, "time for which a missile looks ahead, hundredths of a second" },
    [OPT_LIFE] = { "life", 40, 5, 200, "flight of a missile, tenths of a second" },
    [OPT_RELOAD] = { "reload", 8, 0, 100, "time between two missiles, tenths of a second" },
    [OPT_ROUNDS] = { "rounds", 4, 1, MISSILE_MAX_ROUNDS, "missiles of one player in the air" },
    [OPT_THRUST] = { "thrust", 20, 0, 60, "acceleration of a craft, m/s^2" },
    [OPT_WAIT] = { "wait", 20, 1, 100, "time from being hit to the next start, tenths of a second" },
};

static struct missile_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct missile_rules){
        .drones = (uint32_t)o[OPT_DRONES],
        .rounds = (uint32_t)o[OPT_ROUNDS],
        .homing = fs_wide_from_ratio(o[OPT_HOMING], 100),
        .horizon = fs_wide_from_ratio(o[OPT_HORIZON], 100),
        .thrust = fs_wide_from_int((int32_t)o[OPT_THRUST]),
        .hit_distance = fs_pos_from_ratio(o[OPT_HIT], 10),
        .reload_ticks = (uint32_t)o[OPT_RELOAD] * config->hz / 10u,
        .life_ticks = (uint32_t)o[OPT_LIFE] * config->hz / 10u,
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
        .guard_ticks = 2 * config->hz,
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    uint32_t crafts = config->players + (uint32_t)config->options[OPT_DRONES];
    uint32_t missiles = config->players * (uint32_t)config->options[OPT_ROUNDS];
    rows[missile_T_rule] = 1;
    rows[missile_T_craft] = crafts;
    rows[missile_T_physics] = 1;
    rows[missile_T_body] = crafts + missiles;
    rows[missile_T_force] = 1 + 2 * crafts + missiles;
}

/* Scratch: the positions of all bodies before the step, then the memory of the physics. */
static size_t scratch_size(const fs_config *config)
{
    uint32_t rows[missile_T_COUNT] = { 1 };
    capacities(config, rows);
    return FS_ARENA_BYTES(rows[missile_T_body] * sizeof(fs_pos3)) + fs_particles_scratch_size(rows[missile_T_body]);
}

static fs_particle_world_def world_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = fs_wide3_zero();
    def.max_speed = MISSILE_MAX_SPEED * FS_VEL_ONE;
    return def;
}

static uint32_t player_count(const struct missile_view *v, const struct missile_rules *rules)
{
    return *v->craft.rows - rules->drones;
}

/* --- crafts -------------------------------------------------------------------------------- */

/* Evenly around an ellipse, looking along it. */
static void launch_craft(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p, uint32_t i)
{
    uint32_t angle = (uint32_t)(((uint64_t)i << 32) / *v->craft.rows);
    fs_pos x = fs_mul64(MISSILE_HALF_WIDTH * FS_POS_ONE * 3 / 5, fs_cos(angle), FS_UNIT_FRAC);
    fs_pos y = fs_mul64(MISSILE_HALF_HEIGHT * FS_POS_ONE * 3 / 5, fs_sin(angle), FS_UNIT_FRAC);
    fs_particle_def def = { .pos = fs_pos3_make(x, y, 0),
                            .mass = FS_WIDE_ONE,
                            .damping = FS_UNIT_ONE,
                            .kind = MISSILE_KIND_CRAFT };
    fs_particle_make(p, i, &def);
    v->craft.state[i] = MISSILE_FLYING;
    v->craft.heading[i] = angle + FS_TURN_QUARTER;
    v->craft.guard[i] = (uint16_t)rules->guard_ticks;
}

static void wait_for_launch(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                            uint32_t i)
{
    if (v->craft.wait[i] > 0)
        v->craft.wait[i]--;
    else
        launch_craft(v, rules, p, i);
}

static void lose_craft(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p, uint32_t i)
{
    v->craft.state[i] = MISSILE_WAITING;
    v->craft.wait[i] = (uint16_t)rules->wait_ticks;
    v->craft.thrusting[i] = 0;
    v->craft.brake[i] = 0;
    v->craft.losses[i]++;
    fs_kit_particle_clear(p, i);
}

/* A missile explodes at the walls; a craft bounces with half its speed. */
static void keep_inside(struct fs_particles *p, uint32_t row)
{
    const fs_pos w = MISSILE_HALF_WIDTH * FS_POS_ONE, h = MISSILE_HALF_HEIGHT * FS_POS_ONE, m = MARGIN * FS_POS_ONE;
    fs_pos3 *pos = &p->pos[row];
    if (p->kind[row] == MISSILE_KIND_CRAFT) {
        fs_axis_bounce(&pos->x, &p->vel[row].x, m - w, w - m, FS_UNIT_ONE / 2);
        fs_axis_bounce(&pos->y, &p->vel[row].y, m - h, h - m, FS_UNIT_ONE / 2);
    } else if (pos->x < -w || pos->x > w || pos->y < -h || pos->y > h) {
        fs_kit_particle_clear(p, row);
    }
}

/* --- start ----------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct missile_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, missile_T_COUNT);
    if (result != FS_OK)
        return result;
    struct missile_view v;
    missile_bind(state, &v);
    missile_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    result = fs_particle_world_make(&p, &def);
    for (uint32_t i = config->players; i < *v.craft.rows; i++)
        launch_craft(&v, &rules, &p, i);
    return result;
}

/* --- states from outside ------------------------------------------------------------------------ */

static bool craft_valid(const struct missile_view *v, const struct missile_rules *rules, uint32_t i)
{
    bool flies = v->craft.state[i] == MISSILE_FLYING;
    return v->craft.state[i] < MISSILE_STATES && v->craft.thrusting[i] <= 1 && v->craft.brake[i] <= 1 &&
           v->craft.coasting[i] <= 1 && v->craft.mode_key_held[i] <= 1 && v->craft.power[i] <= MISSILE_MAX_POWER &&
           v->craft.wait[i] <= rules->wait_ticks && v->craft.guard[i] <= rules->guard_ticks &&
           v->craft.reload[i] <= rules->reload_ticks && v->body.kind[i] == (flies ? MISSILE_KIND_CRAFT : 0);
}

/* Force rows need no check: every tick rewrites them. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct missile_view v;
    if (!fs_kit_tables_full(state, 1, missile_T_COUNT))
        return false;
    missile_peek(state, &v);
    struct missile_rules expected = read_options(config), rules = missile_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    bool ok = missile_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def);
    for (uint32_t i = 0; ok && i < *v.craft.rows; i++)
        ok = craft_valid(&v, &rules, i);
    for (uint32_t row = *v.craft.rows; ok && row < p.count; row++)
        ok = p.kind[row] == 0 || p.kind[row] == MISSILE_KIND_MISSILE;
    return ok;
}

/* --- missiles ------------------------------------------------------------------------------------- */

static uint32_t first_round(const struct missile_view *v, const struct missile_rules *rules, uint32_t slot)
{
    return *v->craft.rows + slot * rules->rounds;
}

uint32_t fs__missile_owner_slot(const struct missile_view *v, const struct missile_rules *rules, uint32_t row)
{
    return (row - *v->craft.rows) / rules->rounds;
}

uint32_t fs__missile_nearest_craft(const struct missile_view *v, fs_pos3 place, uint32_t owner)
{
    uint32_t best = *v->craft.rows;
    fs_pos minimum = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->craft.rows; i++) {
        fs_pos distance = fs_pos3_dist(place, v->body.pos[i]);
        if (i == owner || v->craft.state[i] != MISSILE_FLYING || v->craft.guard[i] > 0 || distance >= minimum)
            continue;
        best = i;
        minimum = distance;
    }
    return best;
}

/* The motor of a missile in column acc: along the heading at first, later along its velocity. */
static fs_particle_def missile_def(const struct missile_view *v, uint32_t slot)
{
    uint32_t heading = v->craft.heading[slot];
    bool coasting = v->craft.coasting[slot] != 0;
    fs_wide3 nose = fs_kit_heading_vector(heading, NOSE * FS_WIDE_ONE);
    fs_vel first = (coasting ? COAST_SPEED : LAUNCH_SPEED) * FS_VEL_ONE;
    return (fs_particle_def){
        .pos = fs_pos3_add(v->body.pos[slot], fs_pos3_make(nose.x, nose.y, 0)),
        .vel = fs_vel3_add(v->body.vel[slot], fs_kit_heading_velocity(heading, first)),
        .acc = fs_kit_heading_vector(heading, coasting ? 0 : v->craft.power[slot] * FS_WIDE_ONE),
        .mass = FS_WIDE_ONE,
        .damping = FS_UNIT_ONE,
        .kind = MISSILE_KIND_MISSILE,
    };
}

/* A craft whose missiles are all in the air cannot fire. */
static void fire_missile(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                         uint32_t slot)
{
    uint32_t row = first_round(v, rules, slot), end = row + rules->rounds;
    while (row < end && p->kind[row] != 0)
        row++;
    if (row == end)
        return;
    fs_particle_def def = missile_def(v, slot);
    fs_particle_make(p, row, &def);
    v->craft.fired[slot]++;
    v->craft.reload[slot] = (uint16_t)rules->reload_ticks;
}

/* The motor's acceleration follows the direction of flight at constant magnitude. */
static void switch_motor(struct fs_particles *p, uint32_t row)
{
    fs_unit3 delta;
    fs_wide power = fs_wide3_length(p->acc[row]);
    if (power > 0 && fs_vel3_normalise(p->vel[row], &delta))
        p->acc[row] = fs_wide3_make(fs_mul64(power, delta.x, FS_UNIT_FRAC), fs_mul64(power, delta.y, FS_UNIT_FRAC), 0);
}

static void update_missiles(const struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p)
{
    for (uint32_t row = *v->craft.rows; row < p->count; row++) {
        if (p->kind[row] == 0)
            continue;
        if (fs_particle_age(p, row) >= rules->life_ticks)
            fs_kit_particle_clear(p, row);
        else
            switch_motor(p, row);
    }
}

/* --- players --------------------------------------------------------------------------------------- */

uint32_t fs__missile_turn_step(uint32_t hz)
{
    return FS_TURN_DEG(TURN_DEGREES) / hz;
}

static void remove_craft(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                         uint32_t row)
{
    struct missile_craft *craft = &v->craft;
    MISSILE_CRAFT_FIELDS(FS_KIT_ROW_CLEAR, craft)
    fs_kit_particle_clear(p, row);
    for (uint32_t i = 0; i < rules->rounds; i++)
        fs_kit_particle_clear(p, first_round(v, rules, row) + i);
}

static void set_power(struct missile_view *v, uint32_t slot, uint8_t choice)
{
    int32_t change = choice == MISSILE_POWER_UP     ? MISSILE_POWER_STEP
                     : choice == MISSILE_POWER_DOWN ? -MISSILE_POWER_STEP
                                                    : 0;
    v->craft.power[slot] = (uint8_t)fs_clamp32(v->craft.power[slot] + change, 0, MISSILE_MAX_POWER);
}

/* The mode changes when its key goes down, not as long as it is held. */
static void set_mode(struct missile_view *v, uint32_t slot, bool held)
{
    if (held && !v->craft.mode_key_held[slot])
        v->craft.coasting[slot] ^= 1u;
    v->craft.mode_key_held[slot] = held;
}

static void fly_craft(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p, uint32_t slot,
                      const uint8_t *input)
{
    int side = fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT);
    v->craft.heading[slot] += fs__missile_turn_step(*v->world.hz) * (uint32_t)side;
    v->craft.thrusting[slot] = fs_kit_button_held(input, FS_KEY_UP);
    v->craft.brake[slot] = fs_kit_button_held(input, FS_KEY_DOWN);
    if (v->craft.guard[slot] > 0)
        v->craft.guard[slot]--;
    if (v->craft.reload[slot] > 0)
        v->craft.reload[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        fire_missile(v, rules, p, slot);
}

static void add_craft(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p, uint32_t slot)
{
    v->craft.power[slot] = START_POWER;
    launch_craft(v, rules, p, slot);
}

static void apply_input(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                        uint32_t slot, const uint8_t *input)
{
    if (v->craft.state[slot] == MISSILE_ABSENT)
        add_craft(v, rules, p, slot);
    else if (v->craft.state[slot] == MISSILE_WAITING)
        wait_for_launch(v, rules, p, slot);
    set_power(v, slot, input[1]);
    set_mode(v, slot, fs_kit_button_held(input, FS_KEY_ALT));
    if (v->craft.state[slot] == MISSILE_FLYING)
        fly_craft(v, rules, p, slot, input);
}

static void apply_inputs(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < player_count(v, rules); slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->craft.state[slot] != MISSILE_ABSENT)
            remove_craft(v, rules, p, slot);
    }
}

/* Drones burn all the time and turn, every other one to the right. */
static void fly_drones(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p)
{
    uint32_t step = FS_TURN_DEG(DRONE_DEGREES) / *v->world.hz;
    for (uint32_t i = player_count(v, rules); i < *v->craft.rows; i++) {
        if (v->craft.state[i] != MISSILE_FLYING) {
            wait_for_launch(v, rules, p, i);
            continue;
        }
        v->craft.heading[i] += i % 2 == 0 ? step : 0u - step;
        v->craft.thrusting[i] = 1;
        if (v->craft.guard[i] > 0)
            v->craft.guard[i]--;
    }
}

/* --- forces -------------------------------------------------------------------------------------------- */

static void write_force(struct fs_forces *forces, const struct fs_particles *p, uint32_t row, fs_force f, bool on)
{
    f.on = on;
    fs_force_make(forces, row, &f, p);
}

static void write_homing_forces(const struct missile_view *v, const struct missile_rules *rules,
                                struct fs_forces *forces, const struct fs_particles *p, uint32_t first)
{
    uint32_t crafts = *v->craft.rows;
    for (uint32_t row = crafts; row < p->count; row++) {
        bool flies = p->kind[row] != 0;
        uint32_t target = flies ? fs__missile_nearest_craft(v, p->pos[row], fs__missile_owner_slot(v, rules, row))
                                : crafts;
        fs_force homing = fs_force_homing(row, target < crafts ? target : 0, rules->homing, rules->horizon);
        write_force(forces, p, first + row - crafts, homing, target < crafts);
    }
}

static void write_forces(const struct missile_view *v, const struct missile_rules *rules, struct fs_forces *forces,
                         const struct fs_particles *p)
{
    const fs_wide drag = FS_WIDE_ONE * 4 / 5, brake = 3 * FS_WIDE_ONE;
    uint32_t row = 0;
    fs_force air = fs_force_drag(FS_FORCE_EVERY, drag, 0);
    air.kind = MISSILE_KIND_CRAFT;
    write_force(forces, p, row++, air, true);
    for (uint32_t i = 0; i < *v->craft.rows; i++) {
        write_force(forces, p, row++, fs_force_constant(i, fs_kit_heading_vector(v->craft.heading[i], rules->thrust)),
                    v->craft.thrusting[i] != 0);
        write_force(forces, p, row++, fs_force_airbrake(i, brake), v->craft.brake[i] != 0);
    }
    write_homing_forces(v, rules, forces, p, row);
}

/* --- hits ------------------------------------------------------------------------------------------------- */

/* The first craft on the path of a missile in this tick; the number of crafts when there is none. */
static uint32_t find_hit_craft(const struct missile_view *v, const struct missile_rules *rules,
                               const struct fs_particles *p, const fs_pos3 *before, uint32_t missile)
{
    uint32_t best = *v->craft.rows, owner = fs__missile_owner_slot(v, rules, missile);
    fs_unit earliest = FS_UNIT_MAX;
    for (uint32_t i = 0; i < *v->craft.rows; i++) {
        fs_unit when;
        bool open = i != owner && v->craft.state[i] == MISSILE_FLYING && v->craft.guard[i] == 0;
        if (!open || !fs_kit_path_hits_sphere(fs_pos3_sub(before[missile], before[i]),
                                              fs_pos3_sub(p->pos[missile], p->pos[i]), rules->hit_distance, &when))
            continue;
        if (when < earliest) {
            earliest = when;
            best = i;
        }
    }
    return best;
}

static void handle_hits(struct missile_view *v, const struct missile_rules *rules, struct fs_particles *p,
                        const fs_pos3 *before)
{
    for (uint32_t row = *v->craft.rows; row < p->count; row++) {
        uint32_t craft = p->kind[row] == 0 ? *v->craft.rows : find_hit_craft(v, rules, p, before, row);
        if (craft == *v->craft.rows)
            continue;
        v->craft.score[fs__missile_owner_slot(v, rules, row)]++;
        fs_kit_particle_clear(p, row);
        lose_craft(v, rules, p, craft);
    }
}

/* --- a tick -------------------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct missile_view v;
    missile_bind(state, &v);
    struct missile_rules rules = missile_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_forces forces = FS_FORCES(v, force, NULL, 0);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    fs_pos3 *before = fs_arena_take(&arena, p.count * sizeof *before);
    apply_inputs(&v, &rules, &p, inputs);
    fly_drones(&v, &rules, &p);
    update_missiles(&v, &rules, &p);
    for (uint32_t row = 0; row < p.count; row++)
        before[row] = p.pos[row];
    write_forces(&v, &rules, &forces, &p);
    fs_particles_step(&p, &forces, &arena);
    handle_hits(&v, &rules, &p, before);
    for (uint32_t row = 0; row < p.count; row++)
        if (p.kind[row] != 0)
            keep_inside(&p, row);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, MISSILE_CHOICES);
}

const fs_game fs_game_missile = {
    .abi = FS_GAME_ABI,
    .name = "missile",
    .title = "Homing missiles that accelerate",
    .controls = "left and right or AD turn, up burns, down brakes, space fires, x acceleration of missiles on and off, "
                "+ and - set it",
    .schema = &missile_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = MISSILE_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__missile_bots,
    .bot_count = MISSILE_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__missile_draw,
    .keys = fs__missile_keys,
    .valid = valid,
    .standings = fs__missile_standings,
};
