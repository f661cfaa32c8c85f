/* check_mesh.c: solids of a draw list: their surfaces, depth, light and shadow in all readers without a display. */
#include <fixstep/mesh.h>
#include <fixstep/view.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/draw_fixture.h"
#include "view/raster.h"
#include "view/shade.h"

enum { WIDTH = 160, HEIGHT = 120 };

static const double PI = 3.141592653589793;
static const fs_draw_material RED = { .colour = 0xff0000 }, WHITE = { .colour = 0xffffff };

static fs_draw_list *new_solid_list(void)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_3d(draw, P(0, 0, 10), P(0, 0, 0), 150, 0x102030);
    return draw;
}

static fs_mesh *build(const fs_draw_list *draw)
{
    fs_mesh *mesh;
    ck_assert_int_eq(fs_mesh_create(&mesh), FS_OK);
    ck_assert_int_eq(fs_mesh_build(mesh, draw, WIDTH, HEIGHT), FS_OK);
    return mesh;
}

static void render(const fs_draw_list *draw, uint32_t points[WIDTH * HEIGHT])
{
    fs_mesh *mesh = build(draw);
    ck_assert_int_eq(fs__raster_draw(mesh, WIDTH, HEIGHT, 2, fs_draw_camera(draw)->background, points), FS_OK);
    fs_mesh_destroy(mesh);
}

static unsigned green(const uint32_t *points, unsigned x, unsigned y)
{
    return points[y * WIDTH + x] >> 8 & 255;
}

/* --- surfaces --------------------------------------------------------------------------- */

/* The volume inside a closed surface whose corners are in order, by the theorem of Gauss. The axes of the eye are
 * left-handed, so that the order that is counter-clockwise in the world gives a negative sum. */
static double find_volume(const fs_mesh *mesh)
{
    size_t count;
    double sum = 0;
    const fs_mesh_vertex *v = fs_mesh_vertices(mesh, &count);
    for (size_t i = 0; i < count; i += 3) {
        const fs_mesh_vertex *a = v + i, *b = a + 1, *c = a + 2;
        sum += a->x * ((double)b->y * c->z - (double)b->z * c->y) + a->y * ((double)b->z * c->x - (double)b->x * c->z) +
               a->z * ((double)b->x * c->y - (double)b->y * c->x);
    }
    return -sum / 6;
}

/* Every corner's normal has length 1 and points out of `centre`, given in the axes of the eye. */
static void expect_outward(const fs_mesh *mesh, double x, double y, double z)
{
    size_t count;
    const fs_mesh_vertex *v = fs_mesh_vertices(mesh, &count);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        double length = v[i].nx * v[i].nx + v[i].ny * v[i].ny + v[i].nz * v[i].nz;
        double out = v[i].nx * (v[i].x - x) + v[i].ny * (v[i].y - y) + v[i].nz * (v[i].z - z);
        ck_assert_msg(fabs(length - 1) < 1e-5 && out > 0, "corner %zu: length %g, outwards %g", i, length, out);
    }
}

typedef void add_solid(fs_draw_list *draw);
static void add_sphere(fs_draw_list *d)
{
    fs_draw_sphere(d, P(0, 0, 0), M(2), RED);
}
static void add_capsule(fs_draw_list *d)
{
    fs_draw_capsule(d, P(-1, -1, 0), P(1, 1, 0), M(1), RED);
}
static void add_cylinder(fs_draw_list *d)
{
    fs_draw_cylinder(d, P(0, -1, -1), P(0, 1, 1), M(2), RED);
}
static void add_cone(fs_draw_list *d)
{
    fs_draw_cone(d, P(0, -1, 0), P(0, 3, 0), M(2), RED);
}
static void add_block(fs_draw_list *d)
{
    fs_draw_block(d, P(0, 0, 0), P(1, 0, 0), P(0, 2, 0), P(0, 0, 1.5), RED);
}
/* Left-handed axes give the same box. */
static void add_mirrored_block(fs_draw_list *d)
{
    fs_draw_block(d, P(0, 0, 0), P(1, 0, 0), P(0, 2, 0), P(0, 0, -1.5), RED);
}
static void add_tetrahedron(fs_draw_list *d)
{
    const fs_draw_point o = P(-1, -1, -1), x = P(3, -1, -1), y = P(-1, 3, -1), z = P(-1, -1, 3);
    fs_draw_mesh(d, (fs_draw_point[]){ o, y, x, o, z, y, o, x, z, x, y, z, o }, 13, RED);
}

START_TEST(solids_are_closed_and_lit_outside)
{
    static const struct {
        add_solid *add;
        double volume, part; /* cubic metres; at least this part is left of round ones */
    } solids[] = { { add_sphere, 4.0 / 3 * PI * 8, 0.95 },
                   { add_capsule, 4.0 / 3 * PI + PI * 2 * 1.41421356, 0.95 },
                   { add_cylinder, PI * 4 * 2 * 1.41421356, 0.95 },
                   { add_cone, PI * 4 * 4 / 3, 0.95 },
                   { add_block, 24, 1 },
                   { add_mirrored_block, 24, 1 },
                   { add_tetrahedron, 64.0 / 6, 1 } };
    for (size_t i = 0; i < sizeof solids / sizeof solids[0]; i++) {
        fs_draw_list *draw = new_solid_list();
        solids[i].add(draw);
        fs_mesh *mesh = build(draw);
        double volume = find_volume(mesh);
        ck_assert_msg(volume > solids[i].part * solids[i].volume * 0.9999 && volume < solids[i].volume * 1.0001,
                      "solid %zu: %g of %g", i, volume, solids[i].volume);
        expect_outward(mesh, 0, 0, 10);
        fs_mesh_destroy(mesh);
        fs_draw_destroy(draw);
    }
}
END_TEST

START_TEST(distant_solids_have_few_triangles)
{
    size_t near_count, far_count;
    fs_draw_list *draw = new_solid_list();
    add_sphere(draw);
    fs_mesh *mesh = build(draw);
    fs_mesh_vertices(mesh, &near_count);
    fs_mesh_destroy(mesh);
    fs_draw_set_camera_3d(draw, P(0, 0, 400), P(0, 0, 0), 150, 0);
    mesh = build(draw);
    fs_mesh_vertices(mesh, &far_count);
    ck_assert(far_count > 0 && far_count * 10 < near_count);
    fs_mesh_destroy(mesh);
    fs_draw_destroy(draw);
}
END_TEST

/* --- depth, light and shadow ----------------------------------------------------------------- */

START_TEST(nearer_things_hide_farther_ones_in_any_order)
{
    static uint32_t points[2][WIDTH * HEIGHT];
    for (int order = 0; order < 2; order++) {
        fs_draw_list *draw = new_solid_list();
        for (int i = 0; i < 2; i++)
            fs_draw_sphere(draw, i == order ? P(0, 0, 3) : P(0, 0, -3), M(2), i == order ? RED : WHITE);
        fs_draw_segment(draw, P(-9, 0, -1), P(9, 0, -1), 0x00ff00);
        fs_draw_polygon(draw, (fs_draw_point[]){ P(-9, -9, -8), P(9, -9, -8), P(0, 9, -8) }, 3, 0x0000ff,
                        FS_DRAW_FILLED);
        render(draw, points[order]);
        fs_draw_destroy(draw);
    }
    ck_assert_int_eq(memcmp(points[0], points[1], sizeof points[0]), 0);
    uint32_t middle = points[0][HEIGHT / 2 * WIDTH + WIDTH / 2];
    ck_assert(middle >> 16 > 60 && (middle & 0xffff) == 0);
    /* A line is hidden behind the ball and visible beside it. */
    ck_assert_uint_gt(green(points[0], 5, HEIGHT / 2), 100);
}
END_TEST

static void add_square(fs_draw_list *draw, int half, uint32_t colour)
{
    const fs_draw_point corner[4] = { P(-half, -half, 2), P(half, -half, 2), P(half, half, 2), P(-half, half, 2) };
    fs_draw_polygon(draw, corner, 4, colour, FS_DRAW_FILLED);
}

/* Two faces lie in the plane of a block's front, seen askew: a larger green one covers it, and a smaller red one that green
 * one, without a point of what is below. */
START_TEST(the_later_of_two_faces_in_one_plane_is_seen)
{
    static uint32_t points[WIDTH * HEIGHT];
    unsigned red = 0;
    fs_draw_list *draw = new_solid_list();
    fs_draw_set_camera_3d(draw, P(1, 1, 12), P(1, -1, 0), 150, 0x000000);
    add_square(draw, 3, 0x00ff00);
    fs_draw_block(draw, P(0, 0, 0), P(2, 0, 0), P(0, 2, 0), P(0, 0, 2), WHITE);
    add_square(draw, 1, 0xff0000);
    render(draw, points);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        ck_assert_msg((points[i] & 255) == 0, "the block is seen through at %u, %u", i % WIDTH, i / WIDTH);
        red += (points[i] & 0xffff00) > 0x200000 && (points[i] >> 8 & 255) == 0;
    }
    /* 2 m of a distance of 10 m, less the points that are mixed at its edge. */
    fs_mesh *mesh = build(draw);
    unsigned side = (unsigned)(2 * fs_mesh_lights(mesh)->scale / 10);
    fs_mesh_destroy(mesh);
    ck_assert_msg(red > (side - 2) * (side - 2), "%u red points of %u", red, side * side);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_body_casts_a_shadow_away_from_the_light)
{
    static uint32_t points[WIDTH * HEIGHT], clear[WIDTH * HEIGHT];
    const fs_draw_material none = { .colour = 0xff0000, .flags = FS_DRAW_NO_SHADOW };
    for (int i = 0; i < 2; i++) {
        fs_draw_list *draw = new_draw();
        fs_draw_set_camera_3d(draw, P(0, 12, 3), P(0, 0, 0), 150, 0);
        fs_draw_sphere(draw, P(0, 2, 0), M(1), i == 0 ? RED : none);
        fs_draw_polygon(draw, (fs_draw_point[]){ P(-9, 0, -9), P(9, 0, -9), P(9, 0, 9), P(-9, 0, 9) }, 4, 0xffffff,
                        FS_DRAW_FILLED);
        render(draw, i == 0 ? points : clear);
        fs_draw_destroy(draw);
    }
    unsigned darker = 0, lighter = 0, left = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned with = points[i] >> 8 & 255, without = clear[i] >> 8 & 255;
        darker += with + 40 < without;
        left += with + 40 < without && i % WIDTH < WIDTH / 2;
        lighter += with > without + 1;
    }
    ck_assert_msg(darker > 100 && left * 10 > darker * 9 && lighter == 0, "%u darker, %u at the left, %u lighter",
                  darker, left, lighter);
}
END_TEST

/* A pixel of a plane that faces the eye, by the formula of fs_mesh_light. */
START_TEST(the_light_is_that_of_the_formula)
{
    static uint32_t points[WIDTH * HEIGHT];
    fs_draw_list *draw = new_solid_list();
    const fs_draw_material grey = { .colour = 0x808080, .flags = FS_DRAW_NO_SHADOW };
    fs_draw_block(draw, P(0, 0, 0), P(9, 0, 0), P(0, 9, 0), P(0, 0, 1), grey);
    render(draw, points);
    fs_mesh *mesh = build(draw);
    const fs_mesh_light *l = fs_mesh_lights(mesh);
    double albedo = pow((0x80 / 255.0 + 0.055) / 1.055, 2.4);
    /* The normal is (0, 0, -1). */
    double power = l->ground + (l->sky - l->ground) * (1 - (double)l->up[2]) / 2 - l->key_power * fmin(0, l->key[2]) -
                   l->fill_power * fmin(0, l->fill[2]);
    double code = 255 * (1.055 * pow(albedo * power, 1 / 2.4) - 0.055);
    ck_assert_msg(fabs(code - green(points, WIDTH / 2, HEIGHT / 2)) <= 1, "%g, not %u", code,
                  green(points, WIDTH / 2, HEIGHT / 2));
    fs_mesh_destroy(mesh);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(colours_are_encoded_as_they_were_decoded)
{
    for (uint32_t code = 0; code < 256; code++)
        ck_assert_uint_eq(fs__colour_encode(fs__colour_decode(code << 16 | (255 - code) << 8 | code)),
                          code << 16 | (255 - code) << 8 | code);
}
END_TEST

/* --- the readers ------------------------------------------------------------------------------- */

START_TEST(the_terminal_shows_light_and_dark_sides)
{
    fs_cell_grid *cells;
    fs_draw_list *draw = new_solid_list();
    fs_draw_sphere(draw, P(0, 0, 0), M(4), WHITE);
    fs_draw_text(draw, P(-1, 0, 5), M(1), 0xff0000, "ball");
    ck_assert_int_eq(fs_cell_grid_create(60, 30, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    const fs_cell *grid = fs_cell_grid_cells(cells);
    uint32_t right = grid[10 * 60 + 36].fg & 255, left = grid[20 * 60 + 22].fg & 255;
    ck_assert_msg(right > left + 60 && left > 20, "right %u, left %u", right, left);
    ck_assert_uint_eq(grid[0].bg, 0x102030);
    char text[60 * 30 * 4 + 31];
    fs_cell_grid_text(cells, false, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "ball"));
    fs_cell_grid_destroy(cells);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(solids_move_between_ticks)
{
    fs_draw_list *a = new_solid_list(), *b = new_solid_list(), *between = new_draw();
    const fs_draw_material m = { .colour = 0x123456, .gloss = 77, .flags = FS_DRAW_NO_SHADOW };
    fs_draw_capsule(a, P(0, 0, 0), P(1, 0, 0), M(1), m);
    fs_draw_capsule(b, P(0, 1, 0), P(1, 1, 0), M(1), m);
    fs_draw_block(a, P(0, 0, 0), P(1, 0, 0), P(0, 1, 0), P(0, 0, 1), m);
    fs_draw_block(b, P(0, 0, 1), P(1, 0, 1), P(0, 1, 1), P(0, 0, 2), m);
    ck_assert_int_eq(fs_draw_interpolate(a, b, 0.5, between), FS_OK);
    size_t count;
    const fs_draw_item *items = fs_draw_items(between, &count);
    const fs_draw_point *p = fs_draw_points(between);
    ck_assert_uint_eq(count, 2);
    ck_assert(items[0].kind == FS_DRAW_CAPSULE && items[1].kind == FS_DRAW_BLOCK);
    ck_assert_uint_eq(items[0].flags, FS_DRAW_FILLED | FS_DRAW_NO_SHADOW | 77 << FS_DRAW_GLOSS_SHIFT);
    ck_assert_int_eq(p[items[0].first].y, M(0.5));
    ck_assert_int_eq(p[items[1].first + 3].z, M(1.5));
    fs_draw_destroy(a);
    fs_draw_destroy(b);
    fs_draw_destroy(between);
}
END_TEST

START_TEST(a_list_in_2d_has_no_solids)
{
    fs_draw_list *draw = new_draw();
    add_sphere(draw);
    ck_assert(!fs_mesh_needed(draw));
    fs_mesh *mesh = build(draw);
    size_t count;
    fs_mesh_vertices(mesh, &count);
    ck_assert_uint_eq(count, 0);
    fs_mesh_destroy(mesh);
    fs_draw_destroy(draw);
}
END_TEST

/* --- hostile lists ----------------------------------------------------------------------------- */

START_TEST(any_list_gives_finite_corners)
{
    static uint32_t points[WIDTH * HEIGHT];
    fs_draw_list *draw = new_draw();
    uint32_t state = 4711, solid = 0;
    for (int round = 0; round < 60; round++) {
        random_solid_list(draw, &state);
        fs_mesh *mesh = build(draw);
        size_t count;
        const fs_mesh_vertex *v = fs_mesh_vertices(mesh, &count);
        solid += count > 0;
        for (size_t i = 0; i < count; i++)
            ck_assert(isfinite(v[i].x) && isfinite(v[i].y) && isfinite(v[i].z) && fabsf(v[i].nx) <= 1.001f &&
                      fabsf(v[i].ny) <= 1.001f && fabsf(v[i].nz) <= 1.001f);
        fs_mesh_destroy(mesh);
        render(draw, points);
    }
    ck_assert_uint_gt(solid, 30);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(too_many_triangles_are_counted)
{
    fs_draw_list *draw = new_solid_list();
    for (int i = 0; i < 3000; i++)
        fs_draw_sphere(draw, P(0, 0, 0), M(3), RED);
    fs_mesh *mesh = build(draw);
    uint32_t dropped = fs_mesh_dropped(mesh);
    size_t count;
    fs_mesh_vertices(mesh, &count);
    ck_assert_uint_le(count, FS_MESH_MAX_VERTICES);
    ck_assert_uint_gt(dropped, 0);
    fs_mesh_destroy(mesh);
    /* Each item that finds the mesh full counts too, texts do not. */
    for (int i = 0; i < 70; i++) {
        fs_draw_sphere(draw, P(0, 0, 0), M(3), RED);
        fs_draw_text(draw, P(0, 0, 0), M(1), 0xffffff, "a text");
    }
    mesh = build(draw);
    ck_assert_uint_eq(fs_mesh_dropped(mesh), dropped + 70);
    fs_mesh_destroy(mesh);
    fs_draw_destroy(draw);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("mesh");
    TCase *t = tcase_create("mesh");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, solids_are_closed_and_lit_outside);
    tcase_add_test(t, distant_solids_have_few_triangles);
    tcase_add_test(t, nearer_things_hide_farther_ones_in_any_order);
    tcase_add_test(t, the_later_of_two_faces_in_one_plane_is_seen);
    tcase_add_test(t, a_body_casts_a_shadow_away_from_the_light);
    tcase_add_test(t, the_light_is_that_of_the_formula);
    tcase_add_test(t, colours_are_encoded_as_they_were_decoded);
    tcase_add_test(t, the_terminal_shows_light_and_dark_sides);
    tcase_add_test(t, solids_move_between_ticks);
    tcase_add_test(t, a_list_in_2d_has_no_solids);
    tcase_add_test(t, any_list_gives_finite_corners);
    tcase_add_test(t, too_many_triangles_are_counted);
    suite_add_tcase(s, t);
    return s;
}
