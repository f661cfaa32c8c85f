/* faults.c: see faults.h. */
#include "network/faults.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/netline.h"
#include "support/check_main.h"

static const char *const words[FAULT_KINDS] = {
    "blackout",  "client-stop",      "server-stop", "lost-connection", "leave",
    "bad-line",  "slow-computer",    "flipped-bit", "server-crash",    "client-crash",
    "partition", "disk-full",        "storm",       "clock-jump",      "server-clock-jump",
    "wall-step", "server-wall-step", "relay-crash"
};

fault_schedule faults_draw(const fault_plan *plan, uint64_t seed)
{
    fault_schedule s = { .seed = seed, .clients = plan->clients };
    fs_rng rng = fs_rng_seed(seed, 31);
    s.count = 1 + fs_rng_below(&rng, plan->max);
    for (uint32_t i = 0; i < s.count; i++) {
        fault *f = &s.faults[i];
        f->kind = (fault_kind)fs_rng_below(&rng, plan->kinds);
        f->client = plan->healthy + fs_rng_below(&rng, plan->clients - plan->healthy);
        f->at_us = 2000000 + fs_rng_below(&rng, (uint32_t)plan->span_us);
        f->for_us = FAULTS_SHORTEST_US + fs_rng_below(&rng, 3000000);
    }
    if (plan->lines > 0)
        s.line = fs_rng_below(&rng, plan->lines);
    return s;
}

int faults_advance(fault *f, uint64_t now_us)
{
    if (f->stage == 0 && now_us >= f->at_us) {
        f->stage = 1;
        return 1;
    }
    if (f->stage == 1 && now_us >= f->at_us + f->for_us) {
        f->stage = 2;
        return -1;
    }
    return 0;
}

uint64_t faults_due_us(const fault_schedule *s)
{
    uint64_t due = UINT64_MAX;
    for (uint32_t i = 0; i < s->count; i++) {
        const fault *f = &s->faults[i];
        uint64_t at = f->stage == 0 ? f->at_us : f->stage == 1 ? f->at_us + f->for_us : UINT64_MAX;
        due = at < due ? at : due;
    }
    return due;
}

/* --- text ------------------------------------------------------------------------------ */

char *faults_write(const fault_schedule *s, char *text)
{
    int n = snprintf(text, FAULTS_TEXT_BYTES, "seed %" PRIu64 "; clients %" PRIu32 "; line %s", s->seed, s->clients,
                     netline_conditions[s->line].word);
    for (uint32_t i = 0; i < s->count; i++) {
        const fault *f = &s->faults[i];
        n += snprintf(text + n, FAULTS_TEXT_BYTES - (size_t)n, "; %s %" PRIu32 " at %" PRIu64 " for %" PRIu64,
                      words[f->kind], f->client, f->at_us, f->for_us);
    }
    return text;
}

static bool read_fault(fault_schedule *s, const char *word, const char *rest)
{
    fault f = { 0 };
    uint32_t kind = 0;
    while (kind < FAULT_KINDS && strcmp(words[kind], word) != 0)
        kind++;
    f.kind = (fault_kind)kind;
    if (kind == FAULT_KINDS || s->count == FAULTS_MAX ||
        sscanf(rest, "%" SCNu32 " at %" SCNu64 " for %" SCNu64, &f.client, &f.at_us, &f.for_us) != 3)
        return false;
    s->faults[s->count++] = f;
    return true;
}

static bool read_part(fault_schedule *s, const char *word, const char *rest)
{
    char line[32] = "";
    if (strcmp(word, "seed") == 0)
        return sscanf(rest, "%" SCNu64, &s->seed) == 1;
    if (strcmp(word, "clients") == 0)
        return sscanf(rest, "%" SCNu32, &s->clients) == 1;
    if (strcmp(word, "line") != 0)
        return read_fault(s, word, rest);
    sscanf(rest, "%31s", line);
    line[strcspn(line, ";")] = '\0';
    s->line = netline_find(line);
    return s->line < netline_condition_count;
}

bool faults_read(fault_schedule *s, const char *text, char bad[32])
{
    *s = (fault_schedule){ 0 };
    while (*text != '\0') {
        int length = 0;
        bad[0] = '\0';
        if (sscanf(text, " %31[a-z0-9-] %n", bad, &length) != 1 || !read_part(s, bad, text + length))
            return false;
        text += strcspn(text, ";");
        text += *text == ';';
    }
    return true;
}

/* --- reduction ------------------------------------------------------------------------- */

/* Takes `less` when it still fails. */
static bool keep_failing(fault_schedule *s, const fault_schedule *less, faults_test *passes)
{
    char why[256];
    if (passes(less, why))
        return false;
    *s = *less;
    return true;
}

/* Removes parts of `size` faults that the failure does not need; whether one was removed. */
static bool remove_faults(fault_schedule *s, uint32_t size, faults_test *passes)
{
    bool removed = false;
    for (uint32_t i = 0; i + size <= s->count;) {
        fault_schedule less = *s;
        memmove(&less.faults[i], &less.faults[i + size], (less.count - i - size) * sizeof less.faults[0]);
        less.count -= size;
        if (keep_failing(s, &less, passes))
            removed = true;
        else
            i++;
    }
    return removed;
}

static void shorten_faults(fault_schedule *s, faults_test *passes)
{
    for (uint32_t i = 0; i < s->count; i++)
        for (bool shorter = true; shorter && s->faults[i].for_us / 2 >= FAULTS_SHORTEST_US;) {
            fault_schedule less = *s;
            less.faults[i].for_us /= 2;
            shorter = keep_failing(s, &less, passes);
        }
}

/* Whether every fault of the schedule is of a client below `clients`. */
static bool needs_no_client(const fault_schedule *s, uint32_t clients)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->faults[i].client >= clients)
            return false;
    return true;
}

static void simplify_network(fault_schedule *s, faults_test *passes)
{
    fault_schedule less = *s;
    less.line = 0;
    if (s->line != 0)
        keep_failing(s, &less, passes);
    for (bool fewer = true; fewer && s->clients > 1 && needs_no_client(s, s->clients - 1);) {
        less = *s;
        less.clients--;
        fewer = keep_failing(s, &less, passes);
    }
}

void faults_reduce(fault_schedule *s, faults_test *passes)
{
    for (uint32_t size = s->count / 2; size > 1; size /= 2)
        remove_faults(s, size, passes);
    while (remove_faults(s, 1, passes)) {
    }
    shorten_faults(s, passes);
    simplify_network(s, passes);
}

bool faults_try(fault_schedule *s, faults_test *passes, const char *program, char why[256])
{
    char text[FAULTS_TEXT_BYTES];
    why[0] = '\0';
    if (passes(s, why))
        return true;
    fprintf(stderr, "fails (%s): %s\n", why, faults_write(s, text));
    faults_reduce(s, passes);
    passes(s, why);
    fprintf(stderr, "reduced to %" PRIu32 " faults: %s\nrepeat it with:\n  FS_SCHEDULE='%s' %s\n", s->count, why,
            faults_write(s, text), program);
    return false;
}

/* Whether the simulation has what a schedule from outside names. */
static bool fits(const fault_schedule *s, const fault_plan *plan)
{
    bool fit = s->clients >= 1 && s->clients <= plan->clients;
    for (uint32_t i = 0; i < s->count; i++)
        fit = fit && s->faults[i].client < s->clients && s->faults[i].kind < plan->kinds;
    return fit;
}

static void run_one(fault_schedule s, faults_test *passes, const char *program)
{
    char why[256], text[FAULTS_TEXT_BYTES];
    if (!faults_try(&s, passes, program, why))
        ck_abort_msg("%s: %s", faults_write(&s, text), why);
}

void faults_run(const fault_plan *plan, faults_test *passes, uint64_t many, const char *program)
{
    const char *one = getenv("FS_SEED"), *count = getenv("FS_SEEDS"), *text = getenv("FS_SCHEDULE");
    char bad[32];
    fault_schedule s;
    if (text != NULL) {
        ck_assert_msg(faults_read(&s, text, bad), "FS_SCHEDULE: unknown or incomplete: %s", bad);
        ck_assert_msg(fits(&s, plan), "FS_SCHEDULE: too many clients, or a fault that is not simulated here");
        run_one(s, passes, program);
        return;
    }
    uint64_t first = one != NULL ? strtoull(one, NULL, 10) : 1;
    uint64_t seeds = one != NULL ? 1 : count != NULL ? strtoull(count, NULL, 10) : many;
    ck_assert_uint_gt(seeds, 0);
    for (uint64_t seed = first; seed < first + seeds; seed++)
        run_one(faults_draw(plan, seed), passes, program);
}
