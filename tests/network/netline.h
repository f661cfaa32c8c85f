/* netline.h: what simulated networks share: the conditions of a line, and what is on its way.
 *
 * netsim.c sends messages over such lines, vnet.c datagrams. Every random number comes from the generator of the caller.
 */
#ifndef FS_NETLINE_H
#define FS_NETLINE_H

#include <fixstep/lockstep.h>
#include <fixstep/random.h>

enum {
    NETSIM_OVERHEAD_BYTES = 40,      /* of a datagram: IPv4, UDP, ENet's header and one command */
    NETSIM_SOCKET_BYTES = 208 * 1024 /* that wait for a stopped program; the rest is lost (Linux's default) */
};

/* One direction of a link. */
typedef struct netsim_link {
    uint32_t delay_us, jitter_us; /* delay + uniform [0, jitter) */
    uint32_t loss_permille, duplicate_permille;
    uint32_t burst_permille; /* messages that begin a burst (Gilbert-Elliott model); in a burst half of the messages
                                are lost, and one in eight ends it */
} netsim_link;

/* A named condition. */
typedef struct netline_condition {
    const char *word, *name; /* in schedules, in tables */
    netsim_link link;
} netline_condition;
extern const netline_condition netline_conditions[];
extern const uint32_t netline_condition_count;
/* Index of the condition with that word; netline_condition_count for none. */
uint32_t netline_find(const char *word);

bool netline_chance(fs_rng *rng, uint32_t permille);
uint64_t netline_travel_us(fs_rng *rng, const netsim_link *link);
/* Whether a message is lost, bursts included. */
bool netline_loses(fs_rng *rng, const netsim_link *link, bool *burst);
/* Time that a datagram of `size` bytes waits for those before it on a line of that rate, and takes itself; UINT64_MAX
 * when the queue is longer than `limit_us`. */
uint64_t netline_queue_us(uint64_t *free_us, uint32_t rate_bytes_per_s, uint64_t limit_us, size_t size,
                          uint64_t now_us);

/* A message or datagram on its way. */
typedef struct netline_parcel {
    uint64_t at_us, order;
    bool up;             /* to the server */
    uint32_t client;     /* whose line it is on */
    uint32_t connection; /* number of what it belongs to */
    fs_channel channel;  /* of a message */
    size_t size;
    uint8_t *bytes; /* owned */
} netline_parcel;

/* What is on its way, by time, then by order of sending. All zero at first. */
typedef struct netline_queue {
    netline_parcel *heap;
    uint32_t count, capacity;
    uint64_t order;
} netline_queue;

/* Copies the bytes. */
void netline_post(netline_queue *queue, netline_parcel parcel, const void *bytes);
/* Puts a parcel that was popped back, in its old order. */
void netline_repost(netline_queue *queue, netline_parcel parcel);
/* The earliest one, whose bytes the caller frees. */
netline_parcel netline_pop(netline_queue *queue);
/* When it arrives; UINT64_MAX for an empty queue. */
uint64_t netline_next_us(const netline_queue *queue);
void netline_clear(netline_queue *queue);

#endif
