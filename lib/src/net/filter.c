/* filter.c: applies the gate to every datagram before ENet handles it.
 *
 * Runs inside ENet's receive loop: it may send cookies and count, but must never call a hook or change a peer.
 */
#include <enet/enet.h>

#include "net/host.h"

static void send_cookie(fs_net *net, uint32_t nonce)
{
    const ENetAddress *from = &net->host->receivedAddress;
    uint8_t bytes[FS__GATE_COOKIE_BYTES];
    uint32_t cookie = fs__gate_cookie(&net->gate, from->host, from->port, fs_net_clock_us());
    fs__gate_put_cookie(bytes, nonce, cookie);
    fs__net_send_raw(net, from->host, from->port, bytes, sizeof bytes);
}

static bool store_cookie(fs_net *net, fs__gate_datagram d)
{
    const ENetAddress *from = &net->host->receivedAddress;
    fs__dial *dial = &net->dial;
    if (dial->phase != FS__DIAL_HELLO || from->host != dial->to.host || from->port != dial->to.port ||
        d.nonce != dial->nonce || d.value == 0)
        return false;
    dial->cookie = d.value;
    return true;
}

static uint32_t count_connections(const ENetHost *host, uint32_t address)
{
    uint32_t count = 0;
    for (size_t i = 0; i < host->peerCount; i++) {
        const ENetPeer *peer = &host->peers[i];
        if (peer->state != ENET_PEER_STATE_DISCONNECTED && peer->address.host == address)
            count++;
    }
    return count;
}

static bool is_connect_allowed(const fs_net *net, uint32_t cookie)
{
    const ENetAddress *from = &net->host->receivedAddress;
    return net->listening && !net->closing &&
           fs__gate_cookie_valid(&net->gate, from->host, from->port, fs_net_clock_us(), cookie) &&
           count_connections(net->host, from->host) < fs__gate_address_limit(from->host);
}

/* ENet compares the same; doing it first keeps datagrams of unknown senders from ENet's parser and counts them. */
static bool is_known_sender(const ENetHost *host, uint32_t number)
{
    if (number >= host->peerCount)
        return false;
    const ENetPeer *peer = &host->peers[number];
    return peer->state != ENET_PEER_STATE_DISCONNECTED && peer->state != ENET_PEER_STATE_ZOMBIE &&
           peer->address.host == host->receivedAddress.host && peer->address.port == host->receivedAddress.port;
}

/* Counts a datagram that is not valid; true when ENet must not handle it. */
static bool drop_unless(fs_net *net, bool valid)
{
    if (!valid)
        net->stats.dropped_messages++;
    return !valid;
}

bool fs__net_filter(fs_net *net)
{
    const ENetHost *host = net->host;
    fs__gate_datagram d = fs__gate_classify(host->receivedData, host->receivedDataLength);
    switch (d.kind) {
    case FS__GATE_HELLO:
        if (!drop_unless(net, net->listening && !net->closing))
            send_cookie(net, d.value);
        return true;
    case FS__GATE_COOKIE: drop_unless(net, store_cookie(net, d)); return true;
    case FS__GATE_CONNECT:
        if (is_connect_allowed(net, d.value))
            return false;
        net->stats.refused_connects++;
        return true;
    case FS__GATE_TRAFFIC:
        return drop_unless(net, is_known_sender(host, d.value) &&
                                    fs__gate_traffic_valid(host->receivedData, host->receivedDataLength, &net->limits));
    default: return drop_unless(net, false);
    }
}
