/* check_resolver_friction3.c: friction of rows of the worst-first resolver against the formulas of the reference, and against its
 * misprints.
 */
#include "physics3d/resolver/row3.h"

/* ---- 15.6 to 15.14: friction ------------------------------------------------------------------------------------------- */

/* The matrix: with friction that holds, the whole velocity of the point vanishes in one impulse, whatever the masses. */
START_TEST(friction_that_holds_stops_the_point)
{
    fs_rng rng = fs_rng_seed(4, 1);
    int held = 0, slid = 0;
    for (int i = 0; i < 20000; i++) {
        double size = pow(10, 3.5 * uniform(&rng) + 1.5), mu = 1 + uniform(&rng);
        struct row3_body a = box(size, 1, 0.8, 1.3), b = box(size * (1.5 + uniform(&rng)), 0.9, 1.1, 0.7);
        a.arm = random_vector(&rng);
        b.arm = random_vector(&rng);
        a.v = random_vector(&rng);
        b.w = random_vector(&rng);
        struct row3 t = row3_make(i % 2 != 0 ? &a : &immovable, &b, random_vector(&rng), mu, 0);
        if (t.row.desired < FS_VEL_ONE / 100)
            continue;
        row3_vector g = row3_resolve(&t);
        double planar = hypot(g.y, g.z);
        ck_assert(g.x >= 0);
        ck_assert_double_le(planar, mu * g.x + 4e-6 * t.pair_mass);
        NEAR(SPEED(t.row.velocity[0]), 0, 2e-5);
        if (planar > 0 && planar < 0.99 * mu * g.x && hypot(SPEED(t.row.velocity[1]), SPEED(t.row.velocity[2])) < 2e-5)
            held++;
        else
            slid++;
    }
    ck_assert_int_gt(held, 1000);
    ck_assert_int_gt(slid, 1000);
}
END_TEST

/* Sliding friction acts against the velocity with mu times the normal impulse, in any direction, and E17: against it, in proportion
 * to the normal impulse; the printed `unit planar minus mu r` is neither. */
START_TEST(sliding_friction_is_a_circle)
{
    for (int i = 0; i < 16; i++) {
        double angle = 0.2 + i * 0.4, mu = 0.3;
        struct row3_body b = ball(2, 0.5);
        b.v = (row3_vector){ 5 * cos(angle), -1, 5 * sin(angle) };
        b.arm = (row3_vector){ 0, -0.5, 0 };
        struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, mu, 0);
        row3_vector g = row3_resolve(&t), v = speed_of(t.body[1].v);
        NEAR(g.x, 2, 1e-5);
        NEAR(hypot(g.y, g.z), mu * g.x, 1e-5);
        NEAR(v.x, (5 - mu * 1) * cos(angle), 1e-5);
        NEAR(v.z, (5 - mu * 1) * sin(angle), 1e-5);
        ck_assert_double_gt(fabs(hypot(g.y, g.z) - (1 - mu * g.x)), 0.1); /* E17 */
    }
}
END_TEST

/* Exercise 15.2: what the static friction can hold is held; beyond it the dynamic friction acts. */
START_TEST(exercise_15_2_two_coefficients)
{
    for (unsigned i = 0; i < 2; i++) {
        struct row3_body b = { .mass = 1, .inertia = { 1e9, 1e9, 1e9 } };
        b.v = (row3_vector){ i == 0 ? 0.59 : 0.61, -1, 0 };
        struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0.6, 0);
        t.row.dynamic_friction = (int32_t)lround(0.3 * 0x1p26);
        (void)row3_resolve(&t);
        NEAR(SPEED(t.body[1].v.x), i == 0 ? 0 : 0.61 - 0.3, 1e-5);
    }
}
END_TEST

/* 15.10: other friction across than along: impulses on an ellipse, whole friction along each axis. */
START_TEST(anisotropic_friction_is_an_ellipse)
{
    const row3_vector v[2] = { { 0, -1, 5 }, { 5, -1, 0 } };
    for (unsigned i = 0; i < 2; i++) {
        struct row3_body b = ball(1, 0.5);
        b.v = v[i];
        struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0.4, 0);
        t.row.cross_friction = FS_UNIT_ONE / 4;
        row3_vector g = row3_resolve(&t);
        NEAR(hypot(g.y, g.z), i == 0 ? 0.4 : 0.1, 1e-5); /* the first tangent is z */
    }
}
END_TEST

/* 15.14: Velcro (mu = 6) on a corner whose friction lifts its normal velocity jams: no impulse is negative or large, and no energy
 * comes from it. */
START_TEST(great_friction_does_not_explode)
{
    fs_rng rng = fs_rng_seed(5, 1);
    for (int i = 0; i < 20000; i++) {
        struct row3_body b = box(1, 0.3 + 0.2 * uniform(&rng), 2, 0.3);
        b.arm = random_vector(&rng);
        b.v = random_vector(&rng);
        b.w = random_vector(&rng);
        struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 6, 0);
        double before = dot(b.v, b.v) + b.inertia.x * b.w.x * b.w.x + b.inertia.y * b.w.y * b.w.y +
                        b.inertia.z * b.w.z * b.w.z;
        if (t.row.desired == 0)
            continue;
        row3_vector g = row3_resolve(&t), v = speed_of(t.body[1].v), w = speed_of(t.body[1].w);
        double after = dot(v, v) + b.inertia.x * w.x * w.x + b.inertia.y * w.y * w.y + b.inertia.z * w.z * w.z;
        ck_assert(g.x >= 0);
        ck_assert_double_le(after, before * 1.0001 + 1e-5);
    }
}
END_TEST

/* 15.12: [v]x a = v x a, and E18: impulse = force times time, so that 1 kg at rest gets m g dt a tick. */
START_TEST(impulse_of_a_tick_is_force_times_time)
{
    double tick = 1 / 60.0, g = 10;
    struct row3_body b = box(1, 1, 1, 1);
    b.v = (row3_vector){ 0, -g * tick, 0 };
    b.arm = (row3_vector){ 0, -0.5, 0 };
    struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0.5, 0);
    row3_vector impulse = row3_resolve(&t);
    NEAR(impulse.x / tick, 10, 1e-4);             /* f = g / t: the weight */
    ck_assert_double_lt(impulse.x * tick, 0.003); /* f = g t, as printed */
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver_friction3");
    TCase *tc = tcase_create("friction");
    tcase_add_test(tc, friction_that_holds_stops_the_point);
    tcase_add_test(tc, sliding_friction_is_a_circle);
    tcase_add_test(tc, exercise_15_2_two_coefficients);
    tcase_add_test(tc, anisotropic_friction_is_an_ellipse);
    tcase_add_test(tc, great_friction_does_not_explode);
    tcase_add_test(tc, impulse_of_a_tick_is_force_times_time);
    suite_add_tcase(suite, tc);
    return suite;
}
