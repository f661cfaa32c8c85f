/* check_springs2.c: undamped springs between two free bodies in the plane that turn, with anchors anywhere. FIXSTEP_FIGURES prints
 * what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/joint_fixture.h"
#include "support/figures.h"
#include "support/uniform.h"

enum { HZ = 60, SECONDS = 60, PAIRS = 40 };

static fs_body2 throw_body(struct fixture2 *t, fs_rng *rng)
{
    const double mass = pow(10, uniform_between(rng, -1, 1)), x = uniform_between(rng, -1, 1),
                 y = uniform_between(rng, -1, 1);
    const fs_body2 body = mass_at(t, x, y, mass, mass * uniform_between(rng, 0.02, 0.3));
    const fs_vel2 v = fs_vel2_make(VEL(uniform_between(rng, -2, 2)), VEL(uniform_between(rng, -2, 2)));
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, v, VEL(uniform_between(rng, -3, 3))), FS_OK);
    return body;
}

static void add_spring(struct fixture2 *t, fs_rng *rng, fs_joint2_kind kind, fs_body2 a, fs_body2 b)
{
    const double x = uniform_between(rng, -1, 1), y = uniform_between(rng, -1, 1),
                 angle = uniform_between(rng, 0, 2 * M_PI);
    const bool apart = kind == FS_JOINT2_DISTANCE;
    const double x2 = apart ? uniform_between(rng, -1, 1) : x, y2 = apart ? uniform_between(rng, -1, 1) : y;
    fs_joint2_def def = joint_def(t, kind, a, b, x, y, x2, y2);
    def.axis = fs_unit2_make((fs_unit)(cos(angle) * FS_UNIT_ONE), (fs_unit)(sin(angle) * FS_UNIT_ONE));
    def.flags = FS_JOINT2_SPRING;
    def.hertz = FIX(pow(10, uniform_between(rng, -0.3, 1)));
    def.damping_ratio = 0;
    def.length = REL(hypot(x2 - x, y2 - y));
    def.target = fs_pos2_make(POS(x), POS(y));
    def.motor_limit = kind == FS_JOINT2_MOUSE ? WIDE(1e6) : 0;
    joint_make(t, &def);
}

/* The spring is at rest at the start, so that the energy of motion is never more than then. The stiffness followed the mass that the
 * spring moved along its line, which changes while bodies turn about anchors beside their centres: 96 of 300 pairs gained more than
 * 5 %, the worst 170 times the energy. */
START_TEST(turning_bodies_gain_no_energy)
{
    static const fs_joint2_kind kinds[] = { FS_JOINT2_DISTANCE, FS_JOINT2_WHEEL, FS_JOINT2_PRISMATIC, FS_JOINT2_WELD,
                                            FS_JOINT2_MOUSE };
    fs_rng rng = fs_rng_seed((uint64_t)_i + 1, 7);
    struct fixture2 t = joint_world(0);
    const fs_body2 a = throw_body(&t, &rng), b = throw_body(&t, &rng);
    add_spring(&t, &rng, kinds[_i % 5], a, b);
    const double start = wide(fs_world2_energy(&t.w));
    double most = 0, late = 0;
    for (int tick = 0; tick < SECONDS * HZ; tick++) {
        fixture2_step(&t, 1);
        const double now = wide(fs_world2_energy(&t.w));
        most = fmax(most, now);
        late = tick > SECONDS * HZ / 2 ? fmax(late, now) : 0;
    }
    print_figure("spring %d of kind %d: at most %.4f of the energy, %.4f after half a minute", _i, kinds[_i % 5],
                 most / start, late / start);
    ck_assert_msg(most <= 1.05 * start, "%.4f of the energy", most / start);
    fixture2_end(&t);
}
END_TEST

/* A body on an arm at a static one, or at one of 1,000 times its mass, that is knocked: stiff springs of every kind threw it with
 * up to the limit of speed from 38 1/s on. */
START_TEST(stiff_springs_throw_nothing)
{
    static const fs_joint2_kind kinds[] = { FS_JOINT2_DISTANCE, FS_JOINT2_WHEEL, FS_JOINT2_PRISMATIC,
                                            FS_JOINT2_REVOLUTE, FS_JOINT2_WELD,  FS_JOINT2_WELD };
    static const double hertz[] = { 40, 60, 120, 1000 }, damping[] = { 0, 0.2, 1, 5 };
    const int kind = _i % 6;
    for (int k = 0; k < 16; k++) {
        struct fixture2 t = joint_world(0);
        const fs_body2 a = mass_at(&t, 0, 0, _i < 6 ? 0 : 1000, _i < 6 ? 0 : 1000), b = mass_at(&t, 2, 0, 1, 1.0 / 6);
        fs_joint2_def def = joint_def(&t, kinds[kind], a, b, 0, 0, kind == 0 ? 2 : 0, 0);
        def.flags = kind == 5 ? 0 : FS_JOINT2_SPRING;
        def.hertz = FIX(hertz[k / 4]);
        def.damping_ratio = FIX(damping[k % 4]);
        def.length = kind == 0 ? REL(2) : 0;
        joint_make(&t, &def);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, b, fs_vel2_make(VEL(0.1), VEL(-0.1)), VEL(0.05)), FS_OK);
        const double start = wide(fs_world2_kinetic_energy(&t.w));
        for (int tick = 0; tick < 10 * HZ; tick++) {
            fixture2_step(&t, 1);
            const double now = wide(fs_world2_kinetic_energy(&t.w));
            ck_assert_msg(now <= 1.05 * start, "kind %d, %g 1/s, %g: %g of %g J", kinds[kind], hertz[k / 4],
                          damping[k % 4], now, start);
        }
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("springs2");
    TCase *tc = tcase_create("springs2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, turning_bodies_gain_no_energy, 0, 5 * PAIRS);
    tcase_add_loop_test(tc, stiff_springs_throw_nothing, 0, 12);
    suite_add_tcase(suite, tc);
    return suite;
}
