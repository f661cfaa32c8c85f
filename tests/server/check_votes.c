/* check_votes.c: which lines are votes, and how many of them end a round. */
#include "../server/votes.h"

#include "support/check_main.h"

START_TEST(only_the_command_is_a_vote)
{
    votes v = { 0 };
    votes_take(&v, 3, "next");
    votes_take(&v, 3, "/nextt");
    votes_take(&v, 3, "/next please");
    votes_take(&v, 3, "");
    ck_assert_uint_eq(v.slots, 0);
    votes_take(&v, 3, "/next");
    votes_take(&v, 3, "/next");
    votes_take(&v, 63, "/next");
    ck_assert_uint_eq(v.slots, UINT64_C(1) << 3 | UINT64_C(1) << 63);
}
END_TEST

START_TEST(a_share_is_rounded_up)
{
    static const struct {
        uint32_t persons, percent, needed;
    } cases[] = { { 1, 51, 1 },  { 2, 51, 2 },  { 3, 51, 2 },    { 4, 51, 3 },    { 64, 51, 33 },
                  { 4, 50, 2 },  { 5, 50, 3 },  { 3, 100, 3 },   { 64, 1, 1 },    { 0, 51, 1 },
                  { 10, 60, 6 }, { 10, 61, 7 }, { 64, 100, 64 }, { 63, 100, 63 }, { 7, 66, 5 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(votes_needed(cases[i].persons, cases[i].percent), cases[i].needed);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("votes");
    TCase *tests = tcase_create("votes");
    tcase_add_test(tests, only_the_command_is_a_vote);
    tcase_add_test(tests, a_share_is_rounded_up);
    suite_add_tcase(suite, tests);
    return suite;
}
