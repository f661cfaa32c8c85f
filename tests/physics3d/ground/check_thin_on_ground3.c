/* check_thin_on_ground3.c: thin bodies on rough ground.
 *
 * A thin body that a corner of the ground enters deeply was put back to where it was by continuous collision in every tick, while
 * gravity gave it a velocity: it hung in the air for good.
 */
#include "physics3d/ground/mesh3_fixture.h"
#include "physics3d/world3_scene.h"

enum { KINDS = 5, POSES = 8, TERRAINS = 4, SECONDS = 25, SIDE = 45 };

static double amplitude, wave;

static double rough(double x, double z)
{
    return amplitude * (sin(wave * x) + sin(wave * z * 1.13 + 0.5) + 0.4 * sin(wave * 2.7 * x + wave * 1.9 * z));
}

static void add_thin_shape(fs_world3 *w, fs_body3 body, int kind, const fs_shape3_def *s)
{
    fs_result result = FS_OK;
    switch (kind) {
    case 0: result = fs_shape3_create_box(w, body, s, scene3_pos(0.8, 0.03, 0.8), NULL); break;
    case 1: result = fs_shape3_create_box(w, body, s, scene3_pos(0.8, 0.1, 0.8), NULL); break;
    case 2: result = fs_shape3_create_box(w, body, s, scene3_pos(0.05, 1, 0.05), NULL); break;
    case 3:
        result = fs_shape3_create_capsule(w, body, s, scene3_pos(0, -1, 0), scene3_pos(0, 1, 0), POS3D(0.05), NULL);
        break;
    default:
        result = fs_shape3_create_cylinder(w, body, s, POS3D(0.6), POS3D(0.03), fs_pos3_zero(), fs_quat_identity(),
                                           NULL);
    }
    ck_assert_int_eq(result, FS_OK);
}

static fs_body3 drop(fs_world3 *w, int kind, int pose)
{
    const double turn[4] = { 1, pose + 0.3 * kind, kind * 0.2 + 0.1, pose + kind };
    const double angle = (pose + kind) / 2.0, length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.pos = scene3_pos((pose - 3.5) * 0.35, 2.5 + amplitude * 2.4, 0.3 * (pose - 4));
    def.rot = fs_quat_normalise(fs_quat_make((fs_unit)lround(turn[0] / length * sin(angle) * 0x1p30),
                                             (fs_unit)lround(turn[1] / length * sin(angle) * 0x1p30),
                                             (fs_unit)lround(turn[2] / length * sin(angle) * 0x1p30),
                                             (fs_unit)lround(cos(angle) * 0x1p30)));
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    const fs_shape3_def s = scene3_surface(w, 0.8, 0);
    add_thin_shape(w, body, kind, &s);
    return body;
}

/* Whether the body has a velocity, and stands still. */
static bool hangs(fs_world3 *w, fs_body3 body)
{
    const fs_pos3 at = fs_body3_position(w, body);
    const double speed = scene3_length(scene3_velocity(w, body));
    scene3_run(w, 30);
    return speed > 0.02 && fs_pos3_eq(at, fs_body3_position(w, body));
}

START_TEST(thin_bodies_come_to_rest_on_rough_ground)
{
    static const double amplitudes[TERRAINS] = { 0.3, 0.8, 0.3, 0.1 }, waves[TERRAINS] = { 2, 1.5, 6, 4 };
    const int kind = _i % KINDS, field = _i / KINDS;
    for (int terrain = 0; terrain < TERRAINS; terrain++)
        for (int pose = 0; pose < POSES; pose++) {
            amplitude = amplitudes[terrain];
            wave = waves[terrain];
            fs_world3 *w = mesh3_world(4, 2 * SIDE * SIDE);
            ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_make(0, -10 * FS_WIDE_ONE, 0)), FS_OK);
            if (field)
                (void)mesh3_put_field(w, fs_pos3_zero(), SIDE, 0.25, rough, NULL);
            else
                (void)mesh3_terrain(w, fs_pos3_zero(), SIDE, 0.25, rough, false);
            const fs_body3 body = drop(w, kind, pose);
            scene3_run(w, SECONDS * 60);
            ck_assert_msg(!hangs(w, body), "kind %d, terrain %d, pose %d hangs in the air", kind, terrain, pose);
            fs_world3_destroy(w);
        }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("thin_on_ground3");
    TCase *tc = tcase_create("thin_on_ground3");
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, thin_bodies_come_to_rest_on_rough_ground, 0, 2 * KINDS);
    suite_add_tcase(suite, tc);
    return suite;
}
