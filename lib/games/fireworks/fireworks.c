/* fireworks.c: the game of fireworks: its types, its start and its tick.
 *
 * The book's program launches all from one place; here each player has its own three. In the game that the book
 * proposes, fireworks do not spawn payloads by themselves: with fuses=0 a firework that no crosshair sets off ends
 * without its payload.
 */
#include "games/fireworks/fireworks.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    SPACING = 5,          /* m, between two players */
    SPREAD = 5,           /* m, the book's, between the three places of one */
    CROSSHAIR_SPEED = 18, /* m/s */
    FINE_SHARE = 4,       /* the crosshair is slower by this factor while x is held */
    TRIGGER_DS = 2,       /* between two shots of a crosshair, 1/10 s */
    WHEEL_SECONDS = 4,
    WHEEL_SPARKS = 160, /* sparks that one wheel can have at a time */
    WHEEL_TURNS = 2     /* around, per second */
};

const struct fireworks_type fs__fireworks_types[FIREWORKS_TYPES] = {
    { 50, 140, { -5, 25, -5 }, { 5, 28, 5 }, 10, 2, 0, 0xF04030 },
    { 50, 100, { -5, 10, -5 }, { 5, 20, 5 }, 80, 1, 2, 0xF09030 },
    { 50, 150, { -5, -5, -5 }, { 5, 5, 5 }, 10, 0, 0, 0xF4E450 },
    { 25, 50, { -20, 5, -5 }, { 20, 5, 5 }, 20, 0, 0, 0x50D860 },
    { 50, 100, { -20, 2, -5 }, { 20, 18, 5 }, 1, 1, 3, 0x48D8E8 },
    { 300, 500, { -5, 5, -5 }, { 5, 10, 5 }, 95, 0, 0, 0x7890F8 },
    { 400, 500, { -5, 50, -5 }, { 5, 60, 5 }, 1, 1, 4, 0xE860E8 },
    { 25, 50, { -1, -1, -1 }, { 1, 1, 1 }, 1, 0, 0, 0xF8F8F8 },
    { 300, 500, { -15, 10, -5 }, { 15, 15, 5 }, 95, 0, 0, 0xF8A0B0 },
};

static const struct {
    uint32_t type, count;
} payloads[FIREWORKS_PAYLOADS] = { { 3, 5 }, { 5, 5 }, { 4, 2 }, { 3, 5 }, { 8, 10 } };

uint32_t fs__fireworks_points(uint32_t type)
{
    if (type < 1 || type > FIREWORKS_TYPES)
        return 0;
    const struct fireworks_type *t = &fs__fireworks_types[type - 1];
    uint32_t points = 0;
    for (uint32_t i = 0; i < t->payloads; i++)
        points += payloads[t->first_payload + i].count;
    return fs_max_u32(points, 1);
}

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_FUSES, OPT_GRAVITY, OPT_REACH, OPT_RELOAD, OPT_RING, OPT_SLOTS, OPT_SPARKS, OPT_WIND, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_FUSES] = { "fuses", 1, 0, 1, "1: fuses let payloads go; 0: only crosshairs do" },
    [OPT_GRAVITY] = { "gravity", 100, 0, 300, "pull of the earth, dm/s^2" },
    [OPT_REACH] = { "reach", 12, 3, 50, "radius of a crosshair, dm" },
    [OPT_RELOAD] = { "reload", 3, 1, 100, "time between two launches of one player, tenths of a second" },
    [OPT_RING] = { "ring", 0, 0, 1, "with all slots taken: 1: new fireworks replace old ones; 0: they are dropped" },
    [OPT_SLOTS] = { "slots", 1024, 16, FIREWORKS_MAX_SLOTS, "fireworks in the air" },
    [OPT_SPARKS] = { "sparks", 120, 0, 200, "sparks of a Catherine wheel per second" },
    [OPT_WIND] = { "wind", 0, -100, 100, "push of the wind to the right, dm/s^2" },
};

static struct fireworks_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct fireworks_rules){
        .fuses = (uint8_t)o[OPT_FUSES],
        .crosshair_reach = fs_pos_from_ratio(o[OPT_REACH], 10),
        .reload_ticks = (uint32_t)o[OPT_RELOAD] * config->hz / 10u,
        .sparks = (uint32_t)o[OPT_SPARKS],
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[fireworks_T_rule] = 1;
    rows[fireworks_T_player] = config->players;
    rows[fireworks_T_physics] = 1;
    rows[fireworks_T_crackle] = 1;
    rows[fireworks_T_glow] = 1;
    rows[fireworks_T_recipe] = FIREWORKS_TYPES;
    rows[fireworks_T_payload] = FIREWORKS_PAYLOADS;
    rows[fireworks_T_firework] = (uint32_t)config->options[OPT_SLOTS];
    rows[fireworks_T_spark] = WHEEL_SPARKS * config->players;
}

static size_t scratch_size(const fs_config *config)
{
    return fs_fireworks_scratch_size((uint32_t)config->options[OPT_SLOTS]);
}

/* Fireworks are damped by their rules, sparks by the world. */
static fs_particle_world_def world_def(const fs_config *config)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity.x = fs_wide_from_ratio(config->options[OPT_WIND], 10);
    def.gravity.y = fs_wide_from_ratio(-config->options[OPT_GRAVITY], 10);
    def.damping = fs_unit_from_ratio(2, 10);
    return def;
}

/* As in the book, a firework below the ground ends; with fuses=0 extinguish_low() does this. */
static fs_emitter_def crackle_def(const fs_config *config)
{
    fs_emitter_def def = fs_default_emitter_def();
    def.seed = config->seed;
    def.policy = config->options[OPT_RING] != 0 ? FS_SLOT_RING : FS_SLOT_DROP_NEW;
    def.boundary = config->options[OPT_FUSES] != 0 ? FS_BOUNDARY_KILL : FS_BOUNDARY_OPEN;
    def.low.y = 0;
    return def;
}

static fs_emitter_def glow_def(const fs_config *config)
{
    fs_emitter_def def = fs_default_emitter_def();
    def.seed = config->seed;
    def.stream = 1;
    def.boundary = FS_BOUNDARY_KILL;
    def.low.y = 0;
    return def;
}

static fs_vel3 metres_per_second(const int32_t v[3])
{
    return fs_vel3_make(fs_vel_from_int(v[0]), fs_vel_from_int(v[1]), fs_vel_from_int(v[2]));
}

static fs_firework_rule rule_for_type(uint32_t type, uint32_t hz)
{
    const struct fireworks_type *t = &fs__fireworks_types[type - 1];
    return (fs_firework_rule){
        .fuse_min = fs_max_u32((uint32_t)t->fuse_min * hz / 100u, 1),
        .fuse_max = fs_max_u32((uint32_t)t->fuse_max * hz / 100u, 1),
        .vel_min = metres_per_second(t->velocity_min),
        .vel_max = metres_per_second(t->velocity_max),
        .damping = fs_unit_from_ratio(t->damping_percent, 100),
        .payloads = t->payloads,
        .first_payload = t->first_payload,
    };
}

/* --- start --------------------------------------------------------------------------------- */

static struct fs_fireworks fireworks_of(const struct fireworks_view *v)
{
    return FS_FIREWORKS(*v, firework, physics, crackle, recipe, payload);
}

static struct fs_sparks sparks_of(const struct fireworks_view *v)
{
    return FS_SPARKS(*v, spark, physics, glow);
}

static fs_result make_types(struct fs_fireworks *f)
{
    fs_result result = FS_OK;
    for (uint32_t i = 0; result == FS_OK && i < FIREWORKS_PAYLOADS; i++)
        result = fs_firework_payload_make(f, i, payloads[i].type, payloads[i].count);
    for (uint32_t type = 1; result == FS_OK && type <= FIREWORKS_TYPES; type++) {
        fs_firework_rule recipe = rule_for_type(type, f->p.hz);
        result = fs_firework_rule_make(f, type, &recipe);
    }
    return result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fireworks_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, fireworks_T_COUNT);
    if (result != FS_OK)
        return result;
    struct fireworks_view v;
    fireworks_bind(state, &v);
    fireworks_rules_store(&v, &rules);
    struct fs_fireworks f = fireworks_of(&v);
    struct fs_sparks s = sparks_of(&v);
    fs_particle_world_def world = world_def(config);
    fs_emitter_def crackle = crackle_def(config), glow = glow_def(config);
    result = fs_particle_world_make(&f.p, &world);
    if (result == FS_OK)
        result = fs_emitter_make(&f.emitter, &crackle);
    if (result == FS_OK)
        result = fs_emitter_make(&s.emitter, &glow);
    return result == FS_OK ? make_types(&f) : result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool emitters_equal(const struct fs_emitter *e, const fs_emitter_def *def)
{
    return *e->policy == (uint8_t)def->policy && *e->boundary == (uint8_t)def->boundary &&
           fs_pos3_eq(*e->low, def->low) && fs_pos3_eq(*e->high, def->high) && *e->restitution == def->restitution;
}

static bool rules_equal(const struct fs_fireworks *f, uint32_t type)
{
    fs_firework_rule r = rule_for_type(type, f->p.hz);
    uint32_t i = type - 1;
    return f->rule.fuse_min[i] == r.fuse_min && f->rule.fuse_max[i] == r.fuse_max &&
           fs_vel3_eq(f->rule.vel_min[i], r.vel_min) && fs_vel3_eq(f->rule.vel_max[i], r.vel_max) &&
           f->rule.damping[i] == r.damping && f->rule.payloads[i] == r.payloads &&
           f->rule.first_payload[i] == r.first_payload;
}

static bool player_valid(const struct fireworks_view *v, uint32_t slot)
{
    fs_pos half = fs__fireworks_half_width(*v->player.rows);
    fs_pos3 crosshair = v->player.crosshair[slot];
    return v->player.active[slot] <= 1 && v->player.shell[slot] <= FIREWORKS_TYPES && fs_abs64(crosshair.x) <= half &&
           crosshair.y >= 0 && crosshair.y <= FIREWORKS_CEILING * FS_POS_ONE && crosshair.z == 0;
}

static bool tables_valid(const struct fireworks_view *v, const struct fs_fireworks *f)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < FIREWORKS_PAYLOADS; i++)
        ok = f->payload_type[i] == payloads[i].type && f->payload_count[i] == payloads[i].count;
    for (uint32_t type = 1; ok && type <= FIREWORKS_TYPES; type++)
        ok = rules_equal(f, type);
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++)
        ok = player_valid(v, slot);
    for (uint32_t i = 0; ok && i < f->p.count; i++)
        ok = f->p.kind[i] <= FIREWORKS_TYPES;
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct fireworks_view v;
    if (!fs_kit_tables_full(state, 1, fireworks_T_COUNT))
        return false;
    fireworks_peek(state, &v);
    struct fireworks_rules expected = read_options(config), rules = fireworks_rules_load(&v);
    struct fs_fireworks f = fireworks_of(&v);
    struct fs_sparks s = sparks_of(&v);
    fs_particle_world_def world = world_def(config);
    fs_emitter_def crackle = crackle_def(config), glow = glow_def(config);
    return fireworks_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&f.p, &world) &&
           emitters_equal(&f.emitter, &crackle) && emitters_equal(&s.emitter, &glow) && tables_valid(&v, &f);
}

/* --- launching ------------------------------------------------------------------------------- */

fs_pos3 fs__fireworks_launch_pos(uint32_t slot, uint32_t players)
{
    int64_t place = 2 * (int64_t)slot + 1 - (int64_t)players;
    return fs_pos3_make(fs_pos_from_ratio(place * SPACING, 2), 0, 0);
}

fs_pos fs__fireworks_half_width(uint32_t players)
{
    return (16 + SPACING * (int64_t)players) * FS_POS_ONE / 2;
}

/* The book's random place, {-5, 0, 5} m from the middle. */
static void launch_body(struct fireworks_view *v, const struct fireworks_rules *rules, struct fs_fireworks *f,
                        uint32_t slot, uint32_t type)
{
    int32_t side = fs_rng_range(f->emitter.rng, -1, 1);
    fs_pos3 from = fs__fireworks_launch_pos(slot, *v->player.rows);
    from.x += side * SPREAD * FS_POS_ONE;
    v->player.shell[slot] = (uint8_t)type;
    v->player.reload[slot] = (uint16_t)rules->reload_ticks;
    if (fs_firework_launch(f, type, from, fs_vel3_zero()) == FS_OK)
        v->player.launched[slot]++;
}

static void launch_choice(struct fireworks_view *v, const struct fireworks_rules *rules, struct fs_fireworks *f,
                          uint32_t slot, uint32_t choice)
{
    if (v->player.reload[slot] > 0)
        v->player.reload[slot]--;
    if (v->player.reload[slot] == 0 && choice >= 1 && choice <= FIREWORKS_TYPES)
        launch_body(v, rules, f, slot, choice);
    if (choice == FIREWORKS_CHOICE_WHEEL && v->player.wheel_ticks[slot] == 0)
        v->player.wheel_ticks[slot] = (uint16_t)(WHEEL_SECONDS * *v->world.hz);
}

/* --- crosshairs ---------------------------------------------------------------------------------- */

fs_pos fs__fireworks_crosshair_step(uint32_t hz, bool fine)
{
    return CROSSHAIR_SPEED * FS_POS_ONE / (int64_t)(hz * (fine ? FINE_SHARE : 1));
}

static void move_crosshair(struct fireworks_view *v, uint32_t slot, const uint8_t *input)
{
    fs_pos step = fs__fireworks_crosshair_step(*v->world.hz, fs_kit_button_held(input, FS_KEY_ALT));
    fs_pos half = fs__fireworks_half_width(*v->player.rows);
    fs_pos3 *crosshair = &v->player.crosshair[slot];
    crosshair->x = fs_clamp64(crosshair->x + step * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT), -half, half);
    crosshair->y = fs_clamp64(crosshair->y + step * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP), 0,
                              FIREWORKS_CEILING * FS_POS_ONE);
}

/* A firework whose fuse ends in this tick cannot be set off, so none goes off twice. */
uint32_t fs__fireworks_aimed_row(const struct fireworks_view *v, fs_pos3 crosshair, fs_pos reach)
{
    uint32_t best = *v->firework.rows;
    fs_pos nearest = reach;
    for (uint32_t i = 0; i < *v->firework.rows; i++) {
        fs_pos3 pos = v->firework.pos[i];
        if (v->firework.kind[i] == 0 || v->firework.fuse[i] <= 1)
            continue;
        fs_pos distance = fs_pos2_length(
            fs_pos2_make(fs_sat64_sub(pos.x, crosshair.x), fs_sat64_sub(pos.y, crosshair.y)));
        if (distance < nearest || (distance == nearest && best == *v->firework.rows)) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

static void set_off_in_crosshair(struct fireworks_view *v, const struct fireworks_rules *rules, uint32_t slot)
{
    uint32_t row = fs__fireworks_aimed_row(v, v->player.crosshair[slot], rules->crosshair_reach);
    v->player.trigger_cooldown[slot] = (uint16_t)(TRIGGER_DS * *v->world.hz / 10u);
    if (row == *v->firework.rows)
        return;
    v->firework.fuse[row] = 1;
    v->player.detonated[slot]++;
    v->player.score[slot] += fs__fireworks_points(v->firework.kind[row]);
}

/* --- wheels ---------------------------------------------------------------------------------- */

uint32_t fs__fireworks_wheel_angle(uint32_t tick, uint32_t hz)
{
    return (uint32_t)((((uint64_t)tick * WHEEL_TURNS % hz) << 32) / hz);
}

static void add_jet(const struct fireworks_view *v, struct fs_sparks *s, uint32_t slot, uint32_t turn, uint32_t number)
{
    static const fs_spark_colour colours[3] = { FS_SPARK_WHITE, FS_SPARK_RED, FS_SPARK_GREEN };
    fs_burst burst = fs_default_burst();
    fs_pos3 hub = fs__fireworks_launch_pos(slot, *v->player.rows);
    fs_wide3 arm = fs_kit_heading_vector(turn, fs_wide_from_ratio(FIREWORKS_WHEEL_RADIUS_DM, 10));
    burst.at = fs_pos3_make(hub.x + arm.x, hub.y + arm.y + fs_pos_from_ratio(FIREWORKS_WHEEL_HEIGHT_DM, 10), 0);
    burst.colour = colours[slot % 3];
    burst.number = number;
    burst.jitter = 0;
    burst.speed_min = 6;
    burst.speed_max = 9;
    burst.limit_min = burst.limit_max = (uint16_t)fs_max_u32(*v->world.hz / 30u, 1);
    fs_sparks_jet(s, &burst, turn - FS_TURN_QUARTER, 12);
}

/* Two jets against the direction in which the wheel turns, in alternation. */
static void turn_wheel(struct fireworks_view *v, const struct fireworks_rules *rules, struct fs_sparks *s,
                       uint32_t slot)
{
    uint32_t tick = *v->world.tick, hz = *v->world.hz, turn = fs__fireworks_wheel_angle(tick, hz);
    uint32_t due = fs_emitter_spawn_count(rules->sparks, hz, tick);
    if (v->player.wheel_ticks[slot] == 0)
        return;
    v->player.wheel_ticks[slot]--;
    add_jet(v, s, slot, turn, due / 2);
    add_jet(v, s, slot, turn + FS_TURN_HALF, due - due / 2);
}

/* --- a tick ------------------------------------------------------------------------------------ */

static void remove_player(struct fireworks_view *v, uint32_t row)
{
    struct fireworks_player *player = &v->player;
    FIREWORKS_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
}

static void add_player(struct fireworks_view *v, uint32_t slot)
{
    v->player.active[slot] = 1;
    v->player.crosshair[slot] = fs__fireworks_launch_pos(slot, *v->player.rows);
    v->player.crosshair[slot].y = FIREWORKS_START_HEIGHT * FS_POS_ONE;
}

static void apply_input(struct fireworks_view *v, const struct fireworks_rules *rules, struct fs_fireworks *f,
                        uint32_t slot, const uint8_t *input)
{
    if (v->player.active[slot] == 0)
        add_player(v, slot);
    launch_choice(v, rules, f, slot, input[1]);
    move_crosshair(v, slot, input);
    if (v->player.trigger_cooldown[slot] > 0)
        v->player.trigger_cooldown[slot]--;
    if (v->player.trigger_cooldown[slot] == 0 && fs_kit_button_held(input, FS_KEY_FIRE))
        set_off_in_crosshair(v, rules, slot);
}

static void apply_inputs(struct fireworks_view *v, const struct fireworks_rules *rules, struct fs_fireworks *f,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, f, slot, fs_input(inputs, slot));
        else if (v->player.active[slot])
            remove_player(v, slot);
    }
}

/* Removes, without payloads, the fireworks whose fuse or height would end them in this tick. */
static void extinguish_low(struct fs_fireworks *f)
{
    for (uint32_t i = 0; i < f->p.count; i++) {
        if (f->p.kind[i] == 0 || (f->fuse[i] > 1 && f->p.pos[i].y >= 0))
            continue;
        fs_kit_particle_clear(&f->p, i);
        f->fuse[i] = 0;
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct fireworks_view v;
    fireworks_bind(state, &v);
    struct fireworks_rules rules = fireworks_rules_load(&v);
    struct fs_fireworks f = fireworks_of(&v);
    struct fs_sparks s = sparks_of(&v);
    if (!rules.fuses)
        extinguish_low(&f);
    apply_inputs(&v, &rules, &f, inputs);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        turn_wheel(&v, &rules, &s, slot);
    fs_particles_integrate(&f.p, NULL);
    fs_fireworks_step(&f, fs_arena_make(scratch->bytes, scratch->size));
    fs_particles_integrate(&s.p, NULL);
    fs_sparks_step(&s);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, FIREWORKS_CHOICE_WHEEL);
}

const fs_game fs_game_fireworks = {
    .abi = FS_GAME_ABI,
    .name = "fireworks",
    .title = "Nine fireworks with payloads, Catherine wheels, and crosshairs to set them off",
    .controls = "1 to 9 launch, 0 Catherine wheel, arrows or WASD move the crosshair, x slows it, space sets off",
    .schema = &fireworks_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = FIREWORKS_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__fireworks_bots,
    .bot_count = FIREWORKS_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__fireworks_draw,
    .keys = fs__fireworks_keys,
    .valid = valid,
    .standings = fs__fireworks_standings,
};
