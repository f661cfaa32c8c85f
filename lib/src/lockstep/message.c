/* message.c: the messages of joining, starting, ending, repair and snapshots. */
#include "lockstep/message.h"

#include "lockstep/player/player_text.h"

static fs__writer begin_message(void *bytes, size_t size, fs__message_type type)
{
    fs__writer w = fs__writer_make(bytes, size);
    fs__put_u8(&w, (uint8_t)type);
    return w;
}

static size_t finish_message(const fs__writer *w)
{
    return w->full ? 0 : w->at;
}

size_t fs__put_empty_message(void *bytes, size_t size, fs__message_type type)
{
    fs__writer w = begin_message(bytes, size, type);
    return finish_message(&w);
}

static size_t put_join_as(void *bytes, size_t size, fs__message_type type, const struct fs__join_message *m)
{
    fs__writer w = begin_message(bytes, size, type);
    fs__put_u32(&w, FS__MAGIC);
    fs__put_u16(&w, m->version);
    fs__put_u64(&w, m->number_fingerprint);
    fs__put_text(&w, m->name);
    fs__put_text(&w, m->build);
    return finish_message(&w);
}

size_t fs__put_join(void *bytes, size_t size, const struct fs__join_message *m)
{
    return put_join_as(bytes, size, FS__MESSAGE_JOIN, m);
}

size_t fs__put_spectate(void *bytes, size_t size, const struct fs__join_message *m)
{
    return put_join_as(bytes, size, FS__MESSAGE_SPECTATE, m);
}

bool fs__get_join(fs__reader *r, struct fs__join_message *m)
{
    uint32_t magic = fs__get_u32(r);
    m->version = fs__get_u16(r);
    m->number_fingerprint = fs__get_u64(r);
    fs__get_text(r, m->name, sizeof m->name);
    fs__get_text(r, m->build, sizeof m->build);
    return magic == FS__MAGIC && fs__reader_done(r);
}

size_t fs__put_resume(void *bytes, size_t size, const struct fs__resume_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_RESUME);
    fs__put_bytes(&w, m->token, sizeof m->token);
    fs__put_u32(&w, m->next_tick);
    fs__put_u64(&w, m->chain);
    return finish_message(&w);
}

bool fs__get_resume(fs__reader *r, struct fs__resume_message *m)
{
    fs__get_bytes(r, m->token, sizeof m->token);
    m->next_tick = fs__get_u32(r);
    m->chain = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_key(void *bytes, size_t size, const struct fs__key_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_KEY);
    fs__put_bytes(&w, m->key, sizeof m->key);
    fs__put_bytes(&w, m->signature, sizeof m->signature);
    return finish_message(&w);
}

bool fs__get_key(fs__reader *r, struct fs__key_message *m)
{
    fs__get_bytes(r, m->key, sizeof m->key);
    fs__get_bytes(r, m->signature, sizeof m->signature);
    return fs__reader_done(r);
}

size_t fs__put_ticket(void *bytes, size_t size, const struct fs__ticket_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_TICKET);
    fs__put_bytes(&w, m->bytes, m->size);
    return finish_message(&w);
}

bool fs__get_ticket(fs__reader *r, struct fs__ticket_message *m)
{
    m->size = r->bad ? 0 : fs__reader_remaining(r);
    m->bytes = fs__reader_take(r, m->size);
    return m->size > 0 && m->size <= FS_TICKET_BYTES && fs__reader_done(r);
}

size_t fs__put_offer(void *bytes, size_t size, const struct fs__offer_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_OFFER);
    fs__put_bytes(&w, m->config, sizeof m->config);
    fs__put_u64(&w, m->schema_hash);
    fs__put_u64(&w, m->config_hash);
    fs__put_u8(&w, (uint8_t)m->mode);
    return finish_message(&w);
}

bool fs__get_offer(fs__reader *r, struct fs__offer_message *m)
{
    fs__get_bytes(r, m->config, sizeof m->config);
    m->schema_hash = fs__get_u64(r);
    m->config_hash = fs__get_u64(r);
    m->mode = (fs__offer_mode)fs__get_u8(r);
    return m->mode <= FS__OFFER_BUNDLES && fs__reader_done(r);
}

size_t fs__put_ready(void *bytes, size_t size, const struct fs__ready_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_READY);
    fs__put_u64(&w, m->schema_hash);
    fs__put_u64(&w, m->config_hash);
    return finish_message(&w);
}

bool fs__get_ready(fs__reader *r, struct fs__ready_message *m)
{
    m->schema_hash = fs__get_u64(r);
    m->config_hash = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_welcome(void *bytes, size_t size, const struct fs__welcome_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_WELCOME);
    fs__put_u8(&w, m->slot);
    fs__put_u32(&w, m->delay_us);
    fs__put_u32(&w, m->active_tick);
    fs__put_bytes(&w, m->token, sizeof m->token);
    fs__put_text(&w, m->name);
    return finish_message(&w);
}

bool fs__get_welcome(fs__reader *r, struct fs__welcome_message *m)
{
    m->slot = fs__get_u8(r);
    m->delay_us = fs__get_u32(r);
    m->active_tick = fs__get_u32(r);
    fs__get_bytes(r, m->token, sizeof m->token);
    fs__get_text(r, m->name, sizeof m->name);
    return m->slot < FS_MAX_PLAYERS && m->delay_us <= FS__MAX_DELAY_US && fs__reader_done(r);
}

size_t fs__put_start(void *bytes, size_t size, const struct fs__start_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_START);
    fs__put_u32(&w, m->next_tick);
    fs__put_u32(&w, m->closes_in_us);
    fs__put_u8(&w, m->clock);
    fs__put_u32(&w, m->delay_us);
    return finish_message(&w);
}

bool fs__get_start(fs__reader *r, struct fs__start_message *m)
{
    m->next_tick = fs__get_u32(r);
    m->closes_in_us = fs__get_u32(r);
    m->clock = fs__get_u8(r);
    m->delay_us = fs__get_u32(r);
    return m->next_tick < UINT32_MAX && m->delay_us <= FS__MAX_DELAY_US && fs__reader_done(r);
}

size_t fs__put_refuse(void *bytes, size_t size, const struct fs__refuse_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_REFUSE);
    fs__put_u8(&w, (uint8_t)m->result);
    fs__put_text(&w, m->text);
    return finish_message(&w);
}

bool fs__get_refuse(fs__reader *r, struct fs__refuse_message *m)
{
    m->result = (fs_result)fs__get_u8(r);
    fs__get_text(r, m->text, sizeof m->text);
    return m->result != FS_OK && (int)m->result < FS_RESULT_COUNT && fs__reader_done(r);
}

size_t fs__put_desync_notice(void *bytes, size_t size, const struct fs__desync_notice *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_DESYNC_NOTICE);
    fs__put_u32(&w, m->tick);
    fs__put_text(&w, m->text);
    return finish_message(&w);
}

bool fs__get_desync_notice(fs__reader *r, struct fs__desync_notice *m)
{
    m->tick = fs__get_u32(r);
    fs__get_text(r, m->text, sizeof m->text);
    return fs__reader_done(r);
}

size_t fs__put_end(void *bytes, size_t size, const struct fs__end_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_END);
    fs__put_u32(&w, m->ticks);
    fs__put_u64(&w, m->state_hash);
    return finish_message(&w);
}

bool fs__get_end(fs__reader *r, struct fs__end_message *m)
{
    m->ticks = fs__get_u32(r);
    m->state_hash = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_cause(void *bytes, size_t size, const struct fs__cause_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_CAUSE);
    fs__put_u8(&w, m->cause);
    fs__put_u8(&w, m->continues);
    return finish_message(&w);
}

bool fs__get_cause(fs__reader *r, struct fs__cause_message *m)
{
    m->cause = fs__get_u8(r);
    uint8_t continues = fs__get_u8(r);
    m->continues = continues != 0;
    return m->cause >= FS_END_FINISHED && m->cause <= FS_END_LOST && continues <= 1 && fs__reader_done(r);
}

size_t fs__put_next(void *bytes, size_t size, const struct fs__next_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_NEXT);
    fs__put_u8(&w, m->ready);
    return finish_message(&w);
}

bool fs__get_next(fs__reader *r, struct fs__next_message *m)
{
    uint8_t ready = fs__get_u8(r);
    m->ready = ready != 0;
    return ready <= 1 && fs__reader_done(r);
}

size_t fs__put_notice(void *bytes, size_t size, const struct fs__notice_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_NOTICE);
    fs__put_text(&w, m->text);
    return finish_message(&w);
}

bool fs__get_notice(fs__reader *r, struct fs__notice_message *m)
{
    fs__get_text(r, m->text, sizeof m->text);
    return m->text[0] != 0 && fs__reader_done(r);
}

size_t fs__put_challenge(void *bytes, size_t size, const struct fs__challenge_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_CHALLENGE);
    fs__put_bytes(&w, m->salt, sizeof m->salt);
    fs__put_bytes(&w, m->nonce, sizeof m->nonce);
    return finish_message(&w);
}

bool fs__get_challenge(fs__reader *r, struct fs__challenge_message *m)
{
    fs__get_bytes(r, m->salt, sizeof m->salt);
    fs__get_bytes(r, m->nonce, sizeof m->nonce);
    return fs__reader_done(r);
}

size_t fs__put_proof(void *bytes, size_t size, const struct fs__proof_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_PROOF);
    fs__put_bytes(&w, m->proof, sizeof m->proof);
    return finish_message(&w);
}

bool fs__get_proof(fs__reader *r, struct fs__proof_message *m)
{
    fs__get_bytes(r, m->proof, sizeof m->proof);
    return fs__reader_done(r);
}

size_t fs__put_chat(void *bytes, size_t size, const struct fs__chat_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_CHAT);
    fs__put_text(&w, m->text);
    return finish_message(&w);
}

bool fs__get_chat(fs__reader *r, struct fs__chat_message *m)
{
    fs__get_text(r, m->text, sizeof m->text);
    return fs__chat_valid(m->text) && fs__reader_done(r);
}

size_t fs__put_repair_request(void *bytes, size_t size, const struct fs__repair_request *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_REPAIR_REQUEST);
    fs__put_u32(&w, m->first);
    fs__put_u32(&w, m->count);
    return finish_message(&w);
}

bool fs__get_repair_request(fs__reader *r, struct fs__repair_request *m)
{
    m->first = fs__get_u32(r);
    m->count = fs__get_u32(r);
    return fs__reader_done(r);
}

size_t fs__put_spectating(void *bytes, size_t size, const struct fs__spectating_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_SPECTATING);
    fs__put_u16(&w, m->delay_s);
    fs__put_u8(&w, m->relayed);
    fs__put_u8(&w, m->has_key);
    fs__put_bytes(&w, m->key, sizeof m->key);
    return finish_message(&w);
}

bool fs__get_spectating(fs__reader *r, struct fs__spectating_message *m)
{
    m->delay_s = fs__get_u16(r);
    uint8_t relayed = fs__get_u8(r), has_key = fs__get_u8(r);
    fs__get_bytes(r, m->key, sizeof m->key);
    m->relayed = relayed != 0;
    m->has_key = has_key != 0;
    return relayed <= 1 && has_key <= 1 && m->delay_s <= FS_MAX_SPECTATE_DELAY_S && fs__reader_done(r);
}

size_t fs__put_watched(void *bytes, size_t size, const struct fs__watched_message *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_WATCHED);
    fs__put_u32(&w, m->received);
    fs__put_u8(&w, m->epoch);
    fs__put_u32(&w, m->ticks);
    fs__put_u64(&w, m->state_hash);
    fs__put_u64(&w, m->chain);
    return finish_message(&w);
}

bool fs__get_watched(fs__reader *r, struct fs__watched_message *m)
{
    m->received = fs__get_u32(r);
    m->epoch = fs__get_u8(r);
    m->ticks = fs__get_u32(r);
    m->state_hash = fs__get_u64(r);
    m->chain = fs__get_u64(r);
    return fs__reader_done(r);
}

size_t fs__put_head(void *bytes, size_t size, const struct fs__head *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_HEAD);
    fs__put_u32(&w, m->ticks);
    fs__put_bytes(&w, m->chain, sizeof m->chain);
    fs__put_u64(&w, m->state_hash);
    fs__put_bytes(&w, m->signature, sizeof m->signature);
    return finish_message(&w);
}

bool fs__get_head(fs__reader *r, struct fs__head *m)
{
    m->ticks = fs__get_u32(r);
    fs__get_bytes(r, m->chain, sizeof m->chain);
    m->state_hash = fs__get_u64(r);
    fs__get_bytes(r, m->signature, sizeof m->signature);
    return fs__reader_done(r);
}

size_t fs__put_snapshot_chunk(void *bytes, size_t size, const struct fs__snapshot_chunk *m)
{
    fs__writer w = begin_message(bytes, size, FS__MESSAGE_SNAPSHOT);
    fs__put_u32(&w, m->id);
    fs__put_u32(&w, m->total);
    fs__put_u32(&w, m->offset);
    fs__put_bytes(&w, m->bytes, m->size);
    return finish_message(&w);
}

bool fs__get_snapshot_chunk(fs__reader *r, struct fs__snapshot_chunk *m)
{
    m->id = fs__get_u32(r);
    m->total = fs__get_u32(r);
    m->offset = fs__get_u32(r);
    m->size = r->bad ? 0 : fs__reader_remaining(r);
    m->bytes = fs__reader_take(r, m->size);
    return m->size > 0 && m->size <= FS__MAX_CHUNK_BYTES && m->offset <= m->total && m->size <= m->total - m->offset &&
           fs__reader_done(r);
}
