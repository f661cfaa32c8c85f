/* wakeup.c: see wakeup.h. */
#include "config.h" /* first: it opens ppoll() */

#include "net/wakeup.h"

#include <enet/enet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/datagram.h"
#include "net/host.h"

enum { BATCH = 64 }; /* datagrams that one wakeup drops at most */

/* --- receiving ----------------------------------------------------------------------- */

static void send_wakeup(const fs_net *net)
{
    ENetBuffer byte = { .data = "", .dataLength = 1 };
    enet_socket_send(net->wakeup, NULL, &byte, 1);
}

/* Puts the next datagram of the socket in the place of what ENet has received; false when there is none. */
static bool receive_datagram(fs_net *net)
{
    ptrdiff_t size = fs__net_socket_receive(&net->socket, net->datagram, sizeof net->datagram, &net->from);
    if (size < 0)
        return false;
    net->stats.datagrams_received++;
    net->stats.bytes_received += (uint64_t)size + fs__net_overhead(&net->from);
    net->host->receivedData = net->datagram;
    net->host->receivedDataLength = (size_t)size;
    net->host->receivedAddress = fs__net_peer_address;
    return true;
}

/* ENet's intercept function: 0 gives ENet a datagram, 1 none. */
static int replace_wakeup(ENetHost *host, ENetEvent *event)
{
    fs_net *net = host->peers[0].data;
    (void)event;
    for (int i = 0; i < BATCH; i++) {
        if (!receive_datagram(net))
            return 1;
        if (!fs__net_filter(net)) {
            send_wakeup(net); /* for the next one */
            return 0;
        }
    }
    send_wakeup(net);
    return 1;
}

/* --- opening and closing ---------------------------------------------------------------- */

const ENetAddress fs__net_peer_address = { .host = ENET_HOST_ANY, .port = 1 };

static bool configure_end(int end)
{
    return fcntl(end, F_SETFD, FD_CLOEXEC) == 0 && fcntl(end, F_SETFL, O_NONBLOCK) == 0;
}

/* Gives ENet one end of a pair. What it sends is to be lost: the buffer is as small as the system allows, and nobody reads
 * it, so that a call costs no more than to find it full. */
static bool replace_socket(fs_net *net, ENetHost *host)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return false;
    enet_socket_destroy(host->socket);
    host->socket = ends[0];
    net->wakeup = ends[1];
    enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, 1);
    return configure_end(ends[0]) && configure_end(ends[1]);
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

bool fs__net_wake(fs_net *net)
{
    struct pollfd p[] = { { .fd = net->socket.file, .events = POLLIN }, { .fd = net->host->socket, .events = POLLIN } };
    if (poll(p, 2, 0) <= 0)
        return false;
    if (p[1].revents == 0)
        send_wakeup(net);
    return true;
}

void fs__net_wait(const fs_net *net, uint64_t wake_us)
{
    uint64_t now_us = fs_net_clock_us();
    uint64_t left_us = wake_us > now_us ? wake_us - now_us : 0;
    struct timespec left = { .tv_sec = (time_t)(left_us / 1000000), .tv_nsec = (long)(left_us % 1000000 * 1000) };
    struct pollfd p = { .fd = net->socket.file, .events = POLLIN };
    ppoll(&p, 1, &left, NULL);
}
