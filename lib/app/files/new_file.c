/* new_file.c: see new_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/new_file.h"

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

enum { MAX_PARTS = 1000 };

char *app_new_file_part(const char *target, unsigned number)
{
    size_t size = strlen(target) + 24;
    char *name = number <= MAX_PARTS ? malloc(size) : NULL;
    if (name != NULL)
        snprintf(name, size, number > 1 ? "%s.part%u" : "%s.part", target, number);
    return name;
}

static bool is_file_of(int descriptor, const char *path)
{
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) && lstat(path, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* The lock tells other programs that the part has an owner; a file system without locks has none, and keeps every part. Another
 * program may have taken the part for one that was left before it was locked: then it is lost, and the caller tries again. */
static bool lock_part(int descriptor, const char *part)
{
    bool locked = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    return locked ? is_file_of(descriptor, part) : errno != EWOULDBLOCK;
}

static bool create_part(app_new_file *file, mode_t mode)
{
    for (unsigned number = 1; number <= MAX_PARTS; number++) {
        file->part = app_new_file_part(file->target, number);
        if (file->part == NULL)
            return false;
        int descriptor = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 && lock_part(descriptor, file->part)) {
            file->lock = descriptor + 1;
            return true;
        }
        int reason = descriptor >= 0 ? EEXIST : errno;
        if (descriptor >= 0)
            close(descriptor);
        free(file->part);
        file->part = NULL;
        errno = reason;
        if (reason != EEXIST)
            return false;
    }
    return false;
}

int app_new_file_take_left(const char *part)
{
    int descriptor = open(part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_file_of(descriptor, part))
        return descriptor;
    close(descriptor);
    return -1;
}

char *app_new_file_target(const char *path)
{
    struct stat status;
    bool links = lstat(path, &status) == 0 && S_ISLNK(status.st_mode) && stat(path, &status) == 0;
    return links ? realpath(path, NULL) : strdup(path);
}

bool app_new_file_create(app_new_file *file, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    *file = (app_new_file){ .target = app_new_file_target(path) };
    if (file->target != NULL && create_part(file, exists ? status.st_mode & 0666 : 0666))
        return true;
    int reason = errno;
    app_new_file_free(file);
    errno = reason;
    return false;
}

static void release_lock(app_new_file *file)
{
    if (file->lock > 0)
        close(file->lock - 1);
    file->lock = 0;
}

bool app_new_file_publish(app_new_file *file)
{
    if (rename(file->part, file->target) != 0)
        return false;
    free(file->part);
    file->part = NULL;
    release_lock(file);
    return true;
}

void app_new_file_free(app_new_file *file)
{
    if (file->part != NULL)
        unlink(file->part);
    release_lock(file);
    free(file->part);
    free(file->target);
    *file = (app_new_file){ 0 };
}

int app_new_file_lock(const char *target)
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
