/* check_accuracy2.c: the 2D engine against closed forms and exact recurrences (table of accuracy targets).
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <math.h>

#include "physics2d/world2_fixture.h"

enum { HZ = 60, SUBSTEPS = 4 };

static const double step_s = 1.0 / (HZ * SUBSTEPS);

static double metres(fs_pos v)
{
    return (double)v / (double)FS_POS_ONE;
}
static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

static struct fixture2 open_world(uint32_t flags_off)
{
    const fs_world2_limits limits = { .bodies = 32, .shapes = 32, .joints = 1, .materials = 8 };
    fs_world2_def def = fs_default_world2_def(HZ);
    def.flags &= ~(flags_off | (uint32_t)FS_WORLD2_SLEEP);
    def.substeps = SUBSTEPS;
    return fixture2_start_with(HZ, &limits, &def);
}

static fs_body2 add(struct fixture2 *t, fs_body2_type type, double x, double y, double turn, const fs_geometry2 *shape,
                    fs_wide density)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    fs_shape2 on;
    def.type = type;
    def.pos = fs_pos2_make((fs_pos)llround(x * (double)FS_POS_ONE), (fs_pos)llround(y * (double)FS_POS_ONE));
    def.rot = fs_rot2_from_turn((uint32_t)(int64_t)llround(turn / (2 * M_PI) * 4294967296.0));
    form.density = density;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &form, shape, &on), FS_OK);
    return body;
}

static fs_rel rel(double v)
{
    return (fs_rel)lround(v * FS_REL_ONE);
}

static void surface(struct fixture2 *t, double friction, double restitution)
{
    fs_material2_def m = fs_default_material2_def();
    m.static_friction = (fix16_t)lround(friction * FS_FIX16_ONE);
    m.dynamic_friction = m.static_friction;
    m.restitution = (fs_unit)lround(restitution * FS_UNIT_ONE);
    ck_assert_int_eq(fs_material2_set(&t->w, 0, &m), FS_OK);
}

/* ---- free motion
 * -------------------------------------------------------------------------------------------------- */

/* 60 s at 10 m/s^2: y = u t - g h^2 n (n + 1) / 2. From rest it would become faster (600 m/s) than a world allows, so
 * it is thrown up with u = 300 m/s first. Target: 1e-4 m. */
START_TEST(free_fall_of_a_minute)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 2);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, 0, 0, 0, &disc, FS_WIDE_ONE);
    fixture2_set_gravity(&t, -10);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(0, 300 * FS_VEL_ONE), 0), FS_OK);
    fixture2_step(&t, 60 * HZ);
    double n = 60.0 * HZ * SUBSTEPS, fallen = 10 * step_s * step_s * n * (n + 1) / 2;
    uint32_t row = fixture2_row(&t, body);
    ck_assert_double_lt(fabs(metres(t.w.body.pos[row].y) - 300.0 * 60 + fallen), 1e-4);
    ck_assert_double_lt(fabs(speed(t.w.body.vel[row].y) + 300), 1e-6);
    ck_assert_int_eq(t.w.body.vel[row].x, 0);
    fixture2_end(&t);
}
END_TEST

/* v = 100 m/s * d^60 with d = exp(-0.1) a second. Target: 2e-6 relative; at the end, at 0.248 m/s, that is one step of
 * a velocity (2^-21 m/s), of which half is the rounding of what is read here. */
START_TEST(damping_of_a_minute)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 2);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, 0, 0, 0, &disc, FS_WIDE_ONE);
    fs_unit keep = (fs_unit)lround(exp(-0.1) * FS_UNIT_ONE);
    fixture2_set_gravity(&t, 0);
    ck_assert_int_eq(fs_body2_set_retention(&t.w, body, keep, keep), FS_OK);
    ck_assert_int_eq(
        fs_body2_set_velocity(&t.w, body, fs_vel2_make(100 * FS_VEL_ONE, -100 * FS_VEL_ONE), 100 * FS_VEL_ONE), FS_OK);
    fixture2_step(&t, 60 * HZ);
    double exact = 100 * pow((double)keep / FS_UNIT_ONE, 60);
    uint32_t row = fixture2_row(&t, body);
    ck_assert_double_lt(fabs(speed(t.w.body.vel[row].x) - exact) / exact, 1e-6);
    ck_assert_double_lt(fabs(speed(t.w.body.angular_velocity[row]) - exact) / exact, 1e-6);
    ck_assert_int_eq(t.w.body.vel[row].y, -t.w.body.vel[row].x);
    fixture2_end(&t);
}
END_TEST

/* A spin of 3 rad/s for 20 s is 60 rad; the rotation is rounded once a tick. */
START_TEST(spin_of_twenty_seconds)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE / 2, FS_REL_ONE / 2);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, 0, 0, 0, &box, FS_WIDE_ONE);
    fixture2_set_gravity(&t, 0);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_zero(), 3 * FS_VEL_ONE), FS_OK);
    fixture2_step(&t, 20 * HZ);
    fs_rot2 q = t.w.body.rot[fixture2_row(&t, body)];
    double angle = atan2(q.s, q.c), error = remainder(angle - 60, 2 * M_PI);
    ck_assert_double_lt(fabs(error), 1e-6);
    fixture2_end(&t);
}
END_TEST

/* ---- towers
 * --------------------------------------------------------------------------------------------------------- */

/* Ten boxes for 20 s: the largest speed of all and the displacement of the top in the second half. */
static void tower(double side, fs_wide top_density, double *fastest, double *creep)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 ground = fixture2_box_geometry(15 * FS_REL_ONE, FS_REL_ONE),
                 box = fixture2_box_geometry(rel(side / 2), rel(side / 2));
    fs_body2 body = add(&t, FS_BODY2_STATIC, 0, -1, 0, &ground, FS_WIDE_ONE);
    for (int i = 0; i < 10; i++)
        body = add(&t, FS_BODY2_DYNAMIC, 0, side * (i + 0.5), 0, &box, i == 9 ? top_density : FS_WIDE_ONE);
    fixture2_step(&t, 10 * HZ);
    fs_pos2 from = t.w.body.pos[fixture2_row(&t, body)];
    *fastest = 0;
    for (int tick = 0; tick < 10 * HZ; tick++) {
        fixture2_step(&t, 1);
        for (uint32_t row = 0; row < *t.w.body.rows; row++)
            *fastest = fmax(*fastest, hypot(speed(t.w.body.vel[row].x), speed(t.w.body.vel[row].y)));
    }
    fs_pos2 to = t.w.body.pos[fixture2_row(&t, body)];
    *creep = hypot(metres(to.x - from.x), metres(to.y - from.y));
    ck_assert_double_gt(metres(to.y), side * 9);
    fixture2_end(&t);
}

START_TEST(towers_of_ten_stand)
{
    const double side[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10 };
    for (size_t i = 0; i < sizeof side / sizeof side[0]; i++) {
        double fastest, creep;
        tower(side[i], FS_WIDE_ONE, &fastest, &creep);
        ck_assert_msg(fastest <= 2e-4, "side %g m: speed %.2e m/s", side[i], fastest);
        ck_assert_msg(creep <= 5e-5, "side %g m: creep %.2e m", side[i], creep);
    }
}
END_TEST

/* A top of ten times the mass: the tower stands, and its soft contacts yield 2.9 mm in ten seconds. */
START_TEST(a_heavy_top_is_carried)
{
    double fastest, creep;
    tower(1, 10 * FS_WIDE_ONE, &fastest, &creep);
    ck_assert_msg(fastest <= 2.8e-3 && creep <= 3.2e-3, "speed %.2e m/s, creep %.2e m", fastest, creep);
}
END_TEST

/* ---- inclines
 * -------------------------------------------------------------------------------------------------------- */

/* Distance that a box on a slope slides in a second (m). */
static double slide(double slope, double friction)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 plane = fixture2_box_geometry(15 * FS_REL_ONE, FS_REL_ONE),
                 box = fixture2_box_geometry(rel(0.5), rel(0.25));
    surface(&t, friction, 0);
    add(&t, FS_BODY2_STATIC, sin(slope), -cos(slope), slope, &plane, FS_WIDE_ONE);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, -0.25 * sin(slope), 0.25 * cos(slope), slope, &box, FS_WIDE_ONE);
    fs_pos2 from = t.w.body.pos[fixture2_row(&t, body)];
    fixture2_step(&t, HZ);
    fs_pos2 to = t.w.body.pos[fixture2_row(&t, body)];
    fixture2_end(&t);
    return hypot(metres(to.x - from.x), metres(to.y - from.y));
}

START_TEST(inclines_stick_and_slip)
{
    const double slope = atan(0.5);
    ck_assert_double_lt(slide(slope, 0.55), 2e-3);
    const double friction[] = { 0, 0.2, 0.4 };
    for (int i = 0; i < 3; i++) {
        double a = 10 * (sin(slope) - friction[i] * cos(slope)), distance = slide(slope, friction[i]);
        ck_assert_msg(fabs(distance - a / 2) < 0.01 * a / 2 + 2e-3, "mu %g: %.4f m, wanted %.4f m", friction[i],
                      distance, a / 2);
    }
}
END_TEST

/* v^2 / (2 mu g). */
START_TEST(a_box_slides_to_rest)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 box = fixture2_box_geometry(rel(0.5), rel(0.1));
    surface(&t, 0.5, 0);
    fixture2_add_ground(&t);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, -8, 0.1, 0, &box, FS_WIDE_ONE);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(8 * FS_VEL_ONE, 0), 0), FS_OK);
    fixture2_step(&t, 3 * HZ);
    uint32_t row = fixture2_row(&t, body);
    ck_assert_double_lt(fabs(metres(t.w.body.pos[row].x) + 8 - 6.4), 0.064);
    ck_assert_double_lt(fabs(speed(t.w.body.vel[row].x)), 1e-3);
    fixture2_end(&t);
}
END_TEST

/* A disc that does not slip rolls down with 2/3 g sin(slope). */
START_TEST(a_disc_rolls_down)
{
    const double slope = 0.3;
    struct fixture2 t = open_world(0);
    fs_geometry2 plane = fixture2_box_geometry(15 * FS_REL_ONE, FS_REL_ONE), disc = fixture2_disc_geometry(rel(0.5));
    add(&t, FS_BODY2_STATIC, sin(slope), -cos(slope), slope, &plane, FS_WIDE_ONE);
    fs_body2 body = add(&t, FS_BODY2_DYNAMIC, -0.5 * sin(slope), 0.5 * cos(slope), slope, &disc, FS_WIDE_ONE);
    fixture2_step(&t, HZ);
    uint32_t row = fixture2_row(&t, body);
    double v = hypot(speed(t.w.body.vel[row].x), speed(t.w.body.vel[row].y)), wanted = 20.0 / 3 * sin(slope);
    ck_assert_double_lt(fabs(v - wanted) / wanted, 0.01);
    ck_assert_double_lt(fabs(fabs(speed(t.w.body.angular_velocity[row])) * 0.5 - v) / v, 0.01);
    fixture2_end(&t);
}
END_TEST

/* ---- bounces
 * ---------------------------------------------------------------------------------------------------------- */

/* From 2 m above the ground back to e^2 * 2 m. The rest of the tick after the rebound is not flown. */
START_TEST(bounces_reach_their_height)
{
    const double restitution[] = { 0.5, 0.8, 1 };
    for (int i = 0; i < 3; i++) {
        struct fixture2 t = open_world(0);
        surface(&t, 0, restitution[i]);
        fixture2_add_ground(&t);
        fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
        uint32_t row = fixture2_row(&t, add(&t, FS_BODY2_DYNAMIC, 0, 2.5, 0, &disc, FS_WIDE_ONE));
        double highest = 0;
        for (int tick = 0; tick < 2 * HZ; tick++) {
            fixture2_step(&t, 1);
            if (tick > 40)
                highest = fmax(highest, metres(t.w.body.pos[row].y) - 0.5);
            if (tick > 45 && speed(t.w.body.vel[row].y) < 0)
                break;
        }
        double wanted = 2 * restitution[i] * restitution[i];
        ck_assert_msg(fabs(highest - wanted) < 0.022 * wanted, "e %g: %.4f m, wanted %.4f m", restitution[i], highest,
                      wanted);
        fixture2_end(&t);
    }
}
END_TEST

/* Without gravity a disc of any size rebounds from a wall with e times its speed. */
START_TEST(bounces_keep_their_share_of_the_speed)
{
    const double radius[] = { 0.01, 0.03, 0.1, 0.5, 4 };
    const int fast[] = { 2, 20, 100 };
    for (int i = 0; i < 15; i++) {
        struct fixture2 t = open_world(0);
        fixture2_set_gravity(&t, 0);
        surface(&t, 0, 0.75);
        fixture2_add_ground(&t);
        fs_geometry2 disc = fixture2_disc_geometry(rel(radius[i / 3]));
        uint32_t row = fixture2_row(&t, add(&t, FS_BODY2_DYNAMIC, 0, radius[i / 3] + 0.5, 0, &disc, FS_WIDE_ONE));
        t.w.body.vel[row].y = -fast[i % 3] * FS_VEL_ONE;
        fixture2_step(&t, 40);
        double v = speed(t.w.body.vel[row].y), wanted = 0.75 * fast[i % 3];
        ck_assert_msg(fabs(v - wanted) < 1e-4 * wanted, "radius %g, %d m/s: %.6f, wanted %.6f", radius[i / 3],
                      fast[i % 3], v, wanted);
        fixture2_end(&t);
    }
}
END_TEST

/* Five equal discs in a row, 0.1 m apart: the first stops, the last leaves with its speed. */
START_TEST(the_cradle_passes_the_speed_on)
{
    struct fixture2 t = open_world(0);
    fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
    uint32_t row[5];
    fixture2_set_gravity(&t, 0);
    surface(&t, 0, 1);
    for (int i = 0; i < 5; i++)
        row[i] = fixture2_row(&t, add(&t, FS_BODY2_DYNAMIC, i * 1.1 - (i == 0), 0, 0, &disc, FS_WIDE_ONE));
    t.w.body.vel[row[0]] = fs_vel2_make(4 * FS_VEL_ONE, 0);
    fixture2_step(&t, 2 * HZ);
    for (int i = 0; i < 5; i++)
        ck_assert_msg(fabs(speed(t.w.body.vel[row[i]].x) - (i == 4 ? 4 : 0)) < 0.01, "disc %d: %.5f m/s", i,
                      speed(t.w.body.vel[row[i]].x));
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("two_accuracy");
    TCase *accuracy = tcase_create("accuracy");
    tcase_set_timeout(accuracy, 120);
    tcase_add_test(accuracy, free_fall_of_a_minute);
    tcase_add_test(accuracy, damping_of_a_minute);
    tcase_add_test(accuracy, spin_of_twenty_seconds);
    tcase_add_test(accuracy, towers_of_ten_stand);
    tcase_add_test(accuracy, a_heavy_top_is_carried);
    tcase_add_test(accuracy, inclines_stick_and_slip);
    tcase_add_test(accuracy, a_box_slides_to_rest);
    tcase_add_test(accuracy, a_disc_rolls_down);
    tcase_add_test(accuracy, bounces_reach_their_height);
    tcase_add_test(accuracy, bounces_keep_their_share_of_the_speed);
    tcase_add_test(accuracy, the_cradle_passes_the_speed_on);
    suite_add_tcase(suite, accuracy);
    return suite;
}
