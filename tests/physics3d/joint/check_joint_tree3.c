/* check_joint_tree3.c: chains and trees of joints in space, which are solved together: ropes under load, whips, beams,
 * limits, motors and breaking inside them, momentum and energy.
 */
#include <fixstep/state.h>

#include "physics3d/joint3_scene.h"
#include "support/counted_tasks.h"
#include "support/figures.h"

enum { HZ = 60 };

/* ---- ropes ---------------------------------------------------------------------------------------------------------- */

/* Let go at an angle: the largest stretch and gap in 4 s. Measured: stretch 0 to 1e-4 and gap up to 1.3e-4 m with a load, gap
 * 0.07 m for an instant where the tip of the unloaded rope cracks like a whip at more than 170 rad/s. */
START_TEST(ropes_keep_their_length)
{
    static const struct {
        int links;
        double length, bob, angle, gap;
    } ropes[] = { { 60, 0.2, 100, 0, 1e-3 },         { 100, 0.12, 1000, 0, 1e-3 }, { 100, 0.12, 1000, M_PI / 2, 1e-4 },
                  { 100, 0.12, 1, M_PI / 2, 1e-5 },  { 60, 0.12, 10000, 0, 1e-3 }, { 100, 0.12, 1, 0, 0.1 },
                  { 10, 0.4, 1000, M_PI / 2, 1e-5 }, { 2, 1, 1, 0, 1e-4 } };
    struct chain3 c = chain3_make(ropes[_i].links, ropes[_i].length, ropes[_i].bob, ropes[_i].angle, 10);
    double stretch = 0, gap = 0, energy = METRES3D(fs_world3_energy(c.w));
    chain3_tie_all(&c, FS_JOINT3_BALL, 0);
    for (int tick = 0; tick < 4 * HZ; tick++) {
        fs_world3_step(c.w);
        stretch = fmax(stretch, chain3_stretch(&c));
        gap = fmax(gap, chain3_gap(&c));
    }
    double length = c.length * c.links, gain = METRES3D(fs_world3_energy(c.w)) - energy;
    print_figure("rope %d in space: stretch %.5f %%, widest gap %.4f m", _i, 100 * stretch, gap);
    ck_assert_msg(stretch <= 5e-4 && gap <= ropes[_i].gap, "rope %d: %.6f, gap %.6f m", _i, stretch, gap);
    ck_assert_msg(gain <= 0.01 * 10 * length * (c.links + ropes[_i].bob), "rope %d gains %.3f J", _i, gain);
    fs_world3_destroy(c.w);
}
END_TEST

/* A level chain of rods between the middles of boxes: each row is a distance. */
START_TEST(chains_of_rods_keep_their_length)
{
    struct chain3 c = chain3_make(20, 0.3, 20, 0, 10);
    for (int k = 0; k < c.links; k++) {
        fs_joint3_def d = fs_default_joint3_def(FS_JOINT3_DISTANCE);
        d.body_a = c.link[k];
        d.body_b = c.link[k + 1];
        d.length = REL3D(k == 0 ? 0.15 : 0.3);
        chain3_tie(&c, &d);
    }
    double stretch = 0;
    for (int tick = 0; tick < 3 * HZ; tick++) {
        fs_world3_step(c.w);
        stretch = fmax(stretch, chain3_stretch(&c));
    }
    ck_assert_msg(stretch <= 0.001, "%.5f", stretch);
    fs_world3_destroy(c.w);
}
END_TEST

/* The anchor of a rope is moved at 2 m/s in a circle of 1 m: the rope follows. */
START_TEST(a_rope_follows_a_moving_anchor)
{
    struct chain3 c = chain3_make(12, 0.2, 5, M_PI / 2, 10);
    c.link[0] = scene3_body(c.w, FS_BODY3_KINEMATIC, 0, 0, 0);
    chain3_tie_all(&c, FS_JOINT3_BALL, 0);
    double gap = 0;
    for (int tick = 0; tick < 3 * HZ; tick++) {
        double angle = 2.0 * tick / HZ;
        ck_assert_int_eq(fs_body3_set_velocity(c.w, c.link[0],
                                               fs_vel3_make(VEL3D(2 * cos(angle)), 0, VEL3D(2 * sin(angle))),
                                               fs_vel3_zero()),
                         FS_OK);
        fs_world3_step(c.w);
        gap = fmax(gap, chain3_gap(&c));
    }
    ck_assert_msg(gap < 1e-4, "gap %.6f m", gap);
    fs_world3_destroy(c.w);
}
END_TEST

/* ---- beams ---------------------------------------------------------------------------------------------------------- */

/* Ten fixed blocks, level: the end stays. Measured: 3e-6 m with an end of a hundred times the mass. */
START_TEST(fixed_beams_do_not_droop)
{
    static const double lengths[] = { 0.05, 0.2, 1 };
    struct chain3 c = chain3_make(10, lengths[_i % 3], _i < 3 ? 1 : 100, 0, 10);
    chain3_tie_all(&c, FS_JOINT3_FIXED, 0);
    double droop = 0;
    for (int tick = 0; tick < 3 * HZ; tick++) {
        fs_world3_step(c.w);
        droop = fmax(droop, fabs(scene3_position(c.w, c.link[10]).y));
    }
    print_figure("fixed beam %d: droop %.2g of the length", _i, droop / (10 * c.length));
    ck_assert_msg(droop <= 1e-4 * 10 * c.length, "beam %d: %.2e m", _i, droop);
    fs_world3_destroy(c.w);
}
END_TEST

/* ---- two anchors -------------------------------------------------------------------------------------------------- */

/* Planks of 0.8 m between two banks, level, of hinges or balls; one of them is given 0.5 m/s: asleep in three seconds. Measured:
 * 0.53 s. Those of eight planks and more never slept while the solution without bias let joints yield. */
START_TEST(a_taut_bridge_comes_to_rest)
{
    const int planks = 6 + 2 * (_i % 5);
    const fs_joint3_kind kind = _i < 5 ? FS_JOINT3_HINGE : FS_JOINT3_BALL;
    struct chain3 c = chain3_make(planks, 0.8, 1, 0, 10);
    ck_assert_int_eq(fs_world3_set_flags(c.w, FS_WORLD3_SLEEP, 0), FS_OK);
    for (int k = 0; k <= planks; k++) {
        fs_joint3_def d = joint3_between(c.w, kind, c.link[k], c.link[k < planks ? k + 1 : 0], chain3_anchor(&c, k),
                                         joint3_axis(0, 0, 1));
        chain3_tie(&c, &d);
    }
    for (int tick = 0; tick < HZ; tick++)
        fs_world3_step(c.w);
    const fs_body3 struck = c.link[planks / 2];
    ck_assert_int_eq(fs_body3_set_velocity(c.w, struck, fs_vel3_make(0, VEL3D(-0.5), 0), fs_vel3_zero()), FS_OK);
    int ticks = 0;
    uint32_t row = 0;
    ck_assert_int_eq(fs_body3_row(c.w, struck, &row), FS_OK);
    while (ticks < 3 * HZ && (c.w->body.flags[row] & FS_BODY3_ASLEEP) == 0) {
        fs_world3_step(c.w);
        ticks++;
    }
    print_figure("bridge of %d planks in space, struck: asleep after %.2f s", planks, (double)ticks / HZ);
    ck_assert_int_lt(ticks, 3 * HZ);
    fs_world3_destroy(c.w);
}
END_TEST

/* ---- parts of joints inside a chain --------------------------------------------------------------------------------- */

/* A level chain of 12 joints that bend by up to 0.1 rad bends down to its limits and holds: hinges, and balls whose cone and
 * twist are limited. */
START_TEST(limits_hold_in_a_chain)
{
    struct chain3 c = chain3_make(12, 0.3, _i < 2 ? 1 : 20, 0, 10);
    bool ball = _i % 2 == 1;
    for (int k = 0; k < 12; k++) {
        fs_joint3_def d = chain3_def(&c, ball ? FS_JOINT3_BALL : FS_JOINT3_HINGE, k,
                                     ball ? joint3_axis(1, 0, 0) : joint3_axis(0, 0, 1));
        d.flags = FS_JOINT3_LIMIT;
        d.lower_limit = -REL3D(0.1);
        d.upper_limit = d.swing_limit = REL3D(0.1);
        chain3_tie(&c, &d);
    }
    double gap = 0, bend = 0.1 * 12;
    for (int tick = 0; tick < 3 * HZ; tick++) {
        fs_world3_step(c.w);
        gap = fmax(gap, chain3_gap(&c));
    }
    double x = 0, y = 0;
    for (int k = 1; k <= 12; k++) {
        x += 0.3 * (k < 12 ? 1 : 0.5) * cos(0.1 * k);
        y -= 0.3 * (k < 12 ? 1 : 0.5) * sin(0.1 * k);
    }
    scene3_vector end = scene3_position(c.w, c.link[12]);
    ck_assert_msg(fabs(end.x - x) < 0.02 && fabs(end.y - y) < 0.02 && fabs(end.z) < 0.01 && gap < 0.01,
                  "chain %d bends by %.2f rad to %.4f %.4f %.4f instead of %.4f %.4f, gap %.4f m", _i, bend, end.x,
                  end.y, end.z, x, y, gap);
    ck_assert_double_lt(scene3_length(scene3_velocity(c.w, c.link[12])), 0.02);
    fs_world3_destroy(c.w);
}
END_TEST

/* A motor between two halves of a free beam turns them against each other. */
START_TEST(a_motor_turns_in_a_chain)
{
    struct chain3 c = chain3_make(10, 0.2, 1, 0, 0);
    for (int k = 1; k < 10; k++) {
        fs_joint3_def d = chain3_def(&c, k == 5 ? FS_JOINT3_HINGE : FS_JOINT3_FIXED, k, joint3_axis(0, 0, 1));
        d.flags = k == 5 ? FS_JOINT3_MOTOR : 0;
        d.motor_speed = VEL3D(1);
        d.motor_limit = FS_WIDE_ONE / 2;
        chain3_tie(&c, &d);
    }
    scene3_run(c.w, 2 * HZ);
    double left = scene3_angular_velocity(c.w, c.link[1]).z, right = scene3_angular_velocity(c.w, c.link[10]).z;
    NEAR3(right - left, 1, 0.01);
    NEAR3(right, 0.5, 0.02);
    ck_assert_double_lt(chain3_gap(&c), 1e-4);
    fs_world3_destroy(c.w);
}
END_TEST

/* The joint that carries more than it bears breaks, and no other; the weight below joint k is 240 - 10 k newtons. */
START_TEST(a_chain_breaks)
{
    struct chain3 c = chain3_make(20, 0.2, 5, M_PI / 2, 10);
    for (int k = 0; k < 20; k++) {
        fs_joint3_def d = chain3_def(&c, FS_JOINT3_BALL, k, joint3_axis(0, 1, 0));
        d.break_force = (fs_wide)llround((k < 4 ? 1000 : 199.5) * 0x1p32);
        chain3_tie(&c, &d);
    }
    fs_world3_step(c.w);
    ck_assert((c.w->joint.gen[3] & 1u) != 0);
    ck_assert((c.w->joint.gen[4] & 1u) == 0);
    ck_assert((c.w->joint.gen[5] & 1u) != 0);
    NEAR3(METRES3D(c.w->joint.force[5].y), 190, 0.5);
    fs_world3_destroy(c.w);
}
END_TEST

/* ---- conservation --------------------------------------------------------------------------------------------------- */

static double mass_of(const struct chain3 *c, int link)
{
    return link == c->links ? 7 : 1;
}

static scene3_vector exact_velocity(const struct chain3 *c, int link)
{
    uint32_t row = 0;
    ck_assert_int_eq(fs_body3_row(c->w, c->link[link], &row), FS_OK);
    fs_vel3 v = c->w->body.vel[row];
    fs_unit3 rest = c->w->body.velocity_residual[row];
    return (scene3_vector){ ldexp(v.x, -21) + ldexp(rest.x, -51), ldexp(v.y, -21) + ldexp(rest.y, -51),
                            ldexp(v.z, -21) + ldexp(rest.z, -51) };
}

/* A free chain that whirls keeps its momentum, residuals included, and does not gain energy. */
START_TEST(a_free_chain_keeps_its_momentum)
{
    struct chain3 c = chain3_make(12, 0.2, 7, 0, 0);
    double px = 0, py = 0, pz = 0, scale = 0;
    for (int k = 1; k < 12; k++) {
        fs_joint3_def d = chain3_def(&c, k % 3 == 0 ? FS_JOINT3_FIXED : FS_JOINT3_BALL, k, joint3_axis(1, 0, 0));
        chain3_tie(&c, &d);
    }
    fs_vel3 spin = fs_vel3_make(0, VEL3D(1), VEL3D(3));
    ck_assert_int_eq(fs_body3_set_velocity(c.w, c.link[12], fs_vel3_make(VEL3D(0.5), VEL3D(2), VEL3D(1)), spin), FS_OK);
    fs_world3_step(c.w);
    double energy = METRES3D(fs_world3_energy(c.w));
    scene3_run(c.w, 2000);
    for (int i = 1; i <= 12; i++) {
        scene3_vector v = exact_velocity(&c, i);
        px += mass_of(&c, i) * v.x;
        py += mass_of(&c, i) * v.y;
        pz += mass_of(&c, i) * v.z;
        scale += mass_of(&c, i) * scene3_length(v);
    }
    double drift = scene3_length((scene3_vector){ px - 3.5, py - 14, pz - 7 }) / scale;
    print_figure("free chain of 12 in space: momentum drifts by %.2g", drift);
    ck_assert_msg(drift <= 4e-7, "drift %.2e", drift);
    ck_assert_double_le(METRES3D(fs_world3_energy(c.w)), energy * 1.001);
    ck_assert_double_le(chain3_gap(&c), 0.001);
    fs_world3_destroy(c.w);
}
END_TEST

/* A pendulum of 90 degrees comes up as high after 10,000 ticks as in its first swings. */
START_TEST(a_pendulum_keeps_its_energy)
{
    struct chain3 c = chain3_make(1, 2, 1, 0, 10);
    double first = -9, last = -9;
    chain3_tie_all(&c, _i == 0 ? FS_JOINT3_BALL : FS_JOINT3_UNIVERSAL, 0);
    for (int tick = 0; tick < 10000; tick++) {
        fs_world3_step(c.w);
        double y = scene3_position(c.w, c.link[1]).y;
        first = tick > 60 && tick < 1000 ? fmax(first, y) : first;
        last = tick >= 9000 ? fmax(last, y) : last;
    }
    print_figure("pendulum of 90 degrees in space: height %.6f m, at first %.6f m", last, first);
    ck_assert_msg(fabs(last - first) < 2e-3, "%.6f m after %.6f m", last, first);
    ck_assert_double_le(chain3_gap(&c), 1e-5);
    fs_world3_destroy(c.w);
}
END_TEST

/* ---- equal everywhere ----------------------------------------------------------------------------------------------- */

/* Four chains of all kinds beside each other, one of them with motors, springs and limits. */
static uint64_t chains_hash(uint32_t kernel, uint32_t workers)
{
    struct counted_tasks tasks;
    fs_world3 *w = scene3_world(-10);
    ck_assert_int_eq(fs_world3_set_kernel(w, kernel), FS_OK);
    counted_tasks_start(&tasks, workers);
    fs_world3_set_tasks(w, workers > 1 ? &tasks.tasks : NULL);
    for (int n = 0; n < 4; n++)
        joint3_add_chain(w, 5 * n, 12, (fs_joint3_kind)(1 + n), 4, n == 3 ? 0xfff : 0);
    scene3_run(w, 120);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    fs_world3_destroy(w);
    counted_tasks_stop(&tasks, 100);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(chains_hash);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint_tree3");
    TCase *tc = tcase_create("joint_tree3");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, ropes_keep_their_length, 0, 8);
    tcase_add_test(tc, chains_of_rods_keep_their_length);
    tcase_add_test(tc, a_rope_follows_a_moving_anchor);
    tcase_add_loop_test(tc, fixed_beams_do_not_droop, 0, 6);
    tcase_add_loop_test(tc, a_taut_bridge_comes_to_rest, 0, 10);
    tcase_add_loop_test(tc, limits_hold_in_a_chain, 0, 4);
    tcase_add_test(tc, a_motor_turns_in_a_chain);
    tcase_add_test(tc, a_chain_breaks);
    tcase_add_test(tc, a_free_chain_keeps_its_momentum);
    tcase_add_loop_test(tc, a_pendulum_keeps_its_energy, 0, 2);
    tcase_add_test(tc, kernels_and_workers_agree);
    suite_add_tcase(suite, tc);
    return suite;
}
