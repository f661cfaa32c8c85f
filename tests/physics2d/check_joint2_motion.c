/* check_joint2_motion.c: joints against closed forms: pendulum, oscillator, motors, limits, gears, ropes. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "support/check_main.h"
#include "support/figures.h"
#include "physics2d/joint_fixture.h"
#include "physics2d/joint/joint.h"

/* ---- pendulum ---------------------------------------------------------------------------------------------- */

static fs_body2 pendulum(struct fixture2 *t, double amplitude, double mass, double inertia)
{
    fs_body2 ground = mass_at(t, 0, 0, 0, 0);
    fs_body2 bob = mass_at(t, sin(amplitude), -cos(amplitude), mass, inertia);
    joint_at(t, FS_JOINT2_REVOLUTE, ground, bob, 0, 0);
    return bob;
}

/* J, from the lowest point of a pendulum of 1 m. */
static double swing_energy(struct fixture2 *t, fs_body2 bob, double mass, double inertia)
{
    double vx = vel_x(t, bob), vy = vel_y(t, bob), w = spin(t, bob);
    return 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w + mass * G * (pos_y(t, bob) + 1);
}

/* T = 2 pi sqrt((I + m L^2)/(m g L)) (1 + a^2/16 + 11 a^4/3072). */
START_TEST(period_of_a_pendulum)
{
    static const struct {
        double amplitude, mass, inertia;
    } all[] = { { 0.1, 1, 0.02 }, { 0.1, 1000, 500 }, { 0.3, 0.01, 0.001 } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fixture2 t = joint_world(G);
        double a = all[i].amplitude, m = all[i].mass, inertia = all[i].inertia;
        fs_body2 bob = pendulum(&t, a, m, inertia);
        double first = 0, last = 0, before = pos_x(&t, bob);
        int n = 0;
        for (int tick = 1; tick <= 3000; tick++) {
            fixture2_step(&t, 1);
            double x = pos_x(&t, bob);
            if (before < 0 && x >= 0) {
                last = tick - x / (x - before);
                first = n++ == 0 ? last : first;
            }
            before = x;
        }
        double period = (last - first) / (n - 1) / 60;
        double want = 2 * M_PI * sqrt((inertia + m) / (m * G)) * (1 + a * a / 16 + 11 * pow(a, 4) / 3072);
        near(period / want, 1, 1e-4, "period");
        fixture2_end(&t);
    }
}
END_TEST

/* The mean over all whole swings within the next ticks. */
static double mean_swing_energy(struct fixture2 *t, fs_body2 bob, int ticks)
{
    double sum = 0, whole = 0, before = pos_x(t, bob);
    int count = 0, whole_count = 0;
    bool begun = false;
    for (int tick = 0; tick < ticks; tick++) {
        fixture2_step(t, 1);
        double x = pos_x(t, bob);
        if (before < 0 && x >= 0) {
            whole = sum;
            whole_count = count;
            begun = true;
        }
        sum += begun ? swing_energy(t, bob, 1, 0.02) : 0;
        count += begun;
        before = x;
    }
    return whole / whole_count;
}

/* The mean over the swings of the first and the last thousand ticks of 10,000, against m g L. Measured: 1e-6 below 10
 * degrees, 3e-5 at 90 and 120 degrees (before: 4e-2 and 8e-2). */
START_TEST(energy_of_a_pendulum)
{
    static const double amplitude[] = { 0.05, 0.1, 0.15, M_PI / 2, M_PI * 2 / 3 };
    for (int i = 0; i < 5; i++) {
        struct fixture2 t = joint_world(G);
        fs_body2 bob = pendulum(&t, amplitude[i], 1, 0.02);
        double first = mean_swing_energy(&t, bob, 1000);
        fixture2_step(&t, 8000);
        double last = mean_swing_energy(&t, bob, 1000);
        double length = hypot(pos_x(&t, bob), pos_y(&t, bob));
        print_figure("pendulum of %.0f degrees: energy drifts by %.2g of m g L, length by %.2g m",
                     amplitude[i] * 180 / M_PI, (last - first) / G, length - 1);
        near((last - first) / G, 0, amplitude[i] < 0.17 ? 1e-5 : 1e-4, "drift");
        near(length, 1, 1e-6, "length");
        fixture2_end(&t);
    }
}
END_TEST

/* ---- springs -------------------------------------------------------------------------------------------------- */

struct oscillator {
    double hertz, damping; /* measured */
    double rest;
};

/* Zero crossings about the place of rest, and the ratio of the peaks between them. */
static struct oscillator measure_oscillator(struct fixture2 *t, fs_joint2 joint, bool angle, double rest, int ticks)
{
    struct oscillator o = { 0, 0, 0 };
    uint32_t row = joint_row(t, joint);
    double before = 0, first = 0, last = 0, peak = 0, first_peak = 0, last_peak = 0;
    int crossings = 0;
    for (int tick = 0; tick < ticks; tick++) {
        fixture2_step(t, 1);
        double x = rel(angle ? fs_joint2_angle(&t->w, row) : fs_joint2_translation(&t->w, row)) - rest;
        peak = fmax(peak, fabs(x));
        if (tick > 0 && before < 0 && x >= 0) {
            last = tick - x / (x - before);
            if (crossings == 0)
                first = last;
            else
                last_peak = peak;
            if (crossings == 1)
                first_peak = peak;
            crossings++;
            peak = 0;
        }
        before = x;
    }
    int n = crossings - 1;
    double decrement = log(first_peak / last_peak) / (n - 1);
    o.hertz = n / ((last - first) / 60);
    o.damping = decrement / sqrt(4 * M_PI * M_PI + decrement * decrement);
    return o;
}

static fs_joint2 spring_def(struct fixture2 *t, fs_joint2_kind kind, fs_body2 a, fs_body2 b, double hertz,
                            double damping, double length)
{
    fs_joint2_def def = joint_def(t, kind, a, b, 0, 0, 2, 0);
    def.flags = FS_JOINT2_SPRING;
    def.hertz = FIX(hertz);
    def.damping_ratio = FIX(damping);
    def.length = REL(length);
    return joint_make(t, &def);
}

/* A spring between two free masses, one on a hinge, one on a slide: frequency sqrt(1 - zeta^2) f, decay as stated. */
START_TEST(springs_swing_at_their_frequency)
{
    static const struct {
        fs_joint2_kind kind;
        double hertz, damping;
    } all[] = {
        { FS_JOINT2_DISTANCE, 1, 0 },     { FS_JOINT2_DISTANCE, 1, 0.05 }, { FS_JOINT2_DISTANCE, 4, 0.02 },
        { FS_JOINT2_PRISMATIC, 2, 0.05 }, { FS_JOINT2_REVOLUTE, 1, 0.05 }, { FS_JOINT2_WHEEL, 0.5, 0.1 },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fixture2 t = joint_world(0);
        bool hinge = all[i].kind == FS_JOINT2_REVOLUTE, slide = all[i].kind == FS_JOINT2_DISTANCE;
        fs_body2 a = mass_at(&t, 0, 0, slide ? 3 : 0, slide ? 1 : 0), b = mass_at(&t, slide ? 2 : 0, 0, 6, 0.5);
        double rest = hinge ? 0.25 : slide ? 1.5 : 0.5;
        fs_joint2 joint = spring_def(&t, all[i].kind, a, b, all[i].hertz, all[i].damping, rest);
        struct oscillator o = measure_oscillator(&t, joint, hinge, rest, (int)(400 / all[i].hertz));
        double y = all[i].damping * 2 * M_PI * all[i].hertz / 240, z = 2 * M_PI * all[i].hertz / 240;
        near(o.hertz / (all[i].hertz * sqrt(1 - all[i].damping * all[i].damping)), 1, 0.6 * y + z * z / 12 + 3e-4,
             "frequency");
        near(o.damping, all[i].damping, 0.02 * all[i].damping + 2e-4, "damping ratio");
        fixture2_end(&t);
    }
}
END_TEST

/* Stretched by m g / k, exactly, whatever its damping. */
START_TEST(a_weight_hangs_on_a_spring)
{
    static const double damping[] = { 0.3, 1, 3 };
    for (int i = 0; i < 3; i++) {
        struct fixture2 t = joint_world(G);
        fs_body2 ground = mass_at(&t, 0, 4, 0, 0), load = mass_at(&t, 0, 0, 5, 1);
        fs_joint2_def def = joint_def(&t, FS_JOINT2_DISTANCE, ground, load, 0, 4, 0, 0);
        def.flags = FS_JOINT2_SPRING;
        def.hertz = FIX(2);
        def.damping_ratio = FIX(damping[i]);
        def.length = REL(2);
        joint_make(&t, &def);
        fixture2_step(&t, 1200);
        near(pos_y(&t, load), 4 - 2 - G / pow(2 * M_PI * 2, 2), 2e-5, "place");
        fixture2_end(&t);
    }
}
END_TEST

/* A body of 0.5 m arm on a soft weld droops by theta with k theta = m g L cos(theta), k = I (2 pi f)^2. */
START_TEST(a_soft_weld_droops)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), beam = mass_at(&t, 0.5, 0, 2, 0.3);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_WELD, ground, beam, 0, 0, 0, 0);
    def.hertz = FIX(3);
    def.damping_ratio = FIX(0.5);
    fs_joint2 joint = joint_make(&t, &def);
    fixture2_step(&t, 900);
    double k = 0.3 * pow(2 * M_PI * 3, 2), theta = 0;
    for (int i = 0; i < 50; i++)
        theta = 2 * G * 0.5 * cos(theta) / k;
    near(rel(fs_joint2_angle(&t.w, joint_row(&t, joint))), -theta, 1e-4, "droop");
    fixture2_end(&t);
}
END_TEST

/* Five blocks welded into a cantilever of 1 m: solved together, they do not droop. */
START_TEST(a_welded_beam_stays)
{
    struct fixture2 t = joint_world(G);
    fs_body2 part[6] = { mass_at(&t, 0, 0, 0, 0) };
    for (int i = 1; i <= 5; i++) {
        part[i] = mass_at(&t, 0.2 * i - 0.1, 0, 1, 1 / 12.0 * 0.08);
        joint_at(&t, FS_JOINT2_WELD, part[i - 1], part[i], 0.2 * (i - 1), 0);
    }
    fixture2_step(&t, 600);
    double tip = pos_y(&t, part[5]);
    ck_assert_msg(fabs(tip) < 1e-6, "droop %.2e", tip);
    near(vel_y(&t, part[5]), 0, 1e-3, "speed");
    fixture2_end(&t);
}
END_TEST

/* ---- motors and limits
 * --------------------------------------------------------------------------------------------- */

/* w = T t / I until the speed is reached, then no more. */
START_TEST(a_motor_takes_its_time)
{
    struct fixture2 t = joint_world(0);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), wheel = mass_at(&t, 0, 0, 1, 2);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, ground, wheel, 0, 0, 0, 0);
    def.flags = FS_JOINT2_MOTOR;
    def.motor_speed = VEL(9);
    def.motor_limit = WIDE(6);
    fs_joint2 joint = joint_make(&t, &def);
    for (int tick = 1; tick <= 240; tick++) {
        fixture2_step(&t, 1);
        near(spin(&t, wheel), fmin(9, 3.0 * tick / 60), 1e-4, "speed");
    }
    ck_assert_int_eq(fs_joint2_set_motor(&t.w, joint, true, VEL(-9), WIDE(36)), FS_OK);
    fixture2_step(&t, 30);
    near(spin(&t, wheel), 0, 1e-4, "braked");
    near(wide(fs_joint2_torque(&t.w, joint_row(&t, joint))), -36, 1e-3, "torque");
    fixture2_end(&t);
}
END_TEST

/* A motor, limit or spring that is switched off has no effect from the next tick on. */
START_TEST(switched_off_is_off)
{
    for (int part = 0; part < 3; part++) {
        struct fixture2 t = joint_world(0);
        fs_body2 ground = mass_at(&t, 0, 0, 0, 0), wheel = mass_at(&t, 0, 0, 1, 2);
        fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, ground, wheel, 0, 0, 0, 0);
        def.flags = part == 0 ? FS_JOINT2_MOTOR : part == 1 ? FS_JOINT2_LIMIT : FS_JOINT2_SPRING;
        def.motor_speed = VEL(9);
        def.motor_limit = WIDE(6);
        def.lower_limit = def.upper_limit = def.length = REL(1);
        def.hertz = FIX(2);
        fs_joint2 joint = joint_make(&t, &def);
        fixture2_step(&t, 8);
        ck_assert_int_eq(fs_joint2_set_motor(&t.w, joint, false, 0, 0), FS_OK);
        ck_assert_int_eq(fs_joint2_set_limits(&t.w, joint, false, 0, 0), FS_OK);
        ck_assert_int_eq(fs_joint2_set_spring(&t.w, joint, false, 0, 0), FS_OK);
        double before = spin(&t, wheel);
        fixture2_step(&t, 60);
        near(spin(&t, wheel), before, 0, "spin");
        fixture2_end(&t);
    }
}
END_TEST

/* A lift of 4 kg rises when its motor gives more than 40 N, and reaches its speed in m v / (F - m g). */
START_TEST(a_lift_rises)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), lift = mass_at(&t, 0, 0, 4, 1);
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_PRISMATIC);
    def.body_a = ground;
    def.body_b = lift;
    def.axis = fs_unit2_make(0, FS_UNIT_ONE);
    def.flags = FS_JOINT2_MOTOR;
    def.motor_speed = VEL(2);
    def.motor_limit = WIDE(48);
    joint_make(&t, &def);
    for (int tick = 1; tick <= 120; tick++) {
        fixture2_step(&t, 1);
        near(vel_y(&t, lift), fmin(2, 2.0 * tick / 60), 2e-4, "speed");
    }
    near(pos_x(&t, lift), 0, 1e-6, "line");
    fixture2_end(&t);
}
END_TEST

START_TEST(limits_hold)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), arm = mass_at(&t, 1, 0, 2, 0.5), slider = mass_at(&t, 5, 0, 3, 1);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, ground, arm, 0, 0, 0, 0);
    def.flags = FS_JOINT2_LIMIT;
    def.lower_limit = REL(-0.7);
    def.upper_limit = REL(0.2);
    uint32_t hinge = joint_row(&t, joint_make(&t, &def));
    def = joint_def(&t, FS_JOINT2_PRISMATIC, ground, slider, 5, 0, 5, 0);
    def.axis = fs_unit2_make(0, -FS_UNIT_ONE);
    def.flags = FS_JOINT2_LIMIT;
    def.lower_limit = REL(-1);
    def.upper_limit = REL(1.5);
    uint32_t slide = joint_row(&t, joint_make(&t, &def));
    for (int tick = 0; tick < 600; tick++) {
        if (tick == 300) {
            *t.w.rules.gravity = fs_wide2_make(0, WIDE(30));
            fixture2_step(&t, 1);
        }
        fixture2_step(&t, 1);
        double angle = rel(fs_joint2_angle(&t.w, hinge)), place = rel(fs_joint2_translation(&t.w, slide));
        ck_assert_msg(angle > -0.7 - 0.02 && angle < 0.2 + 0.02, "angle %.5f", angle);
        ck_assert_msg(place > -1 - 0.02 && place < 1.5 + 0.02, "place %.5f", place);
        near(rel(fs_joint2_angle(&t.w, slide)), 0, 1e-3, "slider's angle");
        if (tick == 299) {
            near(angle, -0.7, 0.001, "low");
            near(place, 1.5, 0.001, "high");
            near(wide(fs_joint2_torque(&t.w, hinge)), 2 * G * cos(0.7), 0.02, "torque of the stop");
        }
    }
    near(rel(fs_joint2_angle(&t.w, hinge)), 0.2, 0.001, "high");
    near(rel(fs_joint2_translation(&t.w, slide)), -1, 0.001, "low");
    fixture2_end(&t);
}
END_TEST

/* Limits count whole turns. */
START_TEST(limits_over_several_turns)
{
    struct fixture2 t = joint_world(0);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), wheel = mass_at(&t, 0, 0, 1, 1);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, ground, wheel, 0, 0, 0, 0);
    def.flags = FS_JOINT2_LIMIT | FS_JOINT2_MOTOR;
    def.lower_limit = REL(-1);
    def.upper_limit = REL(20);
    def.motor_speed = VEL(7);
    def.motor_limit = WIDE(50);
    uint32_t row = joint_row(&t, joint_make(&t, &def));
    fixture2_step(&t, 120);
    near(rel(fs_joint2_angle(&t.w, row)), 14 - 7 * 0.14 / 2, 0.02, "under way");
    fixture2_step(&t, 240);
    near(rel(fs_joint2_angle(&t.w, row)), 20, 0.003, "at the stop");
    fixture2_end(&t);
}
END_TEST

/* ---- gears
 * -------------------------------------------------------------------------------------------------------- */

static fs_joint2 gear(struct fixture2 *t, fs_joint2 a, fs_joint2 b, double ratio)
{
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_GEAR);
    def.other_a = a;
    def.other_b = b;
    def.gear_ratio = FIX(ratio);
    return joint_make(t, &def);
}

/* 100 turns of the driving wheel: 267 of the other, backwards. The error of the coupled sum is 1e-3 rad while the motor
 * accelerates, 1e-5 rad afterwards. */
START_TEST(gears_keep_their_ratio)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), a = mass_at(&t, 0, 0, 3, 1), b = mass_at(&t, 2, 0, 1, 0.2);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, ground, a, 0, 0, 0, 0);
    def.flags = FS_JOINT2_MOTOR;
    def.motor_speed = VEL(20);
    def.motor_limit = WIDE(100);
    fs_joint2 ja = joint_make(&t, &def), jb = joint_at(&t, FS_JOINT2_REVOLUTE, ground, b, 2, 0);
    gear(&t, ja, jb, 0.375);
    uint32_t ra = joint_row(&t, ja), rb = joint_row(&t, jb);
    double turns = 0;
    while (turns < 100) {
        fixture2_step(&t, 10);
        double qa = wide(fs__joint2_gear_coordinate(&t.w, ra)), qb = wide(fs__joint2_gear_coordinate(&t.w, rb));
        near(qa + 0.375 * qb, 0, turns > 5 ? 1e-5 : 1e-3, "sum");
        turns = qa / (2 * M_PI);
        ck_assert_uint_lt(*t.w.world.tick, 4000);
    }
    near(spin(&t, b), -spin(&t, a) / 0.375, 1e-4, "speeds");
    fixture2_end(&t);
}
END_TEST

/* A pinion of radius 0.5 m and a rack that falls: a = m g / (m + I / r^2), as the reduced mass says. */
START_TEST(rack_and_pinion)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), pinion = mass_at(&t, 0, 0, 1, 0.5), rack = mass_at(&t, 3, 0, 2, 1);
    fs_joint2 hinge = joint_at(&t, FS_JOINT2_REVOLUTE, ground, pinion, 0, 0);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_PRISMATIC, ground, rack, 3, 0, 0, 0);
    def.axis = fs_unit2_make(0, FS_UNIT_ONE);
    fs_joint2 slide = joint_make(&t, &def);
    gear(&t, slide, hinge, -0.5);
    fixture2_step(&t, 60);
    near(vel_y(&t, rack), -2 * G / (2 + 0.5 / 0.25), 1e-4, "rack");
    near(spin(&t, pinion), vel_y(&t, rack) / 0.5, 1e-4, "pinion");
    near(pos_x(&t, rack), 3, 1e-4, "line");
    fixture2_end(&t);
}
END_TEST

/* ---- ropes
 * ---------------------------------------------------------------------------------------------------------- */

/* A slack rope has no force; a taut rope keeps its length (2 m within 1 cm) while the body swings. */
START_TEST(a_rope_goes_taut)
{
    struct fixture2 t = joint_world(G);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), ball = mass_at(&t, 1, 0, 2, 0);
    fs_joint2_def def = joint_def(&t, FS_JOINT2_ROPE, ground, ball, 0, 0, 1, 0);
    def.upper_limit = REL(2);
    uint32_t row = joint_row(&t, joint_make(&t, &def));
    /* It falls freely down sqrt(3) m, which takes 0.588 s. */
    fixture2_step(&t, 34);
    near(pos_x(&t, ball), 1, 1e-6, "slack x");
    near(vel_y(&t, ball), -G * 34 / 60, 1e-5, "slack");
    near(wide(fs_joint2_force(&t.w, row).y), 0, 0, "force");
    for (int tick = 0; tick < 1200; tick++) {
        fixture2_step(&t, 1);
        ck_assert(hypot(pos_x(&t, ball), pos_y(&t, ball)) < 2.01);
    }
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint2_motion");
    TCase *tc = tcase_create("joint2_motion");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, period_of_a_pendulum);
    tcase_add_test(tc, energy_of_a_pendulum);
    tcase_add_test(tc, springs_swing_at_their_frequency);
    tcase_add_test(tc, a_weight_hangs_on_a_spring);
    tcase_add_test(tc, a_soft_weld_droops);
    tcase_add_test(tc, a_welded_beam_stays);
    tcase_add_test(tc, a_motor_takes_its_time);
    tcase_add_test(tc, switched_off_is_off);
    tcase_add_test(tc, a_lift_rises);
    tcase_add_test(tc, limits_hold);
    tcase_add_test(tc, limits_over_several_turns);
    tcase_add_test(tc, gears_keep_their_ratio);
    tcase_add_test(tc, rack_and_pinion);
    tcase_add_test(tc, a_rope_goes_taut);
    suite_add_tcase(suite, tc);
    return suite;
}
