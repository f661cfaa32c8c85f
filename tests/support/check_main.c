/* check_main.c: the main function of the test programs. */
#include "support/check_main.h"

int main(void)
{
    return fs_test_run();
}
