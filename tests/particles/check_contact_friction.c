/* check_contact_friction.c: particles that hold, slide and stop on surfaces.
 *
 * Rows 3-27 to 3-33 and 8.8 of lib/doc/COVERAGE.md. A particle of any mass on a plane with
 * friction mu: it stops after v^2/(2 mu g), holds while tan(slope) <= mu, and slides with
 * g (sin - mu cos). With velocity-first steps of h the sums are exact: n steps from v with
 * deceleration a go n v h - a h^2 n(n+1)/2.
 */
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "particles/link_fixture.h"

struct slope {
    fs_unit3 normal;
    fs_surface surface;
};

static fs_surface make_surface(double grip, double drag)
{
    return (fs_surface){ wide_of(grip), wide_of(drag) };
}

static void detect_slope(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    const struct slope *slope = context;
    (void)arena;
    fs_detector_def how = fs_default_detector_def();
    how.surface = slope->surface;
    how.margin = FS_POS_ONE / 1000;
    fs_detect_plane(out, p, &how, fs_pos3_zero(), slope->normal);
}

static void open_slope(struct link_fixture *r, struct slope *slope, double degrees, double g, fs_link_solver solver,
                       uint32_t substeps)
{
    uint32_t turn = fs_turn_from_degrees(fs_fix16_from_ratio((int64_t)(degrees * 1000), 1000));
    slope->normal = fs_unit3_make(fs_sin(turn), fs_cos(turn), 0);
    open_link_fixture(r, wide3_of(0, -g, 0), solver, substeps);
    r->detect = detect_slope;
    r->context = slope;
}

static double distance(const struct link_fixture *r, uint32_t i)
{
    return hypot(of_wide(r->p.pos[i].x), of_wide(r->p.pos[i].y));
}

/* --- level ground ------------------------------------------------------------------------ */

/* 3-28: v = 6, mu = 0.3, g = 10: stops after 2 s and 6 m less the half step. */
START_TEST(row_3_28_stopping_distance)
{
    struct slope level = { .surface = make_surface(0.5, 0.3) };
    struct link_fixture r;
    open_slope(&r, &level, 0, 10, FS_LINK_SOLVER_WORST_FIRST, 1);
    uint32_t a = add_particle(&r, 5, pos3_of(0, 0, 0), vel3_of(6, 0, 0));
    int ticks = 0;
    while (r.p.vel[a].x > 0 && ticks < 1000) {
        step_tick(&r);
        ticks++;
    }
    SAME(r.p.vel[a].x, 0);
    NEAR(ticks, 120, 0);
    NEAR(of_wide(r.p.pos[a].x), 6 - 6.0 / 120, 1e-4);
    SAME(r.p.vel[a].y, 0);
    fs_pos3 stopped = r.p.pos[a];
    step_ticks(&r, 600);
    HOLDS(fs_pos3_eq(stopped, r.p.pos[a]));
    close_link_fixture(&r);
}
END_TEST

/* 3-29: the speed falls by the same amount each tick, along its own direction, and never
 * turns: mu g h = 1/8 m/s per tick from (0.6, 0.8) 2 m/s takes 16 ticks. */
START_TEST(row_3_29_direction_is_kept)
{
    struct slope level = { .surface = make_surface(0.75, 0.75) };
    struct link_fixture r;
    open_slope(&r, &level, 0, 10, FS_LINK_SOLVER_WORST_FIRST, 1);
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(1.2, 0, 1.6));
    double left = 2;
    for (int tick = 0; tick < 15; tick++) {
        step_tick(&r);
        left -= 0.125;
        double x = of_vel(r.p.vel[a].x), z = of_vel(r.p.vel[a].z);
        NEAR(hypot(x, z), left, 2e-6);
        NEAR(x * 0.8 - z * 0.6, 0, 2e-6);
        HOLDS(x > 0 && z > 0);
    }
    step_ticks(&r, 2);
    HOLDS(fs_vel3_eq(r.p.vel[a], fs_vel3_zero()));
    close_link_fixture(&r);
}
END_TEST

/* 3-27: a push just below mu m g never moves it, just above it does. */
START_TEST(row_3_27_static_limit)
{
    struct slope level = { .surface = make_surface(0.5, 0.4) };
    struct link_fixture r;
    open_slope(&r, &level, 0, 10, FS_LINK_SOLVER_WORST_FIRST, 1);
    uint32_t below = add_particle(&r, 3, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    uint32_t above = add_particle(&r, 3, pos3_of(0, 0, 9), vel3_of(0, 0, 0));
    add_force(&r, fs_force_constant(below, wide3_of(14.99, 0, 0)));
    add_force(&r, fs_force_constant(above, wide3_of(15.01, 0, 0)));
    step_ticks(&r, 3600);
    SAME(r.p.pos[below].x, 0);
    SAME(r.p.pos[below].z, 0);
    HOLDS(of_wide(r.p.pos[above].x) > 100);
    close_link_fixture(&r);
}
END_TEST

/* 3-30: several frictions add: the ground's and a linear drag k: v' = -(mu g + k v / m). */
START_TEST(row_3_30_several_frictions)
{
    struct slope level = { .surface = make_surface(0.2, 0.2) };
    struct link_fixture r;
    open_slope(&r, &level, 0, 10, FS_LINK_SOLVER_WORST_FIRST, 1);
    uint32_t a = add_particle(&r, 2, pos3_of(0, 0, 0), vel3_of(10, 0, 0));
    add_force(&r, fs_force_drag(a, wide_of(1), 0));
    double v = 10;
    for (int tick = 0; tick < 60; tick++) {
        step_tick(&r);
        v = v * (1 - 0.5 / 60) - 2.0 / 60;
        NEAR(of_vel(r.p.vel[a].x), v, 4e-6);
    }
    close_link_fixture(&r);
}
END_TEST

/* --- inclines ------------------------------------------------------------------------------ */

/* 3-31, 8.8: below the critical angle not a bit changes in 10^5 ticks; above it slides. */
START_TEST(row_3_31_critical_angle)
{
    struct slope slope = { .surface = make_surface(0.5, 0.5) };
    for (int above = 0; above < 2; above++) {
        struct link_fixture r;
        open_slope(&r, &slope, above ? 27.0 : 26.0, 9.8, FS_LINK_SOLVER_WORST_FIRST, 1); /* atan 0.5 is 26.565 */
        uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
        step_ticks(&r, above ? 600 : 100000);
        if (above)
            HOLDS(distance(&r, a) > 0.5);
        else
            HOLDS(fs_pos3_eq(r.p.pos[a], fs_pos3_zero()));
        close_link_fixture(&r);
    }
}
END_TEST

/* g (sin - mu cos) of 9.8: the listed accelerations, and without friction g sin. */
static const struct {
    double degrees, mu, acceleration;
} slides[] = { { 30, 0.1, 4.051 }, { 30, 0.5, 0.656 }, { 45, 0.5, 3.465 }, { 30, 0, 4.9 } };

START_TEST(row_3_31_sliding_acceleration)
{
    struct slope slope = { .surface = make_surface(slides[_i].mu, slides[_i].mu) };
    struct link_fixture r;
    open_slope(&r, &slope, slides[_i].degrees, 9.8, FS_LINK_SOLVER_WORST_FIRST, 1);
    uint32_t a = add_particle(&r, 4, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    step_ticks(&r, 120);
    NEAR(hypot(of_vel(r.p.vel[a].x), of_vel(r.p.vel[a].y)), slides[_i].acceleration * 2, 2e-3);
    NEAR(distance(&r, a), slides[_i].acceleration / 7200 * 121 * 120, 0.003);
    HOLDS(r.p.pos[a].x > 0 && r.p.pos[a].y < 0);
    close_link_fixture(&r);
}
END_TEST

/* The same holds with substeps and small steps, and for the other integrators. */
START_TEST(inclines_hold_with_every_integrator)
{
    struct slope slope = { .surface = make_surface(0.6, 0.4) };
    for (uint32_t substeps = 1; substeps <= 4; substeps += 3) {
        struct link_fixture r;
        open_slope(&r, &slope, 20, 10, FS_LINK_SOLVER_XPBD, substeps);
        *r.p.integrator = (uint8_t)_i;
        uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
        step_ticks(&r, 2000);
        HOLDS(distance(&r, a) < 1e-6);
        close_link_fixture(&r);
    }
}
END_TEST

/* What lies on a moving immovable particle is carried along: a plank that travels at 1 m/s. */
static void detect_belt(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)context;
    (void)arena;
    fs_contact c = { .a = 1,
                     .b = 0,
                     .normal = { 0, FS_UNIT_ONE, 0 },
                     .depth = -p->pos[1].y,
                     .surface = make_surface(1, 1) };
    if (c.depth >= -FS_POS_ONE / 1000)
        fs_contact_add(out, c);
}

START_TEST(moving_scenery_carries)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_WORST_FIRST, 1);
    r.detect = detect_belt;
    add_particle(&r, 0, pos3_of(0, 0, 0), vel3_of(1, 0, 0));
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    step_ticks(&r, 60);
    NEAR(of_vel(r.p.vel[a].x), 1, 1e-12);
    NEAR(of_wide(r.p.pos[a].x), 1, 0.12);
    close_link_fixture(&r);
}
END_TEST

/* --- surfaces ---------------------------------------------------------------------------------- */

/* 3-33: the same push, three grounds: ice lets it go furthest. */
START_TEST(row_3_33_ice_is_not_road)
{
    double way[3];
    const fs_surface_kind kinds[3] = { FS_SURFACE_ICE, FS_SURFACE_DIRT, FS_SURFACE_ROAD };
    for (int k = 0; k < 3; k++) {
        struct slope level = { .surface = fs_default_surface(kinds[k]) };
        struct link_fixture r;
        open_slope(&r, &level, 0, 10, FS_LINK_SOLVER_WORST_FIRST, 1);
        uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(3, 0, 0));
        step_ticks(&r, 900);
        way[k] = of_wide(r.p.pos[a].x);
        NEAR(way[k], 9 / (20 * of_wide(level.surface.dynamic_friction)) - 3.0 / 120, 0.002 * way[k] + 1e-3);
        close_link_fixture(&r);
    }
    HOLDS(way[0] > 9 * way[1] && way[1] > way[2]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("contact_friction");
    TCase *level = tcase_create("level");
    tcase_add_test(level, row_3_28_stopping_distance);
    tcase_add_test(level, row_3_29_direction_is_kept);
    tcase_add_test(level, row_3_27_static_limit);
    tcase_add_test(level, row_3_30_several_frictions);
    suite_add_tcase(s, level);
    TCase *incline = tcase_create("incline");
    tcase_add_test(incline, row_3_31_critical_angle);
    tcase_add_loop_test(incline, row_3_31_sliding_acceleration, 0, 4);
    tcase_add_loop_test(incline, inclines_hold_with_every_integrator, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(incline, moving_scenery_carries);
    suite_add_tcase(s, incline);
    TCase *surface = tcase_create("surface");
    tcase_add_test(surface, row_3_33_ice_is_not_road);
    suite_add_tcase(s, surface);
    return s;
}
