/* tickets.h: whether a player's ticket (ticket.h) admits it to this server. */
#ifndef FS_SERVER_TICKETS_H
#define FS_SERVER_TICKETS_H

#include <fixstep/lockstep.h>

/* What a ticket is held against. */
typedef struct ticket_rules {
    const char *keys;                /* of the operators who are trusted (trusted_keys.h) */
    uint8_t server[FS_KEY_ID_BYTES]; /* hash of this server's key */
    const char *match;               /* name of the server, NULL: none */
    uint64_t now_s;                  /* seconds since 1970 */
} ticket_rules;

/* OK, or E_TICKET with a sentence. Whether somebody else has the ticket is not looked at. */
fs_result tickets_check(const ticket_rules *rules, const fs_applicant *applicant, char *error, size_t error_size);

#endif
