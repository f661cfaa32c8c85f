/* check_ghost_contacts3.c: bodies slide over the joint of two pieces of ground, into which they sink by their load; what stands above
 * the ground stops them.
 */
#define FS__WORLD3_INTERNAL /* the events are read */

#include <fixstep/event3.h>

#include "physics3d/joint3_scene.h"

enum { STARTS = 12 };

enum ground { TWO_BODIES, ONE_BODY, HULLS, PLATFORM, CRATES };
enum slider { BOX, DRUM, WHEEL, BALL, CAPSULE }; /* a cylinder stands, or rolls */
#define PLATFORM_SPEED 0.25

static void add_piece(fs_world3 *w, fs_body3 body, const fs_shape3_def *shape, enum ground kind, double x, double y)
{
    fs_pos3 corner[8];
    if (kind != HULLS) {
        ck_assert_int_eq(fs_shape3_create_box_at(w, body, shape, scene3_pos(5, 0.5, 3), scene3_pos(x, y, 0),
                                                 fs_quat_identity(), NULL),
                         FS_OK);
        return;
    }
    for (int i = 0; i < 8; i++)
        corner[i] = scene3_pos(x + (i & 1 ? 5 : -5), y + (i & 2 ? 0.5 : -0.5), i & 4 ? 3 : -3);
    ck_assert_int_eq(fs_shape3_create_hull(w, body, shape, corner, 8, NULL), FS_OK);
}

/* Two heavy crates that may move, on a floor. */
static void add_crates(fs_world3 *w)
{
    fs_shape3_def shape = scene3_surface(w, 0.6, 0);
    shape.density = (fs_wide)1000 << 32;
    (void)scene3_box(w, FS_BODY3_STATIC, &shape, (scene3_vector){ 0, -2, 0 }, (scene3_vector){ 20, 1, 20 });
    for (int i = 0; i < 2; i++)
        (void)scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ i == 0 ? -5 : 5, -0.5, 0 },
                         (scene3_vector){ 5, 0.5, 3 });
}

/* Two pieces of 10 m that meet at x = 0; the second one is higher by `step` (m). */
static void add_ground(fs_world3 *w, const fs_shape3_def *shape, enum ground kind, double step)
{
    if (kind == CRATES) {
        add_crates(w);
        return;
    }
    const fs_body3_type type = kind == PLATFORM ? FS_BODY3_KINEMATIC : FS_BODY3_STATIC;
    fs_body3 body = scene3_body(w, type, 0, -0.5, 0);
    for (int i = 0; i < 2; i++) {
        if (i > 0 && kind != ONE_BODY && kind != PLATFORM)
            body = scene3_body(w, type, 0, -0.5, 0);
        add_piece(w, body, shape, kind, i == 0 ? -5 : 5, i * step);
    }
    if (kind == PLATFORM)
        scene3_throw(w, body, PLATFORM_SPEED, 2 * PLATFORM_SPEED, 0);
}

static fs_body3 add_slider(fs_world3 *w, const fs_shape3_def *shape, enum slider kind, double x)
{
    const fs_body3 body = scene3_body(w, FS_BODY3_DYNAMIC, x, 0.3, 0);
    const fs_pos3 end[2] = { scene3_pos(0, 0, -0.4), scene3_pos(0, 0, 0.4) };
    const fs_quat rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), kind == WHEEL ? UINT32_C(1) << 30 : 0);
    fs_result r = FS_OK;
    switch (kind) {
    case BOX: r = fs_shape3_create_box(w, body, shape, scene3_pos(0.3, 0.3, 0.3), NULL); break;
    case BALL: r = fs_shape3_create_sphere(w, body, shape, fs_pos3_zero(), POS3D(0.3), NULL); break;
    case CAPSULE: r = fs_shape3_create_capsule(w, body, shape, end[0], end[1], POS3D(0.3), NULL); break;
    default: r = fs_shape3_create_cylinder(w, body, shape, POS3D(0.3), POS3D(0.3), fs_pos3_zero(), rot, NULL);
    }
    ck_assert_int_eq(r, FS_OK);
    return body;
}

struct slide {
    enum ground ground;
    enum slider slider;
    double friction, speed, start;
};

static void throw_slider(fs_world3 *w, fs_body3 body, const struct slide *s)
{
    const double x = s->ground == PLATFORM ? PLATFORM_SPEED : 0, spin = s->friction > 0 ? -s->speed / 0.3 : 0;
    ck_assert_int_eq(fs_body3_set_velocity(w, body, fs_vel3_make(VEL3D(x + s->speed), VEL3D(2 * x), 0),
                                           fs_vel3_make(0, 0, VEL3D(spin))),
                     FS_OK);
}

/* The share of its speed with which a body that has come to rest before leaves the joint of the pieces. */
static double share_left(const struct slide *s)
{
    fs_world3 *w = scene3_world(-10);
    fs_shape3_def shape = scene3_surface(w, s->friction, 0);
    const double moves = s->ground == PLATFORM ? PLATFORM_SPEED : 0;
    shape.density = (fs_wide)100 << 32;
    add_ground(w, &shape, s->ground, 0);
    const fs_body3 body = add_slider(w, &shape, s->slider, s->start + moves / 2);
    scene3_run(w, 30);
    throw_slider(w, body, s);
    scene3_run(w, (int)((0.8 - s->start) / s->speed * 60) + 1);
    const double left = (scene3_velocity(w, body).x - moves) / s->speed;
    fs_world3_destroy(w);
    return left;
}

static void check_slider(struct slide s, double least)
{
    for (int i = 0; i < STARTS; i++) {
        s.start = -0.8 - i * s.speed / 60 / STARTS * 3.1;
        const double left = share_left(&s);
        ck_assert_msg(left > least && left < 1.0001, "ground %d, body %d, %g m/s from %.4f: %.5f of its speed",
                      (int)s.ground, (int)s.slider, s.speed, s.start, left);
    }
}

static const double speeds[] = { 0.3, 0.5, 1, 2, 4, 8, 16 };

START_TEST(slippery_bodies_pass)
{
    for (int ground = TWO_BODIES; ground <= CRATES; ground++)
        for (int slider = BOX; slider <= CAPSULE; slider++) {
            const struct slide s = { (enum ground)ground, (enum slider)slider, 0, speeds[_i], 0 };
            check_slider(s, ground == CRATES ? 0.99 : slider <= DRUM ? 0.9999 : 0.9995);
        }
}
END_TEST

START_TEST(rolling_bodies_pass)
{
    for (int ground = TWO_BODIES; ground <= HULLS; ground++)
        for (int slider = WHEEL; slider <= CAPSULE; slider++) {
            const struct slide s = { (enum ground)ground, (enum slider)slider, 0.6, speeds[_i], 0 };
            check_slider(s, 0.999);
        }
}
END_TEST

/* What stands above the ground is no ghost. */
START_TEST(steps_stop)
{
    static const double steps[] = { 0.002, 0.01, 0.1, 0.9 };
    for (int slider = BOX; slider <= CAPSULE; slider++) {
        fs_world3 *w = scene3_world(-10);
        fs_shape3_def shape = scene3_surface(w, 0, 0);
        add_ground(w, &shape, TWO_BODIES, steps[_i]);
        const fs_body3 body = add_slider(w, &shape, (enum slider)slider, -1);
        scene3_run(w, 30);
        scene3_throw(w, body, 0.2, 0, 0);
        scene3_run(w, 600);
        const double x = scene3_position(w, body).x, most = slider > DRUM ? 0.01 - 0.9 * sqrt(0.6 * steps[_i]) : -0.299;
        ck_assert_msg(x < most || (slider > DRUM && steps[_i] > 0.3 && x < -0.299), "body %d, step %g m: at %.4f m",
                      slider, steps[_i], x);
        fs_world3_destroy(w);
    }
}
END_TEST

/* A tilted box meets a wall with the edge that it stands on. */
START_TEST(walls_stop_an_edge)
{
    fs_world3 *w = scene3_world(-10);
    fs_shape3_def shape = scene3_surface(w, 0, 0);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 box;
    add_ground(w, &shape, TWO_BODIES, 0.9);
    def.type = FS_BODY3_DYNAMIC;
    def.pos = scene3_pos(-0.5 - 0.2 * _i, 0.4, 0);
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), (UINT32_C(1) << 28) * (uint32_t)(_i + 1));
    ck_assert_int_eq(fs_body3_create(w, &def, &box), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, box, &shape, scene3_pos(0.3, 0.3, 0.3), NULL), FS_OK);
    scene3_throw(w, box, 1, 0, 0);
    for (int tick = 0; tick < 120; tick++) {
        scene3_run(w, 1);
        ck_assert_double_le(scene3_position(w, box).x, -0.295);
    }
    fs_world3_destroy(w);
}
END_TEST

static int count_events(const fs_world3 *w, int kind)
{
    int n = 0;
    for (uint32_t i = 0; i < w->event_count; i++)
        n += w->events[i].kind == kind;
    return n;
}

/* A body touches the next piece once, and leaves the last one once. */
START_TEST(touching_begins_once)
{
    fs_world3 *w = scene3_world(-10);
    fs_shape3_def shape = scene3_surface(w, 0, 0);
    int began = 0, ended = 0;
    shape.flags |= FS_SHAPE3_CONTACT_EVENTS;
    add_ground(w, &shape, TWO_BODIES, 0);
    const fs_body3 body = add_slider(w, &shape, (enum slider)_i, -1);
    scene3_run(w, 30);
    scene3_throw(w, body, 0.5, 0, 0);
    for (int tick = 0; tick < 240; tick++) {
        scene3_run(w, 1);
        began += count_events(w, FS_EVENT3_BEGIN);
        ended += count_events(w, FS_EVENT3_END);
    }
    ck_assert_int_eq(began, 1);
    ck_assert_int_eq(ended, 1);
    fs_world3_destroy(w);
}
END_TEST

/* `count` pieces on each side of 0, `wide` m each, one every `pitch` m. */
static void add_rods(fs_world3 *w, const fs_shape3_def *shape, double wide, double pitch, int count)
{
    const fs_body3 ground = scene3_body(w, FS_BODY3_STATIC, 0, -0.5, 0);
    for (int i = -count; i <= count; i++)
        ck_assert_int_eq(fs_shape3_create_box_at(w, ground, shape, scene3_pos(wide / 2, 0.5, 1),
                                                 scene3_pos(i * pitch, 0, 0), fs_quat_identity(), NULL),
                         FS_OK);
}

struct rods {
    double wide, pitch, speed, friction;
};

/* The highest speed of a ball of 1 m in 10 s. */
static double highest_speed(const struct rods *r)
{
    fs_world3 *w = scene3_world(-10);
    const fs_shape3_def shape = scene3_surface(w, r->friction, 0);
    add_rods(w, &shape, r->wide, r->pitch, 100);
    const fs_body3 ball = scene3_ball(w, &shape, 0.01, 1, 0, 1);
    ck_assert_int_eq(
        fs_body3_set_velocity(w, ball, fs_vel3_make(VEL3D(r->speed), 0, 0), fs_vel3_make(0, 0, VEL3D(-r->speed))),
        FS_OK);
    double most = 0;
    for (int tick = 0; tick < 600; tick++) {
        scene3_run(w, 1);
        most = fmax(most, fabs(scene3_velocity(w, ball).x));
    }
    fs_world3_destroy(w);
    return most;
}

/* The edges of several pieces carry it together. */
START_TEST(balls_on_rods_gain_no_speed)
{
    static const struct rods rods[] = { { 0.005, 0.02, 0, 0.5 }, { 0.02, 0.03, 0, 0.5 },   { 0.018, 0.02, 0, 0.5 },
                                        { 0.005, 0.02, 0, 0 },   { 0.01, 0.01, 0.1, 0.5 }, { 0.05, 0.05, 0.1, 0.5 },
                                        { 0.02, 0.02, 0.05, 0 }, { 0.005, 0.02, 0.1, 0.5 } };
    const double most = highest_speed(&rods[_i]);
    /* Between two edges it rolls to and fro. */
    ck_assert_msg(most < rods[_i].speed + (rods[_i].friction > 0 ? 0.005 : 0.025), "%g m every %g m: %g m/s",
                  rods[_i].wide, rods[_i].pitch, most);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ghost_contacts3");
    TCase *tc = tcase_create("ghost_contacts3");
    const int all = (int)(sizeof speeds / sizeof *speeds);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, slippery_bodies_pass, 0, all);
    tcase_add_loop_test(tc, rolling_bodies_pass, 0, all);
    tcase_add_loop_test(tc, steps_stop, 0, 4);
    tcase_add_loop_test(tc, walls_stop_an_edge, 0, 6);
    tcase_add_loop_test(tc, touching_begins_once, BOX, CAPSULE + 1);
    tcase_add_loop_test(tc, balls_on_rods_gain_no_speed, 0, 8);
    suite_add_tcase(suite, tc);
    return suite;
}
