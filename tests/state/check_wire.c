/* check_wire.c: bounded reading and writing, one form per number. */
#include "state/wire.h"

#include "support/check_main.h"

static const uint64_t samples[] = { 0, 1, 127, 128, 255, 16383, 16384, 0xffffffffu, 1ull << 63, UINT64_MAX };
enum { SAMPLES = sizeof samples / sizeof samples[0] };

START_TEST(var_round_trip)
{
    uint8_t bytes[16];
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__put_var(&w, samples[_i]);
    fs__reader r = fs__reader_make(bytes, w.at);
    ck_assert(fs__get_var(&r) == samples[_i]);
    ck_assert(fs__reader_done(&r));
    /* Every shorter prefix is refused. */
    for (size_t n = 0; n < w.at; n++) {
        r = fs__reader_make(bytes, n);
        ck_assert(fs__get_var(&r) == 0);
        ck_assert(r.bad);
    }
}
END_TEST

START_TEST(var_long_forms_are_refused)
{
    static const uint8_t bad[][10] = { { 0x80, 0x00 },
                                       { 0xff, 0x80, 0x00 },
                                       { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02 },
                                       { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fs__reader r = fs__reader_make(bad[i], sizeof bad[i]);
        fs__get_var(&r);
        ck_assert_msg(r.bad, "spelling %zu was accepted", i);
    }
}
END_TEST

START_TEST(fixed_width_is_little_endian)
{
    uint8_t bytes[15];
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__put_u8(&w, 0x01);
    fs__put_u16(&w, 0x0302);
    fs__put_u32(&w, 0x07060504);
    fs__put_u64(&w, 0x0f0e0d0c0b0a0908);
    ck_assert(!w.full);
    for (unsigned i = 0; i < sizeof bytes; i++)
        ck_assert_uint_eq(bytes[i], i + 1);
    fs__reader r = fs__reader_make(bytes, sizeof bytes);
    ck_assert_uint_eq(fs__get_u8(&r), 0x01);
    ck_assert_uint_eq(fs__get_u16(&r), 0x0302);
    ck_assert_uint_eq(fs__get_u32(&r), 0x07060504);
    ck_assert(fs__get_u64(&r) == 0x0f0e0d0c0b0a0908);
    ck_assert(fs__reader_done(&r));
    fs__put_u8(&w, 0);
    ck_assert(w.full);
}
END_TEST

START_TEST(texts)
{
    uint8_t bytes[40];
    char text[8];
    fs__writer w = fs__writer_make(bytes, sizeof bytes);
    fs__put_text(&w, "seven77");
    fs__reader r = fs__reader_make(bytes, w.at);
    fs__get_text(&r, text, sizeof text);
    ck_assert(fs__reader_done(&r));
    ck_assert_str_eq(text, "seven77");

    static const struct {
        uint8_t bytes[12];
        size_t size;
    } bad[] = { { "\x08toolong8", 9 }, /* does not fit with its 0 */
                { "\x03"
                  "a\nb",
                  4 }, /* control character */
                { "\x05"
                  "abc",
                  4 }, /* ends early */
                { "", 0 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        r = fs__reader_make(bad[i].bytes, bad[i].size);
        fs__get_text(&r, text, sizeof text);
        ck_assert_msg(r.bad, "text %zu was accepted", i);
        ck_assert_str_eq(text, "");
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("wire");
    TCase *tc = tcase_create("wire");
    tcase_add_loop_test(tc, var_round_trip, 0, SAMPLES);
    tcase_add_test(tc, var_long_forms_are_refused);
    tcase_add_test(tc, fixed_width_is_little_endian);
    tcase_add_test(tc, texts);
    suite_add_tcase(suite, tc);
    return suite;
}
