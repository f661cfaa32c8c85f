/* check_pace.c: the loss meter and the choice of the input delay, each by itself. */
#include "lockstep/pace/input_delay.h"
#include "lockstep/pace/loss_meter.h"

#include <fixstep/lockstep.h>

#include "support/check_main.h"

enum { HZ = 60, TICK_US = 1000000 / HZ };

/* --- loss ---------------------------------------------------------------------------- */

/* Feeds `count` serials of which `permille` are lost; returns the measured share in permille. */
static uint32_t measure_loss(fs__loss_meter *meter, uint32_t count, uint32_t permille, uint16_t first)
{
    fs_rng rng = fs_rng_seed(permille, 1);
    for (uint32_t i = 0; i < count; i++)
        if (fs_rng_below(&rng, 1000) >= permille)
            fs__loss_meter_add(meter, (uint16_t)(first + i));
    return fs__loss_meter_share(meter) * 1000u / 255;
}

START_TEST(loss_is_measured)
{
    static const uint32_t permille[] = { 0, 20, 50, 150, 500 };
    fs__loss_meter meter = { 0 };
    uint32_t measured = measure_loss(&meter, 3000, permille[_i], 65000); /* past the end of 16 bits */
    ck_assert_uint_le(measured, permille[_i] + permille[_i] / 2 + 5);
    ck_assert_uint_ge(measured, permille[_i] / 3);
    if (permille[_i] == 0)
        ck_assert_uint_eq(measured, 0);
}
END_TEST

START_TEST(order_and_copies_are_no_loss)
{
    fs__loss_meter meter = { 0 };
    for (uint16_t i = 0; i < 2000; i += 4) {
        static const uint16_t order[] = { 3, 1, 1, 0, 2, 3 };
        for (int k = 0; k < 6; k++)
            fs__loss_meter_add(&meter, (uint16_t)(i + order[k]));
    }
    ck_assert_uint_eq(fs__loss_meter_share(&meter), 0);
}
END_TEST

/* The first serial of any value starts the measurement; a very old one changes nothing. */
START_TEST(strange_serials)
{
    fs__loss_meter meter = { 0 };
    fs__loss_meter_add(&meter, 40000);
    fs__loss_meter_add(&meter, 39000);
    fs__loss_meter_add(&meter, 40001);
    ck_assert_uint_eq(fs__loss_meter_share(&meter), 0);
    fs__loss_meter_add(&meter, 60000); /* an outage of more than the memory */
    ck_assert_uint_gt(fs__loss_meter_share(&meter), 128);
}
END_TEST

START_TEST(redundancy_follows_loss)
{
    uint32_t before = 0;
    for (uint32_t share = 0; share <= 255; share++) {
        uint32_t n = fs__loss_redundancy((uint8_t)share);
        ck_assert_uint_ge(n, before < 2 ? 2 : before);
        ck_assert_uint_le(n, FS__MAX_REDUNDANCY);
        before = n;
    }
    ck_assert_uint_eq(fs__loss_redundancy(0), 2);
    ck_assert_uint_eq(fs__loss_redundancy(255), FS__MAX_REDUNDANCY);
    ck_assert(!fs__loss_sends_twice(0) && !fs__loss_sends_twice(1));
    ck_assert(fs__loss_sends_twice(2) && fs__loss_sends_twice(255));
}
END_TEST

/* --- delay ------------------------------------------------------------------------------ */

/* A player whose inputs need `way_us` and up to `jitter_us` more, for `count` ticks. It uses the chosen delay at once.
 * Returns the inputs that came late. */
static uint32_t play(fs__input_delay *delay, fs_rng *rng, uint32_t count, int64_t way_us, uint32_t jitter_us)
{
    uint32_t late = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t need = way_us + (jitter_us ? fs_rng_below(rng, jitter_us) : 0);
        int64_t late_us = need - (int64_t)delay->delay_us;
        late += late_us > 0;
        fs__input_delay_arrival(delay, late_us, late_us, delay->delay_us);
    }
    return late;
}

/* Whatever the handshake said, a quarter of a second gives the right delay. */
START_TEST(delay_settles)
{
    static const uint64_t first_us[] = { 0, 90000, 400000, UINT64_MAX };
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 2);
    fs__input_delay_start(&delay, HZ, first_us[_i]);
    play(&delay, &rng, 16, 90000, 0);
    ck_assert_uint_gt(delay.delay_us, 90000);
    ck_assert_uint_lt(delay.delay_us, 90000 + TICK_US);
}
END_TEST

START_TEST(delay_covers_the_jitter)
{
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 3);
    fs__input_delay_start(&delay, HZ, 60000);
    play(&delay, &rng, 600, 50000, 20000);
    ck_assert_uint_le(play(&delay, &rng, 6000, 50000, 20000), 12);
    ck_assert_uint_lt(delay.delay_us, 70000 + TICK_US / 4);
}
END_TEST

/* A longer way is followed within 8 inputs, a shorter one by a tick in 5 s. */
START_TEST(delay_rises_at_once_and_falls_slowly)
{
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 4);
    fs__input_delay_start(&delay, HZ, 50000);
    play(&delay, &rng, 2000, 50000, 0);
    ck_assert_uint_le(play(&delay, &rng, 100, 150000, 0), 8);
    ck_assert_uint_gt(delay.delay_us, 150000);
    uint32_t high = delay.delay_us;
    play(&delay, &rng, 32 * FS__DELAY_BLOCKS, 50000, 0); /* until the window forgets */
    uint32_t before = delay.delay_us;
    play(&delay, &rng, 5 * HZ, 50000, 0);
    ck_assert_uint_le(before, high);
    ck_assert_uint_le(before - delay.delay_us, TICK_US + TICK_US / 8);
    play(&delay, &rng, 60 * HZ, 50000, 0);
    ck_assert_uint_lt(delay.delay_us, 50000 + TICK_US);
}
END_TEST

/* Single messages of half a second are no reason for more delay, three in 17 s included. */
START_TEST(spikes_are_ignored)
{
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 5);
    fs__input_delay_start(&delay, HZ, 50000);
    play(&delay, &rng, 2000, 50000, 0);
    uint32_t before = delay.delay_us;
    for (int i = 0; i < 12; i++) {
        play(&delay, &rng, 3, 300000, 0);
        play(&delay, &rng, 400, 50000, 0);
        ck_assert_uint_le(delay.delay_us, before);
    }
}
END_TEST

/* Lost messages cost a few ticks each. Two of them in 17 s that need three and a half ticks more are ignored; two that need
 * one and a quarter more are cheap enough to be waited for. */
START_TEST(few_expensive_inputs_are_ignored)
{
    static const int64_t more_us[] = { 7 * TICK_US / 2, 5 * TICK_US / 4 };
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 7);
    fs__input_delay_start(&delay, HZ, 50000);
    play(&delay, &rng, 2000, 50000, 0);
    for (int i = 0; i < 2; i++) {
        play(&delay, &rng, 1, 50000 + more_us[_i], 0);
        play(&delay, &rng, 100, 50000, 0);
    }
    ck_assert_int_eq(delay.delay_us > 50000 + TICK_US, _i == 1);
}
END_TEST

/* The delay stays in its bounds whatever a client says. */
START_TEST(lies_are_bounded)
{
    fs__input_delay delay;
    fs_rng rng = fs_rng_seed(1, 6);
    fs__input_delay_start(&delay, HZ, 50000);
    for (int i = 0; i < 100000; i++) {
        uint32_t shift = fs_rng_below(&rng, 63) + 1;
        int64_t late_us = (int64_t)(fs_rng_u64(&rng) >> shift);
        if (fs_rng_chance(&rng, 1, 2))
            late_us = -late_us;
        fs__input_delay_arrival(&delay, late_us, late_us, fs_rng_u32(&rng));
        ck_assert_uint_ge(delay.delay_us, TICK_US);
        ck_assert_uint_le(delay.delay_us, FS_MAX_DELAY * 1000000 / HZ);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("pace");
    TCase *tc = tcase_create("pace");
    tcase_add_loop_test(tc, loss_is_measured, 0, 5);
    tcase_add_test(tc, order_and_copies_are_no_loss);
    tcase_add_test(tc, strange_serials);
    tcase_add_test(tc, redundancy_follows_loss);
    tcase_add_loop_test(tc, delay_settles, 0, 4);
    tcase_add_test(tc, delay_covers_the_jitter);
    tcase_add_test(tc, delay_rises_at_once_and_falls_slowly);
    tcase_add_test(tc, spikes_are_ignored);
    tcase_add_loop_test(tc, few_expensive_inputs_are_ignored, 0, 2);
    tcase_add_test(tc, lies_are_bounded);
    suite_add_tcase(suite, tc);
    return suite;
}
