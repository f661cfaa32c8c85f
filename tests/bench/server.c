/* server.c: the cost of a real server and its clients over loopback, from their own
 * reports. Real time passes here: the match lasts as long as it says. */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

extern char **environ;

enum { MAX_WORDS = 24, START_TENTHS = 100 };

struct place {
    const char *folder; /* of the programs */
    char work[64];      /* of reports and logs */
};

/* Path of the file NAME-NUMBER.TYPE in the work folder, written to `path`. */
static char *path_of(const struct place *p, char path[128], const char *name, uint32_t number, const char *type)
{
    snprintf(path, 128, "%s/%s-%u.%s", p->work, name, (unsigned)number, type);
    return path;
}

/* Starts FOLDER/PROGRAM with standard error in `log`; words end with NULL. */
static pid_t start(const struct place *p, const char *program, const char *log, ...)
{
    char path[512];
    char *words[MAX_WORDS] = { path };
    snprintf(path, sizeof path, "%s/%s", p->folder, program);
    va_list list;
    va_start(list, log);
    for (int i = 1; i < MAX_WORDS - 1 && (words[i] = va_arg(list, char *)) != NULL; i++)
        ;
    va_end(list);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t pid = -1;
    if (posix_spawn(&pid, path, &files, NULL, words, environ) != 0)
        bench_die("a program cannot be started; was everything built?");
    posix_spawn_file_actions_destroy(&files);
    return pid;
}

/* The port the server says it listens on; 0 when it does not. */
static unsigned find_port(const char *log)
{
    static const char sign[] = "listening on port ";
    char line[512];
    unsigned port = 0;
    for (int tenth = 0; tenth < START_TENTHS && port == 0; tenth++) {
        FILE *file = fopen(log, "r");
        while (file != NULL && port == 0 && fgets(line, sizeof line, file) != NULL) {
            const char *found = strstr(line, sign);
            if (found != NULL)
                port = (unsigned)strtoul(found + sizeof sign - 1, NULL, 10);
        }
        if (file != NULL)
            fclose(file);
        usleep(100000);
    }
    return port;
}

static bool ended_well(pid_t pid)
{
    int status = 0;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static json_t *read_report(const char *path)
{
    json_error_t error;
    json_t *report = json_load_file(path, 0, &error);
    if (report == NULL)
        bench_die("a report cannot be read");
    return report;
}

static double number(const json_t *report, const char *key)
{
    const json_t *value = json_object_get(report, key);
    if (!json_is_number(value))
        bench_die("a report lacks a figure");
    return json_number_value(value);
}

/* Mean over the clients of a figure of their reports. */
struct client_means {
    double cpu_seconds, wire_down, wire_up;
};

static struct client_means mean_of_clients(const struct place *p, uint32_t bots)
{
    struct client_means mean = { 0, 0, 0 };
    char path[128];
    for (uint32_t i = 0; i < bots; i++) {
        json_t *report = read_report(path_of(p, path, "client", i, "json"));
        const json_t *wire = json_object_get(report, "wire");
        mean.cpu_seconds += number(report, "cpu_seconds") / bots;
        mean.wire_down += number(wire, "bytes_received") / bots;
        mean.wire_up += number(wire, "bytes_sent") / bots;
        json_decref(report);
    }
    return mean;
}

/* One more option of the server, and one of server and clients; NULL: none. */
struct options {
    const char *server, *both;
};

static pid_t start_server(const struct place *p, const struct server_case *c, struct options o, unsigned *port)
{
    char log[128], report[128], key[128], players[16], length[16];
    snprintf(players, sizeof players, "%u", (unsigned)c->bots);
    snprintf(length, sizeof length, "%u", (unsigned)c->seconds * 60);
    pid_t pid = start(p, "fixstep-server", path_of(p, log, "server", 0, "log"), "--port", "0", "--game", c->game,
                      "--set", c->setting, "--players", players, "--wait-players", players, "--ticks", length, "--seed",
                      "1", "--report", path_of(p, report, "server", 0, "json"), "--identity",
                      path_of(p, key, "key", 0, "txt"), o.server != NULL ? o.server : o.both,
                      o.server != NULL ? o.both : NULL, NULL);
    *port = find_port(log);
    if (*port == 0) {
        kill(pid, SIGTERM);
        bench_die("the server did not start");
    }
    return pid;
}

static void run_match(const struct place *p, const struct server_case *c, struct options o)
{
    pid_t clients[FS_MAX_PLAYERS];
    unsigned port;
    pid_t server = start_server(p, c, o, &port);
    char address[32], report[128], log[128], known[128];
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    for (uint32_t i = 0; i < c->bots; i++)
        clients[i] = start(p, "fixstep-client", path_of(p, log, "client", i, "log"), address, "--bot", c->bot, "--view",
                           "none", "--report", path_of(p, report, "client", i, "json"), "--known-hosts",
                           path_of(p, known, "known", 0, "txt"), o.both, NULL);
    bool good = ended_well(server);
    for (uint32_t i = 0; i < c->bots; i++)
        good = ended_well(clients[i]) && good;
    if (!good)
        bench_die("the match over loopback did not end well");
}

static void remove_work(const struct place *p, uint32_t bots)
{
    static const char *const types[] = { "json", "log" };
    char path[128];
    unlink(path_of(p, path, "key", 0, "txt"));
    unlink(path_of(p, path, "known", 0, "txt"));
    for (int type = 0; type < 2; type++) {
        unlink(path_of(p, path, "server", 0, types[type]));
        for (uint32_t i = 0; i < bots; i++)
            unlink(path_of(p, path, "client", i, types[type]));
    }
    rmdir(p->work);
}

/* Percent of a processor that the server needed. */
static double server_percent(const json_t *report)
{
    return 100 * number(report, "cpu_seconds") / number(report, "wall_seconds");
}

/* The same match with other options. */
static double other_percent(const struct place *p, const struct server_case *c, struct options o)
{
    char path[128];
    run_match(p, c, o);
    json_t *report = read_report(path_of(p, path, "server", 0, "json"));
    double percent = server_percent(report);
    json_decref(report);
    return percent;
}

json_t *bench_server(const char *folder, const struct server_case *c)
{
    struct place p = { .folder = folder, .work = "/tmp/fixstep-bench.XXXXXX" };
    char path[128];
    if (mkdtemp(p.work) == NULL || c->bots > FS_MAX_PLAYERS)
        bench_die("no folder for the reports");
    double plain = other_percent(&p, c, (struct options){ .both = "--insecure" });
    double referee_off = other_percent(&p, c, (struct options){ .server = "--referee=off" });
    run_match(&p, c, (struct options){ 0 });
    json_t *report = read_report(path_of(&p, path, "server", 0, "json"));
    const json_t *wire = json_object_get(report, "wire");
    double wall = number(report, "wall_seconds");
    struct client_means client = mean_of_clients(&p, c->bots);
    json_t *result = json_pack("{s:s, s:i, s:i, s:f, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "game", c->game,
                               "clients", (int)c->bots, "ticks", (int)number(report, "ticks"), "wall_seconds", wall,
                               "desyncs", (int)number(report, "desync_count"), "server_cpu_percent",
                               server_percent(report), "server_cpu_percent_plain", plain,
                               "server_cpu_percent_referee_off", referee_off, "server_bytes_s_per_client_sent",
                               number(wire, "bytes_sent") / wall / c->bots, "server_bytes_s_per_client_received",
                               number(wire, "bytes_received") / wall / c->bots, "client_cpu_percent",
                               100 * client.cpu_seconds / wall, "client_bytes_s_received", client.wire_down / wall);
    json_decref(report);
    remove_work(&p, c->bots);
    return result;
}
