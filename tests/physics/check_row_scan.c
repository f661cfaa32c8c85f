/* check_row_scan.c: passes over columns give what a look at every row gives, wherever chunks begin and end. */
#include "physics/row_scan.h"

#include "physics/body_state.h"
#include "num/num_util.h"
#include "support/check_main.h"

enum { MAX_ROWS = 200, FLAG = 1 << 6 };

static uint32_t gen[MAX_ROWS];
static uint8_t type[MAX_ROWS];
static uint16_t flags[MAX_ROWS];

/* A world at rest: bodies asleep, disabled and static, and rows that are not in use but hold anything. */
static void fill_at_rest(test_rng *r)
{
    for (uint32_t i = 0; i < MAX_ROWS; i++) {
        static const uint16_t off[] = { FS__BODY_ASLEEP, FS__BODY_DISABLED, FS__BODY_ASLEEP | FS__BODY_DISABLED };
        uint32_t kind = (uint32_t)(test_bits(r) % 3);
        gen[i] = kind == 2 ? 4 : 5;
        type[i] = kind == 1 ? FS__BODY_STATIC : FS__BODY_DYNAMIC;
        flags[i] = kind == 0 ? off[test_bits(r) % 3] : 0;
    }
}

START_TEST(one_awake_body_is_seen_in_every_row)
{
    test_rng r = { 1 };
    fill_at_rest(&r);
    for (uint32_t rows = 0; rows <= MAX_ROWS; rows++)
        ck_assert(!fs__row_scan_any_awake(gen, type, flags, rows));
    for (uint32_t i = 0; i < MAX_ROWS; i++) {
        fill_at_rest(&r);
        gen[i] = 7;
        type[i] = FS__BODY_KINEMATIC;
        flags[i] = (uint16_t) ~(FS__BODY_ASLEEP | FS__BODY_DISABLED);
        ck_assert(!fs__row_scan_any_awake(gen, type, flags, i));
        ck_assert(fs__row_scan_any_awake(gen, type, flags, i + 1));
        ck_assert(fs__row_scan_any_awake(gen, type, flags, MAX_ROWS));
    }
}
END_TEST

/* With few flags and with many. */
START_TEST(every_row_with_a_flag_is_found)
{
    test_rng r = { 2 };
    for (uint32_t rarity = 1; rarity <= 256; rarity *= 2) {
        for (uint32_t i = 0; i < MAX_ROWS; i++)
            flags[i] = (uint16_t)(test_bits(&r) % rarity == 0 ? FLAG | 1 : ~FLAG);
        for (uint32_t from = 0; from <= MAX_ROWS; from++) {
            uint32_t expected = from;
            while (expected < MAX_ROWS && (flags[expected] & FLAG) == 0)
                expected++;
            ck_assert_uint_eq(fs__row_scan_next(flags, FLAG, from, MAX_ROWS), expected);
        }
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("row_scan");
    TCase *tc = tcase_create("row_scan");
    tcase_add_test(tc, one_awake_body_is_seen_in_every_row);
    tcase_add_test(tc, every_row_with_a_flag_is_found);
    suite_add_tcase(suite, tc);
    return suite;
}
