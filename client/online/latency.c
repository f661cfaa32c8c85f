/* latency.c: see latency.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/latency.h"

#include "app/report.h"

void latency_sample(latency *l, uint32_t tick, uint64_t now_us)
{
    l->sampled_us[tick % LATENCY_INPUTS] = now_us;
}

static void note_interval(latency *l, uint32_t hz, uint64_t now_us)
{
    if (l->ticked_us > 0) {
        app_histogram_add(&l->interval, now_us - l->ticked_us);
        l->stalls += now_us - l->ticked_us > 1000000 / hz + LATENCY_STALL_US;
    }
    l->ticked_us = now_us;
}

void latency_tick(latency *l, fs_session *session, uint32_t tick, uint64_t now_us)
{
    uint64_t *sampled = &l->sampled_us[tick % LATENCY_INPUTS];
    fs_session_stats stats;
    fs_session_get_stats(session, &stats);
    if (*sampled > 0 && stats.substituted == l->substituted)
        app_histogram_add(&l->key, now_us - *sampled);
    *sampled = 0;
    l->substituted = stats.substituted;
    note_interval(l, fs_sim_config(fs_session_sim(session))->hz, now_us);
}

void latency_restart(latency *l)
{
    l->ticked_us = 0;
    l->substituted = 0;
    for (uint32_t i = 0; i < LATENCY_INPUTS; i++)
        l->sampled_us[i] = 0;
}

void latency_report(const latency *l, json_t *report)
{
    json_object_set_new(report, "key_to_screen", app_json_times(&l->key));
    json_object_set_new(report, "tick_interval", app_json_times(&l->interval));
    json_object_set_new(report, "stalls", json_integer(l->stalls));
}
