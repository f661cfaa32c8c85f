/* check_precision3.c: small numbers and directions in space: forces that contacts and joints pass on, a pair that spins, tipping
 * blocks, towers of any size, scenes whose axes are exchanged.
 *
 * FIXSTEP_FIGURES in the environment prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* the columns are written */

#include <fixstep/joint3.h>
#include <fixstep/trig.h>

#include "physics3d/world3_fixture.h"
#include "support/figures.h"

enum { HZ = 60, SUBSTEPS = 4, CONTACT = 0, LOOP = -1 /* beside the kinds of joints */ };

static struct fixture3 open_world(double gravity, uint32_t hz)
{
    const fs_world3_limits limits = { .bodies = 80, .shapes = 80, .joints = 4, .materials = 2, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(hz);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.gravity = fs_wide3_make(0, pos_of(-gravity), 0);
    return fixture3_start_with(hz, &limits, &def);
}

static void set_surface(struct fixture3 *t, double friction, double restitution)
{
    t->w.material.static_friction[0] = t->w.material.dynamic_friction[0] = (fix16_t)lround(friction * FS_FIX16_ONE);
    t->w.material.restitution[0] = (fs_unit)lround(restitution * FS_UNIT_ONE);
}

/* ---- forces that are passed on ---------------------------------------------------------------------------------- */

static fs_body3 add_mass(struct fixture3 *t, double x, double mass)
{
    fs_body3 body = fixture3_body(t, FS_BODY3_DYNAMIC, pos3_of(x, 0, 0));
    fs_scaled m = fs_scaled_from_wide(pos_of(mass)), i = fs_scaled_from_wide(pos_of(mass / 6));
    const fs_mass_data3 data = { .mass = m, .inertia = { .xx = i, .yy = i, .zz = i } };
    ck_assert_int_eq(fs_body3_set_mass(&t->w, body, data), FS_OK);
    return body;
}

/* Two balls beside each other: a loop, whose joints are solved row by row. */
static void tie_twice(struct fixture3 *t, fs_body3 a, fs_body3 b)
{
    for (int side = -1; side <= 1; side += 2) {
        fs_joint3_def def = fs_default_joint3_def(FS_JOINT3_BALL);
        def.body_a = a;
        def.body_b = b;
        ck_assert_int_eq(fs_joint3_def_set_anchors(&t->w, &def, pos3_of(0.5, side * 0.2, 0),
                                                   pos3_of(0.5, side * 0.2, 0), fs_unit3_make(FS_UNIT_ONE, 0, 0)),
                         FS_OK);
        ck_assert_int_eq(fs_joint3_create(&t->w, &def, NULL), FS_OK);
    }
}

static void tie(struct fixture3 *t, int link, fs_body3 a, fs_body3 b)
{
    const fs_pos3 half = pos3_of(0.5, 0.5, 0.5);
    if (link == LOOP) {
        tie_twice(t, a, b);
        return;
    }
    if (link == CONTACT) {
        ck_assert_int_eq(fs_shape3_create_box(&t->w, a, NULL, half, NULL), FS_OK);
        ck_assert_int_eq(fs_shape3_create_box(&t->w, b, NULL, half, NULL), FS_OK);
        return;
    }
    fs_joint3_def def = fs_default_joint3_def((fs_joint3_kind)link);
    def.body_a = a;
    def.body_b = b;
    ck_assert_int_eq(
        fs_joint3_def_set_anchors(&t->w, &def, pos3_of(0, 0, 0), pos3_of(1, 0, 0), fs_unit3_make(FS_UNIT_ONE, 0, 0)),
        FS_OK);
    ck_assert_int_eq(fs_joint3_create(&t->w, &def, NULL), FS_OK);
}

/* A body of 1 kg and one of `ratio` kg behind it, tied by a joint or touching. A force on the first accelerates both with
 * `acceleration` (m/s^2) for a minute. The distance of the second over that of the exact recurrence. */
static double passed_on(int link, double ratio, double acceleration, double speed)
{
    struct fixture3 t = open_world(0, HZ);
    double sign = link == FS_JOINT3_CABLE ? -1 : 1, n = 60 * HZ * SUBSTEPS, h = 1.0 / (HZ * SUBSTEPS);
    fs_body3 light = add_mass(&t, 0, 1), heavy = add_mass(&t, 1, ratio);
    set_surface(&t, 0, 0);
    tie(&t, link, light, heavy);
    const fs_vel start = (fs_vel)lround(speed * FS_VEL_ONE);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, light, fs_vel3_make(start, start / 2, 0), fs_vel3_zero()), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, heavy, fs_vel3_make(start, start / 2, 0), fs_vel3_zero()), FS_OK);
    fs_wide3 force = fs_wide3_make(pos_of(sign * acceleration * (1 + ratio)), 0, 0);
    for (int tick = 0; tick < 60 * HZ; tick++) {
        ck_assert_int_eq(fs_body3_apply_force(&t.w, light, force), FS_OK);
        fixture3_step(&t, 1);
    }
    double distance = metres(t.w.body.pos[fixture3_row(&t, heavy)].x) - 1 - 60 * speed;
    fixture3_end(&t);
    return distance / (sign * acceleration * h * h * n * (n + 1) / 2);
}

/* Measured: within 4e-4, contacts and loops of 1:1e6 1.1e-3. While free pairs and cables were solved row by row, and rows kept no
 * remainders of velocities, they lost all from 1:1000 on at 1e-6 m/s^2. */
START_TEST(small_forces_arrive)
{
    static const int links[] = { CONTACT, FS_JOINT3_DISTANCE, FS_JOINT3_BALL, FS_JOINT3_CABLE, FS_JOINT3_FIXED, LOOP };
    static const double ratios[] = { 1, 1000, 1e6 }, accelerations[] = { 1e-2, 1e-4, 1e-6 };
    for (int i = 0; i < 9; i++) {
        double ratio = ratios[i / 3], acceleration = accelerations[i % 3];
        double share = passed_on(links[_i], ratio, acceleration, i % 2 == 0 ? 0 : 30);
        print_figure("link %d, 1:%g, %g m/s^2: share %.5f passed on", links[_i], ratio, acceleration, share);
        ck_assert_msg(fabs(share - 1) <= 1.1e-3, "link %d, 1:%g, %g m/s^2: %.5f", links[_i], ratio, acceleration,
                      share);
    }
}
END_TEST

/* Two bodies on a rod, or on a ball joint between them, spin for ten minutes: their centre stays. */
START_TEST(a_spinning_pair_does_not_drift)
{
    struct fixture3 t = open_world(0, HZ);
    fs_body3 a = add_mass(&t, 0, 1), b = add_mass(&t, 1, 1);
    const fs_vel v = 2 * FS_VEL_ONE;
    tie(&t, _i == 0 ? FS_JOINT3_DISTANCE : FS_JOINT3_FIXED, a, b);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, a, fs_vel3_make(0, v, v / 3), fs_vel3_zero()), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, b, fs_vel3_make(0, -v, -v / 3), fs_vel3_zero()), FS_OK);
    fixture3_step(&t, 600 * HZ);
    fs_pos3 p = t.w.body.pos[0], q = t.w.body.pos[1];
    double off = fmax(fmax(fabs(metres(p.x + q.x) - 1), fabs(metres(p.y + q.y))), fabs(metres(p.z + q.z))) / 2;
    print_figure("pair %d: its centre moves %.2g m in ten minutes", _i, off);
    ck_assert_msg(off <= 1e-4, "pair %d: %g m", _i, off);
    fixture3_end(&t);
}
END_TEST

/* ---- tipping ---------------------------------------------------------------------------------------------------- */

/* Seconds until a block of height and depth h (m) and width h tan(0.19), which leans by 0.2 rad on its edge, leans by 0.8. */
static double tipping_time(double h)
{
    struct fixture3 t = open_world(10, HZ);
    double lean = 0.2, x = h * tan(0.19) / 2, y = h / 2, angle = lean, before = lean;
    int tick = 0;
    set_surface(&t, 1, 0);
    fixture3_floor(&t, fs_pos3_zero());
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.pos = pos3_of(-x * cos(lean) + y * sin(lean), x * sin(lean) + y * cos(lean), 0);
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE),
                                     (uint32_t)(int64_t)llround(-lean / (2 * M_PI) * 4294967296.0));
    ck_assert_int_eq(fs_body3_create(&t.w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(&t.w, body, NULL, pos3_of(x, y, y), NULL), FS_OK);
    uint32_t row = fixture3_row(&t, body);
    for (; tick < 10 * HZ && angle < 0.8; tick++) {
        fixture3_step(&t, 1);
        before = angle;
        fs_quat q = t.w.body.rot[row];
        angle = fabs(2 * atan2(q.w < 0 ? -(double)q.z : q.z, fabs((double)q.w)));
    }
    fixture3_end(&t);
    return (tick - 1 + (0.8 - before) / (angle - before)) / HZ;
}

/* I theta'' = m g r sin(theta) about the edge, in steps of a microsecond. */
static double exact_tipping_time(double h)
{
    double r = h / cos(0.19) / 2, theta = 0.2 - 0.19, omega = 0, time = 0, step = 1e-6;
    for (; theta < 0.8 - 0.19; time += step) {
        omega += step * 10 * r * sin(theta) / (4.0 / 3 * r * r);
        theta += step * omega;
    }
    return time;
}

/* Measured: 0.8, 0.6, 0.1, 0.5, 1.1, 0.9, 0.6 and 0.5 % late; with manifolds of two points kept like faces 3.2, 4.4, 2.1 and 1.3 %
 * for the last four. */
START_TEST(blocks_tip_in_time)
{
    static const double heights[] = { 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.4, 4 };
    double late = tipping_time(heights[_i]) / exact_tipping_time(heights[_i]) - 1;
    print_figure("block of %g m tips %.2f %% late", heights[_i], 100 * late);
    ck_assert_msg(fabs(late) <= 0.012, "height %g m: %.4f late", heights[_i], late);
}
END_TEST

/* ---- towers ----------------------------------------------------------------------------------------------------- */

/* Sag of the top of `count` boxes of `side` (m), of which the top one is `top` times as heavy, after `seconds`. */
static double sag_of(int count, double side, uint32_t hz, double top)
{
    struct fixture3 t = open_world(10, hz);
    fs_body3 body = { { 0, 0 } };
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < count; i++) {
        fs_shape3_def def = fs_default_shape3_def();
        def.density = pos_of(i == count - 1 ? top : 1);
        body = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(0, side * (i + 0.5), 0));
        ck_assert_int_eq(fs_shape3_create_box(&t.w, body, &def, pos3_of(side / 2, side / 2, side / 2), NULL), FS_OK);
    }
    fixture3_step(&t, (getenv("FIXSTEP_LONG") != NULL ? 300 : 20) * (int)hz);
    fs_pos3 p = t.w.body.pos[fixture3_row(&t, body)];
    double sag = 1 - metres(p.y) / ((count - 0.5) * side);
    if (fabs(metres(p.x)) > side / 20 || fabs(metres(p.z)) > side / 20)
        sag = 1;
    fixture3_end(&t);
    return sag;
}

/* Measured: 0.02 to 0.55 %. While ticks in space were not divided, those of ten boxes below 0.1 m and of sixty fell, and a top of
 * x50 sagged by 4.7 %. FIXSTEP_LONG=1 watches them for 300 s. */
static const struct {
    int count;
    double side;
    uint32_t hz;
    double top;
} towers[] = { { 10, 0.01, 60, 1 }, { 10, 0.02, 60, 1 }, { 10, 0.037, 60, 1 }, { 10, 0.05, 60, 1 }, { 10, 0.1, 60, 1 },
               { 10, 0.2, 60, 1 },  { 10, 0.5, 60, 1 },  { 10, 1, 60, 1 },     { 10, 3, 60, 1 },    { 10, 15, 60, 1 },
               { 60, 0.5, 30, 1 },  { 60, 0.5, 60, 1 },  { 60, 0.5, 120, 1 },  { 5, 0.5, 30, 50 },  { 5, 0.5, 60, 50 },
               { 5, 0.5, 120, 50 }, { 6, 0.5, 60, 50 } };
enum { TOWERS = sizeof towers / sizeof *towers };

START_TEST(towers_sag_by_less_than_a_hundredth)
{
    double sag = sag_of(towers[_i].count, towers[_i].side, towers[_i].hz, towers[_i].top);
    print_figure("%d boxes of %g m at %u Hz, top x%g: sag %.2f %%", towers[_i].count, towers[_i].side, towers[_i].hz,
                 towers[_i].top, 100 * sag);
    ck_assert_msg(fabs(sag) <= 0.01, "tower %d: sag %.4f", _i, sag);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("precision3");
    TCase *tc = tcase_create("precision3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, small_forces_arrive, 0, 6);
    tcase_add_loop_test(tc, a_spinning_pair_does_not_drift, 0, 2);
    tcase_add_loop_test(tc, blocks_tip_in_time, 0, 8);
    tcase_add_loop_test(tc, towers_sag_by_less_than_a_hundredth, 0, TOWERS);
    return suite;
}
