/* platform.h: what a host takes of its system: a clock, a UDP socket, and the pair of sockets that wakes ENet up.
 *
 * All of a host's own calls of the system go through these functions, so hosts also run on a simulated network with a virtual
 * clock (tests/network/vnet.h). ENet itself reads its time with enet_time_get() and its end of the pair with
 * enet_socket_receive(); a simulation defines these two beside the platform. Name lookups and finder.c use the system directly.
 */
#ifndef FS_NET_PLATFORM_H
#define FS_NET_PLATFORM_H

#include "net/system/socket.h"

typedef struct fs__net_platform {
    void *context;
    /* Microseconds of a monotonic clock. */
    uint64_t (*clock_us)(void *context);
    /* Opens a socket on an address and port; NULL: for a host that sends first, with any port. False with errno. */
    bool (*open)(void *context, fs__net_socket *s, const fs__endpoint *here);
    void (*close)(void *context, fs__net_socket *s); /* also one that was not opened */
    uint16_t (*port)(void *context, const fs__net_socket *s);
    /* fs__net_socket_receive_batch() and fs__net_socket_send_batch(). */
    uint32_t (*receive)(void *context, const fs__net_socket *s, fs__net_parcel parcels[FS__NET_BATCH], size_t room);
    void (*send)(void *context, const fs__net_socket *s, fs__net_parcel *parcels, uint32_t count);
    /* Waits for a datagram until the clock shows `until_us`; NULL: only for that. Whether there is one. errno is EINTR after a
     * signal. */
    bool (*wait)(void *context, const fs__net_socket *s, uint64_t until_us);
    /* Opens two connected ends of which ENet gets the first; enet_socket_destroy() closes them. False with errno. */
    bool (*open_pair)(void *context, int ends[2]);
} fs__net_platform;

/* The system's own. */
extern const fs__net_platform fs__net_system;

#endif
