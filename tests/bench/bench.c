/* bench.c: the figures of lib/doc/RESULTS.md as one JSON object on standard output.
 *
 *     tests/bench/bench [FOLDER-OF-THE-PROGRAMS [SECONDS]]
 *
 * Without a folder the part with real processes is left out. Figures depend on the
 * machine; those of one run are for comparison with each other.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "script.h"

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
    if (fs_game_find(name, &game, why, sizeof why) != FS_OK)
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

int main(int argc, char **argv)
{
    uint32_t seconds = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 10;
    json_t *all = json_object();
    add(all, "machine", machine());
    add(all, "compiler", json_string(
#if defined(__clang__)
        "clang " __clang_version__
#else
        "gcc " __VERSION__
#endif
    ));
    add(all, "tick", bench_ticks("airhockey", 8));
    add(all, "state_small", bench_small_state("airhockey", 8));
    add(all, "state_large", bench_large_state());
    add(all, "particles", bench_particles());
    add(all, "links", bench_links());
    add(all, "broad", bench_broad());
    add(all, "two", bench_two());
    add(all, "verify", bench_verify("airhockey", 8));
    if (argc > 1)
        add(all, "server", bench_server(argv[1], 16, seconds));
    json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(5));
    putchar('\n');
    json_decref(all);
    return EXIT_SUCCESS;
}
