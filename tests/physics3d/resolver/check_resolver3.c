/* check_resolver3.c: worlds with the worst-first resolver, and with the default solver where an answer is known for both.
 *
 * Tests with an index run with solver _i: 0 the default one, 1 the resolver. FIXSTEP_FIGURES in the environment prints what
 * RESULTS.md compares.
 */
#define FS__WORLD3_INTERNAL
#include <time.h>
#include <fixstep/force3.h>

#include "physics3d/joint3_scene.h"
#include "support/counted_tasks.h"
#include "support/figures.h"

#include "physics3d/world/world.h"

enum { HZ = 60 };
static const scene3_vector half_metre = { 0.5, 0.5, 0.5 };
static const char *const solver_name[2] = { "substeps", "worst-first" };

static fs_world3 *make_world(int solver, double gravity)
{
    fs_world3 *w = scene3_world(gravity);
    ck_assert_int_eq(fs_world3_set_solver(w, (fs_solver3)solver), FS_OK);
    ck_assert_int_eq(fs_world3_solver(w), solver);
    return w;
}

/* Gravity of 10 m/s^2 that leans towards +x as on a slope of this tangent. */
static fs_world3 *make_slope(int solver, double tangent, double friction, fs_shape3_def *surface)
{
    double angle = atan(tangent);
    fs_world3 *w = make_world(solver, -10);
    fs_wide3 g = fs_wide3_make((fs_wide)llround(10 * sin(angle) * 0x1p32), (fs_wide)llround(-10 * cos(angle) * 0x1p32),
                               0);
    ck_assert_int_eq(fs_world3_set_gravity(w, g), FS_OK);
    *surface = scene3_surface(w, friction, 0);
    scene3_ground(w, surface);
    return w;
}

static fs_body3 add_slab(fs_world3 *w, const fs_shape3_def *surface)
{
    return scene3_box(w, FS_BODY3_DYNAMIC, surface, (scene3_vector){ 0, 0.25, 0 }, (scene3_vector){ 0.5, 0.25, 0.5 });
}

/* Normal force between the bodies of a contact in the last tick, N. */
static double normal_force(const fs_world3 *w, uint32_t c, double pair_mass)
{
    double sum = 0;
    for (unsigned i = 0; i < w->contact.count[c]; i++)
        sum += SPEED3D(w->point.impulse[fs__contact3_first_point(c) + i].x);
    return sum * *w->rules.substeps * *w->world.hz * pair_mass;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- resting and bouncing (15.3 to 15.5) -------------------------------------------------------------------------------- */

/* A ball comes to rest in finite time and then does not move for 600 ticks; it bears its weight. */
START_TEST(balls_rest)
{
    fs_world3 *w = make_world(_i, -10);
    scene3_ground(w, NULL);
    fs_body3 ball = scene3_ball(w, NULL, 0, 2, 0, 0.5);
    scene3_run(w, 120);
    double y = scene3_position(w, ball).y, mass = M_PI / 6;
    scene3_run(w, 600);
    NEAR3(scene3_position(w, ball).y, y, 1e-6);
    NEAR3(y, 0.5, 1e-3);
    NEAR3(normal_force(w, 0, mass), 10 * mass, 0.05 * mass);
    fs_world3_destroy(w);
}
END_TEST

/* The height above the ground of the apex after `count` bounces from 1.5 m. */
static double bounce_height(int solver, double e, int count)
{
    fs_world3 *w = make_world(solver, -10);
    fs_shape3_def s = scene3_surface(w, 0, e);
    scene3_ground(w, &s);
    fs_body3 ball = scene3_ball(w, &s, 0, 2, 0, 0.5);
    double last = 0, height = 0;
    for (int i = 0; i < 2000 && count > 0; i++) {
        scene3_run(w, 1);
        double v = scene3_velocity(w, ball).y;
        height = fmax(v > 0 || last > 0 ? height : 0, scene3_position(w, ball).y - 0.5);
        if (last > 0 && v <= 0)
            count--;
        last = v;
        if (v > 0 && count > 0 && scene3_position(w, ball).y < 0.6)
            height = 0;
    }
    fs_world3_destroy(w);
    return height;
}

/* h e^(2n). The resolver turns a ball round where a tick begins, up to v/60 above the ground, and each bounce gains up to 1 - e^2 of
 * that height. */
START_TEST(bounces_have_their_heights)
{
    const double e[2] = { 0.7, 1 };
    for (int k = 0; k < 2; k++) {
        double got = bounce_height(_i, e[k], 3), want = 1.5 * pow(e[k], 6);
        print_figure("%s: third bounce of e = %.1f: %.4f m, %.4f is right", solver_name[_i], e[k], got, want);
        NEAR3(got, want, _i == 0 ? 0.09 * want : (1 - e[k] * e[k]) * 3 * sqrt(20 * want) / HZ + 0.01);
    }
}
END_TEST

/* ---- friction (15.6 to 15.9) --------------------------------------------------------------------------------------------- */

/* On a slope a block stays below the angle of friction and slides with g (sin - mu cos) above it. The resolver creeps. */
START_TEST(slopes_hold_and_let_go)
{
    const double tangent[3] = { 0.3, 0.55, 0.7 }, creep[2] = { 1e-5, 0.05 };
    for (int k = 0; k < 3; k++) {
        fs_shape3_def surface;
        fs_world3 *w = make_slope(_i, tangent[k], 0.6, &surface);
        fs_body3 block = add_slab(w, &surface);
        scene3_run(w, HZ);
        double x = scene3_position(w, block).x, v = scene3_velocity(w, block).x, angle = atan(tangent[k]);
        scene3_run(w, HZ);
        double moved = scene3_position(w, block).x - x, gain = scene3_velocity(w, block).x - v;
        double want = k < 2 ? 0 : 10 * (sin(angle) - 0.6 * cos(angle));
        print_figure("%s: slope %.2f, friction 0.6: %.5f m in a second, acceleration %.4f m/s^2, %.4f is right",
                     solver_name[_i], tangent[k], moved, gain, want);
        if (k < 2)
            NEAR3(moved, 0, creep[_i]);
        else
            NEAR3(gain, want, 0.06);
        fs_world3_destroy(w);
    }
}
END_TEST

/* v^2 / (2 mu g), in any direction. */
START_TEST(sliding_distance)
{
    for (int k = 0; k < 4; k++) {
        double angle = 0.3 + 0.7 * k;
        fs_shape3_def surface;
        fs_world3 *w = make_slope(_i, 0, 0.5, &surface);
        fs_body3 block = add_slab(w, &surface);
        scene3_run(w, 30);
        scene3_vector start = scene3_position(w, block);
        scene3_throw(w, block, 3 * cos(angle), 0, 3 * sin(angle));
        scene3_run(w, 60);
        scene3_vector end = scene3_position(w, block);
        double along = (end.x - start.x) * cos(angle) + (end.z - start.z) * sin(angle);
        double beside = (end.z - start.z) * cos(angle) - (end.x - start.x) * sin(angle);
        print_figure("%s: slides %.4f m, 0.9000 is right, and %.4f m beside", solver_name[_i], along, beside);
        NEAR3(along, 0.9, 0.06);
        NEAR3(beside, 0, _i == 0 ? 1e-3 : 0.03);
        fs_world3_destroy(w);
    }
}
END_TEST

/* A ball that slides at v rolls after 2 v / (7 mu g), at 5/7 v, after 12 v^2 / (49 mu g). */
START_TEST(sliding_balls_roll)
{
    fs_shape3_def surface;
    fs_world3 *w = make_slope(_i, 0, 0.5, &surface);
    fs_body3 ball = scene3_ball(w, &surface, 0, 0.5, 0, 0.5);
    scene3_throw(w, ball, 3, 0, 0);
    int ticks = 0;
    for (; ticks < 60; ticks++) {
        scene3_run(w, 1);
        if (fabs(scene3_velocity(w, ball).x + 0.5 * scene3_angular_velocity(w, ball).z) < 0.01)
            break;
    }
    NEAR3((ticks + 1) / 60.0, 2 * 3 / (7 * 0.5 * 10), 2 / 60.0);
    NEAR3(scene3_position(w, ball).x, 12 * 9 / (49 * 0.5 * 10), 0.06);
    scene3_run(w, 60);
    NEAR3(scene3_velocity(w, ball).x, 15 / 7.0, 2e-3);
    fs_world3_destroy(w);
}
END_TEST

/* 15.2: two coefficients: a push below the static one holds, above it the block accelerates, and slides on with the dynamic one. */
START_TEST(exercise_15_2_static_and_dynamic_friction)
{
    fs_shape3_def surface;
    fs_world3 *w = make_slope(_i, 0, 0.6, &surface);
    fs_material3_def m = fs_default_material3_def();
    m.static_friction = (fix16_t)lround(0.6 * 65536);
    m.dynamic_friction = (fix16_t)lround(0.3 * 65536);
    ck_assert_int_eq(fs_material3_add(w, &m, &surface.material), FS_OK);
    scene3_box(w, FS_BODY3_STATIC, &surface, (scene3_vector){ 0, -0.5, 0 }, (scene3_vector){ 50, 1, 50 });
    fs_body3 ball = scene3_box(w, FS_BODY3_DYNAMIC, &surface, (scene3_vector){ 0, 0.75, 0 },
                               (scene3_vector){ 0.5, 0.25, 0.5 });
    double mass = 0.5;
    for (int k = 0; k < 60; k++) {
        (void)fs_body3_apply_force(w, ball, fs_wide3_make((fs_wide)llround(0.45 * mass * 10 * 0x1p32), 0, 0));
        scene3_run(w, 1);
    }
    print_figure("%s: static friction 0.6, dynamic 0.3: pushed with 0.45 for a second: %.4f m/s", solver_name[_i],
                 scene3_velocity(w, ball).x);
    if (_i == 0) /* points of the resolver slide one by one while the block rocks, and then have the dynamic friction */
        NEAR3(scene3_velocity(w, ball).x, 0, 1e-3);
    scene3_throw(w, ball, 4, 0, 0);
    scene3_run(w, 30);
    NEAR3(scene3_velocity(w, ball).x, 4 - 0.3 * 10 * 0.5, 0.12);
    fs_world3_destroy(w);
}
END_TEST

/* 15.3: friction measured with a string and weights: the smallest of rising pulls at which the block leaves is mu m g. */
START_TEST(exercise_15_3_friction_is_measured)
{
    fs_shape3_def surface;
    fs_world3 *w = make_slope(_i, 0, 0.4, &surface);
    fs_body3 block = add_slab(w, &surface);
    double pull = 0, weight = 0.5 * 10;
    scene3_run(w, 30);
    while (scene3_velocity(w, block).x < 0.15 && pull < weight) {
        pull += 0.0002 * weight;
        (void)fs_body3_apply_force(w, block, fs_wide3_make((fs_wide)llround(pull * 0x1p32), 0, 0));
        scene3_run(w, 1);
    }
    print_figure("%s: friction measured with weights: %.4f, 0.4000 is right", solver_name[_i], pull / weight);
    NEAR3(pull / weight, 0.4, 0.03);
    fs_world3_destroy(w);
}
END_TEST

/* 15.16: a block between two that press it with N hangs while 2 mu N > m g. */
START_TEST(a_wedged_block_hangs)
{
    for (int k = 0; k < 2; k++) {
        fs_world3 *w = make_world(_i, 0);
        fs_shape3_def s = scene3_surface(w, 0.5, 0);
        fs_body3 side[2], block = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ 0, 0, 0 }, half_metre);
        for (int i = 0; i < 2; i++) {
            side[i] = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ i == 0 ? -1 : 1, 0, 0 }, half_metre);
            (void)fs_body3_set_flags(w, side[i],
                                     FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z | FS_BODY3_LOCK_ROTATION_X |
                                         FS_BODY3_LOCK_ROTATION_Y | FS_BODY3_LOCK_ROTATION_Z,
                                     0);
        }
        double press = k == 0 ? 13 : 7; /* 10 N is the limit */
        for (int t = 0; t < 60; t++) {
            for (int i = 0; i < 2; i++)
                (void)fs_body3_apply_force(w, side[i],
                                           fs_wide3_make((fs_wide)llround((i == 0 ? press : -press) * 0x1p32), 0, 0));
            (void)fs_body3_apply_force(w, block, fs_wide3_make(0, -10 * FS_WIDE_ONE, 0));
            scene3_run(w, 1);
        }
        print_figure("%s: a wedged block of 10 N under friction of %g N sinks %.4f m in a second", solver_name[_i],
                     press, -scene3_position(w, block).y);
        if (k == 0)
            NEAR3(scene3_position(w, block).y, 0, _i == 0 ? 0.01 : 0.25);
        else
            ck_assert_double_lt(scene3_position(w, block).y, -0.5);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- stacks ----------------------------------------------------------------------------------------------------------------- */

/* 15.1: two blocks of 1 kg: the ground bears 20 N, the lower block 10 N; over a second, within 1 %. */
START_TEST(exercise_15_1_two_blocks)
{
    fs_world3 *w = make_world(_i, -10);
    scene3_ground(w, NULL);
    for (int i = 0; i < 2; i++)
        scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5 + i, 0 }, half_metre);
    double sum[2] = { 0, 0 };
    scene3_run(w, 60);
    for (int t = 0; t < 60; t++) {
        scene3_run(w, 1);
        for (uint32_t c = 0; c < *w->contact.rows; c++) {
            bool ground = w->shape.body[w->contact.shape_a[c]] == 0;
            if ((w->contact.gen[c] & 1u) != 0)
                sum[ground ? 0 : 1] += normal_force(w, c, ground ? 1 : 0.5) / 60;
        }
    }
    print_figure("%s: two blocks: the ground bears %.4f N, the lower block %.4f N", solver_name[_i], sum[0], sum[1]);
    NEAR3(sum[0], 20, 0.2);
    NEAR3(sum[1], 10, 0.1);
    fs_world3_destroy(w);
}
END_TEST

struct tower {
    fs_world3 *w;
    fs_body3 box[10];
    double side;
};

static struct tower make_tower(int solver, double side, double top_density)
{
    struct tower t = { .w = make_world(solver, -10), .side = side };
    scene3_box(t.w, FS_BODY3_STATIC, NULL, (scene3_vector){ 0, -side, 0 },
               (scene3_vector){ 10 * side, side, 10 * side });
    for (int i = 0; i < 10; i++) {
        fs_shape3_def d = fs_default_shape3_def();
        d.density = (fs_wide)llround((i == 9 ? top_density : 1) * 0x1p32);
        t.box[i] = scene3_box(t.w, FS_BODY3_DYNAMIC, &d, (scene3_vector){ 0, side * (0.5 + i), 0 },
                              (scene3_vector){ side / 2, side / 2, side / 2 });
    }
    return t;
}

/* For RESULTS.md; both stand for a second, the default one for 20 s. */
START_TEST(towers_of_ten)
{
    struct tower t = make_tower(_i, 1, 1);
    int stood = 0;
    double start = now_ms(), speed = 0;
    for (int k = 0; k < 1200; k++) {
        scene3_run(t.w, 1);
        speed = scene3_length(scene3_velocity(t.w, t.box[9]));
        stood += stood == k && scene3_position(t.w, t.box[9]).y > 9;
    }
    scene3_vector top = scene3_position(t.w, t.box[9]);
    print_figure("%s: ten boxes stand %d of 1200 ticks; top at (%.4f, %.4f, %.4f) m, %.5f m/s, %.4f ms a tick",
                 solver_name[_i], stood, top.x, top.y, top.z, speed, (now_ms() - start) / 1200);
    ck_assert_int_ge(stood, _i == 0 ? 1200 : 30);
    fs_world3_destroy(t.w);
}
END_TEST

START_TEST(heavy_on_light)
{
    fs_world3 *w = make_world(_i, -10);
    fs_shape3_def heavy = fs_default_shape3_def();
    heavy.density = 10 * FS_WIDE_ONE;
    scene3_ground(w, NULL);
    scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
    fs_body3 top = scene3_box(w, FS_BODY3_DYNAMIC, &heavy, (scene3_vector){ 0, 1.5, 0 }, half_metre);
    scene3_run(w, 600);
    scene3_vector at = scene3_position(w, top);
    print_figure("%s: 10 kg on 1 kg after 10 s: at (%.4f, %.4f, %.4f) m, %.5f m/s", solver_name[_i], at.x, at.y, at.z,
                 scene3_length(scene3_velocity(w, top)));
    if (_i == 0)
        NEAR3(at.y, 1.5, 0.05);
    else
        ck_assert(at.y > 0.4 && at.y < 1.6);
    fs_world3_destroy(w);
}
END_TEST

static fs_world3 *make_pyramid(int solver, int base)
{
    fs_world3 *w = make_world(solver, -10);
    scene3_ground(w, NULL);
    for (int l = 0; l < base; l++)
        for (int i = 0; i < (base - l) * (base - l); i++) {
            int n = base - l;
            scene3_box(w, FS_BODY3_DYNAMIC, NULL,
                       (scene3_vector){ (i / n - (n - 1) / 2.0) * 1.125, 0.5 + l, (i % n - (n - 1) / 2.0) * 1.125 },
                       half_metre);
        }
    return w;
}

/* The scene of pyramid3d: for the figures with its base of ten, 385 boxes, else with five, 55. */
START_TEST(pyramids)
{
    int base = getenv("FIXSTEP_FIGURES") != NULL ? 10 : 5;
    uint32_t last = base == 10 ? 385 : 55;
    fs_world3 *w = make_pyramid(_i, base);
    double start = now_ms(), energy = (double)fs_world3_energy(w) * 0x1p-32;
    scene3_run(w, 300);
    double after = (double)fs_world3_energy(w) * 0x1p-32, kinetic = (double)fs_world3_kinetic_energy(w) * 0x1p-32;
    scene3_vector top = { METRES3D(w->body.pos[last].x), METRES3D(w->body.pos[last].y), METRES3D(w->body.pos[last].z) };
    print_figure("%s: pyramid of %u after 5 s: top at (%.3f, %.3f, %.3f) m, energy %.1f -> %.1f J, of it %.3f J "
                 "kinetic, %.3f ms a tick",
                 solver_name[_i], last, top.x, top.y, top.z, energy, after, kinetic, (now_ms() - start) / 300);
    ck_assert_double_le(after, energy * 1.0001);
    if (_i == 0)
        NEAR3(top.y, base - 0.5, 0.2);
    fs_world3_destroy(w);
}
END_TEST

/* ---- joints (17.3) ------------------------------------------------------------------------------------------------------- */

/* A rod, a ball joint of a bar: small swings have their period, and lengths stay. */
START_TEST(pendulums_swing)
{
    fs_world3 *w = make_world(_i, -10);
    fs_body3 anchor = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    fs_body3 bob = scene3_ball(w, NULL, 0.2, -sqrt(4 - 0.04), 0, 0.1);
    fs_joint3_def d = joint3_between(w, FS_JOINT3_DISTANCE, anchor, bob, (scene3_vector){ 0, 0, 0 },
                                     joint3_axis(1, 0, 0));
    d.anchor_b = fs_rel3_zero();
    d.length = 2 * FS_REL_ONE;
    uint32_t row = joint3_add(w, &d);
    int crossings = 0, last = 0;
    double before = scene3_position(w, bob).x;
    for (int i = 0; i < 600; i++) {
        scene3_run(w, 1);
        double x = scene3_position(w, bob).x;
        if (before > 0 && x <= 0) {
            crossings++;
            last = i;
        }
        before = x;
        NEAR3(METRES_OF_REL3D(fs_joint3_translation(w, row)), 2, 0.02);
    }
    double period = 2 * M_PI * sqrt(2 / 10.0);
    NEAR3(crossings, floor(10 / period + 0.75), 1);
    NEAR3((last + 1) / 60.0, (crossings - 0.75) * period, 0.15);
    fs_world3_destroy(w);
}
END_TEST

/* Ten bars, let go level: the joints of the resolver part, the fewer iterations the more. */
START_TEST(chains_of_ten)
{
    const uint8_t substeps[2] = { 4, 16 };
    double gap[2] = { 0, 0 };
    for (int k = 0; k < 2; k++) {
        fs_world3 *w = make_world(_i, -10);
        fs_body3 last = scene3_body(w, FS_BODY3_STATIC, 0, 5, 0);
        uint32_t row = 0;
        *w->rules.substeps = substeps[k];
        for (int i = 0; i < 10; i++) {
            fs_body3 bar = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ i + 0.5, 5, 0 },
                                      (scene3_vector){ 0.4, 0.1, 0.1 });
            fs_joint3_def d = joint3_between(w, FS_JOINT3_BALL, last, bar, (scene3_vector){ i, 5, 0 },
                                             joint3_axis(1, 0, 0));
            row = joint3_add(w, &d);
            last = bar;
        }
        for (int i = 0; i < 600; i++) {
            scene3_run(w, 1);
            for (uint32_t r = 0; r <= row; r++)
                gap[k] = fmax(gap[k], METRES_OF_REL3D(fs_joint3_translation(w, r)));
        }
        print_figure("%s: chain of ten bars with %d substeps parts by %.4f m", solver_name[_i], substeps[k], gap[k]);
        fs_world3_destroy(w);
    }
    ck_assert_double_lt(gap[0], _i == 0 ? 0.002 : 2.5);
    ck_assert_double_lt(gap[1], _i == 0 ? 0.002 : gap[0] / 2);
}
END_TEST

/* Two bars between which a joint of each kind holds, the first one tied to the ground alike. */
START_TEST(contact_like_joints_hold)
{
    const fs_joint3_kind kind[3] = { FS_JOINT3_BALL, FS_JOINT3_HINGE, FS_JOINT3_FIXED };
    for (int k = 0; k < 3; k++) {
        fs_world3 *w = make_world(1, -10);
        fs_body3 last = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0), bar[2];
        *w->rules.substeps = 16;
        uint32_t row[2];
        for (int i = 0; i < 2; i++) {
            bar[i] = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ i + 0.5, 0, 0 },
                                (scene3_vector){ 0.4, 0.1, 0.1 });
            fs_joint3_def d = joint3_between(w, kind[k], last, bar[i], (scene3_vector){ i, 0, 0 },
                                             joint3_axis(0, 0, 1));
            row[i] = joint3_add(w, &d);
            last = bar[i];
        }
        double gap = 0;
        for (int i = 0; i < 300; i++) {
            scene3_run(w, 1);
            for (int j = 0; j < 2; j++) {
                gap = fmax(gap, METRES_OF_REL3D(fs_joint3_translation(w, row[j])));
            }
        }
        double tilt = fabs(METRES_OF_REL3D(fs_joint3_angle(w, row[0])));
        print_figure("worst-first: two bars on joints of kind %d part by %.4f m, the first one leans %.4f rad",
                     (int)kind[k], gap, tilt);
        ck_assert_double_lt(gap, 0.06);
        if (kind[k] == FS_JOINT3_FIXED)
            ck_assert_double_lt(tilt, 0.1);
        if (kind[k] == FS_JOINT3_HINGE)
            NEAR3(scene3_position(w, bar[1]).z, 0, 0.02);
        fs_world3_destroy(w);
    }
}
END_TEST

/* A cable is slack below its length and bears the weight at it; a joint breaks above its force. */
START_TEST(cables_bear_and_joints_break)
{
    fs_world3 *w = make_world(_i, -10);
    fs_body3 anchor = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    fs_body3 bob = scene3_ball(w, NULL, 0, -1, 0, 0.5);
    fs_joint3_def d = joint3_between(w, FS_JOINT3_CABLE, anchor, bob, (scene3_vector){ 0, 0, 0 }, joint3_axis(1, 0, 0));
    d.anchor_b = fs_rel3_zero();
    d.upper_limit = 2 * FS_REL_ONE;
    uint32_t row = joint3_add(w, &d);
    scene3_run(w, 10);
    NEAR3(scene3_velocity(w, bob).y, -10 * 10 / 60.0, 1e-4);
    scene3_run(w, 200);
    NEAR3(METRES_OF_REL3D(fs_joint3_translation(w, row)), 2, 0.012);
    NEAR3((double)w->joint.force[row].y * 0x1p-32, 10 * M_PI / 6, 0.05);
    w->joint.break_force[row] = FS_WIDE_ONE;
    scene3_run(w, 1);
    ck_assert_int_eq(w->joint.gen[row] & 1u, 0);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(unknown_joints_are_refused)
{
    fs_world3 *w = make_world(1, -10);
    fs_body3 a = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0), b = scene3_ball(w, NULL, 0, -1, 0, 0.5);
    const fs_joint3_kind unknown[5] = { FS_JOINT3_SLIDER, FS_JOINT3_UNIVERSAL, FS_JOINT3_WHEEL, FS_JOINT3_POSE,
                                        FS_JOINT3_GEAR };
    for (int i = 0; i < 5; i++) {
        fs_joint3_def d = joint3_between(w, unknown[i], a, b, (scene3_vector){ 0, 0, 0 }, joint3_axis(1, 0, 0));
        ck_assert_int_eq(fs_joint3_create(w, &d, NULL), FS_E_UNSUPPORTED);
        ck_assert_str_eq(fs_world3_error(w), "FS_SOLVER3_WORST_FIRST does not know this joint");
    }
    fs_joint3_def d = joint3_between(w, FS_JOINT3_HINGE, a, b, (scene3_vector){ 0, 0, 0 }, joint3_axis(1, 0, 0));
    fs_joint3 hinge;
    ck_assert_int_eq(fs_joint3_create(w, &d, &hinge), FS_OK);
    ck_assert_int_eq(fs_joint3_set_motor(w, hinge, true, FS_VEL_ONE, FS_WIDE_ONE), FS_E_UNSUPPORTED);
    ck_assert_int_eq(fs_world3_set_solver(w, FS_SOLVER3_SUBSTEPS), FS_OK);
    ck_assert_int_eq(fs_joint3_set_motor(w, hinge, true, FS_VEL_ONE, FS_WIDE_ONE), FS_OK);
    ck_assert_int_eq(fs_world3_set_solver(w, FS_SOLVER3_WORST_FIRST), FS_E_UNSUPPORTED);
    ck_assert_int_eq(fs_world3_set_flags(w, FS_WORLD3_WORST_FIRST, 0), FS_E_UNSUPPORTED);
    ck_assert_int_eq(fs_world3_solver(w), FS_SOLVER3_SUBSTEPS);
    ck_assert_int_eq(fs_world3_set_solver(w, FS_SOLVER3_COUNT), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world3_error(w), "solver is no fs_solver3");
    fs_world3_destroy(w);
}
END_TEST

/* ---- the state (16.7 to 16.16) ------------------------------------------------------------------------------------------- */

static fs_world3 *make_heap(int solver)
{
    fs_world3 *w = make_world(solver, -10);
    fs_shape3_def s = scene3_surface(w, 0.5, 0.3);
    scene3_ground(w, &s);
    for (int i = 0; i < 60; i++) {
        double x = (i % 4 - 1.5) * 1.1 + 0.03 * i, y = 1 + i / 16 * 1.2, z = (i / 4 % 4 - 1.5) * 1.1 - 0.02 * i;
        if (i % 3 == 0)
            scene3_ball(w, &s, x, y, z, 0.45);
        else
            scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ x, y, z }, (scene3_vector){ 0.4, 0.3, 0.5 });
    }
    return w;
}

static uint64_t heap_hash(uint32_t kernel, uint32_t workers)
{
    struct counted_tasks tasks;
    fs_world3 *w = make_heap(1);
    counted_tasks_start(&tasks, workers);
    ck_assert_int_eq(fs_world3_set_kernel(w, kernel), FS_OK);
    fs_world3_set_tasks(w, workers > 1 ? &tasks.tasks : NULL);
    scene3_run(w, 200);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    counted_tasks_stop(&tasks, 100);
    fs_world3_destroy(w);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(heap_hash);
}
END_TEST

/* The choice is state: it changes the hash, survives a snapshot, and a restored world goes on alike; batches change nothing. */
START_TEST(snapshots_go_on_alike)
{
    fs_world3 *w = make_heap(1), *other = make_heap(0);
    ck_assert_uint_ne(fs_state_hash(fs_world3_state(w)), fs_state_hash(fs_world3_state(other)));
    scene3_run(w, 90);
    size_t size = fs_state_encoded_size(fs_world3_state(w));
    void *bytes = malloc(size);
    ck_assert(bytes != NULL);
    ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
    ck_assert_int_eq(fs_state_decode(fs_world3_state(other), bytes, size), FS_OK);
    ck_assert(fs_world3_valid(other));
    ck_assert_int_eq(fs_world3_solver(other), FS_SOLVER3_WORST_FIRST);
    ck_assert_int_eq(fs_world3_set_batch_contacts(other, 64), FS_OK);
    for (int i = 0; i < 100; i++) {
        scene3_run(w, 1);
        scene3_run(other, 1);
        ck_assert_uint_eq(fs_state_hash(fs_world3_state(w)), fs_state_hash(fs_world3_state(other)));
    }
    free(bytes);
    fs_world3_destroy(w);
    fs_world3_destroy(other);
}
END_TEST

static void add_pile(fs_world3 *w, double x, const fs_shape3_def *s)
{
    for (int i = 0; i < 6; i++)
        scene3_box(w, FS_BODY3_DYNAMIC, s, (scene3_vector){ x + 0.125 * i, 0.75 + 1.25 * i, 0.0625 * i }, half_metre);
}

/* 16.16: two piles apart from each other behave as each of them alone, bit for bit. */
START_TEST(groups_are_independent)
{
    fs_world3 *w[3];
    for (int k = 0; k < 3; k++) {
        w[k] = make_world(1, -10);
        fs_shape3_def s = scene3_surface(w[k], 0.5, 0);
        scene3_ground(w[k], &s);
        if (k != 1)
            add_pile(w[k], -20, &s);
        if (k != 2)
            add_pile(w[k], 20, &s);
    }
    for (int t = 0; t < 200; t++) {
        for (int k = 0; k < 3; k++)
            scene3_run(w[k], 1);
        for (uint32_t i = 1; i <= 6; i++) {
            ck_assert(memcmp(&w[0]->body.pos[i], &w[2]->body.pos[i], sizeof(fs_pos3)) == 0);
            ck_assert(memcmp(&w[0]->body.rot[i], &w[2]->body.rot[i], sizeof(fs_quat)) == 0);
            ck_assert(memcmp(&w[0]->body.pos[i + 6], &w[1]->body.pos[i], sizeof(fs_pos3)) == 0);
            ck_assert(memcmp(&w[0]->body.vel[i + 6], &w[1]->body.vel[i], sizeof(fs_vel3)) == 0);
        }
    }
    for (int k = 0; k < 3; k++)
        fs_world3_destroy(w[k]);
}
END_TEST

/* 16.7 to 16.11, 16.13: what rests sleeps, asleep its bits stay, a hit wakes it, and E37: a force of the tick in which it fell
 * asleep does not act when it wakes. */
START_TEST(resting_bodies_sleep)
{
    fs_world3 *w = make_world(1, -10);
    ck_assert_int_eq(fs_world3_set_flags(w, FS_WORLD3_SLEEP, 0), FS_OK);
    *w->rules.sleep_speed = FS_VEL_ONE / 5; /* above what the resolver leaves to a body at rest */
    scene3_ground(w, NULL);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half_metre);
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, box, &row), FS_OK);
    for (int i = 0; i < 600 && (w->body.flags[row] & FS_BODY3_ASLEEP) == 0; i++) {
        w->body.force[row] = fs_wide3_make(FS_WIDE_ONE / 8, 0, 0); /* friction holds it; no wake */
        scene3_run(w, 1);
    }
    ck_assert((w->body.flags[row] & FS_BODY3_ASLEEP) != 0);
    ck_assert(fs_wide3_is_zero(w->body.force[row])); /* E37: printed, the early return keeps it */
    fs_pos3 at = w->body.pos[row];
    scene3_run(w, 60);
    ck_assert(memcmp(&at, &w->body.pos[row], sizeof at) == 0);
    fs_body3 ball = scene3_ball(w, NULL, -3, 0.5, 0, 0.4);
    scene3_throw(w, ball, 8, 0, 0);
    scene3_run(w, 30);
    ck_assert_double_gt(scene3_velocity(w, box).x + scene3_position(w, box).x, 0.05);
    fs_world3_destroy(w);
}
END_TEST

/* A scene 1,000 km from the origin steps as at the origin. */
START_TEST(distance_does_not_matter)
{
    fs_world3 *w[2];
    fs_body3 box[2];
    for (int k = 0; k < 2; k++) {
        double x = k * 1e6;
        w[k] = make_world(1, -10);
        scene3_box(w[k], FS_BODY3_STATIC, NULL, (scene3_vector){ x, -1, 0 }, (scene3_vector){ 20, 1, 20 });
        for (int i = 0; i < 4; i++)
            box[k] = scene3_box(w[k], FS_BODY3_DYNAMIC, NULL, (scene3_vector){ x + 0.25 * i, 1 + 1.5 * i, 0 },
                                half_metre);
        scene3_run(w[k], 200);
    }
    ck_assert_int_eq(fs_body3_position(w[1], box[1]).x - fs_body3_position(w[0], box[0]).x, POS3D(1e6));
    ck_assert_int_eq(fs_body3_position(w[1], box[1]).y, fs_body3_position(w[0], box[0]).y);
    fs_world3_destroy(w[0]);
    fs_world3_destroy(w[1]);
}
END_TEST

/* Masses of 1e-2 to 1e5 kg, speeds of 400 m/s, bodies inside each other, destroyed and made anew: the world stays valid. */
START_TEST(hostile_worlds_are_no_trap)
{
    fs_world3 *w = make_world(1, -10);
    fs_rng rng = fs_rng_seed((uint64_t)_i, 9);
    fs_body3 body[40] = { { { 0 } } };
    fs_shape3_def s = scene3_surface(w, 5, 1);
    scene3_ground(w, &s);
    for (int t = 0; t < 600; t++) {
        fs_body3 *b = &body[fs_rng_below(&rng, 40)];
        (void)fs_body3_destroy(w, *b);
        s.density = (fs_wide)llround(pow(10, (double)fs_rng_below(&rng, 7) - 2) * 0x1p32);
        double half = 0.05 + fs_rng_below(&rng, 100) * 0.01, x = fs_rng_below(&rng, 4), y = fs_rng_below(&rng, 5);
        *b = scene3_box(w, FS_BODY3_DYNAMIC, &s, (scene3_vector){ x, y, 0 }, (scene3_vector){ half, half / 3, half });
        scene3_throw(w, *b, (double)fs_rng_below(&rng, 800) - 400, (double)fs_rng_below(&rng, 800) - 400, 30);
        if (t % 7 == 0 && t > 60) {
            fs_joint3_def d = fs_default_joint3_def(t % 2 == 0 ? FS_JOINT3_BALL : FS_JOINT3_CABLE);
            d.body_a = *b;
            d.body_b = body[fs_rng_below(&rng, 40)];
            (void)fs_joint3_create(w, &d, NULL);
        }
        scene3_run(w, 1);
        ck_assert(fs_world3_valid(w));
    }
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver3");
    TCase *both = tcase_create("both solvers"), *state = tcase_create("state");
    tcase_set_timeout(both, 120);
    tcase_add_loop_test(both, balls_rest, 0, 2);
    tcase_add_loop_test(both, bounces_have_their_heights, 0, 2);
    tcase_add_loop_test(both, slopes_hold_and_let_go, 0, 2);
    tcase_add_loop_test(both, sliding_distance, 0, 2);
    tcase_add_loop_test(both, sliding_balls_roll, 0, 2);
    tcase_add_loop_test(both, exercise_15_1_two_blocks, 0, 2);
    tcase_add_loop_test(both, exercise_15_2_static_and_dynamic_friction, 0, 2);
    tcase_add_loop_test(both, exercise_15_3_friction_is_measured, 0, 2);
    tcase_add_loop_test(both, a_wedged_block_hangs, 0, 2);
    tcase_add_loop_test(both, towers_of_ten, 0, 2);
    tcase_add_loop_test(both, heavy_on_light, 0, 2);
    tcase_add_loop_test(both, pyramids, 0, 2);
    tcase_add_loop_test(both, pendulums_swing, 0, 2);
    tcase_add_loop_test(both, chains_of_ten, 0, 2);
    tcase_add_loop_test(both, cables_bear_and_joints_break, 0, 2);
    tcase_add_test(state, contact_like_joints_hold);
    tcase_add_test(state, unknown_joints_are_refused);
    tcase_add_test(state, kernels_and_workers_agree);
    tcase_add_test(state, snapshots_go_on_alike);
    tcase_add_test(state, groups_are_independent);
    tcase_add_test(state, resting_bodies_sleep);
    tcase_add_test(state, distance_does_not_matter);
    tcase_add_loop_test(state, hostile_worlds_are_no_trap, 0, 4);
    suite_add_tcase(suite, both);
    suite_add_tcase(suite, state);
    return suite;
}
