/* user_file.c: see user_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/user_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool app_user_path(char path[APP_PATH_BYTES], const char *variable, const char *fallback, const char *name)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    int n = 0;
    if (folder != NULL && folder[0] == '/')
        n = snprintf(path, APP_PATH_BYTES, "%s/fixstep/%s", folder, name);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, APP_PATH_BYTES, "%s/%s/fixstep/%s", home, fallback, name);
    return n > 0 && n < APP_PATH_BYTES;
}

/* False with errno, also where something else than a folder stands. */
static bool make_folder(const char *folder)
{
    struct stat status;
    if (mkdir(folder, 0700) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    bool is_folder = stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
    errno = ENOTDIR;
    return is_folder;
}

bool app_user_make_folders(const char *path, char why[APP_ERROR_BYTES])
{
    char folder[APP_PATH_BYTES];
    size_t size = strlen(path);
    if (size >= sizeof folder) {
        snprintf(why, APP_ERROR_BYTES, "%.100s...: the path is too long", path);
        return false;
    }
    for (size_t i = 1; i < size; i++) {
        if (path[i] != '/')
            continue;
        memcpy(folder, path, i);
        folder[i] = '\0';
        if (!make_folder(folder)) {
            snprintf(why, APP_ERROR_BYTES, "cannot make the folder %.150s: %s", folder, strerror(errno));
            return false;
        }
    }
    return true;
}
