/* check_projection.c: projection, clipping and painting order. */
#include <math.h>
#include <fixstep/view.h>

#include "view/draw_fixture.h"
#include "view/clip.h"
#include "view/scene.h"

static void expect_point(fs__screen_point point, double x, double y)
{
    ck_assert_msg(fabs(point.x - x) < 1e-6 && fabs(point.y - y) < 1e-6, "(%g, %g) instead of (%g, %g)", point.x,
                  point.y, x, y);
}

static fs__screen_point project_point(const fs_draw_list *draw, double width, double height, fs_draw_point point)
{
    fs__projection lens = fs__projection_make(fs_draw_camera(draw), width, height);
    return fs__projection_to_screen(&lens, fs__projection_to_view(&lens, point));
}

START_TEST(a_2d_projection_keeps_the_aspect)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, M(10), M(20), M(4), M(2), 0);
    /* The origin is the centre, y is upward. */
    expect_point(project_point(draw, 400, 200, P(10, 20, 0)), 200, 100);
    expect_point(project_point(draw, 400, 200, P(8, 21, 0)), 0, 0);
    /* Higher and wider pictures show more, and nothing is stretched. */
    expect_point(project_point(draw, 400, 400, P(12, 19, 0)), 400, 300);
    expect_point(project_point(draw, 800, 200, P(12, 19, 0)), 600, 200);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_3d_projection_has_perspective)
{
    fs_draw_list *draw = new_draw();
    /* A quarter turn: half the height is the tangent of an eighth, 1. */
    fs_draw_set_camera_3d(draw, P(0, 0, 10), P(0, 0, 0), 250, 0);
    expect_point(project_point(draw, 400, 200, P(0, 0, 0)), 200, 100);
    expect_point(project_point(draw, 400, 200, P(0, 10, 0)), 200, 0);
    expect_point(project_point(draw, 400, 200, P(5, 0, 5)), 300, 100);
    /* Looking along +x, +z is to the right. */
    fs_draw_set_camera_3d(draw, P(0, 0, 0), P(1, 0, 0), 250, 0);
    expect_point(project_point(draw, 400, 200, P(4, 2, 4)), 300, 50);
    /* Looking straight down there is no up direction; the projection is still defined. */
    fs_draw_set_camera_3d(draw, P(0, 10, 0), P(0, 0, 0), 250, 0);
    expect_point(project_point(draw, 400, 200, P(10, 0, 0)), 300, 100);
    fs_draw_destroy(draw);
}
END_TEST

static const fs__scene_item *lay_out(fs__scene *scene, const fs_draw_list *draw)
{
    ck_assert_int_eq(fs__scene_layout(scene, draw, 400, 200), FS_OK);
    return scene->items;
}

/* The line of sight through a point's place in the picture passes through the point. */
START_TEST(a_line_of_sight_meets_its_point)
{
    fs_draw_list *draw = new_draw();
    uint32_t state = 99;
    for (int i = 0; i < 200; i++) {
        fs_draw_point p = P(next_random(&state) % 9 - 4.0, next_random(&state) % 9 - 4.0, i % 2 * 2.5);
        if (i % 2 == 1)
            fs_draw_set_camera_3d(draw, P(3, 4, 20), P(1, 0, 0), 150, 0);
        else
            fs_draw_set_camera_2d(draw, M(1), M(2), M(16), M(9), 0);
        fs__screen_point at = project_point(draw, 320, 200, p);
        fs_draw_ray r = fs_draw_sight(fs_draw_camera(draw), 320, 200, at.x, at.y);
        double way[3] = { p.x / 65536.0 - r.origin[0], p.y / 65536.0 - r.origin[1], p.z / 65536.0 - r.origin[2] };
        double t = way[0] * r.direction[0] + way[1] * r.direction[1] + way[2] * r.direction[2], off = 0;
        for (int k = 0; k < 3; k++)
            off += (way[k] - t * r.direction[k]) * (way[k] - t * r.direction[k]);
        ck_assert_msg(off < 1e-9, "point %d is %g m beside its line of sight", i, sqrt(off));
        ck_assert(r.reach > 0);
    }
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(shapes_are_clipped_at_the_near_plane)
{
    fs_draw_list *draw = new_draw();
    fs__scene scene = { 0 };
    fs_draw_set_camera_3d(draw, P(0, 0, 0), P(0, 0, -1), 250, 0);
    fs_draw_circle(draw, P(0, 0, 5), M(1), 1, 0);  /* behind */
    fs_draw_circle(draw, P(0, 0, -1), M(2), 2, 0); /* around the eye */
    fs_draw_text(draw, P(0, 0, 1), M(1), 3, "behind");
    fs_draw_segment(draw, P(1, 0, 1), P(1, 0, 2), 4);  /* behind */
    fs_draw_box(draw, P(-1, -1, 3), P(1, 1, 3), 5, 1); /* behind */
    lay_out(&scene, draw);
    ck_assert_uint_eq(scene.item_count, 0);

    /* A line past the eye keeps its part ahead of the near plane. */
    fs_draw_segment(draw, P(1, 0, 1), P(1, 0, -2), 6);
    const fs__scene_item *s = lay_out(&scene, draw);
    ck_assert_uint_eq(scene.item_count, 1);
    expect_point(scene.screen_points[s[0].first], 200 + 100 / FS__NEAR_PLANE_M, 100);
    expect_point(scene.screen_points[s[0].first + 1], 250, 100);
    fs_draw_clear(draw);

    /* A floor that continues behind the eye becomes a face with four corners. */
    fs_draw_set_camera_3d(draw, P(0, 1, 0), P(0, 1, -1), 250, 0);
    fs_draw_point floor[4] = { P(-1, 0, 10), P(1, 0, 10), P(1, 0, -10), P(-1, 0, -10) };
    fs_draw_polygon(draw, floor, 4, 7, 1);
    s = lay_out(&scene, draw);
    ck_assert_uint_eq(scene.item_count, 1);
    ck_assert_uint_eq(s[0].count, 4);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert(scene.screen_points[i].y > 100);
    fs__scene_free(&scene);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(far_shapes_are_painted_first)
{
    fs_draw_list *draw = new_draw();
    fs__scene scene = { 0 };
    fs_draw_set_camera_3d(draw, P(0, 2, 10), P(0, 0, 0), 150, 0);
    fs_draw_circle(draw, P(0, 1, 5), M(1), 0x000001, 1);
    fs_draw_circle(draw, P(0, 1, -5), M(1), 0x000002, 1);
    fs_draw_point floor[4] = { P(-9, 0, 9), P(9, 0, 9), P(9, 0, -9), P(-9, 0, -9) };
    fs_draw_polygon(draw, floor, 4, 0x000003, 0);
    fs_draw_segment(draw, floor[2], floor[3], 0x000004); /* edge of the floor */
    static const uint32_t order[4] = { 3, 4, 2, 1 };
    const fs__scene_item *s = lay_out(&scene, draw);
    ck_assert_uint_eq(scene.item_count, 4);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(s[i].colour, order[i]);
    /* In 2D items keep the order of the list, whatever their z. */
    fs_draw_set_camera_2d(draw, 0, 0, M(9), M(9), 0);
    s = lay_out(&scene, draw);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(s[i].colour, i + 1);
    fs__scene_free(&scene);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_cube_shows_its_near_faces)
{
    fs_draw_list *draw = new_draw();
    fs__scene scene = { 0 };
    fs_draw_set_camera_3d(draw, P(6, 5, 8), P(0, 0, 0), 120, 0);
    fs_draw_box(draw, P(-1, -1, -1), P(1, 1, 1), 0x808080, FS_DRAW_FILLED);
    const fs__scene_item *s = lay_out(&scene, draw);
    ck_assert_uint_eq(scene.item_count, 6);
    /* Faces are added as -z, +z, -y, +y, -x, +x: the hidden ones are even, but
     * orders are those of items, so the odd items must come last. */
    for (int i = 0; i < 3; i++)
        ck_assert_uint_eq(s[i].order % 2, 0);
    for (int i = 3; i < 6; i++)
        ck_assert_uint_eq(s[i].order % 2, 1);
    /* Three different brightnesses, the top brightest. */
    uint32_t top = 0, side = 0, front = 0;
    for (int i = 3; i < 6; i++)
        *(s[i].order == 3 ? &top : s[i].order == 5 ? &side : &front) = s[i].colour;
    ck_assert(top > side && side > front && front > 0);
    fs__scene_free(&scene);
    fs_draw_destroy(draw);
}
END_TEST

/* A display turns a stored value C into light C^2.2. Scaling the stored value by f scales the light of every channel
 * by the same f^2.2, to half a step of the stored value, so shading keeps the hue. */
START_TEST(shade_keeps_the_hue)
{
    static const uint32_t colours[] = { 0xff8080, 0xc86428, 0x3010ff, 0xffffff };
    for (int i = 0; i < 4; i++)
        for (double f = 0.4; f <= 1; f += 0.03125) {
            uint32_t shaded = fs__colour_scale(colours[i], f);
            for (unsigned shift = 0; shift < 24; shift += 8) {
                double from = (colours[i] >> shift & 255) / 255.0, to = (shaded >> shift & 255) / 255.0;
                double want = pow(f, 2.2) * pow(from, 2.2),
                       half_step = 2.2 * pow(f * from + 0.5 / 255, 1.2) * 0.5 / 255;
                ck_assert_msg(fabs(pow(to, 2.2) - want) <= half_step + 1e-12, "%06x times %g", (unsigned)colours[i], f);
            }
        }
    ck_assert_uint_eq(fs__colour_scale(0xff0000, 1), 0xff0000);
    ck_assert_uint_eq(fs__colour_scale(0x000000, 0.5), 0);
}
END_TEST

/* --- clipping ------------------------------------------------------------------ */

typedef struct corners {
    fs__screen_point screen_points[256];
    size_t count;
} corners;

static void keep_corner(void *context, fs__screen_point corner)
{
    corners *c = context;
    ck_assert_uint_lt(c->count, 256);
    c->screen_points[c->count++] = corner;
}

/* Even-odd rule by a ray to the right. */
static bool contains(const fs__screen_point *p, size_t count, fs__screen_point at)
{
    bool in = false;
    for (size_t i = 0; i < count; i++) {
        fs__screen_point a = p[i], b = p[(i + 1) % count];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) * (b.x - a.x) / (b.y - a.y))
            in = !in;
    }
    return in;
}

static double coordinate(uint32_t *random)
{
    return next_random(random) % 4000 / 10.0 - 150;
}

START_TEST(clipped_polygons_cover_the_same_inside)
{
    const fs__clip_rect window = { 0, 0, 100, 100 };
    uint32_t random = 12345;
    for (int round = 0; round < 300; round++) {
        fs__screen_point polygon[7];
        corners cut = { .count = 0 };
        for (int i = 0; i < 7; i++) {
            polygon[i].x = coordinate(&random);
            polygon[i].y = coordinate(&random);
        }
        fs__clip_polygon(&window, polygon, 7, keep_corner, &cut);
        for (size_t i = 0; i < cut.count; i++)
            ck_assert(cut.screen_points[i].x > -1e-9 && cut.screen_points[i].x < 100 + 1e-9 &&
                      cut.screen_points[i].y > -1e-9 && cut.screen_points[i].y < 100 + 1e-9);
        for (int i = 0; i < 100; i++) {
            fs__screen_point at = { i % 10 * 10 + 5.03, i / 10 * 10 + 5.07 };
            ck_assert_int_eq(contains(polygon, 7, at), cut.count > 0 && contains(cut.screen_points, cut.count, at));
        }
    }
}
END_TEST

START_TEST(lines_are_clipped)
{
    const fs__clip_rect window = { 0, 0, 100, 50 };
    fs__screen_point a = { -50, 25 }, b = { 150, 25 };
    ck_assert(fs__clip_line(&window, &a, &b));
    expect_point(a, 0, 25);
    expect_point(b, 100, 25);
    a = (fs__screen_point){ 10, 10 };
    b = (fs__screen_point){ 20, 40 };
    ck_assert(fs__clip_line(&window, &a, &b));
    expect_point(a, 10, 10);
    expect_point(b, 20, 40);
    /* Past a corner, and beside. */
    a = (fs__screen_point){ -10, 5 };
    b = (fs__screen_point){ 5, -10.5 };
    ck_assert(!fs__clip_line(&window, &a, &b));
    a = (fs__screen_point){ 0, 51 };
    b = (fs__screen_point){ 100, 51 };
    ck_assert(!fs__clip_line(&window, &a, &b));
    /* A point. */
    a = b = (fs__screen_point){ 3, 4 };
    ck_assert(fs__clip_line(&window, &a, &b));
    a = b = (fs__screen_point){ 3, -4 };
    ck_assert(!fs__clip_line(&window, &a, &b));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("project");
    TCase *tc = tcase_create("project");
    tcase_add_test(tc, a_2d_projection_keeps_the_aspect);
    tcase_add_test(tc, a_3d_projection_has_perspective);
    tcase_add_test(tc, a_line_of_sight_meets_its_point);
    tcase_add_test(tc, shapes_are_clipped_at_the_near_plane);
    tcase_add_test(tc, far_shapes_are_painted_first);
    tcase_add_test(tc, a_cube_shows_its_near_faces);
    tcase_add_test(tc, shade_keeps_the_hue);
    tcase_add_test(tc, clipped_polygons_cover_the_same_inside);
    tcase_add_test(tc, lines_are_clipped);
    suite_add_tcase(suite, tc);
    return suite;
}
