/* match_host.c: what the operator of a match asks for: pause, kick, notices, and the next match on the same connections. */
#include "lockstep/match_internal.h"

#include <stdio.h>

#include "base/utf8.h"

/* --- pause ------------------------------------------------------------------------ */

/* Nobody plays, and the newest tick has seen everybody leave but players whose slots are held. */
static bool is_empty(const fs_match *m)
{
    uint64_t present = m->stream.present & ~m->bots.slots;
    for (uint32_t s = 0; s < m->stream.slots; s++)
        if (m->slots[s].held)
            present &= ~((uint64_t)1 << s);
    return fs_match_players(m) == 0 && present == 0;
}

bool fs_match_paused(const fs_match *m)
{
    return m->paused || (m->def.pause_empty && m->started && is_empty(m));
}

void fs_match_pause(fs_match *m, bool paused, uint64_t now_us)
{
    m->now_us = now_us;
    m->paused = paused;
}

bool fs__match_hold(fs_match *m)
{
    if (!fs_match_paused(m))
        return false;
    /* The next tick stays one period away. */
    uint64_t due = fs__match_deadline(m, m->stream.next_tick), period = 1000000 / m->def.config.hz;
    if (m->started && m->now_us + period > due)
        m->start_us += m->now_us + period - due;
    return true;
}

/* --- players ------------------------------------------------------------------------ */

void fs_match_kick(fs_match *m, uint32_t p, const char *reason, uint64_t now_us)
{
    FS_ASSERT(p < FS_MAX_PEERS && reason != NULL);
    m->now_us = now_us;
    if (m->peers[p].phase != FS__PEER_FREE && m->peers[p].phase != FS__PEER_DROPPED)
        fs__match_refuse(m, p, FS_E_KICKED, "%s", reason);
}

static bool is_in_match(const fs_match *m, uint32_t p)
{
    return m->peers[p].phase >= FS__PEER_LOADING && m->peers[p].phase <= FS__PEER_SPECTATING;
}

void fs_match_notice(fs_match *m, uint32_t peer, const char *text, uint64_t now_us)
{
    struct fs__notice_message notice;
    m->now_us = now_us;
    snprintf(notice.text, sizeof notice.text, "%.*s", (int)fs__utf8_cut(text, sizeof notice.text - 1), text);
    for (char *c = notice.text; *c != 0; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    if (notice.text[0] == 0)
        return;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (is_in_match(m, p) && (peer == p || peer == FS_MAX_PEERS))
            fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_notice(m->out, sizeof m->out, &notice));
}

/* --- the end, and the next match --------------------------------------------------------------------- */

const char *fs_end_cause_text(fs_end_cause cause)
{
    static const char *const words[] = { "none", "finished", "stopped", "lost" };
    return (unsigned)cause < sizeof words / sizeof words[0] ? words[cause] : "none";
}

static void send_next(fs_match *m, uint32_t p, bool ready)
{
    struct fs__next_message next = { ready };
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_next(m->out, sizeof m->out, &next));
}

void fs__match_announce_next(fs_match *m, uint32_t p)
{
    m->peers[p].awaits_next = true;
    send_next(m, p, false);
}

void fs__match_tell_end(fs_match *m, uint32_t p)
{
    struct fs__cause_message cause = { (uint8_t)m->end_cause, m->def.continues };
    struct fs__end_message end = { m->stream.next_tick, m->state_hash };
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_cause(m->out, sizeof m->out, &cause));
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_end(m->out, sizeof m->out, &end));
    if (m->def.continues)
        fs__match_announce_next(m, p);
}

void fs_match_set_continues(fs_match *m, bool continues)
{
    m->def.continues = continues;
}

void fs__match_poll_next(fs_match *m)
{
    if (!m->ended || !m->def.continues || m->now_us < m->next_us)
        return;
    m->next_us = m->now_us + FS__NEXT_REPEAT_US;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].awaits_next && m->peers[p].phase != FS__PEER_FREE && m->peers[p].phase != FS__PEER_DROPPED)
            fs__match_announce_next(m, p);
}

void fs_match_connect_next(fs_match *m, uint32_t p, uint64_t origin, uint64_t now_us)
{
    fs_match_connect_from(m, p, origin, now_us);
    m->peers[p].from_last_match = true;
    send_next(m, p, true);
}
