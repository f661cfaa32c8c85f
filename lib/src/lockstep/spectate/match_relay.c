/* match_relay.c: a match that closes no ticks and passes on those of a session that spectates.
 *
 * A relay has the session's simulation and copies its stream after each tick, so keyframes for its own spectators cost the
 * server nothing. Bundles and heads go on unchanged: a spectator of a relay verifies the signatures of the server that closes
 * the ticks. A relay of a relay is one like any other.
 */
#include "lockstep/match_internal.h"
#include "lockstep/session_internal.h"

bool fs__match_can_follow(const fs_match_def *def)
{
    const fs_session *s = def->follows;
    return s == NULL || (s->stats.spectating && s->sim != NULL && !s->awaiting_snapshot);
}

fs_result fs__match_follow(fs_match *m)
{
    fs_session *s = m->def.follows;
    m->game = m->def.game = s->game;
    m->def.config = s->config;
    m->def.identity_seed = NULL; /* the ticks are not its own */
    m->sim = s->sim;
    m->stream = s->stream;
    fs_result result = fs__match_create_spectators(m);
    m->spectators.has_key = s->stats.has_origin_key;
    return result;
}

void fs__match_relay_terms(const fs_match *m, struct fs__spectating_message *message)
{
    const fs_session_stats *up = &m->def.follows->stats;
    uint32_t delay_s = m->def.spectate_delay_s + up->spectate_delay_s;
    message->delay_s = (uint16_t)(delay_s < FS_MAX_SPECTATE_DELAY_S ? delay_s : FS_MAX_SPECTATE_DELAY_S);
    message->relayed = true;
    message->has_key = up->has_origin_key;
    memcpy(message->key, up->origin_key, sizeof message->key);
}

void fs_match_relay_tick(fs_match *m, const void *bundle, size_t size, uint64_t state_hash, uint64_t now_us)
{
    FS_ASSERT(m->def.follows != NULL);
    fs__match_enter(m, now_us);
    if (m->ended)
        return;
    m->stream = m->def.follows->stream;
    m->state_hash = state_hash;
    m->agreed = m->def.follows->stats.verified_tick;
    fs__match_broadcast_tick(m, bundle, size, state_hash);
    if (m->hooks.tick != NULL)
        m->hooks.tick(m->hooks.context, m->stream.next_tick - 1, bundle, size, state_hash, &m->stream, m->sim);
}

void fs_match_relay_head(fs_match *m)
{
    FS_ASSERT(m->def.follows != NULL);
    if (!m->ended)
        m->agreed = m->def.follows->stats.verified_tick;
    if (m->spectators.list != NULL && !m->ended)
        fs__broadcast_put_head(&m->spectators.log, &m->def.follows->watch.newest);
}
