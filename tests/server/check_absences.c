/* check_absences.c: which losses and returns of connections are told, and how often. */
#include "../server/players/absences.h"

#include "support/check_main.h"

static bool takes(absences *a, uint64_t now_us, uint32_t slot, bool away)
{
    uint32_t told_slot = 99;
    bool told_away = !away;
    return absences_take(a, now_us, &told_slot, &told_away) && told_slot == slot && told_away == away;
}

static bool is_silent(absences *a, uint64_t now_us)
{
    uint32_t slot;
    bool away;
    return !absences_take(a, now_us, &slot, &away);
}

START_TEST(a_loss_and_a_return_are_told)
{
    absences a = { 0 };
    ck_assert(is_silent(&a, 5));
    absences_note(&a, 3, true);
    absences_note(&a, 63, true);
    ck_assert(takes(&a, 5, 3, true) && takes(&a, 5, 63, true) && is_silent(&a, 5));
    absences_note(&a, 63, false);
    ck_assert(is_silent(&a, 4 + ABSENCES_INTERVAL_US));
    ck_assert(takes(&a, 5 + ABSENCES_INTERVAL_US, 63, false) && is_silent(&a, 5 + ABSENCES_INTERVAL_US));
}
END_TEST

/* Back before anybody was told, or gone again before the return was told: nothing is news. */
START_TEST(what_did_not_change_is_not_told)
{
    absences a = { 0 };
    absences_note(&a, 0, true);
    absences_note(&a, 0, false);
    ck_assert(is_silent(&a, 1));
    absences_note(&a, 0, true);
    ck_assert(takes(&a, 1, 0, true));
    absences_note(&a, 0, false);
    absences_note(&a, 0, true);
    ck_assert(is_silent(&a, 1 + 2 * (uint64_t)ABSENCES_INTERVAL_US));
}
END_TEST

/* A connection that is lost and found ten times a second for a minute, polled twice in between. */
START_TEST(a_flapping_player_is_told_of_at_intervals)
{
    absences a = { 0 };
    unsigned told = 0;
    uint64_t minute = 60000000, slot_us = 50000;
    for (uint64_t now = 0; now < minute; now += slot_us) {
        absences_note(&a, 7, now / slot_us % 2 == 0);
        told += !is_silent(&a, now);
        told += !is_silent(&a, now);
    }
    ck_assert_uint_ge(told, 2);
    ck_assert_uint_le(told, minute / ABSENCES_INTERVAL_US);
    /* Others do not wait for it. */
    absences_note(&a, 8, true);
    ck_assert(takes(&a, minute - slot_us, 8, true));
}
END_TEST

/* The slot of a player who never came back goes to another one, who is not "back". */
START_TEST(another_player_has_not_returned)
{
    absences a = { 0 };
    absences_note(&a, 2, true);
    ck_assert(takes(&a, 1, 2, true));
    absences_forget(&a, 2);
    ck_assert(is_silent(&a, 1 + 2 * (uint64_t)ABSENCES_INTERVAL_US));
}
END_TEST

START_TEST(another_match_has_other_players)
{
    absences a = { 0 };
    absences_note(&a, 2, true);
    ck_assert(takes(&a, 1, 2, true));
    absences_note(&a, 2, false);
    absences_clear(&a);
    ck_assert(is_silent(&a, 1 + 2 * (uint64_t)ABSENCES_INTERVAL_US));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("absences");
    TCase *tests = tcase_create("absences");
    tcase_add_test(tests, a_loss_and_a_return_are_told);
    tcase_add_test(tests, what_did_not_change_is_not_told);
    tcase_add_test(tests, a_flapping_player_is_told_of_at_intervals);
    tcase_add_test(tests, another_player_has_not_returned);
    tcase_add_test(tests, another_match_has_other_players);
    suite_add_tcase(suite, tests);
    return suite;
}
