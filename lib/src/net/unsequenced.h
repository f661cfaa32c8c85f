/* unsequenced.h: the messages of the unsequenced channels, past ENet.
 *
 * Nearly all datagrams of a match carry one unsequenced message, which needs nothing of ENet but its form and the number by which
 * repetitions are known: no acknowledgement, no order, no memory. They are written and read here in ENet's form, with the numbers
 * of ENet's peer, so that either side may also send them through ENet.
 */
#ifndef FS_NET_UNSEQUENCED_H
#define FS_NET_UNSEQUENCED_H

#include <fixstep/net.h>

#include "net/gate.h"

struct _ENetPeer;

/* Sends a message with the next flush; false when the peer has no open connection. */
bool fs__net_send_unsequenced(fs_net *net, struct _ENetPeer *peer, fs_channel channel, const void *bytes, size_t size);
/* Whether a peer takes messages that were sent to the session `to`. */
bool fs__net_takes_messages(const struct _ENetPeer *peer, fs__gate_address to);
/* Notes the group of a message; false for a repetition, or a group that is too far from the newest ones. */
bool fs__net_note_group(struct _ENetPeer *peer, uint16_t group);

#endif
