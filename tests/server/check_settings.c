/* check_settings.c: every key of the server's configuration file, from the table of options: values of a wrong type or range,
 * keys that stand twice, in the wrong section or nowhere; and the file that --write-config prints, line by line.
 */
#include "server/settings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/setup.h"
#include "support/check_main.h"

static char folder[64];

static void enter_folder(void)
{
    strcpy(folder, "/tmp/fixstep-settings-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void leave_folder(void)
{
    unlink("server.ini");
    unlink("password.txt");
    ck_assert(chdir("/") == 0 && rmdir(folder) == 0);
}

/* Whether a start takes the file; `why` has the sentence. */
static bool is_taken(const char *text, char why[APP_ERROR_BYTES])
{
    char name[] = "fixstep-server", option[] = "--config", path[] = "server.ini";
    char *argv[] = { name, option, path, NULL };
    app_arguments arguments;
    settings s;
    static host_def def;
    write_text(path, text);
    bool good = settings_parse(&s, 3, argv, &arguments, why) == APP_RUN && settings_match(&s, &arguments, &def, why);
    settings_free(&s);
    return good;
}

static const char *section_of(const app_option *option)
{
    return option->section != NULL ? option->section : server_program.section;
}

/* A file of the lines in the section is refused with this place and part of a sentence. */
static void expect_refused(const char *section, const char *lines, unsigned line, const char *part)
{
    char text[1024], place[64], why[APP_ERROR_BYTES] = "";
    snprintf(text, sizeof text, "[%s]\n%s", section, lines);
    snprintf(place, sizeof place, "server.ini: line %u: ", line);
    ck_assert_msg(!is_taken(text, why), "taken: %s", text);
    ck_assert_msg(strstr(why, place) == why && strstr(why, part) != NULL, "%s: %s", text, why);
}

static void expect_value_refused(const app_option *option, const char *value)
{
    char line[256], part[64];
    snprintf(line, sizeof line, "%s = %s\n", option->name, value);
    snprintf(part, sizeof part, "%s: ", option->name);
    expect_refused(section_of(option), line, 2, part);
}

/* --- single keys --------------------------------------------------------------------- */

static void refuse_number(const app_option *option, uint64_t value, bool valid)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (!valid)
        expect_value_refused(option, text);
}

static void refuse_numbers(const app_option *option)
{
    static const char *const wrong[] = { "", "x", "-1", "+1", "1.5", "1 2", "1e3", "18446744073709551616", "0x" };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect_value_refused(option, wrong[i]);
    refuse_number(option, option->low - 1, option->low == 0);
    refuse_number(option, option->high + 1, option->high == UINT64_MAX);
    if (!option->hex)
        expect_value_refused(option, "0x10");
}

START_TEST(wrong_values_are_refused)
{
    const app_option *option = &server_program.options[_i];
    if (option->command_line)
        return;
    enter_folder();
    switch (option->kind) {
    case APP_NUMBER: refuse_numbers(option); break;
    case APP_FLAG:
    case APP_CHOICE:
        expect_value_refused(option, "maybe");
        expect_value_refused(option, "Yes ");
        expect_value_refused(option, "");
        break;
    case APP_TEXT: expect_value_refused(option, ""); break;
    case APP_LIST: break; /* their items are checked by the game: check_rotation, hosting.sh */
    }
    leave_folder();
}
END_TEST

/* The key twice, by another name, in the other section, and with nothing behind it. */
START_TEST(wrong_places_are_refused)
{
    const app_option *option = &server_program.options[_i];
    const char *other = strcmp(section_of(option), "server") == 0 ? "rotation" : "server";
    char lines[256], part[96];
    enter_folder();
    snprintf(lines, sizeof lines, "%s = 1\n", option->name);
    snprintf(part, sizeof part, "unknown key '%s'", option->name);
    if (option->command_line) {
        expect_refused("server", lines, 2, part);
        leave_folder();
        return;
    }
    snprintf(part, sizeof part, "key '%s' belongs to section [%s]", option->name, section_of(option));
    expect_refused(other, lines, 2, part);
    expect_refused("nosuch", lines, 2, "unknown section [nosuch]");
    snprintf(lines, sizeof lines, "x%s = 1\n", option->name);
    snprintf(part, sizeof part, "unknown key 'x%s'", option->name);
    expect_refused(section_of(option), lines, 2, part);
    snprintf(lines, sizeof lines, "%s\n", option->name);
    expect_refused(section_of(option), lines, 2, "neither KEY = VALUE nor [SECTION]");
    leave_folder();
}
END_TEST

/* --- without a simulation ------------------------------------------------------------ */

/* Whether a start takes this option beside the referee, and the sentence. */
static bool takes_option(char *referee, const app_option *option, char why[APP_ERROR_BYTES])
{
    char name[] = "fixstep-server", beside[] = "--referee", typed[64], value[] = "1", bot[] = "chase", dot[] = ".";
    char *given = strcmp(option->name, "bot") == 0 ? bot : option->kind == APP_TEXT ? dot : value;
    char *argv[] = { name, beside, referee, typed, option->kind == APP_FLAG ? NULL : given, NULL };
    app_arguments arguments;
    settings s;
    static host_def def;
    snprintf(typed, sizeof typed, "--%s", option->name);
    int argc = option->kind == APP_FLAG ? 4 : 5;
    bool good = settings_parse(&s, argc, argv, &arguments, why) == APP_RUN && settings_match(&s, &arguments, &def, why);
    settings_free(&s);
    return good;
}

/* Options of what a server does not do that simulates on demand or never. */
static const struct {
    const char *name;
    bool on_demand; /* has an effect then */
} simulated[] = { { "bots", false },           { "bot", false },
                  { "points", false },         { "desync-dir", true },
                  { "spectate-delay", false }, { "max-spectators", false },
                  { "no-heal", true },         { "record", true } };

static const app_option *find_option(const char *name)
{
    size_t i = 0;
    while (strcmp(server_program.options[i].name, name) != 0)
        i++;
    return &server_program.options[i];
}

START_TEST(options_without_effect_beside_a_referee_are_refused)
{
    char why[APP_ERROR_BYTES], wanted[APP_ERROR_BYTES], live[] = "live", off[] = "off", on_demand[] = "ondemand";
    const app_option *option = find_option(simulated[_i].name);
    ck_assert(takes_option(live, option, why));
    ck_assert(takes_option(on_demand, option, why) == simulated[_i].on_demand);
    ck_assert(!takes_option(off, option, why));
    snprintf(wanted, sizeof wanted, "--referee off and --%s contradict each other: the server does not simulate",
             option->name);
    ck_assert_str_eq(why, wanted);
}
END_TEST

/* In a file they may stay: the match is as without them. */
START_TEST(keys_without_effect_beside_a_referee_are_ignored)
{
    char name[] = "fixstep-server", option[] = "--config", path[] = "server.ini", why[APP_ERROR_BYTES];
    char *argv[] = { name, option, path, NULL };
    app_arguments arguments;
    settings s;
    static host_def def;
    enter_folder();
    write_text(path, "[server]\nreferee = off\nbots = 3\npoints = 5\nspectate-delay = 9\nmax-spectators = 4\n"
                     "record = m.fsr\n");
    ck_assert_int_eq(settings_parse(&s, 3, argv, &arguments, why), APP_RUN);
    ck_assert_msg(settings_match(&s, &arguments, &def, why), "%s", why);
    ck_assert_int_eq(def.match.referee, FS_REFEREE_OFF);
    ck_assert(settings_policy(&s).bots == 0 && def.limits.points == 0 && def.match.spectate_delay_s == 0);
    ck_assert(def.match.max_spectators == 0 && def.record == NULL);
    settings_free(&s);
    leave_folder();
}
END_TEST

/* Neither points nor rules end a round whose scores nobody knows: without ticks it would never end. */
START_TEST(rounds_beside_a_referee_need_ticks)
{
    static const char endless[] = "round = airhockey ticks=60\nround = airhockey\n[server]\nreferee = ondemand\n";
    static const char scored[] = "round = airhockey ticks=60 points=3\n[server]\nreferee = off\n";
    char why[APP_ERROR_BYTES];
    enter_folder();
    expect_refused("rotation", endless, 3, "round 'airhockey' sets no ticks: with --referee ondemand");
    expect_refused("rotation", scored, 2, "round 'airhockey ticks=60 points=3' sets points: with --referee off");
    ck_assert_msg(is_taken("[server]\nticks = 60\nreferee = ondemand\n[rotation]\nround = airhockey\n", why), "%s",
                  why);
    ck_assert_msg(is_taken("[server]\npoints = 3\n[rotation]\nround = airhockey points=5\n", why), "%s", why);
    leave_folder();
}
END_TEST

/* --- the printed file ------------------------------------------------------------------ */

/* What --write-config prints without options; the caller frees it. */
static char *print_file(void)
{
    char name[] = "fixstep-server", why[APP_ERROR_BYTES], *argv[] = { name, NULL }, *text = NULL;
    size_t size = 0;
    app_arguments arguments;
    static host_def def;
    settings s;
    ck_assert_int_eq(settings_parse(&s, 1, argv, &arguments, why), APP_RUN);
    ck_assert_msg(settings_match(&s, &arguments, &def, why), "%s", why);
    settings shown = settings_example(&s, &arguments, &def);
    FILE *file = open_memstream(&text, &size);
    ck_assert_msg(app_config_write(&server_program, &shown, &arguments, file, why), "%s", why);
    fclose(file);
    settings_free(&shown);
    settings_free(&s);
    return text;
}

/* The comment of the key, behind its #, in the text. */
static char *find_comment(char *text, const char *key)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n#%s = ", key);
    char *found = strstr(text, wanted);
    ck_assert_msg(found != NULL, "no key %s", key);
    return found + 1;
}

/* Every line with the number sign taken away is taken by a start, and it is the only line that counts. */
START_TEST(each_line_may_be_uncommented)
{
    const app_option *option = &server_program.options[_i];
    char why[APP_ERROR_BYTES], *text = print_file();
    enter_folder();
    write_text("password.txt", "secret\n"); /* the file of the example */
    if (!option->command_line) {
        char *comment = find_comment(text, option->name);
        *comment = ' ';
        ck_assert_msg(is_taken(text, why), "%s: %s", option->name, why);
        /* Twice it is refused, unless it is a list. */
        char twice[512];
        snprintf(twice, sizeof twice, "%.*s\n%.*s\n", (int)strcspn(comment, "\n"), comment, (int)strcspn(comment, "\n"),
                 comment);
        if (option->kind != APP_LIST)
            expect_refused(section_of(option), twice, 3, "is set twice");
    }
    free(text);
    leave_folder();
}
END_TEST

/* Uncomments every key but those listed. */
static void uncomment(char *text, const char *const *but, size_t count)
{
    for (size_t i = 0; i < server_program.count; i++) {
        const app_option *option = &server_program.options[i];
        bool left = option->command_line;
        for (size_t k = 0; k < count; k++)
            left = left || strcmp(option->name, but[k]) == 0;
        if (!left)
            *find_comment(text, option->name) = ' ';
    }
}

/* A server has one game, a rotation or another server to relay; all other keys go together. */
START_TEST(all_lines_may_be_uncommented)
{
    static const char *const but[][3] = { { "round", "relay" }, { "game", "set", "relay" }, { "round", "bot" } };
    char why[APP_ERROR_BYTES];
    enter_folder();
    write_text("password.txt", "secret\n");
    for (size_t i = 0; i < sizeof but / sizeof but[0]; i++) {
        char *text = print_file();
        uncomment(text, but[i], but[i][2] != NULL ? 3 : 2);
        ck_assert_msg(is_taken(text, why), "%zu: %s", i, why);
        free(text);
    }
    leave_folder();
}
END_TEST

/* A key that has a default shows it: nothing changes when the # goes. */
START_TEST(comments_show_the_defaults)
{
    char *text = print_file();
    static const char *const lines[] = { "port = 27960", "tick-rate = 60", "workers = 1",      "players = 4",
                                         "bots = 0",     "hidden = no",    "game = airhockey", "when-empty = run" };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "\n#%s\n", lines[i]);
        ck_assert_msg(strstr(text, wanted) != NULL, "%s", lines[i]);
    }
    free(text);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("settings");
    TCase *tc = tcase_create("settings");
    int keys = (int)server_program.count;
    tcase_add_loop_test(tc, wrong_values_are_refused, 0, keys);
    tcase_add_loop_test(tc, wrong_places_are_refused, 0, keys);
    tcase_add_loop_test(tc, options_without_effect_beside_a_referee_are_refused, 0,
                        sizeof simulated / sizeof simulated[0]);
    tcase_add_test(tc, keys_without_effect_beside_a_referee_are_ignored);
    tcase_add_test(tc, rounds_beside_a_referee_need_ticks);
    tcase_add_loop_test(tc, each_line_may_be_uncommented, 0, keys);
    tcase_add_test(tc, all_lines_may_be_uncommented);
    tcase_add_test(tc, comments_show_the_defaults);
    suite_add_tcase(suite, tc);
    return suite;
}
