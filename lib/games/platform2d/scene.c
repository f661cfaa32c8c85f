/* scene.c: the bodies of the level of platform2d, without the heroes. */
#include <string.h>

#include <fixstep/kit/scene2.h>

#include "games/platform2d/platform2d.h"

#define DM(n) ((fs_rel)((int64_t)(n)*FS_REL_ONE / 10))

const int16_t fs__platform2d_ground_dm[PLATFORM2D_GROUNDS][PLATFORM2D_GROUND_POINTS][2] = {
    { { -90, -80 }, { -90, 0 }, { -170, 0 }, { -195, 0 }, { -215, 12 }, { -255, 12 }, { -255, 150 }, { -256, 151 } },
    { { 80, -80 }, { 80, 0 }, { 60, 0 }, { 40, 0 }, { 20, 0 }, { 0, 0 }, { -10, 0 }, { -10, -80 } },
    { { 256, 151 }, { 255, 150 }, { 255, 20 }, { 220, 20 }, { 190, 20 }, { 170, 8 }, { 150, 8 }, { 150, -80 } },
};
const int16_t fs__platform2d_coin_dm[PLATFORM2D_COINS][2] = {
    { -222, 55 }, { -205, 60 }, { -150, 62 }, { -130, 62 }, { -110, 62 }, { -70, 22 }, { -50, 30 },
    { -30, 22 },  { 10, 30 },   { 60, 34 },   { 98, 30 },   { 115, 36 },  { 132, 30 }, { 180, 60 },
};
const int16_t fs__platform2d_lift_path_dm[2][3] = { { 97, 133, 2 }, { 20, 62, -185 } };
const int16_t fs__platform2d_flag_dm[2] = { 240, 35 };

/* Middle, dm. */
static const int16_t crate_at[PLATFORM2D_CRATES][2] = { { -116, 6 }, { -105, 6 }, { -110, 16 }, { 58, 6 }, { 58, 16 } };
static const int16_t car_at[2] = { -150, 12 };

static fs_pos2 pos_from_dm(int32_t x, int32_t y)
{
    return fs_pos2_make(fs__platform2d_pos_from_dm(x), fs__platform2d_pos_from_dm(y));
}

static fs_shape2_def shape_def(int32_t density)
{
    fs_shape2_def form = fs_default_shape2_def();
    form.category = PLATFORM2D_CATEGORY_SOLID;
    form.density = fs_wide_from_int(density);
    return form;
}

/* A body with one shape. */
static fs_result add_body(struct fs_world2 *w, fs_body2_type type, fs_pos2 pos, const fs_geometry2 *shape,
                          const fs_shape2_def *form, fs_body2 *body)
{
    fs_body2_def def = fs_default_body2_def();
    def.type = type;
    def.pos = pos;
    return fs_kit_body2_add(w, &def, shape, form, body);
}

static fs_result add_box(struct fs_world2 *w, fs_body2_type type, fs_pos2 pos, int32_t half_x, int32_t half_y,
                         int32_t density, fs_body2 *body)
{
    fs_geometry2 box;
    fs_shape2_def form = shape_def(density);
    fs_result result = fs_geometry2_box(DM(half_x), DM(half_y), fs_rel2_zero(), fs_rot2_identity(), &box);
    return result == FS_OK ? add_body(w, type, pos, &box, &form, body) : result;
}

static void record_thing(struct platform2d_view *v, uint32_t thing, fs_body2 body)
{
    v->thing.body1[thing] = body.handle.index1;
    v->thing.body_gen[thing] = body.handle.generation;
}

/* ---- ground ------------------------------------------------------------------------------------------------ */

/* Each part is a chain shape around the middle of its first and last point. */
static fs_result add_ground(struct fs_world2 *w, const int16_t (*corner)[2], fs_body2 *body)
{
    fs_pos2 point[PLATFORM2D_GROUND_POINTS];
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = shape_def(0);
    int32_t middle = (corner[0][0] + corner[PLATFORM2D_GROUND_POINTS - 1][0]) / 2;
    def.type = FS_BODY2_STATIC;
    def.pos = pos_from_dm(middle, 0);
    for (int i = 0; i < PLATFORM2D_GROUND_POINTS; i++)
        point[i] = fs_pos2_make(fs_pos_from_rel(DM(corner[i][0] - middle)), fs_pos_from_rel(DM(corner[i][1])));
    fs_result result = fs_body2_create(w, &def, body);
    return result == FS_OK ? fs_shape2_create_chain(w, *body, &form, point, PLATFORM2D_GROUND_POINTS, false) : result;
}

static fs_result add_flag(struct fs_world2 *w)
{
    fs_geometry2 box;
    fs_body2 body;
    fs_shape2_def form = shape_def(0);
    form.category = PLATFORM2D_CATEGORY_SENSOR;
    form.mask = PLATFORM2D_CATEGORY_HERO;
    form.flags = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS;
    form.user = PLATFORM2D_USER_FLAG;
    fs_result result = fs_geometry2_box(DM(4), DM(15), fs_rel2_zero(), fs_rot2_identity(), &box);
    fs_pos2 pos = pos_from_dm(fs__platform2d_flag_dm[0], fs__platform2d_flag_dm[1]);
    return result == FS_OK ? add_body(w, FS_BODY2_STATIC, pos, &box, &form, &body) : result;
}

fs_result fs__platform2d_add_coin(struct platform2d_view *v, struct fs_world2 *w, uint32_t coin)
{
    fs_geometry2 disc;
    fs_body2 body = { { 0, 0 } };
    fs_shape2_def form = shape_def(0);
    form.category = PLATFORM2D_CATEGORY_SENSOR;
    form.mask = PLATFORM2D_CATEGORY_HERO;
    form.flags = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS;
    form.user = PLATFORM2D_USER_COIN + coin;
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), DM(4), &disc);
    fs_pos2 pos = pos_from_dm(fs__platform2d_coin_dm[coin][0], fs__platform2d_coin_dm[coin][1]);
    if (result == FS_OK)
        result = add_body(w, FS_BODY2_STATIC, pos, &disc, &form, &body);
    v->coin.body1[coin] = body.handle.index1;
    v->coin.body_gen[coin] = body.handle.generation;
    return result;
}

/* ---- dynamic bodies ---------------------------------------------------------------------------------------------- */

static fs_result add_bridge(struct fs_world2 *w, const fs_body2 *ground)
{
    fs_links2_def def = fs_default_links2_def();
    def.body_a = ground[0];
    def.body_b = ground[1];
    def.from = pos_from_dm(-90, -2);
    def.to = pos_from_dm(-10, -2);
    def.count = PLATFORM2D_PLANKS;
    def.half_thickness = DM(1);
    def.shape = shape_def(100);
    return fs_bridge2_create(w, &def, NULL);
}

/* A weight on a rope, drawn aside, above the bridge. */
static fs_result add_weight(struct platform2d_view *v, struct fs_world2 *w, fs_body2 beam)
{
    fs_links2_def def = fs_default_links2_def();
    fs_geometry2 disc;
    fs_body2 weight;
    fs_shape2_def form = shape_def(60);
    def.body_a = beam;
    def.from = pos_from_dm(-50, 118);
    def.to = pos_from_dm(0, 80);
    def.count = PLATFORM2D_ROPE_LINKS;
    def.half_thickness = DM(1) / 2;
    def.shape = shape_def(60);
    fs_result result = fs_geometry2_circle(fs_rel2_zero(), DM(7), &disc);
    if (result == FS_OK)
        result = add_body(w, FS_BODY2_DYNAMIC, def.to, &disc, &form, &weight);
    if (result != FS_OK)
        return result;
    def.body_b = weight;
    record_thing(v, PLATFORM2D_WEIGHT, weight);
    return fs_rope2_create(w, &def, NULL);
}

static fs_result add_seesaw(struct platform2d_view *v, struct fs_world2 *w, fs_body2 ground)
{
    fs_body2 plank;
    fs_joint2 unused;
    fs_joint2_def hinge = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    fs_pos2 pivot = pos_from_dm(25, 8);
    fs_result result = add_box(w, FS_BODY2_DYNAMIC, pivot, 24, 1, 60, &plank);
    if (result != FS_OK)
        return result;
    record_thing(v, PLATFORM2D_SEESAW, plank);
    hinge.body_a = ground;
    hinge.body_b = plank;
    hinge.flags = FS_JOINT2_LIMIT;
    result = fs_joint2_def_set_anchors(w, &hinge, pivot, pivot, fs_unit2_zero());
    hinge.lower_limit = -FS_REL_ONE / 4;
    hinge.upper_limit = FS_REL_ONE / 4;
    return result == FS_OK ? fs_joint2_create(w, &hinge, &unused) : result;
}

static fs_result add_movers(struct platform2d_view *v, struct fs_world2 *w)
{
    fs_body2 body;
    fs_result result = FS_OK;
    for (uint32_t i = 0; i < 2 && result == FS_OK; i++) {
        const int16_t *path = fs__platform2d_lift_path_dm[i];
        fs_pos2 pos = i == 0 ? pos_from_dm(path[0], path[2]) : pos_from_dm(path[2], path[0]);
        result = add_box(w, FS_BODY2_KINEMATIC, pos, 14, 2, 1, &body);
        record_thing(v, PLATFORM2D_FERRY + i, body);
    }
    return result;
}

static fs_result add_crates(struct platform2d_view *v, struct fs_world2 *w)
{
    fs_body2 body;
    fs_result result = FS_OK;
    for (uint32_t i = 0; i < PLATFORM2D_CRATES && result == FS_OK; i++) {
        result = add_box(w, FS_BODY2_DYNAMIC, pos_from_dm(crate_at[i][0], crate_at[i][1]), 5, 5, 20, &body);
        record_thing(v, PLATFORM2D_FIRST_CRATE + i, body);
    }
    return result;
}

static fs_result add_car(struct platform2d_view *v, struct fs_world2 *w)
{
    fs_vehicle2_def def = fs_default_vehicle2_def();
    fs_vehicle2 car;
    def.at = pos_from_dm(car_at[0], car_at[1]);
    def.half_height = DM(3);
    def.driven = 3;
    def.torque = fs_wide_from_int(120);
    def.chassis_shape = shape_def(30);
    def.wheel_shape = shape_def(20);
    fs_result result = fs_vehicle2_create(w, &def, &car);
    record_thing(v, PLATFORM2D_CHASSIS, car.chassis);
    for (uint32_t i = 0; i < 2; i++) {
        record_thing(v, PLATFORM2D_FIRST_WHEEL + i, car.wheel[i]);
        v->axle.joint1[i] = car.axle[i].handle.index1;
        v->axle.joint_gen[i] = car.axle[i].handle.generation;
    }
    return result;
}

fs_result fs__platform2d_build(struct platform2d_view *v, struct fs_world2 *w)
{
    fs_body2 ground[PLATFORM2D_GROUNDS], shelf, beam;
    fs_result result = FS_OK;
    for (int i = 0; i < PLATFORM2D_GROUNDS && result == FS_OK; i++)
        result = add_ground(w, fs__platform2d_ground_dm[i], &ground[i]);
    if (result == FS_OK)
        result = add_box(w, FS_BODY2_STATIC, pos_from_dm(-130, 48), 30, 3, 0, &shelf);
    if (result == FS_OK)
        result = add_box(w, FS_BODY2_STATIC, pos_from_dm(-50, 120), 20, 2, 0, &beam);
    if (result == FS_OK)
        result = add_flag(w);
    if (result == FS_OK)
        result = add_bridge(w, ground);
    if (result == FS_OK)
        result = add_weight(v, w, beam);
    if (result == FS_OK)
        result = add_seesaw(v, w, ground[1]);
    if (result == FS_OK)
        result = add_movers(v, w);
    if (result == FS_OK)
        result = add_crates(v, w);
    return result == FS_OK ? add_car(v, w) : result;
}

static bool has_fallen(const struct platform2d_view *v, const struct fs_world2 *w, uint32_t thing)
{
    uint32_t row;
    return fs_body2_row(w, fs__platform2d_thing_body(v, thing), &row) != FS_OK ||
           w->body.pos[row].y < PLATFORM2D_PIT_Y * FS_POS_ONE;
}

void fs__platform2d_respawn_things(struct platform2d_view *v, struct fs_world2 *w)
{
    for (uint32_t i = 0; i < PLATFORM2D_CRATES; i++) {
        fs_body2 crate = fs__platform2d_thing_body(v, PLATFORM2D_FIRST_CRATE + i);
        if (!has_fallen(v, w, PLATFORM2D_FIRST_CRATE + i))
            continue;
        fs_pos2 home = pos_from_dm(crate_at[i][0], crate_at[i][1] + 60);
        (void)fs_body2_set_pose(w, crate, home, fs_rot2_identity());
        (void)fs_body2_set_velocity(w, crate, fs_vel2_zero(), 0);
    }
    if (!has_fallen(v, w, PLATFORM2D_CHASSIS))
        return;
    for (uint32_t i = PLATFORM2D_CHASSIS; i < PLATFORM2D_FIRST_WHEEL + 2; i++)
        (void)fs_body2_destroy(w, fs__platform2d_thing_body(v, i));
    (void)add_car(v, w);
}
