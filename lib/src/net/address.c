/* address.c: parsing and resolving of server addresses. */
#include "net/address.h"

#include <fixstep/lockstep.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* --- texts ------------------------------------------------------------------------------ */

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

/* Where the name ends and the port begins (NULL: none). */
typedef struct split {
    const char *name;
    size_t length;
    const char *port;
    bool six;
} split;

/* False when the brackets are not those of "[name]" or "[name]:port". */
static bool split_brackets(split *s, const char *text)
{
    const char *end = strchr(text, ']');
    if (end == NULL || (end[1] != '\0' && end[1] != ':'))
        return false;
    *s = (split){ text + 1, (size_t)(end - text - 1), end[1] == ':' ? end + 2 : NULL, true };
    return true;
}

/* A text with two colons and no brackets is an IPv6 address without a port. */
static bool split_text(split *s, const char *text)
{
    const char *colon = strchr(text, ':');
    if (text[0] == '[')
        return split_brackets(s, text);
    bool six = colon != NULL && strchr(colon + 1, ':') != NULL;
    if (six)
        colon = NULL;
    *s = (split){ text, colon != NULL ? (size_t)(colon - text) : strlen(text), colon != NULL ? colon + 1 : NULL, six };
    return true;
}

static bool is_ipv6(const char *name)
{
    fs__endpoint e;
    return fs__endpoint_parse(&e, name) && strchr(name, ':') != NULL;
}

fs_result fs__address_parse(fs__address *address, const char *text, char *error, size_t error_size)
{
    split s;
    bool good = split_text(&s, text);
    memset(address, 0, sizeof *address);
    if (good && (s.length == 0 || s.length >= sizeof address->name)) {
        snprintf(error, error_size, "the host name is %s", s.length == 0 ? "missing" : "longer than 253 characters");
        return FS_E_ARGUMENT;
    }
    if (good) {
        memcpy(address->name, s.name, s.length);
        address->six = s.six;
        address->port = s.port == NULL ? FS_DEFAULT_PORT : parse_port(s.port);
    }
    if (!good || (s.six && !is_ipv6(address->name))) {
        snprintf(
            error, error_size,
            "\"%.60s\" is no IPv6 address such as [2001:db8::7]:27960 or [fe80::7%%eth0], or has no such interface",
            text);
        return FS_E_ARGUMENT;
    }
    if (address->port == 0) {
        snprintf(error, error_size, "\"%.20s\" is not a port; a number from 1 to 65535 is needed", s.port);
        return FS_E_ARGUMENT;
    }
    return FS_OK;
}

static bool is_name(const char *name)
{
    while ((unsigned char)*name > ' ' && *name != 0x7f)
        name++;
    return *name == '\0';
}

fs_result fs__address_check(const char *text, char *error, size_t error_size)
{
    fs__address address;
    fs_result result = fs__address_parse(&address, text, error, error_size);
    if (result != FS_OK || is_name(address.name))
        return result;
    snprintf(error, error_size, "\"%.60s\" is no host name: it has blanks or control characters", address.name);
    return FS_E_ARGUMENT;
}

/* --- addresses ------------------------------------------------------------------------- */

/* A link-local address is complete with its interface only. */
static fs_result check_scope(const fs__endpoint *e, const char *text, char *error, size_t error_size)
{
    if (e->address[0] != 0xfe || (e->address[1] & 0xc0) != 0x80 || e->scope != 0)
        return FS_OK;
    snprintf(error, error_size, "\"%.60s\" is a link-local IPv6 address and needs an interface, as in fe80::7%%eth0",
             text);
    return FS_E_ARGUMENT;
}

fs_result fs__address_local(fs__endpoint *here, const char *text, char *error, size_t error_size)
{
    char name[FS__ADDRESS_NAME_BYTES];
    size_t size = text != NULL ? strlen(text) : 0;
    bool brackets = size > 2 && text[0] == '[' && text[size - 1] == ']';
    snprintf(name, sizeof name, "%.*s", (int)(brackets ? size - 2 : size), text == NULL ? "" : text + brackets);
    if (text == NULL)
        *here = (fs__endpoint){ 0 };
    else if (size >= sizeof name || !fs__endpoint_parse(here, name)) {
        snprintf(error, error_size, "\"%.60s\" is no numeric address, such as 192.0.2.7, 2001:db8::7 or fe80::7%%eth0",
                 text);
        return FS_E_ARGUMENT;
    }
    return check_scope(here, name, error, error_size);
}

static void add_endpoints(fs__address_list *list, const struct addrinfo *found, uint16_t port)
{
    for (; found != NULL && list->count < FS__ADDRESS_MAX_ENDPOINTS; found = found->ai_next) {
        struct sockaddr_storage address = { 0 };
        if (found->ai_addrlen > sizeof address)
            continue;
        memcpy(&address, found->ai_addr, found->ai_addrlen);
        fs__endpoint *e = &list->endpoints[list->count];
        list->count += fs__endpoint_get(e, &address) ? 1 : 0;
        e->port = port;
    }
}

/* The system's order of the addresses is that of RFC 6724. */
static fs_result look_up(fs__address_list *list, const fs__address *address, char *error, size_t error_size)
{
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_DGRAM;
    int status = getaddrinfo(address->name, NULL, &hints, &found);
    if (status == 0) {
        add_endpoints(list, found, address->port);
        freeaddrinfo(found);
    }
    if (list->count > 0)
        return FS_OK;
    snprintf(error, error_size, "unknown host \"%.80s\": %s", address->name,
             status != 0 ? gai_strerror(status) : "it has no address");
    return FS_E_NETWORK;
}

static fs_result resolve_name(fs__address_list *list, const fs__address *address, char *error, size_t error_size)
{
    fs__endpoint *first = &list->endpoints[0];
    list->count = 0;
    if (fs__endpoint_parse(first, address->name)) {
        first->port = address->port;
        list->count = 1;
    } else {
        fs_result result = look_up(list, address, error, error_size);
        if (result != FS_OK)
            return result;
    }
    for (uint32_t i = 0; i < list->count; i++)
        if (!fs__endpoint_is_one_host(&list->endpoints[i])) {
            snprintf(error, error_size, "\"%.80s\" is not the address of one host", address->name);
            return FS_E_ARGUMENT;
        }
    return check_scope(first, address->name, error, error_size);
}

fs_result fs__address_find(fs__address_list *list, const char *text, char *error, size_t error_size)
{
    fs__address address;
    fs_result result = fs__address_parse(&address, text, error, error_size);
    return result == FS_OK ? resolve_name(list, &address, error, error_size) : result;
}
