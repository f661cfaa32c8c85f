/* bridge.c: the game of the bridge: its rules, its start and its tick.
 *
 * The deck is an aggregate of chapter 8: rods across, cables along with a little slack, and from each end of a plank a
 * cable up. The book's program moves a mass over the deck as added mass of its particles; here it is a ball that
 * touches planks, as in the book's text.
 */
#include "games/bridge/bridge.h"

#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    BALL_KEPT = 60, /* percent of a ball's velocity kept per second */
    DECK_KEPT = 30, /* of a plank's */
    BRAKE = 5,      /* 1/s: the brake takes this share of the speed */
    LANE_CM = 80,
    TOUCH_CM = 3 /* so near counts as resting on something */
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index {
    OPT_BALL,
    OPT_GIVE,
    OPT_HANGERS,
    OPT_JUMP,
    OPT_PLANK,
    OPT_PLANKS,
    OPT_PUSH,
    OPT_SLACK,
    OPT_SOLVER,
    OPT_STRENGTH,
    OPT_SUBSTEPS,
    OPT_WAIT,
    OPTIONS
};

static const fs_option options[OPTIONS] = {
    [OPT_BALL] = { "ball", 40, 5, 200, "mass of a ball, kg" },
    [OPT_GIVE] = { "give", 300, 0, 3000, "stretch of a cable up, mm per kN" },
    [OPT_HANGERS] = { "hangers", 1, 0, 1, "0: no cables up, a rope bridge" },
    [OPT_JUMP] = { "jump", 45, 0, 80, "speed of a jump, dm/s" },
    [OPT_PLANK] = { "plank", 12, 2, 100, "mass of a plank, kg" },
    [OPT_PLANKS] = { "planks", 21, 4, BRIDGE_MAX_PLANKS, "number of planks" },
    [OPT_PUSH] = { "push", 60, 5, 150, "acceleration by a player, dm/s^2" },
    [OPT_SLACK] = { "slack", 20, 0, 200, "slack of the cables along, thousandths" },
    [OPT_SOLVER] = { "solver", 0, 0, 2, "0: small steps; 1: the book's contacts; 2: ropes as wholes" },
    [OPT_STRENGTH] = { "strength", 0, 0, 5000, "pull at which a cable up tears, N; 0: never" },
    [OPT_SUBSTEPS] = { "substeps", 10, 1, 40, "substeps of a tick" },
    [OPT_WAIT] = { "wait", 15, 1, 100, "time from a fall to the next start, tenths of a second" },
};

static fs_pos half_length(int64_t planks)
{
    return fs_pos_from_ratio((planks - 1) * BRIDGE_GAP_CM, 200);
}

static struct bridge_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct bridge_rules){
        .planks = (uint32_t)o[OPT_PLANKS],
        .half_span = half_length(o[OPT_PLANKS]),
        .radius = fs_pos_from_ratio(55, 100),
        .ball_mass = fs_wide_from_int((int32_t)o[OPT_BALL]),
        .plank_end_mass = fs_wide_from_ratio(o[OPT_PLANK], 2),
        .push = fs_wide_from_ratio(o[OPT_PUSH], 10),
        .jump = fs_vel_from_ratio(o[OPT_JUMP], 10),
        .wait_ticks = (uint32_t)o[OPT_WAIT] * config->hz / 10u,
    };
}

static fs_bridge_def deck_def(const struct bridge_rules *rules, const fs_config *config)
{
    fs_bridge_def def = fs_default_bridge_def();
    def.particle.mass = rules->plank_end_mass;
    def.particle.damping = fs_unit_from_ratio(DECK_KEPT, 100);
    def.particle.kind = BRIDGE_KIND_PLANK;
    def.planks = rules->planks;
    def.along = fs_pos3_make(fs_pos_from_ratio(BRIDGE_GAP_CM, 100), 0, 0);
    def.across = fs_pos3_make(0, 0, fs_pos_from_ratio(BRIDGE_WIDTH_DM, 10));
    def.origin = fs_pos3_make(-rules->half_span, 0, -def.across.z / 2);
    def.hang = fs_pos3_make(0, config->options[OPT_HANGERS] != 0 ? fs_pos_from_ratio(BRIDGE_CABLE_DM, 10) : 0, 0);
    def.pin_ends = true;
    return def;
}

static fs_build_counts build_counts(const fs_config *config)
{
    struct bridge_rules rules = read_options(config);
    fs_bridge_def def = deck_def(&rules, config);
    return fs_bridge_counts(&def);
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_build_counts need = build_counts(config);
    rows[bridge_T_rule] = 1;
    rows[bridge_T_player] = config->players;
    rows[bridge_T_physics] = 1;
    rows[bridge_T_particle_system] = 1;
    rows[bridge_T_link] = need.links;
    rows[bridge_T_body] = need.particles + config->players;
}

static size_t scratch_size(const fs_config *config)
{
    fs_build_counts need = build_counts(config);
    uint32_t contacts = fs__bridge_max_contacts((uint32_t)config->options[OPT_PLANKS], config->players);
    return fs_particle_system_scratch_size(need.particles + config->players, need.links, contacts);
}

static fs_particle_system_def system_def(const fs_config *config)
{
    static const fs_link_solver solvers[3] = { FS_LINK_SOLVER_XPBD, FS_LINK_SOLVER_WORST_FIRST, FS_LINK_SOLVER_DIRECT };
    fs_particle_system_def def = fs_default_particle_system_def();
    def.solver = solvers[config->options[OPT_SOLVER]];
    def.substeps = (uint32_t)config->options[OPT_SUBSTEPS];
    return def;
}

/* --- start --------------------------------------------------------------------------------- */

uint32_t fs__bridge_ball_row(const struct bridge_rules *rules, uint32_t slot)
{
    return 2 * rules->planks + slot;
}

fs_pos fs__bridge_lane_z(bool back)
{
    fs_pos aside = fs_pos_from_ratio(LANE_CM, 100);
    return back ? -aside : aside;
}

fs_pos3 fs__bridge_start_pos(const struct bridge_rules *rules, uint32_t slot, bool back)
{
    fs_pos offset = rules->half_span + (fs_pos)(slot / 2) * 3 * rules->radius + 3 * FS_POS_ONE;
    return fs_pos3_make(back ? offset : -offset, rules->radius, fs__bridge_lane_z(back));
}

/* Rods along the deck would keep it straight, so they become cables that are slightly longer. */
static void set_compliance(struct fs_links *links, const struct bridge_rules *rules, const fs_config *config)
{
    uint32_t first = rules->planks, end = first + 2 * (rules->planks - 1);
    for (uint32_t row = first; row < end; row++) {
        fs_pos length = links->length[row];
        links->type[row] = FS_LINK_CABLE;
        links->max_length[row] = fs_sat64_add(length, fs_muldiv64(length, config->options[OPT_SLACK], 1000));
        links->length[row] = 0;
    }
    for (uint32_t row = end; row < links->count; row++) {
        links->compliance[row] = fs_wide_from_ratio(config->options[OPT_GIVE], 1000000);
        links->break_force[row] = fs_wide_from_int((int32_t)config->options[OPT_STRENGTH]);
    }
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct bridge_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, 1, bridge_T_COUNT);
    if (result != FS_OK)
        return result;
    struct bridge_view v;
    bridge_bind(state, &v);
    bridge_rules_store(&v, &rules);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_links links = FS_LINKS(v, link);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(v, particle_system, &p, NULL, &links);
    fs_particle_world_def world = fs_default_particle_world_def();
    fs_particle_system_def how = system_def(config);
    fs_bridge_def deck = deck_def(&rules, config);
    fs_build_cursor at = { &p, &links, 0, 0 };
    result = fs_particle_world_make(&p, &world);
    if (result == FS_OK)
        result = fs_particle_system_make(&particle_system, &how);
    if (result == FS_OK)
        result = fs_bridge_build(&at, &deck);
    set_compliance(&links, &rules, config);
    return result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool rows_valid(const struct bridge_view *v, const struct bridge_rules *rules)
{
    bool ok = true;
    for (uint32_t slot = 0; ok && slot < *v->player.rows; slot++) {
        bool rolls = v->player.state[slot] == BRIDGE_ROLLING;
        uint16_t kind = v->body.kind[fs__bridge_ball_row(rules, slot)];
        ok = v->player.state[slot] <= BRIDGE_WAITING && v->player.returning[slot] <= 1 &&
             kind == (rolls ? BRIDGE_KIND_BALL : 0);
    }
    for (uint32_t row = 0; ok && row < 2 * rules->planks; row++)
        ok = v->body.kind[row] == BRIDGE_KIND_PLANK;
    for (uint32_t row = 0; ok && row < *v->link.rows; row++)
        ok = v->link.type[row] == (row < rules->planks           ? FS_LINK_ROD
                                   : row < 3 * rules->planks - 2 ? FS_LINK_CABLE
                                                                 : FS_LINK_ANCHORED_CABLE);
    return ok;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct bridge_view v;
    if (!fs_kit_tables_full(state, 1, bridge_T_COUNT))
        return false;
    bridge_peek(state, &v);
    struct bridge_rules expected = read_options(config), rules = bridge_rules_load(&v);
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    fs_particle_world_def world = fs_default_particle_world_def();
    fs_particle_system_def how = system_def(config);
    bool particle_system = *v.particle_system.solver == how.solver && *v.particle_system.substeps == how.substeps &&
                           *v.particle_system.velocity_iterations == 0 && *v.particle_system.position_iterations == 0;
    return particle_system && bridge_rules_equal(&expected, &rules) && fs_kit_particle_world_equal(&p, &world) &&
           rows_valid(&v, &rules);
}

/* --- players ---------------------------------------------------------------------------------- */

static void put_ball(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t slot)
{
    fs_particle_def def = {
        .pos = fs__bridge_start_pos(rules, slot, v->player.returning[slot] != 0),
        .mass = rules->ball_mass,
        .damping = fs_unit_from_ratio(BALL_KEPT, 100),
        .kind = BRIDGE_KIND_BALL,
    };
    fs_particle_make(p, fs__bridge_ball_row(rules, slot), &def);
    v->player.state[slot] = BRIDGE_ROLLING;
    v->player.crossing_ticks[slot] = 0;
}

static fs_wide wide_from_vel(fs_vel speed)
{
    return fs_wide_from_vel(speed);
}

/* Even slots start on the left bank, odd ones on the right. */
static void add_player(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t slot)
{
    v->player.returning[slot] = slot % 2;
    put_ball(v, rules, p, slot);
}

static void remove_player(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t row)
{
    struct bridge_player *player = &v->player;
    BRIDGE_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    fs_kit_particle_clear(p, fs__bridge_ball_row(rules, row));
}

/* The up key pushes away from the viewer. The brake slows a ball along the ground, by its share for one tick. */
static fs_wide3 push_force(const struct bridge_rules *rules, fs_vel3 vel, const uint8_t *input)
{
    if (fs_kit_button_held(input, FS_KEY_ALT))
        return fs_wide3_make(fs_sat64_mul(wide_from_vel(vel.x), -BRAKE), 0, fs_sat64_mul(wide_from_vel(vel.z), -BRAKE));
    return fs_wide3_make(rules->push * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT), 0,
                         rules->push * fs_kit_button_axis(input, FS_KEY_UP, FS_KEY_DOWN));
}

static void roll_ball(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t slot,
                      const uint8_t *input)
{
    uint32_t row = fs__bridge_ball_row(rules, slot);
    p->acc[row] = push_force(rules, p->vel[row], input);
    if (v->player.grounded[slot] && fs_kit_button_held(input, FS_KEY_FIRE))
        p->vel[row].y = fs_max32(p->vel[row].y, rules->jump);
    v->player.crossing_ticks[slot]++;
}

static void apply_input(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t slot,
                        const uint8_t *input)
{
    if (v->player.state[slot] == BRIDGE_ABSENT)
        add_player(v, rules, p, slot);
    if (v->player.wait[slot] > 0)
        v->player.wait[slot]--;
    if (v->player.state[slot] == BRIDGE_WAITING && v->player.wait[slot] == 0)
        put_ball(v, rules, p, slot);
    if (v->player.state[slot] == BRIDGE_ROLLING)
        roll_ball(v, rules, p, slot, input);
}

static void apply_inputs(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, p, slot, fs_input(inputs, slot));
        else if (v->player.state[slot] != BRIDGE_ABSENT)
            remove_player(v, rules, p, slot);
    }
}

/* --- falls and crossings ---------------------------------------------------------------------- */

static void ground_balls(struct bridge_view *v, const struct bridge_rules *rules, uint32_t row, fs_unit up)
{
    uint32_t first = fs__bridge_ball_row(rules, 0);
    if (row >= first && row != FS_CONTACT_STATIC && row - first < *v->player.rows && up > FS_UNIT_ONE / 2)
        v->player.grounded[row - first] = 1;
}

/* A ball may jump in the next tick when a contact supports it from below. */
static void find_grounded_balls(struct bridge_view *v, const struct bridge_rules *rules, const struct fs_particles *p,
                                fs_arena arena)
{
    struct bridge_detector touch = { rules, fs_pos_from_ratio(TOUCH_CM, 100) };
    struct fs_contacts found;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        v->player.grounded[slot] = 0;
    if (fs_contacts_alloc(&arena, fs__bridge_max_contacts(rules->planks, *v->player.rows), &found) != FS_OK)
        return;
    fs__bridge_detect(&touch, p, &found, arena);
    for (uint32_t i = 0; i < found.count; i++) {
        ground_balls(v, rules, found.at[i].a, found.at[i].normal.y);
        ground_balls(v, rules, found.at[i].b, -found.at[i].normal.y);
    }
}

static void drop_ball(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p, uint32_t slot)
{
    v->player.falls[slot]++;
    v->player.state[slot] = BRIDGE_WAITING;
    v->player.wait[slot] = (uint16_t)rules->wait_ticks;
    v->player.crossing_ticks[slot] = 0;
    fs_kit_particle_clear(p, fs__bridge_ball_row(rules, slot));
}

static void count_crossing(struct bridge_view *v, uint32_t slot)
{
    uint32_t best = v->player.best_crossing_ticks[slot], now = v->player.crossing_ticks[slot];
    v->player.crossings[slot]++;
    v->player.best_crossing_ticks[slot] = best == 0 ? now : fs_min_u32(best, now);
    v->player.returning[slot] ^= 1;
    v->player.crossing_ticks[slot] = 0;
}

static void update_player(struct bridge_view *v, const struct bridge_rules *rules, struct fs_particles *p,
                          uint32_t slot)
{
    fs_pos3 pos = p->pos[fs__bridge_ball_row(rules, slot)];
    fs_pos delta = v->player.returning[slot] ? fs_sat64_neg(pos.x) : pos.x;
    if (v->player.state[slot] != BRIDGE_ROLLING)
        return;
    if (pos.y < -BRIDGE_FALL_DEPTH * FS_POS_ONE)
        drop_ball(v, rules, p, slot);
    else if (delta > rules->half_span + fs_pos_from_ratio(BRIDGE_ARRIVED_DM, 10) && v->player.grounded[slot])
        count_crossing(v, slot);
}

fs_pos fs__bridge_max_stretch(const struct bridge_view *v)
{
    struct fs_particles p = FS_PARTICLES(*v, body, physics);
    struct fs_links links = FS_LINKS(*v, link);
    fs_pos worst = 0;
    for (uint32_t row = 0; row < 3 * *v->rule.planks - 2; row++)
        worst = fs_max64(worst, fs_abs64(fs_link_error(&links, row, &p)));
    return worst;
}

/* --- a tick ------------------------------------------------------------------------------------ */

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct bridge_view v;
    bridge_bind(state, &v);
    struct bridge_rules rules = bridge_rules_load(&v);
    struct bridge_detector touch = { &rules, 0 };
    struct fs_particles p = FS_PARTICLES(v, body, physics);
    struct fs_links links = FS_LINKS(v, link);
    struct fs_particle_system particle_system = FS_PARTICLE_SYSTEM(v, particle_system, &p, NULL, &links);
    fs_arena arena = fs_arena_make(scratch->bytes, scratch->size);
    particle_system.detect = fs__bridge_detect;
    particle_system.context = &touch;
    particle_system.contacts = fs__bridge_max_contacts(rules.planks, *v.player.rows);
    apply_inputs(&v, &rules, &p, inputs);
    fs_particle_system_step(&particle_system, arena);
    find_grounded_balls(&v, &rules, &p, arena);
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        update_player(&v, &rules, &p, slot);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

const fs_game fs_game_bridge = {
    .abi = FS_GAME_ABI,
    .name = "bridge",
    .title = "Heavy balls over a hanging bridge of rods and cables, there and back",
    .controls = "arrows or WASD roll, space jumps, x brakes",
    .schema = &bridge_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = BRIDGE_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__bridge_bots,
    .bot_count = BRIDGE_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__bridge_draw,
    .keys = fs__bridge_keys,
    .valid = valid,
    .standings = fs__bridge_standings,
};
