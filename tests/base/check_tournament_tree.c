/* check_tournament_tree.c: the tree against a linear search. */
#include <fixstep/random.h>

#include "support/check_main.h"
#include "base/tournament_tree.h"

enum { MAX_KEYS = 256 };

static uint32_t linear_min_index(const int64_t *key, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++)
        if (key[i] < key[best])
            best = i;
    return best;
}

/* Few distinct keys, so that ties are common. */
static int64_t random_key(fs_rng *rng)
{
    return (int64_t)fs_rng_below(rng, 8) - 4;
}

START_TEST(equals_linear_search)
{
    static const uint32_t counts[] = { 1, 2, 3, 4, 5, 31, 32, 33, MAX_KEYS };
    fs_rng rng = fs_rng_seed(5, (uint64_t)_i);
    int64_t key[MAX_KEYS];
    uint32_t winner[MAX_KEYS] = { 0 };
    struct fs__tournament t = { key, winner, fs__tournament_leaf_count(counts[_i]) };
    ck_assert_uint_le(t.leaf_count, MAX_KEYS);
    for (uint32_t i = 0; i < t.leaf_count; i++)
        key[i] = random_key(&rng);
    fs__tournament_build(&t);
    ck_assert_uint_eq(fs__tournament_min_index(&t), linear_min_index(key, t.leaf_count));
    for (int round = 0; round < 2000; round++) {
        uint32_t index = fs_rng_below(&rng, t.leaf_count);
        fs__tournament_set(&t, index, random_key(&rng));
        ck_assert_uint_eq(fs__tournament_min_index(&t), linear_min_index(key, t.leaf_count));
    }
}
END_TEST

START_TEST(leaf_count_is_the_next_power_of_two)
{
    static const uint32_t counts[][2] = { { 0, 2 }, { 1, 2 }, { 2, 2 }, { 3, 4 }, { 4, 4 }, { 5, 8 }, { 1000, 1024 } };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        ck_assert_uint_eq(fs__tournament_leaf_count(counts[i][0]), counts[i][1]);
    ck_assert_uint_eq(fs__tournament_leaf_count(UINT32_C(1) << 31), UINT32_C(1) << 31);
}
END_TEST

START_TEST(lower_index_wins_a_tie)
{
    int64_t key[4] = { INT64_MAX, INT64_MIN, INT64_MIN, INT64_MAX };
    uint32_t winner[4] = { 0 };
    struct fs__tournament t = { key, winner, 4 };
    fs__tournament_build(&t);
    ck_assert_uint_eq(fs__tournament_min_index(&t), 1);
    fs__tournament_set(&t, 0, INT64_MIN);
    ck_assert_uint_eq(fs__tournament_min_index(&t), 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tournament_tree");
    TCase *tc = tcase_create("tree");
    tcase_add_loop_test(tc, equals_linear_search, 0, 9);
    tcase_add_test(tc, leaf_count_is_the_next_power_of_two);
    tcase_add_test(tc, lower_index_wins_a_tie);
    suite_add_tcase(suite, tc);
    return suite;
}
