/* main.c: fixstep-server, from the command line to the exit status. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agones/agones.h"
#include "app/completion.h"
#include "app/game_list.h"
#include "app/log.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/workers.h"
#include "app/signals.h"
#include "app/files/open_file.h"
#include "console/console.h"
#include "console/console_socket.h"
#include "console/console_terminal.h"
#include "console/ctl.h"
#include "host.h"
#include "metrics/metrics.h"
#include "metrics/metrics_http.h"
#include "notify.h"
#include "progress.h"
#include "relay/relay.h"
#include "reload.h"
#include "supervise/supervisor.h"
#include "tickets/ticket_command.h"

enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static int wrong_usage(const char *why)
{
    app_log_refusal(server_program.name, why, " (see --help)");
    return EXIT_USAGE;
}

static int report_failure(const char *why)
{
    app_log_failure(why);
    return EXIT_FAILED;
}

static void log_start(const host *h)
{
    const fs_match_def *def = &h->def.match;
    app_log(APP_INFO, "listening", json_pack("{s:i}", "port", (int)fs_net_port(h->net)), "listening on port %u",
            (unsigned)fs_net_port(h->net));
    uint8_t key[FS_KEY_BYTES];
    char text[FS_FINGERPRINT_BYTES];
    fs_net_get_identity(h->net, key);
    app_log(APP_INFO, "identity", json_pack("{s:s}", "fingerprint", fs_identity_fingerprint(key, text)),
            "the key of this server is %s", text);
    if (h->def.insecure)
        app_log(APP_WARNING, "insecure", NULL, "nothing is encrypted (--insecure)");
    if (h->def.relay != NULL)
        app_log(APP_INFO, "match", NULL, "passes on the matches of %s", h->def.relay);
    else
        app_log(APP_INFO, "match", NULL,
                "%s, %" PRIu32 " slots, %" PRIu32 " Hz, seed %" PRIu64 "; starts with %" PRIu32 " player%s",
                def->config.game, def->config.players, def->config.hz, def->config.seed, def->wait_players,
                def->wait_players == 1 ? "" : "s");
}

static void run_console(void *context, const char *line, console_reply *reply)
{
    console_run(context, line, reply);
}

static char *make_metrics(void *context)
{
    return metrics_text(context);
}

static bool is_ready(void *context)
{
    return metrics_ready(context);
}

static bool is_ending(const host *h)
{
    return h->drain_us != 0 || h->stop_us != 0;
}

/* A match outlives its supervisor by its own --drain-timeout. */
static void check_supervisor(host *h)
{
    if (is_ending(h) || !notify_orphaned())
        return;
    app_log(APP_WARNING, "orphaned", NULL, "the supervisor is gone: the match drains");
    host_terminate(h);
}

static void run_match(host *h, console_socket *socket, metrics_http *http, agones *fleet, reload_source *source,
                      relay *up)
{
    bool told_end = false;
    progress figures = { 0 };
    bool reads = source->has_config || h->bans.path != NULL;
    console console_now = { .host = h,
                            .reload = reads ? reload_match : NULL,
                            .reload_context = source,
                            .bans_alone = !source->has_config };
    char why[APP_ERROR_BYTES];
    console_handler handler = { run_console, &console_now };
    notify_send("READY=1\nSTATUS=hosting");
    while (!host_done(h)) {
        notify_alive(fs_net_clock_us());
        host_step(h, progress_next_us(&figures));
        if (up != NULL)
            relay_poll(up);
        progress_poll(&figures, h, fs_net_clock_us());
        console_socket_poll(socket, &handler);
        console_terminal_poll(&handler);
        metrics_http_poll(http);
        agones_poll(fleet, fs_match_players(h->match) > 0, fs_net_clock_us());
        if (app_signals_take_reopen())
            app_log_reopen();
        if (app_signals_take_reload())
            reload_match(source, why);
        if (app_signals_stop_requested())
            host_terminate(h);
        check_supervisor(h);
        if (is_ending(h) && !told_end) {
            notify_send("STOPPING=1\nSTATUS=draining");
            told_end = true;
        }
    }
}

/* A server that never simulates knows the state of tick 0 alone. */
static void log_end(host *h, uint32_t desyncs)
{
    char state[48] = "no state simulated";
    if (h->def.match.referee != FS_REFEREE_OFF)
        snprintf(state, sizeof state, "state hash %016" PRIx64, fs_match_state_hash(h->match));
    app_log(APP_INFO, "finished", NULL,
            "match over after %" PRIu32 " ticks, %s, %s up to tick %" PRIu32 ", %" PRIu32 " desync%s",
            fs_match_tick(h->match), state, h->def.relay != NULL ? "verified" : "agreed", fs_match_agreed(h->match),
            desyncs, desyncs == 1 ? "" : "s");
}

/* Ends the match: report, recording, last line, exit status. */
static int finish_match(host *h, app_report *report)
{
    char why[APP_ERROR_BYTES];
    int status = EXIT_GOOD;
    uint32_t desyncs = rounds_desyncs(h);
    if (fs_match_tick(h->match) > 0)
        rounds_finish(h);
    log_end(h, desyncs);
    if (!app_report_write(report, host_report(h), why))
        status = report_failure(why);
    if (!host_close(h))
        status = EXIT_FAILED; /* the reason was logged when it happened */
    return desyncs > 0 ? EXIT_FAILED : status;
}

/* `up` is that of a relay, else NULL. */
static int serve_match(const settings *s, host_def *def, reload_source *source, relay *up)
{
    char why[APP_ERROR_BYTES];
    app_report report;
    host h;
    ban_list list = { 0 };
    host_policy policy = settings_policy(s);
    console_socket *socket;
    metrics_http *http;
    agones fleet = { 0 };
    if (s->agones && !agones_open(&fleet, why))
        return report_failure(why);
    if (!bans_load(&list, s->ban_file, why) || !console_socket_open(&socket, s->console, why))
        return report_failure(why);
    if (!app_report_open(&report, s->report, why) || !host_open(&h, def, &policy, &list, why)) {
        console_socket_close(socket);
        return report_failure(why);
    }
    metrics_source figures = { make_metrics, is_ready, &h };
    if (!metrics_http_open(&http, s->metrics, &figures, why)) {
        console_socket_close(socket);
        host_close(&h);
        return report_failure(why);
    }
    app_signals_install(NULL);
    if (s->config != NULL)
        app_signals_reload_on_hangup();
    log_start(&h);
    settings_log_unused(s);
    source->host = &h;
    source->has_config = s->config != NULL;
    source->running = s;
    if (up != NULL && !relay_open(up, &h, why)) {
        report_failure(why);
        up->failed = true;
        host_stop(&h);
    }
    run_match(&h, socket, http, &fleet, source, up);
    metrics_http_close(http);
    reload_free(source);
    console_socket_close(socket);
    int status = finish_match(&h, &report);
    agones_close(&fleet); /* the sidecar ends the pod */
    return status;
}

/* Hosts a match, or passes on those of another server. */
static int serve(const settings *s, host_def *def, reload_source *source)
{
    char why[APP_ERROR_BYTES];
    relay up = { 0 };
    if (!app_workers_open(s->workers, why) || !app_log_open(s->log_file, why))
        return report_failure(why);
    def->match.tasks = app_workers_process_tasks();
    int status = serve_match(s, def, source, s->relay != NULL ? &up : NULL);
    if (!relay_succeeded(&up))
        status = EXIT_FAILED;
    relay_close(&up);
    return status;
}

static void print_options(const app_program *program, FILE *file)
{
    for (size_t i = 0; i < program->count; i++)
        fprintf(file, " --%s", program->options[i].name);
}

/* After ctl come its options, the commands of the console and those that a supervisor has besides; after ticket its options. */
static int print_completion(app_shell shell)
{
    char *control = NULL, *ticket = NULL;
    size_t control_size, ticket_size;
    FILE *words = open_memstream(&control, &control_size), *options = open_memstream(&ticket, &ticket_size);
    if (words == NULL || options == NULL)
        return report_failure("out of memory");
    fputs("match all restart", words);
    print_options(&ctl_program, words);
    for (size_t i = 0; i < console_commands.count; i++)
        fprintf(words, " %s", console_commands.commands[i].name);
    print_options(&ticket_program, options);
    fclose(words);
    fclose(options);
    const app_subcommand subcommands[] = { { "ctl", control }, { "ticket", ticket } };
    app_print_completion(&server_program, shell, subcommands, sizeof subcommands / sizeof subcommands[0], stdout);
    free(control);
    free(ticket);
    return EXIT_GOOD;
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

static int write_config(const settings *s, const app_arguments *arguments, const host_def *def)
{
    char why[APP_ERROR_BYTES];
    settings shown = settings_example(s, arguments, def);
    bool good = app_config_write(&server_program, &shown, arguments, stdout, why);
    settings_free(&shown);
    return good ? EXIT_GOOD : wrong_usage(why);
}

/* What the settings ask for: a list, a configuration file or a match. */
static int run_settings(const settings *s, const app_arguments *arguments, reload_source *source)
{
    char why[APP_ERROR_BYTES];
    host_def def;
    if (app_option_given(&server_program, arguments, "completion")) {
        return print_completion((app_shell)s->completion);
    }
    if (s->list_games)
        return list_games(s, arguments);
    if (!settings_match(s, arguments, &def, why)) {
        settings_place(s, why);
        return wrong_usage(why);
    }
    if (s->write_config)
        return write_config(s, arguments, &def);
    app_log_setup(s->log_format == 1, s->quiet ? APP_WARNING : s->verbose ? APP_DEBUG : APP_INFO);
    app_log_never_wait(); /* a match does not stand still for its log */
    app_log_set_match((unsigned)s->instance);
    if (s->supervise > 0 && s->instance == 0)
        return supervisor_run(s, source->argc, source->argv);
    return serve(s, &def, source);
}

static int run(int argc, char **argv)
{
    char why[APP_ERROR_BYTES];
    settings s;
    app_arguments arguments;
    reload_source source = { .argc = argc, .argv = argv };
    int code = EXIT_GOOD;
    app_parsed parsed = settings_parse(&s, argc, argv, &arguments, why);
    app_log_setup(s.log_format == 1 || app_value_among(&server_program, argc, argv, "log-format", "json"), APP_INFO);
    switch (parsed) {
    case APP_HELP: app_print_help(&server_program, stdout); break;
    case APP_VERSION: app_print_version(server_program.name, stdout); break;
    case APP_USAGE_ERROR: code = wrong_usage(why); break;
    case APP_RUN: code = run_settings(&s, &arguments, &source); break;
    }
    settings_free(&s);
    return code;
}

int main(int argc, char **argv)
{
    app_open_standard();
    bool controls = argc > 1 && strcmp(argv[1], "ctl") == 0;
    bool tickets = argc > 1 && strcmp(argv[1], "ticket") == 0;
    int code = controls  ? ctl_run(argc - 1, argv + 1)
               : tickets ? ticket_command_run(argc - 1, argv + 1)
                         : run(argc, argv);
    return app_flush_output(server_program.name) || code != EXIT_GOOD ? code : EXIT_FAILED;
}
