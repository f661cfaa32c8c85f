/* ctl.c: one request to the console's socket, and its reply. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "ctl.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "console.h"

enum { TIMEOUT_S = 10, MAX_REPLY = 4 << 20 };

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

static int connect_socket(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct timeval limit = { .tv_sec = TIMEOUT_S };
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (connect(file, (const struct sockaddr *)&address, sizeof address) == 0)
        return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

/* The words as one request, malloced; NULL when they are no text or too long. */
static char *make_request(char **words, int count)
{
    char line[CONSOLE_LINE_BYTES] = "";
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        int n = snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? " " : "", words[i]);
        used += (size_t)n;
        if (used >= sizeof line - 64)
            return NULL;
    }
    json_t *request = json_pack("{s:s}", "command", line);
    char *text = request != NULL ? json_dumps(request, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_decref(request);
    return text;
}

/* Reads one line, malloced and without its end; NULL when none comes. */
static char *read_reply(int file)
{
    char *reply = NULL;
    size_t used = 0;
    for (ssize_t n = 1; n > 0 && used < MAX_REPLY;) {
        char *grown = realloc(reply, used + 4096 + 1);
        if (grown == NULL)
            break;
        reply = grown;
        n = read(file, reply + used, 4096);
        used += n > 0 ? (size_t)n : 0;
        reply[used] = '\0';
        if (n > 0 && reply[used - 1] == '\n') {
            reply[used - 1] = '\0';
            return reply;
        }
    }
    free(reply);
    return NULL;
}

static int print_reply(const char *reply, bool as_json)
{
    json_t *value = json_loads(reply, 0, NULL);
    const char *text = json_string_value(json_object_get(value, "text"));
    bool good = json_is_true(json_object_get(value, "ok"));
    if (as_json)
        printf("%s\n", reply);
    else
        fputs(text != NULL ? text : "", good ? stdout : stderr);
    json_decref(value);
    return good ? 0 : 1;
}

static int send_command(const ctl_settings *s, char **words, int count)
{
    char *request = make_request(words, count);
    int file = request != NULL ? connect_socket(s->path) : -1, status = 1;
    char *reply = NULL;
    if (request == NULL)
        fprintf(stderr, "%s: the command is too long, or no UTF-8\n", ctl_program.name);
    else if (file < 0)
        fprintf(stderr, "%s: no server answers at %s: %s\n", ctl_program.name, s->path, strerror(errno));
    else if (dprintf(file, "%s\n", request) < 0 || (reply = read_reply(file)) == NULL)
        fprintf(stderr, "%s: the server at %s gave no answer\n", ctl_program.name, s->path);
    else
        status = print_reply(reply, s->json);
    if (file >= 0)
        close(file);
    free(request);
    free(reply);
    return status;
}

int ctl_run(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    app_arguments arguments;
    const char *path = getenv("FIXSTEP_CONSOLE");
    ctl_settings s = { .path = path != NULL ? path : "/run/fixstep/console" };
    app_parsed parsed = app_parse(&ctl_program, argc, argv, &s, &arguments, why);
    if (parsed == APP_HELP || parsed == APP_VERSION) {
        app_print_help(&ctl_program, stdout);
        return 0;
    }
    if (parsed == APP_RUN && arguments.positional_count == 0) {
        snprintf(why, sizeof why, "a command is missing; help lists them");
        parsed = APP_USAGE_ERROR;
    }
    if (parsed == APP_USAGE_ERROR) {
        fprintf(stderr, "%s: %s (see --help)\n", ctl_program.name, why);
        return 2;
    }
    return send_command(&s, arguments.positional, arguments.positional_count);
}
