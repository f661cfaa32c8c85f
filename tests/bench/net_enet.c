/* net_enet.c: figures of a line over the real transport on a virtual clock (vsim.h). */
#include <stdio.h>
#include <stdlib.h>

#include "bench/net.h"
#include "network/vsim.h"

enum { CLIENTS = 8, CHANGE_PERCENT = 10, MOST_SECONDS = 500 /* so many ticks vsim.h keeps */ };

static uint64_t now_of_vsim(void *context)
{
    const vsim *sim = context;
    return vnet_now_us(sim->net);
}

static const fs_session *session_of_vsim(void *context, uint32_t client)
{
    const vsim *sim = context;
    return sim->clients[client].session;
}

static const uint64_t *bytes_of_vsim(void *context, uint32_t client)
{
    const vsim *sim = context;
    return sim->clients[client].program.machine->bytes;
}

static void note_server_tick(vsim *sim, uint32_t tick)
{
    netmeter_note_close(sim->observer, tick);
}

static void note_sample(vsim *sim, uint32_t client, uint32_t tick)
{
    netmeter_note_sample(sim->observer, client, tick);
}

static void note_client_tick(vsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    netmeter_note_tick(sim->observer, client, tick, substituted);
}

static void note_shown(vsim *sim, uint32_t client, fs_sim *state, fs_show_kind kind)
{
    netmeter_note_shown(sim->observer, client, state, kind);
}

static void observe(vsim *sim, netmeter *meter)
{
    netmeter_source source = { .context = sim,
                               .clients = CLIENTS,
                               .hz = VSIM_HZ,
                               .now_us = now_of_vsim,
                               .session = session_of_vsim,
                               .bytes = bytes_of_vsim };
    netmeter_begin(meter, source, VSIM_TICKS);
    sim->observer = meter;
    sim->server_ticked = note_server_tick;
    sim->client_ticked = note_client_tick;
    sim->client_sampled = note_sample;
    sim->client_shown = note_shown;
}

netmeter_figures bench_enet(const char *line, uint32_t seconds, uint64_t seed)
{
    netmeter meter;
    vsim_def def = { .schedule = { .seed = seed, .clients = CLIENTS, .line = netline_find(line) },
                     .equal_lines = true,
                     .slots = CLIENTS,
                     .wait_players = CLIENTS,
                     .change_percent = CHANGE_PERCENT,
                     .predict_ticks = BENCH_PREDICT_TICKS };
    vsim *sim = vsim_create(&def);
    observe(sim, &meter);
    vsim_pass(sim, BENCH_SETTLE_US);
    netmeter_reset(&meter);
    vsim_pass(sim, (seconds < MOST_SECONDS ? seconds : MOST_SECONDS) * UINT64_C(1000000));
    netmeter_figures f = netmeter_read(&meter, 0, CLIENTS);
    if (sim->why[0] != '\0' || fs_match_players(sim->server.match) < CLIENTS) {
        fprintf(stderr, "%s over ENet: %s\n", line, sim->why);
        exit(1);
    }
    netmeter_stop(&meter);
    vsim_destroy(sim);
    return f;
}
