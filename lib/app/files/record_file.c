/* record_file.c: a temporary name beside the target, then link and rename. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PARTS = 1000, MAX_KEPT = 1000000 };

/* "BASE.1" style names, malloced; NULL when out of memory. Number 0 is left out. */
static char *make_name(const char *base, const char *suffix, unsigned number)
{
    size_t size = strlen(base) + strlen(suffix) + 16;
    char *name = malloc(size);
    if (name != NULL)
        snprintf(name, size, number > 0 ? "%s%s%u" : "%s%s", base, suffix, number);
    return name;
}

/* --- opening ------------------------------------------------------------------ */

/* Creates FILE.part as a new file; false with errno. */
static bool create_part(app_record_file *file, mode_t mode)
{
    for (unsigned number = 1; number <= MAX_PARTS; number++) {
        file->part = make_name(file->target, ".part", number > 1 ? number : 0);
        if (file->part == NULL)
            return false;
        int descriptor = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0)
            return close(descriptor) == 0;
        free(file->part);
        file->part = NULL;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* Names target and part of a regular file; `existing` (NULL: none) gives the permissions. */
static bool prepare_part(app_record_file *file, const struct stat *existing, char why[APP_ERROR_BYTES])
{
    file->target = existing != NULL ? realpath(file->path, NULL) : strdup(file->path);
    if (file->target != NULL && create_part(file, existing != NULL ? existing->st_mode & 0666 : 0666))
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
    if ((direct || prepare_part(file, exists ? &status : NULL, why)) &&
        fs_recorder_open_file(direct ? path : file->part, &file->write, &file->sink, why, APP_ERROR_BYTES) == FS_OK)
        return true;
    app_record_file_close(file);
    return false;
}

/* --- moving into place ----------------------------------------------------------- */

/* Gives the target a second name that is free; false with errno, EEXIST when `name` exists. */
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

/* Keeps the earlier file, if there is one that is not empty; false with errno. */
static bool keep_existing(const char *target, char **kept)
{
    struct stat status;
    if (stat(target, &status) != 0)
        return errno == ENOENT;
    if (status.st_size == 0)
        return true;
    for (unsigned number = 1; number <= MAX_KEPT; number++) {
        char *name = make_name(target, ".", number);
        if (name != NULL && keep_as(target, name)) {
            *kept = name;
            return true;
        }
        free(name);
        if (name == NULL || errno != EEXIST)
            return false;
    }
    return false;
}

/* Two programs that publish under one name take turns, or the second one would replace what the first one has just moved
 * there. Returns the locked folder, to be closed; -1 when it cannot be locked within 100 ms. */
static int lock_folder(const char *target)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    char *copy = strdup(target);
    int folder = copy != NULL ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(copy);
    for (int i = 0; i < 100 && folder >= 0; i++) {
        if (flock(folder, LOCK_EX | LOCK_NB) == 0)
            return folder;
        nanosleep(&pause, NULL);
    }
    if (folder >= 0)
        close(folder);
    return -1;
}

bool app_record_file_publish(app_record_file *file, char **kept, char why[APP_ERROR_BYTES])
{
    *kept = NULL;
    if (file->part == NULL)
        return true;
    int folder = lock_folder(file->target);
    bool moved = keep_existing(file->target, kept) && rename(file->part, file->target) == 0;
    if (!moved)
        snprintf(why, APP_ERROR_BYTES, "it cannot replace the file of this name: %s", strerror(errno));
    if (folder >= 0)
        close(folder);
    if (!moved)
        return false;
    free(file->part);
    file->part = NULL;
    return true;
}

void app_record_file_close(app_record_file *file)
{
    if (file->write != NULL)
        fs_recorder_close_file(file->sink);
    if (file->part != NULL)
        unlink(file->part);
    free(file->part);
    free(file->target);
    *file = (app_record_file){ .path = file->path };
}
