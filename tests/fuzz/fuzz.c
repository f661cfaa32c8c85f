/* fuzz.c: runs one target for a while on mutations of its samples, or once on files.
 *
 * The bytes of the present run are in the file fuzz-TARGET.last, also after a crash. A run that takes longer than 20 s is
 * ended by SIGALRM.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/fuzz_mutate.h"

enum { MAX_SAMPLES = 64, HANG_S = 20, CLOCK_RUNS = 64 };

/* What survives a crash. */
typedef struct last_run {
    uint64_t size;
    uint8_t bytes[FUZZ_ROOM];
} last_run;

static uint8_t samples[MAX_SAMPLES][FUZZ_ROOM];
static size_t sample_sizes[MAX_SAMPLES];

static int print_usage(FILE *to, int status)
{
    fprintf(to, "usage: fuzz TARGET SECONDS [SEED]\n       fuzz TARGET FILE...   (also fuzz-TARGET.last)\n\n");
    for (uint32_t i = 0; i < fuzz_target_count; i++)
        fprintf(to, "%-10s %s\n", fuzz_targets[i]->name, fuzz_targets[i]->help);
    return status;
}

static const fuzz_target *find_target(const char *name)
{
    for (uint32_t i = 0; i < fuzz_target_count; i++)
        if (strcmp(fuzz_targets[i]->name, name) == 0)
            return fuzz_targets[i];
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

static int run_file(const fuzz_target *target, const char *path)
{
    static last_run run;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 2;
    }
    bool last = ends_with(path, ".last");
    size_t got = last ? fread(&run, 1, sizeof run, file) : fread(run.bytes, 1, sizeof run.bytes, file);
    fclose(file);
    run.size = last ? run.size : got;
    if (run.size > FUZZ_ROOM)
        return 2;
    target->run(run.bytes, run.size);
    printf("%s: %" PRIu64 " bytes\n", path, run.size);
    return 0;
}

static last_run *open_last(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "fuzz-%s.last", name);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof(last_run)) != 0)
        return NULL;
    void *map = mmap(NULL, sizeof(last_run), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return map != MAP_FAILED ? map : NULL;
}

static uint32_t load_samples(const fuzz_target *target)
{
    uint32_t count = 0;
    while (count < MAX_SAMPLES && (sample_sizes[count] = target->sample(count, samples[count])) > 0)
        count++;
    return count;
}

static void run_mutation(const fuzz_target *target, fs_rng *rng, uint32_t sample_count, last_run *run)
{
    uint32_t s = fs_rng_below(rng, sample_count);
    memcpy(run->bytes, samples[s], sample_sizes[s]);
    run->size = fuzz_mutate(rng, run->bytes, sample_sizes[s]);
    alarm(HANG_S);
    target->run(run->bytes, run->size);
}

static int run_for(const fuzz_target *target, uint64_t seconds, uint64_t seed)
{
    last_run *run = open_last(target->name);
    uint32_t count = load_samples(target);
    fs_rng rng = fs_rng_seed(seed, 0);
    time_t end = time(NULL) + (time_t)seconds;
    uint64_t runs = 0;
    if (run == NULL || count == 0)
        return 2;
    for (; runs % CLOCK_RUNS != 0 || time(NULL) < end; runs++)
        run_mutation(target, &rng, count, run);
    alarm(0);
    printf("%s: %" PRIu64 " runs from %" PRIu32 " samples, seed %" PRIu64 "\n", target->name, runs, count, seed);
    return 0;
}

int main(int argc, char **argv)
{
    const fuzz_target *target = argc > 2 ? find_target(argv[1]) : NULL;
    if (target == NULL)
        return print_usage(argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr, argc == 2 ? 0 : 2);
    char *rest;
    uint64_t seconds = strtoull(argv[2], &rest, 10);
    if (*rest == '\0')
        return run_for(target, seconds, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    int status = 0;
    for (int i = 2; i < argc && status == 0; i++)
        status = run_file(target, argv[i]);
    return status;
}
