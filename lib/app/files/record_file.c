/* record_file.c: a temporary name beside the target, then link and rename. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/record_parts.h"

enum { MAX_KEPT = 1000000 };

/* --- opening ------------------------------------------------------------------ */

static bool prepare_part(app_record_file *file, char why[APP_ERROR_BYTES])
{
    char *target = app_new_file_target(file->path);
    int folder = target != NULL ? app_new_file_lock(target)
                                : -1; /* parts that were left are settled one after another */
    free(target);
    if (folder >= 0)
        app_record_parts_settle(file->path);
    bool made = app_new_file_create(&file->place, file->path);
    int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    if (made)
        return true;
    snprintf(why, APP_ERROR_BYTES, "cannot write %.150s: %s", file->path, strerror(errno));
    return false;
}

bool app_record_file_open(app_record_file *file, const char *path, char why[APP_ERROR_BYTES])
{
    struct stat status;
    *file = (app_record_file){ .path = path };
    bool standard = strcmp(path, "-") == 0;
    bool exists = !standard && stat(path, &status) == 0;
    bool direct = standard || (exists && !S_ISREG(status.st_mode));
    if ((direct || prepare_part(file, why)) && fs_recorder_open_file(direct ? path : file->place.part, &file->write,
                                                                     &file->sink, why, APP_ERROR_BYTES) == FS_OK)
        return true;
    app_record_file_close(file);
    return false;
}

/* --- moving into place ----------------------------------------------------------- */

/* "TARGET.1" and so on, malloced; NULL when out of memory. */
static char *make_kept_name(const char *target, unsigned number)
{
    size_t size = strlen(target) + 16;
    char *name = malloc(size);
    if (name != NULL)
        snprintf(name, size, "%s.%u", target, number);
    return name;
}

/* Gives the file a second name that is free; false with errno, EEXIST when `name` exists. */
static bool keep_as(const char *target, const char *name)
{
    struct stat status;
    if (link(target, name) == 0)
        return true;
    if (errno == EEXIST || lstat(name, &status) == 0) {
        errno = EEXIST;
        return false;
    }
    /* Some file systems, and files of other owners, take no second name. */
    return rename(target, name) == 0;
}

bool app_record_file_keep(const char *file, const char *target, char **kept)
{
    for (unsigned number = 1; number <= MAX_KEPT; number++) {
        char *name = make_kept_name(target, number);
        if (name != NULL && keep_as(file, name)) {
            *kept = name;
            return true;
        }
        free(name);
        if (name == NULL || errno != EEXIST)
            return false;
    }
    return false;
}

/* Keeps the earlier file, if there is one that is not empty; false with errno. */
static bool keep_existing(const char *target, char **kept)
{
    struct stat status;
    if (stat(target, &status) != 0)
        return errno == ENOENT;
    return status.st_size == 0 || app_record_file_keep(target, target, kept);
}

bool app_record_file_publish(app_record_file *file, char **kept, char why[APP_ERROR_BYTES])
{
    *kept = NULL;
    if (file->place.part == NULL)
        return true;
    /* Without the lock a second program would replace what the first one has just moved there. */
    int folder = app_new_file_lock(file->place.target);
    bool moved = keep_existing(file->place.target, kept) && app_new_file_publish(&file->place);
    if (!moved)
        snprintf(why, APP_ERROR_BYTES, "it cannot replace the file of this name: %s", strerror(errno));
    if (folder >= 0)
        close(folder);
    return moved;
}

void app_record_file_close(app_record_file *file)
{
    if (file->write != NULL)
        fs_recorder_close_file(file->sink);
    app_new_file_free(&file->place);
    *file = (app_record_file){ .path = file->path };
}
