/* check_system.c: whole matches on a virtual clock: programs, transport, ENet and network (vsim.h) under random faults.
 *
 * Each seed gives a schedule (faults.h): crashes of server, clients and relay, stops, lost connections, blackouts, a partition,
 * a full disk, storms of players, jumps of clocks, bad lines, slow computers, flipped bits. FS_SEEDS sets the number of seeds
 * (default 60), FS_SEED runs one alone, FS_SCHEDULE a schedule as text. A failing schedule is reduced, and the command that
 * repeats it is printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "network/vsim.h"
#include "support/check_main.h"

enum { MAX_FAULTS = 10, FAULTS_US = 6000000 };

static const fault_plan plan = {
    .kinds = FAULT_KINDS, .max = MAX_FAULTS, .clients = 5, .healthy = VSIM_HEALTHY, .lines = 8, .span_us = FAULTS_US
};

static bool passes_with(const fault_schedule *s, vsim_defect defect, char why[256], uint64_t *digest)
{
    vsim *sim = vsim_create(s, defect);
    bool good = vsim_run(sim);
    *digest = vnet_digest(sim->net);
    vserver_end(&sim->server);
    snprintf(why, 256, "%s", sim->why);
    good = sim->why[0] == '\0';
    vsim_destroy(sim);
    return good;
}

static bool passes(const fault_schedule *s, char why[256])
{
    uint64_t digest;
    return passes_with(s, VSIM_NO_DEFECT, why, &digest);
}

START_TEST(random_schedules)
{
    faults_run(&plan, passes, 60, "tests/net/check_system");
}
END_TEST

START_TEST(two_runs_of_a_seed_are_equal)
{
    char why[256];
    for (uint64_t seed = 1; seed <= 4; seed++) {
        uint64_t first, second, other;
        fault_schedule s = faults_draw(&plan, seed), next = faults_draw(&plan, seed + 4);
        passes_with(&s, VSIM_NO_DEFECT, why, &first);
        passes_with(&next, VSIM_NO_DEFECT, why, &other);
        passes_with(&s, VSIM_NO_DEFECT, why, &second);
        ck_assert_uint_eq(first, second);
        ck_assert_uint_ne(first, other);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("system");
    TCase *tc = tcase_create("system");
    tcase_set_timeout(tc, 7200);
    tcase_add_test(tc, random_schedules);
    suite_add_tcase(suite, tc);
    tc = tcase_create("plain");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, two_runs_of_a_seed_are_equal);
    suite_add_tcase(suite, tc);
    return suite;
}
