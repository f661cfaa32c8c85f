/* dial.c: a connecting host's way to a connection.
 *
 * HELLO until a cookie comes, then ENet's own request with the cookie in it.
 * Nothing here waits: each call does what is due.
 */
#include <enet/enet.h>

#include "net/host.h"

static void say_hello(fs_net *net, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_HELLO_BYTES];
    fs__gate_put_hello(bytes, net->dial.nonce);
    fs__net_send_raw(net, net->dial.to.host, net->dial.to.port, bytes, sizeof bytes);
    net->dial.hello_us = now_us + FS__NET_HELLO_INTERVAL_US;
    net->dial.hellos++;
}

static bool give_up(fs_net *net, uint64_t now_us)
{
    enet_peer_disconnect_now(&net->host->peers[0], 0);
    net->dial.phase = FS__DIAL_CLOSED;
    net->dial.reason = net->dial.dropped ? FS_OK : FS_E_TIMEOUT;
    net->hooks.disconnected(net->hooks.context, 0, now_us);
    return true;
}

/* Twice the time from HELLO to cookie, when it is plain which HELLO was
 * answered: the connection request must not be repeated before its answer. */
static uint32_t first_rtt_ms(const fs__dial *dial, uint64_t now_us)
{
    if (dial->hellos != 1)
        return FS__NET_INITIAL_RTT_MS;
    uint64_t ms = 2 * (now_us + FS__NET_HELLO_INTERVAL_US - dial->hello_us) / 1000;
    return ms > FS__NET_MIN_RTT_MS ? (uint32_t)ms : FS__NET_MIN_RTT_MS;
}

static void request(fs_net *net, uint64_t now_us)
{
    ENetAddress to = { .host = net->dial.to.host, .port = net->dial.to.port };
    ENetPeer *peer = enet_host_connect(net->host, &to, FS_CHANNEL_COUNT, net->dial.cookie);
    if (peer == NULL)
        return; /* out of memory: tried again until giving up */
    fs__net_prepare_peer(net, peer, first_rtt_ms(&net->dial, now_us));
    net->dial.phase = FS__DIAL_CONNECTING;
    net->dial.dial_deadline_us = now_us + FS__NET_DIAL_TIMEOUT_US;
    enet_host_flush(net->host);
}

bool fs__net_dial(fs_net *net)
{
    fs__dial *dial = &net->dial;
    if (dial->phase != FS__DIAL_HELLO && dial->phase != FS__DIAL_CONNECTING)
        return false;
    uint64_t now_us = fs_net_clock_us();
    if (now_us >= dial->dial_deadline_us || dial->dropped)
        return give_up(net, now_us);
    if (dial->phase == FS__DIAL_HELLO && dial->cookie != 0)
        request(net, now_us);
    else if (dial->phase == FS__DIAL_HELLO && now_us >= dial->hello_us)
        say_hello(net, now_us);
    return false;
}
