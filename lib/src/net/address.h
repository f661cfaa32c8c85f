/* address.h: "host" or "host:port" to an IPv4 address.
 *
 * Every failure writes a sentence with the error of the text into `error`.
 */
#ifndef FS_NET_ADDRESS_H
#define FS_NET_ADDRESS_H

#include <stddef.h>
#include <stdint.h>
#include <fixstep/result.h>

enum { FS__ADDRESS_NAME_BYTES = 254 }; /* the longest DNS name and its 0 */

typedef struct fs__address {
    char name[FS__ADDRESS_NAME_BYTES];
    uint32_t host; /* network order, as ENet and the system keep it */
    uint16_t port; /* host order */
} fs__address;

/* Splits the text into name and port (FS_DEFAULT_PORT when it has none). E_ARGUMENT for a malformed text. */
fs_result fs__address_parse(fs__address *address, const char *text, char *error, size_t error_size);
/* Parses the text and resolves the name; blocks for the name server when it is not a numeric address. E_NETWORK for an
 * unknown host, E_ARGUMENT for a malformed text and for an address that is not one host's (multicast and the like). */
fs_result fs__address_find(fs__address *address, const char *text, char *error, size_t error_size);

/* Parses a numeric address of this machine to listen on; NULL is 0.0.0.0. E_ARGUMENT for a name and for IPv6. */
fs_result fs__address_local(uint32_t *host, const char *text, char *error, size_t error_size);

#endif
