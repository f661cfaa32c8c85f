/* match_internal.h: the server's side of a match, shared by its parts.
 *
 * match.c creates, polls and ends a match; match_input.c takes inputs and chooses the input delays; match_tick.c closes
 * ticks and sends bundles; match_peer.c admits and refuses
 * peers and handles their messages; match_hashes.c compares state hashes; trace/match_trace.c finds the fields of a desync;
 * match_snapshot.c sends states; match_host.c pauses, kicks and hands over to the next match; match_bots.c plays for bots;
 * match_slot.c keeps the slots of lost connections; match_trouble.c tells slow lines from slow computers;
 * pace/match_strict.c waits for missing inputs; referee/match_referee.c judges state hashes without simulating every tick, and
 * referee/match_majority.c compares them without simulating any. Time and messages are parameters: no file here reads a clock.
 */
#ifndef FS_LOCKSTEP_MATCH_INTERNAL_H
#define FS_LOCKSTEP_MATCH_INTERNAL_H

#include "lockstep/state_history.h"
#include "lockstep/message.h"
#include "lockstep/pace/input_delay.h"
#include "lockstep/pace/loss_meter.h"
#include "lockstep/referee/referee.h"
#include "lockstep/spectate/broadcast.h"

enum {
    FS__INPUT_WINDOW_TICKS = 128, /* ticks ahead for which inputs are held */
    FS__BUNDLE_LOG_TICKS = 1024,  /* bundles kept for repair */
    FS__RESUME_TICKS = 960,       /* of them, those that a returning client may lack; else it gets a snapshot */
    FS__STATE_HASH_TICKS = 4096,  /* state hashes kept for comparison */
    FS__INPUT_REPEAT_TICKS = 10,  /* ticks for which a missing input repeats the last one; then it is zero */
    FS__MALFORMED_LIMIT = 256,    /* malformed messages after which a peer is refused */
    FS__MALFORMED_DECAY_PER_S = 8,
    FS__INPUT_BURST = 32,  /* INPUT messages at once, and those of ... */
    FS__INPUT_BURST_S = 8, /* ... ticks of so many seconds, which arrive at once after a stall of server or link */
    FS__RESYNC_LIMIT = 3,  /* resyncs per FS__RESYNC_PERIOD_US; the next desync refuses the peer */
    FS__RESYNC_PERIOD_US = 600 * 1000000,
    FS__JOIN_TIMEOUT_US = 10 * 1000000, /* from connecting to joining, and from OFFER to READY */
    FS__LOAD_TIMEOUT_US = 30 * 1000000, /* from a snapshot to LOADED, and ... */
    FS__LOAD_BYTES_PER_S = 32 << 10,    /* ... the time of its bytes at this rate */
    /* Snapshots: the cost of one in the bucket of the match and in that of its address. */
    FS__SNAPSHOT_US = 250 * 1000,                 /* at least: 4 per second in all */
    FS__SNAPSHOT_BYTES_PER_S = 4 << 20,           /* of uncompressed state: a larger one costs its time at this rate */
    FS__SNAPSHOT_BURST_US = 4 * 1000000,          /* 16 small ones at once in all, */
    FS__SNAPSHOT_ADDRESS_FACTOR = 8,              /* one in 2 s per address */
    FS__SNAPSHOT_ADDRESS_BURST_US = 14 * 1000000, /* and 8 at once */
    FS__ORIGINS = 128,                            /* addresses whose use is remembered */
    FS__MAX_BEHIND_TICKS = 960,                   /* ticks behind at which a computer is refused that is ... */
    FS__MAX_SLOW_US = 20 * 1000000,               /* ... too slow for this time: a client that catches up is not */
    FS__REPAIR_INTERVAL_MIN_US = 100 * 1000,      /* between two answered REPAIR_REQUESTs of a peer */
    FS__REPAIR_BYTES_PER_S = 256 << 10,           /* of a peer */
    FS__REPAIR_BURST_US = 4 * 1000000,            /* a mebibyte at once */
    FS__TRACE_TIMEOUT_US = 2 * 1000000,           /* without a reply */
    FS__TRACE_LIMIT_US = 8 * 1000000,             /* of a whole trace */
    FS__TRACE_WAITED_US = 1000000,                /* for which the referee waits, to keep the states of traces */
    FS__MAX_TRACE_BYTES = 16 * 1024,
    /* What the replies of all traces cost, in their leaky bucket. */
    FS__TRACE_REPLY_US = 250,                /* one, at least, */
    FS__TRACE_STATE_BYTES_PER_S = 512 << 20, /* and its state at this rate; */
    FS__TRACE_BURST_US = 100 * 1000,         /* 400 of small states at once */
    FS__SETTLE_US = 50 * 1000,               /* for which the final agreement is repeated */
    FS__NEXT_REPEAT_US = 15 * 1000000,       /* between two NEXTs to those who wait for the next match */
    FS__LINGER_US = 2 * 1000000,             /* after the end, for the last state hashes and traces */
    FS__STRICT_POLL_US = 1000,               /* between two looks for a missing input */
    FS__STALL_THRESHOLD_US = 250 * 1000,     /* a longer pause of the server restarts the clock instead of bursting */
    FS__SUSPECT_GAP_US = 50 * 1000,          /* after a longer pause between two calls, arrival times are unknown ... */
    FS__SUSPECT_US = 2 * 1000,               /* ... for this long: what waited in the socket is read at once */
    FS__PROBE_INTERVAL_US = 50 * 1000,       /* between two answers to INPUT before tick 0 */
    FS__CHEAP_BYTES = 192,            /* bundles of so many bytes together are repeated until they are acknowledged */
    FS__TWICE_BYTES_PER_S = 32 << 10, /* TICKS are not sent twice when that would exceed this */
    FS__TROUBLE_US = 10 * 1000000,    /* a player's trouble, told once in this time, ... */
    FS__TROUBLE_BURST_US = 90 * 1000000, /* ... and 10 times at once */
    FS__SILENT_US = 250 * 1000,          /* without an INPUT: the player is told as silent, ... */
    FS__HEARD_US = 100 * 1000,   /* since the newest INPUT: missing inputs may still become a silence after that */
    FS__ABSENT_US = 2 * 1000000, /* ... and as absent: nobody waits for it, and its hashes hold no agreement back */
    FS__LATE_HASHES_US =
        10 * 1000000,           /* state hashes later than this: the player is told as one whose states nobody knows */
    FS__BEHIND_US = 500 * 1000, /* ticks received and not simulated: the player's computer is too slow */
    FS__STARVED_TICKS = 5,      /* substituted inputs in the last second: the player's line is too slow, ... */
    FS__FED_TICKS = 2,          /* ... until there are fewer than these */
    FS__FAIR_DELAY_US = 100 *
                        1000, /* mode FAIR: a player who needs more than the best one and this plays with his own */
    FS__RTT_LIMIT_US = 10 * 1000000, /* a longer round trip is no measurement */
    FS__RTT_CREDIT_US = 1000000,     /* of a round trip, by which state hashes may come later than others */
    FS__PEER_HISTORY = 256,          /* players whose figures are kept */
    FS__CHAT_QUEUE = 32,             /* lines of chat that wait for a bundle */
    FS__CHAT_COST_US = 2000000,      /* a player may say a line in this time, ... */
    FS__CHAT_BURST_US = 8000000,     /* ... and 5 at once */
    /* Spectators. */
    FS__SPECTATOR_BATCHES_PER_S = 10,       /* messages with bundles to one */
    FS__SPECTATOR_WINDOW_BYTES = 256 << 10, /* sent and not yet told as received */
    FS__SPECTATOR_WINDOW_TICKS = 900,       /* sent and not yet simulated; the client queues 1024 */
    FS__SPECTATOR_BYTES_PER_S = 4 << 20,    /* to all together, unless the match says otherwise */
    FS__SPECTATOR_BURST_US = 250 * 1000,    /* the bytes of this time at once */
    FS__SPECTATOR_SHARE = 4,                /* one may have this part of all bytes */
    FS__SPECTATOR_SLOW_US = 10 * 1000000,   /* without news of what was sent: it is refused */
    FS__SPECTATOR_SEEK_US = 1000000,        /* after which an old keyframe does: the match may be paused */
    FS__SPECTATOR_VISITS = 256,             /* sessions that are known again after a lost connection */
    FS__WATCHED_PER_S = 16,                 /* WATCHEDs of one, and ... */
    FS__WATCHED_BURST_US = 4 * 1000000,     /* ... those of this time at once */
    /* A server that does not simulate every tick. */
    FS__SNAPSHOT_AGE_TICKS = 512, /* ticks behind the newest of a snapshot, at most: the bundles after it are kept */
    FS__REFEREE_LOG_BYTES = 64 << 20, /* of bundles that are not simulated: then they are */
    FS__DECIDED_PER_POLL = 256,       /* ticks that recorders get in one call */
    /* A server that never simulates: the difference of one player's hashes from the others', told once in this time, ... */
    FS__DISPUTE_US = 30 * 1000000,
    FS__DISPUTE_BURST_US = 60 * 1000000, /* ... and 3 times at once */
    FS__CLAIMS_TEXT = FS_MAX_PLAYERS * (FS_MAX_NAME + 20)
};

#define FS__NEVER UINT64_MAX
#define FS__NO_TICK UINT32_MAX

typedef enum fs__peer_phase {
    FS__PEER_FREE,
    FS__PEER_CONNECTED,
    FS__PEER_CHALLENGED, /* is to prove that it knows the password */
    FS__PEER_OFFERED,
    FS__PEER_LOADING,
    FS__PEER_PLAYING,
    FS__PEER_SPECTATING,
    FS__PEER_DROPPED
} fs__peer_phase;

typedef struct fs__peer {
    fs__peer_phase phase;
    bool spectates;                 /* it has sent SPECTATE in place of JOIN */
    uint64_t since_us;              /* when the phase began */
    uint64_t inputs_us;             /* leaky bucket of INPUT messages */
    uint64_t chat_us, chat_told_us; /* leaky buckets of lines of chat, and of answers to those above the limit */
    uint8_t nonce[FS__PASSWORD_NONCE_BYTES]; /* of its CHALLENGE */
    uint64_t malformed_us;                   /* leaky bucket of malformed messages */
    uint64_t next_repair_us;                 /* earlier repair requests are ignored */
    uint64_t repair_us;                      /* leaky bucket of the bytes of REPAIR */
    bool resumes;                            /* it has sent `resume` */
    struct fs__resume_message resume;
    uint32_t resume_slot; /* the held slot that is to be its own; FS_MAX_PLAYERS = none */
    uint64_t origin;      /* its address as a number, 0 = unknown */
    uint32_t ticket_size; /* 0: it has shown none */
    uint8_t ticket[FS_TICKET_BYTES];
    bool bound;                    /* its connection has a binding */
    uint8_t binding[FS_KEY_BYTES]; /* zeros: it has none */
    bool snapshot_due;             /* waits for a snapshot since snapshot_us; else the newest was sent then */
    uint64_t snapshot_us;
    uint64_t load_us; /* time that the newest snapshot has to be loaded */
    uint32_t slot, active_tick;
    uint32_t ack_bundle_tick;        /* first bundle that the peer lacks */
    uint32_t next_input;             /* first tick whose input has not arrived */
    uint32_t next_hash_tick;         /* first tick whose state hash has not arrived */
    bool replaced;                   /* a new state was sent in place of old bundles, and no state hash came since */
    uint32_t repeats;                /* substituted ticks in a row */
    bool state_desynced;             /* its state is wrong and was not replaced yet */
    uint32_t desync_from, desync_to; /* ticks [from, to) of its newest desync */
    bool awaits_next;                /* has joined or seen the end of this match, and waits for the one after it */
    bool from_last_match;            /* messages before its JOIN belong to the match before */
    uint8_t epoch;                   /* snapshots sent, mod 256 */
    fs__input_delay delay;           /* chooses its input delay */
    uint32_t told_delay_ticks;       /* of the newest DELAY event */
    uint64_t told_delay_us;          /* when that was */
    fs__loss_meter loss_up;          /* of its INPUT messages */
    uint8_t loss_down;               /* share of its TICKS messages that were lost, in 1/255, as it says */
    bool lacks_bundles;              /* it has seen newer TICKS than it has bundles */
    bool rtt_measured;               /* by INPUT messages, not only by the handshake */
    uint16_t serial;                 /* of its newest TICKS */
    uint64_t heard_us;               /* when its newest INPUT arrived */
    uint32_t behind;                 /* bundles that it has received and not simulated, as it says */
    uint64_t slow_us;                /* since when it is too far behind; 0 = it is not */
    uint32_t starved;                /* substituted inputs: the sum of a leaky second, in 1/hz */
    uint64_t probe_us;               /* when the newest INPUT before tick 0 was answered */
    uint32_t trace_tick;             /* tick of a requested trace; FS__NO_TICK = none */
    uint64_t trace_state_hash;       /* the peer's state hash of that tick */
    uint64_t trace_own_hash;         /* the server's */
    uint64_t trace_number;           /* of the request, in the order of all */
    bool mute;                       /* has let a trace time out, and answered nothing since: it is not asked */
    uint32_t resyncs;                /* since resync_since_us */
    uint64_t resync_since_us;
    char build[FS__MAX_BUILD];
    uint64_t received[FS__INPUT_WINDOW_TICKS /
                      64]; /* bit set of the inputs that have arrived, by tick % FS__INPUT_WINDOW_TICKS */
    /* Likewise, of the closed ticks whose input was missing and has not arrived since. */
    uint64_t missed[FS__INPUT_WINDOW_TICKS / 64];
    uint8_t *inputs;        /* FS__INPUT_WINDOW_TICKS x input_size */
    uint64_t *claims;       /* its state hashes, FS__STATE_HASH_TICKS; NULL when the server simulates every tick */
    uint32_t judged;        /* first of them that is not compared with a simulated one */
    uint32_t disputed_tick; /* of `disputed_claim`, a claim that is kept for the verdict; FS__NO_TICK = none */
    uint64_t disputed_claim;
    uint32_t wrong_chain_tick; /* of a state hash that it told with another chain; FS__NO_TICK = none */
    uint32_t differs_from;     /* OFF: since when its hashes are not those of a majority; FS__NO_TICK: they are */
    bool outvoted;             /* since then there was a majority with another one */
    fs_trouble told_trouble;   /* the newest that was told */
    fs_peer_stats *stats;      /* in the history, or `pending_stats` */
    fs_peer_stats pending_stats;
} fs__peer;

/* A spectator, beside the fields of its connection. */
typedef struct fs__spectator {
    bool seeks; /* waits for a keyframe, since seek_us */
    uint64_t seek_us;
    uint8_t epoch; /* keyframes sent, mod 256 */
    fs__broadcast_cursor cursor;
    uint32_t sent, received; /* bytes on BULK, mod 2^32; the second as it says */
    uint32_t watched;        /* ticks simulated, as it says, of the newest keyframe on */
    uint64_t progress_us;    /* when it last told of news, or had none to tell */
    uint64_t watched_us;     /* leaky bucket of WATCHED */
    uint64_t bytes_us;       /* leaky bucket of bytes */
    bool told_end;
} fs__spectator;

/* A peer has one at a time; another desync of it waits in `trace_tick`, and while the referee simulates all do. */
typedef struct fs__trace {
    bool active, asked; /* asked: not of a mute peer */
    uint32_t peer;
    uint64_t began_us, request_us;
    struct fs__hash_query query; /* awaits its reply */
    struct fs__hash_reply reply; /* to the query */
    uint64_t answered;           /* number of that reply, in the order of all; 0 = there is none yet */
    uint64_t tables_left;        /* bit set of the tables that differ and were not descended into */
    uint64_t rows_left;          /* bit set of the rows that differ in group `group - 1`, likewise */
    uint32_t group;              /* next group to compare */
    uint32_t groups_first;       /* first group of `groups` */
    uint32_t peer_rows[FS_MAX_TABLES];
    struct fs__hash_reply groups; /* newest reply of level GROUPS */
    fs_desync report;
} fs__trace;

/* A player slot, beside its entry in the stream. */
typedef struct fs__slot {
    uint8_t token[FS__TOKEN_BYTES]; /* of the player who has it; zero = none */
    bool held;                      /* its connection was lost; it is kept until until_us */
    uint64_t until_us;
    uint32_t next_hash_tick; /* of the lost connection */
    fs_peer_stats *stats;    /* of the player, in the history */
    uint64_t spent_us;       /* of strict_ms */
    uint64_t trouble_us;     /* leaky bucket of the times that its trouble was told */
    uint64_t differs_us;     /* OFF: leaky bucket of the times that its hashes were told as different */
    uint32_t ticket_size;    /* of the ticket that the player has shown; 0: none */
    uint8_t ticket[FS_TICKET_BYTES];
    uint8_t
        kicked_token[FS__TOKEN_BYTES]; /* of the newest player who was removed while the slot was held; zero = none */
    char kicked_reason[FS__MAX_TEXT];
} fs__slot;
/* The wait for missing inputs, with strict_ms. */
typedef struct fs__strict {
    bool waiting;       /* the open tick is overdue: an input that may be awaited is missing */
    uint64_t waited_us; /* for the open tick */
    uint64_t told_us;   /* of waited_us, when the players were told last */
    uint64_t exhausted; /* bit set of slots that are awaited no more */
} fs__strict;
/* Players that the server plays itself. */
typedef struct fs__match_bots {
    const fs_bot *bot; /* NULL: none */
    uint32_t count;    /* players to keep, persons included */
    uint64_t slots;    /* bit set of the slots given to bots */
    fs_rng rng;
} fs__match_bots;

/* Lines of chat that wait, the oldest first; each is of a player who plays or joins. */
typedef struct fs__chat_queue {
    fs__stream_event lines[FS__CHAT_QUEUE];
    uint32_t count;
} fs__chat_queue;

/* Use of the match by one address. */
typedef struct fs__origin {
    uint64_t key;          /* 0 = free */
    uint64_t snapshots_us; /* leaky bucket */
} fs__origin;

/* What the server knows of the states of ticks that it did not simulate as they closed. */
typedef struct fs__match_referee {
    fs__referee own;   /* ON_DEMAND: its simulation */
    uint32_t verified; /* ticks simulated, as of the last job that has ended */
    uint32_t claimed;  /* ticks of which `state_hashes` of the match has a simulated or claimed hash */
    uint32_t gap;      /* first tick of kept claims that are not counted: the ticks before it are to be simulated;
                                * FS__NO_TICK = none */
    uint32_t dispute;  /* first tick of unequal claims; FS__NO_TICK = none */
    uint32_t disputes; /* since the match began */
    fs__bundle_cursor judged;  /* of tick `verified` */
    fs__bundle_cursor decided; /* of the next tick for the program */
    fs_stream decided_stream;
} fs__match_referee;

/* What players agree on without a referee. */
typedef struct fs__majority {
    uint32_t compared;                         /* ticks */
    uint32_t voters;                           /* in the newest of them */
    uint64_t known[FS__STATE_HASH_TICKS / 64]; /* bit set of those of which `state_hashes` has the majority's hash */
    bool disputed, told;                       /* somebody's hash differs from the others'; that was told */
    uint64_t told_us;                          /* leaky bucket of the times that there was no majority */
} fs__majority;

/* All spectators of a match. */
typedef struct fs__spectators {
    fs__broadcast log;
    fs__spectator *list; /* FS_MAX_PEERS, by peer; NULL: nobody may watch */
    uint64_t bytes_us;   /* leaky bucket of the bytes to all */
    uint32_t next;       /* peer that is served first in the next round */
    fs_spectator_stats stats;
    uint8_t visits[FS__SPECTATOR_VISITS][FS__TOKEN_BYTES]; /* of the newest sessions; zero: none */
    uint32_t next_visit;
    bool has_key; /* ticks are signed with the key of the match */
} fs__spectators;

struct fs_match {
    fs_match_def def;
    fs_match_hooks hooks;
    const fs_game *game;
    fs_sim *sim;
    fs_stream stream;
    fs__state_history state_history;
    bool started, stopping, ended, settled, paused;
    fs_end_cause end_cause; /* set when it is stopping or has ended */
    uint64_t state_hash;    /* after the newest tick */
    uint64_t next_us;       /* when those who wait for the next match are told again that it is to come */
    bool clock_stopped;     /* by a pause: the clock starts anew after it */
    fs__match_bots bots;
    fs__chat_queue chat;
    fs__spectators spectators;
    uint8_t password_salt[FS__PASSWORD_SALT_BYTES], password_key[FS__PASSWORD_KEY_BYTES]; /* with def.password */
    uint64_t challenges;
    uint64_t now_us;     /* of the current call */
    uint64_t suspect_us; /* the end of the newest pause between two calls */
    uint64_t start_us;   /* when tick 0 closes, or would have closed without the pauses since */
    fs__strict strict;
    uint64_t resend_us; /* when the newest TICKS are sent again to peers on bad lines; 0 = not */
    uint8_t clock;      /* number of the newest START */
    uint32_t fair_us;   /* input delay of mode FAIR */
    uint64_t ended_us, settled_us;
    uint32_t agreed, desyncs;
    uint64_t schema_hash, config_hash, number_fingerprint;
    fs__peer peers[FS_MAX_PEERS];
    uint32_t slot_peer[FS_MAX_PLAYERS]; /* FS_MAX_PEERS = nobody */
    fs__slot slots[FS_MAX_PLAYERS];
    uint64_t tokens_made;
    uint64_t leaving; /* bit set of the slots that leave with the next bundle */
    uint8_t *log;     /* FS__BUNDLE_LOG_TICKS x log_stride */
    uint32_t log_stride;
    uint32_t log_size[FS__BUNDLE_LOG_TICKS];
    uint64_t state_hashes[FS__STATE_HASH_TICKS];
    uint64_t chains[FS__STATE_HASH_TICKS];
    fs__trace *traces;    /* one for each slot */
    uint32_t trace_count; /* 0: a relay */
    uint64_t traces_requested, trace_replies;
    uint64_t traces_us;        /* leaky bucket of the replies of all traces */
    uint64_t traces_waited_us; /* since when the referee waits for traces; 0 = it does not */
    fs__match_referee referee;
    fs__majority majority;
    uint64_t snapshots_us; /* leaky bucket of all snapshots */
    fs__origin origins[FS__ORIGINS];
    uint32_t history_count, history_next; /* entries in use, and where the next player's goes */
    fs_peer_stats history[FS__PEER_HISTORY];
    uint8_t out[FS__MAX_MESSAGE_BYTES];
};

/* match.c */
uint64_t fs__match_deadline(const fs_match *m, uint32_t tick);
void fs__match_send(fs_match *m, uint32_t peer, fs_channel channel, size_t size); /* m->out */
void fs__match_event(fs_match *m, fs_event event);
void fs__match_start_message(fs_match *m, uint32_t peer);
/* Begins a call at `now_us`. */
void fs__match_enter(fs_match *m, uint64_t now_us);

/* match_input.c */
bool fs__match_handle_input(fs_match *m, uint32_t peer, fs__reader *r);
bool fs__match_has_input(const fs__peer *peer, uint32_t tick);
uint8_t *fs__match_window_input(const fs_match *m, const fs__peer *peer, uint32_t tick);
void fs__match_forget_input(fs__peer *peer, uint32_t tick, bool missed);
void fs__match_forget_all_inputs(const fs_match *m, fs__peer *peer);
/* Moves next_input to the first tick that is neither closed nor has an input. */
void fs__match_advance_next_input(const fs_match *m, fs__peer *peer);
/* Chooses the first input delay of a player from its round trip. */
void fs__match_start_delay(const fs_match *m, fs__peer *peer);
/* The input delay that a player is to use, by the mode of the match. */
uint32_t fs__match_delay_us(const fs_match *m, const fs__peer *peer);
/* Recomputes the common delay of mode FAIR. */
void fs__match_update_fair_delay(fs_match *m);

/* match_tick.c */
void fs__match_close_tick(fs_match *m);
void fs__match_send_ticks(fs_match *m, uint32_t peer);
/* Whether no INPUT has come from a player for FS__SILENT_US. */
bool fs__match_is_silent(const fs_match *m, const fs__peer *peer);
/* The oldest tick whose bundle is logged. */
uint32_t fs__match_oldest_bundle(const fs_match *m);
/* Sends bundles that are logged again. */
void fs__match_repair(fs_match *m, uint32_t peer, const struct fs__repair_request *request);
/* Sends the newest TICKS again to the peers that lose many. */
void fs__match_resend_ticks(fs_match *m);

/* match_peer.c */
void fs__match_refuse(fs_match *m, uint32_t peer, fs_result result, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void fs__match_remove(fs_match *m, uint32_t peer, const char *reason);

/* match_slot.c */
/* Gives the slot's new player a token, if the match holds slots. */
void fs__match_make_token(fs_match *m, uint32_t slot);
/* Notes the ticket that the slot's player has shown. */
void fs__match_note_ticket(fs_match *m, uint32_t slot, const fs__peer *peer);
/* Keeps the slot of a peer whose connection is gone; false when it is to leave. */
bool fs__match_hold_slot(fs_match *m, uint32_t peer);
/* Finds the slot that the peer returns to, by the token of its RESUME or as its player, who has lost the connection:
 * sets resume_slot and gives the peer the name. False when there is none. */
bool fs__match_find_return(fs_match *m, uint32_t peer);
/* Closes the old connection of the slot that was found. False when the slot is not held: the peer is a new player. */
bool fs__match_replace_connection(fs_match *m, uint32_t peer);
/* Whether another peer, or a held slot that is not the peer's own, has the ticket that the peer shows. */
bool fs__match_is_ticket_used(const fs_match *m, uint32_t peer);
/* The held slot of a player of that name, FS_MAX_PLAYERS if none; its seconds left, rounded up. */
uint32_t fs__match_find_held(const fs_match *m, const char *name);
uint32_t fs__match_held_s(const fs_match *m, uint32_t slot);
fs__offer_mode fs__match_offer_mode(const fs_match *m, const fs__peer *peer);
/* Gives the peer the held slot that was found; false when it is not held any more. */
bool fs__match_take_held_slot(fs_match *m, uint32_t peer);
/* Refuses a peer that comes back for a held slot which fs_match_kick_slot() has given free; false for every other. */
bool fs__match_refuse_kicked(fs_match *m, uint32_t peer);
/* Ends the slots that were held long enough. */
void fs__match_poll_slots(fs_match *m);

/* match_hashes.c */
void fs__match_take_state_hashes(fs_match *m, uint32_t peer, const struct fs__input_message *in);
void fs__match_update_agreed(fs_match *m);
/* Closed ticks whose state hash of a player has not arrived. */
uint32_t fs__match_hashes_outstanding(const fs_match *m, const fs__peer *peer);
/* Whether there are any of some player. */
bool fs__match_awaits_hashes(const fs_match *m);
/* Whether the player's hashes are waited for before ticks count as agreed: it is heard, and at most 2 s behind. */
bool fs__match_is_current(const fs_match *m, const fs__peer *peer);
/* Time by which its next state hash is late, beyond its round trip. */
uint64_t fs__match_hash_lag_us(const fs_match *m, const fs__peer *peer);
/* Refuses a player whose next state hash could no longer be compared: no tick of a player stays without a verdict. */
void fs__match_poll_hashes(fs_match *m, uint32_t peer);

/* Counts a desync and requests its trace: the first difference of a peer whose state was right so far. */
void fs__match_begin_desync(fs_match *m, uint32_t peer, uint32_t tick, uint64_t state_hash);

/* match_trouble.c */
/* Tells when a player begins or ends to have trouble with its line or its computer. */
void fs__match_poll_trouble(fs_match *m, uint32_t peer);

/* trace/match_trace.c */
fs_result fs__match_create_traces(fs_match *m);
/* Whether any trace is active. */
bool fs__match_traces(const fs_match *m);
/* Begins the requested traces, unless the referee simulates. */
void fs__match_trace_next(fs_match *m);
/* Compares the replies that wait, and ends the traces that have had their time. */
void fs__match_trace_poll(fs_match *m);
/* `end`, or a lower number of ticks up to which the referee may simulate while the state history keeps what traces need of it, for
 * FS__TRACE_WAITED_US at most. No job may run. */
uint32_t fs__match_trace_keeps(fs_match *m, uint32_t end);
/* `size`: bytes of the message. */
void fs__match_trace_reply(fs_match *m, uint32_t peer, const struct fs__hash_reply *reply, size_t size);
void fs__match_trace_abandon(fs_match *m, uint32_t peer, const char *reason);

/* pace/match_strict.c */
/* Whether the tick that is due waits for an input; its deadline is moved to now. */
bool fs__match_wait_inputs(fs_match *m);
/* A tick was closed, or the clock starts anew. `in_time`: bit set of the slots whose inputs were there. */
void fs__match_end_wait(fs_match *m, uint64_t in_time);
/* match_host.c */
/* Shifts the clock over a pause; true while no tick may close. */
bool fs__match_hold(fs_match *m);
/* CAUSE and END, and NEXT when another match follows. */
void fs__match_tell_end(fs_match *m, uint32_t peer);
/* NEXT to a peer that is to wait for the next match. */
void fs__match_announce_next(fs_match *m, uint32_t peer);
/* Announces the next match again. */
void fs__match_poll_next(fs_match *m);

/* match_bots.c */
/* Brings the number of bots to what persons leave of it. */
void fs__match_update_bots(fs_match *m);
/* The slot of the next person; FS_MAX_PLAYERS: none is left. Where a bot has to leave, it is the slot of a bot. Of even and odd slots,
 * the teams of games with two, those that fewer persons have come first. */
uint32_t fs__match_slot_for_person(const fs_match *m);
/* The bot of the slot leaves with the next tick. */
void fs__match_remove_bot(fs_match *m, uint32_t slot);
bool fs__match_is_bot(const fs_match *m, uint32_t slot);
/* The name of the bot of a slot. */
void fs__match_bot_name(const fs_match *m, uint32_t slot, char name[FS_MAX_NAME]);
/* The bot's input of the tick that closes; `input` is zero. */
void fs__match_think(fs_match *m, uint32_t slot, uint8_t *input);

/* match_chat.c */
/* Queues a line for a bundle; false when it is malformed or not allowed. */
bool fs__match_take_chat(fs_match *m, uint32_t peer, fs__reader *r);
/* Takes the oldest line of a player among `present`; returns 0 when there is none, else 1. A line of a player whose JOIN
 * no tick has had yet stays. */
uint32_t fs__match_next_chat(fs_match *m, uint64_t present, fs__stream_event *event);
/* Drops the lines of a player who leaves: the slot may be another's by the time of their tick. */
void fs__match_forget_chat(fs_match *m, uint32_t slot);

/* match_snapshot.c */
/* Sends the peer a snapshot as soon as the budgets of the match and of its address allow: now, or in a later poll. */
void fs__match_request_snapshot(fs_match *m, uint32_t peer);
void fs__match_poll_snapshots(fs_match *m);

/* referee/match_referee.c */
fs_result fs__match_create_referee(fs_match *m);
void fs__match_destroy_referee(fs_match *m);
/* Whether the server simulates every tick as it closes. */
bool fs__match_simulates(const fs_match *m);
/* Whether a job runs, to which the state history belongs then. */
bool fs__match_referee_busy(const fs_match *m);
/* A state hash of a closed tick, when the server does not simulate. */
void fs__match_take_claim(fs_match *m, uint32_t peer, uint32_t tick, uint64_t state_hash, bool chain_differs);
/* Whether the player's hash of the tick is among its claims, and not found wrong. */
bool fs__match_has_claimed(const fs__peer *peer, uint32_t tick);
/* "ann 0123456789abcdef, bob ..." of all who have claimed. */
void fs__match_print_claims(const fs_match *m, uint32_t tick, char text[FS__CLAIMS_TEXT]);
/* `ticks`, or fewer: those before the first tick of a dispute or without a known hash. */
uint32_t fs__match_undisputed(const fs_match *m, uint32_t ticks);
/* Whether the program has not had all closed ticks yet. */
bool fs__match_undecided(const fs_match *m);
/* A tick was closed and not simulated. */
void fs__match_note_tick(fs_match *m, uint32_t tick, const void *bundle, size_t size);
/* Whether there is a state for snapshots; fs__match_poll_referee() makes one for peers that wait. */
bool fs__match_snapshot_ready(const fs_match *m);
void fs__match_poll_referee(fs_match *m);

/* referee/match_majority.c */
/* Compares the ticks whose hashes all have told who are waited for, and moves the agreed tick on. */
void fs__match_compare_claims(fs_match *m);
/* A claim has come: compares it when its tick was compared without it. */
void fs__match_compare_late(fs_match *m, uint32_t peer, uint32_t tick);
/* `agreed` ticks, or fewer: those before the player's hashes differ from the majority's. */
uint32_t fs__match_agreed_of(const fs__peer *peer, uint32_t agreed);

/* spectate/match_spectators.c */
fs_result fs__match_create_spectators(fs_match *m);
void fs__match_destroy_spectators(fs_match *m);
/* Whether one more may watch; refuses the peer otherwise. */
bool fs__match_can_spectate(fs_match *m, uint32_t peer);
/* Closes the lost connection of a session that comes again on another one. */
void fs__match_replace_spectator(fs_match *m, uint32_t peer);
/* Admits a peer whose READY agrees. */
void fs__match_admit_spectator(fs_match *m, uint32_t peer);
/* A spectator is removed from the match. */
void fs__match_remove_spectator(fs_match *m, uint32_t peer, const char *reason);
/* A tick was closed. */
void fs__match_broadcast_tick(fs_match *m, const void *bundle, size_t size, uint64_t state_hash);
bool fs__match_handle_watched(fs_match *m, uint32_t peer, fs__reader *r);
/* Sends what is due and removes who does not read. */
void fs__match_poll_spectators(fs_match *m);
/* Whether a spectator has not had the end of the match yet. */
bool fs__match_spectators_wait(const fs_match *m);

/* spectate/match_relay.c */
/* Whether the definition names no session to follow, or one that can be followed. */
bool fs__match_can_follow(const fs_match_def *def);
/* Takes over game, configuration, state and stream of the session. */
fs_result fs__match_follow(fs_match *m);
/* What a relay tells of the ticks that it passes on. */
void fs__match_relay_terms(const fs_match *m, struct fs__spectating_message *message);

#endif
