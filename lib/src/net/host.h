/* host.h: the transport host, shared by the files of this module.
 *
 * ENet identifies a peer by its index in an array. The public peer numbers are separate: a connection gets one when it
 * is open, and the number is free again after `disconnected`. ENet has more peers than there are numbers, so a
 * connection that is being refused or closed does not use a number.
 */
#ifndef FS_NET_HOST_H
#define FS_NET_HOST_H

#include <fixstep/net.h>

#include <enet/enet.h>

#include "net/address.h"
#include "net/batch.h"
#include "net/gate.h"
#include "net/links.h"
#include "net/system/platform.h"
#include "net/server_info.h"

enum {
    FS__NET_SPARE_PEERS = 8, /* ENet peers beyond the numbers */
    FS__NET_ENET_PEERS = FS_MAX_PEERS + FS__NET_SPARE_PEERS,
    FS__NET_NONE = 0xffff,                                   /* no number, no ENet peer */
    FS__NET_LINKS = 2 * FS_MAX_PEERS,                        /* links of a listening host, bound and half-open */
    FS__NET_DATAGRAM_BYTES = FS__NET_SENT_BYTES,             /* of an encrypted datagram at most */
    FS__NET_MTU = FS__NET_DATAGRAM_BYTES - FS__CIPHER_BYTES, /* bytes of its content */
    FS__NET_CHECKSUM_BYTES = 4,
    FS__NET_MAX_UP_BYTES = 64 << 10,       /* bytes of a message to a listening host */
    FS__NET_STRANGER_UP_BYTES = 4 << 10,   /* the same, from a peer that was not admitted */
    FS__NET_MAX_DOWN_BYTES = 16 << 20,     /* bytes of a message from one */
    FS__NET_MAX_WAITING_BYTES = 256 << 10, /* bytes a listening host keeps for one peer */
    FS__NET_MAX_QUEUED_BYTES = 20 << 20,   /* bytes that wait at a listening host for one peer's acknowledgement */
    FS__NET_MIN_QUEUED_BYTES = 1 << 10,    /* of one message, at least as many as a fragment of a long one has */
    FS__NET_WINDOW = 256,                  /* reliable commands ahead of the order; a message of 64 KiB has 54 */
    FS__NET_STRANGER_WINDOW = 8,           /* the same, of a peer that was not admitted: it says JOIN and READY */
    FS__NET_CLIENT_WINDOW = 4096,          /* the same, at a connecting host */
    /* Work that a listening host does for one peer. A message costs more than the other commands, most of which
     * acknowledge: a snapshot of 16 MiB, 13,708 fragments, fits into the burst. */
    FS__NET_COMMANDS_PER_S = 16384,
    FS__NET_MESSAGES_PER_S = 2048,
    FS__NET_STRANGER_MESSAGES_PER_S = 16,
    FS__NET_STRANGER_MESSAGES = 64, /* burst; the other bursts last one second */
    /* Answers to queries, of an origin (fs__endpoint_origin()) and of all. */
    FS__NET_INFO_BUCKETS = 256,
    FS__NET_INFO_COST_US = 40000,        /* 25 in a second ... */
    FS__NET_INFO_BURST_US = 1960000,     /* ... and 50 at once */
    FS__NET_ALL_INFOS_COST_US = 2000,    /* 500 in a second ... */
    FS__NET_ALL_INFOS_BURST_US = 200000, /* ... and 101 at once */
    /* Handshakes, each about 0.2 ms of work, of a network (fs__endpoint_network()) and of all. */
    FS__NET_OPEN_BUCKETS = 256,
    FS__NET_OPEN_COST_US = 250000,        /* 4 in a second ... */
    FS__NET_OPEN_BURST_US = 7750000,      /* ... and 32 at once */
    FS__NET_ALL_OPENS_COST_US = 4000,     /* 250 in a second ... */
    FS__NET_ALL_OPENS_BURST_US = 1000000, /* ... and 251 at once */
    FS__NET_HELLO_INTERVAL_US = 250000,   /* between two HELLOs, and between two OPENs */
    FS__NET_INITIAL_RTT_MS = 50,          /* assumed before the first measurement: a shorter one costs
                                                * a repetition, a longer one delays it */
    FS__NET_MIN_RTT_MS = 10,
    FS__NET_GATHER_PEERS = 16,         /* a host with so many peers ... */
    FS__NET_GATHER_US = 1000,          /* ... reads what has arrived so long after it has read last */
    FS__NET_DIAL_TIMEOUT_US = 5000000, /* for a cookie, and again for the connection */
    FS__NET_DISCONNECT_DATA = 256,     /* data of an intended disconnect; other values are results */
    FS__NET_MIN_TIMEOUT_MS = 4000,     /* silence after which a link is lost when many repetitions were lost */
    FS__NET_MAX_TIMEOUT_MS = 8000      /* silence after which a link is lost in any case */
};
_Static_assert((int)FS__GATE_INFO_HEAD_BYTES + (int)FS__INFO_BYTES <= (int)FS__GATE_FULL_QUERY_BYTES &&
                   (int)FS__GATE_INFO_HEAD_BYTES + (int)FS__INFO_BYTES - (int)FS_KEY_BYTES <= (int)FS__GATE_QUERY_BYTES,
               "no answer is larger");
_Static_assert((int)FS__NET_ENET_PEERS < (int)FS__GATE_NO_PEER, "ENet's peer numbers have 12 bits");

/* Progress of a connecting host. */
typedef enum fs__dial_phase {
    FS__DIAL_NONE,       /* a listening host */
    FS__DIAL_HELLO,      /* requests a cookie */
    FS__DIAL_OPEN,       /* has the cookie and requests keys */
    FS__DIAL_CONNECTING, /* has the keys */
    FS__DIAL_CONNECTED,
    FS__DIAL_CLOSED
} fs__dial_phase;

typedef struct fs__dial {
    fs__dial_phase phase;
    fs__address_list servers; /* the addresses of its name */
    fs__net_path to;          /* the one that has answered with a cookie */
    uint32_t nonce, cookie;   /* cookie 0: none yet */
    uint32_t hellos;          /* sent to the first address */
    uint64_t hello_us;        /* next HELLO or OPEN */
    uint32_t rtt_ms;          /* first estimate of the round trip */
    uint64_t dial_deadline_us;
    uint8_t secret[FS_KEY_BYTES]; /* X25519, for this handshake alone */
    uint8_t open[FS__OPEN_BYTES];
    uint8_t keys[FS__KEYS_BYTES]; /* the newest answer */
    size_t keys_size;             /* 0: none that was not looked at */
    bool dropped;                 /* by fs_net_drop() */
    fs_result reason;             /* set when CLOSED */
} fs__dial;

/* Limits and use of one ENet peer. */
typedef struct fs__net_use {
    bool admitted;        /* by fs_net_admit() */
    fs__endpoint remote;  /* address of the peer */
    uint64_t commands_us; /* leaky bucket of all commands that arrive */
    uint64_t messages_us; /* leaky bucket of the messages among them */
    uint64_t heard_us;    /* when its newest datagram came */
    size_t queued_bytes;  /* of reliable messages that were not sent or not acknowledged, 1 KiB each at least */
    uint32_t link;        /* index of its link */
} fs__net_use;

/* What becomes of a datagram. */
typedef enum fs__net_verdict {
    FS__NET_DROPPED,   /* handled, or not valid */
    FS__NET_MESSAGES,  /* its content holds unsequenced messages alone */
    FS__NET_FOR_ENGINE /* its content is for ENet */
} fs__net_verdict;

struct fs_net {
    const fs__net_platform *platform;
    fs__net_socket socket; /* of all datagrams */
    ENetHost *host;
    ENetSocket wakeup;   /* the other end of ENet's socket; ENET_SOCKET_NULL: none yet */
    fs__net_path from;   /* of the datagram that is being handled */
    size_t content_size; /* of the content in `received` that ENet is to take; 0: none */
    fs__net_inbox inbox;
    uint64_t round_us; /* when datagrams were read last */
    uint64_t awake_us; /* since when that was not interrupted */
    fs__net_outbox outbox;
    fs_net_hooks hooks;
    fs__gate gate;
    fs__gate_limits limits, stranger_limits;
    fs__net_use use[FS__NET_ENET_PEERS];
    fs__dial dial;
    uint8_t info[FS__GATE_INFO_HEAD_BYTES + FS__INFO_BYTES]; /* the answer to a query, but for its head */
    size_t info_size;                                        /* bytes after the head; 0: none */
    fs__signer signer;                                       /* of a listening host */
    uint8_t identity[FS_KEY_BYTES];                          /* of the server */
    bool plain;                                              /* nothing is encrypted */
    fs_net_trust_fn *trust;                                  /* of a connecting host; NULL: trusts every server */
    void *trust_context;
    fs__net_link *links; /* link_count of them, owned */
    uint32_t link_count;
    uint64_t handshakes;                                               /* of a listening host so far */
    uint64_t all_opens_us;                                             /* leaky bucket of handshakes ... */
    uint64_t open_us[FS__NET_OPEN_BUCKETS];                            /* ... and those of networks */
    uint8_t received[FS__NET_CHECKSUM_BYTES + FS__NET_RECEIVED_BYTES]; /* decrypted */
    uint64_t id;                                                       /* of fs_server_info */
    uint64_t all_infos_us;                                             /* leaky bucket of answers to all ... */
    uint64_t info_us[FS__NET_INFO_BUCKETS];                            /* ... and those of origins */
    fs_net_stats stats;
    uint32_t max_peers, peers;
    uint32_t origin_limit;                     /* connections of a remote origin, when more than the gate's */
    uint16_t enet_of_peer[FS_MAX_PEERS];       /* index of the ENet peer of a number */
    uint16_t peer_of_enet[FS__NET_ENET_PEERS]; /* number of an ENet peer */
    uint32_t timeout_min_ms, timeout_max_ms;
    bool listening, serving, closing;
};

/* ENet reads the wall clock, and a step of it would look like lost links. Sets ENet's time to the monotonic clock when
 * they differ by more than 20 ms. */
void fs__net_align_clock(const fs_net *net);
/* The clock of the host's platform. */
uint64_t fs__net_now_us(const fs_net *net);
/* When fs_net_service() has something to repeat, to ping or to dial, if nothing arrives before. */
uint64_t fs__net_due_us(const fs_net *net);

/* fs_net_listen_on() and fs_net_connect_to() on another platform, which must outlive the host. Their times, and those of the
 * hooks, are of its clock. */
fs_result fs__net_listen_with(const fs__net_platform *platform, const char *address, uint16_t port, uint32_t max_peers,
                              const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size);
fs_result fs__net_connect_with(const fs__net_platform *platform, const fs_net_addresses *servers,
                               const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size);
/* Handles a datagram up to its content, which is in host->receivedData unless it was dropped. */
fs__net_verdict fs__net_filter(fs_net *net, const fs__net_parcel *datagram);
/* Continues the connection attempt: sends a HELLO or an OPEN, requests the connection or ends the attempt, as due. True when a
 * hook was called. */
bool fs__net_dial(fs_net *net);
/* Counts a datagram that was sent. */
void fs__net_count_sent(fs_net *net, const fs__net_path *to, size_t size);
/* Sends a datagram at once and counts it. */
void fs__net_send_datagram(fs_net *net, const fs__net_path *to, const uint8_t *bytes, size_t size);
/* Bytes of the IP and UDP headers of a datagram: 28 or 48. */
uint32_t fs__net_overhead(const fs__net_path *path);
/* Prepares a free ENet peer for its next connection: time-outs and a first estimate of the round trip. With ENet's own
 * estimate of 500 ms, doubled for each repetition, a few losses at the start would cost seconds. */
void fs__net_prepare_peer(const fs_net *net, ENetPeer *peer, uint32_t rtt_ms);
/* Sets the limits of an open connection and switches ENet's throttle off. */
void fs__net_configure_peer(const fs_net *net, ENetPeer *peer);
/* Sets the time-outs in milliseconds of later connections. */
void fs__net_set_timeout(fs_net *net, uint32_t min_ms, uint32_t max_ms);

#endif
