/* address.h: "host", "host:port" to an IPv4 address.
 *
 * Every refusal comes with a sentence that names what was wrong with the text.
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

/* Takes the text apart: name and port (FS_DEFAULT_PORT when there is none).
 * E_ARGUMENT. */
fs_result fs__address_parse(fs__address *address, const char *text, char *why, size_t why_size);
/* Looks the name up; waits for the name server when it is no number. E_NETWORK
 * when there is no such host, E_ARGUMENT when it is not one host's address. */
fs_result fs__address_resolve(fs__address *address, char *why, size_t why_size);

#endif
