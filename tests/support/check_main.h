/* check_main.h: the interface between a test module and the common main function. */
#ifndef FS_CHECK_MAIN_H
#define FS_CHECK_MAIN_H

#include <check.h>

/* Check's own assertions write to a file each time they hold; in loops of many thousands that is most of a test's time.
 * These, and all of Check's that are made of them, print nothing until they fail. */
#undef ck_assert
#define ck_assert(expr) ck_assert_msg(expr, "%s does not hold", #expr)
#undef ck_assert_msg
#define ck_assert_msg(expr, ...) ((expr) ? (void)0 : ck_abort_msg(__VA_ARGS__))

/* The module's suite. */
Suite *fs_test_suite(void);

/* Runs it and prints "TOTAL passed failed"; the result is main's. */
int fs_test_run(void);

#endif
