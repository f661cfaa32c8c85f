/* ctl.c: one request to the console's socket, and its reply. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "ctl.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/report.h"
#include "app/setup.h"
#include "console_client.h"
#include "console_line.h"

enum { TIMEOUT_MS = 10000 };

typedef struct ctl_settings {
    const char *path;
    bool json;
} ctl_settings;

static const app_option ctl_options[] = {
    { .name = "console",
      .kind = APP_TEXT,
      .offset = offsetof(ctl_settings, path),
      .value = "PATH",
      .help = "socket of the server (default: FIXSTEP_CONSOLE,\nelse /run/fixstep/console)" },
    { .name = "json", .kind = APP_FLAG, .offset = offsetof(ctl_settings, json), .help = "print the reply as JSON" },
};

const app_program ctl_program = { .name = "fixstep-server ctl",
                                  .usage = "fixstep-server ctl [OPTION]... COMMAND [ARGUMENT]...",
                                  .about = "Sends a command to a server that was started with --console PATH; the\n"
                                           "command help lists the others.\n"
                                           "Exit status: 0 done, 1 refused or no answer, 2 wrong usage.",
                                  .options = ctl_options,
                                  .count = sizeof ctl_options / sizeof ctl_options[0] };

/* The words as one line; false when they are too long. */
static bool join_words(char line[CONSOLE_LINE_BYTES], char **words, int count)
{
    size_t used = 0;
    line[0] = '\0';
    for (int i = 0; i < count; i++) {
        int n = snprintf(line + used, CONSOLE_LINE_BYTES - used, "%s%s", i > 0 ? " " : "", words[i]);
        used += (size_t)n;
        if (used >= CONSOLE_LINE_BYTES)
            return false;
    }
    return true;
}

/* A failure to ask, in the form of a reply. */
static int report_failure(bool as_json, int status, const char *hint, const char *why)
{
    char sentence[APP_ERROR_BYTES];
    snprintf(sentence, sizeof sentence, "%s", why);
    fs_utf8_clean(sentence);
    app_print_error(ctl_program.name, "%s%s", sentence, hint);
    json_t *value = as_json ? json_pack("{s:b, s:s}", "ok", 0, "text", sentence) : NULL;
    if (value != NULL)
        app_json_print(value, stdout);
    json_decref(value);
    return status;
}

static int print_reply(const char *reply, bool as_json)
{
    json_t *value = json_loads(reply, 0, NULL);
    if (!json_is_object(value)) {
        json_decref(value);
        return report_failure(as_json, 1, "", "the server's reply is no JSON");
    }
    const char *text = json_string_value(json_object_get(value, "text"));
    bool good = json_is_true(json_object_get(value, "ok"));
    char *clean = strdup(text != NULL ? text : "");
    if (as_json) {
        app_json_print(value, stdout);
    } else if (clean != NULL) {
        fs_utf8_clean(clean);
        fputs(clean, good ? stdout : stderr);
    }
    free(clean);
    json_decref(value);
    return good ? 0 : 1;
}

static int send_command(const ctl_settings *s, char **words, int count)
{
    char line[CONSOLE_LINE_BYTES], why[APP_ERROR_BYTES] = "the command is too long";
    char *reply = join_words(line, words, count) ? console_client_ask(s->path, line, TIMEOUT_MS, why) : NULL;
    if (reply == NULL)
        return report_failure(s->json, 1, "", why);
    int status = print_reply(reply, s->json);
    free(reply);
    return status;
}

static bool is_own_option(const char *word)
{
    static const char *const own[] = { "--console", "--json", "--help", "--version", "-h" };
    bool found = strncmp(word, "--console=", 10) == 0;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        found = found || strcmp(word, own[i]) == 0;
    return found;
}

/* Puts the options of this program first, then "--", then the words of the command, whose own options are not ours. Everything
 * with a dash before the command is ours. `sorted` has room for argc + 1. */
static void sort_words(int argc, char **argv, char **sorted)
{
    static char separator[] = "--";
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        bool begun = false, value = false;
        for (int i = 0; i < argc; i++) {
            if (!begun && strcmp(argv[i], "--") == 0) {
                begun = true;
                continue;
            }
            bool option = i == 0 || value || (begun ? is_own_option(argv[i]) : argv[i][0] == '-');
            value = option && !value && strcmp(argv[i], "--console") == 0;
            begun = begun || !option;
            if (option == (pass == 0))
                sorted[count++] = argv[i];
        }
        if (pass == 0)
            sorted[count++] = separator;
    }
}

static int run_sorted(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    app_arguments arguments;
    const char *path = getenv("FIXSTEP_CONSOLE");
    ctl_settings s = { .path = path != NULL ? path : "/run/fixstep/console" };
    app_parsed parsed = app_parse(&ctl_program, argc, argv, &s, &arguments, why);
    if (parsed == APP_HELP || parsed == APP_VERSION) {
        if (parsed == APP_HELP)
            app_print_help(&ctl_program, stdout);
        else
            app_print_version(ctl_program.name, stdout);
        return 0;
    }
    if (parsed == APP_RUN && arguments.positional_count == 0) {
        snprintf(why, sizeof why, "a command is missing; help lists them");
        parsed = APP_USAGE_ERROR;
    }
    if (parsed == APP_USAGE_ERROR)
        return report_failure(s.json || app_flag_among(argc, argv, "json", 0), 2, " (see --help)", why);
    return send_command(&s, arguments.positional, arguments.positional_count);
}

int ctl_run(int argc, char **argv)
{
    char **sorted = calloc((size_t)argc + 2, sizeof *sorted);
    if (sorted == NULL)
        return 1;
    sort_words(argc, argv, sorted);
    int status = run_sorted(argc + 1, sorted);
    free(sorted);
    return status;
}
