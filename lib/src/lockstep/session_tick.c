/* session_tick.c: a client's tick: queues bundles, simulates them, sends inputs and state hashes. */
#include "lockstep/session_internal.h"

/* --- bundles -------------------------------------------------------------------- */

static bool is_queue_full(const fs_session *s)
{
    return s->received_stream.next_tick - s->stream.next_tick >= FS__QUEUE_TICKS;
}

static void enqueue_bundle(fs_session *s, const uint8_t *bundle, size_t size)
{
    uint32_t at = s->received_stream.next_tick % FS__QUEUE_TICKS;
    if (is_queue_full(s))
        return;
    if (fs__stream_apply(&s->received_stream, bundle, size) != FS_OK) {
        s->stats.malformed++;
        return;
    }
    memcpy(s->queue + (size_t)at * s->queue_stride, bundle, size);
    s->queue_size[at] = (uint32_t)size;
}

/* Requests the bundles before tick `end` that the repetition in TICKS did not bring; at most once in
 * FS__REPAIR_INTERVAL_US. */
static void request_repair(fs_session *s, uint32_t end)
{
    if (s->now_us - s->request_us < FS__REPAIR_INTERVAL_US)
        return;
    s->request_us = s->now_us;
    s->stats.repairs++;
    struct fs__repair_request request = { s->received_stream.next_tick, end - s->received_stream.next_tick };
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_repair_request(s->out, sizeof s->out, &request));
}

/* Takes over the acknowledgements; values that the server cannot know are ignored. */
static void update_acks(fs_session *s, const struct fs__ticks_message *ticks)
{
    if (s->welcomed && ticks->ack_input_tick > s->ack_input_tick && ticks->ack_input_tick <= s->next_sample)
        s->ack_input_tick = ticks->ack_input_tick;
    if (ticks->ack_hash_tick > s->ack_hash_tick && ticks->ack_hash_tick <= s->stream.next_tick)
        s->ack_hash_tick = ticks->ack_hash_tick;
    if (ticks->agreed > s->stats.agreed_tick)
        s->stats.agreed_tick = ticks->agreed;
    s->stats.rtt_us = ticks->rtt_us;
}

/* Updates the clock from a TICKS message, which the server sends when a tick closes; REPAIR has no such time. */
static void update_clock(fs_session *s, const struct fs__ticks_message *ticks)
{
    uint32_t newest = ticks->first_tick + ticks->count;
    if (newest <= s->newest || ticks->count == 0)
        return;
    s->newest = newest;
    s->stamp = ticks->stamp;
    s->stamp_us = s->now_us;
    if (s->clock.running)
        fs__clock_arrival(&s->clock, newest - 1, s->now_us);
}

void fs__session_take_ticks(fs_session *s, const struct fs__ticks_message *ticks, bool live)
{
    if (live)
        update_clock(s, ticks);
    update_acks(s, ticks);
    if (s->awaiting_snapshot)
        return;
    if (ticks->first_tick > s->received_stream.next_tick) {
        request_repair(s, ticks->first_tick + ticks->count);
        return;
    }
    fs__reader r = fs__reader_make(ticks->bundles, ticks->size);
    for (uint32_t i = 0; i < ticks->count; i++) {
        size_t size = (size_t)fs__get_var(&r);
        const uint8_t *bundle = fs__reader_take(&r, size);
        if (bundle != NULL && ticks->first_tick + i == s->received_stream.next_tick)
            enqueue_bundle(s, bundle, size);
    }
}

/* --- simulating ---------------------------------------------------------------------------- */

/* Flips the bit of fs_session_inject_fault(). */
static void inject_fault(fs_session *s)
{
    fs_state *state = fs_sim_state(s->sim);
    const fs_schema *schema = s->game->schema;
    fs_value_ref ref;
    int64_t raw = 0;
    s->fault.armed = false;
    fs_result result = fs_value_find(schema, s->fault.table, s->fault.field, &ref);
    ref.row = s->fault.row;
    if (result == FS_OK)
        result = fs_value_get(state, ref, &raw);
    const fs_type_info *type = NULL;
    if (result == FS_OK)
        type = fs_type_get(schema->tables[ref.table].fields[ref.field].type);
    unsigned bits = type != NULL ? type->width * 8u : 0;
    if (s->fault.bit >= bits) {
        fs__session_fail(s, FS_E_ARGUMENT, "the fault to inject names no such table, row, field or bit");
        return;
    }
    uint64_t value = (uint64_t)raw ^ (uint64_t)1 << s->fault.bit;
    uint64_t sign = (uint64_t)1 << (bits - 1);
    if (bits < 64)
        value &= (sign << 1) - 1;
    if (type->is_signed)
        value = (value ^ sign) - sign;
    fs_value_set(state, ref, (int64_t)value);
    s->fault.refused = s->game->valid != NULL && !s->game->valid(state, &s->config);
    s->fault.ref = ref;
    s->fault.raw = raw;
}

/* Takes back a fault that the game refuses as a state: the hash, the history and the hooks of its tick have seen it, but
 * a step, a bot or a view could run out of a table with it. */
static void withdraw_fault(fs_session *s)
{
    if (s->fault.refused)
        fs_value_set(fs_sim_state(s->sim), s->fault.ref, s->fault.raw);
    s->fault.refused = false;
}

static void store_tick(fs_session *s, uint32_t tick, uint64_t state_hash)
{
    fs__reader chain = fs__reader_make(s->stream.chain, sizeof s->stream.chain);
    s->state_hashes[tick % FS__OWN_STATE_HASHES] = state_hash;
    s->chains[tick % FS__OWN_STATE_HASHES] = fs__get_u64(&chain);
    s->stats.state_hash = state_hash;
    if (s->welcomed && s->stream.substituted >> s->welcome.slot & 1)
        s->stats.substituted++;
    fs__state_history_store(&s->state_history, tick, fs_sim_state(s->sim));
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
    fs_sim_step(s->sim, &inputs);
    if (s->fault.armed && s->fault.tick == tick)
        inject_fault(s);
    uint64_t state_hash = fs_sim_state_hash(s->sim);
    store_tick(s, tick, state_hash);
    if (s->hooks.tick != NULL)
        s->hooks.tick(s->hooks.context, tick, bundle, s->queue_size[at], state_hash, &s->stream, s->sim);
    withdraw_fault(s);
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
    for (uint32_t i = 0; i < FS__STEPS_PER_POLL && s->phase != FS_SESSION_FAILED; i++) {
        uint64_t due = fs__session_playout_us(s);
        if (due == UINT64_MAX || due > s->now_us)
            return;
        step_tick(s);
    }
}

/* --- inputs and state hashes ------------------------------------------------------------------- */

static uint8_t *own_input(fs_session *s, uint32_t tick)
{
    return s->inputs + (size_t)(tick % FS__OWN_INPUTS) * s->game->input_size;
}

/* Whether no input may be sampled now. While the server pauses, the own clock runs on: inputs far ahead of the newest
 * closed tick would be stale when their ticks come. */
static bool is_sampling_blocked(const fs_session *s)
{
    uint32_t newest_sample = s->newest + s->welcome.delay_ticks + FS__MAX_INPUTS;
    return !s->welcomed || s->next_sample - s->ack_input_tick >= FS__MAX_INPUTS || s->ended ||
           s->next_sample > newest_sample;
}

/* The input of tick T is sampled when the bundle of tick T - delay is due. */
uint64_t fs__session_next_sample_us(const fs_session *s)
{
    if (is_sampling_blocked(s))
        return s->sent_us + 1000000 / s->config.hz;
    return fs__clock_at(&s->clock, (int64_t)s->next_sample - s->welcome.delay_ticks);
}

static void sample_input(fs_session *s)
{
    uint8_t *input = own_input(s, s->next_sample);
    memset(input, 0, s->game->input_size);
    s->hooks.input(s->hooks.context, s->next_sample, fs_sim_state(s->sim), s->welcome.slot, input);
    s->next_sample++;
}

void fs__session_sample_inputs(fs_session *s)
{
    bool due = false;
    /* Inputs of ticks that have closed can no longer arrive: skip them. */
    if (s->welcomed && s->next_sample < s->newest) {
        s->next_sample = s->newest;
        if (s->ack_input_tick < s->newest)
            s->ack_input_tick = s->newest;
    }
    while (s->phase != FS_SESSION_FAILED && s->now_us >= fs__session_next_sample_us(s)) {
        due = true;
        if (is_sampling_blocked(s))
            break;
        sample_input(s);
    }
    if (due)
        fs__session_send_input(s);
}

static void add_state_hashes(const fs_session *s, struct fs__input_message *in)
{
    uint32_t next = s->stream.next_tick, first = s->ack_hash_tick;
    if (next - first > FS__OWN_STATE_HASHES)
        first = next - FS__OWN_STATE_HASHES;
    in->first_hash_tick = first;
    in->hash_count = next - first < FS__MAX_STATE_HASHES ? next - first : FS__MAX_STATE_HASHES;
    for (uint32_t i = 0; i < in->hash_count; i++)
        in->state_hashes[i] = s->state_hashes[(first + i) % FS__OWN_STATE_HASHES];
    if (in->hash_count > 0)
        in->chain = s->chains[(first + in->hash_count - 1) % FS__OWN_STATE_HASHES];
}

void fs__session_send_input(fs_session *s)
{
    struct fs__input_message in = { .epoch = s->epoch,
                                    .ack_bundle_tick = s->received_stream.next_tick,
                                    .first_tick = s->ack_input_tick };
    in.stamp = s->stamp;
    in.held_us = s->stamp_us == 0 || s->now_us - s->stamp_us > 5000000 ? UINT32_MAX
                                                                       : (uint32_t)(s->now_us - s->stamp_us);
    in.count = s->welcomed ? s->next_sample - s->ack_input_tick : 0;
    for (uint32_t i = 0; i < in.count; i++)
        memcpy(in.inputs + (size_t)i * s->game->input_size, own_input(s, in.first_tick + i), s->game->input_size);
    add_state_hashes(s, &in);
    s->sent_us = s->now_us;
    fs__session_send(s, FS_CHANNEL_INPUT, fs__put_input(s->out, FS_MAX_PAYLOAD, &in, s->game->input_size));
}
