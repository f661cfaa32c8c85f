/* match_spectators.c: serves spectators from the broadcast log, apart from the players.
 *
 * A spectator has no slot, no inputs and no vote: agreement, input delays, repair and the bundles kept for it, and the
 * snapshots of players do not know of it. All spectators share a budget of bytes, and each may have a part of it. The
 * server sends a spectator no more than a window ahead of what it says it has received and simulated, so a slow reader
 * fills no queue; one that tells nothing for 10 s is refused.
 */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

#include <sodium.h>
#include <stdlib.h>
#include <fixstep/identity.h>

static const uint8_t *signer_of(const fs_match *m)
{
    return m->spectators.has_key ? m->def.identity_seed : NULL;
}

fs_result fs__match_create_spectators(fs_match *m)
{
    fs__spectators *all = &m->spectators;
    if (m->def.max_spectators == 0)
        return FS_OK;
    all->has_key = m->def.identity_seed != NULL;
    all->list = calloc(FS_MAX_PEERS, sizeof *all->list);
    return all->list == NULL ? FS_E_MEMORY : fs__broadcast_init(&all->log, m->def.config.hz, m->def.spectate_delay_s);
}

void fs__match_destroy_spectators(fs_match *m)
{
    fs__broadcast_free(&m->spectators.log);
    free(m->spectators.list);
}

void fs_match_get_spectators(const fs_match *m, fs_spectator_stats *stats)
{
    *stats = m->spectators.stats;
    stats->keyframes = m->spectators.log.keyframes;
}

/* --- coming and going ------------------------------------------------------------- */

bool fs__match_can_spectate(fs_match *m, uint32_t p)
{
    if (m->def.max_spectators == 0)
        fs__match_refuse(m, p, FS_E_FULL, "this match has no spectators");
    else if (m->spectators.stats.watching >= m->def.max_spectators)
        fs__match_refuse(m, p, FS_E_FULL, "%u watch already, the limit of this server",
                         (unsigned)m->def.max_spectators);
    else
        return true;
    return false;
}

static bool has_visit(const fs__peer *peer, const uint8_t visit[FS__TOKEN_BYTES])
{
    return peer->resumes && !sodium_is_zero(visit, FS__TOKEN_BYTES) &&
           sodium_memcmp(peer->resume.token, visit, FS__TOKEN_BYTES) == 0;
}

void fs__match_replace_spectator(fs_match *m, uint32_t p)
{
    const fs__peer *peer = &m->peers[p];
    for (uint32_t q = 0; q < FS_MAX_PEERS; q++) {
        const fs__peer *old = &m->peers[q];
        if (q == p || old->phase != FS__PEER_SPECTATING || !old->resumes || !has_visit(peer, old->resume.token))
            continue;
        fs__match_remove(m, q, "watches on another connection now");
        m->hooks.drop(m->hooks.context, q);
    }
}

/* Whether a session has watched before; it is known from now on. */
static bool is_known_visit(fs__spectators *all, const fs__peer *peer)
{
    for (uint32_t i = 0; i < FS__SPECTATOR_VISITS; i++)
        if (has_visit(peer, all->visits[i]))
            return true;
    if (peer->resumes)
        memcpy(all->visits[all->next_visit++ % FS__SPECTATOR_VISITS], peer->resume.token, FS__TOKEN_BYTES);
    return false;
}

/* The spectator waits for a keyframe, its first one or another. */
static void seek_keyframe(fs_match *m, fs__spectator *s)
{
    s->seeks = true;
    s->seek_us = m->now_us;
    m->spectators.log.watched = true;
}

void fs__match_admit_spectator(fs_match *m, uint32_t p)
{
    fs__spectators *all = &m->spectators;
    fs__peer *peer = &m->peers[p];
    if (!fs__match_can_spectate(m, p))
        return;
    struct fs__spectating_message message = { .delay_s = (uint16_t)m->def.spectate_delay_s, .has_key = all->has_key };
    if (signer_of(m) != NULL)
        fs_identity_key(m->def.identity_seed, message.key);
    if (m->def.follows != NULL)
        fs__match_relay_terms(m, &message);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_spectating(m->out, sizeof m->out, &message));
    peer->phase = FS__PEER_SPECTATING;
    peer->since_us = m->now_us;
    all->list[p] = (fs__spectator){ .progress_us = m->now_us };
    all->stats.watching++;
    all->stats.joined += !is_known_visit(all, peer);
    seek_keyframe(m, &all->list[p]);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_SPECTATING,
                                   .peer = p,
                                   .slot = FS_MAX_PLAYERS,
                                   .tick = m->stream.next_tick,
                                   .name = peer->stats->name });
}

void fs__match_remove_spectator(fs_match *m, uint32_t p, const char *reason)
{
    m->spectators.stats.watching--;
    m->spectators.log.watched = m->spectators.stats.watching > 0;
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_SPECTATOR_LEFT,
                                   .peer = p,
                                   .slot = FS_MAX_PLAYERS,
                                   .tick = m->stream.next_tick,
                                   .name = m->peers[p].stats->name,
                                   .text = reason });
}

/* --- what spectators say ------------------------------------------------------------- */

/* Gives the spectator another state, or refuses it after FS__RESYNC_LIMIT of them in FS__RESYNC_PERIOD_US. */
static void restart_spectator(fs_match *m, uint32_t p, const char *reason)
{
    fs__peer *peer = &m->peers[p];
    if (peer->resyncs == 0 || m->now_us - peer->resync_since_us > FS__RESYNC_PERIOD_US) {
        peer->resyncs = 0;
        peer->resync_since_us = m->now_us;
    }
    if (peer->resyncs++ >= FS__RESYNC_LIMIT) {
        fs__match_refuse(m, p, FS_E_MISMATCH, "%s %u times in 10 minutes", reason, (unsigned)FS__RESYNC_LIMIT + 1);
        return;
    }
    m->spectators.stats.restarts++;
    seek_keyframe(m, &m->spectators.list[p]);
}

/* Compares the hash that it tells with that of the log, while the log has it. */
static void compare_hash(fs_match *m, uint32_t p, const struct fs__watched_message *message)
{
    const fs__broadcast_tick *tick = fs__broadcast_find_tick(&m->spectators.log, message->ticks - 1);
    if (tick == NULL)
        return;
    m->spectators.stats.hashes_compared++;
    if (tick->state_hash == message->state_hash && tick->chain == message->chain)
        return;
    m->spectators.stats.hashes_different++;
    restart_spectator(m, p, "your simulation differed");
}

bool fs__match_handle_watched(fs_match *m, uint32_t p, fs__reader *r)
{
    struct fs__watched_message message;
    if (m->peers[p].phase != FS__PEER_SPECTATING || !fs__get_watched(r, &message))
        return false;
    fs__spectator *s = &m->spectators.list[p];
    if (!fs__bucket_take(&s->watched_us, m->now_us, 1000000 / FS__WATCHED_PER_S, FS__WATCHED_BURST_US)) {
        m->spectators.stats.limited++;
        return true;
    }
    if (message.received - s->received > s->sent - s->received)
        return false; /* more than was sent */
    if (message.received != s->received)
        s->progress_us = m->now_us;
    s->received = message.received;
    if (!s->seeks && message.epoch == s->epoch && message.ticks > s->watched && message.ticks <= s->cursor.tick) {
        s->watched = message.ticks;
        compare_hash(m, p, &message);
    }
    return true;
}

/* --- what they get ------------------------------------------------------------------------ */

static void send_bulk(fs_match *m, uint32_t p, size_t size)
{
    fs__spectators *all = &m->spectators;
    uint64_t rate = m->def.spectator_bytes_per_s > 0 ? m->def.spectator_bytes_per_s : FS__SPECTATOR_BYTES_PER_S;
    all->list[p].sent += (uint32_t)size;
    all->stats.bytes_down += size;
    fs__bucket_fill(&all->bytes_us, m->now_us, (uint64_t)size * 1000000 / rate);
    fs__bucket_fill(&all->list[p].bytes_us, m->now_us, (uint64_t)size * 1000000 * FS__SPECTATOR_SHARE / rate);
    fs__match_send(m, p, FS_CHANNEL_BULK, size);
}

/* Whether budgets and window let the spectator have another message. */
static bool has_room(const fs_match *m, const fs__spectator *s)
{
    return fs__bucket_level(m->spectators.bytes_us, m->now_us) <= FS__SPECTATOR_BURST_US &&
           fs__bucket_level(s->bytes_us, m->now_us) <= FS__SPECTATOR_BURST_US &&
           s->sent - s->received <= FS__SPECTATOR_WINDOW_BYTES - FS__MAX_MESSAGE_BYTES;
}

/* Sends the next chunk of its keyframe, and after the last one the clock of the ticks that it sees. */
static void send_keyframe_chunk(fs_match *m, uint32_t p)
{
    fs__spectator *s = &m->spectators.list[p];
    const uint8_t *bytes;
    size_t total, offset = s->cursor.keyframe_offset;
    size_t size = fs__broadcast_read_keyframe(&m->spectators.log, &s->cursor, FS__MAX_CHUNK_BYTES, &bytes, &total);
    struct fs__snapshot_chunk chunk = { s->cursor.tick, (uint32_t)total, (uint32_t)offset, bytes, size };
    send_bulk(m, p, fs__put_snapshot_chunk(m->out, sizeof m->out, &chunk));
    if (s->cursor.in_keyframe)
        return;
    struct fs__start_message start = { .next_tick = fs__broadcast_visible(&m->spectators.log), .clock = m->clock };
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_start(m->out, sizeof m->out, &start));
    m->peers[p].stats->snapshots++;
}

/* Sends the next run of bundles, and the head at its end; false when there is none. */
static bool send_run(fs_match *m, uint32_t p)
{
    fs__spectator *s = &m->spectators.list[p];
    fs__broadcast_run run;
    if (!fs__broadcast_read(&m->spectators.log, &s->cursor, FS__MAX_CHUNK_BYTES, &run))
        return false;
    struct fs__ticks_message ticks = { .stamp = (uint32_t)m->now_us,
                                       .clock = m->clock,
                                       .first_tick = run.first_tick,
                                       .count = run.count,
                                       .bundles = run.bytes,
                                       .size = run.size };
    if (run.count > 0)
        send_bulk(m, p, fs__put_ticks(m->out, sizeof m->out, FS__MESSAGE_REPAIR, &ticks));
    if (run.head != NULL)
        send_bulk(m, p, fs__put_head(m->out, sizeof m->out, run.head));
    return true;
}

/* Bundles go out a few at a time, at another time for each spectator; what was missed is sent as soon as there is room. */
static bool is_due(const fs_match *m, uint32_t p)
{
    uint32_t batch = m->def.config.hz / FS__SPECTATOR_BATCHES_PER_S;
    const fs__spectator *s = &m->spectators.list[p];
    uint32_t waiting = fs__broadcast_visible(&m->spectators.log) - s->cursor.tick;
    return m->ended || waiting >= 2 * batch || (waiting > 0 && (s->cursor.tick + waiting + p) % batch == 0);
}

/* Says that the match is over once everything else was sent. */
static void tell_end(fs_match *m, uint32_t p)
{
    m->spectators.list[p].told_end = true;
    fs__match_tell_end(m, p);
}

bool fs__match_spectators_wait(const fs_match *m)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_SPECTATING && !m->spectators.list[p].told_end)
            return true;
    return false;
}

static void send_bundles(fs_match *m, uint32_t p)
{
    fs__spectator *s = &m->spectators.list[p];
    bool more = is_due(m, p);
    while (more && has_room(m, s) && s->cursor.tick - s->watched <= FS__SPECTATOR_WINDOW_TICKS)
        more = send_run(m, p);
}

static void begin_keyframe(fs_match *m, fs__spectator *s)
{
    bool any = m->now_us - s->seek_us > FS__SPECTATOR_SEEK_US;
    if (!fs__broadcast_seek(&m->spectators.log, &s->cursor, any))
        return;
    s->seeks = false;
    s->epoch++;
    s->watched = s->cursor.tick;
}

static void serve_spectator(fs_match *m, uint32_t p)
{
    fs__spectator *s = &m->spectators.list[p];
    if (s->seeks)
        begin_keyframe(m, s);
    while (!s->seeks && s->cursor.in_keyframe && has_room(m, s))
        send_keyframe_chunk(m, p);
    if (!s->seeks && !s->cursor.in_keyframe)
        send_bundles(m, p);
    bool complete = s->seeks || s->cursor.tick == m->stream.next_tick;
    if (m->ended && complete && !s->told_end)
        tell_end(m, p);
}

/* Removes a spectator that does not read, and begins anew with one that is too far behind; false when it is gone. */
static bool check_spectator(fs_match *m, uint32_t p)
{
    fs__spectator *s = &m->spectators.list[p];
    if (s->sent == s->received || s->told_end) /* who has simulated the last tick says nothing more */
        s->progress_us = m->now_us;
    if (m->now_us - s->progress_us > FS__SPECTATOR_SLOW_US)
        fs__match_refuse(m, p, FS_E_TIMEOUT, "nothing was heard for %u s of what was sent",
                         (unsigned)(FS__SPECTATOR_SLOW_US / 1000000));
    else if (!s->seeks && fs__broadcast_is_lost(&m->spectators.log, &s->cursor))
        restart_spectator(m, p, "you were too far behind");
    return m->peers[p].phase == FS__PEER_SPECTATING;
}

void fs__match_poll_spectators(fs_match *m)
{
    fs__spectators *all = &m->spectators;
    if (all->list == NULL)
        return;
    if (m->ended && !all->log.ended)
        fs__broadcast_end(&all->log, signer_of(m));
    for (uint32_t i = 0; i < FS_MAX_PEERS && all->stats.watching > 0; i++) {
        uint32_t p = (all->next + i) % FS_MAX_PEERS;
        if (m->peers[p].phase == FS__PEER_SPECTATING && check_spectator(m, p))
            serve_spectator(m, p);
    }
    all->next = (all->next + 1) % FS_MAX_PEERS;
}

void fs__match_broadcast_tick(fs_match *m, const void *bundle, size_t size, uint64_t state_hash)
{
    if (m->spectators.list != NULL)
        fs__broadcast_append(&m->spectators.log, bundle, size, state_hash, &m->stream, m->sim, signer_of(m));
}
