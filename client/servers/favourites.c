/* favourites.c: see favourites.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "servers/favourites.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/files/line_file.h"
#include "app/files/user_file.h"
#include "app/text.h"

/* Adds an entry; false when there is no room for it. */
static bool take_entry(favourites *f, const char *entry)
{
    size_t size = strcspn(entry, " \t");
    if (f->count == FAVOURITES_MAX || size >= FAVOURITE_HOST_BYTES)
        return false;
    favourite *added = &f->list[f->count++];
    memcpy(added->host, entry, size);
    added->host[size] = '\0';
    fs_utf8_clean(added->host);
    app_text_copy(added->name, sizeof added->name, entry + size + strspn(entry + size, " \t"));
    fs_utf8_clean(added->name);
    return true;
}

bool favourites_read(favourites *f, const char *path, char why[APP_ERROR_BYTES])
{
    char own[APP_PATH_BYTES], reason[APP_ERROR_BYTES];
    app_line_file lines;
    const char *entry;
    *f = (favourites){ 0 };
    if (path == NULL && !app_user_path(own, "XDG_CONFIG_HOME", ".config", "favourites"))
        return true;
    if (!app_lines_open(&lines, path != NULL ? path : own, why))
        return path == NULL && errno == ENOENT;
    snprintf(reason, sizeof reason, "its host is too long, or there are more than %d servers", FAVOURITES_MAX);
    while ((entry = app_lines_next(&lines, why)) != NULL)
        if (!take_entry(f, entry))
            app_lines_refuse(&lines, reason, why);
    return app_lines_close(&lines);
}
