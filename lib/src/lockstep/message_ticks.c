/* message_ticks.c: the two messages that flow every tick: INPUT up, TICKS down. */
#include "lockstep/message.h"

/* --- INPUT ---------------------------------------------------------------------- */

/* The inputs of a message as deltas, the first against zero. Stops before the
 * first that does not fit and returns how many did. */
static uint32_t put_inputs(fs_writer *w, const struct fs__input *m, uint32_t input_size, size_t reserve)
{
    static const uint8_t zero[FS_MAX_INPUT];
    const uint8_t *last = zero;
    for (uint32_t i = 0; i < m->count; i++) {
        if (w->size - w->at < (input_size + 7) / 8 + input_size + reserve)
            return i;
        const uint8_t *input = m->inputs + (size_t)i * input_size;
        fs__put_delta(w, last, input, input_size);
        last = input;
    }
    return m->count;
}

size_t fs__put_input(void *bytes, size_t size, struct fs__input *m, uint32_t input_size)
{
    fs_writer w = fs__writer(bytes, size);
    size_t reserve = 5 + 1 + 8 * ((size_t)m->roots + 1);
    fs__put_u8(&w, FS__INPUT);
    fs__put_u32(&w, m->stamp);
    fs__put_var(&w, m->held_us);
    fs__put_u8(&w, m->epoch);
    fs__put_var(&w, m->wanted_tick);
    fs__put_var(&w, m->first_tick);
    uint8_t *count = fs__room(&w, 1);
    if (count == NULL)
        return 0;
    m->count = put_inputs(&w, m, input_size, reserve);
    *count = (uint8_t)m->count;
    fs__put_var(&w, m->first_root);
    fs__put_u8(&w, (uint8_t)m->roots);
    for (uint32_t i = 0; i < m->roots; i++)
        fs__put_u64(&w, m->root[i]);
    if (m->roots > 0)
        fs__put_u64(&w, m->chain);
    return w.full ? 0 : w.at;
}

/* A var that must fit a tick number. */
static uint32_t get_tick(fs_reader *r)
{
    uint64_t v = fs__get_var(r);
    if (v > UINT32_MAX)
        r->bad = true;
    return (uint32_t)v;
}

static void get_inputs(fs_reader *r, struct fs__input *m, uint32_t input_size)
{
    uint8_t last[FS_MAX_INPUT] = { 0 };
    m->first_tick = get_tick(r);
    m->count = fs__get_u8(r);
    if (m->count > FS__MAX_INPUTS || m->first_tick > UINT32_MAX - FS__MAX_INPUTS)
        r->bad = true;
    for (uint32_t i = 0; i < m->count && !r->bad; i++) {
        fs__get_delta(r, last, input_size);
        memcpy(m->inputs + (size_t)i * input_size, last, input_size);
    }
}

bool fs__get_input(fs_reader *r, struct fs__input *m, uint32_t input_size)
{
    m->stamp = fs__get_u32(r);
    m->held_us = get_tick(r);
    m->epoch = fs__get_u8(r);
    m->wanted_tick = get_tick(r);
    get_inputs(r, m, input_size);
    m->first_root = get_tick(r);
    m->roots = fs__get_u8(r);
    if (m->roots > FS__MAX_ROOTS || m->first_root > UINT32_MAX - FS__MAX_ROOTS)
        r->bad = true;
    for (uint32_t i = 0; i < m->roots && !r->bad; i++)
        m->root[i] = fs__get_u64(r);
    m->chain = m->roots > 0 ? fs__get_u64(r) : 0;
    return fs__reader_done(r);
}

/* --- TICKS ------------------------------------------------------------------------ */

size_t fs__put_ticks(void *bytes, size_t size, fs__type type, const struct fs__ticks *m)
{
    fs_writer w = fs__writer(bytes, size);
    fs__put_u8(&w, (uint8_t)type);
    fs__put_u32(&w, m->stamp);
    fs__put_var(&w, m->wanted_input);
    fs__put_var(&w, m->wanted_root);
    fs__put_var(&w, m->agreed);
    fs__put_var(&w, m->rtt_us);
    fs__put_var(&w, m->first_tick);
    fs__put_u8(&w, (uint8_t)m->count);
    fs__put_bytes(&w, m->bundles, m->size);
    return w.full ? 0 : w.at;
}

bool fs__get_ticks(fs_reader *r, struct fs__ticks *m)
{
    m->stamp = fs__get_u32(r);
    m->wanted_input = get_tick(r);
    m->wanted_root = get_tick(r);
    m->agreed = get_tick(r);
    m->rtt_us = get_tick(r);
    m->first_tick = get_tick(r);
    m->count = fs__get_u8(r);
    if (m->first_tick > UINT32_MAX - 256)
        r->bad = true;
    m->size = r->bad ? 0 : fs__left(r);
    m->bundles = fs__take(r, m->size);
    /* Each bundle names its own tick and length: read them through once, so
     * that a message is taken whole or not at all. */
    fs_reader body = fs__reader(m->bundles, m->size);
    for (uint32_t i = 0; i < m->count && !body.bad; i++) {
        uint32_t tick;
        uint64_t n = fs__get_var(&body);
        const uint8_t *bundle = n > 0 && n <= FS__BUNDLE_BYTES ? fs__take(&body, (size_t)n) : NULL;
        if (bundle == NULL || !fs__bundle_tick(bundle, (size_t)n, &tick) || tick != m->first_tick + i)
            body.bad = true;
    }
    return fs__reader_done(r) && fs__reader_done(&body);
}
