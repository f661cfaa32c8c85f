/* check_solver2.c: the solver of the 2D engine: every kernel computes what the scalar one does, momentum is kept, a
 * mirrored world stays mirrored, extreme masses stay in place.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <math.h>

#include "physics2d/solver/contact_block.h"
#include "physics2d/world2_fixture.h"

enum { HZ = 60 };

static double metres(fs_pos v)
{
    return (double)v / (double)FS_POS_ONE;
}
static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

/* ---- kernels ------------------------------------------------------------------------------------------------- */

static fs_body2 add(struct fixture2 *t, fs_pos2 at, const fs_geometry2 *shape, uint16_t material, fs_wide density)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    fs_shape2 on;
    def.type = FS_BODY2_DYNAMIC;
    def.pos = at;
    form.material = material;
    form.density = density;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &form, shape, &on), FS_OK);
    return body;
}

/* A heap with every kind of row: rolling resistance, tangent speed, two frictions, restitution, masses 1 to 1000,
 * and so many bodies on one plate that the overflow group is used. */
static struct fixture2 heap(uint32_t kernel)
{
    const fs_world2_limits limits = { .bodies = 256, .shapes = 256, .joints = 8, .materials = 8 };
    fs_world2_def def = fs_default_world2_def(HZ);
    struct fixture2 t = fixture2_start_with(HZ, &limits, &def);
    uint16_t material[3];
    uint32_t seed = 12345;
    for (int i = 0; i < 3; i++) {
        fs_material2_def m = fs_default_material2_def();
        m.rolling_resistance = i == 0 ? FS_REL_ONE / 20 : 0;
        m.dynamic_friction = i == 1 ? FS_FIX16_ONE / 4 : m.dynamic_friction;
        m.tangent_speed = i == 1 ? FS_VEL_ONE / 2 : 0;
        m.restitution = i == 2 ? FS_UNIT_ONE / 2 : 0;
        ck_assert_int_eq(fs_material2_add(&t.w, &m, &material[i]), FS_OK);
    }
    t.w.kernel = kernel;
    fixture2_add_ground(&t);
    fs_geometry2 plate = fixture2_box_geometry(10 * FS_REL_ONE, FS_REL_ONE / 4);
    add(&t, fs_pos2_make(0, FS_POS_ONE / 4), &plate, material[0], FS_WIDE_ONE);
    for (int i = 0; i < 120; i++) {
        seed = seed * 1664525u + 1013904223u;
        fs_rel half = FS_REL_ONE / 16 + (fs_rel)(seed >> 9 & 0xFFFFFF);
        fs_geometry2 shape = (seed >> 31) != 0 ? fixture2_disc_geometry(half) : fixture2_box_geometry(half, half);
        fs_pos2 at = fs_pos2_make((i % 30 - 15) * (FS_POS_ONE * 5 / 8), FS_POS_ONE + i / 30 * FS_POS_ONE);
        add(&t, at, &shape, material[i % 3], FS_WIDE_ONE << (i % 10));
    }
    return t;
}

START_TEST(kernels_give_the_same_bits)
{
    uint64_t hash[8];
    unsigned kernels = 0;
    for (; fs__solver2_kernel(kernels) != NULL; kernels++) {
        struct fixture2 t = heap(kernels + 1);
        fixture2_step(&t, 150);
        hash[kernels] = fs_state_hash(t.state);
        ck_assert_msg(hash[kernels] == hash[0], "kernel %s differs from the scalar one",
                      fs__solver2_kernel(kernels)->name);
        fixture2_end(&t);
    }
    ck_assert_uint_ge(kernels, 1);
}
END_TEST

/* ---- momentum ----------------------------------------------------------------------------------------------- */

/* Two equal boxes and a disc of another mass meet without gravity, the first with `velocity` (m/s). Returns the largest
 * component of the change of the momentum over the momentum at the start. */
static double momentum_drift(double velocity, int ticks)
{
    struct fixture2 t = fixture2_start(HZ);
    fixture2_set_gravity(&t, 0);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE / 2, FS_REL_ONE / 2),
                 disc = fixture2_disc_geometry(FS_REL_ONE / 2);
    fs_body2 a = add(&t, fs_pos2_make(-3 * FS_POS_ONE, FS_POS_ONE / 5), &box, 0, FS_WIDE_ONE);
    add(&t, fs_pos2_make(0, 0), &box, 0, FS_WIDE_ONE);
    add(&t, fs_pos2_make(2 * FS_POS_ONE, -FS_POS_ONE / 3), &disc, 0, 3 * FS_WIDE_ONE);
    fs_vel v = (fs_vel)llround(velocity * FS_VEL_ONE);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, a, fs_vel2_make(v, v / 8), v / 8), FS_OK);
    fs_wide2 before = fs_world2_momentum(&t.w);
    fixture2_step(&t, ticks);
    fs_wide2 after = fs_world2_momentum(&t.w);
    ck_assert_int_lt(t.w.body.vel[fixture2_row(&t, a)].x, v - v / 8); /* they met */
    fixture2_end(&t);
    return fmax(fabs(metres(after.x - before.x)), fabs(metres(after.y - before.y))) / metres(before.x);
}

/* What is below one step of a velocity (4.8e-7 m/s) is in the residuals, which are not counted here. Measured: 5e-6,
 * 4e-7, 6e-8 and 1e-8 of the momentum. */
START_TEST(momentum_is_kept)
{
    static const struct {
        double velocity, drift;
        int ticks;
    } cases[] = { { 0.1, 1e-5, 9600 }, { 1, 1e-6, 960 }, { 8, 2e-7, 120 }, { 80, 2e-8, 13 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double drift = momentum_drift(cases[i].velocity, cases[i].ticks);
        ck_assert_msg(drift <= cases[i].drift, "%g m/s: %.2e", cases[i].velocity, drift);
    }
}
END_TEST

/* ---- mirror --------------------------------------------------------------------------------------------------- */

/* The two points of a contact are solved one after the other, in a mirrored world in the opposite order. Settling
 * towers differ by less than 0.5 mm. */
START_TEST(a_mirrored_world_stays_mirrored)
{
    struct fixture2 t = fixture2_start(HZ);
    fs_body2 body[2][6];
    fixture2_add_ground(&t);
    for (int i = 0; i < 6; i++)
        for (int side = 0; side < 2; side++) {
            fs_pos x = (side == 0 ? -1 : 1) * (5 * FS_POS_ONE + i * FS_POS_ONE / 8);
            body[side][i] = fixture2_add_box(&t, x, FS_POS_ONE / 2 + i * FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
        }
    fixture2_step(&t, 60);
    for (int i = 0; i < 6; i++) {
        uint32_t l = fixture2_row(&t, body[0][i]), r = fixture2_row(&t, body[1][i]);
        ck_assert_double_lt(fabs(metres(t.w.body.pos[l].x + t.w.body.pos[r].x)), 5e-4);
        ck_assert_double_lt(fabs(metres(t.w.body.pos[l].y - t.w.body.pos[r].y)), 1e-4);
        ck_assert_double_lt(fabs(speed(t.w.body.angular_velocity[l] + t.w.body.angular_velocity[r])), 5e-3);
    }
    fixture2_end(&t);
}
END_TEST

/* ---- masses ---------------------------------------------------------------------------------------------------- */

/* A box of 1 m falls 0.5 m on another, the masses are 1:1e6 and 1e6:1 kg, and is carried. Both boxes stay within 2 m of
 * the origin. */
START_TEST(extreme_masses_stay_in_place)
{
    static const double rest_of_high = 1.5, rest_of_low = 0.5, fastest = 3.2;
    for (int heavy = 0; heavy < 2; heavy++) {
        struct fixture2 t = fixture2_start(HZ);
        *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
        fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE / 2, FS_REL_ONE / 2);
        fixture2_add_ground(&t);
        fs_wide density[2] = { FS_WIDE_ONE, FS_WIDE_ONE };
        density[heavy] *= 1000000;
        fs_body2 low = add(&t, fs_pos2_make(0, FS_POS_ONE / 2), &box, 0, density[0]);
        fs_body2 high = add(&t, fs_pos2_make(0, 2 * FS_POS_ONE), &box, 0, density[1]);
        uint32_t row[2] = { fixture2_row(&t, low), fixture2_row(&t, high) };
        for (int tick = 0; tick < 5 * HZ; tick++) {
            fixture2_step(&t, 1);
            for (int i = 0; i < 2; i++) {
                fs_pos2 p = t.w.body.pos[row[i]];
                ck_assert_double_lt(hypot(metres(p.x), metres(p.y)), 2);
                ck_assert_double_lt(fabs(speed(t.w.body.vel[row[i]].y)), fastest);
            }
        }
        ck_assert_double_eq_tol(metres(t.w.body.pos[row[0]].y), rest_of_low, 1e-3);
        ck_assert_double_eq_tol(metres(t.w.body.pos[row[1]].y), rest_of_high, 1e-3);
        for (int i = 0; i < 2; i++)
            ck_assert_double_lt(fabs(metres(t.w.body.pos[row[i]].x)), 0.003);
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("solver2");
    TCase *solver = tcase_create("solver");
    tcase_set_timeout(solver, 60);
    tcase_add_test(solver, kernels_give_the_same_bits);
    tcase_add_test(solver, momentum_is_kept);
    tcase_add_test(solver, a_mirrored_world_stays_mirrored);
    tcase_add_test(solver, extreme_masses_stay_in_place);
    suite_add_tcase(suite, solver);
    return suite;
}
