/* check_broadphase.c: every structure of the broad phase in the plane against brute force; see broadphase_cases.h. */
#include "physics2d/dimension.h"

#include "physics/broadphase_cases.h"
#include "physics/sphere_cases.h"

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("broad");
    TCase *tc = tcase_create("broad");
    add_broadphase_cases(tc);
    add_sphere_cases(tc);
    suite_add_tcase(suite, tc);
    return suite;
}
