/* identity_file.c: see identity_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/identity_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/text.h"

enum { TEXT_BYTES = 2 * FS_KEY_BYTES + 1 };

bool app_identity_path(char path[APP_PATH_BYTES])
{
    const char *state = getenv("STATE_DIRECTORY");
    if (state == NULL || state[0] != '/')
        return app_user_path(path, "XDG_STATE_HOME", ".local/state", "identity");
    int n = snprintf(path, APP_PATH_BYTES, "%.*s/identity", (int)strcspn(state, ":"), state);
    return n > 0 && n < APP_PATH_BYTES;
}

bool app_player_key_path(char path[APP_PATH_BYTES])
{
    return app_user_path(path, "XDG_CONFIG_HOME", ".config", "key");
}

static bool fail(const char *path, const char *what, char why[APP_ERROR_BYTES])
{
    snprintf(why, APP_ERROR_BYTES, "identity file %.150s: %s", path, what);
    return false;
}

/* --- making ------------------------------------------------------------------- */

static bool write_seed(int file, const uint8_t seed[FS_KEY_BYTES])
{
    char text[TEXT_BYTES + 1];
    app_text_put_hex(text, seed, FS_KEY_BYTES);
    text[TEXT_BYTES - 1] = '\n';
    return write(file, text, TEXT_BYTES) == TEXT_BYTES && fsync(file) == 0;
}

/* Writes a new file beside the wanted one and gives it the name, unless another process was faster. Its first name is drawn, so
 * that one that a killed process has left is in nobody's way. */
static bool make_file(const char *path, char why[APP_ERROR_BYTES])
{
    char part[APP_PATH_BYTES + 16];
    uint8_t seed[FS_KEY_BYTES];
    if (!app_user_make_folders(path, why))
        return false;
    if (!fs_identity_draw(seed))
        return fail(path, "the system gives no random numbers", why);
    snprintf(part, sizeof part, "%s.XXXXXX", path);
    int file = mkostemp(part, O_CLOEXEC);
    bool good = file >= 0 && write_seed(file, seed);
    if (good && link(part, path) != 0 && errno != EEXIST)
        good = false;
    int number = errno;
    if (file >= 0) {
        close(file);
        unlink(part);
    }
    return good || fail(path, strerror(number), why);
}

/* --- reading ------------------------------------------------------------------- */

static bool read_seed(int file, uint8_t seed[FS_KEY_BYTES], const char *path, char why[APP_ERROR_BYTES])
{
    char text[TEXT_BYTES + 2] = "";
    struct stat status;
    if (fstat(file, &status) != 0)
        return fail(path, strerror(errno), why);
    if (!S_ISREG(status.st_mode))
        return fail(path, S_ISDIR(status.st_mode) ? "it is a folder" : "it is no file", why);
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return fail(path, "others may use it; it must have mode 0600 (chmod 600)", why);
    ssize_t n = read(file, text, sizeof text);
    bool whole = n == TEXT_BYTES - 1 || (n == TEXT_BYTES && text[TEXT_BYTES - 1] == '\n');
    return (whole && app_text_get_hex(seed, FS_KEY_BYTES, text)) ||
           fail(path, "it is not one line of 64 hexadecimal digits", why);
}

bool app_identity_read(uint8_t seed[FS_KEY_BYTES], const char *path, char why[APP_ERROR_BYTES])
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && errno == ENOENT) {
        if (!make_file(path, why))
            return false;
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    if (file < 0)
        return fail(path, strerror(errno), why);
    bool good = read_seed(file, seed, path, why);
    close(file);
    return good;
}
