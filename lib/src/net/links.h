/* links.h: the encrypted links of a host, one to each remote address and port that has shaken hands.
 *
 * From its connection request on a link belongs to a connection of the transport, by the number of that connection; it
 * is *bound* while the connection lives. A listening host has more links than the transport has peers. A handshake takes
 * the oldest link that is not bound, so the number of half-open handshakes is bounded without a timer. A repeated OPEN
 * gets the same answer again, which costs no asymmetric operation.
 */
#ifndef FS_NET_LINKS_H
#define FS_NET_LINKS_H

#include <fixstep/net.h>

#include "net/cipher.h"
#include "net/handshake.h"
#include "net/system/socket.h"

typedef struct fs__net_link {
    fs__net_path path;
    bool used;
    uint32_t connection; /* the transport's number of its connection; 0: none was requested */
    uint64_t age;        /* number of its handshake; a smaller one is older */
    uint8_t open[FS__OPEN_PART_BYTES], keys[FS__KEYS_BYTES]; /* of the handshake, for repetitions */
    fs__cipher cipher;
} fs__net_link;

/* The link with that number to that address; NULL for none. */
fs__net_link *fs__net_find_link(fs_net *net, uint32_t number, const fs__endpoint *from);
/* The link of a connection of the transport; for a connecting host its only link. NULL for none. */
fs__net_link *fs__net_link_of(fs_net *net, uint32_t connection);
/* Erases the keys of a link, which is unused then. */
void fs__net_end_link(fs__net_link *link);
/* Number of other bound links from the origin of this one. */
uint32_t fs__net_count_bound(const fs_net *net, const fs__net_link *link);
/* Ends the links of a listening host whose connections have ended. */
void fs__net_end_old_links(fs_net *net);

/* Handles an OPEN with a valid cookie from net->from: answers it when the limits
 * of handshakes allow. */
void fs__net_answer_open(fs_net *net, const uint8_t bytes[FS__OPEN_BYTES]);
/* Makes the link of a connecting host from the KEYS that the dial holds. False when they were forged. */
bool fs__net_accept_keys(fs_net *net);

#endif
