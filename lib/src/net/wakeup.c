/* wakeup.c: see wakeup.h. */
#include "net/wakeup.h"

#include <enet/enet.h>

#include "net/datagram.h"
#include "net/host.h"

/* --- receiving ----------------------------------------------------------------------- */

/* ENet's intercept function: 0 gives ENet a datagram, 1 none. */
static int replace_wakeup(ENetHost *host, ENetEvent *event)
{
    fs_net *net = host->peers[0].data;
    (void)event;
    if (net->content_size == 0)
        return 1;
    host->receivedData = net->received;
    host->receivedDataLength = net->content_size;
    host->receivedAddress = fs__net_peer_address;
    net->content_size = 0;
    return 0;
}

void fs__net_wake(fs_net *net)
{
    ENetBuffer byte = { .data = "", .dataLength = 1 };
    net->content_size = net->host->receivedDataLength;
    enet_socket_send(net->wakeup, NULL, &byte, 1);
}

/* --- opening and closing ---------------------------------------------------------------- */

const ENetAddress fs__net_peer_address = { .host = ENET_HOST_ANY, .port = 1 };

/* Gives ENet one end of a pair. What it sends is to be lost: the buffer is as small as the system allows, and nobody reads
 * it, so that a call costs no more than to find it full. */
static bool replace_socket(fs_net *net, ENetHost *host)
{
    int ends[2];
    if (!net->platform->open_pair(net->platform->context, ends))
        return false;
    enet_socket_destroy(host->socket);
    host->socket = ends[0];
    net->wakeup = ends[1];
    enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, 1);
    return true;
}

/* Configures ENet's host. The peers hold the pointer to `net`, because ENet's host has no member for it. */
static bool open_host(fs_net *net, size_t peers)
{
    ENetHost *host = enet_host_create(NULL, peers, FS_CHANNEL_COUNT, 0, 0);
    net->host = host;
    if (host == NULL)
        return false;
    host->intercept = replace_wakeup;
    fs__net_encrypt(host);
    host->mtu = FS__NET_MTU;
    host->maximumPacketSize = FS__NET_MAX_DOWN_BYTES;
    for (size_t i = 0; i < host->peerCount; i++) {
        host->peers[i].data = net;
        host->peers[i].mtu = FS__NET_MTU;
    }
    return replace_socket(net, host);
}

bool fs__net_open_engine(fs_net *net, size_t peers)
{
    return open_host(net, peers);
}

void fs__net_close_engine(fs_net *net)
{
    if (net->host != NULL)
        enet_host_destroy(net->host);
    if (net->wakeup != ENET_SOCKET_NULL)
        enet_socket_destroy(net->wakeup);
}

/* --- waiting ------------------------------------------------------------------------- */

/* Many peers send at times of their own, and each of their datagrams would wake the host up: it lets them gather. */
static void gather_datagrams(const fs_net *net, uint64_t wake_us)
{
    uint64_t then_us = net->round_us + FS__NET_GATHER_US;
    if (then_us > wake_us)
        then_us = wake_us;
    if (then_us > fs__net_now_us(net))
        net->platform->wait(net->platform->context, NULL, then_us);
}

void fs__net_wait(const fs_net *net, uint64_t wake_us)
{
    if (fs__net_has_datagram(net))
        return;
    if (net->platform->wait(net->platform->context, &net->socket, wake_us) && net->peers >= FS__NET_GATHER_PEERS)
        gather_datagrams(net, wake_us);
}
