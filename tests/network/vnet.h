/* vnet.h: machines with clocks and sockets of their own, in one process on a virtual clock, under the real transport.
 *
 * Each machine is a platform (net/system/platform.h) for hosts of lib/src/net. Datagrams between machines travel over simulated lines
 * (netline.h). vnet.c also defines what ENet takes of the system (its clock and its socket) and gives libsodium its random
 * numbers, so a run is a function of its seed alone: vnet_digest() of two runs of one seed are equal.
 *
 * One network at a time. Before hosts of a machine are used, vnet_enter() says which one it is; they are served with
 * until_us = vnet_clock_us(), so that nobody ever waits: the caller lets the time pass.
 */
#ifndef FS_VNET_H
#define FS_VNET_H

#include <fixstep/net.h>

#include "net/host.h"
#include "network/netline.h"

enum { VNET_MACHINES = 32, VNET_PORT = 27960 };

typedef struct vnet_machine {
    struct vnet *net;
    uint32_t number; /* its address is 10.NUMBER.0.1 */
    fs__net_platform platform;
    /* Its clocks: monotonic, and the one of day, which ENet reads. */
    uint64_t offset_us;
    int32_t drift_ppm;
    int64_t day_us;        /* that the clock of day is ahead of the monotonic one */
    uint32_t enet_base_ms; /* see enet_time_set() */
    /* Its line to the network, which datagrams of connecting hosts pass. */
    netsim_link link;
    bool burst[2];
    uint64_t blackout_to_us; /* nothing passes */
    bool off;                /* nothing is sent or received */
    uint32_t waiting;        /* datagrams in its sockets */
    bool unaligned;          /* a planted defect: its ENet cannot be set to the monotonic clock */
    uint64_t bytes[2];       /* that went over its line, down and up, with IP and UDP headers */
} vnet_machine;

typedef struct vnet vnet;

vnet *vnet_create(uint64_t seed);
/* Every host must have been closed. */
void vnet_destroy(vnet *net);
/* A machine that is on, with a line without delay; owned by the network. */
vnet_machine *vnet_add_machine(vnet *net);
/* The address of a listening host, "10.1.0.1:27960". */
fs_net_addresses vnet_address(const vnet_machine *machine);

/* Global time, which begins at 1 s. */
uint64_t vnet_now_us(const vnet *net);
/* Lets the time pass up to then, and puts what arrives up to then into sockets. */
void vnet_advance(vnet *net, uint64_t to_us);
/* When the next datagram arrives; UINT64_MAX when nothing is on its way. */
uint64_t vnet_next_us(const vnet *net);

/* From now on hosts of this machine are used. */
void vnet_enter(vnet_machine *machine);
/* Its monotonic clock. */
uint64_t vnet_clock_us(const vnet_machine *machine);
/* When its clock will show a time; now for one that is over. */
uint64_t vnet_when_us(const vnet_machine *machine, uint64_t clock_us);
/* Its connecting sockets get other ports, as behind a router that has forgotten them: what comes to the old ones is lost. */
void vnet_rebind(vnet_machine *machine);

/* Goes into the digest with the time. */
void vnet_note(vnet *net, const void *bytes, size_t size);
/* Of every datagram that was sent, when and where to, and of everything that was noted. */
uint64_t vnet_digest(const vnet *net);
/* Bytes that ENet has allocated now. */
size_t vnet_enet_bytes(void);

#endif
