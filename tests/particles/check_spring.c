/* check_spring.c: springs, bungees, the stiff spring and homing against closed forms.
 *
 * Numbers in front of a test name its rows as in check_particle.c. The printed errors of
 * the sources are tested not to be there. Doubles only measure.
 */
#include "particles/particle_fixture.h"

#include <math.h>

#include "support/check_main.h"

static struct particle_fixture open_without_gravity(uint32_t hz, uint32_t particles, fs_integrator integrator)
{
    return open_particle_fixture(hz, particles, fs_wide3_zero(), integrator);
}

static fs_wide3 force_on(struct particle_fixture *fixture, uint32_t i)
{
    bind_particle_fixture(fixture);
    fs_arena arena = fixture->arena;
    fs_force_sum *sums = fs_force_sums_alloc(&arena, fixture->p.count);
    ck_assert(sums != NULL);
    ck_assert_int_eq(fs_forces_apply(&fixture->forces, &fixture->p, sums, arena), FS_OK);
    return fs_wide3_make(fs_i128_sat64(sums[i].x), fs_i128_sat64(sums[i].y), fs_i128_sat64(sums[i].z));
}

static bool equals(fs_wide3 f, double x, double y, double z)
{
    return fs_wide3_eq(f, wide3_of(x, y, z));
}

/* --- Hooke ------------------------------------------------------------------------------ */

/* A6.1, A6.2: pulls when stretched and pushes when compressed, equal and opposite; with no
 * direction there is no force. */
START_TEST(hooke)
{
    struct particle_fixture fixture = open_without_gravity(60, 2, FS_INTEGRATOR_SYMPLECTIC_EULER);
    add_force(&fixture, fs_force_spring(0, 1, 10 * FS_WIDE_ONE, 5 * FS_WIDE_ONE));
    fixture.p.pos[1] = pos3_of(6, 0, 8);
    ck_assert(equals(force_on(&fixture, 0), 30, 0, 40) && equals(force_on(&fixture, 1), -30, 0, -40));
    fixture.p.pos[1] = pos3_of(1.5, 0, 2);
    ck_assert(equals(force_on(&fixture, 0), -15, 0, -20) && equals(force_on(&fixture, 1), 15, 0, 20));
    fixture.p.pos[1] = pos3_of(3, 0, 4);
    ck_assert(equals(force_on(&fixture, 0), 0, 0, 0));
    fixture.p.pos[1] = fs_pos3_zero();
    ck_assert(equals(force_on(&fixture, 0), 0, 0, 0) && equals(force_on(&fixture, 1), 0, 0, 0));
    /* A single step apart the direction is exact. */
    fixture.p.pos[1] = fs_pos3_make(3, 4, 0);
    fixture.forces.k[0] = FS_WIDE_ONE;
    fs_wide3 f = force_on(&fixture, 0);
    NEAR(of_wide(f.x), -3, 2e-9);
    NEAR(of_wide(f.y), -4, 3e-9);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.1: a weight hangs m g / k below the rest length, from a point and from an immovable
 * particle. */
START_TEST(a_weight_hangs)
{
    struct particle_fixture fixture = open_particle_fixture(60, 3, wide3_of(0, -10, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_particle_set_immovable(&fixture.p, 1);
    fixture.p.pos[1] = pos3_of(7, 3, 0);
    fixture.p.pos[2] = pos3_of(7, 1, 0);
    for (uint32_t i = 0; i < 3; i += 2) {
        fs_particle_set_mass(&fixture.p, i, 2 * FS_WIDE_ONE);
        fs_particle_set_damping(&fixture.p, i, FS_UNIT_ONE / 4);
    }
    add_force(&fixture, fs_force_anchored_spring(0, pos3_of(0, 3, 0), 50 * FS_WIDE_ONE, FS_WIDE_ONE));
    add_force(&fixture, fs_force_spring(2, 1, 50 * FS_WIDE_ONE, FS_WIDE_ONE));
    step_ticks(&fixture, 3600);
    NEAR(of_wide(fixture.p.pos[0].y), 3 - 1 - 0.4, 3e-7);
    NEAR(of_wide(fixture.p.pos[2].y), 3 - 1 - 0.4, 3e-7);
    ck_assert(fixture.p.pos[0].x == 0 && fixture.p.pos[2].x == 7 * FS_POS_ONE && fixture.p.pos[1].y == 3 * FS_POS_ONE);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.2, A3.5: a free pair of equal masses: the momentum is 0 to the bit and the middle does
 * not move by a step, for two minutes. */
START_TEST(a_free_pair_keeps_its_middle)
{
    struct particle_fixture fixture = open_without_gravity(60, 2, (fs_integrator)_i);
    fixture.p.pos[0] = pos3_of(-1.1, 0.3, 0.7);
    fixture.p.pos[1] = fs_pos3_neg(fixture.p.pos[0]);
    add_force(&fixture, fs_force_spring(0, 1, 3 * FS_WIDE_ONE, FS_WIDE_ONE));
    for (int n = 0; n < (_i == FS_INTEGRATOR_EXPLICIT_EULER ? 600 : 7200); n++) {
        step_tick(&fixture);
        HOLDS(fs_pos3_eq(fixture.p.pos[0], fs_pos3_neg(fixture.p.pos[1])) &&
              fs_vel3_eq(fixture.p.vel[0], fs_vel3_neg(fixture.p.vel[1])));
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* A3.5, C3-17: unequal masses: the momentum of a closed set stays within one velocity
 * step of each mass a tick, and in an hour's ticks within a few hundred, without a trend. */
START_TEST(momentum_of_a_closed_set)
{
    static const double masses[] = { 1, 3, 0.7, 12.5, 100 };
    struct particle_fixture fixture = open_without_gravity(60, 5, FS_INTEGRATOR_SYMPLECTIC_EULER);
    double total = 0, worst = 0;
    for (uint32_t i = 0; i < 5; i++) {
        fs_particle_set_mass(&fixture.p, i, wide_of(masses[i]));
        fixture.p.pos[i] = pos3_of(3 * cos(i), 3 * sin(2 * i), i);
        total += masses[i];
    }
    for (uint32_t i = 0; i < 5; i++) {
        add_force(&fixture, fs_force_spring(i, (i + 1) % 5, 20 * FS_WIDE_ONE, 2 * FS_WIDE_ONE));
        add_force(&fixture, fs_force_mutual_gravity(i, (i + 2) % 5, FS_WIDE_ONE / 100, FS_WIDE_ONE / 10));
    }
    add_force(&fixture, fs_force_overcrowding(FS_WIDE_ONE, 30 * FS_WIDE_ONE));
    for (int n = 1; n <= 3600; n++) {
        step_tick(&fixture);
        fs_wide3 sum = fs_wide3_zero();
        for (uint32_t i = 0; i < 5; i++)
            sum = fs_wide3_add(sum, fs_particle_momentum(&fixture.p, i));
        worst = fmax(worst, fmax(fabs(of_wide(sum.x)), fmax(fabs(of_wide(sum.y)), fabs(of_wide(sum.z)))));
    }
    NEAR(worst, 0, total * 100 * 4.8e-7);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.4, A6.3: only the follower of a one-way spring moves; the leader keeps every bit of its
 * own motion. */
START_TEST(a_follower_does_not_disturb)
{
    struct particle_fixture alone = open_particle_fixture(60, 1, wide3_of(0, -1, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    struct particle_fixture fixture = open_particle_fixture(60, 2, wide3_of(0, -1, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    alone.p.vel[0] = fixture.p.vel[0] = vel3_of(3, 4, 5);
    fixture.p.pos[1] = pos3_of(-5, 0, 0);
    fs_particle_set_damping(&fixture.p, 1, FS_UNIT_ONE / 8);
    add_force(&fixture, fs_force_one_way_spring(1, 0, 20 * FS_WIDE_ONE, 2 * FS_WIDE_ONE));
    step_ticks(&fixture, 300);
    step_ticks(&alone, 300);
    ck_assert(fs_pos3_eq(fixture.p.pos[0], alone.p.pos[0]) && fs_vel3_eq(fixture.p.vel[0], alone.p.vel[0]));
    ck_assert(fs_pos3_dist_sq_cmp(fixture.p.pos[0], fixture.p.pos[1], wide_of(4)) < 0);
    close_particle_fixture(&fixture);
    close_particle_fixture(&alone);
}
END_TEST

/* A6.5, A6.6: slack up to its length, beyond it pulls (and never pushes). */
START_TEST(bungee_pulls_only)
{
    struct particle_fixture fixture = open_without_gravity(60, 2, FS_INTEGRATOR_SYMPLECTIC_EULER);
    add_force(&fixture, fs_force_bungee(0, 1, 10 * FS_WIDE_ONE, 5 * FS_WIDE_ONE));
    add_force(&fixture, fs_force_anchored_bungee(0, fs_pos3_zero(), 10 * FS_WIDE_ONE, 5 * FS_WIDE_ONE));
    fixture.p.pos[1] = pos3_of(3, 0, 4);
    ck_assert(equals(force_on(&fixture, 0), 0, 0, 0) && equals(force_on(&fixture, 1), 0, 0, 0));
    fixture.p.pos[1] = pos3_of(0, 1, 0);
    ck_assert(equals(force_on(&fixture, 1), 0, 0, 0));
    fixture.p.pos[1] = pos3_of(6, 0, 8);
    ck_assert(equals(force_on(&fixture, 0), 30, 0, 40) && equals(force_on(&fixture, 1), -30, 0, -40));
    fixture.p.pos[0] = fixture.p.pos[1];
    ck_assert(equals(force_on(&fixture, 0), -30, 0, -40));
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.5: the deepest fall y of a bungee jump: k (y - l)^2 / 2 = m g y. */
START_TEST(bungee_jump)
{
    const double m = 80, g = 10, k = 100, l = 20;
    struct particle_fixture fixture = open_particle_fixture(120, 1, wide3_of(0, -g, 0), FS_INTEGRATOR_VELOCITY_VERLET);
    fs_particle_set_mass(&fixture.p, 0, wide_of(m));
    add_force(&fixture, fs_force_anchored_bungee(0, fs_pos3_zero(), wide_of(k), wide_of(l)));
    double deepest = 0;
    for (int n = 0; n < 1200; n++) {
        step_tick(&fixture);
        deepest = fmin(deepest, of_wide(fixture.p.pos[0].y));
    }
    double b = l + m * g / k;
    NEAR(-deepest, b + sqrt(b * b - l * l), 3e-4);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.8: beyond the limit a fraction of the stiffness, without a jump; compressed as without a limit. */
START_TEST(limit_of_elasticity)
{
    static const struct {
        double length, force;
    } listed[] = { { 1, 10 }, { 2, 0 }, { 3, -10 }, { 4, -20 }, { 5, -22.5 }, { 8, -30 } };
    struct particle_fixture fixture = open_without_gravity(60, 2, FS_INTEGRATOR_SYMPLECTIC_EULER);
    add_force(&fixture,
              fs_force_elastic_limit(1, 0, 10 * FS_WIDE_ONE, 2 * FS_WIDE_ONE, 4 * FS_WIDE_ONE, FS_WIDE_ONE * 5 / 2));
    for (int i = 0; i < 6; i++) {
        fixture.p.pos[1] = pos3_of(0, listed[i].length, 0);
        ck_assert(equals(force_on(&fixture, 1), 0, listed[i].force, 0));
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* --- oscillation ---------------------------------------------------------------------------- */

static struct particle_fixture oscillator(uint32_t hz, fs_integrator integrator, double k, double damping)
{
    struct particle_fixture fixture = open_without_gravity(hz, 1, integrator);
    ck_assert_int_eq(fs_particle_set_damping(&fixture.p, 0, (fs_unit)(damping * FS_UNIT_ONE + 0.5)), FS_OK);
    fixture.p.pos[0] = pos3_of(10, 0, 0);
    add_force(&fixture, fs_force_anchored_spring(0, fs_pos3_zero(), wide_of(k), 0));
    return fixture;
}

/* Time of `turns` full periods, from the passages through 0. */
static double period_of(struct particle_fixture *fixture, int turns)
{
    double first = 0, last = 0;
    int found = 0;
    for (int n = 1; found <= 2 * turns; n++) {
        double before = of_wide(fixture->p.pos[0].x);
        step_tick(fixture);
        double now = of_wide(fixture->p.pos[0].x);
        if ((before > 0) == (now > 0))
            continue;
        last = n - now / (now - before);
        first = found++ == 0 ? last : first;
    }
    return (last - first) / turns;
}

/* A6.12: velocity-first and half-step swing with cos(W h) = 1 - w^2 h^2 / 2. */
START_TEST(period_of_an_oscillator)
{
    static const double stiffness[] = { 1, 40, 2000, 9000 };
    for (int i = 0; i < 4; i++) {
        double w2h2 = stiffness[i] / 3600, exact = 2 * M_PI / acos(1 - w2h2 / 2);
        struct particle_fixture fixture = oscillator(
            60, _i == 0 ? FS_INTEGRATOR_SYMPLECTIC_EULER : FS_INTEGRATOR_VELOCITY_VERLET, stiffness[i], 1);
        NEAR(period_of(&fixture, i == 0 ? 4 : 40) / exact, 1, i == 3 ? 3e-3 : 1e-4);
        close_particle_fixture(&fixture);
    }
}
END_TEST

/* A6.12: position-first grows by sqrt(1 + w^2 h^2) a step. */
START_TEST(explicit_steps_grow)
{
    struct particle_fixture fixture = oscillator(60, FS_INTEGRATOR_EXPLICIT_EULER, 40, 1);
    double w2 = 40, w2h2 = w2 / 3600, x = 0, v = 0;
    for (int n = 1; n <= 300; n++) {
        step_tick(&fixture);
        x = of_wide(fixture.p.pos[0].x);
        v = of_vel(fixture.p.vel[0].x);
        NEAR(sqrt(x * x + v * v / w2) / (10 * pow(1 + w2h2, n / 2.0)), 1, 1e-7);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* Energy of the half-step form stays in a narrow band for 10,000 ticks. */
START_TEST(half_steps_keep_the_energy)
{
    struct particle_fixture fixture = oscillator(60, FS_INTEGRATOR_VELOCITY_VERLET, 40, 1);
    double low = 1e9, high = 0;
    for (int n = 0; n < 10000; n++) {
        step_tick(&fixture);
        double x = of_wide(fixture.p.pos[0].x), v = of_vel(fixture.p.vel[0].x);
        /* What velocity Verlet keeps exactly of a harmonic oscillator. */
        double energy = v * v / 2 + 40 * x * x / 2 * (1 - 40 / 3600.0 / 4);
        low = fmin(low, energy);
        high = fmax(high, energy);
    }
    NEAR(high / low, 1, 2e-6);
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.9: the largest stable stiffness with damping d at 50 Hz, 1 kg: position-first
 * (1/D - 1)/h^2, velocity-first 2 (1 + D)/(D h^2). Just below it stays bounded for 100,000
 * steps, just above it grows. */
static const struct {
    double d, k_explicit, k_symplectic;
} stiff_limits[] = { { 0.9, 5.2736, 10010.5 }, { 0.5, 34.899, 10069.8 }, { 0.99, 0.50257, 10001.0 } };

/* From x0, small enough for the speed limit; the largest distance near the end over x0. */
static double growth_after(fs_integrator integrator, double k, double d, double x0, int ticks)
{
    struct particle_fixture fixture = oscillator(50, integrator, k, d);
    fixture.p.pos[0] = pos3_of(x0, 0, 0);
    double largest = 0;
    for (int n = 0; n < ticks; n++) {
        step_tick(&fixture);
        if (n > ticks - 200)
            largest = fmax(largest, fabs(of_wide(fixture.p.pos[0].x)));
    }
    close_particle_fixture(&fixture);
    return largest / x0;
}

START_TEST(largest_stable_stiffness)
{
    double d = stiff_limits[_i].d, D = pow(d, 1 / 50.0);
    double k1 = (1 / D - 1) * 2500, k2 = 2 * (1 + D) / D * 2500;
    NEAR(k1, stiff_limits[_i].k_explicit, k1 * 2e-5);
    NEAR(k2, stiff_limits[_i].k_symplectic, k2 * 2e-5);
    ck_assert(growth_after(FS_INTEGRATOR_EXPLICIT_EULER, k1 * 0.98, d, 10, 100000) < 1);
    ck_assert(growth_after(FS_INTEGRATOR_EXPLICIT_EULER, k1 * 1.02, d, 10, 100000) > 1.02);
    ck_assert(growth_after(FS_INTEGRATOR_SYMPLECTIC_EULER, k2 * 0.99, d, 0.01, 100000) < 1);
    ck_assert(growth_after(FS_INTEGRATOR_SYMPLECTIC_EULER, k2 * 1.01, d, 0.01, 3000) > 100);
}
END_TEST

/* --- the stiff spring -------------------------------------------------------------------------- */

/* Where a damped oscillator is after t seconds. */
static double after(double x, double v, double k, double d, double t)
{
    double q = k - d * d / 4, e = exp(-d * t / 2);
    if (fabs(q) < 1e-9)
        return e * (x + (v + d / 2 * x) * t);
    double g = sqrt(fabs(q)), c = (d / 2 * x + v) / g;
    return q > 0 ? e * (x * cos(g * t) + c * sin(g * t)) : e * (x * cosh(g * t) + c * sinh(g * t));
}

/* A6.10: the first step lands on the closed form: weak and stiff, under-damped, critical and
 * over-damped, for any mass. */
static const struct {
    double k, d;
} stiff[] = { { 0, 0 },     { 1, 0 },       { 100, 1 },     { 3500, 0 },     { 3700, 0 },     { 30000, 5 },
              { 1e6, 0 },   { 2.6e8, 100 }, { 100, 20 },    { 100, 20.001 }, { 100, 19.999 }, { 1, 300 },
              { 1, 16000 }, { 1e8, 16000 }, { 10000, 250 }, { 1e6, 2500 } };

START_TEST(a_stiff_spring_lands_on_the_closed_form)
{
    double k = stiff[_i].k, d = stiff[_i].d;
    static const double masses[] = { 1, 0.05, 1000 };
    struct particle_fixture fixture = open_without_gravity(60, 3, FS_INTEGRATOR_SYMPLECTIC_EULER);
    for (uint32_t i = 0; i < 3; i++) {
        fs_particle_set_mass(&fixture.p, i, wide_of(masses[i]));
        fixture.p.pos[i] = pos3_of(3, 2, -1);
        fixture.p.vel[i] = vel3_of(0, -10, 4);
        add_force(&fixture, fs_force_stiff_spring(i, pos3_of(1, 2, 0), wide_of(k), wide_of(d)));
    }
    step_tick(&fixture);
    for (uint32_t i = 0; i < 3; i++) {
        NEAR(of_wide(fixture.p.pos[i].x), 1 + after(2, 0, k, d, 1 / 60.0), 2e-8);
        NEAR(of_wide(fixture.p.pos[i].y), 2 + after(0, -10, k, d, 1 / 60.0), 3e-8);
        NEAR(of_wide(fixture.p.pos[i].z), after(-1, 4, k, d, 1 / 60.0), 2e-8);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* A6.10: far beyond the stiffness that breaks the plain spring it stays bounded and, damped, comes to rest;
 * the plain spring of the same stiffness flies off. Immovable particles stay. */
START_TEST(a_stiff_spring_holds)
{
    struct particle_fixture fixture = open_without_gravity(60, 3, FS_INTEGRATOR_SYMPLECTIC_EULER);
    for (uint32_t i = 0; i < 3; i++)
        fixture.p.pos[i] = pos3_of(1, 0, 0);
    fs_particle_set_immovable(&fixture.p, 2);
    add_force(&fixture, fs_force_stiff_spring(0, fs_pos3_zero(), wide_of(20000), wide_of(5)));
    add_force(&fixture, fs_force_stiff_spring(2, fs_pos3_zero(), wide_of(20000), wide_of(5)));
    add_force(&fixture, fs_force_anchored_spring(1, fs_pos3_zero(), wide_of(20000), 0));
    double largest = 0;
    for (int n = 0; n < 1200; n++) {
        step_tick(&fixture);
        largest = fmax(largest, fabs(of_wide(fixture.p.pos[0].x)));
    }
    ck_assert(largest < 1.01);
    NEAR(of_wide(fixture.p.pos[0].x), 0, 6e-10);
    ck_assert(fabs(of_wide(fixture.p.pos[1].x)) > 3); /* held back by the speed limit alone */
    ck_assert(fixture.p.pos[2].x == FS_POS_ONE);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- homing --------------------------------------------------------------------------------------- */

/* A6.15: the force points from the predicted position of the missile to that of the target. */
START_TEST(homing_leads_the_target)
{
    struct particle_fixture fixture = open_without_gravity(60, 2, FS_INTEGRATOR_SYMPLECTIC_EULER);
    fixture.p.pos[1] = pos3_of(100, 0, 0);
    fixture.p.vel[1] = vel3_of(0, 0, 30);
    fixture.p.vel[0] = vel3_of(10, 5, 0);
    add_force(&fixture, fs_force_homing(0, 1, 2 * FS_WIDE_ONE, 2 * FS_WIDE_ONE));
    ck_assert(equals(force_on(&fixture, 0), 2 * (100 - 20), 2 * -10, 2 * 60) && equals(force_on(&fixture, 1), 0, 0, 0));
    fs_pos nearest = FS_POS_MAX;
    for (int n = 0; n < 900; n++) {
        step_tick(&fixture);
        nearest = fs_min64(nearest, fs_pos3_dist(fixture.p.pos[0], fixture.p.pos[1]));
    }
    ck_assert(nearest < FS_POS_ONE);
    close_particle_fixture(&fixture);
}
END_TEST

static TCase *spring_case(void)
{
    TCase *tc = tcase_create("springs");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, hooke);
    tcase_add_test(tc, a_weight_hangs);
    tcase_add_loop_test(tc, a_free_pair_keeps_its_middle, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(tc, momentum_of_a_closed_set);
    tcase_add_test(tc, a_follower_does_not_disturb);
    tcase_add_test(tc, bungee_pulls_only);
    tcase_add_test(tc, bungee_jump);
    tcase_add_test(tc, limit_of_elasticity);
    tcase_add_test(tc, homing_leads_the_target);
    return tc;
}

static TCase *oscillator_case(void)
{
    TCase *tc = tcase_create("oscillators");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, period_of_an_oscillator, 0, 2);
    tcase_add_test(tc, explicit_steps_grow);
    tcase_add_test(tc, half_steps_keep_the_energy);
    tcase_add_loop_test(tc, largest_stable_stiffness, 0, 3);
    tcase_add_loop_test(tc, a_stiff_spring_lands_on_the_closed_form, 0, (int)(sizeof stiff / sizeof stiff[0]));
    tcase_add_test(tc, a_stiff_spring_holds);
    return tc;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("spring");
    suite_add_tcase(suite, spring_case());
    suite_add_tcase(suite, oscillator_case());
    return suite;
}
