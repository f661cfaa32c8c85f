/* session_tick.c: a client's tick: queues bundles, simulates them, sends inputs and state hashes. */
#include "lockstep/session_internal.h"

/* --- bundles -------------------------------------------------------------------- */

static bool is_queue_full(const fs_session *s)
{
    return s->received_stream.next_tick - s->stream.next_tick >= FS__QUEUE_TICKS;
}

/* Updates the clock by a bundle of a TICKS message. After a pause of this process its arrival time is unknown. */
static void note_arrival(fs_session *s, uint32_t tick)
{
    if (!s->clock.running)
        return;
    if (s->now_us - s->waited_us < FS__WAITED_US)
        fs__clock_late_reading(&s->clock, tick, s->now_us);
    else
        fs__clock_arrival(&s->clock, tick, s->now_us);
}

/* Applies the next bundle, which is at its place in the queue; false when it is malformed. */
static bool accept_bundle(fs_session *s, bool live)
{
    uint32_t tick = s->received_stream.next_tick, at = tick % FS__QUEUE_TICKS;
    const uint8_t *bundle = s->queue + (size_t)at * s->queue_stride;
    s->early_tick[at] = 0;
    if (fs__stream_apply(&s->received_stream, bundle, s->queue_size[at]) != FS_OK) {
        s->stats.malformed++;
        return false;
    }
    fs__session_confirm_inputs(s, tick);
    if (live)
        note_arrival(s, tick);
    return true;
}

/* Takes a bundle of a tick that is not queued. One that is ahead of the next waits at its place. */
static void enqueue_bundle(fs_session *s, uint32_t tick, const uint8_t *bundle, size_t size, bool live)
{
    uint32_t at = tick % FS__QUEUE_TICKS;
    if (tick < s->received_stream.next_tick || tick - s->stream.next_tick >= FS__QUEUE_TICKS)
        return;
    memcpy(s->queue + (size_t)at * s->queue_stride, bundle, size);
    s->queue_size[at] = (uint32_t)size;
    s->early_tick[at] = tick + 1;
    while (s->early_tick[s->received_stream.next_tick % FS__QUEUE_TICKS] == s->received_stream.next_tick + 1)
        if (!accept_bundle(s, live))
            return;
}

/* Requests the bundles before tick `end` that the repetition in TICKS did not bring: when the gap has lasted or is
 * large, and at most once in FS__REPAIR_INTERVAL_US. */
static void request_repair(fs_session *s, uint32_t end)
{
    if (s->gap_us == 0)
        s->gap_us = s->now_us;
    bool patient = s->now_us - s->gap_us < FS__REPAIR_PATIENCE_US + s->stats.rtt_us &&
                   end - s->received_stream.next_tick < FS__REPAIR_GAP_TICKS;
    if (patient || is_queue_full(s) || s->now_us - s->request_us < FS__REPAIR_INTERVAL_US)
        return;
    s->request_us = s->now_us;
    s->stats.repairs++;
    struct fs__repair_request request = { s->received_stream.next_tick, end - s->received_stream.next_tick };
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_repair_request(s->out, sizeof s->out, &request));
}

/* Takes over the acknowledgements, which count from the end of the newest tick; values that the server cannot know are
 * ignored. */
static void update_acks(fs_session *s, const struct fs__ticks_message *ticks, uint32_t end)
{
    uint32_t ack_input = end + ticks->inputs_ahead, ack_hash = end - ticks->hash_lag;
    if (s->welcomed && ack_input > s->ack_input_tick && ack_input <= s->next_sample)
        s->ack_input_tick = ack_input;
    if (ack_hash > s->ack_hash_tick && ack_hash <= s->stream.next_tick)
        s->ack_hash_tick = ack_hash;
    if (end - ticks->agreed_lag > s->stats.agreed_tick)
        s->stats.agreed_tick = end - ticks->agreed_lag;
    s->loss_up = ticks->loss;
    s->stats.rtt_us = ticks->rtt_us;
    if (s->welcomed && ticks->delay_us > 0)
        s->delay_us = ticks->delay_us;
}

/* Takes over the time of a TICKS message, which the server sends when a tick closes and perhaps again half a tick later.
 * A message by a newer clock than the known one tells of a START that has not arrived yet. */
static void update_time(fs_session *s, const struct fs__ticks_message *ticks, uint32_t end)
{
    bool newer = (uint8_t)(ticks->clock - s->clock_number) - 1u < 127;
    if (s->clock.running && ticks->count > 0 && newer)
        fs__session_start_clock(s, ticks->clock, end - 1, s->now_us);
    if (end < s->newest)
        return;
    s->newest = end;
    s->stamp = ticks->stamp;
    s->stamp_us = s->now_us;
}

void fs__session_start_clock(fs_session *s, uint8_t number, uint32_t tick, uint64_t arrival_us)
{
    fs__clock_start(&s->clock, s->config.hz, tick, arrival_us);
    s->clock_number = number;
    s->resend_us = 0;
    if (!s->welcomed)
        return;
    /* The inputs sampled by the clock before are void. */
    fs__session_restart_samples(s, s->welcome.active_tick > tick ? s->welcome.active_tick : tick);
    s->ack_input_tick = s->next_sample;
}

void fs__session_take_bundles(fs_session *s, const struct fs__ticks_message *ticks, bool live)
{
    fs__reader r = fs__reader_make(ticks->bundles, ticks->size);
    for (uint32_t i = 0; i < ticks->count; i++) {
        size_t size = (size_t)fs__get_var(&r);
        const uint8_t *bundle = fs__reader_take(&r, size);
        if (bundle != NULL)
            enqueue_bundle(s, ticks->first_tick + i, bundle, size, live);
    }
}

void fs__session_take_ticks(fs_session *s, const struct fs__ticks_message *ticks, bool live)
{
    uint32_t end = ticks->first_tick + ticks->count;
    if (live) {
        fs__loss_meter_add(&s->loss_down, ticks->serial);
        update_time(s, ticks, end);
    }
    if (end >= s->newest)
        update_acks(s, ticks, end);
    if (s->awaiting_snapshot)
        return;
    fs__session_take_bundles(s, ticks, live);
    if (s->received_stream.next_tick < end)
        request_repair(s, end);
    else
        s->gap_us = 0;
}

/* --- simulating ---------------------------------------------------------------------------- */

static void store_tick(fs_session *s, uint32_t tick, uint64_t state_hash, const fs_inputs *inputs)
{
    fs__reader chain = fs__reader_make(s->stream.chain, sizeof s->stream.chain);
    s->state_hashes[tick % FS__OWN_STATE_HASHES] = state_hash;
    s->chains[tick % FS__OWN_STATE_HASHES] = fs__get_u64(&chain);
    s->stats.state_hash = state_hash;
    if (s->welcomed && s->stream.substituted >> s->welcome.slot & 1)
        s->stats.substituted++;
    fs__state_history_store(&s->state_history, tick, fs_sim_state(s->sim), inputs);
}

static void step_tick(fs_session *s)
{
    uint32_t tick = s->stream.next_tick, at = tick % FS__QUEUE_TICKS;
    FS_ASSERT(tick < s->received_stream.next_tick);
    const uint8_t *bundle = s->queue + (size_t)at * s->queue_stride;
    /* The bundle was applied to `received_stream` before, so it cannot fail here. */
    fs_result result = fs__stream_apply(&s->stream, bundle, s->queue_size[at]);
    FS_ASSERT(result == FS_OK);
    fs_inputs inputs = fs__stream_inputs(&s->stream);
    fs__session_prepare_fault(s, tick);
    fs__session_step_confirmed(s, &inputs);
    fs__session_apply_fault(s, tick);
    uint64_t state_hash = fs_sim_state_hash(s->sim);
    store_tick(s, tick, state_hash, &inputs);
    if (s->hooks.tick != NULL)
        s->hooks.tick(s->hooks.context, tick, bundle, s->queue_size[at], state_hash, &s->stream, s->sim);
    fs__session_withdraw_fault(s);
    fs__session_show_confirmed(s);
    if (s->stats.spectating)
        fs__session_verify_tick(s);
}

/* When the next tick is to be simulated: its arrival time plus the jitter, so that ticks are shown evenly; now when
 * more ticks are queued than the jitter explains; UINT64_MAX when none is. */
uint64_t fs__session_playout_us(const fs_session *s)
{
    uint32_t waiting = s->received_stream.next_tick - s->stream.next_tick;
    if (waiting == 0)
        return UINT64_MAX;
    uint64_t expected = 2 + (uint64_t)s->clock.jitter_us * s->config.hz / 1000000;
    if (waiting > expected || s->ended)
        return s->now_us;
    return fs__clock_at(&s->clock, s->stream.next_tick) + s->clock.jitter_us;
}

void fs__session_simulate(fs_session *s)
{
    uint64_t pause_us = s->now_us - s->polled_us < FS__STEPS_PAUSE_US ? s->now_us - s->polled_us : FS__STEPS_PAUSE_US;
    uint32_t limit = FS__STEPS_PER_POLL + (uint32_t)(pause_us * s->config.hz / 1000000);
    s->polled_us = s->now_us;
    for (uint32_t i = 0; i < limit && s->phase != FS_SESSION_FAILED; i++) {
        uint64_t due = fs__session_playout_us(s);
        if (due == UINT64_MAX || due > s->now_us)
            return;
        step_tick(s);
    }
}

/* --- inputs and state hashes ------------------------------------------------------------------- */

static uint8_t *own_input(const fs_session *s, uint32_t tick)
{
    return s->inputs + (size_t)(tick % FS__OWN_INPUTS) * s->game->input_size;
}

const uint8_t *fs__session_own_input(const fs_session *s, uint32_t tick)
{
    return own_input(s, tick);
}

void fs__session_restart_samples(fs_session *s, uint32_t tick)
{
    s->next_sample = s->first_sample = tick;
}

/* Whether no input may be sampled now. While the server pauses, the own clock runs on: inputs far ahead of the newest
 * closed tick would be stale when their ticks come. */
static bool is_sampling_blocked(const fs_session *s)
{
    uint32_t newest_sample = s->newest + fs__delay_ticks(s->config.hz, s->delay_us) + FS__MAX_INPUTS;
    return !s->welcomed || s->next_sample - s->ack_input_tick >= FS__MAX_INPUTS || s->ended ||
           s->next_sample > newest_sample;
}

/* The input of tick T is sampled the input delay before the earliest arrival of its bundle. */
uint64_t fs__session_next_sample_us(const fs_session *s)
{
    if (s->def.spectate)
        return UINT64_MAX;
    if (is_sampling_blocked(s))
        return s->sent_us + 1000000 / s->config.hz;
    uint64_t arrival_us = fs__clock_at(&s->clock, s->next_sample);
    return arrival_us > s->delay_us ? arrival_us - s->delay_us : 0;
}

/* Frequent pauses are no incidents: the delay has to cover them. */
void fs__session_note_incident(fs_session *s, uint64_t now_us)
{
    if (s->upset_us == 0 || now_us - s->upset_us > FS__CALM_US)
        s->calm_us = now_us + s->delay_us + s->stats.rtt_us + FS__WAITED_GAP_US;
    s->upset_us = now_us;
}

static void sample_input(fs_session *s)
{
    uint8_t *input = own_input(s, s->next_sample);
    memset(input, 0, s->game->input_size);
    const fs_state *state = fs_sim_state(fs_session_shown_sim(s));
    s->hooks.input(s->hooks.context, s->next_sample, state, s->welcome.slot, input);
    s->next_sample++;
}

void fs__session_sample_inputs(fs_session *s)
{
    if (s->phase == FS_SESSION_AWAY)
        return;
    bool due = false;
    /* Inputs of ticks that have closed can no longer arrive: skip them. When that is because the clock is late, as after a burst of
     * the server, it would skip every one until it has slewed. */
    if (s->welcomed && s->next_sample < s->newest) {
        fs__session_note_incident(s, s->now_us);
        if (s->clock.running)
            fs__clock_catch_up(&s->clock, s->newest - 1, s->now_us);
        fs__session_restart_samples(s, s->newest);
        if (s->ack_input_tick < s->newest)
            s->ack_input_tick = s->newest;
    }
    while (s->phase != FS_SESSION_FAILED && s->now_us >= fs__session_next_sample_us(s)) {
        due = true;
        if (is_sampling_blocked(s))
            break;
        sample_input(s);
    }
    if (due) {
        fs__session_send_input(s, true);
        s->resend_us = fs__loss_sends_twice(s->loss_up) ? s->now_us + 500000 / s->config.hz : 0;
    } else if (s->resend_us > 0 && s->now_us >= s->resend_us) {
        s->resend_us = 0;
        fs__session_send_input(s, false);
    }
}

static void add_state_hashes(const fs_session *s, struct fs__input_message *in)
{
    uint32_t next = s->stream.next_tick, first = s->ack_hash_tick;
    /* Each is sent twice, and all again when the acknowledgement is overdue. */
    uint32_t due = 6 + (uint32_t)((uint64_t)s->stats.rtt_us * s->config.hz / 1000000);
    if (!s->ended && next - first > 2 && next - first <= due)
        first = next - 2;
    if (next - first > FS__OWN_STATE_HASHES)
        first = next - FS__OWN_STATE_HASHES;
    in->first_hash_tick = first;
    in->hash_count = next - first < FS__MAX_STATE_HASHES ? next - first : FS__MAX_STATE_HASHES;
    for (uint32_t i = 0; i < in->hash_count; i++)
        in->state_hashes[i] = s->state_hashes[(first + i) % FS__OWN_STATE_HASHES];
    if (in->hash_count > 0)
        in->chain = s->chains[(first + in->hash_count - 1) % FS__OWN_STATE_HASHES];
}

/* Ticks from the first missing bundle to the newest that the server is known to have closed. */
static uint32_t missing_ticks(const fs_session *s)
{
    uint32_t next = s->received_stream.next_tick;
    return s->newest > next && !s->awaiting_snapshot ? s->newest - next : 0;
}

void fs__session_send_input(fs_session *s, bool with_hashes)
{
    struct fs__input_message in = { .serial = ++s->serial,
                                    .loss = fs__loss_meter_share(&s->loss_down),
                                    .clock = s->clock_number,
                                    .delay_us = s->now_us < s->calm_us ? 0 : s->delay_us,
                                    .epoch = s->epoch,
                                    .ack_bundle_tick = s->received_stream.next_tick,
                                    .seen = missing_ticks(s),
                                    .behind = s->received_stream.next_tick - s->stream.next_tick,
                                    .first_tick = s->ack_input_tick };
    in.stamp = s->stamp;
    in.held_us = s->stamp_us == 0 || s->now_us - s->stamp_us > 5000000 ? UINT32_MAX
                                                                       : (uint32_t)(s->now_us - s->stamp_us);
    in.count = s->welcomed ? s->next_sample - s->ack_input_tick : 0;
    for (uint32_t i = 0; i < in.count; i++)
        memcpy(in.inputs + (size_t)i * s->game->input_size, own_input(s, in.first_tick + i), s->game->input_size);
    if (with_hashes)
        add_state_hashes(s, &in);
    s->sent_us = s->now_us;
    fs__session_send(s, FS_CHANNEL_INPUT, fs__put_input(s->out, FS_MAX_PAYLOAD, &in, s->game->input_size));
}
