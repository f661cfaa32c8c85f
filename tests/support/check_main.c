/* check_main.c: the main of every test module that has no own one. */
#include "support/check_main.h"

int main(void)
{
    return fs_test_run();
}
