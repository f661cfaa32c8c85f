/* address.c: parsing and resolving of server addresses. */
#include "net/address.h"

#include <arpa/inet.h>
#include <fixstep/lockstep.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* A port 1..65535 in decimal digits; 0 for all other texts. */
static uint16_t parse_port(const char *text)
{
    uint32_t port = 0;
    if (*text == '\0')
        return 0;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return 0;
        port = port * 10 + (uint32_t)(*text - '0');
        if (port > UINT16_MAX)
            return 0;
    }
    return (uint16_t)port;
}

static bool is_ipv6(const char *text)
{
    struct in6_addr six;
    return inet_pton(AF_INET6, text, &six) == 1;
}

fs_result fs__address_local(uint32_t *host, const char *text, char *error, size_t error_size)
{
    struct in_addr four = { .s_addr = htonl(INADDR_ANY) };
    if (text == NULL || inet_pton(AF_INET, text, &four) == 1) {
        *host = four.s_addr;
        return FS_OK;
    }
    if (text[0] == '[' || is_ipv6(text))
        snprintf(error, error_size, "\"%.60s\" is an IPv6 address; the transport (ENet) has IPv4 only", text);
    else
        snprintf(error, error_size, "\"%.60s\" is no numeric IPv4 address, such as 192.0.2.7", text);
    return FS_E_ARGUMENT;
}

fs_result fs__address_parse(fs__address *address, const char *text, char *error, size_t error_size)
{
    const char *colon = strchr(text, ':');
    size_t length = colon == NULL ? strlen(text) : (size_t)(colon - text);
    memset(address, 0, sizeof *address);
    if (text[0] == '[' || (colon != NULL && strchr(colon + 1, ':') != NULL)) {
        snprintf(error, error_size, "\"%.60s\" is an IPv6 address; only IPv4 addresses and host names are supported",
                 text);
        return FS_E_ARGUMENT;
    }
    if (length == 0 || length >= sizeof address->name) {
        snprintf(error, error_size, "the host name is %s", length == 0 ? "missing" : "longer than 253 characters");
        return FS_E_ARGUMENT;
    }
    memcpy(address->name, text, length);
    address->port = colon == NULL ? FS_DEFAULT_PORT : parse_port(colon + 1);
    if (address->port == 0) {
        snprintf(error, error_size, "\"%.20s\" is not a port; a number from 1 to 65535 is needed", colon + 1);
        return FS_E_ARGUMENT;
    }
    return FS_OK;
}

/* False for 0.0.0.0/8, multicast, reserved and broadcast addresses. */
static bool is_host_address(uint32_t host)
{
    uint32_t top = ntohl(host) >> 24;
    return top != 0 && top < 224;
}

/* Of a name without an IPv4 address: whether it is a known one. */
static bool has_ipv6_only(const char *name)
{
    struct addrinfo hints, *list = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET6;
    hints.ai_socktype = SOCK_DGRAM;
    if (getaddrinfo(name, NULL, &hints, &list) != 0 || list == NULL)
        return false;
    freeaddrinfo(list);
    return true;
}

static fs_result resolve_name(fs__address *address, char *error, size_t error_size)
{
    struct addrinfo hints, *list = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_DGRAM;
    int status = getaddrinfo(address->name, NULL, &hints, &list);
    if (status != 0 || list == NULL) {
        if (has_ipv6_only(address->name))
            snprintf(error, error_size, "\"%.80s\" has IPv6 addresses only, and the transport (ENet) has IPv4 only",
                     address->name);
        else
            snprintf(error, error_size, "unknown host \"%.80s\": %s", address->name,
                     status != 0 ? gai_strerror(status) : "it has no address");
        return FS_E_NETWORK;
    }
    struct sockaddr_in found;
    memcpy(&found, list->ai_addr, sizeof found);
    freeaddrinfo(list);
    address->host = found.sin_addr.s_addr;
    if (!is_host_address(address->host)) {
        snprintf(error, error_size, "\"%.80s\" is not the address of one host", address->name);
        return FS_E_ARGUMENT;
    }
    return FS_OK;
}

fs_result fs__address_find(fs__address *address, const char *text, char *error, size_t error_size)
{
    fs_result result = fs__address_parse(address, text, error, error_size);
    return result == FS_OK ? resolve_name(address, error, error_size) : result;
}
