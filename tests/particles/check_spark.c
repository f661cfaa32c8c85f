/* check_spark.c: sparks: exact lives and colours, pools and edges, groups and their draws,
 * and a cosmetic system beside a game. Doubles only measure here.
 */
#include <fixstep/emitter.h>

#include <math.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "particles/firework_fixture.h"

/* --- sparks ------------------------------------------------------------------------------------- */

static fs_spark_def spark(fs_spark_type type, uint16_t limit)
{
    return (fs_spark_def){ .type = type, .colour = FS_SPARK_GREEN, .limit = limit };
}

/* A count of 90 fades for 16 * 90 ticks, step by step down its ramp: the source's text
 * calls 90 its life. */
START_TEST(fading_lives_sixteen_limits)
{
    struct firework_fixture fixture = open_without_gravity(4, FS_SLOT_DROP_NEW);
    fs_spark_def def = spark(FS_SPARK_FADE, 90);
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_OK);
    uint64_t counter = fixture.s.emitter.rng->counter;
    for (uint32_t tick = 0; tick < 1440; tick++) {
        ck_assert_uint_eq(fs_sparks_alive(&fixture.s), 1);
        ck_assert_uint_eq(fixture.s.colour[0], 96 + tick / 90);
        step_tick(&fixture);
    }
    ck_assert_uint_eq(fs_sparks_alive(&fixture.s), 0);
    ck_assert_uint_eq(fixture.s.emitter.rng->counter, counter);
    close_firework_fixture(&fixture);
}
END_TEST

/* One draw a tick for each flickering spark, in the order of the slots. */
START_TEST(flicker_draws_once_a_tick)
{
    struct firework_fixture fixture = open_without_gravity(4, FS_SLOT_DROP_NEW);
    fs_spark_def def = spark(FS_SPARK_FLICKER, 5);
    fs_spark_start(&fixture.s, &def);
    def.limit = 9;
    fs_spark_start(&fixture.s, &def);
    fs_rng rng = *fixture.s.emitter.rng;
    uint64_t counter = rng.counter;
    for (uint32_t tick = 0; tick < 9; tick++) {
        ck_assert_uint_eq(fs_sparks_alive(&fixture.s), tick < 5 ? 2 : 1);
        step_tick(&fixture);
        uint8_t first = (uint8_t)(tick < 5 ? 96 + fs_rng_below(&rng, 16) : 0);
        uint8_t second = (uint8_t)(96 + fs_rng_below(&rng, 16));
        if (tick < 4)
            ck_assert_uint_eq(fixture.s.colour[0], first);
        if (tick < 8)
            ck_assert_uint_eq(fixture.s.colour[1], second);
    }
    ck_assert_uint_eq(fs_sparks_alive(&fixture.s), 0);
    ck_assert_uint_eq(fixture.s.emitter.rng->counter, counter + 14);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(pool_takes_the_lowest_and_counts_the_rest)
{
    struct firework_fixture fixture = open_without_gravity(128, FS_SLOT_DROP_NEW);
    fs_spark_def def = spark(FS_SPARK_FADE, 1);
    for (int i = 0; i < 128; i++)
        ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_OK);
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_E_CAPACITY);
    ck_assert_uint_eq(*fixture.s.emitter.dropped, 1);
    fs_burst burst = fs_default_burst();
    ck_assert_uint_eq(fs_sparks_explode(&fixture.s, &burst), 0);
    ck_assert_uint_eq(*fixture.s.emitter.dropped, 17);
    fixture.s.type[77] = FS_SPARK_NONE;
    def.colour = FS_SPARK_RED;
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_OK);
    /* The colour is that of the found slot: the source wrote it by another index. */
    ck_assert(fixture.s.colour[77] == 32 && fixture.s.last[77] == 47 && fixture.s.colour[76] == 96);
    def.limit = 0;
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_E_ARGUMENT);
    def = spark(FS_SPARK_NONE, 1);
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_E_ARGUMENT);
    def = spark(FS_SPARK_FADE, 1);
    def.colour = (fs_spark_colour)4;
    ck_assert_int_eq(fs_spark_start(&fixture.s, &def), FS_E_ARGUMENT);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(ramps)
{
    static const uint8_t first[] = { 32, 96, 144, 16 };
    static const uint32_t full[] = { 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF };
    for (int c = 0; c < FS_SPARK_COLOURS; c++) {
        ck_assert_uint_eq(fs_ramp_first((fs_spark_colour)c), first[c]);
        ck_assert_uint_eq(fs_ramp_rgb(first[c]), full[c]);
        for (unsigned i = 1; i < FS_RAMP_LENGTH; i++) {
            uint32_t now = fs_ramp_rgb((uint8_t)(first[c] + i)), before = fs_ramp_rgb((uint8_t)(first[c] + i - 1));
            ck_assert(now != 0 && now < before && (now & ~full[c]) == 0);
        }
    }
    ck_assert(fs_ramp_rgb(15) == 0 && fs_ramp_rgb(48) == 0 && fs_ramp_rgb(255) == 0);
}
END_TEST

/* Wind on x and gravity on y, on living and new ones; places move first: y = g n (n-1) / 2. */
START_TEST(wind_and_gravity)
{
    fs_wide g = fs_wide_from_ratio(36, 1), w = fs_wide_from_ratio(18, 1);
    struct firework_fixture fixture = open_firework_fixture(4, FS_SLOT_DROP_NEW, fs_wide3_make(w, g, 0),
                                                            FS_INTEGRATOR_EXPLICIT_EULER);
    fs_spark_def def = spark(FS_SPARK_FADE, 1000);
    fs_spark_start(&fixture.s, &def);
    for (int n = 1; n <= 600; n++) {
        step_tick(&fixture);
        double y = (double)fixture.s.p.pos[0].y / 4294967296.0, x = (double)fixture.s.p.pos[0].x / 4294967296.0;
        HOLDS(fabs(y - 36.0 / 3600 * n * (n - 1) / 2) < 1e-4 && fabs(x - y / 2) < 1e-4);
        HOLDS(n != 1 || y == 0);
    }
    ck_assert(fs_pos3_is_zero(fixture.s.p.pos[1]));
    close_firework_fixture(&fixture);
}
END_TEST

/* Dead beyond the edges; on the far one it lives and is not drawn. */
START_TEST(edges)
{
    struct firework_fixture fixture = open_without_gravity(8, FS_SLOT_DROP_NEW);
    fs_emitter_def box = fs_default_emitter_def();
    box.boundary = FS_BOUNDARY_KILL;
    box.low = fs_pos3_zero();
    box.high = fs_pos3_make(640 * FS_POS_ONE, 480 * FS_POS_ONE, 0);
    ck_assert_int_eq(fs_emitter_make(&fixture.s.emitter, &box), FS_OK);
    static const int64_t at[][2] = { { 0, 0 }, { 640, 0 }, { 0, 480 }, { 639, 479 } };
    fs_spark_def def = spark(FS_SPARK_FADE, 9);
    for (int i = 0; i < 4; i++) {
        def.pos = fs_pos3_make(at[i][0] * FS_POS_ONE, at[i][1] * FS_POS_ONE, 0);
        fs_spark_start(&fixture.s, &def);
    }
    def.pos = fs_pos3_make(-1, 5, 0);
    fs_spark_start(&fixture.s, &def);
    def.pos = fs_pos3_make(5, 480 * FS_POS_ONE + 1, 0);
    fs_spark_start(&fixture.s, &def);
    step_tick(&fixture);
    ck_assert_uint_eq(fs_sparks_alive(&fixture.s), 4);
    ck_assert(fs_spark_visible(&fixture.s, 0) && !fs_spark_visible(&fixture.s, 1));
    ck_assert(!fs_spark_visible(&fixture.s, 2) && fs_spark_visible(&fixture.s, 3));
    ck_assert(!fs_spark_visible(&fixture.s, 4) && !fs_spark_visible(&fixture.s, 8));
    /* Bouncing ones stay in the box. */
    box.boundary = FS_BOUNDARY_BOUNCE;
    fs_sparks_clear(&fixture.s);
    fs_emitter_make(&fixture.s.emitter, &box);
    def = spark(FS_SPARK_FADE, 1000);
    def.vel = vel(400, -300, 0);
    fs_spark_start(&fixture.s, &def);
    for (int tick = 0; tick < 600; tick++)
        step_tick(&fixture);
    fs_pos3 p = fixture.s.p.pos[0];
    ck_assert(p.x >= 0 && p.x <= box.high.x && p.y >= 0 && p.y <= box.high.y);
    ck_assert(abs(fixture.s.p.vel[0].x) == 400 * FS_VEL_ONE && abs(fixture.s.p.vel[0].y) == 300 * FS_VEL_ONE);
    close_firework_fixture(&fixture);
}
END_TEST

/* All speeds are 2, 3, 4 or 5 relative to the source, places whole steps of jitter. */
START_TEST(explosion)
{
    struct firework_fixture fixture = open_without_gravity(256, FS_SLOT_DROP_NEW);
    fs_burst b = fs_default_burst();
    b.number = 256;
    b.vel = vel(7, -3, 0);
    ck_assert_uint_eq(fs_sparks_explode(&fixture.s, &b), 256);
    int speeds[8] = { 0 };
    for (uint32_t i = 0; i < 256; i++) {
        fs_vel3 own = fs_vel3_sub(fixture.s.p.vel[i], b.vel);
        double speed = hypot((double)own.x, (double)own.y) / FS_VEL_ONE;
        int whole = (int)lround(speed);
        HOLDS(whole >= 2 && whole <= 5 && fabs(speed - whole) < 2e-6);
        speeds[whole]++;
        fs_pos3 p = fixture.s.p.pos[i];
        HOLDS(p.x % FS_POS_ONE == 0 && llabs(p.x) <= 4 * FS_POS_ONE && llabs(p.y) <= 4 * FS_POS_ONE && p.z == 0);
    }
    ck_assert(speeds[2] > 30 && speeds[3] > 30 && speeds[4] > 30 && speeds[5] > 30);
    close_firework_fixture(&fixture);
}
END_TEST

/* The draws of an explosion by hand, and its repetition. */
START_TEST(explosion_by_hand)
{
    struct firework_fixture fixture = open_without_gravity(8, FS_SLOT_DROP_NEW);
    fs_burst b = fs_default_burst();
    b.number = 3;
    fs_rng rng = *fixture.s.emitter.rng;
    fs_sparks_explode(&fixture.s, &b);
    for (uint32_t i = 0; i < 3; i++) {
        int32_t x = fs_rng_range(&rng, -4, 4);
        int32_t y = fs_rng_range(&rng, -4, 4);
        int32_t degrees = fs_rng_range(&rng, 0, 359);
        int32_t speed = fs_rng_range(&rng, 2, 5);
        int32_t limit = fs_rng_range(&rng, 1, 4);
        ck_assert(fixture.s.p.pos[i].x == x * FS_POS_ONE && fixture.s.p.pos[i].y == y * FS_POS_ONE);
        ck_assert_int_eq(fixture.s.p.vel[i].x, fs_mul32_sym(speed * FS_VEL_ONE, fs_cos(FS_TURN_DEG(degrees)), 30));
        ck_assert_int_eq(fixture.s.limit[i], limit);
    }
    ck_assert_uint_eq(fixture.s.emitter.rng->counter, rng.counter);
    /* What is out of range draws nothing. */
    fs_burst bad = b;
    bad.speed_min = 9;
    ck_assert_uint_eq(fs_sparks_explode(&fixture.s, &bad), 0);
    bad = b;
    bad.limit_min = 0;
    ck_assert_uint_eq(fs_sparks_ring(&fixture.s, &bad), 0);
    bad = b;
    bad.jitter = 1 << 17;
    ck_assert_uint_eq(fs_sparks_trail(&fixture.s, &bad), 0);
    ck_assert_uint_eq(fs_sparks_jet(&fixture.s, &b, 0, 181), 0);
    ck_assert_uint_eq(fixture.s.emitter.rng->counter, rng.counter);
    close_firework_fixture(&fixture);
}
END_TEST

/* After k ticks all of a shock wave are within steps of rounding of one radius. */
START_TEST(shock_wave)
{
    struct firework_fixture fixture = open_without_gravity(64, FS_SLOT_DROP_NEW);
    fs_burst b = fs_default_burst();
    b.number = 64;
    b.limit_min = b.limit_max = 90;
    ck_assert_uint_eq(fs_sparks_ring(&fixture.s, &b), 64);
    double speed = hypot((double)fixture.s.p.vel[0].x, (double)fixture.s.p.vel[0].y) / FS_VEL_ONE;
    ck_assert(fabs(speed - round(speed)) < 2e-6);
    for (int k = 0; k < 300; k++)
        step_tick(&fixture);
    for (uint32_t i = 0; i < 64; i++) {
        fs_pos3 p = fixture.s.p.pos[i];
        HOLDS(fabs(hypot((double)p.x, (double)p.y) / 4294967296.0 - round(speed) * 5) < 1e-5);
    }
    close_firework_fixture(&fixture);
}
END_TEST

/* One in ten ticks; with the emitter's velocity the mean drifts along with it. */
START_TEST(vapour_trail)
{
    struct firework_fixture fixture = open_without_gravity(2048, FS_SLOT_DROP_NEW);
    fs_burst b = fs_default_burst();
    b.colour = FS_SPARK_GREEN;
    b.number = 1;
    b.speed_min = 0;
    b.speed_max = 2;
    b.limit_min = 90;
    b.limit_max = 150;
    b.vel = vel(30, 10, 0);
    uint32_t started = 0;
    for (int tick = 0; tick < 10000; tick++)
        started += fs_sparks_trail(&fixture.s, &b);
    ck_assert(started > 880 && started < 1120);
    ck_assert_uint_eq(fs_sparks_alive(&fixture.s), started);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < started; i++) {
        fs_vel3 own = fs_vel3_sub(fixture.s.p.vel[i], b.vel);
        HOLDS(own.x % FS_VEL_ONE == 0 && abs(own.x) <= 2 * FS_VEL_ONE && abs(own.y) <= 2 * FS_VEL_ONE);
        HOLDS(fixture.s.limit[i] >= 90 && fixture.s.limit[i] <= 150 && fixture.s.colour[i] == 96);
        x += (double)own.x / FS_VEL_ONE;
        y += (double)own.y / FS_VEL_ONE;
    }
    /* Uniform in -2..2: the deviation of the mean is sqrt(2 / n); five of them. */
    double bound = 5 * sqrt(2.0 / started);
    ck_assert(fabs(x / started) < bound && fabs(y / started) < bound);
    close_firework_fixture(&fixture);
}
END_TEST

START_TEST(catherine_wheel)
{
    struct firework_fixture fixture = open_without_gravity(256, FS_SLOT_RING);
    fs_burst b = fs_default_burst();
    b.number = 2;
    b.speed_min = b.speed_max = 5;
    uint32_t turn = 0;
    for (int tick = 0; tick < 60; tick++) {
        uint32_t slot = *fixture.s.emitter.next;
        turn = FS_TURN_DEG(tick * 31);
        ck_assert_uint_eq(fs_sparks_jet(&fixture.s, &b, turn, 10), 2);
        for (uint32_t i = slot; i < slot + 2; i++) {
            int32_t off = fs_turn_signed(fs_atan2(fixture.s.p.vel[i].y, fixture.s.p.vel[i].x) - turn);
            ck_assert_uint_le(fs_uabs32(off), FS_TURN_DEG(10) + 1000);
        }
    }
    close_firework_fixture(&fixture);
}
END_TEST

/* Cleared and made again it is as new. */
START_TEST(reset_is_fresh)
{
    struct firework_fixture fixture = open_without_gravity(64, FS_SLOT_RING);
    uint64_t fresh = fs_state_hash(fixture.state);
    fs_burst b = fs_default_burst();
    for (int tick = 0; tick < 50; tick++) {
        fs_sparks_explode(&fixture.s, &b);
        step_tick(&fixture);
    }
    ck_assert(fs_state_hash(fixture.state) != fresh);
    *fixture.v.world.tick = 0;
    fs_sparks_clear(&fixture.s);
    make_emitters(&fixture, FS_SLOT_RING);
    ck_assert_uint_eq(fs_state_hash(fixture.state), fresh);
    close_firework_fixture(&fixture);
}
END_TEST

/* A cosmetic system has its own state and generator: the game's hash does not know of it. */
START_TEST(cosmetics_leave_no_trace)
{
    uint64_t roots[2];
    for (int run = 0; run < 2; run++) {
        struct firework_fixture game = open_without_gravity(64, FS_SLOT_DROP_NEW),
                                looks = open_without_gravity(64, FS_SLOT_RING);
        make_source_rules(&game);
        fs_burst b = fs_default_burst();
        for (int tick = 0; tick < 120; tick++) {
            if (tick % 7 == 0)
                fs_firework_launch_from_ground(&game.f, 1, FS_POS_ONE);
            step_tick(&game);
            if (run == 1) {
                b.at = game.f.p.pos[0];
                fs_sparks_explode(&looks.s, &b);
                step_tick(&looks);
            }
        }
        roots[run] = fs_state_hash(game.state);
        close_firework_fixture(&game);
        close_firework_fixture(&looks);
    }
    ck_assert_uint_eq(roots[0], roots[1]);
}
END_TEST

/* Every field of the source's record is in the state: it is saved and hashed. */
START_TEST(records_are_state)
{
    struct firework_fixture fixture = open_without_gravity(4, FS_SLOT_DROP_NEW);
    fs_spark_def def = spark(FS_SPARK_FADE, 3);
    fs_spark_start(&fixture.s, &def);
    uint64_t root = fs_state_hash(fixture.state);
#define COUNTS(field)                                \
    fixture.s.field[0] ^= 1;                         \
    ck_assert(fs_state_hash(fixture.state) != root); \
    fixture.s.field[0] ^= 1
    COUNTS(type);
    COUNTS(colour);
    COUNTS(first);
    COUNTS(last);
    COUNTS(count);
    COUNTS(limit);
    COUNTS(emitter.next);
    COUNTS(emitter.dropped);
    fixture.s.emitter.rng->counter ^= 1;
    ck_assert(fs_state_hash(fixture.state) != root);
    close_firework_fixture(&fixture);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("spark");
    TCase *tc = tcase_create("spark");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, fading_lives_sixteen_limits);
    tcase_add_test(tc, flicker_draws_once_a_tick);
    tcase_add_test(tc, pool_takes_the_lowest_and_counts_the_rest);
    tcase_add_test(tc, ramps);
    tcase_add_test(tc, wind_and_gravity);
    tcase_add_test(tc, edges);
    tcase_add_test(tc, explosion);
    tcase_add_test(tc, explosion_by_hand);
    tcase_add_test(tc, shock_wave);
    tcase_add_test(tc, vapour_trail);
    tcase_add_test(tc, catherine_wheel);
    tcase_add_test(tc, reset_is_fresh);
    tcase_add_test(tc, cosmetics_leave_no_trace);
    tcase_add_test(tc, records_are_state);
    suite_add_tcase(suite, tc);
    return suite;
}
