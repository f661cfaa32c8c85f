/* check_system.c: whole matches on a virtual clock: programs, transport, ENet and network (vsim.h) under random faults.
 *
 * Each seed gives a schedule (faults.h): crashes of server, clients and relay, stops, lost connections, blackouts, a partition,
 * a full disk, storms of players, jumps of clocks, bad lines, slow computers, flipped bits. FS_SEEDS sets the number of seeds
 * (default 60), FS_SEED runs one alone, FS_SCHEDULE a schedule as text. A failing schedule is reduced, and the command that
 * repeats it is printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/vsim.h"
#include "support/brief.h"
#include "support/check_main.h"

enum { MAX_FAULTS = 10, FAULTS_US = 6000000 };

static const fault_plan plan = {
    .kinds = FAULT_KINDS, .max = MAX_FAULTS, .clients = 5, .healthy = VSIM_HEALTHY, .lines = 8, .span_us = FAULTS_US
};

static bool passes_with(const fault_schedule *s, vsim_defect defect, char why[256], uint64_t *digest)
{
    vsim_def def = vsim_default_def(s);
    def.defect = defect;
    vsim *sim = vsim_create(&def);
    vsim_run(sim);
    *digest = vnet_digest(sim->net);
    vserver_end(&sim->server);
    snprintf(why, 256, "%s", sim->why);
    vsim_destroy(sim);
    return why[0] == '\0';
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

/* --- reduction ------------------------------------------------------------------------ */

static bool passes_never_aligned(const fault_schedule *s, char why[256])
{
    uint64_t digest;
    return passes_with(s, VSIM_NEVER_ALIGNED, why, &digest);
}

static bool passes_appending(const fault_schedule *s, char why[256])
{
    uint64_t digest;
    return passes_with(s, VSIM_APPENDS, why, &digest);
}

/* Every fault of it is needed. */
static void check_minimal(const fault_schedule *s, faults_test *passes_with_defect)
{
    char why[256];
    for (uint32_t i = 0; i < s->count; i++) {
        fault_schedule less = *s;
        less.faults[i] = less.faults[--less.count];
        ck_assert(passes_with_defect(&less, why));
    }
}

/* The first schedule of many faults, from a seed on, that the defect fails and the library passes, reduced. */
static fault_schedule reduce_defect(faults_test *passes_with_defect, uint64_t seed)
{
    fault_schedule s;
    char why[256], again[256], text[FAULTS_TEXT_BYTES], bad[32];
    do
        s = faults_draw(&plan, seed++);
    while (s.count < 7 || passes_with_defect(&s, why));
    ck_assert_msg(passes(&s, why), "%s", why);
    ck_assert(!faults_try(&s, passes_with_defect, "tests/net/check_system", why));
    ck_assert(faults_read(&s, faults_write(&s, text), bad));
    ck_assert(!passes_with_defect(&s, again));
    ck_assert_str_eq(again, why); /* at the same time, too */
    check_minimal(&s, passes_with_defect);
    return s;
}

/* Without the correction of ENet's clock a step of the clock of day loses connections on which something is on its way. */
START_TEST(an_uncorrected_clock_is_found_and_reduced)
{
    fault_schedule s = reduce_defect(passes_never_aligned, 625);
    bool steps = false;
    ck_assert_uint_le(s.count, 2);
    for (uint32_t i = 0; i < s.count; i++)
        steps = steps || s.faults[i].kind == FAULT_SERVER_WALL_STEP;
    ck_assert(steps);
}
END_TEST

START_TEST(a_defect_of_two_faults_is_found_and_reduced)
{
    fault_schedule s = reduce_defect(passes_appending, 63);
    ck_assert_uint_eq(s.count, 2);
    ck_assert(s.faults[0].kind != s.faults[1].kind);
    for (uint32_t i = 0; i < 2; i++)
        ck_assert(s.faults[i].kind == FAULT_DISK_FULL || s.faults[i].kind == FAULT_SERVER_CRASH);
}
END_TEST

/* --- the transport on a virtual clock ----------------------------------------------------- */

/* On a slow line, whose repetitions are seconds apart at the end. */
START_TEST(a_dead_line_is_noticed_within_8_seconds)
{
    fault_schedule s = { .seed = 1, .clients = 4, .line = netline_find("loss15") };
    vsim_def def = vsim_default_def(&s);
    vsim *sim = vsim_create(&def);
    const vsim_client *c = &sim->clients[3];
    vsim_pass(sim, 6000000);
    ck_assert_uint_eq(fs_net_peers(sim->server.net), 4);
    vnet_rebind(c->program.machine);
    vsim_pass(sim, 4000000);
    ck_assert(!c->away);
    vsim_pass(sim, 4300000);
    ck_assert(c->away || c->losses > 0);
    ck_assert_uint_eq(fs_net_peers(sim->server.net), 3);
    vsim_pass(sim, 5000000);
    ck_assert_str_eq(vclient_lack(c), "");
    ck_assert_str_eq(sim->why, "");
    vsim_destroy(sim);
}
END_TEST

/* The server closes 14 ticks at once, which its clients had expected one after another: they hurry instead of sampling inputs for
 * ticks that have closed until their clocks have slewed. */
START_TEST(a_burst_of_ticks_costs_few_inputs)
{
    fault_schedule s = { .seed = 1, .clients = 3 };
    vsim_def def = vsim_default_def(&s);
    vsim *sim = vsim_create(&def);
    vsim_pass(sim, 6000000);
    sim->server.program.machine->offset_us += 240000;
    for (uint32_t i = 0; i < VSIM_HEALTHY; i++)
        sim->clients[i].lost_inputs = 0;
    sim->def.equal_lines = true; /* counts alone */
    vsim_pass(sim, 5000000);
    for (uint32_t i = 0; i < VSIM_HEALTHY; i++)
        ck_assert_uint_lt(sim->clients[i].lost_inputs, 30);
    ck_assert_str_eq(sim->why, "");
    vsim_destroy(sim);
}
END_TEST

/* --- memory --------------------------------------------------------------------------------- */

/* Their limit is that of a run of faults. */
static void forget_lost_inputs(vsim *sim)
{
    for (uint32_t i = 0; i < VSIM_HEALTHY; i++)
        sim->clients[i].lost_inputs = 0;
}

/* Players and a relay's spectators come, go, crash, are lost and return, and now and then the server begins another match: what all
 * programs have together at the end of a round stays what it was in the first ones, in which what is kept for spectators for 120 s grows. FIXSTEP_LONG plays
 * about two simulated hours. */
START_TEST(memory_stays_through_churn)
{
    enum { WARM_ROUNDS = 20, MATCH_ROUNDS = 40, LONG_ROUNDS = 760 };
    uint32_t rounds = getenv("FIXSTEP_LONG") != NULL ? LONG_ROUNDS : play_brief() ? WARM_ROUNDS + 4 : 36;
    fault_schedule s = { .seed = 2, .clients = 6 };
    vsim_def def = vsim_default_def(&s);
    vsim *sim = vsim_create(&def);
    size_t warm = 0, most = 0;
    vsim_pass(sim, 8000000);
    for (uint32_t round = 0; round < rounds && sim->why[0] == '\0'; round++) {
        vsim_client *c = &sim->clients[VSIM_HEALTHY + round % 3];
        vsim_storm(sim, true);
        vnet_rebind(sim->clients[5].program.machine);
        vsim_pass(sim, 1500000);
        vclient_crash(c);
        if (round % 4 == 3)
            vrelay_crash(&sim->relay);
        vsim_pass(sim, 1000000);
        vclient_start(c);
        if (round % 4 == 3)
            vrelay_start(&sim->relay);
        vsim_storm(sim, false);
        vsim_run(sim); /* until everybody is there */
        vsim_pass(sim, 4000000);
        forget_lost_inputs(sim);
        size_t bytes = vsim_bytes(sim);
        if (round < WARM_ROUNDS)
            warm = bytes > warm ? bytes : warm;
        most = bytes > most ? bytes : most;
        if (round % MATCH_ROUNDS != MATCH_ROUNDS - 1)
            continue;
        vserver_crash(&sim->server);
        vserver_start(&sim->server);
        sim->excused_to_us = vnet_now_us(sim->net) + 20000000;
        vsim_pass(sim, 20000000);
        forget_lost_inputs(sim);
    }
    ck_assert_str_eq(sim->why, "");
    ck_assert_msg(most <= warm + (64 << 10), "%zu bytes, and %zu in the first rounds", most, warm);
    ck_assert_uint_ge(sim->most_bytes, most);
    vsim_destroy(sim);
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
    tcase_add_test(tc, an_uncorrected_clock_is_found_and_reduced);
    tcase_add_test(tc, a_defect_of_two_faults_is_found_and_reduced);
    tcase_add_test(tc, a_dead_line_is_noticed_within_8_seconds);
    tcase_add_test(tc, a_burst_of_ticks_costs_few_inputs);
    tcase_add_test(tc, memory_stays_through_churn);
    suite_add_tcase(suite, tc);
    return suite;
}
