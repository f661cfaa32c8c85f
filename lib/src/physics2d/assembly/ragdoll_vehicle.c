/* ragdoll_vehicle.c: ragdolls and vehicles made of bodies and joints. It holds no state of its own. */
#include "physics2d/assembly/assembly.h"

#include <string.h>

#include "physics2d/joint/joint.h"

/* ---- parts ----------------------------------------------------------------------------------------------------- */

#include "physics/assembly/assembly.inl"

void fs_links2_destroy(fs_world2 *w, const fs_body2 *bodies, uint32_t count)
{
    fs__assembly2_destroy_bodies(w, bodies, count);
}

/* ---- ragdoll ---------------------------------------------------------------------------------------------------- */

/* In 1/64 of the ragdoll's height: both ends of the bone and its radius. The bone it is attached to, at its own upper end
 * (torso and head: lower end), and the limits of that joint (1/64 turn). */
static const struct bone {
    int8_t top, bottom, radius, parent, lower_limit, upper_limit;
} bones[FS_BONE2_COUNT] = {
    [FS_BONE2_HIPS] = { 35, 32, 4, -1, 0, 0 },
    [FS_BONE2_TORSO] = { 51, 39, 4, FS_BONE2_HIPS, -6, 6 },
    [FS_BONE2_HEAD] = { 60, 58, 4, FS_BONE2_TORSO, -5, 5 },
    [FS_BONE2_UPPER_ARM_L] = { 51, 42, 2, FS_BONE2_TORSO, -8, 28 },
    [FS_BONE2_LOWER_ARM_L] = { 41, 31, 2, FS_BONE2_UPPER_ARM_L, 0, 24 },
    [FS_BONE2_UPPER_ARM_R] = { 51, 42, 2, FS_BONE2_TORSO, -8, 28 },
    [FS_BONE2_LOWER_ARM_R] = { 41, 31, 2, FS_BONE2_UPPER_ARM_R, 0, 24 },
    [FS_BONE2_UPPER_LEG_L] = { 31, 19, 3, FS_BONE2_HIPS, -6, 18 },
    [FS_BONE2_LOWER_LEG_L] = { 17, 3, 3, FS_BONE2_UPPER_LEG_L, -24, 0 },
    [FS_BONE2_UPPER_LEG_R] = { 31, 19, 3, FS_BONE2_HIPS, -6, 18 },
    [FS_BONE2_LOWER_LEG_R] = { 17, 3, 3, FS_BONE2_UPPER_LEG_R, -24, 0 },
};

static fs_pos2 height_at(const fs_ragdoll2_def *def, int sixty_fourths)
{
    return fs_pos2_add_rel(def->at, fs_rel2_make(0, fs__fraction_of_height(def->height, sixty_fourths)));
}

fs_ragdoll2_def fs_default_ragdoll2_def(void)
{
    fs_ragdoll2_def def;
    memset(&def, 0, sizeof def);
    def.height = fs_rel_from_ratio(18, 10);
    def.stiffness = FS_WIDE_ONE;
    def.shape = fs_default_shape2_def();
    def.shape.density = fs_wide_from_int(100);
    def.shape.group = -1;
    return def;
}

static fs_rel half_length_of(const fs_ragdoll2_def *def, const struct bone *b)
{
    return fs__fraction_of_height(def->height, b->top - b->bottom) / 2;
}

static fs_body2_def bone_body(const fs_ragdoll2_def *def, const struct bone *b)
{
    fs_body2_def at = fs_default_body2_def();
    at.pos = fs_pos2_add_rel(height_at(def, b->bottom), fs_rel2_make(0, half_length_of(def, b)));
    at.vel = def->vel;
    at.user = def->user;
    return at;
}

static fs_result bone_shape(const fs_ragdoll2_def *def, const struct bone *b, fs_geometry2 *out)
{
    fs_rel half = half_length_of(def, b);
    return fs_geometry2_capsule(fs_rel2_make(0, -half), fs_rel2_make(0, half),
                                fs__fraction_of_height(def->height, b->radius), out);
}

static fs_result bone_joint(fs_world2 *w, const fs_ragdoll2_def *def, const fs_ragdoll2 *ragdoll, int i,
                            fs_joint2_def *out)
{
    const struct bone *b = &bones[i];
    bool above = i == FS_BONE2_TORSO || i == FS_BONE2_HEAD;
    *out = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    out->body_a = ragdoll->bone[b->parent];
    out->body_b = ragdoll->bone[i];
    fs_pos2 at = height_at(def, above ? b->bottom - 2 : b->top);
    fs_result r = fs_joint2_def_set_anchors(w, out, at, at, fs_unit2_zero());
    out->flags = FS_JOINT2_LIMIT | (def->stiffness > 0 ? FS_JOINT2_MOTOR : 0u);
    out->motor_limit = def->stiffness;
    out->lower_limit = fs__angle_of_turn(b->lower_limit);
    out->upper_limit = fs__angle_of_turn(b->upper_limit);
    return r;
}

#include "physics/assembly/ragdoll.inl"

/* ---- vehicle ------------------------------------------------------------------------------------------------------- */

fs_vehicle2_def fs_default_vehicle2_def(void)
{
    fs_vehicle2_def def;
    memset(&def, 0, sizeof def);
    def.half_length = fs_rel_from_ratio(3, 2);
    def.half_height = fs_rel_from_ratio(2, 5);
    def.wheel_radius = fs_rel_from_ratio(2, 5);
    def.wheel_x[0] = -FS_REL_ONE;
    def.wheel_x[1] = FS_REL_ONE;
    def.wheel_y = -fs_rel_from_ratio(2, 5);
    def.hertz = FS_FIX16_ONE * 4;
    def.damping_ratio = fs_fix16_from_ratio(7, 10);
    def.torque = fs_wide_from_int(60);
    def.driven = 1;
    def.chassis_shape = fs_default_shape2_def();
    def.chassis_shape.density = fs_wide_from_int(10);
    def.wheel_shape = def.chassis_shape;
    return def;
}

static fs_joint2_def axle_joint(const fs_vehicle2_def *def, const fs_vehicle2 *car, int i)
{
    fs_joint2_def joint = fs_default_joint2_def(FS_JOINT2_WHEEL);
    joint.body_a = car->chassis;
    joint.body_b = car->wheel[i];
    joint.anchor_a = fs_rel2_make(def->wheel_x[i], def->wheel_y);
    joint.axis = fs_unit2_make(0, FS_UNIT_ONE);
    joint.hertz = def->hertz;
    joint.damping_ratio = def->damping_ratio;
    joint.motor_limit = def->driven >> i & 1u ? def->torque : 0; /* fs_vehicle2_drive() drives the axles above 0 */
    joint.flags |= joint.motor_limit > 0 ? FS_JOINT2_MOTOR : 0u;
    return joint;
}

static fs_body2_def vehicle_body(const fs_vehicle2_def *def, fs_rel x, fs_rel y)
{
    fs_body2_def at = fs_default_body2_def();
    at.pos = fs_pos2_add_rel(def->at, fs_rel2_make(x, y));
    at.user = def->user;
    return at;
}

static fs_result create_wheel(fs_world2 *w, const fs_vehicle2_def *def, fs_vehicle2 *car, int i)
{
    fs_geometry2 disc;
    const fs_body2_def at = vehicle_body(def, def->wheel_x[i], def->wheel_y);
    fs_result r = fs_geometry2_circle(fs_rel2_zero(), def->wheel_radius, &disc);
    if (r == FS_OK)
        r = fs__assembly2_create_body(w, &at, &disc, &def->wheel_shape, &car->wheel[i]);
    if (r != FS_OK)
        return r;
    const fs_joint2_def joint = axle_joint(def, car, i);
    return fs_joint2_create(w, &joint, &car->axle[i]);
}

static fs_result create_chassis(fs_world2 *w, const fs_vehicle2_def *def, fs_vehicle2 *car)
{
    fs_geometry2 box;
    const fs_body2_def at = vehicle_body(def, 0, 0);
    fs_result r = fs_geometry2_box(def->half_length, def->half_height, fs_rel2_zero(), fs_rot2_identity(), &box);
    return r == FS_OK ? fs__assembly2_create_body(w, &at, &box, &def->chassis_shape, &car->chassis) : r;
}

static fs_result check_vehicle_numbers(fs_world2 *w, const fs_vehicle2_def *def)
{
    const fs_rel least = FS_GEOMETRY2_MIN_SIZE, most = FS_GEOMETRY2_MAX_EXTENT, reach = most - 1;
    const struct fs__range ranges[] = {
        { "half_length", def->half_length, least, most, FS_REL_FRAC },
        { "half_height", def->half_height, least, most, FS_REL_FRAC },
        { "wheel_radius", def->wheel_radius, least, most, FS_REL_FRAC },
        { "wheel_x[0]", def->wheel_x[0], -reach, reach, FS_REL_FRAC },
        { "wheel_x[1]", def->wheel_x[1], -reach, reach, FS_REL_FRAC },
        { "wheel_y", def->wheel_y, -reach, reach, FS_REL_FRAC },
    };
    return fs__error2_check_unit(w, ranges, sizeof ranges / sizeof ranges[0], " m", "");
}

static fs_result check_vehicle(fs_world2 *w, const fs_vehicle2_def *def)
{
    const fs_shape2_def *const shapes[] = { &def->chassis_shape, &def->wheel_shape };
    const fs_body2_def chassis = vehicle_body(def, 0, 0);
    fs_vehicle2 none;
    memset(&none, 0, sizeof none);
    fs_result r = check_vehicle_numbers(w, def);
    if (r == FS_OK)
        r = fs__assembly2_check_shapes(w, shapes, 2);
    if (r == FS_OK)
        r = fs__body2_check_def(w, &chassis);
    for (int i = 0; i < 2 && r == FS_OK; i++) {
        const fs_body2_def at = vehicle_body(def, def->wheel_x[i], def->wheel_y);
        const fs_joint2_def joint = axle_joint(def, &none, i);
        r = fs__body2_check_def(w, &at);
        if (r == FS_OK)
            r = fs__joint2_check_def(w, &joint);
    }
    return r == FS_OK ? fs__assembly2_check_capacity(w, 3, 2) : r;
}

fs_result fs_vehicle2_create(fs_world2 *w, const fs_vehicle2_def *def, fs_vehicle2 *out)
{
    const fs_vehicle2_def usual = fs_default_vehicle2_def(), *d = def != NULL ? def : &usual;
    fs_vehicle2 car;
    memset(&car, 0, sizeof car);
    fs_result r = check_vehicle(w, d);
    if (r == FS_OK)
        r = create_chassis(w, d, &car);
    for (int i = 0; i < 2 && r == FS_OK; i++)
        r = create_wheel(w, d, &car, i);
    if (r != FS_OK)
        fs_vehicle2_destroy(w, &car);
    if (out != NULL)
        *out = car;
    return r;
}

fs_result fs_vehicle2_drive(fs_world2 *w, const fs_vehicle2 *car, bool on, fs_vel speed)
{
    uint32_t row[2];
    for (int i = 0; i < 2; i++)
        if (fs_joint2_row(w, car->axle[i], &row[i]) != FS_OK)
            return fs__error2_stale(w, "joint2 (an axle)");
    for (int i = 0; i < 2; i++)
        if (w->joint.motor_limit[row[i]] > 0)
            (void)fs_joint2_set_motor(w, car->axle[i], on, speed, w->joint.motor_limit[row[i]]);
    return FS_OK;
}

void fs_vehicle2_destroy(fs_world2 *w, fs_vehicle2 *car)
{
    if (car == NULL)
        return;
    fs_links2_destroy(w, &car->chassis, 1);
    fs_links2_destroy(w, car->wheel, 2);
    memset(car, 0, sizeof *car);
}
