/* check_waking3.c: sleeping bodies wake when immovable ones that hold them are moved, or are put into them; levels start asleep. */
#define FS__WORLD3_INTERNAL /* flags are read */
#include <fixstep/force3.h>

#include "physics3d/joint3_scene.h"

static fs_world3 *sleepy_world(void)
{
    fs_world3 *w = NULL;
    fs_world3_def def = fs_default_world3_def(60);
    fs_world3_limits limits = { .bodies = 16, .shapes = 16, .joints = 2, .materials = 2, .forces = 2 };
    ck_assert_int_eq(fs_world3_create(&limits, &def, &w), FS_OK);
    return w;
}

static bool is_asleep(const fs_world3 *w, fs_body3 body)
{
    uint32_t row = 0;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    return (w->body.flags[row] & FS_BODY3_ASLEEP) != 0;
}

static void put(fs_world3 *w, fs_body3 body, double x, double y)
{
    ck_assert_int_eq(fs_body3_set_pose(w, body, scene3_pos(x, y, 0), fs_quat_identity()), FS_OK);
}

static fs_body3 hang(fs_world3 *w)
{
    return scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 4, 0 }, (scene3_vector){ 0.2, 0.2, 0.2 });
}

START_TEST(moving_an_anchor_wakes)
{
    static const fs_joint3_kind kinds[] = { FS_JOINT3_BALL,     FS_JOINT3_HINGE, FS_JOINT3_FIXED,
                                            FS_JOINT3_DISTANCE, FS_JOINT3_CABLE, FS_JOINT3_UNIVERSAL };
    const bool line = kinds[_i] == FS_JOINT3_DISTANCE || kinds[_i] == FS_JOINT3_CABLE;
    fs_world3 *w = sleepy_world();
    const fs_body3 anchor = scene3_body(w, FS_BODY3_STATIC, 0, 5, 0), box = hang(w);
    fs_joint3_def d = fs_default_joint3_def(kinds[_i]);
    d.body_a = anchor;
    d.body_b = box;
    ck_assert_int_eq(
        fs_joint3_def_set_anchors(w, &d, scene3_pos(0, 5, 0), scene3_pos(0, line ? 4 : 5, 0), joint3_axis(1, 0, 0)),
        FS_OK);
    (void)joint3_add(w, &d);
    scene3_run(w, 300);
    ck_assert(is_asleep(w, box));
    put(w, anchor, 0, 6);
    scene3_run(w, 200);
    ck_assert_double_gt(scene3_position(w, box).y, 4.9);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(moving_the_end_of_a_spring_wakes)
{
    fs_world3 *w = sleepy_world();
    const fs_body3 anchor = scene3_body(w, FS_BODY3_STATIC, 0, 5, 0), box = hang(w);
    fs_force3_def f = fs_default_force3_def(FS_FORCE3_SPRING);
    f.body_a = box;
    f.body_b = anchor;
    f.k = (fs_wide)2000 << 32;
    f.k2 = (fs_wide)300 << 32;
    f.length = FS_REL_ONE;
    ck_assert_int_eq(fs_force3_create(w, &f, NULL), FS_OK);
    scene3_run(w, 600);
    const double before = scene3_position(w, box).y;
    ck_assert(is_asleep(w, box));
    put(w, anchor, 0, 6);
    scene3_run(w, 300);
    ck_assert_double_eq_tol(scene3_position(w, box).y, before + 1, 0.01);
    fs_world3_destroy(w);
}
END_TEST

/* 0: a static box is put into a sleeping one; 1: it is made there; 2: it is kinematic and stands. */
START_TEST(what_is_put_into_a_sleeping_body_pushes_it)
{
    fs_world3 *w = sleepy_world();
    (void)scene3_ground(w, NULL);
    const scene3_vector half = { 0.5, 0.5, 0.5 }, far = { -9, 0.5, 0 }, near = { 0.6, 0.5, 0 };
    const fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 }, half);
    const fs_body3_type type = _i == 2 ? FS_BODY3_KINEMATIC : FS_BODY3_STATIC;
    const fs_body3 other = _i == 1 ? (fs_body3){ { 0, 0 } } : scene3_box(w, type, NULL, far, half);
    scene3_run(w, 200);
    ck_assert(is_asleep(w, box));
    if (_i == 1)
        (void)scene3_box(w, type, NULL, near, half);
    else
        put(w, other, near.x, near.y);
    scene3_run(w, 120);
    ck_assert_double_eq_tol(scene3_position(w, box).x, -0.4, 0.01);
    fs_world3_destroy(w);
}
END_TEST

/* ---- levels that start asleep --------------------------------------------------------------------------------------- */

enum { PILES = 2, BOXES = 4 };

/* A box of 1 m, made asleep or put to sleep. */
static fs_body3 add_sleeper(fs_world3 *w, double x, double y, bool made)
{
    fs_body3_def def = fs_default_body3_def();
    const fs_pos3 half = scene3_pos(0.5, 0.5, 0.5);
    fs_body3 body;
    def.pos = scene3_pos(x, y, 0);
    def.flags = made ? FS_BODY3_ASLEEP : 0;
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, body, NULL, half, NULL), FS_OK);
    if (!made)
        ck_assert_int_eq(fs_body3_sleep(w, body), FS_OK);
    return body;
}

static int count_asleep(const fs_world3 *w, const fs_body3 *box)
{
    int n = 0;
    for (int i = 0; i < BOXES; i++)
        n += is_asleep(w, box[i]);
    return n;
}

/* Nothing moves until the first knock, which wakes its own pile alone. Bit 0: made asleep; bit 1: the ground is made last. */
START_TEST(a_level_starts_asleep)
{
    fs_world3 *w = sleepy_world();
    fs_body3 box[PILES][BOXES];
    if ((_i & 2) == 0)
        (void)scene3_ground(w, NULL);
    for (int i = 0; i < PILES * BOXES; i++)
        box[i / BOXES][i % BOXES] = add_sleeper(w, i / BOXES * 6, 0.5 + i % BOXES, (_i & 1) != 0);
    if ((_i & 2) != 0)
        (void)scene3_ground(w, NULL);
    scene3_run(w, 600);
    for (int i = 0; i < PILES * BOXES; i++) {
        ck_assert(is_asleep(w, box[i / BOXES][i % BOXES]));
        ck_assert(
            fs_pos3_eq(fs_body3_position(w, box[i / BOXES][i % BOXES]), scene3_pos(i / BOXES * 6, 0.5 + i % BOXES, 0)));
    }
    const fs_body3 ball = add_sleeper(w, -4, 3.5, false);
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, fs_vel3_make(10 * FS_VEL_ONE, 0, 0), fs_vel3_zero()), FS_OK);
    scene3_run(w, 24);
    ck_assert_int_eq(count_asleep(w, box[0]), 0);
    ck_assert_int_eq(count_asleep(w, box[1]), BOXES);
    fs_world3_destroy(w);
}
END_TEST

/* What carries a body that slept from the start is known when it goes, though nothing touched yet: 0: its shape, 1: its body is
 * destroyed; 2: it is put away, 3: disabled, 4: filtered; 5: it is raised into the body. */
START_TEST(what_carried_a_sleeper_from_the_start_wakes_it)
{
    fs_world3 *w = sleepy_world();
    const fs_body3 ground = scene3_ground(w, NULL), box = add_sleeper(w, 0, 0.5, _i % 2 == 0);
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, ground, &row), FS_OK);
    const fs_shape3 shape = fs_shape3_at(w, w->body.first_shape[row] - 1);
    scene3_run(w, _i < 6 ? 5 : 300);
    ck_assert(is_asleep(w, box));
    switch (_i % 6) {
    case 0: ck_assert_int_eq(fs_shape3_destroy(w, shape), FS_OK); break;
    case 1: ck_assert_int_eq(fs_body3_destroy(w, ground), FS_OK); break;
    case 2: put(w, ground, 0, -50); break;
    case 3: ck_assert_int_eq(fs_body3_set_enabled(w, ground, false), FS_OK); break;
    case 4: ck_assert_int_eq(fs_shape3_set_filter(w, shape, 1, 0, 0), FS_OK); break;
    default: put(w, ground, 0, -0.8);
    }
    scene3_run(w, 60);
    if (_i % 6 < 5)
        ck_assert_double_lt(scene3_position(w, box).y, -4);
    else
        ck_assert_double_eq_tol(scene3_position(w, box).y, 0.7, 0.01);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("waking3");
    TCase *tc = tcase_create("waking3");
    tcase_add_loop_test(tc, moving_an_anchor_wakes, 0, 6);
    tcase_add_test(tc, moving_the_end_of_a_spring_wakes);
    tcase_add_loop_test(tc, what_is_put_into_a_sleeping_body_pushes_it, 0, 3);
    tcase_add_loop_test(tc, a_level_starts_asleep, 0, 4);
    tcase_add_loop_test(tc, what_carried_a_sleeper_from_the_start_wakes_it, 0, 12);
    suite_add_tcase(suite, tc);
    return suite;
}
