/* scene.c: the table of pool: its cushions, pockets and balls, and how they roll.
 *
 * A tick is cut into steps short enough that no ball goes farther than an eighth of its radius in one: the line of the
 * centres at an impact is then accurate enough to aim by.
 */
#include "games/pool/pool.h"

#include <fixstep/motion.h>
#include <fixstep/shape2.h>
#include <fixstep/trig.h>

enum { MATERIAL_BALL = 1, MATERIAL_CUSHION = 2 };
enum { CORNER_MOUTH = 65, SIDE_MOUTH = 62, BEYOND = 100 }; /* mm */

/* --- geometry, mm ------------------------------------------------------------------------------ */

fs_pos2 fs__pool_pocket_pos(uint32_t pocket)
{
    static const int16_t at[POOL_POCKETS][2] = { { -1285, 650 },  { 0, 685 },  { 1285, 650 },
                                                 { -1285, -650 }, { 0, -685 }, { 1285, -650 } };
    return fs_pos2_make(POOL_MM_POS(at[pocket % POOL_POCKETS][0]), POOL_MM_POS(at[pocket % POOL_POCKETS][1]));
}

fs_rel fs__pool_pocket_mouth(uint32_t pocket)
{
    return POOL_MM_REL(pocket % 3 == 1 ? SIDE_MOUTH : CORNER_MOUTH);
}

/* The edge along which balls bounce ends before the pocket; from there the cushion leads outward at an angle. */
void fs__pool_cushion_corners(uint32_t cushion, fs_rel2 corners[4])
{
    static const int16_t along[4] = { -1185, -65, -50, -1225 }; /* upper left one: inner edge, outer edge */
    static const int16_t across[4] = { 550, -550, -590, 590 };  /* left one */
    for (unsigned i = 0; i < 4; i++) {
        int32_t out = i < 2 ? 0 : 65;
        int32_t x = along[i], y = POOL_HALF_HEIGHT_MM + out;
        if (cushion >= 4) {
            x = -(POOL_HALF_WIDTH_MM + out);
            y = across[i];
        }
        corners[i] = fs_rel2_make(POOL_MM_REL(cushion & 1u ? -x : x),
                                  POOL_MM_REL(cushion == 2 || cushion == 3 ? -y : y));
    }
}

/* --- building ---------------------------------------------------------------------------------- */

fs_world2_limits fs__pool_limits(void)
{
    return (
        fs_world2_limits){ .bodies = POOL_BODIES, .shapes = POOL_SHAPES, .contacts = 256, .joints = 0, .materials = 3 };
}

/* Balls never rest on each other, so contacts are not warm-started and manifolds are not recycled. */
static fs_world2_def world_def(uint32_t hz)
{
    fs_world2_def def = fs_default_world2_def(hz);
    def.gravity = fs_wide2_zero();
    def.max_speed = fs_vel_from_int(200);
    def.restitution_threshold = FS_VEL_ONE / 64;
    def.flags = FS_WORLD2_CONTINUOUS | FS_WORLD2_CORRECTION;
    def.restitution_combine = FS_COMBINE2_MIN;
    def.friction_combine = FS_COMBINE2_MIN;
    return def;
}

static fs_result add_materials(const struct pool_rules *rules, struct fs_world2 *w)
{
    uint16_t material;
    fs_material2_def def = fs_default_material2_def();
    def.dynamic_friction = 0;
    def.static_friction = 0;
    def.restitution = rules->ball_restitution;
    fs_result result = fs_material2_add(w, &def, &material);
    def.restitution = rules->cushion_restitution;
    return result == FS_OK ? fs_material2_add(w, &def, &material) : result;
}

static fs_result add_ball(struct fs_world2 *w, uint32_t ball)
{
    fs_body2 made;
    fs_geometry2 disc;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    def.flags = FS_BODY2_FIXED_ROTATION | FS_BODY2_SLEEPLESS;
    form.material = MATERIAL_BALL;
    form.flags = ball == 0 ? FS_SHAPE2_HIT_EVENTS : 0;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), POOL_RADIUS, &disc);
    return result == FS_OK ? fs_kit_body2_add(w, &def, &disc, &form, &made) : result;
}

static fs_result add_cushions(struct fs_world2 *w)
{
    fs_body2 body;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    def.type = FS_BODY2_STATIC;
    form.material = MATERIAL_CUSHION;
    fs_result result = fs_body2_create(w, &def, &body);
    for (uint32_t i = 0; result == FS_OK && i < POOL_CUSHIONS; i++) {
        fs_rel2 corners[4];
        fs_geometry2 shape;
        fs_shape2 made;
        fs__pool_cushion_corners(i, corners);
        result = fs_geometry2_hull(corners, 4, 0, &shape);
        if (result == FS_OK)
            result = fs_shape2_create(w, body, &form, &shape, &made);
    }
    return result;
}

/* A sensor touches a ball when the centre comes within the mouth. */
static fs_result add_pockets(struct fs_world2 *w)
{
    fs_body2 body;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    def.type = FS_BODY2_STATIC;
    form.flags = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS;
    fs_result result = fs_body2_create(w, &def, &body);
    for (uint32_t i = 0; result == FS_OK && i < POOL_POCKETS; i++) {
        fs_geometry2 shape;
        fs_shape2 made;
        fs_rel2 at = fs_pos2_sub_rel(fs__pool_pocket_pos(i), fs_pos2_zero());
        result = fs_geometry2_circle(at, fs__pool_pocket_mouth(i) - POOL_RADIUS, &shape);
        if (result == FS_OK)
            result = fs_shape2_create(w, body, &form, &shape, &made);
    }
    return result;
}

fs_result fs__pool_build(const struct pool_rules *rules, struct fs_world2 *w, uint32_t hz)
{
    fs_world2_def def = world_def(hz);
    fs_result result = fs_world2_init(w, &def);
    if (result == FS_OK)
        result = add_materials(rules, w);
    for (uint32_t ball = 0; result == FS_OK && ball < POOL_BALLS; ball++)
        result = add_ball(w, ball);
    if (result == FS_OK)
        result = add_cushions(w);
    return result == FS_OK ? add_pockets(w) : result;
}

/* --- placing ----------------------------------------------------------------------------------- */

static void place_ball(struct pool_view *v, struct fs_world2 *w, uint32_t ball, fs_pos2 at)
{
    fs_body2 body = fs_body2_at(w, ball);
    v->ball.pocketed[ball] = 0;
    v->ball.sunk_by[ball] = 0;
    fs_body2_set_enabled(w, body, true);
    fs_body2_set_pose(w, body, at, fs_rot2_identity());
    fs_body2_set_velocity(w, body, fs_vel2_zero(), 0);
}

/* Neighbours are 0.1 mm apart, plus or minus half of that, so that no two breaks are alike. */
static fs_pos2 rack_position(fs_rng *rng, uint32_t row, uint32_t column)
{
    const fs_pos slack = POOL_MM_POS(1) / 20;
    fs_pos apart = 2 * fs_pos_from_rel(POOL_RADIUS) + POOL_MM_POS(1) / 10;
    fs_pos x = POOL_MM_POS(POOL_FOOT_SPOT_MM) + fs_muldiv64(apart * row, 866025404, 1000000000);
    fs_pos y = (2 * (int64_t)column - row) * apart / 2;
    fs_pos dx = fs_rng_range64(rng, -slack / 2, slack / 2);
    fs_pos dy = fs_rng_range64(rng, -slack / 2, slack / 2);
    return fs_pos2_make(x + dx, y + dy);
}

void fs__pool_rack(struct pool_view *v, struct fs_world2 *w)
{
    fs_rng *rng = &v->world.rng[0];
    uint32_t order[POOL_BALLS - 1], next = 0;
    for (uint32_t i = 0; i < POOL_BALLS - 1; i++)
        order[i] = i + 1;
    for (uint32_t i = POOL_BALLS - 2; i > 0; i--) {
        uint32_t j = fs_rng_below(rng, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    place_ball(v, w, 0, fs_pos2_make(POOL_MM_POS(POOL_HEAD_SPOT_MM), 0));
    for (uint32_t row = 0; row < 5; row++)
        for (uint32_t column = 0; column <= row; column++) {
            fs_pos2 at = rack_position(rng, row, column);
            place_ball(v, w, order[next++], at);
        }
}

static bool is_free(const struct pool_view *v, const struct fs_world2 *w, fs_pos2 at)
{
    for (uint32_t ball = 1; ball < POOL_BALLS; ball++)
        if (!v->ball.pocketed[ball] && fs_pos2_dist(w->body.pos[ball], at) < 2 * fs_pos_from_rel(POOL_RADIUS))
            return false;
    return true;
}

void fs__pool_respot_cue_ball(struct pool_view *v, struct fs_world2 *w)
{
    fs_pos2 at = fs_pos2_make(POOL_MM_POS(POOL_HEAD_SPOT_MM), 0);
    /* 33 places across the table; the balls on it cannot cover all of them. */
    for (int32_t i = 0; i < 33; i++) {
        fs_pos2 place = at;
        place.y = POOL_MM_POS((i & 1 ? i + 1 : -i) / 2 * 35);
        if (is_free(v, w, place)) {
            at = place;
            break;
        }
    }
    place_ball(v, w, 0, at);
}

void fs__pool_sink_ball(struct pool_view *v, struct fs_world2 *w, uint32_t ball)
{
    fs_body2 body = fs_body2_at(w, ball);
    if (v->ball.pocketed[ball])
        return;
    v->ball.pocketed[ball] = 1;
    v->ball.sunk_by[ball] = (uint8_t)(v->table.turn_slot[0] + 1u);
    fs_body2_set_velocity(w, body, fs_vel2_zero(), 0);
    fs_body2_set_enabled(w, body, false);
    if (ball == 0)
        v->table.scratched[0] = 1;
    else
        v->table.sunk[0]++;
}

/* --- rolling ------------------------------------------------------------------------------------- */

/* Friction of the cloth: each ball loses the same speed, against its direction of motion. Returns whether any still
 * moves. */
static bool apply_cloth_friction(struct fs_world2 *w, fs_vel drop)
{
    bool moves = false;
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++) {
        fs_vel2 vel = w->body.vel[ball];
        if (fs_vel2_is_zero(vel))
            continue;
        vel = fs_speed_reduce2(vel, drop);
        fs_body2_set_velocity(w, fs_body2_at(w, ball), vel, 0);
        moves = moves || !fs_vel2_is_zero(vel);
    }
    return moves;
}

static uint32_t row_of(const struct fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    return fs_body2_row(w, body, &row) == FS_OK ? row : POOL_BODIES;
}

/* Result of a step: bits of the balls that fell, bit 0 also for a cue ball that touched another. */
static void read_events(struct pool_view *v, const struct fs_world2 *w, uint32_t *fell)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        const fs_event2 *event = &w->events[i];
        uint32_t a = row_of(w, event->body_a), b = row_of(w, event->body_b);
        if (event->kind == FS_EVENT2_SENSOR_BEGIN && a == POOL_BODY_POCKETS && b < POOL_BALLS)
            *fell |= 1u << b;
        if (event->kind == FS_EVENT2_HIT && a < POOL_BALLS && b < POOL_BALLS)
            v->table.touched[0] = 1;
    }
}

/* A ball that left the table in any other way counts as fallen too. */
static bool is_off_table(fs_pos2 at)
{
    return fs_abs64(at.x) > POOL_MM_POS(POOL_HALF_WIDTH_MM + BEYOND) ||
           fs_abs64(at.y) > POOL_MM_POS(POOL_HALF_HEIGHT_MM + BEYOND);
}

static void step_balls(struct pool_view *v, struct fs_world2 *w)
{
    uint32_t fell = 0;
    fs_world2_step(w);
    read_events(v, w, &fell);
    for (uint32_t ball = 0; ball < POOL_BALLS; ball++)
        if ((fell >> ball & 1u) != 0 || (!v->ball.pocketed[ball] && is_off_table(w->body.pos[ball])))
            fs__pool_sink_ball(v, w, ball);
}

bool fs__pool_roll_balls(struct pool_view *v, const struct pool_rules *rules, struct fs_world2 *w)
{
    uint32_t hz = *v->world.hz, tick = *v->world.tick;
    struct fs_kit_split_clock clock;
    bool moves = apply_cloth_friction(w, fs_velocity_increment(rules->rolling_deceleration, hz, tick));
    uint32_t steps = fs_kit_world2_split_count(w, hz, POOL_RADIUS / 8, POOL_MAX_STEPS);
    fs_kit_world2_split_tick(w, &clock, hz, tick, steps);
    for (uint32_t i = 0; i < steps; i++, clock.tick++)
        step_balls(v, w);
    w->world.hz = v->world.hz;
    w->world.tick = v->world.tick;
    return moves;
}
