/* check_app_identity.c: the file of a server's lasting key, and the keys that a client remembers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/identity_file.h"
#include "app/files/known_hosts.h"
#include "support/check_main.h"

static char folder[64], path[APP_PATH_BYTES], why[APP_ERROR_BYTES];
static uint8_t seed[FS_KEY_BYTES], other[FS_KEY_BYTES];

static void set_up(void)
{
    strcpy(folder, "/tmp/fixstep-identity.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    unsetenv("STATE_DIRECTORY");
}

static void tear_down(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static unsigned mode_of(const char *name)
{
    struct stat status;
    ck_assert_int_eq(stat(name, &status), 0);
    return status.st_mode & 0777;
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* --- the server's key ------------------------------------------------------------------ */

START_TEST(a_key_is_made_once_for_its_owner_alone)
{
    umask(0);
    ck_assert(app_identity_path(path));
    ck_assert(app_identity_read(seed, path, why));
    ck_assert_uint_eq(mode_of(path), 0600);
    *strrchr(path, '/') = '\0';
    ck_assert_uint_eq(mode_of(path), 0700);
    ck_assert(app_identity_path(path));
    ck_assert(app_identity_read(other, path, why));
    ck_assert(memcmp(seed, other, sizeof seed) == 0);
    unlink(path);
    ck_assert(app_identity_read(other, path, why));
    ck_assert(memcmp(seed, other, sizeof seed) != 0);
}
END_TEST

/* In a container the process has the same number each time. */
START_TEST(what_a_killed_process_has_left_is_in_nobodys_way)
{
    char left[APP_PATH_BYTES + 16];
    ck_assert(app_identity_path(path));
    ck_assert(app_identity_read(seed, path, why));
    unlink(path);
    snprintf(left, sizeof left, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(left, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    ck_assert_msg(app_identity_read(seed, path, why), "%s", why);
    unlink(left);
}
END_TEST

START_TEST(a_key_that_others_may_read_is_refused)
{
    ck_assert(app_identity_path(path));
    ck_assert(app_identity_read(seed, path, why));
    ck_assert_int_eq(chmod(path, _i == 0 ? 0640 : 0604), 0);
    ck_assert(!app_identity_read(seed, path, why));
    ck_assert_ptr_nonnull(strstr(why, path));
    ck_assert_ptr_nonnull(strstr(why, "0600"));
}
END_TEST

START_TEST(a_broken_key_is_refused)
{
    static const char *const texts[] = { "", "00", "zz" };
    ck_assert(app_identity_path(path));
    ck_assert(app_identity_read(seed, path, why));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(texts[i]);
        ck_assert(!app_identity_read(seed, path, why));
        ck_assert_ptr_nonnull(strstr(why, "64 hexadecimal digits"));
    }
    char longer[80];
    memset(longer, '0', 66);
    longer[66] = '\0';
    write_file(longer);
    ck_assert(!app_identity_read(seed, path, why));
    longer[64] = '\0';
    write_file(longer);
    ck_assert(app_identity_read(seed, path, why));
}
END_TEST

/* A folder that cannot be made: its place is taken by a file, which no rights of the tester change. */
START_TEST(a_key_without_a_folder_is_refused)
{
    snprintf(path, sizeof path, "%s/file", folder);
    write_file("x");
    snprintf(path, sizeof path, "%s/file/identity", folder);
    ck_assert(!app_identity_read(seed, path, why));
    ck_assert_ptr_nonnull(strstr(why, "Not a directory"));
    ck_assert(!app_identity_read(seed, "/proc/identity", why));
    setenv("STATE_DIRECTORY", "/var/lib/a:/var/lib/b", 1);
    ck_assert(app_identity_path(path));
    ck_assert_str_eq(path, "/var/lib/a/identity");
}
END_TEST

/* --- the keys of servers --------------------------------------------------------------- */

START_TEST(a_server_is_known_from_the_second_time)
{
    uint8_t key[FS_KEY_BYTES] = { 1 }, changed[FS_KEY_BYTES] = { 2 };
    char fingerprint[FS_FINGERPRINT_BYTES];
    ck_assert(app_known_hosts_path(path));
    ck_assert_int_eq(app_known_hosts_check(path, "first.org:1", changed, why), APP_HOST_NEW);
    ck_assert_int_eq(app_known_hosts_check(path, "Example.org", key, why), APP_HOST_NEW);
    ck_assert_uint_eq(mode_of(path), 0600);
    ck_assert_int_eq(app_known_hosts_check(path, "example.org", key, why), APP_HOST_KNOWN);
    ck_assert_int_eq(app_known_hosts_check(path, "example.org:27960", key, why), APP_HOST_KNOWN);
    ck_assert_int_eq(app_known_hosts_check(path, "first.org:1", changed, why), APP_HOST_KNOWN);
    ck_assert_int_eq(app_known_hosts_check(path, "example.org", changed, why), APP_HOST_CHANGED);
    ck_assert_ptr_nonnull(strstr(why, "HAS CHANGED"));
    ck_assert_ptr_nonnull(strstr(why, "line 2"));
    ck_assert_ptr_nonnull(strstr(why, path));
    ck_assert_ptr_nonnull(strstr(why, fs_identity_fingerprint(changed, fingerprint)));
    ck_assert_int_eq(app_known_hosts_check(path, "example.org:27961", changed, why), APP_HOST_NEW);
}
END_TEST

START_TEST(lines_that_are_no_keys_are_passed_over)
{
    uint8_t key[FS_KEY_BYTES] = { 0 };
    snprintf(path, sizeof path, "%s/known", folder);
    write_file("# a:1 00\n\na:1 zz\na:1\na:1 0000000000000000000000000000000000000000000000000000000000000000\n");
    ck_assert_int_eq(app_known_hosts_check(path, "a:1", key, why), APP_HOST_KNOWN);
    key[0] = 1;
    ck_assert_int_eq(app_known_hosts_check(path, "a:1", key, why), APP_HOST_CHANGED);
    ck_assert_ptr_nonnull(strstr(why, "line 5"));
}
END_TEST

START_TEST(keys_that_cannot_be_kept_are_told)
{
    uint8_t key[FS_KEY_BYTES] = { 0 };
    ck_assert_int_eq(app_known_hosts_check("/proc/none/known", "a:1", key, why), APP_HOST_UNKEPT);
    ck_assert_ptr_nonnull(strstr(why, "/proc/none"));
    snprintf(path, sizeof path, "%s/file", folder);
    write_file("x");
    strcat(path, "/known");
    ck_assert_int_eq(app_known_hosts_check(path, "a:1", key, why), APP_HOST_BROKEN);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("app_identity");
    TCase *tc = tcase_create("app_identity");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_key_is_made_once_for_its_owner_alone);
    tcase_add_test(tc, what_a_killed_process_has_left_is_in_nobodys_way);
    tcase_add_loop_test(tc, a_key_that_others_may_read_is_refused, 0, 2);
    tcase_add_test(tc, a_broken_key_is_refused);
    tcase_add_test(tc, a_key_without_a_folder_is_refused);
    tcase_add_test(tc, a_server_is_known_from_the_second_time);
    tcase_add_test(tc, lines_that_are_no_keys_are_passed_over);
    tcase_add_test(tc, keys_that_cannot_be_kept_are_told);
    suite_add_tcase(suite, tc);
    return suite;
}
