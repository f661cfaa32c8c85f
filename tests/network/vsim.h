/* vsim.h: a whole match on a virtual clock: server, clients, a relay and its spectators as their programs run them, over the
 * real transport on simulated machines (vnet.h), under a schedule of faults (faults.h).
 *
 * vserver.c and vclient.c do what server/host.c and client/online.c do with match, session, host and recorder. vsim.c lets the
 * time pass, makes the faults and looks at the invariants all the time:
 *   - every tick that anybody simulates has the chain and the state hash that the server had then;
 *   - players whom no fault concerns never stand still, never lose their connection, and lose hardly an input;
 *   - ENet's memory stays within a bound, and so does that of all programs together;
 *   - every recording verifies up to where it was cut off;
 *   - after the last fault everybody who is there gets in sync again, and every slot and connection of others becomes free.
 */
#ifndef FS_VSIM_H
#define FS_VSIM_H

#include <fixstep/replay.h>

#include "lockstep/stream.h"
#include "network/faults.h"
#include "network/vnet.h"

enum {
    VSIM_PLAYERS = 8,  /* clients from the start on */
    VSIM_VISITORS = 4, /* that come and go with FAULT_STORM */
    VSIM_WATCHERS = 2, /* spectators of the relay */
    VSIM_CLIENTS = VSIM_PLAYERS + VSIM_VISITORS + VSIM_WATCHERS,
    VSIM_HEALTHY = 2, /* the first clients, whom only the server's faults concern */
    VSIM_HZ = 60,
    VSIM_TICKS = 1 << 15, /* of a match, at most */
    VSIM_MATCHES = 20,
    VSIM_HOLD_S = 10,
    VSIM_STALL_US = 150000,
    VSIM_LOST_INPUTS = 12 /* that a healthy client may lose in a run */
};

/* What the server had after each tick of a match. */
typedef struct vsim_log {
    uint32_t ticks;
    uint64_t state_hashes[VSIM_TICKS];
    uint8_t chains[VSIM_TICKS][FS__CHAIN_BYTES];
} vsim_log;

/* A file on a disk that may become full. */
typedef struct vsim_disk {
    uint8_t *bytes;                   /* owned */
    size_t size, capacity, last_size; /* last_size: of the newest write */
    bool full, failed;
    uint32_t failed_tick; /* ticks closed when it failed */
} vsim_disk;

/* A program: when it runs next. */
typedef struct vsim_program {
    vnet_machine *machine;
    bool running;
    uint64_t due_us, stopped_to_us, busy_to_us;
} vsim_program;

typedef struct vsim_server {
    vsim_program program;
    struct vsim *sim;
    fs_net *net;
    fs_match *match;
    fs_recorder *recorder;
    vsim_disk disk;
    uint64_t flush_us;
    uint32_t matches; /* begun so far; the newest one has the log matches - 1 */
    uint8_t identity[FS_KEY_BYTES];
} vsim_server;

typedef struct vsim_relay {
    vsim_program program;
    struct vsim *sim;
    fs_net *up, *down;              /* to the server, to spectators */
    fs_session *session, *followed; /* the newest one; that of the match */
    fs_match *match;
    bool connected, ended;
    uint64_t retry_us, join_us;
    uint8_t identity[FS_KEY_BYTES];
} vsim_relay;

typedef struct vsim_client {
    vsim_program program;
    struct vsim *sim;
    uint32_t number;
    bool spectates, wanted, leaving, has_key;
    fs_net *net;
    fs_session *session;
    /* As in client/online.c. */
    bool connected, away, unreachable;
    fs_result refusal;
    uint64_t retry_us, join_us;
    uint64_t close_us; /* when a client that leaves closes its connection */
    uint32_t step_us;  /* processor time of a tick */
    uint64_t ticked_us;
    uint32_t tick; /* newest one, for stalls */
    uint32_t flips;
    bool flipped; /* its state may differ until it gets another one */
    uint32_t losses, starts, lost_inputs;
    uint8_t input[FS_MAX_INPUT], key[FS_KEY_BYTES];
    fs_rng rng;
} vsim_client;

/* A defect that a test plants, so that the invariants and the reduction have something to find. */
typedef enum vsim_defect {
    VSIM_NO_DEFECT,
    VSIM_NEVER_ALIGNED, /* nobody corrects ENet's time after the clock of day was set */
    VSIM_APPENDS        /* after a full disk and a crash the server goes on with the old file */
} vsim_defect;

typedef struct vsim_def {
    fault_schedule schedule;
    vsim_defect defect;
    bool relay;            /* with spectators */
    bool equal_lines;      /* the healthy clients have the line of the schedule too */
    uint32_t slots;        /* of the match */
    uint32_t wait_players; /* before tick 0 */
    uint32_t change_percent, predict_ticks;
} vsim_def;
/* With a relay for every second seed, 32 slots, inputs of which 20 % change, no prediction. */
vsim_def vsim_default_def(const fault_schedule *schedule);

typedef struct vsim {
    vnet *net;
    vsim_def def;
    fault_schedule schedule; /* as far as it has come */
    uint64_t base_us, excused_to_us;
    vsim_log *logs[VSIM_MATCHES];
    vsim_server server;
    vsim_relay relay;
    uint32_t client_count;
    vsim_client clients[VSIM_CLIENTS];
    size_t most_enet_bytes, most_bytes; /* of ENet; of vsim_bytes() */
    uint64_t weighed_us;                /* when the second was looked at last */
    uint32_t recordings, verified_ticks, ticks;
    char why[256]; /* the first invariant that was broken; "": none */
    /* Observers, for measurements, as those of netsim.h; may be NULL. */
    void *observer;
    void (*server_ticked)(struct vsim *sim, uint32_t tick);
    void (*client_ticked)(struct vsim *sim, uint32_t client, uint32_t tick, bool substituted);
    void (*client_sampled)(struct vsim *sim, uint32_t client, uint32_t tick);
    void (*client_shown)(struct vsim *sim, uint32_t client, fs_sim *state, fs_show_kind kind);
} vsim;

/* Makes the programs and starts them. */
vsim *vsim_create(const vsim_def *def);
/* Lets the schedule pass and everybody settle; false when an invariant was broken, with the reason in sim->why. */
bool vsim_run(vsim *sim);
/* Lets so much time pass, without faults. */
void vsim_pass(vsim *sim, uint64_t us);
void vsim_destroy(vsim *sim);

/* Bytes that matches, sessions, hosts, recorders and ENet have allocated, without what the simulation itself keeps; 0 where the
 * allocator does not tell, as with sanitizers. */
size_t vsim_bytes(const vsim *sim);
/* Visitors come, or go. */
void vsim_storm(vsim *sim, bool begins);
/* Notes the first broken invariant, as a sentence. */
void vsim_break(vsim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Compares what somebody has after a tick with what the server had, if it has had that tick. */
void vsim_compare(vsim *sim, const char *who, uint32_t number, fs_sim *state, const fs_stream *stream, uint32_t tick,
                  uint64_t state_hash);
/* The number of the match, by the seed of its configuration. */
uint32_t vsim_match_of(fs_sim *state);

void vserver_start(vsim_server *server);
void vserver_step(vsim_server *server);
/* Ends it without a word to anybody. */
void vserver_crash(vsim_server *server);
/* Closes the recording and looks at it. */
void vserver_end(vsim_server *server);
void vdisk_fill(vsim_disk *disk);

void vclient_start(vsim_client *client);
void vclient_step(vsim_client *client);
void vclient_crash(vsim_client *client);
/* Says LEAVE; the connection is closed a second later. */
void vclient_leave(vsim_client *client);
/* "" when the client plays, or watches, the server's newest state; else what it lacks. */
const char *vclient_lack(const vsim_client *client);

void vrelay_start(vsim_relay *relay);
void vrelay_step(vsim_relay *relay);
void vrelay_crash(vsim_relay *relay);

#endif
