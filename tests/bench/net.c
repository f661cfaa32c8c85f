/* net.c: the table of make bench-net: what players feel of a match on networks of many kinds, simulated on a virtual
 * clock (netsim.h). Figures are functions of the seed: they are equal on every machine.
 *
 * Usage: bench_net [SECONDS [SEED [SEEDS]]]; default 60, 1 and 1. The first 5 s after the start are not measured. Of many seeds,
 * from SEED on, each figure is the worst one. The last rows are of the real transport (vsim.h), on two of the lines.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/net.h"
#include "network/netgame.h"

enum { EVERY_US = 10000000 /* between two repetitions of an incident */ };

/* The last `special` clients have the special link or suffer the incident; a row of figures is for each group. */
typedef struct condition {
    const char *name;
    const char *line; /* word of a condition of netline.h that gives name and link; NULL: none */
    uint32_t clients, special, hz;
    netsim_link link, special_link;
    uint32_t blackout_us, freeze_us, server_stall_us; /* in each EVERY_US */
    uint32_t rate_bytes_per_s, queue_us, step_us;     /* of the special clients */
    int32_t drift_ppm;
} condition;

#define GOOD_LINK            \
    {                        \
        10000, 5000, 0, 0, 0 \
    }

static const condition conditions[] = {
    { .line = "lan", .clients = 8, .hz = 60 },
    { .line = "wifi", .clients = 8, .hz = 60 },
    { .line = "mobile", .clients = 8, .hz = 60 },
    { .line = "rtt80", .clients = 8, .hz = 60 },
    { .line = "loss5", .clients = 8, .hz = 60 },
    { .line = "loss15", .clients = 8, .hz = 60 },
    { .line = "bursts", .clients = 8, .hz = 60 },
    { .line = "reorder", .clients = 8, .hz = 60 },
    { .name = "drift +-200 ppm", .clients = 8, .hz = 60, .link = { 30000, 10000, 10, 0, 0 }, .drift_ppm = 200 },
    { .name = "one has 15 %",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = { 40000, 20000, 150, 0, 0 } },
    { .name = "one 2 s blackout",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = GOOD_LINK,
      .blackout_us = 2000000 },
    { .name = "one freezes 0.5 s",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = GOOD_LINK,
      .freeze_us = 500000 },
    { .name = "one stops 5 s",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = GOOD_LINK,
      .freeze_us = 5000000 },
    { .name = "one slow CPU",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = GOOD_LINK,
      .step_us = 20000 },
    { .name = "one 12 kB/s line",
      .clients = 8,
      .special = 1,
      .hz = 60,
      .link = GOOD_LINK,
      .special_link = GOOD_LINK,
      .rate_bytes_per_s = 12000,
      .queue_us = 300000 },
    { .name = "server stops 3 s", .clients = 8, .hz = 60, .link = GOOD_LINK, .server_stall_us = 3000000 },
    { .name = "64 at 30 Hz", .clients = 64, .hz = 30, .link = { 30000, 10000, 0, 0, 0 } },
    { .name = "64 at 60 Hz", .clients = 64, .hz = 60, .link = { 30000, 10000, 0, 0, 0 } },
    { .name = "64 at 60 Hz, 2 %", .clients = 64, .hz = 60, .link = { 30000, 20000, 20, 0, 0 } },
};

static netsim *make_sim(const condition *c, uint64_t seed)
{
    fs_match_def def = fs_default_match_def(&netgame);
    def.config.players = c->clients;
    def.config.hz = c->hz;
    def.config.seed = seed;
    def.wait_players = c->clients;
    netsim *sim = netsim_create(&def, c->clients, seed);
    sim->game = &netgame;
    sim->change_percent = 10;
    netsim_set_links(sim, c->link);
    for (uint32_t i = 0; i < c->clients; i++) {
        netsim_client *client = &sim->clients[i];
        netsim_predict(sim, i, BENCH_PREDICT_TICKS); /* which changes no message and no confirmed state */
        client->drift_ppm = i % 2 == 0 ? c->drift_ppm : -c->drift_ppm;
        if (i < c->clients - c->special)
            continue;
        client->link = c->special_link;
        client->rate_bytes_per_s = c->rate_bytes_per_s;
        client->queue_us = c->queue_us;
        client->step_us = c->step_us;
    }
    return sim;
}

/* Sets the incidents of the next EVERY_US; they begin 1 s from now. */
static void set_incidents(netsim *sim, const condition *c)
{
    uint64_t at = sim->now_us + 1000000;
    if (c->server_stall_us > 0) {
        sim->stall_from_us = at;
        sim->stall_to_us = at + c->server_stall_us;
    }
    for (uint32_t i = c->clients - c->special; i < c->clients; i++) {
        netsim_client *client = &sim->clients[i];
        if (c->blackout_us > 0) {
            client->blackout_from_us = at;
            client->blackout_to_us = at + c->blackout_us;
        }
        if (c->freeze_us > 0) {
            client->stall_from_us = at;
            client->stall_to_us = at + c->freeze_us;
        }
    }
}

static void print_latency(const uint32_t us[4])
{
    for (int i = 0; i < 4; i++)
        printf(" %6.1f", us[i] / 1e3);
    printf(" |");
}

static void print_row(const char *name, const char *group, const netmeter_figures *f)
{
    printf("%-20s %-6s|", name, group);
    print_latency(f->delivery);
    print_latency(f->key);
    printf(" %6.2f | %4.1f %2" PRIu32 "-%-2" PRIu32 " | %6.2f %6.2f | %6" PRIu32 " |", f->substituted_percent,
           f->delay_ticks, f->delay_min, f->delay_max, f->up_bytes_per_s / 1e3, f->down_bytes_per_s / 1e3, f->stalls);
    printf(" %6.1f %6.1f %6.1f %6.1f\n", f->seen[0] / 1e3, f->seen[1] / 1e3, f->mispredicted_percent,
           f->predicted_steps);
}

/* Every client that is still there agrees with the server, and no state differed. */
static void check_outcome(const netsim *sim, const condition *c)
{
    if (fs_match_desyncs(sim->match) > 0 || fs_match_players(sim->match) < c->clients) {
        fprintf(stderr, "%s: %" PRIu32 " desyncs, %" PRIu32 " of %" PRIu32 " players left\n", c->name,
                fs_match_desyncs(sim->match), fs_match_players(sim->match), c->clients);
        exit(1);
    }
}

/* figures[0] are those of all or the others, figures[1] of those with the trouble. */
static void run_condition(const condition *c, uint32_t seconds, uint64_t seed, netmeter_figures figures[2])
{
    netmeter meter;
    netsim *sim = make_sim(c, seed);
    netmeter_start(&meter, sim, (seconds + 20) * c->hz);
    netsim_run(sim, BENCH_SETTLE_US);
    netmeter_reset(&meter);
    for (uint64_t left = seconds * UINT64_C(1000000); left > 0;) {
        uint64_t part = left < EVERY_US ? left : EVERY_US;
        set_incidents(sim, c);
        netsim_run(sim, part);
        left -= part;
    }
    figures[0] = netmeter_read(&meter, 0, c->clients - c->special);
    if (c->special > 0)
        figures[1] = netmeter_read(&meter, c->clients - c->special, c->special);
    check_outcome(sim, c);
    netmeter_stop(&meter);
    netsim_destroy(sim);
}

/* --- many seeds ---------------------------------------------------------------------- */

static uint32_t more(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Takes the worse of each figure. */
static void worsen(netmeter_figures *f, const netmeter_figures *other)
{
    for (int i = 0; i < 4; i++) {
        f->delivery[i] = more(f->delivery[i], other->delivery[i]);
        f->key[i] = more(f->key[i], other->key[i]);
        f->seen[i] = more(f->seen[i], other->seen[i]);
    }
    f->mispredicted_percent = larger(f->mispredicted_percent, other->mispredicted_percent);
    f->predicted_steps = larger(f->predicted_steps, other->predicted_steps);
    f->substituted_percent = larger(f->substituted_percent, other->substituted_percent);
    f->delay_ticks = larger(f->delay_ticks, other->delay_ticks);
    f->delay_max = more(f->delay_max, other->delay_max);
    f->up_bytes_per_s = larger(f->up_bytes_per_s, other->up_bytes_per_s);
    f->down_bytes_per_s = larger(f->down_bytes_per_s, other->down_bytes_per_s);
    f->stalls = more(f->stalls, other->stalls);
}

static void print_condition(const condition *c, uint32_t seconds, uint64_t seed, uint64_t seeds)
{
    netmeter_figures worst[2], next[2];
    run_condition(c, seconds, seed, worst);
    for (uint64_t i = 1; i < seeds; i++) {
        run_condition(c, seconds, seed + i, next);
        worsen(&worst[0], &next[0]);
        worsen(&worst[1], &next[1]);
    }
    print_row(c->name, c->special > 0 ? "others" : "all", &worst[0]);
    if (c->special > 0)
        print_row("", "it", &worst[1]);
    fflush(stdout);
}

static void print_enet(const char *line, uint32_t seconds, uint64_t seed, uint64_t seeds)
{
    netmeter_figures worst = bench_enet(line, seconds, seed);
    for (uint64_t i = 1; i < seeds; i++) {
        netmeter_figures next = bench_enet(line, seconds, seed + i);
        worsen(&worst, &next);
    }
    print_row(netline_conditions[netline_find(line)].name, "ENet", &worst);
    fflush(stdout);
}

/* Takes name and link of the condition that `line` names. */
static condition name_line(condition c)
{
    if (c.line == NULL)
        return c;
    const netline_condition *named = &netline_conditions[netline_find(c.line)];
    c.name = named->name;
    c.link = named->link;
    return c;
}

int main(int argc, char **argv)
{
    uint32_t seconds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 60;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, seeds = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (seconds == 0 || seconds > 3600 || seeds == 0) {
        fprintf(stderr, "usage: bench_net [SECONDS [SEED [SEEDS]]]\n");
        return 2;
    }
    printf("%-20s %-6s| %-28s| %-28s| %6s | %-10s | %-13s | stalls | predicted: seen, ms\n", "", "",
           "delivery, ms: p50 99 99.9 max", "key to screen, ms", "subst.", "delay", "kB/s");
    printf("%-20s %-6s| %6s %6s %6s %6s | %6s %6s %6s %6s | %6s | %-10s | %6s %6s |        | %6s %6s %6s %6s\n",
           "condition", "", "p50", "p99", "p99.9", "max", "p50", "p99", "p99.9", "max", "%", "ticks", "up", "down",
           "p50", "p99", "wrong%", "steps");
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        condition c = name_line(conditions[i]);
        print_condition(&c, seconds, seed, seeds);
    }
    print_enet("rtt80", seconds, seed, seeds);
    print_enet("loss5", seconds, seed, seeds);
    return 0;
}
