/* console.c: the commands of the operator. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/log.h"
#include "app/text.h"

static console *console_of(const console_call *c)
{
    return c->context;
}

static host *host_of(const console_call *c)
{
    return console_of(c)->host;
}

/* --- arguments ------------------------------------------------------------------------ */

static bool take_word(console_call *c, char *word, size_t size)
{
    return console_take_word(&c->rest, word, size);
}

static bool refuse(console_call *c, const char *format, const char *text)
{
    char sentence[APP_ERROR_BYTES];
    snprintf(sentence, sizeof sentence, "%.250s", text);
    fprintf(c->out, "%s%s\n", format, sentence);
    return false;
}

/* Whether the server is a relay, which has neither players nor a clock of its own; answers then. */
static bool refuse_at_relay(console_call *c)
{
    const char *server = host_of(c)->def.relay;
    if (server != NULL)
        refuse(c, "a relay passes on the match as it is; ask the server that it watches: ", server);
    return server != NULL;
}

/* Whether the server knows no states that bots could act upon; answers then. */
static bool refuse_unsimulated(console_call *c)
{
    fs_referee referee = host_of(c)->def.match.referee;
    if (referee != FS_REFEREE_LIVE)
        refuse(c, "bots need --referee live; this server runs with --referee ", fs_referee_text(referee));
    return referee != FS_REFEREE_LIVE;
}

/* The connection of a player, or the one that was lost. */
static const host_connection *connection_of(const host *h, const fs_peer_stats *s)
{
    return s->loading ? &h->connections[s->peer] : &h->players[s->slot];
}

/* The figures of a player by name, who is there or whose slot is held; false, with an answer, when there is none. */
static bool find_player(console_call *c, const char *name, fs_peer_stats *stats)
{
    for (uint32_t i = 0; fs_match_peer(host_of(c)->match, i, stats); i++)
        if ((stats->playing || stats->loading || stats->away) && strcmp(stats->name, name) == 0)
            return true;
    return refuse(c, "there is no player ", name);
}

/* --- what is shown ----------------------------------------------------------------------- */

/* Players who have proved a key of their own. */
static uint32_t count_keys(const host *h)
{
    fs_peer_stats stats;
    uint32_t count = 0;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        count += stats.playing && stats.has_key;
    return count;
}

/* What becomes of --record, in words and as data. */
static void show_recording(const host *h, FILE *out, json_t *data)
{
    const app_record *r = &h->record;
    const char *state = r->failed ? "failed" : r->path != NULL ? "on" : "off";
    if (h->def.record == NULL)
        return;
    if (r->failed)
        fprintf(out, "the recording %s stopped: %s\n", h->def.record, r->reason);
    else if (r->path != NULL)
        fprintf(out, "recording to %s, %" PRIu64 " bytes\n", r->path, r->bytes);
    else
        fputs("no recording\n", out);
    json_object_set_new(data, "recording",
                        json_pack("{s:s, s:s, s:I, s:s*}", "state", state, "path", h->def.record, "bytes",
                                  (json_int_t)r->bytes, "reason", r->failed ? r->reason : NULL));
}

static const char *mode_of(const host *h)
{
    if (h->def.relay != NULL)
        return h->ended != FS_END_NONE ? "waiting" : "running";
    return !h->started ? "waiting" : fs_match_paused(h->match) ? "paused" : "running";
}

/* Players whose slots are held for a lost connection. */
static uint32_t count_away(const host *h)
{
    fs_peer_stats stats;
    uint32_t count = 0;
    for (uint32_t i = 0; fs_match_peer(h->match, i, &stats); i++)
        count += stats.away;
    return count;
}

/* Who is served: players, or the spectators of another server's match. */
static void print_audience(FILE *out, const host *h)
{
    uint32_t away = count_away(h);
    if (h->def.relay != NULL)
        fprintf(out, "relay of %s", h->def.relay);
    else
        fprintf(out, "%" PRIu32 " of %" PRIu32 " players (%" PRIu32 " with a key)", fs_match_players(h->match),
                h->def.match.config.players, count_keys(h));
    if (away > 0)
        fprintf(out, ", %" PRIu32 " away", away);
}

/* Who says what the states are, when it is not the server in every tick. */
static void show_referee(const host *h, FILE *out, json_t *data)
{
    fs_referee_stats r;
    fs_match_get_referee(h->match, &r);
    json_object_set_new(data, "referee", host_referee_json(h));
    if (h->def.match.referee != FS_REFEREE_LIVE)
        fprintf(out, "referee %s: %" PRIu32 " ticks simulated, %" PRIu32 " disputes%s\n",
                fs_referee_text(h->def.match.referee), r.verified_tick, r.disputes, r.busy ? ", simulating" : "");
}

static bool run_status(console_call *c)
{
    host *h = host_of(c);
    char result[512] = "";
    const char *mode = mode_of(h);
    if (h->started)
        rounds_result_text(h, result, sizeof result);
    uint64_t up_s = (fs_net_clock_us() - h->start_us) / 1000000;
    fprintf(c->out, "%s, round %" PRIu32 " (%s), tick %" PRIu32 ", ", mode, h->round, h->def.match.config.game,
            fs_match_tick(h->match));
    print_audience(c->out, h);
    fprintf(c->out, ", up %" PRIu64 " s%s\n", up_s, h->drain_us != 0 ? ", draining" : "");
    if (result[0] != '\0')
        fprintf(c->out, "%s\n", result);
    fs_spectator_stats watched;
    fs_match_get_spectators(h->match, &watched);
    if (watched.watching > 0 || h->def.relay != NULL)
        fprintf(c->out, "%" PRIu32 " of %" PRIu32 " spectators\n", watched.watching, h->def.match.max_spectators);
    c->data = json_pack("{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:s, s:I, s:I, s:I}", "mode", mode, "round",
                        (json_int_t)h->round, "game", h->def.match.config.game, "tick",
                        (json_int_t)fs_match_tick(h->match), "players", (json_int_t)fs_match_players(h->match),
                        "players_away", (json_int_t)count_away(h), "slots", (json_int_t)h->def.match.config.players,
                        "desyncs", (json_int_t)rounds_desyncs(h), "up_seconds", (json_int_t)up_s, "draining",
                        h->drain_us != 0, "result", result, "port", (json_int_t)fs_net_port(h->net), "players_with_key",
                        (json_int_t)count_keys(h), "spectators", (json_int_t)watched.watching);
    show_referee(h, c->out, c->data);
    show_recording(h, c->out, c->data);
    return true;
}

/* What a player does, in one or two words. */
static const char *state_of(const fs_peer_stats *s)
{
    if (s->away || s->loading)
        return s->away ? "away" : "loads";
    switch (s->trouble) {
    case FS_TROUBLE_NONE: break;
    case FS_TROUBLE_SILENT: return "silent";
    case FS_TROUBLE_ABSENT: return "absent";
    case FS_TROUBLE_LINE: return "slow line";
    case FS_TROUBLE_COMPUTER: return "slow computer";
    case FS_TROUBLE_HASHES: return "late hashes";
    }
    return "plays";
}

/* Round trip, input delay and idle time of a player; or for how long the slot is held. */
static void print_line(FILE *out, const fs_peer_stats *s, uint32_t idle_s)
{
    if (s->away)
        fprintf(out, "%12" PRIu32 " s left  ", s->away_left_s);
    else
        fprintf(out, "%3" PRIu32 "ms %6" PRIu32 " %4" PRIu32 " s  ", s->rtt_us / 1000, s->delay_ticks, idle_s);
}

static void list_player(console_call *c, const fs_peer_stats *s)
{
    host *h = host_of(c);
    char key[FS_FINGERPRINT_BYTES];
    const host_connection *from = connection_of(h, s);
    uint32_t idle_s = s->playing ? (uint32_t)(policy_idle_us(h, s) / 1000000) : 0;
    policy_key_text(from, key);
    fprintf(c->out, "%-4" PRIu32 " %s%*s %-22s ", s->slot, s->name, app_text_padding(s->name, FS_MAX_NAME - 1), "",
            from->address);
    print_line(c->out, s, idle_s);
    fprintf(c->out, "%-13s  %s\n", state_of(s), key[0] != '\0' ? key : "-");
    json_array_append_new(
        c->data, json_pack("{s:I, s:s, s:s, s:I, s:I, s:I, s:I, s:b, s:I, s:s, s:s*}", "slot", (json_int_t)s->slot,
                           "name", s->name, "address", from->address, "rtt_us", (json_int_t)s->rtt_us, "delay_ticks",
                           (json_int_t)s->delay_ticks, "idle_seconds", (json_int_t)idle_s, "substituted",
                           (json_int_t)s->substituted, "away", s->away, "away_left_seconds", (json_int_t)s->away_left_s,
                           "state", state_of(s), "key", key[0] != '\0' ? key : NULL));
}

static bool run_players(console_call *c)
{
    host *h = host_of(c);
    fs_peer_stats s;
    c->data = json_array();
    fprintf(c->out, "%-4s %-23s %-22s %5s %6s %6s  %-13s  %s\n", "slot", "name", "address", "rtt", "delay", "idle",
            "state", "key");
    for (uint32_t i = 0; fs_match_peer(h->match, i, &s); i++)
        if (s.playing || s.loading || s.away)
            list_player(c, &s);
    uint64_t bots = fs_match_bots(h->match);
    for (uint32_t slot = 0; slot < h->def.match.config.players; slot++)
        if (bots >> slot & 1)
            fprintf(c->out, "%-4" PRIu32 " %-23s (bot)\n", slot, fs_stream_name(fs_match_stream(h->match), slot));
    return true;
}

static bool run_rounds(console_call *c)
{
    const host *h = host_of(c);
    for (uint32_t i = 0; i < h->def.rotation.count; i++)
        fprintf(c->out, "%c %s\n", i == h->planned ? '*' : ' ', h->def.rotation.rounds[i].config.game);
    if (h->def.rotation.count > 0 && h->planned >= h->def.rotation.count)
        fprintf(c->out, "* %s, no longer in the rotation\n", h->def.match.config.game);
    if (h->def.rotation.count == 0)
        fprintf(c->out, "* %s%s%s\n", h->def.match.config.game, h->def.relay != NULL ? ", passed on from " : " alone",
                h->def.relay != NULL ? h->def.relay : "");
    c->data = json_incref(h->rounds);
    return true;
}

static bool run_bans(console_call *c)
{
    char text[BAN_TEXT_BYTES];
    c->data = json_array();
    for (size_t i = 0; i < host_of(c)->bans.count; i++) {
        const ban_rule *ban = &host_of(c)->bans.list[i];
        ban_format(ban, text, sizeof text);
        fprintf(c->out, "%s %s\n", text, ban->reason);
        bool is_key = ban->kind == BAN_KEY;
        json_array_append_new(c->data, json_pack("{s:s, s:s}", is_key ? "key" : "address",
                                                 is_key ? text + strlen("key ") : text, "reason", ban->reason));
    }
    return true;
}

/* --- players ------------------------------------------------------------------------------- */

static bool run_kick(console_call *c)
{
    char name[CONSOLE_LINE_BYTES]; /* longer ones than names of players are answered too */
    fs_peer_stats stats;
    if (!take_word(c, name, sizeof name))
        return refuse(c, "kick whom?", "");
    if (!find_player(c, name, &stats))
        return false;
    fs_match_kick_slot(host_of(c)->match, stats.slot, c->rest[0] != '\0' ? c->rest : "removed by the operator",
                       fs_net_clock_us());
    fprintf(c->out, "%s is removed%s\n", name, stats.away ? "; the slot is free" : "");
    return true;
}

/* Takes a word from the rest of the line when it is that one. */
static bool take_this(console_call *c, const char *wanted)
{
    const char *before = c->rest;
    char word[16];
    if (take_word(c, word, sizeof word) && strcmp(word, wanted) == 0)
        return true;
    c->rest = before;
    return false;
}

/* A player's name stands for its origin, an IPv4 address or the /64 around an IPv6 address, or with --key for its key. */
static bool parse_player_ban(console_call *c, const char *name, ban_rule *ban)
{
    char address[FS_ADDRESS_BYTES], why[APP_ERROR_BYTES];
    fs_peer_stats stats;
    if (!find_player(c, name, &stats))
        return false;
    if (!take_this(c, "--key")) {
        const char *origin = connection_of(host_of(c), &stats)->origin;
        snprintf(address, sizeof address, "%.*s", (int)strcspn(origin, "%"), origin);
        return ban_parse(ban, address, why) || refuse(c, "", why);
    }
    uint8_t id[FS_KEY_ID_BYTES];
    fs_identity_id(stats.key, id);
    *ban = ban_of_key(id);
    return stats.has_key || refuse(c, "a player without a key can be banned by address only: ", name);
}

/* player NAME, key FINGERPRINT, an address, a prefix, or the name of a player alone; then the reason. */
static bool parse_ban(console_call *c, ban_rule *ban)
{
    char word[BAN_TEXT_BYTES], why[APP_ERROR_BYTES];
    bool named = take_this(c, "player"), keyed = !named && take_this(c, "key");
    if (!take_word(c, word, sizeof word))
        return refuse(c, "which player, address, prefix or key?", "");
    if (keyed || (!named && strpbrk(word, ".:") != NULL)) {
        char text[2 * BAN_TEXT_BYTES];
        snprintf(text, sizeof text, "%s%s", keyed ? "key " : "", word);
        if (!ban_parse(ban, text, why))
            return refuse(c, "", why);
    } else if (!parse_player_ban(c, word, ban))
        return false;
    if (ban->bits == 0)
        return refuse(c, "a prefix of 0 bits is every address there is; the ban file takes such a line: ", word);
    app_text_copy(ban->reason, sizeof ban->reason, c->rest);
    return true;
}

static bool run_ban(console_call *c)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES], text[BAN_TEXT_BYTES];
    if (!parse_ban(c, &ban))
        return false;
    bool kept = bans_add(&host_of(c)->bans, &ban, why);
    policy_remove_banned(host_of(c));
    if (!kept)
        return refuse(c, "", why);
    ban_format(&ban, text, sizeof text);
    fprintf(c->out, "%s is banned%s\n", text,
            host_of(c)->bans.path == NULL ? " until the server ends (no --ban-file)" : "");
    return true;
}

static bool run_unban(console_call *c)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES], text[BAN_TEXT_BYTES];
    if (!ban_parse(&ban, c->rest, why) || !bans_remove(&host_of(c)->bans, &ban, why))
        return refuse(c, "", why);
    ban_format(&ban, text, sizeof text);
    fprintf(c->out, "%s is no longer banned\n", text);
    return true;
}

static bool run_say(console_call *c)
{
    if (c->rest[0] == '\0')
        return refuse(c, "say what?", "");
    if (strlen(c->rest) > FS_MAX_NOTICE - 1) {
        fprintf(c->out, "the text has %zu bytes, %d are the most\n", strlen(c->rest), FS_MAX_NOTICE - 1);
        return false;
    }
    fs_match_notice(host_of(c)->match, FS_MAX_PEERS, c->rest, fs_net_clock_us());
    app_log(APP_INFO, "say", json_pack("{s:s}", "text", c->rest), "the operator says: %s", c->rest);
    fs_spectator_stats watched;
    fs_match_get_spectators(host_of(c)->match, &watched);
    fprintf(c->out, "said to %" PRIu32 " players", fs_match_players(host_of(c)->match));
    if (watched.watching > 0)
        fprintf(c->out, " and %" PRIu32 " spectators", watched.watching);
    fputs("\n", c->out);
    return true;
}

/* --- the match ------------------------------------------------------------------------------ */

static bool run_pause(console_call *c)
{
    if (refuse_at_relay(c))
        return false;
    host_pause(host_of(c), true);
    fputs("the match pauses\n", c->out);
    return true;
}

static bool run_resume(console_call *c)
{
    if (refuse_at_relay(c))
        return false;
    host_pause(host_of(c), false);
    fputs("the match goes on\n", c->out);
    return true;
}

static bool run_next(console_call *c)
{
    fputs(rounds_continue(host_of(c)) ? "the next round follows\n" : "the match ends\n", c->out);
    host_next(host_of(c));
    return true;
}

static bool run_record(console_call *c)
{
    char why[APP_ERROR_BYTES];
    host *h = host_of(c);
    bool on = strcmp(c->rest, "on") == 0;
    if (refuse_at_relay(c))
        return false;
    if (!on && strcmp(c->rest, "off") != 0)
        return refuse(c, "record on or record off?", "");
    bool failed = h->record.failed;
    if (!rounds_record(h, on, why))
        return refuse(c, "", why);
    if (!on && failed)
        fprintf(c->out, "the recording %s had stopped before; no other begins\n", h->def.record);
    else
        fprintf(c->out, on ? "recording to %s\n" : "the recording %s is closed\n", h->def.record);
    return true;
}

static bool run_drain(console_call *c)
{
    host_drain(host_of(c));
    fputs("the server ends after this round; nobody may join\n", c->out);
    return true;
}

static bool run_quit(console_call *c)
{
    host_stop(host_of(c));
    fputs("the server ends\n", c->out);
    return true;
}

static bool run_reload(console_call *c)
{
    const console *con = console_of(c);
    char why[APP_ERROR_BYTES] = "";
    if (con->reload == NULL)
        return refuse(c, "there is nothing to read: the server was started without --config and --ban-file", "");
    if (!con->reload(con->reload_context, why))
        return refuse(c, "the configuration stays as it was: ", why);
    fprintf(c->out, "the %s is read again%s%s\n", con->bans_alone ? "ban file" : "configuration",
            why[0] != '\0' ? "; changed keys that need a new start: " : "", why);
    return true;
}

/* --- set ---------------------------------------------------------------------------------------- */

static const struct {
    const char *key;
    size_t offset; /* of a uint32_t of the policy */
    uint32_t high;
    bool of_players; /* nothing at a relay */
    bool simulated;  /* nothing without --referee live */
} numbers[] = {
    { "bots", offsetof(host_policy, bots), FS_MAX_PLAYERS, true, true },
    { "idle-limit", offsetof(host_policy, idle_limit_s), 86400, true, false },
    { "max-per-address", offsetof(host_policy, max_per_address), FS_MAX_PEERS, false, false },
    { "drain-timeout", offsetof(host_policy, drain_timeout_s), 86400, false, false },
    { "vote-share", offsetof(host_policy, vote_share), 100, true, false },
};

static bool set_number(console_call *c, host_policy *policy, size_t i)
{
    uint64_t value;
    if ((numbers[i].of_players && refuse_at_relay(c)) || (numbers[i].simulated && refuse_unsimulated(c)))
        return false;
    if (strchr(c->rest, 'x') != NULL || !app_parse_number(c->rest, 0, numbers[i].high, &value)) {
        fprintf(c->out, "%s is a number from 0 to %" PRIu32 "\n", numbers[i].key, numbers[i].high);
        return false;
    }
    memcpy((char *)policy + numbers[i].offset, &(uint32_t){ (uint32_t)value }, sizeof(uint32_t));
    return true;
}

/* The rest of the line, of at most `most` bytes. */
static bool set_text(console_call *c, size_t most, char text[CONSOLE_TEXT_BYTES], const char **member)
{
    if (strlen(c->rest) > most) {
        fprintf(c->out, "the text has %zu bytes, %zu are the most\n", strlen(c->rest), most);
        return false;
    }
    snprintf(text, CONSOLE_TEXT_BYTES, "%s", c->rest);
    *member = text[0] != '\0' ? text : NULL;
    return true;
}

static bool run_set(console_call *c)
{
    char key[32];
    host_policy policy = host_of(c)->policy;
    bool known = false, good = true;
    if (!take_word(c, key, sizeof key))
        return refuse(c, "set bots, idle-limit, max-per-address, drain-timeout, vote-share, motd or server-name", "");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(key, numbers[i].key) == 0) {
            known = true;
            good = set_number(c, &policy, i);
        }
    if (strcmp(key, "motd") == 0)
        good = set_text(c, FS_MAX_NOTICE - 1, console_of(c)->texts.motd, &policy.motd);
    else if (strcmp(key, "server-name") == 0)
        good = set_text(c, FS_SERVER_NAME_BYTES - 1, console_of(c)->texts.name, &policy.name);
    else if (!known)
        return refuse(c, "there is nothing to set by the name ", key);
    if (good) {
        host_set_policy(host_of(c), &policy);
        fprintf(c->out, "%s is set until the server ends or reads its configuration again\n", key);
    }
    return good;
}

/* --- the table -------------------------------------------------------------------------------------- */

static const console_command commands[] = {
    { "status", "", "what is hosted now", run_status },
    { "players", "", "who plays, loads or is away, with address, round trip, input delay, idle time, state and key",
      run_players },
    { "rounds", "", "the rotation", run_rounds },
    { "kick", "NAME [REASON]", "remove a player, who may be away", run_kick },
    { "ban", "WHO [REASON]",
      "remove players and refuse from now on: NAME, ADDRESS[/BITS], key FINGERPRINT, player NAME [--key]", run_ban },
    { "unban", "ADDRESS[/BITS]|key FINGERPRINT", "take a ban back", run_unban },
    { "bans", "", "the bans", run_bans },
    { "say", "TEXT", "show a text to all players", run_say },
    { "pause", "", "close no ticks", run_pause },
    { "resume", "", "go on after a pause", run_resume },
    { "next", "", "end this round", run_next },
    { "set", "KEY VALUE", "set bots, idle-limit, max-per-address, drain-timeout, vote-share, motd, server-name",
      run_set },
    { "record", "on|off", "begin or end the recording, of this round and those to come", run_record },
    { "reload", "", "read the configuration file and the ban file again", run_reload },
    { "drain", "", "end after this round, without new players", run_drain },
    { "quit", "", "end now, cleanly", run_quit },
    { "help", "[COMMAND]", "this list", console_show_help },
};

static void refuse_unknown(console_call *c, const char *line)
{
    fprintf(c->out, "there is no command '%.40s'; help lists them\n", line);
}

const console_table console_commands = { commands, sizeof commands / sizeof commands[0], refuse_unknown };

void console_run(console *con, const char *line, console_reply *reply)
{
    console_run_line(&console_commands, con, line, reply);
}
