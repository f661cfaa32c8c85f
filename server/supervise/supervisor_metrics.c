/* supervisor_metrics.c: figures of the supervisor; each match serves its own on a port of its own. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <fixstep/net.h>

#include "supervisor.h"

typedef uint64_t figure(const supervised *match, uint64_t now_us);

static uint64_t figure_up(const supervised *m, uint64_t now_us)
{
    (void)now_us;
    return m->watch.state == WATCH_RUNNING;
}

static uint64_t figure_starts(const supervised *m, uint64_t now_us)
{
    (void)now_us;
    return m->watch.starts;
}

static uint64_t figure_crashes(const supervised *m, uint64_t now_us)
{
    (void)now_us;
    return m->watch.failures;
}

static uint64_t figure_hangs(const supervised *m, uint64_t now_us)
{
    (void)now_us;
    return m->watch.hangs;
}

static const struct {
    const char *name, *type, *help;
    figure *value;
} figures[] = {
    { "match_up", "gauge", "1 while the match runs", figure_up },
    { "match_starts_total", "counter", "processes that were started", figure_starts },
    { "match_failures_total", "counter", "processes that crashed or failed", figure_crashes },
    { "match_hangs_total", "counter", "processes that were ended because they gave no sign of life", figure_hangs },
    { "match_silence_microseconds", "gauge", "since the newest sign of life", supervisor_silence_us },
};

static void print_plain(FILE *out, const char *name, const char *help, uint64_t value)
{
    fprintf(out, "# HELP fixstep_%s %s\n# TYPE fixstep_%s gauge\nfixstep_%s %" PRIu64 "\n", name, help, name, name,
            value);
}

static void print_figure(FILE *out, const supervisor *s, size_t f, uint64_t now)
{
    fprintf(out, "# HELP fixstep_%s %s\n# TYPE fixstep_%s %s\n", figures[f].name, figures[f].help, figures[f].name,
            figures[f].type);
    for (uint32_t i = 0; i < s->count; i++)
        fprintf(out, "fixstep_%s{match=\"%" PRIu32 "\"} %" PRIu64 "\n", figures[f].name, i + 1,
                figures[f].value(&s->matches[i], now));
}

char *supervisor_metrics_text(void *context)
{
    const supervisor *s = context;
    char *text = NULL;
    size_t size = 0;
    uint64_t now = fs_net_clock_us();
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    print_plain(out, "supervisor_up_seconds", "since the start of the supervisor", (now - s->start_us) / 1000000);
    print_plain(out, "supervisor_matches", "matches that it keeps running", s->count);
    print_plain(out, "supervisor_draining", "1 while it ends", s->draining);
    for (size_t f = 0; f < sizeof figures / sizeof figures[0]; f++)
        print_figure(out, s, f, now);
    fclose(out);
    return text;
}

bool supervisor_metrics_ready(void *context)
{
    return supervisor_ready(context);
}
