/* bench.c: the figures of lib/doc/RESULTS.md as one JSON object on standard output.
 *
 *     tests/bench/bench [FOLDER-OF-THE-PROGRAMS [PART|PART/FIGURE...]]
 *
 * Without a part all run, but the part with real processes only if there is a folder. Figures depend on the
 * machine; those of one run are for comparison with each other.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/games.h>

#include "support/script.h"

uint64_t bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double bench_median(double values[BENCH_ROUNDS])
{
    qsort(values, BENCH_ROUNDS, sizeof values[0], ascending);
    return values[BENCH_ROUNDS / 2];
}

void bench_die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(EXIT_FAILURE);
}

fs_sim *bench_match(const char *name, uint32_t players)
{
    const fs_game *game = NULL;
    char why[200];
    if (fs_game_find(fs_builtin_games(), name, &game, why, sizeof why) != FS_OK)
        bench_die(why);
    fs_config config = fs_default_config(game);
    config.seed = 1;
    config.players = players;
    fs_sim *sim = NULL;
    if (fs_sim_create(game, &config, &sim) != FS_OK)
        bench_die("the match cannot be made");
    return sim;
}

/* The value after "model name :" of the first processor, where Linux says it. */
static json_t *processor(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    json_t *found = NULL;
    while (file != NULL && found == NULL && fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "model name", 10) == 0 && value != NULL)
            found = json_string(value + 2);
    }
    if (file != NULL)
        fclose(file);
    return found != NULL ? found : json_string("unknown");
}

static json_t *machine(void)
{
    struct utsname name;
    if (uname(&name) != 0)
        bench_die("uname failed");
    return json_pack("{s:o, s:s, s:s, s:I}", "processor", processor(), "architecture", name.machine, "system",
                     name.sysname, "processors", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN));
}

static void add(json_t *all, const char *key, json_t *part)
{
    if (part == NULL || json_object_set_new(all, key, part) != 0)
        bench_die("out of memory");
    fprintf(stderr, "bench: %s done\n", key);
}

/* ---- parts --------------------------------------------------------------------------------------------------- */

enum { BOTS = 16, SECONDS = 10 };

static json_t *ticks(const char *folder)
{
    (void)folder;
    return bench_ticks("airhockey", 8);
}

static json_t *small_state(const char *folder)
{
    (void)folder;
    return bench_small_state("airhockey", 8);
}

static json_t *verify(const char *folder)
{
    (void)folder;
    return bench_verify("airhockey", 8);
}

static json_t *server(const char *folder)
{
    static const struct server_case c = { "airhockey", "pucks=1", "chase", BOTS, SECONDS };
    return bench_server(folder, &c);
}

/* As many players as a match can have, of a game that costs next to nothing: the share of the network alone. */
static json_t *server_full(const char *folder)
{
    static const struct server_case c = { "particles", "count=100", "random", FS_MAX_PLAYERS, SECONDS };
    return bench_server(folder, &c);
}

/* Either `run`, or `plain` for a part without arguments. `figure` names the figures that can be asked for alone. */
static const struct part {
    const char *name;
    json_t *(*plain)(void);
    json_t *(*run)(const char *folder);
    const char *(*figure)(unsigned i);
} parts[] = {
    { "tick", NULL, ticks, NULL },
    { "state_small", NULL, small_state, NULL },
    { "state_large", bench_large_state, NULL, NULL },
    { "particles", bench_particles, NULL, NULL },
    { "links", bench_links, NULL, NULL },
    { "broad", bench_broad, NULL, NULL },
    { "two", bench_physics2d, NULL, bench_physics2d_figure },
    { "manifold3", bench_manifold3, NULL, NULL },
    { "three", bench_physics3d, NULL, bench_physics3d_figure },
    { "scenes3", bench_scenes3d, NULL, bench_scenes3d_figure },
    { "broad3", bench_broad_phase3d, NULL, NULL },
    { "view", bench_view, NULL, NULL },
    { "verify", NULL, verify, NULL },
    { "server", NULL, server, NULL },
    { "server_full", NULL, server_full, NULL },
};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* The command line after the folder. */
static struct {
    int count;
    char **names;
} chosen;

static void usage(FILE *to)
{
    fputs("usage: bench [FOLDER-OF-THE-PROGRAMS [PART|PART/FIGURE...]]\nparts:", to);
    for (int i = 0; i < PARTS; i++)
        fprintf(to, " %s", parts[i].name);
    fputs("\nWithout a part all run; without a folder all but server and server_full.\n", to);
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].figure == NULL)
            continue;
        fprintf(to, "figures of %s:", parts[i].name);
        for (unsigned k = 0; parts[i].figure(k) != NULL; k++)
            fprintf(to, " %s", parts[i].figure(k));
        fputc('\n', to);
    }
}

/* Whether `name` is "PART/FIGURE". */
static bool names_figure(const char *name, const char *part, const char *figure)
{
    size_t length = strlen(part);
    return strncmp(name, part, length) == 0 && name[length] == '/' && strcmp(name + length + 1, figure) == 0;
}

static bool has_figure(const struct part *part, const char *name)
{
    for (unsigned k = 0; part->figure != NULL && part->figure(k) != NULL; k++)
        if (names_figure(name, part->name, part->figure(k)))
            return true;
    return false;
}

static bool is_known_part(const char *name)
{
    for (int i = 0; i < PARTS; i++)
        if (strcmp(parts[i].name, name) == 0 || has_figure(&parts[i], name))
            return true;
    return false;
}

bool bench_is_wanted(const char *part, const char *figure)
{
    for (int i = 0; i < chosen.count; i++)
        if (strcmp(chosen.names[i], part) == 0 || names_figure(chosen.names[i], part, figure))
            return true;
    return chosen.count == 0;
}

static bool is_chosen(const struct part *part, int argc)
{
    for (int i = 0; i < chosen.count; i++)
        if (strcmp(chosen.names[i], part->name) == 0 || has_figure(part, chosen.names[i]))
            return true;
    return argc == 2 || (argc < 2 && part->run != server && part->run != server_full);
}

/* An exit status, or -1 where the parts shall run. */
static int judge_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            usage(stdout);
            return EXIT_SUCCESS;
        }
        if (argv[i][0] == '-' || (i > 1 && !is_known_part(argv[i]))) {
            fprintf(stderr, "bench: unknown %s '%s'\n", argv[i][0] == '-' ? "option" : "part", argv[i]);
            usage(stderr);
            return 2;
        }
    }
    return -1;
}

/* Standard output for the object alone: what other engines print there goes to standard error. */
static FILE *own_output(void)
{
    int copy = dup(STDOUT_FILENO);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    if (out == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        bench_die("no output");
    return out;
}

int main(int argc, char **argv)
{
    int status = judge_arguments(argc, argv);
    if (status >= 0)
        return status;
    chosen.count = argc > 2 ? argc - 2 : 0;
    chosen.names = argv + 2;
    FILE *out = own_output();
    json_t *all = json_object();
    add(all, "machine", machine());
    add(all, "compiler",
        json_string(
#if defined(__clang__)
            "clang " __clang_version__
#else
            "gcc " __VERSION__
#endif
            ));
    for (int i = 0; i < PARTS; i++)
        if (is_chosen(&parts[i], argc))
            add(all, parts[i].name, parts[i].plain != NULL ? parts[i].plain() : parts[i].run(argv[1]));
    json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(5));
    fputc('\n', out);
    fclose(out);
    json_decref(all);
    return EXIT_SUCCESS;
}
