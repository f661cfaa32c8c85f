/* check_flat_impacts2.c: boxes that hit with both corners at once rebound level, with e of their speed; static friction holds up to
 * its coefficient.
 */
#define FS__WORLD2_INTERNAL /* the columns are read */

#include "physics2d/joint_fixture.h"

enum { HZ = 60 };

static struct fixture2 open_world(double friction, double sliding, double restitution)
{
    const fs_world2_limits limits = { .bodies = 4, .shapes = 4, .joints = 1, .materials = 1 };
    fs_world2_def def = fs_default_world2_def(HZ);
    fs_material2_def m = fs_default_material2_def();
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = fs_wide2_make(0, WIDE(-10));
    struct fixture2 t = fixture2_start_with(HZ, &limits, &def);
    m.static_friction = FIX(friction);
    m.dynamic_friction = FIX(sliding);
    m.restitution = (fs_unit)llround(restitution * FS_UNIT_ONE);
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
    fixture2_add_ground(&t);
    return t;
}

/* Boxes of 1 m, dropped from 1 to 6.5 m. Measured: within 1.3 % of e^2 H, no spin (before: 0.76 of it for e = 0.8). */
START_TEST(flat_drops_rebound_level)
{
    static const double restitutions[] = { 0.5, 0.8, 1 };
    for (int i = 0; i < 12; i++)
        for (int e = 0; e < 6; e++) {
            double height = 1 + 0.5 * i, c = restitutions[e % 3], top = 0;
            struct fixture2 t = open_world(e / 3 * 0.6, e / 3 * 0.6, c);
            fs_body2 box = fixture2_add_box(&t, 0, POS(height + 0.5), REL(0.5), REL(0.5));
            for (int tick = 0; tick < 4 * HZ; tick++) {
                double before = vel_y(&t, box);
                fixture2_step(&t, 1);
                ck_assert_double_le(fabs(spin(&t, box)), 1e-3);
                top = fmax(top, before > 0 || vel_y(&t, box) > 0 ? pos_y(&t, box) - 0.5 : 0);
                if (before > 0 && vel_y(&t, box) <= 0)
                    break;
            }
            ck_assert_msg(fabs(top / (c * c * height) - 1) <= 0.02, "%g m, e %g: %.4f m", height, c, top);
            fixture2_end(&t);
        }
}
END_TEST

/* The way (m) in a second of a box of 1 m with static friction 0.6 and dynamic 0.3 that is pushed with `push` of its weight. */
static double way_of(double half_height, double push)
{
    struct fixture2 t = open_world(0.6, 0.3, 0);
    fs_body2 box = fixture2_add_box(&t, 0, POS(half_height), REL(0.5), REL(half_height));
    fixture2_step(&t, HZ);
    fs_scaled mass = t.w.body.mass[fixture2_row(&t, box)];
    double weight = ldexp((double)mass.m, mass.e) * 10, from = pos_x(&t, box);
    for (int tick = 0; tick < HZ; tick++) {
        ck_assert_int_eq(fs_body2_apply_force(&t.w, box, fs_wide2_make(WIDE(push * weight), 0)), FS_OK);
        fixture2_step(&t, 1);
    }
    double way = pos_x(&t, box) - from;
    fixture2_end(&t);
    return way;
}

START_TEST(static_friction_holds_up_to_its_coefficient)
{
    for (int flat = 0; flat < 2; flat++) {
        double half = flat ? 0.25 : 0.5, way = 0;
        for (int push = 30; push <= 58; push += 4) {
            way = way_of(half, push / 100.0);
            ck_assert_msg(fabs(way) <= 1e-3, "%d %%: %.5f m", push, way);
        }
        way = way_of(half, 0.7);
        ck_assert_msg(fabs(way / 2 - 1) <= 0.05, "slides: %.4f m", way);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("flat_impacts2");
    TCase *tc = tcase_create("flat_impacts2");
    tcase_add_test(tc, flat_drops_rebound_level);
    tcase_add_test(tc, static_friction_holds_up_to_its_coefficient);
    suite_add_tcase(suite, tc);
    return suite;
}
