/* vserver.c: the server's program of vsim.h, and its recordings. */
#include <stdlib.h>
#include <string.h>

#include "network/netgame.h"
#include "network/vsim.h"
#include "support/check_main.h"

enum { PEERS = 40, FLUSH_US = 200000, LOST_TICKS = VSIM_HZ * 30 / 100 };

/* --- disk -------------------------------------------------------------------------- */

static bool write_disk(void *context, const void *bytes, size_t size)
{
    vsim_server *s = context;
    vsim_disk *d = &s->disk;
    size_t taken = d->full ? size / 2 : size;
    if (d->size + taken > d->capacity) {
        d->capacity = 2 * (d->size + taken);
        d->bytes = realloc(d->bytes, d->capacity);
        ck_assert(d->bytes != NULL);
    }
    memcpy(d->bytes + d->size, bytes, taken);
    d->size += taken;
    d->last_size = taken;
    if (d->full && !d->failed) {
        d->failed = true;
        d->failed_tick = fs_match_tick(s->match);
    }
    return !d->full;
}

void vdisk_fill(vsim_disk *disk)
{
    disk->full = true;
}

/* --- recordings -------------------------------------------------------------------- */

/* What the recording holds has the state hashes that the server had, and its simulation gives the same. */
static void check_ticks(vsim *sim, const fs_replay *replay, const vsim_log *log, uint32_t at_least)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    fs_verdict verdict;
    uint64_t state_hash;
    fs_replay_verify(replay, &netgame, NULL, &verdict);
    if (verdict.result != FS_OK && verdict.result != FS_E_TRUNCATED)
        vsim_break(sim, "a recording does not verify: %s", verdict.reason);
    if (info->ticks < at_least || verdict.verified_ticks < at_least)
        vsim_break(sim, "a recording has %u ticks, %u verified, of at least %u", (unsigned)info->ticks,
                   (unsigned)verdict.verified_ticks, (unsigned)at_least);
    for (uint32_t t = info->first_tick; t < info->first_tick + info->ticks; t++)
        if (fs_replay_state_hash(replay, t, &state_hash) != FS_OK || state_hash != log->state_hashes[t])
            vsim_break(sim, "a recording has another state hash at tick %u", (unsigned)t);
    sim->recordings++;
    sim->verified_ticks += verdict.verified_ticks;
}

static void check_recording(vsim_server *s, uint32_t at_least)
{
    fs_replay *replay = NULL;
    fs_result result = fs_replay_open(s->disk.bytes, s->disk.size, &replay);
    if (result == FS_OK)
        check_ticks(s->sim, replay, s->sim->logs[s->matches - 1], at_least);
    else if (result != FS_E_TRUNCATED || at_least > 0)
        vsim_break(s->sim, "a recording does not open: %s", fs_result_text(result));
    fs_replay_close(replay);
}

/* Ticks that the disk must have when all was lost that was not written. */
static uint32_t kept_ticks(const vsim_server *s)
{
    uint32_t ticks = s->disk.failed ? s->disk.failed_tick : fs_match_tick(s->match);
    return ticks > LOST_TICKS ? ticks - LOST_TICKS : 0;
}

static void forget_disk(vsim_server *s)
{
    if (s->sim->def.defect == VSIM_APPENDS && s->disk.failed) {
        s->disk.failed = false;
        return;
    }
    free(s->disk.bytes);
    s->disk = (vsim_disk){ .full = s->disk.full };
}

/* --- hooks of the host --------------------------------------------------------------- */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_server *s = context;
    uint8_t binding[FS_KEY_BYTES];
    fs_match_connect_from(s->match, peer, fs_net_origin(s->net, peer), now_us);
    if (fs_net_binding(s->net, peer, binding))
        fs_match_bind(s->match, peer, binding);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    vsim_server *s = context;
    fs_match_receive(s->match, peer, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    vsim_server *s = context;
    fs_match_disconnect(s->match, peer, now_us);
}

/* --- hooks of the match -------------------------------------------------------------- */

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    vsim_server *s = context;
    fs_net_send(s->net, peer, channel, bytes, size);
}

static void on_drop(void *context, uint32_t peer)
{
    vsim_server *s = context;
    fs_net_drop(s->net, peer);
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *state)
{
    vsim_server *s = context;
    vsim_log *log = s->sim->logs[s->matches - 1];
    ck_assert_uint_eq(tick, log->ticks);
    ck_assert_uint_lt(tick, VSIM_TICKS);
    log->state_hashes[tick] = state_hash;
    memcpy(log->chains[tick], stream->chain, FS__CHAIN_BYTES);
    log->ticks++;
    s->sim->ticks++;
    vnet_note(s->sim->net, stream->chain, FS__CHAIN_BYTES);
    fs_recorder_tick(s->recorder, tick, bundle, size, state_hash, stream, state);
    if (s->sim->server_ticked != NULL)
        s->sim->server_ticked(s->sim, tick);
}

static void on_event(void *context, const fs_event *event)
{
    vsim_server *s = context;
    if (event->kind == FS_EVENT_JOINED || event->kind == FS_EVENT_SPECTATING || event->kind == FS_EVENT_RETURNED)
        fs_net_admit(s->net, event->peer);
    else if (event->kind == FS_EVENT_DESYNC)
        fs_recorder_desync(s->recorder, event->desync);
}

/* --- life -------------------------------------------------------------------------- */

static void make_match(vsim_server *s, uint64_t now_us)
{
    fs_match_def def = fs_default_match_def(&netgame);
    fs_match_hooks hooks = { .context = s, .send = on_send, .drop = on_drop, .tick = on_tick, .event = on_event };
    def.config.players = s->sim->def.slots;
    def.wait_players = s->sim->def.wait_players;
    def.config.hz = VSIM_HZ;
    def.config.seed = s->matches;
    def.state_history_ticks = 64;
    def.hold_s = VSIM_HOLD_S;
    def.max_spectators = 8;
    def.identity_seed = s->identity;
    memset(def.secret, 7, sizeof def.secret);
    def.secret[0] = (uint8_t)s->matches; /* tokens of another match are worth nothing */
    ck_assert_int_eq(fs_match_create(&def, &hooks, now_us, &s->match), FS_OK);
}

static void make_recorder(vsim_server *s)
{
    fs_sim *sim = fs_match_sim(s->match);
    fs_recorder_def def = { .game = &netgame,
                            .config = fs_sim_config(sim),
                            .recorder = "server",
                            .write = write_disk,
                            .context = s,
                            .key_seed = s->identity };
    fs_result result = fs_recorder_create(&def, sim, fs_match_stream(s->match), &s->recorder);
    ck_assert(result == FS_OK || (result == FS_E_IO && s->disk.full));
}

void vserver_start(vsim_server *s)
{
    char why[200];
    fs_net_hooks hooks = { s, on_connected, on_received, on_disconnected };
    vnet_enter(s->program.machine);
    s->program.machine->off = false;
    ck_assert_uint_lt(s->matches, VSIM_MATCHES);
    s->sim->logs[s->matches++] = calloc(1, sizeof(vsim_log));
    fs_result result = fs__net_listen_with(&s->program.machine->platform, NULL, VNET_PORT, PEERS, &hooks, &s->net, why,
                                           sizeof why);
    ck_assert_msg(result == FS_OK, "%s", why);
    fs_net_set_identity(s->net, s->identity);
    make_match(s, vnet_clock_us(s->program.machine));
    s->disk.full = false;
    make_recorder(s);
    s->program.running = true;
    s->program.due_us = 0;
}

void vserver_step(vsim_server *s)
{
    const vnet_machine *m = s->program.machine;
    uint64_t now = vnet_clock_us(m);
    fs_net_service(s->net, now);
    fs_match_poll(s->match, now);
    fs_net_flush(s->net);
    if (now >= s->flush_us) {
        fs_recorder_flush(s->recorder);
        s->flush_us = now + FLUSH_US;
    }
    uint64_t due = fs_match_next_poll_us(s->match), transport = fs__net_due_us(s->net);
    s->program.due_us = vnet_when_us(m, due < transport ? due : transport);
}

static void release(vsim_server *s)
{
    fs_net_close(s->net, 0);
    fs_match_destroy(s->match);
    s->net = NULL;
    s->match = NULL;
    s->recorder = NULL;
    s->program.running = false;
}

/* A part of the newest write may be lost too. */
void vserver_crash(vsim_server *s)
{
    if (!s->program.running)
        return;
    uint32_t kept = kept_ticks(s);
    size_t size = s->disk.size - s->disk.last_size / 2;
    vnet_enter(s->program.machine);
    s->program.machine->off = true;
    fs_recorder_close(s->recorder);
    s->disk.size = size;
    check_recording(s, kept > LOST_TICKS ? kept - LOST_TICKS : 0);
    forget_disk(s);
    release(s);
}

void vserver_end(vsim_server *s)
{
    if (!s->program.running)
        return;
    uint32_t kept = kept_ticks(s);
    vnet_enter(s->program.machine);
    fs_recorder_close(s->recorder);
    check_recording(s, s->disk.failed ? kept : fs_match_tick(s->match));
    forget_disk(s);
    release(s);
}
