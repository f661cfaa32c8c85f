/* check_jointed_load2.c: bodies on joints in the plane that bear loads of many times their own mass: shelves on a wall, tables,
 * towers of boxes that are welded to each other, trays on ropes, seesaws. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/joint_fixture.h"
#include "physics/jointed_load.h"

static struct fixture2 open_world(int i)
{
    scene = scenes[i];
    struct fixture2 t = fixture2_start(scene.hz);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    *t.w.rules.gravity = fs_wide2_make(0, WIDE(-G));
    return t;
}

static fs_body2 fixed_at(struct fixture2 *t, double x, double y)
{
    return mass_at(t, x * scene.size, y * scene.size, 0, 0);
}

static fs_joint2_def joint_of(struct fixture2 *t, fs_joint2_kind kind, fs_body2 a, fs_body2 b, double x, double y,
                              double x2, double y2)
{
    return joint_def(t, kind, a, b, x * scene.size, y * scene.size, x2 * scene.size, y2 * scene.size);
}

static void add_weld(struct fixture2 *t, fs_body2 a, fs_body2 b, double x, double y)
{
    const fs_joint2_def def = joint_of(t, FS_JOINT2_WELD, a, b, x, y, x, y);
    joint_make(t, &def);
}

static fs_body2 add_box(struct fixture2 *t, double mass, double x, double y, double half_x, double half_y)
{
    x *= scene.size, y *= scene.size, half_x *= scene.size, half_y *= scene.size;
    fs_geometry2 shape = fixture2_box_geometry(REL(half_x), REL(half_y));
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    def.type = FS_BODY2_DYNAMIC;
    def.pos = AT(x, y);
    form.density = WIDE(mass * scene.size * scene.size / (4 * half_x * half_y));
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &form, &shape, NULL), FS_OK);
    return body;
}

static struct outcome watch(struct fixture2 *t, fs_body2 load, double mass)
{
    const double x = pos_x(t, load), y = pos_y(t, load), start = wide(fs_world2_energy(&t->w));
    struct outcome o = { .rise = 0 };
    for (int tick = 0; tick < SECONDS * (int)scene.hz; tick++) {
        fixture2_step(t, 1);
        o.rise = fmax(o.rise, (wide(fs_world2_energy(&t->w)) - start) / (mass * scene.size * scene.size * G));
    }
    ck_assert(fs_world2_valid(&t->w));
    o.moved = fabs(pos_x(t, load) - x) / scene.size;
    o.sunk = (y - pos_y(t, load)) / scene.size;
    o.speed = hypot(vel_x(t, load), vel_y(t, load)) / scene.size;
    return o;
}

static void check(const char *what, double times, struct outcome o, double lower)
{
    check_load(what, times, o, lower, (struct bounds){ 0.02, 0.08, 0.02 });
}

START_TEST(a_shelf_on_a_wall)
{
    const double mass = 80, times = loads[_i % LOADS], at = _i / runs() * 0.4;
    struct fixture2 t = open_world(_i / LOADS % SCENES);
    fs_body2 wall = fixed_at(&t, -1, 0), shelf = add_box(&t, mass, 0, 0, 1, 0.1);
    add_weld(&t, wall, shelf, -1, 0);
    fs_body2 load = add_box(&t, mass * times, at, 0.6, 0.5, 0.5);
    check("shelf", times, watch(&t, load, mass * times), 0);
    const double force = wide(fs_joint2_force(&t.w, 0).y) / (mass * (1 + times) * scene.size * scene.size * G);
    ck_assert_msg(fabs(force - 1) <= 0.01, "the joint bears %.4f of the weight", force);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_table)
{
    const double times = loads[_i % LOADS];
    struct fixture2 t = open_world(_i / LOADS % SCENES);
    fixture2_add_ground(&t);
    fs_body2 board = add_box(&t, 40, 0, 0.85, 0.5, 0.05);
    for (int i = 0; i < 2; i++) {
        const double x = i % 2 ? 0.4 : -0.4;
        add_weld(&t, board, add_box(&t, 1, x, 0.4, 0.04, 0.4), x, 0.8);
    }
    fs_body2 load = add_box(&t, 20 * times, 0.1, 1.1, 0.2, 0.2);
    check("table", times, watch(&t, load, 20 * times), 0);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_tray_on_ropes)
{
    const double times = loads[_i % LOADS];
    struct fixture2 t = open_world(_i / LOADS % SCENES);
    fs_body2 tray = add_box(&t, 10, 0, 0, 0.5, 0.05);
    for (int i = 0; i < 2; i++) {
        const double x = i % 2 ? 0.5 : -0.5;
        fs_joint2_def def = joint_of(&t, FS_JOINT2_ROPE, fixed_at(&t, x, 2), tray, x, 2, x, 0.05);
        def.upper_limit = REL(1.95 * scene.size);
        joint_make(&t, &def);
    }
    fixture2_step(&t, (int)scene.hz);
    fs_body2 load = add_box(&t, 10 * times, 0.05, 0.25, 0.2, 0.2);
    check("tray", times, watch(&t, load, 10 * times), 0);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_tower_of_welded_boxes)
{
    const double times = loads[_i % LOADS];
    struct fixture2 t = open_world(_i / LOADS % SCENES);
    fs_body2 last = { 0 };
    fixture2_add_ground(&t);
    for (int i = 0; i < 5; i++) {
        fs_body2 next = add_box(&t, 10, 0, 0.25 + 0.5 * i, 0.25, 0.25);
        if (i > 0)
            add_weld(&t, last, next, 0, 0.5 * i);
        last = next;
    }
    fs_body2 load = add_box(&t, 10 * times, 0.05, 2.75, 0.25, 0.25);
    check("tower", times, watch(&t, load, 10 * times), 0);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_seesaw)
{
    const double times = loads[_i % LOADS];
    struct fixture2 t = open_world(_i / LOADS % SCENES);
    fs_body2 post = fixed_at(&t, 0, 0), plank = add_box(&t, 10, 0, 0, 2, 0.1);
    fs_joint2_def def = joint_of(&t, FS_JOINT2_REVOLUTE, post, plank, 0, 0, 0, 0);
    def.flags = FS_JOINT2_LIMIT;
    def.lower_limit = REL(-0.2);
    def.upper_limit = REL(0.2);
    joint_make(&t, &def);
    fs_body2 right = add_box(&t, 10 * times, 1.5, 0.4, 0.3, 0.3);
    (void)add_box(&t, 9 * times, -1.5, 0.4, 0.3, 0.3);
    check("seesaw", times, watch(&t, right, 10 * times), 0.3);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("jointed_load2");
    TCase *tc = tcase_create("jointed_load2");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, a_shelf_on_a_wall, 0, 2 * runs());
    tcase_add_loop_test(tc, a_table, 0, runs());
    tcase_add_loop_test(tc, a_tray_on_ropes, 0, runs());
    tcase_add_loop_test(tc, a_tower_of_welded_boxes, 0, runs());
    tcase_add_loop_test(tc, a_seesaw, 0, runs());
    suite_add_tcase(suite, tc);
    return suite;
}
