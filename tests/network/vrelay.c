/* vrelay.c: the relay's program of vsim.h: a spectator of the server, and the match that it passes on. */
#include <string.h>

#include "network/netgame.h"
#include "network/vsim.h"
#include "support/check_main.h"

enum { PEERS = 16, RETRY_US = 500000, JOIN_LIMIT_US = 10000000 };

/* --- towards spectators --------------------------------------------------------------- */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_relay *r = context;
    fs_match_connect_from(r->match, peer, fs_net_origin(r->down, peer), now_us);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    vsim_relay *r = context;
    fs_match_receive(r->match, peer, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_relay *r = context;
    fs_match_disconnect(r->match, peer, now_us);
}

static void send_down(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    vsim_relay *r = context;
    fs_net_send(r->down, peer, channel, bytes, size);
}

static void on_drop(void *context, uint32_t peer)
{
    vsim_relay *r = context;
    fs_net_drop(r->down, peer);
}

static void on_match_event(void *context, const fs_event *event)
{
    vsim_relay *r = context;
    if (event->kind == FS_EVENT_SPECTATING)
        fs_net_admit(r->down, event->peer);
}

/* --- towards the server --------------------------------------------------------------- */

static uint64_t clock_of(const vsim_relay *r)
{
    return vnet_clock_us(r->program.machine);
}

static void on_server_connected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_relay *r = context;
    (void)peer;
    r->connected = true;
    fs_session_connected(r->session, now_us);
}

static void on_server_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                               uint64_t now_us)
{
    vsim_relay *r = context;
    (void)peer;
    fs_session_receive(r->session, channel, bytes, size, now_us);
}

static void on_server_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_relay *r = context;
    (void)peer;
    r->ended = true;
    if (r->connected)
        fs_session_disconnected(r->session, now_us);
}

static void send_up(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    vsim_relay *r = context;
    fs_net_send(r->up, peer, channel, bytes, size);
}

static const fs_game *on_game(void *context, const char *name, char *error, size_t error_size)
{
    (void)context, (void)error, (void)error_size;
    return strcmp(name, netgame.name) == 0 ? &netgame : NULL;
}

static void on_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)tick, (void)state, (void)slot, (void)input;
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *state)
{
    vsim_relay *r = context;
    vsim_compare(r->sim, "relay", 0, state, stream, tick, state_hash);
    if (r->match != NULL)
        fs_match_relay_tick(r->match, bundle, size, state_hash, clock_of(r));
}

static void on_session_event(void *context, const fs_event *event)
{
    vsim_relay *r = context;
    if (r->match != NULL && event->kind == FS_EVENT_HEAD)
        fs_match_relay_head(r->match);
}

/* --- life -------------------------------------------------------------------------- */

static void make_session(vsim_relay *r)
{
    fs_session_def def = { .name = "relay", .build = "vsim", .spectate = true };
    fs_session_hooks hooks = { .context = r,
                               .send = send_up,
                               .game = on_game,
                               .input = on_input,
                               .tick = on_tick,
                               .event = on_session_event };
    ck_assert_int_eq(fs_session_create(&def, &hooks, &r->session), FS_OK);
}

void vrelay_start(vsim_relay *r)
{
    char why[200];
    fs_net_hooks hooks = { r, on_server_connected, on_server_received, on_server_disconnected };
    fs_net_addresses to = vnet_address(r->sim->server.program.machine);
    vnet_enter(r->program.machine);
    r->program.machine->off = false;
    r->connected = r->ended = false;
    make_session(r);
    fs_result result = fs__net_connect_with(&r->program.machine->platform, &to, &hooks, &r->up, why, sizeof why);
    ck_assert_msg(result == FS_OK, "%s", why);
    r->join_us = clock_of(r);
    r->program.running = true;
    r->program.due_us = 0;
}

static void follow(vsim_relay *r)
{
    char why[200];
    fs_match_def def = fs_default_match_def(&netgame);
    fs_match_hooks hooks = { .context = r, .send = send_down, .drop = on_drop, .event = on_match_event };
    fs_net_hooks wires = { r, on_connected, on_received, on_disconnected };
    def.config = *fs_sim_config(fs_session_sim(r->session));
    def.max_spectators = 8;
    def.follows = r->session;
    ck_assert_int_eq(fs_match_create(&def, &hooks, clock_of(r), &r->match), FS_OK);
    fs_result result = fs__net_listen_with(&r->program.machine->platform, NULL, VNET_PORT, PEERS, &wires, &r->down, why,
                                           sizeof why);
    ck_assert_msg(result == FS_OK, "%s", why);
    fs_net_set_identity(r->down, r->identity);
}

/* Ends the match of a server that is lost, and everything with it. */
static void end(vsim_relay *r)
{
    fs_net_close(r->down, 0);
    fs_net_close(r->up, 0);
    fs_match_destroy(r->match);
    fs_session_destroy(r->session);
    r->up = r->down = NULL;
    r->match = NULL;
    r->session = NULL;
}

void vrelay_crash(vsim_relay *r)
{
    vnet_enter(r->program.machine);
    r->program.machine->off = true;
    end(r);
    r->program.running = false;
}

/* Begins anew a while after the server was lost. */
static void advance(vsim_relay *r, uint64_t now)
{
    fs_session_stats stats;
    fs_session_get_stats(r->session, &stats);
    bool late = stats.phase == FS_SESSION_JOINING && now - r->join_us > JOIN_LIMIT_US;
    if (stats.phase == FS_SESSION_PLAYING && r->match == NULL)
        follow(r);
    if (!r->ended && !late && stats.phase != FS_SESSION_FAILED)
        return;
    end(r);
    r->retry_us = now + RETRY_US;
}

static uint64_t earlier_us(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t due_us(const vsim_relay *r)
{
    if (r->session == NULL)
        return r->retry_us;
    uint64_t due = earlier_us(fs_session_next_poll_us(r->session), fs__net_due_us(r->up));
    if (r->match != NULL)
        due = earlier_us(due, earlier_us(fs_match_next_poll_us(r->match), fs__net_due_us(r->down)));
    return due;
}

static void serve(vsim_relay *r, uint64_t now)
{
    fs_net_service(r->up, now);
    fs_session_poll(r->session, now);
    if (r->match != NULL) {
        fs_net_service(r->down, now);
        fs_match_poll(r->match, now);
        fs_net_flush(r->down);
    }
    fs_net_flush(r->up);
    advance(r, now);
}

void vrelay_step(vsim_relay *r)
{
    uint64_t now = clock_of(r);
    if (r->session != NULL)
        serve(r, now);
    else if (now >= r->retry_us)
        vrelay_start(r);
    r->program.due_us = vnet_when_us(r->program.machine, due_us(r));
}
