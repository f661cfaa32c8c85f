/* ticket.h: tickets by which an operator, such as a lobby, admits players to servers.
 *
 * An operator signs a ticket with an Ed25519 key of its own; servers that trust the key admit who shows the ticket. It may be
 * for one player (by key or by name), one server, one match, and it ends at a time. Nothing here reads a clock or decides
 * who is trusted. lib/doc/PROTOCOL.md describes the bytes.
 */
#ifndef FIXSTEP_TICKET_H
#define FIXSTEP_TICKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/identity.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_TICKET_BYTES = 256,      /* of a ticket at most */
    FS_TICKET_NAME_BYTES = 24,  /* of the name of a player with its 0 */
    FS_TICKET_MATCH_BYTES = 64, /* of the name of a match with its 0 */
    FS_TICKET_ID_BYTES = 16
};

typedef struct fs_ticket {
    uint8_t operator_key[FS_KEY_BYTES]; /* public; fs_ticket_sign() sets it in the bytes */
    uint8_t id[FS_TICKET_ID_BYTES];     /* random bytes that tell tickets apart */
    bool for_player, for_server;        /* the hash below counts */
    uint8_t player[FS_KEY_ID_BYTES];    /* hash of the key that the player must prove */
    uint8_t server[FS_KEY_ID_BYTES];    /* hash of the server's key */
    char name[FS_TICKET_NAME_BYTES];    /* with which the player must join; "" = any */
    char match[FS_TICKET_MATCH_BYTES];  /* as the server calls it; "" = any */
    uint64_t expires_s;                 /* seconds since 1970-01-01 00:00 UTC */
} fs_ticket;

/* Writes the ticket, signed with the key of the seed. Returns its size. The texts have no control characters. */
FS_API size_t fs_ticket_sign(const fs_ticket *ticket, const uint8_t operator_seed[FS_KEY_BYTES],
                             uint8_t bytes[FS_TICKET_BYTES]);
/* Reads a ticket. Any bytes are safe: E_MALFORMED for what is none, E_VERSION for another version, E_SIGNATURE when it was not
 * signed with the key in it. Whether that key is trusted, the caller decides. */
FS_API fs_result fs_ticket_read(fs_ticket *ticket, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
