/* host.h: matches on one socket, one after another: the match, its recording, its connections and the report.
 *
 * Owns the match of the present round, the network host, the recording and the list of desyncs; the program's main
 * function only steps it until it is over. host.c carries messages and steps; rounds.c ends rounds and begins the next;
 * policy.c decides who may connect and stay; match_log.c and match_report.c put it into words.
 */
#ifndef FS_SERVER_HOST_H
#define FS_SERVER_HOST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <fixstep/lockstep.h>
#include <fixstep/net.h>

#include "app/background.h"
#include "app/options.h"
#include "app/record.h"
#include "bans.h"
#include "desync_limits.h"
#include "desync_recording.h"
#include "players/absences.h"
#include "rotation.h"
#include "votes.h"

/* What happens when nobody plays. */
typedef enum host_empty { HOST_EMPTY_RUN, HOST_EMPTY_PAUSE, HOST_EMPTY_END } host_empty;

typedef struct host_def {
    fs_match_def match;   /* of the first round */
    const char *bind;     /* numeric address of this machine, NULL: all */
    uint16_t port;        /* 0 = any */
    const char *identity; /* file of the lasting key, NULL: that of the user */
    bool insecure;        /* encrypts nothing */
    const char *record;   /* NULL: none */
    const char *desync_dir;
    round_limits limits;   /* of the first round */
    rotation rotation;     /* count 0: one match */
    uint32_t max_rounds;   /* 0: no end */
    uint32_t wait_players; /* of every round, as far as its slots allow */
    uint32_t round_pause_s;
    host_empty when_empty;
    const char *relay;         /* address of the server whose matches are passed on, NULL: this one has its own */
    const fs_game *relay_game; /* of --game: one that is not built in, NULL: none */
    bool relay_keep;           /* a relay outlives the server */
    uint32_t relay_wait_s;     /* that a relay looks for a lost server, 0: without end */
} host_def;

/* What may change while matches run. Texts are borrowed. */
typedef struct host_policy {
    const char *name, *motd;  /* NULL: none */
    const char *bot;          /* NULL: the game's own */
    uint32_t bots;            /* players that bots keep up, 0: no bots */
    uint32_t idle_limit_s;    /* 0: none */
    uint32_t max_per_address; /* connections, 0: the network's own limit */
    bool require_key;         /* players without a key of their own may not join */
    const char *tickets;      /* keys of the operators whose tickets admit players, NULL: all may join */
    bool hidden;              /* tells nobody who looks for servers */
    uint32_t vote_share;      /* percent of the persons whose votes end a round of a rotation, 0: no votes */
    uint32_t drain_timeout_s; /* from a stop to the end of the match, 0: at once */
} host_policy;

enum { HOST_STEP_BUCKETS = 10 };

/* Sums over all rounds. */
typedef struct host_totals {
    uint64_t ticks, joins, substituted, late_inputs; /* those of inputs: of finished rounds */
    uint64_t rounds, recordings_failed, recording_bytes;
    uint32_t desyncs;                  /* of finished rounds */
    uint64_t refused[FS_RESULT_COUNT]; /* by result */
    uint64_t step_us, step_count, late_us, late_max_us;
    uint64_t steps[HOST_STEP_BUCKETS + 1]; /* ticks by time, see host_step_bounds_us; the last is without bound */
} host_totals;

/* Upper bounds of the buckets of step times in microseconds. */
extern const uint32_t host_step_bounds_us[HOST_STEP_BUCKETS];

typedef struct host_connection {
    bool open, greet, greeted;      /* greet: has joined and gets the message of the day */
    uint32_t joined;                /* the newest round it has joined, watched or come back to, from 1; 0: none */
    bool plays;                     /* false: watches */
    char address[FS_ADDRESS_BYTES]; /* with its port */
    char origin[FS_ADDRESS_BYTES];  /* what limits count as one (fs_net_origin_text()) */
    bool has_key;                   /* the player has proved one */
    uint8_t key_id[FS_KEY_ID_BYTES];
    uint64_t idle_us;        /* since the player's input changed, when last looked at */
    uint64_t idle_before_us; /* the same at the end of the rounds before */
} host_connection;

struct host {
    host_def def;
    host_policy policy;
    ban_list bans;
    fs_match *match;
    fs_net *net;
    uint8_t identity[FS_KEY_BYTES]; /* secret seed of the server's key */
    app_record record;
    desync_recording *desync_recording;
    app_background background; /* of --referee ondemand */
    json_t *desyncs;           /* array of full reports */
    json_t *rounds;            /* array of the newest finished rounds */
    desync_limits desync_limits;
    votes votes;       /* of the present round */
    absences absences; /* likewise */
    host_totals totals;
    host_connection connections[FS_MAX_PEERS];
    host_connection players[FS_MAX_PLAYERS]; /* by slot: the newest connection of its player, which may be lost */
    uint32_t round;                          /* number of the present one, from 0 */
    uint32_t planned;   /* index in the rotation of the present round; UINT32_MAX: a reload has left it out */
    uint64_t start_us;  /* when it was opened */
    uint64_t stop_us;   /* when it was asked to end; 0 = not yet */
    uint64_t drain_us;  /* when it was asked to end after this round; 0 = not yet */
    uint64_t resume_us; /* the round begins then, at the earliest */
    uint64_t policy_us; /* when the policy is due next */
    bool started;       /* the present round has */
    bool paused;        /* by the operator */
    bool record_off;    /* by the operator */
    bool incomplete;    /* a recording is */
    fs_end_cause ended; /* why the newest match ended */
    /* Of a relay: no match follows the present one; how often the other server was lost. */
    bool relay_over;
    uint32_t relay_losses;
};

/* False with a sentence; nothing is left open then. `bans` are taken over. */
bool host_open(host *host, const host_def *def, const host_policy *policy, const ban_list *bans,
               char why[APP_ERROR_BYTES]);
/* Waits for datagrams until the match or `until_us` (on the clock of fs_net_clock_us()) is
 * due, then polls match, network, recording and policy once, and begins the next round when one is over. */
void host_step(host *host, uint64_t until_us);
/* Asks for a clean end; more calls do nothing. */
void host_stop(host *host);
/* Ends the present match and tells everybody why, and whether another one follows. */
void host_end(host *host, fs_end_cause cause);
/* Asks for a clean end after the present round, or after the policy's drain_timeout_s when that is not 0. Nobody may join or
 * watch from now on. A relay's round is that of the other server. */
void host_drain(host *host);
/* The end that a signal asks for: host_drain() with a drain_timeout_s, else host_stop(). */
void host_terminate(host *host);
/* All rounds are over, or a clean end took too long. */
bool host_done(const host *host);
/* Closes everything; false when a recording is incomplete. */
bool host_close(host *host);
/* Applies another policy to all that comes. */
void host_set_policy(host *host, const host_policy *policy);
/* Rotation, limits and pauses of the rounds to come; without a rotation before or now nothing changes. */
void host_set_rotation(host *host, const host_def *def);
/* Gives the match the binding of a connection that it has just got. */
void host_bind(host *host, uint32_t peer);
/* Closes no ticks, or goes on, and tells everybody. */
void host_pause(host *host, bool paused);
/* Ends the present round; a relay or a server with one match ends with it. */
void host_next(host *host);

/* Makes the match of host->def.match, for rounds.c too; false with a sentence. */
bool rounds_open(host *host, char why[APP_ERROR_BYTES]);

/* --- rounds.c ---------------------------------------------------------------------- */

/* Ends the round when a limit or the game's rules say so, and begins the next one when it is over. */
void rounds_poll(host *host, uint64_t now_us);
/* Begins the round of a relay that passes on the match of a session with a state. False when there is no memory: then the host
 * ends. */
bool rounds_follow(host *host, fs_session *session);
/* The standings of the newest tick; false when the game has none, or the server has not simulated that tick. */
bool rounds_standings(host *host, fs_standings *standings);
/* Whether another round follows the present one. */
bool rounds_continue(const host *host);
/* Whether the standings of the present round are its result: the game's rules, its ticks or its points have ended it, or the
 * round that a relay passes on has finished. A round that the operator, a vote or its players cut short has no winner. */
bool rounds_decided(const host *host, const fs_standings *standings);
/* "ann won: ann 7, bob 3" of a round that is decided, else "ann leads: ann 7, bob 3"; "" when the game has no scores. */
void rounds_result_text(host *host, char *text, size_t size);
/* Logs the result of the present round and adds its figures to the totals. */
void rounds_finish(host *host);
/* Begins or ends the recording within a round, and of the rounds to come; false with a sentence. One that has stopped on its
 * own may be begun anew. */
bool rounds_record(host *host, bool on, char why[APP_ERROR_BYTES]);
/* Begins to keep the last seconds of the round for desync recordings, which need a server that simulates. */
void rounds_start_desync_recording(host *host);
/* Desyncs of all rounds. */
uint32_t rounds_desyncs(const host *host);

/* --- policy.c ----------------------------------------------------------------------- */

/* A connection was opened, and the match knows it: refuses it when it may not stay. */
void policy_connected(host *host, uint32_t peer, uint64_t now_us);
/* Refuses who has connected and has joined neither that round, counted from 1, nor a later one, because the server ends. */
void policy_refuse_joining(host *host, uint32_t round, uint64_t now_us);
/* Closes the connections of banned addresses and keys, and gives the held slots of such players free. */
void policy_remove_banned(host *host);
/* Whether a player may join: by bans, --require-key, --tickets and the places of its address. Notes its key. */
fs_result policy_admit(host *host, const fs_applicant *applicant, char *error, size_t error_size);
/* The fingerprint of the key of a connection's player, "" for none. Returns `text`. */
const char *policy_key_text(const host_connection *connection, char text[FS_FINGERPRINT_BYTES]);
/* The numeric address without its port and interface: "192.0.2.7" of "192.0.2.7:4711", "fe80::7" of "[fe80::7%eth0]:4711". */
void policy_copy_address(char out[FS_ADDRESS_BYTES], const char *address);
/* Who plays in a slot and from where is known until another has it, also while it is held for a lost connection. Of a loss and
 * of a return the players are told. */
void policy_note_player(host *host, const fs_event *event);
/* Microseconds of play since the input of a player changed, in this round and in those before it. */
uint64_t policy_idle_us(const host *host, const fs_peer_stats *stats);
/* The round is over: what its players have been idle counts in the next one. */
void policy_keep_idle(host *host);
/* A player has joined, or a spectator watches. */
void policy_joined(host *host, uint32_t peer, bool plays);
/* Greets, tells of absences, announces the server to those who search for one, and removes idle players. */
void policy_poll(host *host, uint64_t now_us);
/* Bots of the present match. */
void policy_set_bots(host *host);

/* --- match_log.c, match_report.c ------------------------------------------------------ */

void match_log_event(host *host, const fs_event *event);
/* The report; `host` must not be closed yet. */
json_t *host_report(host *host);
/* What the server has simulated of the present match. */
json_t *host_referee_json(const host *host);
/* An array of the players of the present match. */
json_t *host_players_json(const host *host);

#endif
