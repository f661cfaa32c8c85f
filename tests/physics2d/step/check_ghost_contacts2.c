/* check_ghost_contacts2.c: bodies of the plane slide over the joint of two pieces of ground, into which they sink by their load; what
 * stands above the ground stops them.
 */
#define FS__WORLD2_INTERNAL /* events are read */

#include <fixstep/event2.h>

#include "physics2d/joint_fixture.h"

enum { HZ = 60, STARTS = 20 };

enum ground { TWO_BODIES, ONE_BODY, ROUNDED, WALL, CRATES };
enum slider { BOX, HEXAGON, DISC, CAPSULE };

/* A world whose gravity pulls onto the ground: a wall stands on the left. */
static struct fixture2 open_world(enum ground ground, double friction)
{
    const fs_world2_limits limits = { .bodies = 4, .shapes = 8, .joints = 1, .materials = 1 };
    fs_world2_def def = fs_default_world2_def(HZ);
    fs_material2_def m = fs_default_material2_def();
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = ground == WALL ? fs_wide2_make(WIDE(-10), 0) : fs_wide2_make(0, WIDE(-10));
    struct fixture2 t = fixture2_start_with(HZ, &limits, &def);
    m.static_friction = m.dynamic_friction = FIX(friction);
    m.restitution = 0;
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
    return t;
}

/* Along the ground, and above it. */
static fs_pos2 place(enum ground ground, double along, double above)
{
    return ground == WALL ? fs_pos2_make(POS(above), POS(along)) : fs_pos2_make(POS(along), POS(above));
}

static fs_rel2 corner(double x, double y)
{
    return fs_rel2_make(REL(x), REL(y));
}

/* Of 5 m by 1 m, whose surface is level with its body. */
static void add_piece(struct fixture2 *t, fs_body2 body, enum ground ground, double middle)
{
    const fs_shape2_def def = fs_default_shape2_def();
    const double inset = ground == ROUNDED ? 0.05 : 0, x = 2.5 - inset, y = 0.5 - inset;
    fs_rel2 c[4];
    fs_geometry2 g;
    for (int i = 0; i < 4; i++) {
        const double along = middle + (i & 1 ? x : -x), above = -0.5 + (i & 2 ? y : -y);
        c[i] = ground == WALL ? corner(above, along) : corner(along, above);
    }
    ck_assert_int_eq(fs_geometry2_hull(c, 4, REL(inset), &g), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &def, &g, NULL), FS_OK);
}

/* Two heavy crates that may move, on a floor. */
static void add_crates(struct fixture2 *t)
{
    fs_shape2_def shape = fs_default_shape2_def();
    fs_body2_def def = fs_default_body2_def();
    fs_geometry2 g;
    fs_body2 body;
    shape.density = (fs_wide)1000 << 32;
    for (int i = 0; i < 3; i++) {
        const double x = i < 2 ? 2.5 : 8;
        def.type = i < 2 ? FS_BODY2_DYNAMIC : FS_BODY2_STATIC;
        def.pos = i < 2 ? fs_pos2_make(POS(i == 0 ? -2.5 : 2.5), POS(-0.5)) : fs_pos2_make(0, POS(-1.5));
        ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
        ck_assert_int_eq(fs_geometry2_box(REL(x), REL(0.5), fs_rel2_zero(), fs_rot2_identity(), &g), FS_OK);
        ck_assert_int_eq(fs_shape2_create(&t->w, body, &shape, &g, NULL), FS_OK);
    }
}

/* Two pieces that meet at 0; the second one is higher by `step` (m). */
static void add_ground(struct fixture2 *t, enum ground ground, double step)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    if (ground == CRATES) {
        add_crates(t);
        return;
    }
    def.type = FS_BODY2_STATIC;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    add_piece(t, body, ground, -2.5);
    def.pos = place(ground, 0, step);
    if (ground != ONE_BODY)
        ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    add_piece(t, body, ground, 2.5);
}

static fs_geometry2 geometry_of(enum slider kind)
{
    fs_rel2 c[6];
    fs_geometry2 g;
    fs_result r = FS_OK;
    for (int i = 0; i < 6; i++) /* lies on a side of the hexagon */
        c[i] = corner(0.3464 * cos(i * acos(-1) / 3), 0.3464 * sin(i * acos(-1) / 3));
    switch (kind) {
    case BOX: r = fs_geometry2_box(REL(0.3), REL(0.3), fs_rel2_zero(), fs_rot2_identity(), &g); break;
    case HEXAGON: r = fs_geometry2_hull(c, 6, 0, &g); break;
    case DISC: r = fs_geometry2_circle(fs_rel2_zero(), REL(0.3), &g); break;
    default: r = fs_geometry2_capsule(corner(-0.2, 0), corner(0.2, 0), REL(0.3), &g);
    }
    ck_assert_int_eq(r, FS_OK);
    return g;
}

static fs_body2 add_slider(struct fixture2 *t, enum ground ground, enum slider kind, double along)
{
    const fs_geometry2 g = geometry_of(kind);
    fs_shape2_def shape = fs_default_shape2_def();
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    shape.flags |= FS_SHAPE2_CONTACT_EVENTS;
    def.type = FS_BODY2_DYNAMIC;
    def.pos = place(ground, along, 0.3);
    if (ground == WALL)
        def.rot = fs_rot2_make(0, -FS_UNIT_ONE);
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &shape, &g, NULL), FS_OK);
    return body;
}

static void throw_slider(struct fixture2 *t, fs_body2 body, enum ground ground, double speed, double spin)
{
    const fs_vel2 v = ground == WALL ? fs_vel2_make(0, VEL(speed)) : fs_vel2_make(VEL(speed), 0);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, v, VEL(spin)), FS_OK);
}

/* The share of its speed with which a body that has come to rest before leaves the joint of the pieces. */
static double share_left(enum ground ground, enum slider slider, double friction, double speed, double start)
{
    struct fixture2 t = open_world(ground, friction);
    add_ground(&t, ground, 0);
    const fs_body2 body = add_slider(&t, ground, slider, start);
    fixture2_step(&t, 30);
    throw_slider(&t, body, ground, speed, friction > 0 ? -speed / 0.3 : 0);
    fixture2_step(&t, (int)((0.8 - start) / speed * HZ) + 1);
    const double left = (ground == WALL ? vel_y(&t, body) : vel_x(&t, body)) / speed;
    fixture2_end(&t);
    return left;
}

static void check_slider(enum ground ground, enum slider slider, double friction, double speed, double least)
{
    for (int i = 0; i < STARTS; i++) {
        const double start = -0.8 - i * speed / HZ / STARTS * 3.1,
                     left = share_left(ground, slider, friction, speed, start);
        ck_assert_msg(left > least && left < 1.0005, "ground %d, body %d, %g m/s from %.4f: %.5f of its speed",
                      (int)ground, (int)slider, speed, start, left);
    }
}

static const double speeds[] = { 0.3, 0.5, 1, 2, 4, 8, 16 };

/* Between rounded pieces there is a notch, into which a disc rolls. */
START_TEST(slippery_bodies_pass)
{
    for (int ground = TWO_BODIES; ground <= CRATES; ground++)
        for (int slider = BOX; slider <= (ground == ROUNDED ? HEXAGON : CAPSULE); slider++)
            check_slider((enum ground)ground, (enum slider)slider, 0, speeds[_i], ground == CRATES ? 0.99 : 0.9995);
}
END_TEST

START_TEST(rolling_bodies_pass)
{
    check_slider(TWO_BODIES, DISC, 0.6, speeds[_i], 0.999);
    check_slider(ONE_BODY, DISC, 0.6, speeds[_i], 0.999);
}
END_TEST

/* What stands above the ground is no ghost. */
START_TEST(steps_stop)
{
    static const double steps[] = { 0.002, 0.01, 0.1, 0.9 };
    for (int slider = BOX; slider <= CAPSULE; slider++) {
        struct fixture2 t = open_world(TWO_BODIES, 0);
        add_ground(&t, TWO_BODIES, steps[_i]);
        const fs_body2 body = add_slider(&t, TWO_BODIES, (enum slider)slider, -1);
        fixture2_step(&t, 30);
        throw_slider(&t, body, TWO_BODIES, 0.2, 0);
        fixture2_step(&t, 600);
        ck_assert_msg(pos_x(&t, body) < 0, "body %d, step %g m: at %.4f m", slider, steps[_i], pos_x(&t, body));
        fixture2_end(&t);
    }
}
END_TEST

static int count_events(const struct fixture2 *t, int kind)
{
    int n = 0;
    for (uint32_t i = 0; i < t->w.event_count; i++)
        n += t->w.events[i].kind == kind;
    return n;
}

/* A body touches the next piece once, and leaves the last one once. */
START_TEST(touching_begins_once)
{
    int began = 0, ended = 0;
    struct fixture2 t = open_world(TWO_BODIES, 0);
    add_ground(&t, TWO_BODIES, 0);
    const fs_body2 body = add_slider(&t, TWO_BODIES, (enum slider)_i, -1);
    fixture2_step(&t, 30);
    throw_slider(&t, body, TWO_BODIES, 0.5, 0);
    for (int tick = 0; tick < 240; tick++) {
        fixture2_step(&t, 1);
        began += count_events(&t, FS_EVENT2_BEGIN);
        ended += count_events(&t, FS_EVENT2_END);
    }
    ck_assert_int_eq(began, 1);
    ck_assert_int_eq(ended, 1);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ghost_contacts2");
    TCase *tc = tcase_create("ghost_contacts2");
    const int all = (int)(sizeof speeds / sizeof *speeds);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, slippery_bodies_pass, 0, all);
    tcase_add_loop_test(tc, rolling_bodies_pass, 0, all);
    tcase_add_loop_test(tc, steps_stop, 0, 4);
    tcase_add_loop_test(tc, touching_begins_once, BOX, CAPSULE + 1);
    suite_add_tcase(suite, tc);
    return suite;
}
