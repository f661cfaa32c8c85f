/* scene.c: the bodies of the sandbox: made, removed, given mass and surface, and the scenes they begin with.
 *
 * One draw per statement, so that the order of draws is the order of statements.
 */
#include "games/sandbox/sandbox.h"

#include <fixstep/trig.h>
#include <fixstep/shape2.h>

/* --- sizes --------------------------------------------------------------------------------- */

fs_world2_limits fs__sandbox_limits(uint32_t maximum)
{
    uint32_t bodies = maximum + SANDBOX_WALL_BODIES;
    /* Twice the usual contacts, because players make many bodies at one position. */
    return (fs_world2_limits){ .bodies = bodies,
                               .shapes = bodies,
                               .contacts = 16 * bodies,
                               .joints = 0,
                               .materials = bodies + 1 };
}

static fs_rel metres_from_pixels(int64_t px)
{
    return fs_rel_from_ratio(px, SANDBOX_PIXELS);
}

/* A place of the source, whose y leads down from the upper left corner of 800 x 450 pixels. */
static fs_pos2 position_from_pixels(int32_t x, int32_t y)
{
    return fs_pos2_make(fs_pos_from_ratio(x - 400, SANDBOX_PIXELS), fs_pos_from_ratio(225 - y, SANDBOX_PIXELS));
}

fs_pos2 fs__sandbox_random_pos(struct sandbox_view *v)
{
    fs_rng *rng = &v->world.rng[0];
    /* 80 percent of the width, as the source's first project. */
    int32_t x = fs_rng_range(rng, 80, 720);
    int32_t y = fs_rng_range(rng, 20, 220);
    return position_from_pixels(x, y);
}

/* --- properties of a body -------------------------------------------------------------------------- */

void fs__sandbox_apply_mass(struct sandbox_view *v, struct fs_world2 *w, uint32_t row)
{
    fs_body2 body = fs_body2_at(w, row);
    uint32_t kg = v->thing.mass[row];
    if (kg == 0) {
        fs_body2_set_velocity(w, body, fs_vel2_zero(), 0);
        fs_body2_set_type(w, body, FS_BODY2_STATIC);
        return;
    }
    fs_body2_set_type(w, body, FS_BODY2_DYNAMIC);
    fs_kit_body2_set_mass_kg(w, body, kg);
}

void fs__sandbox_apply_surface(struct sandbox_view *v, struct fs_world2 *w, uint32_t row)
{
    fs_material2_def def = fs_default_material2_def();
    def.dynamic_friction = fs_fix16_from_ratio(v->thing.friction[row], 100);
    def.static_friction = def.dynamic_friction;
    def.restitution = fs_unit_from_ratio(v->thing.restitution[row], 100);
    fs_material2_set(w, (uint16_t)(row + 1), &def);
    fs_body2_wake(w, fs_body2_at(w, row));
}

/* The requested body. */
struct wish {
    sandbox_kind kind;
    fs_geometry2 shape;
    fs_pos2 at;
    uint32_t turn;
    fs_vel2 vel;
    uint32_t mass, friction, restitution, slot1;
};

static bool make_thing(struct sandbox_view *v, struct fs_world2 *w, const struct wish *wish)
{
    fs_body2 body;
    uint32_t row = 0;
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    def.pos = wish->at;
    def.rot = fs_rot2_from_turn(wish->turn);
    def.vel = wish->vel;
    if (fs_kit_body2_add(w, &def, &wish->shape, &form, &body) != FS_OK || fs_body2_row(w, body, &row) != FS_OK)
        return false;
    fs_shape2_set_material(w, fs_shape2_at(w, w->body.first_shape[row] - 1), (uint16_t)(row + 1));
    v->thing.kind[row] = (uint8_t)wish->kind;
    v->thing.maker[row] = (uint8_t)wish->slot1;
    v->thing.mass[row] = (uint16_t)wish->mass;
    v->thing.friction[row] = (uint16_t)wish->friction;
    v->thing.restitution[row] = (uint16_t)wish->restitution;
    v->stage.bodies[0] += wish->kind != SANDBOX_WALL;
    fs__sandbox_apply_mass(v, w, row);
    fs__sandbox_apply_surface(v, w, row);
    return true;
}

void fs__sandbox_remove(struct sandbox_view *v, struct fs_world2 *w, uint32_t row)
{
    struct sandbox_thing *thing = &v->thing;
    if (fs_body2_destroy(w, fs_body2_at(w, row)) != FS_OK)
        return;
    v->stage.bodies[0] -= thing->kind[row] != SANDBOX_WALL;
    SANDBOX_THING_FIELDS(FS_KIT_ROW_CLEAR, thing)
}

/* --- random bodies ------------------------------------------------------------------------------ */

/* Five to seven corners on a circle, unevenly spaced. */
static fs_result random_polygon(fs_rng *rng, fs_rel radius, fs_geometry2 *shape)
{
    fs_rel2 points[7];
    uint32_t count = 5 + fs_rng_below(rng, 3);
    for (uint32_t i = 0; i < 7; i++) {
        uint32_t jitter = fs_rng_below(rng, FS_TURN_DEG(30));
        uint32_t turn = (uint32_t)(((uint64_t)i << 32) / count) + jitter;
        points[i] = fs_rel2_make(fs_mul32_sym(radius, fs_cos(turn), FS_UNIT_FRAC),
                                 fs_mul32_sym(radius, fs_sin(turn), FS_UNIT_FRAC));
    }
    return fs_geometry2_hull(points, count, 0, shape);
}

static fs_result random_shape(fs_rng *rng, sandbox_kind kind, int32_t maximum, fs_geometry2 *shape)
{
    int32_t first = fs_rng_range(rng, 10, maximum);
    fs_rel wide = metres_from_pixels(first);
    fs_rel high = metres_from_pixels(fs_rng_range(rng, 10, maximum));
    /* Radii of 10 to 30 pixels, whatever the sides. */
    fs_rel radius = metres_from_pixels(10 + (first - 10) * 20 / (maximum - 10));
    fs_rel2 none = fs_rel2_zero();
    switch (kind) {
    case SANDBOX_CIRCLE: return fs_geometry2_circle(none, radius, shape);
    case SANDBOX_POLYGON: return random_polygon(rng, radius, shape);
    case SANDBOX_CAPSULE:
        return fs_geometry2_capsule(fs_rel2_make(-wide / 2, 0), fs_rel2_make(wide / 2, 0), high / 4, shape);
    default: return fs_geometry2_box(wide / 2, high / 2, none, fs_rot2_identity(), shape);
    }
}

static struct wish draw_wish(struct sandbox_view *v, sandbox_kind kind, int32_t maximum)
{
    fs_rng *rng = &v->world.rng[0];
    struct wish wish = { .kind = kind };
    if (random_shape(rng, kind, maximum, &wish.shape) != FS_OK)
        fs_geometry2_circle(fs_rel2_zero(), metres_from_pixels(10), &wish.shape);
    wish.mass = 1 + fs_rng_below(rng, 30);
    wish.friction = fs_rng_below(rng, 101);
    wish.restitution = fs_rng_below(rng, 101);
    return wish;
}

bool fs__sandbox_spawn(struct sandbox_view *v, struct fs_world2 *w, sandbox_kind kind, fs_pos2 at, uint32_t slot1)
{
    struct wish wish = draw_wish(v, kind, 40);
    wish.at = at;
    wish.slot1 = slot1;
    return v->stage.bodies[0] < v->rule.max_bodies[0] && make_thing(v, w, &wish);
}

/* --- scenes -------------------------------------------------------------------------------------- */

/* A rectangle that does not move: place, sides in pixels, angle in hundredths of a radian, percents. */
struct block {
    sandbox_kind kind;
    int16_t x, y, wide, high, turn, friction, restitution;
};

/* A long wall is two bodies: none may reach farther than 16 m. */
static const struct block walls[SANDBOX_WALL_BODIES] = {
    { SANDBOX_WALL, 200, 460, 400, 20, 0, 80, 20 }, { SANDBOX_WALL, 600, 460, 400, 20, 0, 80, 20 },
    { SANDBOX_WALL, 200, -10, 400, 20, 0, 80, 20 }, { SANDBOX_WALL, 600, -10, 400, 20, 0, 80, 20 },
    { SANDBOX_WALL, -10, 225, 20, 490, 0, 80, 20 }, { SANDBOX_WALL, 810, 225, 20, 490, 0, 80, 20 },
};
static const struct block platform[1] = { { SANDBOX_RECTANGLE, 200, 400, 400, 20, 0, 100, 0 } };
static const struct block cool[4] = {
    { SANDBOX_RECTANGLE, 500, 200, 400, 20, 280, 30, 0 },
    { SANDBOX_RECTANGLE, 200, 400, 400, 20, 0, 100, 50 },
    { SANDBOX_RECTANGLE, 100, 200, 200, 20, 0, 80, 20 },
    { SANDBOX_RECTANGLE, 10, 360, 20, 100, 0, 0, 100 },
};

static bool make_blocks(struct sandbox_view *v, struct fs_world2 *w, const struct block *blocks, size_t count)
{
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        const struct block *b = &blocks[i];
        struct wish wish = { .kind = b->kind,
                             .at = position_from_pixels(b->x, b->y),
                             .friction = (uint32_t)b->friction,
                             .restitution = (uint32_t)b->restitution };
        /* The source's y leads down, so its angles turn the other way. */
        wish.turn = fs_turn_from_radians(-fs_fix16_from_ratio(b->turn, 100));
        ok = fs_geometry2_box(metres_from_pixels(b->wide) / 2, metres_from_pixels(b->high) / 2, fs_rel2_zero(),
                              fs_rot2_identity(), &wish.shape) == FS_OK &&
             make_thing(v, w, &wish);
    }
    return ok;
}

static bool make_random(struct sandbox_view *v, struct fs_world2 *w, sandbox_kind kind, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        struct wish wish = draw_wish(v, kind, 60);
        wish.at = fs__sandbox_random_pos(v);
        int32_t right = fs_rng_range(&v->world.rng[0], -30, 30);
        int32_t up = fs_rng_range(&v->world.rng[0], -30, 30);
        wish.vel = fs_vel2_make(fs_vel_from_ratio(right, SANDBOX_PIXELS), fs_vel_from_ratio(up, SANDBOX_PIXELS));
        ok = make_thing(v, w, &wish);
    }
    return ok;
}

static bool make_scene(struct sandbox_view *v, struct fs_world2 *w)
{
    switch (v->rule.scene[0]) {
    case SANDBOX_COOL:
        return make_blocks(v, w, cool, 4) && make_random(v, w, SANDBOX_RECTANGLE, v->rule.start_bodies[0]) &&
               make_random(v, w, SANDBOX_CIRCLE, v->rule.start_bodies[0]);
    case SANDBOX_PLATFORM: return make_blocks(v, w, walls, SANDBOX_WALL_BODIES) && make_blocks(v, w, platform, 1);
    default: return make_blocks(v, w, walls, SANDBOX_WALL_BODIES);
    }
}

fs_result fs__sandbox_build(struct sandbox_view *v, struct fs_world2 *w)
{
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (fs_kit_body2_live(w, row))
            fs__sandbox_remove(v, w, row);
    v->stage.movement[0] = 1;
    v->stage.correction[0] = 1;
    return make_scene(v, w) ? FS_OK : FS_E_CAPACITY;
}
