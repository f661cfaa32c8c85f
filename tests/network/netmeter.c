/* netmeter.c: see netmeter.h. */
#include "network/netmeter.h"

#include <stdlib.h>
#include <string.h>

static void add_sample(netmeter_series *series, uint64_t us)
{
    if (series->count == series->capacity) {
        series->capacity = series->capacity == 0 ? 4096 : 2 * series->capacity;
        series->us = realloc(series->us, series->capacity * sizeof *series->us);
        if (series->us == NULL)
            abort();
    }
    series->us[series->count++] = (uint32_t)us;
}

static uint64_t now_us(const netmeter *meter)
{
    return meter->source.now_us(meter->source.context);
}

void netmeter_note_close(netmeter *meter, uint32_t tick)
{
    if (tick < meter->ticks)
        meter->closed_us[tick] = now_us(meter);
}

void netmeter_note_sample(netmeter *meter, uint32_t client, uint32_t tick)
{
    if (tick < meter->ticks)
        meter->clients[client].sampled_us[tick] = now_us(meter);
}

static void note_input(netmeter_client *c, uint32_t tick, bool substituted, uint64_t now)
{
    c->inputs++;
    c->substituted += substituted;
    if (!substituted && c->sampled_us[tick] > 0)
        add_sample(&c->key, now - c->sampled_us[tick]);
}

void netmeter_note_tick(netmeter *meter, uint32_t client, uint32_t tick, bool substituted)
{
    netmeter_client *c = &meter->clients[client];
    uint64_t now = now_us(meter);
    if (tick >= meter->ticks || now < meter->from_us)
        return;
    c->stalls += c->ticked_us > 0 && now - c->ticked_us > 1000000 / meter->source.hz + NETMETER_STALL_US;
    c->ticked_us = now;
    c->ticks++;
    if (meter->closed_us[tick] < meter->from_us)
        return;
    add_sample(&c->delivery, now - meter->closed_us[tick]);
    note_input(c, tick, substituted, now);
}

/* A tick is shown once, but for corrections of it. */
void netmeter_note_shown(netmeter *meter, uint32_t client, fs_sim *state, fs_show_kind kind)
{
    netmeter_client *c = &meter->clients[client];
    uint32_t tick = fs_sim_tick(state) - 1;
    if (kind == FS_SHOW_CORRECTED || tick >= meter->ticks || c->sampled_us[tick] < meter->from_us ||
        c->sampled_us[tick] == 0)
        return;
    add_sample(&c->seen, now_us(meter) - c->sampled_us[tick]);
}

void netmeter_begin(netmeter *meter, netmeter_source source, uint32_t ticks)
{
    memset(meter, 0, sizeof *meter);
    meter->source = source;
    meter->ticks = ticks;
    meter->closed_us = calloc(ticks, sizeof *meter->closed_us);
    for (uint32_t i = 0; i < source.clients; i++)
        meter->clients[i].sampled_us = calloc(ticks, sizeof *meter->clients[i].sampled_us);
}

/* --- of a netsim --------------------------------------------------------------------- */

static uint64_t now_of_netsim(void *context)
{
    const netsim *sim = context;
    return sim->now_us;
}

static const fs_session *session_of_netsim(void *context, uint32_t client)
{
    const netsim *sim = context;
    return sim->clients[client].session;
}

static const uint64_t *bytes_of_netsim(void *context, uint32_t client)
{
    const netsim *sim = context;
    return sim->clients[client].bytes;
}

static void note_server_tick(netsim *sim, uint32_t tick)
{
    netmeter_note_close(sim->observer, tick);
}

static void note_sample(netsim *sim, uint32_t client, uint32_t tick)
{
    netmeter_note_sample(sim->observer, client, tick);
}

static void note_client_tick(netsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    netmeter_note_tick(sim->observer, client, tick, substituted);
}

static void note_shown(netsim *sim, uint32_t client, fs_sim *state, fs_show_kind kind)
{
    netmeter_note_shown(sim->observer, client, state, kind);
}

void netmeter_start(netmeter *meter, netsim *sim, uint32_t ticks)
{
    netmeter_source source = { .context = sim,
                               .clients = sim->count,
                               .hz = fs_sim_config(fs_match_sim(sim->match))->hz,
                               .now_us = now_of_netsim,
                               .session = session_of_netsim,
                               .bytes = bytes_of_netsim };
    netmeter_begin(meter, source, ticks);
    sim->observer = meter;
    sim->server_ticked = note_server_tick;
    sim->client_ticked = note_client_tick;
    sim->client_sampled = note_sample;
    sim->client_shown = note_shown;
}

/* --- figures ------------------------------------------------------------------------- */

void netmeter_reset(netmeter *meter)
{
    const netmeter_source *from = &meter->source;
    meter->from_us = now_us(meter);
    for (uint32_t i = 0; i < from->clients; i++) {
        netmeter_client *c = &meter->clients[i];
        c->delivery.count = c->key.count = c->seen.count = c->ticks = c->inputs = c->substituted = c->stalls = 0;
        c->ticked_us = 0;
        memcpy(c->bytes, from->bytes(from->context, i), sizeof c->bytes);
    }
}

static int compare_us(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts the series and writes its p50, p99, p99.9 and maximum. */
static void rank_series(netmeter_series *series, uint32_t figures[4])
{
    static const uint32_t permille[] = { 500, 990, 999, 1000 };
    if (series->count == 0)
        return;
    qsort(series->us, series->count, sizeof *series->us, compare_us);
    for (int i = 0; i < 4; i++)
        figures[i] = series->us[(uint64_t)(series->count - 1) * permille[i] / 1000];
}

static void append_series(netmeter_series *to, const netmeter_series *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        add_sample(to, from->us[i]);
}

static void add_delay(netmeter_figures *f, const fs_session_stats *stats, uint32_t count)
{
    f->delay_ticks += (double)stats->delay_ticks / count;
    if (stats->delay_ticks < f->delay_min)
        f->delay_min = stats->delay_ticks;
    if (stats->delay_ticks > f->delay_max)
        f->delay_max = stats->delay_ticks;
}

static void add_prediction(netmeter_figures *f, const fs_session_stats *stats, uint32_t count)
{
    const fs_prediction_stats *p = &stats->prediction;
    if (p->confirmed > 0)
        f->mispredicted_percent += 100.0 * p->mispredicted / p->confirmed / count;
    if (stats->tick > 0)
        f->predicted_steps += (double)p->steps / stats->tick / count;
}

netmeter_figures netmeter_read(netmeter *meter, uint32_t first, uint32_t count)
{
    netmeter_figures f = { .delay_min = UINT32_MAX };
    netmeter_series delivery = { 0 }, key = { 0 }, seen = { 0 };
    const netmeter_source *from = &meter->source;
    double seconds = (double)(now_us(meter) - meter->from_us) / 1e6, inputs = 0, substituted = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const netmeter_client *c = &meter->clients[i];
        const uint64_t *bytes = from->bytes(from->context, i);
        append_series(&delivery, &c->delivery);
        append_series(&key, &c->key);
        append_series(&seen, &c->seen);
        inputs += c->inputs;
        substituted += c->substituted;
        f.stalls += c->stalls;
        f.down_bytes_per_s += (double)(bytes[0] - c->bytes[0]) / seconds / count;
        f.up_bytes_per_s += (double)(bytes[1] - c->bytes[1]) / seconds / count;
        fs_session_stats stats;
        fs_session_get_stats(from->session(from->context, i), &stats);
        add_delay(&f, &stats, count);
        add_prediction(&f, &stats, count);
    }
    f.substituted_percent = inputs > 0 ? 100 * substituted / inputs : 0;
    rank_series(&delivery, f.delivery);
    rank_series(&key, f.key);
    rank_series(&seen, f.seen);
    free(delivery.us);
    free(key.us);
    free(seen.us);
    return f;
}

void netmeter_stop(netmeter *meter)
{
    for (uint32_t i = 0; i < meter->source.clients; i++) {
        free(meter->clients[i].delivery.us);
        free(meter->clients[i].key.us);
        free(meter->clients[i].seen.us);
        free(meter->clients[i].sampled_us);
    }
    free(meter->closed_us);
}
