/* policy.c: who may connect and stay, what players are told, and how many bots play. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <fixstep/utf8.h>

#include "app/log.h"
#include "app/setup.h"
#include "app/text.h"
#include "app/net/server_notices.h"
#include "host.h"
#include "tickets/tickets.h"

#define SHUTTING_DOWN "the server is shutting down"

enum {
    POLICY_US = 250000,
    ORIGIN_PLACES = 8 /* as many as connections, when no option says more or less */
};

void policy_copy_address(char out[FS_ADDRESS_BYTES], const char *address)
{
    bool brackets = address[0] == '[';
    size_t size = brackets ? strcspn(address + 1, "%]") : strcspn(address, ":");
    snprintf(out, FS_ADDRESS_BYTES, "%.*s", (int)size, address + brackets);
}

static uint32_t count_connections(const host *h, const char *origin)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        count += h->connections[p].open && strcmp(h->connections[p].origin, origin) == 0;
    return count;
}

void policy_connected(host *h, uint32_t peer, uint64_t now_us)
{
    char address[FS_ADDRESS_BYTES], why[APP_ERROR_BYTES] = "";
    policy_copy_address(address, h->connections[peer].address);
    const ban_rule *ban = bans_find(&h->bans, address);
    if (ban != NULL)
        snprintf(why, sizeof why, "this address is banned%s%s", ban->reason[0] != '\0' ? ": " : "", ban->reason);
    else if (h->policy.max_per_address > 0 &&
             count_connections(h, h->connections[peer].origin) > h->policy.max_per_address)
        snprintf(why, sizeof why, "this address has %" PRIu32 " connections already, as many as one may have",
                 h->policy.max_per_address);
    else if (h->drain_us != 0 || h->stop_us != 0)
        snprintf(why, sizeof why, SHUTTING_DOWN);
    if (why[0] != '\0')
        fs_match_kick(h->match, peer, why, now_us);
}

void policy_refuse_joining(host *h, uint32_t round, uint64_t now_us)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        if (h->connections[p].open && h->connections[p].joined < round)
            fs_match_kick(h->match, p, SHUTTING_DOWN, now_us);
    }
}

/* The reason to remove who has this connection, NULL: none. */
static const char *find_ban(const host *h, const host_connection *c)
{
    char address[FS_ADDRESS_BYTES];
    policy_copy_address(address, c->address);
    const ban_rule *ban = bans_find(&h->bans, address);
    bool by_key = ban == NULL && c->has_key && (ban = bans_find_key(&h->bans, c->key_id)) != NULL;
    if (ban == NULL)
        return NULL;
    return ban->reason[0] != '\0' ? ban->reason : by_key ? "this key is banned" : "this address is banned";
}

void policy_remove_banned(host *h)
{
    fs_peer_stats stats;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const char *why = h->connections[p].open ? find_ban(h, &h->connections[p]) : NULL;
        if (why != NULL)
            fs_match_kick(h->match, p, why, fs_net_clock_us());
    }
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++) {
        const char *why = stats.away ? find_ban(h, &h->players[stats.slot]) : NULL;
        if (why != NULL)
            fs_match_kick_slot(h->match, stats.slot, why, fs_net_clock_us());
    }
}

/* Slots that are held for lost connections of an origin. Who loses one after another takes no more slots than who keeps them. */
static uint32_t count_held(const host *h, const char *origin)
{
    fs_peer_stats stats;
    uint32_t count = 0;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        count += stats.away && strcmp(h->players[stats.slot].origin, origin) == 0;
    return count;
}

/* Whether one more player of an origin may have a slot. Who returns has it already. */
static bool has_place(const host *h, const fs_applicant *applicant)
{
    const char *origin = h->connections[applicant->peer].origin;
    uint32_t most = h->policy.max_per_address;
    if (most == 0 && fs_net_origin(h->net, applicant->peer) != 0)
        most = ORIGIN_PLACES;
    return most == 0 || applicant->returns || applicant->spectates ||
           count_connections(h, origin) + count_held(h, origin) <= most;
}

/* A ticket admits one player at a time. */
static fs_result admit_ticket(const host *h, const fs_applicant *applicant, char *error, size_t error_size)
{
    uint8_t key[FS_KEY_BYTES];
    ticket_rules rules = { .keys = h->policy.tickets, .match = h->policy.name, .now_s = (uint64_t)time(NULL) };
    if (h->policy.tickets == NULL)
        return FS_OK;
    fs_identity_key(h->identity, key);
    fs_identity_id(key, rules.server);
    fs_result result = tickets_check(&rules, applicant, error, error_size);
    if (result != FS_OK || !applicant->ticket_used)
        return result;
    snprintf(error, error_size, "somebody plays with this ticket already");
    return FS_E_TICKET;
}

fs_result policy_admit(host *h, const fs_applicant *applicant, char *error, size_t error_size)
{
    host_connection *c = &h->connections[applicant->peer];
    const ban_rule *ban = NULL;
    c->has_key = applicant->key != NULL;
    if (c->has_key) {
        fs_identity_id(applicant->key, c->key_id);
        ban = bans_find_key(&h->bans, c->key_id);
    }
    if (ban != NULL) {
        snprintf(error, error_size, "this key is banned%s%s", ban->reason[0] != '\0' ? ": " : "", ban->reason);
        return FS_E_KICKED;
    }
    if (h->policy.require_key && !c->has_key) {
        snprintf(error, error_size, "this server wants players with a key of their own");
        return FS_E_KEY;
    }
    if (!has_place(h, applicant)) {
        snprintf(error, error_size,
                 "this address has as many places as one may have, those held for lost connections counted");
        return FS_E_FULL;
    }
    return admit_ticket(h, applicant, error, error_size);
}

const char *policy_key_text(const host_connection *c, char text[FS_FINGERPRINT_BYTES])
{
    text[0] = '\0';
    return c->has_key ? fs_identity_format(c->key_id, text) : text;
}

void policy_note_player(host *h, const fs_event *event)
{
    h->players[event->slot] = h->connections[event->peer];
    if (event->kind == FS_EVENT_JOINED)
        absences_forget(&h->absences, event->slot);
    else
        absences_note(&h->absences, event->slot, event->kind == FS_EVENT_AWAY);
}

static void tell_absences(host *h, uint64_t now_us)
{
    char text[FS_MAX_NOTICE];
    uint32_t slot;
    bool away;
    while (absences_take(&h->absences, now_us, &slot, &away)) {
        const char *name = fs_stream_name(fs_match_stream(h->match), slot);
        if (name[0] == '\0')
            continue; /* who was away has left for good, which everybody sees */
        if (away)
            snprintf(text, sizeof text, "%s has lost the connection; the slot is held for %" PRIu32 " s", name,
                     h->def.match.hold_s);
        else
            snprintf(text, sizeof text, "%s is back", name);
        fs_match_notice(h->match, FS_MAX_PEERS, text, now_us);
    }
}

void policy_joined(host *h, uint32_t peer, bool plays)
{
    h->connections[peer].greet = true;
    h->connections[peer].plays = plays;
}

static void greet_players(host *h, uint64_t now_us)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        host_connection *c = &h->connections[p];
        if (!c->open || !c->greet)
            continue;
        c->greet = false;
        /* Once per connection, not in every round. */
        if (c->greeted)
            continue;
        c->greeted = true;
        if (h->policy.name != NULL)
            fs_match_notice(h->match, p, h->policy.name, now_us);
        if (h->policy.motd != NULL)
            fs_match_notice(h->match, p, h->policy.motd, now_us);
        if (h->paused)
            fs_match_notice(h->match, p, APP_NOTICE_PAUSED, now_us);
        if (c->plays && h->policy.vote_share > 0 && rounds_continue(h))
            fs_match_notice(h->match, p, "Tab, then " VOTES_COMMAND ", votes for the next game", now_us);
    }
}

/* A match begins to count anew, so that only the connection knows of the rounds before. */
uint64_t policy_idle_us(const host *h, const fs_peer_stats *stats)
{
    uint64_t here_us = stats->idle_ticks * 1000000ull / h->def.match.config.hz;
    return stats->acted ? here_us : here_us + h->connections[stats->peer].idle_before_us;
}

void policy_keep_idle(host *h)
{
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++)
        h->connections[p].idle_before_us = h->connections[p].idle_us;
}

static void remove_idle_players(host *h, uint64_t now_us)
{
    fs_peer_stats stats;
    char why[APP_ERROR_BYTES];
    uint64_t limit_us = h->policy.idle_limit_s * 1000000ull;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++) {
        if (!stats.playing)
            continue;
        uint64_t idle_us = h->connections[stats.peer].idle_us = policy_idle_us(h, &stats);
        if (limit_us == 0 || idle_us < limit_us)
            continue;
        snprintf(why, sizeof why, "no input changed for %" PRIu32 " s", h->policy.idle_limit_s);
        fs_match_kick(h->match, stats.peer, why, now_us);
    }
}

void policy_set_bots(host *h)
{
    const fs_game *game = h->def.match.game;
    const fs_bot *bot = h->policy.bot != NULL ? fs_game_bot(game, h->policy.bot) : NULL;
    uint64_t seed = h->def.match.config.seed ^ 0x626f7473; /* other numbers than the match's own */
    fs_match_set_bots(h->match, bot != NULL ? bot : app_bot_default(game), h->policy.bots, seed);
}

/* What the server tells those who look for one. */
static void announce(host *h)
{
    const fs_match_def *def = &h->def.match;
    fs_server_info info = { .version = FS_PROTOCOL_VERSION,
                            .password = def->password != NULL,
                            .players = (uint8_t)fs_match_players(h->match),
                            .bots = (uint8_t)__builtin_popcountll(fs_match_bots(h->match)),
                            .slots = (uint8_t)def->config.players };
    fs_spectator_stats watched;
    fs_match_get_spectators(h->match, &watched);
    info.spectators = watched.watching < def->max_spectators;
    snprintf(info.game, sizeof info.game, "%s", def->config.game);
    if (h->policy.name != NULL)
        app_text_copy(info.name, sizeof info.name, h->policy.name);
    fs_utf8_clean(info.name);
    fs_net_set_info(h->net, h->policy.hidden || h->drain_us != 0 ? NULL : &info);
}

void policy_poll(host *h, uint64_t now_us)
{
    /* One more than may stay: it is told why it may not. */
    fs_net_set_origin_limit(h->net, h->policy.max_per_address > 0 ? h->policy.max_per_address + 1 : 0);
    greet_players(h, now_us);
    tell_absences(h, now_us);
    if (now_us < h->policy_us)
        return;
    h->policy_us = now_us + POLICY_US;
    announce(h);
    remove_idle_players(h, now_us);
}
