/* progress.c: players, tick, agreement and bytes per second. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "app/log.h"

enum { LINE_US = 1000000, LOG_US = 10000000 };

static uint64_t per_second(uint64_t bytes, uint64_t span_us)
{
    return span_us == 0 ? 0 : bytes * 1000000 / span_us;
}

static void format_figures(const progress *p, host *h, const fs_net_stats *wire, uint64_t now_us, char *text,
                           size_t size)
{
    uint64_t span = now_us - p->last_us;
    fs_spectator_stats watched;
    char players[32] = "", spectators[32] = "";
    bool relays = h->def.relay != NULL, waits = relays ? h->ended != FS_END_NONE : !h->started;
    fs_match_get_spectators(h->match, &watched);
    if (!relays)
        snprintf(players, sizeof players, ", %" PRIu32 " players", fs_match_players(h->match));
    if (watched.watching > 0 || relays)
        snprintf(spectators, sizeof spectators, ", %" PRIu32 " spectators", watched.watching);
    snprintf(text, size,
             "%s tick %" PRIu32 "%s%s, %s up to tick %" PRIu32 ", %" PRIu32 " desyncs, in %" PRIu64 " B/s, out %" PRIu64
             " B/s",
             waits ? "waiting:" : "running:", fs_match_tick(h->match), players, spectators,
             relays ? "verified" : "agreed", fs_match_agreed(h->match), fs_match_desyncs(h->match),
             per_second(wire->bytes_received - p->received, span), per_second(wire->bytes_sent - p->sent, span));
}

static void log_figures(host *h, const fs_net_stats *wire, const char *text)
{
    json_t *fields = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "tick", (json_int_t)fs_match_tick(h->match), "players",
                               (json_int_t)fs_match_players(h->match), "agreed_ticks",
                               (json_int_t)fs_match_agreed(h->match), "desyncs", (json_int_t)fs_match_desyncs(h->match),
                               "bytes_received", (json_int_t)wire->bytes_received, "bytes_sent",
                               (json_int_t)wire->bytes_sent);
    app_log(APP_INFO, "progress", fields, "%s", text);
}

uint64_t progress_next_us(const progress *p)
{
    return p->next_us;
}

void progress_poll(progress *p, host *h, uint64_t now_us)
{
    if (now_us < p->next_us)
        return;
    if (p->next_us == 0)
        p->log_us = now_us + LOG_US;
    fs_net_stats wire;
    fs_net_get_stats(h->net, &wire);
    char text[256];
    format_figures(p, h, &wire, now_us, text, sizeof text);
    /* While the server waits for players no progress is logged. */
    if (!app_log_status(text) && h->started && now_us >= p->log_us) {
        log_figures(h, &wire, text);
        p->log_us = now_us + LOG_US;
    }
    p->last_us = now_us;
    p->sent = wire.bytes_sent;
    p->received = wire.bytes_received;
    p->next_us = now_us + LINE_US;
}
