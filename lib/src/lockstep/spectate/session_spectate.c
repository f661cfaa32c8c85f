/* session_spectate.c: a session that watches: what it gets, tells and verifies.
 *
 * All ticks come in order on BULK. The server sends on as far as the session says that it has received and simulated. A
 * head is compared when its tick is simulated: with the key of the server that closes the ticks, with the chain, which has
 * all inputs before it, and with the state hash. A relay cannot leave heads out: ticks without one end the session.
 */
#include "lockstep/session_internal.h"

#include <sodium.h>

/* The number is drawn once: the server counts a session once, and closes its lost connection. */
void fs__session_begin_visit(fs_session *s)
{
    struct fs__resume_message resume = { 0 };
    if (sodium_is_zero(s->watch.visit, sizeof s->watch.visit))
        randombytes_buf(s->watch.visit, sizeof s->watch.visit);
    s->watch.admitted = false;
    s->watch.received = s->watch.told_received = s->watch.told_ticks = 0;
    memcpy(resume.token, s->watch.visit, sizeof resume.token);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_resume(s->out, sizeof s->out, &resume));
}

void fs__session_begin_spectating(fs_session *s, const struct fs__spectating_message *message)
{
    s->stats.spectating = s->watch.admitted = true;
    s->stats.relayed = message->relayed;
    s->stats.spectate_delay_s = message->delay_s;
    s->stats.has_origin_key = message->has_key;
    memcpy(s->stats.origin_key, message->key, sizeof s->stats.origin_key);
    fs__session_update_phase(s);
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_SPECTATING, .slot = FS_MAX_PLAYERS, .name = s->def.name });
}

void fs__session_watch_ticks(fs_session *s, const struct fs__ticks_message *ticks)
{
    uint32_t end = ticks->first_tick + ticks->count;
    if (end > s->newest)
        s->newest = end;
    if (!s->awaiting_snapshot)
        fs__session_take_bundles(s, ticks, true);
}

/* --- heads ----------------------------------------------------------------------------- */

bool fs__session_take_head(fs_session *s, fs__reader *r)
{
    struct fs__head head;
    fs__watch *w = &s->watch;
    if (!s->stats.has_origin_key || !fs__get_head(r, &head))
        return false;
    /* Of ticks before the snapshot, or a flood of them. */
    if (head.ticks < s->stream.next_tick || w->count == FS__PENDING_HEADS)
        return head.ticks == w->signed_tick;
    w->heads[(w->first + w->count++) % FS__PENDING_HEADS] = head;
    if (head.ticks == s->stream.next_tick && s->phase == FS_SESSION_PLAYING)
        fs__session_verify_tick(s);
    return true;
}

void fs__session_restart_watch(fs_session *s)
{
    s->watch.signed_tick = s->stream.next_tick;
    s->watch.first = s->watch.count = 0;
    fs__session_update_phase(s);
}

static void verify_head(fs_session *s, const struct fs__head *head)
{
    if (!fs__head_check(head, s->stats.origin_key) || memcmp(head->chain, s->stream.chain, sizeof head->chain) != 0) {
        fs__session_fail(s, FS_E_SIGNATURE, "the ticks are not those of the server that they are said to be of");
        return;
    }
    s->watch.signed_tick = head->ticks;
    s->stats.heads++;
    if (head->state_hash != fs_sim_state_hash(s->sim)) {
        s->stats.desyncs++;
        fs__session_event(s, (fs_event){ .kind = FS_EVENT_DESYNC, .tick = head->ticks - 1, .text = "" });
        return;
    }
    s->stats.verified_tick = head->ticks;
    s->watch.newest = *head;
    fs__session_event(s, (fs_event){ .kind = FS_EVENT_HEAD, .tick = head->ticks });
}

void fs__session_verify_tick(fs_session *s)
{
    fs__watch *w = &s->watch;
    while (w->count > 0 && w->heads[w->first].ticks <= s->stream.next_tick && s->phase != FS_SESSION_FAILED) {
        struct fs__head head = w->heads[w->first];
        w->first = (w->first + 1) % FS__PENDING_HEADS;
        w->count--;
        if (head.ticks == s->stream.next_tick)
            verify_head(s, &head);
    }
    if (s->stats.has_origin_key && s->stream.next_tick - w->signed_tick > FS__UNSIGNED_S * s->config.hz)
        fs__session_fail(s, FS_E_SIGNATURE, "the server sends ticks without the signature of who closed them");
}

/* --- news for the server ------------------------------------------------------------------- */

void fs__session_send_watched(fs_session *s)
{
    fs__watch *w = &s->watch;
    uint32_t ticks = s->awaiting_snapshot ? 0 : s->stream.next_tick;
    bool news = w->received != w->told_received || ticks != w->told_ticks;
    bool many = w->received - w->told_received >= FS__WATCHED_BYTES;
    if (!news || (!many && s->now_us - w->told_us < FS__WATCHED_INTERVAL_US))
        return;
    struct fs__watched_message message = { .received = w->received, .epoch = s->epoch, .ticks = ticks };
    if (ticks > 0) {
        message.state_hash = fs_sim_state_hash(s->sim);
        fs__reader chain = fs__reader_make(s->stream.chain, sizeof s->stream.chain);
        message.chain = fs__get_u64(&chain);
    }
    w->told_received = w->received;
    w->told_ticks = ticks;
    w->told_us = s->now_us;
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_watched(s->out, sizeof s->out, &message));
}
