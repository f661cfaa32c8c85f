/* check_create3.c: what the calls that create in space refuse: pointers that are NULL, numbers of a definition and of limits,
 * masses that no body has; and what a world does where the table of contacts is full. */
#include "physics3d/dimension.h"

#include "physics3d/world3_fixture.h"

#include <stdio.h>

#include <fixstep/assembly3.h>
#include <fixstep/force3.h>
#include <fixstep/fracture3.h>
#include <fixstep/ground3.h>
#include <fixstep/joint3.h>

#include "support/brief.h"

static fs_result create_ball(fs_world3 *w, fs_body3 body, fs_pos radius)
{
    return fs_shape3_create_sphere(w, body, NULL, fs_pos3_zero(), radius, NULL);
}

static fs_result create_floor(fs_world3 *w, fs_body3 body)
{
    return fs_shape3_create_box(w, body, NULL, fs_pos3_make(100 * FS_POS_ONE, FS_POS_ONE, 100 * FS_POS_ONE), NULL);
}

#include "physics/create_rules.h"

static fs_world3 *make_world(const fs_world3_limits *limits)
{
    fs_world3 *w;
    ck_assert_int_eq(fs_world3_create(limits, NULL, &w), FS_OK);
    return w;
}

static fs_body3 add_body(fs_world3 *w, fs_body3_type type)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = type;
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    return body;
}

/* ---- NULL ------------------------------------------------------------------------------------------------------------- */

START_TEST(what_is_not_optional_may_not_be_null)
{
    static const uint32_t indices[] = { 0, 1, 2 };
    const fs_pos3 points[] = { { 0, 0, 0 }, { METRES(1), 0, 0 }, { 0, 0, METRES(1) } };
    const fs_world3_limits limits = { .mesh_triangles = 8, .height_points = 16 };
    fs_world3 *w = make_world(&limits);
    fs_body3 ground = add_body(w, FS_BODY3_STATIC), body = add_body(w, FS_BODY3_DYNAMIC);
    REFUSES(w, fs_shape3_create(w, body, NULL, NULL, NULL), "geometry is NULL");
    REFUSES(w, fs_shape3_create_hull(w, body, NULL, NULL, 4, NULL), "points is NULL");
    REFUSES(w, fs_shape3_create_hull(w, body, NULL, NULL, 0, NULL), "points is NULL");
    REFUSES(w, fs_shape3_create_mesh(w, ground, NULL, NULL, 3, indices, 1, NULL), "vertices is NULL");
    REFUSES(w, fs_shape3_create_mesh(w, ground, NULL, points, 3, NULL, 1, NULL), "indices is NULL");
    REFUSES(w, fs_shape3_create_height_field(w, ground, NULL, NULL, NULL, 2, 2, METRES(1), NULL), "heights is NULL");
    REFUSES(w, fs_joint3_create(w, NULL, NULL), "a joint has no default definition");
    REFUSES(w, fs_force3_create(w, NULL, NULL), "a generator has no default kind");
    ck_assert_int_eq(fs_joint3_def_set_anchors(w, NULL, points[0], points[0], fs_unit3_zero()), FS_E_ARGUMENT);
    const fs_force3_def of_no_body = fs_default_force3_def(FS_FORCE3_SPRING);
    ck_assert_int_eq(fs_force3_create(w, &of_no_body, NULL), FS_E_STALE);
    ck_assert_int_eq(fs_world3_create(NULL, NULL, NULL), FS_E_ARGUMENT);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(what_is_optional_may_be_null)
{
    const fs_world3_limits limits = { .mesh_triangles = 8, .height_points = 16 };
    const fs_pos heights[4] = { 0, 0, 0, 0 };
    fs_world3 *w = make_world(&limits);
    fs_body3 ground = add_body(w, FS_BODY3_STATIC), body = add_body(w, FS_BODY3_DYNAMIC);
    fs_joint3_def joint = fs_default_joint3_def(FS_JOINT3_BALL);
    fs_force3_def force = fs_default_force3_def(FS_FORCE3_GRAVITY);
    joint.body_a = ground;
    joint.body_b = force.body_a = body;
    ck_assert_int_eq(fs_body3_create(w, NULL, NULL), FS_OK);
    ck_assert_int_eq(fs_shape3_create_sphere(w, body, NULL, fs_pos3_zero(), METRES(1), NULL), FS_OK);
    ck_assert_int_eq(fs_shape3_create_height_field(w, ground, NULL, heights, NULL, 2, 2, METRES(1), NULL), FS_OK);
    ck_assert_int_eq(fs_joint3_create(w, &joint, NULL), FS_OK);
    ck_assert_int_eq(fs_force3_create(w, &force, NULL), FS_OK);
    ck_assert_int_eq(fs_aero3_add(w, NULL, NULL), FS_OK);
    ck_assert_int_eq(fs_fluid3_add(w, NULL, NULL), FS_OK);
    ck_assert_int_eq(fs_material3_add(w, NULL, NULL), FS_OK);
    ck_assert_int_eq(fs_ragdoll3_create(w, NULL, NULL), FS_OK);
    fs_world3_step(w);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* ---- definitions and limits ------------------------------------------------------------------------------------------ */

/* A number of rows above the largest that is taken. */
#define BAD_LIMIT(member, most)                                                                                 \
    do {                                                                                                        \
        char expected[128];                                                                                     \
        fs_world3_limits l = { .mesh_vertices = 1, .mesh_triangles = 1, .height_points = 1 };                   \
        l.member = (most) + 1;                                                                                  \
        (void)snprintf(expected, sizeof expected, #member " %u is out of range 0..%u", l.member, l.member - 1); \
        ck_assert_str_eq(why(&l, NULL), expected);                                                              \
    } while (0)

START_TEST(every_limit_is_named)
{
    BAD_LIMIT(bodies, FS_MAX_ROWS);
    BAD_LIMIT(shapes, FS_MAX_ROWS);
    BAD_LIMIT(contacts, FS_MAX_ROWS / 4);
    BAD_LIMIT(joints, FS_MAX_ROWS);
    BAD_LIMIT(materials, FS_MAX_ROWS);
    BAD_LIMIT(hulls, FS_MAX_ROWS / 64);
    BAD_LIMIT(material_pairs, FS_MAX_ROWS);
    BAD_LIMIT(meshes, FS_MAX_ROWS);
    BAD_LIMIT(mesh_vertices, FS_MAX_ROWS);
    BAD_LIMIT(mesh_triangles, FS_MAX_ROWS);
    BAD_LIMIT(height_fields, FS_MAX_ROWS);
    BAD_LIMIT(height_points, FS_MAX_ROWS);
    BAD_LIMIT(forces, FS_MAX_ROWS);
    BAD_LIMIT(aero_tensors, UINT16_MAX);
    BAD_LIMIT(fluids, UINT16_MAX);
    const fs_world3_limits huge = { .bodies = FS_MAX_ROWS, .contacts = 1 };
    ck_assert_str_eq(why(&huge, NULL), "the state of these limits has more than 2^30 bytes");
}
END_TEST

START_TEST(the_sentence_fits_its_buffer)
{
    fs_world3_def def = fs_default_world3_def(0);
    char text[8] = "unused.";
    ck_assert_int_eq(fs_world3_check(NULL, &def, text, 5), FS_E_ARGUMENT);
    ck_assert_str_eq(text, "hz 0");
    ck_assert_str_eq(text + 5, "d.");
    ck_assert_int_eq(fs_world3_check(NULL, &def, text, 0), FS_E_ARGUMENT);
    ck_assert_str_eq(text, "hz 0");
    ck_assert_int_eq(fs_world3_check(NULL, NULL, text, sizeof text), FS_OK);
    ck_assert_str_eq(text, "");
}
END_TEST

/* ---- masses ----------------------------------------------------------------------------------------------------------- */

static fs_scaled number(double v)
{
    return fs_scaled_make((int64_t)ldexp(v, 40), -40);
}

static fs_mass_data3 mass_of(double xx, double yy, double zz, double xy, double xz, double yz)
{
    return (fs_mass_data3){ .mass = number(1),
                            .inertia = { number(xx), number(yy), number(zz), number(xy), number(xz), number(yz) } };
}

START_TEST(a_body_takes_the_inertia_of_bodies)
{
    const fs_mass_data3 sound[] = {
        mass_of(1, 1, 1, 0, 0, 0),              /* a ball */
        mass_of(1, 1, 2, 0, 0, 0),              /* a plate */
        mass_of(0.333, 0.333, 0.6661, 0, 0, 0), /* one in decimals */
        mass_of(1, 1, 0, 0, 0, 0),              /* a rod */
        mass_of(1, 1, 2, -1, 0, 0),             /* the same, turned */
        mass_of(2. / 3, 2. / 3, 2. / 3, -1. / 3, -1. / 3, -1. / 3),
        mass_of(0, 0, 5, 0, 0, 0), /* turns about one axis only */
        mass_of(0, 1, 5, 0, 0, 0),
        mass_of(0, 0, 0, 0, 0, 0),
        mass_of(3, 3, 3, 1, -1, 1),
    };
    fs_world3 *w = make_world(NULL);
    fs_body3 body = add_body(w, FS_BODY3_DYNAMIC);
    for (unsigned i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        ck_assert_msg(fs_body3_set_mass(w, body, sound[i]) == FS_OK, "%u: %s", i, fs_world3_error(w));
        ck_assert_int_eq(fs_body3_apply_torque(w, body, fs_wide3_make(FS_WIDE_ONE, FS_WIDE_ONE, FS_WIDE_ONE)), FS_OK);
        fs_world3_step(w);
        ck_assert(fs_world3_valid(w));
    }
    fs_world3_destroy(w);
}
END_TEST

START_TEST(a_capsule_without_length_is_named)
{
    fs_world3 *w = make_world(NULL);
    fs_body3 body = add_body(w, FS_BODY3_DYNAMIC);
    const fs_pos3 at = fs_pos3_make(FS_POS_ONE, 0, 0);
    ck_assert_int_eq(fs_shape3_create_capsule(w, body, NULL, at, at, FS_POS_ONE, NULL), FS_E_DEGENERATE);
    ck_assert_str_eq(fs_world3_error(w), "the two points are closer than 1/1024 m");
    fs_world3_destroy(w);
}
END_TEST

START_TEST(a_mass_that_no_body_has_is_named)
{
    static const char not_positive[] = "inertia is not positive definite: a principal moment is below 0",
                      not_a_body[] = "inertia: one principal moment is larger than the sum of the other two";
    fs_world3 *w = make_world(NULL);
    fs_body3 body = add_body(w, FS_BODY3_DYNAMIC);
    fs_mass_data3 heavy = mass_of(1, 1, 1, 0, 0, 0), far = heavy, large = heavy, small = heavy, none = heavy;
    heavy.mass = fs_scaled_make(1, 66);
    none.mass = number(0);
    far.centre.y = 17 * FS_REL_ONE;
    large.inertia.xz = fs_scaled_make(1, 66);
    small.inertia.xx = small.inertia.yy = small.inertia.zz = fs_scaled_make(1, -70);
    REFUSES(w, fs_body3_set_mass(w, body, heavy), "mass is out of range 2^-64..2^65 kg");
    REFUSES(w, fs_body3_set_mass(w, body, none), "mass is out of range 2^-64..2^65 kg");
    REFUSES(w, fs_body3_set_mass(w, body, far), "centre.y 17 m is out of range -15.999999985..15.999999985 m");
    REFUSES(w, fs_body3_set_mass(w, body, large), "inertia.xz is not 0, and out of range 2^-96..2^65 kg m^2");
    REFUSES(w, fs_body3_set_mass(w, body, small),
            "inertia: a principal moment is not 0, and out of range 2^-64..2^65 kg m^2");
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(1, -1, 1, 0, 0, 0)), "inertia.yy is negative");
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(1, 1, 1, 100, 0, 0)), not_positive);
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(1, 1, 2, 1.001, 0, 0)), not_positive);
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(0, 0, 1, 0, 0.01, 0)), not_positive);
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(100, 1, 1, 0, 0, 0)), not_a_body);
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(1, 1, 2.01, 0, 0, 0)), not_a_body);
    REFUSES(w, fs_body3_set_mass(w, body, mass_of(2, 2, 3, 1.9, 0, 0)), not_a_body);
    fs_world3_destroy(w);
}
END_TEST

/* ---- rows of joints --------------------------------------------------------------------------------------------------- */

START_TEST(readings_of_no_joint_are_zero)
{
    fs_world3 *w = make_world(NULL);
    fs_joint3_def def = fs_default_joint3_def(FS_JOINT3_DISTANCE);
    fs_joint3 joint;
    uint32_t row;
    def.body_a = add_body(w, FS_BODY3_STATIC);
    def.body_b = add_body(w, FS_BODY3_DYNAMIC);
    def.anchor_b.x = FS_REL_ONE;
    ck_assert_int_eq(fs_joint3_create(w, &def, &joint), FS_OK);
    ck_assert_int_eq(fs_joint3_row(w, joint, &row), FS_OK);
    ck_assert_int_eq(fs_joint3_translation(w, row), FS_REL_ONE);
    ck_assert_int_eq(fs_joint3_destroy(w, joint), FS_OK);
    const uint32_t rows[] = { row, row + 1, 1024, UINT32_MAX };
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_int_eq(fs_joint3_translation(w, rows[i]), 0);
        ck_assert_int_eq(fs_joint3_angle(w, rows[i]), 0);
    }
    fs_world3_destroy(w);
}
END_TEST

/* ---- a full table of contacts ------------------------------------------------------------------------------------------ */

/* Walls of a mesh pit ask for more than one manifold of a pair. */
START_TEST(manifolds_of_a_mesh_are_counted)
{
    const fs_pos a = METRES(4);
    const fs_pos3 vertices[] = { { -a, 0, -a }, { a, 0, -a }, { a, 0, a }, { -a, 0, a }, { -a, a, -a }, { -a, a, a } };
    static const uint32_t indices[] = { 0, 2, 1, 0, 3, 2, 0, 4, 5, 0, 5, 3 };
    for (uint32_t contacts = 1; contacts <= 4; contacts++) {
        const fs_world3_limits limits = { .contacts = contacts, .mesh_triangles = 8 };
        fs_body3_def def = fs_default_body3_def();
        fs_world3 *w = make_world(&limits);
        fs_body3 ball;
        ck_assert_int_eq(fs_shape3_create_mesh(w, add_body(w, FS_BODY3_STATIC), NULL, vertices, 6, indices, 4, NULL),
                         FS_OK);
        def.pos = fs_pos3_make(-a + FS_POS_ONE / 2, FS_POS_ONE / 2, 0);
        ck_assert_int_eq(fs_body3_create(w, &def, &ball), FS_OK);
        ck_assert_int_eq(fs_shape3_create_sphere(w, ball, NULL, fs_pos3_zero(), FS_POS_ONE / 2, NULL), FS_OK);
        for (int i = 0; i < 10; i++)
            fs_world3_step(w);
        ck_assert_int_eq(*w->rules.contacts_lost > 0, contacts == 1);
        fs_world3_destroy(w);
    }
}
END_TEST

/* A body that leaves, at one tick a second: its coordinate stops at +-2^31 m. */
START_TEST(a_body_stops_at_the_end_of_the_world)
{
    fs_world3_def rules = fs_default_world3_def(1);
    fs_body3_def def = fs_default_body3_def();
    fs_world3 *w;
    fs_body3 body;
    rules.max_speed = 500 * FS_VEL_ONE;
    rules.gravity = fs_wide3_zero();
    ck_assert_int_eq(fs_world3_create(NULL, &rules, &w), FS_OK);
    def.pos.x = FS_POS_MAX / 2;
    def.vel.x = 500 * FS_VEL_ONE;
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    const int there = 2147483 - 10, played = play_brief() ? 20000 : there;
    w->body.pos[0].x += (there - played) * (500 * FS_POS_ONE);
    for (int i = 0; i < played; i++)
        fs_world3_step(w);
    ck_assert_int_lt(fs_body3_position(w, body).x, FS_POS_MAX - 4000 * FS_POS_ONE);
    for (int i = 0; i < 20; i++)
        fs_world3_step(w);
    ck_assert_int_gt(fs_body3_position(w, body).x, FS_POS_MAX - FS_POS_ONE);
    ck_assert_int_eq(fs_body3_velocity(w, body).x, 500 * FS_VEL_ONE);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* ---- a state that was overwritten -------------------------------------------------------------------------------------- */

/* A tall or a flat hull on a body that stands at x = 50 m. */
static fs_body3 add_hull(fs_world3 *w, fs_pos x, fs_pos y)
{
    const fs_pos3 points[] = { { -x, -y, -x }, { x, -y, -x }, { 0, -y, x }, { 0, y, 0 } };
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.pos = fs_pos3_make(METRES(50), METRES(3), 0);
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_hull(w, body, NULL, points, 4, NULL), FS_OK);
    return body;
}

/* The row of a hull has another hull by the time the snapshot comes back: the steps go on as those of a world that had no
 * other. */
START_TEST(steps_after_a_rollback_use_its_hulls)
{
    fs_world3 *w = make_world(NULL), *twin = make_world(NULL);
    fs_state *state = fs_world3_state(w), *other = fs_world3_state(twin);
    fs_body3 floor = add_body(w, FS_BODY3_STATIC);
    ck_assert_int_eq(fs_shape3_create_box(w, floor, NULL, fs_pos3_make(METRES(100), METRES(1), METRES(100)), NULL),
                     FS_OK);
    fs_body3 tall = add_hull(w, METRES(1), METRES(2));
    fs_world3_step(w);
    ck_assert_int_eq(fs_state_copy(other, state), FS_OK);
    ck_assert_int_eq(fs_body3_destroy(w, tall), FS_OK);
    add_hull(w, METRES(2), METRES(1));
    fs_world3_step(w);
    ck_assert_int_eq(fs_state_copy(state, other), FS_OK);
    for (int i = 0; i < 120; i++) {
        fs_world3_step(w);
        fs_world3_step(twin);
        ck_assert(fs_state_hash(state) == fs_state_hash(other));
    }
    fs_world3_destroy(twin);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("create3");
    TCase *tc = tcase_create("create3");
    tcase_add_test(tc, what_is_not_optional_may_not_be_null);
    tcase_add_test(tc, what_is_optional_may_be_null);
    tcase_add_test(tc, every_member_of_a_definition_is_named);
    tcase_add_test(tc, every_limit_is_named);
    tcase_add_test(tc, the_sentence_fits_its_buffer);
    tcase_add_test(tc, a_body_takes_the_inertia_of_bodies);
    tcase_add_test(tc, a_capsule_without_length_is_named);
    tcase_add_test(tc, a_mass_that_no_body_has_is_named);
    tcase_add_test(tc, readings_of_no_joint_are_zero);
    tcase_add_test(tc, a_full_table_of_contacts_is_counted);
    tcase_add_test(tc, queries_see_a_rollback);
    tcase_add_test(tc, steps_after_a_rollback_use_its_hulls);
    tcase_add_test(tc, manifolds_of_a_mesh_are_counted);
    tcase_add_test(tc, a_body_stops_at_the_end_of_the_world);
    suite_add_tcase(suite, tc);
    return suite;
}
