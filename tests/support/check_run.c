/* check_run.c: runs one module's suite and prints its totals. */
#include <stdio.h>
#include <stdlib.h>

#include "support/check_main.h"

int fs_test_run(void)
{
    /* Check gives a test four seconds; without optimisation, under sanitizers or beside other work that is too short. */
    setenv("CK_DEFAULT_TIMEOUT", "120", 0);
    SRunner *runner = srunner_create(fs_test_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    int run = srunner_ntests_run(runner);
    srunner_free(runner);
    printf("TOTAL %d %d\n", run - failed, failed);
    /* A module that ran nothing is a broken test, not a passed one. */
    return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
