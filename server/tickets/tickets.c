/* tickets.c: see tickets.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tickets.h"

#include <stdio.h>
#include <string.h>

#include "app/files/trusted_keys.h"
#include "app/log.h"

/* Whether an operator who is trusted has signed the ticket. */
static bool is_from_operator(const ticket_rules *rules, const fs_ticket *ticket)
{
    uint8_t id[FS_KEY_ID_BYTES];
    char name[APP_KEY_NAME_BYTES], why[APP_ERROR_BYTES];
    fs_identity_id(ticket->operator_key, id);
    app_key_trust trust = app_trusted_keys_find(rules->keys, id, name, why);
    if (trust == APP_KEY_BROKEN)
        app_log(APP_WARNING, "tickets-unreadable", NULL, "no ticket is valid now: %s", why);
    return trust == APP_KEY_TRUSTED;
}

static bool is_for_player(const fs_ticket *ticket, const fs_applicant *applicant)
{
    uint8_t id[FS_KEY_ID_BYTES];
    if (ticket->name[0] != '\0' && strcmp(ticket->name, applicant->name) != 0)
        return false;
    if (!ticket->for_player)
        return true;
    if (applicant->key == NULL)
        return false;
    fs_identity_id(applicant->key, id);
    return memcmp(id, ticket->player, sizeof id) == 0;
}

static bool is_for_server(const ticket_rules *rules, const fs_ticket *ticket)
{
    bool here = !ticket->for_server || memcmp(ticket->server, rules->server, sizeof ticket->server) == 0;
    const char *match = rules->match != NULL ? rules->match : "";
    return here && (ticket->match[0] == '\0' || strcmp(ticket->match, match) == 0);
}

/* What is wrong with a ticket; NULL: nothing. */
static const char *find_fault(const ticket_rules *rules, const fs_applicant *applicant, fs_ticket *ticket)
{
    if (applicant->ticket == NULL)
        return "this server admits players with a ticket only";
    if (fs_ticket_read(ticket, applicant->ticket, applicant->ticket_size) != FS_OK)
        return "the ticket is damaged or forged";
    if (!is_from_operator(rules, ticket))
        return "the ticket is not from an operator of this server";
    if (rules->now_s >= ticket->expires_s)
        return "the ticket has expired";
    if (!is_for_server(rules, ticket))
        return "the ticket is for another server or match";
    if (!is_for_player(ticket, applicant))
        return "the ticket is for another player";
    return NULL;
}

fs_result tickets_check(const ticket_rules *rules, const fs_applicant *applicant, char *error, size_t error_size)
{
    fs_ticket ticket = { .expires_s = 0 };
    const char *fault = find_fault(rules, applicant, &ticket);
    if (fault != NULL)
        snprintf(error, error_size, "%s", fault);
    return fault == NULL ? FS_OK : FS_E_TICKET;
}
