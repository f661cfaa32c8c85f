/* metrics.c: counts of the host as lines of text. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "metrics.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/fixstep.h>

static void print_head(FILE *out, const char *name, const char *type, const char *help)
{
    fprintf(out, "# HELP fixstep_%s %s\n# TYPE fixstep_%s %s\n", name, help, name, type);
}

static void print_count(FILE *out, const char *name, const char *help, uint64_t value)
{
    print_head(out, name, "counter", help);
    fprintf(out, "fixstep_%s %" PRIu64 "\n", name, value);
}

static void print_gauge(FILE *out, const char *name, const char *help, uint64_t value)
{
    print_head(out, name, "gauge", help);
    fprintf(out, "fixstep_%s %" PRIu64 "\n", name, value);
}

/* Microseconds as seconds. */
static void print_seconds(FILE *out, const char *name, uint64_t us)
{
    fprintf(out, "fixstep_%s %" PRIu64 ".%06" PRIu64 "\n", name, us / 1000000, us % 1000000);
}

static void print_steps(FILE *out, const host_totals *t)
{
    uint64_t below = 0;
    print_head(out, "step_seconds", "histogram", "time to close a tick: inputs, simulation, hash, recording, sending");
    for (unsigned i = 0; i < HOST_STEP_BUCKETS; i++) {
        below += t->steps[i];
        fprintf(out, "fixstep_step_seconds_bucket{le=\"0.%06" PRIu32 "\"} %" PRIu64 "\n", host_step_bounds_us[i],
                below);
    }
    fprintf(out, "fixstep_step_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", t->step_count);
    print_seconds(out, "step_seconds_sum", t->step_us);
    fprintf(out, "fixstep_step_seconds_count %" PRIu64 "\n", t->step_count);
    print_head(out, "tick_lateness_seconds_total", "counter", "sum of the delays of ticks behind their time");
    print_seconds(out, "tick_lateness_seconds_total", t->late_us);
    print_head(out, "tick_lateness_seconds_max", "gauge", "longest delay of a tick since the start");
    print_seconds(out, "tick_lateness_seconds_max", t->late_max_us);
}

static void print_players(FILE *out, host *h)
{
    uint64_t substituted = h->totals.substituted, late = h->totals.late_inputs;
    uint64_t away = 0;
    fs_peer_stats stats;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++) {
        away += stats.away;
        substituted += stats.substituted;
        late += stats.late_inputs;
    }
    print_gauge(out, "players", "persons who play", fs_match_players(h->match));
    print_gauge(out, "players_away", "persons whose slots are held for a lost connection", away);
    print_gauge(out, "bots", "bots of the server", (uint64_t)__builtin_popcountll(fs_match_bots(h->match)));
    print_gauge(out, "slots", "slots of the match", h->def.match.config.players);
    print_gauge(out, "connections", "open connections", fs_net_peers(h->net));
    print_count(out, "joins_total", "players admitted", h->totals.joins);
    print_count(out, "substituted_inputs_total", "inputs that were missing when their tick closed", substituted);
    print_count(out, "late_inputs_total", "inputs that came after their tick had closed", late);
}

static void print_spectators(FILE *out, const host *h)
{
    fs_spectator_stats s;
    fs_match_get_spectators(h->match, &s);
    print_gauge(out, "spectators", "clients that watch", s.watching);
    print_gauge(out, "spectator_slots", "clients that may watch", h->def.match.max_spectators);
    print_gauge(out, "spectator_joins", "clients that have watched this round", s.joined);
    print_gauge(out, "spectator_removals", "of them, those that the server removed", s.refused);
    print_gauge(out, "spectator_hashes_different", "state hashes of spectators that differed in this round",
                s.hashes_different);
    print_gauge(out, "spectator_bytes", "payload sent to spectators in this round", s.bytes_down);
}

static void print_referee(FILE *out, const host *h)
{
    fs_referee_stats r;
    fs_match_get_referee(h->match, &r);
    print_head(out, "referee_info", "gauge", "how the server knows the states of ticks");
    fprintf(out, "fixstep_referee_info{mode=\"%s\"} 1\n", fs_referee_text(h->def.match.referee));
    print_gauge(out, "referee_verified_ticks", "ticks of this round that the server has simulated", r.verified_tick);
    print_gauge(out, "referee_disputes", "times in this round that state hashes of players differed", r.disputes);
    print_gauge(out, "referee_busy", "1 while a part of the round is simulated beside the ticks", r.busy);
}

static void print_refusals(FILE *out, const host_totals *t)
{
    print_head(out, "refusals_total", "counter", "peers refused or removed, by result");
    for (unsigned i = 1; i < FS_RESULT_COUNT; i++)
        if (t->refused[i] > 0)
            fprintf(out, "fixstep_refusals_total{reason=\"%s\"} %" PRIu64 "\n", fs_result_name((fs_result)i),
                    t->refused[i]);
}

static void print_network(FILE *out, const fs_net *net)
{
    fs_net_stats wire;
    fs_net_get_stats(net, &wire);
    print_count(out, "bytes_sent_total", "with IP and UDP headers", wire.bytes_sent);
    print_count(out, "bytes_received_total", "with IP and UDP headers", wire.bytes_received);
    print_count(out, "datagrams_sent_total", "UDP datagrams", wire.datagrams_sent);
    print_count(out, "datagrams_received_total", "UDP datagrams", wire.datagrams_received);
    print_count(out, "refused_connects_total", "connection requests without a valid cookie", wire.refused_connects);
    print_count(out, "dropped_messages_total", "messages that are none", wire.dropped_messages);
    print_count(out, "limited_datagrams_total",
                "datagrams above a limit: of a peer, and handshakes and questions of strangers",
                wire.limited_datagrams);
}

static void print_match(FILE *out, host *h)
{
    uint32_t tick = fs_match_tick(h->match), agreed = fs_match_agreed(h->match);
    print_head(out, "build_info", "gauge", "version of the server");
    fprintf(out, "fixstep_build_info{version=\"%s\"} 1\n", fs_version());
    print_gauge(out, "up_seconds", "since the start", (fs_net_clock_us() - h->start_us) / 1000000);
    print_count(out, "rounds_total", "finished rounds", h->totals.rounds);
    print_count(out, "ticks_total", "closed ticks", h->totals.ticks);
    print_gauge(out, "round_tick", "closed ticks of this round", tick);
    print_gauge(out, "unagreed_ticks", "closed ticks whose state hash not all players have confirmed", tick - agreed);
    print_gauge(out, "paused", "1 while no tick closes", fs_match_paused(h->match));
    print_gauge(out, "draining", "1 while the server takes no players", !metrics_ready(h));
    print_count(out, "desyncs_total", "states of players that differed", rounds_desyncs(h));
    print_count(out, "recording_bytes_total", "written to recordings", h->totals.recording_bytes + h->record.bytes);
    print_count(out, "recording_errors_total", "recordings that stopped early",
                h->totals.recordings_failed + h->record.failed);
}

char *metrics_text(host *h)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    print_match(out, h);
    print_players(out, h);
    print_spectators(out, h);
    print_referee(out, h);
    print_steps(out, &h->totals);
    print_refusals(out, &h->totals);
    print_network(out, h->net);
    fclose(out);
    return text;
}

bool metrics_ready(const host *h)
{
    return h->drain_us == 0 && h->stop_us == 0;
}
