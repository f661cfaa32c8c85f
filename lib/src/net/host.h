/* host.h: what the files of a transport host share.
 *
 * ENet numbers its peers by place in an array; users see numbers of their own,
 * given when a connection stands and free again after `disconnected`. Places
 * exist beyond the numbers, so a connection that is still being refused or
 * closed does not cost a number.
 */
#ifndef FS_NET_HOST_H
#define FS_NET_HOST_H

#include <fixstep/net.h>

#include "net/address.h"
#include "net/gate.h"

struct _ENetHost;
struct _ENetPeer;

enum {
    FS__NET_SPARE_PEERS = 8, /* places beyond the numbers */
    FS__NET_ENET_PEERS = FS_MAX_PEERS + FS__NET_SPARE_PEERS,
    FS__NET_NONE = 0xffff, /* no number, no place */
    FS__NET_MTU = 1280,
    FS__NET_MAX_UP_BYTES = 64 << 10,       /* bytes of a message to a listening host */
    FS__NET_MAX_DOWN_BYTES = 16 << 20,     /* bytes of a message from one */
    FS__NET_MAX_WAITING_BYTES = 256 << 10, /* bytes a listening host keeps for one peer */
    FS__NET_HELLO_INTERVAL_US = 250000,    /* between two HELLOs */
    FS__NET_INITIAL_RTT_MS = 50,           /* assumed until one is known; too short costs
                                                * a repetition, too long the time until it */
    FS__NET_MIN_RTT_MS = 10,
    FS__NET_DIAL_TIMEOUT_US = 5000000, /* for a cookie, and again for the connection */
    FS__NET_DISCONNECT_DATA = 256,     /* data of an intended disconnect; others are results */
    FS__NET_MIN_TIMEOUT_MS = 4000,     /* after that, when many repetitions were lost, */
    FS__NET_MAX_TIMEOUT_MS = 8000      /* after that in any case, a link is lost */
};
_Static_assert((int)FS__NET_ENET_PEERS < (int)FS__GATE_NO_PEER, "ENet's peer numbers have 12 bits");

/* How far a connecting host has come. */
typedef enum fs__dial_phase {
    FS__DIAL_NONE,       /* listens instead */
    FS__DIAL_HELLO,      /* asks for a cookie */
    FS__DIAL_CONNECTING, /* shows it */
    FS__DIAL_CONNECTED,
    FS__DIAL_CLOSED
} fs__dial_phase;

typedef struct fs__dial {
    fs__dial_phase phase;
    fs__address to;
    uint32_t nonce, cookie; /* cookie 0: none yet */
    uint32_t hellos;        /* sent */
    uint64_t hello_us;      /* next HELLO */
    uint64_t dial_deadline_us;
    bool dropped;     /* the user wants it to end */
    fs_result reason; /* once it is over */
} fs__dial;

struct fs_net {
    struct _ENetHost *host;
    fs_net_hooks hooks;
    fs__gate gate;
    fs__gate_limits limits;
    fs__dial dial;
    fs_net_stats stats; /* without what ENet's counters hold now */
    uint32_t max_peers, peers;
    uint16_t enet_of_peer[FS_MAX_PEERS];       /* of a number */
    uint16_t peer_of_enet[FS__NET_ENET_PEERS]; /* at a place */
    uint32_t timeout_min_ms, timeout_max_ms;
    bool listening, serving, closing;
};

/* ENet reads the wall clock; a step of it would look like lost links. This
 * binds ENet's time to the monotonic clock again when they drift apart. */
void fs__net_align_clock(void);
/* The intercept hook's work: true when the datagram that the host just received
 * is not for ENet. */
bool fs__net_filter(fs_net *net);
/* Dials on: sends a HELLO, begins the connection, gives up, as due. True when
 * the user was told of something. */
bool fs__net_dial(fs_net *net);
/* Moves ENet's 32-bit counters into the statistics. */
void fs__net_collect_counters(fs_net *net);
/* A datagram of our own on the host's socket, counted. */
void fs__net_send_raw(fs_net *net, uint32_t host, uint16_t port, const uint8_t *bytes, size_t size);
/* Readies a free place for the connection to come: limits of silence, and a
 * first guess of the round trip. With ENet's guess of 500 ms, and each repetition
 * waiting twice as long, a few losses at the start cost seconds. */
void fs__net_prepare_peer(const fs_net *net, struct _ENetPeer *peer, uint32_t rtt_ms);
/* Limits of a connection that now stands, and ENet's throttle switched off. */
void fs__net_configure_peer(const fs_net *net, struct _ENetPeer *peer);
/* Waits until something arrived or `wake_us`; false when neither, or a signal. */
bool fs__net_wait(const fs_net *net, uint64_t wake_us);
/* Changes after which silence a link is lost, for connections to come. */
void fs__net_set_timeout(fs_net *net, uint32_t min_ms, uint32_t max_ms);

#endif
