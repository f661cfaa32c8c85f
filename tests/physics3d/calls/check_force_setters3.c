/* check_force_setters3.c: calls that change force generators of a 3D world, and explosions as values. */
#include "physics3d/force3_fixture.h"

static uint64_t hash_of(const fs_world3 *w)
{
    return fs_state_hash(fs_world3_state(w));
}

/* A ball of 2 kg on a spring of 3 N/m without length, whose free end is at (1, 0, 0); no gravity. */
struct pulled {
    fs_world3 *w;
    fs_body3 ball;
    fs_force3 spring;
};

static struct pulled start(void)
{
    struct pulled p = { .w = scene3_world(0) };
    p.ball = add_ball(p.w, 2, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_SPRING, p.ball);
    def.point = scene3_pos(1, 0, 0);
    def.k = WIDE3D(3);
    p.spring = add(p.w, &def);
    return p;
}

/* The velocity that the next tick gives to the ball, put back to rest at the origin before. */
static scene3_vector gain(const struct pulled *p)
{
    scene3_throw(p->w, p->ball, 0, 0, 0);
    ck_assert_int_eq(fs_body3_set_pose(p->w, p->ball, fs_pos3_zero(), fs_quat_identity()), FS_OK);
    scene3_run(p->w, 1);
    return scene3_velocity(p->w, p->ball);
}

/* k L / m in a tick of 1/60 s; the spring's length at the middle of the tick differs by less than k/m/60^2 of it. */
static void check_gain(const struct pulled *p, double x, double y)
{
    scene3_vector v = gain(p);
    double bound = 4 * 0x1p-22 + hypot(x, y) * 6 / 2 / 3600;
    NEAR3(v.x, x / 60, bound);
    NEAR3(v.y, y / 60, bound);
    NEAR3(v.z, 0, bound);
}

START_TEST(strength_and_point_count_from_the_next_tick_on)
{
    struct pulled p = start();
    check_gain(&p, 3 * 1 / 2.0, 0);
    ck_assert_int_eq(fs_force3_set_strength(p.w, p.spring, WIDE3D(6)), FS_OK);
    check_gain(&p, 6 * 1 / 2.0, 0);
    ck_assert_int_eq(fs_force3_set_point(p.w, p.spring, scene3_pos(0, -2, 0)), FS_OK);
    check_gain(&p, 0, -6 * 2 / 2.0);
    ck_assert_int_eq(fs_force3_set_strength(p.w, p.spring, 0), FS_OK);
    scene3_vector v = gain(&p);
    ck_assert(v.x == 0 && v.y == 0 && v.z == 0);
    fs_world3_destroy(p.w);
}
END_TEST

START_TEST(a_generator_that_is_off_pushes_nobody)
{
    struct pulled p = start();
    ck_assert_int_eq(fs_force3_set_enabled(p.w, p.spring, false), FS_OK);
    scene3_vector v = gain(&p);
    ck_assert(v.x == 0 && v.y == 0 && v.z == 0);
    ck_assert_int_eq(fs_force3_set_enabled(p.w, p.spring, true), FS_OK);
    check_gain(&p, 1.5, 0);
    fs_world3_destroy(p.w);
}
END_TEST

/* A destroyed generator pushes nobody, its handle is stale, and the next one in its row has a handle of its own. */
START_TEST(destroyed_generators_are_gone)
{
    struct pulled p = start();
    uint32_t row = 77, unchanged = 77;
    ck_assert_int_eq(fs_force3_row(p.w, p.spring, &row), FS_OK);
    ck_assert(memcmp(&(fs_force3){ fs_force3_at(p.w, row).handle }, &p.spring, sizeof p.spring) == 0);
    ck_assert_int_eq(fs_force3_destroy(p.w, p.spring), FS_OK);
    scene3_vector v = gain(&p);
    ck_assert(v.x == 0 && v.y == 0 && v.z == 0);
    const fs_force3 none = { { 0 } };
    fs_force3 found = fs_force3_at(p.w, row), beyond = fs_force3_at(p.w, UINT32_MAX);
    ck_assert(memcmp(&found, &none, sizeof none) == 0 && memcmp(&beyond, &none, sizeof none) == 0);
    const fs_force3_def next = make(FS_FORCE3_DRAG, p.ball);
    fs_force3 other = add(p.w, &next);
    uint32_t other_row;
    ck_assert_int_eq(fs_force3_row(p.w, other, &other_row), FS_OK);
    ck_assert_uint_eq(other_row, row);
    ck_assert_int_eq(fs_force3_row(p.w, p.spring, &unchanged), FS_E_STALE);
    ck_assert_uint_eq(unchanged, 77);
    fs_world3_destroy(p.w);
}
END_TEST

static void refuse_all(fs_world3 *w, fs_force3 force)
{
    ck_assert_int_eq(fs_force3_set_strength(w, force, 0), FS_E_STALE);
    ck_assert_int_eq(fs_force3_set_point(w, force, fs_pos3_zero()), FS_E_STALE);
    ck_assert_int_eq(fs_force3_set_enabled(w, force, false), FS_E_STALE);
    ck_assert_int_eq(fs_force3_set_control(w, force, 0), FS_E_STALE);
    ck_assert_int_eq(fs_force3_set_rotation(w, force, fs_quat_identity()), FS_E_STALE);
    ck_assert_int_eq(fs_force3_destroy(w, force), FS_E_STALE);
}

START_TEST(bad_handles_and_values_are_refused)
{
    struct pulled p = start();
    const fs_force3_def def = make(FS_FORCE3_DRAG, p.ball);
    fs_force3 gone = add(p.w, &def);
    ck_assert_int_eq(fs_force3_destroy(p.w, gone), FS_OK);
    uint64_t hash = hash_of(p.w);
    refuse_all(p.w, gone);
    refuse_all(p.w, (fs_force3){ { 0 } });
    ck_assert_int_eq(fs_force3_set_strength(p.w, p.spring, -1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_force3_set_strength(p.w, p.spring, INT64_MIN), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_force3_set_control(p.w, p.spring, 128), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_force3_set_rotation(p.w, p.spring, fs_quat_make(0, 0, 0, 0)), FS_E_ARGUMENT);
    ck_assert_uint_eq(hash_of(p.w), hash);
    fs_world3_destroy(p.w);
}
END_TEST

static fs_result change(const struct pulled *p, int what, bool really)
{
    switch (what) {
    case 0: return fs_force3_set_strength(p->w, p->spring, WIDE3D(really ? 4 : 3));
    case 1: return fs_force3_set_point(p->w, p->spring, scene3_pos(1, really, 0));
    case 2: return fs_force3_set_enabled(p->w, p->spring, !really);
    case 3: return fs_force3_destroy(p->w, really ? p->spring : (fs_force3){ { 0 } });
    default: return FS_E_ARGUMENT;
    }
}

/* A call that changes something wakes the body, one that says what is so already does not. */
START_TEST(changes_wake)
{
    struct pulled p = start();
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(p.w, p.ball, &row), FS_OK);
    for (int really = 0; really <= 1; really++) {
        ck_assert_int_eq(fs_body3_sleep(p.w, p.ball), FS_OK);
        ck_assert_int_eq(change(&p, _i, really != 0), really == 0 && _i == 3 ? FS_E_STALE : FS_OK);
        ck_assert_int_eq((p.w->body.flags[row] & FS_BODY3_ASLEEP) == 0, really);
    }
    fs_world3_destroy(p.w);
}
END_TEST

/* ---- explosions ----------------------------------------------------------------------------------------------------- */

#define BLASTS_TABLES(T, P, g) T(g, explosion, FS_EXPLOSION_FIELDS)
FS_SCHEMA(blasts, BLASTS_TABLES)

START_TEST(explosions_are_read_as_they_were_set)
{
    const uint32_t rows[blasts_T_COUNT] = { 1, 2 };
    fs_state *state;
    struct blasts_view v;
    ck_assert_int_eq(fs_state_create(&blasts_schema, rows, &state), FS_OK);
    blasts_bind(state, &v);
    *v.explosion.rows = 2;
    struct fs_explosions blasts = FS_EXPLOSIONS(v, explosion);
    fs_explosion e = fs_explosion_make(scene3_pos(1, -2, 3), 17, WIDE3D(640), WIDE3D(8)), zero;
    memset(&zero, 0, sizeof zero);
    e.seed = 99;
    ck_assert_int_eq(fs_explosion_set(&blasts, 1, &e), FS_OK);
    fs_explosion got = fs_explosion_get(&blasts, 1), off = fs_explosion_get(&blasts, 0);
    fs_explosion beyond = fs_explosion_get(&blasts, 2);
#define SAME_FIELD(t, TYPE, field, unit)                             \
    ck_assert(memcmp(&got.field, &e.field, sizeof e.field) == 0);    \
    ck_assert(memcmp(&off.field, &zero.field, sizeof e.field) == 0); \
    ck_assert(memcmp(&beyond.field, &zero.field, sizeof e.field) == 0);
    FS_EXPLOSION_FIELDS(SAME_FIELD, explosion)
#undef SAME_FIELD
    ck_assert(e.on == 1 && e.start == 17 && e.shock_force == WIDE3D(640) && e.implosion_force == WIDE3D(40));
    ck_assert(e.chimney_force == WIDE3D(20) && e.implosion_min == WIDE3D(1) && e.implosion_max == WIDE3D(8));
    ck_assert(e.shock_thickness == WIDE3D(1) && e.shock_tail == WIDE3D(0.5) && e.chimney_radius == WIDE3D(2));
    ck_assert(e.shock_speed == WIDE3D(16) && e.chimney_height == WIDE3D(8) && e.chimney_seconds == WIDE3D(4));
    fs_state_destroy(state);
}
END_TEST

/* Each number may be 0 and not below, but for the speed of a shock that has a force. */
START_TEST(explosions_have_ranges)
{
    const fs_explosion good = fs_explosion_make(fs_pos3_zero(), 0, WIDE3D(640), WIDE3D(8));
    const size_t numbers[] = {
        offsetof(fs_explosion, implosion_force), offsetof(fs_explosion, implosion_min),
        offsetof(fs_explosion, implosion_max),   offsetof(fs_explosion, implosion_seconds),
        offsetof(fs_explosion, shock_force),     offsetof(fs_explosion, shock_speed),
        offsetof(fs_explosion, shock_thickness), offsetof(fs_explosion, shock_tail),
        offsetof(fs_explosion, shock_seconds),   offsetof(fs_explosion, chimney_force),
        offsetof(fs_explosion, chimney_radius),  offsetof(fs_explosion, chimney_height),
        offsetof(fs_explosion, chimney_seconds),
    };
    ck_assert(fs_explosion_valid(&good));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fs_explosion e = good;
        fs_wide *number = (fs_wide *)(void *)((char *)&e + numbers[i]);
        *number = 0;
        ck_assert_int_eq(fs_explosion_valid(&e), number != &e.shock_speed);
        *number = -1;
        ck_assert(!fs_explosion_valid(&e));
    }
    fs_explosion quiet = good;
    quiet.shock_force = quiet.shock_speed = 0;
    ck_assert(fs_explosion_valid(&quiet));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force_setters3");
    TCase *tc = tcase_create("force_setters3");
    tcase_add_test(tc, strength_and_point_count_from_the_next_tick_on);
    tcase_add_test(tc, a_generator_that_is_off_pushes_nobody);
    tcase_add_test(tc, destroyed_generators_are_gone);
    tcase_add_test(tc, bad_handles_and_values_are_refused);
    tcase_add_loop_test(tc, changes_wake, 0, 4);
    tcase_add_test(tc, explosions_are_read_as_they_were_set);
    tcase_add_test(tc, explosions_have_ranges);
    suite_add_tcase(suite, tc);
    return suite;
}
