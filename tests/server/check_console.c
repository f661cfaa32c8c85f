/* check_console.c: lines of the operator's console against a real host: answers, and bytes that are no command. */
#include "server/console/console.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "app/log.h"
#include "support/check_main.h"

static host the_host;
static console the_console;

static void open_host_with(fs_referee referee)
{
    char why[APP_ERROR_BYTES];
    static host_def def;
    host_policy policy = { 0 };
    ban_list list = { 0 };
    app_log_setup(false, APP_ERROR); /* thousands of lines of rubbish are said */
    def = (host_def){ .match = fs_default_match_def(fs_game_list_find(fs_builtin_games(), "airhockey")),
                      .desync_dir = "." };
    def.match.referee = referee;
    def.match.max_spectators = referee == FS_REFEREE_LIVE ? def.match.max_spectators : 0;
    ck_assert_msg(host_open(&the_host, &def, &policy, &list, why), "%s", why);
    the_console = (console){ .host = &the_host };
}

static void open_host(void)
{
    open_host_with(FS_REFEREE_LIVE);
}

static void close_host(void)
{
    host_close(&the_host);
}

static bool run_line(const char *line, char text[4096])
{
    console_reply reply;
    console_run(&the_console, line, &reply);
    ck_assert_ptr_nonnull(reply.text);
    snprintf(text, 4096, "%s", reply.text);
    bool good = reply.good;
    console_reply_free(&reply);
    return good;
}

#define TEXT_OF_40 "0123456789012345678901234567890123456789"

static const struct {
    const char *line;
    bool good;
    const char *part;
} lines[] = {
    { "", true, "" },
    { "   \t ", true, "" },
    { "status", true, "waiting, round 0 (airhockey), tick 0, 0 of 4 players" },
    { "  status  ", true, "waiting" },
    { "players\n", true, "slot name" },
    { "help", true, "unban" },
    { "help say", true, "show a text" },
    { "help nosuch", false, "there is no command nosuch" },
    { "Status", false, "there is no command 'Status'" },
    { "statusstatusstatusstatus", false, "there is no command" },
    { "kick", false, "kick whom?" },
    { "kick %s%n%s", false, "there is no player %s%n%s" },
    { "kick aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false, "there is no player aaaaaaaaaa" },
    { "ban", false, "which player" },
    { "ban nobody", false, "there is no player nobody" },
    { "ban 1.2.3.4/99", false, "is no address" },
    { "ban 1.2.3.4 why not", true, "1.2.3.4 is banned until the server ends" },
    { "ban 10.0.0.0/0", false, "every address there is" },
    { "ban ::/0 all", false, "every address there is" },
    { "ban 192.0.2.7/24", true, "192.0.2.0/24 is banned" },
    { "ban key", false, "which player" },
    { "ban key nonsense", false, "has no fingerprint" },
    { "ban key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a lies", true,
      "key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a is banned until the server ends" },
    { "ban player", false, "which player" },
    { "ban player nobody --key", false, "there is no player nobody" },
    { "ban player 1.2.3.4", false, "there is no player 1.2.3.4" },
    { "unban key 9ebb-75ef-6efe-e367-f7a6-6921-e794-760a", false, "there is no such ban" },
    { "unban 1.2.3.5", false, "there is no such ban" },
    { "say", false, "say what?" },
    { "say " TEXT_OF_40 TEXT_OF_40 TEXT_OF_40 TEXT_OF_40 TEXT_OF_40, false,
      "the text has 200 bytes, 199 are the most" },
    { "say \033[2J\a", true, "said to 0 players" },
    { "set", false, "set bots" },
    { "set bots", false, "bots is a number from 0 to 64" },
    { "set bots -1", false, "bots is a number" },
    { "set bots 0x3", false, "bots is a number" },
    { "set bots 99999999999999999999", false, "bots is a number" },
    { "set bots 64", true, "bots is set" },
    { "set max-per-address 3", true, "is set" },
    { "set motd ", true, "motd is set" },
    { "set server-name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", false,
      "64 bytes, 63 are the most" },
    { "set nosuch 5", false, "nothing to set by the name nosuch" },
    { "record", false, "record on or record off?" },
    { "record maybe", false, "record on or" },
    { "record on", false, "started without --record" },
    { "pause", true, "pauses" },
    { "resume", true, "goes on" },
    { "next week", false, "next takes no argument: week" },
    { "pause 5", false, "pause takes no argument: 5" },
    { "drain nonsense", false, "drain takes no argument: nonsense" },
    { "status  ann bob", false, "status takes no argument: ann bob" },
    { "quit nonsense", false, "quit takes no argument: nonsense" },
    { "drain", true, "after this round" },
    { "\xff\xfe\x80", false, "there is no command '?\?\?'" },
};

START_TEST(lines_are_answered)
{
    char text[4096];
    open_host();
    ck_assert(run_line(lines[_i].line, text) == lines[_i].good);
    ck_assert_msg(strstr(text, lines[_i].part) != NULL, "%s: %s", lines[_i].line, text);
    host_step(&the_host, 0);
    close_host();
}
END_TEST

/* Stands for a configuration file: an empty text is a good one. */
static bool reload_text(void *context, char why[APP_ERROR_BYTES])
{
    snprintf(why, APP_ERROR_BYTES, "%s", (const char *)context);
    return why[0] == '\0';
}

START_TEST(a_reload_answers_with_its_result)
{
    char text[4096];
    open_host();
    ck_assert(!run_line("reload", text));
    ck_assert_str_eq(text, "there is nothing to read: the server was started without --config and --ban-file\n");
    the_console.reload = reload_text;
    the_console.reload_context = "";
    ck_assert(run_line("reload", text));
    ck_assert_str_eq(text, "the configuration is read again\n");
    the_console.bans_alone = true;
    ck_assert(run_line("reload", text));
    ck_assert_str_eq(text, "the ban file is read again\n");
    the_console.reload_context = "server.ini: line 3: port: 'x' is not a number";
    ck_assert(!run_line("reload", text));
    ck_assert_str_eq(text, "the configuration stays as it was: server.ini: line 3: port: 'x' is not a number\n");
    close_host();
}
END_TEST

START_TEST(values_are_taken_over)
{
    char text[4096];
    open_host();
    ck_assert(run_line("set motd be  kind", text));
    ck_assert_str_eq(the_host.policy.motd, "be  kind");
    ck_assert(run_line("set motd", text));
    ck_assert_ptr_null(the_host.policy.motd);
    ck_assert(run_line("set idle-limit 30", text));
    ck_assert_uint_eq(the_host.policy.idle_limit_s, 30);
    ck_assert(run_line("pause", text) && the_host.paused);
    ck_assert(!host_done(&the_host));
    ck_assert(run_line("quit", text));
    host_step(&the_host, 0);
    ck_assert(host_done(&the_host));
    close_host();
}
END_TEST

/* Bots would act upon states that the server does not know. */
START_TEST(bots_need_a_simulation)
{
    char text[4096];
    open_host_with((fs_referee)_i);
    bool live = _i == FS_REFEREE_LIVE;
    ck_assert(run_line("set bots 2", text) == live);
    ck_assert_msg(live || strstr(text, "bots need --referee live; this server runs with --referee o") == text, "%s",
                  text);
    ck_assert_uint_eq(the_host.policy.bots, live ? 2 : 0);
    ck_assert(run_line("set idle-limit 9", text));
    close_host();
}
END_TEST

/* Commands with random arguments, and random bytes: an answer each, and the host goes on. */
START_TEST(rubbish_is_answered)
{
    static const char *const words[] = { "kick ",     "ban ",      "unban ",  "say ",  "set ",
                                         "set motd ", "set bots ", "record ", "help ", "" };
    char line[2200], text[4096];
    fs_rng rng = fs_rng_seed((uint64_t)_i + 1, 0);
    open_host();
    for (unsigned i = 0; i < 2000; i++) {
        size_t used = (size_t)snprintf(line, sizeof line, "%s", words[fs_rng_below(&rng, 10)]);
        size_t size = used + fs_rng_below(&rng, i % 50 == 0 ? 2100 : 40);
        for (; used < size; used++)
            line[used] = (char)(1 + fs_rng_below(&rng, 255));
        line[used] = '\0';
        run_line(line, text);
    }
    host_step(&the_host, 0);
    ck_assert(!host_done(&the_host));
    close_host();
}
END_TEST

START_TEST(commands_are_listed)
{
    for (size_t i = 0; i < console_commands.count; i++) {
        const console_command *command = &console_commands.commands[i];
        ck_assert(command->name[0] != '\0' && strlen(command->name) < 8 && command->help[0] != '\0');
        ck_assert_ptr_nonnull(command->usage);
    }
    ck_assert_uint_ge(console_commands.count, 17);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("console");
    TCase *tc = tcase_create("console");
    tcase_add_loop_test(tc, lines_are_answered, 0, sizeof lines / sizeof lines[0]);
    tcase_add_test(tc, a_reload_answers_with_its_result);
    tcase_add_test(tc, values_are_taken_over);
    tcase_add_loop_test(tc, bots_need_a_simulation, FS_REFEREE_LIVE, FS_REFEREE_OFF + 1);
    tcase_add_loop_test(tc, rubbish_is_answered, 0, 3);
    tcase_add_test(tc, commands_are_listed);
    suite_add_tcase(suite, tc);
    return suite;
}
