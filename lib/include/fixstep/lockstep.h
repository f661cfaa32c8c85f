/* lockstep.h: lockstep without clock or socket.
 *
 * A match (the server's side) closes ticks and relays inputs; a session (a client's side) sends inputs ahead and
 * simulates every closed tick; a local match is both in one process. All take the time and the messages as parameters
 * and give messages and events through hooks, so the same state machines run over ENet, in a simulated network and in
 * a test. Times are in microseconds of any monotonic clock; every call of one object must use the same clock, and its
 * times must not decrease. lib/doc/PROTOCOL.md describes every byte.
 *
 * Threads: an object must be used by one thread at a time. Hooks are called from within the calls below, on the
 * caller's thread; a hook must not call a function of the same object that changes it.
 * Ownership: pointers that a hook receives are valid for that call only.
 */
#ifndef FIXSTEP_LOCKSTEP_H
#define FIXSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/identity.h>
#include <fixstep/result.h>
#include <fixstep/sim.h>
#include <fixstep/ticket.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_PROTOCOL_VERSION = 5,
    FS_MAX_SPECTATORS = 64,        /* of a match, beside its players */
    FS_MAX_SPECTATE_DELAY_S = 600, /* seconds by which spectators may be kept behind */
    /* Connections of a match, players and spectators included. */
    FS_MAX_PEERS = FS_MAX_PLAYERS + FS_MAX_SPECTATORS + 16,
    FS_MAX_HOLD_S = 3600,     /* seconds that a slot is held for a lost connection */
    FS_MAX_DELAY = 30,        /* input delay in ticks */
    FS_MAX_PREDICTION = 32,   /* ticks that a client may predict */
    FS_MAX_PAYLOAD = 1199,    /* bytes of an unsequenced message: with all headers an IPv6 packet of 1280 */
    FS_MAX_STRICT_MS = 60000, /* of waiting for a player */
    FS_MAX_CHAT = 120,        /* bytes of a chat line with its 0 */
    FS_MAX_NOTICE = 200,      /* bytes of a notice of the server with its 0 */
    FS_MAX_DIFFERENCES = 16,  /* fields named in one desync report */
    FS_DEFAULT_PORT = 27960   /* UDP */
};

/* CONTROL and BULK are reliable and ordered, each by itself. INPUT (client to server) and TICKS (server to client) may
 * be lost, repeated and reordered. */
typedef enum fs_channel {
    FS_CHANNEL_CONTROL,
    FS_CHANNEL_INPUT,
    FS_CHANNEL_TICKS,
    FS_CHANNEL_BULK,
    FS_CHANNEL_COUNT
} fs_channel;

/* The decoder state of a sequence of bundles: next tick, present players, last inputs, names and the input chain.
 * Opaque; owned by the match, session, local match or playback that gives it. */
typedef struct fs_stream fs_stream;

/* Name of the player in a slot, "" when nobody plays there or the slot is none. Valid until the stream goes on. */
FS_API const char *fs_stream_name(const fs_stream *stream, uint32_t slot);
/* What a player said in the newest tick: UTF-8, printable, up to FS_MAX_CHAT - 1 bytes; sets *slot to the player's. NULL,
 * with *slot unchanged, when nobody said anything. Valid until the stream goes on. */
FS_API const char *fs_stream_chat(const fs_stream *stream, uint32_t *slot);
/* Whether a text can be the name of a player: at most 23 bytes of UTF-8, letters, digits and -_.+, no dot first; letters of
 * scripts that are written from right to left, and combining marks, are none. "" can be one: the server chooses. E_NAME with
 * a sentence. */
FS_API fs_result fs_name_check(const char *name, char *error, size_t error_size);
/* A line of chat as the players see it: the printable characters of a text, '?' for what is not, without outer blanks, cut
 * between two characters. "" when nothing is left. `out` and `text` may not overlap. */
FS_API void fs_chat_clean(char out[FS_MAX_CHAT], const char *text);

/* Sends `size` (1 or more) bytes to a peer; a session's only peer is 0. The bytes must be copied. */
typedef void fs_send_fn(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size);

/* One finished tick, for a recorder: `bundle` is the canonical bundle of `size` bytes, `state_hash` the hash of the
 * state after it. `stream` and `sim` have the tick behind them and may be read only. `sim` is NULL, and the tick some ticks
 * old, in a match that does not simulate (fs_referee). */
typedef void fs_tick_fn(void *context, uint32_t tick, const void *bundle, size_t size, uint64_t state_hash,
                        const fs_stream *stream, fs_sim *sim);

/* The simulation before the first of some ticks that follow, and its stream; for reading. */
typedef void fs_past_fn(void *context, fs_sim *sim, const fs_stream *stream);

/* Why a match ended. */
typedef enum fs_end_cause {
    FS_END_NONE,     /* it has not, or the server did not say */
    FS_END_FINISHED, /* by its length, by the rules of its game or by its players */
    FS_END_STOPPED,  /* the operator of the server, or of a relay, ended it */
    FS_END_LOST      /* a relay has lost its server: ticks that it does not have may follow the last one */
} fs_end_cause;
/* A word for reports: "none", "finished", "stopped", "lost". */
FS_API const char *fs_end_cause_text(fs_end_cause cause);

/* --- events ------------------------------------------------------------------ */

typedef enum fs_event_kind {
    FS_EVENT_JOINED,    /* a player was admitted: slot, name, tick from which it is active */
    FS_EVENT_LEFT,      /* a player left: slot, name, text = the reason */
    FS_EVENT_REFUSED,   /* a peer was refused: result, text = the difference; session: it has failed */
    FS_EVENT_STARTED,   /* match: tick 0 is about to close; session: the clock runs from `tick` on */
    FS_EVENT_RESTARTED, /* session: the state was loaded from a snapshot at `tick` */
    /* match: a desync was traced, `desync` is set; session: this client has one, `text` = its first field ("": not found) */
    FS_EVENT_DESYNC,
    FS_EVENT_AWAY, /* match: a connection was lost, its slot is held: slot, name; session: it was lost and may be opened again */
    FS_EVENT_RETURNED, /* match: who has a held slot is back: slot, name, first active tick; session: this client is */
    FS_EVENT_TROUBLE, /* match: a line or computer is too slow, or no more: slot, name, trouble, text; ten at once, then one in 10 s */
    FS_EVENT_ENDED,      /* the match ended after `tick` ticks: cause */
    FS_EVENT_LOST,       /* session: the connection was lost; text = the reason */
    FS_EVENT_NOTICE,     /* session: a text of the server for its players, without control characters */
    FS_EVENT_NEXT,       /* session: another match begins on this connection (fs_session_stats.next) */
    FS_EVENT_SPECTATING, /* match: a spectator was admitted: name; session: this client is one, see fs_session_stats */
    FS_EVENT_SPECTATOR_LEFT, /* match: one left: name, text = the reason */
    FS_EVENT_DISPUTE, /* match that does not simulate: the state hashes of `tick` that players told differ, text = them;
                       * ON_DEMAND: a FS_EVENT_DESYNC of each follows who was wrong and is connected at the verdict; OFF: slot
                       * and name of the player whose hash is not that of the majority, which is no verdict; without a
                       * majority FS_MAX_PLAYERS and NULL. A player is told 3 times at once and then once in 30 s */
    FS_EVENT_HEAD,  /* session: the state at `tick` and all inputs before it are those of the server that signed them */
    FS_EVENT_AGREED /* match of FS_REFEREE_OFF: after a dispute the state hashes of `tick` are equal again */
} fs_event_kind;

/* A desync traced to its fields. Left is the server, right the client. */
typedef struct fs_desync {
    uint32_t tick; /* first tick whose state hashes differ */
    uint32_t slot; /* of the client */
    char name[FS_MAX_NAME];
    bool inputs_equal;  /* the input chains agree: the simulation differs, not the inputs */
    bool traced;        /* `differences` is complete up to FS_MAX_DIFFERENCES; else `reason` is set */
    const char *reason; /* a sentence on why the trace ended early; NULL when `traced` */
    uint64_t server_state_hash, client_state_hash;
    uint32_t agreeing; /* other players whose state hash of the tick equals the server's */
    uint32_t voters;   /* other players whose state hash of the tick has arrived */
    uint32_t count;    /* entries of `differences` */
    fs_difference differences[FS_MAX_DIFFERENCES];
    uint32_t traced_us;       /* from the first unequal hash to this report, microseconds */
    uint32_t trace_bytes;     /* payload bytes of HASH_QUERY and HASH_REPLY */
    const char *client_build; /* version, compiler and machine of the client */
    fs_phase phase;           /* part of the tick in which the simulations part, found by repeating it on both sides */
    uint32_t round; /* how many parts of that kind ended before in the tick: 1 in the second step of a world */
} fs_desync;

/* What keeps a player from playing. */
typedef enum fs_trouble {
    FS_TROUBLE_NONE,
    FS_TROUBLE_SILENT,   /* nothing was heard of it for 250 ms */
    FS_TROUBLE_ABSENT,   /* for 2 s: its inputs are substituted, and agreement does not wait for it */
    FS_TROUBLE_LINE,     /* 5 or more of its inputs in a second were late or lost */
    FS_TROUBLE_COMPUTER, /* it has received more than 0.5 s of ticks that it has not simulated */
    FS_TROUBLE_HASHES    /* it plays, and its state hashes are more than 10 s late or do not come at all */
} fs_trouble;
/* A sentence for a log. */
FS_API const char *fs_trouble_text(fs_trouble trouble);

/* Members that the kind does not name are 0 or NULL. */
typedef struct fs_event {
    fs_event_kind kind;
    fs_trouble trouble;
    uint32_t peer, slot, tick;
    fs_result result;
    const char *name, *text;
    const fs_desync *desync;
    fs_end_cause cause;
} fs_event;

typedef void fs_event_fn(void *context, const fs_event *event);

/* --- match: the server's side --------------------------------------------------- */

typedef struct fs_match fs_match;

/* Whose input delay follows from what. The delay of a player is the time from the sampling of an input to the arrival of
 * the tick that it acts at. It rises at once when inputs arrive late and falls by at most a tick in 5 s. */
typedef enum fs_delay_mode {
    FS_DELAY_SOLO, /* each player's from the arrival of its own inputs */
    FS_DELAY_FAIR  /* everybody's is the largest of the players within 100 ms of the smallest; others keep their own */
} fs_delay_mode;

/* Who says what the state of a tick is. */
typedef enum fs_referee {
    FS_REFEREE_LIVE,      /* the server simulates every tick as it closes */
    FS_REFEREE_ON_DEMAND, /* it simulates the ticks since the last time when state hashes of players differ or somebody needs
                           * a snapshot, and then judges by the result */
    FS_REFEREE_OFF /* it never does: a difference is told and nobody is judged; only who returns with all but the last
                           * 960 ticks may join after the start */
} fs_referee;
/* A word for reports: "live", "ondemand", "off". */
FS_API const char *fs_referee_text(fs_referee referee);

/* A thread beside the caller's, for one long job at a time. */
typedef struct fs_background {
    /* Begins fn(work) on another thread and returns at once; false when there is no thread. */
    bool (*start)(void *context, void (*fn)(void *work), void *work);
    /* Whether fn has returned, with all that it wrote visible to the caller then; with `wait`, waits for it. The next job may
     * start after it has returned true. */
    bool (*join)(void *context, bool wait);
    void *context;
} fs_background;

typedef struct fs_match_def {
    const fs_game *game; /* must outlive the match */
    fs_config config;
    uint32_t wait_players;    /* players that must have joined before tick 0, 1..config.players */
    uint32_t ticks;           /* length of the match; 0 = until fs_match_stop() */
    uint32_t delay_ticks;     /* fixed input delay of every player, 1..FS_MAX_DELAY; 0 = as delay_mode says */
    fs_delay_mode delay_mode; /* SOLO by default */
    /* Time that the match waits for missing inputs of a player before it substitutes them, milliseconds,
     * 0..FS_MAX_STRICT_MS; 0: it never waits. Ten ticks with an input in time earn the time of one again. A player who has
     * used it up is awaited again when half of it is earned. While it waits for longer than 0.25 s, the players are told for
     * whom, and the clock starts anew after it. */
    uint32_t strict_ms;
    /* With ON_DEMAND and OFF the match has no spectators and no bots, and the tick hook gets no simulation. ON_DEMAND gives a
     * tick to the hook once all players at most 2 s behind have told the same state hash, or it was simulated; OFF at once,
     * with the hash 0. ON_DEMAND simulates on the thread of `background` (NULL: up to 64 ticks in each fs_match_poll()),
     * which must outlive the match; `tasks` are used there then. */
    fs_referee referee; /* LIVE by default */
    const fs_background *background;
    bool resync;                  /* send a desynced client the server's state */
    uint32_t state_history_ticks; /* states kept for traces, 2 or more; 0 = 256; fewer when they need over 64 MiB */
    const fs_tasks *tasks;        /* threads lent to every step, NULL: none; must outlive the match */
    bool pause_empty;             /* close no tick while nobody plays; a held slot does not play */
    bool continues;               /* tell the players at the end that another match follows: fs_match_set_continues() */
    /* A player whose connection is lost stays in the match for this time and may return to its slot, 0..FS_MAX_HOLD_S; 0
     * = it leaves. Needs `secret`: random bytes that only this program knows; all zero = no slot is held. */
    uint32_t hold_s;
    uint8_t secret[32];
    const char *password; /* that players must know, NULL: none; a key is derived from it, the text is not kept */
    /* Spectators, 0..FS_MAX_SPECTATORS; 0: nobody may watch. They have no slot and no vote, and budgets of their own. They
     * see a tick spectate_delay_s seconds of ticks after it was closed, 0..FS_MAX_SPECTATE_DELAY_S. */
    uint32_t max_spectators, spectate_delay_s;
    uint32_t spectator_bytes_per_s; /* of payload to all spectators together; 0: 4 MiB */
    const uint8_t
        *identity_seed; /* of the server's key, for heads that spectators verify, NULL: none are sent; read at every
                                     * tick: must outlive the match */
    /* NULL, or a session that spectates and has a state: a relay, with spectators alone. `game` and `config` are the
     * session's, the ticks come by fs_match_relay_tick(). The session must outlive the match. */
    struct fs_session *follows;
} fs_match_def;

/* A peer that asks to join, after all that the match itself can check. */
typedef struct fs_applicant {
    uint32_t peer;
    const char *name;   /* as in JOIN, or that of its slot when it returns; "" = the match will choose one */
    const uint8_t *key; /* the public key that it has proved, FS_KEY_BYTES; NULL: none */
    bool returns;       /* to the slot of a lost connection */
    const void *ticket; /* of up to FS_TICKET_BYTES, as they came (ticket.h); NULL: none */
    size_t ticket_size;
    bool spectates;   /* it asks to watch, not to play */
    bool ticket_used; /* somebody else plays, watches or has a held slot with the same ticket */
} fs_applicant;

typedef struct fs_match_hooks {
    void *context;
    fs_send_fn *send; /* required */
    /* Closes the connection after the messages sent so far have arrived. Required. */
    void (*drop)(void *context, uint32_t peer);
    fs_tick_fn *tick;   /* may be NULL */
    fs_event_fn *event; /* may be NULL */
    /* Whether the peer may join: OK, or the result and the sentence that refuse it. NULL: everybody may. */
    fs_result (*admit)(void *context, const fs_applicant *applicant, char *error, size_t error_size);
} fs_match_hooks;

/* Figures of one player since it joined. Packets and bytes are messages and their payload, without the transport's
 * headers; up is to the server. */
typedef struct fs_peer_stats {
    bool playing;
    uint32_t peer, slot;
    char name[FS_MAX_NAME];
    uint32_t delay_ticks;        /* input delay, rounded up */
    uint32_t delay_us;           /* the same, exact */
    uint32_t loss_up_permille;   /* share of its INPUT messages that were lost, ... */
    uint32_t loss_down_permille; /* ... and of its TICKS messages, as it says; of about the last 128 */
    uint32_t rtt_us, rtt_max_us; /* round trip: smoothed by 1/8, and its maximum */
    uint32_t substituted;        /* ticks whose input was missing at their close */
    uint32_t late_inputs;        /* of them, those that arrived after the close, never used */
    uint32_t early_inputs;       /* inputs 128 ticks or more ahead, dropped */
    uint32_t malformed;          /* messages that are no message or not allowed, dropped */
    uint32_t limited;            /* messages above a rate, dropped; a burst after a stall of 8 s is within it */
    uint64_t bytes_up, bytes_down, packets_up, packets_down;
    uint32_t hashes_compared;
    uint32_t hashes_different; /* OFF: other than the majority's, which is no verdict */
    uint32_t hashes_missing;   /* closed ticks without a state hash that could be compared: it has not arrived, or more
                              * than 4,096 ticks late; a player with 4,096 of them in a row is refused */
    uint32_t
        agreed_ticks; /* ticks whose state hashes of this player arrived and were equal; OFF: equal to the majority's */
    uint32_t behind_ticks;   /* bundles that it has received and not simulated, as it says */
    fs_trouble trouble;      /* now */
    uint32_t troubles;       /* times that one began, told or not */
    uint32_t last_hash_tick; /* newest tick whose state hash was compared, UINT32_MAX if none */
    uint32_t repairs;        /* REPAIR_REQUESTs answered */
    uint32_t snapshots;      /* sent to it */
    uint32_t idle_ticks;     /* ticks since its input changed, or since it joined this match */
    bool acted;              /* its input has changed in this match, after its first one */
    uint32_t returns;        /* to its slot after a lost connection */
    bool has_key;            /* it has proved a key of its own */
    uint8_t key[FS_KEY_BYTES];
    uint64_t waited_us;   /* that the match has waited for its inputs, with strict_ms */
    bool loading;         /* it has a slot and receives the state, and will play then */
    bool away;            /* its connection was lost and its slot is held, for at most so many seconds more: */
    uint32_t away_left_s; /* rounded up; 0 while it is not away */
} fs_peer_stats;

/* Figures of all spectators of a match since it began; bytes are payload. */
typedef struct fs_spectator_stats {
    uint32_t watching; /* now */
    uint32_t joined;   /* ever; who returns after a lost connection counts once */
    uint32_t refused;  /* removed: for reading too slowly, wrong state hashes, malformed messages, or kicked */
    uint32_t limited;  /* messages above a rate, dropped */
    uint32_t hashes_compared, hashes_different;
    uint32_t restarts;  /* new states sent, after a wrong hash or when one lagged too far */
    uint32_t keyframes; /* states encoded for spectators */
    uint64_t bytes_down;
} fs_spectator_stats;

/* What the server has simulated of its match. */
typedef struct fs_referee_stats {
    uint32_t verified_tick;   /* ticks simulated, all from the first on */
    uint32_t decided_tick;    /* ticks given to the tick hook */
    uint32_t disputes;        /* ticks from which on state hashes of players differed */
    uint32_t jobs;            /* simulations of a part of the match, the running one included */
    uint64_t simulated_ticks; /* in all jobs */
    size_t log_bytes;         /* of the bundles kept; above 64 MiB they are simulated */
    bool busy;                /* a job runs */
} fs_referee_stats;

/* The game's default configuration, 1 player to wait for, no end, delays by need, resync on, no tasks, slots held for 120 s
 * if a secret is set. */
FS_API fs_match_def fs_default_match_def(const fs_game *game);
/* Copies both structs and takes all memory but that of snapshots. The caller destroys *out. E_ARGUMENT for a number
 * outside its range above, the results of fs_sim_create(), E_MEMORY; *out is NULL then. */
FS_API fs_result fs_match_create(const fs_match_def *def, const fs_match_hooks *hooks, uint64_t now_us, fs_match **out);
/* Calls no hook. NULL is allowed. */
FS_API void fs_match_destroy(fs_match *match);
/* A connection of the transport was opened; `peer` is 0..FS_MAX_PEERS-1 and not connected. */
FS_API void fs_match_connect(fs_match *match, uint32_t peer, uint64_t now_us);
/* The same with a number that stands for the peer's address, equal for all connections from there (fs_net_origin()); 0 =
 * unknown. One address gets 8 snapshots at once and then one in 2 s; all together get 16 and then 4 per second, fewer
 * when the state exceeds 1 MiB. A peer above that waits. */
FS_API void fs_match_connect_from(fs_match *match, uint32_t peer, uint64_t origin, uint64_t now_us);
/* The same for a connection that was open in the match before, which has ended: tells the peer that it may join this
 * one. Whatever it sends before its JOIN belongs to the old match and is dropped. */
FS_API void fs_match_connect_next(fs_match *match, uint32_t peer, uint64_t origin, uint64_t now_us);
/* The binding of the peer's connection (fs_net_binding()), after the call above and before the first message of the peer.
 * Without it the peer can prove no key. */
FS_API void fs_match_bind(fs_match *match, uint32_t peer, const uint8_t binding[FS_KEY_BYTES]);
/* A message has arrived. Any bytes are safe: a message that is malformed or not allowed is counted and dropped, and the
 * 256th of a peer, less 8 for each second, gets it refused. */
FS_API void fs_match_receive(fs_match *match, uint32_t peer, fs_channel channel, const void *bytes, size_t size,
                             uint64_t now_us);
/* The connection is gone; its player leaves the match, or its slot is held (hold_s). No effect for a peer that is not connected. */
FS_API void fs_match_disconnect(fs_match *match, uint32_t peer, uint64_t now_us);
/* Closes the ticks that are due and handles time-outs; call it at fs_match_next_poll_us() at the latest. A pause of
 * more than 0.25 s between calls restarts the match's clock instead of closing the missed ticks in a burst: the next tick
 * closes when new inputs of all players can have arrived. */
FS_API void fs_match_poll(fs_match *match, uint64_t now_us);
/* When fs_match_poll() is due next, at most 10 ms after the last call. */
FS_API uint64_t fs_match_next_poll_us(const fs_match *match);
/* Ends the match after the tick that is open now; at once when tick 0 has not started or the match follows a session. The
 * cause is STOPPED. */
FS_API void fs_match_stop(fs_match *match, uint64_t now_us);
/* The same with another cause than STOPPED. The cause of the first call counts. */
FS_API void fs_match_end(fs_match *match, fs_end_cause cause, uint64_t now_us);
/* Whether another match will follow on the connections of this one (fs_match_connect_next()). While it does, peers that join
 * after the end wait for it, and all that wait are told every 15 s that it is still to come. */
FS_API void fs_match_set_continues(fs_match *match, bool continues);
/* While paused no tick closes and the match does not start; its clock starts anew when the pause ends, so that the next tick
 * has new inputs. */
FS_API void fs_match_pause(fs_match *match, bool paused, uint64_t now_us);
/* Whether no tick closes now: fs_match_pause(), or pause_empty and nobody plays. */
FS_API bool fs_match_paused(const fs_match *match);
/* Refuses a connected peer, player or not, with a sentence; no effect for another number. */
FS_API void fs_match_kick(fs_match *match, uint32_t peer, const char *reason, uint64_t now_us);
/* The same for the player of a slot, 0..FS_MAX_PLAYERS-1. A slot that is held for a lost connection becomes free, and the
 * client that comes back for it is refused with the sentence. No effect for a slot without a player, and for a bot's. */
FS_API void fs_match_kick_slot(fs_match *match, uint32_t slot, const char *reason, uint64_t now_us);
/* Sends a text (cut to FS_MAX_NOTICE - 1 bytes, control characters replaced) to the player `peer`, or to all players with
 * FS_MAX_PEERS. */
FS_API void fs_match_notice(fs_match *match, uint32_t peer, const char *text, uint64_t now_us);
/* Bots keep the players at `count`, persons included, as far as slots allow: they enter when there are fewer, and a person who comes takes
 * the slot of one. Even and odd slots, the teams of some games, keep equal numbers where that is possible. Inputs of a bot come from the
 * server; `bot` is one of the game and outlives the match. Its name is that of the bot and a number. `seed` starts its random numbers.
 * Does nothing without FS_REFEREE_LIVE: bots need a simulation. */
FS_API void fs_match_set_bots(fs_match *match, const fs_bot *bot, uint32_t count, uint64_t seed);
/* Slots that bots play in: bit i is slot i. */
FS_API uint64_t fs_match_bots(const fs_match *match);
/* True 0.05 s after the match has ended, every state hash was compared and every trace has finished, or after 2 s. */
FS_API bool fs_match_done(const fs_match *match);
/* Ticks closed. */
FS_API uint32_t fs_match_tick(const fs_match *match);
/* Hash of the state after the newest of them; ON_DEMAND after the newest that the tick hook has got; OFF the hash that most players
 * have told of the newest tick that they agree on, of tick 0 before. The simulation of a relay is that of its session and may be
 * ahead. */
FS_API uint64_t fs_match_state_hash(const fs_match *match);
/* Ticks whose state hashes all players confirmed who are at most 2 s behind; see agreed_ticks of fs_peer_stats. OFF: those up to the
 * newest tick of which more than half of these players have told the same hash; ticks before it may have been disputed. */
FS_API uint32_t fs_match_agreed(const fs_match *match);
/* Players admitted and present. */
FS_API uint32_t fs_match_players(const fs_match *match);
/* Desyncs detected, traced or not; of FS_REFEREE_OFF, disputes. */
FS_API uint32_t fs_match_desyncs(const fs_match *match);
/* What the server has simulated; of FS_REFEREE_OFF, nothing. */
FS_API void fs_match_get_referee(const fs_match *match, fs_referee_stats *stats);
/* With FS_REFEREE_ON_DEMAND, tells the newest simulated ticks again, 10 to 20 s of them or all, for a recording of a desync: `begin` once, then
 * `each` for every tick in order, with its simulated state hash and without a simulation. False, with nothing told, when `tick` is not among them,
 * in the other modes, when out of memory, or while the server simulates: not so in the handler of FS_EVENT_DESYNC. */
FS_API bool fs_match_give_past(fs_match *match, uint32_t tick, fs_past_fn *begin, fs_tick_fn *each, void *context);
/* The server's own simulation and stream, owned by the match; for reading. Without FS_REFEREE_LIVE the simulation is at
 * verified_tick of fs_referee_stats. */
FS_API fs_sim *fs_match_sim(fs_match *match);
FS_API const fs_stream *fs_match_stream(const fs_match *match);
/* Figures of the i-th player, also after it left; false past the end. Of more than 256 some who left are not listed. */
FS_API bool fs_match_peer(const fs_match *match, uint32_t i, fs_peer_stats *stats);

/* The session of def.follows has simulated a tick: from its tick hook, with the arguments of that. */
FS_API void fs_match_relay_tick(fs_match *match, const void *bundle, size_t size, uint64_t state_hash, uint64_t now_us);
/* It has verified a head: from its event hook, at FS_EVENT_HEAD. The head is passed on unchanged. */
FS_API void fs_match_relay_head(fs_match *match);
/* Figures of the spectators. */
FS_API void fs_match_get_spectators(const fs_match *match, fs_spectator_stats *stats);

/* --- session: a client's side ------------------------------------------------------ */

typedef struct fs_session fs_session;

typedef struct fs_session_def {
    char name[FS_MAX_NAME];       /* see fs_name_check(); "" = the server chooses one */
    uint32_t state_history_ticks; /* as in fs_match_def */
    const char *build;            /* version, compiler, machine: for desync reports; at most 95 bytes count; NULL: "" */
    const fs_tasks *tasks;        /* threads lent to every step, NULL: none; must outlive the session */
    const char *password;         /* for a server that asks for one, NULL: none; must outlive the session */
    bool reconnect;          /* a lost connection is no failure: phase AWAY until the program has opened another; of a
                                   * spectator too, with another FS_EVENT_SPECTATING then */
    const uint8_t *key_seed; /* of the player's lasting key (identity.h), NULL: none; must outlive the session */
    const void *ticket; /* shown to the server on a connection with a binding (ticket.h), NULL: none; must outlive it */
    size_t ticket_size; /* at most FS_TICKET_BYTES */
    /* Client-side prediction: up to so many ticks, 1..FS_MAX_PREDICTION, are simulated ahead of the confirmed state; 0: plain
     * lockstep. See fs_show_fn. */
    uint32_t predict_ticks;
    /* Watches the match: it has no slot, sends no inputs, and gets the ticks late by the server's delay and 0.1 s. */
    bool spectate;
} fs_session_def;

/* What state is shown. */
typedef enum fs_show_kind {
    FS_SHOW_CONFIRMED, /* the confirmed one: every closed tick in plain lockstep */
    FS_SHOW_PREDICTED, /* a predicted one */
    FS_SHOW_CORRECTED /* the state of the tick that was shown last, now with other inputs: what is shown next follows from
                        * this one; a view can spread the difference over some pictures */
} fs_show_kind;
/* The newest state there is, for a picture; it may be read only, within the call.
 *
 * With prediction a session simulates a copy of the confirmed state ahead: with its own inputs as soon as they are sampled,
 * and with repeats of the newest inputs known of the others. When a closed tick has other inputs, the copy is made again and
 * the steps are repeated, once for each own input at most. Hashes, recordings and the tick hook see confirmed ticks alone.
 * Ticks are shown in increasing order and each once, except that FS_SHOW_CORRECTED repeats the newest; the order begins anew
 * with a snapshot and at the end of the match. */
typedef void fs_show_fn(void *context, fs_sim *sim, fs_show_kind kind);

/* What prediction does and costs since the match was joined. Times are those of the hook clock_us, 0 without it. */
typedef struct fs_prediction_stats {
    uint32_t tick;           /* ticks behind the newest state, predicted or confirmed */
    uint32_t limit_ticks;    /* ticks ahead of the confirmed state that are affordable now */
    uint32_t confirmed;      /* closed ticks that had been predicted before */
    uint32_t mispredicted;   /* of them, those whose inputs were others */
    uint32_t rollbacks;      /* copies of the confirmed state for that reason */
    uint64_t steps;          /* predicted ticks, repetitions included */
    uint64_t repeated_steps; /* of them, repetitions of a tick that had been predicted before */
    uint64_t total_us;       /* of all copies, predicted steps and show hooks between them */
    uint32_t longest_us;     /* of one advance, by one own input */
} fs_prediction_stats;

typedef struct fs_session_hooks {
    void *context;
    fs_send_fn *send; /* required */
    /* The game of that name, which the server plays; it must outlive the session. NULL, with a sentence in `error`, to
     * refuse. `name` comes from the network: it must not make a program load a file. Required. */
    const fs_game *(*game)(void *context, const char *name, char *error, size_t error_size);
    /* Fills the input (input_size zero bytes) of `slot` that will act at `tick`; `state` is the newest one that is shown.
     * Required. */
    void (*input)(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input);
    fs_tick_fn *tick;   /* may be NULL */
    fs_event_fn *event; /* may be NULL */
    fs_show_fn *show;   /* may be NULL */
    /* The time of any monotonic clock, by which the cost of steps is measured: all ticks ahead are repeated within half a
     * tick, so a slow computer predicts fewer. NULL: neither measured nor limited. It changes no confirmed state. */
    uint64_t (*clock_us)(void *context);
} fs_session_hooks;

typedef enum fs_session_phase {
    FS_SESSION_JOINING, /* until the server admits the player */
    FS_SESSION_WAITING, /* for tick 0 */
    FS_SESSION_PLAYING,
    FS_SESSION_ENDED,  /* every tick of the match was simulated */
    FS_SESSION_FAILED, /* refused, or the connection was lost: fs_session_failure() */
    FS_SESSION_AWAY    /* the connection was lost: open another and call fs_session_connected(), or give up */
} fs_session_phase;

/* What follows the end of the match on the same connection, or what a client that came after the end waits for. Once it is READY, a new session can be made and connected
 * with fs_session_connected(). NONE again, and FS_EVENT_NOTICE tells why, where the server refuses a client that has played to the end. */
typedef enum fs_session_next { FS_NEXT_NONE, FS_NEXT_ANNOUNCED, FS_NEXT_READY } fs_session_next;

typedef struct fs_session_stats {
    fs_session_phase phase;
    uint32_t slot;                 /* FS_MAX_PLAYERS before the player is admitted */
    uint32_t tick;                 /* ticks simulated */
    uint32_t newest_tick;          /* ticks that the server has closed, as far as messages tell */
    uint32_t players;              /* present after the newest simulated tick */
    uint32_t delay_ticks;          /* input delay, rounded up */
    uint32_t delay_us;             /* the same, exact */
    uint32_t loss_down_permille;   /* share of the TICKS messages that were lost, of about the last 128 */
    uint32_t rtt_us;               /* round trip as the server measures it */
    uint32_t jitter_us;            /* 90th percentile of bundle arrival above the earliest */
    uint32_t substituted;          /* ticks whose input of this player was missing */
    uint32_t repairs;              /* REPAIR_REQUESTs sent */
    uint32_t agreed_tick;          /* ticks whose state hash all players confirmed who are at most 2 s behind */
    uint32_t desyncs;              /* DESYNC_NOTICEs received */
    uint64_t bytes_up, bytes_down; /* payload of messages */
    uint32_t malformed;            /* messages of the server that were dropped */
    uint64_t state_hash;           /* after the newest simulated tick; 0 before the first */
    fs_session_next next;          /* whether another match follows on this connection */
    fs_end_cause end_cause;        /* of an ended match */
    fs_prediction_stats prediction;
    /* Of a spectator. Heads are verified: signed by `origin_key`, with the inputs and the state of this session. */
    bool spectating, relayed, has_origin_key; /* relayed: the server passes on the ticks of another one */
    uint8_t origin_key[FS_KEY_BYTES];         /* of the server that closes the ticks */
    uint32_t spectate_delay_s, heads, verified_tick;
} fs_session_stats;

/* Copies both structs; def->build must outlive the session. The caller destroys *out. E_NAME for a name without its
 * final zero, E_ARGUMENT for too many predicted ticks, E_MEMORY; *out is NULL then. */
FS_API fs_result fs_session_create(const fs_session_def *def, const fs_session_hooks *hooks, fs_session **out);
/* Calls no hook. NULL is allowed. */
FS_API void fs_session_destroy(fs_session *session);
/* The binding of the connection that is to be used next (fs_net_binding()), before fs_session_connected(). Without it the
 * session proves no key. */
FS_API void fs_session_bind(fs_session *session, const uint8_t binding[FS_KEY_BYTES]);
/* The connection to the server is open: sends JOIN. Once per session, and once more for each time it was AWAY: then the
 * server gives the client its slot again, with the bundles that it lacks (of up to 960 ticks) or with a snapshot. */
FS_API void fs_session_connected(fs_session *session, uint64_t now_us);
/* A message of the server has arrived. Any bytes are safe: malformed messages are counted and dropped. */
FS_API void fs_session_receive(fs_session *session, fs_channel channel, const void *bytes, size_t size,
                               uint64_t now_us);
/* The connection is gone: ENDED when every tick was simulated, else AWAY when the session may reconnect and has a slot that
 * is held, else FAILED. */
FS_API void fs_session_disconnected(fs_session *session, uint64_t now_us);
/* Simulates the ticks that are due (at most 8 and those of the time since the last call) and samples and sends inputs; call it at fs_session_next_poll_us() at
 * the latest. */
FS_API void fs_session_poll(fs_session *session, uint64_t now_us);
/* When fs_session_poll() is due next, at most 10 ms after the last call. */
FS_API uint64_t fs_session_next_poll_us(const fs_session *session);
/* Sends LEAVE; the connection may be closed once that has arrived. */
FS_API void fs_session_leave(fs_session *session);
/* Says a text to all players: its printable characters, cut to FS_MAX_CHAT - 1 bytes. The server puts it into a bundle, from
 * where fs_stream_chat() gives it to all sessions and recordings; a player may say a line in 2 s and 5 at once. E_ARGUMENT
 * when nothing printable is left, E_NETWORK when the session does not play. */
FS_API fs_result fs_session_say(fs_session *session, const char *text);
FS_API void fs_session_get_stats(const fs_session *session, fs_session_stats *stats);
/* A sentence on why the session failed; "" when it did not. Valid until the session is destroyed. */
FS_API const char *fs_session_failure(const fs_session *session);
/* The client's simulation, owned by the session; for reading. NULL before the server has offered a match. */
FS_API fs_sim *fs_session_sim(fs_session *session);
/* The simulation with the newest state, which is shown: a predicted one while there is one, else that of fs_session_sim().
 * For reading; ask again after every call. */
FS_API fs_sim *fs_session_shown_sim(fs_session *session);
/* The stream after the newest simulated tick, owned by the session. */
FS_API const fs_stream *fs_session_stream(const fs_session *session);
/* Flips bit `bit` (0 = lowest) of one component right after `tick` was simulated: the acceptance test of desync
 * tracing. `field` is "pos" or "pos.x". The texts are copied. Called before fs_session_connected(), a table, field, bit, row or
 * phase (fs_session_set_fault_phase()) that the match cannot have fails the session with E_ARGUMENT when the match is
 * offered; a row that is not in use, and else all of these, when the tick comes. The sentence lists what there is. A fault that the game's `valid` refuses is taken back at the end of that tick, because the
 * game may not be able to step such a state. */
FS_API void fs_session_inject_fault(fs_session *session, uint32_t tick, const char *table, uint32_t row,
                                    const char *field, uint32_t bit);
/* The injected fault is one of the simulation: the bit flips where the first `phase` of its tick ends, and again when the tick
 * is repeated for a trace. FS_PHASE_UNKNOWN: after the tick, once. Nothing flips where no such part ends, or where the game's
 * `valid` refuses the state. The later parts must be able to go on with it. */
FS_API void fs_session_set_fault_phase(fs_session *session, fs_phase phase);
/* Whether the injected fault has flipped its bit. */
FS_API bool fs_session_fault_given(const fs_session *session);

/* --- local: one process, no network ------------------------------------------------- */

typedef struct fs_local fs_local;

/* The same match in one process: slots 0..players-1 join at tick 0. `tasks` are lent to every step (NULL: none); they
 * and the game must outlive the local match. `tick` may be NULL. The caller destroys *out. The results of
 * fs_sim_create(); *out is NULL unless FS_OK. */
FS_API fs_result fs_local_create(const fs_game *game, const fs_config *config, const fs_tasks *tasks, fs_tick_fn *tick,
                                 void *context, fs_local **out);
/* NULL is allowed. */
FS_API void fs_local_destroy(fs_local *local);
/* Closes one tick with the players' inputs (players x input_size bytes; they are sanitised in place), simulates it and
 * calls the tick hook. Returns the state hash after the tick. */
FS_API uint64_t fs_local_step(fs_local *local, void *inputs);
/* The simulation and the stream, owned by the local match; for reading. */
FS_API fs_sim *fs_local_sim(fs_local *local);
FS_API const fs_stream *fs_local_stream(const fs_local *local);

#ifdef __cplusplus
}
#endif
#endif
