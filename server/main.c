/* main.c: fixstep-server, from the command line to the exit status. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>

#include "app/game_list.h"
#include "app/log.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/workers.h"
#include "app/signals.h"
#include "host.h"
#include "progress.h"
#include "settings.h"

enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static int wrong_usage(const char *why)
{
    fprintf(stderr, "%s: %s (see --help)\n", server_program.name, why);
    return EXIT_USAGE;
}

static int report_failure(const char *why)
{
    app_log(APP_ERROR, "failed", NULL, "%s", why);
    return EXIT_FAILED;
}

static void log_start(const host *h)
{
    const fs_match_def *def = &h->def.match;
    app_log(APP_INFO, "listening", json_pack("{s:i}", "port", (int)fs_net_port(h->net)), "listening on port %u",
            (unsigned)fs_net_port(h->net));
    app_log(APP_INFO, "match", NULL,
            "%s, %" PRIu32 " slots, %" PRIu32 " Hz, seed %" PRIu64 "; starts with %" PRIu32 " player%s",
            def->config.game, def->config.players, def->config.hz, def->config.seed, def->wait_players,
            def->wait_players == 1 ? "" : "s");
}

static void run_match(host *h)
{
    progress figures = { 0 };
    while (!host_done(h)) {
        host_step(h, progress_next_us(&figures));
        progress_poll(&figures, h, fs_net_clock_us());
        if (app_signals_stop_requested())
            host_stop(h);
    }
}

/* Ends the match: report, recording, last line, exit status. */
static int finish_match(host *h, app_report *report)
{
    char why[APP_ERROR_BYTES];
    int status = EXIT_GOOD;
    uint32_t desyncs = fs_match_desyncs(h->match);
    app_log(APP_INFO, "finished", NULL,
            "match over after %" PRIu32 " ticks, root %016" PRIx64 ", agreed up to tick %" PRIu32 ", %" PRIu32
            " desync%s",
            fs_match_tick(h->match), fs_sim_state_hash(fs_match_sim(h->match)), fs_match_agreed(h->match), desyncs,
            desyncs == 1 ? "" : "s");
    if (!app_report_write(report, host_report(h), why))
        status = report_failure(why);
    if (!host_close(h))
        status = EXIT_FAILED; /* the reason was logged when it happened */
    return desyncs > 0 ? EXIT_FAILED : status;
}

static int serve_match(const settings *s, host_def *def)
{
    char why[APP_ERROR_BYTES];
    app_report report;
    host h;
    app_log_setup(s->log_format == 1, s->quiet ? APP_WARNING : s->verbose ? APP_DEBUG : APP_INFO);
    if (!app_workers_open(s->workers, why))
        return report_failure(why);
    def->match.tasks = app_workers_process_tasks();
    if (!app_report_open(&report, s->report, why) || !host_open(&h, def, why))
        return report_failure(why);
    app_signals_install(NULL);
    log_start(&h);
    run_match(&h);
    return finish_match(&h, &report);
}

/* The built-in games, or the one that is asked for. */
static int list_games(const settings *s, const app_arguments *arguments)
{
    char why[APP_ERROR_BYTES];
    const fs_game *game = NULL;
    if (app_option_given(&server_program, arguments, "game") && (game = app_game_find(s->game, why)) == NULL)
        return wrong_usage(why);
    return app_list_games(game, s->log_format == 1, stdout) ? EXIT_GOOD : EXIT_FAILED;
}

/* What the settings ask for: a list, a configuration file or a match. */
static int run_settings(const settings *s, const app_arguments *arguments)
{
    char why[APP_ERROR_BYTES];
    host_def def;
    if (s->list_games)
        return list_games(s, arguments);
    if (!settings_match(s, arguments, &def, why))
        return wrong_usage(why);
    if (!s->write_config)
        return serve_match(s, &def);
    app_config_write(&server_program, s, arguments, stdout);
    return EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings s;
    app_arguments arguments;
    int code = EXIT_GOOD;
    switch (settings_parse(&s, argc, argv, &arguments, why)) {
    case APP_HELP: app_print_help(&server_program, stdout); break;
    case APP_VERSION: app_print_version(server_program.name, stdout); break;
    case APP_USAGE_ERROR: code = wrong_usage(why); break;
    case APP_RUN: code = run_settings(&s, &arguments); break;
    }
    settings_free(&s);
    return code;
}

int main(int argc, char **argv)
{
    int code = run(argc, argv);
    return app_flush_output(server_program.name) || code != EXIT_GOOD ? code : EXIT_FAILED;
}
