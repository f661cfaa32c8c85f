/* netsim.h: a match and its clients in one process on a virtual clock.
 *
 * Messages travel through a simulated network: unsequenced channels lose,
 * repeat, delay and reorder; reliable channels deliver everything in order, late
 * by a retransmission when lost. A link may have a byte rate and a queue before it.
 * Server and clients may stand still for a while (a stopped process: what arrives
 * waits in its socket) or be slow (each step takes time). A run is a function of
 * one seed, so a failing run can be repeated.
 */
#ifndef FS_NETSIM_H
#define FS_NETSIM_H

#include <fixstep/lockstep.h>
#include <fixstep/replay.h>

#include "network/netline.h"

enum { NETSIM_TAMPER_BYTES = 16 * 1024 /* of a message at most */ };
enum { NETSIM_CLIENTS = 64, NETSIM_DESYNCS = 64 };

typedef struct netsim_client {
    fs_session *session;
    uint32_t peer;
    uint64_t origin; /* of its address, 0 = unknown */
    bool connected, gone, burst;
    uint64_t leave_us;   /* when it sends LEAVE; 0 = never */
    uint64_t lost_us;    /* when its connection is lost for both sides; 0 = never */
    uint64_t back_us;    /* when it opens another */
    uint32_t connection; /* number of its connection: messages of an older one are lost */
    netsim_link link;
    uint32_t rate_bytes_per_s;  /* of each direction; 0 = unlimited */
    uint32_t queue_us;          /* longest wait before a link with a rate; unsequenced messages above it are lost */
    int32_t drift_ppm;          /* its clock runs faster by this */
    uint64_t join_us;           /* when it connects */
    uint64_t poll_interval_us;  /* between two polls; 0 = when due */
    uint64_t polled_us, due_us; /* last and next poll */
    uint64_t stall_from_us, stall_to_us;       /* its process is stopped */
    uint32_t step_us;                          /* processor time that one simulated tick takes */
    uint64_t busy_to_us;                       /* the end of the steps of the last poll */
    uint8_t input[FS_MAX_INPUT];               /* with change_percent: held until it changes */
    uint64_t link_free_us[2];                  /* with a rate: when the link has sent what waits, down and up */
    uint64_t datagrams[2], bytes[2];           /* down and up, with NETSIM_OVERHEAD_BYTES for each */
    size_t socket_bytes;                       /* that wait while it is stopped */
    uint64_t blackout_from_us, blackout_to_us; /* nothing passes */
    fs_rng rng;
    uint32_t ticks, restarts, desync_notices;
    uint64_t last_state_hash;
    uint32_t predict_ticks; /* of its session; see netsim_predict() */
    uint32_t returns;       /* FS_EVENT_RETURNED */
    uint32_t troubles;      /* bit set of the fs_trouble that the server has told of it */
    char refused[256];
} netsim_client;

typedef struct netsim {
    fs_match *match;
    uint32_t count;
    netsim_client clients[NETSIM_CLIENTS];
    uint64_t now_us;
    uint64_t stall_from_us, stall_to_us; /* the server does not run; what arrives waits in its socket */
    uint32_t desyncs;
    fs_desync desync[NETSIM_DESYNCS];
    uint64_t desync_us[NETSIM_DESYNCS]; /* when it was reported */
    uint64_t state_hashes[1 << 16];     /* the server's, by tick */
    uint64_t seed;
    uint32_t change_percent; /* of 0: the game's bot "random" plays; else inputs of random bytes that change so often */
    const fs_game *game;     /* instead of the built-in game of that name; NULL: none */
    const fs_tasks *session_tasks; /* lent to the sessions that netsim_set_name() makes; NULL: none */
    fs_recorder *recorder;         /* gets the ticks of the match; NULL: none. The caller closes it */
    struct netsim_queue *queue;
    fs_rng rng;
    /* Observers, for measurements; may be NULL. A client's tick has `substituted` set when its own input was missing. */
    void *observer;
    void (*server_ticked)(struct netsim *sim, uint32_t tick);
    void (*client_ticked)(struct netsim *sim, uint32_t client, uint32_t tick, bool substituted);
    void (*client_sampled)(struct netsim *sim, uint32_t client, uint32_t tick);
    void (*client_shown)(struct netsim *sim, uint32_t client, fs_sim *state, fs_show_kind kind);
    /* Processor time that a game of the test has spent: it adds the cost of each step. A client is busy for what its polls
     * spend, and sessions measure it. */
    uint64_t spent_us;
    /* Changes or swallows a message to the server or a client before it is
     * queued; may be NULL. `bytes` has room for at least NETSIM_TAMPER_BYTES. Returns the size to go on with. */
    size_t (*tamper)(struct netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size);
} netsim;

netsim *netsim_create(const fs_match_def *def, uint32_t clients, uint64_t seed);
void netsim_destroy(netsim *sim);
/* Sets every client's link. */
void netsim_set_links(netsim *sim, netsim_link link);
/* Runs until the match is done or `limit_us` of virtual time is over; true = done. */
bool netsim_run(netsim *sim, uint64_t limit_us);
/* Goes on after the match is done, so that last messages arrive. */
void netsim_drain(netsim *sim, uint64_t us);
/* Replaces a client's session before it connects, with another name. */
void netsim_set_name(netsim *sim, uint32_t client, const char *name);
/* The same with the client-side prediction of up to so many ticks. */
void netsim_predict(netsim *sim, uint32_t client, uint32_t ticks);
/* Closes the connection of a client for good and lets another client connect in its place at `join_us`. */
void netsim_renew(netsim *sim, uint32_t client, uint64_t join_us);
/* Sends raw bytes over a client's link to the server (`up`) or back, now. */
void netsim_inject(netsim *sim, bool up, uint32_t client, fs_channel channel, const void *bytes, size_t size);

#endif
