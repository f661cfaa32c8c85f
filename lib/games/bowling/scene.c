/* scene.c: the lane, the ball and the pins as bodies of the 3D world. */
#include "games/bowling/bowling.h"

#include <fixstep/trig.h>

/* Friction of two surfaces is the smaller one, so that the ball's own number tells oil from dry boards. */
enum { LANE_FRICTION = 400, DRY_FRICTION = 220, PIN_FRICTION = 250, PIT_FRICTION = 900 }; /* thousandths */
enum { PIN_BOUNCE = 55, LANE_BOUNCE = 20, PIT_BOUNCE = 5 };                               /* percent */
enum { PIN_DENSITY = 740 };                                                               /* kg/m^3: 1.5 kg */
enum { ROLLING_TENTHS_MM = 8 };  /* lever arm of the rolling resistance of ball and pins */
enum { MOST_HOOK = 20 };         /* rad/s at a hook of 100 percent */
enum { FORWARD_ROLL_SHARE = 3 }; /* the ball is let go with a third of the angular velocity of rolling */

fs_world3_limits fs__bowling_limits(void)
{
    return (fs_world3_limits){ .bodies = BOWLING_BODIES,
                               .shapes = BOWLING_SHAPES,
                               .contacts = 768,
                               .joints = 1,
                               .materials = BOWLING_MATERIALS };
}

/* ---- the lane ------------------------------------------------------------------------------------------------------ */

/* A box by its corners, mm. */
struct block {
    int32_t low[3], high[3];
};

enum {
    OUTER = BOWLING_HALF_LANE_MM + BOWLING_GUTTER_MM,
    WALL_TOP = 120,     /* beside the lane */
    KICKBACK_TOP = 900, /* beside the pins */
    KICKBACK = 17600    /* where the high walls begin */
};

static const struct block boards = { { -BOWLING_HALF_LANE_MM, -400, -BOWLING_DECK_END_MM },
                                     { BOWLING_HALF_LANE_MM, 0, BOWLING_APPROACH_MM } };
/* Right side; the left one is its mirror image. */
static const struct block gutter[] = {
    { { BOWLING_HALF_LANE_MM, -400, -BOWLING_DECK_END_MM }, { OUTER, -BOWLING_GUTTER_DEPTH_MM, 0 } },
    { { BOWLING_HALF_LANE_MM, -400, 0 }, { 2000, 0, BOWLING_APPROACH_MM } },
    { { OUTER, -800, -KICKBACK }, { OUTER + 100, WALL_TOP, 0 } },
    { { OUTER, -800, -BOWLING_PIT_END_MM }, { OUTER + 100, KICKBACK_TOP, -KICKBACK } },
};
static const struct block bumper = { { BOWLING_HALF_LANE_MM, -400, -KICKBACK }, { OUTER, WALL_TOP, 0 } };
static const struct block pit[] = {
    { { -OUTER, -800, -BOWLING_PIT_END_MM }, { OUTER, -BOWLING_PIT_DEPTH_MM, -BOWLING_DECK_END_MM } },
    { { -OUTER, -800, -BOWLING_PIT_END_MM - 200 }, { OUTER, KICKBACK_TOP, -BOWLING_PIT_END_MM } },
};

static fs_pos middle_of(int32_t low, int32_t high)
{
    return (fs_pos)(low + high) * FS_POS_ONE / 2000;
}

static fs_pos half_of(int32_t low, int32_t high)
{
    return (fs_pos)(high - low) * FS_POS_ONE / 2000;
}

/* `side`: 1, or -1 for the mirror image. */
static fs_result add_block(struct fs_world3 *w, fs_body3 lane, const struct block *b, int side, uint16_t material)
{
    fs_shape3_def def = fs_default_shape3_def();
    def.material = material;
    fs_pos3 half = fs_pos3_make(half_of(b->low[0], b->high[0]), half_of(b->low[1], b->high[1]),
                                half_of(b->low[2], b->high[2]));
    fs_pos3 centre = fs_pos3_make(side * middle_of(b->low[0], b->high[0]), middle_of(b->low[1], b->high[1]),
                                  middle_of(b->low[2], b->high[2]));
    return fs_shape3_create_box_at(w, lane, &def, half, centre, fs_quat_identity(), NULL);
}

static fs_result add_sides(struct fs_world3 *w, fs_body3 lane, bool bumpers, uint16_t material)
{
    fs_result result = FS_OK;
    for (int side = -1; result == FS_OK && side <= 1; side += 2) {
        for (unsigned i = 0; result == FS_OK && i < sizeof gutter / sizeof gutter[0]; i++)
            result = add_block(w, lane, &gutter[i], side, material);
        if (result == FS_OK && bumpers)
            result = add_block(w, lane, &bumper, side, material);
    }
    return result;
}

static fs_result build_lane(struct fs_world3 *w, bool bumpers, uint16_t wood, uint16_t cushion)
{
    fs_body3 lane;
    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_STATIC;
    fs_result result = fs_body3_create(w, &def, &lane);
    if (result == FS_OK)
        result = add_block(w, lane, &boards, 1, wood);
    if (result == FS_OK)
        result = add_sides(w, lane, bumpers, wood);
    for (unsigned i = 0; result == FS_OK && i < sizeof pit / sizeof pit[0]; i++)
        result = add_block(w, lane, &pit[i], 1, cushion);
    return result;
}

/* ---- ball and pins --------------------------------------------------------------------------------------------------- */

static fs_result build_ball(struct fs_world3 *w, uint32_t ball_hg, uint16_t material)
{
    fs_body3 ball;
    fs_geometry3 sphere;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.flags = FS_BODY3_DISABLED;
    def.pos = fs_pos3_make(0, FS_POS_ONE, FS_POS_ONE);
    form.material = material;
    /* The ball's volume is 5.2767 l. */
    form.density = fs_wide_from_ratio((int64_t)ball_hg * 100000, 52767 / 10);
    fs_result result = fs_geometry3_sphere(fs_rel3_zero(), BOWLING_MM_REL(BOWLING_BALL_RADIUS_MM), &sphere);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &sphere, &form, &ball) : result;
}

static fs_rel3 up_mm(int32_t mm)
{
    return fs_rel3_make(0, BOWLING_MM_REL(mm), 0);
}

/* The shapes of a pin, from the foot up: foot, belly, neck, head. Heights and radii in tenths of a millimetre. */
static fs_result pin_geometry(unsigned part, fs_geometry3 *out)
{
    static const fs_rel unit = FS_REL_ONE / 10000;
    switch (part) {
    case 0: return fs_geometry3_cylinder(290 * unit, 400 * unit, up_mm(40), fs_quat_identity(), out);
    case 1: return fs_geometry3_capsule(up_mm(100), up_mm(130), 605 * unit, out);
    case 2: return fs_geometry3_capsule(up_mm(190), up_mm(340), 270 * unit, out);
    default: return fs_geometry3_sphere(up_mm(346), 335 * unit, out);
    }
}

fs_pos3 fs__bowling_spot(uint32_t pin)
{
    int32_t row = pin < 1 ? 0 : pin < 3 ? 1 : pin < 6 ? 2 : 3;
    int32_t place = (int32_t)pin - row * (row + 1) / 2;
    return fs_pos3_make((fs_pos)(2 * place - row) * BOWLING_SPACING_MM * FS_POS_ONE / 2000, 0,
                        -BOWLING_MM_POS(BOWLING_HEAD_PIN_MM + row * BOWLING_ROW_MM));
}

static fs_result build_pin(struct fs_world3 *w, uint32_t pin, uint16_t material)
{
    fs_body3 body;
    fs_geometry3 shape;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.pos = fs__bowling_spot(pin);
    form.material = material;
    form.density = fs_wide_from_int(PIN_DENSITY);
    fs_result result = fs_body3_create(w, &def, &body);
    for (unsigned part = 0; result == FS_OK && part < BOWLING_PIN_SHAPES; part++) {
        result = pin_geometry(part, &shape);
        if (result == FS_OK)
            result = fs_shape3_create(w, body, &form, &shape, NULL);
    }
    return result;
}

static fs_result add_material(struct fs_world3 *w, uint32_t friction, uint32_t bounce, uint16_t *out)
{
    fs_material3_def def = fs_default_material3_def();
    def.rolling_resistance = fs_rel_from_ratio(ROLLING_TENTHS_MM, 10000);
    def.static_friction = fs_fix16_from_ratio(friction, 1000);
    def.dynamic_friction = def.static_friction;
    def.restitution = fs_unit_from_ratio(bounce, 100);
    return fs_material3_add(w, &def, out);
}

static fs_result build_bodies(struct fs_world3 *w, uint32_t ball_hg, uint32_t oil, bool bumpers,
                              struct bowling_rules *rules)
{
    uint16_t wood, cushion, pin;
    fs_result result = add_material(w, LANE_FRICTION, LANE_BOUNCE, &wood);
    if (result == FS_OK)
        result = add_material(w, PIT_FRICTION, PIT_BOUNCE, &cushion);
    if (result == FS_OK)
        result = add_material(w, PIN_FRICTION, PIN_BOUNCE, &pin);
    if (result == FS_OK)
        result = add_material(w, oil, 0, &rules->oiled_material);
    if (result == FS_OK)
        result = add_material(w, DRY_FRICTION, 0, &rules->dry_material);
    if (result == FS_OK)
        result = build_lane(w, bumpers, wood, cushion);
    if (result == FS_OK)
        result = build_ball(w, ball_hg, rules->oiled_material);
    for (uint32_t i = 0; result == FS_OK && i < BOWLING_PINS; i++)
        result = build_pin(w, i, pin);
    return result;
}

fs_result fs__bowling_build(struct fs_world3 *w, const fs_config *config, uint32_t ball_hg, uint32_t oil, bool bumpers,
                            struct bowling_rules *rules)
{
    fs_world3_def def = fs_default_world3_def(config->hz);
    def.gravity.y = -fs_wide_from_ratio(981, 100);
    def.substeps = fs_kit_world3_substeps(config->hz);
    def.friction_combine = FS_COMBINE3_MIN;
    def.restitution_threshold = FS_VEL_ONE / 2;
    fs_result result = fs_world3_init(w, &def);
    return result == FS_OK ? build_bodies(w, ball_hg, oil, bumpers, rules) : result;
}

/* ---- setting and sweeping -------------------------------------------------------------------------------------------- */

static void place_body(struct fs_world3 *w, uint32_t row, fs_pos3 at, bool enabled)
{
    fs_body3 body = fs_body3_at(w, row);
    (void)fs_body3_set_enabled(w, body, enabled);
    (void)fs_body3_set_pose(w, body, at, fs_quat_identity());
    (void)fs_body3_set_velocity(w, body, fs_vel3_zero(), fs_vel3_zero());
}

void fs__bowling_set_pins(struct fs_world3 *w)
{
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++)
        place_body(w, BOWLING_BODY_PIN + pin, fs__bowling_spot(pin), true);
}

bool fs__bowling_pin_stands(const struct fs_world3 *w, const struct bowling_rules *rules, uint32_t pin)
{
    uint32_t row = BOWLING_BODY_PIN + pin;
    fs_unit3 axis = fs_quat_unit(w->body.rot[row], fs_unit3_make(0, FS_UNIT_ONE, 0));
    fs_pos foot = fs_body3_pose(w, row).pos.y;
    return (w->body.flags[row] & FS_BODY3_DISABLED) == 0 && axis.y >= rules->upright &&
           foot > -BOWLING_MM_POS(BOWLING_GUTTER_DEPTH_MM) / 2;
}

uint32_t fs__bowling_count_pins(const struct fs_world3 *w, const struct bowling_rules *rules)
{
    uint32_t standing = 0;
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++)
        standing += fs__bowling_pin_stands(w, rules, pin);
    return standing;
}

void fs__bowling_sweep(struct fs_world3 *w, const struct bowling_rules *rules)
{
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++) {
        uint32_t row = BOWLING_BODY_PIN + pin;
        fs_pos3 at = fs_body3_pose(w, row).pos;
        bool stands = fs__bowling_pin_stands(w, rules, pin);
        place_body(w, row, stands ? fs_pos3_make(at.x, 0, at.z) : fs__bowling_spot(pin), stands);
    }
}

void fs__bowling_remove_ball(struct fs_world3 *w)
{
    place_body(w, BOWLING_BODY_BALL, fs_pos3_make(0, FS_POS_ONE, FS_POS_ONE), false);
}

/* ---- throwing --------------------------------------------------------------------------------------------------------- */

static fs_vel share_of(fs_vel most, int32_t percent)
{
    return fs_sat32(fs_div64_round((int64_t)most * percent, 100));
}

void fs__bowling_throw(struct fs_world3 *w, const struct bowling_rules *rules, fs_pos x, int32_t aim, uint32_t speed,
                       int32_t hook)
{
    fs_body3 ball = fs_body3_at(w, BOWLING_BODY_BALL);
    fs_vel fast = share_of(rules->max_speed, (int32_t)speed);
    fs_vel3 vel = fs_kit_aim3_velocity(fs_kit_aim3_direction((uint32_t)aim, 0), fast);
    /* Rolling at v needs v / radius; the hook turns the ball about the direction of the throw. */
    fs_vel roll = fs_sat32(fs_div64_round((int64_t)fast * 1000, BOWLING_BALL_RADIUS_MM * FORWARD_ROLL_SHARE));
    fs_vel turn = share_of(MOST_HOOK * FS_VEL_ONE, -hook);
    place_body(w, BOWLING_BODY_BALL, fs_pos3_make(x, BOWLING_MM_POS(BOWLING_BALL_RADIUS_MM), 0), true);
    (void)fs_body3_set_velocity(w, ball, vel, fs_vel3_make(-roll, 0, turn));
}

void fs__bowling_update_ball(struct fs_world3 *w, const struct bowling_rules *rules)
{
    fs_pos3 at = w->body.pos[BOWLING_BODY_BALL];
    if ((w->body.flags[BOWLING_BODY_BALL] & FS_BODY3_DISABLED) != 0)
        return;
    fs_shape3 shape = fs_shape3_at(w, w->body.first_shape[BOWLING_BODY_BALL] - 1);
    bool oiled = at.z > -BOWLING_MM_POS(BOWLING_OIL_END_MM);
    (void)fs_shape3_set_material(w, shape, oiled ? rules->oiled_material : rules->dry_material);
    if (at.y < -BOWLING_MM_POS(BOWLING_PIT_DEPTH_MM) / 2)
        fs__bowling_remove_ball(w);
}

/* Whether the ball is gone, or lies, or creeps in a gutter: below 0.3 m/s it fells nothing. */
static bool is_ball_done(const struct fs_world3 *w)
{
    return (w->body.flags[BOWLING_BODY_BALL] & (FS_BODY3_DISABLED | FS_BODY3_ASLEEP)) != 0 ||
           fs_vel3_length(w->body.vel[BOWLING_BODY_BALL]) < FS_VEL_ONE * 3 / 10;
}

static bool is_in_pit(const struct fs_world3 *w, uint32_t row)
{
    return w->body.pos[row].y < -BOWLING_MM_POS(BOWLING_PIT_DEPTH_MM) / 3;
}

bool fs__bowling_is_settled(const struct fs_world3 *w)
{
    const uint16_t still = FS_BODY3_DISABLED | FS_BODY3_ASLEEP;
    bool settled = is_ball_done(w);
    for (uint32_t row = BOWLING_BODY_PIN; row < BOWLING_BODIES; row++)
        settled = settled && ((w->body.flags[row] & still) != 0 || is_in_pit(w, row));
    return settled;
}
