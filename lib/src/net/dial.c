/* dial.c: the connection attempt of a connecting host.
 *
 * Sends HELLO until a cookie arrives, then ENet's own request with the cookie in it. No function here waits: each call
 * performs the steps that are due.
 */
#include <enet/enet.h>

#include "net/host.h"

static void send_hello(fs_net *net, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_HELLO_BYTES];
    fs__gate_put_hello(bytes, net->dial.nonce);
    fs__net_send_raw(net, net->dial.to.host, net->dial.to.port, bytes, sizeof bytes);
    net->dial.hello_us = now_us + FS__NET_HELLO_INTERVAL_US;
    net->dial.hellos++;
}

static bool end_attempt(fs_net *net, uint64_t now_us)
{
    enet_peer_disconnect_now(&net->host->peers[0], 0);
    net->dial.phase = FS__DIAL_CLOSED;
    net->dial.reason = net->dial.dropped ? FS_OK : FS_E_TIMEOUT;
    net->hooks.disconnected(net->hooks.context, 0, now_us);
    return true;
}

/* First estimate of the round trip: twice the time from HELLO to COOKIE when only one HELLO was sent, so that the
 * connection request is not repeated before its answer can arrive. */
static uint32_t initial_rtt_ms(const fs__dial *dial, uint64_t now_us)
{
    if (dial->hellos != 1)
        return FS__NET_INITIAL_RTT_MS;
    uint64_t ms = 2 * (now_us + FS__NET_HELLO_INTERVAL_US - dial->hello_us) / 1000;
    return ms > FS__NET_MIN_RTT_MS ? (uint32_t)ms : FS__NET_MIN_RTT_MS;
}

static void request_connection(fs_net *net, uint64_t now_us)
{
    ENetAddress to = { .host = net->dial.to.host, .port = net->dial.to.port };
    ENetPeer *peer = enet_host_connect(net->host, &to, FS_CHANNEL_COUNT, net->dial.cookie);
    if (peer == NULL)
        return; /* out of memory: tried again until the deadline */
    fs__net_prepare_peer(net, peer, initial_rtt_ms(&net->dial, now_us));
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
        return end_attempt(net, now_us);
    if (dial->phase == FS__DIAL_HELLO && dial->cookie != 0)
        request_connection(net, now_us);
    else if (dial->phase == FS__DIAL_HELLO && now_us >= dial->hello_us)
        send_hello(net, now_us);
    return false;
}
