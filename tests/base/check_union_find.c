/* check_union_find.c: sets and their representatives against relabelling of all members. */
#include <string.h>
#include <fixstep/random.h>

#include "support/check_main.h"
#include "base/union_find.h"

enum { COUNT = 200 };

/* The plain definition: every member carries the lowest index of its set. */
static void unite_labels(uint32_t *label, uint32_t a, uint32_t b)
{
    uint32_t from = label[a] > label[b] ? label[a] : label[b], to = label[a] ^ label[b] ^ from;
    for (uint32_t i = 0; i < COUNT; i++)
        if (label[i] == from)
            label[i] = to;
}

START_TEST(equals_relabelling)
{
    fs_rng rng = fs_rng_seed(9, (uint64_t)_i);
    uint32_t parent[COUNT], label[COUNT];
    fs__union_find_init(parent, COUNT);
    fs__union_find_init(label, COUNT);
    for (uint32_t round = 0; round < COUNT; round++) {
        uint32_t a = fs_rng_below(&rng, COUNT);
        uint32_t b = fs_rng_below(&rng, COUNT);
        fs__union_find_unite(parent, a, b);
        unite_labels(label, a, b);
        for (uint32_t i = 0; i < COUNT; i++)
            ck_assert_uint_le(parent[i], i);
        uint32_t probe = fs_rng_below(&rng, COUNT);
        ck_assert_uint_eq(fs__union_find_root(parent, probe), label[probe]);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        ck_assert_uint_eq(fs__union_find_root(parent, i), label[i]);
}
END_TEST

/* The same pairs in three orders give the same representatives. */
START_TEST(order_of_uniting_does_not_matter)
{
    uint32_t parent[3][COUNT];
    for (int order = 0; order < 3; order++) {
        fs__union_find_init(parent[order], COUNT);
        for (uint32_t k = 0; k < COUNT / 2; k++) {
            uint32_t i = order == 0 ? k : order == 1 ? COUNT / 2 - 1 - k : k * 7 % (COUNT / 2);
            uint32_t a = i * 31 % COUNT, b = (i * i + 3) % COUNT;
            fs__union_find_unite(parent[order], order == 1 ? b : a, order == 1 ? a : b);
        }
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t root = fs__union_find_root(parent[0], i);
        ck_assert_uint_eq(fs__union_find_root(parent[1], i), root);
        ck_assert_uint_eq(fs__union_find_root(parent[2], i), root);
    }
}
END_TEST

START_TEST(uniting_a_set_with_itself_changes_nothing)
{
    uint32_t parent[4];
    fs__union_find_init(parent, 4);
    fs__union_find_unite(parent, 2, 2);
    fs__union_find_unite(parent, 1, 3);
    fs__union_find_unite(parent, 3, 1);
    ck_assert_uint_eq(fs__union_find_root(parent, 0), 0);
    ck_assert_uint_eq(fs__union_find_root(parent, 2), 2);
    ck_assert_uint_eq(fs__union_find_root(parent, 3), 1);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("union_find");
    TCase *tc = tcase_create("sets");
    tcase_add_loop_test(tc, equals_relabelling, 0, 10);
    tcase_add_test(tc, order_of_uniting_does_not_matter);
    tcase_add_test(tc, uniting_a_set_with_itself_changes_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
