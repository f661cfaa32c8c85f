/* vclient.c: the client's program of vsim.h: a player or a spectator. */
#include <string.h>

#include "network/netgame.h"
#include "network/vsim.h"
#include "support/check_main.h"

enum {
    RETRY_US = 250000,
    LINGER_US = 1000000,
    JOIN_LIMIT_US = 10000000, /* of a client that has never been in the match */
    AWAY_LIMIT_US = 120000000 /* of one that has lost its connection */
};

/* --- hooks of the host --------------------------------------------------------------- */

static uint64_t clock_of(const vsim_client *c)
{
    return vnet_clock_us(c->program.machine);
}

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_client *c = context;
    uint8_t binding[FS_KEY_BYTES];
    (void)peer;
    c->connected = true;
    if (fs_net_binding(c->net, 0, binding))
        fs_session_bind(c->session, binding);
    fs_session_connected(c->session, now_us);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    vsim_client *c = context;
    (void)peer;
    fs_session_receive(c->session, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_client *c = context;
    (void)peer;
    c->losses += c->connected && !c->leaving;
    if (c->connected)
        fs_session_disconnected(c->session, now_us);
    c->unreachable = !c->connected || c->away;
    c->connected = c->connected && !c->away;
}

/* --- hooks of the session ------------------------------------------------------------ */

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    vsim_client *c = context;
    if (c->net != NULL)
        fs_net_send(c->net, peer, channel, bytes, size);
}

static const fs_game *on_game(void *context, const char *name, char *error, size_t error_size)
{
    (void)context, (void)error, (void)error_size;
    return strcmp(name, netgame.name) == 0 ? &netgame : NULL;
}

static void on_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    vsim_client *c = context;
    (void)state, (void)slot;
    if (c->sim->client_sampled != NULL)
        c->sim->client_sampled(c->sim, c->number, tick);
    if (fs_rng_below(&c->rng, 100) < c->sim->def.change_percent)
        for (uint32_t i = 0; i < netgame.input_size; i++)
            c->input[i] = (uint8_t)fs_rng_u32(&c->rng);
    memcpy(input, c->input, netgame.input_size);
}

/* A healthy player stands still for no reason. The clock is the global one: its own has no faults. */
static void watch_pace(vsim_client *c, uint32_t tick)
{
    vsim *sim = c->sim;
    uint64_t now = vnet_now_us(sim->net);
    if (c->number < VSIM_HEALTHY && tick == c->tick + 1 && c->ticked_us > sim->excused_to_us &&
        now > c->ticked_us + VSIM_STALL_US)
        vsim_break(sim, "client %u stands still for %u ms before tick %u", (unsigned)c->number,
                   (unsigned)((now - c->ticked_us) / 1000), (unsigned)tick);
    c->ticked_us = now;
    c->tick = tick;
}

static bool is_substituted(const vsim_client *c, const fs_stream *stream)
{
    fs_session_stats stats;
    fs_session_get_stats(c->session, &stats);
    return stats.slot < FS_MAX_PLAYERS && (stream->substituted >> stats.slot & 1) != 0;
}

static void watch_inputs(vsim_client *c, bool substituted)
{
    const vsim *sim = c->sim;
    if (c->number >= VSIM_HEALTHY || !substituted || vnet_now_us(sim->net) < sim->excused_to_us)
        return;
    if (++c->lost_inputs > VSIM_LOST_INPUTS && !sim->def.equal_lines)
        vsim_break(c->sim, "client %u loses more than %d inputs", (unsigned)c->number, VSIM_LOST_INPUTS);
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *state)
{
    vsim_client *c = context;
    uint64_t now = vnet_now_us(c->sim->net);
    bool substituted = is_substituted(c, stream);
    (void)bundle, (void)size;
    c->program.busy_to_us = (c->program.busy_to_us > now ? c->program.busy_to_us : now) + c->step_us;
    watch_pace(c, tick);
    watch_inputs(c, substituted);
    if (!c->flipped)
        vsim_compare(c->sim, "client", c->number, state, stream, tick, state_hash);
    if (c->sim->client_ticked != NULL)
        c->sim->client_ticked(c->sim, c->number, tick, substituted);
}

static void on_show(void *context, fs_sim *state, fs_show_kind kind)
{
    vsim_client *c = context;
    if (c->sim->client_shown != NULL)
        c->sim->client_shown(c->sim, c->number, state, kind);
}

static void on_event(void *context, const fs_event *event)
{
    vsim_client *c = context;
    switch (event->kind) {
    case FS_EVENT_AWAY:
        c->away = true;
        c->join_us = clock_of(c);
        break;
    case FS_EVENT_RETURNED:
    case FS_EVENT_SPECTATING: c->away = false; break;
    case FS_EVENT_RESTARTED: c->flipped = false; break;
    case FS_EVENT_REFUSED:
    case FS_EVENT_LOST: c->refusal = event->result; break;
    default: break;
    }
}

/* --- life -------------------------------------------------------------------------- */

static void make_session(vsim_client *c)
{
    fs_session_def def = { .build = "vsim", .reconnect = true, .spectate = c->spectates };
    fs_session_hooks hooks = { .context = c,
                               .send = on_send,
                               .game = on_game,
                               .input = on_input,
                               .tick = on_tick,
                               .event = on_event,
                               .show = on_show };
    def.predict_ticks = c->sim->def.predict_ticks;
    def.key_seed = c->has_key ? c->key : NULL;
    c->flipped = false;
    ck_assert_int_eq(fs_session_create(&def, &hooks, &c->session), FS_OK);
    c->join_us = clock_of(c);
}

static void dial(vsim_client *c)
{
    char why[200];
    fs_net_hooks hooks = { c, on_connected, on_received, on_disconnected };
    const vsim *sim = c->sim;
    fs_net_addresses to = vnet_address(c->spectates ? sim->relay.program.machine : sim->server.program.machine);
    fs_result result = fs__net_connect_with(&c->program.machine->platform, &to, &hooks, &c->net, why, sizeof why);
    ck_assert_msg(result == FS_OK, "%s", why);
    c->unreachable = false;
}

void vclient_start(vsim_client *c)
{
    vnet_enter(c->program.machine);
    c->program.machine->off = false;
    c->connected = c->away = c->unreachable = c->leaving = false;
    c->program.running = c->wanted = true;
    c->program.due_us = 0;
    c->starts++;
    make_session(c);
    dial(c);
}

static void end(vsim_client *c)
{
    vnet_enter(c->program.machine);
    if (c->net != NULL)
        fs_net_close(c->net, 0);
    fs_session_destroy(c->session);
    c->net = NULL;
    c->session = NULL;
    c->program.running = false;
}

void vclient_crash(vsim_client *c)
{
    c->program.machine->off = true;
    if (c->program.running)
        end(c);
}

void vclient_leave(vsim_client *c)
{
    c->wanted = false;
    if (!c->program.running || c->leaving)
        return;
    vnet_enter(c->program.machine);
    c->leaving = true;
    c->close_us = clock_of(c) + LINGER_US;
    fs_session_leave(c->session);
    if (c->net != NULL)
        fs_net_flush(c->net);
    c->program.due_us = 0;
}

/* --- running ----------------------------------------------------------------------- */

static void retry(vsim_client *c, uint64_t now)
{
    if (c->unreachable && c->net != NULL) {
        fs_net_close(c->net, 0);
        c->net = NULL;
        c->retry_us = now + RETRY_US;
        c->unreachable = false;
    }
    if (c->net == NULL && now >= c->retry_us)
        dial(c);
}

/* After a lost connection the server has another match: it was started again. */
static void join_other_match(vsim_client *c)
{
    c->away = c->connected = c->unreachable = false;
    if (c->net != NULL)
        fs_net_close(c->net, 0);
    c->net = NULL;
    fs_session_destroy(c->session);
    make_session(c);
}

/* The user starts a client that has failed again. Only what happens to the server fails a healthy one. */
static void start_again(vsim_client *c, const char *reason)
{
    if (c->number < VSIM_HEALTHY && c->starts > 0 && vnet_now_us(c->sim->net) > c->sim->excused_to_us)
        vsim_break(c->sim, "client %u has failed: %s", (unsigned)c->number, reason);
    vnet_enter(c->program.machine);
    end(c);
    vclient_start(c);
}

static void advance(vsim_client *c, uint64_t now)
{
    fs_session_stats stats;
    fs_session_get_stats(c->session, &stats);
    bool joining = stats.phase == FS_SESSION_JOINING || stats.phase == FS_SESSION_AWAY;
    if (stats.phase == FS_SESSION_FAILED && c->away && c->refusal == FS_E_ENDED)
        join_other_match(c);
    else if (stats.phase == FS_SESSION_FAILED || stats.phase == FS_SESSION_ENDED)
        start_again(c, fs_session_failure(c->session));
    else if (joining && now - c->join_us >= (c->away ? AWAY_LIMIT_US : JOIN_LIMIT_US))
        start_again(c, "no answer");
    else
        retry(c, now);
}

static void set_due(vsim_client *c)
{
    uint64_t due = fs_session_next_poll_us(c->session), transport;
    if (c->net == NULL)
        due = c->retry_us < due ? c->retry_us : due;
    else if ((transport = fs__net_due_us(c->net)) < due)
        due = transport;
    c->program.due_us = vnet_when_us(c->program.machine, due);
}

void vclient_step(vsim_client *c)
{
    uint64_t now = clock_of(c);
    if (c->net != NULL)
        fs_net_service(c->net, now);
    if (c->leaving && now >= c->close_us) {
        end(c);
        return;
    }
    fs_session_poll(c->session, now);
    if (c->net != NULL)
        fs_net_flush(c->net);
    if (!c->leaving)
        advance(c, now);
    if (c->program.running)
        set_due(c);
}

const char *vclient_lack(const vsim_client *c)
{
    const vsim *sim = c->sim;
    fs_session_stats stats;
    if (!c->program.running)
        return "does not run";
    fs_session_get_stats(c->session, &stats);
    if (stats.phase != FS_SESSION_PLAYING)
        return c->away ? "has not returned" : "does not play";
    uint32_t match = vsim_match_of(fs_session_sim(c->session));
    const vsim_log *log = sim->logs[match];
    if (match + 1 != sim->server.matches)
        return "is in an earlier match";
    if (stats.tick + VSIM_HZ < log->ticks)
        return "is more than a second behind";
    if (stats.tick == 0 || stats.tick > log->ticks || stats.state_hash != log->state_hashes[stats.tick - 1])
        return "has another state";
    return "";
}
