/* endpoint.h: address and port of a host of either family, in one form.
 *
 * An IPv4 address is kept as its IPv4-mapped IPv6 address (RFC 4291), so the code above has one family. The functions
 * work on values alone, without sockets.
 */
#ifndef FS_NET_ENDPOINT_H
#define FS_NET_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr_storage;

typedef struct fs__endpoint {
    uint8_t address[16]; /* in network order */
    uint32_t scope;      /* number of the interface of a link-local address, else 0 */
    uint16_t port;       /* host order */
} fs__endpoint;

/* An IPv4 address in host order, such as 0x7f000001. */
fs__endpoint fs__endpoint_of_ipv4(uint32_t address, uint16_t port);
/* From a socket address; false for other families than IPv4 and IPv6. */
bool fs__endpoint_get(fs__endpoint *endpoint, const struct sockaddr_storage *from);
/* To a socket address, as an AF_INET6 socket takes it, or for an AF_INET socket. Returns its size; 0 for an IPv6 address and an
 * AF_INET socket. */
size_t fs__endpoint_put(struct sockaddr_storage *to, const fs__endpoint *endpoint, bool six);
/* From a numeric address without brackets: "192.0.2.7", "2001:db8::7", "fe80::1%eth0". The port is 0. */
bool fs__endpoint_parse(fs__endpoint *endpoint, const char *text);
/* "192.0.2.7:27960", "[2001:db8::7]:27960", "[fe80::1%eth0]:27960"; FS_ADDRESS_BYTES hold each. */
void fs__endpoint_format(const fs__endpoint *endpoint, char *text, size_t size);

bool fs__endpoint_equal(const fs__endpoint *a, const fs__endpoint *b);
bool fs__endpoint_is_ipv4(const fs__endpoint *endpoint);
/* 127.0.0.0/8 and ::1, which cannot be forged from outside. */
bool fs__endpoint_is_loopback(const fs__endpoint *endpoint);
/* 0.0.0.0 and ::, which stand for all addresses of the machine. */
bool fs__endpoint_is_any(const fs__endpoint *endpoint);
/* False for 0.0.0.0/8, ::, multicast, reserved and broadcast addresses. */
bool fs__endpoint_is_one_host(const fs__endpoint *endpoint);

/* What limits count as one origin: an IPv4 address, the /64 of an IPv6 address, of which one customer has at least one,
 * or a link-local or unique-local address (fe80::/10, fc00::/7), because a local network has one /64 for all. Never 0. */
uint64_t fs__endpoint_origin(const fs__endpoint *endpoint);
/* The origin in words: "192.0.2.7", "2001:db8::/64", "fe80::1%eth0". */
void fs__endpoint_format_origin(const fs__endpoint *endpoint, char *text, size_t size);
/* A larger part of the network, which has many origins: /24 of IPv4, /48 of IPv6. */
uint64_t fs__endpoint_network(const fs__endpoint *endpoint);

#endif
