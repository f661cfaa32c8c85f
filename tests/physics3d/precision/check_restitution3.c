/* check_restitution3.c: what impacts in space keep: the energy of a gas, the height of a ball, a blow through bodies that
 * touch, both momenta of oblique hits.
 *
 * FIXSTEP_FIGURES in the environment prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include "physics3d/world3_fixture.h"
#include "support/figures.h"

enum { HZ = 60, SUBSTEPS = 4, GAS_BALLS = 100, HEIGHTS = 60, BALLS = 6 };

static fs_vel vel_of(double v)
{
    return (fs_vel)lround(v * FS_VEL_ONE);
}

static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

/* Smooth, and elastic from 0.01 m/s on. */
static struct fixture3 open_world(double gravity)
{
    const fs_world3_limits limits = { .bodies = 112, .shapes = 112, .joints = 1, .materials = 1, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(HZ);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.substeps = SUBSTEPS;
    def.gravity = fs_wide3_make(0, pos_of(-gravity), 0);
    def.restitution_threshold = vel_of(0.01);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    t.w.material.static_friction[0] = t.w.material.dynamic_friction[0] = 0;
    t.w.material.restitution[0] = FS_UNIT_ONE;
    return t;
}

static fs_body3 add_ball(struct fixture3 *t, fs_pos3 at, fs_vel3 v)
{
    fs_body3 ball = fixture3_ball(t, at, 0.25);
    ck_assert_int_eq(fs_body3_set_velocity(&t->w, ball, v, fs_vel3_zero()), FS_OK);
    return ball;
}

/* ---- gas ------------------------------------------------------------------------------------------------------- */

/* Around a cube of 4.8 m. */
static void add_walls(struct fixture3 *t)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2)
            fixture3_box(t, FS_BODY3_STATIC,
                         pos3_of(axis == 0 ? side * 3.4 : 0, axis == 1 ? side * 3.4 : 0, axis == 2 ? side * 3.4 : 0),
                         axis == 0 ? 1 : 4.4, axis == 1 ? 1 : 4.4, axis == 2 ? 1 : 4.4);
}

static double kinetic_energy(const struct fixture3 *t)
{
    return (double)fs_world3_kinetic_energy(&t->w) / (double)FS_WIDE_ONE;
}

/* 100 balls of up to 3 m/s per axis, 10,000 ticks (FIXSTEP_LONG; else 1,500). Measured: 0.99991 of the energy after 10,000 ticks,
 * never more than at the start. */
START_TEST(a_gas_keeps_its_energy)
{
    struct fixture3 t = open_world(0);
    fs_rng rng = fs_rng_seed(7, 1);
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 10000 : 1500;
    add_walls(&t);
    for (int i = 0; i < GAS_BALLS; i++)
        add_ball(&t, pos3_of((i % 5 - 2) * 0.85, (i / 5 % 5 - 2) * 0.85, (i / 25 - 1.5) * 0.85),
                 fixture3_random_vel(&rng, 3));
    double start = kinetic_energy(&t);
    for (int tick = 500; tick <= ticks; tick += 500) {
        fixture3_step(&t, 500);
        double share = kinetic_energy(&t) / start;
        print_figure("100 elastic balls after %d ticks: %.6f of the energy", tick, share);
        ck_assert_msg(share >= 0.999 && share <= 1, "%d ticks: %.6f", tick, share);
    }
    fixture3_end(&t);
}
END_TEST

/* ---- a ball ------------------------------------------------------------------------------------------------------ */

/* A ball falls from heights of 0.6 to 8.7 m and bounces for a minute. Its highest point lies within 1 % of the height,
 * and above it by no more than g / (8 * rate^2), a rounding of time. Velocities are those of half a substep before their
 * positions, so the energy is that of g h / 2 less speed upwards: then it is kept within 3e-4. */
START_TEST(a_ball_keeps_its_height)
{
    double height = 0.6 + _i * 0.1373, radius = 0.25, lead = 10.0 / (2 * HZ * SUBSTEPS), top = 0;
    struct fixture3 t = open_world(10);
    fixture3_floor(&t, fs_pos3_zero());
    uint32_t row = fixture3_row(&t, add_ball(&t, pos3_of(0, height + radius, 0), fs_vel3_zero()));
    double worst = 0;
    for (int tick = 0; tick < 60 * HZ; tick++) {
        double before = speed(t.w.body.vel[row].y);
        fixture3_step(&t, 1);
        double y = metres(t.w.body.pos[row].y) - radius, v = speed(t.w.body.vel[row].y) - lead;
        worst = fmax(worst, fabs((y + v * v / 20) / height - 1));
        if (before > 0 && v <= 0)
            top = fmax(top, y);
    }
    print_figure("elastic ball in space from %g m: %.5f of the height, energy within %.2g", height, top / height,
                 worst);
    ck_assert_msg(worst <= 3e-4, "%g m: energy %.6f", height, worst);
    ck_assert_msg(top <= height + 3e-5 && top >= height * 0.99, "%g m: %.5f", height, top / height);
    fixture3_end(&t);
}
END_TEST

/* ---- a cradle ---------------------------------------------------------------------------------------------------- */

/* One or two balls hit a row of five or four that touch: as many leave at the other end, the rest stand. In both orders
 * of creation, along each axis. Before impacts were solved in the order of their speeds the first ball came back at 0.60 m/s. */
START_TEST(a_blow_passes_through_balls_that_touch)
{
    int moving = _i % 2 + 1, axis = _i / 4;
    struct fixture3 t = open_world(0);
    uint32_t row[BALLS];
    for (int i = 0; i < BALLS; i++) {
        int place = _i / 2 % 2 == 0 ? i : BALLS - 1 - i;
        double at = place < moving ? place * 0.5 - 0.8 : place * 0.5;
        fs_vel v = place < moving ? vel_of(2) : 0;
        row[place] = fixture3_row(&t, add_ball(&t, pos3_of(axis == 0 ? at : 0, axis == 1 ? at : 0, axis == 2 ? at : 0),
                                               fs_vel3_make(axis == 0 ? v : 0, axis == 1 ? v : 0, axis == 2 ? v : 0)));
    }
    fixture3_step(&t, 90);
    for (int i = 0; i < BALLS; i++) {
        double wanted = i >= BALLS - moving ? 2 : 0;
        fs_vel3 v = t.w.body.vel[row[i]];
        double now = speed(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
        print_figure("cradle in space, axis %d, %d moving: ball %d at %.6f m/s", axis, moving, i, now);
        ck_assert_msg(fabs(now - wanted) <= 1e-5, "axis %d, %d moving, ball %d: %.6f", axis, moving, i, now);
    }
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("restitution3");
    TCase *tc = tcase_create("restitution3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_gas_keeps_its_energy);
    tcase_add_loop_test(tc, a_ball_keeps_its_height, 0, HEIGHTS);
    tcase_add_loop_test(tc, a_blow_passes_through_balls_that_touch, 0, 12);
    suite_add_tcase(suite, tc);
    return suite;
}
