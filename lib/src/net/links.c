/* links.c: see links.h. */
#include "net/links.h"

#include <enet/enet.h>
#include <sodium.h>
#include <string.h>

#include "base/leaky_bucket.h"
#include "net/host.h"

_Static_assert((int)FS__NET_LINKS > (int)FS__NET_ENET_PEERS, "a handshake always finds a link that is not bound");

fs__net_link *fs__net_find_link(fs_net *net, uint32_t number, const fs__endpoint *from)
{
    uint32_t index = net->listening ? number : 0;
    if (index >= net->link_count)
        return NULL;
    fs__net_link *link = &net->links[index];
    bool found = link->used && link->cipher.link == number && fs__endpoint_equal(&link->path.remote, from);
    return found ? link : NULL;
}

fs__net_link *fs__net_link_of(fs_net *net, uint32_t connection)
{
    if (!net->listening)
        return net->links[0].used ? &net->links[0] : NULL;
    for (uint32_t i = 0; i < net->link_count && connection != 0; i++)
        if (net->links[i].used && net->links[i].connection == connection)
            return &net->links[i];
    return NULL;
}

void fs__net_end_link(fs__net_link *link)
{
    sodium_memzero(link, sizeof *link);
}

/* --- handshakes of a listening host ------------------------------------------- */

static bool is_bound(const fs_net *net, const fs__net_link *link)
{
    for (size_t i = 0; link->connection != 0 && i < net->host->peerCount; i++) {
        const ENetPeer *peer = &net->host->peers[i];
        if (peer->state != ENET_PEER_STATE_DISCONNECTED && peer->connectID == link->connection)
            return true;
    }
    return false;
}

void fs__net_end_old_links(fs_net *net)
{
    for (uint32_t i = 0; net->listening && i < net->link_count; i++)
        if (net->links[i].connection != 0 && !is_bound(net, &net->links[i]))
            fs__net_end_link(&net->links[i]);
}

uint32_t fs__net_count_bound(const fs_net *net, const fs__net_link *link)
{
    uint64_t origin = fs__endpoint_origin(&link->path.remote);
    uint32_t count = 0;
    for (uint32_t i = 0; i < net->link_count; i++) {
        const fs__net_link *other = &net->links[i];
        count += other != link && other->used && fs__endpoint_origin(&other->path.remote) == origin &&
                 is_bound(net, other);
    }
    return count;
}

/* An unused link, or the oldest one that is not bound. */
static uint32_t choose_link(const fs_net *net)
{
    uint32_t best = FS__NET_NONE;
    for (uint32_t i = 0; i < net->link_count; i++) {
        const fs__net_link *link = &net->links[i];
        if (!link->used)
            return i;
        if ((best == FS__NET_NONE || link->age < net->links[best].age) && !is_bound(net, link))
            best = i;
    }
    FS_ASSERT(best != FS__NET_NONE);
    return best;
}

static const fs__net_link *find_repeated(const fs_net *net, const uint8_t *open)
{
    for (uint32_t i = 0; i < net->link_count; i++) {
        const fs__net_link *link = &net->links[i];
        if (link->used && fs__endpoint_equal(&link->path.remote, &net->from.remote) &&
            memcmp(link->open, open, sizeof link->open) == 0)
            return link;
    }
    return NULL;
}

/* Limits the handshakes of a network and of all. Networks share buckets by a keyed hash. */
static bool is_handshake_allowed(fs_net *net)
{
    uint64_t now_us = fs__net_now_us(net);
    const fs__endpoint *from = &net->from.remote;
    uint64_t *bucket = &net->open_us[fs__gate_hash(&net->gate, fs__endpoint_network(from)) % FS__NET_OPEN_BUCKETS];
    bool limited = !fs__endpoint_is_loopback(from);
    if (limited && fs__bucket_level(*bucket, now_us) > FS__NET_OPEN_BURST_US)
        return false;
    if (!fs__bucket_take(&net->all_opens_us, now_us, FS__NET_ALL_OPENS_COST_US, FS__NET_ALL_OPENS_BURST_US))
        return false;
    if (limited)
        fs__bucket_fill(bucket, now_us, FS__NET_OPEN_COST_US);
    return true;
}

static bool shake_hands(fs_net *net, uint32_t index, const uint8_t *open)
{
    fs__net_link *link = &net->links[index];
    uint8_t secret[FS_KEY_BYTES];
    fs__net_end_link(link);
    randombytes_buf(secret, sizeof secret);
    bool good = fs__keys_put(link->keys, &link->cipher, &net->signer, secret, (uint16_t)index, open);
    sodium_memzero(secret, sizeof secret);
    link->used = good;
    link->path = net->from;
    link->age = ++net->handshakes;
    memcpy(link->open, open, sizeof link->open);
    return good;
}

/* Tells a client that agrees neither in version nor in mode what this host has. */
static void send_difference(fs_net *net, const fs__handshake_head *asked)
{
    fs__handshake_head own = { asked->nonce, 0, FS_PROTOCOL_VERSION, net->plain };
    uint8_t bytes[FS__KEYS_HEAD_BYTES];
    fs__keys_put_head(bytes, &own);
    fs__net_send_datagram(net, &net->from, bytes, sizeof bytes);
}

void fs__net_answer_open(fs_net *net, const uint8_t bytes[FS__OPEN_BYTES])
{
    fs__handshake_head asked;
    if (!fs__open_get(&asked, bytes, FS__OPEN_BYTES))
        return;
    if (asked.version != FS_PROTOCOL_VERSION || asked.plain != net->plain) {
        send_difference(net, &asked);
        return;
    }
    const fs__net_link *link = find_repeated(net, bytes);
    if (link == NULL && !is_handshake_allowed(net)) {
        net->stats.limited_datagrams++;
        return;
    }
    if (link == NULL) {
        uint32_t index = choose_link(net);
        link = shake_hands(net, index, bytes) ? &net->links[index] : NULL;
    }
    if (link == NULL)
        net->stats.dropped_messages++;
    else
        fs__net_send_datagram(net, &net->from, link->keys, sizeof link->keys);
}

bool fs_net_binding(const fs_net *net, uint32_t peer, uint8_t binding[FS_KEY_BYTES])
{
    const fs__net_link *link = NULL;
    if (peer < net->max_peers && net->enet_of_peer[peer] != FS__NET_NONE && !net->plain)
        link = fs__net_link_of((fs_net *)net, net->host->peers[net->enet_of_peer[peer]].connectID);
    if (link != NULL)
        memcpy(binding, link->cipher.binding, FS_KEY_BYTES);
    else
        memset(binding, 0, FS_KEY_BYTES);
    return link != NULL;
}

/* --- the handshake of a connecting host --------------------------------------- */

bool fs__net_accept_keys(fs_net *net)
{
    fs__dial *dial = &net->dial;
    fs__net_link *link = &net->links[0];
    if (!fs__keys_accept(&link->cipher, net->identity, dial->secret, dial->open, dial->keys, dial->keys_size))
        return false;
    link->used = true;
    link->path = dial->to;
    sodium_memzero(dial->secret, sizeof dial->secret);
    return true;
}
