/* check_misuse2.c: every public function of the 2D engine with stale handles, rows out of range and NULL where a
 * pointer is optional. Each gives its documented result and changes no bit of the state. The columns are as programs
 * see them. The list of functions is that of the exported symbols, so a function that is not walked fails the test. */
#include <stdio.h>
#include <string.h>
#include <fixstep/aero2.h>
#include <fixstep/assembly2.h>
#include <fixstep/debug2.h>
#include <fixstep/event2.h>
#include <fixstep/material_pair2.h>
#include <fixstep/query2.h>

#include "support/check_main.h"

enum { MAX_WALKED = 256 };

static fs_geometry2 box_geometry(void)
{
    fs_geometry2 box;
    ck_assert_int_eq(fs_geometry2_box(FS_REL_ONE, FS_REL_ONE, fs_rel2_zero(), fs_rot2_identity(), &box), FS_OK);
    return box;
}

static const char *walked[MAX_WALKED];
static unsigned walked_count;

static void note_call(const char *call)
{
    ck_assert_uint_lt(walked_count, MAX_WALKED);
    walked[walked_count++] = call;
}

/* A call whose value does not matter; one that must give the result. */
#define WALK(call)        \
    do {                  \
        note_call(#call); \
        (void)(call);     \
    } while (0)
#define WALK_RESULT(result, call)       \
    do {                                \
        note_call(#call);               \
        ck_assert_int_eq(call, result); \
    } while (0)
#define WALK_STALE(call) WALK_RESULT(FS_E_STALE, call)

/* ---- calls with a stale handle ------------------------------------------------------------------------------------ */

static void walk_body(fs_world2 *w, fs_body2 b)
{
    const fs_mass_data2 mass = { { 1 << 30, -30 }, { 1 << 30, -30 }, { 0, 0 } };
    const fs_pos2 at = { 0, 0 };
    const fs_aero2 surface = { .xx = -FS_WIDE_ONE };
    WALK_STALE(fs_body2_row(w, b, NULL));
    WALK_STALE(fs_body2_set_type(w, b, FS_BODY2_STATIC));
    WALK_STALE(fs_body2_set_pose(w, b, at, fs_rot2_identity()));
    WALK_STALE(fs_body2_set_velocity(w, b, fs_vel2_zero(), 1));
    WALK_STALE(fs_body2_set_damping(w, b, 1, 1));
    WALK_STALE(fs_body2_set_retention(w, b, 1, 1));
    WALK_STALE(fs_body2_set_gravity_scale(w, b, 1));
    WALK_STALE(fs_body2_set_flags(w, b, FS_BODY2_BULLET, 0));
    WALK_STALE(fs_body2_set_enabled(w, b, false));
    WALK_STALE(fs_body2_set_mass(w, b, mass));
    WALK_STALE(fs_body2_reset_mass(w, b));
    WALK_STALE(fs_body2_apply_force(w, b, fs_wide2_make(1, 1)));
    WALK_STALE(fs_body2_apply_force_at(w, b, fs_wide2_make(1, 1), at));
    WALK_STALE(fs_body2_apply_torque(w, b, 1));
    WALK_STALE(fs_body2_apply_impulse(w, b, fs_wide2_make(1, 1)));
    WALK_STALE(fs_body2_apply_impulse_at(w, b, fs_wide2_make(1, 1), at));
    WALK_STALE(fs_body2_apply_angular_impulse(w, b, 1));
    WALK_STALE(fs_body2_wake(w, b));
    WALK_STALE(fs_body2_sleep(w, b));
    WALK_STALE(fs_body2_destroy(w, b));
    WALK_STALE(fs_aero2_apply(w, b, &surface, fs_vel2_zero()));
    ck_assert_str_eq(fs_world2_error(w), "the handle of body2 is stale or null");
    WALK(fs_body2_position(w, b));
    WALK(fs_body2_velocity(w, b));
    WALK(fs_body2_angular_velocity(w, b));
    WALK(fs_body2_rotation(w, b));
    WALK(fs_world2_force_lead(w));
    ck_assert_int_eq(fs_body2_position(w, b).x, 0);
    ck_assert_int_eq(fs_body2_rotation(w, b).c, FS_UNIT_ONE);
}

static void walk_shape(fs_world2 *w, fs_handle handle)
{
    const fs_shape2 s = { handle };
    const fs_body2 b = { handle };
    const fs_shape2_def def = fs_default_shape2_def();
    const fs_geometry2 box = box_geometry();
    const fs_pos2 points[3] = { { 0, 0 }, { FS_POS_ONE, 0 }, { 0, FS_POS_ONE } };
    fs_shape2 out;
    WALK_STALE(fs_shape2_create(w, b, &def, &box, &out));
    ck_assert_uint_eq(out.handle.index1, 0);
    WALK_STALE(fs_shape2_create_box(w, b, NULL, FS_POS_ONE, FS_POS_ONE, NULL));
    WALK_STALE(fs_shape2_create_box_at(w, b, NULL, FS_POS_ONE, FS_POS_ONE, points[1], fs_rot2_identity(), NULL));
    WALK_STALE(fs_shape2_create_circle(w, b, NULL, points[0], FS_POS_ONE, NULL));
    WALK_STALE(fs_shape2_create_capsule(w, b, NULL, points[0], points[1], FS_POS_ONE, NULL));
    WALK_STALE(fs_shape2_create_segment(w, b, NULL, points[0], points[1], NULL));
    WALK_STALE(fs_shape2_create_polygon(w, b, NULL, points, 3, 0, NULL));
    WALK_STALE(fs_shape2_create_chain(w, b, NULL, points, 3, true));
    WALK_STALE(fs_shape2_row(w, s, &(uint32_t){ 0 }));
    WALK_STALE(fs_shape2_set_filter(w, s, 1, 1, 1));
    WALK_STALE(fs_shape2_set_material(w, s, 0));
    WALK_STALE(fs_shape2_destroy(w, s));
}

static void walk_joint(fs_world2 *w, fs_handle handle)
{
    const fs_joint2 j = { handle };
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    def.body_a = def.body_b = (fs_body2){ handle };
    WALK_STALE(fs_joint2_create(w, &def, NULL));
    WALK_STALE(fs_joint2_def_set_anchors(w, &def, (fs_pos2){ 0, 0 }, (fs_pos2){ 0, 0 }, fs_unit2_zero()));
    WALK_STALE(fs_joint2_row(w, j, NULL));
    WALK_STALE(fs_joint2_set_motor(w, j, true, 1, 1));
    WALK_STALE(fs_joint2_set_limits(w, j, true, 0, 1));
    WALK_STALE(fs_joint2_set_spring(w, j, true, 1, 1));
    WALK_STALE(fs_joint2_set_target(w, j, (fs_pos2){ 1, 1 }));
    WALK_STALE(fs_joint2_set_length(w, j, FS_REL_ONE));
    WALK_STALE(fs_joint2_destroy(w, j));
}

static void walk_assembly(fs_world2 *w, fs_handle handle)
{
    fs_links2_def def = fs_default_links2_def();
    fs_vehicle2 car = { .chassis = { handle } };
    fs_ragdoll2 doll = { .bone = { { handle } } };
    car.axle[0].handle = car.axle[1].handle = handle;
    def.body_a = def.body_b = (fs_body2){ handle };
    def.to = fs_pos2_make(6 * FS_POS_ONE, 0);
    /* A bridge needs two bodies; a rope may hang from one. */
    WALK_RESULT(handle.index1 == 0 ? FS_E_ARGUMENT : FS_E_STALE, fs_bridge2_create(w, &def, NULL));
    WALK_STALE(fs_rope2_create(w, &def, NULL));
    WALK_STALE(fs_vehicle2_drive(w, &car, true, FS_VEL_ONE));
    WALK(fs_vehicle2_destroy(w, &car));
    WALK(fs_ragdoll2_destroy(w, &doll));
    WALK(fs_links2_destroy(w, &def.body_a, 1));
    WALK(fs_vehicle2_destroy(w, NULL));
    WALK(fs_ragdoll2_destroy(w, NULL));
    WALK(fs_links2_destroy(w, NULL, 3));
}

/* ---- calls with a row that is not in use ---------------------------------------------------------------------------- */

static void walk_rows(fs_world2 *w, uint32_t row)
{
    const fs_pos2 at = { FS_POS_ONE, 0 };
    fs_pos2 corners[FS_GEOMETRY2_MAX_CORNERS];
    fs_geometry2 part;
    fs_pose2 frame;
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    WALK(fs_body2_at(w, row));
    ck_assert_uint_eq(fs_body2_at(w, row).handle.index1, 0);
    WALK(fs_body2_pose(w, row));
    ck_assert_int_eq(fs_body2_pose(w, row).rot.c, FS_UNIT_ONE);
    WALK(fs_body2_velocity_at(w, row, at));
    WALK(fs_body2_to_world(w, row, fs_rel2_zero()));
    WALK(fs_body2_to_local(w, row, at));
    WALK(fs_shape2_at(w, row));
    WALK(fs_shape2_is_large(w, row));
    WALK(fs_shape2_corners(w, row, corners));
    WALK(fs_shape2_geometry_near(w, row, at, &part, &frame));
    WALK(fs_joint2_at(w, row));
    WALK(fs_joint2_angle(w, row));
    WALK(fs_joint2_translation(w, row));
    WALK(fs_joint2_force(w, row));
    WALK(fs_joint2_torque(w, row));
    WALK(fs_world2_draw_shape(w, draw, row, 0, 0));
    fs_draw_destroy(draw);
}

/* ---- optional pointers ------------------------------------------------------------------------------------------------ */

static void walk_queries(fs_world2 *w)
{
    const fs_filter2 filter = fs_default_filter2();
    const fs_pose2 pose = { { 0, 0 }, { FS_UNIT_ONE, 0 } };
    const fs_aabb2 everything = { { -FS_POS_ONE, -FS_POS_ONE }, { FS_POS_ONE, FS_POS_ONE } };
    const fs_geometry2 box = box_geometry();
    const fs_wide2 down = { 0, -FS_WIDE_ONE };
    WALK(fs_query2_aabb(w, everything, filter, NULL, 0));
    WALK(fs_query2_point(w, pose.pos, filter, NULL, 0));
    WALK(fs_query2_geometry(w, &box, pose, filter, NULL, 0));
    WALK(fs_query2_ray(w, pose.pos, down, filter));
    WALK(fs_query2_ray_all(w, pose.pos, down, filter, NULL, 0));
    WALK(fs_query2_cast(w, &box, pose, fs_rel2_make(0, -FS_REL_ONE), filter));
    WALK(fs_query2_closest(w, pose.pos, FS_REL_ONE, filter));
}

static void walk_world(fs_world2 *w)
{
    const fs_aero2_control surface = { .neutral = { .xx = -FS_WIDE_ONE } };
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    WALK(fs_world2_valid(w));
    WALK(fs_world2_error(w));
    WALK(fs_world2_hz(w));
    WALK(fs_world2_state(w));
    WALK(fs_world2_energy(w));
    WALK(fs_world2_kinetic_energy(w));
    WALK(fs_world2_momentum(w));
    WALK(fs_world2_draw(w, draw, UINT32_MAX));
    WALK(fs_world2_set_tasks(w, NULL));
    WALK(fs_world2_apply_attraction(w, (fs_pos2){ 0, 0 }, 0, FS_WIDE_ONE));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_init(w, NULL));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_set_gravity(w, fs_wide2_make(FS_WIDE_MAX, 0)));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_set_flags(w, UINT32_MAX, 0));
    WALK_RESULT(FS_E_UNSUPPORTED, fs_world2_set_kernel(w, UINT32_MAX));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_set_batch_contacts(w, 1));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_set_broad_phase(w, 16));
    WALK(fs_aero2_deflect(&surface, INT32_MIN));
    WALK(fs_aero2_force(&surface.neutral, fs_rot2_identity(), fs_vel2_zero()));
    fs_draw_destroy(draw);
}

static void walk_materials(fs_world2 *w)
{
    const fs_material2_def bad = { .restitution = -1 };
    WALK_RESULT(FS_E_ARGUMENT, fs_material2_add(w, &bad, NULL));
    WALK_RESULT(FS_E_ARGUMENT, fs_material2_set(w, UINT16_MAX, NULL));
    WALK_RESULT(FS_E_ARGUMENT, fs_material_pair2_set(w, 0, UINT16_MAX, NULL));
    WALK_RESULT(FS_E_ARGUMENT, fs_material_pair2_remove(w, UINT16_MAX, 0));
    WALK(fs_material_pair2_get(w, 0, 0, NULL));
}

/* NULL for a def and for an out-value, of calls that create: each then destroys what it created. */
static void walk_creators(void)
{
    fs_world2 *w;
    fs_body2_def def = fs_default_body2_def();
    WALK_RESULT(FS_OK, fs_world2_check(NULL, NULL, NULL, 0));
    WALK_RESULT(FS_E_ARGUMENT, fs_world2_create(NULL, NULL, NULL));
    WALK_RESULT(FS_OK, fs_world2_create(NULL, NULL, &w));
    WALK_RESULT(FS_OK, fs_body2_create(w, NULL, NULL));
    def.type = (fs_body2_type)77;
    WALK_RESULT(FS_E_ARGUMENT, fs_body2_create(w, &def, NULL));
    WALK_RESULT(FS_OK, fs_ragdoll2_create(w, NULL, NULL));
    WALK_RESULT(FS_OK, fs_vehicle2_create(w, NULL, NULL));
    WALK_RESULT(FS_OK, fs_material_pair2_set(w, 0, 0, NULL));
    ck_assert(fs_world2_valid(w));
    WALK(fs_world2_step(w));
    WALK(fs_world2_destroy(w));
    WALK(fs_world2_destroy(NULL));
}

/* ---- the list of functions ---------------------------------------------------------------------------------------------- */

static bool is_walked(const char *name)
{
    size_t length = strlen(name);
    for (unsigned i = 0; i < walked_count; i++)
        if (strncmp(walked[i], name, length) == 0 && walked[i][length] == '(')
            return true;
    return false;
}

/* Functions that take a world or make one. */
static bool is_of_worlds(const char *name)
{
    static const char *const of[] = { "world2_",  "body2_",     "shape2_", "chain2_",        "joint2_",
                                      "query2_",  "material2_", "aero2_",  "ragdoll2_",      "vehicle2_",
                                      "bridge2_", "rope2_",     "links2_", "material_pair2_" };
    static const char *const binding[] = { "fs_world2_bind",         "fs_world2_bind_readonly", "fs_world2_capacities",
                                           "fs_world2_scratch_size", "fs_material_pair2_bind",  "fs_shape2_geometry" };
    for (unsigned i = 0; i < sizeof binding / sizeof binding[0]; i++)
        if (strcmp(name, binding[i]) == 0)
            return false;
    for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++)
        if (strncmp(name + 3, of[i], strlen(of[i])) == 0)
            return true;
    return false;
}

static void check_all_walked(void)
{
    char name[128];
    unsigned found = 0;
    FILE *file = fopen(FS_TEST_DIR "/../lib/fixstep.sym", "r");
    ck_assert_ptr_nonnull(file);
    while (fscanf(file, "%127s", name) == 1)
        if (strncmp(name, "fs_", 3) == 0 && is_of_worlds(name)) {
            found++;
            ck_assert_msg(is_walked(name), "%s is not walked", name);
        }
    fclose(file);
    ck_assert_uint_gt(found, 80);
}

/* A world with a bit of everything, and a handle that was one of a body, a shape and a joint. */
static fs_world2 *make_world(fs_handle *stale)
{
    fs_world2 *w;
    fs_body2 body;
    fs_vehicle2 car;
    fs_ragdoll2 doll;
    ck_assert_int_eq(fs_world2_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_body2_create(w, NULL, &body), FS_OK);
    ck_assert_int_eq(fs_vehicle2_create(w, NULL, &car), FS_OK);
    ck_assert_int_eq(fs_ragdoll2_create(w, NULL, &doll), FS_OK);
    fs_vehicle2_destroy(w, &car);
    fs_ragdoll2_destroy(w, &doll);
    ck_assert_int_eq(fs_vehicle2_create(w, NULL, &car), FS_OK);
    for (int i = 0; i < 20; i++)
        fs_world2_step(w);
    *stale = (fs_handle){ body.handle.index1 + 1, body.handle.generation };
    return w;
}

START_TEST(every_function_survives_misuse)
{
    fs_handle stale;
    fs_world2 *w = make_world(&stale);
    const fs_handle handles[] = { { 0, 0 }, stale, { 1, 7 }, { UINT32_MAX, 1 }, { 4000, 0 } };
    static const uint32_t rows[] = { 500, 1024, UINT32_MAX };
    uint64_t before = fs_state_hash(fs_world2_state(w));
    for (unsigned i = 0; i < sizeof handles / sizeof handles[0]; i++) {
        walk_body(w, (fs_body2){ handles[i] });
        walk_shape(w, handles[i]);
        walk_joint(w, handles[i]);
        walk_assembly(w, handles[i]);
        walked_count = i + 1 < sizeof handles / sizeof handles[0] ? 0 : walked_count;
    }
    for (unsigned i = 0; i < 3; i++)
        walk_rows(w, rows[i]);
    walk_queries(w);
    walk_world(w);
    walk_materials(w);
    ck_assert(fs_state_hash(fs_world2_state(w)) == before);
    fs_world2_destroy(w);
    walk_creators();
    check_all_walked();
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("misuse2");
    TCase *tc = tcase_create("misuse2");
    tcase_add_test(tc, every_function_survives_misuse);
    suite_add_tcase(suite, tc);
    return suite;
}
