/* socket.h: the UDP socket of a host, which carries both families.
 *
 * A host on all addresses has one IPv6 socket that takes IPv4 datagrams too (RFC 3493, IPv4-mapped addresses); on a
 * machine without IPv6, and for an IPv4 address, an IPv4 socket. Where the system tells the local address that a datagram
 * was sent to, the answer leaves from there, so a client of a machine with many addresses hears from the one it has asked.
 * Calls do not block.
 */
#ifndef FS_NET_SOCKET_H
#define FS_NET_SOCKET_H

#include "net/endpoint.h"

/* The two ends of a datagram. */
typedef struct fs__net_path {
    fs__endpoint remote;
    uint8_t local[16];  /* IPv6 or IPv4-mapped; zeros: the system chooses */
    uint32_t interface; /* for a link-local address; 0: the system chooses */
} fs__net_path;

typedef struct fs__net_socket {
    int file;
    bool six; /* an IPv6 socket */
} fs__net_socket;

/* Opens a socket on an address (any: on all of both families) and a port, 0 for a free one. False with errno;
 * EAFNOSUPPORT for IPv6 on a machine without it. */
bool fs__net_socket_open(fs__net_socket *s, const fs__endpoint *here);
/* The same for a host that only sends first: its port is chosen with the first datagram. */
bool fs__net_socket_open_unbound(fs__net_socket *s);
void fs__net_socket_close(fs__net_socket *s);

/* Receives a datagram. Returns its size, at most `room` (a longer one is cut); -1 with errno when there is none. */
ptrdiff_t fs__net_socket_receive(const fs__net_socket *s, void *bytes, size_t room, fs__net_path *from);
/* Returns whether the system took the datagram. */
bool fs__net_socket_send(const fs__net_socket *s, const fs__net_path *to, const void *bytes, size_t size);

/* A datagram of a batch. */
typedef struct fs__net_parcel {
    fs__net_path path; /* where it is from, or goes to */
    uint8_t *bytes;    /* the caller's */
    size_t size;
    bool sent; /* the system took it */
} fs__net_parcel;

enum { FS__NET_BATCH = 32 }; /* datagrams of one call */

/* Receives up to FS__NET_BATCH datagrams with one call of the system, each into the `bytes` of its parcel, which have `room` bytes
 * (a longer datagram is cut). Returns their number: fewer than FS__NET_BATCH when no more have arrived. */
uint32_t fs__net_socket_receive_batch(const fs__net_socket *s, fs__net_parcel parcels[FS__NET_BATCH], size_t room);
/* Sends up to FS__NET_BATCH datagrams with as few calls of the system as it allows, and notes in each parcel whether it was sent. */
void fs__net_socket_send_batch(const fs__net_socket *s, fs__net_parcel *parcels, uint32_t count);
/* The local port in host order; 0 before it is known. */
uint16_t fs__net_socket_port(const fs__net_socket *s);

#endif
