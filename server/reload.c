/* reload.c: see reload.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "reload.h"

#include "app/log.h"

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
    bool good = settings_parse(fresh, source->argc, source->argv, &arguments, why) == APP_RUN &&
                settings_match(fresh, &arguments, def, why) && keeps_referee(source->host, def, why) &&
                bans_load(bans, fresh->ban_file, why);
    if (!good)
        settings_free(fresh);
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
    app_log(APP_INFO, "reloaded", NULL,
            "the configuration is read again: players, bots, bans and rounds to come follow it; the rest needs a new "
            "start");
    return true;
}

void reload_free(reload_source *source)
{
    settings_free(&source->reloaded);
}
