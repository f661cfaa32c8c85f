/* fireworks2d.c: the game of fireworks in the plane: its rules, its start and its tick.
 *
 * With every row in use, a new firework is dropped and counted (a player keeps its shell and may launch it later).
 * With ring=1 the oldest firework is removed without its payload instead.
 */
#include "games/fireworks2d/fireworks2d.h"

#include <fixstep/event2.h>
#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include <fixstep/kit/scene2.h>

enum {
    AIM_SECONDS = 4,
    SLOW = 8,
    POWER_SPEED = 8,
    STAR = 2,
    DEPTH = -8,
    MATERIAL_SHELL = 1,
    MATERIAL_BOUNCY = 2,
    MATERIALS = 3,
    CRACKER = 9
};

/* --- configuration ------------------------------------------------------------------- */

enum option_index { OPT_GRAVITY, OPT_KNOCK, OPT_RELOAD, OPT_RING, OPT_SLOTS, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_GRAVITY] = { "gravity", 98, 10, 300, "pull of the earth, dm/s^2" },
    [OPT_KNOCK] = { "knock", 30, 10, 600, "fireworks that meet so fast go off, dm/s" },
    [OPT_RELOAD] = { "reload", 5, 1, 100, "time between two launches of one player, tenths of a second" },
    [OPT_RING] = { "ring", 0, 0, 1, "with all slots taken: 1: new fireworks replace old ones; 0: they are dropped" },
    [OPT_SLOTS] = { "slots", 160, 8, FIREWORKS2D_MAX_SLOTS, "fireworks in the air" },
};

static struct fireworks2d_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    return (struct fireworks2d_rules){
        .replace_oldest = (uint8_t)o[OPT_RING],
        .reload = fs_max_u32((uint32_t)o[OPT_RELOAD] * config->hz / 10u, 1),
        .detonation_speed = fs_vel_from_ratio(o[OPT_KNOCK], 10),
    };
}

static fs_world2_limits world_limits(const fs_config *config)
{
    uint32_t bodies = FIREWORKS2D_STATIC_SHAPES + FIREWORKS2D_CRATES + (uint32_t)config->options[OPT_SLOTS];
    return (fs_world2_limits){ .bodies = bodies,
                               .shapes = bodies + FIREWORKS2D_GROUND_POINTS,
                               .contacts = 8 * bodies,
                               .materials = MATERIALS };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = world_limits(config);
    fs_world2_capacities(&limits, rows + fireworks2d_T_physics2);
    rows[fireworks2d_T_rule] = 1;
    rows[fireworks2d_T_player] = config->players;
    rows[fireworks2d_T_firework] = (uint32_t)config->options[OPT_SLOTS];
    rows[fireworks2d_T_crate] = FIREWORKS2D_CRATES;
    rows[fireworks2d_T_platform] = FIREWORKS2D_PLATFORMS;
    rows[fireworks2d_T_town] = 1;
}

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = world_limits(config);
    return fs_world2_scratch_size(&limits);
}

/* --- fireworks --------------------------------------------------------------------------- */

static void remove_firework(struct fireworks2d_view *v, struct fs_world2 *w, uint32_t row)
{
    struct fireworks2d_firework *firework = &v->firework;
    fs_body2_destroy(w, (fs_body2){ { firework->body1[row], firework->body_gen[row] } });
    FIREWORKS2D_FIREWORK_FIELDS(FS_KIT_ROW_CLEAR, firework)
}

/* The lowest free row; with ring=1 that of the oldest; else the number of rows. */
static uint32_t find_free_row(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w)
{
    uint32_t oldest = 0;
    for (uint32_t i = 0; i < *v->firework.rows; i++) {
        if (v->firework.type[i] == 0)
            return i;
        if (v->firework.serial[i] < v->firework.serial[oldest])
            oldest = i;
    }
    ++*v->town.lost;
    if (!rules->replace_oldest)
        return *v->firework.rows;
    remove_firework(v, w, oldest);
    return oldest;
}

static fs_result make_body(struct fs_world2 *w, uint32_t type, uint32_t row, fs_pos2 at, fs_vel2 vel, fs_body2 *body)
{
    const struct fireworks2d_type *t = &fs__fireworks2d_types[type - 1];
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_geometry2 shape;
    bool star = type > FIREWORKS2D_SHELLS;
    def.pos = at;
    def.vel = vel;
    def.flags = star ? 0 : FS_BODY2_BULLET;
    form.user = FIREWORKS2D_USER_FIREWORK + row;
    form.density = t->density * FS_WIDE_ONE;
    form.material = type == CRACKER ? MATERIAL_BOUNCY : MATERIAL_SHELL;
    form.flags = FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS;
    form.category = star ? STAR : 1;
    form.mask = star ? ~(uint32_t)STAR : UINT32_MAX;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), fs_rel_from_ratio(t->radius, 100), &shape);
    if (result == FS_OK)
        result = fs_kit_body2_add(w, &def, &shape, &form, body);
    if (result == FS_OK) /* an exact share, not a rate */
        result = fs_body2_set_retention(w, *body, fs_unit_from_ratio(t->damping_percent, 100), FS_UNIT_ONE);
    return result;
}

static fs_vel draw_vel(fs_rng *rng, int32_t low, int32_t high)
{
    return fs_vel_from_ratio(fs_rng_range(rng, low * 100, high * 100), 1000);
}

/* False when all rows are in use. */
static bool launch_firework(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w,
                            uint32_t type, uint8_t owner, fs_pos2 at, fs_vel2 vel)
{
    const struct fireworks2d_type *t = &fs__fireworks2d_types[type - 1];
    uint32_t row = find_free_row(v, rules, w), hz = *v->world.hz;
    fs_body2 body;
    if (row == *v->firework.rows)
        return false;
    int32_t fuse = fs_rng_range(v->world.rng, t->fuse_min, t->fuse_max);
    fs_vel x = draw_vel(v->world.rng, t->velocity_min[0], t->velocity_max[0]);
    fs_vel y = draw_vel(v->world.rng, t->velocity_min[1], t->velocity_max[1]);
    vel = fs_vel2_make(fs_sat32_add(vel.x, x), fs_sat32_add(vel.y, y));
    if (make_body(w, type, row, at, vel, &body) != FS_OK)
        return false;
    v->firework.type[row] = (uint8_t)type;
    v->firework.owner[row] = owner;
    v->firework.fuse[row] = (uint16_t)fs_clamp64((int64_t)fuse * hz / 100, 1, UINT16_MAX);
    v->firework.serial[row] = ++*v->town.serial;
    v->firework.body1[row] = body.handle.index1;
    v->firework.body_gen[row] = body.handle.generation;
    return true;
}

/* Ends a firework and launches its payload from its position. */
static void burst_firework(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w,
                           uint32_t row)
{
    const struct fireworks2d_type *t = &fs__fireworks2d_types[v->firework.type[row] - 1u];
    fs_body2 body = { { v->firework.body1[row], v->firework.body_gen[row] } };
    uint8_t owner = v->firework.owner[row];
    uint32_t at;
    bool there = fs_body2_row(w, body, &at) == FS_OK;
    fs_pos2 pos = there ? w->body.pos[at] : fs_pos2_zero();
    fs_vel2 vel = there ? w->body.vel[at] : fs_vel2_zero();
    remove_firework(v, w, row);
    for (uint32_t i = 0; there && i < t->count; i++)
        launch_firework(v, rules, w, t->payload, owner, pos, vel);
}

static bool is_under_water(fs_pos2 at)
{
    return at.y < fs_pos_from_ratio(FIREWORKS2D_WATER_CM, 100) &&
           fs_abs64(at.x) < fs_pos_from_ratio(FIREWORKS2D_POND_CM, 100);
}

/* Water, and leaving the world downwards, end a firework without its payload. */
static void extinguish_firework(struct fireworks2d_view *v, struct fs_world2 *w, uint32_t row)
{
    uint32_t at;
    if (fs_body2_row(w, (fs_body2){ { v->firework.body1[row], v->firework.body_gen[row] } }, &at) != FS_OK ||
        is_under_water(w->body.pos[at]) || w->body.pos[at].y < DEPTH * FS_POS_ONE)
        remove_firework(v, w, row);
}

/* All fuses advance first, so that a payload launched now burns from the next tick on. */
static void burn_fuse(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < *v->firework.rows; i++) {
        if (v->firework.type[i] != 0)
            extinguish_firework(v, w, i);
        if (v->firework.fuse[i] > 0)
            v->firework.fuse[i]--;
    }
    for (uint32_t i = 0; i < *v->firework.rows; i++)
        if (v->firework.type[i] != 0 && v->firework.fuse[i] == 0)
            burst_firework(v, rules, w, i);
}

/* --- crates --------------------------------------------------------------------------------- */

static fs_body2 crate_of(const struct fireworks2d_view *v, uint32_t i)
{
    return (fs_body2){ { v->crate.body1[i], v->crate.body_gen[i] } };
}

static fs_result stack_crates(struct fireworks2d_view *v, struct fs_world2 *w)
{
    fs_result result = FS_OK;
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        fs_body2_destroy(w, crate_of(v, i));
    for (uint32_t i = 0; result == FS_OK && i < FIREWORKS2D_CRATES; i++) {
        fs_body2 body;
        result = fs__fireworks2d_add_crate(w, i, &body);
        v->crate.fallen[i] = 0;
        v->crate.body1[i] = result == FS_OK ? body.handle.index1 : 0;
        v->crate.body_gen[i] = result == FS_OK ? body.handle.generation : 0;
    }
    for (uint32_t i = 0; i < FIREWORKS2D_PLATFORMS; i++)
        v->platform.last[i] = 0;
    return result;
}

/* A crate is off when its centre is below the top of its platform. */
static void update_crate(struct fireworks2d_view *v, struct fs_world2 *w, uint32_t i)
{
    uint32_t row, platform = (uint32_t)fs__fireworks2d_crates[i][0];
    if (fs_body2_row(w, crate_of(v, i), &row) != FS_OK)
        return;
    fs_pos y = w->body.pos[row].y;
    uint32_t slot = v->platform.last[platform] - 1u;
    if (!v->crate.fallen[i] && y < fs_pos_from_ratio(fs__fireworks2d_platform_tops[platform], 100)) {
        v->crate.fallen[i] = 1;
        if (slot < *v->player.rows && v->player.active[slot])
            v->player.score[slot]++;
    }
    if (y < DEPTH * FS_POS_ONE)
        fs_body2_destroy(w, crate_of(v, i));
}

/* --- contacts and hits ---------------------------------------------------------------------------- */

/* The row of a burning firework for a shape's user, else the number of rows. */
static uint32_t firework_of(const struct fireworks2d_view *v, uint64_t user)
{
    uint64_t i = user - FIREWORKS2D_USER_FIREWORK;
    return user >= FIREWORKS2D_USER_FIREWORK && i < *v->firework.rows && v->firework.type[i] != 0 ? (uint32_t)i
                                                                                                  : *v->firework.rows;
}

static void handle_touch(struct fireworks2d_view *v, uint64_t user, uint64_t other)
{
    uint32_t row = firework_of(v, user);
    uint64_t crate = other - FIREWORKS2D_USER_CRATE;
    if (row < *v->firework.rows && other >= FIREWORKS2D_USER_CRATE && crate < FIREWORKS2D_CRATES &&
        v->firework.owner[row] != 0)
        v->platform.last[fs__fireworks2d_crates[crate][0]] = v->firework.owner[row];
}

static void handle_hit(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, const fs_event2 *event)
{
    uint32_t a = firework_of(v, event->user_a), b = firework_of(v, event->user_b);
    if (a == *v->firework.rows || b == *v->firework.rows || event->speed < rules->detonation_speed)
        return;
    const uint32_t rows[2] = { a, b };
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t owner = v->firework.owner[rows[1 - i]] - 1u;
        if (owner < *v->player.rows && v->firework.fuse[rows[i]] > 1)
            v->player.detonated[owner]++;
        v->firework.fuse[rows[i]] = 1;
    }
}

static void handle_events(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w)
{
    for (uint32_t k = 0; k < w->event_count; k++) {
        const fs_event2 *event = &w->events[k];
        if (event->kind == FS_EVENT2_HIT)
            handle_hit(v, rules, event);
        if (event->kind != FS_EVENT2_BEGIN)
            continue;
        handle_touch(v, event->user_a, event->user_b);
        handle_touch(v, event->user_b, event->user_a);
    }
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        update_crate(v, w, i);
}

/* --- players ------------------------------------------------------------------------------------ */

static void remove_player(struct fireworks2d_view *v, uint32_t row)
{
    struct fireworks2d_player *player = &v->player;
    FIREWORKS2D_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
    for (uint32_t i = 0; i < *v->firework.rows; i++)
        if (v->firework.owner[i] == row + 1)
            v->firework.owner[i] = 0;
    for (uint32_t i = 0; i < FIREWORKS2D_PLATFORMS; i++)
        if (v->platform.last[i] == row + 1)
            v->platform.last[i] = 0;
}

static void add_player(struct fireworks2d_view *v, uint32_t slot)
{
    v->player.active[slot] = 1;
    v->player.shell[slot] = 1;
    v->player.aim[slot] = slot % 2u == 0 ? FS_TURN_DEG(65) : FS_TURN_DEG(115);
    v->player.power[slot] = 14 * FS_VEL_ONE;
}

static void fire_mortar(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w,
                        uint32_t slot)
{
    fs_rot2 direction = fs_rot2_from_turn(v->player.aim[slot]);
    fs_rel2 tube = fs_rot2_rel(direction, fs_rel2_make(fs_rel_from_ratio(FIREWORKS2D_MORTAR_CM, 100), 0));
    fs_pos2 at = fs_pos2_add_rel(fs__fireworks2d_mortar_pos(slot), tube);
    fs_vel2 vel = fs_rot2_vel(direction, fs_vel2_make(v->player.power[slot], 0));
    if (!launch_firework(v, rules, w, v->player.shell[slot], (uint8_t)(slot + 1u), at, vel))
        return;
    v->player.reload[slot] = (uint16_t)rules->reload;
    v->player.launched[slot]++;
}

/* Across its range in four seconds; x slows aim and power to an eighth. */
static void turn_mortar(struct fireworks2d_view *v, uint32_t slot, const uint8_t *input)
{
    int64_t share = (int64_t)*v->world.hz * (fs_kit_button_held(input, FS_KEY_ALT) ? SLOW : 1);
    int64_t turn = FS_TURN_DEG(160) / (AIM_SECONDS * share), more = POWER_SPEED * FS_VEL_ONE / share;
    int64_t aim = v->player.aim[slot] + turn * fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT);
    int64_t power = v->player.power[slot] + more * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    v->player.aim[slot] = (uint32_t)fs_clamp64(aim, FS_TURN_DEG(10), FS_TURN_DEG(170));
    v->player.power[slot] = (fs_vel)fs_clamp64(power, FIREWORKS2D_POWER_MIN * FS_VEL_ONE,
                                               FIREWORKS2D_POWER_MAX * FS_VEL_ONE);
}

static void apply_input(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w,
                        uint32_t slot, const uint8_t *input)
{
    if (v->player.active[slot] == 0)
        add_player(v, slot);
    if (input[1] >= 1 && input[1] <= FIREWORKS2D_SHELLS)
        v->player.shell[slot] = input[1];
    if (input[1] == FIREWORKS2D_CHOICE_RESET) {
        stack_crates(v, w);
        ++*v->town.resets;
    }
    turn_mortar(v, slot, input);
    if (v->player.reload[slot] > 0)
        v->player.reload[slot]--;
    if (v->player.reload[slot] == 0 && fs_kit_button_held(input, FS_KEY_FIRE))
        fire_mortar(v, rules, w, slot);
}

static void apply_inputs(struct fireworks2d_view *v, const struct fireworks2d_rules *rules, struct fs_world2 *w,
                         const fs_inputs *inputs)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (fs_input_present(inputs, slot))
            apply_input(v, rules, w, slot, fs_input(inputs, slot));
        else if (v->player.active[slot])
            remove_player(v, slot);
    }
}

/* --- start ---------------------------------------------------------------------------------------- */

static fs_world2_def world_def(const fs_config *config)
{
    fs_world2_def def = fs_default_world2_def(config->hz);
    def.gravity = fs_wide2_make(0, fs_wide_from_ratio(-config->options[OPT_GRAVITY], 10));
    def.max_speed = 60 * FS_VEL_ONE;
    return def;
}

static fs_result add_materials(struct fs_world2 *w)
{
    fs_material2_def shell = fs_default_material2_def(), bouncy = fs_default_material2_def();
    uint16_t material;
    shell.restitution = fs_unit_from_ratio(45, 100);
    bouncy.restitution = fs_unit_from_ratio(85, 100);
    fs_result result = fs_material2_add(w, &shell, &material);
    return result == FS_OK ? fs_material2_add(w, &bouncy, &material) : result;
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct fireworks2d_view v;
    struct fs_world2 w;
    struct fireworks2d_rules rules = read_options(config);
    fs_world2_def def = world_def(config);
    fs_result result = fs_kit_tables_fill(state, fireworks2d_T_rule, fireworks2d_T_COUNT);
    fs_world2_bind(state, fireworks2d_T_physics2, NULL, &w);
    if (result == FS_OK)
        result = fs_world2_init(&w, &def);
    if (result == FS_OK)
        result = add_materials(&w);
    if (result == FS_OK)
        result = fs__fireworks2d_build(&w);
    fireworks2d_bind(state, &v);
    fireworks2d_rules_store(&v, &rules);
    return result == FS_OK ? stack_crates(&v, &w) : result;
}

/* --- states from outside ----------------------------------------------------------------------------- */

static bool player_valid(const struct fireworks2d_view *v, uint32_t i)
{
    if (v->player.active[i] == 0)
        return true;
    return v->player.active[i] == 1 && v->player.shell[i] >= 1 && v->player.shell[i] <= FIREWORKS2D_SHELLS &&
           v->player.aim[i] >= FS_TURN_DEG(10) && v->player.aim[i] <= FS_TURN_DEG(170) &&
           v->player.power[i] >= FIREWORKS2D_POWER_MIN * FS_VEL_ONE &&
           v->player.power[i] <= FIREWORKS2D_POWER_MAX * FS_VEL_ONE;
}

/* Handles need no check: a stale one means a body that is gone. */
static bool valid(const fs_state *state, const fs_config *config)
{
    struct fireworks2d_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, fireworks2d_T_rule, fireworks2d_T_COUNT))
        return false;
    fireworks2d_peek(state, &v);
    fs_world2_bind_readonly(state, fireworks2d_T_physics2, &w);
    struct fireworks2d_rules expected = read_options(config), rules = fireworks2d_rules_load(&v);
    bool ok = fireworks2d_rules_equal(&expected, &rules) && *v.material2.rows == MATERIALS;
    for (uint32_t i = 0; ok && i < *v.player.rows; i++)
        ok = player_valid(&v, i);
    for (uint32_t i = 0; ok && i < *v.firework.rows; i++)
        ok = v.firework.type[i] <= FIREWORKS2D_TYPES && v.firework.owner[i] <= *v.player.rows;
    for (uint32_t i = 0; ok && i < FIREWORKS2D_PLATFORMS; i++)
        ok = v.platform.last[i] <= *v.player.rows;
    for (uint32_t i = 0; ok && i < FIREWORKS2D_CRATES; i++)
        ok = v.crate.fallen[i] <= 1;
    return ok && fs_world2_valid(&w);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct fireworks2d_view v;
    struct fs_world2 w;
    fireworks2d_bind(state, &v);
    fs_world2_bind(state, fireworks2d_T_physics2, scratch, &w);
    struct fireworks2d_rules rules = fireworks2d_rules_load(&v);
    apply_inputs(&v, &rules, &w, inputs);
    burn_fuse(&v, &rules, &w);
    fs_world2_step(&w);
    handle_events(&v, &rules, &w);
}

static void sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, FIREWORKS2D_CHOICES);
}

const fs_game fs_game_fireworks2d = {
    .abi = FS_GAME_ABI,
    .name = "fireworks2d",
    .title = "Fireworks of rigid bodies over a little town, and towers to knock down",
    .controls = "left and right or A and D aim, up and down or W and S power, x slows both, 1 to 5 take a shell, space "
                "launches, r builds anew",
    .schema = &fireworks2d_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = FIREWORKS2D_MAX_PLAYERS,
    .default_players = 2,
    .bots = fs__fireworks2d_bots,
    .bot_count = FIREWORKS2D_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = fs__fireworks2d_draw,
    .keys = fs__fireworks2d_keys,
    .valid = valid,
    .standings = fs__fireworks2d_standings,
};
