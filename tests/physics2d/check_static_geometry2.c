/* check_static_geometry2.c: static shapes beyond 16 m: ground, walls and chains up to the range of the world. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/world2_fixture.h"

#define KM (1000 * FS_POS_ONE)

static fs_body2 add_static_body(struct fixture2 *t, fs_pos2 pos, fs_rot2 rot)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = FS_BODY2_STATIC;
    def.pos = pos;
    def.rot = rot;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    return body;
}

/* A box whose top is y = 0; returns its shape. */
static fs_shape2 add_wide_ground(struct fixture2 *t, fs_pos half_x, fs_pos half_y, fs_pos x)
{
    fs_shape2 shape;
    fs_body2 body = add_static_body(t, fs_pos2_make(x, -half_y), fs_rot2_identity());
    ck_assert_int_eq(fs_shape2_create_box(&t->w, body, NULL, half_x, half_y, &shape), FS_OK);
    return shape;
}

static void set_friction(struct fixture2 *t, fix16_t friction)
{
    fs_material2_def m = fs_default_material2_def();
    m.static_friction = m.dynamic_friction = friction;
    ck_assert_int_eq(fs_material2_set(&t->w, 0, &m), FS_OK);
}

/* ---- the same bits as on small ground near the origin --------------------------------------------------------- */

/* A tower of three boxes, a tilted box that falls, a disc that rolls and a box that slides, around x. */
static void add_scene(struct fixture2 *t, fs_pos x)
{
    const fs_rel half = FS_REL_ONE / 2;
    for (int i = 0; i < 3; i++)
        fixture2_add_box(t, x, FS_POS_ONE / 2 + i * FS_POS_ONE, half, half);
    fs_body2 tilted = fixture2_add_box(t, x - 5 * FS_POS_ONE, 3 * FS_POS_ONE, half, half / 2);
    ck_assert_int_eq(fs_body2_set_pose(&t->w, tilted, fs_pos2_make(x - 5 * FS_POS_ONE, 3 * FS_POS_ONE),
                                       fs_rot2_from_turn(0x0A000000)),
                     FS_OK);
    fs_geometry2 disc = fixture2_disc_geometry(half);
    fs_body2 wheel = fixture2_add_body(t, FS_BODY2_DYNAMIC, x - 11 * FS_POS_ONE, FS_POS_ONE / 2, &disc);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, wheel, fs_vel2_make(FS_VEL_ONE, 0), -2 * FS_VEL_ONE), FS_OK);
    fs_body2 slider = fixture2_add_box(t, x + 3 * FS_POS_ONE, FS_POS_ONE / 2, half, half);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, slider, fs_vel2_make(8 * FS_VEL_ONE, 0), 0), FS_OK);
    fs_body2 faller = fixture2_add_box(t, x + 12 * FS_POS_ONE, 60 * FS_POS_ONE, half, half);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, faller, fs_vel2_make(0, -30 * FS_VEL_ONE), 0), FS_OK);
}

static void assert_same_motion(const struct fixture2 *a, const struct fixture2 *b, fs_pos x)
{
    for (uint32_t i = 1; i < *a->w.body.rows; i++) {
        ck_assert_int_eq(a->w.body.pos[i].x + x, b->w.body.pos[i].x);
        ck_assert_int_eq(a->w.body.pos[i].y, b->w.body.pos[i].y);
        ck_assert_int_eq(a->w.body.rot[i].c, b->w.body.rot[i].c);
        ck_assert_int_eq(a->w.body.rot[i].s, b->w.body.rot[i].s);
        ck_assert_int_eq(a->w.body.vel[i].x, b->w.body.vel[i].x);
        ck_assert_int_eq(a->w.body.vel[i].y, b->w.body.vel[i].y);
        ck_assert_int_eq(a->w.body.angular_velocity[i], b->w.body.angular_velocity[i]);
    }
}

START_TEST(huge_and_small_ground_give_equal_bits)
{
    static const int64_t metres[] = { 0, 13, 1000000 - 100, -999999 + 200, 500000 };
    for (unsigned k = 0; k < sizeof metres / sizeof metres[0]; k++) {
        struct fixture2 small = fixture2_start(60), huge = fixture2_start(60);
        fs_pos x = metres[k] * FS_POS_ONE + (fs_pos)k * (FS_POS_ONE / 64);
        fixture2_add_ground(&small);
        add_wide_ground(&huge, 1000 * KM, FS_POS_ONE, 0);
        add_scene(&small, 0);
        add_scene(&huge, x);
        for (int i = 0; i < 400; i++) {
            fixture2_step(&small, 1);
            fixture2_step(&huge, 1);
            assert_same_motion(&small, &huge, x);
            ck_assert_uint_eq(small.w.event_count, huge.w.event_count);
        }
        ck_assert(fs_world2_valid(&huge.w));
        fixture2_end(&small);
        fixture2_end(&huge);
    }
}
END_TEST

/* ---- long slides ---------------------------------------------------------------------------------------------- */

/* Without friction a box keeps its velocity along the ground to the last bit for 40 s and 1,000 m, and so does a disc that
 * rolls. Across the ground both stay within 2 steps of the velocity (1e-6 m/s) and 1e-6 m, and the angular velocity
 * within 4 steps (2e-6 rad/s), as on small ground: the solver carries what is below a step on to the next ticks. */
START_TEST(sliding_far_keeps_the_velocity)
{
    for (int kind = 0; kind < 2; kind++) {
        struct fixture2 t = fixture2_start(60);
        fs_rel half = FS_REL_ONE / 2;
        set_friction(&t, kind == 0 ? 0 : fs_fix16_from_ratio(6, 10));
        add_wide_ground(&t, 1000 * KM, FS_POS_ONE, 0);
        fs_pos x = 400 * KM;
        fs_geometry2 shape = kind == 0 ? fixture2_box_geometry(half, half) : fixture2_disc_geometry(half);
        fs_body2 body = fixture2_add_body(&t, FS_BODY2_DYNAMIC, x, FS_POS_ONE / 2, &shape);
        uint32_t row = fixture2_row(&t, body);
        fixture2_step(&t, 120);
        ck_assert_int_eq(
            fs_body2_set_velocity(&t.w, body, fs_vel2_make(25 * FS_VEL_ONE, 0), kind == 0 ? 0 : -50 * FS_VEL_ONE),
            FS_OK);
        fixture2_step(&t, 120);
        fs_vel2 vel = t.w.body.vel[row];
        fs_vel angular_velocity = t.w.body.angular_velocity[row];
        fs_pos y = t.w.body.pos[row].y;
        for (int i = 0; i < 2400; i++) {
            fixture2_step(&t, 1);
            ck_assert_int_eq(t.w.body.vel[row].x, vel.x);
            ck_assert_int_le(fs_abs32(t.w.body.vel[row].y), 2);
            ck_assert_int_le(fs_abs32(t.w.body.angular_velocity[row] - angular_velocity), 4);
            ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - y), FS_POS_ONE >> 20);
        }
        ck_assert_int_gt(t.w.body.pos[row].x, x + KM);
        fixture2_end(&t);
    }
}
END_TEST

/* Chains of 10 km a segment, straight and with a corner of 1 in 1,000: a box passes the joints without loss. */
START_TEST(chains_of_ten_kilometres)
{
    struct fixture2 t = fixture2_start(60);
    fs_pos2 point[5];
    fs_shape2 first;
    set_friction(&t, 0);
    fs_body2 ground = add_static_body(&t, fs_pos2_zero(), fs_rot2_identity());
    for (int i = 0; i < 5; i++)
        point[i] = fs_pos2_make((20 - 10 * i) * KM, 0);
    ck_assert_int_eq(fs_shape2_create_chain(&t.w, ground, NULL, point, 5, false), FS_OK);
    ck_assert_uint_eq(*t.w.shape.rows, 4);
    first = fs_shape2_at(&t.w, 0);
    ck_assert_int_ne(first.handle.index1, 0);
    fs_body2 box = fixture2_add_box(&t, -20 * FS_POS_ONE, FS_POS_ONE / 4, FS_REL_ONE / 4, FS_REL_ONE / 4);
    uint32_t row = fixture2_row(&t, box);
    fixture2_step(&t, 60);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(10 * FS_VEL_ONE, 0), 0), FS_OK);
    for (int i = 0; i < 300; i++) {
        fixture2_step(&t, 1);
        ck_assert_int_eq(t.w.body.vel[row].x, 10 * FS_VEL_ONE);
        ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - FS_POS_ONE / 4), FS_POS_ONE / 200);
    }
    ck_assert_int_gt(t.w.body.pos[row].x, 20 * FS_POS_ONE);
    ck_assert(fs_world2_valid(&t.w));
    /* From below it is open. */
    ck_assert_int_eq(fs_body2_set_pose(&t.w, box, fs_pos2_make(9 * KM, -3 * FS_POS_ONE), fs_rot2_identity()), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(0, 9 * FS_VEL_ONE), 0), FS_OK);
    fixture2_step(&t, 300);
    ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - FS_POS_ONE / 4), FS_POS_ONE / 50);
    fixture2_end(&t);
}
END_TEST

/* ---- towers, slopes, walls ------------------------------------------------------------------------------------ */

START_TEST(towers_stand_on_huge_ground)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 top = { { 0, 0 } };
    fs_pos x = 123456 * KM;
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    add_wide_ground(&t, FS_SHAPE2_MAX_EXTENT, 3 * FS_POS_ONE, 0);
    for (int i = 0; i < 10; i++)
        top = fixture2_add_box(&t, x, FS_POS_ONE / 2 + i * FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
    uint32_t row = fixture2_row(&t, top);
    fixture2_step(&t, 600);
    fs_pos2 pos = t.w.body.pos[row];
    fixture2_step(&t, 600);
    ck_assert_int_le(fs_abs64(t.w.body.pos[row].y - pos.y), FS_POS_ONE / 20000);
    ck_assert_int_le(fs_abs64(t.w.body.pos[row].x - x), FS_POS_ONE / 1000);
    fixture2_end(&t);
}
END_TEST

/* Ground of 2,000 km rotated by 30 degrees, gravity across it: a box slides 500 m along it, and the speed across the
 * surface stays below 1e-5 m/s: the surface is the same line in every window, within a step of Q5.26. */
START_TEST(rotated_ground_is_straight)
{
    struct fixture2 t = fixture2_start(60);
    fs_rot2 rot = fs_rot2_from_turn(0x15555555);
    fs_unit2 up = fs_rot2_unit(rot, fs_unit2_make(0, FS_UNIT_ONE)),
             along = fs_rot2_unit(rot, fs_unit2_make(FS_UNIT_ONE, 0));
    set_friction(&t, 0);
    *t.w.rules.gravity = fs_wide2_make(-10 * fs_wide_from_unit(up.x), -10 * fs_wide_from_unit(up.y));
    fs_body2 ground = add_static_body(&t, fs_pos2_zero(), rot);
    ck_assert_int_eq(fs_shape2_create_box(&t.w, ground, NULL, 1000 * KM, 2 * FS_POS_ONE, NULL), FS_OK);
    fs_pos2 place = fs__rot2_pos(rot, fs_pos2_make(700 * KM, 5 * FS_POS_ONE / 2));
    fs_body2 box = fixture2_add_box(&t, place.x, place.y, FS_REL_ONE / 2, FS_REL_ONE / 2);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, box, place, rot), FS_OK);
    uint32_t row = fixture2_row(&t, box);
    fixture2_step(&t, 120);
    ck_assert_int_eq(fs_body2_set_velocity(
                         &t.w, box, fs_vel2_make(fs_vel_from_unit(along.x) * 20, fs_vel_from_unit(along.y) * 20), 0),
                     FS_OK);
    for (int i = 0; i < 1500; i++) {
        fixture2_step(&t, 1);
        int64_t across = (int64_t)up.x * t.w.body.vel[row].x + (int64_t)up.y * t.w.body.vel[row].y;
        ck_assert_int_le(fs_abs64(fs_asr64(across, FS_UNIT_FRAC)), FS_VEL_ONE / 100000);
    }
    fs_pos2 local = fs__rot2_inv_pos(rot, t.w.body.pos[row]);
    ck_assert_int_le(fs_abs64(local.y - 5 * FS_POS_ONE / 2), FS_POS_ONE / 200);
    ck_assert_int_gt(local.x, 700 * KM + 490 * FS_POS_ONE);
    fixture2_end(&t);
}
END_TEST

/* A wall of 1,000 km height, boxed and as a segment: fast discs do not pass, at any tick rate. */
/* On a slope of 20 degrees, 31 to 33 m (and 95 to 97 m) from the origin of its ground, a box rests. Arms from there are stored modulo
 * 64 m; where a corner and the centre of the box were on both sides of a seam, friction threw it away with 113 m/s. */
START_TEST(boxes_rest_on_slopes_at_the_seams_of_arms)
{
    const double angle = 20 * acos(-1) / 180, c = cos(angle), s = sin(angle);
    const fs_rot2 rot = fs_rot2_from_turn((uint32_t)llround(20 / 360.0 * 0x1p32));
    for (int i = -8; i <= 8; i++) {
        const double along = (_i % 2 == 0 ? 32 : -32) * (_i < 2 ? 1 : 3) / c + i / 8.0;
        struct fixture2 t = fixture2_start(60);
        set_friction(&t, FS_FIX16_ONE * 3 / 5);
        fs_body2 ground = add_static_body(&t, fs_pos2_zero(), rot);
        fs_shape2_def def = fs_default_shape2_def();
        ck_assert_int_eq(fs_shape2_create_box_at(&t.w, ground, &def, 500 * FS_POS_ONE, FS_POS_ONE,
                                                 fs_pos2_make(0, -FS_POS_ONE), fs_rot2_identity(), NULL),
                         FS_OK);
        fs_body2 box = fixture2_add_box(&t, llround((along * c - 0.5 * s) * 0x1p32),
                                        llround((along * s + 0.5 * c) * 0x1p32), FS_REL_ONE / 2, FS_REL_ONE / 2);
        uint32_t row = fixture2_row(&t, box);
        ck_assert_int_eq(fs_body2_set_pose(&t.w, box, t.w.body.pos[row], rot), FS_OK);
        fs_pos2 at = t.w.body.pos[row];
        fixture2_step(&t, 300);
        fs_pos2 moved = fs_pos2_sub(t.w.body.pos[row], at);
        ck_assert_msg(fs_abs64(moved.x) + fs_abs64(moved.y) < FS_POS_ONE / 100, "%g m along the slope: moved by %g m",
                      along, (double)(fs_abs64(moved.x) + fs_abs64(moved.y)) * 0x1p-32);
        fixture2_end(&t);
    }
}
END_TEST

START_TEST(walls_hold_fast_bodies)
{
    static const uint32_t rates[] = { 60, 10, 1 };
    for (unsigned k = 0; k < 6; k++) {
        struct fixture2 t = fixture2_start(rates[k / 2]);
        fs_body2 wall = add_static_body(&t, fs_pos2_make(50 * FS_POS_ONE, 0), fs_rot2_identity());
        fixture2_set_gravity(&t, 0);
        if (k % 2 == 0)
            ck_assert_int_eq(fs_shape2_create_box(&t.w, wall, NULL, FS_POS_ONE / 10, 500 * KM, NULL), FS_OK);
        else
            ck_assert_int_eq(
                fs_shape2_create_segment(&t.w, wall, NULL, fs_pos2_make(0, -500 * KM), fs_pos2_make(0, 500 * KM), NULL),
                FS_OK);
        fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 5);
        fs_body2 ball = fixture2_add_body(&t, FS_BODY2_DYNAMIC, 0, -320 * KM, &disc);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, ball, fs_vel2_make(400 * FS_VEL_ONE, 100 * FS_VEL_ONE), 0), FS_OK);
        uint32_t row = fixture2_row(&t, ball);
        for (int i = 0; i < 30; i++) {
            fixture2_step(&t, 1);
            ck_assert_int_lt(t.w.body.pos[row].x, 50 * FS_POS_ONE);
        }
        ck_assert_int_gt(t.w.body.pos[row].x, 49 * FS_POS_ONE);
        fixture2_end(&t);
    }
}
END_TEST

/* The ends of large ground hold: a box that hangs over the edge by more than half falls, another stays. */
START_TEST(bodies_fall_off_the_end_of_ground)
{
    for (int over = 0; over < 2; over++) {
        struct fixture2 t = fixture2_start(60);
        add_wide_ground(&t, 1000 * KM, FS_POS_ONE, 0);
        fs_pos x = 1000 * KM + (over ? FS_POS_ONE / 5 : -FS_POS_ONE / 5);
        fs_body2 box = fixture2_add_box(&t, x, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
        fixture2_step(&t, 240);
        fs_pos y = t.w.body.pos[fixture2_row(&t, box)].y;
        ck_assert(over ? y < -10 * FS_POS_ONE : fs_abs64(y - FS_POS_ONE / 2) < FS_POS_ONE / 100);
        fixture2_end(&t);
    }
}
END_TEST

/* An octagon of 40 m: more corners in the window than a value holds. Discs rest on its flat top and roll off. */
START_TEST(many_corners_in_a_window)
{
    struct fixture2 t = fixture2_start(60);
    fs_pos2 point[8];
    fs_body2 body = add_static_body(&t, fs_pos2_zero(), fs_rot2_identity());
    for (uint32_t i = 0; i < 8; i++)
        point[i] = fs__rot2_pos(fs_rot2_from_turn(i * 0x20000000u + 0x10000000u), fs_pos2_make(28 * FS_POS_ONE, 0));
    ck_assert_int_eq(fs_shape2_create_polygon(&t.w, body, NULL, point, 8, 0, NULL), FS_OK);
    fs_pos top = fs__rot2_pos(fs_rot2_from_turn(0x30000000u), fs_pos2_make(28 * FS_POS_ONE, 0)).y;
    fs_body2 box = fixture2_add_box(&t, 0, top + FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fs_body2 wide = fixture2_add_box(&t, 0, top + 3 * FS_POS_ONE, 9 * FS_REL_ONE, FS_REL_ONE / 2);
    fixture2_step(&t, 300);
    ck_assert_int_le(fs_abs64(t.w.body.pos[fixture2_row(&t, box)].y - top - FS_POS_ONE / 2), FS_POS_ONE / 50);
    ck_assert_int_le(fs_abs64(t.w.body.pos[fixture2_row(&t, wide)].y - top - 3 * FS_POS_ONE / 2), FS_POS_ONE / 20);
    fixture2_end(&t);
}
END_TEST

/* ---- queries -------------------------------------------------------------------------------------------------- */

START_TEST(queries_report_a_large_shape_once)
{
    struct fixture2 t = fixture2_start(60);
    fs_filter2 all = fs_default_filter2();
    fs_shape2 ground = add_wide_ground(&t, 1000 * KM, 10 * KM, 0);
    uint32_t rows[4], row = ground.handle.index1 - 1;
    fs_pos2 deep = fs_pos2_make(900 * KM, -5 * KM), above = fs_pos2_make(900 * KM, FS_POS_ONE / 2);
    ck_assert_uint_eq(fs_query2_point(&t.w, deep, all, rows, 4), 1);
    ck_assert_uint_eq(rows[0], row);
    ck_assert_uint_eq(fs_query2_point(&t.w, above, all, rows, 4), 0);
    fs_aabb2 box = { deep, fs_pos2_make(deep.x + FS_POS_ONE, deep.y + FS_POS_ONE) };
    ck_assert_uint_eq(fs_query2_aabb(&t.w, box, all, rows, 4), 1);
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE);
    ck_assert_uint_eq(fs_query2_geometry(&t.w, &disc, (fs_pose2){ above, fs_rot2_identity() }, all, rows, 4), 1);
    fs_query_hit2 hit = fs_query2_closest(&t.w, fs_pos2_make(-700 * KM, 3 * FS_POS_ONE), 10 * FS_REL_ONE, all);
    ck_assert(hit.hit && hit.shape == row);
    ck_assert_int_eq(hit.at.x, -700 * KM);
    ck_assert_int_eq(hit.at.y, 0);
    ck_assert_int_eq(hit.normal.y, FS_UNIT_ONE);
    hit = fs_query2_cast(&t.w, &disc, (fs_pose2){ fs_pos2_make(-700 * KM, 20 * FS_POS_ONE), fs_rot2_identity() },
                         fs_rel2_make(0, -30 * FS_REL_ONE), all);
    ck_assert(hit.hit);
    ck_assert_int_le(fs_abs64((fs_pos)hit.fraction * 30 - 19 * (fs_pos)FS_UNIT_ONE), FS_UNIT_ONE / 1000);
    fixture2_end(&t);
}
END_TEST

/* Rays straight down, flat over 900 km, from inside, and ones that pass above. */
START_TEST(rays_hit_huge_ground)
{
    struct fixture2 t = fixture2_start(60);
    fs_filter2 all = fs_default_filter2();
    add_wide_ground(&t, 1000 * KM, 10 * KM, 0);
    fs_query_hit2 hit = fs_query2_ray(&t.w, fs_pos2_make(900 * KM, 500 * KM), fs_wide2_make(0, -1000 * KM), all);
    ck_assert(hit.hit);
    ck_assert_int_eq(hit.at.x, 900 * KM);
    ck_assert_int_le(fs_abs64(hit.at.y), 4);
    ck_assert_int_eq(hit.fraction, FS_UNIT_ONE / 2);
    ck_assert_int_eq(hit.normal.y, FS_UNIT_ONE);
    hit = fs_query2_ray(&t.w, fs_pos2_make(-900 * KM, FS_POS_ONE), fs_wide2_make(1800 * KM, -2 * FS_POS_ONE), all);
    ck_assert(hit.hit);
    ck_assert_int_le(fs_abs64(hit.at.x), FS_POS_ONE / 100);
    ck_assert_int_le(fs_abs64(hit.at.y), 64);
    hit = fs_query2_ray(&t.w, fs_pos2_make(-900 * KM, FS_POS_ONE), fs_wide2_make(1800 * KM, 0), all);
    ck_assert(!hit.hit);
    hit = fs_query2_ray(&t.w, fs_pos2_make(0, -KM), fs_wide2_make(0, 5 * KM), all);
    ck_assert(hit.hit && hit.fraction == 0 && fs_unit2_is_zero(hit.normal));
    /* From the side, far outside. */
    hit = fs_query2_ray(&t.w, fs_pos2_make(5000 * KM, -KM), fs_wide2_make(-8000 * KM, 0), all);
    ck_assert(hit.hit);
    ck_assert_int_le(fs_abs64(hit.at.x - 1000 * KM), 64);
    ck_assert_int_eq(hit.normal.x, FS_UNIT_ONE);
    fixture2_end(&t);
}
END_TEST

/* Rounded ends: a capsule of 2 km and radius 2 m, rotated. */
START_TEST(rays_hit_round_ends)
{
    struct fixture2 t = fixture2_start(60);
    fs_filter2 all = fs_default_filter2();
    fs_rot2 quarter = fs_rot2_from_turn(0x40000000);
    fs_body2 body = add_static_body(&t, fs_pos2_make(3 * KM, 0), quarter);
    ck_assert_int_eq(
        fs_shape2_create_capsule(&t.w, body, NULL, fs_pos2_make(-KM, 0), fs_pos2_make(KM, 0), 2 * FS_POS_ONE, NULL),
        FS_OK);
    fs_query_hit2 hit = fs_query2_ray(&t.w, fs_pos2_make(3 * KM, 9 * KM), fs_wide2_make(0, -18 * KM), all);
    ck_assert(hit.hit);
    ck_assert_int_le(fs_abs64(hit.at.y - (KM + 2 * FS_POS_ONE)), FS_POS_ONE / 10000);
    hit = fs_query2_ray(&t.w, fs_pos2_make(0, 0), fs_wide2_make(18 * KM, 0), all);
    ck_assert(hit.hit);
    ck_assert_int_le(fs_abs64(hit.at.x - (3 * KM - 2 * FS_POS_ONE)), FS_POS_ONE / 10000);
    hit = fs_query2_ray(&t.w, fs_pos2_make(0, KM + 3 * FS_POS_ONE), fs_wide2_make(18 * KM, 0), all);
    ck_assert(!hit.hit);
    fixture2_end(&t);
}
END_TEST

/* ---- decoded rows --------------------------------------------------------------------------------------------- */

START_TEST(hostile_rows_are_refused)
{
    struct fixture2 t = fixture2_start(60);
    uint32_t row = add_wide_ground(&t, 1000 * KM, FS_POS_ONE, 0).handle.index1 - 1;
    fs_rel2 *at = &t.w.corner.at[(size_t)row * FS_GEOMETRY2_MAX_CORNERS];
    ck_assert(fs_world2_valid(&t.w));
    for (int k = 0; k < 9; k++) {
        fs_rel2 corner = at[0];
        switch (k) {
        case 0: at[0].x = INT32_MAX; break;
        case 1: at[0] = at[1]; break;
        case 2: at[0] = fs_rel2_make(0, 1); break;
        case 3: t.w.shape.count[row] = 9; break;
        case 4: t.w.shape.kind[row] = FS_GEOMETRY2_CIRCLE; break;
        case 5: t.w.shape.radius[row] = 5 * FS_REL_ONE; break;
        case 6: t.w.shape.thickness[row] = 1; break;
        case 7: t.w.shape.density[row] = 1; break;
        default: t.w.shape.flags[row] &= (uint16_t)~FS__SHAPE2_LARGE; break;
        }
        ck_assert_msg(!fs_world2_valid(&t.w), "%d", k);
        at[0] = corner;
        t.w.shape.count[row] = 4;
        t.w.shape.kind[row] = FS_GEOMETRY2_POLYGON;
        t.w.shape.radius[row] = t.w.shape.thickness[row] = 0;
        t.w.shape.density[row] = 0;
        t.w.shape.flags[row] |= FS__SHAPE2_LARGE;
        ck_assert(fs_world2_valid(&t.w));
    }
    t.w.body.type[t.w.shape.body[row]] = FS_BODY2_KINEMATIC;
    ck_assert(!fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

/* Any offset in a contact is within its format: a step survives it. */
START_TEST(any_stored_offset_can_be_stepped)
{
    struct fixture2 t = fixture2_start(60);
    add_wide_ground(&t, 1000 * KM, FS_POS_ONE, 0);
    add_scene(&t, 800 * KM);
    fixture2_step(&t, 30);
    for (uint32_t c = 0; c < *t.w.contact.rows; c++) {
        t.w.contact.anchor_offset[c] = fs_rel2_make(INT32_MIN, INT32_MAX);
        t.w.contact.arm0[c] = fs_rel2_make(INT32_MAX, INT32_MIN);
    }
    ck_assert(fs_world2_valid(&t.w));
    fixture2_step(&t, 30);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("static_geometry2");
    TCase *tc = tcase_create("static_geometry2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, huge_and_small_ground_give_equal_bits);
    tcase_add_test(tc, sliding_far_keeps_the_velocity);
    tcase_add_test(tc, chains_of_ten_kilometres);
    tcase_add_test(tc, towers_stand_on_huge_ground);
    tcase_add_test(tc, rotated_ground_is_straight);
    tcase_add_loop_test(tc, boxes_rest_on_slopes_at_the_seams_of_arms, 0, 4);
    tcase_add_test(tc, walls_hold_fast_bodies);
    tcase_add_test(tc, bodies_fall_off_the_end_of_ground);
    tcase_add_test(tc, many_corners_in_a_window);
    tcase_add_test(tc, queries_report_a_large_shape_once);
    tcase_add_test(tc, rays_hit_huge_ground);
    tcase_add_test(tc, rays_hit_round_ends);
    tcase_add_test(tc, hostile_rows_are_refused);
    tcase_add_test(tc, any_stored_offset_can_be_stepped);
    suite_add_tcase(suite, tc);
    return suite;
}
