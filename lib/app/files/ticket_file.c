/* ticket_file.c: see ticket_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/ticket_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/text.h"
#include "app/files/open_file.h"

bool app_ticket_read(app_ticket *ticket, const char *path, char why[APP_ERROR_BYTES])
{
    char text[2 * FS_TICKET_BYTES + 2] = "";
    FILE *file = app_open_to_read(path);
    if (file == NULL) {
        snprintf(why, APP_ERROR_BYTES, "--ticket %.150s: %s", path, strerror(errno));
        return false;
    }
    size_t read = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    size_t digits = strcspn(text, "\r\n");
    ticket->size = digits / 2;
    bool good = read <= digits + 2 && digits % 2 == 0 && ticket->size <= FS_TICKET_BYTES &&
                app_text_get_hex(ticket->bytes, ticket->size, text) &&
                fs_ticket_read(&ticket->content, ticket->bytes, ticket->size) == FS_OK;
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "--ticket %.150s: it holds no ticket, or a damaged one", path);
    return good;
}
