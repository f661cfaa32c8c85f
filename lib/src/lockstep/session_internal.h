/* session_internal.h: a client's side of a match, shared by its parts.
 *
 * session.c joins and handles messages; session_tick.c samples inputs, queues bundles and simulates them;
 * session_snapshot.c loads states; trace/session_hash.c answers the queries of a trace, trace/session_fault.c flips bits for its
 * tests; predict/session_predict.c runs a state
 * ahead of the confirmed one. No file here reads a clock but through the hook that measures prediction.
 */
#ifndef FS_LOCKSTEP_SESSION_INTERNAL_H
#define FS_LOCKSTEP_SESSION_INTERNAL_H

#include "lockstep/pace/clock.h"
#include "lockstep/pace/input_delay.h"
#include "lockstep/pace/loss_meter.h"
#include "lockstep/predict/prediction.h"
#include "lockstep/state_history.h"
#include "lockstep/message.h"
#include "state/phase.h"

enum {
    FS__QUEUE_TICKS = 1024,                 /* bundles received and not yet simulated */
    FS__OWN_INPUTS = 64,                    /* own inputs kept until the server has acknowledged them */
    FS__OWN_STATE_HASHES = 4096,            /* own state hashes kept, likewise: as many as a server compares */
    FS__STEPS_PER_POLL = 8,                 /* bounds one call: inputs are sampled and views drawn between two; ... */
    FS__STEPS_PAUSE_US = 250 * 1000,        /* ... and the ticks of the time since the last call, up to this */
    FS__AGREEMENT_TIMEOUT_US = 1000 * 1000, /* from END to the agreement of all players, at most */
    FS__REPAIR_INTERVAL_US = 400 * 1000,    /* between two requests for the same gap */
    FS__REPAIR_PATIENCE_US = 100 * 1000,    /* and a round trip: the server sees the gap and repeats what fits */
    FS__REPAIR_GAP_TICKS = 48,              /* a larger gap fits into no datagram */
    FS__PROBE_US = 100 * 1000,              /* between two INPUTs before tick 0 */
    FS__WAITED_GAP_US = 50 * 1000,          /* after a longer pause between two calls, arrival times are unknown ... */
    FS__WAITED_US = 2 * 1000,               /* ... for this long: what waited in the socket is read at once */
    FS__PHASES_INTERVAL_US = 100 * 1000,    /* between two ticks that are repeated for a server */
    FS__CALM_US = 2 * 1000000               /* a pause or an outage after a calm time of this length is an incident: the
                                               inputs that it delays tell the server nothing about the line */
};

enum {
    FS__PENDING_HEADS = 64,           /* heads that are ahead of the simulation */
    FS__UNSIGNED_S = 3,               /* seconds of ticks without a head, at most */
    FS__WATCHED_INTERVAL_US = 250000, /* between two WATCHEDs, ... */
    FS__WATCHED_BYTES = 64 << 10      /* ... unless so many bytes have arrived */
};

/* What a spectator knows of the match beside its ticks. */
typedef struct fs__watch {
    uint8_t visit[FS__TOKEN_BYTES];   /* by which the server knows the session again on another connection */
    bool admitted;                    /* on this connection */
    uint32_t received, told_received; /* bytes on BULK */
    uint32_t told_ticks;
    uint64_t told_us;
    uint32_t signed_tick;   /* of the newest verified head, or of the snapshot */
    struct fs__head newest; /* the newest verified one */
    uint32_t first, count;
    struct fs__head heads[FS__PENDING_HEADS]; /* a ring */
} fs__watch;

typedef struct fs__fault {
    bool armed;
    uint32_t tick, row, bit;
    char table[FS_MAX_NAME], field[2 * FS_MAX_NAME];
    fs_phase phase; /* flips where it ends, and in each repetition of the tick; UNKNOWN: once, after the tick */
    bool flipped;   /* in this run of the tick */
    bool refused;   /* by the game's `valid`: `ref` gets `raw` back at the end of the tick */
    fs_value_ref ref;
    int64_t raw;
    bool given; /* has flipped its bit */
} fs__fault;

/* Ticks that are tried before the answer to the offer. */
typedef struct fs__trial {
    fs_sim *sim; /* NULL: none is under way */
    fs_rng rng;
    uint32_t seen; /* bit set of the phases so far */
    uint64_t began_us;
    fs__offer_mode offer; /* that is to be answered */
} fs__trial;

struct fs_session {
    fs_session_def def;
    fs_session_hooks hooks;
    fs_session_phase phase;
    char failure[FS__MAX_TEXT + 40];
    uint64_t now_us; /* of the current call */
    const fs_game *game;
    fs_config config;
    fs_sim *sim;
    fs_stream stream;          /* as of the newest simulated tick */
    fs_stream received_stream; /* as of the newest received tick */
    fs__state_history state_history;
    fs__clock clock;
    uint8_t clock_number; /* of the newest START */
    fs__loss_meter loss_down;
    uint8_t loss_up;    /* share of the INPUT messages that were lost, in 1/255, as the server says */
    uint16_t serial;    /* of the newest INPUT */
    uint32_t delay_us;  /* input delay */
    uint64_t called_us; /* the last call */
    uint64_t polled_us; /* the last call that simulated */
    uint64_t waited_us; /* the end of the newest pause between two calls */
    uint64_t upset_us;  /* when the newest incident ended: a pause of this process or an outage of the line */
    uint64_t calm_us;   /* the inputs are sampled in time again since then */
    uint64_t resend_us; /* when the newest INPUT is sent again; 0 = not */
    uint64_t gap_us;    /* since when bundles are missing; 0 = none */
    uint8_t *queue;     /* FS__QUEUE_TICKS x queue_stride */
    uint32_t queue_stride;
    uint32_t queue_size[FS__QUEUE_TICKS];
    /* Bundles that came before an older one, at the same places: tick + 1, 0 = none. */
    uint32_t early_tick[FS__QUEUE_TICKS];
    bool awaiting_snapshot, welcomed, challenged;
    struct fs__welcome_message welcome; /* the newest */
    bool bound;                         /* the connection has a binding */
    uint8_t binding[FS_KEY_BYTES];      /* zeros: it has none */
    bool resuming;                      /* has had a slot before this connection */
    uint8_t epoch;
    uint8_t *chunks; /* compressed snapshot, as far as it has arrived */
    size_t chunks_capacity, chunks_received;
    uint32_t chunks_id;
    uint32_t next_sample;    /* first tick whose input is not sampled */
    uint32_t first_sample;   /* every tick from here to next_sample was sampled */
    uint32_t ack_input_tick; /* first tick whose input the server lacks */
    uint32_t ack_hash_tick;
    uint8_t *inputs; /* FS__OWN_INPUTS x input_size */
    uint64_t state_hashes[FS__OWN_STATE_HASHES];
    uint64_t chains[FS__OWN_STATE_HASHES];
    uint64_t sent_us;    /* when the last INPUT was sent */
    uint64_t request_us; /* when the last REPAIR_REQUEST was sent */
    uint32_t stamp;      /* of the newest TICKS; stamp_us: its arrival */
    uint64_t stamp_us;
    uint32_t newest; /* highest tick + 1 seen in any TICKS */
    bool ended;
    uint64_t end_us; /* arrival of END */
    struct fs__end_message end;
    fs__fault fault;
    fs__trial trial;
    uint64_t phases_us; /* when a tick was repeated last for a HASH_QUERY; 0: never */
    fs__prediction prediction;
    uint32_t predicted_sample; /* next_sample when the prediction advanced last */
    uint32_t shown_tick;       /* ticks behind the newest state that was shown; 0 = none of this match */
    fs__watch watch;
    fs_session_stats stats;
    uint8_t out[FS__MAX_MESSAGE_BYTES];
};

/* session.c */
void fs__session_send(fs_session *s, fs_channel channel, size_t size); /* s->out */
void fs__session_fail(fs_session *s, fs_result result, const char *text);
void fs__session_event(fs_session *s, fs_event event);

/* Moves on as far as the messages so far allow. */
void fs__session_update_phase(fs_session *s);

/* session_tick.c */
void fs__session_take_ticks(fs_session *s, const struct fs__ticks_message *ticks, bool live);
/* Queues the bundles that come next; `live`: their arrival tells the time. */
void fs__session_take_bundles(fs_session *s, const struct fs__ticks_message *ticks, bool live);
void fs__session_simulate(fs_session *s);
/* A pause of this process or of the line has just ended: inputs could not be sampled or sent in time. */
void fs__session_note_incident(fs_session *s, uint64_t now_us);
void fs__session_send_input(fs_session *s, bool with_hashes);
/* The clock of the match starts, again after a pause: the bundle of `tick` arrives at `arrival_us`. */
void fs__session_start_clock(fs_session *s, uint8_t number, uint32_t tick, uint64_t arrival_us);
void fs__session_sample_inputs(fs_session *s);
uint64_t fs__session_next_sample_us(const fs_session *s);
uint64_t fs__session_playout_us(const fs_session *s);
const uint8_t *fs__session_own_input(const fs_session *s, uint32_t tick);
/* The next input to sample is that of `tick`; inputs of earlier ticks are void. */
void fs__session_restart_samples(fs_session *s, uint32_t tick);

/* session_snapshot.c */
bool fs__session_take_chunk(fs_session *s, const struct fs__snapshot_chunk *chunk);
size_t fs__session_snapshot_bound(const fs_session *s);

/* predict/session_predict.c */
/* The bundle of `tick` was applied to received_stream. */
void fs__session_confirm_inputs(fs_session *s, uint32_t tick);
/* Advances the prediction when an input was sampled since the last call. */
void fs__session_predict(fs_session *s);
/* Steps the confirmed simulation and measures it. */
void fs__session_step_confirmed(fs_session *s, const fs_inputs *inputs);
/* Shows the confirmed state unless a predicted one of its tick was shown. */
void fs__session_show_confirmed(fs_session *s);
/* Forgets the predicted state; shows the confirmed one when a later one was shown. */
void fs__session_stop_prediction(fs_session *s);

/* trace/fault_check.c */
/* Whether the offered match has the place of the fault, if there is one; false with a sentence. */
bool fs__session_check_fault(const fs_session *s, char why[FS__MAX_TEXT]);
/* Begins to try whether its ticks have the phase of the fault. False when there is nothing to try. */
bool fs__session_begin_trial(fs_session *s);
/* Goes on with it; true when the offer is to be answered: the phase was found, or there was no time to find it. Fails when the
 * ticks do not have it. */
bool fs__session_continue_trial(fs_session *s);

/* trace/session_fault.c: the fault of fs_session_inject_fault(). */
/* A tick is simulated: before its step, behind it, and behind its hash. */
void fs__session_prepare_fault(fs_session *s, uint32_t tick);
void fs__session_apply_fault(fs_session *s, uint32_t tick);
void fs__session_withdraw_fault(fs_session *s);
/* What flips the bit in a repetition of the tick; NULL: nothing does. `context` is the session. */
fs__phase_fn *fs__session_repeated_fault(fs_session *s, uint32_t tick);

/* trace/session_hash.c */
void fs__session_send_hash_reply(fs_session *s, const struct fs__hash_query *query);

/* spectate/session_spectate.c */
/* Asks to watch on a connection that has just been opened, the first one or another. */
void fs__session_begin_visit(fs_session *s);
void fs__session_begin_spectating(fs_session *s, const struct fs__spectating_message *message);
void fs__session_watch_ticks(fs_session *s, const struct fs__ticks_message *ticks);
bool fs__session_take_head(fs_session *s, fs__reader *r);
/* A state was loaded. */
void fs__session_restart_watch(fs_session *s);
/* Compares the newest tick with the heads; fails the session when the tick is not the one that was signed. */
void fs__session_verify_tick(fs_session *s);
void fs__session_send_watched(fs_session *s);

#endif
