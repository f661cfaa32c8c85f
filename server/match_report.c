/* match_report.c: the JSON report of the server. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <string.h>

#include "app/report.h"
#include "host.h"

/* The tick of the newest compared state hash, or null while there is none. */
static json_t *tick_or_null(uint32_t tick)
{
    return tick == UINT32_MAX ? json_null() : json_integer(tick);
}

static json_t *key_or_null(const fs_peer_stats *s)
{
    char text[FS_FINGERPRINT_BYTES];
    return s->has_key ? json_string(fs_identity_fingerprint(s->key, text)) : json_null();
}

/* roots_compared, roots_different and last_root_tick are the former names of hashes_compared, hashes_different and
 * last_hash_tick. */
static json_t *client_json(const fs_peer_stats *s)
{
    json_t *client = json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "name", s->name, "playing",
                               s->playing, "peer", (json_int_t)s->peer, "slot", (json_int_t)s->slot, "delay_ticks",
                               (json_int_t)s->delay_ticks, "rtt_us", (json_int_t)s->rtt_us, "rtt_max_us",
                               (json_int_t)s->rtt_max_us, "substituted", (json_int_t)s->substituted, "late_inputs",
                               (json_int_t)s->late_inputs, "early_inputs", (json_int_t)s->early_inputs);
    json_t *more = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:I}", "malformed",
        (json_int_t)s->malformed, "bytes_up", (json_int_t)s->bytes_up, "bytes_down", (json_int_t)s->bytes_down,
        "packets_up", (json_int_t)s->packets_up, "packets_down", (json_int_t)s->packets_down, "roots_compared",
        (json_int_t)s->hashes_compared, "roots_different", (json_int_t)s->hashes_different, "hashes_compared",
        (json_int_t)s->hashes_compared, "hashes_different", (json_int_t)s->hashes_different, "last_root_tick",
        tick_or_null(s->last_hash_tick), "last_hash_tick", tick_or_null(s->last_hash_tick), "repairs",
        (json_int_t)s->repairs, "snapshots", (json_int_t)s->snapshots, "limited", (json_int_t)s->limited,
        "hashes_missing", (json_int_t)s->hashes_missing);
    json_t *line = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "agreed_ticks", (json_int_t)s->agreed_ticks, "behind_ticks",
        (json_int_t)s->behind_ticks, "troubles", (json_int_t)s->troubles, "returns", (json_int_t)s->returns, "delay_us",
        (json_int_t)s->delay_us, "loss_up_permille", (json_int_t)s->loss_up_permille, "loss_down_permille",
        (json_int_t)s->loss_down_permille, "waited_us", (json_int_t)s->waited_us, "away", s->away);
    if (more != NULL && line != NULL)
        json_object_update(more, line);
    if (more != NULL)
        json_object_set_new(more, "key", key_or_null(s));
    json_decref(line);
    if (client != NULL && more != NULL)
        json_object_update(client, more);
    json_decref(more);
    return client;
}

json_t *host_players_json(const host *h)
{
    json_t *clients = json_array();
    fs_peer_stats stats;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        json_array_append_new(clients, client_json(&stats));
    return clients;
}

/* Scores of the players who are there, and who has won; null for a game without scores. */
static json_t *standings_json(host *h)
{
    fs_standings standings;
    if (!rounds_standings(h, &standings))
        return json_null();
    uint64_t winners = rounds_decided(h, &standings) ? standings.winners : 0;
    json_t *scores = json_array();
    for (uint32_t slot = 0; slot < h->def.match.config.players; slot++) {
        const char *name = fs_stream_name(fs_match_stream(h->match), slot);
        if (name[0] != '\0')
            json_array_append_new(scores,
                                  json_pack("{s:I, s:s, s:I, s:b}", "slot", (json_int_t)slot, "name", name, "score",
                                            (json_int_t)standings.scores[slot], "winner", (int)(winners >> slot & 1)));
    }
    return json_pack("{s:b, s:o}", "finished", standings.finished, "scores", scores);
}

static json_t *spectators_json(const host *h)
{
    fs_spectator_stats s;
    fs_match_get_spectators(h->match, &s);
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "watching", (json_int_t)s.watching, "limit",
                     (json_int_t)h->def.match.max_spectators, "joined", (json_int_t)s.joined, "refused",
                     (json_int_t)s.refused, "limited", (json_int_t)s.limited, "hashes_compared",
                     (json_int_t)s.hashes_compared, "hashes_different", (json_int_t)s.hashes_different, "restarts",
                     (json_int_t)s.restarts, "keyframes", (json_int_t)s.keyframes, "bytes_down",
                     (json_int_t)s.bytes_down);
}

json_t *host_referee_json(const host *h)
{
    fs_referee_stats r;
    fs_match_get_referee(h->match, &r);
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:b}", "mode", fs_referee_text(h->def.match.referee),
                     "verified_ticks", (json_int_t)r.verified_tick, "decided_ticks", (json_int_t)r.decided_tick,
                     "disputes", (json_int_t)r.disputes, "jobs", (json_int_t)r.jobs, "simulated_ticks",
                     (json_int_t)r.simulated_ticks, "busy", r.busy);
}

/* The hash of the newest state, and its tick. A server that never simulates has no state: it tells what most players say of the
 * newest tick that they agree on, under another name. */
static void set_state_hash(json_t *report, const host *h)
{
    fs_referee_stats referee;
    fs_match_get_referee(h->match, &referee);
    uint32_t ticks = referee.decided_tick;
    if (h->def.match.referee == FS_REFEREE_OFF) {
        ticks = fs_match_agreed(h->match);
        json_t *hash = ticks > 0 ? app_json_hex(fs_match_state_hash(h->match)) : json_null();
        app_json_no_state_hash(report);
        json_object_set_new(report, "claimed_state_hash", hash);
    } else
        app_json_state_hash(report, fs_match_state_hash(h->match));
    json_object_set_new(report, "final_tick", ticks > 0 ? json_integer(ticks - 1) : json_null());
}

json_t *host_report(host *h)
{
    json_t *report = json_object();
    fs_sim *sim = fs_match_sim(h->match);
    fs_net_stats wire;
    uint8_t key[FS_KEY_BYTES];
    char fingerprint[FS_FINGERPRINT_BYTES];
    fs_net_get_stats(h->net, &wire);
    fs_net_get_identity(h->net, key);
    json_object_set_new(report, "identity", json_string(fs_identity_fingerprint(key, fingerprint)));
    app_json_config(report, h->def.match.game, fs_sim_config(sim));
    json_object_set_new(report, "ticks", json_integer(fs_match_tick(h->match)));
    set_state_hash(report, h);
    json_object_set_new(report, "agreed_ticks", json_integer(fs_match_agreed(h->match)));
    json_object_set_new(report, "desync_count", json_integer(rounds_desyncs(h)));
    json_object_set(report, "desyncs", h->desyncs);
    json_object_set_new(report, "desyncs_suppressed", json_integer(h->desync_limits.suppressed));
    json_object_set_new(report, "clients", host_players_json(h));
    json_object_set_new(report, "spectators", spectators_json(h));
    json_object_set_new(report, "referee", host_referee_json(h));
    json_object_set_new(report, "wire", app_json_wire(&wire));
    json_object_set_new(report, "state_bytes", json_integer((json_int_t)fs_state_block_size(fs_sim_state(sim))));
    json_object_set_new(report, "standings", standings_json(h));
    json_object_set_new(report, "end", json_string(fs_end_cause_text(h->ended)));
    if (h->def.relay != NULL)
        json_object_set_new(report, "relay",
                            json_pack("{s:s, s:I}", "server", h->def.relay, "losses", (json_int_t)h->relay_losses));
    json_object_set_new(report, "round", json_integer(h->round));
    json_object_set(report, "rounds", h->rounds);
    app_json_time(report, h->start_us, fs_net_clock_us());
    return report;
}
