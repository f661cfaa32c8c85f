/* check_create2.c: worlds that own their state: a program with physics and nothing else. */
#include "physics2d/dimension.h"

#include "physics2d/world2_fixture.h"

#include <stdio.h>

static fs_result create_ball(fs_world2 *w, fs_body2 body, fs_pos radius)
{
    return fs_shape2_create_circle(w, body, NULL, fs_pos2_zero(), radius, NULL);
}

static fs_result create_floor(fs_world2 *w, fs_body2 body)
{
    return fs_shape2_create_box(w, body, NULL, 100 * FS_POS_ONE, FS_POS_ONE, NULL);
}

#include "physics/create_rules.h"

/* ---- a standalone program ---------------------------------------------------------------------------------------- */

static fs_body2 add_box(fs_world2 *w, fs_body2_type type, fs_pos y, fs_rel half_x, fs_rel half_y)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def surface = fs_default_shape2_def();
    fs_geometry2 box = fixture2_box_geometry(half_x, half_y);
    fs_body2 body;
    fs_shape2 shape;
    def.type = type;
    def.pos = fs_pos2_make(0, y);
    ck_assert_int_eq(fs_body2_create(w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(w, body, &surface, &box, &shape), FS_OK);
    return body;
}

/* From 4 m onto ground at 0: after 90 ticks the box of 1 m lies on it. */
START_TEST(a_box_falls_on_the_ground)
{
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_str_eq(fs_world2_error(w), "");
    ck_assert_uint_eq(fs_world2_hz(w), 60);
    add_box(w, FS_BODY2_STATIC, -FS_POS_ONE, 15 * FS_REL_ONE, FS_REL_ONE);
    fs_body2 box = add_box(w, FS_BODY2_DYNAMIC, 4 * FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
    for (int i = 0; i < 90; i++)
        fs_world2_step(w);
    ck_assert_uint_eq(*w->world.tick, 90);
    ck_assert_int_le(fs_abs64(fs_body2_position(w, box).y - FS_POS_ONE / 2), FS_POS_ONE / 100);
    ck_assert(fs_world2_valid(w));
    fs_world2_destroy(w);
    fs_world2_destroy(NULL);
}
END_TEST

/* One code path: the columns of a world of its own and of one in a game's state are the same to the bit. */
START_TEST(both_forms_give_the_same_bits)
{
    const fs_world2_limits limits = { .bodies = 64, .shapes = 128, .joints = 64, .materials = 16 };
    fs_world2_def def = fs_default_world2_def(120);
    struct fixture2 t = fixture2_start_with(120, &limits, &def);
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(&limits, &def, &w), FS_OK);
    for (int i = 0; i < 12; i++) {
        fs_pos y = (fs_pos)(i * 3) * FS_POS_ONE / 2;
        fs_body2_type type = i == 0 ? FS_BODY2_STATIC : FS_BODY2_DYNAMIC;
        add_box(w, type, y, FS_REL_ONE, FS_REL_ONE / 2);
        add_box(&t.w, type, y, FS_REL_ONE, FS_REL_ONE / 2);
    }
    for (int i = 0; i < 400; i++) {
        fixture2_step(&t, 1);
        fs_world2_step(w);
        for (unsigned k = 0; k < FS_WORLD2_TABLE_COUNT; k++)
            ck_assert_uint_eq(fs_table_hash(t.state, t.w.first_table + k),
                              fs_table_hash(fs_world2_state(w), w->first_table + k));
    }
    fs_world2_destroy(w);
    fixture2_end(&t);
}
END_TEST

/* A bound view owns nothing. */
START_TEST(destroying_a_view_releases_nothing)
{
    struct fixture2 t = fixture2_start(60);
    fs_world2_destroy(&t.w);
    fixture2_add_ground(&t);
    fixture2_step(&t, 10);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

/* ---- refusals -------------------------------------------------------------------------------------------------------- */

START_TEST(rates_and_limits_out_of_range_are_refused)
{
    static const uint32_t hz[] = { 0, 1001, UINT32_MAX };
    static const fs_world2_limits limits[] = {
        { .bodies = FS_MAX_ROWS + 1 }, { .shapes = FS_MAX_ROWS / FS_GEOMETRY2_MAX_CORNERS + 1 },
        { .contacts = UINT32_MAX },    { .joints = UINT32_MAX },
        { .materials = UINT32_MAX },   { .material_pairs = UINT32_MAX }
    };
    fs_world2 *w = (fs_world2 *)(uintptr_t)8;
    for (int i = 0; i < 3; i++) {
        fs_world2_def def = fs_default_world2_def(hz[i]);
        ck_assert_int_eq(fs_world2_create(NULL, &def, &w), FS_E_ARGUMENT);
        ck_assert_ptr_null(w);
    }
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(fs_world2_create(&limits[i], NULL, &w), FS_E_ARGUMENT);
        ck_assert_ptr_null(w);
    }
}
END_TEST

/* Another rate in the def than in the state would be two clocks. */
START_TEST(a_game_gives_one_rate)
{
    const fs_world2_limits limits = { .bodies = 1, .shapes = 1, .materials = 1 };
    uint32_t rows[fixture2_T_COUNT] = { 1 };
    fs_world2_def def = fs_default_world2_def(60);
    fs_state *state;
    fs_world2 w;
    fs_world2_capacities(&limits, rows + fixture2_T_physics2);
    ck_assert_int_eq(fs_state_create(&fixture2_schema, rows, &state), FS_OK);
    fs_world2_bind(state, fixture2_T_physics2, NULL, &w);
    ck_assert_int_eq(fs_world2_init(&w, NULL), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world2_error(&w), "hz 0 is out of range 1..1000");
    *w.world.hz = 50;
    ck_assert_int_eq(fs_world2_init(&w, &def), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_world2_init(&w, NULL), FS_OK);
    ck_assert_int_eq(fs_world2_init(&w, NULL), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world2_error(&w), "the world is not empty");
    fs_state_destroy(state);
}
END_TEST

START_TEST(the_error_names_table_and_value)
{
    const fs_world2_limits limits = { .bodies = 2, .materials = 1, .material_pairs = 1 };
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(&limits, NULL, &w), FS_OK);
    def.linear_damping = -FS_FIX16_ONE;
    ck_assert_int_eq(fs_body2_create(w, &def, &body), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world2_error(w), "linear_damping -1 is out of range 0..1000");
    ck_assert_uint_eq(body.handle.index1, 0);
    ck_assert_int_eq(fs_body2_create(w, NULL, &body), FS_OK);
    ck_assert_int_eq(fs_body2_create(w, NULL, NULL), FS_OK);
    ck_assert_int_eq(fs_body2_create(w, NULL, NULL), FS_E_CAPACITY);
    ck_assert_str_eq(fs_world2_error(w), "table body2 is full (2 rows)");
    ck_assert_int_eq(fs_material2_add(w, NULL, NULL), FS_E_CAPACITY);
    ck_assert_str_eq(fs_world2_error(w), "table material2 is full (1 rows)");
    ck_assert_int_eq(fs_world2_set_gravity(w, fs_wide2_make(0, 1025 * FS_WIDE_ONE)), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world2_error(w), "gravity.y 1025 is out of range -1024..1024");
    ck_assert_int_eq(fs_world2_set_gravity(w, fs_wide2_make(0, 1024 * FS_WIDE_ONE + 1)), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world2_error(w), "gravity.y 1024 is out of range -1024..1024 by less than 1e-9");
    ck_assert_int_eq(fs_world2_set_flags(w, 1u << 14, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_world2_set_kernel(w, 99), FS_E_UNSUPPORTED);
    ck_assert_int_eq(fs_world2_set_kernel(w, 1), FS_OK);
    ck_assert_int_eq(fs_world2_set_batch_contacts(w, 63), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_world2_set_batch_contacts(w, 64), FS_OK);
    ck_assert_int_eq(fs_body2_destroy(w, body), FS_OK);
    ck_assert_int_eq(fs_body2_wake(w, body), FS_E_STALE);
    ck_assert_str_eq(fs_world2_error(w), "the handle of body2 is stale or null");
    fs_world2_destroy(w);
}
END_TEST

/* ---- rules ------------------------------------------------------------------------------------------------------------ */

/* exp(-c t) within 2^-20 of itself after 2 s, from 100 m/s, for rates whose share per second has few bits too. */
START_TEST(damping_is_a_rate)
{
    static const struct {
        fs_vel after; /* 100 m/s exp(-2 c), Q10.21 */
        int rate;
    } cases[] = { { 28381866, 1 }, { 519832, 3 }, { 9521, 5 } };
    for (int i = 0; i < 3; i++) {
        fs_world2 *w;
        fs_body2 body;
        fs_body2_def def = fs_default_body2_def();
        ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
        ck_assert_int_eq(fs_world2_set_gravity(w, fs_wide2_zero()), FS_OK);
        def.vel.x = 100 * FS_VEL_ONE;
        def.linear_damping = (fix16_t)cases[i].rate * FS_FIX16_ONE;
        ck_assert_int_eq(fs_body2_create(w, &def, &body), FS_OK);
        for (int k = 0; k < 120; k++)
            fs_world2_step(w);
        ck_assert_int_le(fs_abs32(fs_body2_velocity(w, body).x - cases[i].after), 2 + cases[i].after / (1 << 20));
        ck_assert_int_eq(fs_body2_set_damping(w, body, 0, 1000 * FS_FIX16_ONE), FS_OK);
        ck_assert_int_eq(fs_body2_set_damping(w, body, 0, 1001 * FS_FIX16_ONE), FS_E_ARGUMENT);
        ck_assert(fs_world2_valid(w));
        fs_world2_destroy(w);
    }
}
END_TEST

/* Reference C 2-47: without impulses the speed grows by g dt per tick, and the body finally sinks through the floor. The
 * speed is exact in every tick; while it is below half the push-out speed the overlap stays below 0.1 m. */
START_TEST(positions_alone_do_not_stop_a_fall)
{
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_world2_set_flags(w, FS_WORLD2_POSITIONS_ONLY, FS_WORLD2_CONTINUOUS), FS_OK);
    add_box(w, FS_BODY2_STATIC, -FS_POS_ONE, 15 * FS_REL_ONE, FS_REL_ONE);
    fs_body2 box = add_box(w, FS_BODY2_DYNAMIC, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    for (int i = 1; i <= 180; i++) {
        fs_world2_step(w);
        fs_vel speed = -fs_body2_velocity(w, box).y;
        ck_assert_int_le(fs_abs32(speed - fs_vel_from_ratio(10 * i, 60)), 1);
        ck_assert_int_eq(fs_body2_velocity(w, box).x, 0);
        if (speed < 3 * FS_VEL_ONE / 2)
            ck_assert_int_gt(fs_body2_position(w, box).y, FS_POS_ONE * 4 / 10);
    }
    ck_assert_int_lt(fs_body2_position(w, box).y, -5 * FS_POS_ONE);
    fs_world2_destroy(w);
}
END_TEST

/* Reference C 2-46: the shares of the correction are those of the inverse masses; velocities stay zero to the bit. */
START_TEST(positions_alone_part_a_pair_by_mass)
{
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_world2_set_gravity(w, fs_wide2_zero()), FS_OK);
    ck_assert_int_eq(fs_world2_set_flags(w, FS_WORLD2_POSITIONS_ONLY, FS_WORLD2_SLEEP), FS_OK);
    fs_body2 light = add_box(w, FS_BODY2_DYNAMIC, FS_POS_ONE * 9 / 10, FS_REL_ONE, FS_REL_ONE / 2);
    fs_body2 heavy = add_box(w, FS_BODY2_DYNAMIC, 0, 2 * FS_REL_ONE, FS_REL_ONE);
    fs_pos from_light = fs_body2_position(w, light).y;
    for (int i = 0; i < 120; i++) {
        fs_world2_step(w);
        ck_assert_int_eq(fs_body2_velocity(w, light).y, 0);
        ck_assert_int_eq(fs_body2_velocity(w, heavy).y, 0);
        ck_assert_int_eq(fs_body2_angular_velocity(w, light), 0);
    }
    fs_pos up = fs_body2_position(w, light).y - from_light, down = -fs_body2_position(w, heavy).y;
    ck_assert_int_le(fs_abs64(up + down - FS_POS_ONE * 6 / 10), FS_POS_ONE / 50); /* less the margin of contacts */
    ck_assert_int_le(fs_abs64(up - 4 * down), FS_POS_ONE / 100000);               /* 2 kg and 8 kg */
    fs_world2_destroy(w);
}
END_TEST

/* Cleared again, the world is an ordinary one: contacts hold and the box comes to rest. */
START_TEST(positions_alone_can_be_left)
{
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_world2_set_flags(w, FS_WORLD2_POSITIONS_ONLY, 0), FS_OK);
    add_box(w, FS_BODY2_STATIC, -FS_POS_ONE, 15 * FS_REL_ONE, FS_REL_ONE);
    fs_body2 box = add_box(w, FS_BODY2_DYNAMIC, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    for (int i = 0; i < 10; i++)
        fs_world2_step(w);
    ck_assert_int_eq(fs_world2_set_flags(w, 0, FS_WORLD2_POSITIONS_ONLY), FS_OK);
    for (int i = 0; i < 120; i++)
        fs_world2_step(w);
    ck_assert_int_le(fs_abs32(fs_body2_velocity(w, box).y), FS_VEL_ONE / 1000);
    ck_assert_int_le(fs_abs64(fs_body2_position(w, box).y - FS_POS_ONE / 2), FS_POS_ONE / 100);
    fs_world2_destroy(w);
}
END_TEST

/* ---- what is not optional ------------------------------------------------------------------------------------------- */

START_TEST(what_is_not_optional_may_not_be_null)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 ground, body;
    fs_world2 *w;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_body2_create(w, NULL, &body), FS_OK);
    def.type = FS_BODY2_STATIC;
    ck_assert_int_eq(fs_body2_create(w, &def, &ground), FS_OK);
    REFUSES(w, fs_shape2_create(w, body, NULL, NULL, NULL), "geometry is NULL");
    REFUSES(w, fs_shape2_create_polygon(w, body, NULL, NULL, 3, 0, NULL), "points is NULL");
    REFUSES(w, fs_shape2_create_polygon(w, ground, NULL, NULL, 0, 0, NULL), "points is NULL");
    REFUSES(w, fs_shape2_create_chain(w, ground, NULL, NULL, 4, true), "points is NULL");
    REFUSES(w, fs_joint2_create(w, NULL, NULL), "a joint has no default definition");
    ck_assert_int_eq(fs_joint2_def_set_anchors(w, NULL, fs_pos2_zero(), fs_pos2_zero(), fs_unit2_zero()),
                     FS_E_ARGUMENT);
    ck_assert_int_eq(fs_world2_create(NULL, NULL, NULL), FS_E_ARGUMENT);
    fs_world2_destroy(w);
}
END_TEST

/* ---- definitions and limits ------------------------------------------------------------------------------------------ */

/* A number of rows above the largest that is taken. */
#define BAD_LIMIT(member, most)                                                                                 \
    do {                                                                                                        \
        char expected[128];                                                                                     \
        fs_world2_limits l = { .member = (most) + 1 };                                                          \
        (void)snprintf(expected, sizeof expected, #member " %u is out of range 0..%u", l.member, l.member - 1); \
        ck_assert_str_eq(why(&l, NULL), expected);                                                              \
    } while (0)

START_TEST(every_limit_is_named)
{
    BAD_LIMIT(bodies, FS_MAX_ROWS);
    BAD_LIMIT(shapes, FS_MAX_ROWS / FS_GEOMETRY2_MAX_CORNERS);
    BAD_LIMIT(contacts, FS_MAX_ROWS);
    BAD_LIMIT(joints, FS_MAX_ROWS);
    BAD_LIMIT(materials, FS_MAX_ROWS);
    BAD_LIMIT(material_pairs, FS_MAX_ROWS);
    const fs_world2_limits huge = { .bodies = FS_MAX_ROWS, .shapes = 1, .contacts = 1 };
    ck_assert_str_eq(why(&huge, NULL), "the state of these limits has more than 2^30 bytes");
}
END_TEST

/* ---- masses ----------------------------------------------------------------------------------------------------------- */

START_TEST(a_mass_out_of_range_is_named)
{
    const fs_mass_data2 usual = { fs_scaled_make(1, 0), fs_scaled_make(1, 0), { 0, 0 } };
    fs_mass_data2 heavy = usual, far = usual, negative = usual, small = usual;
    fs_body2 body;
    fs_world2 *w;
    heavy.mass = fs_scaled_make(1, 66);
    far.centre.x = -17 * FS_REL_ONE;
    negative.inertia = fs_scaled_make(-1, 0);
    small.inertia = fs_scaled_make(1, -70);
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_body2_create(w, NULL, &body), FS_OK);
    ck_assert_int_eq(fs_body2_set_mass(w, body, usual), FS_OK);
    REFUSES(w, fs_body2_set_mass(w, body, heavy), "mass is out of range 2^-64..2^65 kg");
    REFUSES(w, fs_body2_set_mass(w, body, far), "centre.x -17 m is out of range -15.999999985..15.999999985 m");
    REFUSES(w, fs_body2_set_mass(w, body, negative), "inertia is negative");
    REFUSES(w, fs_body2_set_mass(w, body, small), "inertia is not 0, and out of range 2^-64..2^65 kg m^2");
    fs_world2_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("create2");
    TCase *tc = tcase_create("create2");
    tcase_add_test(tc, a_box_falls_on_the_ground);
    tcase_add_test(tc, both_forms_give_the_same_bits);
    tcase_add_test(tc, destroying_a_view_releases_nothing);
    tcase_add_test(tc, rates_and_limits_out_of_range_are_refused);
    tcase_add_test(tc, a_game_gives_one_rate);
    tcase_add_test(tc, the_error_names_table_and_value);
    tcase_add_test(tc, damping_is_a_rate);
    tcase_add_test(tc, positions_alone_do_not_stop_a_fall);
    tcase_add_test(tc, positions_alone_part_a_pair_by_mass);
    tcase_add_test(tc, positions_alone_can_be_left);
    tcase_add_test(tc, what_is_not_optional_may_not_be_null);
    tcase_add_test(tc, every_member_of_a_definition_is_named);
    tcase_add_test(tc, every_limit_is_named);
    tcase_add_test(tc, a_mass_out_of_range_is_named);
    tcase_add_test(tc, a_full_table_of_contacts_is_counted);
    tcase_add_test(tc, queries_see_a_rollback);
    suite_add_tcase(suite, tc);
    return suite;
}
