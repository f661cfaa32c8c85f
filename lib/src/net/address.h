/* address.h: "host", "host:port" and "[IPv6]:port" to addresses of hosts.
 *
 * Every failure writes a sentence with the error of the text into `error`.
 */
#ifndef FS_NET_ADDRESS_H
#define FS_NET_ADDRESS_H

#include <fixstep/result.h>

#include "net/endpoint.h"

enum {
    FS__ADDRESS_NAME_BYTES = 254, /* the longest DNS name and its 0 */
    FS__ADDRESS_MAX_ENDPOINTS = 8 /* of one name; further ones are ignored */
};

typedef struct fs__address {
    char name[FS__ADDRESS_NAME_BYTES]; /* without brackets */
    uint16_t port;                     /* host order */
    bool six;                          /* the name is a numeric IPv6 address */
} fs__address;

/* The addresses of a name, in the order in which they are to be tried. */
typedef struct fs__address_list {
    fs__endpoint endpoints[FS__ADDRESS_MAX_ENDPOINTS];
    uint32_t count;
} fs__address_list;

/* Splits the text into name and port (FS_DEFAULT_PORT when it has none). An IPv6 address stands in brackets; without a port it
 * may stand alone. E_ARGUMENT for a malformed text. */
fs_result fs__address_parse(fs__address *address, const char *text, char *error, size_t error_size);
/* Parses the text and looks up nothing: E_ARGUMENT also for a name that no host can have. */
fs_result fs__address_check(const char *text, char *error, size_t error_size);
/* Parses the text and resolves the name; blocks for the name server when it is not a numeric address. E_NETWORK for an
 * unknown host, E_ARGUMENT for a malformed text and for an address that is not one host's (multicast and the like). */
fs_result fs__address_find(fs__address_list *list, const char *text, char *error, size_t error_size);

/* Parses a numeric address of this machine to listen on, with or without brackets; NULL is ::, both families. The port is
 * 0. E_ARGUMENT for a name. */
fs_result fs__address_local(fs__endpoint *here, const char *text, char *error, size_t error_size);

#endif
