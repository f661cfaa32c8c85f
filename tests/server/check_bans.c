/* check_bans.c: banned prefixes: parsing, search, and the file. */
#include "../server/bans.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/check_main.h"

static char path[] = "/tmp/fixstep-bans-XXXXXX";

static void make_file(const char *text)
{
    memcpy(path, "/tmp/fixstep-bans-XXXXXX", sizeof path);
    int file = mkstemp(path);
    ck_assert(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text) && close(file) == 0);
}

static const struct {
    const char *text, *written, *reason;
} good[] = {
    { "192.0.2.7", "192.0.2.7", "" },
    { "192.0.2.7/32", "192.0.2.7", "" },
    { "192.0.2.7/24 spam, twice", "192.0.2.0/24", "spam, twice" },
    { "0.0.0.0/0 \t all", "0.0.0.0/0", "all" },
    { "2001:db8::7", "2001:db8::7", "" },
    { "2001:db8:ffff::7/33 x", "2001:db8:8000::/33", "x" },
    { "10.1.2.3/9 \033[2J", "10.0.0.0/9", "?[2J" },
    { "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a", "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a", "" },
    { "key  9EBB-75EF-6EFE-E367-F7A6-6921-E794-760A lies", "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a", "lies" },
};

START_TEST(prefixes_are_parsed)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES], text[64];
    ck_assert_msg(ban_parse(&ban, good[_i].text, why), "%s", why);
    ban_format(&ban, text, sizeof text);
    ck_assert_str_eq(text, good[_i].written);
    ck_assert_str_eq(ban.reason, good[_i].reason);
}
END_TEST

static const char *const wrong[] = { "",
                                     "x",
                                     "192.0.2",
                                     "192.0.2.7/33",
                                     "192.0.2.7/",
                                     "192.0.2.7/-1",
                                     "192.0.2.7/0x8",
                                     "::1/129",
                                     "192.0.2.7/24/24",
                                     "1.2.3.4:80",
                                     "12345678901234567890123456789012345678901234567890123" };

START_TEST(what_is_no_prefix_is_named)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES] = "";
    ck_assert(!ban_parse(&ban, wrong[_i], why));
    ck_assert(strstr(why, "is no address") != NULL);
}
END_TEST

START_TEST(addresses_are_found)
{
    ban_list list = { 0 };
    ban_rule ban;
    char why[APP_ERROR_BYTES];
    ck_assert(ban_parse(&ban, "192.0.2.128/25 a", why) && bans_add(&list, &ban, why));
    ck_assert(ban_parse(&ban, "2001:db8::/32 b", why) && bans_add(&list, &ban, why));
    ck_assert_str_eq(bans_find(&list, "192.0.2.128")->reason, "a");
    ck_assert_str_eq(bans_find(&list, "2001:db8:1::9")->reason, "b");
    ck_assert_ptr_null(bans_find(&list, "192.0.2.127"));
    ck_assert_ptr_null(bans_find(&list, "2001:db9::"));
    ck_assert_ptr_null(bans_find(&list, "nonsense"));
    ck_assert_ptr_null(bans_find(&list, ""));
    ck_assert(ban_parse(&ban, "192.0.2.200/25 c", why) && bans_add(&list, &ban, why));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_str_eq(bans_find(&list, "192.0.2.128")->reason, "c");
    ck_assert(bans_remove(&list, &ban, why));
    ck_assert(!bans_remove(&list, &ban, why));
    ck_assert_ptr_null(bans_find(&list, "192.0.2.128"));
    bans_free(&list);
}
END_TEST

START_TEST(the_file_keeps_them)
{
    ban_list list = { 0 }, again = { 0 };
    ban_rule ban;
    char why[APP_ERROR_BYTES];
    make_file("# a comment\n\n  192.0.2.7 old\r\n192.0.2.7 older\n");
    ck_assert_msg(bans_load(&list, path, why), "%s", why);
    ck_assert_uint_eq(list.count, 1);
    ck_assert(ban_parse(&ban, "10.0.0.0/8 new", why) && bans_add(&list, &ban, why));
    ck_assert(bans_load(&again, path, why));
    ck_assert_uint_eq(again.count, 2);
    ck_assert_str_eq(bans_find(&again, "10.9.9.9")->reason, "new");
    ck_assert_str_eq(bans_find(&again, "192.0.2.7")->reason, "old");
    bans_free(&list);
    bans_free(&again);
    unlink(path);
}
END_TEST

static void expect_file(const char *wanted)
{
    char text[512];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(text, wanted);
}

/* People write the file too, also while the server runs: a ban and its end change one line of it. */
START_TEST(the_file_keeps_what_others_wrote)
{
    ban_list list = { 0 };
    ban_rule ban;
    char why[APP_ERROR_BYTES];
    make_file("10.0.0.1 first\n");
    ck_assert_msg(bans_load(&list, path, why), "%s", why);
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL &&
              fputs("# by hand\n\n10.0.0.1 first # ours\n300.1.1.1 typo\n  10.0.0.2 second", file) >= 0 &&
              fclose(file) == 0);
    ck_assert(ban_parse(&ban, "10.0.0.7/24 new", why));
    ck_assert_msg(bans_add(&list, &ban, why), "%s", why);
    expect_file("# by hand\n\n10.0.0.1 first # ours\n300.1.1.1 typo\n  10.0.0.2 second\n10.0.0.0/24 new\n");
    ck_assert(ban_parse(&ban, "10.0.0.1/32", why));
    ck_assert_msg(bans_remove(&list, &ban, why), "%s", why);
    expect_file("# by hand\n\n300.1.1.1 typo\n  10.0.0.2 second\n10.0.0.0/24 new\n");
    bans_free(&list);
    unlink(path);
}
END_TEST

START_TEST(bad_files_change_nothing)
{
    ban_list list = { 0 };
    ban_rule ban;
    char why[APP_ERROR_BYTES], wanted[128];
    ck_assert(ban_parse(&ban, "10.0.0.0/8", why) && bans_add(&list, &ban, why));
    make_file("10.0.0.1\nnonsense here\n");
    ck_assert(!bans_load(&list, path, why));
    snprintf(wanted, sizeof wanted, "%s: line 2: 'nonsense here' is no address", path);
    ck_assert_msg(strstr(why, wanted) == why, "%s", why);
    ck_assert_uint_eq(list.count, 1);
    unlink(path);
    ck_assert(!bans_load(&list, "/tmp", why));
    ck_assert(strstr(why, "cannot read /tmp") == why);
    ck_assert(!bans_load(&list, "/dev/zero", why));
    ck_assert(strstr(why, "/dev/zero: line 1: a zero byte") == why);
    ck_assert_uint_eq(list.count, 1);
    ck_assert(bans_load(&list, "/nonexistent-folder/bans", why));
    ck_assert_uint_eq(list.count, 0);
    ck_assert(!bans_add(&list, &ban, why));
    ck_assert_str_eq(why,
                     "10.0.0.0/8 is banned in memory only, until the server ends or reads the file again, because it "
                     "cannot write /nonexistent-folder/bans: No such file or directory");
    ck_assert_uint_eq(list.count, 1);
    bans_free(&list);
}
END_TEST

START_TEST(the_list_is_bounded)
{
    ban_list list = { 0 };
    ban_rule ban;
    char why[APP_ERROR_BYTES] = "", text[32];
    for (unsigned i = 0; i <= BANS_MAX; i++) {
        snprintf(text, sizeof text, "10.0.%u.%u", i / 256, i % 256);
        ck_assert(ban_parse(&ban, text, why));
        ck_assert(bans_add(&list, &ban, why) == (i < BANS_MAX));
    }
    ck_assert(strstr(why, "full") != NULL);
    bans_free(&list);
}
END_TEST

static const char *const wrong_keys[] = { "key",
                                          "key ",
                                          "key x",
                                          "key 192.0.2.7",
                                          "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760",
                                          "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760ab",
                                          "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760g",
                                          "key 9ebb:75ef:6efe:e367:f7a6:6921:e794:760a",
                                          "key 9ebb75ef6efee367f7a66921e794760a" };

START_TEST(what_is_no_fingerprint_is_named)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES] = "";
    ck_assert(!ban_parse(&ban, wrong_keys[_i], why));
    ck_assert_msg(strstr(why, "has no fingerprint") != NULL, "%s", why);
}
END_TEST

/* Keys and addresses with equal bytes are different things; both kinds survive the file. */
START_TEST(keys_are_found)
{
    uint8_t id[FS_KEY_ID_BYTES] = { 192, 0, 2, 7 };
    char why[APP_ERROR_BYTES], text[BAN_TEXT_BYTES];
    ban_list list = { 0 }, again = { 0 };
    make_file("192.0.2.9 old\n");
    ck_assert_msg(bans_load(&list, path, why), "%s", why);
    ck_assert_ptr_null(bans_find_key(&list, id));
    ban_rule ban = ban_of_key(id);
    ck_assert(bans_add(&list, &ban, why));
    ck_assert_ptr_nonnull(bans_find_key(&list, id));
    ck_assert_ptr_null(bans_find(&list, "192.0.2.7"));
    ck_assert_ptr_null(bans_find(&list, "c000:207::"));
    ck_assert_msg(bans_load(&again, path, why), "%s", why);
    ck_assert_uint_eq(again.count, 2);
    ck_assert_str_eq(bans_find(&again, "192.0.2.9")->reason, "old");
    ban_format(bans_find_key(&again, id), text, sizeof text);
    ck_assert_str_eq(text, "key c000-0207-0000-0000-0000-0000-0000-0000");
    id[15] = 1;
    ck_assert_ptr_null(bans_find_key(&again, id));
    ck_assert(bans_remove(&again, &ban, why) && again.count == 1);
    bans_free(&list);
    bans_free(&again);
    unlink(path);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("bans");
    TCase *tc = tcase_create("bans");
    tcase_add_loop_test(tc, prefixes_are_parsed, 0, sizeof good / sizeof good[0]);
    tcase_add_loop_test(tc, what_is_no_prefix_is_named, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_loop_test(tc, what_is_no_fingerprint_is_named, 0, sizeof wrong_keys / sizeof wrong_keys[0]);
    tcase_add_test(tc, keys_are_found);
    tcase_add_test(tc, addresses_are_found);
    tcase_add_test(tc, the_file_keeps_them);
    tcase_add_test(tc, the_file_keeps_what_others_wrote);
    tcase_add_test(tc, bad_files_change_nothing);
    tcase_add_test(tc, the_list_is_bounded);
    suite_add_tcase(suite, tc);
    return suite;
}
