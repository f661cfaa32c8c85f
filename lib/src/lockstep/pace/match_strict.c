/* match_strict.c: waits for missing inputs instead of substituting them (strict_ms of fs_match_def).
 *
 * While the input of a player is missing the deadline of the open tick moves on, and the wait is charged to the player's slot.
 * A slot without time is substituted until its inputs in time have earned half of its budget again.
 */
#include <stdio.h>

#include "lockstep/match_internal.h"

enum {
    EARN_SHARE = 10 /* ticks with an input in time that earn the time of one */,
    TELL_US = 250000,
    TELL_EVERY_US = 1000000
};

static uint64_t slot_bit(uint32_t slot)
{
    return (uint64_t)1 << slot;
}

static uint64_t budget_us(const fs_match *m)
{
    return (uint64_t)m->def.strict_ms * 1000;
}

/* Whether the open tick lacks an input that the slot has time for. */
static bool is_awaited(const fs_match *m, uint32_t slot)
{
    if (m->slot_peer[slot] >= FS_MAX_PEERS || (m->strict.exhausted & slot_bit(slot)))
        return false;
    const fs__peer *peer = &m->peers[m->slot_peer[slot]];
    uint32_t tick = m->stream.next_tick;
    return peer->phase == FS__PEER_PLAYING && tick >= peer->active_tick && !fs__match_has_input(peer, tick);
}

static void charge(fs_match *m, uint32_t slot, uint64_t us)
{
    m->slots[slot].spent_us += us;
    m->slots[slot].stats->waited_us += us;
    if (m->slots[slot].spent_us >= budget_us(m))
        m->strict.exhausted |= slot_bit(slot);
}

/* Tells the players for whom the match waits, and for how long at most. */
static void tell_wait(fs_match *m, uint32_t slot)
{
    char text[96];
    uint64_t spent = m->slots[slot].spent_us, left = spent < budget_us(m) ? budget_us(m) - spent : 0;
    snprintf(text, sizeof text, "waiting for %s, %u s at most", m->slots[slot].stats->name,
             (unsigned)((left + 999999) / 1000000));
    m->strict.told_us += m->strict.told_us == 0 ? TELL_US : TELL_EVERY_US;
    fs_match_notice(m, FS_MAX_PEERS, text, m->now_us);
}

bool fs__match_wait_inputs(fs_match *m)
{
    uint64_t due = fs__match_deadline(m, m->stream.next_tick), passed = m->now_us - due;
    uint32_t told = m->stream.slots;
    m->strict.waiting = false;
    if (m->def.strict_ms == 0 || m->stopping || m->now_us < due)
        return false;
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        if (!is_awaited(m, s))
            continue;
        m->strict.waiting = true;
        charge(m, s, passed);
        told = told == m->stream.slots ? s : told;
    }
    if (!m->strict.waiting)
        return false;
    m->start_us += passed;
    m->strict.waited_us += passed;
    if (m->strict.waited_us >= m->strict.told_us + (m->strict.told_us == 0 ? TELL_US : TELL_EVERY_US))
        tell_wait(m, told);
    return true;
}

void fs__match_end_wait(fs_match *m, uint64_t in_time)
{
    uint64_t earned = 1000000 / (EARN_SHARE * (uint64_t)m->def.config.hz);
    m->strict.waiting = false;
    m->strict.waited_us = m->strict.told_us = 0;
    for (uint32_t s = 0; s < m->stream.slots; s++) {
        uint64_t *spent = &m->slots[s].spent_us;
        if (in_time & slot_bit(s))
            *spent -= *spent < earned ? *spent : earned;
        if (*spent <= budget_us(m) / 2)
            m->strict.exhausted &= ~slot_bit(s);
    }
}
