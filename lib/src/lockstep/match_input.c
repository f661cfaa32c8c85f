/* match_input.c: takes the INPUT messages of players: inputs, acknowledgements, and the figures of their lines. */
#include "lockstep/match_internal.h"
#include "base/leaky_bucket.h"

/* --- the window of inputs ---------------------------------------------------------- */

static bool get_tick_bit(const uint64_t bits[FS__INPUT_WINDOW_TICKS / 64], uint32_t tick)
{
    uint32_t at = tick % FS__INPUT_WINDOW_TICKS;
    return (bits[at / 64] >> (at % 64) & 1) != 0;
}

static void set_tick_bit(uint64_t bits[FS__INPUT_WINDOW_TICKS / 64], uint32_t tick, bool value)
{
    uint32_t at = tick % FS__INPUT_WINDOW_TICKS;
    uint64_t bit = (uint64_t)1 << (at % 64);
    bits[at / 64] = value ? bits[at / 64] | bit : bits[at / 64] & ~bit;
}

bool fs__match_has_input(const fs__peer *peer, uint32_t tick)
{
    return get_tick_bit(peer->received, tick);
}

uint8_t *fs__match_window_input(const fs_match *m, const fs__peer *peer, uint32_t tick)
{
    return peer->inputs + (size_t)(tick % FS__INPUT_WINDOW_TICKS) * m->game->input_size;
}

void fs__match_forget_input(fs__peer *peer, uint32_t tick, bool missed)
{
    set_tick_bit(peer->received, tick, false);
    set_tick_bit(peer->missed, tick, missed);
}

void fs__match_advance_next_input(const fs_match *m, fs__peer *peer)
{
    if (peer->next_input < m->stream.next_tick)
        peer->next_input = m->stream.next_tick;
    while (peer->next_input - m->stream.next_tick < FS__INPUT_WINDOW_TICKS &&
           fs__match_has_input(peer, peer->next_input))
        peer->next_input++;
}

void fs__match_forget_all_inputs(const fs_match *m, fs__peer *peer)
{
    memset(peer->received, 0, sizeof peer->received);
    memset(peer->missed, 0, sizeof peer->missed);
    peer->next_input = peer->active_tick > m->stream.next_tick ? peer->active_tick : m->stream.next_tick;
}

/* An input of a closed tick: late, when the tick had none. Returns whether it has arrived for the first time. */
static bool take_late_input(fs_match *m, fs__peer *peer, uint32_t tick)
{
    if (m->stream.next_tick - tick > FS__INPUT_WINDOW_TICKS || !get_tick_bit(peer->missed, tick))
        return false;
    set_tick_bit(peer->missed, tick, false);
    peer->stats->late_inputs++;
    return true;
}

/* Stores an input of a tick that is not closed. The first copy counts; clients repeat inputs until they are
 * acknowledged. Returns whether it has arrived for the first time. */
static bool store_input(fs_match *m, fs__peer *peer, uint32_t tick, const uint8_t *input)
{
    if (tick < m->stream.next_tick)
        return take_late_input(m, peer, tick);
    if (tick - m->stream.next_tick >= FS__INPUT_WINDOW_TICKS) {
        peer->stats->early_inputs++;
        return false;
    }
    if (tick < peer->active_tick || fs__match_has_input(peer, tick))
        return false;
    uint8_t *stored = fs__match_window_input(m, peer, tick);
    memcpy(stored, input, m->game->input_size);
    m->game->sanitise(stored);
    set_tick_bit(peer->received, tick, true);
    return true;
}

/* --- input delay -------------------------------------------------------------------- */

void fs__match_start_delay(const fs_match *m, fs__peer *peer)
{
    uint32_t hz = m->def.config.hz;
    fs__input_delay_start(&peer->delay, hz, peer->stats->rtt_us + (uint64_t)2000000 / hz);
}

uint32_t fs__match_delay_us(const fs_match *m, const fs__peer *peer)
{
    uint32_t delay_us = peer->delay.delay_us;
    if (m->def.delay_ticks > 0)
        delay_us = m->def.delay_ticks * 1000000 / m->def.config.hz;
    else if (m->def.delay_mode == FS_DELAY_FAIR && m->fair_us > delay_us)
        delay_us = m->fair_us;
    return delay_us / FS__MESSAGE_TIME_US * FS__MESSAGE_TIME_US;
}

static bool is_delay_below(const fs_match *m, uint32_t p, uint32_t limit_us)
{
    return m->peers[p].phase == FS__PEER_PLAYING && m->peers[p].delay.delay_us <= limit_us;
}

/* The largest delay of the players who need at most FS__FAIR_DELAY_US more than the player who needs least. */
void fs__match_update_fair_delay(fs_match *m)
{
    uint32_t least = UINT32_MAX - FS__FAIR_DELAY_US;
    m->fair_us = 0;
    if (m->def.delay_mode != FS_DELAY_FAIR)
        return;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (is_delay_below(m, p, least))
            least = m->peers[p].delay.delay_us;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (is_delay_below(m, p, least + FS__FAIR_DELAY_US) && m->peers[p].delay.delay_us > m->fair_us)
            m->fair_us = m->peers[p].delay.delay_us;
}

/* Microseconds from the deadline of the tick to now. A wait for the open tick moves the deadline, but the input is late by the
 * wait. */
static int64_t late_us(const fs_match *m, uint32_t tick)
{
    return (int64_t)(m->now_us + m->strict.waited_us - fs__match_deadline(m, tick));
}

static void take_inputs(fs_match *m, fs__peer *peer, const struct fs__input_message *in)
{
    uint32_t oldest = UINT32_MAX, newest = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        uint32_t tick = in->first_tick + i;
        if (!store_input(m, peer, tick, in->inputs + (size_t)i * m->game->input_size))
            continue;
        oldest = oldest == UINT32_MAX ? tick : oldest;
        newest = tick;
    }
    bool suspect = m->now_us - m->suspect_us < FS__SUSPECT_US;
    if (oldest != UINT32_MAX && in->delay_us > 0 && !suspect)
        fs__input_delay_arrival(&peer->delay, late_us(m, oldest), late_us(m, newest), in->delay_us);
    fs__match_advance_next_input(m, peer);
}

/* --- messages ------------------------------------------------------------------------ */

/* Round trip: the time since the answered TICKS was sent, less the time the client held it. The first one replaces that
 * of the handshake, which contains repetitions and the time that the client took to make its state. */
static void update_rtt(fs_match *m, fs__peer *peer, const struct fs__input_message *in)
{
    uint32_t round = (uint32_t)m->now_us - in->stamp;
    if (in->held_us == UINT32_MAX || round > FS__RTT_LIMIT_US || in->held_us > round)
        return;
    uint32_t rtt = round - in->held_us;
    fs_peer_stats *stats = peer->stats;
    stats->rtt_us = peer->rtt_measured ? stats->rtt_us - stats->rtt_us / 8 + rtt / 8 : rtt;
    peer->rtt_measured = true;
    if (rtt > stats->rtt_max_us)
        stats->rtt_max_us = rtt;
}

/* Takes one INPUT message off the budget of twice the tick rate; false when it is used up. */
static bool take_input_budget(const fs_match *m, fs__peer *peer)
{
    uint32_t hz = m->def.config.hz;
    uint64_t cost_us = 500000 / hz, burst = FS__INPUT_BURST + FS__INPUT_BURST_S * hz;
    return fs__bucket_take(&peer->inputs_us, m->now_us, cost_us, burst * cost_us);
}

static void update_line(fs_match *m, fs__peer *peer, const struct fs__input_message *in)
{
    update_rtt(m, peer, in);
    fs__loss_meter_add(&peer->loss_up, in->serial);
    peer->heard_us = m->now_us;
    peer->behind = in->behind;
    peer->loss_down = in->loss;
    if (in->epoch != peer->epoch)
        return;
    if (in->ack_bundle_tick > peer->ack_bundle_tick)
        peer->ack_bundle_tick = in->ack_bundle_tick;
    if (in->ack_bundle_tick == peer->ack_bundle_tick)
        peer->lacks_bundles = in->seen > 0;
}

/* Before tick 0 an INPUT carries nothing; the answer lets both sides measure the round trip. */
static void answer_probe(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    if (m->now_us - peer->probe_us < FS__PROBE_INTERVAL_US)
        return;
    peer->probe_us = m->now_us;
    fs__match_start_delay(m, peer);
    fs__match_send_ticks(m, p);
}

bool fs__match_handle_input(fs_match *m, uint32_t p, fs__reader *r)
{
    fs__peer *peer = &m->peers[p];
    struct fs__input_message in;
    if (!take_input_budget(m, peer)) {
        peer->stats->limited++;
        return true;
    }
    if (peer->phase == FS__PEER_SPECTATING || !fs__get_input(r, &in, m->game->input_size) ||
        in.ack_bundle_tick > m->stream.next_tick)
        return false;
    if (peer->phase != FS__PEER_PLAYING && peer->phase != FS__PEER_LOADING)
        return true;
    update_line(m, peer, &in);
    if (peer->phase != FS__PEER_PLAYING)
        return true;
    if (!m->started) {
        answer_probe(m, p);
        return true;
    }
    if (in.clock == m->clock)
        take_inputs(m, peer, &in);
    if (in.epoch == peer->epoch)
        fs__match_take_state_hashes(m, p, &in);
    /* After the end no closing tick carries the acknowledgement, so it is sent at once. */
    if (m->ended)
        fs__match_send_ticks(m, p);
    return true;
}
