/* check_menu.c: where the rows of a list stand in the window. */
#include "window/menu.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"

enum { WIDTH = 640, HEIGHT = 360, LONG = 33 };

/* Every character is half as wide as high, and the glyph tells which one it is. */
static bool find_test_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    *out = (fs_glyph){ .advance = 0.5f, .right = 0.5f, .top = 1, .u0 = (float)character };
    return true;
}

static menu_info make_menu(unsigned count)
{
    menu_info menu = { .shown = true, .count = count };
    return menu;
}

/* Height in pixels at which a row can be pointed at; 0: it is not shown. */
static unsigned row_height(const menu_info *menu, unsigned wanted)
{
    unsigned found = 0;
    for (unsigned y = 0; y < HEIGHT; y++) {
        unsigned row;
        found += menu_hit(menu, WIDTH, HEIGHT, 20, y, &row) && row == wanted;
    }
    return found;
}

START_TEST(a_short_list_is_shown_whole)
{
    menu_info menu = make_menu(7);
    for (unsigned i = 0; i < menu.count; i++)
        ck_assert_uint_ge(row_height(&menu, i), 18);
    menu.shown = false;
    ck_assert_uint_eq(row_height(&menu, 0), 0);
}
END_TEST

/* Letters of less than a 37th of the window cannot be read: so a row of the list of games is higher than that. */
START_TEST(a_long_list_is_shown_in_pages)
{
    menu_info menu = make_menu(LONG);
    unsigned hidden = 0;
    for (menu.selected = 0; menu.selected < LONG; menu.selected++) {
        ck_assert_uint_ge(row_height(&menu, menu.selected), HEIGHT / 37);
        for (unsigned i = 0; i < LONG; i++)
            hidden += row_height(&menu, i) == 0;
    }
    ck_assert_uint_gt(hidden, 0);
}
END_TEST

/* Else the list would run away under the mouse. */
START_TEST(what_the_mouse_points_at_stays_where_it_is)
{
    menu_info menu = make_menu(LONG);
    for (unsigned start = 0; start < LONG; start++)
        for (unsigned y = 0; y < HEIGHT; y++) {
            unsigned row, again;
            menu.selected = start;
            if (!menu_hit(&menu, WIDTH, HEIGHT, 20, y, &row))
                continue;
            menu.selected = row;
            ck_assert(menu_hit(&menu, WIDTH, HEIGHT, 20, y, &again));
            ck_assert_uint_eq(again, row);
        }
}
END_TEST

/* The letters of a narrow window leave room for a word in a row. */
START_TEST(letters_fit_a_narrow_window)
{
    menu_info menu = make_menu(3);
    unsigned row, high = 0;
    for (unsigned y = 0; y < 600; y++)
        high += menu_hit(&menu, 200, 600, 20, y, &row) && row == 1;
    ck_assert_uint_ge(high, 6);
    ck_assert_uint_le(high, 200 / 15);
}
END_TEST

/* One pixel, a strip, and no rows: nothing beyond the list is hit. */
START_TEST(windows_of_any_size_have_a_list)
{
    static const unsigned sizes[][2] = { { 1, 1 }, { 64, 40 }, { 10000, 20 }, { 20, 10000 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (unsigned count = 0; count <= MENU_ROWS; count++) {
            menu_info menu = make_menu(count);
            menu.selected = count > 0 ? count - 1 : 0;
            for (unsigned y = 0; y < sizes[i][1]; y++) {
                unsigned row;
                ck_assert(!menu_hit(&menu, sizes[i][0], sizes[i][1], 0, y, &row) || row < count);
            }
            ck_assert_uint_lt(menu_width(&menu, sizes[i][0], sizes[i][1]), sizes[i][0]);
        }
}
END_TEST

/* --- long texts --------------------------------------------------------------------------- */

enum { ELLIPSIS = 0x2026 };

typedef struct drawn {
    unsigned glyphs, ellipses;
    float right, bottom;
} drawn;

static drawn draw_menu(const menu_info *menu)
{
    drawn d = { .right = -WIDTH };
    size_t count;
    fs_batch *batch;
    ck_assert_int_eq(fs_batch_create(&batch), FS_OK);
    fs_batch_begin(batch, WIDTH - menu_width(menu, WIDTH, HEIGHT), HEIGHT, (fs_batch_font){ .find = find_test_glyph });
    menu_draw(menu, WIDTH, HEIGHT, batch);
    const fs_instance *instances = fs_batch_instances(batch, &count);
    for (size_t i = 0; i < count; i++) {
        if (instances[i].kind != FS_INSTANCE_GLYPH)
            continue;
        d.glyphs++;
        d.ellipses += instances[i].cx == (float)ELLIPSIS;
        d.right = instances[i].bx > d.right ? instances[i].bx : d.right;
        d.bottom = instances[i].ay > d.bottom ? instances[i].ay : d.bottom;
    }
    fs_batch_destroy(batch);
    return d;
}

static void fill(char *text, size_t size, const char *with)
{
    text[0] = '\0';
    while (strlen(text) + strlen(with) < size)
        strcat(text, with);
}

/* Coordinates count from the right border of the panel: nothing may stand beyond 0. */
START_TEST(a_long_row_ends_in_an_ellipsis)
{
    menu_info menu = make_menu(3);
    snprintf(menu.rows[0], MENU_TEXT, "short");
    ck_assert_uint_eq(draw_menu(&menu).ellipses, 0);
    fill(menu.rows[1], MENU_TEXT, "\xc3\xa9x");
    drawn d = draw_menu(&menu);
    ck_assert_uint_eq(d.ellipses, 1);
    ck_assert_float_lt(d.right, 0);
}
END_TEST

START_TEST(a_long_sentence_is_wrapped_and_ends_in_an_ellipsis)
{
    static const char *const words[] = { "some words ", "oneword" };
    for (size_t i = 0; i < 2; i++) {
        menu_info menu = make_menu(7);
        fill(menu.note, sizeof menu.note, words[i]);
        fill(menu.more, sizeof menu.more, words[i]);
        drawn d = draw_menu(&menu);
        ck_assert_float_lt(d.right, 0);
        ck_assert_float_lt(d.bottom, HEIGHT);
        /* In a list that fills the window there is room for a part of it. */
        menu.count = MENU_ROWS;
        drawn crowded = draw_menu(&menu);
        ck_assert_float_lt(crowded.bottom, HEIGHT);
        ck_assert_uint_ge(crowded.ellipses, 1);
    }
}
END_TEST

/* Of an address that is too long the end is seen, where it is typed. */
START_TEST(a_long_entry_shows_its_end)
{
    menu_info menu = make_menu(1);
    menu.editing = true;
    fill(menu.rows[0], MENU_TEXT, "abc");
    drawn d = draw_menu(&menu);
    ck_assert_uint_eq(d.ellipses, 0);
    ck_assert_float_lt(d.right, 0);
}
END_TEST

/* Rectangles as narrow as a cursor whose left border is in the row's height. */
static unsigned count_cursors(const menu_info *menu)
{
    size_t count;
    unsigned cursors = 0;
    fs_batch *batch;
    ck_assert_int_eq(fs_batch_create(&batch), FS_OK);
    fs_batch_begin(batch, WIDTH - menu_width(menu, WIDTH, HEIGHT), HEIGHT, (fs_batch_font){ .find = find_test_glyph });
    menu_draw(menu, WIDTH, HEIGHT, batch);
    const fs_instance *instances = fs_batch_instances(batch, &count);
    for (size_t i = 0; i < count; i++)
        cursors += instances[i].kind != FS_INSTANCE_GLYPH && instances[i].bx - instances[i].ax > 0.5f &&
                   instances[i].bx - instances[i].ax < 4;
    fs_batch_destroy(batch);
    return cursors;
}

/* The rows below the entry lead elsewhere: none of them has a cursor. A text that is selected has a mark in its place. */
START_TEST(the_cursor_stands_in_the_entry)
{
    menu_info menu = make_menu(3);
    snprintf(menu.rows[0], MENU_TEXT, "entry");
    snprintf(menu.rows[1], MENU_TEXT, "paste");
    ck_assert_uint_eq(count_cursors(&menu), 0);
    menu.editing = true;
    ck_assert_uint_eq(count_cursors(&menu), 1);
    menu.replaces = true;
    ck_assert_uint_eq(count_cursors(&menu), 0);
    menu.replaces = false;
    menu.selected = 1;
    ck_assert_uint_eq(count_cursors(&menu), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("menu");
    TCase *t = tcase_create("menu");
    tcase_add_test(t, a_short_list_is_shown_whole);
    tcase_add_test(t, a_long_list_is_shown_in_pages);
    tcase_add_test(t, what_the_mouse_points_at_stays_where_it_is);
    tcase_add_test(t, windows_of_any_size_have_a_list);
    tcase_add_test(t, letters_fit_a_narrow_window);
    tcase_add_test(t, a_long_row_ends_in_an_ellipsis);
    tcase_add_test(t, a_long_sentence_is_wrapped_and_ends_in_an_ellipsis);
    tcase_add_test(t, a_long_entry_shows_its_end);
    tcase_add_test(t, the_cursor_stands_in_the_entry);
    suite_add_tcase(s, t);
    return s;
}
