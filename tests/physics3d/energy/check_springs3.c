/* check_springs3.c: springs, floats, attractions and forces computed by a program neither gain nor lose energy, for any
 * number of substeps; damped springs follow the closed form. Generators look ahead by fs_world3_force_lead(). */
#include "physics3d/force3_fixture.h"
#include "support/figures.h"

enum { SECONDS = 60 };

static fs_world3 *make_world(uint32_t hz, uint32_t substeps, double gravity)
{
    fs_world3 *w = NULL;
    fs_world3_def def = fs_default_world3_def(hz);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.substeps = substeps;
    def.gravity = fs_wide3_make(0, WIDE3D(gravity), 0);
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    return w;
}

/* The largest distance of a body from a height in the last seconds of a run. */
static double last_amplitude(fs_world3 *w, fs_body3 body, double height, uint32_t hz, uint32_t last_s)
{
    double most = 0;
    for (uint32_t t = 0; t < SECONDS * hz; t++) {
        fs_world3_step(w);
        if (t >= (SECONDS - last_s) * hz)
            most = fmax(most, fabs(scene3_position(w, body).y - height));
    }
    return most;
}

static fs_force3_def spring_to(fs_body3 body, double k, double k2)
{
    fs_force3_def def = make(FS_FORCE3_SPRING, body);
    def.k = WIDE3D(k);
    def.k2 = WIDE3D(k2);
    return def;
}

static double swing(uint32_t hz, uint32_t substeps, double k, double k2, uint32_t last_s)
{
    fs_world3 *w = make_world(hz, substeps, 0);
    fs_body3 body = add_ball(w, 1, 0, 1, 0);
    fs_force3_def def = spring_to(body, k, k2);
    add(w, &def);
    double most = last_amplitude(w, body, 0, hz, last_s);
    fs_world3_destroy(w);
    return most;
}

/* 1 kg, swung from 1 m; k = 3000 N/m turns the phase by 0.91 rad in a tick of 1/60 s. */
START_TEST(a_spring_keeps_its_amplitude)
{
    static const uint32_t rate[] = { 30, 60, 240 };
    static const double stiffness[] = { 10, 40, 400 };
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t substeps = 1; substeps <= 16; substeps *= 2)
            for (unsigned k = 0; k < 3; k++) {
                double amplitude = swing(rate[i], substeps, stiffness[k], 0, 5);
                double bound = 1e-4 + stiffness[k] / (4.0 * rate[i] * rate[i]);
                print_figure("spring %g N/m, %u Hz, %u substeps: amplitude after a minute %.5f", stiffness[k],
                             (unsigned)rate[i], (unsigned)substeps, amplitude);
                ck_assert(amplitude > 1 - bound && amplitude < 1 + bound);
            }
}
END_TEST

/* Beyond what a tick resolves it is shortened, and stays within its start. */
START_TEST(a_spring_of_any_stiffness_stays)
{
    for (double k = 1e3; k < 1e9; k *= 10)
        ck_assert(swing(60, 4, k, 0, SECONDS) < 1.2);
}
END_TEST

/* x = exp(-k2 t / 2m) cos(...): the largest of the last second begins at 59 s, or a period before. */
START_TEST(a_damped_spring_follows_the_closed_form)
{
    static const double damping[] = { 0.05, 0.1, 0.2 };
    for (unsigned i = 0; i < 3; i++) {
        double got = swing(60, 4, 40, damping[i], 2), least = exp(-damping[i] / 2 * 58.5),
               most = exp(-damping[i] / 2 * 58);
        print_figure("damping %g: %.5f, between %.5f and %.5f", damping[i], got, least, most);
        ck_assert(got > 0.97 * least && got < 1.01 * most);
    }
}
END_TEST

static double kinetic(const fs_world3 *w)
{
    return NEWTONS3D(fs_world3_kinetic_energy(w));
}

/* In a spring of 40 N/m and 2.5 m between two bodies, from 0.3 m above the centre of the first. */
static double stored(const fs_world3 *w, fs_body3 a, fs_body3 b)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, a, &row), FS_OK);
    fs_pos3 p = fs_body3_to_world(w, row, fs_rel3_make(0, REL3D(0.3), 0)), q = fs_body3_position(w, b);
    return 20 * pow(METRES3D(fs_pos3_length(fs_pos3_sub(p, q))) - 2.5, 2);
}

/* The spring holds off the centres, so that the bodies turn. The energy of the map differs by its order, and not more later. */
START_TEST(two_bodies_keep_their_energy)
{
    fs_world3 *w = make_world(60, 4, 0);
    fs_body3 a = add_ball(w, 1, 0, 0, 0), b = add_ball(w, 3, 3, 1, 0);
    fs_force3_def def = spring_to(a, 40, 0);
    def.body_b = b;
    def.length = WIDE3D(2.5);
    def.anchor_a = fs_rel3_make(0, REL3D(0.3), 0);
    add(w, &def);
    double start = stored(w, a, b), least = INFINITY, most = 0;
    for (int t = 0; t < 60 * SECONDS; t++) {
        fs_world3_step(w);
        double energy = kinetic(w) + stored(w, a, b);
        least = fmin(least, energy);
        most = fmax(most, energy);
    }
    print_figure("two bodies: energy within %.4f and %.4f of the start", least / start, most / start);
    ck_assert(least > 0.97 * start && most < 1.03 * start);
    fs_wide3 p = fs_world3_momentum(w);
    ck_assert(fabs(NEWTONS3D(p.x)) < 1e-4 && fabs(NEWTONS3D(p.y)) < 1e-4);
    fs_world3_destroy(w);
}
END_TEST

static double angle_of(const fs_world3 *w, fs_body3 body)
{
    fs_quat q = fs_body3_rotation(w, body);
    return 2 * atan2(hypot(hypot(q.x, q.y), q.z), fabs((double)q.w));
}

START_TEST(an_orientation_spring_keeps_its_amplitude)
{
    fs_world3 *w = make_world(60, 4, 0);
    fs_body3 body = add_ball(w, 2, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_ORIENTATION_SPRING, body);
    def.k = WIDE3D(8);
    add(w, &def);
    fs_quat turned = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), FS_TURN_DEG(20));
    ck_assert_int_eq(fs_body3_set_pose(w, body, fs_pos3_zero(), turned), FS_OK);
    double most = 0, start = angle_of(w, body);
    for (int t = 0; t < 60 * SECONDS; t++) {
        fs_world3_step(w);
        if (t >= 60 * (SECONDS - 5))
            most = fmax(most, angle_of(w, body));
    }
    print_figure("orientation spring: %.5f of the start", most / start);
    NEAR3(most / start, 1, 5e-3);
    fs_world3_destroy(w);
}
END_TEST

/* 1 m^3 of 500 kg around the anchor, half in water, let go 0.2 m above its balance. */
START_TEST(a_float_keeps_its_amplitude)
{
    fs_world3 *w = make_world(60, 4, -10);
    fs_body3 body = add_ball(w, 500, 0, 0.2, 0);
    fs_force3_def def = make_float(w, body, 1, 0.5, 0);
    add(w, &def);
    NEAR3(last_amplitude(w, body, 0, 60, 5), 0.2, 1e-3);
    fs_world3_destroy(w);
}
END_TEST

/* F = 10 - 2 r towards the origin, of 1 kg in orbit at 3 m. */
START_TEST(an_orbit_under_an_attraction_keeps_its_energy)
{
    fs_world3 *w = make_world(60, 4, 0);
    fs_body3 body = add_ball(w, 1, 3, 0, 0);
    fs_body3_set_velocity(w, body, fs_vel3_make(0, VEL3D(2), 0), fs_vel3_zero());
    double first = 0;
    for (int t = 0; t < 60 * SECONDS; t++) {
        fs_world3_apply_attraction(w, fs_pos3_zero(), POS3D(5), WIDE3D(10));
        fs_world3_step(w);
        double r = scene3_length(scene3_position(w, body)), energy = kinetic(w) + 10 * r - r * r;
        first = t == 0 ? energy : first;
        ck_assert(fabs(energy - first) < 0.01 * first);
    }
    fs_world3_destroy(w);
}
END_TEST

START_TEST(a_force_of_the_program_looks_ahead)
{
    fs_world3 *w = make_world(60, 4, 0);
    fs_body3 body = add_ball(w, 1, 0, 1, 0);
    double most = 0, lead = NEWTONS3D(fs_world3_force_lead(w));
    NEAR3(lead, 3.0 / 8 / 60, 1e-9);
    for (int t = 0; t < 60 * SECONDS; t++) {
        double ahead = scene3_position(w, body).y + lead * scene3_velocity(w, body).y;
        ck_assert_int_eq(fs_body3_apply_force(w, body, wide3(0, -40 * ahead, 0)), FS_OK);
        fs_world3_step(w);
        if (t >= 60 * (SECONDS - 5))
            most = fmax(most, fabs(scene3_position(w, body).y));
    }
    NEAR3(most, 1, 3e-3);
    fs_world3_destroy(w);
    w = make_world(60, 1, 0);
    ck_assert_int_eq(fs_world3_force_lead(w), 0);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("springs3");
    TCase *tc = tcase_create("springs3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_spring_keeps_its_amplitude);
    tcase_add_test(tc, a_spring_of_any_stiffness_stays);
    tcase_add_test(tc, a_damped_spring_follows_the_closed_form);
    tcase_add_test(tc, two_bodies_keep_their_energy);
    tcase_add_test(tc, an_orientation_spring_keeps_its_amplitude);
    tcase_add_test(tc, a_float_keeps_its_amplitude);
    tcase_add_test(tc, an_orbit_under_an_attraction_keeps_its_energy);
    tcase_add_test(tc, a_force_of_the_program_looks_ahead);
    suite_add_tcase(suite, tc);
    return suite;
}
