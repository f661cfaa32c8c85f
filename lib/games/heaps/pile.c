/* pile.c: world, players and bots of the heaps. See pile.h. */
#include "games/heaps/pile.h"

#include <fixstep/kit/buttons.h>
#include <fixstep/kit/scene2.h>

/* A sight stays within these (m); its top lies above the highest pyramid of 200 boxes. */
enum { SIGHT_SIDE = 100, SIGHT_TOP = 256 };
enum { WALL_BODIES = 16, LONGEST = 13, SIGHT_SPEED = 12, DROP_SPEED = 20, BLOW_REACH = 4, BLOW_FORCE = 60 };

/* ---- the world ----------------------------------------------------------------------------------------------- */

fs_world2_limits fs__pile_limits(uint32_t bodies, uint32_t players)
{
    uint32_t all = bodies + WALL_BODIES + players * PILE_BALLS_PER_PLAYER;
    return (fs_world2_limits){ .bodies = all, .shapes = all, .contacts = all * 6, .joints = 1, .materials = 1 };
}

void fs__pile_capacities(const fs_config *config, uint32_t bodies, uint32_t *rows)
{
    fs_world2_limits limits = fs__pile_limits(bodies, config->players);
    fs_world2_capacities(&limits, &rows[pile_T_physics2]);
    rows[pile_T_crosshair] = config->players;
    rows[pile_T_ball] = config->players * PILE_BALLS_PER_PLAYER;
}

fs_result fs__pile_create_world(fs_state *state, const fs_config *config, bool sleep, fs_pos height,
                                struct fs_world2 *w)
{
    struct pile_view v;
    fs_world2_def def = fs_default_world2_def(config->hz);
    if (!sleep)
        def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    fs_result result = fs_rows_resize(state, pile_T_crosshair, config->players);
    if (result == FS_OK)
        result = fs_rows_resize(state, pile_T_ball, config->players * PILE_BALLS_PER_PLAYER);
    if (result != FS_OK)
        return result;
    pile_bind(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        v.crosshair.at[slot] = fs_pos2_make((2 * (fs_pos)slot + 1 - config->players) * FS_POS_ONE, height);
    fs_world2_bind(state, pile_T_physics2, NULL, w);
    return fs_world2_init(w, &def);
}

static fs_result add_body(struct fs_world2 *w, fs_body2_type type, fs_pos2 at, const fs_geometry2 *shape)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    def.type = type;
    def.pos = at;
    return fs_kit_body2_add(w, &def, shape, &form, &body);
}

/* Bodies are at most 32 m wide, so a long wall is a row of boxes, equal and flush. */
fs_result fs__pile_add_wall(struct fs_world2 *w, fs_pos2 centre, int half_x, int half_y)
{
    int nx = (half_x + LONGEST - 1) / LONGEST, ny = (half_y + LONGEST - 1) / LONGEST;
    fs_geometry2 shape;
    fs_rel x_each = FS_REL_ONE / nx * half_x, y_each = FS_REL_ONE / ny * half_y;
    fs_result result = fs_geometry2_box(x_each, y_each, fs_rel2_zero(), fs_rot2_identity(), &shape);
    for (int i = 0; result == FS_OK && i < nx * ny; i++) {
        fs_pos x = FS_POS_ONE * half_x / nx * (2 * (i % nx) + 1 - nx);
        fs_pos y = FS_POS_ONE * half_y / ny * (2 * (i / nx) + 1 - ny);
        result = add_body(w, FS_BODY2_STATIC, fs_pos2_make(centre.x + x, centre.y + y), &shape);
    }
    return result;
}

fs_result fs__pile_add_box(struct fs_world2 *w, fs_pos2 at, fs_rel half)
{
    fs_geometry2 shape;
    fs_result result = fs_geometry2_box(half, half, fs_rel2_zero(), fs_rot2_identity(), &shape);
    return result == FS_OK ? add_body(w, FS_BODY2_DYNAMIC, at, &shape) : result;
}

fs_result fs__pile_add_disc(struct fs_world2 *w, fs_pos2 at, fs_rel radius)
{
    fs_geometry2 shape;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), radius, &shape);
    return result == FS_OK ? add_body(w, FS_BODY2_DYNAMIC, at, &shape) : result;
}

/* ---- players -------------------------------------------------------------------------------------------------- */

/* Drops an iron ball: a new one, or the player's oldest one. */
static void throw_ball(struct fs_world2 *w, struct pile_view *v, uint32_t slot)
{
    fs_pos2 at = v->crosshair.at[slot];
    uint32_t *row = &v->ball.body[slot * PILE_BALLS_PER_PLAYER + v->crosshair.thrown[slot] % PILE_BALLS_PER_PLAYER];
    uint32_t made = *w->body.rows;
    if (*row == 0) {
        if (fs__pile_add_disc(w, at, FS_REL_ONE / 2) != FS_OK)
            return;
        *row = made + 1;
    }
    fs_body2 ball = fs_body2_at(w, *row - 1);
    (void)fs_body2_set_pose(w, ball, at, fs_rot2_identity());
    (void)fs_body2_set_velocity(w, ball, fs_vel2_make(0, -DROP_SPEED * FS_VEL_ONE), 0);
    v->crosshair.thrown[slot]++;
    v->crosshair.wait[slot] = (uint16_t)(*w->world.hz / 4);
}

/* Pushes every body within 4 m away from the crosshair with 60 N, or pulls it to the crosshair. */
static void blow_bodies(struct fs_world2 *w, fs_pos2 from, bool pull)
{
    const fs_wide strength = 4 * (pull ? -BLOW_FORCE : BLOW_FORCE); /* times Q1.30: Q32.32 */
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        fs_pos2 delta = fs_pos2_sub(w->body.pos[row], from);
        fs_unit2 direction;
        if (w->body.type[row] != FS_BODY2_DYNAMIC || fs_pos2_length(delta) > BLOW_REACH * FS_POS_ONE ||
            !fs_pos2_normalise(delta, &direction))
            continue;
        fs_wide2 force = fs_wide2_make(direction.x * strength, direction.y * strength);
        (void)fs_body2_apply_force(w, fs_body2_at(w, row), force);
    }
}

static void apply_input(struct fs_world2 *w, struct pile_view *v, uint32_t slot, const uint8_t *input, bool pull)
{
    fs_pos delta = SIGHT_SPEED * FS_POS_ONE / *w->world.hz;
    fs_pos2 *at = &v->crosshair.at[slot];
    fs_pos x = at->x + delta * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    fs_pos y = at->y + delta * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP);
    *at = fs_pos2_make(fs_clamp64(x, -SIGHT_SIDE * FS_POS_ONE, SIGHT_SIDE * FS_POS_ONE),
                       fs_clamp64(y, 0, SIGHT_TOP * FS_POS_ONE));
    if (v->crosshair.wait[slot] > 0)
        v->crosshair.wait[slot]--;
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        throw_ball(w, v, slot);
    if (fs_kit_button_held(input, FS_KEY_ALT))
        blow_bodies(w, *at, pull);
}

void fs__pile_step(fs_state *state, const fs_inputs *inputs, fs_scratch *scratch, bool pull)
{
    struct pile_view v;
    struct fs_world2 w;
    fs_world2_bind(state, pile_T_physics2, scratch, &w);
    for (uint32_t slot = 0; slot < inputs->slots; slot++) {
        pile_bind(state, &v);
        if (fs_input_present(inputs, slot))
            apply_input(&w, &v, slot, fs_input(inputs, slot), pull);
    }
    fs_world2_step(&w);
}

static bool ball_valid(const struct pile_view *v, uint32_t row)
{
    if (row == 0)
        return true;
    return row <= *v->body2.rows && (v->body2.gen[row - 1] & 1u) != 0 && v->body2.type[row - 1] == FS_BODY2_DYNAMIC;
}

static bool is_sight_valid(fs_pos2 at)
{
    return fs_uabs64(at.x) <= SIGHT_SIDE * FS_POS_ONE && at.y >= 0 && at.y <= SIGHT_TOP * FS_POS_ONE;
}

bool fs__pile_valid(const fs_state *state, const fs_config *config)
{
    struct pile_view v;
    struct fs_world2 w;
    if (fs_state_rows(state, pile_T_crosshair) != config->players ||
        fs_state_rows(state, pile_T_ball) != config->players * PILE_BALLS_PER_PLAYER)
        return false;
    pile_peek(state, &v);
    fs_world2_bind_readonly(state, pile_T_physics2, &w);
    for (uint32_t i = 0; i < *v.ball.rows; i++)
        if (!ball_valid(&v, v.ball.body[i]))
            return false;
    for (uint32_t i = 0; i < *v.crosshair.rows; i++)
        if (!is_sight_valid(v.crosshair.at[i]))
            return false;
    return fs_world2_valid(&w);
}

void fs__pile_sanitise(void *input)
{
    fs_kit_buttons_sanitise(input, 0);
}

void fs__pile_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* ---- bots ------------------------------------------------------------------------------------------------------- */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct pile_view v;
    pile_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

const fs_bot fs__pile_bots[2] = {
    { "idle", "watches", fs_kit_buttons_think_idle },
    { "random", "drops balls and blows here and there", think_random },
};
