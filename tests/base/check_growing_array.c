/* check_growing_array.c: arrays that grow keep their elements, grow by doubling, and refuse what memory cannot hold. */
#include "base/growing_array.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/check_main.h"

START_TEST(elements_stay)
{
    uint32_t *numbers = NULL;
    size_t capacity = 0, moves = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        size_t before = capacity;
        ck_assert(fs__array_reserve(&numbers, &capacity, i + 1, sizeof *numbers));
        ck_assert_uint_gt(capacity, i);
        ck_assert(capacity == before || capacity >= 2 * before);
        moves += capacity != before;
        numbers[i] = i;
    }
    for (uint32_t i = 0; i < 10000; i++)
        ck_assert_uint_eq(numbers[i], i);
    ck_assert_uint_le(moves, 11);
    free(numbers);
}
END_TEST

START_TEST(a_large_need_is_met_at_once)
{
    char *text = NULL;
    size_t capacity = 0;
    ck_assert(fs__array_reserve(&text, &capacity, 1000, 1));
    ck_assert_uint_ge(capacity, 1000);
    char *same = text;
    ck_assert(fs__array_reserve(&text, &capacity, 1000, 1));
    ck_assert_ptr_eq(text, same);
    free(text);
}
END_TEST

/* Sizes whose product wraps round, and one that no address space holds. */
START_TEST(impossible_sizes_change_nothing)
{
    uint64_t *numbers = NULL;
    size_t capacity = 0;
    ck_assert(fs__array_reserve(&numbers, &capacity, 3, sizeof *numbers));
    uint64_t *before = numbers;
    size_t had = capacity;
    numbers[2] = 7;
    ck_assert(!fs__array_reserve(&numbers, &capacity, SIZE_MAX / 8 + 2, sizeof *numbers));
    ck_assert(!fs__array_reserve(&numbers, &capacity, SIZE_MAX, sizeof *numbers));
    ck_assert_ptr_eq(numbers, before);
    ck_assert_uint_eq(capacity, had);
    ck_assert_uint_eq(numbers[2], 7);
    free(numbers);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("growing_array");
    TCase *tc = tcase_create("growing_array");
    tcase_add_test(tc, elements_stay);
    tcase_add_test(tc, a_large_need_is_met_at_once);
    tcase_add_test(tc, impossible_sizes_change_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
