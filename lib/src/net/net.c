/* net.c: making, using and closing a transport host. */
#include <enet/enet.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/host.h"
#include "net/unsequenced.h"
#include "net/wakeup.h"

enum {
    OVERHEAD_BYTES = 28, /* IPv4 and UDP headers */
    OVERHEAD6_BYTES = 48,
    CLOCK_DRIFT_MS = 20,
    THROTTLE_MS = 1000 /* interval of ENet's throttle, which is set to have no effect */
};

_Static_assert((int)FS_NET_MAX_ADDRESSES == (int)FS__ADDRESS_MAX_ENDPOINTS, "an address list has one form outside");

/* --- clock ------------------------------------------------------------------- */

uint64_t fs__net_now_us(const fs_net *net)
{
    return net->platform->clock_us(net->platform->context);
}

void fs__net_align_clock(const fs_net *net)
{
    uint32_t now_ms = (uint32_t)(fs__net_now_us(net) / 1000);
    uint32_t drift_ms = now_ms - enet_time_get();
    if (drift_ms + CLOCK_DRIFT_MS > 2 * CLOCK_DRIFT_MS)
        enet_time_set(now_ms);
}

/* --- creation ------------------------------------------------------------------ */

static void free_net(fs_net *net)
{
    for (uint32_t i = 0; i < net->link_count; i++)
        fs__net_end_link(&net->links[i]);
    free(net->links);
    fs__net_close_engine(net);
    net->platform->close(net->platform->context, &net->socket);
    sodium_memzero(net, sizeof *net);
    free(net);
}

static fs_net *make_net(const fs__net_platform *platform, const fs_net_hooks *hooks, uint32_t max_peers, uint32_t links)
{
    FS_ASSERT(hooks != NULL && hooks->connected != NULL && hooks->received != NULL && hooks->disconnected != NULL);
    FS_ASSERT(max_peers >= 1 && max_peers <= FS_MAX_PEERS);
    fs_net *net = calloc(1, sizeof *net);
    fs__net_link *list = calloc(links, sizeof *list);
    if (net == NULL || list == NULL) {
        free(net);
        free(list);
        return NULL;
    }
    net->platform = platform;
    net->socket.file = -1;
    net->wakeup = ENET_SOCKET_NULL;
    net->links = list;
    net->link_count = links;
    net->hooks = *hooks;
    net->max_peers = max_peers;
    memset(net->enet_of_peer, 0xff, sizeof net->enet_of_peer);
    memset(net->peer_of_enet, 0xff, sizeof net->peer_of_enet);
    fs__net_set_timeout(net, FS__NET_MIN_TIMEOUT_MS, FS__NET_MAX_TIMEOUT_MS);
    fs__net_align_clock(net);
    return net;
}

/* For a host that could not be made. */
static fs_result free_and_return(fs_net *net, fs_result result)
{
    free_net(net);
    return result;
}

/* Initialises both libraries; repeating it is cheap and has no effect. */
static bool libraries_ready(char *error, size_t error_size)
{
    if (sodium_init() >= 0 && enet_initialize() == 0)
        return true;
    snprintf(error, error_size, "the system gives no random numbers or no sockets");
    return false;
}

static void describe_bind_error(int number, const char *address, uint16_t port, char *error, size_t error_size)
{
    errno = number; /* for %m, which unlike strerror() shares no buffer */
    if (number == EADDRINUSE)
        snprintf(error, error_size, "port %u is already in use", port);
    else if (number == EACCES)
        snprintf(error, error_size, "port %u may not be used without more rights", port);
    else if (number == EADDRNOTAVAIL)
        snprintf(error, error_size, "this machine does not have the address %.60s", address != NULL ? address : "::");
    else if (number == EAFNOSUPPORT)
        snprintf(error, error_size, "this machine has no IPv6");
    else
        snprintf(error, error_size, "cannot open port %u: %m", port);
}

fs_result fs_net_listen(uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks, fs_net **out, char *error,
                        size_t error_size)
{
    return fs_net_listen_on(NULL, port, max_peers, hooks, out, error, error_size);
}

fs_result fs_net_listen_on(const char *address, uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks,
                           fs_net **out, char *error, size_t error_size)
{
    return fs__net_listen_with(&fs__net_system, address, port, max_peers, hooks, out, error, error_size);
}

fs_result fs_net_check_address(const char *address, char *error, size_t error_size)
{
    fs__endpoint here;
    return fs__address_local(&here, address, error, error_size);
}

fs_result fs_net_check_host(const char *host, char *error, size_t error_size)
{
    return fs__address_check(host, error, error_size);
}

void fs_net_set_identity(fs_net *net, const uint8_t seed[FS_KEY_BYTES])
{
    FS_ASSERT(net->listening);
    fs__signer_init(&net->signer, seed);
    memcpy(net->identity, net->signer.key, sizeof net->identity);
}

/* A key for the time that the host listens. */
static void set_own_identity(fs_net *net)
{
    uint8_t seed[FS_KEY_BYTES];
    randombytes_buf(seed, sizeof seed);
    fs_net_set_identity(net, seed);
    sodium_memzero(seed, sizeof seed);
}

void fs_net_get_identity(const fs_net *net, uint8_t key[FS_KEY_BYTES])
{
    memcpy(key, net->identity, FS_KEY_BYTES);
}

void fs_net_set_trust(fs_net *net, fs_net_trust_fn *trust, void *context)
{
    FS_ASSERT(!net->listening);
    net->trust = trust;
    net->trust_context = context;
}

void fs_net_set_plain(fs_net *net, bool plain)
{
    net->plain = plain;
}

/* Opens the host's socket and ENet's host. */
static fs_result open_listener(fs_net *net, const fs__endpoint *here, const char *address, char *error,
                               size_t error_size)
{
    if (!net->platform->open(net->platform->context, &net->socket, here)) {
        describe_bind_error(errno, address, here->port, error, error_size);
        return FS_E_NETWORK;
    }
    if (fs__net_open_engine(net, net->max_peers + FS__NET_SPARE_PEERS))
        return FS_OK;
    snprintf(error, error_size, "cannot open a socket of the loopback interface: %m");
    return FS_E_NETWORK;
}

fs_result fs__net_listen_with(const fs__net_platform *platform, const char *address, uint16_t port, uint32_t max_peers,
                              const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size)
{
    fs__endpoint here;
    *out = NULL;
    fs_result result = fs__address_local(&here, address, error, error_size);
    if (result != FS_OK)
        return result;
    here.port = port;
    if (!libraries_ready(error, error_size))
        return FS_E_NETWORK;
    fs_net *net = make_net(platform, hooks, max_peers, FS__NET_LINKS);
    if (net == NULL)
        return FS_E_MEMORY;
    result = open_listener(net, &here, address, error, error_size);
    if (result != FS_OK)
        return free_and_return(net, result);
    net->host->randomSeed = randombytes_random();
    net->host->maximumWaitingData = FS__NET_MAX_WAITING_BYTES;
    net->listening = true;
    net->limits = (fs__gate_limits){ .max_message = FS__NET_MAX_UP_BYTES, .reliable_window = FS__NET_WINDOW };
    net->stranger_limits = (fs__gate_limits){ .max_message = FS__NET_STRANGER_UP_BYTES,
                                              .reliable_window = FS__NET_STRANGER_WINDOW };
    randombytes_buf(net->gate.key, sizeof net->gate.key);
    randombytes_buf(&net->id, sizeof net->id);
    set_own_identity(net);
    *out = net;
    return FS_OK;
}

static void start_dial(fs_net *net, const fs__address_list *servers)
{
    net->dial.phase = FS__DIAL_HELLO;
    net->dial.servers = *servers;
    net->dial.nonce = randombytes_random();
    net->dial.dial_deadline_us = fs__net_now_us(net) + FS__NET_DIAL_TIMEOUT_US;
    net->limits = (fs__gate_limits){ .answers = true,
                                     .max_message = FS__NET_MAX_DOWN_BYTES,
                                     .reliable_window = FS__NET_CLIENT_WINDOW };
    net->stranger_limits = net->limits;
}

static fs_result connect_list(const fs__net_platform *platform, const fs__address_list *servers,
                              const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size)
{
    fs_net *net = make_net(platform, hooks, 1, 1);
    if (net == NULL)
        return FS_E_MEMORY;
    if (!platform->open(platform->context, &net->socket, NULL) || !fs__net_open_engine(net, 1)) {
        snprintf(error, error_size, "cannot open a socket: %m");
        return free_and_return(net, FS_E_NETWORK);
    }
    net->host->randomSeed = randombytes_random();
    start_dial(net, servers);
    *out = net;
    return FS_OK;
}

fs_result fs_net_connect(const char *address, const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size)
{
    fs__address_list servers;
    *out = NULL;
    if (!libraries_ready(error, error_size))
        return FS_E_NETWORK;
    fs_result result = fs__address_find(&servers, address, error, error_size);
    return result == FS_OK ? connect_list(&fs__net_system, &servers, hooks, out, error, error_size) : result;
}

fs_result fs_net_look_up(const char *address, fs_net_addresses *found, char *error, size_t error_size)
{
    fs__address_list servers;
    fs_result result = fs__address_find(&servers, address, error, error_size);
    found->count = result == FS_OK ? servers.count : 0;
    for (uint32_t i = 0; i < found->count; i++)
        fs__endpoint_format(&servers.endpoints[i], found->text[i], FS_ADDRESS_BYTES);
    return result;
}

fs_result fs_net_connect_to(const fs_net_addresses *servers, const fs_net_hooks *hooks, fs_net **out, char *error,
                            size_t error_size)
{
    return fs__net_connect_with(&fs__net_system, servers, hooks, out, error, error_size);
}

fs_result fs__net_connect_with(const fs__net_platform *platform, const fs_net_addresses *servers,
                               const fs_net_hooks *hooks, fs_net **out, char *error, size_t error_size)
{
    fs__address_list list = { .count = servers->count };
    FS_ASSERT(servers->count >= 1 && servers->count <= FS_NET_MAX_ADDRESSES);
    *out = NULL;
    if (!libraries_ready(error, error_size))
        return FS_E_NETWORK;
    for (uint32_t i = 0; i < list.count; i++) {
        fs__address_list one;
        fs_result result = fs__address_find(&one, servers->text[i], error, error_size);
        if (result != FS_OK)
            return result;
        list.endpoints[i] = one.endpoints[0];
    }
    return connect_list(platform, &list, hooks, out, error, error_size);
}

void fs__net_set_timeout(fs_net *net, uint32_t min_ms, uint32_t max_ms)
{
    net->timeout_min_ms = min_ms;
    net->timeout_max_ms = max_ms;
}

void fs__net_prepare_peer(const fs_net *net, ENetPeer *peer, uint32_t rtt_ms)
{
    enet_peer_timeout(peer, 32, net->timeout_min_ms, net->timeout_max_ms);
    peer->roundTripTime = rtt_ms;
    peer->roundTripTimeVariance = 0;
}

void fs__net_configure_peer(const fs_net *net, ENetPeer *peer)
{
    peer->mtu = FS__NET_MTU; /* the peer may have requested less than a message needs */
    peer->packetThrottle = ENET_PEER_PACKET_THROTTLE_SCALE;
    enet_peer_timeout(peer, 32, net->timeout_min_ms, net->timeout_max_ms);
    enet_peer_throttle_configure(peer, THROTTLE_MS, ENET_PEER_PACKET_THROTTLE_SCALE, 0);
}

/* --- closing ----------------------------------------------------------------- */

static bool any_open(const ENetHost *host)
{
    for (size_t i = 0; i < host->peerCount; i++) {
        if (host->peers[i].state != ENET_PEER_STATE_DISCONNECTED)
            return true;
    }
    return false;
}

void fs_net_close(fs_net *net, uint32_t linger_ms)
{
    if (net == NULL)
        return;
    FS_ASSERT(!net->serving);
    net->closing = true;
    net->dial.phase = FS__DIAL_CLOSED;
    for (size_t i = 0; i < net->host->peerCount; i++)
        enet_peer_disconnect_later(&net->host->peers[i], FS__NET_DISCONNECT_DATA);
    uint64_t until_us = fs__net_now_us(net) + linger_ms * 1000ull;
    fs_net_flush(net);
    while (any_open(net->host) && fs__net_now_us(net) < until_us)
        fs_net_service(net, fs__net_now_us(net) + 1000);
    for (size_t i = 0; i < net->host->peerCount; i++)
        enet_peer_disconnect_now(&net->host->peers[i], FS__NET_DISCONNECT_DATA);
    fs__net_flush_outbox(net);
    free_net(net);
}

void fs_net_drop(void *context, uint32_t peer)
{
    fs_net *net = context;
    FS_ASSERT(net != NULL);
    net->dial.dropped = true;
    if (peer < net->max_peers && net->enet_of_peer[peer] != FS__NET_NONE)
        enet_peer_disconnect_later(&net->host->peers[net->enet_of_peer[peer]], FS__NET_DISCONNECT_DATA);
}

void fs_net_admit(fs_net *net, uint32_t peer)
{
    FS_ASSERT(net != NULL);
    if (peer < net->max_peers && net->enet_of_peer[peer] != FS__NET_NONE)
        net->use[net->enet_of_peer[peer]].admitted = true;
}

void fs_net_set_origin_limit(fs_net *net, uint32_t connections)
{
    FS_ASSERT(net != NULL);
    net->origin_limit = connections;
}

/* --- messages ---------------------------------------------------------------- */

static bool is_reliable(fs_channel channel)
{
    return channel == FS_CHANNEL_CONTROL || channel == FS_CHANNEL_BULK;
}

static size_t max_message_bytes(const fs_net *net, fs_channel channel)
{
    if (!is_reliable(channel))
        return FS_MAX_PAYLOAD;
    return net->listening ? FS__NET_MAX_DOWN_BYTES : FS__NET_MAX_UP_BYTES;
}

/* What a message costs while it waits: ENet keeps more for a small one than its bytes, and looks at every waiting command each
 * time that it sends. */
static size_t queue_cost(size_t size)
{
    return size > FS__NET_MIN_QUEUED_BYTES ? size : FS__NET_MIN_QUEUED_BYTES;
}

static void count_freed_packet(ENetPacket *packet)
{
    fs__net_use *use = packet->userData;
    FS_ASSERT(use->queued_bytes >= queue_cost(packet->dataLength));
    use->queued_bytes -= queue_cost(packet->dataLength);
}

/* A packet of one peer, counted in its queued bytes for its lifetime. */
static ENetPacket *make_packet(fs__net_use *use, const void *bytes, size_t size)
{
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    if (packet == NULL)
        return NULL;
    packet->userData = use;
    packet->freeCallback = count_freed_packet;
    use->queued_bytes += queue_cost(size);
    return packet;
}

static bool queue_reliable(fs_net *net, ENetPeer *peer, fs_channel channel, const void *bytes, size_t size)
{
    fs__net_use *use = &net->use[peer - net->host->peers];
    if (net->listening && use->queued_bytes + queue_cost(size) > FS__NET_MAX_QUEUED_BYTES) {
        /* A gap in a reliable channel cannot be closed, so the connection ends. */
        enet_peer_disconnect(peer, FS__NET_DISCONNECT_DATA);
        return false;
    }
    ENetPacket *packet = make_packet(use, bytes, size);
    if (packet == NULL)
        return false;
    bool queued = enet_peer_send(peer, (enet_uint8)channel, packet) == 0;
    if (!queued)
        enet_packet_destroy(packet);
    return queued;
}

static bool queue_message(fs_net *net, uint32_t number, fs_channel channel, const void *bytes, size_t size)
{
    if (number >= net->max_peers || net->enet_of_peer[number] == FS__NET_NONE || size > max_message_bytes(net, channel))
        return false;
    ENetPeer *peer = &net->host->peers[net->enet_of_peer[number]];
    return is_reliable(channel) ? queue_reliable(net, peer, channel, bytes, size)
                                : fs__net_send_unsequenced(net, peer, channel, bytes, size);
}

void fs_net_send(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    fs_net *net = context;
    FS_ASSERT(net != NULL && (unsigned)channel < FS_CHANNEL_COUNT && (bytes != NULL || size == 0));
    if (!queue_message(net, peer, channel, bytes, size))
        net->stats.dropped_messages++;
}

void fs_net_flush(fs_net *net)
{
    enet_host_flush(net->host);
    fs__net_flush_outbox(net);
}

uint32_t fs__net_overhead(const fs__net_path *path)
{
    return fs__endpoint_is_ipv4(&path->remote) ? OVERHEAD_BYTES : OVERHEAD6_BYTES;
}

void fs__net_count_sent(fs_net *net, const fs__net_path *to, size_t size)
{
    net->stats.datagrams_sent++;
    net->stats.bytes_sent += size + fs__net_overhead(to);
}

void fs__net_send_datagram(fs_net *net, const fs__net_path *to, const uint8_t *bytes, size_t size)
{
    fs__net_parcel parcel = { .path = *to, .bytes = (uint8_t *)(uintptr_t)bytes, .size = size };
    net->platform->send(net->platform->context, &net->socket, &parcel, 1);
    if (parcel.sent)
        fs__net_count_sent(net, to, size);
}

/* --- figures ----------------------------------------------------------------- */

void fs_net_get_stats(const fs_net *net, fs_net_stats *stats)
{
    *stats = net->stats;
}

uint16_t fs_net_port(const fs_net *net)
{
    return net->platform->port(net->platform->context, &net->socket);
}

uint32_t fs_net_peers(const fs_net *net)
{
    return net->peers;
}

void fs_net_set_info(fs_net *net, const fs_server_info *info)
{
    net->info_size = 0;
    if (info == NULL)
        return;
    fs_server_info own = *info;
    own.id = net->id;
    own.has_key = true;
    memcpy(own.key, net->signer.key, sizeof own.key);
    net->info_size = fs__info_put(net->info + FS__GATE_INFO_HEAD_BYTES, &own);
}

uint64_t fs_net_silence_us(const fs_net *net, uint32_t peer)
{
    if (peer >= net->max_peers || net->enet_of_peer[peer] == FS__NET_NONE)
        return 0;
    uint64_t now_us = fs__net_now_us(net), heard_us = net->use[net->enet_of_peer[peer]].heard_us;
    return now_us > heard_us ? now_us - heard_us : 0;
}

fs_result fs_net_reason(const fs_net *net)
{
    return net->dial.reason;
}

/* The address of a connected peer; NULL for none. */
static const fs__endpoint *remote_of(const fs_net *net, uint32_t peer)
{
    bool connected = peer < net->max_peers && net->enet_of_peer[peer] != FS__NET_NONE;
    return connected ? &net->use[net->enet_of_peer[peer]].remote : NULL;
}

uint64_t fs_net_origin(const fs_net *net, uint32_t peer)
{
    const fs__endpoint *remote = remote_of(net, peer);
    return remote == NULL || fs__endpoint_is_loopback(remote) ? 0 : fs__endpoint_origin(remote);
}

const char *fs_net_origin_text(const fs_net *net, uint32_t peer, char *text, size_t size)
{
    const fs__endpoint *remote = remote_of(net, peer);
    FS_ASSERT(text != NULL && size > 0);
    text[0] = '\0';
    if (remote != NULL)
        fs__endpoint_format_origin(remote, text, size);
    return text;
}

const char *fs_net_address(const fs_net *net, uint32_t peer, char *text, size_t size)
{
    const fs__endpoint *remote = remote_of(net, peer);
    FS_ASSERT(text != NULL && size > 0);
    text[0] = '\0';
    if (remote != NULL)
        fs__endpoint_format(remote, text, size);
    return text;
}
