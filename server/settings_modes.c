/* settings_modes.c: options that the kind of server has no use for: on the command line they are refused, in a file warned of. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <stdio.h>
#include <string.h>

#include "app/log.h"
#include "settings.h"

static unsigned mode_of(const settings *s)
{
    unsigned hosted = s->rounds.count > 0 ? SERVER_ROTATION : SERVER_ALONE;
    return s->relay != NULL ? SERVER_RELAY : hosted << SERVER_REFEREE_BITS * s->referee;
}

static bool belongs(const app_option *option, unsigned mode)
{
    return option->modes == 0 || (option->modes & mode) != 0;
}

/* Whether the option would be used if the server simulated. */
static bool lacks_simulation(const settings *s, const app_option *option)
{
    unsigned mode = mode_of(s);
    return s->relay == NULL && !belongs(option, mode) && belongs(option, mode >> SERVER_REFEREE_BITS * s->referee);
}

/* Why the server does not use an option of the command line. Returns false. */
static bool refuse_option(const settings *s, const app_option *option, char why[APP_ERROR_BYTES])
{
    if (s->relay != NULL && strcmp(option->name, "record") == 0)
        snprintf(why, APP_ERROR_BYTES,
                 "--record contradicts --relay: fixstep-client --spectate --record records at a relay");
    else if (s->relay != NULL)
        snprintf(why, APP_ERROR_BYTES, "--%s contradicts --relay, which passes on the match as it is", option->name);
    else if (lacks_simulation(s, option))
        snprintf(why, APP_ERROR_BYTES, "--referee %s and --%s contradict each other: the server does not simulate%s",
                 fs_referee_text((fs_referee)s->referee), option->name,
                 s->referee == FS_REFEREE_ON_DEMAND ? " every tick" : "");
    else
        snprintf(why, APP_ERROR_BYTES, "--%s needs --round, which names the games that take turns", option->name);
    return false;
}

static size_t size_of(app_kind kind)
{
    static const size_t sizes[] = { [APP_FLAG] = sizeof(bool),
                                    [APP_TEXT] = sizeof(const char *),
                                    [APP_NUMBER] = sizeof(uint64_t),
                                    [APP_CHOICE] = sizeof(unsigned),
                                    [APP_LIST] = sizeof(app_list) };
    return sizes[kind];
}

/* In a file such a key may stand beside a comment that was the reason for it. */
bool settings_keep_used(settings *s, char why[APP_ERROR_BYTES])
{
    const settings defaults = settings_default();
    const unsigned mode = mode_of(s);
    for (size_t i = 0; i < server_program.count; i++) {
        const app_option *option = &server_program.options[i];
        if (belongs(option, mode))
            continue;
        if (s->typed.given[i])
            return refuse_option(s, option, why);
        memcpy((char *)s + option->offset, (const char *)&defaults + option->offset, size_of(option->kind));
    }
    return true;
}

/* Names the unused keys for one reason, and returns how many they are. */
static size_t list_unused(const settings *s, bool simulation, char list[APP_ERROR_BYTES])
{
    size_t count = 0, used = 0;
    unsigned mode = mode_of(s);
    for (size_t i = 0; i < server_program.count && used < APP_ERROR_BYTES; i++) {
        const app_option *option = &server_program.options[i];
        if (!s->in_file.given[i] || belongs(option, mode) || lacks_simulation(s, option) != simulation)
            continue;
        used += (size_t)snprintf(list + used, APP_ERROR_BYTES - used, "%s%s", count++ > 0 ? ", " : "", option->name);
    }
    return count;
}

static void warn_unused(const settings *s, bool simulation, const char *reason)
{
    char list[APP_ERROR_BYTES] = "";
    if (list_unused(s, simulation, list) > 0)
        app_log(APP_WARNING, "keys-unused", json_pack("{s:s, s:s}", "file", s->config, "keys", list),
                "%s: %s these keys have no effect: %s", s->config, reason, list);
}

void settings_log_unused(const settings *s)
{
    char reason[64];
    snprintf(reason, sizeof reason, "beside referee = %s", fs_referee_text((fs_referee)s->referee));
    warn_unused(s, false, s->relay != NULL ? "at a relay" : "without a round of [rotation]");
    warn_unused(s, true, reason);
}
