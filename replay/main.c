/* main.c: fixstep-replay: picks the command and runs it. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "app/completion.h"
#include "app/setup.h"
#include "app/workers.h"
#include "app/files/open_file.h"
#include "commands.h"

static const command commands[] = {
    { "verify", MODE_VERIFY, "fixstep-replay verify [--json] [--key KEY] [--workers N] [--game FILE.so] FILE...",
      "Simulates every tick of the recordings again and compares all state hashes, checksums\n"
      "and signatures. A line per file; the exit status is that of the worst file:\n"
      "1 simulation differs, 4 broken chain or bad signature, 3 malformed, 2 unreadable,\n"
      "5 other build, 6 incomplete, 0 verified.",
      1, INT_MAX, verify_run },
    { "info", MODE_INFO, "fixstep-replay info [--schema] [--json] [--key KEY] FILE...",
      "Shows recordings: how they ended, date, duration, game, options, who played from\n"
      "when to when, desyncs, build; with --schema the state's fields. Needs no game.",
      1, INT_MAX, info_run },
    { "dump", MODE_DUMP, "fixstep-replay dump [--tick N] [--json] [--workers N] [--game FILE.so] FILE",
      "Prints every field of the state after N ticks.", 1, 1, dump_run },
    { "diff", MODE_DIFF, "fixstep-replay diff [--json] [--workers N] [--game FILE.so] FILE FILE",
      "Finds the first tick in which two recordings of a match differ, whether their\n"
      "inputs were equal until then, and the fields that differ.\n"
      "Exit status: 0 the ticks that both have are equal, 1 they differ.",
      2, 2, diff_run },
    { "render", MODE_RENDER,
      "fixstep-replay render --out FILE [--tick N] [--size WxH] [--slot N]\n"
      "               [--debug LIST] [--workers N] [--game FILE.so] FILE",
      "Draws the state after N ticks as a picture: .png, .svg, .txt or .ansi.", 1, 1, render_run },
    { "repro", MODE_REPRO, "fixstep-replay repro [--json] [--desync N] [--game FILE.so] FILE...",
      "Simulates the desyncs of recordings (desync-*.fsr) again: whose state this build gives,\n"
      "with tick, phase, table, row, field and both values; with every instruction set, with\n"
      "1, 2 and 4 threads, and every tick twice. Exit status, the worst of all desyncs:\n"
      "0 the server's state, 7 the client's, 1 neither, 8 not always the same; others as above.",
      1, INT_MAX, repro_run }
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_commands(FILE *file)
{
    app_print_help(&replay_program, file);
    fprintf(file, "\nCommands (more by fixstep-replay COMMAND --help); FILE may be - for standard input:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %s\n", commands[i].usage);
}

/* With --json among the words, also as an object of no file. */
static int wrong_usage(int argc, char **argv, const char *why)
{
    const settings asked = { .json = app_flag_among(argc, argv, "json", 'j') };
    outcome o = { .code = EXIT_UNREADABLE };
    print_error("%s (see --help)", why);
    snprintf(o.why, sizeof o.why, "%s", why);
    return print_file_outcome(&asked, NULL, &o);
}

/* Without a command only --help, --version and --completion are accepted. */
static int run_without_command(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings ignored;
    app_arguments arguments;
    memset(&ignored, 0, sizeof ignored);
    switch (app_parse(&replay_program, argc, argv, &ignored, &arguments, why)) {
    case APP_HELP: print_commands(stdout); return 0;
    case APP_VERSION: app_print_version(replay_program.name, stdout); return 0;
    case APP_USAGE_ERROR: return wrong_usage(argc, argv, why);
    case APP_RUN: break;
    }
    if (app_option_given(&replay_program, &arguments, "completion")) {
        app_subcommand names[COMMAND_COUNT];
        for (size_t i = 0; i < COMMAND_COUNT; i++)
            names[i] = (app_subcommand){ .name = commands[i].name };
        app_print_completion(&replay_program, (app_shell)ignored.completion, names, COMMAND_COUNT, stdout);
        return 0;
    }
    if (arguments.positional_count == 0)
        return wrong_usage(argc, argv, "a command is missing: verify, info, dump, diff, render or repro");
    if (find_command(arguments.positional[0]) != NULL)
        return wrong_usage(argc, argv, "the command comes first, its options after it");
    snprintf(why, sizeof why, "unknown command '%.40s': verify, info, dump, diff, render or repro",
             arguments.positional[0]);
    return wrong_usage(argc, argv, why);
}

static int run_command(const command *cmd, int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings s;
    app_option table[APP_MAX_OPTIONS];
    app_program program = command_program(cmd, table);
    switch (settings_parse(cmd, argc, argv, &s, why)) {
    case APP_HELP: app_print_help(&program, stdout); return 0;
    case APP_VERSION: app_print_version(replay_program.name, stdout); return 0;
    case APP_USAGE_ERROR: return wrong_usage(argc, argv, why);
    case APP_RUN: break;
    }
    outcome o = { 0 };
    if (app_workers_open(s.workers, why))
        return cmd->run(&s);
    note_failure(&o, NULL, EXIT_UNREADABLE, "%s", why);
    return print_outcome(&s, &o);
}

int main(int argc, char **argv)
{
    app_open_standard();
    const command *cmd = argc > 1 ? find_command(argv[1]) : NULL;
    int code = cmd != NULL ? run_command(cmd, argc - 1, argv + 1) : run_without_command(argc, argv);
    return app_flush_output(replay_program.name) ? code : worse_exit_code(code, 2);
}
