/* match_log.c: events of a match as lines of the log. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>

#include "app/log.h"
#include "host.h"

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static void log_joined(host *h, const fs_event *event)
{
    char address[FS_ADDRESS_BYTES], key[FS_FINGERPRINT_BYTES];
    fs_net_address(h->net, event->peer, address, sizeof address);
    policy_key_text(&h->connections[event->peer], key);
    app_log(APP_INFO, "joined",
            json_pack("{s:s, s:I, s:I, s:s, s:s*}", "player", or_empty(event->name), "slot", (json_int_t)event->slot,
                      "tick", (json_int_t)event->tick, "address", address, "key", key[0] != '\0' ? key : NULL),
            "player '%s' joined from %s: slot %" PRIu32 ", active at tick %" PRIu32 "%s%s", or_empty(event->name),
            address, event->slot, event->tick, key[0] != '\0' ? ", key " : "", key);
}

static void log_left(const fs_event *event)
{
    app_log(APP_INFO, "left",
            json_pack("{s:s, s:I, s:I, s:s}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick, "reason", or_empty(event->text)),
            "player '%s' left (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot,
            event->tick, or_empty(event->text));
}

/* A player whose connection was lost, or who is back. */
static void log_away(const fs_event *event, const char *what)
{
    app_log(APP_INFO, event->kind == FS_EVENT_AWAY ? "away" : "returned",
            json_pack("{s:s, s:I, s:I}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick),
            "player '%s' (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot, event->tick,
            what);
}

static void log_trouble(const fs_event *event)
{
    app_log(APP_INFO, "trouble",
            json_pack("{s:s, s:I, s:I, s:s}", "player", or_empty(event->name), "slot", (json_int_t)event->slot, "tick",
                      (json_int_t)event->tick, "reason", event->text),
            "player '%s' (slot %" PRIu32 ", tick %" PRIu32 "): %s", or_empty(event->name), event->slot, event->tick,
            event->text);
}

static void log_refused(host *h, const fs_event *event)
{
    char address[FS_ADDRESS_BYTES];
    fs_net_address(h->net, event->peer, address, sizeof address);
    app_log(APP_INFO, "refused",
            json_pack("{s:s, s:s, s:s}", "address", address, "result", fs_result_name(event->result), "reason",
                      or_empty(event->text)),
            "refused %s%s%s: %s", address, or_empty(event->name)[0] != '\0' ? " as " : "", or_empty(event->name),
            event->text != NULL ? event->text : fs_result_text(event->result));
}

static void log_spectator(host *h, const fs_event *event)
{
    char address[FS_ADDRESS_BYTES];
    bool came = event->kind == FS_EVENT_SPECTATING, named = or_empty(event->name)[0] != '\0';
    fs_net_address(h->net, event->peer, address, sizeof address);
    app_log(APP_INFO, came ? "spectating" : "spectator-left",
            json_pack("{s:s, s:s, s:I, s:s*}", "name", or_empty(event->name), "address", address, "tick",
                      (json_int_t)event->tick, "reason", event->text),
            "spectator %s%s%sfrom %s %s at tick %" PRIu32 "%s%s", named ? "'" : "", or_empty(event->name),
            named ? "' " : "", address, came ? "watches" : "left", event->tick, came ? "" : ": ",
            or_empty(event->text));
}

/* A player is named when the others are the majority, which can be wrong. */
static void log_dispute(const host *h, const fs_event *event)
{
    bool off = h->def.match.referee == FS_REFEREE_OFF, named = event->name != NULL;
    app_log(APP_WARNING, "dispute",
            json_pack("{s:I, s:s, s:s*}", "tick", (json_int_t)event->tick, "claims", or_empty(event->text), "player",
                      event->name),
            "the states of the players differ at tick %" PRIu32 ": %s; %s%s%s%s", event->tick, or_empty(event->text),
            named ? "that of '" : "", named ? event->name : "", named ? "' is not the majority's, and " : "",
            off ? "nobody judges" : "the server simulates it");
}

void match_log_event(host *h, const fs_event *event)
{
    switch (event->kind) {
    case FS_EVENT_JOINED: log_joined(h, event); break;
    case FS_EVENT_LEFT: log_left(event); break;
    case FS_EVENT_REFUSED: log_refused(h, event); break;
    case FS_EVENT_AWAY: log_away(event, "connection lost; the slot is held"); break;
    case FS_EVENT_RETURNED: log_away(event, "is back"); break;
    case FS_EVENT_SPECTATING:
    case FS_EVENT_SPECTATOR_LEFT: log_spectator(h, event); break;
    case FS_EVENT_TROUBLE: log_trouble(event); break;
    case FS_EVENT_STARTED: app_log(APP_INFO, "started", NULL, "the match starts"); break;
    case FS_EVENT_DISPUTE: log_dispute(h, event); break;
    case FS_EVENT_AGREED:
        app_log(APP_INFO, "agreed", json_pack("{s:I}", "tick", (json_int_t)event->tick),
                "the states of the players are equal again at tick %" PRIu32, event->tick);
        break;
    case FS_EVENT_ENDED:
        app_log(APP_DEBUG, "ended", NULL, "the last tick is closed: %" PRIu32 " in all", event->tick);
        break;
    case FS_EVENT_DESYNC: /* logged with its limits in host.c */
    case FS_EVENT_RESTARTED:
    case FS_EVENT_NOTICE:
    case FS_EVENT_NEXT:
    case FS_EVENT_HEAD:
    case FS_EVENT_LOST: break; /* events of a session */
    }
}
