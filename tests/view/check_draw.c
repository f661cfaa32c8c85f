/* check_draw.c: draw lists hold copies of the items in order, within their limits. */
#include <fixstep/draw.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "view/draw_fixture.h"
#include "base/utf8.h"

START_TEST(names_stand_for_slots)
{
    fs_draw_list *draw;
    char name[FS_DRAW_NAME_BYTES];
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_draw_set_name(draw, 3, "J\xc3\xbcrgen");
    fs_draw_set_name(draw, FS_DRAW_MAX_NAMES, "nobody");
    fs_draw_clear(draw);
    fs_draw_get_name(draw, 3, name, sizeof name);
    ck_assert_str_eq(name, "J\xc3\xbcrgen");
    fs_draw_get_name(draw, 3, name, 3);
    ck_assert_str_eq(name, "J"); /* no half of a character */
    fs_draw_get_name(draw, 12, name, sizeof name);
    ck_assert_str_eq(name, "12");
    fs_draw_get_name(draw, FS_DRAW_MAX_NAMES, name, sizeof name);
    ck_assert_str_eq(name, "64");
    fs_draw_set_name(draw, 3, NULL);
    fs_draw_get_name(draw, 3, name, sizeof name);
    ck_assert_str_eq(name, "3");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(players_have_the_colours_of_the_picture)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (uint32_t slot = 0; slot < FS_DRAW_MAX_NAMES + 2; slot++)
        ck_assert_uint_eq(fs_draw_get_colour(draw, slot), fs_draw_player_colour(slot));
    ck_assert_uint_ne(fs_draw_player_colour(0), fs_draw_player_colour(1));
    ck_assert_uint_eq(fs_draw_player_colour(2), fs_draw_player_colour(10));
    fs_draw_set_colour(draw, FS_DRAW_MAX_NAMES - 1, 0xff123456);
    fs_draw_set_colour(draw, FS_DRAW_MAX_NAMES, 0x654321);
    fs_draw_set_colour(draw, UINT32_MAX, 0x654321);
    ck_assert_uint_eq(fs_draw_get_colour(draw, FS_DRAW_MAX_NAMES - 1), 0x123456);
    ck_assert_uint_eq(fs_draw_get_colour(draw, FS_DRAW_MAX_NAMES), fs_draw_player_colour(FS_DRAW_MAX_NAMES));
    fs_draw_clear(draw);
    ck_assert_uint_eq(fs_draw_get_colour(draw, FS_DRAW_MAX_NAMES - 1), fs_draw_player_colour(FS_DRAW_MAX_NAMES - 1));
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_new_list_is_empty)
{
    fs_draw_list *draw = new_draw();
    size_t count = 99;
    fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 0);
    const fs_camera *camera = fs_draw_camera(draw);
    ck_assert_uint_eq(camera->dimensions, 2);
    ck_assert_int_eq(camera->width, M(16));
    ck_assert_int_eq(camera->height, M(9));
    ck_assert_uint_eq(fs_draw_dropped(draw), 0);
    fs_draw_destroy(draw);
    fs_draw_destroy(NULL);
}
END_TEST

START_TEST(items_are_copies_in_order)
{
    fs_draw_list *draw = new_draw();
    fs_draw_point line[3] = { P(1, 2, 3), P(4, 5, 6), P(7, 8, 9) };
    char text[] = "puck";
    fs_draw_circle(draw, P(-1, -2, 0), M(3), 0x112233, FS_DRAW_FILLED);
    fs_draw_line(draw, line, 3, 0x445566);
    fs_draw_text(draw, P(0, 1, 0), M(2), 0xff0000, text);
    fs_draw_hud(draw, 0x00ff00, "score");
    memset(line, 0, sizeof line);
    memset(text, 0, sizeof text);

    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    const fs_draw_point *points = fs_draw_points(draw);
    const char *chars = fs_draw_chars(draw);
    ck_assert_uint_eq(count, 4);
    ck_assert_int_eq(items[0].kind, FS_DRAW_CIRCLE);
    ck_assert_uint_eq(items[0].flags, FS_DRAW_FILLED);
    ck_assert_int_eq(items[0].size, M(3));
    ck_assert_int_eq(points[items[0].first].y, M(-2));
    ck_assert_int_eq(items[1].kind, FS_DRAW_LINE);
    ck_assert_uint_eq(items[1].count, 3);
    ck_assert_int_eq(points[items[1].first + 2].z, M(9));
    ck_assert_int_eq(items[2].kind, FS_DRAW_TEXT);
    ck_assert_uint_eq(items[2].length, 4);
    ck_assert_mem_eq(chars + items[2].text, "puck", 4);
    ck_assert_int_eq(points[items[2].first].y, M(1));
    ck_assert_int_eq(items[3].kind, FS_DRAW_HUD);
    ck_assert_uint_eq(items[3].count, 0);
    ck_assert_mem_eq(chars + items[3].text, "score", 5);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(numbers_are_clamped)
{
    fs_draw_list *draw = new_draw();
    size_t count;
    fs_draw_circle(draw, P(0, 0, 0), -5, 0xff123456, 0xff);
    fs_draw_polygon(draw, NULL, 0, 0, 0);
    const fs_draw_item *items = fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(items[0].size, 0);
    ck_assert_uint_eq(items[0].colour, 0x123456);
    ck_assert_uint_eq(items[0].flags, FS_DRAW_FILLED);
    fs_draw_set_camera_2d(draw, 1, 2, -3, 0, UINT32_MAX);
    ck_assert_int_eq(fs_draw_camera(draw)->width, 1);
    ck_assert_int_eq(fs_draw_camera(draw)->height, 1);
    ck_assert_uint_eq(fs_draw_camera(draw)->background, 0xffffff);
    fs_draw_set_camera_3d(draw, P(0, 0, 0), P(0, 0, 0), 0, 0);
    ck_assert_uint_eq(fs_draw_camera(draw)->fov_milliturns, 1);
    fs_draw_set_camera_3d(draw, P(0, 0, 0), P(0, 0, 0), UINT32_MAX, 0);
    ck_assert_uint_eq(fs_draw_camera(draw)->fov_milliturns, 499);
    ck_assert_uint_eq(fs_draw_camera(draw)->dimensions, 3);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_box_has_six_faces)
{
    fs_draw_list *draw = new_draw();
    size_t count;
    fs_draw_box(draw, P(1, 2, 3), P(4, 5, 3), 0, 0);
    fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 1);
    const fs_draw_point *p = fs_draw_points(draw);
    ck_assert(p[0].x == M(1) && p[0].y == M(2) && p[2].x == M(4) && p[2].y == M(5));
    /* Neighbouring corners differ in one coordinate: a rectangle, not crossed edges. */
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq((p[i].x != p[(i + 1) % 4].x) + (p[i].y != p[(i + 1) % 4].y), 1);

    fs_draw_clear(draw);
    fs_draw_box(draw, P(0, 0, 0), P(1, 1, 1), 0, 0);
    fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 6);
    p = fs_draw_points(draw);
    int sums[3] = { 0 };
    for (int face = 0; face < 6; face++) {
        bool flat_x = true, flat_y = true, flat_z = true;
        for (int i = 1; i < 4; i++) {
            flat_x = flat_x && p[4 * face + i].x == p[4 * face].x;
            flat_y = flat_y && p[4 * face + i].y == p[4 * face].y;
            flat_z = flat_z && p[4 * face + i].z == p[4 * face].z;
        }
        ck_assert_int_eq(flat_x + flat_y + flat_z, 1);
        sums[flat_y + 2 * flat_z] += 1;
    }
    /* Two faces across each axis. */
    ck_assert(sums[0] == 2 && sums[1] == 2 && sums[2] == 2);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(items_beyond_the_limit_are_dropped)
{
    fs_draw_list *draw = new_draw();
    size_t count;
    for (int i = 0; i < FS_DRAW_MAX_ITEMS + 5; i++)
        fs_draw_circle(draw, P(0, 0, 0), i, 0, 0);
    const fs_draw_item *items = fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, FS_DRAW_MAX_ITEMS);
    ck_assert_int_eq(items[count - 1].size, FS_DRAW_MAX_ITEMS - 1);
    ck_assert_uint_eq(fs_draw_dropped(draw), 5);
    fs_draw_clear(draw);
    ck_assert_uint_eq(fs_draw_dropped(draw), 0);
    fs_draw_hud(draw, 0, "again");
    fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 1);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(points_beyond_the_limit_are_dropped)
{
    fs_draw_list *draw = new_draw();
    size_t count;
    fs_draw_point *many = calloc(FS_DRAW_MAX_POINTS + 1, sizeof *many);
    ck_assert_ptr_nonnull(many);
    /* An item that does not fit as a whole is dropped as a whole. */
    fs_draw_line(draw, many, FS_DRAW_MAX_POINTS + 1, 0);
    ck_assert_uint_eq(fs_draw_dropped(draw), 1);
    fs_draw_line(draw, many, FS_DRAW_MAX_POINTS, 0);
    fs_draw_circle(draw, P(0, 0, 0), 1, 0, 0);
    ck_assert_uint_eq(fs_draw_dropped(draw), 2);
    /* A status line needs no point. */
    fs_draw_hud(draw, 0, "fits");
    fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 2);
    free(many);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(long_texts_are_cut_between_characters)
{
    fs_draw_list *draw = new_draw();
    char text[FS_DRAW_MAX_TEXT + 10];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    /* A character of two bytes across the limit. */
    memcpy(text + FS_DRAW_MAX_TEXT - 1, "\xc3\xa9", 2);
    fs_draw_hud(draw, 0, text);
    size_t count;
    ck_assert_uint_eq(fs_draw_items(draw, &count)[0].length, FS_DRAW_MAX_TEXT - 1);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(unsafe_texts_become_question_marks)
{
    static const struct {
        const char *bytes;
        uint32_t first;
        size_t used;
    } samples[] = { { "A", 'A', 1 },
                    { "\xc3\xa9", 0xe9, 2 },
                    { "\xe2\x82\xac", 0x20ac, 3 },
                    { "\xf0\x9f\x98\x80", 0x1f600, 4 },
                    { "\x1b[31m", '?', 1 }, /* escape */
                    { "\n", '?', 1 },
                    { "\x7f", '?', 1 },
                    { "\xc2\x9b", '?', 2 },     /* the one-character form of ESC [ */
                    { "\xe2\x80\xae", '?', 3 }, /* right-to-left override */
                    { "\xef\xbb\xbf", '?', 3 }, /* byte order mark */
                    { "\xc0\x80", '?', 1 },     /* overlong */
                    { "\xe0\x80\x80", '?', 3 },
                    { "\xf0\x80\x80\x80", '?', 4 },
                    { "\xed\xa0\x80", '?', 3 },     /* surrogate */
                    { "\xf4\x90\x80\x80", '?', 4 }, /* above U+10FFFF */
                    { "\xc3", '?', 1 },             /* cut off */
                    { "\xe2\x82", '?', 2 },
                    { "\xc3x", '?', 1 },
                    { "\x80", '?', 1 },
                    { "\xff", '?', 1 } };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        size_t at = 0;
        uint32_t c = fs__utf8_next(samples[i].bytes, strlen(samples[i].bytes), &at);
        ck_assert_msg(c == samples[i].first && at == samples[i].used, "sample %zu: U+%04x, %zu bytes", i, (unsigned)c,
                      at);
    }
}
END_TEST

START_TEST(utf8_round_trip)
{
    for (uint32_t c = 0xa0; c <= 0x10ffff; c += 61) {
        char bytes[FS_UTF8_MAX];
        size_t at = 0, n = fs__utf8_put(bytes, c);
        uint32_t back = fs__utf8_next(bytes, n, &at);
        ck_assert_uint_eq(at, n);
        ck_assert_msg(back == c || back == '?', "U+%04x came back as U+%04x", (unsigned)c, (unsigned)back);
        ck_assert(back == c || (c >= 0x200b && c < 0xe000) || c >= 0xfeff);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("draw");
    TCase *tc = tcase_create("draw");
    tcase_add_test(tc, names_stand_for_slots);
    tcase_add_test(tc, players_have_the_colours_of_the_picture);
    tcase_add_test(tc, a_new_list_is_empty);
    tcase_add_test(tc, items_are_copies_in_order);
    tcase_add_test(tc, numbers_are_clamped);
    tcase_add_test(tc, a_box_has_six_faces);
    tcase_add_test(tc, items_beyond_the_limit_are_dropped);
    tcase_add_test(tc, points_beyond_the_limit_are_dropped);
    tcase_add_test(tc, long_texts_are_cut_between_characters);
    tcase_add_test(tc, unsafe_texts_become_question_marks);
    tcase_add_test(tc, utf8_round_trip);
    suite_add_tcase(suite, tc);
    return suite;
}
