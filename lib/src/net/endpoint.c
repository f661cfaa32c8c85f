/* endpoint.c: see endpoint.h. */
#include "config.h" /* first: it opens if_indextoname() */

#include "net/endpoint.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { PREFIX_BYTES = 12, ORIGIN_BYTES = 8 }; /* of an IPv4-mapped address before the IPv4 address; of a /64 */
static const uint8_t mapped_prefix[PREFIX_BYTES] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

/* --- forms ---------------------------------------------------------------------------- */

fs__endpoint fs__endpoint_of_ipv4(uint32_t address, uint16_t port)
{
    fs__endpoint e = { .port = port };
    memcpy(e.address, mapped_prefix, PREFIX_BYTES);
    for (int i = 0; i < 4; i++)
        e.address[PREFIX_BYTES + i] = (uint8_t)(address >> (24 - 8 * i));
    return e;
}

bool fs__endpoint_get(fs__endpoint *e, const struct sockaddr_storage *from)
{
    *e = (fs__endpoint){ 0 };
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)from;
        *e = fs__endpoint_of_ipv4(ntohl(four->sin_addr.s_addr), ntohs(four->sin_port));
    } else if (from->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
        memcpy(e->address, &six->sin6_addr, sizeof e->address);
        e->scope = IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr) ? six->sin6_scope_id : 0;
        e->port = ntohs(six->sin6_port);
    }
    return from->ss_family == AF_INET || from->ss_family == AF_INET6;
}

size_t fs__endpoint_put(struct sockaddr_storage *to, const fs__endpoint *e, bool six)
{
    memset(to, 0, sizeof *to);
    if (six) {
        struct sockaddr_in6 *out = (struct sockaddr_in6 *)to;
        out->sin6_family = AF_INET6;
        out->sin6_port = htons(e->port);
        out->sin6_scope_id = e->scope;
        memcpy(&out->sin6_addr, e->address, sizeof e->address);
        return sizeof *out;
    }
    struct sockaddr_in *out = (struct sockaddr_in *)to;
    out->sin_family = AF_INET;
    out->sin_port = htons(e->port);
    memcpy(&out->sin_addr, e->address + PREFIX_BYTES, sizeof out->sin_addr);
    return fs__endpoint_is_ipv4(e) ? sizeof *out : 0;
}

/* --- texts ---------------------------------------------------------------------------- */

/* The interface after the %: its name or number; 0 when there is none of that name. */
static uint32_t parse_scope(const char *text)
{
    char *end;
    uint32_t index = if_nametoindex(text);
    unsigned long number = index == 0 && text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    return number > 0 && *end == '\0' && number <= UINT32_MAX ? (uint32_t)number : index;
}

static bool parse_ipv6(fs__endpoint *e, const char *text)
{
    char name[INET6_ADDRSTRLEN];
    size_t size = strcspn(text, "%");
    if (size >= sizeof name)
        return false;
    memcpy(name, text, size);
    name[size] = '\0';
    struct in6_addr six;
    if (inet_pton(AF_INET6, name, &six) != 1)
        return false;
    memcpy(e->address, &six, sizeof e->address);
    if (text[size] == '\0')
        return true;
    e->scope = parse_scope(text + size + 1);
    return e->scope != 0 && IN6_IS_ADDR_LINKLOCAL(&six);
}

bool fs__endpoint_parse(fs__endpoint *e, const char *text)
{
    struct in_addr four;
    *e = (fs__endpoint){ 0 };
    if (inet_pton(AF_INET, text, &four) != 1)
        return parse_ipv6(e, text);
    *e = fs__endpoint_of_ipv4(ntohl(four.s_addr), 0);
    return true;
}

/* The numeric address without a port. */
static void format_address(const fs__endpoint *e, char *text, size_t size)
{
    char interface[IF_NAMESIZE];
    bool four = fs__endpoint_is_ipv4(e);
    text[0] = '\0';
    inet_ntop(four ? AF_INET : AF_INET6, e->address + (four ? PREFIX_BYTES : 0), text, (socklen_t)size);
    size_t used = strlen(text);
    if (e->scope != 0 && if_indextoname(e->scope, interface) != NULL)
        snprintf(text + used, size - used, "%%%s", interface);
    else if (e->scope != 0)
        snprintf(text + used, size - used, "%%%u", (unsigned)e->scope);
}

void fs__endpoint_format(const fs__endpoint *e, char *text, size_t size)
{
    char name[INET6_ADDRSTRLEN + IF_NAMESIZE];
    format_address(e, name, sizeof name);
    snprintf(text, size, fs__endpoint_is_ipv4(e) ? "%s:%u" : "[%s]:%u", name, e->port);
}

/* --- kinds ---------------------------------------------------------------------------- */

bool fs__endpoint_equal(const fs__endpoint *a, const fs__endpoint *b)
{
    return memcmp(a->address, b->address, sizeof a->address) == 0 && a->scope == b->scope && a->port == b->port;
}

bool fs__endpoint_is_ipv4(const fs__endpoint *e)
{
    return memcmp(e->address, mapped_prefix, PREFIX_BYTES) == 0;
}

bool fs__endpoint_is_loopback(const fs__endpoint *e)
{
    return fs__endpoint_is_ipv4(e) ? e->address[PREFIX_BYTES] == 127
                                   : memcmp(e->address, &in6addr_loopback, sizeof e->address) == 0;
}

bool fs__endpoint_is_any(const fs__endpoint *e)
{
    size_t skipped = fs__endpoint_is_ipv4(e) ? PREFIX_BYTES : 0;
    return memcmp(e->address + skipped, (const uint8_t *)&in6addr_any + skipped, sizeof e->address - skipped) == 0;
}

bool fs__endpoint_is_one_host(const fs__endpoint *e)
{
    if (fs__endpoint_is_ipv4(e))
        return e->address[PREFIX_BYTES] != 0 && e->address[PREFIX_BYTES] < 224;
    return e->address[0] != 0xff && !fs__endpoint_is_any(e);
}

/* fe80::/10 and fc00::/7. */
static bool is_local(const fs__endpoint *e)
{
    return (e->address[0] == 0xfe && (e->address[1] & 0xc0) == 0x80) || (e->address[0] & 0xfe) == 0xfc;
}

/* --- origins -------------------------------------------------------------------------- */

/* Whether the /64 around the address is one origin. ::/64 has the loopback address alone. */
static bool is_prefix_origin(const fs__endpoint *e)
{
    return !fs__endpoint_is_ipv4(e) && !fs__endpoint_is_loopback(e) && !is_local(e);
}

uint64_t fs__endpoint_origin(const fs__endpoint *e)
{
    const uint8_t *half = e->address + (is_prefix_origin(e) ? 0 : ORIGIN_BYTES);
    uint64_t origin = 0;
    for (int i = 0; i < ORIGIN_BYTES; i++)
        origin = origin << 8 | half[i];
    return origin != 0 ? origin : 1;
}

void fs__endpoint_format_origin(const fs__endpoint *e, char *text, size_t size)
{
    fs__endpoint origin = *e;
    bool prefix = is_prefix_origin(e);
    if (prefix)
        memset(origin.address + ORIGIN_BYTES, 0, sizeof origin.address - ORIGIN_BYTES);
    format_address(&origin, text, size);
    size_t used = strlen(text);
    if (prefix)
        snprintf(text + used, size - used, "/64");
}

uint64_t fs__endpoint_network(const fs__endpoint *e)
{
    return fs__endpoint_origin(e) >> (fs__endpoint_is_ipv4(e) ? 8 : 16);
}
