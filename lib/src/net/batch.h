/* batch.h: the datagrams of a host on their way from and to the system, many in one call.
 *
 * What arrives is read in batches into an inbox and handled one after another. What is sent collects in an outbox, encrypted,
 * until it is full or flushed. No datagram stays in either while the host waits.
 */
#ifndef FS_NET_BATCH_H
#define FS_NET_BATCH_H

#include <fixstep/net.h>

#include "net/system/socket.h"

enum {
    FS__NET_RECEIVED_BYTES = 4096, /* of a datagram that is received at most */
    /* Of a datagram that is sent at most: with the headers of IPv6 and UDP the 1280 bytes that every path of IPv6 must pass. Longer
     * ones vanish where a path is narrower and its notices of that are filtered. */
    FS__NET_SENT_BYTES = 1280 - 40 - 8
};

typedef struct fs__net_inbox {
    fs__net_parcel parcels[FS__NET_BATCH];
    uint32_t count, next; /* received ones, and the next one to handle */
    bool drained;         /* the system had no more when they were received */
    uint8_t bytes[FS__NET_BATCH][FS__NET_RECEIVED_BYTES];
} fs__net_inbox;

typedef struct fs__net_outbox {
    fs__net_parcel parcels[FS__NET_BATCH];
    uint32_t count;
    uint8_t bytes[FS__NET_BATCH][FS__NET_SENT_BYTES];
} fs__net_outbox;

/* The next datagram that has arrived, valid until the next call; NULL when there is none. */
const fs__net_parcel *fs__net_next_datagram(fs_net *net);
/* Whether one was received and is not handled. */
bool fs__net_has_datagram(const fs_net *net);
/* Room for the bytes of a datagram to `to`; fs__net_post() sends it with the size it got. */
uint8_t *fs__net_outbox_room(fs_net *net, const fs__net_path *to);
void fs__net_post(fs_net *net, size_t size);
/* Sends what was posted. */
void fs__net_flush_outbox(fs_net *net);

#endif
