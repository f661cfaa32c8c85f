/* check_app_debug_view.c: names of debug layers, the search for worlds, and the stages of the key. */
#include "app/view/debug_view.h"
#include "app/view/match_picture.h"

#include <string.h>
#include <fixstep/debug2.h>
#include <fixstep/sim.h>

#include <fixstep/games.h>

#include "support/check_main.h"

START_TEST(lists_are_parsed)
{
    char why[APP_ERROR_BYTES];
    uint32_t layers = 1;
    ck_assert(app_debug_parse("contacts", &layers, why));
    ck_assert_uint_eq(layers, FS_DRAW2_CONTACTS);
    ck_assert(app_debug_parse("joints,islands,joints", &layers, why));
    ck_assert_uint_eq(layers, FS_DRAW2_JOINTS | FS_DRAW2_ISLANDS);
    ck_assert(app_debug_parse("all", &layers, why));
    ck_assert_uint_eq(layers, 2 * FS_DRAW2_VELOCITIES - 1);
}
END_TEST

START_TEST(wrong_lists_are_refused)
{
    static const char *const lists[] = { "", "contact", "contacts,", ",contacts", "contacts;joints", "All", "helpme" };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char why[APP_ERROR_BYTES] = "";
        uint32_t layers;
        ck_assert(!app_debug_parse(lists[i], &layers, why));
        ck_assert_ptr_nonnull(strstr(why, "--debug"));
    }
}
END_TEST

START_TEST(the_key_steps_through_all_layers_and_back)
{
    app_debug_view view = { .chosen = FS_DRAW2_JOINTS };
    uint32_t seen = 0;
    unsigned stages = 0;
    ck_assert_uint_eq(app_debug_layers(&view), 0);
    app_debug_next(&view);
    ck_assert_uint_eq(app_debug_layers(&view), FS_DRAW2_JOINTS);
    for (app_debug_next(&view); view.stage != 0; app_debug_next(&view)) {
        uint32_t layer = app_debug_layers(&view);
        ck_assert_uint_ne(layer, 0);
        ck_assert_uint_eq(layer & (layer - 1), 0);
        ck_assert_uint_eq(seen & layer, 0);
        ck_assert_str_ne(app_debug_name(&view), "off");
        seen |= layer;
        stages++;
    }
    ck_assert_uint_eq(seen, 2 * FS_DRAW2_VELOCITIES - 1);
    ck_assert_uint_eq(stages, 9);
    view.chosen = 0;
    app_debug_next(&view);
    ck_assert_uint_eq(app_debug_layers(&view), seen);
}
END_TEST

/* Items that all layers add to the picture of the game's first state. */
static size_t items_added(const fs_game *game)
{
    fs_config config = fs_default_config(game);
    fs_sim *sim;
    fs_draw_list *draw;
    size_t count;
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    uint64_t before = fs_sim_state_hash(sim);
    app_debug_draw(fs_sim_state(sim), draw, UINT32_MAX);
    ck_assert_uint_eq(fs_sim_state_hash(sim), before);
    fs_draw_items(draw, &count);
    fs_draw_destroy(draw);
    fs_sim_destroy(sim);
    return count;
}

/* Whether all layers of the first state are in space: a point off the plane z = 0. */
static bool draws_in_space(const fs_game *game)
{
    fs_config config = fs_default_config(game);
    fs_sim *sim;
    fs_draw_list *draw;
    bool found = false;
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    app_debug_draw(fs_sim_state(sim), draw, FS_DRAW2_AABBS);
    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < items[i].count; k++)
            found |= fs_draw_points(draw)[items[i].first + k].z != 0;
    fs_draw_destroy(draw);
    fs_sim_destroy(sim);
    return found;
}

START_TEST(worlds_of_both_dimensions_are_found)
{
    static const struct {
        const char *name;
        bool in_space;
    } games[] = { { "sandbox", false },
                  { "pool", false },
                  { "bowling", true },
                  { "pyramid3d", true },
                  { "ragdoll", true } };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const fs_game *game = fs_game_list_find(fs_builtin_games(), games[i].name);
        ck_assert_ptr_nonnull(game);
        ck_assert(app_debug_possible(game->schema));
        ck_assert_int_eq(draws_in_space(game), games[i].in_space);
    }
}
END_TEST

START_TEST(worlds_are_found_by_their_tables)
{
    unsigned with = 0, without = 0;
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++) {
        const fs_game *game = list->games[i];
        bool possible = app_debug_possible(game->schema);
        bool drawn = items_added(game) > 0; /* a game may make its bodies later */
        ck_assert(possible || !drawn);
        with += drawn;
        without += !possible;
    }
    ck_assert_uint_ge(with, 14);
    ck_assert_uint_ge(without, 5);
}
END_TEST

/* A match without a stream, as a preview is: its players have the names of a match that is played alone, other slots none. */
START_TEST(players_without_a_stream_have_names)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "pool");
    fs_config config = fs_default_config(game);
    fs_sim *sim;
    fs_draw_list *draw;
    char name[FS_DRAW_NAME_BYTES];
    config.players = 2;
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    app_draw_match(sim, NULL, UINT32_MAX, 0, draw);
    fs_draw_get_name(draw, 1, name, sizeof name);
    ck_assert_str_eq(name, "player2");
    fs_draw_get_name(draw, 2, name, sizeof name);
    ck_assert_str_eq(name, "2");
    fs_draw_destroy(draw);
    fs_sim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_debug_view");
    TCase *tests = tcase_create("debug_view");
    tcase_add_test(tests, lists_are_parsed);
    tcase_add_test(tests, players_without_a_stream_have_names);
    tcase_add_test(tests, wrong_lists_are_refused);
    tcase_add_test(tests, the_key_steps_through_all_layers_and_back);
    tcase_add_test(tests, worlds_are_found_by_their_tables);
    tcase_add_test(tests, worlds_of_both_dimensions_are_found);
    suite_add_tcase(suite, tests);
    return suite;
}
