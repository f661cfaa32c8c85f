/* check_rounds.c: who wins a round, and what decides a match. */
#include <string.h>
#include <fixstep/kit/rounds.h>
#include <fixstep/kit/scene3.h>

#include "support/check_main.h"

START_TEST(everyone_with_the_most_points_wins)
{
    uint32_t score[4] = { 3, 5, 0, 5 }, wins[4] = { 1, 0, 0, 2 };
    ck_assert_uint_eq(fs_kit_round_best(score, 4), 5);
    fs_kit_round_end(score, wins, 4);
    ck_assert_uint_eq(wins[0], 1);
    ck_assert_uint_eq(wins[1], 1);
    ck_assert_uint_eq(wins[2], 0);
    ck_assert_uint_eq(wins[3], 3);
    ck_assert_uint_eq(fs_kit_round_best(score, 4), 0);
    fs_kit_round_end(score, wins, 4); /* nobody has points */
    ck_assert_uint_eq(wins[2], 0);
    ck_assert_uint_eq(fs_kit_round_best(score, 0), 0);
}
END_TEST

START_TEST(rounds_won_decide_after_the_first)
{
    const uint32_t score[3] = { 4, 9, 0 }, wins[3] = { 2, 1, 2 };
    fs_standings s;
    memset(&s, 0, sizeof s);
    fs_kit_round_standings(score, wins, 3, 0, &s);
    ck_assert(!s.finished && s.winners == 2 && s.scores[0] == 4);
    memset(&s, 0, sizeof s);
    fs_kit_round_standings(score, wins, 3, 5, &s);
    ck_assert(s.finished && s.winners == 5 && s.scores[1] == 1);
}
END_TEST

/* Opposite seats look at each other, all from the same distance. */
START_TEST(seats_stand_around_the_stage)
{
    for (uint32_t slot = 0; slot < 8; slot++) {
        fs_pos3 at = fs_kit_seat3_point(slot, 10 * FS_POS_ONE, 3 * FS_POS_ONE);
        fs_pos3 ahead = fs_kit_aim3_point(at, fs_kit_aim3_direction(fs_kit_seat3_heading(slot), 0), 10 * FS_POS_ONE);
        ck_assert_int_eq(at.y, 3 * FS_POS_ONE);
        ck_assert(fs_pos3_dist_sq_cmp(ahead, fs_pos3_make(0, at.y, 0), FS_POS_ONE / 1000) < 0);
        for (uint32_t other = 0; other < slot; other++)
            ck_assert(fs_pos3_dist_sq_cmp(at, fs_kit_seat3_point(other, 10 * FS_POS_ONE, 3 * FS_POS_ONE),
                                          7 * FS_POS_ONE) > 0);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("rounds");
    TCase *tc = tcase_create("rounds");
    tcase_add_test(tc, everyone_with_the_most_points_wins);
    tcase_add_test(tc, rounds_won_decide_after_the_first);
    tcase_add_test(tc, seats_stand_around_the_stage);
    suite_add_tcase(suite, tc);
    return suite;
}
