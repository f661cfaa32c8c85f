/* sandbox.c: the sandbox: its rules, its start and its tick.
 *
 * Every key of the source's projects is a command of its tick. A command whose body is gone does nothing.
 */
#include "games/sandbox/sandbox.h"

#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"

enum {
    PUSH = 20,    /* m/s^2, of the arrows and the space bar */
    MOVE_CM = 50, /* ten pixels */
    EXCITE = 10   /* m/s on either axis at most */
};
#define TENTH_RADIAN 6554 /* Q16.16 */

/* --- configuration ------------------------------------------------------------------- */

static const fs_option options[SANDBOX_OPTIONS] = {
    [SANDBOX_OPT_BODIES] = { "bodies", 64, 8, 400, "bodies on the stage at most" },
    [SANDBOX_OPT_GRAVITY] = { "gravity", 100, -300, 300, "downward, dm/s^2; the book's 10 pixels/s^2 are 5" },
    [SANDBOX_OPT_SCENE] = { "scene", SANDBOX_COOL, 0, SANDBOX_SCENES - 1,
                            "0 four walls, 1 walls and a platform, 2 four platforms" },
    [SANDBOX_OPT_START] = { "start", 10, 0, 40, "rectangles, and as many circles, of scene 2 at the start" },
    [SANDBOX_OPT_SHOW] = { "show", 0, 0, 3,
                           "1 bounding boxes, green where two overlap; 2 contact points and normals; 3 both" },
    [SANDBOX_OPT_DRAG] = { "drag", 0, 0, 1, "1: players drag bodies with the mouse" },
};

static struct sandbox_rules read_options(const fs_config *config)
{
    const int64_t *o = config->options;
    uint32_t maximum = (uint32_t)o[SANDBOX_OPT_BODIES], start = (uint32_t)o[SANDBOX_OPT_START];
    return (struct sandbox_rules){
        .scene = (uint32_t)o[SANDBOX_OPT_SCENE],
        .start_bodies = fs_min_u32(start, (maximum - 4) / 2),
        .max_bodies = maximum,
        .gravity = -fs_wide_from_ratio(o[SANDBOX_OPT_GRAVITY], 10),
    };
}

static void capacities(const fs_config *config, uint32_t *rows)
{
    fs_world2_limits limits = fs__sandbox_limits((uint32_t)config->options[SANDBOX_OPT_BODIES]);
    rows[sandbox_T_rule] = 1;
    rows[sandbox_T_stage] = 1;
    rows[sandbox_T_player] = config->players;
    rows[sandbox_T_thing] = limits.bodies;
    fs_world2_capacities(&limits, &rows[sandbox_T_physics2]);
}

/* Velocities of all bodies while the stage does not move, then the world's own. */
struct still {
    fs_vel2 vel;
    fs_vel spin, spare;
};
_Static_assert(sizeof(struct still) == 16, "what follows stays aligned");

static size_t scratch_size(const fs_config *config)
{
    fs_world2_limits limits = fs__sandbox_limits((uint32_t)config->options[SANDBOX_OPT_BODIES]);
    return limits.bodies * sizeof(struct still) + fs_world2_scratch_size(&limits);
}

/* Both surfaces must agree to slide or to bounce: the smaller number counts, as in the source. */
static fs_world2_def world_def(const struct sandbox_rules *rules, uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.gravity = fs_wide2_make(0, rules->gravity);
    def.restitution_combine = FS_COMBINE2_MIN;
    def.friction_combine = FS_COMBINE2_MIN;
    return def;
}

/* --- start ------------------------------------------------------------------------------- */

static fs_result init(fs_state *state, const fs_config *config)
{
    struct sandbox_rules rules = read_options(config);
    fs_result result = fs_kit_tables_fill(state, sandbox_T_rule, sandbox_T_physics2);
    if (result != FS_OK)
        return result;
    struct sandbox_view v;
    struct fs_world2 w;
    uint16_t material;
    sandbox_bind(state, &v);
    sandbox_rules_store(&v, &rules);
    fs_world2_bind(state, sandbox_T_physics2, NULL, &w);
    fs_world2_def def = world_def(&rules, config->hz);
    fs_material2_def surface = fs_default_material2_def();
    result = fs_world2_init(&w, &def);
    for (uint32_t row = 0; result == FS_OK && row < *v.thing.rows; row++)
        result = fs_material2_add(&w, &surface, &material);
    return result == FS_OK ? fs__sandbox_build(&v, &w) : result;
}

/* --- states from outside -------------------------------------------------------------------- */

static bool thing_valid(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t row)
{
    bool live = fs_kit_body2_live(w, row);
    return v->thing.kind[row] < SANDBOX_KINDS && (v->thing.kind[row] != SANDBOX_NOTHING) == live &&
           v->thing.mass[row] <= SANDBOX_MAX_MASS && v->thing.friction[row] <= SANDBOX_MAX_FRICTION &&
           v->thing.restitution[row] <= 100;
}

static uint32_t count_things(const struct sandbox_view *v)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *v->thing.rows; row++)
        count += v->thing.kind[row] > SANDBOX_WALL;
    return count;
}

static bool valid(const fs_state *state, const fs_config *config)
{
    struct sandbox_view v;
    struct fs_world2 w;
    if (!fs_kit_tables_full(state, sandbox_T_rule, sandbox_T_physics2) ||
        !fs_kit_tables_full(state, sandbox_T_material2, sandbox_T_material2 + 1))
        return false;
    sandbox_peek(state, &v);
    fs_world2_bind_readonly(state, sandbox_T_physics2, &w);
    struct sandbox_rules expected = read_options(config), rules = sandbox_rules_load(&v);
    bool ok = sandbox_rules_equal(&expected, &rules) && fs_world2_valid(&w) && v.stage.movement[0] <= 1 &&
              v.stage.correction[0] <= 1 && v.stage.bodies[0] == count_things(&v);
    for (uint32_t row = 0; ok && row < *v.thing.rows; row++)
        ok = thing_valid(&v, &w, row);
    for (uint32_t slot = 0; ok && slot < *v.player.rows; slot++)
        ok = v.player.active[slot] <= 1;
    return ok;
}

/* --- selection --------------------------------------------------------------------------------- */

bool fs__sandbox_selectable(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t row)
{
    return fs_kit_body2_live(w, row) && v->thing.kind[row] > SANDBOX_WALL;
}

bool fs__sandbox_selected_row(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, uint32_t *row)
{
    fs_body2 body = { { v->player.body[slot], v->player.generation[slot] } };
    return fs_body2_row(w, body, row) == FS_OK && fs__sandbox_selectable(v, w, *row);
}

static void select_row(struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, uint32_t row)
{
    fs_handle handle = fs_body2_at(w, row).handle;
    v->player.body[slot] = handle.index1;
    v->player.generation[slot] = handle.generation;
}

/* The next one by rows in a direction (1 or -1), around the end. Without a selection: from before the first row. */
static void select_next(struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, int direction)
{
    uint32_t rows = *v->thing.rows, row = v->player.body[slot];
    row = row == 0 || row > rows ? rows - 1 : row - 1;
    for (uint32_t i = 0; i < rows; i++) {
        row = (row + (direction > 0 ? 1 : rows - 1)) % rows;
        if (fs__sandbox_selectable(v, w, row)) {
            select_row(v, w, slot, row);
            return;
        }
    }
}

/* The n-th by rows, where there are so many. */
static void select_number(struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, uint32_t number)
{
    for (uint32_t row = 0; row < *v->thing.rows; row++)
        if (fs__sandbox_selectable(v, w, row) && number-- == 0) {
            select_row(v, w, slot, row);
            return;
        }
}

/* --- commands on a body ---------------------------------------------------------------------------- */

static uint16_t add_clamped(uint16_t value, int by, int maximum)
{
    return (uint16_t)fs_clamp32((int32_t)value + by, 0, maximum);
}

/* By half a metre, or by a tenth of a radian. */
static void move_body(struct fs_world2 *w, uint32_t row, int right, int up, int turns)
{
    fs_pose2 pose = fs_body2_pose(w, row);
    pose.pos.x = fs_sat64_add(pose.pos.x, fs_pos_from_ratio(right * MOVE_CM, 100));
    pose.pos.y = fs_sat64_add(pose.pos.y, fs_pos_from_ratio(up * MOVE_CM, 100));
    if (turns != 0)
        pose.rot = fs_rot2_from_turn(fs_turn_from_rot2(pose.rot) + fs_turn_from_radians(turns * TENTH_RADIAN));
    fs_body2_set_pose(w, fs_body2_at(w, row), pose.pos, pose.rot);
}

/* By 1 m/s, or by a tenth of a radian per second. An immovable body has no velocity. */
static void change_velocity(const struct sandbox_view *v, struct fs_world2 *w, uint32_t row, int right, int up,
                            int turns)
{
    fs_vel2 vel = w->body.vel[row];
    if (v->thing.mass[row] == 0)
        return;
    vel = fs_vel2_add(vel, fs_vel2_make(right * FS_VEL_ONE, up * FS_VEL_ONE));
    fs_vel spin = fs_sat32_add(w->body.angular_velocity[row], fs_vel_from_ratio(turns, 10));
    fs_body2_set_velocity(w, fs_body2_at(w, row), vel, spin);
}

static void change_mass(struct sandbox_view *v, struct fs_world2 *w, uint32_t row, int by)
{
    v->thing.mass[row] = add_clamped(v->thing.mass[row], by, SANDBOX_MAX_MASS);
    fs__sandbox_apply_mass(v, w, row);
}

static void change_surface(struct sandbox_view *v, struct fs_world2 *w, uint32_t row, int friction, int restitution)
{
    v->thing.friction[row] = add_clamped(v->thing.friction[row], friction, SANDBOX_MAX_FRICTION);
    v->thing.restitution[row] = add_clamped(v->thing.restitution[row], restitution, 100);
    fs__sandbox_apply_surface(v, w, row);
}

static void command_body(struct sandbox_view *v, struct fs_world2 *w, uint32_t row, uint32_t command)
{
    switch (command) {
    case SANDBOX_REMOVE: fs__sandbox_remove(v, w, row); break;
    case SANDBOX_UP: move_body(w, row, 0, 1, 0); break;
    case SANDBOX_LEFT: move_body(w, row, -1, 0, 0); break;
    case SANDBOX_DOWN: move_body(w, row, 0, -1, 0); break;
    case SANDBOX_RIGHT: move_body(w, row, 1, 0, 0); break;
    case SANDBOX_TURN_LEFT: move_body(w, row, 0, 0, 1); break;
    case SANDBOX_TURN_RIGHT: move_body(w, row, 0, 0, -1); break;
    case SANDBOX_SPEED_UP: change_velocity(v, w, row, 0, 1, 0); break;
    case SANDBOX_SPEED_LEFT: change_velocity(v, w, row, -1, 0, 0); break;
    case SANDBOX_SPEED_DOWN: change_velocity(v, w, row, 0, -1, 0); break;
    case SANDBOX_SPEED_RIGHT: change_velocity(v, w, row, 1, 0, 0); break;
    case SANDBOX_ANGULAR_VELOCITY_LEFT: change_velocity(v, w, row, 0, 0, 1); break;
    case SANDBOX_ANGULAR_VELOCITY_RIGHT: change_velocity(v, w, row, 0, 0, -1); break;
    case SANDBOX_MASS_DOWN: change_mass(v, w, row, -1); break;
    case SANDBOX_MASS_UP: change_mass(v, w, row, 1); break;
    case SANDBOX_FRICTION_DOWN: change_surface(v, w, row, -1, 0); break;
    case SANDBOX_FRICTION_UP: change_surface(v, w, row, 1, 0); break;
    case SANDBOX_RESTITUTION_DOWN: change_surface(v, w, row, 0, -1); break;
    case SANDBOX_RESTITUTION_UP: change_surface(v, w, row, 0, 1); break;
    default: break;
    }
}

/* --- commands on the stage --------------------------------------------------------------------------- */

static void spawn_body(struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, sandbox_kind kind)
{
    uint32_t row;
    fs_pos2 at = fs__sandbox_random_pos(v);
    if (fs__sandbox_selected_row(v, w, slot, &row))
        at = fs_body2_pose(w, row).pos;
    v->player.made[slot] += fs__sandbox_spawn(v, w, kind, at, slot + 1);
}

/* Gives every dynamic body a drawn velocity, at most 10 m/s on either axis. */
static void excite_bodies(struct sandbox_view *v, struct fs_world2 *w)
{
    fs_rng *rng = &v->world.rng[0];
    for (uint32_t row = 0; row < *v->thing.rows; row++) {
        if (v->thing.mass[row] == 0)
            continue;
        int32_t right = fs_rng_range(rng, -EXCITE * FS_VEL_ONE, EXCITE * FS_VEL_ONE - 1);
        int32_t up = fs_rng_range(rng, -EXCITE * FS_VEL_ONE, EXCITE * FS_VEL_ONE - 1);
        fs_body2_set_velocity(w, fs_body2_at(w, row), fs_vel2_make(right, up), w->body.angular_velocity[row]);
    }
}

/* Bodies that stood still only because movement was off are woken. */
static void switch_movement(struct sandbox_view *v, struct fs_world2 *w)
{
    v->stage.movement[0] ^= 1u;
    for (uint32_t row = 0; row < *v->thing.rows; row++)
        if (v->thing.mass[row] > 0)
            fs_body2_wake(w, fs_body2_at(w, row));
}

static void run_command(struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, uint32_t what)
{
    uint32_t row;
    switch (what) {
    case SANDBOX_NONE: break;
    case SANDBOX_MAKE_RECTANGLE: spawn_body(v, w, slot, SANDBOX_RECTANGLE); break;
    case SANDBOX_MAKE_CIRCLE: spawn_body(v, w, slot, SANDBOX_CIRCLE); break;
    case SANDBOX_MAKE_POLYGON: spawn_body(v, w, slot, SANDBOX_POLYGON); break;
    case SANDBOX_MAKE_CAPSULE: spawn_body(v, w, slot, SANDBOX_CAPSULE); break;
    case SANDBOX_MOVEMENT: switch_movement(v, w); break;
    case SANDBOX_CORRECTION: v->stage.correction[0] ^= 1u; break;
    case SANDBOX_EXCITE: excite_bodies(v, w); break;
    case SANDBOX_RESET: fs__sandbox_build(v, w); break;
    default:
        if (what >= SANDBOX_DIGIT)
            select_number(v, w, slot, what - SANDBOX_DIGIT);
        else if (fs__sandbox_selected_row(v, w, slot, &row))
            command_body(v, w, row, what);
        break;
    }
}

/* --- players ---------------------------------------------------------------------------------------------- */

/* The arrow that views show as held after a letter. */
static uint8_t arrow_of_command(uint32_t what)
{
    switch (what) {
    case SANDBOX_UP: return FS_KEY_UP;
    case SANDBOX_DOWN: return FS_KEY_DOWN;
    case SANDBOX_LEFT: return FS_KEY_LEFT;
    case SANDBOX_RIGHT: return FS_KEY_RIGHT;
    default: return 0;
    }
}

/* Left, right and space push with a force that gives every mass the same acceleration. */
static void push_selection(const struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, uint8_t held)
{
    uint32_t row;
    int right = ((held & FS_KEY_RIGHT) != 0) - ((held & FS_KEY_LEFT) != 0), up = (held & FS_KEY_FIRE) != 0;
    if ((right == 0 && up == 0) || !fs__sandbox_selected_row(v, w, slot, &row))
        return;
    int64_t strength = (int64_t)v->thing.mass[row] * PUSH * FS_WIDE_ONE;
    fs_body2_apply_force(w, fs_body2_at(w, row), fs_wide2_make(right * strength, up * strength));
}

/* The first tick of a drag selects what is there, or nothing. */
static void apply_drag(struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, const uint8_t *input)
{
    uint32_t row;
    if (v->player.held[slot] != SANDBOX_DRAGGING) {
        v->player.body[slot] = v->player.generation[slot] = 0;
        if (fs__sandbox_find_at(v, w, input, &row))
            select_row(v, w, slot, row);
    }
    v->player.held[slot] = SANDBOX_DRAGGING;
    v->player.muted[slot] = 0;
    if (fs__sandbox_selected_row(v, w, slot, &row))
        fs__sandbox_drag_body(v, w, row, input);
}

static void apply_keys(struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, const uint8_t *input)
{
    uint32_t what = input[1] < SANDBOX_COMMANDS ? input[1] : SANDBOX_NONE;
    struct fs_kit_key_state keys = { v->player.held[slot], v->player.muted[slot] };
    uint8_t struck,
        held = fs_kit_key_state_update(&keys, input[0] & FS_KIT_BUTTONS_MASK, arrow_of_command(what), &struck);
    v->player.held[slot] = keys.held;
    v->player.muted[slot] = keys.muted;
    run_command(v, w, slot, what);
    if (struck & FS_KEY_UP)
        select_next(v, w, slot, -1);
    if (struck & FS_KEY_DOWN)
        select_next(v, w, slot, 1);
    push_selection(v, w, slot, held);
}

/* Where nobody may drag, a drag holds no key and gives no command. */
static void apply_input(struct sandbox_view *v, struct fs_world2 *w, uint32_t slot, bool may_drag, const uint8_t *input)
{
    if (!v->player.active[slot]) {
        v->player.active[slot] = 1;
        select_number(v, w, slot, slot);
    }
    if (may_drag && fs__sandbox_is_drag(input))
        apply_drag(v, w, slot, input);
    else
        apply_keys(v, w, slot, input);
}

static void apply_inputs(struct sandbox_view *v, struct fs_world2 *w, bool may_drag, const fs_inputs *inputs)
{
    struct sandbox_player *player = &v->player;
    for (uint32_t row = 0; row < *player->rows; row++) {
        if (fs_input_present(inputs, row))
            apply_input(v, w, row, may_drag, fs_input(inputs, row));
        else if (player->active[row]) {
            SANDBOX_PLAYER_FIELDS(FS_KIT_ROW_CLEAR, player)
        }
    }
}

/* --- a tick ---------------------------------------------------------------------------------------------------- */

/* Movement off: bodies do not follow velocity or gravity, but overlap is still corrected. Bodies have velocity 0
 * during the step and get their velocities back afterwards. */
static void step_unmoved(struct sandbox_view *v, struct fs_world2 *w, struct still *before)
{
    fs_wide2 gravity = w->rules.gravity[0];
    fs_world2_set_gravity(w, fs_wide2_zero());
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        before[row] = (struct still){ w->body.vel[row], w->body.angular_velocity[row], 0 };
        v->body2.vel[row] = fs_vel2_zero();
        v->body2.angular_velocity[row] = 0;
        v->body2.force[row] = fs_wide2_zero();
    }
    fs_world2_step(w);
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        v->body2.vel[row] = before[row].vel;
        v->body2.angular_velocity[row] = before[row].spin;
    }
    fs_world2_set_gravity(w, gravity);
}

static void step_world(struct sandbox_view *v, struct fs_world2 *w, struct still *before)
{
    bool moving = v->stage.movement[0] != 0, correcting = v->stage.correction[0] != 0;
    uint32_t flags = correcting ? FS_WORLD2_CORRECTION : 0;
    flags |= moving || correcting ? 0 : FS_WORLD2_PAUSED;
    fs_world2_set_flags(w, flags, FS_WORLD2_CORRECTION | FS_WORLD2_PAUSED);
    if (moving || !correcting)
        fs_world2_step(w);
    else
        step_unmoved(v, w, before);
}

/* Removes bodies that have left the stage by a large distance. */
static void remove_fallen(struct sandbox_view *v, struct fs_world2 *w)
{
    const fs_pos far = SANDBOX_REMOVE_DISTANCE * FS_POS_ONE;
    for (uint32_t row = 0; row < *v->thing.rows; row++) {
        if (!fs__sandbox_selectable(v, w, row))
            continue;
        fs_pos2 at = w->body.pos[row];
        if (fs_abs64(at.x) <= far && fs_abs64(at.y) <= far)
            continue;
        fs__sandbox_remove(v, w, row);
        v->stage.removed[0]++;
    }
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct sandbox_view v;
    struct fs_world2 w;
    sandbox_bind(state, &v);
    size_t own = *v.thing.rows * sizeof(struct still);
    fs_scratch rest = { (uint8_t *)scratch->bytes + own, scratch->size - own, scratch->tasks };
    fs_world2_bind(state, sandbox_T_physics2, &rest, &w);
    apply_inputs(&v, &w, config->options[SANDBOX_OPT_DRAG] != 0, inputs);
    step_world(&v, &w, scratch->bytes);
    remove_fallen(&v, &w);
}

const fs_game fs_game_sandbox = {
    .abi = FS_GAME_ABI,
    .name = "sandbox",
    .title = "Make, push and change bodies of every shape",
    .controls =
        "f rectangle g circle t polygon y capsule, p removes, up/down or 0-9 select, wasd qe move and turn, ijkl uo "
        "speed and spin, left/right/space push, z/x mass, c/v friction, b/n restitution, comma movement, m "
        "correction, h excites, r resets",
    .schema = &sandbox_schema,
    .options = options,
    .option_count = SANDBOX_OPTIONS,
    .input_size = FS_KIT_BUTTONS_BYTES,
    .min_players = 1,
    .max_players = SANDBOX_MAX_PLAYERS,
    .default_players = 4,
    .bots = fs__sandbox_bots,
    .bot_count = SANDBOX_BOTS,
    .capacities = capacities,
    .scratch_size = scratch_size,
    .init = init,
    .step = step,
    .sanitise = fs__sandbox_sanitise,
    .draw = fs__sandbox_draw,
    .keys = fs__sandbox_keys,
    .valid = valid,
};
