/* joint3_chaos.h: calls at random on a 3D world of joints: sensible ones, ones at the ends of every range, wrong ones, and ones
 * with handles of what is long gone.
 *
 * Nothing here looks at results but to keep handles: the caller judges the world. `struct chaos3` is plain data, so that a copy
 * of it does the same to a copy of the world.
 */
#ifndef FS_TEST_JOINT3_CHAOS_H
#define FS_TEST_JOINT3_CHAOS_H

#include <fixstep/joint3.h>

#include "physics3d/world3_fixture.h"

enum { CHAOS3_HANDLES = 16, CHAOS3_REACH = 12 };

struct chaos3 {
    fs_rng rng;
    fs_body3 body[CHAOS3_HANDLES]; /* handles as they were given, most of them stale sooner or later */
    fs_joint3 joint[CHAOS3_HANDLES];
    uint32_t made[FS_JOINT3_KINDS]; /* joints of each kind */
    uint32_t refused, stale, full, degenerate, broken;
};

static inline uint32_t chaos3_below(struct chaos3 *c, uint32_t below)
{
    return fs_rng_below(&c->rng, below);
}

static inline bool chaos3_rarely(struct chaos3 *c)
{
    return fs_rng_chance(&c->rng, 1, 16);
}

/* Any size of number, any sign. */
static inline int64_t chaos3_any64(struct chaos3 *c)
{
    int64_t whole = (int64_t)fs_rng_u64(&c->rng);
    return whole / ((int64_t)1 << chaos3_below(c, 63));
}

static inline int32_t chaos3_any32(struct chaos3 *c)
{
    int32_t whole = (int32_t)fs_rng_u32(&c->rng);
    return whole / (int32_t)(1u << chaos3_below(c, 31));
}

static inline fs_result chaos3_count(struct chaos3 *c, fs_result result)
{
    c->refused += result == FS_E_ARGUMENT;
    c->stale += result == FS_E_STALE;
    c->full += result == FS_E_CAPACITY;
    c->degenerate += result == FS_E_DEGENERATE;
    return result;
}

/* ---- vectors -------------------------------------------------------------------------------------------------- */

/* Within `reach` m, on a grid of 1/256 m, so that some bodies coincide. */
static inline fs_pos chaos3_coordinate(struct chaos3 *c, int32_t reach)
{
    return ((fs_pos)chaos3_below(c, (uint32_t)reach * 512) - reach * 256) * (FS_POS_ONE / 256);
}

static inline fs_pos3 chaos3_pos(struct chaos3 *c)
{
    fs_pos x = chaos3_coordinate(c, CHAOS3_REACH), y = chaos3_coordinate(c, CHAOS3_REACH);
    return fs_pos3_make(x, y, chaos3_coordinate(c, CHAOS3_REACH));
}

/* An anchor: at the body, at the end of the range, or anything. */
static inline fs_rel3 chaos3_anchor(struct chaos3 *c)
{
    fs_rel most = 16 * FS_REL_ONE;
    int32_t x = chaos3_any32(c), y = chaos3_any32(c), z = chaos3_any32(c);
    if (chaos3_rarely(c))
        return fs_rel3_make(x, y, z);
    if (chaos3_rarely(c))
        return fs_rel3_make(x < 0 ? -most : most, y < 0 ? -most : most, z < 0 ? -most : most);
    return fs_rel3_make(x / 32, y / 32, z / 32);
}

static inline fs_quat chaos3_rotation(struct chaos3 *c)
{
    int32_t x = chaos3_any32(c), y = chaos3_any32(c), z = chaos3_any32(c);
    return chaos3_below(c, 3) == 0 ? fs_quat_identity() : fs_quat_make(x, y, z, chaos3_any32(c));
}

static inline fs_vel3 chaos3_vel(struct chaos3 *c)
{
    int32_t x = chaos3_any32(c), y = chaos3_any32(c);
    return fs_vel3_make(x, y, chaos3_any32(c));
}

static inline fs_wide3 chaos3_force(struct chaos3 *c)
{
    int64_t x = chaos3_any64(c), y = chaos3_any64(c);
    return fs_wide3_make(x, y, chaos3_any64(c));
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

/* A live body, or rarely one that may be gone, or none. */
static inline fs_body3 chaos3_body(struct chaos3 *c, struct fixture3 *t)
{
    uint32_t rows = *t->w.body.rows;
    if (rows == 0 || chaos3_rarely(c))
        return c->body[chaos3_below(c, CHAOS3_HANDLES)];
    return fs_body3_at(&t->w, chaos3_below(c, rows));
}

static inline fs_joint3 chaos3_joint(struct chaos3 *c, struct fixture3 *t)
{
    uint32_t rows = *t->w.joint.rows;
    if (rows == 0 || chaos3_rarely(c))
        return c->joint[chaos3_below(c, CHAOS3_HANDLES)];
    return fs_joint3_at(&t->w, chaos3_below(c, rows));
}

/* 1e-2 to 1e5 kg; moments of a ball, or up to 2^12 times smaller about one axis; rarely no moment, or a mass that is none. */
static inline fs_result chaos3_set_mass(struct chaos3 *c, struct fixture3 *t, fs_body3 body)
{
    static const double kilograms[] = { 1e-2, 1e-1, 1, 30, 1e3, 1e5 };
    double mass = kilograms[chaos3_below(c, 6)];
    fs_scaled m = fs_scaled_from_wide((fs_wide)(mass * FS_WIDE_ONE)), i = fs_scaled_from_wide((fs_wide)(mass * 0x1p28));
    fs_mass_data3 data = { .mass = m, .inertia = { .xx = i, .yy = i, .zz = i } };
    data.inertia.xx.e -= (int32_t)chaos3_below(c, 13);
    if (chaos3_rarely(c))
        data.inertia.zz.m = 0;
    if (chaos3_rarely(c))
        data.mass.m = chaos3_any32(c);
    return fs_body3_set_mass(&t->w, body, data);
}

/* Half of the shapes are rods and plates that are up to 50 times as long as thick. */
static inline void chaos3_add_shape(struct chaos3 *c, struct fixture3 *t, fs_body3 body)
{
    fs_shape3_def def = fs_default_shape3_def();
    fs_pos size = FS_POS_ONE / 8 + (fs_pos)chaos3_below(c, 4) * (FS_POS_ONE / 8), thin = size / 50;
    fs_pos other = chaos3_below(c, 2) == 0 ? size : thin, third = chaos3_below(c, 2) == 0 ? other : size;
    fs_pos3 half = fs_pos3_make(other, size, third), none = fs_pos3_zero();
    fs_quat id = fs_quat_identity();
    fs_result r;
    def.density = FS_WIDE_ONE * (int64_t)(1u << chaos3_below(c, 12));
    switch (chaos3_below(c, 6)) {
    case 0: r = fs_shape3_create_sphere(&t->w, body, &def, none, size, NULL); break;
    case 1: r = fs_shape3_create_capsule(&t->w, body, &def, none, half, third, NULL); break;
    case 2: r = fs_shape3_create_cylinder(&t->w, body, NULL, other, third, none, id, NULL); break;
    case 3: r = fs_shape3_create_cone(&t->w, body, &def, third, other, none, id, NULL); break;
    default: r = fs_shape3_create_box(&t->w, body, &def, half, NULL); break;
    }
    (void)chaos3_count(c, r);
}

static inline void chaos3_add_body(struct chaos3 *c, struct fixture3 *t)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = chaos3_below(c, 5) == 0 ? (fs_body3_type)chaos3_below(c, 3) : FS_BODY3_DYNAMIC;
    def.flags = chaos3_below(c, 4) == 0 ? fs_rng_u32(&c->rng) & 0xFCF : 0;
    def.pos = chaos3_pos(c);
    def.rot = chaos3_rotation(c);
    def.vel = chaos3_below(c, 3) == 0 ? chaos3_vel(c) : def.vel;
    def.angular_velocity = chaos3_below(c, 3) == 0 ? chaos3_vel(c) : def.angular_velocity;
    if (chaos3_count(c, fs_body3_create(&t->w, &def, &body)) != FS_OK)
        return;
    c->body[chaos3_below(c, CHAOS3_HANDLES)] = body;
    for (uint32_t n = chaos3_below(c, 3); n > 0; n--)
        chaos3_add_shape(c, t, body);
    if (chaos3_below(c, 2) == 0)
        (void)chaos3_count(c, chaos3_set_mass(c, t, body));
}

static inline fs_result chaos3_push(struct chaos3 *c, struct fixture3 *t, fs_body3 body)
{
    fs_wide3 f = chaos3_force(c);
    switch (chaos3_below(c, 6)) {
    case 0: return fs_body3_apply_force(&t->w, body, f);
    case 1: return fs_body3_apply_force_at(&t->w, body, f, chaos3_pos(c));
    case 2: return fs_body3_apply_torque(&t->w, body, f);
    case 3: return fs_body3_apply_impulse(&t->w, body, f);
    case 4: return fs_body3_apply_impulse_at(&t->w, body, f, chaos3_pos(c));
    default: return fs_body3_apply_angular_impulse(&t->w, body, f);
    }
}

static inline fs_result chaos3_change_body(struct chaos3 *c, struct fixture3 *t, fs_body3 body)
{
    fs_pos3 at = chaos3_pos(c);
    fs_quat rot = chaos3_rotation(c);
    fs_vel3 vel = chaos3_vel(c);
    uint32_t set = fs_rng_u32(&c->rng) & 0xFCB, clear = fs_rng_u32(&c->rng) & 0xFCB;
    switch (chaos3_below(c, 13)) {
    case 0: return fs_body3_set_pose(&t->w, body, at, rot);
    case 1: return fs_body3_set_velocity(&t->w, body, vel, chaos3_vel(c));
    case 2:
    case 3: return fs_body3_set_type(&t->w, body, (fs_body3_type)chaos3_below(c, 4));
    case 4: return chaos3_set_mass(c, t, body);
    case 5: return fs_body3_set_enabled(&t->w, body, chaos3_below(c, 3) != 0);
    case 6: return fs_body3_set_flags(&t->w, body, chaos3_rarely(c) ? set : 0, clear);
    case 7: return chaos3_below(c, 2) == 0 ? fs_body3_wake(&t->w, body) : fs_body3_sleep(&t->w, body);
    case 8: return fs_body3_reset_mass(&t->w, body);
    default: return chaos3_push(c, t, body);
    }
}

/* ---- joints --------------------------------------------------------------------------------------------------- */

/* Any number in every place: half of the definitions that it makes are refused. */
static inline void chaos3_joint_numbers(struct chaos3 *c, fs_joint3_def *def)
{
    int32_t shift = chaos3_below(c, 2) == 0 ? 1 : 16;
    def->lower_limit = chaos3_any32(c) / shift;
    def->upper_limit = chaos3_below(c, 3) == 0 ? chaos3_any32(c) : def->lower_limit / 2 + FS_REL_ONE / 4;
    def->swing_limit = chaos3_any32(c) / shift;
    def->length = chaos3_below(c, 2) == 0 ? chaos3_any32(c) / shift : def->length;
    def->motor_speed = chaos3_any32(c) / shift;
    def->motor_limit = fs_abs64(chaos3_any64(c) / 2);
    def->break_force = chaos3_below(c, 3) == 0 ? fs_abs64(chaos3_any64(c) / 2) : 0;
    def->break_torque = chaos3_below(c, 3) == 0 ? fs_abs64(chaos3_any64(c) / 2) : 0;
    def->hertz = fs_abs32(chaos3_any32(c) / 32);
    def->damping_ratio = fs_abs32(chaos3_any32(c) / 512);
}

static inline void chaos3_add_joint(struct chaos3 *c, struct fixture3 *t)
{
    uint32_t kind = chaos3_below(c, FS_JOINT3_KINDS - 1 + chaos3_rarely(c)) + FS_JOINT3_BALL;
    fs_joint3_def def = fs_default_joint3_def((fs_joint3_kind)kind);
    fs_vel3 v = chaos3_vel(c);
    fs_joint3 joint;
    def.body_a = chaos3_body(c, t);
    def.body_b = chaos3_body(c, t);
    def.flags = chaos3_below(c, 16);
    def.upper_limit = def.swing_limit = FS_REL_ONE / 2;
    def.motor_speed = FS_VEL_ONE;
    def.motor_limit = 10 * FS_WIDE_ONE;
    def.hertz = 3 * FS_FIX16_ONE;
    if (chaos3_below(c, 3) == 0) {
        def.anchor_a = chaos3_anchor(c);
        def.anchor_b = chaos3_anchor(c);
        def.frame_a = chaos3_rotation(c);
        def.frame_b = chaos3_rotation(c);
    } else {
        fs_pos3 at = fs_body3_position(&t->w, chaos3_below(c, 2) == 0 ? def.body_a : def.body_b);
        fs_pos3 other = chaos3_rarely(c) ? chaos3_pos(c) : at;
        (void)chaos3_count(c, fs_joint3_def_set_anchors(&t->w, &def, at, other, fs_unit3_make(v.x, v.y, v.z)));
    }
    if (chaos3_below(c, 3) == 0)
        chaos3_joint_numbers(c, &def);
    bool unnamed = chaos3_rarely(c);
    if (chaos3_count(c, fs_joint3_create(&t->w, &def, unnamed ? NULL : &joint)) != FS_OK)
        return;
    c->made[kind]++;
    if (!unnamed)
        c->joint[chaos3_below(c, CHAOS3_HANDLES)] = joint;
}

static inline fs_result chaos3_change_joint(struct chaos3 *c, struct fixture3 *t)
{
    fs_joint3 joint = chaos3_joint(c, t);
    bool on = chaos3_below(c, 2) == 0;
    int32_t x = chaos3_any32(c), y = chaos3_any32(c);
    switch (chaos3_below(c, 6)) {
    case 0: return fs_joint3_destroy(&t->w, joint);
    case 1: return fs_joint3_set_motor(&t->w, joint, on, x, chaos3_any64(c));
    case 2: return fs_joint3_set_limits(&t->w, joint, on, x, y);
    case 3: return fs_joint3_set_spring(&t->w, joint, on, x, y);
    case 4: return fs_joint3_create(&t->w, NULL, NULL);
    default: return fs_joint3_set_limits(&t->w, joint, on, -FS_REL_ONE / 4, FS_REL_ONE / 4);
    }
}

/* ---- ticks ---------------------------------------------------------------------------------------------------- */

static inline void chaos3_random_call(struct chaos3 *c, struct fixture3 *t)
{
    switch (chaos3_below(c, 16)) {
    case 0:
    case 1:
    case 2: chaos3_add_body(c, t); break;
    case 3:
    case 4:
    case 5:
    case 6: chaos3_add_joint(c, t); break;
    case 7:
    case 8: (void)chaos3_count(c, chaos3_change_joint(c, t)); break;
    case 9: (void)chaos3_count(c, fs_body3_destroy(&t->w, chaos3_body(c, t))); break;
    default: (void)chaos3_count(c, chaos3_change_body(c, t, chaos3_body(c, t))); break;
    }
}

/* Ends every input: motors, forces, kinematic motion and gravity. */
static inline void chaos3_stop(struct fixture3 *t)
{
    (void)fs_world3_set_gravity(&t->w, fs_wide3_zero());
    for (uint32_t row = 0; row < *t->w.joint.rows; row++)
        (void)fs_joint3_set_motor(&t->w, fs_joint3_at(&t->w, row), false, 0, 0);
    for (uint32_t row = 0; row < *t->w.body.rows; row++)
        if (t->w.body.type[row] == FS_BODY3_KINEMATIC)
            (void)fs_body3_set_velocity(&t->w, fs_body3_at(&t->w, row), fs_vel3_zero(), fs_vel3_zero());
}

#endif
