/* world2_chaos.h: calls at random on a 2D world: sensible ones, ones at the ends of every range, wrong ones, and ones with
 * handles of what is long gone.
 *
 * Nothing here looks at results but to keep handles: the caller judges the world. `struct chaos` is plain data, so that
 * a copy of it does the same to a copy of the world.
 */
#ifndef FS_TEST_WORLD2_CHAOS_H
#define FS_TEST_WORLD2_CHAOS_H

#include "physics2d/world2_fixture.h"

enum { CHAOS_HANDLES = 16, CHAOS_RESULTS = 32 };

struct chaos {
    fs_rng rng;
    fs_body2 body[CHAOS_HANDLES]; /* handles as they were given, most of them stale sooner or later */
    fs_shape2 shape[CHAOS_HANDLES];
    fs_joint2 joint[CHAOS_HANDLES];
    uint32_t made_joint[FS_JOINT2_KINDS]; /* how many there have been of each kind */
    uint32_t refused, stale, full, degenerate;
};

static inline struct chaos chaos_make(uint64_t seed)
{
    struct chaos c = { .rng = fs_rng_seed(seed, 1) };
    return c;
}

static inline uint32_t chaos_below(struct chaos *c, uint32_t below)
{
    return fs_rng_below(&c->rng, below);
}

static inline bool chaos_rarely(struct chaos *c)
{
    return fs_rng_chance(&c->rng, 1, 16);
}

/* Any size of number, any sign. */
static inline int64_t chaos_any64(struct chaos *c)
{
    int64_t whole = (int64_t)fs_rng_u64(&c->rng);
    return whole / ((int64_t)1 << chaos_below(c, 63));
}

static inline int32_t chaos_any32(struct chaos *c)
{
    int32_t whole = (int32_t)fs_rng_u32(&c->rng);
    return whole / (int32_t)(1u << chaos_below(c, 31));
}

static inline fs_result chaos_count_result(struct chaos *c, fs_result result)
{
    c->refused += result == FS_E_ARGUMENT;
    c->stale += result == FS_E_STALE;
    c->full += result == FS_E_CAPACITY;
    c->degenerate += result == FS_E_DEGENERATE;
    return result;
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

/* Mostly 1/8 to 9/8 m; else anything from below 0 to all of the range. */
static inline fs_rel chaos_size(struct chaos *c)
{
    static const fs_rel ends[] = {
        0, 1, -FS_REL_ONE, FS_REL_ONE / 1000, 16 * FS_REL_ONE - 1, 16 * FS_REL_ONE, INT32_MAX
    };
    if (!chaos_rarely(c))
        return FS_REL_ONE / 8 + (fs_rel)chaos_below(c, FS_REL_ONE);
    return chaos_below(c, 2) == 0 ? ends[chaos_below(c, 7)] : chaos_any32(c);
}

static inline fs_rel2 chaos_offset(struct chaos *c)
{
    fs_rel size = chaos_size(c) / 2;
    fs_rel x = chaos_below(c, 2) == 0 ? size : -size;
    return fs_rel2_make(x, chaos_any32(c) / 64);
}

/* Hulls of clouds, of points on one line, of few points many times over, of the corners of a concave star. */
static inline fs_result chaos_hull(struct chaos *c, fs_geometry2 *out)
{
    fs_rel2 point[12];
    size_t count = chaos_below(c, 13);
    uint32_t how = chaos_below(c, 4);
    for (size_t i = 0; i < count; i++) {
        fs_rel size = chaos_size(c) / 2;
        fs_rot2 way = fs_rot2_from_turn((uint32_t)i * (UINT32_MAX / 12));
        fs_rel reach = i % 2 == 0 ? size : size / 4;
        if (how == 0)
            point[i] = chaos_offset(c);
        else if (how == 1)
            point[i] = fs_rel2_make(size, size / 3);
        else if (how == 2)
            point[i] = i < 3 ? chaos_offset(c) : point[i % 3];
        else
            point[i] = fs_rot2_rel(way, fs_rel2_make(reach, 0));
    }
    return fs_geometry2_hull(point, count, chaos_below(c, 2) == 0 ? 0 : chaos_size(c) / 8, out);
}

/* What is no shape comes out as all zero, and may be tried as one. */
static inline fs_geometry2 chaos_geometry(struct chaos *c)
{
    fs_geometry2 s;
    fs_rel x = chaos_size(c), y = chaos_size(c);
    fs_rel2 at = chaos_offset(c), other = chaos_offset(c);
    fs_result result;
    switch (chaos_below(c, 8)) {
    case 0: result = fs_geometry2_circle(at, x, &s); break;
    case 1: result = fs_geometry2_capsule(at, other, y, &s); break;
    case 2: result = fs_geometry2_segment(at, other, &s); break;
    case 3:
    case 4: result = chaos_hull(c, &s); break;
    default: result = fs_geometry2_box(x, y, at, fs_rot2_from_turn(fs_rng_u32(&c->rng)), &s); break;
    }
    (void)chaos_count_result(c, result);
    return s;
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

static inline fs_wide2 chaos_wide(struct chaos *c)
{
    int64_t x = chaos_any64(c);
    return fs_wide2_make(x, chaos_any64(c));
}

/* Near the ground, or rarely anywhere up to the end of the range and beyond. */
static inline fs_pos2 chaos_pos(struct chaos *c)
{
    if (chaos_rarely(c)) {
        fs_wide2 any = chaos_wide(c);
        return fs_pos2_make(any.x, any.y);
    }
    int64_t x = (int64_t)chaos_below(c, 400) - 200, y = (int64_t)chaos_below(c, 200);
    return fs_pos2_make(x * (FS_POS_ONE / 16), y * (FS_POS_ONE / 16));
}

/* Half of all velocities are beyond what a world allows. */
static inline fs_vel2 chaos_vel(struct chaos *c)
{
    int32_t x = chaos_any32(c);
    return fs_vel2_make(x, chaos_any32(c));
}

/* A live body, or rarely one that may be gone, or none. */
static inline fs_body2 chaos_body(struct chaos *c, struct fixture2 *t)
{
    uint32_t rows = *t->w.body.rows;
    if (rows == 0 || chaos_rarely(c))
        return c->body[chaos_below(c, CHAOS_HANDLES)];
    return fs_body2_at(&t->w, chaos_below(c, rows));
}

static inline fs_shape2 chaos_shape(struct chaos *c, struct fixture2 *t)
{
    uint32_t rows = *t->w.shape.rows;
    if (rows == 0 || chaos_rarely(c))
        return c->shape[chaos_below(c, CHAOS_HANDLES)];
    return fs_shape2_at(&t->w, chaos_below(c, rows));
}

static inline fs_joint2 chaos_joint(struct chaos *c, struct fixture2 *t)
{
    uint32_t rows = *t->w.joint.rows;
    if (rows == 0 || chaos_rarely(c))
        return c->joint[chaos_below(c, CHAOS_HANDLES)];
    return fs_joint2_at(&t->w, chaos_below(c, rows));
}

static inline void chaos_add_shape(struct chaos *c, struct fixture2 *t, fs_body2 body)
{
    fs_shape2_def def = fs_default_shape2_def();
    fs_geometry2 shape = chaos_geometry(c);
    fs_shape2 form;
    def.material = (uint16_t)chaos_below(c, *t->w.material.rows + chaos_rarely(c));
    def.flags = chaos_below(c, 8);
    def.group = (int16_t)(chaos_rarely(c) ? (int)chaos_below(c, 5) - 2 : 0);
    def.mask = chaos_rarely(c) ? fs_rng_u32(&c->rng) : def.mask;
    def.category = 1u << chaos_below(c, 3);
    if (shape.kind == FS_GEOMETRY2_SEGMENT && !chaos_rarely(c))
        def.density = 0;
    else if (chaos_rarely(c))
        def.density = chaos_any64(c);
    if (chaos_count_result(c, fs_shape2_create(&t->w, body, &def, &shape, &form)) == FS_OK)
        c->shape[chaos_below(c, CHAOS_HANDLES)] = form;
}

static inline void chaos_add_body(struct chaos *c, struct fixture2 *t)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = chaos_below(c, 5) == 0 ? (fs_body2_type)chaos_below(c, 4) : FS_BODY2_DYNAMIC;
    def.flags = chaos_below(c, 4) == 0 ? chaos_below(c, 64) : 0;
    def.pos = chaos_pos(c);
    def.rot = fs_rot2_from_turn(fs_rng_u32(&c->rng));
    def.vel = chaos_below(c, 3) == 0 ? chaos_vel(c) : def.vel;
    def.angular_velocity = chaos_below(c, 3) == 0 ? chaos_any32(c) : 0;
    def.linear_damping = chaos_rarely(c) ? chaos_any32(c) : def.linear_damping;
    def.gravity_scale = chaos_rarely(c) ? chaos_any32(c) : def.gravity_scale;
    if (chaos_count_result(c, fs_body2_create(&t->w, &def, &body)) != FS_OK)
        return;
    c->body[chaos_below(c, CHAOS_HANDLES)] = body;
    for (uint32_t i = 0; i <= chaos_below(c, 3); i++)
        chaos_add_shape(c, t, body);
}

static inline void chaos_add_chain(struct chaos *c, struct fixture2 *t)
{
    fs_pos2 point[6];
    fs_shape2_def def = fs_default_shape2_def();
    for (int i = 0; i < 6; i++) {
        fs_rel across = (fs_rel)((3 - i) * FS_REL_ONE) + chaos_size(c) / 4;
        point[i] = fs_pos2_make(fs_pos_from_rel(across), fs_pos_from_rel(chaos_size(c)));
    }
    fs_body2 body = chaos_body(c, t);
    uint32_t count = chaos_below(c, 7);
    bool loop = chaos_below(c, 3) == 0;
    (void)chaos_count_result(c, fs_shape2_create_chain(&t->w, body, &def, point, count, loop));
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

static inline void chaos_joint_numbers(struct chaos *c, fs_joint2_def *def)
{
    def->flags = chaos_below(c, 16);
    def->lower_limit = chaos_any32(c);
    def->upper_limit = fs_max32(def->lower_limit, chaos_any32(c));
    def->length = chaos_below(c, 2) == 0 ? chaos_any32(c) : def->length;
    def->motor_speed = chaos_any32(c);
    def->motor_limit = fs_abs64(chaos_any64(c) / 2);
    def->break_force = chaos_below(c, 3) == 0 ? fs_abs64(chaos_any64(c) / 2) : 0;
    def->hertz = chaos_below(c, 2) == 0 ? fs_abs32(chaos_any32(c) / 32) : def->hertz;
    def->damping_ratio = fs_abs32(chaos_any32(c) / 512);
    def->gear_ratio = chaos_rarely(c) ? chaos_any32(c) : FS_FIX16_ONE / 2;
    def->target = chaos_pos(c);
}

/* What a gear can couple with `other`: the first such joint from a random row on, else any. */
static inline fs_joint2 chaos_slider(struct chaos *c, struct fixture2 *t, fs_joint2 other)
{
    uint32_t rows = *t->w.joint.rows, from = rows == 0 ? 0 : chaos_below(c, rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t row = (from + i) % rows, kind = t->w.joint.kind[row];
        fs_joint2 joint = fs_joint2_at(&t->w, row);
        bool slides = kind == FS_JOINT2_REVOLUTE || kind == FS_JOINT2_PRISMATIC;
        if ((t->w.joint.gen[row] & 1u) != 0 && slides && memcmp(&joint, &other, sizeof joint) != 0)
            return joint;
    }
    return chaos_joint(c, t);
}

static inline void chaos_add_joint(struct chaos *c, struct fixture2 *t)
{
    /* More gears than others, and more of what they couple: most find nothing. */
    enum { MORE = 5 };
    static const uint8_t more[MORE] = { FS_JOINT2_REVOLUTE, FS_JOINT2_REVOLUTE, FS_JOINT2_PRISMATIC, FS_JOINT2_GEAR,
                                        FS_JOINT2_GEAR };
    uint32_t kind = chaos_below(c, FS_JOINT2_KINDS - 1 + MORE);
    kind = kind < MORE ? more[kind] : kind - MORE + FS_JOINT2_DISTANCE;
    fs_joint2_def def = fs_default_joint2_def((fs_joint2_kind)kind);
    fs_rot2 way = fs_rot2_from_turn(fs_rng_u32(&c->rng));
    fs_joint2 joint;
    def.body_a = chaos_body(c, t);
    def.body_b = chaos_body(c, t);
    fs_pos2 a = chaos_pos(c), b = chaos_pos(c);
    if (chaos_below(c, 3) != 0)
        (void)chaos_count_result(c, fs_joint2_def_set_anchors(&t->w, &def, a, b, (fs_unit2){ way.c, way.s }));
    else
        def.anchor_a = chaos_offset(c);
    if (chaos_below(c, 2) == 0)
        chaos_joint_numbers(c, &def);
    def.other_a = chaos_rarely(c) ? chaos_joint(c, t) : chaos_slider(c, t, (fs_joint2){ { 0 } });
    def.other_b = chaos_rarely(c) ? chaos_joint(c, t) : chaos_slider(c, t, def.other_a);
    if (chaos_count_result(c, fs_joint2_create(&t->w, &def, &joint)) != FS_OK)
        return;
    c->made_joint[def.kind]++;
    c->joint[chaos_below(c, CHAOS_HANDLES)] = joint;
}

static inline void chaos_change_joint(struct chaos *c, struct fixture2 *t)
{
    fs_joint2 joint = chaos_joint(c, t);
    bool on = chaos_below(c, 2) == 0;
    int32_t x = chaos_any32(c), y = chaos_any32(c);
    fs_result result;
    switch (chaos_below(c, 6)) {
    case 0: result = fs_joint2_destroy(&t->w, joint); break;
    case 1: result = fs_joint2_set_motor(&t->w, joint, on, x, chaos_any64(c)); break;
    case 2: result = fs_joint2_set_limits(&t->w, joint, on, x, y); break;
    case 3: result = fs_joint2_set_spring(&t->w, joint, on, x, y); break;
    case 4: result = fs_joint2_set_target(&t->w, joint, chaos_pos(c)); break;
    default: result = fs_joint2_set_length(&t->w, joint, chaos_any32(c)); break;
    }
    (void)chaos_count_result(c, result);
}

/* ---- changes ------------------------------------------------------------------------------------------------------ */

static inline fs_result chaos_apply_force(struct chaos *c, struct fixture2 *t, fs_body2 body)
{
    fs_wide2 push = chaos_wide(c);
    switch (chaos_below(c, 6)) {
    case 0: return fs_body2_apply_force(&t->w, body, push);
    case 1: return fs_body2_apply_force_at(&t->w, body, push, chaos_pos(c));
    case 2: return fs_body2_apply_torque(&t->w, body, push.x);
    case 3: return fs_body2_apply_impulse(&t->w, body, push);
    case 4: return fs_body2_apply_impulse_at(&t->w, body, push, chaos_pos(c));
    default: return fs_body2_apply_angular_impulse(&t->w, body, push.x);
    }
}

static inline fs_result chaos_set_mass(struct chaos *c, struct fixture2 *t, fs_body2 body)
{
    fs_mass_data2 mass = { fs_scaled_make(chaos_any32(c), 0), fs_scaled_make(0, 0), { 0, 0 } };
    mass.inertia = fs_scaled_make(chaos_any32(c), -4);
    mass.centre = chaos_rarely(c) ? chaos_offset(c) : mass.centre;
    mass.mass = chaos_rarely(c) ? fs_scaled_make(0, 0) : mass.mass;
    return fs_body2_set_mass(&t->w, body, mass);
}

static inline fs_result chaos_change_body(struct chaos *c, struct fixture2 *t, fs_body2 body)
{
    fs_pos2 at = chaos_pos(c);
    fs_vel2 vel = chaos_vel(c);
    uint32_t set = chaos_below(c, 16), clear = chaos_below(c, 16);
    int32_t x = chaos_any32(c);
    switch (chaos_below(c, 12)) {
    case 0: return fs_body2_set_pose(&t->w, body, at, fs_rot2_from_turn(fs_rng_u32(&c->rng)));
    case 1: return fs_body2_set_type(&t->w, body, (fs_body2_type)chaos_below(c, 4));
    case 2: return chaos_set_mass(c, t, body);
    case 3: return fs_body2_reset_mass(&t->w, body);
    case 4: return fs_body2_set_enabled(&t->w, body, chaos_below(c, 3) != 0);
    case 5: return fs_body2_set_flags(&t->w, body, set, clear);
    case 6: return fs_body2_set_velocity(&t->w, body, vel, x);
    case 7: return fs_body2_set_retention(&t->w, body, x, fs_abs32(chaos_any32(c) / 2));
    case 8: return fs_body2_set_gravity_scale(&t->w, body, chaos_any32(c));
    case 9: return chaos_below(c, 2) == 0 ? fs_body2_wake(&t->w, body) : fs_body2_sleep(&t->w, body);
    default: return chaos_apply_force(c, t, body);
    }
}

static inline fs_result chaos_change_shape(struct chaos *c, struct fixture2 *t, fs_shape2 form)
{
    uint32_t category = 1u << chaos_below(c, 3), mask = fs_rng_u32(&c->rng);
    switch (chaos_below(c, 3)) {
    case 0: return fs_shape2_destroy(&t->w, form);
    case 1: return fs_shape2_set_filter(&t->w, form, category, mask, (int16_t)chaos_below(c, 2));
    default: return fs_shape2_set_material(&t->w, form, (uint16_t)chaos_below(c, *t->w.material.rows + 1));
    }
}

static inline fs_result chaos_material(struct chaos *c, struct fixture2 *t)
{
    fs_material2_def def = fs_default_material2_def();
    uint16_t added;
    def.restitution = chaos_any32(c);
    def.dynamic_friction = fs_abs32(chaos_any32(c) / 128);
    def.static_friction = fs_max32(def.dynamic_friction, def.static_friction);
    def.rolling_resistance = chaos_any32(c);
    def.tangent_speed = chaos_any32(c);
    if (chaos_rarely(c))
        return fs_material2_add(&t->w, &def, &added);
    return fs_material2_set(&t->w, (uint16_t)chaos_below(c, *t->w.material.rows), &def);
}

/* One thing, of bodies most of all. Bodies stay few enough to leave room, and many enough to reach the end of it. */
static inline void chaos_random_call(struct chaos *c, struct fixture2 *t)
{
    switch (chaos_below(c, 14)) {
    case 0:
    case 1:
    case 2: chaos_add_body(c, t); break;
    case 3: chaos_add_shape(c, t, chaos_body(c, t)); break;
    case 4: chaos_add_joint(c, t); break;
    case 5: chaos_change_joint(c, t); break;
    case 6: (void)chaos_count_result(c, fs_body2_destroy(&t->w, chaos_body(c, t))); break;
    case 7: (void)chaos_count_result(c, chaos_change_shape(c, t, chaos_shape(c, t))); break;
    case 8: (void)chaos_count_result(c, chaos_material(c, t)); break;
    case 9: chaos_add_chain(c, t); break;
    default: (void)chaos_count_result(c, chaos_change_body(c, t, chaos_body(c, t))); break;
    }
}

/* Seconds with some calls in every tick, and seconds with few, in which things come to rest. */
static inline void chaos_tick(struct chaos *c, struct fixture2 *t)
{
    bool busy = *t->w.world.tick / 128 % 2 == 0;
    while (chaos_below(c, 24) < (busy ? 16u : 1u))
        chaos_random_call(c, t);
}

#endif
