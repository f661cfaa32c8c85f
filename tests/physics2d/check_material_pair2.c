/* check_material_pair2.c: pairs of materials with numbers of their own, and pulls. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <math.h>

#include <fixstep/material_pair2.h>

#define FIXTURE2_TABLES(T, P, g) FS_WORLD2_TABLES(T, P, g) T(g, material_pair2, FS_MATERIAL_PAIR2_FIELDS)
#include "physics2d/world2_fixture.h"

static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}
static fix16_t share(double v)
{
    return (fix16_t)lround(v * FS_FIX16_ONE);
}

static fs_material_pair2_def numbers(double restitution, double stick, double slip)
{
    return (fs_material_pair2_def){ (fs_unit)lround(restitution * FS_UNIT_ONE), share(stick), share(slip) };
}

/* Without gravity, with three materials alike but for their numbers, and the window told of the table. */
static struct fixture2 start(void)
{
    struct fixture2 t = fixture2_start(60);
    fs_material2_def rough = fs_default_material2_def();
    uint16_t number;
    fixture2_set_gravity(&t, 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(fs_material2_add(&t.w, &rough, &number), FS_OK);
    fs_material_pair2_bind(t.state, fixture2_T_material_pair2, &t.w);
    return t;
}

/* A box of `material` that does not turn meets the ground (of material 0) with (3, -4) m/s: what it has after. */
static fs_vel2 after_hit(struct fixture2 *t, uint16_t material)
{
    fs_body2 ground = fixture2_add_ground(t),
             box = fixture2_add_box(t, 0, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    ck_assert_int_eq(fs_body2_set_flags(&t->w, box, FS_BODY2_FIXED_ROTATION, 0), FS_OK);
    uint32_t row = fixture2_row(t, box);
    ck_assert_int_eq(fs_shape2_set_material(&t->w, fs_shape2_at(&t->w, t->w.body.first_shape[row] - 1), material),
                     FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, box, fs_vel2_make(3 * FS_VEL_ONE, -4 * FS_VEL_ONE), 0), FS_OK);
    fixture2_step(t, 1);
    fs_vel2 v = t->w.body.vel[row];
    ck_assert_int_eq(fs_body2_destroy(&t->w, box), FS_OK);
    ck_assert_int_eq(fs_body2_destroy(&t->w, ground), FS_OK);
    return v;
}

/* 3 - 4 * 0.4 = 1.4 (C 4-24); bouncing 0.5 it goes up with 2 and loses 0.4 of 6 on its way. */
START_TEST(given_numbers_win)
{
    struct fixture2 t = start();
    const fs_material_pair2_def smooth = numbers(0, 0, 0), slow = numbers(0, 0.6, 0.4), lively = numbers(0.5, 0.1, 0.1);
    fs_vel2 mixed = after_hit(&t, 1);
    ck_assert_double_le(fabs(speed(mixed.x) - 0.6), 1e-3);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 1, 0, &slow), FS_OK);
    ck_assert_double_le(fabs(speed(after_hit(&t, 1).x) - 1.4), 1e-3);
    ck_assert_int_eq(after_hit(&t, 2).x, mixed.x);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 0, 1, &smooth), FS_OK);
    ck_assert_double_le(fabs(speed(after_hit(&t, 1).x) - 3), 1e-6);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 2, 0, &lively), FS_OK);
    ck_assert_double_le(fabs(speed(after_hit(&t, 2).y) - 2), 1e-3);
    ck_assert_double_le(fabs(speed(after_hit(&t, 1).y)), 1e-3);
    ck_assert_int_eq(fs_material_pair2_remove(&t.w, 1, 0), FS_OK);
    ck_assert_int_eq(after_hit(&t, 1).x, mixed.x);
    fixture2_end(&t);
}
END_TEST

/* The default for worlds that have no table, and for windows that were not told. */
START_TEST(without_numbers_nothing_changes)
{
    struct fixture2 a = start(), b = start();
    const fs_material_pair2_def slow = numbers(0, 0.1, 0.1);
    b.w.material_pair.rows = NULL;
    ck_assert_int_eq(fs_material_pair2_set(&b.w, 0, 1, &slow), FS_E_CAPACITY);
    ck_assert_int_eq(fs_material_pair2_remove(&b.w, 0, 1), FS_E_ARGUMENT);
    for (uint16_t material = 0; material < 3; material++) {
        fs_vel2 one = after_hit(&a, material), other = after_hit(&b, material);
        ck_assert(one.x == other.x && one.y == other.y);
    }
    ck_assert_uint_eq(fs_state_hash(a.state), fs_state_hash(b.state));
    ck_assert(fs_world2_valid(&a.w) && fs_world2_valid(&b.w));
    fixture2_end(&a);
    fixture2_end(&b);
}
END_TEST

/* In whatever order pairs are given, the state is the same; the table keeps to its capacity. */
START_TEST(the_order_of_calls_leaves_no_trace)
{
    static const uint16_t pairs[2][3][2] = { { { 0, 1 }, { 2, 2 }, { 1, 2 } }, { { 2, 1 }, { 0, 1 }, { 2, 2 } } };
    uint64_t root[2];
    for (int i = 0; i < 2; i++) {
        struct fixture2 t = start();
        fs_material_pair2_def def, extra = numbers(0, 0.7, 0.7);
        for (int k = 0; k < 3; k++) {
            uint16_t a = pairs[i][k][0], b = pairs[i][k][1];
            def = numbers(0.1 * (a + b), 0.5, 0.1 * (a + b));
            ck_assert(!fs_material_pair2_get(&t.w, a, b, &extra));
            ck_assert_int_eq(fs_material_pair2_set(&t.w, a, b, &def), FS_OK);
            ck_assert(fs_material_pair2_get(&t.w, b, a, &extra) && extra.restitution == def.restitution &&
                      extra.dynamic_friction == def.dynamic_friction);
        }
        root[i] = fs_state_hash(t.state);
        ck_assert_int_eq(fs_material_pair2_set(&t.w, 0, 0, &def), FS_E_CAPACITY);
        ck_assert_int_eq(fs_material_pair2_set(&t.w, 1, 0, &def), FS_OK);
        ck_assert(fs_world2_valid(&t.w));
        fixture2_end(&t);
    }
    ck_assert_uint_eq(root[0], root[1]);
}
END_TEST

START_TEST(wrong_numbers_are_refused)
{
    struct fixture2 t = start();
    const fs_material_pair2_def good = numbers(0.5, 0.5, 0.4);
    const fs_material_pair2_def bad[5] = { numbers(-0.1, 0.5, 0.4), numbers(1.1, 0.5, 0.4), numbers(0.5, 0.4, 0.5),
                                           numbers(0, 0, -0.1), numbers(0, 1001, 1) };
    uint64_t root = fs_state_hash(t.state);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(fs_material_pair2_set(&t.w, 0, 1, &bad[i]), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 0, 3, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 3, 0, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair2_remove(&t.w, 0, 1), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_state_hash(t.state), root);
    fixture2_end(&t);
}
END_TEST

/* What came from elsewhere: order, materials and numbers of the table are looked at. */
START_TEST(broken_tables_are_refused)
{
    struct fixture2 t = start();
    const fs_material_pair2_def good = numbers(0.5, 0.5, 0.4);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 0, 1, &good), FS_OK);
    ck_assert_int_eq(fs_material_pair2_set(&t.w, 1, 2, &good), FS_OK);
    ck_assert(fs_world2_valid(&t.w));
    for (int i = 0; i < 5; i++) {
        struct fs_material_pair2_view *m = &t.w.material_pair;
        m->a[0] = i == 0 ? 2 : i == 1 ? 1 : 0; /* a above b; out of order */
        m->b[0] = i == 1 ? 2 : 1;              /* twice the same */
        m->b[1] = i == 2 ? 3 : 2;
        m->restitution[1] = i == 3 ? -1 : 0;
        m->dynamic_friction[1] = i == 4 ? m->static_friction[1] + 1 : 0;
        ck_assert_msg(!fs_world2_valid(&t.w), "table %d", i);
    }
    fixture2_end(&t);
}
END_TEST

/* ---- pulls --------------------------------------------------------------------------------------------------------- */

/* 1 kg boxes at 1, 2, 3, 4 and 5 m, reach 4 m, 8 N: 6, 4, 2, 0, 0 N towards the point, so 1/60 of that in a tick. */
START_TEST(a_pull_is_stronger_when_nearer)
{
    static const double newtons[] = { 6, 4, 2, 0, 0 };
    struct fixture2 t = start();
    for (int i = 0; i < 5; i++)
        fixture2_add_box(&t, 0, (i + 1) * FS_POS_ONE + FS_POS_ONE, FS_REL_ONE / 4, FS_REL_ONE);
    for (int way = 1; way >= -1; way -= 2) {
        for (uint32_t row = 0; row < 5; row++)
            ck_assert_int_eq(fs_body2_set_velocity(&t.w, fs_body2_at(&t.w, row), fs_vel2_zero(), 0), FS_OK);
        ck_assert_uint_eq(
            fs_world2_apply_attraction(&t.w, fs_pos2_make(0, FS_POS_ONE), 4 * FS_POS_ONE, way * 8 * FS_WIDE_ONE), 3);
        for (uint32_t row = 0; row < 5; row++) {
            ck_assert_int_eq(t.w.body.force[row].x, 0);
            ck_assert_double_le(fabs((double)t.w.body.force[row].y / (double)FS_WIDE_ONE + way * newtons[row]), 1e-6);
        }
        *t.w.rules.flags |= FS_WORLD2_PAUSED;
        fixture2_step(&t, 1);
        ck_assert_int_eq(t.w.body.force[0].y, 0);
    }
    fixture2_end(&t);
}
END_TEST

START_TEST(who_is_pulled)
{
    struct fixture2 t = start();
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 4);
    fs_body2 there = fixture2_add_disc(&t, 0, 0, FS_REL_ONE / 4), off = fixture2_add_disc(&t, 1, 0, FS_REL_ONE / 4);
    fs_body2 asleep = fixture2_add_disc(&t, 2, 0, FS_REL_ONE / 4), gone = fixture2_add_disc(&t, 0, 1, FS_REL_ONE / 4);
    fixture2_add_body(&t, FS_BODY2_STATIC, 0, 2 * FS_POS_ONE, &disc);
    fixture2_add_body(&t, FS_BODY2_KINEMATIC, 0, -2 * FS_POS_ONE, &disc);
    ck_assert_int_eq(fs_body2_set_enabled(&t.w, off, false), FS_OK);
    ck_assert_int_eq(fs_body2_sleep(&t.w, asleep), FS_OK);
    ck_assert_int_eq(fs_body2_destroy(&t.w, gone), FS_OK);
    ck_assert_uint_eq(fs_world2_apply_attraction(&t.w, fs_pos2_zero(), 0, FS_WIDE_ONE), 0);
    ck_assert_uint_eq(fs_world2_apply_attraction(&t.w, fs_pos2_zero(), -FS_POS_ONE, FS_WIDE_ONE), 0);
    ck_assert(t.w.body.flags[fixture2_row(&t, asleep)] & FS_BODY2_ASLEEP);
    ck_assert_uint_eq(fs_world2_apply_attraction(&t.w, fs_pos2_zero(), 10 * FS_POS_ONE, FS_WIDE_ONE), 1);
    ck_assert((t.w.body.flags[fixture2_row(&t, asleep)] & FS_BODY2_ASLEEP) == 0);
    ck_assert_int_lt(t.w.body.force[fixture2_row(&t, asleep)].x, 0);
    ck_assert_int_eq(t.w.body.force[fixture2_row(&t, there)].x, 0);
    /* From the far end of the range: saturated, not wrapped. */
    fs_pos2 far = fs_pos2_make(INT64_MAX, INT64_MIN);
    ck_assert_uint_eq(fs_world2_apply_attraction(&t.w, far, INT64_MAX, INT64_MAX), 0);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("mix2");
    TCase *tc = tcase_create("mix2");
    tcase_add_test(tc, given_numbers_win);
    tcase_add_test(tc, without_numbers_nothing_changes);
    tcase_add_test(tc, the_order_of_calls_leaves_no_trace);
    tcase_add_test(tc, wrong_numbers_are_refused);
    tcase_add_test(tc, broken_tables_are_refused);
    tcase_add_test(tc, a_pull_is_stronger_when_nearer);
    tcase_add_test(tc, who_is_pulled);
    suite_add_tcase(suite, tc);
    return suite;
}
