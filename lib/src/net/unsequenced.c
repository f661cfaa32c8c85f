/* unsequenced.c: see unsequenced.h. */
#include "net/unsequenced.h"

#include <enet/enet.h>
#include <string.h>

#include "net/host.h"

_Static_assert((int)FS__GATE_MESSAGE_HEAD_BYTES ==
                   (int)(offsetof(ENetProtocolHeader, sentTime) + sizeof(ENetProtocolSendUnsequenced)),
               "the form of ENet");
_Static_assert((int)FS__GATE_MESSAGE_HEAD_BYTES + (int)FS_MAX_PAYLOAD <= (int)FS__NET_MTU, "every message fits");

/* The link of a connected peer; NULL when it is gone. */
static fs__net_link *link_of(fs_net *net, const ENetPeer *peer)
{
    fs__net_link *link = &net->links[net->use[peer - net->host->peers].link];
    return link->used && (!net->listening || link->connection == peer->connectID) ? link : NULL;
}

/* The content is written where the encrypted one will be. */
bool fs__net_send_unsequenced(fs_net *net, ENetPeer *peer, fs_channel channel, const void *bytes, size_t size)
{
    fs__net_link *link = link_of(net, peer);
    FS_ASSERT(size <= FS_MAX_PAYLOAD);
    if (peer->state != ENET_PEER_STATE_CONNECTED || link == NULL)
        return false;
    const fs__gate_address to = { peer->outgoingPeerID, peer->outgoingSessionID };
    const fs__gate_message message = { .channel = (uint8_t)channel,
                                       .group = ++peer->outgoingUnsequencedGroup,
                                       .size = size };
    uint8_t *out = fs__net_outbox_room(net, &link->path), *content = out + FS__CIPHER_HEAD_BYTES;
    fs__gate_put_message_head(content, to, &message);
    if (size > 0)
        memcpy(content + FS__GATE_MESSAGE_HEAD_BYTES, bytes, size);
    fs__net_post(net, fs__cipher_seal(&link->cipher, out, content, FS__GATE_MESSAGE_HEAD_BYTES + size));
    return true;
}

bool fs__net_takes_messages(const ENetPeer *peer, fs__gate_address to)
{
    bool open = peer->state == ENET_PEER_STATE_CONNECTED || peer->state == ENET_PEER_STATE_DISCONNECT_LATER;
    return open && to.session == peer->incomingSessionID;
}

/* ENet's own rule and window. */
bool fs__net_note_group(ENetPeer *peer, uint16_t group)
{
    const uint32_t span = ENET_PEER_UNSEQUENCED_WINDOW_SIZE;
    uint32_t index = group % span, from = peer->incomingUnsequencedGroup;
    uint32_t ahead = group >= from ? group - from : 0x10000u + group - from;
    if (ahead >= ENET_PEER_FREE_UNSEQUENCED_WINDOWS * span)
        return false;
    uint32_t bit = 1u << index % 32, *word = &peer->unsequencedWindow[index / 32];
    if (group - index != from) {
        peer->incomingUnsequencedGroup = (enet_uint16)(group - index);
        memset(peer->unsequencedWindow, 0, sizeof peer->unsequencedWindow);
    } else if ((*word & bit) != 0)
        return false;
    *word |= bit;
    return true;
}
