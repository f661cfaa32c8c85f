/* check_joint2.c: joints as objects: handles, lists, bad definitions, breaking, readings, random definitions. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "support/check_main.h"
#include "physics2d/joint_fixture.h"
#include "physics2d/joint/joint.h"

/* ---- handles and lists -------------------------------------------------------------------------------------- */

START_TEST(handles_and_lists)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 body[6];
    fs_joint2 joint[15];
    int n = 0;
    for (int i = 0; i < 6; i++)
        body[i] = mass_at(&t, i, 0, 1, 1);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++)
            joint[n++] = joint_at(&t, FS_JOINT2_REVOLUTE, body[i], body[k], i, 0);
    ck_assert(fs__joint2_all_valid(&t.w));
    for (int i = 0; i < 15; i++) {
        int at = i * 7 % 15;
        ck_assert_int_eq(fs_joint2_destroy(&t.w, joint[at]), FS_OK);
        ck_assert_int_eq(fs_joint2_destroy(&t.w, joint[at]), FS_E_STALE);
        ck_assert(fs__joint2_all_valid(&t.w));
    }
    for (int i = 0; i < 6; i++)
        ck_assert_uint_eq(t.w.body.first_joint[fixture2_row(&t, body[i])], 0);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_joint_goes_with_its_body)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 hub = mass_at(&t, 0, 0, 1, 1), body[5];
    fs_joint2 joint[5];
    uint32_t row;
    for (int i = 0; i < 5; i++) {
        body[i] = mass_at(&t, i + 1, 0, 1, 1);
        joint[i] = joint_at(&t, FS_JOINT2_DISTANCE, i % 2 ? hub : body[i], i % 2 ? body[i] : hub, 0, 0);
    }
    ck_assert_int_eq(fs_body2_destroy(&t.w, body[2]), FS_OK);
    ck_assert_int_eq(fs_joint2_row(&t.w, joint[2], &row), FS_E_STALE);
    ck_assert(fs__joint2_all_valid(&t.w));
    ck_assert_int_eq(fs_body2_destroy(&t.w, hub), FS_OK);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(fs_joint2_row(&t.w, joint[i], &row), FS_E_STALE);
    ck_assert(fs__joint2_all_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

START_TEST(full_pool)
{
    const fs_world2_limits limits = { .bodies = 2, .shapes = 1, .joints = 3, .materials = 1 };
    fs_world2_def def = fs_default_world2_def(60);
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fs_body2 a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 1, 0, 1, 1);
    for (int i = 0; i < 3; i++)
        joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0, 1 + i);
    fs_joint2_def more = joint_def(&t, FS_JOINT2_WELD, a, b, 0, 0, 1, 0);
    fs_joint2 out = { { 7, 7 } };
    ck_assert_int_eq(fs_joint2_create(&t.w, &more, &out), FS_E_CAPACITY);
    ck_assert_uint_eq(out.handle.index1, 0);
    ck_assert(fs__joint2_all_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

START_TEST(joined_bodies)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 1, 0, 1, 1), c = mass_at(&t, 2, 0, 1, 1);
    fs_joint2_def loose = joint_def(&t, FS_JOINT2_REVOLUTE, b, c, 1, 0, 1, 0);
    loose.flags = FS_JOINT2_COLLIDE_CONNECTED;
    fs_joint2 tie = joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0, 0);
    joint_make(&t, &loose);
    uint32_t row[3] = { fixture2_row(&t, a), fixture2_row(&t, b), fixture2_row(&t, c) };
    ck_assert(fs__joint2_blocks_collision(&t.w, row[0], row[1]));
    ck_assert(fs__joint2_blocks_collision(&t.w, row[1], row[0]));
    ck_assert(!fs__joint2_blocks_collision(&t.w, row[1], row[2]));
    ck_assert(!fs__joint2_blocks_collision(&t.w, row[0], row[2]));
    fs_joint2_destroy(&t.w, tie);
    ck_assert(!fs__joint2_blocks_collision(&t.w, row[0], row[1]));
    fixture2_end(&t);
}
END_TEST

static uint32_t contacts(const struct fixture2 *t)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < *t->w.contact.rows; c++)
        n += t->w.contact.gen[c] & 1u;
    return n;
}

/* Two boxes that overlap have a contact as long as nothing joins them. */
START_TEST(joined_boxes_do_not_collide)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_set_gravity(&t, 0);
    fs_body2 a = fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE),
             b = fixture2_add_box(&t, FS_POS_ONE, 0, FS_REL_ONE, FS_REL_ONE);
    fs_joint2 joint = joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0.5, 0);
    fixture2_step(&t, 60);
    ck_assert_uint_eq(contacts(&t), 0);
    near(pos_x(&t, b) - pos_x(&t, a), 1, 1e-6, "apart while joined");
    fs_joint2_destroy(&t.w, joint);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(contacts(&t), 1);
    fs_joint2_def again = joint_def(&t, FS_JOINT2_REVOLUTE, b, a, 0.5, 0, 0, 0);
    again.flags = FS_JOINT2_COLLIDE_CONNECTED;
    joint_make(&t, &again);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(contacts(&t), 1);
    again.flags = 0;
    joint_make(&t, &again);
    ck_assert_uint_eq(contacts(&t), 0);
    fixture2_step(&t, 2);
    ck_assert_uint_eq(contacts(&t), 0);
    fixture2_end(&t);
}
END_TEST

/* ---- bad definitions
 * ---------------------------------------------------------------------------------------------- */

static void check_refused(struct fixture2 *t, const fs_joint2_def *def, fs_result want)
{
    fs_joint2 out = { { 7, 7 } };
    uint32_t rows = *t->w.joint.rows;
    ck_assert_int_eq(fs_joint2_create(&t->w, def, &out), want);
    ck_assert_uint_eq(out.handle.index1 | out.handle.generation, 0);
    ck_assert_uint_eq(*t->w.joint.rows, rows);
}

#define REFUSED(kind, change, want)                              \
    do {                                                         \
        fs_joint2_def d = joint_def(&t, kind, a, b, 0, 0, 1, 0); \
        change;                                                  \
        check_refused(&t, &d, want);                             \
    } while (0)

START_TEST(bad_definitions)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 1, 0, 1, 1), gone = mass_at(&t, 2, 0, 1, 1);
    fs_body2 wall[2];
    wall[0] = mass_at(&t, 0, 0, 0, 0);
    wall[1] = mass_at(&t, 0, 0, 0, 0);
    fs_body2_destroy(&t.w, gone);
    REFUSED(FS_JOINT2_WELD, d.kind = (fs_joint2_kind)0, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_WELD, d.kind = FS_JOINT2_KINDS, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_WELD, d.flags = 64, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_WELD, d.body_b = gone, FS_E_STALE);
    REFUSED(FS_JOINT2_WELD, d.body_b = a, FS_E_DEGENERATE);
    REFUSED(FS_JOINT2_WELD, (d.body_a = wall[0], d.body_b = wall[1]), FS_E_DEGENERATE);
    REFUSED(FS_JOINT2_WELD, d.anchor_a.x = REL(17), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_WELD, d.anchor_b.y = INT32_MIN, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_WELD, d.reference_rotation = fs_rot2_make(0, 0), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_PRISMATIC, d.axis = fs_unit2_zero(), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_PRISMATIC, (d.lower_limit = 1, d.upper_limit = 0), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_DISTANCE, d.length = -1, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_DISTANCE, d.lower_limit = -1, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_ROPE, d.upper_limit = 0, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.motor_limit = -1, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.break_force = -1, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.hertz = -1, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.hertz = FIX(1001), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.damping_ratio = FIX(101), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_REVOLUTE, d.gear_ratio = 0, FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_GEAR, d.flags = 0, FS_E_STALE);
    fs_joint2 weld = joint_at(&t, FS_JOINT2_WELD, a, b, 0, 0), hinge = joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0, 0);
    REFUSED(FS_JOINT2_GEAR, (d.other_a = hinge, d.other_b = weld), FS_E_ARGUMENT);
    REFUSED(FS_JOINT2_GEAR, (d.other_a = hinge, d.other_b = hinge), FS_E_DEGENERATE);
    fixture2_end(&t);
}
END_TEST

START_TEST(bad_changes)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 1, 0, 1, 1);
    fs_joint2 j = joint_at(&t, FS_JOINT2_DISTANCE, a, b, 0, 0);
    fs_joint2_def between = joint_def(&t, FS_JOINT2_ROPE, a, b, 0, 0, 1, 0);
    fs_joint2 rope = joint_make(&t, &between);
    uint64_t hash = fs_state_hash(t.state);
    ck_assert_int_eq(fs_joint2_set_length(&t.w, rope, -1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint2_set_motor(&t.w, j, true, 0, -1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint2_set_limits(&t.w, j, true, 2, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint2_set_limits(&t.w, j, true, -2, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint2_set_spring(&t.w, j, true, -1, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_joint2_set_length(&t.w, j, -1), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_state_hash(t.state), hash);
    fs_joint2_destroy(&t.w, j);
    ck_assert_int_eq(fs_joint2_set_motor(&t.w, j, true, 0, 1), FS_E_STALE);
    ck_assert_int_eq(fs_joint2_set_target(&t.w, j, AT(0, 0)), FS_E_STALE);
    fixture2_end(&t);
}
END_TEST

/* ---- gears go with their joints ------------------------------------------------------------------------------- */

START_TEST(a_gear_goes_with_its_joints)
{
    for (int which = 0; which < 2; which++) {
        struct fixture2 t = fixture2_start(60);
        fs_body2 ground = mass_at(&t, 0, 0, 0, 0), a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 3, 0, 1, 1);
        fs_joint2 hinge[2];
        hinge[0] = joint_at(&t, FS_JOINT2_REVOLUTE, ground, a, 0, 0);
        hinge[1] = joint_at(&t, FS_JOINT2_REVOLUTE, ground, b, 3, 0);
        fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_GEAR);
        def.other_a = hinge[0];
        def.other_b = hinge[1];
        fs_joint2 gear = joint_make(&t, &def);
        uint32_t row;
        ck_assert(fs__joint2_all_valid(&t.w));
        ck_assert_int_eq(fs_joint2_destroy(&t.w, hinge[which]), FS_OK);
        ck_assert_int_eq(fs_joint2_row(&t.w, gear, &row), FS_E_STALE);
        ck_assert_int_eq(fs_joint2_row(&t.w, hinge[1 - which], &row), FS_OK);
        ck_assert(fs__joint2_all_valid(&t.w));
        fixture2_end(&t);
    }
}
END_TEST

/* ---- breaking -------------------------------------------------------------------------------------------------- */

static bool stays_whole(fs_joint2_kind kind, double break_force)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), load = mass_at(&t, 0, -1, 3, 1);
    fs_joint2_def def = joint_def(&t, kind, ground, load, 0, 0, 0, -1);
    def.break_force = WIDE(break_force);
    def.user = 77;
    fs_joint2 joint = joint_make(&t, &def);
    uint32_t row, told = 0;
    for (int i = 0; i < 240; i++) {
        fixture2_step(&t, 1);
        for (uint32_t e = 0; e < t.w.event_count; e++)
            told += t.w.events[e].kind == FS_EVENT2_JOINT_BREAK && t.w.events[e].user_a == 77 &&
                    t.w.events[e].joint.handle.index1 == joint.handle.index1;
    }
    bool whole = fs_joint2_row(&t.w, joint, &row) == FS_OK;
    ck_assert_uint_eq(told, whole ? 0 : 1);
    fixture2_end(&t);
    return whole;
}

/* 3 kg in 10 m/s^2: 30 N. */
START_TEST(breaks_at_its_force)
{
    static const fs_joint2_kind kind[] = { FS_JOINT2_DISTANCE, FS_JOINT2_ROPE, FS_JOINT2_REVOLUTE, FS_JOINT2_WELD,
                                           FS_JOINT2_PRISMATIC };
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        if (!stays_whole(kind[i], 30.03))
            ck_abort_msg("kind %d broke below its force", (int)kind[i]);
        if (stays_whole(kind[i], 29.97))
            ck_abort_msg("kind %d held above its force", (int)kind[i]);
    }
    ck_assert(stays_whole(FS_JOINT2_REVOLUTE, 0));
}
END_TEST

/* ---- what a joint tells
 * ------------------------------------------------------------------------------------------- */

START_TEST(force_and_torque)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), load = mass_at(&t, 2, 0, 3, 1);
    fs_joint2 joint = joint_at(&t, FS_JOINT2_WELD, ground, load, 0, 0);
    fixture2_step(&t, 240);
    uint32_t row = joint_row(&t, joint);
    fs_wide2 force = fs_joint2_force(&t.w, row);
    near(wide(force.x), 0, 0.01, "force x");
    near(wide(force.y), 30, 0.01, "force y");
    near(wide(fs_joint2_torque(&t.w, row)), 60, 0.01, "torque");
    near(rel(fs_joint2_translation(&t.w, row)), 0, 1e-3, "gap");
    fixture2_end(&t);
}
END_TEST

START_TEST(angle_counts_turns)
{
    struct fixture2 t = fixture2_start(60);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    fixture2_set_gravity(&t, 0);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), wheel = mass_at(&t, 0, 0, 1, 1);
    fs_joint2 joint = joint_at(&t, FS_JOINT2_REVOLUTE, ground, wheel, 0, 0);
    fs_body2_set_velocity(&t.w, wheel, fs_vel2_zero(), VEL(300));
    fixture2_step(&t, 600);
    uint32_t row = joint_row(&t, joint);
    /* 3000 rad; a tick of 5 rad is most of a turn. */
    int64_t turned = fs__joint2_measure_angle(&t.w, row);
    near((double)turned / 4294967296.0 * 2 * M_PI, 3000, 1e-4, "angle");
    ck_assert_uint_eq((uint32_t)(uint64_t)turned, fs_turn_from_rot2(t.w.body.rot[fixture2_row(&t, wheel)]));
    near(rel(fs_joint2_angle(&t.w, row)), 32, 1e-6, "saturated");
    fixture2_end(&t);
}
END_TEST

START_TEST(mouse_force_is_limited)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), load = mass_at(&t, 0, 0, 4, 1);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_MOUSE, ground, load, 0, 0, 0, 0);
    def.motor_limit = WIDE(30);
    def.target = AT(0, 8);
    fs_joint2 joint = joint_make(&t, &def);
    fixture2_step(&t, 60);
    /* 40 N of weight against 30 N: it falls with 2.5 m/s^2 for a second. */
    near(vel_y(&t, load), -2.5, 1e-4, "speed");
    near(wide(fs_joint2_force(&t.w, joint_row(&t, joint)).y), 30, 1e-3, "force");
    ck_assert_int_eq(fs_joint2_set_motor(&t.w, joint, false, 0, WIDE(400)), FS_OK);
    fixture2_step(&t, 600);
    /* k = m (2 pi 4)^2 bears 40 N. */
    near(pos_y(&t, load), 8 - 10 / pow(2 * M_PI * 4, 2), 1e-4, "place");
    fixture2_end(&t);
}
END_TEST

/* ---- any numbers
 * ------------------------------------------------------------------------------------------------------ */

static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static int32_t random_value(uint32_t *seed)
{
    static const int32_t odd[] = { 0, 1, -1, INT32_MAX, INT32_MIN, FS_REL_ONE, FS_UNIT_ONE, 1 << 16 };
    uint32_t pick = draw(seed) % 3;
    if (pick == 0)
        return odd[draw(seed) % 8];
    uint32_t high = draw(seed) << 8;
    int32_t v = (int32_t)(high | draw(seed) % 256u);
    return pick == 1 ? v : v / 4096;
}

static int64_t random_wide(uint32_t *seed)
{
    int64_t v = random_value(seed);
    return v * ((int64_t)1 << (draw(seed) % 32));
}

static fs_scaled random_scaled(uint32_t *seed)
{
    int64_t m = 1 + (int64_t)draw(seed);
    return fs_scaled_make(m, (int)(draw(seed) % 40) - 30);
}

static fs_joint2_def random_def(uint32_t *seed, const fs_body2 *body, const fs_joint2 *joint, unsigned count)
{
    fs_joint2_def d = fs_default_joint2_def((fs_joint2_kind)(1 + draw(seed) % 8));
    d.body_a = body[draw(seed) % count];
    d.body_b = body[draw(seed) % count];
    d.other_a = joint[draw(seed) % count];
    d.other_b = joint[draw(seed) % count];
    int32_t *field[] = { &d.anchor_a.x,
                         &d.anchor_a.y,
                         &d.anchor_b.x,
                         &d.anchor_b.y,
                         &d.axis.x,
                         &d.axis.y,
                         &d.reference_rotation.c,
                         &d.reference_rotation.s,
                         &d.length,
                         &d.lower_limit,
                         &d.upper_limit,
                         &d.motor_speed,
                         &d.hertz,
                         &d.damping_ratio,
                         &d.gear_ratio };
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        if (draw(seed) % 4 == 0)
            *field[i] = random_value(seed);
    d.motor_limit = random_wide(seed);
    d.target.x = random_wide(seed);
    d.target.y = random_value(seed);
    d.flags = draw(seed) % 16;
    d.break_force = draw(seed) % 3 ? 0 : random_wide(seed);
    return d;
}

static fs_body2 random_body(struct fixture2 *t, uint32_t *seed)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = (fs_body2_type)(draw(seed) % 3);
    uint32_t x = draw(seed) % 16, y = draw(seed) % 16;
    def.pos = AT(x, y);
    def.vel.x = random_value(seed) / 4;
    def.vel.y = random_value(seed) / 4;
    def.angular_velocity = random_value(seed) / 4;
    if (fs_body2_create(&t->w, &def, &body) != FS_OK)
        return body;
    fs_mass_data2 data = { .mass = random_scaled(seed) };
    data.inertia = random_scaled(seed);
    (void)fs_body2_set_mass(&t->w, body, data);
    return body;
}

/* Random definitions and changes: the lists stay intact, and sanitizers find nothing. */
START_TEST(random_definitions)
{
    struct fixture2 t = fixture2_start(60);
    enum { COUNT = 20 };
    fs_body2 body[COUNT];
    fs_joint2 joint[COUNT];
    uint32_t seed = 4711, made = 0;
    memset(joint, 0, sizeof joint);
    for (int i = 0; i < COUNT; i++)
        body[i] = random_body(&t, &seed);
    for (int tick = 0; tick < 4000; tick++) {
        unsigned at = draw(&seed) % COUNT;
        fs_joint2_def def = random_def(&seed, body, joint, COUNT);
        fs_joint2 fresh;
        if (fs_joint2_create(&t.w, &def, &fresh) == FS_OK) {
            (void)fs_joint2_destroy(&t.w, joint[at]);
            joint[at] = fresh;
            made++;
        }
        int32_t speed = random_value(&seed);
        (void)fs_joint2_set_motor(&t.w, joint[at], true, speed, (fs_wide)random_value(&seed) * 65536);
        if (draw(&seed) % 32 == 0) {
            (void)fs_body2_destroy(&t.w, body[at]);
            body[at] = random_body(&t, &seed);
        }
        fixture2_step(&t, 1);
        ck_assert(fs__joint2_all_valid(&t.w));
    }
    ck_assert_uint_gt(made, 200);
    fixture2_end(&t);
}
END_TEST

/* A state with an invalid joint value is rejected. */
START_TEST(invalid_states_are_rejected)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 a = mass_at(&t, 0, 0, 1, 1), b = mass_at(&t, 1, 0, 1, 1);
    joint_at(&t, FS_JOINT2_REVOLUTE, a, b, 0, 0);
    struct fs_joint2_view *j = &t.w.joint;
    ck_assert(fs__joint2_all_valid(&t.w));
#define BAD(field, value)                          \
    do {                                           \
        __typeof__(j->field[0]) was = j->field[0]; \
        j->field[0] = value;                       \
        ck_assert(!fs__joint2_all_valid(&t.w));    \
        j->field[0] = was;                         \
        ck_assert(fs__joint2_all_valid(&t.w));     \
    } while (0)
    BAD(kind, 0);
    BAD(kind, FS_JOINT2_GEAR);
    BAD(flags, 64);
    BAD(body_a, 1);
    BAD(body_b, 99);
    BAD(next_a, 1);
    BAD(next_b, 77);
    BAD(anchor_a, fs_rel2_make(INT32_MIN, 0));
    BAD(axis, fs_unit2_make(1, 1));
    BAD(reference_rotation, fs_rot2_make(0, 0));
    BAD(hertz, -1);
    BAD(gear_ratio, 0);
    BAD(break_force, -1);
    t.w.body.first_joint[0] = 0;
    ck_assert(!fs__joint2_all_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint2");
    TCase *tc = tcase_create("joint2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, handles_and_lists);
    tcase_add_test(tc, a_joint_goes_with_its_body);
    tcase_add_test(tc, full_pool);
    tcase_add_test(tc, joined_bodies);
    tcase_add_test(tc, joined_boxes_do_not_collide);
    tcase_add_test(tc, bad_definitions);
    tcase_add_test(tc, bad_changes);
    tcase_add_test(tc, a_gear_goes_with_its_joints);
    tcase_add_test(tc, breaks_at_its_force);
    tcase_add_test(tc, force_and_torque);
    tcase_add_test(tc, angle_counts_turns);
    tcase_add_test(tc, mouse_force_is_limited);
    tcase_add_test(tc, random_definitions);
    tcase_add_test(tc, invalid_states_are_rejected);
    suite_add_tcase(suite, tc);
    return suite;
}
