/* check_force_lead2.c: forces that depend on positions keep the energy when they look ahead by fs_world2_force_lead(). */
#define FS__WORLD2_INTERNAL /* masses are written */

#include "physics2d/joint_fixture.h"

enum { HZ = 60, SECONDS = 60 };

static struct fixture2 open_world(uint32_t substeps)
{
    const fs_world2_limits limits = { .bodies = 8, .shapes = 8, .joints = 8, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(HZ);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = fs_wide2_make(0, 0);
    def.substeps = substeps;
    return fixture2_start_with(HZ, &limits, &def);
}

/* F = 10 - 2 r towards the origin. */
START_TEST(an_orbit_under_an_attraction_keeps_its_energy)
{
    struct fixture2 t = open_world(4);
    fs_body2 body = mass_at(&t, 3, 0, 1, 1);
    double first = 0;
    t.w.body.vel[fixture2_row(&t, body)].y = VEL(2);
    for (int i = 0; i < HZ * SECONDS; i++) {
        fs_world2_apply_attraction(&t.w, fs_pos2_zero(), POS(5), WIDE(10));
        fixture2_step(&t, 1);
        double r = hypot(pos_x(&t, body), pos_y(&t, body)), v = hypot(vel_x(&t, body), vel_y(&t, body));
        double energy = v * v / 2 + 10 * r - r * r;
        first = i == 0 ? energy : first;
        ck_assert(fabs(energy - first) < 0.01 * first);
    }
    fixture2_end(&t);
}
END_TEST

/* 1 kg on a spring of 40 N/m, from 1 m. */
START_TEST(a_spring_of_the_program_keeps_its_amplitude)
{
    for (uint32_t substeps = 1; substeps <= 16; substeps *= 2) {
        struct fixture2 t = open_world(substeps);
        fs_body2 body = mass_at(&t, 0, 1, 1, 1);
        double most = 0, lead = (double)fs_world2_force_lead(&t.w) * 0x1p-32;
        ck_assert(fabs(lead - (substeps - 1.0) / (2.0 * substeps * HZ)) < 1e-9);
        for (int i = 0; i < HZ * SECONDS; i++) {
            double ahead = pos_y(&t, body) + lead * vel_y(&t, body);
            ck_assert_int_eq(fs_body2_apply_force(&t.w, body, fs_wide2_make(0, WIDE(-40 * ahead))), FS_OK);
            fixture2_step(&t, 1);
            if (i >= HZ * (SECONDS - 5))
                most = fmax(most, fabs(pos_y(&t, body)));
        }
        ck_assert(fabs(most - 1) < 3e-3);
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force_lead2");
    TCase *tc = tcase_create("force_lead2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, an_orbit_under_an_attraction_keeps_its_energy);
    tcase_add_test(tc, a_spring_of_the_program_keeps_its_amplitude);
    suite_add_tcase(suite, tc);
    return suite;
}
