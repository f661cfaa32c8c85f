/* check_body2.c: 2D bodies and shapes: mass, filters, forces, handles, changes at run time. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/world2_fixture.h"

START_TEST(a_body_weighs_what_its_shapes_weigh)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE, FS_REL_ONE / 2);
    uint32_t row = fixture2_row(&t, fixture2_add_body(&t, FS_BODY2_DYNAMIC, 0, 0, &box));
    /* 2 x 1 m of 1 kg/m^2: 2 kg, 2 (4 + 1) / 12 kg m^2. */
    ck_assert_int_eq(fs_wide_from_scaled(t.w.body.mass[row]), 2 * FS_WIDE_ONE);
    ck_assert_int_le(fs_abs64(fs_wide_from_scaled(t.w.body.inertia[row]) - fs_wide_from_ratio(10, 12)), 4);
    ck_assert_int_eq(fs_wide_from_scaled(t.w.body.inv_mass[row]), FS_WIDE_ONE / 2);
    fixture2_end(&t);
}
END_TEST

START_TEST(bodies_touch_and_have_a_manifold)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_set_gravity(&t, 0);
    fixture2_add_ground(&t);
    fixture2_add_box(&t, 0, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(*t.w.contact.rows, 1);
    ck_assert_uint_eq(t.w.contact.count[0], 2);
    ck_assert_int_eq(t.w.contact.separation0[0], 0);
    ck_assert_int_eq(t.w.contact.normal[0].y, FS_UNIT_ONE);
    fixture2_end(&t);
}
END_TEST

START_TEST(named_materials_are_the_source_s_table)
{
    static const int hundredths[FS_MATERIAL2_NAMES][2] = { { 60, 10 }, { 30, 20 }, { 120, 5 }, { 30, 80 },
                                                           { 30, 95 }, { 10, 20 }, { 0, 40 } };
    for (int i = 0; i < FS_MATERIAL2_NAMES; i++) {
        fs_material2_def d = fs_named_material2_def((fs_material2_name)i);
        ck_assert_int_eq(d.density, fs_wide_from_ratio(hundredths[i][0], 100));
        ck_assert_int_eq(d.restitution, fs_unit_from_ratio(hundredths[i][1], 100));
    }
}
END_TEST

/* Two discs of 1 m radius, 4 m apart, on one body: 2 pi kg, 2 (pi / 2 + 4 pi) kg m^2 about the middle, which lies 2 m
 * from the body's origin; the origin stays where it was. */
START_TEST(a_compound_has_the_mass_of_its_parts)
{
    struct fixture2 t = fixture2_start(60);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE), other;
    fs_shape2_def form = fs_default_shape2_def();
    fs_shape2 on;
    fs_body2 body = fixture2_add_body(&t, FS_BODY2_DYNAMIC, 7 * FS_POS_ONE, 5 * FS_POS_ONE, &disc);
    ck_assert_int_eq(fs_geometry2_circle(fs_rel2_make(4 * FS_REL_ONE, 0), FS_REL_ONE, &other), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t.w, body, &form, &other, &on), FS_OK);
    uint32_t row = fixture2_row(&t, body);
    const int64_t pi = 13493037705; /* Q32 */
    ck_assert_int_le(fs_abs64(fs_wide_from_scaled(t.w.body.mass[row]) - 2 * pi), 100);
    ck_assert_int_le(fs_abs64(fs_wide_from_scaled(t.w.body.inertia[row]) - 9 * pi), 1000);
    ck_assert_int_le(fs_abs64(t.w.body.pos[row].x - 9 * FS_POS_ONE), 256);
    ck_assert_int_le(fs_abs64(fs_body2_pose(&t.w, row).pos.x - 7 * FS_POS_ONE), 256);
    ck_assert_int_eq(fs_shape2_destroy(&t.w, on), FS_OK);
    ck_assert_int_eq(t.w.body.centre[row].x, 0);
    ck_assert_int_le(fs_abs64(t.w.body.pos[row].x - 7 * FS_POS_ONE), 256);
    fixture2_end(&t);
}
END_TEST

/* A mass that is raised and lowered again has the same bits; forces and impulses do not move static bodies. */
START_TEST(mass_and_type_change_at_run_time)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box = fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE);
    uint32_t row = fixture2_row(&t, box);
    fs_scaled before = t.w.body.inv_mass[row];
    fs_mass_data2 heavy = { fs_scaled_make(5, 0), fs_scaled_make(7, 0), { 0, 0 } };
    ck_assert_int_eq(fs_body2_set_mass(&t.w, box, heavy), FS_OK);
    ck_assert_int_eq(fs_wide_from_scaled(t.w.body.inv_mass[row]), fs_wide_from_ratio(1, 5));
    ck_assert_int_eq(fs_body2_reset_mass(&t.w, box), FS_OK);
    ck_assert_int_eq(t.w.body.inv_mass[row].m, before.m);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(FS_VEL_ONE, 0), FS_VEL_ONE), FS_OK);
    ck_assert_int_eq(fs_body2_set_type(&t.w, box, FS_BODY2_STATIC), FS_OK);
    ck_assert_int_eq(t.w.body.vel[row].x, 0);
    ck_assert_int_eq(t.w.body.inv_mass[row].m, 0);
    ck_assert_int_eq(fs_body2_apply_impulse(&t.w, box, fs_wide2_make(FS_WIDE_ONE, 0)), FS_OK);
    fixture2_step(&t, 10);
    ck_assert_int_eq(t.w.body.pos[row].x, 0);
    ck_assert_int_eq(fs_body2_set_type(&t.w, box, FS_BODY2_DYNAMIC), FS_OK);
    ck_assert_int_eq(t.w.body.inv_mass[row].m, before.m);
    heavy.mass.m = 0;
    ck_assert_int_eq(fs_body2_set_mass(&t.w, box, heavy), FS_E_ARGUMENT);
    fixture2_end(&t);
}
END_TEST

/* F = m a and tau = I alpha for one tick, and the next tick has no force; an impulse off the centre changes the
 * angular velocity. */
START_TEST(forces_act_for_one_tick)
{
    struct fixture2 t = fixture2_start(60);
    fixture2_set_gravity(&t, 0);
    fs_body2 box = fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE); /* 4 kg, 8/3 kg m^2 */
    uint32_t row = fixture2_row(&t, box);
    ck_assert_int_eq(
        fs_body2_apply_force_at(&t.w, box, fs_wide2_make(0, 24 * FS_WIDE_ONE), fs_pos2_make(FS_POS_ONE, 0)), FS_OK);
    fixture2_step(&t, 1);
    ck_assert_int_le(fs_abs32(t.w.body.vel[row].y - FS_VEL_ONE / 10), 2); /* 6 m/s^2 / 60 */
    ck_assert_int_le(fs_abs32(t.w.body.angular_velocity[row] - fs_vel_from_ratio(24 * 3, 8 * 60)),
                     4); /* 9 rad/s^2 / 60 */
    fs_vel2 v = t.w.body.vel[row];
    fixture2_step(&t, 10);
    ck_assert_int_eq(t.w.body.vel[row].y, v.y);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_zero(), 0), FS_OK);
    fs_pos2 at = fs_pos2_make(t.w.body.pos[row].x, t.w.body.pos[row].y + FS_POS_ONE);
    ck_assert_int_eq(fs_body2_apply_impulse_at(&t.w, box, fs_wide2_make(8 * FS_WIDE_ONE, 0), at), FS_OK);
    ck_assert_int_eq(t.w.body.vel[row].x, 2 * FS_VEL_ONE);
    ck_assert_int_le(fs_abs32(t.w.body.angular_velocity[row] + 3 * FS_VEL_ONE), 2);
    fixture2_end(&t);
}
END_TEST

/* Twice the gravity falls twice as far, a factor of 0 has no acceleration, a negative one rises. */
START_TEST(gravity_scale_multiplies)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 ball[4];
    for (int i = 0; i < 4; i++) {
        ball[i] = fixture2_add_disc(&t, 4 * i, 0, FS_REL_ONE);
        ck_assert_int_eq(fs_body2_set_gravity_scale(&t.w, ball[i], (i - 1) * FS_FIX16_ONE), FS_OK);
    }
    fixture2_step(&t, 60);
    fs_pos y[4];
    for (int i = 0; i < 4; i++)
        y[i] = t.w.body.pos[fixture2_row(&t, ball[i])].y;
    ck_assert_int_eq(y[1], 0);
    ck_assert_int_eq(y[0], -y[2]);
    ck_assert_int_le(fs_abs64(y[3] - 2 * y[2]), FS_POS_ONE / 100000);
    fixture2_end(&t);
}
END_TEST

START_TEST(stale_handles_and_bad_values_change_nothing)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box = fixture2_add_box(&t, 0, 0, FS_REL_ONE, FS_REL_ONE), out;
    fs_body2_def def = fs_default_body2_def();
    ck_assert_int_eq(fs_body2_set_pose(&t.w, box, fs_pos2_make(INT64_MIN, 0), fs_rot2_identity()), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, box, fs_pos2_zero(), fs_rot2_make(0, 0)), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body2_set_retention(&t.w, box, -1, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body2_destroy(&t.w, box), FS_OK);
    uint64_t root = fs_state_hash(t.state);
    ck_assert_int_eq(fs_body2_destroy(&t.w, box), FS_E_STALE);
    ck_assert_int_eq(fs_body2_apply_impulse(&t.w, box, fs_wide2_zero()), FS_E_STALE);
    ck_assert_int_eq(fs_body2_set_type(&t.w, box, FS_BODY2_STATIC), FS_E_STALE);
    def.type = FS_BODY2_TYPES;
    ck_assert_int_eq(fs_body2_create(&t.w, &def, &out), FS_E_ARGUMENT);
    ck_assert_uint_eq(out.handle.index1, 0);
    ck_assert_uint_eq(fs_state_hash(t.state), root);
    def.type = FS_BODY2_DYNAMIC;
    for (uint32_t i = 0; i < t.w.body.capacity; i++)
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &out), FS_OK);
    ck_assert_int_eq(fs_body2_create(&t.w, &def, &out), FS_E_CAPACITY);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("body2");
    TCase *tc = tcase_create("body2");
    tcase_add_test(tc, a_body_weighs_what_its_shapes_weigh);
    tcase_add_test(tc, bodies_touch_and_have_a_manifold);
    tcase_add_test(tc, named_materials_are_the_source_s_table);
    tcase_add_test(tc, a_compound_has_the_mass_of_its_parts);
    tcase_add_test(tc, mass_and_type_change_at_run_time);
    tcase_add_test(tc, forces_act_for_one_tick);
    tcase_add_test(tc, gravity_scale_multiplies);
    tcase_add_test(tc, stale_handles_and_bad_values_change_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
