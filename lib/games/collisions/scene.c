/* scene.c: the arena of collisions: walls, balls and their collisions.
 *
 * The response itself is the engine's: without friction, two balls of masses mA and mB that approach with v along n
 * leave with e v. A restitution above 1, which gains energy as in the source, is not one of the engine's: the missing
 * part of the impulse, (e - e') v mA mB / (mA + mB), is given to both right after the hit.
 */
#include "games/collisions/collisions.h"

#include <fixstep/motion.h>
#include <fixstep/shape2.h>

enum { RADIUS_LOW_CM = 50, RADIUS_HIGH_CM = 120, JITTER_CM = 30, CELL_CM = 350 };

fs_world2_limits fs__collisions_limits(uint32_t balls)
{
    uint32_t bodies = balls + COLLISIONS_WALLS;
    return (fs_world2_limits){ .bodies = bodies,
                               .shapes = bodies,
                               .contacts = 16 * bodies,
                               .joints = 0,
                               .materials = balls + 2 };
}

/* --- building ---------------------------------------------------------------------------------- */

static fs_world2_def world_def(uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.gravity = fs_wide2_zero();
    def.max_speed = fs_vel_from_int(COLLISIONS_MAX_SPEED);
    def.restitution_threshold = FS_VEL_ONE / 64;
    def.flags = FS_WORLD2_CONTINUOUS | FS_WORLD2_CORRECTION;
    def.restitution_combine = FS_COMBINE2_MIN;
    def.friction_combine = FS_COMBINE2_MIN;
    return def;
}

/* Material 1 + i is ball i's; the walls' one is the last, without losses of its own. */
static fs_result add_materials(struct fs_world2 *w, uint32_t balls)
{
    uint16_t material;
    fs_result result = FS_OK;
    fs_material2_def def = fs_default_material2_def();
    def.dynamic_friction = 0;
    def.static_friction = 0;
    def.restitution = FS_UNIT_ONE;
    for (uint32_t i = 0; result == FS_OK && i <= balls; i++)
        result = fs_material2_add(w, &def, &material);
    return result;
}

/* Mass grows with the radius; some balls are four times as dense. A share of the balls is soft: they have 30 to 90
 * percent of the arena's restitution. */
static fs_result add_ball(struct collisions_view *v, struct fs_world2 *w, uint32_t ball)
{
    fs_rng *rng = &v->world.rng[0];
    int32_t radius = fs_rng_range(rng, RADIUS_LOW_CM, RADIUS_HIGH_CM);
    bool dense = fs_rng_chance(rng, 1, 4), soft = fs_rng_chance(rng, v->rule.soft_share[0], 100);
    uint32_t own = 30 + fs_rng_below(rng, 61);
    fs_body2 made;
    fs_geometry2 disc;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    v->ball.restitution_share[ball] = (uint8_t)(soft ? own : 100);
    def.flags = FS_BODY2_FIXED_ROTATION | FS_BODY2_SLEEPLESS;
    form.material = (uint16_t)(ball + 1);
    form.density = (dense ? 4 : 1) * FS_WIDE_ONE;
    form.flags = FS_SHAPE2_HIT_EVENTS;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), fs_rel_from_ratio(radius, 100), &disc);
    return result == FS_OK ? fs_kit_body2_add(w, &def, &disc, &form, &made) : result;
}

static fs_result add_walls(struct fs_world2 *w, uint16_t material)
{
    const fs_pos x = COLLISIONS_HALF_WIDTH * FS_POS_ONE + FS_POS_ONE / 2,
                 y = COLLISIONS_HALF_HEIGHT * FS_POS_ONE + FS_POS_ONE / 2;
    const fs_rel half = FS_REL_ONE / 2, wide = (COLLISIONS_HALF_WIDTH + 1) * FS_REL_ONE;
    const fs_rel high = COLLISIONS_HALF_HEIGHT * FS_REL_ONE;
    fs_body2 made;
    fs_result result = fs_kit_body2_add_wall(w, fs_pos2_make(0, -y), wide, half, material, &made);
    if (result == FS_OK)
        result = fs_kit_body2_add_wall(w, fs_pos2_make(0, y), wide, half, material, &made);
    if (result == FS_OK)
        result = fs_kit_body2_add_wall(w, fs_pos2_make(-x, 0), half, high, material, &made);
    return result == FS_OK ? fs_kit_body2_add_wall(w, fs_pos2_make(x, 0), half, high, material, &made) : result;
}

fs_result fs__collisions_build(struct collisions_view *v, struct fs_world2 *w, uint32_t hz)
{
    uint32_t balls = v->rule.balls[0];
    fs_world2_def def = world_def(hz);
    fs_result result = fs_world2_init(w, &def);
    if (result == FS_OK)
        result = add_materials(w, balls);
    for (uint32_t ball = 0; result == FS_OK && ball < balls; ball++)
        result = add_ball(v, w, ball);
    if (result == FS_OK)
        result = add_walls(w, (uint16_t)(balls + 1));
    if (result != FS_OK)
        return result;
    fs__collisions_apply_restitution(v, w);
    fs__collisions_reset(v, w);
    return FS_OK;
}

void fs__collisions_apply_restitution(struct collisions_view *v, struct fs_world2 *w)
{
    fs_material2_def def = fs_default_material2_def();
    def.dynamic_friction = 0;
    def.static_friction = 0;
    int64_t e = fs_min_u32(v->arena.restitution[0], 100);
    for (uint32_t ball = 0; ball < v->rule.balls[0]; ball++) {
        def.restitution = fs_unit_from_ratio(v->ball.restitution_share[ball] * e, 10000);
        fs_material2_set(w, (uint16_t)(ball + 1), &def);
    }
}

/* --- places and velocities ------------------------------------------------------------------------ */

void fs__collisions_excite(struct collisions_view *v, struct fs_world2 *w)
{
    fs_rng *rng = &v->world.rng[0];
    fs_vel maximum = v->rule.start_speed[0];
    for (uint32_t ball = 0; ball < v->rule.balls[0]; ball++) {
        fs_vel x = fs_rng_range(rng, -maximum, maximum);
        fs_vel y = fs_rng_range(rng, -maximum, maximum);
        fs_body2_set_velocity(w, fs_body2_at(w, ball), fs_vel2_make(x, y), 0);
    }
    v->arena.reference_energy[0] = fs_world2_kinetic_energy(w);
}

/* Each ball starts near the centre of a cell of its own, so that none overlap. */
void fs__collisions_reset(struct collisions_view *v, struct fs_world2 *w)
{
    fs_rng *rng = &v->world.rng[0];
    uint32_t balls = v->rule.balls[0], rows = (balls + COLLISIONS_START_COLUMNS - 1) / COLLISIONS_START_COLUMNS;
    for (uint32_t ball = 0; ball < balls; ball++) {
        int32_t column = (int32_t)(ball % COLLISIONS_START_COLUMNS), row = (int32_t)(ball / COLLISIONS_START_COLUMNS);
        int32_t x = (2 * column + 1 - COLLISIONS_START_COLUMNS) * CELL_CM / 2 +
                    fs_rng_range(rng, -JITTER_CM, JITTER_CM);
        int32_t y = (2 * row + 1 - (int32_t)rows) * CELL_CM / 2 + fs_rng_range(rng, -JITTER_CM, JITTER_CM);
        fs_pos2 at = fs_pos2_make(fs_pos_from_ratio(x, 100), fs_pos_from_ratio(y, 100));
        fs_body2_set_pose(w, fs_body2_at(w, ball), at, fs_rot2_identity());
    }
    fs__collisions_excite(v, w);
}

/* --- hits ------------------------------------------------------------------------------------------- */

static void record_hit(struct collisions_view *v, const fs_event2 *event, uint32_t a, uint32_t b)
{
    uint32_t row = v->arena.next_hit[0] % COLLISIONS_HITS;
    v->hit.tick1[row] = *v->world.tick + 1;
    v->hit.a[row] = (uint8_t)a;
    v->hit.b[row] = (uint8_t)b;
    v->hit.at[row] = event->at;
    v->hit.normal[row] = event->normal;
    v->hit.speed[row] = event->speed;
    v->arena.next_hit[0] = (uint16_t)((row + 1) % COLLISIONS_HITS);
    v->arena.hits[0]++;
}

static fs_wide2 scale_direction(fs_unit2 n, fs_wide by)
{
    return fs_wide2_make(fs_mul64(by, n.x, FS_UNIT_FRAC), fs_mul64(by, n.y, FS_UNIT_FRAC));
}

static uint32_t owner_of(const struct collisions_view *v, uint32_t row)
{
    return row < v->rule.balls[0] ? v->ball.restitution_share[row] : 100;
}

/* Adds the impulse of the part of restitution above 1, which the engine leaves out. */
static void add_lively_part(struct collisions_view *v, struct fs_world2 *w, const fs_event2 *event, uint32_t a,
                            uint32_t b)
{
    uint32_t balls = v->rule.balls[0], own = fs_min_u32(owner_of(v, a), owner_of(v, b));
    fs_wide m = fs_wide_from_scaled(w->body.mass[a < balls ? a : b]);
    if (a < balls && b < balls) {
        fs_wide other = fs_wide_from_scaled(w->body.mass[b]);
        m = fs_muldiv64(m, other, fs_wide_add(m, other));
    }
    fs_wide impulse = fs_wide_mul(m, fs_wide_from_vel(event->speed));
    impulse = fs_muldiv64(impulse, (int64_t)own * (v->arena.restitution[0] - 100), 10000);
    if (a < balls)
        fs_body2_apply_impulse(w, event->body_a, scale_direction(fs_unit2_neg(event->normal), impulse));
    if (b < balls)
        fs_body2_apply_impulse(w, event->body_b, scale_direction(event->normal, impulse));
}

static void read_events(struct collisions_view *v, struct fs_world2 *w)
{
    uint32_t balls = v->rule.balls[0], a, b;
    for (uint32_t i = 0; i < w->event_count; i++) {
        const fs_event2 *event = &w->events[i];
        if (event->kind != FS_EVENT2_HIT || fs_body2_row(w, event->body_a, &a) != FS_OK ||
            fs_body2_row(w, event->body_b, &b) != FS_OK)
            continue;
        if (a < balls && b < balls)
            record_hit(v, event, a, b);
        if (v->arena.restitution[0] > 100)
            add_lively_part(v, w, event, a, b);
    }
}

void fs__collisions_step_balls(struct collisions_view *v, struct fs_world2 *w)
{
    uint32_t hz = *v->world.hz;
    struct fs_kit_split_clock clock;
    uint32_t steps = fs_kit_world2_split_count(w, hz, fs_rel_from_ratio(RADIUS_LOW_CM, 800), COLLISIONS_MAX_STEPS);
    fs_kit_world2_split_tick(w, &clock, hz, *v->world.tick, steps);
    for (uint32_t i = 0; i < steps; i++, clock.tick++) {
        fs_world2_step(w);
        read_events(v, w);
    }
    w->world.hz = v->world.hz;
    w->world.tick = v->world.tick;
}
