/* check_overlay.c: where the displays of the window stand, in windows of many sizes: nothing beyond a border, and no text over
 * another one or among those of the game. */
#include "window/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/check_main.h"
#include "window/hud/batch_text.h"
#include "window/hud/fields.h"
#include "window/hud/help.h"
#include "window/hud/palette.h"
#include "window/hud/player_list.h"

enum { MOST = 20000, MOST_PANELS = 1000, HIDES = 0xe0 /* opacity from which a panel hides a text, of 255 */ };

static const uint32_t sizes[][2] = { { 320, 240 },   { 640, 360 },  { 1280, 720 }, { 2560, 1440 },
                                     { 3840, 2160 }, { 999, 333 },  { 600, 900 },  { 64, 40 },
                                     { 1, 1 },       { 3000, 100 }, { 100, 3000 } };
enum { SIZES = sizeof sizes / sizeof sizes[0], READABLE = 7 /* of them have room for all displays */ };

/* Displays that can be shown together. */
typedef enum part {
    PART_GRAPHS = 1,
    PART_PLAYERS = 2,
    PART_NOTICE = 4,
    PART_RESULT = 8,
    PART_DESYNC = 16,
    PART_TALK = 32,
    PART_INSPECTED = 64,
    PART_ENTRY = 128,
    PART_ALL = 255,
    PART_HELP = 256,
    PART_RECORDING = 512,
    PART_COMPARISON = 1024
} part;

typedef struct rectangle {
    float left, top, right, bottom;
    char letter;
} rectangle;

typedef struct drawing {
    rectangle glyphs[MOST], panels[MOST_PANELS]; /* panels: the more opaque ones */
    size_t count, panel_count;
    rectangle all; /* around every shape */
    uint32_t disc; /* the colour of the first one */
} drawing;

/* Every character is half as wide as high; the glyph tells which one it is. */
static bool find_test_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    *out = (fs_glyph){ .advance = 0.5f, .right = 0.5f, .top = 0.7f, .u0 = (float)character };
    return true;
}

static void describe(match_info *info, unsigned parts, unsigned players)
{
    *info = (match_info){ .tick = 1234, .hz = 60, .players = players, .online = true, .agreed_tick = 1200 };
    snprintf(info->status, sizeof info->status, "in sync  tick 1234  8 players  delay 3  rtt 12 ms");
    snprintf(info->game, sizeof info->game, "Air hockey for two teams");
    snprintf(info->controls, sizeof info->controls, "arrows or WASD drive the mallet, space or fire dashes");
    for (; parts & PART_PLAYERS && info->listed_count < players; info->listed_count++)
        snprintf(info->listed[info->listed_count].name, FS_MAX_NAME, "Maximilian-%c",
                 '1' + (char)info->listed_count % 9);
    info->has_scores = true;
    if (parts & PART_NOTICE)
        snprintf(info->notice, sizeof info->notice, "connection lost, connecting again for 12 s");
    if (parts & PART_RESULT)
        snprintf(info->result, sizeof info->result, "Maximilian has won with 7 points");
    if (parts & PART_DESYNC)
        snprintf(info->desync, sizeof info->desync,
                 "desync at tick 60: the state of this client differs from the server's, first in body2[0].pos.x");
    info->desyncs = (parts & PART_DESYNC) != 0;
    for (; parts & PART_TALK && info->news_count < MATCH_INFO_LINES; info->news_count++)
        snprintf(info->news[info->news_count], MATCH_INFO_LINE_BYTES,
                 "Maximilian: a line of the chat of a usual length");
    info->news_fresh = info->news_count;
    for (; parts & PART_INSPECTED && info->inspected_count < INSPECTED_ROWS; info->inspected_count++)
        snprintf(info->inspected[info->inspected_count], INSPECTED_TEXT, "velocity.x  12.3456789 m/s");
    for (; parts & PART_COMPARISON && info->difference_count < DIFFERENCE_ROWS; info->difference_count++)
        snprintf(info->differences[info->difference_count], INSPECTED_TEXT, "velocity.x  12.3456789 m/s");
    info->recording = (parts & (PART_RECORDING | PART_COMPARISON)) != 0;
    info->compares = (parts & PART_COMPARISON) != 0;
    info->last_tick = 5000;
}

static void add_shape(drawing *d, const fs_instance *i)
{
    float left = i->ax, top = i->ay, right = i->bx, bottom = i->by;
    if (i->kind == FS_INSTANCE_DISC) {
        d->disc = d->disc != 0 ? d->disc : i->argb;
        left -= i->size, top -= i->size;
        right = i->ax + i->size, bottom = i->ay + i->size;
    } else if (i->kind == FS_INSTANCE_GLYPH) {
        /* b is the upper right corner or the lower one, as the texture goes. */
        top = i->ay < i->by ? i->ay : i->by;
        bottom = i->ay < i->by ? i->by : i->ay;
        ck_assert_uint_lt(d->count, MOST);
        d->glyphs[d->count++] = (rectangle){ left, top, right, bottom, (char)i->cx };
    } else if (i->kind == FS_INSTANCE_TRIANGLE) {
        right = i->bx > i->cx ? i->bx : i->cx;
        bottom = i->by > i->cy ? i->by : i->cy;
        /* The upper half of a rectangle has the corners of all of it. */
        if (i->argb >> 24 >= HIDES && i->ay == i->by && d->panel_count < MOST_PANELS)
            d->panels[d->panel_count++] = (rectangle){ left, top, right, bottom, 0 };
    }
    d->all.left = left < d->all.left ? left : d->all.left;
    d->all.top = top < d->all.top ? top : d->all.top;
    d->all.right = right > d->all.right ? right : d->all.right;
    d->all.bottom = bottom > d->all.bottom ? bottom : d->all.bottom;
}

static match_info info;
static overlay o;
static const fs_draw_list *game; /* that is shown; NULL: none */

static void draw_described(drawing *d, size_t size, unsigned parts)
{
    size_t count;
    fs_batch *b;
    o = (overlay){ .width = sizes[size][0], .height = sizes[size][1] };
    o.graphs = parts & PART_GRAPHS;
    o.help = parts & PART_HELP;
    o.chat.open = parts & PART_ENTRY;
    for (unsigned i = 0; i < OVERLAY_SAMPLES; i++) {
        overlay_add_frame(&o, 12345);
        overlay_add_step(&o, 1234);
        overlay_add_slack(&o, 34567);
    }
    ck_assert_int_eq(fs_batch_create(&b), FS_OK);
    fs_batch_begin(b, o.width, o.height, (fs_batch_font){ .find = find_test_glyph });
    overlay_draw(&o, &info, game, 0, b);
    const fs_instance *instances = fs_batch_instances(b, &count);
    d->count = d->panel_count = d->disc = 0;
    d->all = (rectangle){ (float)o.width, (float)o.height, 0, 0, 0 };
    for (size_t i = 0; i < count; i++)
        add_shape(d, &instances[i]);
    fs_batch_destroy(b);
}

static void draw(drawing *d, size_t size, unsigned parts, unsigned players)
{
    describe(&info, parts, players);
    draw_described(d, size, parts);
}

/* Letters of one word may share the border of a pixel. */
static bool is_covered(const rectangle *a, const rectangle *b)
{
    const float shared = 0.5f;
    return a->left < b->right - shared && b->left < a->right - shared && a->top < b->bottom - shared &&
           b->top < a->bottom - shared;
}

/* The first letter that another one covers; d->count: there is none. */
static size_t find_covered(const drawing *d)
{
    for (size_t i = 0; i < d->count; i++)
        for (size_t k = i + 1; k < d->count; k++)
            if (is_covered(&d->glyphs[i], &d->glyphs[k]))
                return i;
    return d->count;
}

static drawing drawn;

/* Each pair of displays, one alone included, with one, eight and 64 players. */
START_TEST(no_text_covers_another_one)
{
    static const unsigned players[] = { 1, 8, 64 };
    for (size_t size = 0; size < READABLE; size++)
        for (unsigned pair = 1; pair <= PART_ALL; pair++)
            for (size_t p = 0; p < 3 && __builtin_popcount(pair) <= 2; p++) {
                draw(&drawn, size, pair, players[p]);
                size_t at = find_covered(&drawn);
                ck_assert_msg(at == drawn.count, "%u x %u, displays %u, %u players: '%c' at %g, %g", sizes[size][0],
                              sizes[size][1], pair, players[p], drawn.glyphs[at].letter, (double)drawn.glyphs[at].left,
                              (double)drawn.glyphs[at].top);
            }
}
END_TEST

/* A letter that is beyond a border is cut: lines at the end of a row have an ellipsis instead. */
START_TEST(nothing_stands_beyond_a_border)
{
    for (size_t size = 0; size < READABLE; size++)
        for (unsigned parts = 0; parts <= PART_RECORDING; parts = parts == 0 ? 1 : 2 * parts) {
            float width = (float)sizes[size][0], height = (float)sizes[size][1];
            draw(&drawn, size, parts, 8);
            for (size_t i = 0; i < drawn.count; i++) {
                const rectangle *g = &drawn.glyphs[i];
                bool typed = parts == PART_ENTRY && g->right > 0; /* of a long line the end is seen */
                ck_assert_msg((g->left >= -0.5f || typed) && g->right <= width + 0.5f && g->top >= -0.5f &&
                                  g->bottom <= height + 0.5f,
                              "%g x %g, display %u: '%c' at %g, %g to %g, %g", (double)width, (double)height, parts,
                              g->letter, (double)g->left, (double)g->top, (double)g->right, (double)g->bottom);
            }
        }
}
END_TEST

/* The rows below the picture, with the colour of the agreement, are covered by no sentence, in a window of 64 x 40 either. */
START_TEST(the_status_stays_readable)
{
    static const unsigned parts[] = { PART_RESULT, PART_NOTICE };
    for (size_t size = 0; size <= READABLE; size++)
        for (size_t k = 0; k < 2; k++) {
            size_t below = 0, alone = 0;
            float height = (float)sizes[size][1], least = height < 360 ? 9 : height / 60;
            draw(&drawn, size, 0, 1);
            for (size_t i = 0; i < drawn.count; i++)
                alone += drawn.glyphs[i].bottom > height - 1.2f * least;
            draw(&drawn, size, parts[k], 1);
            for (size_t i = 0; i < drawn.count; i++)
                below += drawn.glyphs[i].bottom > height - 1.2f * least;
            ck_assert_msg(below == alone, "%u x %u, display %u: %zu letters, not %zu", sizes[size][0], sizes[size][1],
                          parts[k], below, alone);
        }
}
END_TEST

/* All at once in windows that have no room for them: whatever can be drawn is drawn. */
START_TEST(every_size_is_drawn)
{
    for (size_t size = 0; size < SIZES; size++)
        for (unsigned parts = 0; parts < 2 * PART_RECORDING; parts += 31) {
            draw(&drawn, size, parts, 64);
            ck_assert(drawn.all.right <= 4 * (float)sizes[size][0] + 64);
        }
}
END_TEST

/* Whether an opaque panel is behind the middle of a letter. */
static bool is_on_panel(const drawing *d, const rectangle *g)
{
    float x = (g->left + g->right) / 2, y = (g->top + g->bottom) / 2;
    for (size_t i = 0; i < d->panel_count; i++)
        if (x >= d->panels[i].left && x <= d->panels[i].right && y >= d->panels[i].top && y <= d->panels[i].bottom)
            return true;
    return false;
}

/* Games write scores and names below the displays: no letter of a display stands among them. */
START_TEST(displays_hide_texts_of_the_game)
{
    for (size_t size = 0; size < READABLE; size++)
        for (unsigned parts = 1; parts <= PART_RECORDING; parts *= 2) {
            draw(&drawn, size, parts, 8);
            for (size_t i = 0; i < drawn.count; i++)
                ck_assert_msg(is_on_panel(&drawn, &drawn.glyphs[i]), "%u x %u, display %u: '%c' at %g, %g",
                              sizes[size][0], sizes[size][1], parts, drawn.glyphs[i].letter,
                              (double)drawn.glyphs[i].left, (double)drawn.glyphs[i].top);
        }
}
END_TEST

/* --- beside the status lines of a game ----------------------------------------------------------- */

static fs_draw_list *make_game(unsigned lines)
{
    static const char *const texts[] = { "score  player1: 0 (0 won)  player2: 0 (0 won)",
                                         "rack 1: you, player1, aim at 80 percent, 15 s left",
                                         "foul: the cue ball fell",
                                         "you are player1: ready, sling 4.0 m, last throw 0.0 m" };
    fs_draw_list *list;
    ck_assert_int_eq(fs_draw_create(&list), FS_OK);
    for (unsigned i = 0; i < lines; i++)
        fs_draw_hud(list, 0xffffff, texts[i % 4]);
    return list;
}

static bool meets(const rectangle *a, float right, float bottom)
{
    return a->left < right - 0.5f && a->top < bottom - 0.5f && a->right > 0 && a->bottom > 0;
}

/* Each pair of displays leaves the lines of the game free, in a window of 320 x 240 too; one alone is seen in each. */
START_TEST(displays_leave_the_lines_of_the_game)
{
    for (size_t size = 0; size < READABLE; size++)
        for (unsigned parts = 1; parts <= PART_ALL; parts++) {
            fs_draw_list *list = make_game(1 + parts % 4);
            float right, bottom;
            fs_batch *b;
            if (__builtin_popcount(parts) > 2) {
                fs_draw_destroy(list);
                continue;
            }
            game = NULL;
            draw(&drawn, size, 0, 8);
            size_t alone = drawn.count;
            game = list;
            draw(&drawn, size, parts, 8);
            game = NULL;
            ck_assert_msg(drawn.count > alone, "%u x %u: display %u is not seen", sizes[size][0], sizes[size][1],
                          parts);
            ck_assert_int_eq(fs_batch_create(&b), FS_OK);
            fs_batch_begin(b, o.width, o.height, (fs_batch_font){ .find = find_test_glyph });
            fs_batch_measure_hud(b, list, o.width, o.height - overlay_bar_height(&o, &info), &right, &bottom);
            ck_assert(right > 0 && right <= (float)o.width && bottom > 0);
            for (size_t i = 0; i < drawn.panel_count; i++)
                ck_assert_msg(!meets(&drawn.panels[i], right, bottom),
                              "%u x %u, displays %u: a panel at %g, %g to %g, %g meets %g, %g", sizes[size][0],
                              sizes[size][1], parts, (double)drawn.panels[i].left, (double)drawn.panels[i].top,
                              (double)drawn.panels[i].right, (double)drawn.panels[i].bottom, (double)right,
                              (double)bottom);
            fs_batch_destroy(b);
            fs_draw_destroy(list);
        }
}
END_TEST

/* What differs between two recordings stands below both pictures. */
START_TEST(a_comparison_hides_no_picture)
{
    for (size_t size = 0; size < READABLE; size++) {
        draw(&drawn, size, PART_RECORDING, 1);
        size_t alone = drawn.count;
        draw(&drawn, size, PART_COMPARISON, 1);
        float top = (float)(o.height - overlay_bar_height(&o, &info));
        ck_assert_msg(drawn.count > alone + 20, "%u x %u: nothing is told", sizes[size][0], sizes[size][1]);
        ck_assert(top >= 0.6f * (float)o.height);
        for (size_t i = 0; i < drawn.count; i++)
            ck_assert_msg(drawn.glyphs[i].top >= top - 0.5f, "%u x %u: '%c' at %g, not below %g", sizes[size][0],
                          sizes[size][1], drawn.glyphs[i].letter, (double)drawn.glyphs[i].top, (double)top);
        ck_assert_uint_eq(find_covered(&drawn), drawn.count);
    }
}
END_TEST

/* Names of the greatest length, in letters of one byte and of three: the list keeps to its part of the window. */
START_TEST(long_names_leave_the_field)
{
    static const char *const names[] = {
        "WWWWWWWWWWWWWWWWWWWWWWW",
        "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2"
    };
    for (size_t size = 0; size < READABLE; size++)
        for (size_t n = 0; n < 2; n++) {
            fs_batch *b;
            describe(&info, PART_PLAYERS, 4);
            for (unsigned i = 0; i < info.listed_count; i++)
                snprintf(info.listed[i].name, FS_MAX_NAME, "%s", names[n]);
            float width = (float)sizes[size][0], height = (float)sizes[size][1],
                  letters = height / 60 < 6 ? 6 : height / 60;
            ck_assert_int_eq(fs_batch_create(&b), FS_OK);
            fs_batch_begin(b, sizes[size][0], sizes[size][1], (fs_batch_font){ .find = find_test_glyph });
            taken_corner corner = player_list_draw(&info, NULL, PLAYER_LIST_WHOLE,
                                                   (player_list_area){ width, height, 0 }, letters, b);
            float most = fmaxf(PLAYER_LIST_SHARE * width, 9 * letters);
            ck_assert_msg(corner.bottom > 0 && corner.left >= width - most - 1, "%g x %g: the list begins at %g",
                          (double)width, (double)height, (double)corner.left);
            fs_batch_destroy(b);
        }
}
END_TEST

/* How often a letter is drawn. */
static unsigned count_letter(const drawing *d, char letter)
{
    unsigned n = 0;
    for (size_t i = 0; i < d->count; i++)
        n += d->glyphs[i].letter == letter;
    return n;
}

/* Every field of a long list is shown, or the last words count the others. */
START_TEST(fields_are_shown_or_counted)
{
    static drawing d;
    for (size_t size = 0; size < READABLE; size++)
        for (unsigned fields = 1; fields < INSPECTED_ROWS; fields += 6) {
            describe(&info, 0, 1);
            snprintf(info.inspected[0], INSPECTED_TEXT, "body");
            for (unsigned i = 1; i <= fields; i++)
                snprintf(info.inspected[i], INSPECTED_TEXT, "#%s", i % 3 == 0 ? "  1234567 1234567 1234567" : "  1");
            info.inspected_count = fields + 1;
            fs_batch *b;
            size_t count;
            ck_assert_int_eq(fs_batch_create(&b), FS_OK);
            fs_batch_begin(b, sizes[size][0], sizes[size][1], (fs_batch_font){ .find = find_test_glyph });
            fields_area area = { 5, 5, (float)sizes[size][0] - 5, (float)sizes[size][1] / 2 };
            ck_assert_float_gt(fields_draw(&info, area, 12, 7, b), 0);
            const fs_instance *instances = fs_batch_instances(b, &count);
            d = (drawing){ .all = { 1e9f, 1e9f, 0, 0, 0 } };
            for (size_t i = 0; i < count; i++)
                add_shape(&d, &instances[i]);
            fs_batch_destroy(b);
            unsigned shown = count_letter(&d, '#');
            char words[32] = "";
            for (size_t i = d.count; i > 0 && strlen(words) < sizeof words - 1; i--)
                if (d.glyphs[i - 1].letter >= '0' && shown < fields)
                    words[strlen(words)] = d.glyphs[i - 1].letter;
            ck_assert_msg(shown == fields || (strncmp(words, "sdleif", 6) == 0 || strncmp(words, "dleif", 5) == 0),
                          "%u of %u fields, %s", shown, fields, words);
            ck_assert_float_le(d.all.right, area.right + 0.5f);
            ck_assert_float_ge(d.all.top, area.top - 0.5f);
            ck_assert_float_le(d.all.bottom, area.bottom + 0.5f);
        }
}
END_TEST

static taken_corner draw_list(drawing *d, player_list_kind kind, size_t size)
{
    size_t count;
    fs_batch *b;
    float width = (float)sizes[size][0], height = (float)sizes[size][1], letters = height / 50 < 7 ? 7 : height / 50;
    ck_assert_int_eq(fs_batch_create(&b), FS_OK);
    fs_batch_begin(b, sizes[size][0], sizes[size][1], (fs_batch_font){ .find = find_test_glyph });
    taken_corner corner = player_list_draw(&info, NULL, kind, (player_list_area){ width, height, 0 }, letters, b);
    *d = (drawing){ .count = 0 };
    const fs_instance *instances = fs_batch_instances(b, &count);
    for (size_t i = 0; i < count; i++)
        add_shape(d, &instances[i]);
    fs_batch_destroy(b);
    ck_assert_float_ge(corner.left, 0);
    ck_assert_float_le(corner.bottom, height * 0.55f + 3 * letters);
    return corner;
}

/* Of sixteen players the short list shows four and the number of the others, the own one among them; the whole list all of them. */
START_TEST(sixteen_players_leave_the_field)
{
    static drawing d;
    describe(&info, 0, 16);
    info.has_scores = false;
    for (; info.listed_count < 16; info.listed_count++) {
        info.listed[info.listed_count].slot = info.listed_count;
        snprintf(info.listed[info.listed_count].name, FS_MAX_NAME, info.listed_count == 13 ? "#own" : "#%c",
                 'A' + (char)info.listed_count);
    }
    info.own_slot = 13;
    for (size_t size = 1; size < 5; size++) {
        float width = (float)sizes[size][0], height = (float)sizes[size][1];
        taken_corner corner = draw_list(&d, PLAYER_LIST_SHORT, size);
        ck_assert_uint_eq(count_letter(&d, '#'), PLAYER_LIST_ROWS - 1);
        ck_assert_uint_eq(count_letter(&d, 'w'), 1); /* of the own name */
        ck_assert_float_le(corner.bottom, 0.25f * height);
        ck_assert_float_ge(corner.left, (1 - PLAYER_LIST_SHARE) * width - 1);
        draw_list(&d, PLAYER_LIST_WHOLE, size);
        ck_assert_uint_eq(count_letter(&d, '#'), 16);
        ck_assert_uint_eq(draw_list(&d, PLAYER_LIST_NONE, size).bottom == 0, 1);
    }
}
END_TEST

/* All 64 that a match can have: what has no room is counted, and nothing leaves the window. */
START_TEST(as_many_players_as_a_match_can_have)
{
    static drawing d;
    describe(&info, PART_PLAYERS, FS_MAX_PLAYERS);
    for (size_t size = 0; size < SIZES; size++)
        for (int kind = PLAYER_LIST_NONE; kind < PLAYER_LIST_KINDS; kind++) {
            draw_list(&d, (player_list_kind)kind, size);
            ck_assert(d.count == 0 || (d.all.left >= 0 && d.all.right <= (float)sizes[size][0]));
        }
}
END_TEST

/* The test sees what it looks for. */
START_TEST(covered_letters_are_seen)
{
    static drawing d = { .glyphs = { { 0, 0, 10, 10, 'a' }, { 12, 0, 20, 10, 'b' }, { 15, 5, 30, 15, 'c' } } };
    d.count = 2;
    ck_assert_uint_eq(find_covered(&d), 2);
    d.count = 3;
    ck_assert_uint_eq(find_covered(&d), 1);
    d.panels[d.panel_count++] = (rectangle){ 0, 0, 20, 10, 0 };
    ck_assert(is_on_panel(&d, &d.glyphs[1]) && !is_on_panel(&d, &d.glyphs[2]));
}
END_TEST

/* A long sentence in a window of 64 x 40: its first row is whole. */
START_TEST(a_desync_keeps_within_a_small_window)
{
    static drawing d;
    describe(&info, 0, 2);
    snprintf(info.desync, sizeof info.desync,
             "desync at tick 60: the state of this client differs from the server's, first in body2[0].pos.x");
    draw_described(&d, 7, 0);
    ck_assert_float_ge(d.all.top, 0);
    draw_described(&d, 1, 0);
    ck_assert_float_ge(d.all.top, 0);
}
END_TEST

START_TEST(nothing_shines_through_the_help)
{
    size_t count, panels = 0;
    fs_batch *b;
    o = (overlay){ .width = 1280, .height = 720 };
    describe(&info, PART_HELP, 2);
    ck_assert_int_eq(fs_batch_create(&b), FS_OK);
    fs_batch_begin(b, o.width, o.height, (fs_batch_font){ .find = find_test_glyph });
    ck_assert(help_draw(&o, &info, 18, b));
    const fs_instance *instances = fs_batch_instances(b, &count);
    for (size_t i = 0; i < count; i++) {
        if (instances[i].kind != FS_INSTANCE_TRIANGLE || instances[i].argb >> 24 == 0)
            continue;
        panels++;
        ck_assert_uint_eq(instances[i].argb >> 24, 255);
    }
    ck_assert_uint_ge(panels, 2);
    fs_batch_destroy(b);
}
END_TEST

/* The panel of the help is where overlay_find_help() says; in a window that is hardly larger it covers all of it, so that no ends of other
 * texts are seen beside it. */
START_TEST(the_help_is_where_it_is_said_to_be)
{
    static drawing d;
    for (size_t size = 0; size < SIZES; size++) {
        fs_batch *b;
        fields_area area;
        draw(&d, size, PART_HELP | PART_TALK, 2);
        ck_assert_int_eq(fs_batch_create(&b), FS_OK);
        fs_batch_begin(b, o.width, o.height, (fs_batch_font){ .find = find_test_glyph });
        bool covers = overlay_find_help(&o, &info, b, &area);
        const rectangle *p = &d.panels[d.panel_count - 1];
        ck_assert(!covers ||
                  (p->left == area.left && p->top == area.top && p->right == area.right && p->bottom == area.bottom));
        ck_assert(covers || size >= READABLE);
        bool narrow = covers && area.left > 0 && area.left < 0.01f * (float)o.width;
        ck_assert(!narrow);
        o.help = false;
        ck_assert(!overlay_find_help(&o, &info, b, &area));
        fs_batch_destroy(b);
    }
    draw(&d, 0, PART_HELP, 2);
    const rectangle *p = &d.panels[d.panel_count - 1];
    ck_assert(p->left == 0 && p->right == (float)sizes[0][0]);
}
END_TEST

/* A player agrees with others, somebody who watches with what the server has signed. */
START_TEST(agreement_is_green_for_those_who_watch_too)
{
    static drawing d;
    describe(&info, 0, 2);
    draw_described(&d, 1, 0);
    ck_assert_uint_eq(d.disc, GREEN);
    info.watches = true;
    draw_described(&d, 1, 0);
    ck_assert_uint_eq(d.disc, AMBER);
    info.agreed_tick = 0;
    info.verified_tick = 1100;
    draw_described(&d, 1, 0);
    ck_assert_uint_eq(d.disc, GREEN);
    info.desyncs = 1;
    draw_described(&d, 1, 0);
    ck_assert_uint_eq(d.disc, RED);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("overlay");
    TCase *t = tcase_create("overlay");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, no_text_covers_another_one);
    tcase_add_test(t, nothing_stands_beyond_a_border);
    tcase_add_test(t, the_status_stays_readable);
    tcase_add_test(t, every_size_is_drawn);
    tcase_add_test(t, displays_hide_texts_of_the_game);
    tcase_add_test(t, displays_leave_the_lines_of_the_game);
    tcase_add_test(t, a_comparison_hides_no_picture);
    tcase_add_test(t, long_names_leave_the_field);
    tcase_add_test(t, fields_are_shown_or_counted);
    tcase_add_test(t, sixteen_players_leave_the_field);
    tcase_add_test(t, as_many_players_as_a_match_can_have);
    tcase_add_test(t, covered_letters_are_seen);
    tcase_add_test(t, agreement_is_green_for_those_who_watch_too);
    tcase_add_test(t, nothing_shines_through_the_help);
    tcase_add_test(t, the_help_is_where_it_is_said_to_be);
    tcase_add_test(t, a_desync_keeps_within_a_small_window);
    suite_add_tcase(s, t);
    return s;
}
