/* check_aircraft3.c: sticks, plain surfaces and hoops that games of aircraft share. */
#include <fixstep/kit/aircraft3.h>
#include <fixstep/trig.h>

#include "support/check_main.h"

/* To its end in an eighth of a second at every tick rate that divides evenly, never beyond, and back. */
START_TEST(a_stick_follows_its_keys)
{
    static const uint32_t rates[] = { 20, 60, 120, 2000 };
    for (size_t i = 0; i < 4; i++) {
        int8_t stick = 0;
        int ticks = 0;
        for (; stick < 127 && ticks < 1000; ticks++) {
            int8_t next = fs_kit_stick_follow(stick, 1, 960, rates[i]);
            ck_assert_int_gt(next, stick);
            stick = next;
        }
        int32_t step = rates[i] > 960 ? 1 : 960 / (int32_t)rates[i];
        ck_assert_int_eq(ticks, (127 + step - 1) / step);
        ck_assert_int_eq(fs_kit_stick_follow(127, 1, 960, rates[i]), 127);
        ck_assert_int_eq(fs_kit_stick_follow(-127, -1, 960, rates[i]), -127);
        ck_assert_int_eq(fs_kit_stick_follow(1, 0, 960, rates[i]), 0);
    }
    ck_assert_int_eq(fs_kit_stick_follow(0, -1, UINT32_MAX, 1), -127);
}
END_TEST

START_TEST(a_plain_surface_resists_and_lifts)
{
    const fs_wide n = FS_WIDE_ONE;
    fs_aero3_control s = fs_kit_surface3_plain(2 * n, 5 * n, 3 * n, 4 * n);
    for (int32_t control = -127; control <= 127; control += 127) {
        fs_aero3 a = fs_aero3_deflect(&s, control);
        fs_wide3 f = fs_aero3_force(&a, fs_quat_identity(), fs_vel3_make(FS_VEL_ONE, 0, 0));
        ck_assert(f.x == -2 * n && f.y == 5 * n && f.z == 0);
        f = fs_aero3_force(&a, fs_quat_identity(), fs_vel3_make(0, FS_VEL_ONE, FS_VEL_ONE));
        ck_assert(f.x == 0 && f.y == -3 * n && f.z == -4 * n);
    }
}
END_TEST

START_TEST(hoops_are_passed_inside_and_one_way)
{
    const fs_pos3 at = fs_pos3_make(5 * FS_POS_ONE, 7 * FS_POS_ONE, 0);
    const fs_unit3 axis = fs_unit3_make(0, 0, FS_UNIT_ONE);
    fs_pos3 before = at, now = at;
    before.z -= FS_POS_ONE, now.z += 100 * FS_POS_ONE;
    ck_assert(fs_kit_hoop3_passed(before, now, at, axis, 2 * FS_POS_ONE));
    ck_assert(!fs_kit_hoop3_passed(now, before, at, axis, 2 * FS_POS_ONE));
    before.y = now.y = at.y + 2 * FS_POS_ONE - 10;
    ck_assert(fs_kit_hoop3_passed(before, now, at, axis, 2 * FS_POS_ONE));
    before.y = now.y = at.y + 2 * FS_POS_ONE;
    ck_assert(!fs_kit_hoop3_passed(before, now, at, axis, 2 * FS_POS_ONE));
}
END_TEST

START_TEST(level_axes_have_length_one)
{
    ck_assert(fs_kit_unit3_level(fs_unit3_make(FS_UNIT_ONE, 0, 0)));
    ck_assert(fs_kit_unit3_level(fs_unit3_make(fs_cos(FS_TURN_DEG(77)), 0, fs_sin(FS_TURN_DEG(77)))));
    ck_assert(!fs_kit_unit3_level(fs_unit3_make(0, FS_UNIT_ONE, 0)));
    ck_assert(!fs_kit_unit3_level(fs_unit3_make(FS_UNIT_ONE, 1, 0)));
    ck_assert(!fs_kit_unit3_level(fs_unit3_make(FS_UNIT_ONE / 2, 0, FS_UNIT_ONE / 2)));
    ck_assert(!fs_kit_unit3_level(fs_unit3_make(INT32_MAX, 0, INT32_MIN)));
    ck_assert(!fs_kit_unit3_level(fs_unit3_make(0, 0, 0)));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("aircraft3");
    TCase *tc = tcase_create("aircraft3");
    tcase_add_test(tc, a_stick_follows_its_keys);
    tcase_add_test(tc, a_plain_surface_resists_and_lifts);
    tcase_add_test(tc, hoops_are_passed_inside_and_one_way);
    tcase_add_test(tc, level_axes_have_length_one);
    suite_add_tcase(suite, tc);
    return suite;
}
