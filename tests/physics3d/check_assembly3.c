/* check_assembly3.c: ragdolls in space hold together when they fall, are hit and lie in heaps, keep their limits, and are
 * created whole or not at all.
 */
#include <fixstep/assembly3.h>
#include <fixstep/state.h>

#include "physics3d/joint3_scene.h"

enum { HZ = 60 };

static double widest_gap(const fs_world3 *w)
{
    double worst = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++)
        worst = fmax(worst, METRES_OF_REL3D(fs_joint3_translation(w, row)));
    return worst;
}

/* Angles of hinges beyond their limits, rad. */
static double worst_excess(const fs_world3 *w)
{
    double worst = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++) {
        double angle = METRES_OF_REL3D(fs_joint3_angle(w, row));
        if (w->joint.kind[row] == FS_JOINT3_HINGE)
            worst = fmax(worst, fmax(METRES_OF_REL3D(w->joint.lower_limit[row]) - angle,
                                     angle - METRES_OF_REL3D(w->joint.upper_limit[row])));
    }
    return worst;
}

static double fastest(const fs_world3 *w)
{
    double worst = 0;
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        fs_vel3 v = w->body.vel[row];
        worst = fmax(worst, scene3_length((scene3_vector){ SPEED3D(v.x), SPEED3D(v.y), SPEED3D(v.z) }));
    }
    return worst;
}

struct looseness {
    double gap, excess;
};

static struct looseness watch(fs_world3 *w, int ticks)
{
    struct looseness most = { 0, 0 };
    for (int tick = 0; tick < ticks; tick++) {
        fs_world3_step(w);
        most.gap = fmax(most.gap, widest_gap(w));
        most.excess = fmax(most.excess, worst_excess(w));
    }
    return most;
}

static fs_world3 *world_with_ground(double gravity, fs_shape3_def *surface)
{
    fs_world3 *w = scene3_world(gravity);
    *surface = scene3_surface(w, 0.6, 0);
    scene3_ground(w, surface);
    return w;
}

static fs_ragdoll3 create_ragdoll(fs_world3 *w, fs_pos3 at, double height, fs_vel3 vel, int group)
{
    fs_ragdoll3_def d = fs_default_ragdoll3_def();
    fs_ragdoll3 ragdoll;
    d.at = at;
    d.height = REL3D(height);
    d.vel = vel;
    d.shape.group = (int16_t)group;
    ck_assert_int_eq(fs_ragdoll3_create(w, &d, &ragdoll), FS_OK);
    return ragdoll;
}

/* Of three sizes, limp and stiff, from twice their height. Measured: a gap of at most 0.0006 of the height. */
START_TEST(ragdolls_fall_and_hold)
{
    static const double heights[] = { 1.8, 0.5, 4 };
    double height = heights[_i % 3];
    fs_shape3_def surface;
    fs_world3 *w = world_with_ground(-10, &surface);
    fs_ragdoll3_def d = fs_default_ragdoll3_def();
    d.at = scene3_pos(0, 2 * height, 0);
    d.height = REL3D(height);
    d.stiffness = _i < 3 ? 0 : FS_WIDE_ONE * 5;
    d.vel = fs_vel3_make(VEL3D(2), 0, VEL3D(3));
    ck_assert_int_eq(fs_ragdoll3_create(w, &d, NULL), FS_OK);
    struct looseness most = watch(w, 6 * HZ);
    ck_assert_msg(most.gap < 0.005 * height, "ragdoll %d opens by %.5f m", _i, most.gap);
    ck_assert_msg(most.excess < 0.2, "ragdoll %d passes a limit by %.4f rad", _i, most.excess);
    ck_assert_msg(widest_gap(w) < 0.0005 * height, "ragdoll %d rests open by %.5f m", _i, widest_gap(w));
    ck_assert_msg(fastest(w) < 1, "ragdoll %d moves at %.3f m/s", _i, fastest(w));
    ck_assert_uint_eq(*w->rules.limited, 0);
    fs_world3_destroy(w);
}
END_TEST

enum { HITS = 12 };

/* Onto the ground, into a wall, and hit by a ball of 14 kg, at 15 to 21 m/s. Measured: 0.0067 m. */
START_TEST(ragdolls_are_hit_and_hold)
{
    double speed = 15 + 0.57 * _i;
    int scene = _i % 3;
    fs_shape3_def surface;
    fs_world3 *w = world_with_ground(-10, &surface);
    fs_vel3 vel = fs_vel3_make(scene == 1 ? VEL3D(speed) : VEL3D(2), scene == 0 ? -VEL3D(speed) : 0, VEL3D(1));
    create_ragdoll(w, scene3_pos(0, 1, 0), 1.8, scene == 2 ? fs_vel3_zero() : vel, -1);
    surface.density = FS_WIDE_ONE * 1000;
    if (scene == 1)
        scene3_box(w, FS_BODY3_STATIC, &surface, (scene3_vector){ 4, 5, 0 }, (scene3_vector){ 1, 5, 10 });
    if (scene == 2) {
        fs_body3 ball = scene3_ball(w, &surface, -3, 1.3 + 0.06 * _i, 0.05, 0.15);
        ck_assert_int_eq(fs_body3_set_velocity(w, ball, fs_vel3_make(VEL3D(speed), 0, 0), fs_vel3_zero()), FS_OK);
    }
    struct looseness most = watch(w, 3 * HZ);
    ck_assert_msg(most.gap < 0.01 * 1.8, "hit %d opens a joint by %.5f m", _i, most.gap);
    ck_assert_msg(widest_gap(w) < 0.001, "hit %d leaves a joint open by %.5f m", _i, widest_gap(w));
    ck_assert_uint_eq(*w->rules.limited, 0);
    fs_world3_destroy(w);
}
END_TEST

/* Six ragdolls fall on each other. Measured: 0.005 m. */
START_TEST(ragdolls_fall_in_heaps)
{
    fs_shape3_def surface;
    fs_world3 *w = world_with_ground(-10, &surface);
    for (int i = 0; i < 6; i++)
        create_ragdoll(w, scene3_pos(0.3 * cos(2.4 * i), 0.5 + 2 * i, 0.3 * sin(2.4 * i)), 1.8, fs_vel3_zero(), -1 - i);
    struct looseness most = watch(w, 6 * HZ);
    ck_assert_msg(most.gap < 0.01 * 1.8, "a joint opens by %.5f m", most.gap);
    ck_assert_msg(widest_gap(w) < 0.001, "a joint stays open by %.5f m", widest_gap(w));
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (w->body.type[row] == FS_BODY3_DYNAMIC)
            ck_assert_msg(METRES3D(w->body.pos[row].y) > 0, "body %u is below the ground", row);
    fs_world3_destroy(w);
}
END_TEST

/* Through a wall of 4 cm, at 0.7 and 1 m a tick. */
START_TEST(ragdolls_do_not_pass_a_thin_wall)
{
    double speed = 40 + 20 * _i;
    fs_shape3_def surface;
    fs_world3 *w = world_with_ground(0, &surface);
    scene3_box(w, FS_BODY3_STATIC, &surface, (scene3_vector){ 4, 5, 0 }, (scene3_vector){ 0.02, 5, 10 });
    create_ragdoll(w, scene3_pos(0, 1, 0), 1.8, fs_vel3_make(VEL3D(speed), 0, 0), -1);
    struct looseness most = watch(w, 2 * HZ);
    ck_assert_msg(most.gap < 0.01 * 1.8, "a joint opens by %.5f m at %.0f m/s", most.gap, speed);
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (w->body.type[row] == FS_BODY3_DYNAMIC)
            ck_assert_msg(METRES3D(w->body.pos[row].x) < 4, "body %u passed the wall at %.0f m/s", row, speed);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(ragdolls_are_created_whole)
{
    fs_world3 *w = scene3_world(0);
    fs_ragdoll3_def d = fs_default_ragdoll3_def();
    fs_ragdoll3 ragdoll;
    uint64_t empty = fs_state_hash(fs_world3_state(w));
    d.height = REL3D(9);
    ck_assert_int_eq(fs_ragdoll3_create(w, &d, &ragdoll), FS_E_ARGUMENT);
    d = fs_default_ragdoll3_def();
    d.stiffness = -1;
    ck_assert_int_eq(fs_ragdoll3_create(w, &d, NULL), FS_E_ARGUMENT);
    d = fs_default_ragdoll3_def();
    d.shape.density = -1;
    ck_assert_int_eq(fs_ragdoll3_create(w, &d, NULL), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_state_hash(fs_world3_state(w)), empty);
    while (fs_ragdoll3_create(w, NULL, &ragdoll) == FS_OK) {
    }
    ck_assert_uint_eq(ragdoll.bone[0].handle.index1, 0);
    ck_assert_uint_gt(*w->body.rows, 0);
    ck_assert_uint_eq(*w->body.rows % FS_BONE3_COUNT, 0);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(ragdolls_are_destroyed_in_parts)
{
    fs_world3 *w = scene3_world(0);
    fs_ragdoll3 ragdoll;
    ck_assert_int_eq(fs_ragdoll3_create(w, NULL, &ragdoll), FS_OK);
    ck_assert_int_eq(fs_body3_destroy(w, ragdoll.bone[FS_BONE3_HEAD]), FS_OK);
    fs_ragdoll3_destroy(w, &ragdoll);
    fs_ragdoll3_destroy(w, NULL);
    for (uint32_t row = 0; row < *w->body.rows; row++)
        ck_assert_uint_eq(w->body.gen[row] & 1u, 0);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("assembly3");
    TCase *tc = tcase_create("assembly3");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, ragdolls_fall_and_hold, 0, 6);
    tcase_add_loop_test(tc, ragdolls_are_hit_and_hold, 0, HITS);
    tcase_add_test(tc, ragdolls_fall_in_heaps);
    tcase_add_loop_test(tc, ragdolls_do_not_pass_a_thin_wall, 0, 2);
    tcase_add_test(tc, ragdolls_are_created_whole);
    tcase_add_test(tc, ragdolls_are_destroyed_in_parts);
    suite_add_tcase(suite, tc);
    return suite;
}
