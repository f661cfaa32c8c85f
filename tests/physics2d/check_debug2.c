/* check_debug2.c: debug drawing of a 2D world as draw lists.
 *
 * Every part is drawn from a small world, whose expected list is written in the test.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/debug2.h>

#include "view/draw_fixture.h"
#include "num/num_util.h"
#include "physics2d/world2_fixture.h"

#define HALF (FS_POS_ONE / 2)

static uint32_t count_kind(const fs_draw_list *draw, fs_draw_kind kind, uint32_t colour)
{
    size_t n;
    const fs_draw_item *item = fs_draw_items(draw, &n);
    uint32_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += item[i].kind == kind && item[i].colour == colour;
    return found;
}

static size_t count_items(const fs_draw_list *draw)
{
    size_t n;
    fs_draw_items(draw, &n);
    return n;
}

static const fs_draw_item *find_item(const fs_draw_list *draw, fs_draw_kind kind, uint32_t colour)
{
    size_t n;
    const fs_draw_item *item = fs_draw_items(draw, &n);
    for (size_t i = 0; i < n; i++)
        if (item[i].kind == kind && item[i].colour == colour)
            return &item[i];
    ck_abort_msg("nothing of this kind and colour");
    return NULL;
}

static void draw_new(struct fixture2 *t, fs_draw_list *draw, uint32_t what)
{
    struct fs_world2 w;
    fs_draw_clear(draw);
    fs_world2_bind_readonly(t->state, fixture2_T_physics2, &w);
    fs_world2_draw(&w, draw, what);
}

/* A box of half side 1 at (3, 2): a filled outline of its four corners, and the line around it. */
START_TEST(a_box_is_its_corners)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fixture2_add_box(&t, 3 * FS_POS_ONE, 2 * FS_POS_ONE, FS_REL_ONE, FS_REL_ONE);
    draw_new(&t, draw, FS_DRAW2_SHAPES);
    ck_assert_uint_eq(count_items(draw), 2);
    const fs_draw_item *line = find_item(draw, FS_DRAW_POLYGON, FS_DRAW2_DYNAMIC);
    ck_assert(line->count == 4 && line->flags == 0);
    fix16_t left = 0, right = 0;
    for (uint32_t i = 0; i < 4; i++) {
        fs_draw_point p = fs_draw_points(draw)[line->first + i];
        left += p.x == M(2);
        right += p.x == M(4);
        ck_assert(p.y == M(1) || p.y == M(3));
    }
    ck_assert(left == 2 && right == 2);
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

START_TEST(colours_show_the_body_type)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE);
    fixture2_add_ground(&t);
    fixture2_add_body(&t, FS_BODY2_KINEMATIC, 0, 5 * FS_POS_ONE, &disc);
    fs_body2 asleep = fixture2_add_disc(&t, 5, 5, FS_REL_ONE), bullet = fixture2_add_disc(&t, 10, 5, FS_REL_ONE),
             off = fixture2_add_disc(&t, -5, 5, FS_REL_ONE);
    fs_shape2_def sensor = fs_default_shape2_def();
    fs_shape2 form;
    sensor.flags = FS_SHAPE2_SENSOR;
    ck_assert_int_eq(fs_shape2_create(&t.w, bullet, &sensor, &disc, &form), FS_OK);
    ck_assert_int_eq(fs_body2_set_flags(&t.w, bullet, FS_BODY2_BULLET, 0), FS_OK);
    ck_assert_int_eq(fs_body2_sleep(&t.w, asleep), FS_OK);
    ck_assert_int_eq(fs_body2_set_enabled(&t.w, off, false), FS_OK);
    draw_new(&t, draw, FS_DRAW2_SHAPES);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_POLYGON, FS_DRAW2_STATIC), 1);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, FS_DRAW2_KINEMATIC), 1);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, FS_DRAW2_ASLEEP), 1);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, FS_DRAW2_BULLET), 1);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, FS_DRAW2_SENSOR), 1);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, FS_DRAW2_DISABLED), 1);
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

/* A box at rest: two points on the ground, and its supporting impulse. */
START_TEST(contacts_show_points_and_impulses)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fixture2_add_ground(&t);
    fixture2_add_box(&t, 0, HALF, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_step(&t, 20);
    draw_new(&t, draw, FS_DRAW2_CONTACTS);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_CIRCLE, 0xFF4F4F), 2);
    ck_assert_uint_eq(count_kind(draw, FS_DRAW_LINE, 0xDFDFDF), 2);
    const fs_draw_item *item = find_item(draw, FS_DRAW_CIRCLE, 0xFF4F4F);
    fs_draw_point p = fs_draw_points(draw)[item->first];
    ck_assert(fs_abs32(p.y) < M(0.0625) && fs_abs32(fs_abs32(p.x) - M(0.5)) < M(0.0625));
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

/* Two stacks of two on one ground are two islands: two colours, each twice. */
START_TEST(islands_have_colours)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fixture2_add_ground(&t);
    for (int i = 0; i < 4; i++)
        fixture2_add_box(&t, (i / 2 * 6 - 3) * FS_POS_ONE, (i % 2 * 2 + 1) * HALF, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_step(&t, 20);
    draw_new(&t, draw, FS_DRAW2_ISLANDS);
    size_t n;
    const fs_draw_item *item = fs_draw_items(draw, &n);
    ck_assert_uint_eq(n, 4);
    ck_assert(item[0].colour == item[1].colour && item[2].colour == item[3].colour && item[0].colour != item[2].colour);
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

START_TEST(boxes_tree_joints_and_centres)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fs_body2 a = fixture2_add_disc(&t, 0, 0, FS_REL_ONE), b = fixture2_add_disc(&t, 4, 0, FS_REL_ONE);
    fixture2_add_disc(&t, 8, 0, FS_REL_ONE);
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_DISTANCE);
    fs_joint2 joint;
    def.body_a = a;
    def.body_b = b;
    fs_pos2 at_a = fs_pos2_make(FS_POS_ONE, 0), at_b = fs_pos2_make(3 * FS_POS_ONE, 0);
    ck_assert_int_eq(fs_joint2_def_set_anchors(&t.w, &def, at_a, at_b, fs_unit2_make(FS_UNIT_ONE, 0)), FS_OK);
    ck_assert_int_eq(fs_joint2_create(&t.w, &def, &joint), FS_OK);
    draw_new(&t, draw, FS_DRAW2_AABBS);
    ck_assert_uint_eq(count_items(draw), 3);
    draw_new(&t, draw, FS_DRAW2_TREE);
    ck_assert_uint_eq(count_items(draw), 2);
    draw_new(&t, draw, FS_DRAW2_CENTRES);
    ck_assert_uint_eq(count_items(draw), 6);
    draw_new(&t, draw, FS_DRAW2_JOINTS);
    const fs_draw_item *line = find_item(draw, FS_DRAW_LINE, 0x5FDFDF);
    ck_assert(fs_draw_points(draw)[line->first].x == M(1) && fs_draw_points(draw)[line->first + 1].x == M(3));
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

/* Round corners lie on the rounding's circle; none is farther out. */
START_TEST(round_shapes)
{
    fs_geometry2 capsule;
    fs_draw_list *draw = new_draw();
    fs_pose2 pose = { fs_pos2_make(0, 0), fs_rot2_identity() };
    ck_assert_int_eq(
        fs_geometry2_capsule(fs_rel2_make(-FS_REL_ONE, 0), fs_rel2_make(FS_REL_ONE, 0), FS_REL_ONE, &capsule), FS_OK);
    fs_geometry2_draw(&capsule, pose, draw, 1, 2);
    const fs_draw_item *line = find_item(draw, FS_DRAW_POLYGON, 2);
    ck_assert_uint_ge(line->count, 16);
    for (uint32_t i = 0; i < line->count; i++) {
        fs_draw_point p = fs_draw_points(draw)[line->first + i];
        int64_t x = fs_max64(fs_abs64(p.x) - 65536, 0), y = p.y;
        ck_assert(fs_absdiff64(x * x + y * y, (int64_t)1 << 32) < (1u << 19));
    }
    fs_draw_destroy(draw);
}
END_TEST

/* Drawing changes no bit of the state. */
START_TEST(drawing_leaves_the_state_alone)
{
    struct fixture2 t = fixture2_start(60);
    fs_draw_list *draw = new_draw();
    fixture2_add_ground(&t);
    fixture2_add_box(&t, 0, FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_step(&t, 30);
    uint64_t before = fs_state_hash(t.state);
    draw_new(&t, draw, UINT32_MAX);
    ck_assert(count_items(draw) > 0 && fs_state_hash(t.state) == before);
    fs_draw_destroy(draw);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("debug2");
    TCase *tc = tcase_create("debug2");
    tcase_add_test(tc, a_box_is_its_corners);
    tcase_add_test(tc, colours_show_the_body_type);
    tcase_add_test(tc, contacts_show_points_and_impulses);
    tcase_add_test(tc, islands_have_colours);
    tcase_add_test(tc, boxes_tree_joints_and_centres);
    tcase_add_test(tc, round_shapes);
    tcase_add_test(tc, drawing_leaves_the_state_alone);
    suite_add_tcase(suite, tc);
    return suite;
}
