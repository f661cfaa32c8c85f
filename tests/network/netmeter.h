/* netmeter.h: latencies, substituted inputs, bytes and stalls of the clients of a simulated match.
 *
 * Delivery is the time from the close of a tick on the server to its simulation at a client. Key to screen is the time
 * from the sampling of an input to the simulation of its tick at the client that sampled it; substituted inputs have
 * none. A stall is a pause of more than STALL_US beyond the period between two simulated ticks of a client.
 */
#ifndef FS_NETMETER_H
#define FS_NETMETER_H

#include "network/netsim.h"

enum { NETMETER_STALL_US = 100000 };

typedef struct netmeter_series {
    uint32_t *us;
    uint32_t count, capacity;
} netmeter_series;

typedef struct netmeter_client {
    netmeter_series delivery, key, seen;
    uint64_t *sampled_us;   /* by tick; 0 = not sampled */
    uint32_t ticks, inputs; /* simulated; of them, while this client was a player */
    uint32_t substituted;   /* of `inputs` */
    uint32_t stalls;
    uint64_t ticked_us; /* of its last tick */
    uint64_t bytes[2];  /* down and up, when the measurement began */
} netmeter_client;

/* What is measured: a match and its clients on a virtual clock. */
typedef struct netmeter_source {
    void *context;
    uint32_t clients, hz;
    uint64_t (*now_us)(void *context);
    const fs_session *(*session)(void *context, uint32_t client);
    const uint64_t *(*bytes)(void *context, uint32_t client); /* over its line so far, down and up */
} netmeter_source;

typedef struct netmeter {
    netmeter_source source;
    uint64_t from_us; /* the measurement began */
    uint32_t ticks;   /* capacity of the arrays by tick */
    uint64_t *closed_us;
    netmeter_client clients[NETSIM_CLIENTS];
} netmeter;

/* The figures of a group of clients, times in microseconds. */
typedef struct netmeter_figures {
    uint32_t delivery[4], key[4], seen[4]; /* p50, p99, p99.9, max */
    double mispredicted_percent;           /* of the ticks that were predicted since the match began */
    double predicted_steps;                /* for each simulated tick since then, repetitions included */
    double substituted_percent;
    double delay_ticks; /* mean, at the end */
    uint32_t delay_min, delay_max;
    double up_bytes_per_s, down_bytes_per_s; /* of a client, datagrams' headers included */
    uint32_t stalls;
} netmeter_figures;

/* Observes `sim` until it is destroyed, for a match of at most `ticks` ticks. */
void netmeter_start(netmeter *meter, netsim *sim, uint32_t ticks);
/* The same for another source, which tells what happens: the server has closed a tick; a client has sampled the input of a
 * tick, simulated it, or shown a state. */
void netmeter_begin(netmeter *meter, netmeter_source source, uint32_t ticks);
void netmeter_note_close(netmeter *meter, uint32_t tick);
void netmeter_note_sample(netmeter *meter, uint32_t client, uint32_t tick);
void netmeter_note_tick(netmeter *meter, uint32_t client, uint32_t tick, bool substituted);
void netmeter_note_shown(netmeter *meter, uint32_t client, fs_sim *state, fs_show_kind kind);
/* Forgets everything measured so far: the players have joined and settled. */
void netmeter_reset(netmeter *meter);
/* Of the clients [first, first + count). */
netmeter_figures netmeter_read(netmeter *meter, uint32_t first, uint32_t count);
void netmeter_stop(netmeter *meter);

#endif
