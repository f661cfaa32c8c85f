/* vsim.c: see vsim.h. */
#include "network/vsim.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/netgame.h"
#include "support/check_main.h"

enum {
    TURN_US = 20,          /* at least, between two turns */
    RECOVERY_US = 3000000, /* after a stop of the server: pace and delays settle */
    REJOIN_US = 15000000,  /* after a crash: silence is noticed within 8 s, then everybody comes at once */
    SETTLE_US = 60000000,  /* in which everybody must be back */
    MAX_ENET_BYTES = 4 << 20,
    MAX_BYTES = 512 << 20, /* of all programs: for each host, match and session */
    WEIGH_US = 250000,     /* between two looks at that */
    MAX_FLIPS = 3          /* of one client; the fourth state in 10 minutes is refused */
};

static const netsim_link good_line = { 15000, 5000, 5, 5, 0 }, bad_line = { 40000, 80000, 200, 50, 20 };

/* --- invariants -------------------------------------------------------------------- */

void vsim_break(vsim *sim, const char *format, ...)
{
    va_list list;
    if (sim->why[0] != '\0')
        return;
    int n = snprintf(sim->why, sizeof sim->why, "after %.3f s: ", (double)(vnet_now_us(sim->net) - sim->base_us) / 1e6);
    va_start(list, format);
    vsnprintf(sim->why + n, sizeof sim->why - (size_t)n, format, list);
    va_end(list);
}

uint32_t vsim_match_of(fs_sim *state)
{
    return (uint32_t)fs_sim_config(state)->seed - 1;
}

void vsim_compare(vsim *sim, const char *who, uint32_t number, fs_sim *state, const fs_stream *stream, uint32_t tick,
                  uint64_t state_hash)
{
    const vsim_log *log = sim->logs[vsim_match_of(state)];
    vnet_note(sim->net, &state_hash, sizeof state_hash);
    if (tick >= log->ticks)
        vsim_break(sim, "%s %" PRIu32 " simulates tick %" PRIu32 ", which was not closed", who, number, tick);
    else if (memcmp(log->chains[tick], stream->chain, FS__CHAIN_BYTES) != 0)
        vsim_break(sim, "%s %" PRIu32 " has other inputs at tick %" PRIu32, who, number, tick);
    else if (log->state_hashes[tick] != state_hash)
        vsim_break(sim, "%s %" PRIu32 " has another state after tick %" PRIu32, who, number, tick);
}

static void excuse_until(vsim *sim, uint64_t us)
{
    if (us > sim->excused_to_us)
        sim->excused_to_us = us;
}

static void watch_losses(vsim *sim)
{
    for (uint32_t i = 0; i < VSIM_HEALTHY && i < sim->client_count; i++) {
        vsim_client *c = &sim->clients[i];
        if (c->losses > 0 && vnet_now_us(sim->net) > sim->excused_to_us)
            vsim_break(sim, "client %" PRIu32 " loses its connection", i);
        c->losses = 0;
    }
}

size_t vsim_bytes(const vsim *sim)
{
    struct mallinfo2 info = mallinfo2();
    size_t bytes = info.uordblks + info.hblkhd;
    size_t own = sizeof *sim + sim->server.matches * sizeof *sim->logs[0] + sim->server.disk.capacity;
    return bytes > own ? bytes - own : 0;
}

static void watch_all_memory(vsim *sim)
{
    uint64_t now = vnet_now_us(sim->net);
    if (now - sim->weighed_us < WEIGH_US)
        return;
    sim->weighed_us = now;
    size_t bytes = vsim_bytes(sim);
    if (bytes > sim->most_bytes)
        sim->most_bytes = bytes;
    if (bytes > MAX_BYTES)
        vsim_break(sim, "the programs have %zu bytes", bytes);
}

static void watch_memory(vsim *sim)
{
    size_t bytes = vnet_enet_bytes();
    if (bytes > sim->most_enet_bytes)
        sim->most_enet_bytes = bytes;
    if (bytes > MAX_ENET_BYTES)
        vsim_break(sim, "ENet has %zu bytes", bytes);
    watch_all_memory(sim);
}

/* Whether everybody who is to be there is, and nobody else; else what is wrong. */
static bool is_settled(const vsim *sim, char why[200])
{
    uint32_t players = 0, connections = 0;
    for (uint32_t i = 0; i < sim->client_count; i++) {
        const vsim_client *c = &sim->clients[i];
        const char *lack = c->wanted ? vclient_lack(c) : c->program.running ? "is still there" : "";
        players += c->wanted && !c->spectates;
        snprintf(why, 200, "client %" PRIu32 " %s", i, lack);
        if (lack[0] != '\0')
            return false;
    }
    connections = players + (sim->def.relay && sim->relay.connected);
    if (fs_match_players(sim->server.match) != players) {
        snprintf(why, 200, "%" PRIu32 " players of %" PRIu32 " clients", fs_match_players(sim->server.match), players);
        return false;
    }
    snprintf(why, 200, "%" PRIu32 " connections of %" PRIu32, fs_net_peers(sim->server.net), connections);
    return fs_net_peers(sim->server.net) == connections;
}

/* --- faults ------------------------------------------------------------------------ */

static int64_t step_of_day(const fault *f)
{
    int64_t step = 4 * (int64_t)f->for_us;
    return f->at_us % 2 == 0 ? step : -step;
}

static void set_day(vsim *sim, vnet_machine *m, const fault *f)
{
    m->day_us += step_of_day(f);
    m->unaligned = sim->def.defect == VSIM_NEVER_ALIGNED;
}

static void flip_bit(vsim *sim, vsim_client *c, const fault *f)
{
    fs_session_stats stats;
    if (!c->program.running || c->spectates || c->flips == MAX_FLIPS)
        return;
    fs_session_get_stats(c->session, &stats);
    if (stats.phase != FS_SESSION_PLAYING || sim->server.match == NULL)
        return;
    c->flips++;
    c->flipped = true;
    fs_session_inject_fault(c->session, fs_match_tick(sim->server.match) + 30, "slot", c->number, "sum",
                            (uint32_t)(f->for_us % 64));
}

static void partition(vsim *sim, uint64_t to_us)
{
    for (uint32_t i = VSIM_HEALTHY; i < sim->client_count; i++)
        sim->clients[i].program.machine->blackout_to_us = to_us;
}

void vsim_storm(vsim *sim, bool begins)
{
    for (uint32_t i = 0; i < sim->client_count; i++) {
        vsim_client *c = &sim->clients[i];
        if (i < VSIM_PLAYERS || c->spectates)
            continue;
        if (!begins)
            vclient_leave(c);
        else if (!c->program.running)
            vclient_start(c);
    }
}

static void stop_server(vsim *sim, uint64_t to_us)
{
    sim->server.program.stopped_to_us = to_us;
    excuse_until(sim, to_us + RECOVERY_US);
}

static void crash_server(vsim *sim, uint64_t to_us)
{
    vserver_crash(&sim->server);
    excuse_until(sim, to_us + REJOIN_US);
}

/* The faults of a client. */
static void begin_client_fault(vsim *sim, vsim_client *c, const fault *f, uint64_t to_us)
{
    switch (f->kind) {
    case FAULT_BLACKOUT: c->program.machine->blackout_to_us = to_us; break;
    case FAULT_CLIENT_STOP: c->program.stopped_to_us = to_us; break;
    case FAULT_LOST_CONNECTION: vnet_rebind(c->program.machine); break;
    case FAULT_LEAVE: vclient_leave(c); break;
    case FAULT_BAD_LINE: c->program.machine->link = bad_line; break;
    case FAULT_SLOW_COMPUTER: c->step_us = 30000; break;
    case FAULT_FLIPPED_BIT: flip_bit(sim, c, f); break;
    case FAULT_CLIENT_CRASH: vclient_crash(c); break;
    case FAULT_CLOCK_JUMP: c->program.machine->offset_us += f->for_us; break;
    case FAULT_WALL_STEP: set_day(sim, c->program.machine, f); break;
    default: break;
    }
}

/* The faults of the server, the relay and the network. */
static void begin_other_fault(vsim *sim, const fault *f, uint64_t to_us)
{
    vsim_server *s = &sim->server;
    switch (f->kind) {
    case FAULT_SERVER_STOP: stop_server(sim, to_us); break;
    case FAULT_SERVER_CRASH: crash_server(sim, to_us); break;
    case FAULT_PARTITION: partition(sim, to_us); break;
    case FAULT_DISK_FULL: vdisk_fill(&s->disk); break;
    case FAULT_STORM: vsim_storm(sim, true); break;
    case FAULT_SERVER_CLOCK_JUMP:
        s->program.machine->offset_us += f->for_us;
        excuse_until(sim, vnet_now_us(sim->net) + RECOVERY_US);
        break;
    case FAULT_SERVER_WALL_STEP: set_day(sim, s->program.machine, f); break;
    case FAULT_RELAY_CRASH:
        if (sim->def.relay && sim->relay.program.running)
            vrelay_crash(&sim->relay);
        break;
    default: break;
    }
}

static const netsim_link *line_of(const vsim *sim, uint32_t client)
{
    bool good = client < VSIM_HEALTHY && !sim->def.equal_lines;
    return good ? &good_line : &netline_conditions[sim->schedule.line].link;
}

static void end_fault(vsim *sim, const fault *f)
{
    vsim_client *c = &sim->clients[f->client];
    switch (f->kind) {
    case FAULT_BAD_LINE: c->program.machine->link = *line_of(sim, f->client); break;
    case FAULT_SLOW_COMPUTER: c->step_us = 0; break;
    case FAULT_CLIENT_CRASH:
        if (c->wanted && !c->program.running)
            vclient_start(c);
        break;
    case FAULT_SERVER_CRASH:
        if (!sim->server.program.running)
            vserver_start(&sim->server);
        break;
    case FAULT_STORM: vsim_storm(sim, false); break;
    case FAULT_RELAY_CRASH:
        if (sim->def.relay && !sim->relay.program.running)
            vrelay_start(&sim->relay);
        break;
    default: break;
    }
}

static void make_faults(vsim *sim)
{
    uint64_t since = vnet_now_us(sim->net) - sim->base_us;
    for (uint32_t i = 0; i < sim->schedule.count; i++) {
        fault *f = &sim->schedule.faults[i];
        int turn = faults_advance(f, since);
        if (turn > 0) {
            begin_client_fault(sim, &sim->clients[f->client], f, sim->base_us + f->at_us + f->for_us);
            begin_other_fault(sim, f, sim->base_us + f->at_us + f->for_us);
        } else if (turn < 0)
            end_fault(sim, f);
    }
}

/* --- running ----------------------------------------------------------------------- */

static uint64_t later_us(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t earlier_us(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t runs_us(const vsim_program *p)
{
    if (!p->running)
        return UINT64_MAX;
    uint64_t due = p->machine->waiting > 0 ? 0 : p->due_us;
    return later_us(due, later_us(p->stopped_to_us, p->busy_to_us));
}

static uint64_t next_us(const vsim *sim)
{
    uint64_t next = earlier_us(vnet_next_us(sim->net), runs_us(&sim->server.program));
    if (sim->def.relay)
        next = earlier_us(next, runs_us(&sim->relay.program));
    for (uint32_t i = 0; i < sim->client_count; i++)
        next = earlier_us(next, runs_us(&sim->clients[i].program));
    uint64_t due = faults_due_us(&sim->schedule);
    return due != UINT64_MAX ? earlier_us(next, sim->base_us + due) : next;
}

static bool enter(const vsim *sim, const vsim_program *p)
{
    if (runs_us(p) > vnet_now_us(sim->net))
        return false;
    vnet_enter(p->machine);
    return true;
}

static void run_turn(vsim *sim, uint64_t limit_us)
{
    uint64_t next = later_us(next_us(sim), vnet_now_us(sim->net) + TURN_US);
    vnet_advance(sim->net, earlier_us(next, limit_us));
    make_faults(sim);
    if (enter(sim, &sim->server.program))
        vserver_step(&sim->server);
    if (sim->def.relay && enter(sim, &sim->relay.program))
        vrelay_step(&sim->relay);
    for (uint32_t i = 0; i < sim->client_count; i++)
        if (enter(sim, &sim->clients[i].program))
            vclient_step(&sim->clients[i]);
    watch_losses(sim);
    watch_memory(sim);
}

void vsim_pass(vsim *sim, uint64_t us)
{
    uint64_t end = vnet_now_us(sim->net) + us;
    while (vnet_now_us(sim->net) < end && sim->why[0] == '\0')
        run_turn(sim, end);
}

bool vsim_run(vsim *sim)
{
    char why[200] = "";
    uint64_t part = 100000, limit = 0;
    while (faults_due_us(&sim->schedule) != UINT64_MAX && sim->why[0] == '\0')
        vsim_pass(sim, part);
    vsim_pass(sim, 1000000);
    for (limit = vnet_now_us(sim->net) + SETTLE_US; sim->why[0] == '\0' && !is_settled(sim, why);) {
        vsim_pass(sim, part);
        if (vnet_now_us(sim->net) > limit)
            vsim_break(sim, "%s, %d s after the last fault", why, SETTLE_US / 1000000);
    }
    return sim->why[0] == '\0';
}

/* --- life -------------------------------------------------------------------------- */

static void add_client(vsim *sim, bool spectates)
{
    uint32_t i = sim->client_count++;
    vsim_client *c = &sim->clients[i];
    c->sim = sim;
    c->number = i;
    c->spectates = spectates;
    c->has_key = i % 2 == 1;
    memset(c->key, (int)(100 + i), sizeof c->key);
    c->rng = fs_rng_seed(sim->schedule.seed, 200 + i);
    c->program.machine = vnet_add_machine(sim->net);
    c->program.machine->link = *line_of(sim, i);
    c->program.machine->drift_ppm = i % 2 == 0 ? 200 : -200;
}

static void add_clients(vsim *sim)
{
    for (uint32_t i = 0; i < VSIM_PLAYERS + VSIM_VISITORS; i++)
        add_client(sim, false);
    for (uint32_t i = 0; i < VSIM_WATCHERS && sim->def.relay; i++)
        add_client(sim, true);
}

vsim_def vsim_default_def(const fault_schedule *schedule)
{
    return (vsim_def){ .schedule = *schedule,
                       .relay = schedule->seed % 2 == 0,
                       .slots = 32,
                       .wait_players = 1,
                       .change_percent = 20 };
}

vsim *vsim_create(const vsim_def *def)
{
    const fault_schedule *schedule = &def->schedule;
    vsim *sim = calloc(1, sizeof *sim);
    ck_assert(sim != NULL);
    sim->def = *def;
    sim->schedule = *schedule;
    sim->net = vnet_create(schedule->seed);
    sim->base_us = vnet_now_us(sim->net);
    sim->server.sim = sim->relay.sim = sim;
    sim->server.program.machine = vnet_add_machine(sim->net);
    sim->relay.program.machine = vnet_add_machine(sim->net);
    sim->relay.program.machine->link = good_line;
    memset(sim->server.identity, 1, sizeof sim->server.identity);
    memset(sim->relay.identity, 2, sizeof sim->relay.identity);
    add_clients(sim);
    vserver_start(&sim->server);
    for (uint32_t i = 0; i < sim->client_count; i++)
        if (i < schedule->clients || sim->clients[i].spectates)
            vclient_start(&sim->clients[i]);
    if (sim->def.relay)
        vrelay_start(&sim->relay);
    return sim;
}

void vsim_destroy(vsim *sim)
{
    vserver_end(&sim->server);
    if (sim->relay.program.running)
        vrelay_crash(&sim->relay);
    for (uint32_t i = 0; i < sim->client_count; i++)
        vclient_crash(&sim->clients[i]);
    ck_assert_uint_eq(vnet_enet_bytes(), 0);
    vnet_destroy(sim->net);
    for (uint32_t i = 0; i < sim->server.matches; i++)
        free(sim->logs[i]);
    free(sim->server.disk.bytes);
    free(sim);
}
