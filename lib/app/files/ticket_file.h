/* ticket_file.h: the file with a ticket: one line of hexadecimal digits, as fixstep-server ticket prints it. */
#ifndef FS_APP_TICKET_FILE_H
#define FS_APP_TICKET_FILE_H

#include <fixstep/ticket.h>

#include "app/options.h"

typedef struct app_ticket {
    uint8_t bytes[FS_TICKET_BYTES];
    size_t size;
    fs_ticket content;
} app_ticket;

/* False with a sentence when the file cannot be read or holds no ticket. */
bool app_ticket_read(app_ticket *ticket, const char *path, char why[APP_ERROR_BYTES]);

#endif
