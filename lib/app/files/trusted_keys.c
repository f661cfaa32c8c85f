/* trusted_keys.c: see trusted_keys.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/trusted_keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/files/line_file.h"
#include "app/text.h"

/* The hash of a key in either of its forms. */
static bool parse_key(const char *word, uint8_t id[FS_KEY_ID_BYTES])
{
    uint8_t key[FS_KEY_BYTES];
    if (fs_identity_parse(word, id))
        return true;
    if (strlen(word) != 2 * FS_KEY_BYTES || !app_text_get_hex(key, sizeof key, word))
        return false;
    fs_identity_id(key, id);
    return true;
}

static bool parse_entry(const char *entry, uint8_t id[FS_KEY_ID_BYTES], char name[APP_KEY_NAME_BYTES])
{
    char first[APP_LINE_BYTES] = "", second[APP_LINE_BYTES] = "";
    int words = sscanf(entry, "%511s %511s", first, second);
    bool key_first = words >= 1 && parse_key(first, id);
    if (!key_first && (words < 2 || !parse_key(second, id)))
        return false;
    snprintf(name, APP_KEY_NAME_BYTES, "%.79s", key_first ? second : first);
    fs_utf8_clean(name);
    return true;
}

/* All entries are read, so that a broken one is found whichever key is wanted. */
static app_key_trust read_entries(app_line_file *lines, const uint8_t id[FS_KEY_ID_BYTES],
                                  char name[APP_KEY_NAME_BYTES], char why[APP_ERROR_BYTES])
{
    char found_name[APP_KEY_NAME_BYTES];
    uint8_t found[FS_KEY_ID_BYTES];
    app_key_trust trust = APP_KEY_STRANGE;
    const char *entry;
    while ((entry = app_lines_next(lines, why)) != NULL) {
        if (!parse_entry(entry, found, found_name))
            app_lines_refuse(lines, "it has no key: a fingerprint or 64 hexadecimal digits", why);
        else if (trust == APP_KEY_STRANGE && memcmp(found, id, sizeof found) == 0) {
            trust = APP_KEY_TRUSTED;
            memcpy(name, found_name, sizeof found_name);
        }
    }
    return app_lines_close(lines) ? trust : APP_KEY_BROKEN;
}

app_key_trust app_trusted_keys_find(const char *text, const uint8_t id[FS_KEY_ID_BYTES], char name[APP_KEY_NAME_BYTES],
                                    char why[APP_ERROR_BYTES])
{
    uint8_t wanted[FS_KEY_ID_BYTES];
    name[0] = '\0';
    if (fs_identity_parse(text, wanted))
        return memcmp(wanted, id, sizeof wanted) == 0 ? APP_KEY_TRUSTED : APP_KEY_STRANGE;
    app_line_file lines;
    if (!app_lines_open(&lines, text, why)) {
        snprintf(why, APP_ERROR_BYTES, "'%.150s' is no fingerprint, and no file that can be read: %s", text,
                 strerror(errno));
        return APP_KEY_BROKEN;
    }
    return read_entries(&lines, id, name, why);
}
