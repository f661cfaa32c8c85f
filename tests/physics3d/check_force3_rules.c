/* check_force3_rules.c: explosions on bodies; force generators and sleep, bad definitions, hostile rows. */
#include "physics3d/force3_fixture.h"

enum { HZ = 60 };

/* ---- explosions ------------------------------------------------------------------------------------------------- */

struct blast_table {
    uint8_t on;
    uint32_t start, seed;
    fs_pos3 at;
    fs_wide number[13];
};

static struct fs_explosions view_of(struct blast_table *t)
{
    return (struct fs_explosions){ 1,
                                   &t->on,
                                   &t->start,
                                   &t->seed,
                                   &t->at,
                                   t->number,
                                   t->number + 1,
                                   t->number + 2,
                                   t->number + 3,
                                   t->number + 4,
                                   t->number + 5,
                                   t->number + 6,
                                   t->number + 7,
                                   t->number + 8,
                                   t->number + 9,
                                   t->number + 10,
                                   t->number + 11,
                                   t->number + 12 };
}

/* The phases begin and end on their ticks and in their shells. */
START_TEST(an_explosion_has_three_phases)
{
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 100, WIDE3D(320), WIDE3D(16));
    const fs_pos3 east = scene3_pos(8, 0, 0), above = scene3_pos(0, 8, 0);
    const fs_vel3 still = fs_vel3_zero();
    ck_assert(fs_wide3_is_zero(fs_explosion_force_at(&e, 99, HZ, east, still).central));
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 100, HZ, east, still).central.x), -20, 1e-6);
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 114, HZ, east, still).central.x), -20, 1e-6);
    ck_assert(fs_wide3_is_zero(fs_explosion_force_at(&e, 115, HZ, east, still).central));
    ck_assert(fs_wide3_is_zero(fs_explosion_force_at(&e, 114, HZ, scene3_pos(1, 0, 0), still).central));
    /* 32 m/s: at 14 ticks after the implosion the front is at 7.47 m, with half a second's fading 1 - 14 / 30. */
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 129, HZ, east, still).shock.x), 320 * (1 - 14.0 / 30), 1e-5);
    fs_vel3 fleeing = fs_vel3_make(VEL3D(16), 0, 0);
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 129, HZ, east, fleeing).shock.x), 160 * (1 - 14.0 / 30), 1e-4);
    ck_assert(fs_wide3_is_zero(fs_explosion_force_at(&e, 145, HZ, east, still).shock));
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 115, HZ, above, still).central.y), 10, 1e-6);
    NEAR3(NEWTONS3D(fs_explosion_force_at(&e, 115, HZ, scene3_pos(2, 8, 0), still).central.y), 5 * 8 / sqrt(68), 1e-6);
    ck_assert(fs_wide3_is_zero(fs_explosion_force_at(&e, 115, HZ, scene3_pos(0, 16, 0), still).central));
    ck_assert_uint_eq(fs_explosion_ticks(&e, HZ), 15 + 240);
}
END_TEST

/* The integral of the shock over the distance is f (w + tail); the ramps do not rise again behind it. */
START_TEST(the_shock_has_its_integral)
{
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 0, WIDE3D(100), WIDE3D(32));
    e.implosion_seconds = e.chimney_seconds = 0;
    double sum = 0, step = 1.0 / 64;
    for (int i = 1; i < 64 * 64; i++) {
        fs_explosion_force f = fs_explosion_force_at(&e, 15, HZ, scene3_pos(i * step, 0, 0), fs_vel3_zero());
        ck_assert(f.shock.x >= 0 && f.shock.x <= WIDE3D(50));
        sum += NEWTONS3D(f.shock.x) * step;
    }
    NEAR3(sum, 50 * (4 + 2), 0.1);
}
END_TEST

/* The momentum that bodies get is the sum of the forces; a ring gets none; each body of the reach is hit, asleep or not. */
START_TEST(explosions_push_bodies)
{
    struct blast_table table = { .on = 0 };
    struct fs_explosions blasts = view_of(&table);
    const fs_world3_def def = fs_default_world3_def(HZ);
    fs_world3 *w;
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_zero()), FS_OK);
    fs_body3 body[4];
    for (int i = 0; i < 4; i++)
        body[i] = add_ball(w, 1, i == 0 ? 5 : i == 1 ? -5 : 0, 0, i == 2 ? 5 : i == 3 ? -5 : 0);
    ck_assert_int_eq(fs_body3_sleep(w, body[0]), FS_OK);
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 3, WIDE3D(320), WIDE3D(16));
    ck_assert_int_eq(fs_explosion_set(&blasts, 0, &e), FS_OK);
    ck_assert_int_eq(fs_explosion_set(&blasts, 1, &e), FS_E_ARGUMENT);
    e.shock_tail = -1;
    ck_assert_int_eq(fs_explosion_set(&blasts, 0, &e), FS_E_ARGUMENT);
    uint32_t pushes = 0;
    for (int tick = 0; tick < 60; tick++) {
        pushes += fs_world3_apply_explosions(w, &blasts);
        fs_world3_step(w);
    }
    ck_assert_uint_gt(pushes, 60);
    fs_wide3 p = fs_world3_momentum(w);
    ck_assert(fabs(NEWTONS3D(p.x)) < 1e-3 && fabs(NEWTONS3D(p.z)) < 1e-3);
    for (int i = 0; i < 4; i++) {
        scene3_vector at = scene3_position(w, body[i]);
        ck_assert(scene3_length(at) > 5);
        ck_assert(scene3_length(scene3_angular_velocity(w, body[i])) > 0.01);
    }
    fs_world3_destroy(w);
}
END_TEST

/* ---- sleep, handles, hostile states ------------------------------------------------------------------------------- */

static bool sleeps(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    return (w->body.flags[row] & FS_BODY3_ASLEEP) != 0;
}

/* A floating body falls asleep; a setter, a change of the fluid and a gust wake it. */
START_TEST(a_steady_force_lets_sleep_and_a_change_wakes)
{
    const fs_world3_def def = fs_default_world3_def(HZ);
    fs_world3 *w;
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    fs_body3 body = add_ball(w, 300, 0, 0, 0);
    fs_force3_def floating = make_float(w, body, 0.5, 0.4, 2000);
    fs_force3_def thrust = make(FS_FORCE3_THRUST, body), wind = make(FS_FORCE3_DRAG, body);
    fs_fluid3_def air = fs_default_fluid3_def();
    thrust.k = WIDE3D(300);
    wind.k = WIDE3D(100);
    ck_assert_int_eq(fs_fluid3_add(w, &air, &wind.fluid), FS_OK);
    add(w, &floating);
    add(w, &wind);
    fs_force3 drive = add(w, &thrust);
    scene3_run(w, 20 * HZ);
    ck_assert(sleeps(w, body));
    fs_pos3 at = fs_body3_position(w, body);
    scene3_run(w, 100);
    ck_assert(fs_pos3_eq(at, fs_body3_position(w, body)));
    ck_assert_int_eq(fs_force3_set_control(w, drive, 0), FS_OK);
    ck_assert(sleeps(w, body));
    ck_assert_int_eq(fs_force3_set_control(w, drive, 127), FS_OK);
    ck_assert(!sleeps(w, body));
    ck_assert_int_eq(fs_force3_set_control(w, drive, 0), FS_OK);
    scene3_run(w, 20 * HZ);
    ck_assert(sleeps(w, body));
    air.variation = wide3(0, 0, 20);
    air.period = WIDE3D(4);
    ck_assert_int_eq(fs_fluid3_set(w, wind.fluid, &air), FS_OK);
    ck_assert_int_eq(fs_body3_sleep(w, body), FS_OK);
    scene3_run(w, 4 * HZ);
    ck_assert(!sleeps(w, body));
    fs_world3_destroy(w);
}
END_TEST

/* The wind varies, stays within its variation of the mean, and is a function of the tick. */
START_TEST(a_gust_stays_in_its_range)
{
    fs_world3 *w = scene3_world(0);
    fs_fluid3_def air = fs_default_fluid3_def();
    uint16_t fluid;
    air.velocity = wide3(5, 0, -2);
    air.variation = wide3(3, 0, 1);
    air.period = WIDE3D(2);
    ck_assert_int_eq(fs_fluid3_add(w, &air, &fluid), FS_OK);
    double low = 99, high = -99, before = SPEED3D(fs_fluid3_velocity(w, fluid).x);
    for (uint32_t tick = 0; tick < 6000; tick++) {
        *w->world.tick = tick;
        fs_vel3 v = fs_fluid3_velocity(w, fluid);
        low = fmin(low, SPEED3D(v.x));
        high = fmax(high, SPEED3D(v.x));
        /* 6 m/s in 120 ticks at 1.5 times the mean rate. */
        ck_assert(fabs(SPEED3D(v.x) - before) <= 6 * 1.5 / 120 + 1e-5);
        ck_assert(v.y == 0 && fabs(SPEED3D(v.z) + 2) <= 1);
        before = SPEED3D(v.x);
    }
    ck_assert(low >= 2 && low < 3.5 && high <= 8 && high > 6.5);
    *w->world.tick = 77;
    fs_vel3 again = fs_fluid3_velocity(w, fluid);
    scene3_run(w, 100);
    *w->world.tick = 77;
    ck_assert(fs_vel3_eq(again, fs_fluid3_velocity(w, fluid)));
    ck_assert(fs_vel3_is_zero(fs_fluid3_velocity(w, 2)));
    fs_world3_destroy(w);
}
END_TEST

START_TEST(generators_end_with_their_bodies)
{
    fs_world3 *w = scene3_world(0);
    fs_force3_def def = make(FS_FORCE3_SPRING, add_ball(w, 1, 0, 0, 0));
    def.body_b = add_ball(w, 1, 3, 0, 0);
    uint32_t row;
    fs_force3 force = add(w, &def);
    ck_assert_int_eq(fs_force3_row(w, force, &row), FS_OK);
    ck_assert_int_eq(fs_body3_destroy(w, def.body_b), FS_OK);
    scene3_run(w, 1);
    ck_assert_int_eq(fs_force3_row(w, force, &row), FS_E_STALE);
    ck_assert_int_eq(fs_force3_set_control(w, force, 1), FS_E_STALE);
    ck_assert_str_eq(fs_world3_error(w), "the handle of force3 is stale or null");
    ck_assert_int_eq(fs_force3_create(w, &def, NULL), FS_E_STALE);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

static void refuse(fs_world3 *w, fs_force3_def def, fs_result expected)
{
    fs_force3 out = { { 7, 7 } };
    ck_assert_int_eq(fs_force3_create(w, &def, &out), expected);
    ck_assert_uint_eq(out.handle.index1, 0);
    ck_assert_uint_eq(*w->force.rows, 0);
}

START_TEST(bad_definitions_are_refused)
{
    fs_world3 *w = scene3_world(0);
    const fs_force3_def good = make(FS_FORCE3_SPRING, add_ball(w, 1, 0, 0, 0));
    fs_force3_def d = good;
    d.kind = FS_FORCE3_KINDS;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.k = -1;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.length = -1;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.control = 128;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.fluid = 1;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.kind = FS_FORCE3_AERO;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.body_b = d.body_a;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.rot = fs_quat_make(0, 0, 0, 0);
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.anchor_a.x = FS_REL_MAX;
    refuse(w, d, FS_E_ARGUMENT);
    d = good, d.body_a.handle.generation += 2;
    refuse(w, d, FS_E_STALE);
    ck_assert_int_eq(fs_force3_create(w, NULL, NULL), FS_E_ARGUMENT);
    fs_fluid3_def fluid = fs_default_fluid3_def();
    fluid.density = -1;
    uint16_t number = 9;
    ck_assert_int_eq(fs_fluid3_add(w, &fluid, &number), FS_E_ARGUMENT);
    ck_assert_uint_eq(number, 0);
    ck_assert_int_eq(fs_fluid3_set(w, 1, NULL), FS_E_ARGUMENT);
    fs_world3_destroy(w);
}
END_TEST

/* A row from elsewhere that the step cannot take is not valid; any numbers that are valid step to a valid state. */
START_TEST(hostile_rows_are_refused_or_step)
{
    fs_world3 *w = scene3_world(-10);
    fs_force3_def def = make_float(w, add_ball(w, 1, 0, 0, 0), 1, 1, 1);
    add(w, &def);
    w->force.kind[0] = FS_FORCE3_KINDS;
    ck_assert(!fs_world3_valid(w));
    w->force.kind[0] = FS_FORCE3_AERO;
    ck_assert(!fs_world3_valid(w));
    w->force.kind[0] = FS_FORCE3_BUOYANCY;
    w->force.fluid[0] = 2;
    ck_assert(!fs_world3_valid(w));
    w->force.fluid[0] = 1;
    w->force.control[0] = INT8_MIN;
    ck_assert(!fs_world3_valid(w));
    w->force.control[0] = 0;
    w->fluid.density[0] = -1;
    ck_assert(!fs_world3_valid(w));
    w->fluid.density[0] = FS_WIDE_MAX;
    w->fluid.level[0] = INT64_MIN;
    w->force.force[0] = fs_wide3_make(INT64_MIN, INT64_MIN, INT64_MAX);
    w->force.rot[0] = fs_quat_make(INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN);
    add_tensor(w, (fs_aero3){ wide3(-1, 0, 0), wide3(0, -1, 0), wide3(0, 0, -1) });
    w->aero.neutral_x[0] = fs_wide3_make(INT64_MIN, INT64_MIN, INT64_MIN);
    for (int kind = FS_FORCE3_GRAVITY; kind < FS_FORCE3_KINDS; kind++) {
        w->force.kind[0] = (uint8_t)kind;
        w->force.k[0] = w->force.k2[0] = w->force.limit[0] = w->force.length[0] = FS_WIDE_MAX;
        w->force.vec[0] = fs_wide3_make(INT64_MIN, INT64_MAX, INT64_MIN);
        w->force.point[0] = fs_pos3_make(INT64_MIN, INT64_MAX, INT64_MIN);
        ck_assert(fs_world3_valid(w));
        scene3_run(w, 5);
        w->fluid.level[0] = INT64_MAX;
        scene3_run(w, 5);
        w->fluid.level[0] = INT64_MIN;
        ck_assert(fs_world3_valid(w));
    }
    w->force.body_a[0].index1 = UINT32_MAX;
    ck_assert(fs_world3_valid(w));
    scene3_run(w, 1);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force3_rules");
    TCase *tc = tcase_create("force3_rules");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, an_explosion_has_three_phases);
    tcase_add_test(tc, the_shock_has_its_integral);
    tcase_add_test(tc, explosions_push_bodies);
    tcase_add_test(tc, a_steady_force_lets_sleep_and_a_change_wakes);
    tcase_add_test(tc, a_gust_stays_in_its_range);
    tcase_add_test(tc, generators_end_with_their_bodies);
    tcase_add_test(tc, bad_definitions_are_refused);
    tcase_add_test(tc, hostile_rows_are_refused_or_step);
    suite_add_tcase(suite, tc);
    return suite;
}
