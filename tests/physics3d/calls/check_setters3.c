/* check_setters3.c: calls that change bodies and shapes of a 3D world: damping as shares kept, the scale of gravity, filters,
 * materials. */
#define FS__WORLD3_INTERNAL

#include "physics3d/world3_scene.h"

#define GRAVITY 9.81
enum { HZ = 60, SUBSTEPS = 4 };
/* Velocities are rounded to 2^-21 m/s in each substep. */
#define ROUNDED(ticks) ((ticks)*SUBSTEPS * 0x1p-22)

static uint64_t hash_of(const fs_world3 *w)
{
    return fs_state_hash(fs_world3_state(w));
}

static fs_shape3 shape_of(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    return fs_shape3_at(w, w->body.first_shape[row] - 1);
}

static fs_wide mass_of(const fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    return fs_wide_from_scaled(w->body.mass[row]);
}

static fs_unit share(double v)
{
    return (fs_unit)lround(v * FS_UNIT_ONE);
}

/* ---- bodies --------------------------------------------------------------------------------------------------------- */

/* v0 r^t along the axes and about them, here after 0.5, 1, 1.5 and 2 s. */
START_TEST(retention_is_the_share_kept_in_a_second)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 ball = scene3_ball(w, NULL, 0, 0, 0, 0.5);
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, fs_vel3_make(VEL3D(8), 0, VEL3D(-3)), fs_vel3_make(0, VEL3D(6), 0)),
                     FS_OK);
    ck_assert_int_eq(fs_body3_set_retention(w, ball, share(0.5), share(0.25)), FS_OK);
    for (int i = 1; i <= 4; i++) {
        double seconds = i * 0.5, kept = pow(0.5, seconds);
        scene3_run(w, HZ / 2);
        NEAR3(scene3_velocity(w, ball).x, 8 * kept, ROUNDED(i * HZ / 2));
        NEAR3(scene3_velocity(w, ball).z, -3 * kept, ROUNDED(i * HZ / 2));
        NEAR3(scene3_angular_velocity(w, ball).y, 6 * pow(0.25, seconds), ROUNDED(i * HZ / 2));
    }
    fs_world3_destroy(w);
}
END_TEST

/* A share of one keeps every bit, one of zero stops the body in a tick. */
START_TEST(retention_is_exact_at_its_ends)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 ball = scene3_ball(w, NULL, 0, 0, 0, 0.5);
    const fs_vel3 v = fs_vel3_make(1234567, -7654321, 3), spin = fs_vel3_make(1000003, 0, 0);
    ck_assert_int_eq(fs_body3_set_damping(w, ball, FS_FIX16_ONE, FS_FIX16_ONE), FS_OK);
    ck_assert_int_eq(fs_body3_set_retention(w, ball, FS_UNIT_ONE, FS_UNIT_ONE), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(w, ball, v, spin), FS_OK);
    scene3_run(w, 100);
    ck_assert(fs_vel3_eq(fs_body3_velocity(w, ball), v));
    ck_assert(fs_vel3_eq(fs_body3_angular_velocity(w, ball), spin));
    ck_assert_int_eq(fs_body3_set_retention(w, ball, 0, 0), FS_OK);
    scene3_run(w, 1);
    ck_assert(fs_vel3_is_zero(fs_body3_velocity(w, ball)) && fs_vel3_is_zero(fs_body3_angular_velocity(w, ball)));
    fs_world3_destroy(w);
}
END_TEST

/* A second of free fall gives scale times g; without weight a body keeps its place to the bit. */
START_TEST(gravity_is_scaled_for_each_body)
{
    static const double scales[] = { 1, 0, 2, -1.5, 0.25 };
    enum { BODIES = sizeof scales / sizeof scales[0] };
    fs_world3 *w = scene3_world(-GRAVITY);
    fs_body3 balls[BODIES];
    for (int i = 0; i < BODIES; i++) {
        balls[i] = scene3_ball(w, NULL, 3 * i, 0, 0, 0.5);
        ck_assert_int_eq(fs_body3_set_gravity_scale(w, balls[i], (fix16_t)(scales[i] * FS_FIX16_ONE)), FS_OK);
    }
    scene3_run(w, HZ);
    for (int i = 0; i < BODIES; i++)
        NEAR3(scene3_velocity(w, balls[i]).y, -GRAVITY * scales[i], ROUNDED(HZ));
    ck_assert(fs_pos3_eq(fs_body3_position(w, balls[1]), scene3_pos(3, 0, 0)));
    fs_world3_destroy(w);
}
END_TEST

START_TEST(bodies_refuse_bad_values_and_handles)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 ball = scene3_ball(w, NULL, 0, 0, 0, 0.5), gone = scene3_ball(w, NULL, 3, 0, 0, 0.5);
    const fs_body3 none = { { 0 } };
    ck_assert_int_eq(fs_body3_destroy(w, gone), FS_OK);
    uint64_t hash = hash_of(w);
    ck_assert_int_eq(fs_body3_set_retention(w, ball, -1, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body3_set_retention(w, ball, 0, FS_UNIT_ONE + 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_body3_set_retention(w, gone, 0, 0), FS_E_STALE);
    ck_assert_int_eq(fs_body3_set_retention(w, none, 0, 0), FS_E_STALE);
    ck_assert_int_eq(fs_body3_set_gravity_scale(w, gone, 0), FS_E_STALE);
    ck_assert_int_eq(fs_body3_set_gravity_scale(w, none, 0), FS_E_STALE);
    ck_assert_uint_eq(hash_of(w), hash);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(a_world_tells_its_rate)
{
    static const uint32_t rates[] = { 1, 48, 60, 240 };
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        fs_world3_def def = fs_default_world3_def(rates[i]);
        fs_world3 *w;
        ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
        ck_assert_uint_eq(fs_world3_hz(w), rates[i]);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- shapes --------------------------------------------------------------------------------------------------------- */

/* Filters of ground and ball, and whether they meet: each category in the other's mask, unless the groups are equal and
 * not 0. */
static const struct {
    uint32_t ground_category, ground_mask;
    int16_t ground_group;
    uint32_t category, mask;
    int16_t group;
    bool meet;
} filters[] = {
    { 1, UINT32_MAX, 0, 1, UINT32_MAX, 0, true },
    { 1, UINT32_MAX, 0, 1, UINT32_MAX - 1, 0, false },
    { 1, UINT32_MAX - 4, 0, 4, UINT32_MAX, 0, false },
    { 2, 8, 0, 8, 2, 0, true },
    { 1, 0, 5, 1, 0, 5, true },
    { 1, UINT32_MAX, -5, 1, UINT32_MAX, -5, false },
    { 1, 0, 5, 1, 0, 6, false },
    { 1, UINT32_MAX, -5, 1, UINT32_MAX, -6, true },
    { UINT32_C(1) << 31, UINT32_MAX, 0, 1, UINT32_C(1) << 31, 0, true },
};

/* A ball that lies on the ground is let through by a filter that parts them and stays on it by one that does not. */
START_TEST(filters_decide_what_meets)
{
    fs_world3 *w = scene3_world(-GRAVITY);
    fs_body3 ground = scene3_ground(w, NULL), ball = scene3_ball(w, NULL, 0, 0.5, 0, 0.5);
    scene3_run(w, HZ);
    NEAR3(scene3_velocity(w, ball).y, 0, 0.001);
    ck_assert_int_eq(fs_shape3_set_filter(w, shape_of(w, ground), filters[_i].ground_category, filters[_i].ground_mask,
                                          filters[_i].ground_group),
                     FS_OK);
    ck_assert_int_eq(
        fs_shape3_set_filter(w, shape_of(w, ball), filters[_i].category, filters[_i].mask, filters[_i].group), FS_OK);
    scene3_run(w, HZ / 2);
    if (filters[_i].meet)
        NEAR3(scene3_velocity(w, ball).y, 0, 0.001);
    else
        NEAR3(scene3_velocity(w, ball).y, -GRAVITY / 2, 0.002 + ROUNDED(HZ));
    fs_world3_destroy(w);
}
END_TEST

/* Whether a sleeping body rests on ground that lets it through: its contact ends, and it falls. */
START_TEST(a_filter_wakes_what_lies_on_the_shape)
{
    fs_world3_def def = fs_default_world3_def(HZ);
    fs_world3 *w;
    uint32_t row;
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    fs_body3 ground = scene3_ground(w, NULL);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 },
                              (scene3_vector){ 0.5, 0.5, 0.5 });
    scene3_run(w, 3 * HZ);
    ck_assert_int_eq(fs_body3_row(w, box, &row), FS_OK);
    ck_assert((w->body.flags[row] & FS_BODY3_ASLEEP) != 0);
    ck_assert_int_eq(fs_shape3_set_filter(w, shape_of(w, ground), 1, 0, 0), FS_OK);
    scene3_run(w, HZ / 2);
    ck_assert_double_lt(scene3_position(w, box).y, 0.5 - GRAVITY / 8 * 0.9);
    fs_world3_destroy(w);
}
END_TEST

/* The friction of the new material counts from the next tick on: half a second costs mu g / 2. The mass stays, though the
 * new material is heavier. */
START_TEST(a_new_material_rubs_and_weighs_as_before)
{
    fs_world3 *w = scene3_world(-GRAVITY);
    fs_material3_def m = fs_default_material3_def();
    uint16_t rough, smooth = scene3_surface(w, 0, 0).material;
    m.static_friction = m.dynamic_friction = FS_FIX16_ONE / 2;
    m.density = 7 * FS_WIDE_ONE;
    ck_assert_int_eq(fs_material3_add(w, &m, &rough), FS_OK);
    fs_body3 ground = scene3_ground(w, NULL);
    fs_body3 slab = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.1, 0 }, (scene3_vector){ 1, 0.1, 1 });
    fs_wide mass = mass_of(w, slab);
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, ground), smooth), FS_OK);
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, slab), smooth), FS_OK);
    scene3_throw(w, slab, 4, 0, 0);
    scene3_run(w, HZ / 2);
    NEAR3(scene3_velocity(w, slab).x, 4, ROUNDED(HZ / 2));
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, ground), rough), FS_OK);
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, slab), rough), FS_OK);
    scene3_run(w, HZ / 2);
    NEAR3(scene3_velocity(w, slab).x, 4 - GRAVITY / 4, GRAVITY / 4 / 100);
    ck_assert(mass_of(w, slab) == mass);
    fs_world3_destroy(w);
}
END_TEST

START_TEST(shapes_refuse_bad_values_and_handles)
{
    fs_world3 *w = scene3_world(0);
    fs_body3 ball = scene3_ball(w, NULL, 0, 0, 0, 0.5), gone = scene3_ball(w, NULL, 3, 0, 0, 0.5);
    const fs_shape3 none = { { 0 } }, stale = shape_of(w, gone);
    ck_assert_int_eq(fs_body3_destroy(w, gone), FS_OK);
    uint64_t hash = hash_of(w);
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, ball), 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape3_set_material(w, shape_of(w, ball), UINT16_MAX), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_shape3_set_material(w, stale, 0), FS_E_STALE);
    ck_assert_int_eq(fs_shape3_set_material(w, none, 0), FS_E_STALE);
    ck_assert_int_eq(fs_shape3_set_filter(w, stale, 1, 1, 0), FS_E_STALE);
    ck_assert_int_eq(fs_shape3_set_filter(w, none, 1, 1, 0), FS_E_STALE);
    ck_assert_uint_eq(hash_of(w), hash);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("setters3");
    TCase *tc = tcase_create("setters3");
    tcase_add_test(tc, retention_is_the_share_kept_in_a_second);
    tcase_add_test(tc, retention_is_exact_at_its_ends);
    tcase_add_test(tc, gravity_is_scaled_for_each_body);
    tcase_add_test(tc, bodies_refuse_bad_values_and_handles);
    tcase_add_test(tc, a_world_tells_its_rate);
    tcase_add_loop_test(tc, filters_decide_what_meets, 0, sizeof filters / sizeof filters[0]);
    tcase_add_test(tc, a_filter_wakes_what_lies_on_the_shape);
    tcase_add_test(tc, a_new_material_rubs_and_weighs_as_before);
    tcase_add_test(tc, shapes_refuse_bad_values_and_handles);
    suite_add_tcase(suite, tc);
    return suite;
}
