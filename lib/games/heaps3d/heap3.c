/* heap3.c: world, players and bots of the heaps in space. See heap3.h. */
#include "games/heaps3d/heap3.h"

#include <fixstep/kit/buttons.h>

/* A crosshair stays within these (m). */
enum { SIDE = 40, TOP = 120, SPEED = 12, DROP_SPEED = 20, BLOW_REACH = 4, BLOW_FORCE = 60 };

/* ---- the world ----------------------------------------------------------------------------------------------- */

fs_world3_limits fs__heap3_limits(uint32_t bodies, uint32_t players)
{
    uint32_t all = bodies + HEAP3_WALLS + players * HEAP3_BALLS_PER_PLAYER;
    return (fs_world3_limits){ .bodies = all, .shapes = all, .contacts = all * 12, .joints = 1, .materials = 1 };
}

void fs__heap3_capacities(const fs_config *config, uint32_t bodies, uint32_t *rows)
{
    fs_world3_limits limits = fs__heap3_limits(bodies, config->players);
    fs_world3_capacities(&limits, &rows[heap3_T_physics3]);
    rows[heap3_T_crosshair] = config->players;
    rows[heap3_T_ball] = config->players * HEAP3_BALLS_PER_PLAYER;
}

fs_result fs__heap3_create_world(fs_state *state, const fs_config *config, bool sleep, fs_pos height,
                                 struct fs_world3 *w)
{
    struct heap3_view v;
    fs_world3_def def = fs_default_world3_def(config->hz);
    if (!sleep)
        def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    if (config->options[HEAP3_OPT_SOLVER] != 0)
        def.flags |= FS_WORLD3_WORST_FIRST;
    fs_result result = fs_rows_resize(state, heap3_T_crosshair, config->players);
    if (result == FS_OK)
        result = fs_rows_resize(state, heap3_T_ball, config->players * HEAP3_BALLS_PER_PLAYER);
    if (result != FS_OK)
        return result;
    heap3_bind(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        v.crosshair.at[slot] = fs_pos3_make((2 * (fs_pos)slot + 1 - config->players) * FS_POS_ONE, height, 0);
    fs_world3_bind(state, heap3_T_physics3, NULL, w);
    return fs_world3_init(w, &def);
}

static fs_result create_body(struct fs_world3 *w, fs_body3_type type, fs_pos3 at, fs_body3 *out)
{
    fs_body3_def def = fs_default_body3_def();
    def.type = type;
    def.pos = at;
    return fs_body3_create(w, &def, out);
}

static fs_result add_box(struct fs_world3 *w, fs_body3_type type, fs_pos3 at, fs_pos3 half)
{
    fs_body3 body;
    fs_result result = create_body(w, type, at, &body);
    return result == FS_OK ? fs_shape3_create_box(w, body, NULL, half, NULL) : result;
}

static fs_pos3 in_metres(const int v[3])
{
    return fs_pos3_make(v[0] * FS_POS_ONE, v[1] * FS_POS_ONE, v[2] * FS_POS_ONE);
}

fs_result fs__heap3_add_wall(struct fs_world3 *w, const int centre[3], const int half[3])
{
    return add_box(w, FS_BODY3_STATIC, in_metres(centre), in_metres(half));
}

fs_result fs__heap3_add_cube(struct fs_world3 *w, fs_pos3 at, fs_pos half)
{
    return add_box(w, FS_BODY3_DYNAMIC, at, fs_pos3_make(half, half, half));
}

fs_result fs__heap3_add_ball(struct fs_world3 *w, fs_pos3 at, fs_pos radius)
{
    fs_body3 body;
    fs_result result = create_body(w, FS_BODY3_DYNAMIC, at, &body);
    return result == FS_OK ? fs_shape3_create_sphere(w, body, NULL, fs_pos3_zero(), radius, NULL) : result;
}

/* ---- players -------------------------------------------------------------------------------------------------- */

/* Drops a ball: a new one, or the player's oldest one. */
static void throw_ball(struct fs_world3 *w, struct heap3_view *v, uint32_t slot)
{
    fs_pos3 at = v->crosshair.at[slot];
    uint32_t *row = &v->ball.body[slot * HEAP3_BALLS_PER_PLAYER + v->crosshair.thrown[slot] % HEAP3_BALLS_PER_PLAYER];
    uint32_t made = *w->body.rows;
    if (*row == 0) {
        if (fs__heap3_add_ball(w, at, FS_POS_ONE / 2) != FS_OK)
            return;
        *row = made + 1;
    }
    fs_body3 ball = fs_body3_at(w, *row - 1);
    (void)fs_body3_set_pose(w, ball, at, fs_quat_identity());
    (void)fs_body3_set_velocity(w, ball, fs_vel3_make(0, -DROP_SPEED * FS_VEL_ONE, 0), fs_vel3_zero());
    v->crosshair.thrown[slot]++;
    v->crosshair.wait[slot] = (uint16_t)(*w->world.hz / 4);
}

static void apply_input(struct fs_world3 *w, struct heap3_view *v, uint32_t slot, const uint8_t *input)
{
    fs_pos delta = SPEED * FS_POS_ONE / *w->world.hz;
    fs_pos3 *at = &v->crosshair.at[slot];
    fs_pos x = at->x + delta * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    fs_pos z = at->z + delta * fs_kit_button_axis(input, FS_KEY_UP, FS_KEY_DOWN);
    at->x = fs_clamp64(x, -SIDE * FS_POS_ONE, SIDE * FS_POS_ONE);
    at->z = fs_clamp64(z, -SIDE * FS_POS_ONE, SIDE * FS_POS_ONE);
    if (v->crosshair.wait[slot] > 0)
        v->crosshair.wait[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        throw_ball(w, v, slot);
    if (fs_kit_button_held(input, FS_KEY_ALT))
        (void)fs_world3_apply_attraction(w, fs_pos3_make(at->x, FS_POS_ONE, at->z), BLOW_REACH * FS_POS_ONE,
                                         -BLOW_FORCE * FS_WIDE_ONE);
}

void fs__heap3_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    struct heap3_view v;
    struct fs_world3 w;
    fs_world3_bind(state, heap3_T_physics3, scratch, &w);
    (void)fs_world3_set_broad_phase(&w, (uint32_t)config->options[HEAP3_OPT_BROAD_PHASE]);
    for (uint32_t slot = 0; slot < inputs->slots; slot++) {
        heap3_bind(state, &v);
        if (fs_input_present(inputs, slot))
            apply_input(&w, &v, slot, fs_input(inputs, slot));
    }
    fs_world3_step(&w);
}

static bool ball_valid(const struct heap3_view *v, uint32_t row)
{
    if (row == 0)
        return true;
    return row <= *v->body3.rows && (v->body3.gen[row - 1] & 1u) != 0 && v->body3.type[row - 1] == FS_BODY3_DYNAMIC;
}

static bool crosshair_valid(fs_pos3 at)
{
    return fs_uabs64(at.x) <= SIDE * FS_POS_ONE && fs_uabs64(at.z) <= SIDE * FS_POS_ONE && at.y >= 0 &&
           at.y <= TOP * FS_POS_ONE;
}

bool fs__heap3_valid(const fs_state *state, const fs_config *config)
{
    struct heap3_view v;
    struct fs_world3 w;
    if (fs_state_rows(state, heap3_T_crosshair) != config->players ||
        fs_state_rows(state, heap3_T_ball) != config->players * HEAP3_BALLS_PER_PLAYER)
        return false;
    heap3_peek(state, &v);
    fs_world3_bind_readonly(state, heap3_T_physics3, &w);
    for (uint32_t i = 0; i < *v.ball.rows; i++)
        if (!ball_valid(&v, v.ball.body[i]))
            return false;
    for (uint32_t i = 0; i < *v.crosshair.rows; i++)
        if (!crosshair_valid(v.crosshair.at[i]))
            return false;
    return fs_world3_valid(&w);
}

void fs__heap3_sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

void fs__heap3_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* ---- bots ------------------------------------------------------------------------------------------------------- */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct heap3_view v;
    heap3_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

const fs_bot fs__heap3_bots[2] = {
    { "idle", "watches", fs_kit_buttons_think_idle },
    { "random", "drops balls and blows here and there", think_random },
};
