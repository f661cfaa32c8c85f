/* check_errata2.c: misprints of chapter 18 of I. Millington, "Game Physics Engine Development", beside the engine. Labels are those
 * of lib/doc/COVERAGE.md.
 */
#define FS__WORLD2_INTERNAL /* the columns are read */

#include <math.h>

#include "physics2d/world2_fixture.h"

/* E22: the printed rotation turns by w in every tick, whatever its length: 3 rad instead of 3/60. */
START_TEST(e22_a_tick_turns_by_its_share_of_a_second)
{
    static const uint32_t rates[] = { 20, 60, 120 };
    for (int i = 0; i < 3; i++) {
        struct fixture2 t = fixture2_start(rates[i]);
        fs_body2 wheel = fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE);
        fixture2_set_gravity(&t, 0);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, wheel, fs_vel2_zero(), 3 * FS_VEL_ONE), FS_OK);
        fixture2_step(&t, 1);
        fs_rot2 rot = fs_body2_rotation(&t.w, wheel);
        ck_assert_double_eq_tol(atan2(rot.s, rot.c), 3.0 / rates[i], 1e-6);
        fixture2_step(&t, (int)rates[i] - 1);
        rot = fs_body2_rotation(&t.w, wheel);
        ck_assert_double_eq_tol(atan2(rot.s, rot.c), 3, 1e-6);
        fixture2_end(&t);
    }
}
END_TEST

/* E23: the printed normal is the tangent of the edge; it stands at a right angle to it. Edges of 24 directions, touched by a
 * ball on their upper side. */
START_TEST(e23_normals_are_perpendicular_to_edges)
{
    for (uint32_t i = 0; i < 24; i++) {
        struct fixture2 t = fixture2_start(60);
        fs_rot2 way = fs_rot2_from_turn(i * (UINT32_MAX / 24));
        fs_body2_def def = fs_default_body2_def();
        fs_body2 edge, ball;
        fixture2_set_gravity(&t, 0);
        def.type = FS_BODY2_STATIC;
        def.rot = way;
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &edge), FS_OK);
        ck_assert_int_eq(fs_shape2_create_box(&t.w, edge, NULL, 2 * FS_POS_ONE, FS_POS_ONE / 2, NULL), FS_OK);
        fs_rel2 at = fs_rot2_rel(way, fs_rel2_make(FS_REL_ONE / 3, FS_REL_ONE - FS_REL_ONE / 250));
        def.type = FS_BODY2_DYNAMIC;
        def.pos = fs_pos2_make(fs_pos_from_rel(at.x), fs_pos_from_rel(at.y));
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &ball), FS_OK);
        ck_assert_int_eq(fs_shape2_create_circle(&t.w, ball, NULL, fs_pos2_zero(), FS_POS_ONE / 2, NULL), FS_OK);
        fixture2_step(&t, 1);
        ck_assert_uint_gt(*t.w.contact.rows, 0);
        double x = t.w.contact.normal[0].x * 0x1p-30, y = t.w.contact.normal[0].y * 0x1p-30;
        double c = way.c * 0x1p-30, s = way.s * 0x1p-30;
        ck_assert_double_eq_tol(x * c + y * s, 0, 1e-7); /* printed: 1 */
        ck_assert_double_eq_tol(fabs(y * c - x * s), 1, 1e-7);
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("errata2");
    TCase *tc = tcase_create("errata2");
    suite_add_tcase(suite, tc);
    tcase_add_test(tc, e22_a_tick_turns_by_its_share_of_a_second);
    tcase_add_test(tc, e23_normals_are_perpendicular_to_edges);
    return suite;
}
