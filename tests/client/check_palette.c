/* check_palette.c: the nearest colours of terminals. */
#include "client/tty/palette.h"

#include "support/check_main.h"

/* The colours of xterm by number, independent of the search under test. */
static uint32_t value_of(int number)
{
    static const uint32_t basic[16] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff
    };
    static const uint32_t levels[6] = { 0, 95, 135, 175, 215, 255 };
    if (number < 16)
        return basic[number];
    if (number >= 232)
        return (uint32_t)(number - 232) * 0x0a0a0a + 0x080808;
    number -= 16;
    return levels[number / 36] << 16 | levels[number / 6 % 6] << 8 | levels[number % 6];
}

static int colour_distance(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int d = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += d * d;
    }
    return sum;
}

static void check_nearest(int colours, int first, int last)
{
    for (uint32_t i = 0; i < 1 << 24; i += 9973) {
        int found = palette_nearest(i, colours);
        ck_assert(found >= first && found <= last);
        for (int n = first; n <= last; n++)
            ck_assert_msg(colour_distance(i, value_of(found)) <= colour_distance(i, value_of(n)),
                          "%06x: %d, but %d is nearer", (unsigned)i, found, n);
    }
}

START_TEST(nearest_colours_of_8)
{
    check_nearest(8, 0, 7);
}
END_TEST

START_TEST(nearest_colours_of_16)
{
    check_nearest(16, 0, 15);
}
END_TEST

START_TEST(nearest_colours_of_256)
{
    /* The first 16 are left out: users change them. */
    check_nearest(256, 16, 255);
}
END_TEST

START_TEST(exact_colours_are_found)
{
    for (int i = 16; i < 256; i++)
        ck_assert_uint_eq(value_of(palette_nearest(value_of(i), 256)), value_of(i));
    ck_assert_int_eq(palette_nearest(0xff0000, 1 << 24), 196);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("palette");
    TCase *tc = tcase_create("palette");
    tcase_add_test(tc, nearest_colours_of_8);
    tcase_add_test(tc, nearest_colours_of_16);
    tcase_add_test(tc, nearest_colours_of_256);
    tcase_add_test(tc, exact_colours_are_found);
    suite_add_tcase(suite, tc);
    return suite;
}
