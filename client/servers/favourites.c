/* favourites.c: see favourites.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "servers/favourites.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/files/user_file.h"
#include "app/text.h"

enum { LINE_BYTES = 512 };

static bool take_line(favourites *f, char *line)
{
    char *host = line + strspn(line, " \t"), *end = host + strcspn(host, " \t\r\n");
    if (*host == '#' || end == host)
        return true;
    size_t size = (size_t)(end - host);
    if (f->count == FAVOURITES_MAX || size >= FAVOURITE_HOST_BYTES)
        return false;
    favourite *entry = &f->list[f->count++];
    memcpy(entry->host, host, size);
    entry->host[size] = '\0';
    char *name = end + strspn(end, " \t");
    name[strcspn(name, "\r\n")] = '\0';
    app_text_copy(entry->name, sizeof entry->name, name);
    app_text_clean(entry->name);
    return true;
}

bool favourites_read(favourites *f, const char *path, char why[APP_ERROR_BYTES])
{
    char line[LINE_BYTES], own[APP_PATH_BYTES];
    unsigned number = 0;
    *f = (favourites){ 0 };
    if (path == NULL && !app_user_path(own, "XDG_CONFIG_HOME", ".config", "favourites"))
        return true;
    FILE *file = fopen(path != NULL ? path : own, "re");
    if (file == NULL) {
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", path != NULL ? path : own, strerror(errno));
        return path == NULL && errno == ENOENT;
    }
    bool good = true;
    while (good && fgets(line, sizeof line, file) != NULL) {
        number++;
        good = (strchr(line, '\n') != NULL || feof(file)) && take_line(f, line);
    }
    fclose(file);
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "%.150s: line %u: it is too long, or there are more than %d servers",
                 path != NULL ? path : own, number, FAVOURITES_MAX);
    return good;
}
