/* settings.c: the option table of fixstep-server and its checks. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/setup.h"
#include "app/workers.h"

#define AT(member) offsetof(settings, member)

static const app_option server_options[] = {
    { .name = "config",
      .kind = APP_TEXT,
      .offset = AT(config),
      .value = "FILE",
      .command_line = true,
      .help = "read options from an INI file; those of the command\nline win" },
    { .name = "write-config",
      .kind = APP_FLAG,
      .offset = AT(write_config),
      .command_line = true,
      .help = "print a commented configuration file with the\noptions given, and exit" },
    { .name = "game",
      .kind = APP_TEXT,
      .offset = AT(game),
      .value = "NAME",
      .help = "game to host, or a shared object ./FILE.so\n(default airhockey)" },
    { .name = "list-games",
      .kind = APP_FLAG,
      .offset = AT(list_games),
      .command_line = true,
      .help = "list the games (or the one of --game) with their\noptions and bots, and exit; --log-format json\nprints "
              "JSON" },
    { .name = "port",
      .letter = 'p',
      .kind = APP_NUMBER,
      .offset = AT(port),
      .value = "N",
      .high = UINT16_MAX,
      .help = "UDP port (default 27960); 0 takes a free one" },
    { .name = "players",
      .kind = APP_NUMBER,
      .offset = AT(players),
      .value = "N",
      .low = 1,
      .high = FS_MAX_PLAYERS,
      .help = "slots of the match (default: the game's)" },
    { .name = "tick-rate",
      .kind = APP_NUMBER,
      .offset = AT(tick_rate),
      .value = "HZ",
      .low = FS_MIN_HZ,
      .high = FS_MAX_HZ,
      .help = "ticks per second (default 60)" },
    { .name = "seed",
      .kind = APP_NUMBER,
      .offset = AT(seed),
      .value = "N",
      .high = UINT64_MAX,
      .hex = true,
      .help = "64-bit seed of the match (default: random)" },
    { .name = "set",
      .kind = APP_LIST,
      .offset = AT(sets),
      .value = "KEY=VALUE",
      .help = "set an option of the game; may be repeated" },
    { .name = "wait-players",
      .kind = APP_NUMBER,
      .offset = AT(wait_players),
      .value = "N",
      .low = 1,
      .high = FS_MAX_PLAYERS,
      .help = "start when N players have joined (default 1)" },
    { .name = "ticks",
      .kind = APP_NUMBER,
      .offset = AT(ticks),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX - 1,
      .help = "end the match after N ticks (default: never)" },
    { .name = "delay",
      .kind = APP_NUMBER,
      .offset = AT(delay),
      .value = "TICKS",
      .high = FS_MAX_DELAY,
      .help = "fixed input delay of every player; with 0 (default)\nit follows the arrival of the player's inputs" },
    { .name = "hold",
      .kind = APP_NUMBER,
      .offset = AT(hold),
      .value = "SECONDS",
      .high = FS_MAX_HOLD_S,
      .help = "keep the slot of a player whose connection is lost\n(default 120)" },
    { .name = "delay-mode",
      .kind = APP_CHOICE,
      .offset = AT(delay_mode),
      .value = "solo|fair",
      .help = "each player has the input delay that it needs, or\nall have that of the slowest (default solo)" },
    APP_WORKERS_OPTION(AT(workers), 0),
    { .name = "no-heal",
      .kind = APP_FLAG,
      .offset = AT(no_resync),
      .help = "do not resync a player whose state differs" },
    { .name = "record",
      .letter = 'r',
      .kind = APP_TEXT,
      .offset = AT(record),
      .value = "FILE",
      .help = "record the match; - is standard output; an earlier\nFILE is kept as FILE.1, FILE.2, ..." },
    { .name = "report",
      .kind = APP_TEXT,
      .offset = AT(report),
      .value = "FILE",
      .help = "write a JSON report at the end; - is standard output" },
    { .name = "desync-dir",
      .kind = APP_TEXT,
      .offset = AT(desync_dir),
      .value = "DIR",
      .help = "folder for desync recordings (default .)" },
    { .name = "log-format",
      .kind = APP_CHOICE,
      .offset = AT(log_format),
      .value = "text|json",
      .help = "form of the log on standard error" },
    { .name = "quiet", .letter = 'q', .kind = APP_FLAG, .offset = AT(quiet), .help = "log warnings and errors only" },
    { .name = "verbose", .letter = 'v', .kind = APP_FLAG, .offset = AT(verbose), .help = "log connections too" },
};

const app_program server_program = {
    .name = "fixstep-server",
    .usage = "fixstep-server [OPTION]...",
    .about = "Hosts a deterministic match in lockstep: closes ticks, relays inputs, compares\n"
             "every player's state each tick and records the match.\n"
             "Exit status: 0 the match ended well, 1 failure or desync, 2 wrong usage.",
    .options = server_options,
    .count = sizeof server_options / sizeof server_options[0],
    .section = "server"
};

static settings default_settings(void)
{
    return (
        settings){ .game = "airhockey", .port = FS_DEFAULT_PORT, .wait_players = 1, .hold = 120, .desync_dir = "." };
}

/* Parses the command line, and once more over the values of its configuration file. */
static app_parsed parse_all(settings *s, int argc, char **argv, app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    app_arguments in_file = { 0 };
    *s = default_settings();
    app_parsed parsed = app_parse(&server_program, argc, argv, s, arguments, why);
    if (parsed != APP_RUN || s->config == NULL)
        return parsed;
    const char *path = s->config;
    *s = default_settings();
    if (!app_config_read(&server_program, path, s, &in_file, &s->texts, why))
        return APP_USAGE_ERROR;
    parsed = app_parse(&server_program, argc, argv, s, arguments, why);
    for (size_t i = 0; i < server_program.count; i++)
        arguments->given[i] |= in_file.given[i];
    return parsed;
}

void settings_free(settings *s)
{
    app_text_list_free(&s->texts);
}

app_parsed settings_parse(settings *s, int argc, char **argv, app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    app_parsed parsed = parse_all(s, argc, argv, arguments, why);
    if (parsed != APP_RUN)
        return parsed;
    if (arguments->positional_count > 0) {
        snprintf(why, APP_ERROR_BYTES, "unexpected argument '%.40s'", arguments->positional[0]);
        return APP_USAGE_ERROR;
    }
    if (s->quiet && s->verbose) {
        snprintf(why, APP_ERROR_BYTES, "--quiet and --verbose contradict each other");
        return APP_USAGE_ERROR;
    }
    return app_record_check(s->record, s->report, why) ? APP_RUN : APP_USAGE_ERROR;
}

static bool check_folder(const char *path, char why[APP_ERROR_BYTES])
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
        errno = ENOTDIR;
    else if (access(path, W_OK | X_OK) == 0)
        return true;
    snprintf(why, APP_ERROR_BYTES, "--desync-dir %.150s: %s", path, strerror(errno));
    return false;
}

bool settings_match(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    const fs_game *game = app_game_find(s->game, why);
    if (game == NULL)
        return false;
    *def = (host_def){ .match = fs_default_match_def(game),
                       .port = (uint16_t)s->port,
                       .record = s->record,
                       .desync_dir = s->desync_dir };
    app_match_options options = { .players = s->players,
                                  .hz = s->tick_rate,
                                  .seed = s->seed,
                                  .has_seed = app_option_given(&server_program, arguments, "seed"),
                                  .sets = &s->sets };
    if (!app_config_make(game, &options, &def->match.config, why))
        return false;
    if (s->wait_players > def->match.config.players) {
        snprintf(why, APP_ERROR_BYTES, "--wait-players %" PRIu64 ": the match has only %" PRIu32 " slots (--players)",
                 s->wait_players, def->match.config.players);
        return false;
    }
    if (app_option_given(&server_program, arguments, "desync-dir") && !check_folder(s->desync_dir, why))
        return false;
    def->match.wait_players = (uint32_t)s->wait_players;
    def->match.ticks = (uint32_t)s->ticks;
    def->match.delay_ticks = (uint32_t)s->delay;
    def->match.hold_s = (uint32_t)s->hold;
    def->match.delay_mode = (fs_delay_mode)s->delay_mode;
    def->match.resync = !s->no_resync;
    return true;
}
