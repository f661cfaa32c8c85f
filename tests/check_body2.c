/* check_body2.c: bodies and shapes of the plane: mass, filters, forces, handles, changes at run time. */
#include "two_fixture.h"

START_TEST(a_body_weighs_what_its_shapes_weigh)
{
    struct two t = two_start(60);
    fs_shape2 box = two_box_shape(FS_REL_ONE, FS_REL_ONE / 2);
    uint32_t row = two_row(&t, two_body(&t, FS_BODY2_DYNAMIC, 0, 0, &box));
    /* 2 x 1 m of 1 kg/m^2: 2 kg, 2 (4 + 1) / 12 kg m^2. */
    ck_assert_int_eq(fs_wide_from_scaled(t.w.body.mass[row]), 2 * FS_WIDE_ONE);
    ck_assert_int_le(fs_abs64(fs_wide_from_scaled(t.w.body.inertia[row]) - fs_wide_from_ratio(10, 12)), 4);
    ck_assert_int_eq(fs_wide_from_scaled(t.w.body.inv_mass[row]), FS_WIDE_ONE / 2);
    two_end(&t);
}
END_TEST

START_TEST(bodies_touch_and_have_a_manifold)
{
    struct two t = two_start(60);
    two_gravity(&t, 0);
    two_ground(&t);
    two_box(&t, 0, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    two_step(&t, 1);
    ck_assert_uint_eq(*t.w.contact.rows, 1);
    ck_assert_uint_eq(t.w.contact.count[0], 2);
    ck_assert_int_eq(t.w.contact.gap0[0], 0);
    ck_assert_int_eq(t.w.contact.normal[0].y, FS_UNIT_ONE);
    two_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("body2");
    TCase *tc = tcase_create("body2");
    tcase_add_test(tc, a_body_weighs_what_its_shapes_weigh);
    tcase_add_test(tc, bodies_touch_and_have_a_manifold);
    suite_add_tcase(suite, tc);
    return suite;
}
