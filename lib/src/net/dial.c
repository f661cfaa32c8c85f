/* dial.c: the connection attempt of a connecting host.
 *
 * Sends HELLO until a cookie arrives, OPEN with the cookie until keys arrive, then ENet's own request, encrypted. No
 * function here waits: each call performs the steps that are due.
 */
#include <enet/enet.h>

#include <sodium.h>

#include "net/host.h"
#include "net/wakeup.h"

/* To the first address of the name at once, to each further one an interval later, so that an address that does not
 * answer costs little time. The one that answers first is taken. */
static void send_hello(fs_net *net, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_HELLO_BYTES];
    fs__dial *dial = &net->dial;
    fs__gate_put_hello(bytes, dial->nonce);
    for (uint32_t i = 0; i < dial->servers.count && i <= dial->hellos; i++) {
        const fs__net_path to = { .remote = dial->servers.endpoints[i] };
        fs__net_send_datagram(net, &to, bytes, sizeof bytes);
    }
    dial->hello_us = now_us + FS__NET_HELLO_INTERVAL_US;
    dial->hellos++;
}

static bool end_attempt(fs_net *net, fs_result reason, uint64_t now_us)
{
    enet_peer_disconnect_now(&net->host->peers[0], 0);
    net->dial.phase = FS__DIAL_CLOSED;
    net->dial.reason = net->dial.dropped ? FS_OK : reason;
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

static void begin_handshake(fs_net *net, uint64_t now_us)
{
    fs__dial *dial = &net->dial;
    fs__handshake_head head = { dial->nonce, dial->cookie, FS_PROTOCOL_VERSION, net->plain };
    dial->rtt_ms = initial_rtt_ms(dial, now_us);
    randombytes_buf(dial->secret, sizeof dial->secret);
    fs__open_put(dial->open, &head, dial->secret);
    dial->phase = FS__DIAL_OPEN;
    dial->hello_us = now_us;
}

static void send_open(fs_net *net, uint64_t now_us)
{
    fs__net_send_datagram(net, &net->dial.to, net->dial.open, sizeof net->dial.open);
    net->dial.hello_us = now_us + FS__NET_HELLO_INTERVAL_US;
}

static void request_connection(fs_net *net, uint64_t now_us)
{
    ENetPeer *peer = enet_host_connect(net->host, &fs__net_peer_address, FS_CHANNEL_COUNT, 0);
    if (peer == NULL)
        return; /* out of memory: tried again until the deadline */
    fs__net_prepare_peer(net, peer, net->dial.rtt_ms);
    net->dial.phase = FS__DIAL_CONNECTING;
    net->dial.dial_deadline_us = now_us + FS__NET_DIAL_TIMEOUT_US;
    enet_host_flush(net->host);
}

/* Why the server's answer to the OPEN ends the attempt; OK when it does not. */
static fs_result find_difference(const fs_net *net)
{
    const fs__dial *dial = &net->dial;
    fs__handshake_head theirs;
    if (!fs__keys_get_head(&theirs, dial->keys, dial->keys_size))
        return FS_OK;
    if (theirs.version != FS_PROTOCOL_VERSION)
        return FS_E_VERSION;
    return theirs.plain != net->plain ? FS_E_PLAIN : FS_OK;
}

/* Looks at the keys that have arrived. Forged ones are dropped; the true ones may still come. */
static bool take_keys(fs_net *net, uint64_t now_us)
{
    fs_result difference = find_difference(net);
    bool accepted = difference == FS_OK && fs__net_accept_keys(net);
    net->dial.keys_size = 0;
    if (difference != FS_OK)
        return end_attempt(net, difference, now_us);
    if (!accepted) {
        net->stats.forged_datagrams++;
        return false;
    }
    if (net->trust != NULL && !net->trust(net->trust_context, net->identity))
        return end_attempt(net, FS_E_IDENTITY, now_us);
    request_connection(net, now_us);
    return false;
}

static bool is_dialling(const fs__dial *dial)
{
    return dial->phase == FS__DIAL_HELLO || dial->phase == FS__DIAL_OPEN || dial->phase == FS__DIAL_CONNECTING;
}

bool fs__net_dial(fs_net *net)
{
    fs__dial *dial = &net->dial;
    if (!is_dialling(dial))
        return false;
    uint64_t now_us = fs__net_now_us(net);
    if (now_us >= dial->dial_deadline_us || dial->dropped)
        return end_attempt(net, FS_E_TIMEOUT, now_us);
    if (dial->phase == FS__DIAL_OPEN && dial->keys_size > 0)
        return take_keys(net, now_us);
    if (dial->phase == FS__DIAL_OPEN && net->links[0].used)
        request_connection(net, now_us);
    if (dial->phase == FS__DIAL_HELLO && dial->cookie != 0)
        begin_handshake(net, now_us);
    if (dial->phase == FS__DIAL_HELLO && now_us >= dial->hello_us)
        send_hello(net, now_us);
    else if (dial->phase == FS__DIAL_OPEN && now_us >= dial->hello_us)
        send_open(net, now_us);
    return false;
}
