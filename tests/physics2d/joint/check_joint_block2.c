/* check_joint_block2.c: hinges in vector blocks: all kernels and numbers of threads give the same bits, a hinge in a lane
 * behaves as one in wide numbers, and what exceeds a lane is not lost.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/joint_fixture.h"
#include "physics2d/joint/same_bits2.h"

enum { HZ = 60, SIDE = 24, TICKS = 90 };

static struct fixture2 open_world(double gravity)
{
    const fs_world2_limits limits = { .bodies = SIDE * SIDE + 2, .shapes = SIDE * SIDE + 2, .joints = 2 * SIDE * SIDE };
    fs_world2_def def = fs_default_world2_def(HZ);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = fs_wide2_make(0, WIDE(-gravity));
    fs_world2_limits all = limits;
    all.materials = 1;
    return fixture2_start_with(HZ, &all, &def);
}

/* ---- the same bits ------------------------------------------------------------------------------------------------- */

/* A net of discs, hung up in the middle of its upper side. Some discs turn by more than half a radian a tick, some hinges
 * are in no lane (limits, a break force), and a floor below gives contacts. */
static struct fixture2 hang_net(uint32_t kernel, const fs_tasks *tasks)
{
    struct fixture2 t = open_world(10);
    fs_geometry2 disc = fixture2_disc_geometry(REL(0.4));
    static fs_body2 body[SIDE][SIDE];
    t.w.kernel = kernel;
    t.w.tasks = tasks;
    fixture2_add_ground(&t);
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++) {
            bool fixed = y == 0 && x > SIDE / 2 - 3 && x < SIDE / 2 + 3;
            body[x][y] = fixture2_add_body(&t, fixed ? FS_BODY2_STATIC : FS_BODY2_DYNAMIC, x * FS_POS_ONE,
                                           (SIDE - y) * FS_POS_ONE, &disc);
            if ((x * 7 + y) % 50 == 0 && !fixed)
                ck_assert_int_eq(fs_body2_set_velocity(&t.w, body[x][y], fs_vel2_make(0, 0), VEL(80)), FS_OK);
        }
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++)
            for (int down = 0; down < 2; down++) {
                int x2 = x + !down, y2 = y + down;
                if (x2 == SIDE || y2 == SIDE)
                    continue;
                fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, body[x][y], body[x2][y2], x + 0.5 * !down,
                                              SIDE - y - 0.5 * down, 0, 0);
                def.flags = (x + y) % 17 == 0 ? FS_JOINT2_LIMIT : 0;
                def.break_force = (x * y) % 23 == 5 ? WIDE(1e6) : 0;
                fs_joint2 joint;
                fs_result made = fs_joint2_create(&t.w, &def, &joint);
                ck_assert(made == FS_OK || made == FS_E_DEGENERATE); /* of two fixed discs */
            }
    return t;
}

static uint64_t hash_of_net(uint32_t kernel, const fs_tasks *tasks)
{
    struct fixture2 t = hang_net(kernel, tasks);
    fixture2_step(&t, TICKS);
    uint64_t hash = fs_state_hash(t.state);
    fixture2_end(&t);
    return hash;
}

START_TEST(kernels_give_the_same_bits)
{
    assert_kernels_agree(hash_of_net);
}
END_TEST

START_TEST(threads_change_nothing)
{
    assert_threads_agree(hash_of_net);
}
END_TEST

/* ---- as in wide numbers ---------------------------------------------------------------------------------------------- */

/* A double pendulum; a break force that is never reached keeps its hinges out of the lanes. */
static struct fixture2 swing_pendulum(bool wide, double mass, double spin_speed, int ticks, fs_body2 body[2])
{
    struct fixture2 t = open_world(10);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0);
    body[0] = mass_at(&t, 0.5, 0, mass, mass * 0.05);
    body[1] = mass_at(&t, 1.5, 0.1, 2 * mass, mass * 0.1);
    for (int i = 0; i < 2; i++) {
        fs_joint2_def def = joint_def(&t, FS_JOINT2_REVOLUTE, i == 0 ? ground : body[0], body[i], i, 0, 0, 0);
        def.break_force = wide ? WIDE(1e8) : 0;
        joint_make(&t, &def);
    }
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body[1], fs_vel2_make(0, 0), VEL(spin_speed)), FS_OK);
    fixture2_step(&t, ticks);
    return t;
}

START_TEST(lanes_behave_as_wide_numbers)
{
    static const struct {
        double mass, spin;
    } all[] = { { 1, 0 }, { 1000, 3 }, { 0.01, -20 }, { 1, 60 } };
    fs_body2 narrow[2], wider[2];
    struct fixture2 a = swing_pendulum(false, all[_i].mass, all[_i].spin, 60, narrow),
                    b = swing_pendulum(true, all[_i].mass, all[_i].spin, 60, wider);
    for (int i = 0; i < 2; i++) {
        near(pos_x(&a, narrow[i]), pos_x(&b, wider[i]), 2e-5, "x");
        near(pos_y(&a, narrow[i]), pos_y(&b, wider[i]), 2e-5, "y");
        near(rel(fs_joint2_angle(&a.w, (uint32_t)i)), rel(fs_joint2_angle(&b.w, (uint32_t)i)), 1e-4, "angle");
        fs_wide2 f = fs_joint2_force(&a.w, (uint32_t)i), g = fs_joint2_force(&b.w, (uint32_t)i);
        double size = all[_i].mass * (10 + all[_i].spin * all[_i].spin);
        near(wide(f.x), wide(g.x), 1e-3 * size, "force x");
        near(wide(f.y), wide(g.y), 1e-3 * size, "force y");
    }
    fixture2_end(&a);
    fixture2_end(&b);
}
END_TEST

/* A body of 1 kg is pulled with 100 kN, 417 m/s a substep: more than a lane holds. Wide numbers hold it from the second
 * tick on. */
START_TEST(large_loads_leave_the_lanes)
{
    struct fixture2 t = open_world(0);
    fs_body2 ground = mass_at(&t, 0, 0, 0, 0), load = mass_at(&t, 0, 0, 1, 0.1);
    uint32_t row = joint_row(&t, joint_at(&t, FS_JOINT2_REVOLUTE, ground, load, 0, 0));
    for (int tick = 0; tick < 2 * HZ; tick++) {
        ck_assert_int_eq(fs_body2_apply_force(&t.w, load, fs_wide2_make(WIDE(1e5), 0)), FS_OK);
        fixture2_step(&t, 1);
    }
    near(wide(fs_joint2_force(&t.w, row).x), -1e5, 1, "force");
    near(vel_x(&t, load), 0, 1e-3, "rest");
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint_block2");
    TCase *tc = tcase_create("joint_block2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, kernels_give_the_same_bits);
    tcase_add_test(tc, threads_change_nothing);
    tcase_add_loop_test(tc, lanes_behave_as_wide_numbers, 0, 4);
    tcase_add_test(tc, large_loads_leave_the_lanes);
    suite_add_tcase(suite, tc);
    return suite;
}
