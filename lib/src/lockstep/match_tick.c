/* match_tick.c: closes ticks and sends their bundles. */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

enum { DELAY_EVENT_US = 1000000 };

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

/* --- closing a tick -------------------------------------------------------------------- */

static fs__stream_event join_event(uint32_t slot, const char *name)
{
    fs__stream_event e = { .kind = FS__STREAM_EVENT_JOIN, .slot = (uint8_t)slot };
    memcpy(e.text, name, strnlen(name, FS_MAX_NAME - 1));
    return e;
}

/* Whether the delay of a present player has changed by enough to be told: up at once, down when it is a quarter of a
 * tick below the next whole one, and once per second. */
static bool delay_event(fs_match *m, fs__peer *peer, fs__stream_event *event)
{
    uint32_t hz = m->def.config.hz, delay_us = fs__match_delay_us(m, peer);
    uint32_t ticks = fs__delay_ticks(hz, delay_us), told = peer->told_delay_ticks;
    if (ticks < told)
        ticks = fs__delay_ticks(hz, delay_us + 250000 / hz);
    if (ticks == told || (ticks < told && m->now_us - peer->told_delay_us < DELAY_EVENT_US))
        return false;
    peer->told_delay_ticks = peer->stats->delay_ticks = ticks;
    peer->told_delay_us = m->now_us;
    *event = (fs__stream_event){ .kind = FS__STREAM_EVENT_DELAY, .slot = (uint8_t)peer->slot, .value = (uint8_t)ticks };
    return true;
}

/* Leave, join and change of delay of one slot, in this order. Returns their number. */
static uint32_t slot_events(fs_match *m, uint32_t slot, fs__stream_event *events)
{
    fs__peer *peer = m->slot_peer[slot] < FS_MAX_PEERS ? &m->peers[m->slot_peer[slot]] : NULL;
    bool present = (m->stream.present & slot_bit(slot)) != 0;
    uint32_t n = 0;
    if (present && (m->leaving & slot_bit(slot))) {
        events[n++] = (fs__stream_event){ .kind = FS__STREAM_EVENT_LEAVE, .slot = (uint8_t)slot };
        present = false;
    }
    if (!present && peer == NULL && fs__match_is_bot(m, slot)) {
        char name[FS_MAX_NAME];
        fs__match_bot_name(m, slot, name);
        events[n++] = join_event(slot, name);
    }
    if (peer == NULL || peer->phase != FS__PEER_PLAYING || peer->active_tick > m->stream.next_tick)
        return n;
    if (!present)
        events[n++] = join_event(slot, peer->stats->name);
    if (delay_event(m, peer, &events[n]))
        n++;
    return n;
}

/* The events of this tick, in slot order, and a line of chat. */
static uint32_t due_events(fs_match *m, fs__stream_event *events)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        n += slot_events(m, s, events + n);
    n += fs__match_next_chat(m, m->stream.present & ~m->leaving, &events[n]);
    m->leaving = 0;
    return n;
}

/* The input of a slot without a playing client: zero. It is substituted when its player is away. */
static bool substitute_away(fs_match *m, uint32_t slot, uint8_t *input)
{
    bool away = m->slots[slot].held || m->slot_peer[slot] < FS_MAX_PEERS;
    memset(input, 0, m->game->input_size);
    if (!away || !(m->stream.present & slot_bit(slot)))
        return false;
    m->slots[slot].stats->substituted++;
    return true;
}

/* Writes the slot's input of the tick that closes: its own, its last one repeated, or zero. Returns true when it was
 * substituted. */
static bool collect_input(fs_match *m, uint32_t slot, uint8_t *input)
{
    uint32_t size = m->game->input_size, tick = m->stream.next_tick;
    memset(input, 0, size);
    if (fs__match_is_bot(m, slot)) {
        fs__match_think(m, slot, input);
        return false;
    }
    fs__peer *peer = m->slot_peer[slot] < FS_MAX_PEERS ? &m->peers[m->slot_peer[slot]] : NULL;
    if (peer == NULL || peer->phase != FS__PEER_PLAYING || tick < peer->active_tick)
        return substitute_away(m, slot, input);
    const uint8_t *last = m->stream.inputs + (size_t)slot * size;
    bool missed = !fs__match_has_input(peer, tick);
    peer->stats->idle_ticks++;
    if (!missed) {
        memcpy(input, fs__match_window_input(m, peer, tick), size);
        if (memcmp(input, last, size) != 0) {
            peer->stats->idle_ticks = 0;
            peer->stats->acted = peer->stats->acted || tick > peer->active_tick;
        }
        peer->repeats = 0;
    }
    fs__match_forget_input(peer, tick, missed);
    peer->starved += (missed ? m->def.config.hz : 0) - peer->starved / m->def.config.hz;
    if (!missed)
        return false;
    if (peer->repeats++ < FS__INPUT_REPEAT_TICKS)
        memcpy(input, last, size);
    peer->stats->substituted++;
    return true;
}

static void store_tick(fs_match *m, uint32_t tick, const uint8_t *bytes, size_t size)
{
    uint32_t at = tick % FS__BUNDLE_LOG_TICKS;
    FS_ASSERT(size <= m->log_stride);
    memcpy(m->log + (size_t)at * m->log_stride, bytes, size);
    m->log_size[at] = (uint32_t)size;
    fs__reader chain = fs__reader_make(m->stream.chain, sizeof m->stream.chain);
    m->chains[tick % FS__STATE_HASH_TICKS] = fs__get_u64(&chain);
}

/* Simulates the tick that has closed and gives it to spectators and to the program. */
static void simulate_tick(fs_match *m, uint32_t tick, const uint8_t *bytes, size_t size)
{
    fs_inputs all = fs__stream_inputs(&m->stream);
    fs_sim_step(m->sim, &all);
    uint64_t state_hash = m->state_hash = fs_sim_state_hash(m->sim);
    m->state_hashes[tick % FS__STATE_HASH_TICKS] = state_hash;
    fs__state_history_store(&m->state_history, tick, fs_sim_state(m->sim), &all);
    fs__match_broadcast_tick(m, bytes, size, state_hash);
    if (m->hooks.tick != NULL)
        m->hooks.tick(m->hooks.context, tick, bytes, size, state_hash, &m->stream, m->sim);
}

void fs__match_close_tick(fs_match *m)
{
    fs__match_update_fair_delay(m);
    fs__stream_event events[FS__MAX_BUNDLE_EVENTS];
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT], bytes[FS__MAX_BUNDLE_BYTES];
    uint32_t tick = m->stream.next_tick;
    fs__bundle bundle = { inputs, 0, events, due_events(m, events) };
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (collect_input(m, s, inputs + (size_t)s * m->game->input_size))
            bundle.substituted |= slot_bit(s);
    fs__match_end_wait(m, m->stream.present & ~bundle.substituted);
    size_t size = fs__stream_append(&m->stream, &bundle, bytes);
    store_tick(m, tick, bytes, size);
    if (fs__match_simulates(m))
        simulate_tick(m, tick, bytes, size);
    else
        fs__match_note_tick(m, tick, bytes, size);
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        if (m->peers[p].phase != FS__PEER_PLAYING && m->peers[p].phase != FS__PEER_LOADING)
            continue;
        fs__match_advance_next_input(m, &m->peers[p]);
        fs__match_send_ticks(m, p);
    }
    m->resend_us = fs__match_deadline(m, tick) + 500000 / m->def.config.hz;
}

/* --- sending bundles --------------------------------------------------------------------- */

/* Bytes of a logged bundle in a message: a var length (bundles are below 2^14 bytes) and the bundle. */
static size_t logged_size(const fs_match *m, uint32_t tick)
{
    uint32_t n = m->log_size[tick % FS__BUNDLE_LOG_TICKS];
    return n + (n < 0x80 ? 1u : 2u);
}

uint32_t fs__match_oldest_bundle(const fs_match *m)
{
    return m->stream.next_tick > FS__BUNDLE_LOG_TICKS ? m->stream.next_tick - FS__BUNDLE_LOG_TICKS : 0;
}

/* First tick from `low` on from which all bundles fit into `capacity` bytes. */
static uint32_t first_tick_that_fits(const fs_match *m, uint32_t low, size_t capacity)
{
    uint32_t next = m->stream.next_tick, first = next;
    size_t used = 0;
    while (first > low && next - first < 255 && used + logged_size(m, first - 1) <= capacity)
        used += logged_size(m, --first);
    return first;
}

bool fs__match_is_silent(const fs_match *m, const fs__peer *peer)
{
    return peer->heard_us != 0 && m->now_us - peer->heard_us > FS__SILENT_US;
}

/* Whether the peer's line loses datagrams and has room for twice as many. */
static bool sends_twice(const fs_match *m, const fs__peer *peer)
{
    uint32_t count = fs__loss_redundancy(peer->loss_down), newest = m->stream.next_tick - 1;
    return !fs__match_is_silent(m, peer) && fs__loss_sends_twice(peer->loss_down) &&
           m->def.config.hz * count * logged_size(m, newest) <= FS__TWICE_BYTES_PER_S;
}

/* Bundles in one TICKS. Each is in as many datagrams as the losses of the line ask for. */
static uint32_t redundancy(const fs_match *m, const fs__peer *peer)
{
    uint32_t count = fs__loss_redundancy(peer->loss_down);
    return count > 2 && sends_twice(m, peer) ? (count + 1) / 2 : count;
}

/* First tick of the bundles of the next TICKS: the newest ones that the peer has not acknowledged, as many as its losses
 * ask for. A peer that lacks older ones gets all since its acknowledgement when they fit; otherwise it asks for a
 * repair. A peer that is loading gets the newest two, whatever it has acknowledged: until its state has come it can use none, and it asks for a
 * repair of the others then. One that is silent gets the newest one, so that who has vanished is sent no more than who answers. */
static uint32_t first_tick_to_send(const fs_match *m, const fs__peer *peer, size_t capacity)
{
    uint32_t next = m->stream.next_tick, oldest = fs__match_oldest_bundle(m);
    if (fs__match_is_silent(m, peer))
        return first_tick_that_fits(m, next - 1, capacity);
    bool loading = peer->phase == FS__PEER_LOADING;
    uint32_t count = loading ? 2 : redundancy(m, peer);
    uint32_t low = next - oldest > count ? next - count : oldest,
             cheap = loading ? next : first_tick_that_fits(m, oldest, FS__CHEAP_BYTES);
    if (cheap < low)
        low = cheap;
    uint32_t wanted = peer->ack_bundle_tick < next ? peer->ack_bundle_tick : next - 1;
    if (!loading && wanted > low)
        low = wanted;
    else if (!loading && peer->lacks_bundles && wanted >= oldest && first_tick_that_fits(m, wanted, capacity) == wanted)
        return wanted;
    return first_tick_that_fits(m, low, capacity);
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

/* All but serial and bundles. The acknowledgements count from `end`; a message that ends before the newest tick has
 * none. */
static struct fs__ticks_message ticks_header(const fs_match *m, uint32_t p, uint32_t end)
{
    const fs__peer *peer = &m->peers[p];
    struct fs__ticks_message ticks = { .stamp = (uint32_t)m->now_us,
                                       .loss = fs__loss_meter_share(&peer->loss_up),
                                       .clock = m->clock,
                                       .delay_us = fs__match_delay_us(m, peer),
                                       .rtt_us = peer->stats->rtt_us };
    if (end < m->stream.next_tick)
        return ticks;
    ticks.inputs_ahead = peer->next_input > end && peer->phase == FS__PEER_PLAYING ? peer->next_input - end : 0;
    if (ticks.inputs_ahead > FS__INPUT_WINDOW_TICKS)
        ticks.inputs_ahead = 0; /* not active yet */
    ticks.hash_lag = peer->next_hash_tick < end ? end - peer->next_hash_tick : 0;
    uint32_t agreed = fs__match_agreed_of(peer, m->agreed);
    ticks.agreed_lag = agreed < end ? end - agreed : 0;
    return ticks;
}

/* Returns the bytes of the bundles. */
static size_t send_range(fs_match *m, uint32_t p, fs__message_type type, uint32_t first, uint32_t count)
{
    uint8_t body[FS__MAX_MESSAGE_BYTES - 64];
    struct fs__ticks_message ticks = ticks_header(m, p, first + count);
    ticks.first_tick = first;
    ticks.count = count;
    ticks.bundles = body;
    if (type == FS__MESSAGE_TICKS)
        ticks.serial = ++m->peers[p].serial;
    ticks.size = put_bundles(m, first, count, body, sizeof body);
    fs__match_send(m, p, type == FS__MESSAGE_TICKS ? FS_CHANNEL_TICKS : FS_CHANNEL_BULK,
                   fs__put_ticks(m->out, sizeof m->out, type, &ticks));
    return ticks.size;
}

void fs__match_send_ticks(fs_match *m, uint32_t p)
{
    uint32_t next = m->stream.next_tick;
    if (next == 0) {
        send_range(m, p, FS__MESSAGE_TICKS, 0, 0);
        return;
    }
    uint32_t first = first_tick_to_send(m, &m->peers[p], FS_MAX_PAYLOAD - 40);
    /* A single bundle too large for a datagram is sent on the reliable channel. */
    if (first == next)
        send_range(m, p, FS__MESSAGE_REPAIR, first - 1, 1);
    else
        send_range(m, p, FS__MESSAGE_TICKS, first, next - first);
}

void fs__match_resend_ticks(fs_match *m)
{
    m->resend_us = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].phase == FS__PEER_PLAYING && sends_twice(m, &m->peers[p]))
            fs__match_send_ticks(m, p);
}

void fs__match_repair(fs_match *m, uint32_t p, const struct fs__repair_request *request)
{
    uint32_t next = m->stream.next_tick, t = request->first;
    uint32_t end = request->count > next || t > next - request->count ? next : t + request->count;
    FS_ASSERT(t >= fs__match_oldest_bundle(m));
    if (t >= end)
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
