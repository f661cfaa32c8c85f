/* check_names.c: every game in which players have bodies or scores shows their names. */
#include <string.h>
#include <fixstep/draw.h>
#include <fixstep/games.h>
#include <fixstep/kit/names.h>

#include "games/play.h"

static const char *const names[2] = { "Zoë", "Quincy" };

/* A wall of tiles that two lamps light, and dust: nothing there belongs to a player. */
static bool has_players(const fs_game *game)
{
    return strcmp(game->name, "gamma") != 0 && strcmp(game->name, "particles") != 0;
}

/* Texts of a kind that hold the name. */
static unsigned count_texts(const fs_draw_list *draw, fs_draw_kind kind, const char *name)
{
    size_t count;
    unsigned found = 0;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count; i++) {
        char text[FS_DRAW_MAX_TEXT + 1] = "";
        if (items[i].kind != kind)
            continue;
        memcpy(text, fs_draw_chars(draw) + items[i].text, items[i].length);
        found += strstr(text, name) != NULL;
    }
    return found;
}

static fs_draw_list *draw_with_names(struct match *m)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (uint32_t slot = 0; slot < 2; slot++)
        fs_draw_set_name(draw, slot, names[slot]);
    m->game->draw(m->state, &m->config, 0, draw);
    return draw;
}

START_TEST(names_are_on_bodies_and_in_scores)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    if (!has_players(game) || game->max_players < 2)
        return;
    struct match m = match_start(game, 2, "");
    for (int t = 0; t < 4; t++)
        match_step(&m);
    fs_draw_list *draw = draw_with_names(&m);
    unsigned on_bodies = 0;
    for (uint32_t slot = 0; slot < 2; slot++) {
        on_bodies += count_texts(draw, FS_DRAW_TEXT, names[slot]);
        ck_assert_msg(count_texts(draw, FS_DRAW_TEXT, names[slot]) + count_texts(draw, FS_DRAW_HUD, names[slot]) > 0,
                      "%s does not show the name of slot %u", game->name, slot);
    }
    ck_assert_msg(on_bodies > 0, "%s shows no name beside a body", game->name);
    fs_draw_destroy(draw);
    match_end(&m);
}
END_TEST

START_TEST(a_score_is_appended_whole_or_not_at_all)
{
    fs_draw_list *draw;
    char text[24] = "score ";
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_draw_set_name(draw, 1, names[0]);
    fs_kit_append_score(text, sizeof text, draw, 0, -7);
    fs_kit_append_score(text, sizeof text, draw, 1, 12);
    ck_assert_str_eq(text, "score  0: -7  Zoë: 12 ");
    fs_kit_append_score(text, sizeof text, draw, 2, 3);
    ck_assert_str_eq(text, "score  0: -7  Zoë: 12 ");
    fs_draw_destroy(draw);
}
END_TEST

/* The height, and the corner relative to the middle, of a label of `text`. */
static fs_draw_item label_of(const char *text, fix16_t width, fs_draw_point middle, fs_draw_point *corner)
{
    fs_draw_list *draw;
    size_t count;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_kit_draw_label(draw, middle, FS_FIX16_ONE, width, 0xffffff, text);
    fs_draw_item item = fs_draw_items(draw, &count)[0];
    ck_assert_uint_eq(count, 1);
    *corner = fs_draw_points(draw)[item.first];
    fs_draw_destroy(draw);
    return item;
}

START_TEST(a_label_stands_in_the_middle_and_fits)
{
    fs_draw_point middle = { 7 * FS_FIX16_ONE, 3, 5 }, corner;
    ck_assert_int_eq(label_of("Zo\xc3\xab", 2 * FS_FIX16_ONE, middle, &corner).size, FS_FIX16_ONE);
    ck_assert_int_eq(corner.x, middle.x - FS_FIX16_ONE * 15 / 16);
    ck_assert_int_eq(corner.y, 3);
    ck_assert_int_eq(corner.z, 5);
    ck_assert_int_eq(label_of("abcdefgh", 3 * FS_FIX16_ONE, middle, &corner).size, FS_FIX16_ONE * 3 / 5);
    ck_assert_int_eq(corner.x, middle.x - FS_FIX16_ONE * 3 / 2 + 2); /* the height is rounded down */
    middle.x = INT32_MIN;
    label_of("abcdefgh", INT32_MAX, middle, &corner);
    ck_assert_int_eq(corner.x, INT32_MIN);
    label_of("", FS_FIX16_ONE, middle, &corner);
    label_of("ab", -FS_FIX16_ONE, middle, &corner);
}
END_TEST

/* A label of `text` in a room for so many characters of half the height. */
static void label_reads(const char *text, int characters, const char *wanted)
{
    fs_draw_list *draw;
    size_t count;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_kit_draw_label(draw, (fs_draw_point){ 0, 0, 0 }, 2 * FS_FIX16_ONE, characters * FS_FIX16_ONE * 5 / 8, 0, text);
    const fs_draw_item *item = fs_draw_items(draw, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_ge(item->size, FS_FIX16_ONE);
    ck_assert_uint_eq(item->length, strlen(wanted));
    ck_assert_mem_eq(fs_draw_chars(draw) + item->text, wanted, item->length);
    fs_draw_destroy(draw);
}

/* Letters that cannot be read are no name. */
START_TEST(a_long_label_is_shortened)
{
    label_reads("abcdefgh", 8, "abcdefgh");
    label_reads("abcdefgh", 7, "abcdef\xe2\x80\xa6");
    label_reads("Zo\xc3\xab\xc3\xab\xc3\xab", 4, "Zo\xc3\xab\xe2\x80\xa6");
    label_reads("abcdefgh", 1, "\xe2\x80\xa6");
    label_reads("abcdefgh", 0, "\xe2\x80\xa6");
    label_reads("abcdefgh", -9, "\xe2\x80\xa6");
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("names");
    TCase *tests = tcase_create("names");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, names_are_on_bodies_and_in_scores, 0, (int)fs_builtin_games()->count);
    tcase_add_test(tests, a_label_stands_in_the_middle_and_fits);
    tcase_add_test(tests, a_long_label_is_shortened);
    tcase_add_test(tests, a_score_is_appended_whole_or_not_at_all);
    suite_add_tcase(suite, tests);
    return suite;
}
