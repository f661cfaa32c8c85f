/* check_result.c: every result has a name and a sentence, also a wrong number. */
#include <string.h>

#include <fixstep/result.h>

#include "support/check_main.h"

START_TEST(names_and_texts)
{
    for (int r = 0; r < FS_RESULT_COUNT; r++) {
        ck_assert_uint_gt(strlen(fs_result_name((fs_result)r)), 0);
        ck_assert_uint_gt(strlen(fs_result_text((fs_result)r)), 0);
        for (int q = 0; q < r; q++)
            ck_assert_str_ne(fs_result_name((fs_result)r), fs_result_name((fs_result)q));
    }
    ck_assert_str_eq(fs_result_name(FS_E_CAPACITY), "E_CAPACITY");
}
END_TEST

START_TEST(unknown_numbers)
{
    ck_assert_str_eq(fs_result_name((fs_result)-1), "E_UNKNOWN");
    ck_assert_str_eq(fs_result_name((fs_result)FS_RESULT_COUNT), "E_UNKNOWN");
    ck_assert_ptr_nonnull(fs_result_text((fs_result)12345));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("result");
    TCase *tc = tcase_create("result");
    tcase_add_test(tc, names_and_texts);
    tcase_add_test(tc, unknown_numbers);
    suite_add_tcase(suite, tc);
    return suite;
}
