/* online_hooks.c: what network and session call. See online_hooks.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/online_hooks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/desync.h"
#include "app/log.h"
#include "app/setup.h"
#include "online/online_report.h"
#include "online/spectating.h"

/* --- events of the network ------------------------------------------------------- */

static void on_connected(void *context, uint32_t peer, uint64_t now_us)
{
    (void)peer;
    online *o = context;
    o->connected = true;
    player_key_begin(o->session, o->net, now_us);
}

static void on_received(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                        uint64_t now_us)
{
    (void)peer;
    online *o = context;
    fs_session_receive(o->session, channel, bytes, size, now_us);
}

static void on_disconnected(void *context, uint32_t peer, uint64_t now_us)
{
    (void)peer;
    online *o = context;
    if (o->connected)
        fs_session_disconnected(o->session, now_us);
    o->unreachable = !o->connected || o->away;
    o->connected = o->connected && !o->away;
}

/* --- hooks of the session ---------------------------------------------- */

static void on_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    online *o = context;
    if (o->net != NULL)
        fs_net_send(o->net, peer, channel, bytes, size);
}

/* The bot of --bot; in a later round, of a game without it, the game's own. False with a sentence. */
static bool choose_bot(online *o, const fs_game *game, char why[APP_ERROR_BYTES])
{
    o->player.bot = app_bot_find(game, o->s->bot, why);
    if (o->player.bot == NULL && o->rounds > 0)
        o->player.bot = app_bot_default(game);
    return o->player.bot != NULL;
}

/* The server names the game; such a name never loads a file. Script and bot must fit the game. */
static const fs_game *on_game(void *context, const char *name, char *why, size_t why_size)
{
    online *o = context;
    bool own = o->loaded != NULL && strcmp(o->loaded->name, name) == 0;
    const fs_game *game = own ? o->loaded : app_game_builtin(name);
    char sentence[APP_ERROR_BYTES] = "";
    if (game == NULL)
        snprintf(sentence, sizeof sentence,
                 "the server plays '%.24s', which this client does not have; load it with --game FILE.so", name);
    else if (o->script != NULL && !app_script_check(o->script, game, 1, sentence))
        game = NULL;
    else if (o->s->bot != NULL && !choose_bot(o, game, sentence))
        game = NULL;
    o->player.game = game;
    if (game == NULL)
        snprintf(why, why_size, "%s", sentence);
    return game;
}

static void on_input(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    online *o = context;
    latency_sample(&o->latency, tick, fs_net_clock_us());
    player_input(&o->player, tick, state, slot, 0, input);
}

static void start_record(online *o)
{
    fs_sim *sim = fs_session_sim(o->session);
    if (sim != NULL)
        app_record_start(&o->record, o->name[0] != '\0' ? o->name : "client", NULL, sim, fs_session_stream(o->session));
}

static void on_tick(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                    const fs_stream *stream, fs_sim *sim)
{
    online *o = context;
    latency_tick(&o->latency, o->session, tick, fs_net_clock_us());
    o->fault_injected = o->fault_injected || tick == o->s->fault.tick;
    if (o->record.recorder != NULL)
        app_record_tick(&o->record, tick, bundle, size, state_hash, stream, sim);
    else
        start_record(o); /* joined a running match: the recording begins after this tick */
    uint32_t slot;
    const char *text = fs_stream_chat(stream, &slot);
    if (text != NULL && slot == o->slot)
        said_heard(&o->said, text);
    standstill_tick(&o->standstill, fs_net_clock_us());
    feed_tick(&o->feed, stream, fs_net_clock_us());
}

static void on_show(void *context, fs_sim *sim, fs_show_kind kind)
{
    online *o = context;
    screen_set_stream(o->screen, fs_session_stream(o->session));
    if (kind == FS_SHOW_CORRECTED)
        screen_correct(o->screen, sim, o->slot);
    else
        screen_tick(o->screen, sim, o->slot, fs_net_clock_us(), 1000000 / fs_sim_config(sim)->hz, 0);
}

static uint64_t read_clock(void *context)
{
    (void)context;
    return fs_net_clock_us();
}

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static void on_desync(online *o, const fs_event *event)
{
    char *text;
    json_t *report = online_desync_report(event, o->player.game->schema, &text);
    if (event->desync != NULL)
        app_record_desync(&o->record, event->desync);
    app_log(APP_WARNING, "desync", report != NULL ? json_incref(report) : NULL, "%s",
            text != NULL ? text : "desync (out of memory)");
    feed_add(&o->feed, fs_net_clock_us(), "desync at tick %" PRIu32 ": the server repairs this client", event->tick);
    snprintf(o->desync, sizeof o->desync, "%.200s", text != NULL ? text : "DESYNC");
    o->desync_us = fs_net_clock_us();
    free(text);
    json_array_append_new(o->desyncs, report); /* refuses NULL */
}

static void on_joined(online *o, const fs_event *event)
{
    snprintf(o->name, sizeof o->name, "%s", or_empty(event->name));
    fs_utf8_clean(o->name);
    o->slot = event->slot;
    /* The launcher looks for the first words of this sentence (child.c). */
    app_log(APP_INFO, "joined", NULL, "joined as '%s': slot %" PRIu32 ", active at tick %" PRIu32, o->name, event->slot,
            event->tick);
}

static void show_notice(online *o, const fs_event *event)
{
    standstill_notice(&o->standstill, or_empty(event->text), fs_net_clock_us());
    feed_add(&o->feed, fs_net_clock_us(), "server: %s", or_empty(event->text));
    app_log(APP_INFO, "notice", json_pack("{s:s}", "text", or_empty(event->text)), "server: %s", or_empty(event->text));
}

static void on_event(void *context, const fs_event *event)
{
    online *o = context;
    switch (event->kind) {
    case FS_EVENT_JOINED: on_joined(o, event); break;
    case FS_EVENT_LEFT:
        app_log(APP_INFO, "left", NULL, "player '%s' left (slot %" PRIu32 "): %s", or_empty(event->name), event->slot,
                or_empty(event->text));
        break;
    case FS_EVENT_STARTED:
        if (event->tick == 0) /* else the state arrives later */
            start_record(o);
        app_log(APP_INFO, "started", NULL, event->tick == 0 ? "the match starts" : "the match is running");
        break;
    case FS_EVENT_RESTARTED:
        latency_restart(&o->latency);
        app_record_restart(&o->record, fs_session_sim(o->session), fs_session_stream(o->session));
        start_record(o);
        app_log(APP_INFO, "restarted", NULL, "state received: goes on from tick %" PRIu32, event->tick);
        break;
    case FS_EVENT_DESYNC: on_desync(o, event); break;
    case FS_EVENT_ENDED: ending_log(event); break;
    case FS_EVENT_AWAY:
        o->away = true;
        said_unsend(&o->said);
        o->standstill = (standstill){ 0 };
        o->join_us = fs_net_clock_us();
        app_log(APP_WARNING, "away", NULL, "the connection was lost at tick %" PRIu32 "; connecting again",
                event->tick);
        break;
    case FS_EVENT_RETURNED:
        o->away = false;
        said_return(&o->said, event->tick);
        app_log(APP_INFO, "returned", NULL, "back as '%s': slot %" PRIu32 ", active at tick %" PRIu32, o->name,
                event->slot, event->tick);
        break;
    case FS_EVENT_NOTICE: show_notice(o, event); break;
    case FS_EVENT_SPECTATING:
        o->slot = UINT32_MAX;
        o->away = false;
        spectating_log(o->session);
        break;
    case FS_EVENT_HEAD: break;    /* seen in the figures of the session */
    case FS_EVENT_SPECTATOR_LEFT: /* of a match */
    case FS_EVENT_DISPUTE:        /* likewise */
    case FS_EVENT_AGREED:         /* likewise */
    case FS_EVENT_TROUBLE: break; /* likewise */
    case FS_EVENT_NEXT: ending_note_next(&o->ending, fs_net_clock_us()); break;
    case FS_EVENT_REFUSED:
    case FS_EVENT_LOST: o->refusal = event->result; break; /* reported at the end as the reason of the failure */
    }
}

fs_net_hooks online_net_hooks(online *o)
{
    return (fs_net_hooks){ o, on_connected, on_received, on_disconnected };
}

fs_session_hooks online_session_hooks(online *o)
{
    return (fs_session_hooks){ .context = o,
                               .send = on_send,
                               .game = on_game,
                               .input = on_input,
                               .tick = on_tick,
                               .event = on_event,
                               .show = on_show,
                               .clock_us = read_clock };
}
