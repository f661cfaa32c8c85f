/* password_file.c: see password_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/password_file.h"
#include "app/files/open_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool take_line(char *password, FILE *file)
{
    bool read = fgets(password, APP_PASSWORD_BYTES, file) != NULL;
    size_t size = read ? strcspn(password, "\r\n") : 0;
    bool whole = read && (password[size] != '\0' || feof(file));
    password[size] = '\0';
    return whole && size > 0;
}

bool app_password_read(char password[APP_PASSWORD_BYTES], const char *path, char why[APP_ERROR_BYTES])
{
    FILE *file = app_open_to_read(path);
    if (file == NULL) {
        snprintf(why, APP_ERROR_BYTES, "--password-file %.150s: %s", path, strerror(errno));
        return false;
    }
    bool good = take_line(password, file);
    int number = ferror(file) ? errno : 0;
    fclose(file);
    if (number != 0)
        snprintf(why, APP_ERROR_BYTES, "--password-file %.150s: %s", path, strerror(number));
    else if (!good)
        snprintf(why, APP_ERROR_BYTES, "--password-file %.150s: the first line has no password of 1 to %d bytes", path,
                 APP_PASSWORD_BYTES - 2);
    return good;
}
