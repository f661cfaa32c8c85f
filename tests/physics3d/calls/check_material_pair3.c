/* check_material_pair3.c: pairs of materials with numbers of their own, and the table of static and dynamic friction of
 * I. Millington, "Game Physics Engine Development", appendix B, as such pairs. */
#define FS__WORLD3_INTERNAL /* the columns are written */

#include <fixstep/material_pair3.h>

#include "physics3d/world3_scene.h"

#define GRAVITY 9.81

static fs_material_pair3_def numbers(double restitution, double static_friction, double dynamic_friction)
{
    return (fs_material_pair3_def){ (fs_unit)lround(restitution * FS_UNIT_ONE),
                                    (fix16_t)lround(static_friction * FS_FIX16_ONE),
                                    (fix16_t)lround(dynamic_friction * FS_FIX16_ONE) };
}

/* With materials 0, 1 and 2 that are alike, and ground of material 0. */
static fs_world3 *start(void)
{
    fs_world3 *w = scene3_world(-GRAVITY);
    fs_material3_def same = fs_default_material3_def();
    uint16_t number;
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(fs_material3_add(w, &same, &number), FS_OK);
    scene3_ground(w, NULL);
    return w;
}

/* A flat box of `material` that lies on the ground and does not turn. */
static fs_body3 add_slab(fs_world3 *w, uint16_t material)
{
    fs_shape3_def shape = fs_default_shape3_def();
    shape.material = material;
    fs_body3 slab = scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ 0, 0.1, 0 },
                               (scene3_vector){ 0.5, 0.1, 0.5 });
    const uint32_t locks = FS_BODY3_LOCK_ROTATION_X | FS_BODY3_LOCK_ROTATION_Y | FS_BODY3_LOCK_ROTATION_Z;
    ck_assert_int_eq(fs_body3_set_flags(w, slab, locks, 0), FS_OK);
    return slab;
}

/* Speed along x of a slab of `material` that slid for `ticks` from `speed` on; the slab is removed. */
static double slide(fs_world3 *w, uint16_t material, double speed, int ticks)
{
    fs_body3 slab = add_slab(w, material);
    scene3_throw(w, slab, speed, 0, 0);
    scene3_run(w, ticks);
    double left = scene3_velocity(w, slab).x;
    ck_assert_int_eq(fs_body3_destroy(w, slab), FS_OK);
    return left;
}

/* A slab that slides at 3 m/s for half a second loses mu g / 2: of its pair where that has numbers, in whatever order it was
 * named; of the materials (0.6) otherwise. */
START_TEST(given_numbers_win)
{
    fs_world3 *w = start();
    const fs_material_pair3_def smooth = numbers(0, 0, 0), slow = numbers(0, 0.6, 0.4);
    const double mixed = 3 - 0.6 * GRAVITY / 2, bound = 0.01;
    NEAR3(slide(w, 1, 3, 30), mixed, bound);
    ck_assert_int_eq(fs_material_pair3_set(w, 1, 0, &slow), FS_OK);
    NEAR3(slide(w, 1, 3, 30), 3 - 0.4 * GRAVITY / 2, bound);
    NEAR3(slide(w, 2, 3, 30), mixed, bound);
    ck_assert_int_eq(fs_material_pair3_set(w, 0, 1, &smooth), FS_OK);
    NEAR3(slide(w, 1, 3, 30), 3, 1e-6);
    ck_assert_int_eq(fs_material_pair3_remove(w, 1, 0), FS_OK);
    NEAR3(slide(w, 1, 3, 30), mixed, bound);
    fs_world3_destroy(w);
}
END_TEST

/* A ball that meets the ground at 4 m/s leaves it at e times that, less the weight of the ticks between. */
START_TEST(a_pair_has_its_restitution)
{
    fs_world3 *w = start();
    const fs_material_pair3_def lively = numbers(0.5, 0.1, 0.1);
    fs_shape3_def shape = fs_default_shape3_def();
    for (uint16_t material = 1; material <= 2; material++) {
        shape.material = material;
        fs_body3 ball = scene3_ball(w, &shape, 3 * material, 0.55, 0, 0.5);
        ck_assert_int_eq(fs_material_pair3_set(w, 2, 0, &lively), FS_OK);
        scene3_throw(w, ball, 0, -4, 0);
        scene3_run(w, 2);
        NEAR3(scene3_velocity(w, ball).y, material == 2 ? 2 : 0, 3 * GRAVITY / 60);
    }
    fs_world3_destroy(w);
}
END_TEST

static void check_unchanged(fs_world3 *w, uint64_t hash)
{
    ck_assert_uint_eq(fs_state_hash(fs_world3_state(w)), hash);
}

START_TEST(wrong_numbers_and_rows_are_refused)
{
    fs_world3 *w = start();
    const fs_material_pair3_def good = numbers(0.5, 0.5, 0.4);
    const fs_material_pair3_def bad[] = { numbers(-0.1, 0.5, 0.4), numbers(1.1, 0.5, 0.4), numbers(0, 0.4, 0.5),
                                          numbers(0, 0.4, -0.1),   numbers(0, 1001, 1),    numbers(0, -1, -1) };
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(fs_material_pair3_set(w, 0, 1, &bad[i]), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair3_set(w, 0, 3, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair3_set(w, UINT16_MAX, 0, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair3_remove(w, 0, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_material_pair3_remove(w, UINT16_MAX, UINT16_MAX), FS_E_ARGUMENT);
    fs_material_pair3_def def = numbers(0.25, 0.3, 0.2);
    ck_assert(!fs_material_pair3_get(w, 0, 1, &def) && !fs_material_pair3_get(w, 9, UINT16_MAX, &def));
    ck_assert_int_eq(def.static_friction, numbers(0, 0.3, 0).static_friction);
    check_unchanged(w, hash);
    fs_world3_destroy(w);
}
END_TEST

/* The numbers of a pair are read in either order, of one material twice too; the order of calls leaves no trace, and a table
 * that is full refuses. */
START_TEST(pairs_are_kept_in_one_order)
{
    static const uint16_t pairs[2][3][2] = { { { 0, 1 }, { 2, 2 }, { 1, 2 } }, { { 2, 1 }, { 0, 1 }, { 2, 2 } } };
    const fs_world3_limits limits = { .bodies = 4, .material_pairs = 3 };
    const fs_material_pair3_def fallback = fs_default_material_pair3_def();
    const fs_material3_def material = fs_default_material3_def();
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        fs_world3 *w;
        uint16_t number;
        ck_assert_int_eq(fs_world3_create(&limits, NULL, &w), FS_OK);
        for (int k = 0; k < 2; k++)
            ck_assert_int_eq(fs_material3_add(w, &material, &number), FS_OK);
        for (int k = 0; k < 3; k++) {
            uint16_t a = pairs[i][k][0], b = pairs[i][k][1];
            fs_material_pair3_def def = numbers(0.1 * (a + b), 0.5, 0.1 * (a + b)), got = fallback;
            ck_assert_int_eq(fs_material_pair3_set(w, a, b, &def), FS_OK);
            ck_assert(fs_material_pair3_get(w, b, a, &got) && got.restitution == def.restitution);
            ck_assert(got.static_friction == def.static_friction && got.dynamic_friction == def.dynamic_friction);
        }
        hash[i] = fs_state_hash(fs_world3_state(w));
        ck_assert_int_eq(fs_material_pair3_set(w, 0, 0, &fallback), FS_E_CAPACITY);
        check_unchanged(w, hash[i]);
        ck_assert(fs_world3_valid(w));
        fs_world3_destroy(w);
    }
    ck_assert_uint_eq(hash[0], hash[1]);
    ck_assert(fallback.restitution == 0 && fallback.static_friction == numbers(0, 0.6, 0).static_friction);
    ck_assert_int_eq(fallback.dynamic_friction, fallback.static_friction);
}
END_TEST

/* A view of a state that binds the table itself has its pairs; one that does not bind it has none. */
#define PAIRED3_TABLES(T, P, g) FS_WORLD3_TABLES(T, P, g) T(g, material_pair3, FS_MATERIAL_PAIR3_FIELDS)
FS_SCHEMA(paired3, PAIRED3_TABLES)

START_TEST(a_view_binds_the_table)
{
    const fs_world3_limits limits = { .bodies = 4 };
    const fs_material_pair3_def slow = numbers(0, 0.1, 0.1);
    fs_world3_def def = fs_default_world3_def(60);
    uint32_t rows[paired3_T_COUNT] = { 1 };
    fs_state *state;
    struct paired3_view v;
    fs_world3 w;
    fs_world3_capacities(&limits, rows + paired3_T_physics3);
    rows[paired3_T_material_pair3] = 2;
    ck_assert_int_eq(fs_state_create(&paired3_schema, rows, &state), FS_OK);
    paired3_bind(state, &v);
    *v.world.hz = 60;
    fs_world3_bind(state, paired3_T_physics3, NULL, &w);
    ck_assert_int_eq(fs_world3_init(&w, &def), FS_OK);
    ck_assert_int_eq(fs_material_pair3_set(&w, 0, 0, &slow), FS_E_CAPACITY);
    ck_assert_int_eq(fs_material_pair3_remove(&w, 0, 0), FS_E_ARGUMENT);
    ck_assert(!fs_material_pair3_get(&w, 0, 0, NULL));
    fs_material_pair3_bind(state, paired3_T_material_pair3, &w);
    ck_assert_int_eq(fs_material_pair3_set(&w, 0, 0, &slow), FS_OK);
    ck_assert_uint_eq(*v.material_pair3.rows, 1);
    fs_state_destroy(state);
}
END_TEST

/* ---- appendix B ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    double static_friction, dynamic_friction;
} table[] = {
    { "wooden crate on concrete", 0.5, 0.4 },
    { "wooden crate on ice", 0.2, 0.1 },
    { "glass on ice", 0.1, 0.03 },
    { "glass on glass", 0.95, 0.4 },
    { "metal on metal", 0.6, 0.4 },
    { "lubricated metal on metal", 0.1, 0.05 },
    { "rubber on concrete", 1.0, 0.8 },
    { "wet rubber on concrete", 0.7, 0.5 },
    { "race tyre on concrete", 1.5, 1.0 },
    { "velcro on velcro", 6, 4 },
};
enum { PAIRS = sizeof table / sizeof table[0] };

static fs_world3 *start_pair(int i, fs_body3 *slab)
{
    fs_world3 *w = start();
    fs_material_pair3_def def = numbers(0, table[i].static_friction, table[i].dynamic_friction);
    ck_assert_int_eq(fs_material_pair3_set(w, 0, 1, &def), FS_OK);
    *slab = add_slab(w, 1);
    return w;
}

/* On a slope of tangent `tangent`: the world's gravity is inclined instead of the ground. */
static void incline(fs_world3 *w, double tangent)
{
    double length = sqrt(1 + tangent * tangent);
    fs_wide3 g = fs_wide3_make((fs_wide)llround(GRAVITY * tangent / length * 0x1p32),
                               (fs_wide)llround(-GRAVITY / length * 0x1p32), 0);
    ck_assert_int_eq(fs_world3_set_gravity(w, g), FS_OK);
}

/* Holds where the tangent of the slope is 2 % below the static coefficient. Where it is 2 % above, the slab stands, slower
 * than 1/128 m/s, for the time that g (sin - mu_s cos) takes, and from then on gains g (sin - mu_d cos). Ticks make three of
 * these times uncertain. */
START_TEST(the_static_number_decides_what_holds)
{
    for (int above = 0; above <= 1; above++) {
        fs_body3 slab;
        fs_world3 *w = start_pair(_i, &slab);
        double tangent = table[_i].static_friction * (above ? 1.02 : 0.98),
               weight = GRAVITY / sqrt(1 + tangent * tangent);
        double standing = weight * (tangent - table[_i].static_friction);
        double sliding = weight * (tangent - table[_i].dynamic_friction);
        incline(w, tangent);
        scene3_run(w, 60);
        if (above)
            NEAR3(scene3_velocity(w, slab).x, 1 / 128.0 + (1 - 1 / 128.0 / standing) * sliding, 3 * sliding / 60);
        else
            NEAR3(scene3_velocity(w, slab).x, 0, 0.001);
        fs_world3_destroy(w);
    }
}
END_TEST

/* What slides loses mu_d g each second, whatever would hold it at rest. */
START_TEST(the_dynamic_number_slows)
{
    fs_body3 slab;
    fs_world3 *w = start_pair(_i, &slab);
    double loss = table[_i].dynamic_friction * GRAVITY / 4;
    scene3_throw(w, slab, loss + 1, 0, 0);
    scene3_run(w, 15);
    NEAR3(scene3_velocity(w, slab).x, 1, loss / 100);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("material_pair3");
    TCase *tc = tcase_create("material_pair3");
    tcase_add_test(tc, given_numbers_win);
    tcase_add_test(tc, a_pair_has_its_restitution);
    tcase_add_test(tc, wrong_numbers_and_rows_are_refused);
    tcase_add_test(tc, pairs_are_kept_in_one_order);
    tcase_add_test(tc, a_view_binds_the_table);
    tcase_add_loop_test(tc, the_static_number_decides_what_holds, 0, PAIRS);
    tcase_add_loop_test(tc, the_dynamic_number_slows, 0, PAIRS);
    suite_add_tcase(suite, tc);
    return suite;
}
