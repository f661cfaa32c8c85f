/* main.c: fixstep-client, from the command line to the exit status. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fixstep/games.h>

#include "app/completion.h"
#include "app/view/debug_view.h"
#include "app/game_list.h"
#include "app/log.h"
#include "app/setup.h"
#include "app/signals.h"
#include "app/workers.h"
#include "app/files/open_file.h"
#include "launcher/browser.h"
#include "launcher/launcher.h"
#include "local_match.h"
#include "online.h"
#include "servers/server_list.h"
#include "settings.h"
#include "sync_test.h"
#include "tty/tty.h"
#include "viewer/viewer.h"
#include "window/window.h"

static int wrong_usage(const char *why)
{
    app_log_refusal(client_program.name, why, " (see --help)");
    return 2;
}

static int no_server(const char *why)
{
    app_log_refusal(client_program.name, why, "");
    return 1;
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

/* --list-games: of --game, or of all built-in ones. */
static int list_games(const settings *s)
{
    char why[APP_ERROR_BYTES];
    const fs_game *game = s->game != NULL ? app_game_find(s->game, why) : NULL;
    if (s->game != NULL && game == NULL)
        return wrong_usage(why);
    return app_list_games(game, s->log_format == 1, stdout) ? 0 : 1;
}

/* --local without a name: a line a game. */
static int offer_games(void)
{
    const fs_game_list *builtin = fs_builtin_games();
    for (uint32_t i = 0; i < builtin->count; i++)
        printf("%s: %s\n", builtin->games[i]->name, builtin->games[i]->title);
    printf("\nfixstep-client --local NAME plays one of these;\n--list-games shows their keys and options.\n");
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

static int run(int argc, char **argv);

/* --local without a name, on a terminal: the player chooses a game. `with` is the command line, its argument number `last` a
 * game that it may be run with. */
static int choose_game(int last, char **with)
{
    char why[APP_ERROR_BYTES], name[32];
    settings s;
    if (settings_parse(&s, last + 1, with, why) != APP_RUN)
        return run(last + 1, with); /* which tells help, version or the fault */
    app_signals_install(tty_restore);
    const fs_game *game = browser_choose(why);
    if (game == NULL)
        return why[0] != '\0' ? offer_games() : 0;
    snprintf(name, sizeof name, "%s", game->name);
    with[last] = name;
    return run(last + 1, with);
}

/* --local without a name: a list of games, from which one is chosen where there is a terminal. */
static int browse_games(int argc, char **argv)
{
    char first[] = "airhockey", **with;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return offer_games();
    if ((with = calloc((size_t)argc + 2, sizeof *with)) == NULL)
        return no_server("out of memory");
    memcpy(with, argv, (size_t)argc * sizeof *with);
    with[argc] = first;
    int code = choose_game(argc, with);
    free(with);
    return code;
}

static int list_layers(void)
{
    app_debug_print_layers(stdout);
    return 0;
}

/* Starts the process's threads, then plays. */
static int play(const settings *s)
{
    char why[APP_ERROR_BYTES];
    if (!app_workers_open(s->workers, why)) {
        app_log(APP_ERROR, "failed", NULL, "%s", why);
        return 1;
    }
    if (s->replay != NULL)
        return viewer_run(s);
    return s->local != NULL ? local_match_run(s) : online_run(s);
}

/* Whether nothing is named but the window, as by somebody who starts the program from a desktop. */
static bool asks_for_launcher(int argc, char **argv, bool *full_screen)
{
    *full_screen = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--full-screen") == 0)
            *full_screen = true;
        else if (strcmp(argv[i], "--view") == 0 && i + 1 < argc && strcmp(argv[i + 1], "window") == 0)
            i++;
        else if (strcmp(argv[i], "--view=window") != 0)
            return false;
    }
    return window_possible();
}

static int launch(bool full_screen)
{
    app_log_setup(false, APP_INFO);
    app_signals_install(tty_restore);
    return launcher_run(full_screen);
}

static int run(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings s;
    bool full_screen;
    if (asks_for_launcher(argc, argv, &full_screen))
        return launch(full_screen);
    if (strcmp(argv[argc - 1], "--local") == 0)
        return browse_games(argc, argv);
    app_parsed parsed = settings_parse(&s, argc, argv, why);
    app_log_setup(s.log_format == 1 || app_value_among(&client_program, argc, argv, "log-format", "json"), APP_INFO);
    switch (parsed) {
    case APP_HELP: app_print_help(&client_program, stdout); return 0;
    case APP_VERSION: app_print_version(client_program.name, stdout); return 0;
    case APP_USAGE_ERROR: return wrong_usage(why);
    case APP_RUN: break;
    }
    if (s.completes) {
        app_print_completion(&client_program, (app_shell)s.completion, NULL, 0, stdout);
        return 0;
    }
    if (s.list)
        return server_list_run(&s);
    if (s.list_games)
        return list_games(&s);
    if (s.host != NULL && s.host[0] == '@') {
        if (!server_list_find(&s, s.host + 1, &s.listed, why))
            return no_server(why);
        s.host = s.listed.host;
    }
    if (s.bot != NULL && strcmp(s.bot, "list") == 0)
        return list_bots(&s);
    if (s.debug != NULL && strcmp(s.debug, "help") == 0)
        return list_layers();
    app_log_setup(s.log_format == 1, s.quiet ? APP_WARNING : s.verbose ? APP_DEBUG : APP_INFO);
    app_signals_install(tty_restore);
    return s.sync_test != NULL ? sync_test_run(&s) : play(&s);
}

int main(int argc, char **argv)
{
    app_open_standard();
    int code = run(argc, argv);
    code = app_flush_output(client_program.name) || code != 0 ? code : 1;
    if (window_left_behind())
        _exit(code);
    return code;
}
