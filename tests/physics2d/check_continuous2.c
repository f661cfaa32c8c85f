/* check_continuous2.c: continuous collision of the 2D world: fast bodies do not pass through others.
 *
 * A tick is 1/60 s, so 500 m/s are 8.3 m a tick: many times the walls and balls here.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/trig.h>

#include "num/num_util.h"
#include "physics2d/geometry/time_of_impact.h"
#include "physics2d/world2_fixture.h"

enum { FAST = 500 };

static fs_vel metres_per_second(int v)
{
    return (fs_vel)(v * FS_VEL_ONE);
}

static void set_flags(struct fixture2 *t, uint16_t clear)
{
    *t->w.rules.flags = (uint16_t)(*t->w.rules.flags & ~(unsigned)clear);
}

/* Without gravity and friction. */
static struct fixture2 empty_space(void)
{
    struct fixture2 t = fixture2_start(60);
    fs_material2_def smooth = fs_default_material2_def();
    smooth.dynamic_friction = smooth.static_friction = 0;
    fixture2_set_gravity(&t, 0);
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &smooth), FS_OK);
    return t;
}

/* A wall of 1 cm, 30 m long, along the direction of `turn` through the origin. */
static void add_wall(struct fixture2 *t, fs_rot2 turn)
{
    fs_geometry2 wall = fixture2_box_geometry(15 * FS_REL_ONE, FS_REL_ONE / 200);
    fs_body2 body = fixture2_add_body(t, FS_BODY2_STATIC, 0, 0, &wall);
    ck_assert_int_eq(fs_body2_set_pose(&t->w, body, fs_pos2_make(0, 0), turn), FS_OK);
}

/* Thrown with `speed` from `distance` before the origin, along a direction. */
static uint32_t throw_body(struct fixture2 *t, const fs_geometry2 *shape, fs_rot2 direction, fs_pos distance, int speed,
                           fs_vel spin)
{
    fs_unit2 d = { direction.c, direction.s };
    fs_body2 body = fixture2_add_body(t, FS_BODY2_DYNAMIC, fs_mul64(-distance, d.x, 30), fs_mul64(-distance, d.y, 30),
                                      shape);
    fs_vel2 v = fs_vel2_make(fs_mul32_sym(metres_per_second(speed), d.x, 30),
                             fs_mul32_sym(metres_per_second(speed), d.y, 30));
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, v, spin), FS_OK);
    return fixture2_row(t, body);
}

/* The height above a line through the origin. */
static fs_pos height_above(const struct fixture2 *t, uint32_t row, fs_rot2 line)
{
    fs_pos2 p = t->w.body.pos[row];
    return fs_mul64(p.y, line.c, 30) - fs_mul64(p.x, line.s, 30);
}

/* --- walls ------------------------------------------------------------------------------------ */

/* From all sides, against walls at all angles, at distances that end a tick anywhere around the wall. */
START_TEST(a_ball_never_passes_a_thin_wall)
{
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10);
    test_rng r = { (uint64_t)_i + 1 };
    for (int k = 0; k < 60; k++) {
        struct fixture2 t = empty_space();
        uint32_t turn = (uint32_t)test_bits(&r), slope = (uint32_t)(test_bits(&r) % 0x70000000u) + 0x08000000u;
        fs_rot2 wall = fs_rot2_from_turn(turn), way = fs_rot2_from_turn(turn - slope);
        fs_pos distance = 2 * FS_POS_ONE + (fs_pos)(test_bits(&r) % (8 * (uint64_t)FS_POS_ONE));
        add_wall(&t, wall);
        uint32_t row = throw_body(&t, &ball, way, distance, FAST, 0);
        ck_assert_int_gt(height_above(&t, row, wall), 0);
        for (int tick = 0; tick < 6; tick++) {
            fixture2_step(&t, 1);
            fs_pos2 p = t.w.body.pos[row];
            if (fs_abs64(p.x) > 12 * FS_POS_ONE || fs_abs64(p.y) > 12 * FS_POS_ONE)
                break;
            ck_assert_int_gt(height_above(&t, row, wall), 0);
        }
        fixture2_end(&t);
    }
}
END_TEST

/* Head-on it stops where its rim is at the wall; without continuous collision it is beyond after the tick. */
START_TEST(it_stops_at_the_surface)
{
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10);
    for (int on = 0; on < 2; on++) {
        struct fixture2 t = empty_space();
        if (!on)
            set_flags(&t, FS_WORLD2_CONTINUOUS);
        add_wall(&t, fs_rot2_identity());
        uint32_t row = throw_body(&t, &ball, fs_rot2_from_turn(0xC0000000u), 4 * FS_POS_ONE, FAST, 0);
        fixture2_step(&t, 1);
        fs_pos gap = t.w.body.pos[row].y - FS_POS_ONE / 10 - FS_POS_ONE / 200;
        if (on) {
            ck_assert(gap >= -(FS_POS_ONE >> 20) && gap <= FS_POS_ONE / 8192);
            ck_assert(t.w.body.vel[row].y < metres_per_second(-499));
            fixture2_step(&t, 1);
            ck_assert(t.w.body.vel[row].y > metres_per_second(-499) && t.w.body.pos[row].y > 0);
        } else {
            ck_assert(gap < -4 * FS_POS_ONE);
        }
        fixture2_end(&t);
    }
}
END_TEST

/* A thin rod that turns 80 times a second on its way against the wall: its middle stays in front. */
START_TEST(spinning_rods)
{
    fs_geometry2 rod;
    test_rng r = { 3 };
    ck_assert_int_eq(
        fs_geometry2_capsule(fs_rel2_make(-FS_REL_ONE, 0), fs_rel2_make(FS_REL_ONE, 0), FS_REL_ONE / 50, &rod), FS_OK);
    for (int k = 0; k < 12; k++) {
        struct fixture2 t = empty_space();
        add_wall(&t, fs_rot2_identity());
        fs_vel spin = metres_per_second(k % 2 == 0 ? FAST : -37 * k);
        fs_pos distance = 3 * FS_POS_ONE + (fs_pos)(test_bits(&r) % (8 * (uint64_t)FS_POS_ONE));
        uint32_t row = throw_body(&t, &rod, fs_rot2_from_turn(0xC0000000u), distance, 40 * (k + 1), spin);
        for (int tick = 0; tick < 30; tick++) {
            fixture2_step(&t, 1);
            ck_assert_int_gt(t.w.body.pos[row].y, 0);
        }
        fixture2_end(&t);
    }
}
END_TEST

/* --- no impact -------------------------------------------------------------------------------- */

/* A box slides over the joints of three pieces of ground at 100 m/s as if they were one. */
START_TEST(sliding_is_not_stopped)
{
    struct fixture2 t = empty_space();
    fs_geometry2 ground = fixture2_box_geometry(5 * FS_REL_ONE, FS_REL_ONE);
    fixture2_set_gravity(&t, -10);
    for (int i = -1; i <= 1; i++)
        fixture2_add_body(&t, FS_BODY2_STATIC, i * 10 * FS_POS_ONE, -FS_POS_ONE, &ground);
    fs_body2 box = fixture2_add_box(&t, -14 * FS_POS_ONE, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    uint32_t row = fixture2_row(&t, box);
    fixture2_step(&t, 30);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(metres_per_second(100), 0), 0), FS_OK);
    for (int tick = 1; tick <= 15; tick++) {
        fs_pos before = t.w.body.pos[row].x;
        fixture2_step(&t, 1);
        ck_assert(fs_absdiff64(t.w.body.pos[row].x - before, FS_POS_ONE * 100 / 60) < (uint64_t)FS_POS_ONE / 1000);
    }
    fixture2_end(&t);
}
END_TEST

static fs_pos final_x_after_throw(bool sensor, bool same_group)
{
    struct fixture2 t = empty_space();
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10),
                 wall = fixture2_box_geometry(FS_REL_ONE / 200, FS_REL_ONE);
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    fs_shape2 on;
    def.type = FS_BODY2_STATIC;
    form.flags = sensor ? FS_SHAPE2_SENSOR : 0;
    form.group = same_group ? -1 : 0;
    ck_assert_int_eq(fs_body2_create(&t.w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t.w, body, &form, &wall, &on), FS_OK);
    uint32_t row = throw_body(&t, &ball, fs_rot2_identity(), 4 * FS_POS_ONE, FAST, 0);
    t.w.shape.group[1] = same_group ? -1 : 0;
    fixture2_step(&t, 1);
    fs_pos x = t.w.body.pos[row].x;
    fixture2_end(&t);
    return x;
}

START_TEST(sensors_and_filters)
{
    const fs_pos free_flight = 500 * FS_POS_ONE / 60 - 4 * FS_POS_ONE;
    ck_assert(fs_absdiff64(final_x_after_throw(true, false), free_flight) < 64);
    ck_assert(fs_absdiff64(final_x_after_throw(false, true), free_flight) < 64);
    ck_assert(final_x_after_throw(false, false) < 0);
}
END_TEST

/* A floor from right to left: bodies from above stop, bodies from below pass. */
START_TEST(one_sided_ground)
{
    const fs_pos2 floor[] = { { 9 * FS_POS_ONE, 0 },
                              { 3 * FS_POS_ONE, 0 },
                              { -3 * FS_POS_ONE, 0 },
                              { -9 * FS_POS_ONE, 0 } };
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10);
    for (int up = 0; up < 2; up++) {
        struct fixture2 t = empty_space();
        fs_body2_def def = fs_default_body2_def();
        fs_shape2_def form = fs_default_shape2_def();
        fs_body2 ground;
        def.type = FS_BODY2_STATIC;
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &ground), FS_OK);
        ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, &form, floor, 4, false), FS_OK);
        uint32_t row = throw_body(&t, &ball, fs_rot2_from_turn(up ? 0x40000000u : 0xC0000000u), 4 * FS_POS_ONE, FAST,
                                  0);
        fixture2_step(&t, 3);
        ck_assert(t.w.body.pos[row].y > (up ? 10 * FS_POS_ONE : 0));
        fixture2_end(&t);
    }
}
END_TEST

/* --- moving obstacles-------------------------------------------------------------------------------- */

/* Two balls that fly at each other, together 600 m/s: bullets stay on their sides, other bodies pass. */
START_TEST(bullets_hit_each_other)
{
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10);
    for (int bullets = 0; bullets < 2; bullets++) {
        struct fixture2 t = empty_space();
        uint32_t a = throw_body(&t, &ball, fs_rot2_identity(), 4 * FS_POS_ONE, 300, 0);
        uint32_t b = throw_body(&t, &ball, fs_rot2_from_turn(0x80000000u), 3 * FS_POS_ONE, 300, 0);
        for (uint32_t i = 0; i < 2 && bullets; i++)
            ck_assert_int_eq(fs_body2_set_flags(&t.w, fs_body2_at(&t.w, i), FS_BODY2_BULLET, 0), FS_OK);
        fixture2_step(&t, 1);
        if (bullets) {
            fs_pos gap = t.w.body.pos[b].x - t.w.body.pos[a].x - FS_POS_ONE / 5;
            ck_assert(gap >= 0 && gap < FS_POS_ONE / 1000);
            fixture2_step(&t, 5);
            ck_assert(t.w.body.pos[b].x > t.w.body.pos[a].x);
        } else {
            ck_assert(t.w.body.pos[b].x < t.w.body.pos[a].x);
        }
        fixture2_end(&t);
    }
}
END_TEST

/* A bullet and a thin plate that rests, sleeps, or flies along. */
START_TEST(bullets_and_plates)
{
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10),
                 plate = fixture2_box_geometry(FS_REL_ONE / 200, FS_REL_ONE);
    for (int how = 0; how < 3; how++) {
        struct fixture2 t = empty_space();
        fs_body2 body = fixture2_add_body(&t, FS_BODY2_DYNAMIC, 0, 0, &plate);
        uint32_t target = fixture2_row(&t, body),
                 row = throw_body(&t, &ball, fs_rot2_identity(), 4 * FS_POS_ONE, FAST, 0);
        ck_assert_int_eq(fs_body2_set_flags(&t.w, fs_body2_at(&t.w, row), FS_BODY2_BULLET, 0), FS_OK);
        if (how == 1)
            ck_assert_int_eq(fs_body2_sleep(&t.w, body), FS_OK);
        if (how == 2)
            ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(metres_per_second(100), 0), 0), FS_OK);
        for (int tick = 0; tick < 6; tick++) {
            fixture2_step(&t, 1);
            ck_assert(t.w.body.pos[row].x < t.w.body.pos[target].x);
        }
        ck_assert(t.w.body.vel[target].x > metres_per_second(how == 2 ? 100 : 0));
        fixture2_end(&t);
    }
}
END_TEST

/* A kinematic wall at 200 m/s carries along a ball that hits it: they touch at the end of the tick. */
START_TEST(moving_walls)
{
    for (int bullet = 0; bullet < 2; bullet++) {
        struct fixture2 t = empty_space();
        fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10),
                     wall = fixture2_box_geometry(FS_REL_ONE / 20, 4 * FS_REL_ONE);
        fs_body2 body = fixture2_add_body(&t, FS_BODY2_KINEMATIC, 0, 0, &wall);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(metres_per_second(-200), 0), 0), FS_OK);
        uint32_t row = throw_body(&t, &ball, fs_rot2_identity(), 5 * FS_POS_ONE, 300, 0);
        fs_body2_set_flags(&t.w, fs_body2_at(&t.w, row), bullet ? FS_BODY2_BULLET : 0, 0);
        fixture2_step(&t, 1);
        fs_pos gap = t.w.body.pos[fixture2_row(&t, body)].x - t.w.body.pos[row].x - FS_POS_ONE * 15 / 100;
        ck_assert(gap >= -(FS_POS_ONE >> 20) && gap < FS_POS_ONE / 1000);
        fixture2_end(&t);
    }
}
END_TEST

/* A ball between a fixed wall and an approaching plate: the ball is carried up to the wall. */
START_TEST(a_moving_plate_pushes_a_ball_to_a_wall)
{
    struct fixture2 t = empty_space();
    fs_geometry2 ball = fixture2_disc_geometry(FS_REL_ONE / 10),
                 plate = fixture2_box_geometry(FS_REL_ONE / 20, 2 * FS_REL_ONE);
    add_wall(&t, fs_rot2_from_turn(0x40000000u));
    fs_body2 body = fixture2_add_body(&t, FS_BODY2_DYNAMIC, 4 * FS_POS_ONE, 0, &plate);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(metres_per_second(-400), 0), 0), FS_OK);
    uint32_t row = throw_body(&t, &ball, fs_rot2_from_turn(0x80000000u), 3 * FS_POS_ONE, 20, 0);
    ck_assert_int_eq(fs_body2_set_flags(&t.w, fs_body2_at(&t.w, row), FS_BODY2_BULLET, 0), FS_OK);
    for (int tick = 0; tick < 4; tick++) {
        fixture2_step(&t, 1);
        ck_assert(t.w.body.pos[row].x > 0);
    }
    fixture2_end(&t);
}
END_TEST

/* --- parts ------------------------------------------------------------------------------------------ */

/* Cores lie inside, half the thickness deep. */
START_TEST(cores)
{
    fs_geometry2 box = fixture2_box_geometry(2 * FS_REL_ONE, FS_REL_ONE / 2), disc = fixture2_disc_geometry(FS_REL_ONE);
    struct fs__toi2_core c = fs__toi2_core_init(&box);
    ck_assert(fs_absdiff64(c.thickness, FS_REL_ONE / 2) < 8);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert(fs_absdiff64((uint32_t)fs_abs32(c.shape.corner[i].x), FS_REL_ONE / 4 * 7) < 16);
        ck_assert(fs_absdiff64((uint32_t)fs_abs32(c.shape.corner[i].y), FS_REL_ONE / 4) < 16);
    }
    c = fs__toi2_core_init(&disc);
    ck_assert(c.thickness == FS_REL_ONE && c.shape.radius == FS_REL_ONE / 2);
    test_rng r = { 8 };
    for (int k = 0; k < 200; k++) {
        fs_rel2 p[6];
        fs_geometry2 hull;
        for (int i = 0; i < 6; i++) {
            fs_rel x = (fs_rel)(test_bits(&r) % FS_REL_ONE);
            p[i] = fs_rel2_make(x, (fs_rel)(test_bits(&r) % FS_REL_ONE));
        }
        if (fs_geometry2_hull(p, 6, k % 2 == 0 ? 0 : FS_REL_ONE / 16, &hull) != FS_OK)
            continue;
        c = fs__toi2_core_init(&hull);
        for (unsigned i = 0; i < hull.count; i++)
            ck_assert(fs_geometry2_contains(&hull, c.shape.corner[i]));
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("impact2");
    TCase *tc = tcase_create("impact2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_ball_never_passes_a_thin_wall, 0, 4);
    tcase_add_test(tc, it_stops_at_the_surface);
    tcase_add_test(tc, spinning_rods);
    tcase_add_test(tc, sliding_is_not_stopped);
    tcase_add_test(tc, sensors_and_filters);
    tcase_add_test(tc, one_sided_ground);
    tcase_add_test(tc, bullets_hit_each_other);
    tcase_add_test(tc, bullets_and_plates);
    tcase_add_test(tc, moving_walls);
    tcase_add_test(tc, a_moving_plate_pushes_a_ball_to_a_wall);
    tcase_add_test(tc, cores);
    suite_add_tcase(suite, tc);
    return suite;
}
