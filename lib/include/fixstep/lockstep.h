/* lockstep.h: lockstep without clock or socket.
 *
 * A match (the server's side) closes ticks and relays inputs; a session (a
 * client's side) sends inputs ahead and simulates every closed tick; a local
 * match is both in one process. All take the time and the messages as
 * parameters and give messages and events through hooks, so the same machines
 * run over ENet, in a simulated network and in a test. Times are microseconds of any
 * monotonic clock. lib/doc/PROTOCOL.md describes every byte.
 */
#ifndef FIXSTEP_LOCKSTEP_H
#define FIXSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/result.h>
#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_PROTOCOL_VERSION = 1,
    FS_MAX_PEERS = FS_MAX_PLAYERS + 16, /* connections, players among them */
    FS_MAX_DELAY = 30,                  /* input delay in ticks */
    FS_MAX_PAYLOAD = 1200,              /* bytes of an unsequenced message */
    FS_MAX_DIFFERENCES = 16,            /* named in one desync report */
    FS_DEFAULT_PORT = 27960
};

/* CONTROL and BULK are reliable and ordered, each by itself; INPUT (up) and
 * TICKS (down) may be lost, repeated and reordered. */
typedef enum fs_channel {
    FS_CHANNEL_CONTROL,
    FS_CHANNEL_INPUT,
    FS_CHANNEL_TICKS,
    FS_CHANNEL_BULK,
    FS_CHANNEL_COUNT
} fs_channel;

/* What a reader of bundles remembers from tick to tick; opaque. */
typedef struct fs_stream fs_stream;

/* Sends bytes to a peer (a session's only peer is 0). */
typedef void fs_send_fn(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size);

/* One finished tick for a recorder: `bundle` is the canonical bundle, `state_hash`
 * that of the state after it. `stream` and `sim` are in that state already. */
typedef void fs_tick_fn(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                        const fs_stream *stream, fs_sim *sim);

/* --- events ------------------------------------------------------------------ */

typedef enum fs_event_kind {
    FS_EVENT_JOINED,    /* a player was admitted: slot, name, tick it becomes active */
    FS_EVENT_LEFT,      /* a player left: slot, name, text = why */
    FS_EVENT_REFUSED,   /* result, text = what differs */
    FS_EVENT_STARTED,   /* tick 0 is about to close */
    FS_EVENT_RESTARTED, /* session: the state was loaded from a snapshot at `tick` */
    FS_EVENT_DESYNC,    /* a desync was traced; `desync` is set */
    FS_EVENT_ENDED,     /* the match ended at `tick` */
    FS_EVENT_LOST       /* session: the connection broke; text = why */
} fs_event_kind;

/* A desync traced to its fields. Left is the server, right the client. */
typedef struct fs_desync {
    uint32_t tick; /* first tick whose state hashes differ */
    uint32_t slot;
    char name[FS_MAX_NAME];
    bool inputs_equal; /* the chains agreed: the simulation differs, not the inputs */
    bool traced;       /* the fields are known; else `reason` says why not */
    const char *reason;
    uint64_t server_state_hash, client_state_hash;
    uint32_t agreeing; /* other players whose state hash equals the server's */
    uint32_t voters;   /* other players whose state hash of the tick is known */
    uint32_t count;    /* differences named */
    fs_difference differences[FS_MAX_DIFFERENCES];
    uint32_t traced_us;       /* from noticing to naming */
    uint32_t trace_bytes;     /* sent and received for it */
    const char *client_build; /* version, compiler and machine of the client */
} fs_desync;

typedef struct fs_event {
    fs_event_kind kind;
    uint32_t peer, slot, tick;
    fs_result result;
    const char *name, *text;
    const fs_desync *desync;
} fs_event;

typedef void fs_event_fn(void *context, const fs_event *event);

/* --- match: the server's side --------------------------------------------------- */

typedef struct fs_match fs_match;

typedef struct fs_match_def {
    const fs_game *game;
    fs_config config;
    uint32_t wait_players;        /* tick 0 starts when so many have joined; 1.. */
    uint32_t ticks;               /* the match ends after so many; 0 = never */
    uint32_t delay_ticks;         /* input delay for everybody; 0 = from each player's round trip */
    bool resync;                  /* give a desynced client the server's state */
    uint32_t state_history_ticks; /* states kept for tracing; as memory allows */
} fs_match_def;

typedef struct fs_match_hooks {
    void *context;
    fs_send_fn *send;
    /* Close the connection once what was sent has arrived. */
    void (*drop)(void *context, uint32_t peer);
    fs_tick_fn *tick;   /* may be NULL */
    fs_event_fn *event; /* may be NULL */
} fs_match_hooks;

/* Figures of one player or peer since it joined. */
typedef struct fs_peer_stats {
    bool playing;
    uint32_t peer, slot;
    char name[FS_MAX_NAME];
    uint32_t delay_ticks;
    uint32_t rtt_us, rtt_max_us;
    uint32_t substituted;                                    /* ticks whose input came too late */
    uint32_t late_inputs;                                    /* inputs that arrived for a closed tick, never used */
    uint32_t early_inputs;                                   /* inputs too far ahead, dropped */
    uint32_t malformed;                                      /* messages dropped */
    uint64_t bytes_up, bytes_down, packets_up, packets_down; /* payload of messages */
    uint32_t hashes_compared, hashes_different;
    uint32_t last_hash_tick; /* newest tick whose state hash was compared, UINT32_MAX if none */
    uint32_t repairs;        /* ranges asked for again */
    uint32_t snapshots;
} fs_peer_stats;

FS_API fs_match_def fs_default_match_def(const fs_game *game);
/* E_CONFIG and the like from the simulation, E_ARGUMENT, E_MEMORY. */
FS_API fs_result fs_match_create(const fs_match_def *def, const fs_match_hooks *hooks, uint64_t now_us, fs_match **out);
FS_API void fs_match_destroy(fs_match *match);
/* A transport's peer index (< FS_MAX_PEERS) came, said something, went. */
FS_API void fs_match_connect(fs_match *match, uint32_t peer, uint64_t now_us);
FS_API void fs_match_receive(fs_match *match, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                             uint64_t now_us);
FS_API void fs_match_disconnect(fs_match *match, uint32_t peer, uint64_t now_us);
/* Does what is due; call at fs_match_next_poll_us() at the latest. */
FS_API void fs_match_poll(fs_match *match, uint64_t now_us);
FS_API uint64_t fs_match_next_poll_us(const fs_match *match);
/* Ends the match after the tick that is open now. */
FS_API void fs_match_stop(fs_match *match, uint64_t now_us);
/* All is over: last tick closed, state hashes compared or waited for in vain. */
FS_API bool fs_match_done(const fs_match *match);
FS_API uint32_t fs_match_tick(const fs_match *match);   /* ticks closed */
FS_API uint32_t fs_match_agreed(const fs_match *match); /* ticks whose state hashes all present players confirmed */
FS_API uint32_t fs_match_players(const fs_match *match);
FS_API uint32_t fs_match_desyncs(const fs_match *match); /* traced or not */
FS_API fs_sim *fs_match_sim(fs_match *match);
FS_API const fs_stream *fs_match_stream(const fs_match *match);
/* Figures of the i-th peer that ever joined (also after it left); false past the end. */
FS_API bool fs_match_peer(const fs_match *match, uint32_t i, fs_peer_stats *stats);

/* --- session: a client's side ------------------------------------------------------ */

typedef struct fs_session fs_session;

typedef struct fs_session_def {
    char name[FS_MAX_NAME];       /* "" = the server picks one */
    uint32_t state_history_ticks; /* states kept for tracing; as memory allows */
    const char *build;            /* version, compiler, machine: shown in desync reports */
} fs_session_def;

typedef struct fs_session_hooks {
    void *context;
    fs_send_fn *send;
    /* The game the server plays, by name; NULL to refuse, `why` says it. */
    const fs_game *(*game)(void *context, const char *name, char *why, size_t why_size);
    /* Fills the input (zeroed) of `slot` that will act at `tick`; `state` is the
     * newest simulated one. */
    void (*input)(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input);
    fs_tick_fn *tick;   /* may be NULL */
    fs_event_fn *event; /* may be NULL */
} fs_session_hooks;

typedef enum fs_session_phase {
    FS_SESSION_JOINING,
    FS_SESSION_WAITING,
    FS_SESSION_PLAYING,
    FS_SESSION_ENDED,
    FS_SESSION_FAILED
} fs_session_phase;

typedef struct fs_session_stats {
    fs_session_phase phase;
    uint32_t slot;
    uint32_t tick;        /* ticks simulated */
    uint32_t newest_tick; /* ticks known to be closed */
    uint32_t players;     /* present after the newest simulated tick */
    uint32_t delay_ticks;
    uint32_t rtt_us;
    uint32_t jitter_us;   /* 95th percentile of bundle arrival */
    uint32_t substituted; /* of this player */
    uint32_t repairs;
    uint32_t agreed_tick; /* ticks whose state hash the server confirmed */
    uint32_t desyncs;     /* of this client, as told by the server */
    uint64_t bytes_up, bytes_down;
    uint32_t malformed;  /* messages of the server that made no sense */
    uint64_t state_hash; /* after the newest simulated tick */
} fs_session_stats;

FS_API fs_result fs_session_create(const fs_session_def *def, const fs_session_hooks *hooks, fs_session **out);
FS_API void fs_session_destroy(fs_session *session);
FS_API void fs_session_connected(fs_session *session, uint64_t now_us);
FS_API void fs_session_receive(fs_session *session, fs_channel channel, const void *bytes, size_t size,
                               uint64_t now_us);
FS_API void fs_session_disconnected(fs_session *session, uint64_t now_us);
FS_API void fs_session_poll(fs_session *session, uint64_t now_us);
FS_API uint64_t fs_session_next_poll_us(const fs_session *session);
/* Says good-bye; the connection may be closed once that is sent. */
FS_API void fs_session_leave(fs_session *session);
FS_API void fs_session_get_stats(const fs_session *session, fs_session_stats *stats);
/* Why the session failed; "" when it did not. */
FS_API const char *fs_session_failure(const fs_session *session);
/* NULL before the match is known. */
FS_API fs_sim *fs_session_sim(fs_session *session);
FS_API const fs_stream *fs_session_stream(const fs_session *session);
/* Flips one bit of the state right after `tick` was simulated: the acceptance
 * test of desync tracing. The place is checked when the tick comes. */
FS_API void fs_session_inject_fault(fs_session *session, uint32_t tick, const char *table, uint32_t row,
                                    const char *field, uint32_t bit);

/* --- local: one process, no network ------------------------------------------------- */

typedef struct fs_local fs_local;

/* The same match in one process: slots 0..players-1 join at tick 0. */
FS_API fs_result fs_local_create(const fs_game *game, const fs_config *config, fs_tick_fn *tick, void *context,
                                 fs_local **out);
FS_API void fs_local_destroy(fs_local *local);
/* Closes one tick with the players' inputs (players x input_size bytes; they are
 * sanitised in place), simulates it, calls the tick hook; returns the state hash. */
FS_API uint64_t fs_local_step(fs_local *local, void *inputs);
FS_API fs_sim *fs_local_sim(fs_local *local);
FS_API const fs_stream *fs_local_stream(const fs_local *local);

#ifdef __cplusplus
}
#endif
#endif
