/* match_referee.c: matches whose server does not simulate every tick (FS_REFEREE_ON_DEMAND, FS_REFEREE_OFF).
 *
 * The state hashes that players tell are claims. The first claim of a tick stands until another one differs: that is a
 * dispute. ON_DEMAND settles it by simulating the tick, and every player whose claim differs from the result has a desync,
 * however many of them agree with each other. A snapshot is of the simulated state alone, so a late join makes the server
 * simulate too. OFF has no simulation (match_majority.c).
 *
 * A tick is decided when all players have claimed the same or the server has simulated it; recorders get decided ticks.
 *
 * Claims are kept for FS__STATE_HASH_TICKS ticks, those of a disputed tick until the verdict. A verdict makes the claims
 * behind it void and counts them again. Where a player's are not kept any more, because the job took longer than that or
 * the player has returned on another connection since, there is a gap: the server simulates it too.
 */
#include "lockstep/match_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static fs__match_referee *referee_of(fs_match *m)
{
    return &m->referee;
}

bool fs__match_simulates(const fs_match *m)
{
    return m->def.referee == FS_REFEREE_LIVE;
}

bool fs__match_referee_busy(const fs_match *m)
{
    return m->referee.own.running;
}

/* --- life --------------------------------------------------------------------------------- */

fs_result fs__match_create_referee(fs_match *m)
{
    fs__match_referee *r = referee_of(m);
    if (fs__match_simulates(m))
        return FS_OK;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        m->peers[p].claims = malloc(FS__STATE_HASH_TICKS * sizeof *m->peers[p].claims);
        if (m->peers[p].claims == NULL)
            return FS_E_MEMORY;
    }
    if (m->def.referee == FS_REFEREE_OFF)
        return FS_OK;
    fs__stream_init(&r->decided_stream, m->game, &m->def.config);
    fs_result result = fs__referee_init(&r->own, m->game, &m->def.config, m->def.tasks, m->def.background,
                                        &m->state_history);
    r->judged = r->decided = r->own.cursor;
    return result;
}

void fs__match_destroy_referee(fs_match *m)
{
    fs__referee_free(&m->referee.own);
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        free(m->peers[p].claims);
}

/* --- claims ------------------------------------------------------------------------------- */

bool fs__match_has_claimed(const fs__peer *peer, uint32_t tick)
{
    return peer->phase == FS__PEER_PLAYING && !peer->state_desynced && tick >= peer->judged &&
           tick < peer->next_hash_tick;
}

/* Appends "ann 0123456789abcdef" for a player whose claim of the tick is there. */
static void print_claim(const fs_match *m, uint32_t p, uint32_t tick, char *text, size_t size)
{
    const fs__peer *peer = &m->peers[p];
    size_t used = strlen(text);
    if (fs__match_has_claimed(peer, tick))
        snprintf(text + used, size - used, "%s%s %016" PRIx64, used > 0 ? ", " : "", peer->stats->name,
                 peer->claims[tick % FS__STATE_HASH_TICKS]);
}

void fs__match_print_claims(const fs_match *m, uint32_t tick, char text[FS__CLAIMS_TEXT])
{
    text[0] = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        print_claim(m, p, tick, text, FS__CLAIMS_TEXT);
}

static void tell_dispute(fs_match *m, uint32_t tick)
{
    char claims[FS__CLAIMS_TEXT];
    fs__match_print_claims(m, tick, claims);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_DISPUTE, .slot = FS_MAX_PLAYERS, .tick = tick, .text = claims });
}

/* Keeps a claim of the disputed tick: the verdict may come after its place among the claims was used again. */
static void keep_disputed(fs__peer *peer, uint32_t tick)
{
    peer->disputed_tick = tick;
    peer->disputed_claim = peer->claims[tick % FS__STATE_HASH_TICKS];
}

static void note_dispute(fs_match *m, uint32_t tick)
{
    fs__match_referee *r = referee_of(m);
    bool known = r->dispute != FS__NO_TICK;
    if (known && r->dispute <= tick)
        return;
    r->dispute = tick;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (fs__match_has_claimed(&m->peers[p], tick))
            keep_disputed(&m->peers[p], tick);
    r->disputes += !known;
    if (!known)
        tell_dispute(m, tick);
}

/* Whether the claims before `tick`, a tick from `claimed` on, are not all known, or its place in `state_hashes` still holds
 * the hash of a tick that is not decided. */
static bool is_behind_gap(const fs_match *m, uint32_t tick)
{
    const fs__match_referee *r = &m->referee;
    uint32_t decided = r->decided.tick > r->verified ? r->decided.tick : r->verified;
    return r->gap != FS__NO_TICK || tick > r->claimed || tick >= decided + FS__STATE_HASH_TICKS;
}

/* A claim of a tick that the server has not simulated. Behind a gap it waits for the verdict on the gap. */
static void note_claim(fs_match *m, const fs__peer *peer, uint32_t tick)
{
    fs__match_referee *r = referee_of(m);
    uint64_t claim = peer->claims[tick % FS__STATE_HASH_TICKS], *first = &m->state_hashes[tick % FS__STATE_HASH_TICKS];
    if (tick >= r->claimed && is_behind_gap(m, tick)) {
        r->gap = tick < r->gap ? tick : r->gap;
        return;
    }
    if (tick >= r->claimed) {
        *first = claim;
        r->claimed = tick + 1;
    }
    if (claim != *first || tick == peer->wrong_chain_tick)
        note_dispute(m, tick);
}

/* A claim of a tick that the server has simulated. */
static void judge_claim(fs_match *m, uint32_t p, uint32_t tick, uint64_t claim)
{
    fs__peer *peer = &m->peers[p];
    if (claim == m->state_hashes[tick % FS__STATE_HASH_TICKS] && tick != peer->wrong_chain_tick)
        return;
    peer->stats->hashes_different++;
    fs__match_begin_desync(m, p, tick, claim);
}

void fs__match_take_claim(fs_match *m, uint32_t p, uint32_t tick, uint64_t state_hash, bool chain_differs)
{
    fs__peer *peer = &m->peers[p];
    peer->claims[tick % FS__STATE_HASH_TICKS] = state_hash;
    if (chain_differs && peer->wrong_chain_tick == FS__NO_TICK)
        peer->wrong_chain_tick = tick;
    if (m->def.referee == FS_REFEREE_OFF)
        fs__match_compare_late(m, p, tick);
    if (m->def.referee == FS_REFEREE_OFF || peer->state_desynced)
        return;
    if (tick == m->referee.dispute)
        keep_disputed(peer, tick);
    if (tick >= m->referee.verified) {
        note_claim(m, peer, tick);
        return;
    }
    judge_claim(m, p, tick, state_hash);
    peer->judged = tick + 1;
}

/* The first tick from `tick` on whose claims and hashes are kept. */
static uint32_t first_kept(const fs_match *m, uint32_t tick)
{
    uint32_t next = m->stream.next_tick, oldest = next > FS__STATE_HASH_TICKS ? next - FS__STATE_HASH_TICKS : 0;
    return tick > oldest ? tick : oldest;
}

/* Compares what a player has claimed of the simulated ticks. */
static void judge_peer(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    if (peer->phase != FS__PEER_PLAYING)
        return;
    uint32_t end = peer->next_hash_tick < m->referee.verified ? peer->next_hash_tick : m->referee.verified;
    uint32_t first = first_kept(m, peer->judged);
    if (peer->disputed_tick < first && peer->disputed_tick >= peer->judged)
        judge_claim(m, p, peer->disputed_tick, peer->disputed_claim);
    for (uint32_t t = first; t < end && !peer->state_desynced; t++)
        judge_claim(m, p, t, peer->claims[t % FS__STATE_HASH_TICKS]);
    if (end > peer->judged)
        peer->judged = end;
    if (peer->disputed_tick < m->referee.verified)
        peer->disputed_tick = FS__NO_TICK;
}

/* Forgets the claims of those who were found wrong: what stands is told by the others. A dispute about a later tick stands
 * until that is simulated: the claims that differ need not be kept. */
static void recount_claims(fs_match *m)
{
    fs__match_referee *r = referee_of(m);
    if (r->dispute < r->verified)
        r->dispute = FS__NO_TICK;
    r->gap = FS__NO_TICK;
    r->claimed = r->verified;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        uint32_t first = first_kept(m, peer->judged > r->verified ? peer->judged : r->verified);
        for (uint32_t t = first; peer->phase == FS__PEER_PLAYING && !peer->state_desynced && t < peer->next_hash_tick;
             t++)
            note_claim(m, peer, t);
    }
}

uint32_t fs__match_undisputed(const fs_match *m, uint32_t ticks)
{
    uint32_t end = m->referee.dispute;
    if (!fs__match_simulates(m) && m->referee.claimed < end)
        end = m->referee.claimed;
    return ticks < end ? ticks : end;
}

/* --- decided ticks ------------------------------------------------------------------------- */

static uint32_t decided_end(const fs_match *m)
{
    uint32_t agreed = fs__match_undisputed(m, m->agreed), logged = m->referee.own.log.ticks;
    if (agreed > logged)
        agreed = logged;
    return agreed > m->referee.verified ? agreed : m->referee.verified;
}

/* Hands decided ticks to the program, a few in a call. */
static void pass_decided(fs_match *m)
{
    fs__match_referee *r = referee_of(m);
    uint32_t end = decided_end(m);
    for (uint32_t i = 0; i < FS__DECIDED_PER_POLL && r->decided.tick < end; i++) {
        size_t size;
        uint64_t *simulated;
        uint32_t tick = r->decided.tick;
        const uint8_t *bundle = fs__bundle_log_read(&r->decided, &size, &simulated);
        fs_result applied = fs__stream_apply(&r->decided_stream, bundle, size);
        FS_ASSERT(applied == FS_OK);
        (void)applied;
        m->state_hash = tick < r->verified ? *simulated : m->state_hashes[tick % FS__STATE_HASH_TICKS];
        if (m->hooks.tick != NULL)
            m->hooks.tick(m->hooks.context, tick, bundle, size, m->state_hash, &r->decided_stream, NULL);
    }
}

bool fs__match_undecided(const fs_match *m)
{
    return m->def.referee == FS_REFEREE_ON_DEMAND && m->referee.decided.tick < m->referee.own.log.ticks;
}

/* --- jobs ----------------------------------------------------------------------------------- */

/* Whether the last ticks of a match stay undecided: no player is there whose state hashes could still decide them, or they
 * have had their time. */
static bool lacks_decision(const fs_match *m)
{
    bool over = !fs__match_awaits_hashes(m) || m->now_us - m->ended_us > FS__LINGER_US;
    return m->ended && decided_end(m) < m->referee.own.log.ticks && over;
}

static bool is_fresh(const fs_match *m)
{
    return m->stream.next_tick - m->referee.own.stream.next_tick <= FS__SNAPSHOT_AGE_TICKS;
}

static bool is_snapshot_due(const fs_match *m)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (m->peers[p].snapshot_due)
            return true;
    return false;
}

/* Ticks that are to be simulated now; 0: none. A dispute ends the job at its tick, whose state a trace needs. */
static uint32_t wanted_ticks(const fs_match *m)
{
    uint32_t logged = m->referee.own.log.ticks;
    if (m->referee.dispute != FS__NO_TICK)
        return m->referee.dispute < logged ? m->referee.dispute + 1 : logged;
    if (m->referee.gap != FS__NO_TICK)
        return m->referee.gap < logged ? m->referee.gap : logged;
    bool full = m->referee.own.log.bytes > FS__REFEREE_LOG_BYTES;
    return full || lacks_decision(m) || (is_snapshot_due(m) && !is_fresh(m)) ? logged : 0;
}

/* The hashes of the newest simulated ticks replace what was claimed of them. */
static void take_simulated(fs_match *m)
{
    fs__match_referee *r = referee_of(m);
    uint32_t end = r->own.stream.next_tick;
    fs__bundle_cursor cursor = r->judged;
    while (cursor.tick < end) {
        size_t size;
        uint64_t *simulated;
        uint32_t tick = cursor.tick;
        fs__bundle_log_read(&cursor, &size, &simulated);
        m->state_hashes[tick % FS__STATE_HASH_TICKS] = *simulated;
    }
    r->judged = cursor;
    r->verified = end;
    fs_result copied = fs_state_copy(fs_sim_state(m->sim), fs_sim_state(r->own.sim));
    FS_ASSERT(copied == FS_OK);
    (void)copied;
}

/* A job has ended: judges what was claimed of its ticks. */
static void judge(fs_match *m)
{
    take_simulated(m);
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        judge_peer(m, p);
    recount_claims(m);
    fs__match_update_agreed(m);
    fs__match_trace_next(m);
}

void fs__match_poll_referee(fs_match *m)
{
    fs__match_referee *r = referee_of(m);
    if (m->def.referee != FS_REFEREE_ON_DEMAND)
        return;
    if (fs__referee_poll(&r->own))
        judge(m);
    pass_decided(m);
    if (r->own.running)
        return;
    fs__referee_trim(&r->own, &r->decided);
    uint32_t wanted = fs__match_trace_keeps(m, wanted_ticks(m));
    if (wanted > r->own.stream.next_tick)
        fs__referee_start(&r->own, wanted);
}

/* --- ticks and snapshots ---------------------------------------------------------------------- */

void fs__match_note_tick(fs_match *m, uint32_t tick, const void *bundle, size_t size)
{
    if (m->def.referee == FS_REFEREE_ON_DEMAND) {
        if (!fs__bundle_log_append(&m->referee.own.log, bundle, size))
            fs_match_end(m, FS_END_STOPPED, m->now_us); /* nothing of it could be verified any more */
        return;
    }
    if (m->hooks.tick != NULL)
        m->hooks.tick(m->hooks.context, tick, bundle, size, 0, &m->stream, NULL);
}

bool fs__match_snapshot_ready(const fs_match *m)
{
    if (fs__match_simulates(m))
        return true;
    return m->def.referee == FS_REFEREE_ON_DEMAND && !fs__match_referee_busy(m) && is_fresh(m);
}

void fs_match_get_referee(const fs_match *m, fs_referee_stats *stats)
{
    const fs__match_referee *r = &m->referee;
    bool live = fs__match_simulates(m);
    *stats = (fs_referee_stats){ .verified_tick = live ? m->stream.next_tick : r->verified,
                                 .decided_tick = live ? m->stream.next_tick : r->decided.tick,
                                 .disputes = r->disputes,
                                 .jobs = r->own.jobs,
                                 .simulated_ticks = live ? m->stream.next_tick : r->own.ticks,
                                 .log_bytes = r->own.log.bytes,
                                 .busy = r->own.running };
}

bool fs_match_give_past(fs_match *m, uint32_t tick, fs_past_fn *begin, fs_tick_fn *each, void *context)
{
    return m->def.referee == FS_REFEREE_ON_DEMAND && !fs__match_referee_busy(m) &&
           fs__referee_give_past(&m->referee.own, tick, begin, each, context);
}

const char *fs_referee_text(fs_referee referee)
{
    static const char *const words[] = { "live", "ondemand", "off" };
    return (unsigned)referee < sizeof words / sizeof words[0] ? words[referee] : "live";
}
