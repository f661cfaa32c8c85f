/* check_emitter.c: fireworks, rates and fragments: exact lives and counts, both slot
 * policies at their capacity, draws that can be predicted, states of anything.
 */
#include <fixstep/emitter.h>

#include <string.h>

#include "support/check_main.h"
#include "particles/firework_fixture.h"
#include "num/random_vectors.h"

static uint32_t of_type(const struct firework_fixture *fixture, uint32_t type)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < fixture->f.p.count; i++)
        n += fixture->f.p.kind[i] == type;
    return n;
}

/* --- fireworks ---------------------------------------------------------------------------- */

START_TEST(rules_are_checked)
{
    struct firework_fixture fixture = open_without_gravity(4, FS_SLOT_DROP_NEW);
    fs_firework_rule good = { 1, 2, vel(0, 0, 0), vel(1, 1, 1), FS_UNIT_ONE, 16, 0 }, bad;
    ck_assert_int_eq(fs_firework_rule_make(&fixture.f, 1, &good), FS_OK);
    uint64_t root = fs_state_hash(fixture.state);
#define BAD(change) \
    bad = good;     \
    bad.change;     \
    ck_assert_int_eq(fs_firework_rule_make(&fixture.f, 1, &bad), FS_E_ARGUMENT)
    BAD(fuse_min = 0);
    BAD(fuse_min = 3);
    BAD(vel_max.z = -1);
    BAD(damping = -1);
    BAD(damping = FS_UNIT_ONE + 1);
    BAD(payloads = 17);
    BAD(first_payload = 1);
    BAD(first_payload = UINT32_MAX);
    ck_assert_int_eq(fs_firework_rule_make(&fixture.f, 0, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_rule_make(&fixture.f, 10, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_payload_make(&fixture.f, 16, 1, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_payload_make(&fixture.f, 0, 0, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_payload_make(&fixture.f, 0, 10, 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_payload_make(&fixture.f, 0, 1, FS_FIREWORK_MAX_COUNT + 1), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_launch(&fixture.f, 0, fs_pos3_zero(), vel(0, 0, 0)), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_launch(&fixture.f, 10, fs_pos3_zero(), vel(0, 0, 0)), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_firework_launch_from_ground(&fixture.f, 70000, 0), FS_E_ARGUMENT);
    ck_assert_uint_eq(fs_state_hash(fixture.state), root);
    fs_emitter_def def = fs_default_emitter_def();
    def.restitution = -1;
    ck_assert_int_eq(fs_emitter_make(&fixture.f.emitter, &def), FS_E_ARGUMENT);
    def = fs_default_emitter_def();
    def.low.y = 1;
    def.high.y = 0;
    ck_assert_int_eq(fs_emitter_make(&fixture.f.emitter, &def), FS_E_ARGUMENT);
    def = fs_default_emitter_def();
    def.boundary = (fs_boundary)3;
    ck_assert_int_eq(fs_emitter_make(&fixture.f.emitter, &def), FS_E_ARGUMENT);
    close_firework_fixture(&fixture);
}
END_TEST

/* A fuse of n ends in the n-th step; each generation is the product of the payloads. */
START_TEST(generations_are_products)
{
    struct firework_fixture fixture = open_without_gravity(2048, FS_SLOT_DROP_NEW);
    make_source_rules(&fixture);
    ck_assert_int_eq(fs_firework_launch(&fixture.f, DOUBLING, fs_pos3_zero(), vel(0, 0, 0)), FS_OK);
    for (uint32_t k = 0; k < 10; k++) {
        for (int tick = 0; tick < 7; tick++) {
            ck_assert_uint_eq(fs_fireworks_alive(&fixture.f), UINT32_C(1) << k);
            step_tick(&fixture);
        }
    }
    ck_assert_uint_eq(of_type(&fixture, DOUBLING), 1024);
    /* The children of the next generation no longer find a slot, or all do: 2048 fit. */
    for (int tick = 0; tick < 7; tick++)
        step_tick(&fixture);
    ck_assert_uint_eq(of_type(&fixture, DOUBLING), 2048);
    ck_assert_uint_eq(*fixture.f.emitter.dropped, 0);
    for (int tick = 0; tick < 7; tick++)
        step_tick(&fixture);
    ck_assert_uint_eq(of_type(&fixture, DOUBLING), 2048);
    ck_assert_uint_eq(*fixture.f.emitter.dropped, 2048);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(payloads_of_the_source)
{
    struct firework_fixture fixture = open_without_gravity(64, FS_SLOT_DROP_NEW);
    make_source_rules(&fixture);
    ck_assert_int_eq(fs_firework_launch(&fixture.f, 1, fs_pos3_make(1, 2, 3), vel(0, 0, 0)), FS_OK);
    uint32_t fuse = fixture.f.fuse[0];
    ck_assert(fuse >= 30 && fuse <= 84);
    fs_vel3 v = fixture.f.p.vel[0];
    ck_assert(abs(v.x) <= 5 * FS_VEL_ONE && v.y >= 25 * FS_VEL_ONE && v.y <= 28 * FS_VEL_ONE);
    for (uint32_t tick = 1; tick < fuse; tick++)
        step_tick(&fixture);
    ck_assert_uint_eq(of_type(&fixture, 1), 1);
    fs_pos3 at = fixture.f.p.pos[0];
    fs_vel3 parent = fixture.f.p.vel[0];
    step_tick(&fixture);
    ck_assert(of_type(&fixture, 1) == 0 && of_type(&fixture, 3) == 5 && of_type(&fixture, 5) == 5);
    for (uint32_t i = 0; i < 10; i++) {
        /* Where the parent was in its last tick, its velocity plus their own. */
        fs_pos3 p = fixture.f.p.pos[i];
        ck_assert(p.y > at.y && p.y < at.y + FS_POS_ONE && fs_pos3_eq(p, fixture.f.p.pos[0]));
        ck_assert_int_le(abs(fixture.f.p.vel[i].x - parent.x), (i < 5 ? 5 : 20) * FS_VEL_ONE + 2 * FS_VEL_ONE);
        ck_assert_uint_eq(fixture.f.p.kind[i], i < 5 ? 3 : 5);
        ck_assert_uint_eq(fixture.f.p.born[i], fuse - 1);
    }
    close_firework_fixture(&fixture);
}
END_TEST

/* Draws: fuse, vx, vy, vz; from the stated generator, nothing else. */
START_TEST(draws_can_be_predicted)
{
    struct firework_fixture fixture = open_without_gravity(8, FS_SLOT_DROP_NEW);
    make_source_rules(&fixture);
    fs_rng rng = fs_rng_seed(42, 0);
    int32_t side = fs_rng_range(&rng, -1, 1);
    int64_t fuse = fs_rng_range64(&rng, 30, 84);
    fs_vel x = fs_rng_range(&rng, -5 * FS_VEL_ONE, 5 * FS_VEL_ONE);
    fs_vel y = fs_rng_range(&rng, 25 * FS_VEL_ONE, 28 * FS_VEL_ONE);
    fs_vel z = fs_rng_range(&rng, -5 * FS_VEL_ONE, 5 * FS_VEL_ONE);
    ck_assert_int_eq(fs_firework_launch_from_ground(&fixture.f, 1, 5 * FS_POS_ONE), FS_OK);
    ck_assert(fs_pos3_eq(fixture.f.p.pos[0], fs_pos3_make(side * 5 * FS_POS_ONE, 0, 0)));
    ck_assert_int_eq(fixture.f.fuse[0], fuse);
    ck_assert(fs_vel3_eq(fixture.f.p.vel[0], fs_vel3_make(x, y, z)));
    ck_assert_uint_eq(fixture.f.emitter.rng->counter, rng.counter);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(same_seed_gives_same_fireworks)
{
    uint64_t roots[3];
    for (int run = 0; run < 3; run++) {
        struct firework_fixture fixture = open_firework_fixture(
            512, FS_SLOT_DROP_NEW, fs_wide3_make(0, -10 * FS_WIDE_ONE, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
        make_source_rules(&fixture);
        *fixture.f.emitter.rng = fs_rng_seed(run == 2 ? 43 : 42, 0);
        for (int tick = 0; tick < 600; tick++) {
            if (tick % 10 == 0)
                fs_firework_launch_from_ground(&fixture.f, 1 + (uint32_t)tick / 10 % 2, 5 * FS_POS_ONE);
            step_tick(&fixture);
        }
        ck_assert_uint_gt(fs_fireworks_alive(&fixture.f), 10);
        roots[run] = fs_state_hash(fixture.state);
        close_firework_fixture(&fixture);
    }
    ck_assert(roots[0] == roots[1] && roots[0] != roots[2]);
}
END_TEST

/* Dies when it is below the ground as well as when it burned down, and lets go both ways. */
START_TEST(the_ground_ends_fireworks)
{
    struct firework_fixture fixture = open_firework_fixture(
        32, FS_SLOT_DROP_NEW, fs_wide3_make(0, -10 * FS_WIDE_ONE, 0), FS_INTEGRATOR_SYMPLECTIC_EULER);
    make_source_rules(&fixture);
    *fixture.f.emitter.boundary = FS_BOUNDARY_KILL;
    fixture.f.emitter.low->y = 0;
    fs_firework_launch(&fixture.f, DOUBLING, fs_pos3_zero(), vel(0, 1, 0));
    fixture.f.fuse[0] = 1000;
    uint32_t tick = 0;
    while (of_type(&fixture, DOUBLING) == 1 && tick < 100) {
        ck_assert(fixture.f.p.pos[0].y >= 0);
        step_tick(&fixture);
        tick++;
    }
    /* 1 m/s up against 10 m/s^2 at 60 Hz: 12 ticks up and down. */
    ck_assert(tick >= 11 && tick <= 13);
    ck_assert_uint_eq(of_type(&fixture, DOUBLING), 2);
    step_tick(&fixture);
    ck_assert_uint_eq(of_type(&fixture, DOUBLING), 4);
    close_firework_fixture(&fixture);
}
END_TEST

/* Full: one policy keeps the old ones and counts the new ones, the other overwrites the oldest. */
START_TEST(slot_policies_at_capacity)
{
    struct firework_fixture fixture = open_without_gravity(4, _i == 0 ? FS_SLOT_DROP_NEW : FS_SLOT_RING);
    make_source_rules(&fixture);
    for (uint32_t i = 0; i < 6; i++) {
        fs_result r = fs_firework_launch(&fixture.f, i < 4 ? 3 : 4, fs_pos3_zero(), vel(0, 0, 0));
        ck_assert_int_eq(r, _i == 0 && i >= 4 ? FS_E_CAPACITY : FS_OK);
    }
    uint32_t dropped = *fixture.f.emitter.dropped, next = *fixture.f.emitter.next;
    if (_i == 0) {
        ck_assert(of_type(&fixture, 3) == 4 && dropped == 2 && next == 0);
        /* A freed slot is found again, the lowest first. */
        fixture.f.fuse[1] = fixture.f.fuse[3] = 1;
        step_tick(&fixture);
        ck_assert(fs_fireworks_alive(&fixture.f) == 2 && fixture.f.p.inv_mass[1].m == 0 && fixture.f.p.damping[3] == 0);
        ck_assert_int_eq(fs_firework_launch(&fixture.f, 4, fs_pos3_zero(), vel(0, 0, 0)), FS_OK);
        ck_assert(fixture.f.p.kind[1] == 4 && fixture.f.p.kind[3] == 0);
    } else {
        ck_assert(fixture.f.p.kind[0] == 4 && fixture.f.p.kind[1] == 4 && fixture.f.p.kind[2] == 3);
        ck_assert(dropped == 0 && next == 2);
    }
    close_firework_fixture(&fixture);
}
END_TEST

/* A dropped start draws nothing; in a ring children may overwrite their own parent and
 * each other, and all still come from the same place. */
START_TEST(full_slots_draw_nothing)
{
    struct firework_fixture fixture = open_without_gravity(2, FS_SLOT_DROP_NEW);
    make_source_rules(&fixture);
    fs_firework_launch(&fixture.f, 3, fs_pos3_zero(), vel(0, 0, 0));
    fs_firework_launch(&fixture.f, 3, fs_pos3_zero(), vel(0, 0, 0));
    uint64_t counter = fixture.f.emitter.rng->counter;
    ck_assert_int_eq(fs_firework_launch(&fixture.f, 3, fs_pos3_zero(), vel(0, 0, 0)), FS_E_CAPACITY);
    ck_assert_uint_eq(fixture.f.emitter.rng->counter, counter);
    close_firework_fixture(&fixture);
    fixture = open_without_gravity(3, FS_SLOT_RING);
    make_source_rules(&fixture);
    fs_firework_launch(&fixture.f, 1, fs_pos3_make(7, 8, 9), vel(0, 0, 0));
    fixture.f.fuse[0] = 1;
    fixture.f.p.vel[0] = vel(0, 0, 0);
    step_tick(&fixture);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert(fixture.f.p.kind[i] == 5 && fs_pos3_eq(fixture.f.p.pos[i], fs_pos3_make(7, 8, 9)));
    ck_assert_uint_eq(*fixture.f.emitter.next, (1 + 10) % 3);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(states_of_anything_are_safe)
{
    test_rng r = { 3 };
    for (int run = 0; run < 40; run++) {
        struct firework_fixture fixture = open_without_gravity(16, (fs_slot_policy)(run % 2));
        for (uint32_t i = 0; i < 16; i++) {
            fixture.f.p.kind[i] = (uint16_t)(test_bits(&r) % 12);
            fixture.f.fuse[i] = (uint32_t)(test_bits(&r) % 3);
            fixture.v.payload.type[i] = (uint16_t)(test_bits(&r) % 12);
            fixture.v.payload.count[i] = (uint16_t)(test_bits(&r) % 2000);
            fixture.s.type[i] = (uint8_t)(test_bits(&r) % 5);
            fixture.s.first[i] = (uint8_t)test_bits(&r);
            fixture.s.colour[i] = (uint8_t)test_bits(&r);
            fixture.s.last[i] = (uint8_t)test_bits(&r);
            fixture.s.limit[i] = (uint16_t)(test_bits(&r) % 3);
        }
        for (uint32_t i = 0; i < 9; i++) {
            fixture.v.rule.payloads[i] = (uint32_t)test_bits(&r);
            fixture.v.rule.first_payload[i] = (uint32_t)(test_bits(&r) % 20);
            fixture.v.rule.damping[i] = test_i32(&r);
            fixture.v.rule.vel_min[i] = test_vel3(&r, 0);
            fixture.v.rule.fuse_min[i] = (uint32_t)test_bits(&r);
        }
        *fixture.f.emitter.next = *fixture.s.emitter.next = 99;
        *fixture.f.emitter.policy = (uint8_t)test_bits(&r);
        *fixture.f.emitter.boundary = (uint8_t)test_bits(&r);
        for (int tick = 0; tick < 3; tick++)
            step_tick(&fixture);
        HOLDS(*fixture.f.emitter.next <= 99);
        close_firework_fixture(&fixture);
    }
    struct firework_fixture none = open_without_gravity(0, FS_SLOT_RING);
    make_source_rules(&none);
    ck_assert_int_eq(fs_firework_launch(&none.f, 1, fs_pos3_zero(), vel(0, 0, 0)), FS_E_CAPACITY);
    fs_burst burst = fs_default_burst();
    ck_assert_uint_eq(fs_sparks_explode(&none.s, &burst), 0);
    step_tick(&none);
    close_firework_fixture(&none);
    struct firework_fixture big = open_without_gravity(8, FS_SLOT_RING);
    uint64_t root = fs_state_hash(big.state);
    ck_assert_int_eq(fs_fireworks_step(&big.f, fs_arena_make(big.memory, 8)), FS_E_MEMORY);
    ck_assert_uint_eq(fs_state_hash(big.state), root);
    close_firework_fixture(&big);
}
END_TEST

/* --- rates and fragments ---------------------------------------------------------------------- */

START_TEST(steady_rates_are_exact)
{
    static const uint32_t rates[] = { 0, 1, 7, 59, 60, 61, 1000 };
    for (unsigned k = 0; k < 7; k++) {
        uint64_t sum = 0;
        for (uint32_t tick = 0; tick < 60 * 20; tick++) {
            sum += fs_emitter_spawn_count(rates[k], 60, tick);
            ck_assert_uint_eq(sum, (uint64_t)rates[k] * (tick + 1) / 60);
        }
    }
    ck_assert_uint_eq(fs_emitter_spawn_count(5, 0, 3), 0);
    ck_assert_uint_eq(fs_emitter_spawn_count(UINT32_MAX, 1, UINT32_MAX), UINT32_MAX);
}
END_TEST

START_TEST(fragments_repeat_and_balance)
{
    fs_vel3 out[7], again[7], other[7], parent = vel(3, -2, 1);
    fs_fragment_velocities(9, 100, parent, 4 * FS_VEL_ONE, 7, out);
    fs_fragment_velocities(9, 100, parent, 4 * FS_VEL_ONE, 7, again);
    fs_fragment_velocities(9, 101, parent, 4 * FS_VEL_ONE, 7, other);
    ck_assert(memcmp(out, again, sizeof out) == 0 && memcmp(out, other, sizeof out) != 0);
    int64_t x = 0, y = 0, z = 0;
    for (int i = 0; i < 7; i++) {
        ck_assert(abs(out[i].x - parent.x) <= 4 * FS_VEL_ONE && abs(out[i].z - parent.z) <= 4 * FS_VEL_ONE);
        x += out[i].x;
        y += out[i].y;
        z += out[i].z;
    }
    ck_assert(x == 7LL * parent.x && y == 7LL * parent.y && z == 7LL * parent.z);
    fs_fragment_velocities(9, 100, parent, FS_VEL_MIN, 1, out);
    ck_assert(fs_vel3_eq(out[0], parent));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("emitter");
    TCase *tc = tcase_create("emitter");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, rules_are_checked);
    tcase_add_test(tc, generations_are_products);
    tcase_add_test(tc, payloads_of_the_source);
    tcase_add_test(tc, draws_can_be_predicted);
    tcase_add_test(tc, same_seed_gives_same_fireworks);
    tcase_add_test(tc, the_ground_ends_fireworks);
    tcase_add_loop_test(tc, slot_policies_at_capacity, 0, 2);
    tcase_add_test(tc, full_slots_draw_nothing);
    tcase_add_test(tc, states_of_anything_are_safe);
    tcase_add_test(tc, steady_rates_are_exact);
    tcase_add_test(tc, fragments_repeat_and_balance);
    suite_add_tcase(suite, tc);
    return suite;
}
