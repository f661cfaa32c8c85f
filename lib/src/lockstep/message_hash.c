/* message_hash.c: HASH_QUERY and HASH_REPLY, the messages of a trace. */
#include "lockstep/message.h"

size_t fs__put_hash_query(void *bytes, size_t size, const struct fs__hash_query *m)
{
    fs__writer w = fs__writer_make(bytes, size);
    fs__put_u8(&w, FS__MESSAGE_HASH_QUERY);
    fs__put_u32(&w, m->tick);
    fs__put_u8(&w, m->level);
    fs__put_u16(&w, m->table);
    fs__put_u32(&w, m->first);
    return w.full ? 0 : w.at;
}

static void get_query(fs__reader *r, struct fs__hash_query *m)
{
    m->tick = fs__get_u32(r);
    m->level = fs__get_u8(r);
    m->table = fs__get_u16(r);
    m->first = fs__get_u32(r);
    if (m->level > FS__HASH_LEVEL_PHASES || m->table >= FS_MAX_TABLES)
        r->bad = true;
}

bool fs__get_hash_query(fs__reader *r, struct fs__hash_query *m)
{
    get_query(r, m);
    return fs__reader_done(r);
}

size_t fs__put_hash_reply(void *bytes, size_t size, const struct fs__hash_reply *m)
{
    FS_ASSERT(m->count <= FS__MAX_REPLY_HASHES);
    fs__writer w = fs__writer_make(bytes, size);
    fs__put_u8(&w, FS__MESSAGE_HASH_REPLY);
    fs__put_u32(&w, m->query.tick);
    fs__put_u8(&w, m->query.level);
    fs__put_u16(&w, m->query.table);
    fs__put_u32(&w, m->query.first);
    fs__put_u64(&w, m->chain);
    fs__put_u16(&w, (uint16_t)m->count);
    for (uint32_t i = 0; i < m->count; i++)
        fs__put_u64(&w, m->hash[i]);
    for (uint32_t i = 0; m->query.level == FS__HASH_LEVEL_TABLES && i < m->count; i++)
        fs__put_u32(&w, m->rows[i]);
    return w.full ? 0 : w.at;
}

bool fs__get_hash_reply(fs__reader *r, struct fs__hash_reply *m)
{
    get_query(r, &m->query);
    m->chain = fs__get_u64(r);
    m->count = fs__get_u16(r);
    if (m->count > FS__MAX_REPLY_HASHES || (m->query.level == FS__HASH_LEVEL_TABLES && m->count > FS_MAX_TABLES))
        r->bad = true;
    for (uint32_t i = 0; i < m->count && !r->bad; i++)
        m->hash[i] = fs__get_u64(r);
    for (uint32_t i = 0; m->query.level == FS__HASH_LEVEL_TABLES && i < m->count && !r->bad; i++)
        m->rows[i] = fs__get_u32(r);
    return fs__reader_done(r);
}
