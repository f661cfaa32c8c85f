/* paths.c: the identity of files by device and inode. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/paths.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file, or the folder of a file that does not exist yet and the file's name in it. */
typedef struct identity {
    struct stat status;
    const char *name; /* NULL: the file exists */
} identity;

static bool identify_folder(const char *path, identity *out)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    bool found = folder != NULL && stat(folder, &out->status) == 0;
    out->name = slash == NULL ? path : slash + 1;
    free(folder);
    return found;
}

static bool identify(const char *path, identity *out)
{
    out->name = NULL;
    if (strcmp(path, "-") == 0)
        return fstat(STDOUT_FILENO, &out->status) == 0;
    return stat(path, &out->status) == 0 || identify_folder(path, out);
}

static bool is_shareable(const identity *file)
{
    return S_ISCHR(file->status.st_mode) || S_ISBLK(file->status.st_mode);
}

bool app_paths_same(const char *left, const char *right)
{
    identity a, b;
    if (left == NULL || right == NULL)
        return false;
    if (strcmp(left, "-") == 0 && strcmp(right, "-") == 0)
        return true;
    if (!identify(left, &a) || !identify(right, &b) || is_shareable(&a))
        return false;
    if (a.status.st_dev != b.status.st_dev || a.status.st_ino != b.status.st_ino)
        return false;
    if (a.name == NULL || b.name == NULL)
        return a.name == b.name;
    return strcmp(a.name, b.name) == 0;
}
