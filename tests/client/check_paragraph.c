/* check_paragraph.c: texts of the heads-up display in rows of a limited width. */
#include "window/hud/paragraph.h"

#include <stdio.h>
#include <string.h>

#include "support/check_main.h"
#include "window/hud/batch_text.h"

enum { WIDTH = 640, HEIGHT = 360, ELLIPSIS = 0x2026 };

/* Every character is half as wide as high; the glyph tells which one it is. */
static bool find_test_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    *out = (fs_glyph){ .advance = 0.5f, .right = 0.5f, .top = 1, .u0 = (float)character };
    return true;
}

static fs_batch *new_batch(void)
{
    fs_batch *batch;
    ck_assert_int_eq(fs_batch_create(&batch), FS_OK);
    fs_batch_begin(batch, WIDTH, HEIGHT, (fs_batch_font){ .find = find_test_glyph });
    return batch;
}

/* A row of `room` takes ten characters of height 20. */
static paragraph make_paragraph(const char *text, unsigned most)
{
    return (paragraph){ .text = text, .x = 50, .height = 20, .room = 100, .most = most, .argb = 0xffffffff };
}

/* The characters that are drawn, with '|' where a row begins and '~' for an ellipsis; every glyph stands within the room. */
static void read_drawn(const paragraph *p, char text[256])
{
    size_t count, used = 0;
    float row = 0;
    fs_batch *b = new_batch();
    paragraph_draw(b, p, 100);
    const fs_instance *i = fs_batch_instances(b, &count);
    for (size_t k = 0; k < count; k++) {
        if (i[k].kind != FS_INSTANCE_GLYPH)
            continue;
        if (i[k].ay != row)
            text[used++] = '|';
        row = i[k].ay;
        text[used++] = i[k].cx == (float)ELLIPSIS ? '~' : i[k].cx < 0x80 ? (char)i[k].cx : '#';
        ck_assert(i[k].ax >= 49.9f && i[k].bx <= 150.1f);
    }
    text[used] = '\0';
    fs_batch_destroy(b);
}

static void rows_are(const char *text, unsigned most, const char *wanted)
{
    char drawn[256];
    const paragraph p = make_paragraph(text, most);
    fs_batch *b = new_batch();
    unsigned bars = 0;
    read_drawn(&p, drawn);
    ck_assert_str_eq(drawn, wanted);
    for (const char *at = drawn; *at != '\0'; at++)
        bars += *at == '|';
    ck_assert_uint_eq(paragraph_count_rows(b, &p), bars);
    fs_batch_destroy(b);
}

START_TEST(words_are_wrapped)
{
    rows_are("short", 3, "|short");
    rows_are("some words to wrap", 3, "|some words|to wrap");
    rows_are("one  blank   more", 3, "|one  blank|more");
    rows_are("ten letter then", 3, "|ten letter|then");
}
END_TEST

START_TEST(a_word_longer_than_a_row_is_cut)
{
    rows_are("0123456789abcdef", 3, "|0123456789|abcdef");
    rows_are("a 0123456789abc", 3, "|a|0123456789|abc");
}
END_TEST

START_TEST(the_last_row_ends_in_an_ellipsis)
{
    rows_are("some words to wrap and more", 2, "|some words|to wrap a~");
    rows_are("0123456789abcdef", 1, "|012345678~");
    rows_are("0123456 89abcdef", 1, "|0123456 8~");
    rows_are("01234567 9abcdef", 1, "|01234567~");
}
END_TEST

/* Of a text of characters of several bytes none is split. */
START_TEST(whole_characters_are_drawn)
{
    char text[128] = "";
    for (int i = 0; i < 25; i++)
        strcat(text, "\xe6\xbc\xa2");
    rows_are(text, 2, "|##########|#########~");
    rows_are(text, 3, "|##########|##########|#####");
}
END_TEST

/* Room for not even one character, and bytes that are no UTF-8: it ends, with one row a character at least. */
START_TEST(no_room_at_all)
{
    static const char *const texts[] = { "", "abc", "\xff\x80\x80\x80\x80\x80", "\x80", "   " };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (float room = -5; room < 12; room += 4) {
            paragraph p = make_paragraph(texts[i], 20);
            p.room = room;
            fs_batch *b = new_batch();
            ck_assert_uint_le(paragraph_count_rows(b, &p), 20);
            paragraph_draw(b, &p, 100);
            fs_batch_destroy(b);
        }
}
END_TEST

START_TEST(rows_stand_left_right_and_in_the_middle)
{
    static const float lefts[] = { 50, 0, 25 }, across[] = { 0, 1, 0.5f };
    for (size_t k = 0; k < 3; k++) {
        size_t count;
        fs_batch *b = new_batch();
        paragraph p = make_paragraph("abcde", 1);
        p.across = across[k];
        paragraph_draw(b, &p, 100);
        const fs_instance *i = fs_batch_instances(b, &count);
        ck_assert_float_eq_tol(i[count - 5].ax, lefts[k], 0.01f);
        fs_batch_destroy(b);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("paragraph");
    TCase *t = tcase_create("paragraph");
    tcase_add_test(t, words_are_wrapped);
    tcase_add_test(t, a_word_longer_than_a_row_is_cut);
    tcase_add_test(t, the_last_row_ends_in_an_ellipsis);
    tcase_add_test(t, whole_characters_are_drawn);
    tcase_add_test(t, no_room_at_all);
    tcase_add_test(t, rows_stand_left_right_and_in_the_middle);
    suite_add_tcase(s, t);
    return s;
}
