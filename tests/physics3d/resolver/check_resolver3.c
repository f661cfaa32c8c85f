/* check_resolver3.c: worlds with the worst-first resolver, and with the default solver where an answer is known for both.
 *
 * Tests with an index run with solver _i: 0 the default one, 1 the resolver. FIXSTEP_FIGURES in the environment prints what
 * RESULTS.md compares.
 */
#define FS__WORLD3_INTERNAL
#include <time.h>

#include "physics3d/resolver/resolver3_scene.h"

#include "physics3d/world/world.h"

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
        sum += SPEED3D(w->point.impulse[w->contact.first_point[c] + i].x);
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
        print_figure("%s: third bounce of e = %.1f: %.4f m, %.4f is right", solver_name(_i), e[k], got, want);
        NEAR3(got, want, _i == 0 ? 0.09 * want : (1 - e[k] * e[k]) * 3 * sqrt(20 * want) / HZ + 0.01);
    }
}
END_TEST

/* ---- friction (15.6 to 15.9) --------------------------------------------------------------------------------------------- */

/* On a slope a block stays below the angle of friction and slides with g (sin - mu cos) above it. It stays to a step of contacts
 * (2^-26 m) a tick; the resolver creeps, but never gathers the speed that the slope gives in one tick. */
START_TEST(slopes_hold_and_let_go)
{
    const double tangent[3] = { 0.3, 0.55, 0.7 };
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
                     solver_name(_i), tangent[k], moved, gain, want);
        if (k == 2)
            NEAR3(gain, want, 0.06);
        else if (_i == 0)
            NEAR3(moved, 0, HZ * 0x1p-26);
        scene3_run(w, k < 2 ? 8 * HZ : 0);
        if (k < 2)
            ck_assert_double_lt(scene3_velocity(w, block).x, 10 * sin(angle) / HZ);
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
        print_figure("%s: slides %.4f m, 0.9000 is right, and %.4f m beside", solver_name(_i), along, beside);
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
    print_figure("%s: static friction 0.6, dynamic 0.3: pushed with 0.45 for a second: %.4f m/s", solver_name(_i),
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
    print_figure("%s: friction measured with weights: %.4f, 0.4000 is right", solver_name(_i), pull / weight);
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
        print_figure("%s: a wedged block of 10 N under friction of %g N sinks %.4f m in a second", solver_name(_i),
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
    print_figure("%s: two blocks: the ground bears %.4f N, the lower block %.4f N", solver_name(_i), sum[0], sum[1]);
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
                 solver_name(_i), stood, top.x, top.y, top.z, speed, (now_ms() - start) / 1200);
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
    print_figure("%s: 10 kg on 1 kg after 10 s: at (%.4f, %.4f, %.4f) m, %.5f m/s", solver_name(_i), at.x, at.y, at.z,
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
                 solver_name(_i), last, top.x, top.y, top.z, energy, after, kinetic, (now_ms() - start) / 300);
    ck_assert_double_le(after, energy * 1.0001);
    if (_i == 0)
        NEAR3(top.y, base - 0.5, 0.2);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver3");
    TCase *both = tcase_create("both solvers");
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
    suite_add_tcase(suite, both);
    return suite;
}
