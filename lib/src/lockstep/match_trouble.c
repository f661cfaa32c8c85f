/* match_trouble.c: tells slow lines from slow computers.
 *
 * A client says in every INPUT how many bundles it has received and not simulated. Many of them mean that its computer
 * cannot keep up; missing inputs and silence mean that its line cannot. Who does all that well and whose state hashes are
 * late may hide its states.
 */
#include "base/leaky_bucket.h"
#include "lockstep/match_internal.h"

/* A player of whom no input was heard since it was admitted is silent since then; how far away it is, nobody knows yet. */
static fs_trouble find_trouble(const fs_match *m, const fs__peer *peer)
{
    bool unheard = peer->heard_us == 0;
    uint64_t silence_us = m->now_us - (unheard ? peer->since_us : peer->heard_us);
    if (silence_us > FS__ABSENT_US)
        return FS_TROUBLE_ABSENT;
    if (unheard)
        return FS_TROUBLE_NONE;
    if (peer->slow_us > 0)
        return FS_TROUBLE_COMPUTER;
    if (silence_us > FS__SILENT_US)
        return FS_TROUBLE_SILENT;
    uint32_t missing = peer->stats->trouble == FS_TROUBLE_LINE ? FS__FED_TICKS : FS__STARVED_TICKS;
    bool starved = peer->starved >= missing * m->def.config.hz;
    if (starved && silence_us < FS__HEARD_US)
        return FS_TROUBLE_LINE;
    return fs__match_hash_lag_us(m, peer) > FS__LATE_HASHES_US ? FS_TROUBLE_HASHES : FS_TROUBLE_NONE;
}

/* A computer that is far behind for long drops bundles, and its state hashes will be too old to be compared. */
static bool is_hopeless(const fs_match *m, const fs__peer *peer)
{
    return peer->slow_us > 0 && peer->behind > FS__MAX_BEHIND_TICKS && m->now_us - peer->slow_us > FS__MAX_SLOW_US;
}

/* The inputs of a silence, and of a computer that catches up, are missing: that is known and says nothing of the line. */
static bool explains_missing_inputs(fs_trouble trouble)
{
    return trouble == FS_TROUBLE_SILENT || trouble == FS_TROUBLE_ABSENT || trouble == FS_TROUBLE_COMPUTER;
}

/* A client can change what it says of itself with every INPUT: of one player the beginnings are told that fit into a budget,
 * and the end of each that was told. */
static bool may_tell(fs_match *m, const fs__peer *peer, fs_trouble trouble)
{
    return trouble == FS_TROUBLE_NONE ||
           fs__bucket_take(&m->slots[peer->slot].trouble_us, m->now_us, FS__TROUBLE_US, FS__TROUBLE_BURST_US);
}

static void tell(fs_match *m, uint32_t p, fs_trouble trouble)
{
    fs__peer *peer = &m->peers[p];
    peer->told_trouble = trouble;
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_TROUBLE,
                                   .peer = p,
                                   .slot = peer->slot,
                                   .tick = m->stream.next_tick,
                                   .trouble = trouble,
                                   .name = peer->stats->name,
                                   .text = fs_trouble_text(trouble) });
}

void fs__match_poll_trouble(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_PLAYING || !m->started || m->ended)
        return;
    bool slow = (uint64_t)peer->behind * 1000000 > (uint64_t)FS__BEHIND_US * m->def.config.hz;
    peer->slow_us = !slow ? 0 : peer->slow_us > 0 ? peer->slow_us : m->now_us;
    fs_trouble trouble = find_trouble(m, peer);
    if (is_hopeless(m, peer)) {
        fs__match_refuse(m, p, FS_E_TIMEOUT, "your computer is too slow for this match: it is %u ticks behind",
                         (unsigned)peer->behind);
        return;
    }
    fs_trouble before = peer->stats->trouble;
    if (trouble == FS_TROUBLE_LINE && explains_missing_inputs(before)) {
        peer->starved = 0;
        trouble = FS_TROUBLE_NONE;
    }
    peer->stats->trouble = trouble;
    peer->stats->troubles += trouble != before && trouble != FS_TROUBLE_NONE;
    if (trouble != peer->told_trouble && may_tell(m, peer, trouble))
        tell(m, p, trouble);
}

const char *fs_trouble_text(fs_trouble trouble)
{
    switch (trouble) {
    case FS_TROUBLE_NONE: return "plays again";
    case FS_TROUBLE_SILENT: return "nothing was heard for 250 ms";
    case FS_TROUBLE_ABSENT: return "nothing was heard for 2 s";
    case FS_TROUBLE_LINE: return "its line is too slow: many inputs are late";
    case FS_TROUBLE_COMPUTER: return "its computer is too slow: it is more than 0.5 s behind";
    case FS_TROUBLE_HASHES: return "its state hashes are more than 10 s late";
    }
    return "";
}
