/* reload.c: see reload.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "reload.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "app/log.h"

/* --- what may be read ----------------------------------------------------------------- */

/* A pipe gives its bytes once: read again, it would be an empty configuration, without bans and required keys. */
static bool is_regular(const settings *s, char why[APP_ERROR_BYTES])
{
    struct stat status;
    if (s == NULL || s->config == NULL)
        return true;
    if (stat(s->config, &status) != 0)
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", s->config, strerror(errno));
    else if (S_ISREG(status.st_mode))
        return true;
    else
        snprintf(why, APP_ERROR_BYTES, "%.150s is no regular file, which could be read again", s->config);
    return false;
}

/* A file that an editor has just cut to nothing is not what the operator means. */
static bool keeps_keys(const reload_source *source, const settings *fresh, char why[APP_ERROR_BYTES])
{
    const settings *before = source->reloaded.config != NULL ? &source->reloaded : source->running;
    if (before == NULL || before->config == NULL || before->texts.count == 0 || fresh->texts.count > 0)
        return true;
    snprintf(why, APP_ERROR_BYTES, "%.150s has no keys any more", fresh->config);
    return false;
}

/* --- what follows it --------------------------------------------------------------------- */

/* Keys that a reload applies; those of rounds while there is a rotation. A supervisor follows some that its matches pass
 * over. */
static const char *const followed[] = { "server-name",     "motd",          "bot",       "bots",        "idle-limit",
                                        "max-per-address", "require-key",   "tickets",   "hidden",      "vote-share",
                                        "ban-file",        "drain-timeout", "supervise", "hang-timeout" };
static const char *const followed_by_rounds[] = { "round",     "rounds",  "round-pause", "when-empty", "wait-players",
                                                  "tick-rate", "players", "ticks",       "points",     "seed" };

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_followed(const char *name, bool rotates)
{
    return is_one_of(name, followed, sizeof followed / sizeof followed[0]) ||
           (rotates && is_one_of(name, followed_by_rounds, sizeof followed_by_rounds / sizeof followed_by_rounds[0]));
}

static bool is_equal_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_equal(const app_option *option, const settings *a, const settings *b)
{
    const char *one = (const char *)a + option->offset, *two = (const char *)b + option->offset;
    const app_list *first = (const app_list *)(const void *)one, *second = (const app_list *)(const void *)two;
    bool equal = option->kind != APP_LIST || first->count == second->count;
    switch (option->kind) {
    case APP_FLAG: return *(const bool *)one == *(const bool *)two;
    case APP_NUMBER: return memcmp(one, two, sizeof(uint64_t)) == 0;
    case APP_CHOICE: return memcmp(one, two, sizeof(unsigned)) == 0;
    case APP_TEXT:
        return is_equal_text(*(const char *const *)(const void *)one, *(const char *const *)(const void *)two);
    case APP_LIST: break;
    }
    for (size_t i = 0; equal && i < first->count; i++)
        equal = is_equal_text(first->items[i], second->items[i]);
    return equal;
}

/* Lists the keys whose new values wait for a new start. */
static void list_waiting(const settings *running, const settings *fresh, char list[APP_ERROR_BYTES])
{
    bool rotates = running->rounds.count > 0 && fresh->rounds.count > 0;
    size_t used = 0;
    list[0] = '\0';
    for (size_t i = 0; i < server_program.count; i++) {
        const app_option *option = &server_program.options[i];
        bool secret = strcmp(option->name, "password-file") == 0 && strcmp(running->password, fresh->password) != 0;
        if (option->command_line || is_followed(option->name, rotates) ||
            (!secret && is_equal(option, running, fresh)) || used + strlen(option->name) + 3 > APP_ERROR_BYTES)
            continue;
        used += (size_t)snprintf(list + used, APP_ERROR_BYTES - used, "%s%s", used > 0 ? ", " : "", option->name);
    }
}

/* --- reading ----------------------------------------------------------------------------- */

/* Bots, points and spectators of the fresh settings suit their referee alone. */
static bool keeps_referee(const host *h, const host_def *def, char why[APP_ERROR_BYTES])
{
    fs_referee running = h != NULL ? h->def.match.referee : def->match.referee;
    if (def->match.referee == running)
        return true;
    snprintf(why, APP_ERROR_BYTES, "--referee %s needs a new start: the server runs with --referee %s",
             fs_referee_text(def->match.referee), fs_referee_text(running));
    return false;
}

bool reload_read(const reload_source *source, settings *fresh, host_def *def, ban_list *bans, char why[APP_ERROR_BYTES])
{
    app_arguments arguments;
    if (!is_regular(source->running, why))
        return false;
    bool good = settings_parse(fresh, source->argc, source->argv, &arguments, why) == APP_RUN &&
                keeps_keys(source, fresh, why) && settings_match(fresh, &arguments, def, why) &&
                keeps_referee(source->host, def, why) && bans_load(bans, fresh->ban_file, why);
    if (!good) {
        settings_place(fresh, why);
        settings_free(fresh);
    }
    return good;
}

bool reload_match(void *context, char why[APP_ERROR_BYTES])
{
    reload_source *source = context;
    settings fresh;
    host_def def;
    app_log_reopen();
    if (!reload_read(source, &fresh, &def, &source->host->bans, why)) {
        app_log(APP_ERROR, "reload-failed", NULL, "the configuration stays as it was: %s", why);
        return false;
    }
    host_policy policy = settings_policy(&fresh);
    host_set_policy(source->host, &policy);
    host_set_rotation(source->host, &def);
    policy_remove_banned(source->host);
    settings_free(&source->reloaded);
    source->reloaded = fresh;
    settings_log_unused(&fresh);
    list_waiting(source->running, &fresh, why);
    app_log(APP_INFO, "reloaded", json_pack("{s:s*}", "waiting", why[0] != '\0' ? why : NULL),
            "the configuration is read again: players, bots, bans and rounds to come follow it%s%s",
            why[0] != '\0' ? "; changed keys that need a new start: " : "", why);
    return true;
}

void reload_free(reload_source *source)
{
    settings_free(&source->reloaded);
}
