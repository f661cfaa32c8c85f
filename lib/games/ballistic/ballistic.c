/* ballistic.c: the game of ballistic: its rules, its start and its tick.
 *
 * The book measures the age of shots in wall-clock time and gives two ranges; here the age is in ticks and the range
 * is that of the book's code, 200 m.
 */
#include "games/ballistic/ballistic.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    LIFE_SECONDS = 5,
    TURN_DEGREES = 40, /* per second */
    FINE_SHARE = 8,    /* fine aim is so much slower */
    FALL = 10          /* m/s^2, of targets that were hit */
};

#define YAW_LIMIT ((int32_t)FS_TURN_DEG(45))
#define PITCH_LOW (-(int32_t)FS_TURN_DEG(40))
#define PITCH_HIGH ((int32_t)FS_TURN_DEG(60))

const struct ballistic_shot fs__ballistic_shots[BALLISTIC_WEAPONS] = {
    [BALLISTIC_PISTOL] = { "pistol", 2000, 0, 35, -100, 99, 5, 0xF4F4F4 },
    [BALLISTIC_ARTILLERY] = { "artillery", 200000, 30, 40, -2000, 99, 15, 0x8C8C94 },
    [BALLISTIC_FIREBALL] = { "fireball", 1000, 0, 10, 60, 90, 10, 0xF08830 },
    [BALLISTIC_LASER] = { "laser", 100, 0, 100, 0, 99, 20, 0xF04050 },
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_DOWN, OPT_GRAVITY, OPT_MOVING, OPT_RADIUS, OPT_ROUNDS, OPT_TARGETS, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_DOWN] = { "down", 20, 1, 100, "time from a hit to the next target, tenths of a second" },
    [OPT_GRAVITY] = { "gravity", 100, 0, 300, "acceleration of the shots, percent of the book's" },
    [OPT_MOVING] = { "moving", 50, 0, 100, "targets that slide on rails, percent" },
    [OPT_RADIUS] = { "radius", 12, 3, 40, "radius of a target, dm" },
    [OPT_ROUNDS] = { "rounds", 8, 1, BALLISTIC_MAX_ROUNDS, "shots of one player in the air" },
    [OPT_TARGETS] = { "targets", 10, 1, BALLISTIC_MAX_TARGETS, "number of targets" },
};

static struct ballistic_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct ballistic_rules){
        .targets = (uint32_t)o[OPT_TARGETS],
        .rounds = (uint32_t)o[OPT_ROUNDS],
        .gravity = (uint32_t)o[OPT_GRAVITY],
        .moving = (uint32_t)o[OPT_MOVING],
        .radius = fs_pos_from_ratio(o[OPT_RADIUS], 10),
        .down_ticks = (uint32_t)o[OPT_DOWN] * config->hz / 10u,
        .life_ticks = LIFE_SECONDS * config->hz,
    };
}

static uint32_t body_count(const fs_config *config)
{
    return (uint32_t)(config->options[OPT_TARGETS] + config->options[OPT_ROUNDS] * config->players);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[ballistic_T_rule] = 1;
    rows[ballistic_T_gunner] = config->players;
    rows[ballistic_T_target] = (uint32_t)config->options[OPT_TARGETS];
    rows[ballistic_T_physics] = 1;
    rows[ballistic_T_body] = body_count(config);
}

/* The positions of all bodies before the step. */
static size_t scratch_size(const fs_config *config)
{
    return body_count(config) * sizeof(fs_pos3);
}

/* Every shot has its own acceleration, so the world's gravity is 0. */
static fs_particle_world_def world_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = fs_wide3_zero();
    return def;
}

/* --- targets --------------------------------------------------------------------------- */

fs_wide fs__ballistic_target_mass(uint32_t target)
{
    static const int32_t kg[4] = { 0, 5, 40, 400 };
    return fs_wide_from_int(kg[target % 4]);
}

fs_pos3 fs__ballistic_target_pos(const struct ballistic_view *v, uint32_t target, uint32_t tick)
{
    uint32_t step = (uint32_t)(((uint64_t)1 << 32) / (BALLISTIC_RAIL_PERIOD_SECONDS * *v->world.hz));
    fs_pos3 place = v->target.rail_centre[target];
    fs_pos aside = fs_mul64(v->target.rail_amplitude[target], fs_sin(v->target.phase[target] + tick * step),
                            FS_UNIT_FRAC);
    place.x = fs_sat64_add(place.x, aside);
    return place;
}

/* Places a new target at a drawn position on the range. Targets that slide or are far away give more points. */
static void stand_target(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                         uint32_t i)
{
    fs_rng *rng = &v->world.rng[0];
    int64_t z = fs_rng_range64(rng, 15 * FS_POS_ONE, 90 * FS_POS_ONE);
    int64_t side = 6 * FS_POS_ONE + z / 3;
    int64_t x = fs_rng_range64(rng, -side, side);
    int64_t y = fs_rng_range64(rng, 2 * FS_POS_ONE, 8 * FS_POS_ONE);
    int64_t swing = fs_rng_range64(rng, 2 * FS_POS_ONE, 6 * FS_POS_ONE);
    bool moves = fs_rng_chance(rng, rules->moving, 100);
    v->target.phase[i] = fs_rng_u32(rng);
    v->target.rail_centre[i] = fs_pos3_make(x, y, z);
    v->target.rail_amplitude[i] = moves ? swing : 0;
    v->target.points[i] = (uint8_t)(1 + (moves ? 1 : 0) + (z > 50 * FS_POS_ONE ? 1 : 0));
    v->target.down_wait[i] = 0;
    fs_particle_def def = { .pos = fs__ballistic_target_pos(v, i, *v->world.tick),
                            .immovable = true,
                            .kind = BALLISTIC_KIND_TARGET };
    fs_particle_make(p, i, &def);
}

/* A target that was hit stays where it reaches the ground. */
static void land_target(struct fs_particles *p, uint32_t i)
{
    if (p->pos[i].y > 0 || !fs_particle_movable(p, i))
        return;
    p->pos[i].y = 0;
    p->vel[i] = fs_vel3_zero();
    fs_particle_set_immovable(p, i);
}

static void move_targets(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p)
{
    for (uint32_t i = 0; i < rules->targets; i++) {
        if (v->target.down_wait[i] == 0) {
            p->pos[i] = fs__ballistic_target_pos(v, i, *v->world.tick);
            continue;
        }
        land_target(p, i);
        v->target.down_wait[i]--;
        if (v->target.down_wait[i] == 0)
            stand_target(v, rules, p, i);
    }
}

/* --- start ------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct ballistic_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, ballistic_T_COUNT);
    if (result != FS_OK)
        return result;
    struct ballistic_view v;
    ballistic_bind(state, &v);
    ballistic_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    result = fs_particle_world_make(&p, &def);
    for (uint32_t i = 0; i < rules.targets; i++)
        stand_target(&v, &rules, &p, i);
    return result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool gunner_valid(const struct ballistic_view *v, uint32_t slot)
{
    return v->gunner.active[slot] <= 1 && v->gunner.weapon[slot] < BALLISTIC_WEAPONS &&
           v->gunner.yaw[slot] >= -YAW_LIMIT && v->gunner.yaw[slot] <= YAW_LIMIT &&
           v->gunner.pitch[slot] >= PITCH_LOW && v->gunner.pitch[slot] <= PITCH_HIGH;
}

static bool body_valid(const struct ballistic_view *v, const struct ballistic_rules *rules, uint32_t row)
{
    uint16_t kind = v->body.kind[row];
    return row < rules->targets ? kind == BALLISTIC_KIND_TARGET && v->target.down_wait[row] <= rules->down_ticks
                                : kind <= BALLISTIC_WEAPONS;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct ballistic_view v;
    if (!fs_kit_tables_full(state, 1, ballistic_T_COUNT))
        return false;
    ballistic_peek(state, &v);
    struct ballistic_rules expected = read_options(config), rules = ballistic_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def def = world_def();
    bool ok = ballistic_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &def);
    for (uint32_t slot = 0; ok && slot < *v.gunner.rows; slot++)
        ok = gunner_valid(&v, slot);
    for (uint32_t row = 0; ok && row < *v.body.rows; row++)
        ok = body_valid(&v, &rules, row);
    return ok;
}

/* --- shots ------------------------------------------------------------------------------------ */

fs_pos3 fs__ballistic_muzzle_pos(uint32_t slot, uint32_t players)
{
    int64_t place = 2 * (int64_t)slot + 1 - (int64_t)players;
    return fs_pos3_make(fs_pos_from_ratio(place * BALLISTIC_GUNNER_SPACING_DM, 20),
                        fs_pos_from_ratio(BALLISTIC_MUZZLE_HEIGHT_DM, 10), 0);
}

/* (a cos - b sin) of the angle: exactly a for an angle of 0. */
static fs_vel rotate_component(fs_vel a, fs_vel b, uint32_t angle)
{
    return fs_sat32_sub(fs_mul32_sym(a, fs_cos(angle), FS_UNIT_FRAC), fs_mul32_sym(b, fs_sin(angle), FS_UNIT_FRAC));
}

fs_vel3 fs__ballistic_shot_velocity(uint32_t weapon, int32_t yaw, int32_t pitch)
{
    const struct ballistic_shot *shot = &fs__ballistic_shots[weapon % BALLISTIC_WEAPONS];
    fs_vel ahead = fs_vel_from_int(shot->ahead), up = fs_vel_from_int(shot->up);
    uint32_t raise = (uint32_t)pitch, swing = (uint32_t)yaw;
    fs_vel y = rotate_component(up, fs_sat32_neg(ahead), raise);
    fs_vel z = rotate_component(ahead, up, raise);
    return fs_vel3_make(fs_mul32_sym(z, fs_sin(swing), FS_UNIT_FRAC), y, rotate_component(z, 0, swing));
}

fs_particle_def fs__ballistic_shot_def(const struct ballistic_view *v, const struct ballistic_rules *rules,
                                       uint32_t slot)
{
    uint32_t weapon = v->gunner.weapon[slot] % BALLISTIC_WEAPONS;
    const struct ballistic_shot *shot = &fs__ballistic_shots[weapon];
    return (fs_particle_def){
        .pos = fs__ballistic_muzzle_pos(slot, *v->gunner.rows),
        .vel = fs__ballistic_shot_velocity(weapon, v->gunner.yaw[slot], v->gunner.pitch[slot]),
        .acc = fs_wide3_make(0, fs_wide_from_ratio((int64_t)shot->acc_cm * rules->gravity, 10000), 0),
        .mass = fs_wide_from_ratio(shot->mass_g, 1000),
        .damping = fs_unit_from_ratio(shot->damping, 100),
        .kind = (uint16_t)(weapon + 1u),
    };
}

static uint32_t first_shot_row(const struct ballistic_rules *rules, uint32_t slot)
{
    return rules->targets + slot * rules->rounds;
}

/* With all rounds in the air the trigger has no effect; shots in flight are never replaced. */
static void fire_shot(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                      uint32_t slot)
{
    uint32_t row = first_shot_row(rules, slot), end = row + rules->rounds;
    while (row < end && p->kind[row] != 0)
        row++;
    if (row == end)
        return;
    fs_particle_def def = fs__ballistic_shot_def(v, rules, slot);
    fs_particle_make(p, row, &def);
    v->gunner.shots[slot]++;
    v->gunner.reload[slot] = (uint16_t)(fs__ballistic_shots[def.kind - 1].reload_ds * *v->world.hz / 10u);
}

/* A shot ends, as in the book, at the ground, at its maximum age, or beyond the range. */
static void expire_shots(const struct ballistic_rules *rules, struct fs_particles *p)
{
    const fs_pos range = BALLISTIC_RANGE_M * FS_POS_ONE;
    for (uint32_t row = rules->targets; row < p->count; row++) {
        fs_pos3 pos = p->pos[row];
        bool ended = pos.y < 0 || pos.z > range || fs_particle_age(p, row) >= rules->life_ticks;
        if (p->kind[row] != 0 && ended)
            fs_kit_particle_clear(p, row);
    }
}

/* --- gunners ------------------------------------------------------------------------------------ */

int32_t fs__ballistic_turn_step(uint32_t hz, bool fine)
{
    return (int32_t)(FS_TURN_DEG(TURN_DEGREES) / (hz * (fine ? FINE_SHARE : 1)));
}

static void turn_aim(struct ballistic_view *v, uint32_t slot, const uint8_t *input)
{
    int32_t step = fs__ballistic_turn_step(*v->world.hz, fs_kit_button_held(input, FS_KEY_ALT));
    int32_t yaw = v->gunner.yaw[slot] + step * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    int32_t pitch = v->gunner.pitch[slot] + step * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    v->gunner.yaw[slot] = fs_clamp32(yaw, -YAW_LIMIT, YAW_LIMIT);
    v->gunner.pitch[slot] = fs_clamp32(pitch, PITCH_LOW, PITCH_HIGH);
}

static void remove_gunner(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                          uint32_t row)
{
    struct ballistic_gunner *gunner = &v->gunner;
    BALLISTIC_GUNNER_FIELDS(FS_KIT_ROW_CLEAR, gunner)
    for (uint32_t i = 0; i < rules->rounds; i++)
        fs_kit_particle_clear(p, first_shot_row(rules, row) + i);
}

static void apply_input(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                        uint32_t slot, const uint8_t *input)
{
    v->gunner.active[slot] = 1;
    if (input[1] >= 1 && input[1] <= BALLISTIC_WEAPONS)
        v->gunner.weapon[slot] = (uint8_t)(input[1] - 1u);
    turn_aim(v, slot, input);
    if (v->gunner.reload[slot] > 0)
        v->gunner.reload[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        fire_shot(v, rules, p, slot);
}

static void apply_inputs(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->gunner.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->gunner.active[slot])
            remove_gunner(v, rules, p, slot);
    }
}

/* --- hits ----------------------------------------------------------------------------------------- */

/* The first target on the path of a shot in this tick; the number of targets when there is none. */
static uint32_t find_hit_target(const struct ballistic_view *v, const struct ballistic_rules *rules,
                                const struct fs_particles *p, const fs_pos3 *before, uint32_t shot)
{
    uint32_t best = rules->targets;
    fs_unit earliest = FS_UNIT_MAX;
    for (uint32_t i = 0; i < rules->targets; i++) {
        fs_unit when;
        if (v->target.down_wait[i] > 0 ||
            !fs_kit_path_hits_sphere(fs_pos3_sub(before[shot], before[i]), fs_pos3_sub(p->pos[shot], p->pos[i]),
                                     rules->radius, &when))
            continue;
        if (when < earliest) {
            earliest = when;
            best = i;
        }
    }
    return best;
}

/* A perfectly inelastic impact: target and shot move on together with the shot's momentum. */
static void stick_shot(struct fs_particles *p, uint32_t target, uint32_t shot)
{
    fs_wide mass = fs__ballistic_target_mass(target);
    if (mass == 0)
        return;
    fs_vel3 v = p->vel[shot];
    fs_wide m = p->mass[shot], all = fs_wide_add(mass, m);
    fs_particle_def def = {
        .pos = p->pos[target],
        .vel = fs_vel3_make(fs_sat32(fs_muldiv64(v.x, m, all)), fs_sat32(fs_muldiv64(v.y, m, all)),
                            fs_sat32(fs_muldiv64(v.z, m, all))),
        .acc = fs_wide3_make(0, -FALL * FS_WIDE_ONE, 0),
        .mass = all,
        .damping = FS_UNIT_ONE,
        .kind = BALLISTIC_KIND_TARGET,
    };
    fs_particle_make(p, target, &def);
}

static void handle_hit(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                       uint32_t target, uint32_t shot)
{
    uint32_t slot = (shot - rules->targets) / rules->rounds;
    v->gunner.hits[slot]++;
    v->gunner.score[slot] += v->target.points[target];
    v->target.down_wait[target] = (uint16_t)rules->down_ticks;
    stick_shot(p, target, shot);
    fs_kit_particle_clear(p, shot);
}

static void handle_hits(struct ballistic_view *v, const struct ballistic_rules *rules, struct fs_particles *p,
                        const fs_pos3 *before)
{
    for (uint32_t shot = rules->targets; shot < p->count; shot++) {
        uint32_t target = p->kind[shot] == 0 ? rules->targets : find_hit_target(v, rules, p, before, shot);
        if (target < rules->targets)
            handle_hit(v, rules, p, target, shot);
    }
}

/* --- a tick ---------------------------------------------------------------------------------------- */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct ballistic_view v;
    ballistic_bind(state, &v);
    struct ballistic_rules rules = ballistic_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_pos3 *before = scratch->bytes;
    apply_inputs(&v, &rules, &p, inputs);
    for (uint32_t row = 0; row < p.count; row++)
        before[row] = p.pos[row];
    fs_particles_integrate(&p, NULL);
    move_targets(&v, &rules, &p);
    handle_hits(&v, &rules, &p, before);
    expire_shots(&rules, &p);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, BALLISTIC_WEAPONS);
}

const fs_game fs_game_ballistic = {
    .abi = FS_GAME_ABI,
    .name = "ballistic",
    .title = "Pistol, artillery, fireball and laser at targets down the range",
    .controls = "arrows or WASD aim, x aims finely, space fires, 1 pistol 2 artillery 3 fireball 4 laser",
    .schema = &ballistic_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BALLISTIC_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__ballistic_bots,
    .bot_count = BALLISTIC_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__ballistic_draw,
    .keys = fs__ballistic_keys,
    .valid = valid,
    .standings = fs__ballistic_standings,
};
