/* timing.c: the clock around a game's step. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "timing.h"

#include <stdbool.h>
#include <time.h>

#include "app/histogram.h"

static struct {
    const fs_game *real;
    fs_game wrapped;
    uint64_t begun_ns, stepped_ns; /* of the tick in progress: start and end of its step */
    uint64_t last_ns;              /* step and state hash of the last tick */
    app_histogram step, state_hash, tick, lateness;
    bool timely; /* the match runs in real time */
} timing;

static uint64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void timed_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    timing.begun_ns = clock_ns();
    timing.real->step(state, config, inputs, scratch);
    timing.stepped_ns = clock_ns();
}

const fs_game *timing_wrap(const fs_game *game)
{
    timing.real = game;
    timing.wrapped = *game;
    timing.wrapped.step = timed_step;
    return &timing.wrapped;
}

void timing_tick_done(void)
{
    uint64_t now = clock_ns();
    app_histogram_add(&timing.step, timing.stepped_ns - timing.begun_ns);
    app_histogram_add(&timing.state_hash, now - timing.stepped_ns);
    app_histogram_add(&timing.tick, now - timing.begun_ns);
    timing.last_ns = now - timing.begun_ns;
}

uint32_t timing_last_us(void)
{
    return (uint32_t)(timing.last_ns / 1000);
}

void timing_late_us(uint64_t us)
{
    app_histogram_add(&timing.lateness, us * 1000);
    timing.timely = true;
}

uint64_t timing_median_ns(void)
{
    return app_histogram_percentile(&timing.tick, 50);
}

static void set_figures(json_t *object, const app_histogram *histogram)
{
    json_object_set_new(object, "median_ns", json_integer((json_int_t)app_histogram_percentile(histogram, 50)));
    json_object_set_new(object, "p99_ns", json_integer((json_int_t)app_histogram_percentile(histogram, 99)));
    json_object_set_new(object, "max_ns", json_integer((json_int_t)histogram->max));
}

void timing_report(json_t *report)
{
    json_t *step = json_object();
    json_t *state_hash = json_object();
    set_figures(step, &timing.step);
    set_figures(state_hash, &timing.state_hash);
    set_figures(report, &timing.tick);
    json_object_set_new(report, "step", step);
    json_object_set(report, "root", state_hash);
    json_object_set_new(report, "hash", state_hash);
    if (timing.timely) {
        json_t *lateness = json_object();
        set_figures(lateness, &timing.lateness);
        json_object_set_new(report, "lateness", lateness);
    }
}
