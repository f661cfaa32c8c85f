/* check_cells.c: small pictures in character cells against expected text. */
#include <fixstep/view.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/draw_fixture.h"
#include "base/utf8.h"

enum { TEXT_MAX = 65536 };

/* Renders a list into a grid and compares it with plain text. */
static void expect_text(const fs_draw_list *draw, uint32_t columns, uint32_t rows, const char *expected)
{
    static char text[TEXT_MAX];
    fs_cell_grid *cells;
    ck_assert_int_eq(fs_cell_grid_create(columns, rows, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    size_t n = fs_cell_grid_text(cells, false, text, sizeof text);
    ck_assert_uint_eq(n, strlen(text));
    ck_assert_msg(strcmp(text, expected) == 0, "got\n%sinstead of\n%s", text, expected);
    fs_cell_grid_destroy(cells);
}

/* A list whose world has one metre per dot: a cell is two by four metres and
 * the origin is the middle. */
static fs_draw_list *metre_draw(uint32_t columns, uint32_t rows)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, 0, 0, M(2 * (fix16_t)columns), M(4 * (fix16_t)rows), 0x000000);
    return draw;
}

START_TEST(an_empty_list_is_blank)
{
    fs_draw_list *draw = metre_draw(3, 2);
    expect_text(draw, 3, 2, "\n\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(faces_are_blocks)
{
    fs_draw_list *draw = metre_draw(8, 4);
    fs_draw_box(draw, P(-6, -6, 0), P(3, 6, 0), 0xffffff, FS_DRAW_FILLED);
    expect_text(draw, 8, 4,
                " ▄▄▄▄▖\n"
                " ████▌\n"
                " ████▌\n"
                " ▀▀▀▀▘\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(faces_have_four_shades)
{
    fs_draw_list *draw = metre_draw(4, 1);
    static const uint32_t greys[4] = { 0x202020, 0x606060, 0xa0a0a0, 0xe0e0e0 };
    for (int i = 0; i < 4; i++)
        fs_draw_box(draw, P(2 * i - 4, -2, 0), P(2 * i - 2, 2, 0), greys[i], FS_DRAW_FILLED);
    expect_text(draw, 4, 1, "░▒▓█\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(a_triangle_has_its_shape)
{
    fs_draw_list *draw = metre_draw(8, 4);
    fs_draw_point p[3] = { P(-8, -8, 0), P(8, -8, 0), P(0, 8, 0) };
    fs_draw_polygon(draw, p, 3, 0xffffff, FS_DRAW_FILLED);
    expect_text(draw, 8, 4,
                "   ▟▙\n"
                "  ▟██▙\n"
                " ▟████▙\n"
                "▟██████▙\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(even_odd_hole)
{
    fs_draw_list *draw = metre_draw(8, 4);
    fs_draw_point p[] = { P(-8, -8, 0), P(8, -8, 0), P(8, 8, 0), P(-8, 8, 0), P(-8, -8, 0),
                          P(-4, -4, 0), P(4, -4, 0), P(4, 4, 0), P(-4, 4, 0), P(-4, -4, 0) };
    fs_draw_polygon(draw, p, 10, 0xffffff, FS_DRAW_FILLED);
    expect_text(draw, 8, 4,
                "████████\n"
                "██    ██\n"
                "██    ██\n"
                "████████\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(discs_and_rings_are_round)
{
    fs_draw_list *draw = metre_draw(16, 4);
    fs_draw_circle(draw, P(-8, 0, 0), M(8), 0xffffff, FS_DRAW_FILLED);
    fs_draw_circle(draw, P(8, 0, 0), M(7.5), 0xffffff, 0);
    expect_text(draw, 16, 4,
                "▗▟████▙▖⢀⡴⠊⠉⠉⠑⢦⡀\n"
                "████████⡎      ⢱\n"
                "████████⢇      ⡸\n"
                "▝▜████▛▘⠈⠳⢄⣀⣀⡠⠞⠁\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(lines_are_braille)
{
    fs_draw_list *draw = metre_draw(8, 3);
    fs_draw_point p[3] = { P(-8, -6, 0), P(0, 6, 0), P(8, -6, 0) };
    fs_draw_line(draw, p, 3, 0xffffff);
    /* The frame of the whole picture is visible on all sides. */
    fs_draw_box(draw, P(-8, -6, 0), P(8, 6, 0), 0xffffff, 0);
    expect_text(draw, 8, 3,
                "⡏⠉⠉⡝⠫⡉⠉⢹\n"
                "⡇⢀⠎  ⠑⡄⢸\n"
                "⣧⣃⣀⣀⣀⣀⣈⣾\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(small_shapes_are_visible)
{
    fs_draw_list *draw = metre_draw(8, 3);
    fs_draw_circle(draw, P(-7.5, 5.5, 0), 1, 0xffffff, FS_DRAW_FILLED);
    fs_draw_circle(draw, P(-5.5, 4.5, 0), 0, 0xffffff, 0);
    fs_draw_point plank[4] = { P(-2, -5, 0), P(7, 4, 0), P(7.125, 4, 0), P(-1.875, -5, 0) };
    fs_draw_polygon(draw, plank, 4, 0xffffff, FS_DRAW_FILLED);
    expect_text(draw, 8, 3,
                "⠁⠂    ▗⡠\n"
                "    ▗⡠⠊\n"
                "   ⡠⠊\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(texts_stand_in_their_rows)
{
    fs_draw_list *draw = metre_draw(10, 4);
    fs_draw_text(draw, P(-10, 4, 0), M(4), 0xffffff, "Zo\xc3\xab");
    fs_draw_text(draw, P(-14, 0, 0), M(4), 0xffffff, "__cut off at it");
    fs_draw_text(draw, P(6, -4, 0), M(4), 0xffffff, "right");
    fs_draw_text(draw, P(0, -8, 0), M(4), 0xffffff, "\x1b\xe6\xbc\xa2");
    fs_draw_text(draw, P(0, 90, 0), M(4), 0xffffff, "above");
    expect_text(draw, 10, 4,
                "Zoë\n"
                "cut off at\n"
                "     right\n"
                "     ?\xe6\xbc\xa2\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(status_lines_take_rows)
{
    fs_draw_list *draw = metre_draw(6, 2);
    fs_draw_hud(draw, 0xffffff, "score 3:2");
    fs_draw_hud(draw, 0xffffff, "b");
    fs_draw_hud(draw, 0xffffff, "never shown");
    fs_draw_box(draw, P(-90, -90, 0), P(90, 90, 0), 0xffffff, FS_DRAW_FILLED);
    expect_text(draw, 6, 4,
                "score\n"
                "3:2\n"
                "██████\n"
                "██████\n");
    expect_text(draw, 6, 1, "██████\n");
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(cube_and_ball)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_3d(draw, P(3, 3, 6), P(0, 0, 0), 140, 0x000000);
    fs_draw_box(draw, P(-1.5, -1, -1), P(0.5, 1, 1), 0xffffff, FS_DRAW_FILLED);
    fs_draw_circle(draw, P(1.5, 0, 1), M(0.75), 0x404040, FS_DRAW_FILLED);
    expect_text(draw, 30, 12,
                "\n"
                "\n"
                "\n"
                "           ▄▄▄▄▄\n"
                "        ▐▓▄▄▄▖█▗▄▘\n"
                "        ▐▓▓▓▓▓▓██▗▄▄\n"
                "        ▐▓▓▓▓▓▓█▀▒▒▒▒▙\n"
                "         ▓▓▓▓▓▓▐▒▒▒▒▒▒\n"
                "            ▀▀▀▀▀▒▒▒▒▘\n"
                "\n"
                "\n"
                "\n");
    fs_draw_destroy(draw);
}
END_TEST

/* --- colours --------------------------------------------------------------------- */

static fs_cell only_cell(const fs_draw_list *draw)
{
    fs_cell_grid *cells;
    ck_assert_int_eq(fs_cell_grid_create(1, 1, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    fs_cell cell = fs_cell_grid_cells(cells)[0];
    fs_cell_grid_destroy(cells);
    return cell;
}

static void expect_cell(fs_cell cell, uint32_t character, uint32_t fg, uint32_t bg)
{
    ck_assert_msg(cell.character == character && cell.fg == fg && cell.bg == bg, "U+%04x %06x on %06x",
                  (unsigned)cell.character, (unsigned)cell.fg, (unsigned)cell.bg);
}

START_TEST(colours_of_a_cell)
{
    fs_draw_list *draw = new_draw();
    fs_draw_set_camera_2d(draw, M(1), M(2), M(2), M(4), 0x101010);
    expect_cell(only_cell(draw), ' ', 0x101010, 0x101010);
    /* Two faces: the upper half red, the lower blue; red is the first of equals. */
    fs_draw_box(draw, P(0, 2, 0), P(2, 4, 0), 0xff0000, FS_DRAW_FILLED);
    fs_draw_box(draw, P(0, 0, 0), P(2, 2, 0), 0x0000ff, FS_DRAW_FILLED);
    expect_cell(only_cell(draw), 0x2584, 0x0000ff, 0xff0000);
    /* A line over them: its dots in front of the face with more remaining dots. */
    fs_draw_segment(draw, P(0.5, 3.5, 0), P(1.5, 3.5, 0), 0xffff00);
    expect_cell(only_cell(draw), 0x2809, 0xffff00, 0x0000ff);
    /* A text takes the colour below as its background and is readable on it. */
    fs_draw_box(draw, P(0, 0, 0), P(2, 4, 0), 0xeeee00, FS_DRAW_FILLED);
    expect_cell(only_cell(draw), 0x2588, 0xeeee00, 0x101010);
    fs_draw_text(draw, P(0, 0, 0), M(2), 0xff0000, "x");
    expect_cell(only_cell(draw), 'x', 0xff0000, 0xeeee00);
    fs_draw_text(draw, P(0, 0, 0), M(2), 0xf0f000, "y");
    expect_cell(only_cell(draw), 'y', 0x000000, 0xeeee00);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(coloured_text)
{
    fs_draw_list *draw = metre_draw(3, 1);
    fs_draw_box(draw, P(-1, -2, 0), P(1, 2, 0), 0x0a80ff, FS_DRAW_FILLED);
    fs_cell_grid *cells;
    char text[200], part[40];
    static const char expected[] =
        "\033[38;2;0;0;0;48;2;0;0;0m \033[38;2;10;128;255;48;2;0;0;0m█\033[38;2;0;0;0;48;2;0;0;0m \033[0m\n";
    ck_assert_int_eq(fs_cell_grid_create(3, 1, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    ck_assert_uint_eq(fs_cell_grid_text(cells, true, text, sizeof text), sizeof expected - 1);
    ck_assert_str_eq(text, expected);
    /* For every buffer size the length is the same and the buffer holds a prefix. */
    ck_assert_uint_eq(fs_cell_grid_text(cells, true, NULL, 0), sizeof expected - 1);
    for (size_t room = 1; room < sizeof part; room++) {
        memset(part, 'X', sizeof part);
        ck_assert_uint_eq(fs_cell_grid_text(cells, true, part, room), sizeof expected - 1);
        ck_assert_uint_lt(strlen(part), room);
        ck_assert_int_eq(strncmp(part, expected, strlen(part)), 0);
        for (size_t i = room; i < sizeof part; i++)
            ck_assert_int_eq(part[i], 'X');
    }
    fs_cell_grid_destroy(cells);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(sizes_are_checked)
{
    fs_cell_grid *cells;
    static const uint32_t bad[][2] = { { 0, 1 }, { 1, 0 }, { FS_CELL_GRID_MAX + 1, 1 }, { 1, UINT32_MAX } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(fs_cell_grid_create(bad[i][0], bad[i][1], &cells), FS_E_ARGUMENT);
        ck_assert_ptr_null(cells);
    }
    ck_assert_int_eq(fs_cell_grid_create(7, 5, &cells), FS_OK);
    ck_assert_uint_eq(fs_cell_grid_columns(cells), 7);
    ck_assert_uint_eq(fs_cell_grid_rows(cells), 5);
    for (int i = 0; i < 35; i++)
        expect_cell(fs_cell_grid_cells(cells)[i], ' ', 0, 0);
    fs_cell_grid_destroy(cells);
    fs_cell_grid_destroy(NULL);
}
END_TEST

/* A wide character has two cells; half of one, at an edge or under another text, is none. */
START_TEST(wide_characters_have_two_cells)
{
    fs_draw_list *draw = new_draw();
    fs_cell_grid *cells;
    char text[64];
    fs_draw_hud(draw, 0xffffff, "a\xe4\xb8\x96\xc3\xb6\xe7\x95\x8c");
    ck_assert_int_eq(fs_cell_grid_create(6, 2, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    fs_cell_grid_text(cells, false, text, sizeof text);
    ck_assert_str_eq(text, "a\xe4\xb8\x96\xc3\xb6\xe7\x95\x8c\n\n");
    fs_cell_grid_destroy(cells);
    /* The row of a status line has no room for half of one. */
    ck_assert_int_eq(fs_cell_grid_create(5, 4, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    fs_cell_grid_text(cells, false, text, sizeof text);
    ck_assert_str_eq(text, "a\xe4\xb8\x96\xc3\xb6\n\xe7\x95\x8c\n\n\n");
    fs_cell_grid_destroy(cells);
    /* A text of the picture is cut. */
    fs_draw_clear(draw);
    fs_draw_set_camera_2d(draw, 0, 0, M(20), M(10), 0);
    fs_draw_text(draw, P(-9.9, 0, 0), M(5), 0xffffff, "a\xe4\xb8\x96\xc3\xb6\xe7\x95\x8c");
    ck_assert_int_eq(fs_cell_grid_create(5, 2, &cells), FS_OK);
    ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
    fs_cell_grid_text(cells, false, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "a\xe4\xb8\x96\xc3\xb6?"));
    fs_cell_grid_destroy(cells);
    fs_draw_destroy(draw);
}
END_TEST

START_TEST(any_list_can_be_rendered)
{
    fs_draw_list *draw = new_draw();
    fs_cell_grid *cells;
    uint32_t random = 4242;
    for (int i = 0; i < 400; i++) {
        uint32_t columns = 1 + next_random(&random) % 60, rows = 1 + next_random(&random) % 20;
        ck_assert_int_eq(fs_cell_grid_create(columns, rows, &cells), FS_OK);
        random_draw_list(draw, &random);
        ck_assert_int_eq(fs_cell_grid_render(cells, draw), FS_OK);
        for (uint32_t c = 0; c < columns * rows; c++) {
            fs_cell cell = fs_cell_grid_cells(cells)[c];
            bool half = c % columns > 0 && fs__utf8_columns(fs_cell_grid_cells(cells)[c - 1].character) == 2;
            ck_assert(half ? cell.character == 0 : fs__utf8_columns(cell.character) > 0);
            ck_assert(cell.fg <= 0xffffff && cell.bg <= 0xffffff);
        }
        fs_cell_grid_destroy(cells);
    }
    fs_draw_destroy(draw);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("cells");
    TCase *tc = tcase_create("cells");
    tcase_add_test(tc, an_empty_list_is_blank);
    tcase_add_test(tc, faces_are_blocks);
    tcase_add_test(tc, faces_have_four_shades);
    tcase_add_test(tc, a_triangle_has_its_shape);
    tcase_add_test(tc, even_odd_hole);
    tcase_add_test(tc, discs_and_rings_are_round);
    tcase_add_test(tc, lines_are_braille);
    tcase_add_test(tc, small_shapes_are_visible);
    tcase_add_test(tc, texts_stand_in_their_rows);
    tcase_add_test(tc, status_lines_take_rows);
    tcase_add_test(tc, cube_and_ball);
    tcase_add_test(tc, colours_of_a_cell);
    tcase_add_test(tc, coloured_text);
    tcase_add_test(tc, sizes_are_checked);
    tcase_add_test(tc, wide_characters_have_two_cells);
    tcase_add_test(tc, any_list_can_be_rendered);
    suite_add_tcase(suite, tc);
    return suite;
}
