/* service.c: events and waiting.
 *
 * Takes events from ENet, calls the hooks, and sleeps until a datagram arrives or a timer is due. Each round is
 * bounded: a flood costs at most the time that the caller allows.
 */
#include <enet/enet.h>
#include <errno.h>

#include "net/host.h"
#include "net/unsequenced.h"
#include "net/wakeup.h"

enum {
    ROUND_DATAGRAMS = 4096, /* in one round */
    ROUND_EVENTS = 4096,    /* of ENet after one datagram */
    PAUSE_US = 1000,        /* shortest wait for a timer that is overdue */
    STOP_US = 2000000       /* between two rounds: the program stood still; no wait is longer than 1 s */
};

/* --- events ------------------------------------------------------------------ */

static uint32_t enet_of_peer(const fs_net *net, const ENetPeer *peer)
{
    return (uint32_t)(peer - net->host->peers);
}

static uint32_t find_free_number(const fs_net *net)
{
    for (uint32_t i = 0; i < net->max_peers; i++) {
        if (net->enet_of_peer[i] == FS__NET_NONE)
            return i;
    }
    return FS__NET_NONE;
}

static bool handle_connect(fs_net *net, ENetPeer *peer, uint64_t now_us)
{
    uint32_t number = find_free_number(net);
    const fs__net_link *link = fs__net_link_of(net, peer->connectID);
    if (number == FS__NET_NONE || link == NULL) {
        enet_peer_disconnect(peer, FS_E_FULL);
        return false;
    }
    net->enet_of_peer[number] = (uint16_t)enet_of_peer(net, peer);
    net->peer_of_enet[enet_of_peer(net, peer)] = (uint16_t)number;
    net->peers++;
    fs__net_use *use = &net->use[enet_of_peer(net, peer)];
    use->admitted = false;
    use->heard_us = now_us;
    use->remote = link->path.remote;
    use->link = (uint32_t)(link - net->links);
    if (net->dial.phase == FS__DIAL_CONNECTING)
        net->dial.phase = FS__DIAL_CONNECTED;
    fs__net_configure_peer(net, peer);
    net->hooks.connected(net->hooks.context, number, now_us);
    return true;
}

/* Gives a message to the hook, unless its peer has no number. */
static bool deliver(fs_net *net, uint32_t enet_peer, uint32_t channel, const void *bytes, size_t size, uint64_t now_us)
{
    uint32_t number = net->peer_of_enet[enet_peer];
    if (number == FS__NET_NONE || channel >= FS_CHANNEL_COUNT) {
        net->stats.dropped_messages++;
        return false;
    }
    net->hooks.received(net->hooks.context, number, (fs_channel)channel, bytes, size, now_us);
    return true;
}

static bool handle_receive(fs_net *net, const ENetEvent *event, uint64_t now_us)
{
    const ENetPacket *packet = event->packet;
    const void *bytes = packet->dataLength > 0 ? (const void *)packet->data : ""; /* ENet gives NULL */
    bool called = deliver(net, enet_of_peer(net, event->peer), event->channelID, bytes, packet->dataLength, now_us);
    enet_packet_destroy(event->packet);
    return called;
}

/* The messages of a content past ENet. A hook may close the connection before the last one. */
static bool handle_messages(fs_net *net)
{
    const uint8_t *bytes = net->host->receivedData;
    size_t size = net->host->receivedDataLength, at = 0;
    fs__gate_address to = fs__gate_receiver(bytes);
    fs__gate_message m;
    bool called_hook = false;
    uint64_t now_us = fs__net_now_us(net);
    ENetPeer *peer = &net->host->peers[to.peer];
    while (!net->closing && fs__gate_next_message(bytes, size, &at, &m))
        if (fs__net_takes_messages(peer, to) && fs__net_note_group(peer, m.group) &&
            deliver(net, to.peer, m.channel, m.bytes, m.size, now_us))
            called_hook = true;
    return called_hook;
}

static void end_dial(fs_net *net, uint32_t data)
{
    fs__dial *dial = &net->dial;
    if (data == FS__NET_DISCONNECT_DATA || dial->dropped)
        dial->reason = FS_OK;
    else if (data == FS_E_FULL)
        dial->reason = FS_E_FULL;
    else
        dial->reason = dial->phase == FS__DIAL_CONNECTED ? FS_E_NETWORK : FS_E_TIMEOUT;
    dial->phase = FS__DIAL_CLOSED;
}

/* The number stays in use during the hook, so that fs_net_address() gives its address. */
static bool handle_disconnect(fs_net *net, const ENetPeer *peer, uint32_t data, uint64_t now_us)
{
    uint32_t enet_peer = enet_of_peer(net, peer), number = net->peer_of_enet[enet_peer];
    bool dialled = !net->listening && net->dial.phase != FS__DIAL_CLOSED;
    if (dialled)
        end_dial(net, data);
    if (number == FS__NET_NONE && !dialled)
        return false;
    net->hooks.disconnected(net->hooks.context, number == FS__NET_NONE ? 0 : number, now_us);
    net->use[enet_peer].admitted = false;
    fs__net_end_old_links(net);
    if (number != FS__NET_NONE) {
        net->enet_of_peer[number] = FS__NET_NONE;
        net->peer_of_enet[enet_peer] = FS__NET_NONE;
        net->peers--;
    }
    return true;
}

static bool handle_event(fs_net *net, const ENetEvent *event)
{
    uint64_t now_us = fs__net_now_us(net);
    switch (event->type) {
    case ENET_EVENT_TYPE_CONNECT: return handle_connect(net, event->peer, now_us);
    case ENET_EVENT_TYPE_RECEIVE: return handle_receive(net, event, now_us);
    case ENET_EVENT_TYPE_DISCONNECT: return handle_disconnect(net, event->peer, event->data, now_us);
    default: return false;
    }
}

/* --- rounds ------------------------------------------------------------------ */

static void discard_event(const ENetEvent *event)
{
    if (event->type == ENET_EVENT_TYPE_RECEIVE)
        enet_packet_destroy(event->packet);
}

static void prepare_free_peers(fs_net *net)
{
    for (size_t i = 0; i < net->host->peerCount; i++) {
        ENetPeer *peer = &net->host->peers[i];
        if (peer->state == ENET_PEER_STATE_DISCONNECTED)
            fs__net_prepare_peer(net, peer, FS__NET_INITIAL_RTT_MS);
    }
}

/* Lets ENet take the datagram that waits for it, if any, and handle its timers and its queues. */
static bool run_engine(fs_net *net)
{
    bool called_hook = false;
    for (uint32_t events = 0; events < ROUND_EVENTS; events++) {
        ENetEvent event;
        if (enet_host_service(net->host, &event, 0) <= 0)
            break;
        if (net->closing)
            discard_event(&event);
        else if (handle_event(net, &event))
            called_hook = true;
    }
    return called_hook;
}

static bool handle_datagram(fs_net *net, const fs__net_parcel *datagram)
{
    switch (fs__net_filter(net, datagram)) {
    case FS__NET_MESSAGES: return handle_messages(net);
    case FS__NET_FOR_ENGINE: fs__net_wake(net); return run_engine(net);
    default: return false;
    }
}

/* While this program stood still nobody could be heard. */
static void note_round(fs_net *net)
{
    uint64_t now_us = fs__net_now_us(net);
    if (now_us - net->round_us > STOP_US)
        net->awake_us = now_us;
    net->round_us = now_us;
}

static bool is_silent(const fs_net *net, const fs__net_use *use)
{
    uint64_t since_us = use->heard_us > net->awake_us ? use->heard_us : net->awake_us;
    return net->round_us > since_us && net->round_us - since_us >= net->timeout_max_ms * UINT64_C(1000);
}

/* Ends the connections of peers that have been silent for the longest time. ENet looks at its time-outs only when it repeats
 * something, and its pauses between repetitions double: on a slow line it would take twice as long. */
static bool end_silent_peers(fs_net *net)
{
    bool called_hook = false;
    for (uint32_t i = 0; i < net->max_peers && !net->closing; i++) {
        uint32_t index = net->enet_of_peer[i];
        if (index == FS__NET_NONE || !is_silent(net, &net->use[index]))
            continue;
        ENetPeer *peer = &net->host->peers[index];
        enet_peer_reset(peer);
        called_hook = handle_disconnect(net, peer, 0, net->round_us) || called_hook;
    }
    return called_hook;
}

/* Handles all datagrams that have arrived; true when a hook was called. */
static bool run_round(fs_net *net)
{
    note_round(net);
    prepare_free_peers(net);
    bool called_hook = run_engine(net);
    for (uint32_t n = 0; n < ROUND_DATAGRAMS; n++) {
        const fs__net_parcel *datagram = fs__net_next_datagram(net);
        if (datagram == NULL)
            break;
        if (handle_datagram(net, datagram))
            called_hook = true;
    }
    called_hook = end_silent_peers(net) || called_hook;
    fs__net_flush_outbox(net);
    return called_hook;
}

static bool run_round_and_dial(fs_net *net)
{
    bool called_hook = run_round(net);
    if (fs__net_dial(net))
        called_hook = true;
    return called_hook;
}

/* --- waiting ----------------------------------------------------------------- */

/* Milliseconds until ENet has to repeat or ping something to this peer. */
static int32_t peer_due_ms(const ENetPeer *peer, uint32_t now_ms)
{
    if (peer->state == ENET_PEER_STATE_DISCONNECTED || peer->state == ENET_PEER_STATE_ZOMBIE)
        return INT32_MAX;
    if (!enet_list_empty(&peer->sentReliableCommands))
        return (int32_t)(peer->nextTimeout - now_ms);
    if (peer->state == ENET_PEER_STATE_CONNECTED)
        return (int32_t)(peer->lastReceiveTime + peer->pingInterval - now_ms);
    return INT32_MAX;
}

static uint64_t transport_due_us(const fs_net *net, uint64_t now_us)
{
    uint32_t now_ms = enet_time_get();
    int32_t due_ms = 1000;
    for (size_t i = 0; i < net->host->peerCount; i++) {
        int32_t ms = peer_due_ms(&net->host->peers[i], now_ms);
        if (ms < due_ms)
            due_ms = ms;
    }
    return now_us + (due_ms > 0 ? (uint64_t)due_ms * 1000 : PAUSE_US);
}

uint64_t fs__net_due_us(const fs_net *net)
{
    uint64_t due = transport_due_us(net, fs__net_now_us(net));
    const fs__dial *dial = &net->dial;
    bool shaking = dial->phase == FS__DIAL_HELLO || dial->phase == FS__DIAL_OPEN;
    if ((shaking || dial->phase == FS__DIAL_CONNECTING) && dial->dial_deadline_us < due)
        due = dial->dial_deadline_us;
    if (shaking && dial->hello_us < due)
        due = dial->hello_us;
    return due;
}

void fs_net_service(fs_net *net, uint64_t until_us)
{
    FS_ASSERT(net != NULL && !net->serving);
    net->serving = true;
    fs__net_align_clock(net);
    while (!run_round_and_dial(net)) {
        uint64_t now_us = fs__net_now_us(net);
        if (now_us >= until_us)
            break;
        uint64_t wake_us = fs__net_due_us(net);
        errno = 0;
        fs__net_wait(net, wake_us < until_us ? wake_us : until_us);
        if (errno == EINTR)
            break;
        fs__net_align_clock(net);
    }
    net->serving = false;
}
