/* check_resolver_state3.c: joints of the worst-first resolver, and its place in the state: kernels, threads, snapshots, groups, sleep. */
#define FS__WORLD3_INTERNAL
#include "physics3d/resolver/resolver3_scene.h"
#include "support/counted_tasks.h"

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
        print_figure("%s: chain of ten bars with %d substeps parts by %.4f m", solver_name(_i), substeps[k], gap[k]);
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
    Suite *suite = suite_create("resolver_state3");
    TCase *both = tcase_create("joints"), *state = tcase_create("state");
    tcase_set_timeout(both, 120);
    tcase_set_timeout(state, 120);
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
