/* settings_check.c: values of the server's options that contradict each other or name nothing; no game is known yet. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "app/files/paths.h"
#include "app/files/trusted_keys.h"
#include "metrics/metrics_address.h"
#include "settings.h"

/* Options that need encryption, and the file of --tickets. */
static bool check_secrets(const settings *s, char why[APP_ERROR_BYTES])
{
    uint8_t nobody[FS_KEY_ID_BYTES] = { 0 };
    char name[APP_KEY_NAME_BYTES], sentence[APP_ERROR_BYTES];
    if (s->insecure && s->require_key)
        snprintf(why, APP_ERROR_BYTES,
                 "--insecure and --require-key contradict each other: without encryption no player can prove a key");
    else if (s->insecure && s->password_file != NULL)
        snprintf(why, APP_ERROR_BYTES,
                 "--insecure and --password-file contradict each other: whoever listens could try passwords");
    else if (s->insecure && s->tickets != NULL)
        snprintf(why, APP_ERROR_BYTES,
                 "--insecure and --tickets contradict each other: whoever listens could use the tickets");
    else if (s->tickets != NULL && app_trusted_keys_find(s->tickets, nobody, name, sentence) == APP_KEY_BROKEN) {
        snprintf(why, APP_ERROR_BYTES, "--tickets: %.300s", sentence);
        return settings_refuse(s, s->tickets, why);
    } else
        return true;
    return false;
}

static bool check_addresses(const settings *s, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    if (s->bind != NULL && fs_net_check_address(s->bind, sentence, sizeof sentence) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "--bind: %.300s", sentence);
        return settings_refuse(s, s->bind, why);
    }
    if (s->relay != NULL && fs_net_check_host(s->relay, sentence, sizeof sentence) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "--relay: %.300s", sentence);
        return settings_refuse(s, s->relay, why);
    }
    return true;
}

/* Files of the options, and whether the server writes them. */
static const struct {
    const char *name;
    size_t offset; /* of a const char * */
    bool written;
} files[] = {
    { "record", offsetof(settings, record), true },     { "report", offsetof(settings, report), true },
    { "log-file", offsetof(settings, log_file), true }, { "ban-file", offsetof(settings, ban_file), true },
    { "console", offsetof(settings, console), true },   { "identity", offsetof(settings, identity), true },
    { "config", offsetof(settings, config), false },    { "password-file", offsetof(settings, password_file), false },
    { "tickets", offsetof(settings, tickets), false },
};

static const char *path_of(const settings *s, size_t file)
{
    const char *path;
    memcpy(&path, (const char *)s + files[file].offset, sizeof path);
    return path;
}

/* What is written to one file must not replace another. */
static bool check_files(const settings *s, char why[APP_ERROR_BYTES])
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        for (size_t k = 0; k < i; k++) {
            if (!files[k].written || !app_paths_same(path_of(s, k), path_of(s, i)))
                continue;
            snprintf(why, APP_ERROR_BYTES, "--%s and --%s name the same file, %.150s", files[k].name, files[i].name,
                     path_of(s, i));
            return settings_refuse(s, path_of(s, i), why);
        }
    return true;
}

/* Each round is a recording of its own, of which a stream holds one. */
static bool check_stream(const settings *s, char why[APP_ERROR_BYTES])
{
    struct stat status;
    if (s->record == NULL || s->rounds.count == 0 || s->max_rounds == 1)
        return true;
    if (strcmp(s->record, "-") != 0 && (stat(s->record, &status) != 0 || !S_ISFIFO(status.st_mode)))
        return true;
    snprintf(why, APP_ERROR_BYTES,
             "--record %.150s and --round contradict each other: a stream holds the recording of one round", s->record);
    return settings_refuse(s, s->record, why);
}

/* In a file an option of the game is set once, like every key. On the command line the last one counts. */
static bool check_sets(const settings *s, char why[APP_ERROR_BYTES])
{
    for (size_t i = 0; i < s->sets.count; i++)
        for (size_t k = 0; k < i; k++) {
            const char *set = s->sets.items[i];
            size_t size = strcspn(set, "=");
            if (app_config_line(&s->texts, set) == 0 || strncmp(set, s->sets.items[k], size + 1) != 0)
                continue;
            snprintf(why, APP_ERROR_BYTES, "set: option '%.*s' is set twice", (int)size, set);
            return settings_refuse(s, set, why);
        }
    return true;
}

static bool check_metrics(const settings *s, char why[APP_ERROR_BYTES])
{
    struct sockaddr_storage address;
    return s->metrics == NULL || metrics_parse_address(s->metrics, &address, why) ||
           settings_refuse(s, s->metrics, why);
}

bool settings_check(const settings *s, char why[APP_ERROR_BYTES])
{
    if (s->quiet && s->verbose) {
        snprintf(why, APP_ERROR_BYTES, "--quiet and --verbose contradict each other");
        return false;
    }
    if (s->agones && s->supervise > 0) {
        snprintf(why, APP_ERROR_BYTES,
                 "--agones and --supervise contradict each other: a server of a fleet has one match");
        return false;
    }
    return check_metrics(s, why) && check_secrets(s, why) && check_addresses(s, why) && check_sets(s, why) &&
           app_record_check(s->record, s->report, why) && check_stream(s, why) && check_files(s, why);
}
