/* rounds.c: when a round ends, what its result was, and how the next one begins with the same players. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/log.h"
#include "app/setup.h"
#include "host.h"

enum { MAX_LISTED_ROUNDS = 256 };

bool rounds_continue(const host *h)
{
    bool ending = h->stop_us != 0 || h->drain_us != 0;
    if (h->def.relay != NULL)
        return !ending && !h->relay_over;
    return !ending && h->def.rotation.count > 0 && (h->def.max_rounds == 0 || h->round + 1 < h->def.max_rounds);
}

uint32_t rounds_desyncs(const host *h)
{
    return h->totals.desyncs + fs_match_desyncs(h->match);
}

/* --- results ------------------------------------------------------------------------- */

static bool has_points(const host *h, const fs_standings *standings)
{
    for (uint32_t slot = 0; h->def.limits.points > 0 && slot < h->def.match.config.players; slot++)
        if (standings->scores[slot] >= h->def.limits.points)
            return true;
    return false;
}

bool rounds_decided(const host *h, const fs_standings *standings)
{
    if (h->def.relay != NULL)
        return standings->finished || h->ended == FS_END_FINISHED;
    bool long_enough = h->def.match.ticks > 0 && fs_match_tick(h->match) >= h->def.match.ticks;
    return standings->finished || long_enough || has_points(h, standings);
}

bool rounds_standings(host *h, fs_standings *standings)
{
    fs_referee_stats referee;
    fs_match_get_referee(h->match, &referee);
    bool known = h->def.relay != NULL || referee.verified_tick == fs_match_tick(h->match);
    memset(standings, 0, sizeof *standings);
    return known && fs_sim_standings(fs_match_sim(h->match), standings);
}

/* The names of the winners, or of those who lead in a round that is not decided. */
static void print_winners(FILE *out, host *h, const fs_standings *standings, bool decided)
{
    unsigned count = 0;
    for (uint32_t slot = 0; slot < h->def.match.config.players; slot++) {
        const char *name = fs_stream_name(fs_match_stream(h->match), slot);
        if (name[0] == '\0' || !(standings->winners >> slot & 1))
            continue;
        fprintf(out, "%s%s", count > 0 ? " and " : "", name);
        count++;
    }
    if (decided)
        fprintf(out, "%s won", count > 0 ? "" : "nobody");
    else
        fputs(count == 0 ? "scores" : count == 1 ? " leads" : " lead", out);
}

static void print_scores(FILE *out, host *h, const fs_standings *standings)
{
    const char *separator = ":";
    for (uint32_t slot = 0; slot < h->def.match.config.players; slot++) {
        const char *name = fs_stream_name(fs_match_stream(h->match), slot);
        if (name[0] == '\0')
            continue;
        fprintf(out, "%s %s %" PRId64, separator, name, standings->scores[slot]);
        separator = ",";
    }
}

void rounds_result_text(host *h, char *text, size_t size)
{
    fs_standings standings;
    memset(text, 0, size);
    FILE *out = rounds_standings(h, &standings) ? fmemopen(text, size - 1, "w") : NULL;
    if (out == NULL)
        return;
    print_winners(out, h, &standings, rounds_decided(h, &standings));
    print_scores(out, h, &standings);
    fclose(out);
}

static void list_round(host *h, const char *result)
{
    json_t *round = json_pack("{s:I, s:s, s:I, s:I, s:s}", "round", (json_int_t)h->round, "game",
                              h->def.match.config.game, "ticks", (json_int_t)fs_match_tick(h->match), "desyncs",
                              (json_int_t)fs_match_desyncs(h->match), "result", result);
    if (round == NULL)
        return;
    app_log(APP_INFO, "round-over", json_incref(round), "round %" PRIu32 " (%s) is over after %" PRIu32 " ticks%s%s",
            h->round, h->def.match.config.game, fs_match_tick(h->match), result[0] != '\0' ? ": " : "", result);
    if (json_array_size(h->rounds) >= MAX_LISTED_ROUNDS)
        json_array_remove(h->rounds, 0);
    json_array_append_new(h->rounds, round);
}

void rounds_finish(host *h)
{
    char result[512];
    fs_peer_stats stats;
    rounds_result_text(h, result, sizeof result);
    list_round(h, result);
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++) {
        h->totals.substituted += stats.substituted;
        h->totals.late_inputs += stats.late_inputs;
    }
    h->totals.rounds++;
}

/* --- the next round -------------------------------------------------------------------- */

/* Takes the next round of the rotation. */
static void choose_round(host *h)
{
    h->round++;
    h->planned = (h->planned + 1) % h->def.rotation.count; /* mod 2^32: the first one after UINT32_MAX */
    const round_def *round = &h->def.rotation.rounds[h->planned];
    h->def.match.game = round->game;
    h->def.match.config = round->config;
    h->def.match.ticks = round->limits.ticks;
    h->def.limits = round->limits;
    if (!h->def.rotation.has_seed)
        app_random_seed(&h->def.match.config.seed);
    bool enough = round->config.players >= h->def.wait_players;
    h->def.match.wait_players = enough ? h->def.wait_players : round->config.players;
}

/* Ends the recording, if there is one, and counts it. */
static void end_recording(host *h)
{
    h->totals.recording_bytes += h->record.bytes;
    if (!app_record_end(&h->record)) {
        h->incomplete = true;
        h->totals.recordings_failed++;
        h->record = (app_record){ .earlier = h->record.earlier };
    }
}

/* Counts the round, and ends the recording. */
static void close_round(host *h)
{
    rounds_finish(h);
    h->totals.desyncs += fs_match_desyncs(h->match);
    end_recording(h);
    policy_keep_idle(h);
    h->votes = (votes){ 0 };
}

/* Takes the next round of the rotation and tells the players, with the result of the one that is over. */
static void announce_round(host *h)
{
    char result[512], text[640];
    rounds_result_text(h, result, sizeof result);
    choose_round(h);
    snprintf(text, sizeof text, "%s%snext: %s", result, result[0] != '\0' ? "; " : "", h->def.match.config.game);
    fs_match_notice(h->match, FS_MAX_PEERS, text, fs_net_clock_us());
}

/* The connections go on: those who play send JOIN once their session has ended. */
static void hand_over_connections(host *h, uint64_t now_us)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        if (h->connections[p].open) {
            fs_match_connect_next(h->match, p, fs_net_origin(h->net, p), now_us);
            host_bind(h, p);
        }
}

/* Begins a recording of the present round; false with a sentence, and `record` has failed then. */
static bool start_recording(host *h, char why[APP_ERROR_BYTES])
{
    if (!app_record_open(&h->record, h->def.record, why)) {
        app_log(APP_WARNING, "recording-failed", json_pack("{s:s, s:s}", "path", h->def.record, "reason", why),
                "round %" PRIu32 " is not recorded: %s", h->round, why);
        return false;
    }
    app_record_start(&h->record, "server", h->identity, fs_match_sim(h->match), fs_match_stream(h->match));
    snprintf(why, APP_ERROR_BYTES, "%s", h->record.reason);
    return !h->record.failed;
}

void rounds_start_desync_recording(host *h)
{
    if (h->def.match.referee == FS_REFEREE_LIVE)
        desync_recording_start(h->desync_recording, h->identity, fs_match_sim(h->match), fs_match_stream(h->match));
    else if (h->def.match.referee == FS_REFEREE_ON_DEMAND)
        desync_recording_follow(h->desync_recording, h->identity, h->match);
}

static void start_recordings(host *h)
{
    char why[APP_ERROR_BYTES];
    if (!h->record_off && h->def.record != NULL)
        start_recording(h, why);
    rounds_start_desync_recording(h);
}

bool rounds_record(host *h, bool on, char why[APP_ERROR_BYTES])
{
    bool recorded = h->record.path != NULL && !h->record.failed;
    if (on && h->def.match.referee != FS_REFEREE_LIVE && h->started) {
        snprintf(why, APP_ERROR_BYTES, "without --referee live a recording begins with its round");
        return false;
    }
    if (h->def.record == NULL || (on && recorded) || (!on && h->record_off)) {
        snprintf(why, APP_ERROR_BYTES, "%s",
                 h->def.record == NULL ? "the server was started without --record"
                 : on                  ? "the match is recorded already"
                                       : "nothing is recorded");
        return false;
    }
    end_recording(h);
    h->record_off = !on;
    return !on || start_recording(h, why);
}

static void begin_round(host *h)
{
    uint64_t now = fs_net_clock_us();
    start_recordings(h);
    h->resume_us = now + h->def.round_pause_s * 1000000ull;
    policy_set_bots(h);
    hand_over_connections(h, now);
    app_log(APP_INFO, "round", json_pack("{s:I, s:s}", "round", (json_int_t)h->round, "game", h->def.match.config.game),
            "round %" PRIu32 ": %s, %" PRIu32 " slots, seed %" PRIu64, h->round, h->def.match.config.game,
            h->def.match.config.players, h->def.match.config.seed);
}

/* When there is no memory for the next match, the server ends as after its last round. */
static bool replace_match(host *h)
{
    char why[APP_ERROR_BYTES];
    fs_match *match = h->match;
    desync_recording *recording = h->desync_recording;
    if (rounds_open(h, why)) {
        fs_match_destroy(match);
        desync_recording_destroy(recording);
        begin_round(h);
        return true;
    }
    app_log_failure(why);
    fs_match_destroy(h->match);
    desync_recording_destroy(h->desync_recording);
    h->match = match;
    h->desync_recording = recording;
    h->incomplete = true;
    host_stop(h);
    return false;
}

bool rounds_follow(host *h, fs_session *session)
{
    const fs_sim *sim = fs_session_sim(session);
    bool first = h->def.match.follows == NULL;
    if (!first) {
        close_round(h);
        h->round++;
    }
    h->def.match.game = fs_sim_game(sim);
    h->def.match.config = *fs_sim_config(sim);
    h->def.match.wait_players = 1;
    h->def.match.follows = session;
    bool good = replace_match(h);
    h->started = good;
    return good;
}

/* --- ends -------------------------------------------------------------------------------- */

/* In a rotation the game's rules end a round; points end one everywhere. */
static bool is_decided(host *h)
{
    fs_standings standings;
    if (!rounds_standings(h, &standings))
        return false;
    return (standings.finished && h->def.rotation.count > 0) || has_points(h, &standings);
}

/* A server without a next round takes no votes: two players cannot end the match of the others for good. */
static bool is_voted_out(host *h, uint64_t now_us)
{
    return h->policy.vote_share > 0 && rounds_continue(h) && votes_poll(&h->votes, h, now_us);
}

static bool is_deserted(const host *h)
{
    return h->def.when_empty == HOST_EMPTY_END && h->started && fs_match_players(h->match) == 0;
}

/* Whether a drain has nothing to wait for any more: no player or, of a relay, no match that it passes on; or its time is up. */
static bool is_drained(const host *h, uint64_t now_us)
{
    uint64_t limit_us = h->policy.drain_timeout_s * 1000000ull;
    if (h->drain_us == 0)
        return false;
    bool served = h->def.relay != NULL ? h->ended == FS_END_NONE : fs_match_players(h->match) > 0;
    return !served || (limit_us > 0 && now_us - h->drain_us >= limit_us);
}

void rounds_poll(host *h, uint64_t now_us)
{
    if (is_drained(h, now_us))
        host_stop(h);
    if (h->def.relay != NULL)
        return; /* its rounds are those of the other server */
    if (fs_match_done(h->match)) {
        if (rounds_continue(h)) {
            close_round(h);
            announce_round(h);
            replace_match(h);
        }
        return;
    }
    if (h->started && (is_deserted(h) || is_decided(h) || is_voted_out(h, now_us)))
        host_end(h, FS_END_FINISHED);
}
