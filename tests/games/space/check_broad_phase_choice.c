/* check_broad_phase_choice.c: games in space with every structure of the broad phase: the same state after every tick, on
 * one thread, two and four. */
#include "support/parallel_tasks.h"

#include <stdio.h>

#include <fixstep/games.h>
#include <fixstep/shape3.h>
#include <fixstep/world3.h>
#include <fixstep/sim.h>

enum { STRUCTURES = 16, TICKS = 90, THREADINGS = 3 }; /* 1, 2 and 4 workers */

static fs_sim *open_game(const char *name, const char *size, unsigned structure)
{
    char option[32], why[200] = "";
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), name, &game, why, sizeof why), FS_OK);
    fs_config config = fs_default_config(game);
    snprintf(option, sizeof option, "broad_phase=%u", structure);
    ck_assert_int_eq(fs_config_set(game, &config, size, why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_config_set(game, &config, option, why, sizeof why), FS_OK);
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    return sim;
}

/* The player drops balls, moves and blows bodies away. */
static void step(fs_sim *sim, unsigned tick)
{
    uint8_t input[FS_MAX_INPUT] = { 0 };
    input[0] = (uint8_t)(tick / 10 * 37);
    fs_inputs inputs = { input, 2, 1, 1 };
    fs_sim_step(sim, &inputs);
}

static void compare(const char *name, const char *size, unsigned structure)
{
    fs_sim *usual = open_game(name, size, 0), *other[THREADINGS];
    struct parallel_tasks tasks[THREADINGS];
    for (unsigned i = 0; i < THREADINGS; i++) {
        other[i] = open_game(name, size, structure);
        parallel_start(&tasks[i], 1u << i);
        fs_sim_set_tasks(other[i], &tasks[i].tasks);
    }
    for (unsigned tick = 0; tick < TICKS; tick++) {
        step(usual, tick);
        for (unsigned i = 0; i < THREADINGS; i++) {
            step(other[i], tick);
            ck_assert_msg(fs_sim_state_hash(usual) == fs_sim_state_hash(other[i]),
                          "%s: structure %u, %u workers, tick %u", name, structure, 1u << i, tick);
        }
    }
    for (unsigned i = 0; i < THREADINGS; i++) {
        parallel_stop(&tasks[i]);
        fs_sim_destroy(other[i]);
    }
    fs_sim_destroy(usual);
}

START_TEST(rain_does_not_depend_on_the_structure)
{
    compare("rain3d", "bodies=120", (unsigned)_i);
}
END_TEST

START_TEST(pyramid_does_not_depend_on_the_structure)
{
    compare("pyramid3d", "base=4", (unsigned)_i);
}
END_TEST

/* A world of its own keeps its structure open: in it the planes of a partition follow the bodies. */
START_TEST(worlds_of_their_own_agree)
{
    fs_world3 *world[2];
    for (unsigned k = 0; k < 2; k++) {
        const fs_world3_limits limits = { .bodies = 80, .shapes = 80 };
        ck_assert_int_eq(fs_world3_create(&limits, NULL, &world[k]), FS_OK);
        ck_assert_int_eq(fs_world3_set_broad_phase(world[k], k == 0 ? 12 : (uint32_t)_i), FS_OK);
        for (int i = 0; i < 64; i++) {
            fs_body3 body;
            fs_body3_def def = fs_default_body3_def();
            def.type = i == 0 ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC;
            def.pos = fs_pos3_make(i % 4 * FS_POS_ONE, i / 2 * FS_POS_ONE, i % 3 * FS_POS_ONE);
            ck_assert_int_eq(fs_body3_create(world[k], &def, &body), FS_OK);
            fs_pos half = i == 0 ? 20 * FS_POS_ONE : FS_POS_ONE / 3;
            fs_pos3 size = fs_pos3_make(half, FS_POS_ONE / 3, half);
            ck_assert_int_eq(fs_shape3_create_box(world[k], body, NULL, size, NULL), FS_OK);
        }
    }
    for (int tick = 0; tick < 150; tick++) {
        fs_world3_step(world[0]);
        fs_world3_step(world[1]);
        ck_assert(fs_state_hash(fs_world3_state(world[0])) == fs_state_hash(fs_world3_state(world[1])));
    }
    fs_world3_destroy(world[0]);
    fs_world3_destroy(world[1]);
}
END_TEST

START_TEST(an_unknown_structure_is_refused)
{
    fs_world3 *w, view;
    ck_assert_int_eq(fs_world3_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_world3_set_broad_phase(w, 15), FS_OK);
    ck_assert_int_eq(fs_world3_set_broad_phase(w, 16), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world3_error(w), "broad_phase is above 15");
    fs_world3_bind(fs_world3_state(w), 1, NULL, &view);
    ck_assert_int_eq(fs_world3_set_broad_phase(&view, 1), FS_E_ARGUMENT);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("broad_phase_choice");
    TCase *tc = tcase_create("broad_phase_choice");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, rain_does_not_depend_on_the_structure, 0, STRUCTURES);
    tcase_add_loop_test(tc, pyramid_does_not_depend_on_the_structure, 0, STRUCTURES);
    tcase_add_loop_test(tc, worlds_of_their_own_agree, 0, STRUCTURES);
    tcase_add_test(tc, an_unknown_structure_is_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
