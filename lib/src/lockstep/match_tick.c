/* match_tick.c: stores inputs, closes ticks and sends their bundles. */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

/* --- inputs ---------------------------------------------------------------- */

static bool has_input(const fs__peer *peer, uint32_t tick)
{
    uint32_t at = tick % FS__INPUT_WINDOW_TICKS;
    return (peer->received[at / 64] >> (at % 64) & 1) != 0;
}

static uint8_t *window_input(const fs_match *m, fs__peer *peer, uint32_t tick)
{
    return peer->inputs + (size_t)(tick % FS__INPUT_WINDOW_TICKS) * m->game->input_size;
}

/* Stores an input of a tick that is not closed. The first copy counts; clients repeat inputs until they are
 * acknowledged. */
static void store_input(fs_match *m, fs__peer *peer, uint32_t tick, const uint8_t *input)
{
    uint32_t at = tick % FS__INPUT_WINDOW_TICKS;
    if (tick < m->stream.next_tick) {
        /* A repeat of an input that arrived in time is not late. */
        if (tick >= peer->next_input)
            peer->stats->late_inputs++;
        return;
    }
    if (tick - m->stream.next_tick >= FS__INPUT_WINDOW_TICKS) {
        peer->stats->early_inputs++;
        return;
    }
    if (tick < peer->active_tick || has_input(peer, tick))
        return;
    memcpy(window_input(m, peer, tick), input, m->game->input_size);
    m->game->sanitise(window_input(m, peer, tick));
    peer->received[at / 64] |= (uint64_t)1 << (at % 64);
}

/* Moves next_input to the first tick that is neither closed nor has an input. */
static void advance_next_input(const fs_match *m, fs__peer *peer)
{
    if (peer->next_input < m->stream.next_tick)
        peer->next_input = m->stream.next_tick;
    while (peer->next_input - m->stream.next_tick < FS__INPUT_WINDOW_TICKS && has_input(peer, peer->next_input))
        peer->next_input++;
}

void fs__match_take_inputs(fs_match *m, uint32_t p, const struct fs__input_message *message)
{
    fs__peer *peer = &m->peers[p];
    for (uint32_t i = 0; i < message->count; i++)
        store_input(m, peer, message->first_tick + i, message->inputs + (size_t)i * m->game->input_size);
    advance_next_input(m, peer);
}

/* --- closing a tick -------------------------------------------------------------------- */

static fs__stream_event join_event(uint32_t slot, const char *name)
{
    fs__stream_event e = { .kind = FS__STREAM_EVENT_JOIN, .slot = (uint8_t)slot };
    memcpy(e.text, name, strnlen(name, FS_MAX_NAME - 1));
    return e;
}

/* Joins and leaves that act at this tick, in slot order, a slot's leave first. */
static uint32_t due_events(fs_match *m, fs__stream_event *events)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        const fs__peer *peer = m->slot_peer[s] < FS_MAX_PEERS ? &m->peers[m->slot_peer[s]] : NULL;
        bool present = (m->stream.present & slot_bit(s)) != 0;
        if (present && (m->leaving & slot_bit(s))) {
            events[n++] = (fs__stream_event){ .kind = FS__STREAM_EVENT_LEAVE, .slot = (uint8_t)s };
            present = false;
        }
        if (!present && peer != NULL && peer->phase == FS__PEER_PLAYING && peer->active_tick <= m->stream.next_tick)
            events[n++] = join_event(s, peer->stats->name);
        else if (!present && peer == NULL && fs__match_is_bot(m, s)) {
            char name[FS_MAX_NAME];
            fs__match_bot_name(m, s, name);
            events[n++] = join_event(s, name);
        }
    }
    m->leaving = 0;
    return n;
}

/* Writes the slot's input of the tick that closes: its own, its last one repeated, or zero. Returns true when it was
 * substituted. */
static bool collect_input(fs_match *m, uint32_t slot, uint8_t *input)
{
    uint32_t size = m->game->input_size, tick = m->stream.next_tick;
    memset(input, 0, size);
    if (fs__match_is_bot(m, slot))
        fs__match_think(m, slot, input);
    if (m->slot_peer[slot] >= FS_MAX_PEERS)
        return false;
    fs__peer *peer = &m->peers[m->slot_peer[slot]];
    if (peer->phase != FS__PEER_PLAYING || tick < peer->active_tick)
        return false;
    const uint8_t *last = m->stream.inputs + (size_t)slot * size;
    peer->stats->idle_ticks++;
    if (has_input(peer, tick)) {
        uint32_t at = tick % FS__INPUT_WINDOW_TICKS;
        memcpy(input, window_input(m, peer, tick), size);
        if (memcmp(input, last, size) != 0)
            peer->stats->idle_ticks = 0;
        peer->received[at / 64] &= ~((uint64_t)1 << (at % 64));
        peer->repeats = 0;
        return false;
    }
    if (peer->repeats++ < FS__INPUT_REPEAT_TICKS)
        memcpy(input, last, size);
    peer->stats->substituted++;
    return true;
}

static void store_tick(fs_match *m, uint32_t tick, const uint8_t *bytes, size_t size, uint64_t state_hash)
{
    uint32_t at = tick % FS__BUNDLE_LOG_TICKS;
    FS_ASSERT(size <= m->log_stride);
    memcpy(m->log + (size_t)at * m->log_stride, bytes, size);
    m->log_size[at] = (uint32_t)size;
    m->state_hashes[tick % FS__STATE_HASH_TICKS] = state_hash;
    fs__reader chain = fs__reader_make(m->stream.chain, sizeof m->stream.chain);
    m->chains[tick % FS__STATE_HASH_TICKS] = fs__get_u64(&chain);
    fs__state_history_store(&m->state_history, tick, fs_sim_state(m->sim));
}

void fs__match_close_tick(fs_match *m)
{
    fs__stream_event events[FS__MAX_BUNDLE_EVENTS];
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT], bytes[FS__MAX_BUNDLE_BYTES];
    uint32_t tick = m->stream.next_tick;
    fs__bundle bundle = { inputs, 0, events, due_events(m, events) };
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (collect_input(m, s, inputs + (size_t)s * m->game->input_size))
            bundle.substituted |= slot_bit(s);
    size_t size = fs__stream_append(&m->stream, &bundle, bytes);
    fs_inputs all = fs__stream_inputs(&m->stream);
    fs_sim_step(m->sim, &all);
    uint64_t state_hash = fs_sim_state_hash(m->sim);
    store_tick(m, tick, bytes, size, state_hash);
    if (m->hooks.tick != NULL)
        m->hooks.tick(m->hooks.context, tick, bytes, size, state_hash, &m->stream, m->sim);
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        if (m->peers[p].phase != FS__PEER_PLAYING && m->peers[p].phase != FS__PEER_LOADING)
            continue;
        advance_next_input(m, &m->peers[p]);
        fs__match_send_ticks(m, p);
    }
}

/* --- sending bundles --------------------------------------------------------------------- */

/* Bytes of a logged bundle in a message: a var length (bundles are below 2^14 bytes) and the bundle. */
static size_t logged_size(const fs_match *m, uint32_t tick)
{
    uint32_t n = m->log_size[tick % FS__BUNDLE_LOG_TICKS];
    return n + (n < 0x80 ? 1u : 2u);
}

static uint32_t oldest_logged_tick(const fs_match *m)
{
    return m->stream.next_tick > FS__BUNDLE_LOG_TICKS ? m->stream.next_tick - FS__BUNDLE_LOG_TICKS : 0;
}

/* First tick of the bundles that the peer lacks, at least the newest two. When they exceed `capacity` bytes, the newest
 * that fit: the others were sent before. A peer that is loading acknowledges nothing and gets the newest two. */
static uint32_t first_tick_to_send(const fs_match *m, const fs__peer *peer, size_t capacity)
{
    uint32_t next = m->stream.next_tick;
    uint32_t wanted = peer->ack_bundle_tick < next ? peer->ack_bundle_tick : next;
    bool loading = peer->phase == FS__PEER_LOADING;
    uint32_t low = next > 2 && (loading || wanted > next - 2) ? next - 2 : wanted;
    if (low < oldest_logged_tick(m))
        low = oldest_logged_tick(m);
    uint32_t first = next;
    size_t used = 0;
    while (first > low && next - first < 255 && used + logged_size(m, first - 1) <= capacity)
        used += logged_size(m, --first);
    return first;
}

static size_t put_bundles(const fs_match *m, uint32_t first, uint32_t count, uint8_t *bytes, size_t size)
{
    fs__writer w = fs__writer_make(bytes, size);
    for (uint32_t t = first; t < first + count; t++) {
        fs__put_var(&w, m->log_size[t % FS__BUNDLE_LOG_TICKS]);
        fs__put_bytes(&w, m->log + (size_t)(t % FS__BUNDLE_LOG_TICKS) * m->log_stride,
                      m->log_size[t % FS__BUNDLE_LOG_TICKS]);
    }
    FS_ASSERT(!w.full);
    return w.at;
}

/* Returns the bytes of the bundles. */
static size_t send_range(fs_match *m, uint32_t p, fs__message_type type, uint32_t first, uint32_t count)
{
    const fs__peer *peer = &m->peers[p];
    uint8_t body[FS__MAX_MESSAGE_BYTES - 64];
    struct fs__ticks_message ticks = { .stamp = (uint32_t)m->now_us,
                                       .ack_input_tick = peer->next_input,
                                       .ack_hash_tick = peer->next_hash_tick,
                                       .agreed = m->agreed,
                                       .rtt_us = peer->stats->rtt_us,
                                       .first_tick = first,
                                       .count = count,
                                       .bundles = body };
    ticks.size = put_bundles(m, first, count, body, sizeof body);
    fs__match_send(m, p, type == FS__MESSAGE_TICKS ? FS_CHANNEL_TICKS : FS_CHANNEL_BULK,
                   fs__put_ticks(m->out, sizeof m->out, type, &ticks));
    return ticks.size;
}

void fs__match_send_ticks(fs_match *m, uint32_t p)
{
    uint32_t first = first_tick_to_send(m, &m->peers[p], FS_MAX_PAYLOAD - 40);
    /* A single bundle too large for a datagram is sent on the reliable channel. */
    if (first == m->stream.next_tick)
        send_range(m, p, FS__MESSAGE_REPAIR, first - 1, 1);
    else
        send_range(m, p, FS__MESSAGE_TICKS, first, m->stream.next_tick - first);
}

void fs__match_repair(fs_match *m, uint32_t p, const struct fs__repair_request *request)
{
    uint32_t next = m->stream.next_tick, t = request->first;
    uint32_t end = request->count > next || t > next - request->count ? next : t + request->count;
    if (t < oldest_logged_tick(m) || t >= end)
        return;
    m->peers[p].stats->repairs++;
    while (t < end && fs__bucket_level(m->peers[p].repair_us, m->now_us) <= FS__REPAIR_BURST_US) {
        size_t used = 0;
        uint32_t n = 0;
        while (t + n < end && n < 255 && (n == 0 || used + logged_size(m, t + n) <= FS__MAX_CHUNK_BYTES))
            used += logged_size(m, t + n++);
        size_t size = send_range(m, p, FS__MESSAGE_REPAIR, t, n);
        fs__bucket_fill(&m->peers[p].repair_us, m->now_us, (uint64_t)size * 1000000 / FS__REPAIR_BYTES_PER_S);
        t += n;
    }
    m->peers[p].stats->limited += t < end;
}
