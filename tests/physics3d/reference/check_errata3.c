/* check_errata3.c: misprints of I. Millington, "Game Physics Engine Development", each beside the engine: the right form holds,
 * and the printed one would fail. Labels are those of lib/doc/COVERAGE.md.
 */
#include <fixstep/explosion.h>
#include <fixstep/fracture3.h>

#include "physics3d/force3_fixture.h"
#include "physics3d/world/world.h"

enum { HZ = 60 };

/* The force (N) of a generator in the last tick. */
static scene3_vector force_of(const fs_world3 *w, fs_force3 force)
{
    uint32_t row = 0;
    ck_assert_int_eq(fs_force3_row(w, force, &row), FS_OK);
    fs_wide3 f = w->force.force[row];
    return (scene3_vector){ NEWTONS3D(f.x), NEWTONS3D(f.y), NEWTONS3D(f.z) };
}

/* E1: printed d = (y - level - s) / (2 s), of the weight of the water without g: it pulls down. */
START_TEST(e1_buoyancy_is_the_weight_of_the_water)
{
    for (int i = 0; i <= 8; i++) {
        double y = -0.5 + 0.125 * i, s = 0.375, volume = 0.002, right = fmin(fmax((s - y) / (2 * s), 0), 1);
        fs_world3 *w = scene3_world(-10);
        fs_body3 body = add_ball(w, 1, 0, y, 0);
        fs_force3_def def = make_float(w, body, volume, s, 0);
        fs_force3 force = add(w, &def);
        scene3_run(w, 1);
        double up = force_of(w, force).y, printed = (y - s) / (2 * s) * volume * 1000;
        NEAR3(up, right * volume * 1000 * 10, 1e-3);
        ck_assert(right == 0 || fabs(up - printed) > 1);
        fs_world3_destroy(w);
    }
}
END_TEST

/* E3: printed v + wind; a surface feels v - wind. */
START_TEST(e3_surfaces_feel_the_air_that_passes_them)
{
    fs_world3 *w = scene3_world(0);
    fs_fluid3_def wind = fs_default_fluid3_def();
    fs_body3 body = add_ball(w, 100, 0, 0, 0);
    fs_force3_def def = make(FS_FORCE3_AERO, body);
    wind.velocity = wide3(6, 0, -3);
    ck_assert_int_eq(fs_fluid3_add(w, &wind, &def.fluid), FS_OK);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-0.5, 0, 0), wide3(0, -0.5, 0), wide3(0, 0, -0.5) });
    fs_force3 force = add(w, &def);
    scene3_throw(w, body, 2, 0, 5);
    scene3_run(w, 1);
    scene3_vector f = force_of(w, force);
    NEAR3(f.x, -0.5 * (2 - 6), 1e-5); /* printed: -4 N */
    NEAR3(f.z, -0.5 * (5 + 3), 1e-5); /* printed: -1 N */
    fs_world3_destroy(w);
}
END_TEST

/* E12: the printed cache adds a contact and emits it again in the same frame. A pair has one contact, a pair of features one
 * point, in every tick; together they bear the weight once. */
START_TEST(e12_features_meet_once)
{
    fs_world3 *w = scene3_world(-10);
    scene3_ground(w, NULL);
    fs_body3 box = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0.5, 0 },
                              (scene3_vector){ 0.5, 0.5, 0.5 });
    scene3_throw(w, box, 3, 0, 1);
    double borne = 0;
    for (int tick = 0; tick < 2 * HZ; tick++) {
        uint32_t contacts = 0;
        scene3_run(w, 1);
        for (uint32_t c = 0; c < *w->contact.rows; c++) {
            contacts += w->contact.gen[c] & 1u;
            for (unsigned i = 0; i < w->contact.count[c]; i++) {
                size_t point = w->contact.first_point[c] + i;
                borne += SPEED3D(w->point.impulse[point].x) * *w->rules.substeps * (tick >= HZ);
                for (size_t k = point - i; k < point; k++)
                    ck_assert_uint_ne(w->point.id[point], w->point.id[k]);
            }
        }
        ck_assert_uint_eq(contacts, 1);
    }
    NEAR3(borne, 10, 0.01); /* N s in a second, 1 kg */
    fs_world3_destroy(w);
}
END_TEST

static double moment(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

/* E19: printed volumes 8 |h| and moments m/3 hj^2 + hk^2. */
START_TEST(e19_pieces_weigh_what_their_boxes_do)
{
    fs_world3 *w = scene3_world(0);
    fs_shape3_def form = fs_default_shape3_def();
    fs_fracture3_def def = fs_default_fracture3_def();
    fs_pieces3 pieces;
    form.density = WIDE3D(700);
    fs_body3 block = scene3_box(w, FS_BODY3_DYNAMIC, &form, (scene3_vector){ 0, 0, 0 },
                                (scene3_vector){ 1, 0.75, 0.5 });
    def.at = scene3_pos(0.25, 0, 0);
    ck_assert_int_eq(fs_body3_fracture(w, block, &def, &pieces), FS_OK);
    ck_assert_uint_eq(pieces.count, 8);
    for (uint32_t i = 0; i < pieces.count; i++) {
        uint32_t row = 0;
        ck_assert_int_eq(fs_body3_row(w, pieces.body[i], &row), FS_OK);
        fs_wide3 h = w->shape.half[w->body.first_shape[row] - 1];
        double x = METRES3D(h.x), y = METRES3D(h.y), z = METRES3D(h.z), mass = moment(w->body.mass[row]);
        NEAR3(mass, 700 * 8 * x * y * z, 1e-4);
        ck_assert(fabs(mass / (700 * 8 * sqrt(x * x + y * y + z * z)) - 1) > 0.5);
        NEAR3(moment(w->body.inertia_x[row]), mass / 3 * (y * y + z * z), 1e-4);
        ck_assert(fabs(moment(w->body.inertia_x[row]) / (mass / 3 * y * y + z * z) - 1) > 0.1);
    }
    fs_world3_destroy(w);
}
END_TEST

/* N at a point, of an explosion at the origin that has one phase. */
static fs_explosion_force push_at(const fs_explosion *e, uint32_t tick, double x, double y)
{
    return fs_explosion_force_at(e, tick, HZ, scene3_pos(x, y, 0), fs_vel3_zero());
}

/* E20: behind the thickness the printed ramp drops to 0 and rises to the end of the tail. */
START_TEST(e20_the_shock_fades_behind_its_front)
{
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 0, WIDE3D(100), WIDE3D(32));
    e.implosion_seconds = e.chimney_seconds = 0;
    double way = 64.0 * 6 / HZ, thickness = 4, tail = 2, most = 100 * (1 - 6 / 30.0);
    for (int i = 1; i < 8; i++) {
        double share = i / 8.0, right = most * (1 - share), printed = most * share;
        double outer = NEWTONS3D(push_at(&e, 6, way + thickness + tail * share, 0).shock.x);
        double inner = NEWTONS3D(push_at(&e, 6, way - tail * share, 0).shock.x);
        NEAR3(outer, right, 0.01);
        NEAR3(inner, right, 0.01);
        ck_assert(i == 4 || fabs(outer - printed) > 10);
    }
}
END_TEST

/* E21: the printed chimney pushes most at its wall. */
START_TEST(e21_the_chimney_pushes_most_on_its_axis)
{
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 0, WIDE3D(320), WIDE3D(16));
    e.implosion_seconds = e.shock_seconds = 0;
    for (int i = 0; i < 8; i++) {
        double r = 4 * i / 8.0, f = scene3_length((scene3_vector){ NEWTONS3D(push_at(&e, 0, r, 8).central.x),
                                                                   NEWTONS3D(push_at(&e, 0, r, 8).central.y), 0 });
        NEAR3(f, 10 * (1 - r / 4), 0.01);
        ck_assert(i == 4 || fabs(f - 10 * r / 4) > 1);
    }
}
END_TEST

/* E35: the prose breaks at random angles, the listing never does. Planes have the angle that the caller gives: without one all
 * faces stay parallel to the block's, and the same break gives the same pieces. */
START_TEST(e35_splits_have_the_angle_that_is_given)
{
    for (int angled = 0; angled < 2; angled++) {
        uint64_t hash[2];
        for (int again = 0; again < 2; again++) {
            fs_world3 *w = scene3_world(0);
            fs_fracture3_def def = fs_default_fracture3_def();
            fs_pieces3 pieces;
            fs_body3 block = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0, 0, 0 },
                                        (scene3_vector){ 1, 0.75, 0.5 });
            if (angled != 0)
                def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), 1u << 29);
            ck_assert_int_eq(fs_body3_fracture(w, block, &def, &pieces), FS_OK);
            for (uint32_t i = 0; i < pieces.count; i++) {
                uint32_t row = 0;
                ck_assert_int_eq(fs_body3_row(w, pieces.body[i], &row), FS_OK);
                uint8_t kind = w->shape.kind[w->body.first_shape[row] - 1];
                ck_assert_int_eq(kind, angled != 0 ? FS_GEOMETRY3_HULL : FS_GEOMETRY3_BOX);
            }
            hash[again] = fs_state_hash(fs_world3_state(w));
            fs_world3_destroy(w);
        }
        ck_assert_uint_eq(hash[0], hash[1]);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("errata3");
    TCase *tc = tcase_create("errata3");
    suite_add_tcase(suite, tc);
    tcase_add_test(tc, e1_buoyancy_is_the_weight_of_the_water);
    tcase_add_test(tc, e3_surfaces_feel_the_air_that_passes_them);
    tcase_add_test(tc, e12_features_meet_once);
    tcase_add_test(tc, e19_pieces_weigh_what_their_boxes_do);
    tcase_add_test(tc, e20_the_shock_fades_behind_its_front);
    tcase_add_test(tc, e21_the_chimney_pushes_most_on_its_axis);
    tcase_add_test(tc, e35_splits_have_the_angle_that_is_given);
    return suite;
}
