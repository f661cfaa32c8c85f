/* filter.c: applies the gate to every datagram before ENet handles it.
 *
 * It may send cookies and count, but must never call a hook or change a peer.
 */
#include <enet/enet.h>
#include <string.h>

#include "base/leaky_bucket.h"
#include "net/datagram.h"
#include "net/host.h"

_Static_assert((int)FS__GATE_MAX_COMMANDS == (int)ENET_PROTOCOL_MAXIMUM_PACKET_COMMANDS, "what ENet sends passes");
_Static_assert((int)FS__NET_STRANGER_WINDOW <= (int)FS__NET_WINDOW, "admission widens");

static void send_cookie(fs_net *net, uint32_t nonce)
{
    uint8_t bytes[FS__GATE_COOKIE_BYTES];
    fs__gate_put_cookie(bytes, nonce, fs__gate_cookie(&net->gate, &net->from.remote, fs__net_now_us(net)));
    fs__net_send_datagram(net, &net->from, bytes, sizeof bytes);
}

static bool is_asked_server(const fs__dial *dial, const fs__endpoint *from)
{
    for (uint32_t i = 0; i < dial->servers.count; i++)
        if (fs__endpoint_equal(&dial->servers.endpoints[i], from))
            return true;
    return false;
}

static bool store_cookie(fs_net *net, fs__gate_datagram d)
{
    fs__dial *dial = &net->dial;
    if (dial->phase != FS__DIAL_HELLO || dial->cookie != 0 || !is_asked_server(dial, &net->from.remote) ||
        d.nonce != dial->nonce || d.value == 0)
        return false;
    dial->cookie = d.value;
    dial->to = (fs__net_path){ .remote = net->from.remote };
    return true;
}

/* The program may give more to an origin than the gate does. */
static uint32_t origin_limit(const fs_net *net, const fs__endpoint *from)
{
    uint32_t limit = fs__gate_address_limit(from);
    return limit > net->origin_limit ? limit : net->origin_limit;
}

/* The connection's number must be new, because links are told apart by it. The link is bound to it then. */
static bool is_connect_allowed(fs_net *net, fs__net_link *link, uint32_t connection)
{
    const fs__net_link *other = fs__net_link_of(net, connection);
    if (!net->listening || net->closing || (other != NULL && other != link) ||
        (link->connection != 0 && link->connection != connection) ||
        fs__net_count_bound(net, link) >= origin_limit(net, &link->path.remote))
        return false;
    link->connection = connection;
    return true;
}

/* Whether the peer number is that of the link. It also keeps datagrams of unknown senders from ENet's parser. */
static bool is_known_sender(const fs_net *net, const fs__net_link *link, uint32_t number)
{
    const ENetHost *host = net->host;
    if (number >= host->peerCount)
        return false;
    const ENetPeer *peer = &host->peers[number];
    return (!net->listening || peer->connectID == link->connection) && peer->state != ENET_PEER_STATE_DISCONNECTED &&
           peer->state != ENET_PEER_STATE_ZOMBIE;
}

/* Counts a datagram that is not valid; true when ENet must not handle it. */
static bool drop_unless(fs_net *net, bool valid)
{
    if (!valid)
        net->stats.dropped_messages++;
    return !valid;
}

/* --- traffic of a connection --------------------------------------------------- */

enum { COMMAND_BURST_US = 1000000 };

static uint64_t message_cost_us(const fs__net_use *use)
{
    return 1000000 / (use->admitted ? FS__NET_MESSAGES_PER_S : FS__NET_STRANGER_MESSAGES_PER_S);
}

static uint64_t message_burst_us(const fs__net_use *use)
{
    return use->admitted ? 1000000 : FS__NET_STRANGER_MESSAGES * message_cost_us(use);
}

static void copy_received(const ENetPeer *peer, uint16_t received[FS_CHANNEL_COUNT])
{
    for (size_t i = 0; i < FS_CHANNEL_COUNT; i++)
        received[i] = i < peer->channelCount ? peer->channels[i].incomingReliableSequenceNumber : 0;
}

/* What the peer may send now. */
static fs__gate_part passing_part(const fs_net *net, uint32_t number, const fs__gate_limits *limits, uint64_t now_us)
{
    const ENetHost *host = net->host;
    const fs__net_use *use = &net->use[number];
    uint16_t received[FS_CHANNEL_COUNT];
    copy_received(&host->peers[number], received);
    uint64_t messages = UINT64_MAX;
    if (net->listening)
        messages = fs__bucket_room(use->messages_us, now_us, message_cost_us(use), message_burst_us(use));
    return fs__gate_passing_part(host->receivedData, host->receivedDataLength, limits, received, messages);
}

/* Cuts a datagram with that peer number to what the peer may send; true when ENet must not handle it. A connecting host
 * trusts the rate of its server. */
static bool limit_traffic(fs_net *net, const fs__net_link *link, uint32_t number)
{
    ENetHost *host = net->host;
    if (drop_unless(net, is_known_sender(net, link, number)))
        return true;
    fs__net_use *use = &net->use[number];
    const fs__gate_limits *limits = use->admitted ? &net->limits : &net->stranger_limits;
    if (drop_unless(net, fs__gate_traffic_valid(host->receivedData, host->receivedDataLength, limits)))
        return true;
    uint64_t now_us = fs__net_now_us(net);
    use->heard_us = now_us;
    fs__gate_part part = { 0 };
    if (!net->listening || fs__bucket_level(use->commands_us, now_us) <= COMMAND_BURST_US)
        part = passing_part(net, number, limits, now_us);
    if (part.size < host->receivedDataLength)
        net->stats.limited_datagrams++;
    host->receivedDataLength = part.size;
    fs__bucket_fill(&use->commands_us, now_us, part.commands * (1000000 / FS__NET_COMMANDS_PER_S));
    fs__bucket_fill(&use->messages_us, now_us, part.messages * message_cost_us(use));
    return part.size == 0;
}

/* Limits the answers to an origin and to all, so that one who asks without end takes no answers from the others. Origins share
 * buckets by a keyed hash. */
static bool is_answer_allowed(fs_net *net, uint64_t now_us)
{
    uint64_t origin = fs__endpoint_origin(&net->from.remote);
    uint64_t *bucket = &net->info_us[fs__gate_hash(&net->gate, origin) % FS__NET_INFO_BUCKETS];
    if (fs__bucket_level(*bucket, now_us) > FS__NET_INFO_BURST_US ||
        !fs__bucket_take(&net->all_infos_us, now_us, FS__NET_ALL_INFOS_COST_US, FS__NET_ALL_INFOS_BURST_US))
        return false;
    fs__bucket_fill(bucket, now_us, FS__NET_INFO_COST_US);
    return true;
}

/* Only the owner of the address has the cookie, so answers cannot be sent to somebody else. */
static void answer_query(fs_net *net, fs__gate_datagram d)
{
    uint64_t now_us = fs__net_now_us(net);
    bool valid = net->listening && fs__gate_cookie_valid(&net->gate, &net->from.remote, now_us, d.value);
    if (drop_unless(net, valid) || net->info_size == 0)
        return;
    if (!is_answer_allowed(net, now_us)) {
        net->stats.limited_datagrams++;
        return;
    }
    size_t size = FS__GATE_INFO_HEAD_BYTES + net->info_size;
    if (size > net->host->receivedDataLength)
        size -= FS_KEY_BYTES; /* never more than was asked with */
    fs__gate_put_info(net->info, d.nonce);
    fs__net_send_datagram(net, &net->from, net->info, size);
}

/* --- encrypted datagrams -------------------------------------------------------- */

static void take_open(fs_net *net, uint32_t cookie)
{
    bool valid = net->listening && !net->closing &&
                 fs__gate_cookie_valid(&net->gate, &net->from.remote, fs__net_now_us(net), cookie);
    if (valid)
        fs__net_answer_open(net, net->host->receivedData);
    else
        net->stats.refused_connects++;
}

/* Keeps the answer for the dial, which checks it. */
static bool store_keys(fs_net *net, fs__gate_datagram d)
{
    const ENetHost *host = net->host;
    fs__dial *dial = &net->dial;
    if (dial->phase != FS__DIAL_OPEN || !fs__endpoint_equal(&net->from.remote, &dial->to.remote) ||
        d.nonce != dial->nonce || host->receivedDataLength > sizeof dial->keys)
        return false;
    memcpy(dial->keys, host->receivedData, host->receivedDataLength);
    dial->keys_size = host->receivedDataLength;
    return true;
}

/* Decrypts a datagram and applies the gate to its content. */
static fs__net_verdict take_data(fs_net *net, uint32_t number)
{
    const ENetHost *host = net->host;
    fs__net_link *link = fs__net_decrypt(net, number);
    if (link == NULL) {
        net->stats.forged_datagrams++;
        return FS__NET_DROPPED;
    }
    fs__gate_datagram d = fs__gate_classify_content(host->receivedData, host->receivedDataLength);
    if (d.kind == FS__GATE_CONNECT && !is_connect_allowed(net, link, d.value)) {
        net->stats.refused_connects++;
        return FS__NET_DROPPED;
    }
    if (d.kind == FS__GATE_TRAFFIC && limit_traffic(net, link, d.value))
        return FS__NET_DROPPED;
    if (drop_unless(net, d.kind != FS__GATE_GARBAGE))
        return FS__NET_DROPPED;
    if (d.kind == FS__GATE_TRAFFIC && fs__gate_holds_messages(host->receivedData, host->receivedDataLength))
        return FS__NET_MESSAGES;
    fs__net_insert_checksum(net);
    return FS__NET_FOR_ENGINE;
}

/* Handles a datagram that is not encrypted. */
static void take_plain(fs_net *net, fs__gate_datagram d)
{
    switch (d.kind) {
    case FS__GATE_HELLO:
        if (!drop_unless(net, net->listening && !net->closing))
            send_cookie(net, d.value);
        break;
    case FS__GATE_COOKIE: drop_unless(net, store_cookie(net, d)); break;
    case FS__GATE_OPEN: take_open(net, d.value); break;
    case FS__GATE_KEYS: drop_unless(net, store_keys(net, d)); break;
    case FS__GATE_QUERY: answer_query(net, d); break;
    default: drop_unless(net, false);
    }
}

fs__net_verdict fs__net_filter(fs_net *net, const fs__net_parcel *datagram)
{
    net->from = datagram->path;
    net->host->receivedData = datagram->bytes;
    net->host->receivedDataLength = datagram->size;
    fs__gate_datagram d = fs__gate_classify(datagram->bytes, datagram->size);
    if (d.kind == FS__GATE_DATA)
        return take_data(net, d.value);
    take_plain(net, d);
    return FS__NET_DROPPED;
}
