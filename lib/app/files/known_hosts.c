/* known_hosts.c: see known_hosts.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/known_hosts.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <fixstep/lockstep.h>

#include "app/files/line_file.h"
#include "app/text.h"

enum { NAME_BYTES = 264 };

bool app_known_hosts_path(char path[APP_PATH_BYTES])
{
    return app_user_path(path, "XDG_DATA_HOME", ".local/share", "known_hosts");
}

/* The name in its one form: small letters, an IPv6 address in brackets, with a port. */
static bool put_name(char name[NAME_BYTES], const char *host)
{
    const char *colon = strchr(host, ':');
    bool six = host[0] != '[' && colon != NULL && strchr(colon + 1, ':') != NULL;
    bool has_port = host[0] == '[' ? strstr(host, "]:") != NULL : colon != NULL && !six;
    int n = has_port ? snprintf(name, NAME_BYTES, "%s", host)
                     : snprintf(name, NAME_BYTES, six ? "[%s]:%d" : "%s:%d", host, FS_DEFAULT_PORT);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    return n > 0 && n < NAME_BYTES;
}

/* Splits an entry into name and key; false for anything else. */
static bool parse_entry(const char *entry, char name[NAME_BYTES], uint8_t key[FS_KEY_BYTES])
{
    char text[2 * FS_KEY_BYTES + 1];
    return sscanf(entry, "%263s %64s", name, text) == 2 && app_text_get_hex(key, FS_KEY_BYTES, text);
}

/* Number of the line of a server, from 1, and its key; 0 when it has none. */
static unsigned find_entry(app_line_file *lines, const char *wanted, uint8_t key[FS_KEY_BYTES],
                           char why[APP_ERROR_BYTES])
{
    char name[NAME_BYTES];
    const char *entry;
    while ((entry = app_lines_next(lines, why)) != NULL)
        if (parse_entry(entry, name, key) && strcmp(name, wanted) == 0)
            return lines->number;
    return 0;
}

static app_known_host add_line(const char *path, const char *name, const uint8_t key[FS_KEY_BYTES],
                               char why[APP_ERROR_BYTES])
{
    char line[APP_LINE_BYTES], text[2 * FS_KEY_BYTES + 1];
    if (!app_user_make_folders(path, why))
        return APP_HOST_UNKEPT;
    app_text_put_hex(text, key, FS_KEY_BYTES);
    int size = snprintf(line, sizeof line, "%s %s\n", name, text);
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    bool good = file >= 0 && write(file, line, (size_t)size) == size;
    int number = errno;
    if (file >= 0)
        close(file);
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "cannot write %.150s: %s", path, strerror(number));
    return good ? APP_HOST_NEW : APP_HOST_UNKEPT;
}

app_known_host app_known_hosts_check(const char *path, const char *host, const uint8_t key[FS_KEY_BYTES],
                                     char why[APP_ERROR_BYTES])
{
    char name[NAME_BYTES];
    uint8_t known[FS_KEY_BYTES];
    app_line_file lines;
    unsigned number = 0;
    if (!put_name(name, host)) {
        snprintf(why, APP_ERROR_BYTES, "the name of the server is too long");
        return APP_HOST_BROKEN;
    }
    if (app_lines_open(&lines, path, why)) {
        number = find_entry(&lines, name, known, why);
        if (!app_lines_close(&lines))
            return APP_HOST_BROKEN;
    } else if (errno != ENOENT) {
        return APP_HOST_BROKEN;
    }
    if (number == 0)
        return add_line(path, name, key, why);
    if (memcmp(known, key, sizeof known) == 0)
        return APP_HOST_KNOWN;
    char now[FS_FINGERPRINT_BYTES];
    snprintf(
        why, APP_ERROR_BYTES,
        "THE KEY OF %.50s HAS CHANGED: it is %s, not that of %.90s line %u. Somebody may answer in its place; if the "
        "new key is right, remove the line",
        name, fs_identity_fingerprint(key, now), path, number);
    return APP_HOST_CHANGED;
}
