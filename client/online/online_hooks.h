/* online_hooks.h: a match on a server while it is played, and what network and session call in it. */
#ifndef FS_CLIENT_ONLINE_HOOKS_H
#define FS_CLIENT_ONLINE_HOOKS_H

#include <fixstep/fixstep.h>

#include "app/net/lookup.h"
#include "app/record.h"
#include "app/script.h"
#include "feed.h"
#include "online/ending.h"
#include "online/latency.h"
#include "online/said.h"
#include "online/silence.h"
#include "online/standstill.h"
#include "player.h"
#include "screen.h"
#include "servers/player_key.h"
#include "servers/server_trust.h"
#include "settings.h"

typedef struct online {
    const settings *s;
    const fs_game *loaded; /* --game */
    fs_session *session;
    fs_net *net;
    app_lookup *lookup; /* of the name of a lost server; NULL: none */
    app_script *script;
    app_record record;
    bool record_told; /* that it has stopped */
    screen *screen;
    fs_keys keys;
    player player;
    json_t *desyncs;
    json_t *frames; /* of the window, once it is closed; NULL without one */
    feed feed;
    said said;
    standstill standstill;
    latency latency;
    fs_result refusal; /* of the session */
    server_trust trust;
    player_key key;
    char desync[256];       /* the newest one, for the view, ... */
    uint64_t desync_us;     /* ... which shows it for some seconds */
    char name[FS_MAX_NAME]; /* given by the server, as is the slot */
    uint32_t slot;
    uint64_t start_us, retry_us;
    uint64_t join_us; /* when it began to join the present match, or to connect again */
    uint32_t shown_tick;
    uint64_t shown_tick_us; /* when that tick was shown first */
    ending ending;
    silence silence;
    uint32_t rounds, desync_count; /* matches before the present one, and their desyncs */
    bool fault_injected;           /* the tick of --inject-fault was simulated */
    bool connected;                /* the server was reached */
    bool unreachable;              /* the latest attempt failed; try again */
    bool away;                     /* the connection of a player was lost */
    bool unanswered;               /* it has given up waiting for the server */
    bool left;
    bool wrong_host; /* HOST[:PORT] is none */
} online;

/* With the match as their context. */
fs_net_hooks online_net_hooks(online *o);
fs_session_hooks online_session_hooks(online *o);

#endif
