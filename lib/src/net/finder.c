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
#include <unistd.h>

#include "net/address.h"
#include "net/gate.h"
#include "net/server_info.h"

enum {
    MAX_TARGETS = 256,
    MAX_SERVERS = 256,
    HELLOS = 3, /* to each target, HELLO_US apart */
    HELLO_US = 250000,
    MAX_BYTES = 2048
};

typedef struct target {
    uint32_t host;
    uint16_t port; /* host order */
} target;

typedef struct server {
    uint32_t host;
    uint16_t port;
    uint64_t query_us; /* when the newest QUERY was sent */
    bool found;
} server;

struct fs_finder {
    int socket;
    uint32_t nonce;
    target targets[MAX_TARGETS];
    uint32_t target_count, hellos;
    uint64_t hello_us; /* when the next round of HELLOs is due */
    server servers[MAX_SERVERS];
    uint32_t server_count;
};

fs_result fs_finder_create(fs_finder **out, char *error, size_t error_size)
{
    int on = 1;
    fs_finder *f = calloc(1, sizeof *f);
    *out = NULL;
    if (f == NULL)
        return FS_E_MEMORY;
    f->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (f->socket < 0 || sodium_init() < 0) {
        snprintf(error, error_size, "the system gives no random numbers or no sockets");
        if (f->socket >= 0)
            close(f->socket);
        free(f);
        return FS_E_NETWORK;
    }
    setsockopt(f->socket, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    f->nonce = randombytes_random();
    *out = f;
    return FS_OK;
}

void fs_finder_destroy(fs_finder *f)
{
    if (f == NULL)
        return;
    close(f->socket);
    free(f);
}

/* --- whom to ask --------------------------------------------------------------------- */

static void add_target(fs_finder *f, uint32_t host, uint16_t port)
{
    for (uint32_t i = 0; i < f->target_count; i++)
        if (f->targets[i].host == host && f->targets[i].port == port)
            return;
    if (f->target_count == MAX_TARGETS)
        return;
    f->targets[f->target_count++] = (target){ host, port };
    f->hellos = 0;
    f->hello_us = 0;
}

static void add_ports(fs_finder *f, uint32_t host, uint16_t port, uint16_t count)
{
    for (uint32_t i = 0; i < count && port + i <= UINT16_MAX; i++)
        add_target(f, host, (uint16_t)(port + i));
}

/* The broadcast address of an interface in network order; 0: it has none. */
static uint32_t broadcast_of(const struct ifaddrs *a)
{
    struct sockaddr_in address;
    bool has = a->ifa_addr != NULL && a->ifa_addr->sa_family == AF_INET && (a->ifa_flags & IFF_UP) != 0 &&
               (a->ifa_flags & IFF_BROADCAST) != 0 && a->ifa_broadaddr != NULL;
    if (!has)
        return 0;
    memcpy(&address, a->ifa_broadaddr, sizeof address);
    return address.sin_addr.s_addr;
}

void fs_finder_ask_lan(fs_finder *f, uint16_t port, uint16_t count)
{
    struct ifaddrs *list = NULL;
    add_ports(f, htonl(INADDR_LOOPBACK), port, count);
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *a = list; a != NULL; a = a->ifa_next)
        if (broadcast_of(a) != 0)
            add_ports(f, broadcast_of(a), port, count);
    freeifaddrs(list);
}

static void write_address(char text[FS_ADDRESS_BYTES], uint32_t host, uint16_t port)
{
    char name[INET_ADDRSTRLEN] = "";
    struct in_addr four = { .s_addr = host };
    inet_ntop(AF_INET, &four, name, sizeof name);
    snprintf(text, FS_ADDRESS_BYTES, "%s:%u", name, port);
}

fs_result fs_finder_ask(fs_finder *f, const char *address, char numeric[FS_ADDRESS_BYTES], char *error,
                        size_t error_size)
{
    fs__address to;
    fs_result result = fs__address_find(&to, address, error, error_size);
    if (result != FS_OK)
        return result;
    write_address(numeric, to.host, to.port);
    add_target(f, to.host, to.port);
    return FS_OK;
}

/* --- datagrams ----------------------------------------------------------------------------- */

/* Errors, such as an unreachable network, are those of one target. */
static void send_to(const fs_finder *f, uint32_t host, uint16_t port, const uint8_t *bytes, size_t size)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = { .s_addr = host } };
    ssize_t sent = sendto(f->socket, bytes, size, MSG_NOSIGNAL, (const struct sockaddr *)&to, sizeof to);
    (void)sent;
}

static void send_hellos(fs_finder *f, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_HELLO_BYTES];
    if (f->hellos == HELLOS || now_us < f->hello_us)
        return;
    fs__gate_put_hello(bytes, f->nonce);
    for (uint32_t i = 0; i < f->target_count; i++)
        send_to(f, f->targets[i].host, f->targets[i].port, bytes, sizeof bytes);
    f->hellos++;
    f->hello_us = now_us + HELLO_US;
}

static server *find_server(fs_finder *f, const struct sockaddr_in *from)
{
    for (uint32_t i = 0; i < f->server_count; i++)
        if (f->servers[i].host == from->sin_addr.s_addr && f->servers[i].port == ntohs(from->sin_port))
            return &f->servers[i];
    return NULL;
}

static void take_cookie(fs_finder *f, const struct sockaddr_in *from, uint32_t cookie, uint64_t now_us)
{
    uint8_t bytes[FS__GATE_FULL_QUERY_BYTES];
    server *s = find_server(f, from);
    if (s == NULL && f->server_count < MAX_SERVERS) {
        s = &f->servers[f->server_count++];
        *s = (server){ .host = from->sin_addr.s_addr, .port = ntohs(from->sin_port) };
    }
    if (s == NULL || s->found)
        return;
    s->query_us = now_us;
    fs__gate_put_query(bytes, f->nonce, cookie);
    send_to(f, s->host, s->port, bytes, sizeof bytes);
}

static bool take_info(fs_finder *f, const struct sockaddr_in *from, const uint8_t *bytes, size_t size, uint64_t now_us,
                      fs_found_server *found)
{
    server *s = find_server(f, from);
    if (s == NULL || s->found || !fs__info_get(&found->info, bytes, size))
        return false;
    s->found = true;
    found->rtt_us = (uint32_t)(now_us - s->query_us);
    write_address(found->address, s->host, s->port);
    return true;
}

/* Handles one datagram; true when it completes a server. Sets *more to whether there was one. */
static bool take_datagram(fs_finder *f, fs_found_server *found, bool *more)
{
    uint8_t bytes[MAX_BYTES];
    struct sockaddr_in from;
    socklen_t from_size = sizeof from;
    ssize_t n = recvfrom(f->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &from_size);
    *more = n >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
    if (n < 0 || from_size != sizeof from)
        return false;
    fs__gate_datagram d = fs__gate_classify(bytes, (size_t)n);
    uint64_t now_us = fs_net_clock_us();
    if (d.nonce != f->nonce)
        return false;
    if (d.kind == FS__GATE_COOKIE)
        take_cookie(f, &from, d.value, now_us);
    return d.kind == FS__GATE_INFO &&
           take_info(f, &from, bytes + FS__GATE_INFO_HEAD_BYTES, (size_t)n - FS__GATE_INFO_HEAD_BYTES, now_us, found);
}

bool fs_finder_next(fs_finder *f, uint64_t until_us, fs_found_server *found)
{
    struct pollfd file = { .fd = f->socket, .events = POLLIN };
    for (;;) {
        uint64_t now_us = fs_net_clock_us();
        bool more = true;
        send_hellos(f, now_us);
        for (int i = 0; i < MAX_SERVERS && more; i++)
            if (take_datagram(f, found, &more))
                return true;
        if (now_us >= until_us)
            return false;
        uint64_t wake_us = f->hellos < HELLOS && f->hello_us < until_us ? f->hello_us : until_us;
        poll(&file, 1, wake_us > now_us ? (int)((wake_us - now_us) / 1000) + 1 : 0);
    }
}
