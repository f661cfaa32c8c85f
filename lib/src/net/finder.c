/* finder.c: asks servers what they are: HELLO to many, a QUERY to each that answers with a cookie.
 *
 * A socket of its own, without ENet. The finder keeps a list of the servers that have answered, and nothing that a
 * datagram could make grow beyond it.
 */
#include "config.h" /* first: it opens getifaddrs() */

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "net/address.h"
#include "net/gate.h"
#include "net/server_info.h"
#include "net/system/socket.h"

enum {
    MAX_TARGETS = 256,
    MAX_SERVERS = 256,
    NONE = MAX_TARGETS,
    HELLOS = 3, /* to the first target of a name, HELLO_US apart */
    HELLO_US = 250000,
    MAX_BYTES = 2048
};

typedef struct target {
    fs__endpoint to;
    uint32_t name;  /* index of the first target of its name */
    uint32_t round; /* of HELLOs, from which on it is asked */
} target;

typedef struct server {
    fs__endpoint from;
    uint32_t name;     /* index of a target, as above; NONE: a server of the local networks */
    uint64_t query_us; /* when the newest QUERY was sent */
    bool found;
} server;

struct fs_finder {
    fs__net_socket socket;
    uint32_t nonce;
    target targets[MAX_TARGETS];
    uint32_t target_count, hellos;
    uint64_t hello_us; /* when the next round of HELLOs is due */
    server servers[MAX_SERVERS];
    uint32_t server_count;
};

fs_result fs_finder_create(fs_finder **out, char *error, size_t error_size)
{
    fs_finder *f = calloc(1, sizeof *f);
    *out = NULL;
    if (f == NULL)
        return FS_E_MEMORY;
    f->socket.file = -1;
    if (sodium_init() < 0 || !fs__net_socket_open_unbound(&f->socket)) {
        snprintf(error, error_size, "the system gives no random numbers or no sockets");
        free(f);
        return FS_E_NETWORK;
    }
    f->nonce = randombytes_random();
    *out = f;
    return FS_OK;
}

void fs_finder_destroy(fs_finder *f)
{
    if (f == NULL)
        return;
    fs__net_socket_close(&f->socket);
    free(f);
}

/* --- whom to ask --------------------------------------------------------------------- */

/* Index of the target; NONE when the list is full. A target that is there already stays as it is. */
static uint32_t add_target(fs_finder *f, const fs__endpoint *to, uint32_t name, uint32_t round)
{
    for (uint32_t i = 0; i < f->target_count; i++)
        if (fs__endpoint_equal(&f->targets[i].to, to))
            return i;
    if (f->target_count == MAX_TARGETS)
        return NONE;
    f->targets[f->target_count] = (target){ *to, name != NONE ? name : f->target_count, round };
    f->hellos = 0;
    f->hello_us = 0;
    return f->target_count++;
}

static void add_ports(fs_finder *f, fs__endpoint to, uint16_t port, uint16_t count, uint32_t round)
{
    for (uint32_t i = 0; i < count && port + i <= UINT16_MAX; i++) {
        to.port = (uint16_t)(port + i);
        add_target(f, &to, NONE, round);
    }
}

/* The broadcast address of an IPv4 interface; false: it has none. */
static bool get_broadcast(fs__endpoint *e, const struct ifaddrs *a)
{
    struct sockaddr_in address;
    bool has = a->ifa_addr->sa_family == AF_INET && (a->ifa_flags & IFF_BROADCAST) != 0 && a->ifa_broadaddr != NULL;
    if (!has)
        return false;
    memcpy(&address, a->ifa_broadaddr, sizeof address);
    *e = fs__endpoint_of_ipv4(ntohl(address.sin_addr.s_addr), 0);
    return address.sin_addr.s_addr != 0;
}

/* All IPv6 nodes of an interface, ff02::1; false: it has no IPv6 or no multicast. */
static bool get_all_nodes(fs__endpoint *e, const struct ifaddrs *a)
{
    *e = (fs__endpoint){ .address = { 0xff, 2, [15] = 1 }, .scope = if_nametoindex(a->ifa_name) };
    return a->ifa_addr->sa_family == AF_INET6 && (a->ifa_flags & IFF_MULTICAST) != 0 && e->scope != 0;
}

/* IPv6 is asked one round later, so that a server with both families is shown with its shorter address. */
void fs_finder_ask_lan(fs_finder *f, uint16_t port, uint16_t count)
{
    struct ifaddrs *list = NULL;
    fs__endpoint to = { .address = { [15] = 1 } }; /* ::1 */
    add_ports(f, fs__endpoint_of_ipv4(INADDR_LOOPBACK, 0), port, count, 0);
    add_ports(f, to, port, count, 1);
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *a = list; a != NULL; a = a->ifa_next) {
        if (a->ifa_addr == NULL || (a->ifa_flags & IFF_UP) == 0)
            continue;
        if (get_broadcast(&to, a))
            add_ports(f, to, port, count, 0);
        else if (get_all_nodes(&to, a))
            add_ports(f, to, port, count, 1);
    }
    freeifaddrs(list);
}

fs_result fs_finder_ask(fs_finder *f, const char *address, char numeric[FS_ADDRESS_BYTES], char *error,
                        size_t error_size)
{
    fs__address_list servers;
    fs_result result = fs__address_find(&servers, address, error, error_size);
    if (result != FS_OK)
        return result;
    fs__endpoint_format(&servers.endpoints[0], numeric, FS_ADDRESS_BYTES);
    uint32_t name = add_target(f, &servers.endpoints[0], NONE, 0);
    for (uint32_t i = 1; i < servers.count; i++)
        add_target(f, &servers.endpoints[i], name, i);
    return FS_OK;
}

/* --- datagrams ----------------------------------------------------------------------------- */

/* Errors, such as an unreachable network, are those of one target. */
static void send_to(const fs_finder *f, const fs__endpoint *remote, const uint8_t *bytes, size_t size)
{
    const fs__net_path to = { .remote = *remote };
    fs__net_socket_send(&f->socket, &to, bytes, size);
}

static uint32_t count_rounds(const fs_finder *f)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < f->target_count; i++)
        if (f->targets[i].round > last)
            last = f->targets[i].round;
    return last + HELLOS;
}

static void send_hellos(fs_finder *f, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_HELLO_BYTES];
    if (f->hellos == count_rounds(f) || now_us < f->hello_us)
        return;
    fs__gate_put_hello(bytes, f->nonce);
    for (uint32_t i = 0; i < f->target_count; i++)
        if (f->hellos - f->targets[i].round < HELLOS) /* mod 2^32: not before its round */
            send_to(f, &f->targets[i].to, bytes, sizeof bytes);
    f->hellos++;
    f->hello_us = now_us + HELLO_US;
}

static server *find_server(fs_finder *f, const fs__endpoint *from)
{
    for (uint32_t i = 0; i < f->server_count; i++)
        if (fs__endpoint_equal(&f->servers[i].from, from))
            return &f->servers[i];
    return NULL;
}

static uint32_t name_of(const fs_finder *f, const fs__endpoint *from)
{
    for (uint32_t i = 0; i < f->target_count; i++)
        if (fs__endpoint_equal(&f->targets[i].to, from))
            return f->targets[i].name;
    return NONE;
}

static bool is_name_found(const fs_finder *f, uint32_t name)
{
    for (uint32_t i = 0; i < f->server_count && name != NONE; i++)
        if (f->servers[i].found && f->servers[i].name == name)
            return true;
    return false;
}

static void take_cookie(fs_finder *f, const fs__endpoint *from, uint32_t cookie, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_FULL_QUERY_BYTES];
    server *s = find_server(f, from);
    if (s == NULL && f->server_count < MAX_SERVERS) {
        s = &f->servers[f->server_count++];
        *s = (server){ .from = *from, .name = name_of(f, from) };
    }
    if (s == NULL || is_name_found(f, s->name) || s->found)
        return;
    s->query_us = now_us;
    fs__gate_put_query(bytes, f->nonce, cookie);
    send_to(f, &s->from, bytes, sizeof bytes);
}

static bool take_info(fs_finder *f, const fs__endpoint *from, const uint8_t *bytes, size_t size, uint64_t now_us,
                      fs_found_server *found)
{
    server *s = find_server(f, from);
    if (s == NULL || s->found || is_name_found(f, s->name) || !fs__info_get(&found->info, bytes, size))
        return false;
    s->found = true;
    found->rtt_us = (uint32_t)(now_us - s->query_us);
    fs__endpoint_format(from, found->address, sizeof found->address);
    fs__endpoint_format(s->name != NONE ? &f->targets[s->name].to : from, found->asked, sizeof found->asked);
    return true;
}

/* Handles one datagram; true when it completes a server. Sets *more to whether there was one. */
static bool take_datagram(fs_finder *f, fs_found_server *found, bool *more)
{
    uint8_t bytes[MAX_BYTES];
    fs__net_path path;
    ptrdiff_t n = fs__net_socket_receive(&f->socket, bytes, sizeof bytes, &path);
    *more = n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
    if (n < 0)
        return false;
    fs__gate_datagram d = fs__gate_classify(bytes, (size_t)n);
    uint64_t now_us = fs_net_clock_us();
    if (d.nonce != f->nonce)
        return false;
    if (d.kind == FS__GATE_COOKIE)
        take_cookie(f, &path.remote, d.value, now_us);
    return d.kind == FS__GATE_INFO && take_info(f, &path.remote, bytes + FS__GATE_INFO_HEAD_BYTES,
                                                (size_t)n - FS__GATE_INFO_HEAD_BYTES, now_us, found);
}

bool fs_finder_next(fs_finder *f, uint64_t until_us, fs_found_server *found)
{
    struct pollfd file = { .fd = f->socket.file, .events = POLLIN };
    for (;;) {
        uint64_t now_us = fs_net_clock_us();
        bool more = true;
        send_hellos(f, now_us);
        for (int i = 0; i < MAX_SERVERS && more; i++)
            if (take_datagram(f, found, &more))
                return true;
        if (now_us >= until_us)
            return false;
        uint64_t wake_us = f->hellos < count_rounds(f) && f->hello_us < until_us ? f->hello_us : until_us;
        poll(&file, 1, wake_us > now_us ? (int)((wake_us - now_us) / 1000) + 1 : 0);
    }
}
