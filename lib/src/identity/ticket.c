/* ticket.c: see ticket.h. */
#include <fixstep/ticket.h>

#include <sodium.h>
#include <string.h>

#include "state/wire.h"

enum { MAGIC_BYTES = 8, TICKET_VERSION = 1, FOR_PLAYER = 1, FOR_SERVER = 2, CONTEXT_BYTES = 16 };
static const char ticket_magic[MAGIC_BYTES + 1] = "FixstepT";
static const char ticket_context[CONTEXT_BYTES + 1] = "FixstepTicketSig";

_Static_assert(MAGIC_BYTES + 2 + FS_KEY_BYTES + FS_TICKET_ID_BYTES + 2 * FS_KEY_ID_BYTES + 8 + FS_TICKET_NAME_BYTES +
                       FS_TICKET_MATCH_BYTES + (int)crypto_sign_BYTES <=
                   (int)FS_TICKET_BYTES,
               "the longest ticket fits");

typedef struct signed_part {
    uint8_t bytes[CONTEXT_BYTES + FS_TICKET_BYTES];
    size_t size;
} signed_part;

static signed_part make_signed_part(const uint8_t *bytes, size_t size)
{
    signed_part part = { .size = CONTEXT_BYTES + size };
    memcpy(part.bytes, ticket_context, CONTEXT_BYTES);
    memcpy(part.bytes + CONTEXT_BYTES, bytes, size);
    return part;
}

size_t fs_ticket_sign(const fs_ticket *ticket, const uint8_t operator_seed[FS_KEY_BYTES],
                      uint8_t bytes[FS_TICKET_BYTES])
{
    uint8_t secret[crypto_sign_SECRETKEYBYTES], key[FS_KEY_BYTES];
    fs__writer w = fs__writer_make(bytes, FS_TICKET_BYTES);
    crypto_sign_seed_keypair(key, secret, operator_seed);
    fs__put_bytes(&w, ticket_magic, MAGIC_BYTES);
    fs__put_u8(&w, TICKET_VERSION);
    fs__put_u8(&w, (uint8_t)((ticket->for_player ? FOR_PLAYER : 0) | (ticket->for_server ? FOR_SERVER : 0)));
    fs__put_bytes(&w, key, sizeof key);
    fs__put_bytes(&w, ticket->id, sizeof ticket->id);
    if (ticket->for_player)
        fs__put_bytes(&w, ticket->player, sizeof ticket->player);
    if (ticket->for_server)
        fs__put_bytes(&w, ticket->server, sizeof ticket->server);
    fs__put_u64(&w, ticket->expires_s);
    fs__put_text(&w, ticket->name);
    fs__put_text(&w, ticket->match);
    FS_ASSERT(!w.full);
    signed_part part = make_signed_part(bytes, w.at);
    crypto_sign_detached(bytes + w.at, NULL, part.bytes, part.size, secret);
    sodium_memzero(secret, sizeof secret);
    return w.at + crypto_sign_BYTES;
}

/* What stands before the signature; false unless it is exactly that. */
static bool read_body(fs_ticket *ticket, fs__reader *r)
{
    uint8_t flags = fs__get_u8(r);
    *ticket = (fs_ticket){ .for_player = (flags & FOR_PLAYER) != 0, .for_server = (flags & FOR_SERVER) != 0 };
    fs__get_bytes(r, ticket->operator_key, sizeof ticket->operator_key);
    fs__get_bytes(r, ticket->id, sizeof ticket->id);
    if (ticket->for_player)
        fs__get_bytes(r, ticket->player, sizeof ticket->player);
    if (ticket->for_server)
        fs__get_bytes(r, ticket->server, sizeof ticket->server);
    ticket->expires_s = fs__get_u64(r);
    fs__get_text(r, ticket->name, sizeof ticket->name);
    fs__get_text(r, ticket->match, sizeof ticket->match);
    return (flags & ~(FOR_PLAYER | FOR_SERVER)) == 0 && fs__reader_done(r);
}

fs_result fs_ticket_read(fs_ticket *ticket, const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    if (size < MAGIC_BYTES + 1 + crypto_sign_BYTES || size > FS_TICKET_BYTES ||
        memcmp(p, ticket_magic, MAGIC_BYTES) != 0)
        return FS_E_MALFORMED;
    if (p[MAGIC_BYTES] != TICKET_VERSION)
        return FS_E_VERSION;
    size_t body = size - crypto_sign_BYTES;
    fs__reader r = fs__reader_make(p + MAGIC_BYTES + 1, body - MAGIC_BYTES - 1);
    if (!read_body(ticket, &r))
        return FS_E_MALFORMED;
    signed_part part = make_signed_part(p, body);
    bool good = crypto_sign_verify_detached(p + body, part.bytes, part.size, ticket->operator_key) == 0;
    return good ? FS_OK : FS_E_SIGNATURE;
}
