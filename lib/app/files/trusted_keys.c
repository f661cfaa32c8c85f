/* trusted_keys.c: see trusted_keys.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/trusted_keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/text.h"

enum { LINE_BYTES = 512, MAX_LINES = 65536 };

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

static bool parse_line(const char *line, uint8_t id[FS_KEY_ID_BYTES], char name[APP_KEY_NAME_BYTES])
{
    char first[LINE_BYTES] = "", second[LINE_BYTES] = "";
    int words = sscanf(line, "%511s %511s", first, second);
    bool key_first = words >= 1 && parse_key(first, id);
    if (!key_first && (words < 2 || !parse_key(second, id)))
        return false;
    snprintf(name, APP_KEY_NAME_BYTES, "%.79s", key_first ? second : first);
    app_text_clean(name);
    return true;
}

static app_key_trust read_lines(FILE *file, const char *path, const uint8_t id[FS_KEY_ID_BYTES],
                                char name[APP_KEY_NAME_BYTES], char why[APP_ERROR_BYTES])
{
    char line[LINE_BYTES], found_name[APP_KEY_NAME_BYTES];
    uint8_t found[FS_KEY_ID_BYTES];
    app_key_trust trust = APP_KEY_STRANGE;
    for (unsigned number = 1; number <= MAX_LINES && fgets(line, sizeof line, file) != NULL; number++) {
        const char *text = line + strspn(line, " \t\r\n");
        if (text[0] == '\0' || text[0] == '#')
            continue;
        if (!parse_line(text, found, found_name)) {
            snprintf(why, APP_ERROR_BYTES, "%.150s: line %u has no key: a fingerprint or 64 hexadecimal digits", path,
                     number);
            return APP_KEY_BROKEN;
        }
        if (trust == APP_KEY_STRANGE && memcmp(found, id, sizeof found) == 0) {
            trust = APP_KEY_TRUSTED;
            memcpy(name, found_name, sizeof found_name);
        }
    }
    return trust;
}

app_key_trust app_trusted_keys_find(const char *text, const uint8_t id[FS_KEY_ID_BYTES], char name[APP_KEY_NAME_BYTES],
                                    char why[APP_ERROR_BYTES])
{
    uint8_t wanted[FS_KEY_ID_BYTES];
    name[0] = '\0';
    if (fs_identity_parse(text, wanted))
        return memcmp(wanted, id, sizeof wanted) == 0 ? APP_KEY_TRUSTED : APP_KEY_STRANGE;
    FILE *file = fopen(text, "re");
    if (file == NULL) {
        snprintf(why, APP_ERROR_BYTES, "'%.150s' is no fingerprint, and no file that can be read: %s", text,
                 strerror(errno));
        return APP_KEY_BROKEN;
    }
    app_key_trust trust = read_lines(file, text, id, name, why);
    fclose(file);
    return trust;
}
