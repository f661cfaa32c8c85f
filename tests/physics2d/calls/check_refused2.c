/* check_refused2.c: calls that a 2D world refuses: the state keeps every bit, and fs_world2_error() names the table, the
 * handle or the number. The random test calls every creator and setter with numbers inside, at and beyond the limits. */
#include "physics2d/world2_fixture.h"

#include <fixstep/aero2.h>
#include <fixstep/assembly2.h>
#include <fixstep/material_pair2.h>

#define METRES(n) ((n)*FS_POS_ONE)

/* ---- random numbers ---------------------------------------------------------------------------------------------- */

static uint64_t random_state;

/* Marsaglia, "Xorshift RNGs", 2003. */
static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static uint32_t random_below(uint32_t n)
{
    return (uint32_t)((random_bits() >> 32) % n);
}

/* A usual number in five of eight calls, otherwise one of a limit or of any bits. */
static int64_t random_number(int64_t usual, int64_t limit)
{
    switch (random_below(16)) {
    case 0: return 0;
    case 1: return -usual;
    case 2: return limit;
    case 3: return limit + 1;
    case 4: return INT64_MAX >> random_below(64);
    case 5: return INT64_MIN >> random_below(64);
    default: return usual - (int64_t)random_below(1000);
    }
}

static int32_t random_int32(int32_t usual, int32_t limit)
{
    return fs_sat32(random_number(usual, limit));
}

static fs_pos random_length(void)
{
    return random_number(METRES(1 + (int64_t)random_below(3)), METRES(16));
}

static fs_pos2 random_point(void)
{
    return fs_pos2_make(random_length(), random_length());
}

static fs_rel random_rel(void)
{
    return random_int32(FS_REL_ONE, FS_GEOMETRY2_MAX_EXTENT);
}

/* ---- one random call ------------------------------------------------------------------------------------------------ */

/* A handle of a row of a table, or one that is stale. */
static fs_handle random_handle(const struct fixture2 *t, unsigned table)
{
    uint32_t row = random_below(24);
    fs_handle handle = fs_pool_handle(t->state, t->w.first_table + table, row);
    if (random_below(12) == 0)
        handle.generation += 2;
    return handle;
}

static fs_body2 random_body(const struct fixture2 *t)
{
    return (fs_body2){ random_handle(t, fixture2_T_body2 - fixture2_T_physics2) };
}

static fs_shape2 random_shape(const struct fixture2 *t)
{
    return (fs_shape2){ random_handle(t, fixture2_T_shape2 - fixture2_T_physics2) };
}

static fs_joint2 random_joint(const struct fixture2 *t)
{
    return (fs_joint2){ random_handle(t, fixture2_T_joint2 - fixture2_T_physics2) };
}

static fs_body2_def random_body_def(void)
{
    fs_body2_def def = fs_default_body2_def();
    def.type = (fs_body2_type)random_below(4);
    def.pos = fs_pos2_make(random_number(METRES(10), (fs_pos)1 << 62), random_number(METRES(10), (fs_pos)1 << 62));
    def.rot.c = random_int32(FS_UNIT_ONE, 0);
    def.linear_damping = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE);
    def.flags = random_below(8) == 0 ? (uint32_t)random_bits() : random_below(2) * FS_BODY2_ASLEEP;
    return def;
}

static fs_shape2_def random_shape_def(void)
{
    fs_shape2_def def = fs_default_shape2_def();
    def.material = (uint16_t)random_below(5);
    def.density = random_number(FS_WIDE_ONE, FS_WIDE_MAX - 1);
    if (random_below(4) == 0) {
        def.static_friction = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE);
        def.dynamic_friction = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE);
        def.restitution = random_int32(FS_UNIT_ONE, FS_UNIT_ONE);
    }
    def.flags = random_below(16) == 0 ? (uint32_t)random_bits() : random_below(8);
    return def;
}

static fs_joint2_def random_joint_def(const struct fixture2 *t)
{
    fs_joint2_def def = fs_default_joint2_def((fs_joint2_kind)random_below(FS_JOINT2_KINDS + 1));
    def.body_a = random_body(t);
    def.body_b = random_body(t);
    def.other_a = random_joint(t);
    def.other_b = random_joint(t);
    def.anchor_a = fs_rel2_make(random_rel(), random_rel());
    def.lower_limit = random_int32(0, FS_REL_ONE);
    def.upper_limit = random_int32(FS_REL_ONE, FS_REL_ONE);
    def.hertz = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE);
    def.motor_limit = random_number(FS_WIDE_ONE, FS_WIDE_ONE);
    def.break_force = random_number(FS_WIDE_ONE, FS_WIDE_ONE);
    def.flags = random_below(32);
    return def;
}

static fs_result create_shape(struct fixture2 *t, unsigned call)
{
    const fs_shape2_def def = random_shape_def();
    const fs_body2 body = random_body(t);
    fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE, FS_REL_ONE);
    fs_pos2 points[12];
    for (unsigned i = 0; i < 12; i++)
        points[i] = random_point();
    box.radius = random_int32(0, FS_GEOMETRY2_MAX_EXTENT);
    fs_rot2 rot = { random_int32(FS_UNIT_ONE, 0), random_int32(FS_UNIT_ONE, 0) };
    switch (call) {
    case 0: return fs_shape2_create_box(&t->w, body, &def, random_length(), random_length(), NULL);
    case 1: return fs_shape2_create_box_at(&t->w, body, &def, random_length(), random_length(), points[0], rot, NULL);
    case 2: return fs_shape2_create_circle(&t->w, body, &def, points[0], random_length(), NULL);
    case 3: return fs_shape2_create_capsule(&t->w, body, &def, points[0], points[1], random_length(), NULL);
    case 4: return fs_shape2_create_segment(&t->w, body, &def, points[0], points[1], NULL);
    case 5:
        return fs_shape2_create_polygon(&t->w, body, &def, points, random_below(13),
                                        random_below(2) ? 0 : random_length(), NULL);
    case 6: return fs_shape2_create_chain(&t->w, body, &def, points, random_below(13), random_below(2) != 0);
    default: return fs_shape2_create(&t->w, body, &def, &box, NULL);
    }
}

static fs_result change_body(struct fixture2 *t, unsigned call)
{
    const fs_body2_def def = random_body_def();
    const fs_body2 body = random_body(t);
    const fs_mass_data2 mass = { { random_int32(1 << 30, 0), random_int32(0, 65) },
                                 { random_int32(1 << 30, 0), random_int32(0, 65) },
                                 { random_rel(), random_rel() } };
    fs_world2 *w = &t->w;
    switch (call) {
    case 0: return fs_body2_create(w, &def, NULL);
    case 1: return fs_body2_set_type(w, body, def.type);
    case 2: return fs_body2_set_pose(w, body, def.pos, def.rot);
    case 3: return fs_body2_set_damping(w, body, def.linear_damping, random_int32(0, 1000 * FS_FIX16_ONE));
    case 4: return fs_body2_set_retention(w, body, random_int32(FS_UNIT_ONE, FS_UNIT_ONE), 1);
    case 5: return fs_body2_set_flags(w, body, def.flags, random_below(8));
    case 6: return fs_body2_set_mass(w, body, mass);
    case 7: return fs_body2_sleep(w, body);
    case 8: return fs_body2_apply_impulse(w, body, fs_wide2_make(FS_WIDE_ONE, 0));
    case 9: return fs_aero2_apply(w, body, &(fs_aero2){ .xx = -FS_WIDE_ONE }, fs_vel2_zero());
    case 10: return fs_body2_set_enabled(w, body, random_below(2) != 0);
    default: return random_below(4) == 0 ? fs_body2_destroy(w, body) : fs_body2_reset_mass(w, body);
    }
}

static fs_result change_shape(struct fixture2 *t, unsigned call)
{
    const fs_material2_def material = { .restitution = random_int32(FS_UNIT_ONE, FS_UNIT_ONE),
                                        .static_friction = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE),
                                        .density = random_number(FS_WIDE_ONE, 0) };
    const fs_material_pair2_def pair = { material.restitution, material.static_friction, 0 };
    uint16_t row = (uint16_t)random_below(5), other = (uint16_t)random_below(5);
    switch (call) {
    case 0: return fs_shape2_set_filter(&t->w, random_shape(t), 1, UINT32_MAX, 0);
    case 1: return fs_shape2_set_material(&t->w, random_shape(t), row);
    case 2: return fs_material2_add(&t->w, &material, NULL);
    case 3: return fs_material2_set(&t->w, row, &material);
    case 4: return fs_material_pair2_set(&t->w, row, other, &pair);
    case 5: return fs_material_pair2_remove(&t->w, row, other);
    default: return fs_shape2_destroy(&t->w, random_shape(t));
    }
}

static fs_result change_joint(struct fixture2 *t, unsigned call)
{
    const fs_joint2_def def = random_joint_def(t);
    const fs_joint2 joint = random_joint(t);
    switch (call) {
    case 0: return fs_joint2_set_motor(&t->w, joint, true, 0, def.motor_limit);
    case 1: return fs_joint2_set_limits(&t->w, joint, true, def.lower_limit, def.upper_limit);
    case 2: return fs_joint2_set_spring(&t->w, joint, true, def.hertz, random_int32(0, 100 * FS_FIX16_ONE));
    case 3: return fs_joint2_set_target(&t->w, joint, random_point());
    case 4: return fs_joint2_set_length(&t->w, joint, random_rel());
    case 5: return fs_joint2_destroy(&t->w, joint);
    default: return fs_joint2_create(&t->w, &def, NULL);
    }
}

static fs_result create_assembly(struct fixture2 *t, unsigned call)
{
    fs_ragdoll2_def doll = fs_default_ragdoll2_def();
    fs_vehicle2_def car = fs_default_vehicle2_def();
    fs_links2_def links = fs_default_links2_def();
    doll.at = car.at = links.from = random_point();
    doll.height = random_rel();
    doll.stiffness = random_number(FS_WIDE_ONE, FS_WIDE_ONE);
    doll.shape = car.wheel_shape = links.shape = random_shape_def();
    car.chassis_shape = random_shape_def();
    car.half_length = random_rel();
    car.wheel_x[1] = random_rel();
    car.hertz = random_int32(FS_FIX16_ONE, 1000 * FS_FIX16_ONE);
    car.torque = random_number(FS_WIDE_ONE, FS_WIDE_ONE);
    links.body_a = random_body(t);
    links.body_b = random_body(t);
    links.to = random_point();
    links.count = random_below(16) == 0 ? (uint32_t)random_bits() : random_below(8);
    links.half_thickness = random_rel() / 8;
    links.break_force = random_number(FS_WIDE_ONE, FS_WIDE_ONE);
    switch (call) {
    case 0: return fs_ragdoll2_create(&t->w, &doll, NULL);
    case 1: return fs_vehicle2_create(&t->w, &car, NULL);
    case 2: return fs_bridge2_create(&t->w, &links, NULL);
    default: return fs_rope2_create(&t->w, &links, NULL);
    }
}

static fs_result change_world(struct fixture2 *t, unsigned call)
{
    fs_wide2 gravity = { random_number(0, 1024 * FS_WIDE_ONE), random_number(0, -1024 * FS_WIDE_ONE) };
    switch (call) {
    case 0: return fs_world2_set_gravity(&t->w, gravity);
    case 1: return fs_world2_set_flags(&t->w, random_below(2) << random_below(16), 0);
    default: return fs_world2_init(&t->w, NULL);
    }
}

static fs_result random_call(struct fixture2 *t)
{
    switch (random_below(8)) {
    case 0: return change_shape(t, random_below(7));
    case 1: return change_joint(t, random_below(12));
    case 2: return create_assembly(t, random_below(4));
    case 3: return change_world(t, random_below(3));
    case 4:
    case 5: return change_body(t, random_below(20) % 12);
    default: return create_shape(t, random_below(8));
    }
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

static struct fixture2 start(void)
{
    const fs_world2_limits limits = { .bodies = 20, .shapes = 24, .joints = 16, .materials = 4, .material_pairs = 3 };
    fs_world2_def def = fs_default_world2_def(60);
    return fixture2_start_with(60, &limits, &def);
}

/* Each of 40 worlds gets 1000 calls, and a step after every 16. */
START_TEST(a_refused_call_changes_no_bit)
{
    unsigned refused = 0, done = 0;
    random_state = 88172645463325252u + (uint64_t)_i;
    struct fixture2 t = start();
    for (int i = 0; i < 1000; i++) {
        uint64_t before = fs_state_hash(t.state), seed = random_state;
        t.w.error[0] = 0;
        fs_result result = random_call(&t);
        if (result == FS_OK) {
            done++;
        } else {
            refused++;
            ck_assert_msg(fs_state_hash(t.state) == before, "result %d changed the state, seed %llu: %s", result,
                          (unsigned long long)seed, fs_world2_error(&t.w));
            ck_assert_msg(fs_world2_error(&t.w)[0] != 0, "result %d without a sentence, seed %llu", result,
                          (unsigned long long)seed);
        }
        ck_assert_msg(fs_world2_valid(&t.w), "invalid after a call, seed %llu", (unsigned long long)seed);
        if (i % 16 == 0)
            fixture2_step(&t, 1);
    }
    ck_assert_uint_gt(refused, 100);
    ck_assert_uint_gt(done, 100);
    fixture2_end(&t);
}
END_TEST

static fs_body2 add_body(struct fixture2 *t, fs_body2_type type)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = type;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    return body;
}

#define REFUSED(result, call, sentence)                    \
    do {                                                   \
        ck_assert_int_eq(call, result);                    \
        ck_assert_str_eq(fs_world2_error(&t.w), sentence); \
    } while (0)

START_TEST(the_sentence_names_the_number_of_a_shape)
{
    struct fixture2 t = start();
    const fs_body2 dynamic = add_body(&t, FS_BODY2_DYNAMIC), fixed = add_body(&t, FS_BODY2_STATIC), null = { { 0, 0 } };
    const fs_pos2 zero = { 0, 0 }, right = { METRES(1), 0 }, far = { METRES(20), 0 };
    fs_pos2 many[65] = { { 0, 0 } };
    fs_shape2_def def = fs_default_shape2_def();
    fs_world2 *w = &t.w;
    REFUSED(FS_E_STALE, fs_shape2_create_box(w, null, NULL, 1, 1, NULL), "the handle of body2 is stale or null");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_box(w, fixed, NULL, 0, METRES(1), NULL),
            "box half_x 0 m is out of range 0.000976563..536870912 m");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_box(w, dynamic, NULL, METRES(20), METRES(1), NULL),
            "box half_x 20 m is out of range 0.000976563..15.999999985 m on a body that is not static");
    REFUSED(FS_E_ARGUMENT,
            fs_shape2_create_box_at(w, dynamic, NULL, METRES(10), METRES(1), fs_pos2_make(METRES(10), 0),
                                    fs_rot2_identity(), NULL),
            "corner.x 20 m is out of range -15.999999985..15.999999985 m on a body that is not static");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_circle(w, fixed, NULL, zero, METRES(17), NULL),
            "circle radius 17 m is out of range 0.000976563..15.999999985 m");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_capsule(w, dynamic, NULL, zero, far, METRES(1), NULL),
            "capsule b.x 20 m is out of range -15.999999985..15.999999985 m on a body that is not static");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_capsule(w, fixed, NULL, zero, far, METRES(5), NULL),
            "the radius of a shape beyond 16 m is above 4 m");
    REFUSED(FS_E_DEGENERATE, fs_shape2_create_segment(w, fixed, NULL, right, right, NULL),
            "the two points are closer than 1/1024 m");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_segment(w, dynamic, NULL, zero, right, NULL),
            "a segment with density cannot be on a dynamic body");
    REFUSED(FS_E_CAPACITY, fs_shape2_create_polygon(w, dynamic, NULL, many, 65, 0, NULL),
            "count of points 65 is out of range 3..64");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_polygon(w, dynamic, NULL, many, 3, -FS_POS_ONE, NULL),
            "polygon radius -1 m is out of range 0..15.999999985 m on a body that is not static");
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_chain(w, dynamic, NULL, many, 3, false),
            "a chain must be on a static body");
    ck_assert_int_eq(fs_shape2_create_chain(w, fixed, NULL, many, 1, false), FS_E_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(fs_world2_error(w), "count of points 1 is out of range 2.."));
    def.density = -FS_WIDE_ONE;
    ck_assert_int_eq(fs_shape2_create_circle(w, dynamic, &def, zero, METRES(1), NULL), FS_E_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(fs_world2_error(w), "density -1 is out of range 0.."));
    def = fs_default_shape2_def();
    def.material = 7;
    REFUSED(FS_E_ARGUMENT, fs_shape2_create_circle(w, dynamic, &def, zero, METRES(1), NULL),
            "material 7 is out of range 0..0");
    fixture2_end(&t);
}
END_TEST

START_TEST(the_sentence_names_the_full_table)
{
    struct fixture2 t = start();
    const fs_body2 fixed = add_body(&t, FS_BODY2_STATIC);
    const fs_pos2 line[3] = { { METRES(1), 0 }, { 0, 0 }, { METRES(-1), 0 } };
    fs_shape2_def def = fs_default_shape2_def();
    fs_result result = FS_OK;
    for (int i = 1; i < 4; i++) {
        def.restitution = i;
        ck_assert_int_eq(fs_shape2_create_circle(&t.w, fixed, &def, line[0], METRES(1), NULL), FS_OK);
    }
    def.restitution = 4;
    REFUSED(FS_E_CAPACITY, fs_shape2_create_circle(&t.w, fixed, &def, line[0], METRES(1), NULL),
            "table material2 is full (4 rows)");
    for (int i = 4; i <= 23; i++)
        ck_assert_int_eq(fs_shape2_create_circle(&t.w, fixed, NULL, line[0], METRES(1), NULL), FS_OK);
    uint64_t before = fs_state_hash(t.state);
    REFUSED(FS_E_CAPACITY, fs_shape2_create_chain(&t.w, fixed, NULL, line, 3, false), "table shape2 is full (24 rows)");
    ck_assert(fs_state_hash(t.state) == before);
    while (result == FS_OK)
        result = fs_body2_create(&t.w, NULL, NULL);
    REFUSED(FS_E_CAPACITY, fs_vehicle2_create(&t.w, NULL, NULL), "table body2 is full (20 rows)");
    fixture2_end(&t);
}
END_TEST

START_TEST(the_sentence_names_the_number_of_a_joint)
{
    struct fixture2 t = start();
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    def.body_a = def.body_b = add_body(&t, FS_BODY2_DYNAMIC);
    REFUSED(FS_E_DEGENERATE, fs_joint2_create(&t.w, &def, NULL), "body_a and body_b are the same body");
    def.hertz = -FS_FIX16_ONE;
    REFUSED(FS_E_ARGUMENT, fs_joint2_create(&t.w, &def, NULL), "hertz -1 is out of range 0..1000");
    def = fs_default_joint2_def(FS_JOINT2_ROPE);
    def.upper_limit = -FS_REL_ONE;
    ck_assert_int_eq(fs_joint2_create(&t.w, &def, NULL), FS_E_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(fs_world2_error(&t.w), "upper_limit -1 is out of range"));
    REFUSED(FS_E_STALE, fs_joint2_destroy(&t.w, (fs_joint2){ { 0, 0 } }), "the handle of joint2 is stale or null");
    fs_vehicle2_def car = fs_default_vehicle2_def();
    car.wheel_x[1] = 16 * FS_REL_ONE;
    REFUSED(FS_E_ARGUMENT, fs_vehicle2_create(&t.w, &car, NULL),
            "wheel_x[1] 16 m is out of range -15.99999997..15.99999997 m");
    fs_links2_def rope = fs_default_links2_def();
    rope.body_a = add_body(&t, FS_BODY2_DYNAMIC);
    rope.from = fs_pos2_make(METRES(17), 0);
    REFUSED(FS_E_ARGUMENT, fs_rope2_create(&t.w, &rope, NULL), "from is beyond 16 m from the origin of body_a");
    fixture2_end(&t);
}
END_TEST

/* A body that sleeps and cannot be dynamic keeps sleeping. */
START_TEST(a_refused_type_wakes_nothing)
{
    struct fixture2 t = start();
    const fs_body2 body = add_body(&t, FS_BODY2_KINEMATIC);
    uint32_t row;
    ck_assert_int_eq(fs_shape2_create_segment(&t.w, body, NULL, fs_pos2_make(0, 0), fs_pos2_make(METRES(1), 0), NULL),
                     FS_OK);
    ck_assert_int_eq(fs_body2_sleep(&t.w, body), FS_OK);
    uint64_t before = fs_state_hash(t.state);
    REFUSED(FS_E_ARGUMENT, fs_body2_set_type(&t.w, body, FS_BODY2_DYNAMIC),
            "a segment with density cannot be on a dynamic body");
    ck_assert(fs_state_hash(t.state) == before);
    ck_assert_int_eq(fs_body2_row(&t.w, body, &row), FS_OK);
    ck_assert_uint_ne(t.w.body.flags[row] & FS_BODY2_ASLEEP, 0);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("refused2");
    TCase *tc = tcase_create("refused2");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, a_refused_call_changes_no_bit, 0, 40);
    tcase_add_test(tc, the_sentence_names_the_number_of_a_shape);
    tcase_add_test(tc, the_sentence_names_the_full_table);
    tcase_add_test(tc, the_sentence_names_the_number_of_a_joint);
    tcase_add_test(tc, a_refused_type_wakes_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
