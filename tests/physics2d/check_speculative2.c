/* check_speculative2.c: speculative contacts: bodies that hit within a tick stop at the surface, and passing bodies are
 * not deflected.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <math.h>

#include "physics2d/world2_fixture.h"

static fs_pos pos_of(double v)
{
    return (fs_pos)llround(v * (double)FS_POS_ONE);
}
static fs_rel rel_of(double v)
{
    return (fs_rel)lround(v * FS_REL_ONE);
}
static fs_vel vel_of(double v)
{
    return (fs_vel)lround(v * FS_VEL_ONE);
}
static double metres(fs_pos v)
{
    return (double)v / (double)FS_POS_ONE;
}

static struct fixture2 start(int gravity)
{
    struct fixture2 t = fixture2_start(60);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    fixture2_set_gravity(&t, gravity);
    return t;
}

static uint32_t throw_body(struct fixture2 *t, const fs_geometry2 *shape, double x, double y, double vx, double vy)
{
    fs_body2 body = fixture2_add_body(t, FS_BODY2_DYNAMIC, pos_of(x), pos_of(y), shape);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, fs_vel2_make(vel_of(vx), vel_of(vy)), 0), FS_OK);
    return fixture2_row(t, body);
}

/* ---- impacts ------------------------------------------------------------------------------------------------------ */

/* Discs and boxes of every speed and at every distance from the ground at the start of the tick. Of a box two corners
 * land, whose impulses are found one after the other: until both are known it tips, and sinks in by the distance of half a
 * millisecond. */
START_TEST(bodies_land_on_the_surface)
{
    const fs_geometry2 shape[2] = { fixture2_disc_geometry(FS_REL_ONE / 4),
                                    fixture2_box_geometry(FS_REL_ONE / 4, FS_REL_ONE / 4) };
    for (int k = 0; k < 400; k++) {
        struct fixture2 t = start(-10);
        double deepest = 0, speed = 1 + 0.2 * k;
        fixture2_add_ground(&t);
        uint32_t row = throw_body(&t, &shape[k % 2], 0.013 * k, 1.25 + 0.017 * (k % 37), k % 3, -speed);
        for (int tick = 0; tick < 60; tick++) {
            fixture2_step(&t, 1);
            deepest = fmax(deepest, 0.25 - metres(t.w.body.pos[row].y));
        }
        double most = k % 2 == 0 ? 1e-3 : 4e-3 + 6e-4 * speed;
        ck_assert_msg(deepest < most, "%d: %g m/s: %g m deep", k, speed, deepest);
        fixture2_end(&t);
    }
}
END_TEST

/* Five boxes fall one above the other at 30 m/s, half a metre a tick: the lowest is stopped, and stops the others. The
 * impulse error after one pass over all contacts compresses them by 7.6 cm, not by half a metre. */
START_TEST(a_falling_column_is_not_compressed)
{
    struct fixture2 t = start(-10);
    const fs_geometry2 box = fixture2_box_geometry(FS_REL_ONE / 4, FS_REL_ONE / 4);
    uint32_t row[5];
    double deepest = 0;
    fixture2_add_ground(&t);
    for (int i = 0; i < 5; i++)
        row[i] = throw_body(&t, &box, 0, 3 + 0.8 * i, 0, -30);
    for (int tick = 0; tick < 14; tick++) {
        fixture2_step(&t, 1);
        for (int i = 0; i < 5; i++) {
            double below = i == 0 ? -0.25 : metres(t.w.body.pos[row[i - 1]].y);
            deepest = fmax(deepest, below + 0.5 - metres(t.w.body.pos[row[i]].y));
        }
    }
    ck_assert_double_lt(deepest, 0.08);
    fixture2_end(&t);
}
END_TEST

/* Two discs fly at each other: momentum and, with e = 1, energy are those of the closed form in the tick they meet. */
START_TEST(discs_exchange_their_speeds)
{
    for (int k = 0; k < 40; k++) {
        struct fixture2 t = start(0);
        fs_material2_def m = fs_default_material2_def();
        m.dynamic_friction = m.static_friction = 0;
        m.restitution = FS_UNIT_ONE;
        ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
        const fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 4);
        uint32_t a = throw_body(&t, &disc, -2 - 0.011 * k, 0, 20, 0), b = throw_body(&t, &disc, 2, 0, -10 - k, 0);
        fixture2_step(&t, 20);
        ck_assert_int_le(fs_abs32(t.w.body.vel[a].x - vel_of(-10 - k)), 24);
        ck_assert_int_le(fs_abs32(t.w.body.vel[b].x - vel_of(20)), 24);
        fixture2_end(&t);
    }
}
END_TEST

/* ---- no impact ---------------------------------------------------------------------------------------------------- */

/* A disc flies past the corner of a block, 3 cm away, along its sides and across the corner: to the bit as if it were not
 * there. */
START_TEST(passing_bodies_are_not_deflected)
{
    static const double way[3][2] = { { 1, 0 }, { 0, 1 }, { M_SQRT1_2, -M_SQRT1_2 } };
    const fs_geometry2 block = fixture2_box_geometry(FS_REL_ONE, FS_REL_ONE),
                       disc = fixture2_disc_geometry(rel_of(0.2));
    for (int k = 0; k < 150; k++) {
        struct fixture2 t = start(0);
        fixture2_add_body(&t, FS_BODY2_STATIC, 0, 0, &block);
        t.w.shape.flags[0] |= FS_SHAPE2_CONTACT_EVENTS;
        double speed = 5 + 0.5 * k, dx = way[k % 3][0], dy = way[k % 3][1], off = 0.23, far = 3 + 0.01 * k;
        double nx = fabs(dy), ny = fabs(dx);
        double x = (k % 3 != 0) + nx * off - dx * far, y = (k % 3 != 1) + ny * off - dy * far;
        uint32_t row = throw_body(&t, &disc, x, y, speed * dx, speed * dy);
        fs_vel2 before = t.w.body.vel[row];
        for (int tick = 0; tick < 60; tick++) {
            fixture2_step(&t, 1);
            ck_assert_uint_eq(fixture2_count_events(&t, FS_EVENT2_BEGIN), 0);
        }
        ck_assert(fs_vel2_eq(t.w.body.vel[row], before));
        fixture2_end(&t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ahead2");
    TCase *tc = tcase_create("ahead2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, bodies_land_on_the_surface);
    tcase_add_test(tc, a_falling_column_is_not_compressed);
    tcase_add_test(tc, discs_exchange_their_speeds);
    tcase_add_test(tc, passing_bodies_are_not_deflected);
    suite_add_tcase(suite, tc);
    return suite;
}
