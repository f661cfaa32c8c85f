/* check_held_keys.c: held keys on a terminal that reports strokes only. */
#include "client/held_keys.h"

#include <fixstep/sim.h>

#include "support/check_main.h"

enum { MS = 1000, PRESS = 5000 * MS };

START_TEST(a_tap_ends)
{
    held_keys h = { 0 };
    ck_assert_uint_eq(held_keys_bits(&h, PRESS), 0);
    held_keys_press(&h, FS_KEY_LEFT, PRESS);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS), FS_KEY_LEFT);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + HELD_KEYS_FIRST_US - 1), FS_KEY_LEFT);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + HELD_KEYS_FIRST_US), 0);
}
END_TEST

/* The key counts as held without gaps from its first stroke to HELD_KEYS_REPEAT_US
 * after its last; the pause before the first repeat is shorter than
 * HELD_KEYS_FIRST_US. */
START_TEST(a_held_key_is_smooth)
{
    const uint64_t pause = 380 * MS, period = 33 * MS;
    held_keys h = { 0 };
    held_keys_press(&h, FS_KEY_UP, PRESS);
    uint64_t next = PRESS + pause, last = 0;
    for (uint64_t now = PRESS; now < PRESS + 2000 * MS; now += MS) {
        if (now >= next) {
            held_keys_press(&h, FS_KEY_UP, now);
            next += period;
            last = now;
        }
        ck_assert_uint_eq(held_keys_bits(&h, now), FS_KEY_UP);
    }
    ck_assert_uint_eq(held_keys_bits(&h, last + HELD_KEYS_REPEAT_US), 0);
}
END_TEST

START_TEST(the_opposite_replaces_at_once)
{
    static const uint32_t pairs[4][2] = { { FS_KEY_LEFT, FS_KEY_RIGHT },
                                          { FS_KEY_RIGHT, FS_KEY_LEFT },
                                          { FS_KEY_UP, FS_KEY_DOWN },
                                          { FS_KEY_DOWN, FS_KEY_UP } };
    held_keys h = { 0 };
    held_keys_press(&h, pairs[_i][0], PRESS);
    held_keys_press(&h, pairs[_i][1], PRESS + 10 * MS);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + 10 * MS), pairs[_i][1]);
}
END_TEST

START_TEST(other_keys_add_up)
{
    held_keys h = { 0 };
    held_keys_press(&h, FS_KEY_LEFT, PRESS);
    held_keys_press(&h, FS_KEY_UP, PRESS + 10 * MS);
    held_keys_press(&h, FS_KEY_FIRE, PRESS + 20 * MS);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + 20 * MS), FS_KEY_LEFT | FS_KEY_UP | FS_KEY_FIRE);
    /* A button is a short stroke. */
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + 20 * MS + HELD_KEYS_REPEAT_US), FS_KEY_LEFT | FS_KEY_UP);
    /* No key is no stroke. */
    held_keys_press(&h, 0, PRESS + 21 * MS);
    ck_assert_uint_eq(held_keys_bits(&h, PRESS + 21 * MS), FS_KEY_LEFT | FS_KEY_UP | FS_KEY_FIRE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("held_keys");
    TCase *tc = tcase_create("held_keys");
    tcase_add_test(tc, a_tap_ends);
    tcase_add_test(tc, a_held_key_is_smooth);
    tcase_add_loop_test(tc, the_opposite_replaces_at_once, 0, 4);
    tcase_add_test(tc, other_keys_add_up);
    suite_add_tcase(suite, tc);
    return suite;
}
