/* main.c: fixstep-client, from the command line to the exit status. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <stdio.h>
#include <string.h>
#include <fixstep/games.h>

#include "app/log.h"
#include "app/setup.h"
#include "app/signals.h"
#include "app/workers.h"
#include "local_match.h"
#include "online.h"
#include "settings.h"
#include "tty.h"

static int wrong_usage(const char *why)
{
    fprintf(stderr, "%s: %s (see --help)\n", client_program.name, why);
    return 2;
}

/* --bot list: of the local match's game, of the loaded one, or of all. */
static int list_bots(const settings *s)
{
    char why[APP_ERROR_BYTES];
    const char *name = s->local != NULL ? s->local : s->game;
    if (name != NULL) {
        const fs_game *game = app_game_find(name, why);
        if (game == NULL)
            return wrong_usage(why);
        app_print_bots(game, stdout);
        return 0;
    }
    const fs_game_list *list = fs_builtin_games();
    for (uint32_t i = 0; i < list->count; i++)
        app_print_bots(list->games[i], stdout);
    return 0;
}

int main(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings s;
    switch (settings_parse(&s, argc, argv, why)) {
    case APP_HELP: app_print_help(&client_program, stdout); return 0;
    case APP_VERSION: app_print_version(client_program.name, stdout); return 0;
    case APP_USAGE_ERROR: return wrong_usage(why);
    case APP_RUN: break;
    }
    if (s.bot != NULL && strcmp(s.bot, "list") == 0)
        return list_bots(&s);
    app_log_setup(s.log_format == 1, s.quiet ? APP_WARNING : s.verbose ? APP_DEBUG : APP_INFO);
    app_signals_install(tty_restore);
    if (!app_workers_open(s.workers, why)) {
        app_log(APP_ERROR, "failed", NULL, "%s", why);
        return 1;
    }
    return s.local != NULL ? local_match_run(&s) : online_run(&s);
}
