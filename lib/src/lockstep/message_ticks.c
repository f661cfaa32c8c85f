/* message_ticks.c: the two messages of every tick: INPUT to the server, TICKS and REPAIR to the client. */
#include "lockstep/message.h"

/* --- INPUT ---------------------------------------------------------------------- */

/* Writes the inputs of a message as deltas, the first against zero, and leaves `reserve` bytes. Stops before the first
 * one that does not fit and returns the number written. */
static uint32_t put_inputs(fs__writer *w, const struct fs__input_message *m, uint32_t input_size, size_t reserve)
{
    static const uint8_t zero_input[FS_MAX_INPUT];
    const uint8_t *previous = zero_input;
    for (uint32_t i = 0; i < m->count; i++) {
        if (w->size - w->at < (input_size + 7) / 8 + input_size + reserve)
            return i;
        const uint8_t *input = m->inputs + (size_t)i * input_size;
        fs__put_delta(w, previous, input, input_size);
        previous = input;
    }
    return m->count;
}

size_t fs__put_input(void *bytes, size_t size, struct fs__input_message *m, uint32_t input_size)
{
    FS_ASSERT(m->count <= FS__MAX_INPUTS && m->hash_count <= FS__MAX_STATE_HASHES);
    fs__writer w = fs__writer_make(bytes, size);
    size_t reserve = 5 + 1 + 8 * ((size_t)m->hash_count + 1);
    fs__put_u8(&w, FS__MESSAGE_INPUT);
    fs__put_u16(&w, m->serial);
    fs__put_u8(&w, m->loss);
    fs__put_u8(&w, m->clock);
    fs__put_var(&w, m->delay_us / FS__MESSAGE_TIME_US);
    fs__put_u32(&w, m->stamp);
    fs__put_var(&w, m->held_us);
    fs__put_u8(&w, m->epoch);
    fs__put_var(&w, m->ack_bundle_tick);
    fs__put_var(&w, m->seen);
    fs__put_var(&w, m->behind);
    fs__put_var(&w, m->first_tick);
    uint8_t *count = fs__writer_reserve(&w, 1);
    if (count == NULL)
        return 0;
    m->count = put_inputs(&w, m, input_size, reserve);
    *count = (uint8_t)m->count;
    fs__put_var(&w, m->first_hash_tick);
    fs__put_u8(&w, (uint8_t)m->hash_count);
    for (uint32_t i = 0; i < m->hash_count; i++)
        fs__put_u64(&w, m->state_hashes[i]);
    if (m->hash_count > 0)
        fs__put_u64(&w, m->chain);
    return w.full ? 0 : w.at;
}

/* A var of at most 32 bits. */
static uint32_t get_var32(fs__reader *r)
{
    uint64_t v = fs__get_var(r);
    if (v > UINT32_MAX)
        r->bad = true;
    return (uint32_t)v;
}

/* A duration in units of FS__MESSAGE_TIME_US, of at most `max_us`. */
static uint32_t get_time_us(fs__reader *r, uint32_t max_us)
{
    uint64_t v = fs__get_var(r);
    if (v > max_us / FS__MESSAGE_TIME_US)
        r->bad = true;
    return r->bad ? 0 : (uint32_t)v * FS__MESSAGE_TIME_US;
}

static void get_inputs(fs__reader *r, struct fs__input_message *m, uint32_t input_size)
{
    uint8_t previous[FS_MAX_INPUT] = { 0 };
    m->first_tick = get_var32(r);
    m->count = fs__get_u8(r);
    if (m->count > FS__MAX_INPUTS || m->first_tick > UINT32_MAX - FS__MAX_INPUTS)
        r->bad = true;
    for (uint32_t i = 0; i < m->count && !r->bad; i++) {
        fs__get_delta(r, previous, input_size);
        memcpy(m->inputs + (size_t)i * input_size, previous, input_size);
    }
}

bool fs__get_input(fs__reader *r, struct fs__input_message *m, uint32_t input_size)
{
    m->serial = fs__get_u16(r);
    m->loss = fs__get_u8(r);
    m->clock = fs__get_u8(r);
    m->delay_us = get_time_us(r, FS__MAX_DELAY_US);
    m->stamp = fs__get_u32(r);
    m->held_us = get_var32(r);
    m->epoch = fs__get_u8(r);
    m->ack_bundle_tick = get_var32(r);
    m->seen = get_var32(r);
    m->behind = get_var32(r);
    get_inputs(r, m, input_size);
    m->first_hash_tick = get_var32(r);
    m->hash_count = fs__get_u8(r);
    if (m->hash_count > FS__MAX_STATE_HASHES || m->first_hash_tick > UINT32_MAX - FS__MAX_STATE_HASHES)
        r->bad = true;
    for (uint32_t i = 0; i < m->hash_count && !r->bad; i++)
        m->state_hashes[i] = fs__get_u64(r);
    m->chain = m->hash_count > 0 ? fs__get_u64(r) : 0;
    return fs__reader_done(r);
}

/* --- TICKS ------------------------------------------------------------------------ */

size_t fs__put_ticks(void *bytes, size_t size, fs__message_type type, const struct fs__ticks_message *m)
{
    FS_ASSERT(m->count <= UINT8_MAX);
    fs__writer w = fs__writer_make(bytes, size);
    fs__put_u8(&w, (uint8_t)type);
    fs__put_u32(&w, m->stamp);
    fs__put_u16(&w, m->serial);
    fs__put_u8(&w, m->loss);
    fs__put_u8(&w, m->clock);
    fs__put_var(&w, m->first_tick);
    fs__put_u8(&w, (uint8_t)m->count);
    fs__put_var(&w, m->inputs_ahead);
    fs__put_var(&w, m->hash_lag);
    fs__put_var(&w, m->agreed_lag);
    fs__put_var(&w, m->delay_us / FS__MESSAGE_TIME_US);
    fs__put_var(&w, m->rtt_us / FS__MESSAGE_TIME_US);
    fs__put_bytes(&w, m->bundles, m->size);
    return w.full ? 0 : w.at;
}

/* Reads all but the bundles. The lags count back from the end of the bundles, so they cannot pass tick 0. */
static void get_ticks_header(fs__reader *r, struct fs__ticks_message *m)
{
    m->stamp = fs__get_u32(r);
    m->serial = fs__get_u16(r);
    m->loss = fs__get_u8(r);
    m->clock = fs__get_u8(r);
    m->first_tick = get_var32(r);
    m->count = fs__get_u8(r);
    m->inputs_ahead = get_var32(r);
    m->hash_lag = get_var32(r);
    m->agreed_lag = get_var32(r);
    m->delay_us = get_time_us(r, FS__MAX_DELAY_US);
    m->rtt_us = get_time_us(r, UINT32_MAX);
    if (m->first_tick > UINT32_MAX - 512 || m->inputs_ahead > 255 || m->hash_lag > m->first_tick + m->count ||
        m->agreed_lag > m->first_tick + m->count)
        r->bad = true;
}

bool fs__get_ticks(fs__reader *r, struct fs__ticks_message *m)
{
    get_ticks_header(r, m);
    m->size = r->bad ? 0 : fs__reader_remaining(r);
    m->bundles = fs__reader_take(r, m->size);
    /* Checks the length and tick of every bundle, so that a message is accepted as a whole or not at all. */
    fs__reader body = fs__reader_make(m->bundles, m->size);
    for (uint32_t i = 0; i < m->count && !body.bad; i++) {
        uint32_t tick;
        uint64_t n = fs__get_var(&body);
        const uint8_t *bundle = n > 0 && n <= FS__MAX_BUNDLE_BYTES ? fs__reader_take(&body, (size_t)n) : NULL;
        if (bundle == NULL || !fs__bundle_tick(bundle, (size_t)n, &tick) || tick != m->first_tick + i)
            body.bad = true;
    }
    return fs__reader_done(r) && fs__reader_done(&body);
}
