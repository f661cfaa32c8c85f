/* check_main.h: what every test module gives to the common main. */
#ifndef FS_CHECK_MAIN_H
#define FS_CHECK_MAIN_H

#include <check.h>

/* The module's suite. */
Suite *fs_test_suite(void);

/* Runs it and prints "TOTAL passed failed"; the result is main's. */
int fs_test_run(void);

#endif
