/* check_font.c: glyphs of scripts that a font has and lacks, and more characters than the texture holds. */
#include "window/font.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <unistd.h>

#include "support/check_main.h"

enum { REPLACEMENT = 0xfffd, ELLIPSIS = 0x2026, PICTURES = 60, HAN = 0x4e00, LATIN_A = 0x100 };

static const char mono[] = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
static const char sans[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

static bool has(font *f, uint32_t character)
{
    fs_glyph glyph;
    fs_batch_font b = font_for_batch(f);
    return b.find(b.context, character, &glyph);
}

/* What every text needs is there in both fonts: letters, the sign for what is missing, the ellipsis. */
static void check_usual(font *f)
{
    for (uint32_t c = 0x20; c < 0x7f; c++)
        ck_assert_msg(has(f, c), "character %x", c);
    ck_assert(has(f, REPLACEMENT) && has(f, ELLIPSIS));
}

START_TEST(the_built_in_font_has_a_sign_for_what_it_lacks)
{
    char why[320];
    font *f = font_open("/nowhere.ttf", why, sizeof why);
    ck_assert_ptr_nonnull(f);
    ck_assert(why[0] != '\0');
    font_begin_picture(f);
    check_usual(f);
    ck_assert(!has(f, HAN) && !has(f, 0xe9) && !has(f, 0x202e) && !has(f, 0x10ffff) && !has(f, 0xffffffff));
    font_close(f);
}
END_TEST

/* The first character above ASCII that one font has and another one lacks; 0: none. */
static uint32_t find_difference(const char *with, const char *without)
{
    uint32_t found = 0;
    ck_assert_int_eq(TTF_Init(), 0);
    TTF_Font *a = TTF_OpenFont(with, 20), *b = TTF_OpenFont(without, 20);
    for (uint32_t c = 0x250; a != NULL && b != NULL && c < 0x3000 && found == 0; c++) {
        int left, right, low, high, advance;
        bool drawn = TTF_GlyphIsProvided32(a, c) && !TTF_GlyphIsProvided32(b, c) &&
                     TTF_GlyphMetrics32(a, c, &left, &right, &low, &high, &advance) == 0 && right > left;
        found = drawn ? c : 0;
    }
    if (a != NULL)
        TTF_CloseFont(a);
    if (b != NULL)
        TTF_CloseFont(b);
    TTF_Quit();
    return found;
}

START_TEST(what_one_font_lacks_comes_from_another)
{
    char why[320];
    if (access(mono, R_OK) != 0 || access(sans, R_OK) != 0) {
        printf("# skipped: fonts-dejavu-core is not installed\n");
        return;
    }
    uint32_t c = find_difference(sans, mono);
    ck_assert_uint_ne(c, 0);
    font *f = font_open(mono, why, sizeof why);
    ck_assert_str_eq(why, "");
    font_begin_picture(f);
    check_usual(f);
    ck_assert_msg(has(f, c), "character %x", c);
    font_close(f);
}
END_TEST

/* Of strangers' texts of thousands of characters some find no room; letters of ASCII always do, and a later text of others
 * finds room again. */
START_TEST(a_full_texture_is_emptied)
{
    char why[320];
    unsigned missing = 0;
    if (access(sans, R_OK) != 0) {
        printf("# skipped: fonts-dejavu-core is not installed\n");
        return;
    }
    font *f = font_open(sans, why, sizeof why);
    font_begin_picture(f);
    for (uint32_t c = LATIN_A; c < LATIN_A + 4000; c++)
        missing += !has(f, c);
    ck_assert_uint_gt(missing, 1000);
    check_usual(f);
    ck_assert(!has(f, 0x2200));
    for (int i = 0; i < PICTURES; i++)
        font_begin_picture(f);
    check_usual(f);
    ck_assert(has(f, 0x2200) && has(f, LATIN_A));
    ck_assert_ptr_nonnull(font_take_changes(f));
    ck_assert_ptr_null(font_take_changes(f));
    font_close(f);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("font");
    TCase *t = tcase_create("font");
    tcase_add_test(t, the_built_in_font_has_a_sign_for_what_it_lacks);
    tcase_add_test(t, what_one_font_lacks_comes_from_another);
    tcase_add_test(t, a_full_texture_is_emptied);
    suite_add_tcase(s, t);
    return s;
}
