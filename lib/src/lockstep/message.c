/* message.c: the small messages: joining, starting, ending, asking. */
#include "lockstep/message.h"

static fs_writer begin(void *bytes, size_t size, fs__type type)
{
    fs_writer w = fs__writer(bytes, size);
    fs__put_u8(&w, (uint8_t)type);
    return w;
}

static size_t end(const fs_writer *w)
{
    return w->full ? 0 : w->at;
}

size_t fs__put_bare(void *bytes, size_t size, fs__type type)
{
    fs_writer w = begin(bytes, size, type);
    return end(&w);
}

size_t fs__put_join(void *bytes, size_t size, const struct fs__join *m)
{
    fs_writer w = begin(bytes, size, FS__JOIN);
    fs__put_u32(&w, FS__MAGIC);
    fs__put_u16(&w, m->version);
    fs__put_u64(&w, m->numbers);
    fs__put_text(&w, m->name);
    fs__put_text(&w, m->build);
    return end(&w);
}

bool fs__get_join(fs_reader *r, struct fs__join *m)
{
    uint32_t magic = fs__get_u32(r);
    m->version = fs__get_u16(r);
    m->numbers = fs__get_u64(r);
    fs__get_text(r, m->name, sizeof m->name);
    fs__get_text(r, m->build, sizeof m->build);
    return magic == FS__MAGIC && fs__reader_done(r);
}

size_t fs__put_offer(void *bytes, size_t size, const struct fs__offer *m)
{
    fs_writer w = begin(bytes, size, FS__OFFER);
    fs__put_bytes(&w, m->config, sizeof m->config);
    fs__put_u64(&w, m->schema_hash);
    fs__put_u64(&w, m->config_hash);
    fs__put_u8(&w, m->running);
    return end(&w);
}

bool fs__get_offer(fs_reader *r, struct fs__offer *m)
{
    fs__get_bytes(r, m->config, sizeof m->config);
    m->schema_hash = fs__get_u64(r);
    m->config_hash = fs__get_u64(r);
    uint8_t running = fs__get_u8(r);
    m->running = running != 0;
    return running <= 1 && fs__reader_done(r);
}

size_t fs__put_ready(void *bytes, size_t size, const struct fs__ready *m)
{
    fs_writer w = begin(bytes, size, FS__READY);
    fs__put_u64(&w, m->schema_hash);
    fs__put_u64(&w, m->config_hash);
    return end(&w);
}

bool fs__get_ready(fs_reader *r, struct fs__ready *m)
{
    m->schema_hash = fs__get_u64(r);
    m->config_hash = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_welcome(void *bytes, size_t size, const struct fs__welcome *m)
{
    fs_writer w = begin(bytes, size, FS__WELCOME);
    fs__put_u8(&w, m->slot);
    fs__put_u8(&w, m->delay_ticks);
    fs__put_u32(&w, m->active_tick);
    fs__put_text(&w, m->name);
    return end(&w);
}

bool fs__get_welcome(fs_reader *r, struct fs__welcome *m)
{
    m->slot = fs__get_u8(r);
    m->delay_ticks = fs__get_u8(r);
    m->active_tick = fs__get_u32(r);
    fs__get_text(r, m->name, sizeof m->name);
    return m->slot < FS_MAX_PLAYERS && m->delay_ticks <= FS_MAX_DELAY && fs__reader_done(r);
}

size_t fs__put_start(void *bytes, size_t size, const struct fs__start *m)
{
    fs_writer w = begin(bytes, size, FS__START);
    fs__put_u32(&w, m->next_tick);
    fs__put_u32(&w, m->closes_in_us);
    return end(&w);
}

bool fs__get_start(fs_reader *r, struct fs__start *m)
{
    m->next_tick = fs__get_u32(r);
    m->closes_in_us = fs__get_u32(r);
    return m->next_tick < UINT32_MAX && fs__reader_done(r);
}

size_t fs__put_refuse(void *bytes, size_t size, const struct fs__refuse *m)
{
    fs_writer w = begin(bytes, size, FS__REFUSE);
    fs__put_u8(&w, (uint8_t)m->result);
    fs__put_text(&w, m->text);
    return end(&w);
}

bool fs__get_refuse(fs_reader *r, struct fs__refuse *m)
{
    m->result = (fs_result)fs__get_u8(r);
    fs__get_text(r, m->text, sizeof m->text);
    return m->result != FS_OK && (int)m->result < FS_RESULT_COUNT && fs__reader_done(r);
}

size_t fs__put_told(void *bytes, size_t size, const struct fs__told *m)
{
    fs_writer w = begin(bytes, size, FS__TOLD);
    fs__put_u32(&w, m->tick);
    fs__put_text(&w, m->text);
    return end(&w);
}

bool fs__get_told(fs_reader *r, struct fs__told *m)
{
    m->tick = fs__get_u32(r);
    fs__get_text(r, m->text, sizeof m->text);
    return fs__reader_done(r);
}

size_t fs__put_end(void *bytes, size_t size, const struct fs__end *m)
{
    fs_writer w = begin(bytes, size, FS__END);
    fs__put_u32(&w, m->ticks);
    fs__put_u64(&w, m->root);
    return end(&w);
}

bool fs__get_end(fs_reader *r, struct fs__end *m)
{
    m->ticks = fs__get_u32(r);
    m->root = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_need(void *bytes, size_t size, const struct fs__need *m)
{
    fs_writer w = begin(bytes, size, FS__NEED);
    fs__put_u32(&w, m->first);
    fs__put_u32(&w, m->count);
    return end(&w);
}

bool fs__get_need(fs_reader *r, struct fs__need *m)
{
    m->first = fs__get_u32(r);
    m->count = fs__get_u32(r);
    return fs__reader_done(r);
}

size_t fs__put_chunk(void *bytes, size_t size, const struct fs__chunk *m)
{
    fs_writer w = begin(bytes, size, FS__SNAPSHOT);
    fs__put_u32(&w, m->id);
    fs__put_u32(&w, m->total);
    fs__put_u32(&w, m->offset);
    fs__put_bytes(&w, m->bytes, m->size);
    return end(&w);
}

bool fs__get_chunk(fs_reader *r, struct fs__chunk *m)
{
    m->id = fs__get_u32(r);
    m->total = fs__get_u32(r);
    m->offset = fs__get_u32(r);
    m->size = r->bad ? 0 : fs__left(r);
    m->bytes = fs__take(r, m->size);
    return m->size > 0 && m->size <= FS__CHUNK_BYTES && m->offset <= m->total && m->size <= m->total - m->offset
        && fs__reader_done(r);
}
