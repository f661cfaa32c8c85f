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

#include "app/files/trusted_keys.h"
#include "app/setup.h"
#include "app/workers.h"
#include "metrics/metrics_address.h"
#include "supervise/instance.h"

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
    { .name = "completion",
      .kind = APP_CHOICE,
      .offset = AT(completion),
      .value = "bash|zsh",
      .command_line = true,
      .help = "print completion for this shell, and exit:\nsource <(fixstep-server --completion bash)" },
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
    { .name = "bind",
      .kind = APP_TEXT,
      .offset = AT(bind),
      .value = "ADDRESS",
      .help = "listen on this numeric address alone, as 192.0.2.7 or ::1\n(default: on all, IPv4 and IPv6; 0.0.0.0: "
              "all IPv4)" },
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
    { .name = "strict",
      .kind = APP_NUMBER,
      .offset = AT(strict),
      .value = "MS",
      .high = FS_MAX_STRICT_MS,
      .help = "wait so many ms for missing inputs of a player, who\nearns them again by playing, before they are\n"
              "substituted (default 0)" },
    { .name = "points",
      .kind = APP_NUMBER,
      .offset = AT(points),
      .value = "N",
      .low = 1,
      .high = INT32_MAX,
      .help = "end the match when a player has N points" },
    { .name = "when-empty",
      .kind = APP_CHOICE,
      .offset = AT(when_empty),
      .value = "run|pause|end",
      .help = "what a match without players does (default: pause\nin a rotation, else run)" },
    { .name = "round",
      .kind = APP_LIST,
      .offset = AT(rounds),
      .value = "GAME [KEY=VALUE]...",
      .section = "rotation",
      .help =
          "host this game in its turn, for ever, with the same\nplayers; KEY is one of its options, players, ticks\nor "
          "points; may be repeated" },
    { .name = "rounds",
      .kind = APP_NUMBER,
      .offset = AT(max_rounds),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX,
      .section = "rotation",
      .help = "end after N rounds (default: never)" },
    { .name = "round-pause",
      .kind = APP_NUMBER,
      .offset = AT(round_pause),
      .value = "S",
      .high = 3600,
      .section = "rotation",
      .help = "seconds between two rounds (default 5)" },
    { .name = "vote-share",
      .kind = APP_NUMBER,
      .offset = AT(vote_share),
      .value = "PERCENT",
      .high = 100,
      .section = "rotation",
      .help = "a round ends when so many of the persons who play\nhave written /next (default 51; 0: no votes)" },
    { .name = "bots",
      .kind = APP_NUMBER,
      .offset = AT(bots),
      .value = "N",
      .high = FS_MAX_PLAYERS,
      .help = "fill up to N players with bots, which leave when\npersons come (default 0)" },
    { .name = "bot",
      .kind = APP_TEXT,
      .offset = AT(bot),
      .value = "NAME",
      .help = "which bot (default: the game's own)" },
    { .name = "server-name",
      .kind = APP_TEXT,
      .offset = AT(server_name),
      .value = "TEXT",
      .help = "name of this server, shown to players" },
    { .name = "hidden", .kind = APP_FLAG, .offset = AT(hidden), .help = "do not answer who looks for servers" },
    { .name = "motd",
      .kind = APP_TEXT,
      .offset = AT(motd),
      .value = "TEXT",
      .help = "message of the day, shown to players who join" },
    { .name = "idle-limit",
      .kind = APP_NUMBER,
      .offset = AT(idle_limit),
      .value = "S",
      .high = 86400,
      .help = "remove players whose input did not change for S\nseconds (default 0: never)" },
    { .name = "max-per-address",
      .kind = APP_NUMBER,
      .offset = AT(max_per_address),
      .value = "N",
      .high = FS_MAX_PEERS,
      .help = "connections of one address (default 0: 8, and any\nnumber from this machine)" },
    { .name = "max-spectators",
      .kind = APP_NUMBER,
      .offset = AT(max_spectators),
      .value = "N",
      .high = FS_MAX_SPECTATORS,
      .help = "clients that may watch beside the players\n(default 16, 0: none)" },
    { .name = "relay",
      .kind = APP_TEXT,
      .offset = AT(relay),
      .value = "HOST[:PORT]",
      .help = "pass on the match of that server to spectators,\ninstead of hosting one" },
    { .name = "spectate-delay",
      .kind = APP_NUMBER,
      .offset = AT(spectate_delay),
      .value = "S",
      .high = FS_MAX_SPECTATE_DELAY_S,
      .help = "spectators see the match S seconds late (default 0)" },
    { .name = "identity",
      .kind = APP_TEXT,
      .offset = AT(identity),
      .value = "FILE",
      .help = "secret key by which clients know the server again;\nmade at the first start (default:\n"
              "~/.local/state/fixstep/identity)" },
    { .name = "insecure",
      .kind = APP_FLAG,
      .offset = AT(insecure),
      .help = "encrypt nothing, for debugging; clients need\n--insecure too" },
    { .name = "password-file",
      .kind = APP_TEXT,
      .offset = AT(password_file),
      .value = "FILE",
      .help = "players must know the password in the first line of\nFILE (fixstep-client --password-file)" },
    { .name = "require-key",
      .kind = APP_FLAG,
      .offset = AT(require_key),
      .help = "refuse players without a key of their own" },
    { .name = "tickets",
      .kind = APP_TEXT,
      .offset = AT(tickets),
      .value = "FINGERPRINT|FILE",
      .help = "admit players with a ticket of this operator's key,\nor of one of the file (lines of KEY and NAME), "
              "only;\nsee fixstep-server ticket --help" },
    { .name = "ban-file",
      .kind = APP_TEXT,
      .offset = AT(ban_file),
      .value = "FILE",
      .help = "addresses that may not connect and keys of players\nthat may not join, one per line: ADDRESS[/BITS] "
              "or\nkey FINGERPRINT, and a reason" },
    { .name = "console",
      .kind = APP_TEXT,
      .offset = AT(console),
      .value = "PATH",
      .help =
          "take commands at this Unix socket, see\nfixstep-server ctl --help; a terminal on standard\ninput takes them "
          "always" },
    { .name = "metrics",
      .kind = APP_TEXT,
      .offset = AT(metrics),
      .value = "[ADDRESS:]PORT",
      .help =
          "serve GET /metrics (Prometheus), /healthz and\n/readyz over HTTP, on 127.0.0.1 unless ADDRESS says\nelse" },
    { .name = "agones",
      .kind = APP_FLAG,
      .offset = AT(agones),
      .help = "tell the sidecar of an Agones fleet ready, allocate,\nhealth and shutdown, over its local HTTP port" },
    { .name = "log-file",
      .kind = APP_TEXT,
      .offset = AT(log_file),
      .value = "FILE",
      .help = "append the log to FILE instead of standard error;\nSIGUSR1 and a reload open it again, for rotation" },
    { .name = "drain-timeout",
      .kind = APP_NUMBER,
      .offset = AT(drain_timeout),
      .value = "S",
      .high = 86400,
      .help = "on SIGTERM let the match go on for S seconds at\nmost, without new players (default 0)" },
    { .name = "supervise",
      .kind = APP_NUMBER,
      .offset = AT(supervise),
      .value = "N",
      .high = INSTANCE_MAX,
      .help =
          "start and watch N servers with these options, on the\nports from --port on; one that crashes or hangs is\n"
          "started again (default 0: host the match itself)" },
    { .name = "hang-timeout",
      .kind = APP_NUMBER,
      .offset = AT(hang_timeout),
      .value = "S",
      .low = 1,
      .high = 3600,
      .help = "with --supervise: a match without a sign of life for\nS seconds is started again (default 10)" },
    { .name = "instance",
      .kind = APP_NUMBER,
      .offset = AT(instance),
      .value = "N",
      .low = 1,
      .high = INSTANCE_MAX,
      .command_line = true,
      .help = "be match N of --supervise (the supervisor sets it)" },
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
    .usage = "fixstep-server [OPTION]...\n       fixstep-server ctl [OPTION]... COMMAND [ARGUMENT]...\n       "
             "fixstep-server ticket [OPTION]...",
    .about = "Hosts a deterministic match in lockstep: closes ticks, relays inputs, compares\n"
             "every player's state each tick and records the match.\n"
             "Exit status: 0 the match ended well, 1 failure or desync, 2 wrong usage.",
    .options = server_options,
    .count = sizeof server_options / sizeof server_options[0],
    .section = "server"
};

static settings default_settings(void)
{
    return (settings){ .game = "airhockey",
                       .port = FS_DEFAULT_PORT,
                       .wait_players = 1,
                       .hold = 120,
                       .max_spectators = 16,
                       .desync_dir = ".",
                       .round_pause = 5,
                       .vote_share = 51,
                       .hang_timeout = 10 };
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

/* Names the place of a value of the configuration file that is refused. Returns false. */
static bool refuse_value(const settings *s, const char *value, char why[APP_ERROR_BYTES])
{
    app_config_place(&s->texts, s->config, value, why);
    return false;
}

/* Likewise of the value of a list whose key, or which itself, the sentence names. */
static bool refuse_item(const settings *s, const app_list *list, char why[APP_ERROR_BYTES])
{
    for (size_t i = 0; i < list->count; i++) {
        char named[48];
        snprintf(named, sizeof named, "%.*s", (int)strcspn(list->items[i], "="), list->items[i]);
        if (strstr(why, named) != NULL)
            return refuse_value(s, list->items[i], why);
    }
    return false;
}

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
        return refuse_value(s, s->tickets, why);
    } else
        return true;
    return false;
}

static bool check_addresses(const settings *s, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    if (s->bind != NULL && fs_net_check_address(s->bind, sentence, sizeof sentence) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "--bind: %.300s", sentence);
        return refuse_value(s, s->bind, why);
    }
    if (s->relay != NULL && fs_net_check_host(s->relay, sentence, sizeof sentence) != FS_OK) {
        snprintf(why, APP_ERROR_BYTES, "--relay: %.300s", sentence);
        return refuse_value(s, s->relay, why);
    }
    return true;
}

/* Names and ports of a supervised match. */
static bool name_instance(settings *s, char why[APP_ERROR_BYTES])
{
    if (s->supervise > 0 && !instance_check(s, why))
        return false;
    if (s->instance > s->supervise) {
        snprintf(why, APP_ERROR_BYTES, "--instance %" PRIu64 " without as many matches (--supervise)", s->instance);
        return false;
    }
    return s->instance == 0 || instance_apply(s, why);
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
    struct sockaddr_storage address;
    if (s->metrics != NULL && !metrics_parse_address(s->metrics, &address, why)) {
        refuse_value(s, s->metrics, why);
        return APP_USAGE_ERROR;
    }
    if (s->password_file != NULL && !app_password_read(s->password, s->password_file, why)) {
        refuse_value(s, s->password_file, why);
        return APP_USAGE_ERROR;
    }
    if (s->agones && s->supervise > 0) {
        snprintf(why, APP_ERROR_BYTES,
                 "--agones and --supervise contradict each other: a server of a fleet has one match");
        return APP_USAGE_ERROR;
    }
    if (!check_secrets(s, why) || !check_addresses(s, why) || !name_instance(s, why))
        return APP_USAGE_ERROR;
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

/* The options of the first match and those that every round begins with. */
static app_match_options match_options(const settings *s, const app_arguments *arguments)
{
    return (app_match_options){ .players = s->players,
                                .hz = s->tick_rate,
                                .seed = s->seed,
                                .has_seed = app_option_given(&server_program, arguments, "seed"),
                                .sets = &s->sets };
}

static round_limits match_limits(const settings *s)
{
    return (round_limits){ (uint32_t)s->ticks, (int64_t)s->points };
}

/* Game, configuration and limits of --game, or of the first round of a rotation. */
static bool choose_game(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    app_match_options options = match_options(s, arguments);
    round_limits limits = match_limits(s);
    if (s->rounds.count == 0) {
        const fs_game *game = app_game_find(s->game, why);
        if (game == NULL)
            return refuse_value(s, s->game, why);
        def->match = fs_default_match_def(game);
        def->limits = limits;
        return app_config_make(game, &options, &def->match.config, why) || refuse_item(s, &s->sets, why);
    }
    if (app_option_given(&server_program, arguments, "game") || s->sets.count > 0) {
        snprintf(why, APP_ERROR_BYTES, "--game and --set contradict --round, which names games with their options");
        return false;
    }
    if (!rotation_parse(&def->rotation, &s->rounds, &options, &limits, why))
        return refuse_item(s, &s->rounds, why);
    const round_def *first = &def->rotation.rounds[0];
    def->match = fs_default_match_def(first->game);
    def->match.config = first->config;
    def->limits = first->limits;
    return true;
}

static bool check_bot(const settings *s, const host_def *def, char why[APP_ERROR_BYTES])
{
    if (s->bot == NULL)
        return true;
    if (def->rotation.count == 0)
        return app_bot_find(def->match.game, s->bot, why) != NULL || refuse_value(s, s->bot, why);
    for (uint32_t i = 0; i < def->rotation.count; i++)
        if (fs_game_bot(def->rotation.rounds[i].game, s->bot) != NULL)
            return true;
    snprintf(why, APP_ERROR_BYTES, "--bot: no game of the rotation has a bot '%.24s'", s->bot);
    return refuse_value(s, s->bot, why);
}

host_policy settings_policy(const settings *s)
{
    return (host_policy){ .name = s->server_name,
                          .motd = s->motd,
                          .hidden = s->hidden,
                          .require_key = s->require_key,
                          .tickets = s->tickets,
                          .bot = s->bot,
                          .bots = (uint32_t)s->bots,
                          .idle_limit_s = (uint32_t)s->idle_limit,
                          .max_per_address = (uint32_t)s->max_per_address,
                          .vote_share = (uint32_t)s->vote_share,
                          .drain_timeout_s = (uint32_t)s->drain_timeout };
}

bool settings_match(const settings *s, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES])
{
    bool given_empty = app_option_given(&server_program, arguments, "when-empty");
    *def = (host_def){ .bind = s->bind,
                       .port = (uint16_t)s->port,
                       .identity = s->identity,
                       .insecure = s->insecure,
                       .record = s->record,
                       .desync_dir = s->desync_dir,
                       .max_rounds = (uint32_t)s->max_rounds,
                       .round_pause_s = (uint32_t)s->round_pause,
                       .when_empty = given_empty || s->rounds.count == 0 ? (host_empty)s->when_empty
                                                                         : HOST_EMPTY_PAUSE };
    if (s->relay != NULL && s->rounds.count > 0) {
        snprintf(why, APP_ERROR_BYTES, "--relay and --round contradict each other");
        return false;
    }
    if (!choose_game(s, arguments, def, why) || !check_bot(s, def, why))
        return false;
    if (s->wait_players > def->match.config.players) {
        snprintf(why, APP_ERROR_BYTES, "--wait-players %" PRIu64 ": the match has only %" PRIu32 " slots (--players)",
                 s->wait_players, def->match.config.players);
        return false;
    }
    if (app_option_given(&server_program, arguments, "desync-dir") && !check_folder(s->desync_dir, why))
        return refuse_value(s, s->desync_dir, why);
    def->wait_players = def->match.wait_players = (uint32_t)s->wait_players;
    def->match.ticks = def->limits.ticks;
    def->match.delay_ticks = (uint32_t)s->delay;
    def->match.hold_s = (uint32_t)s->hold;
    def->match.max_spectators = (uint32_t)s->max_spectators;
    def->match.spectate_delay_s = (uint32_t)s->spectate_delay;
    def->match.delay_mode = (fs_delay_mode)s->delay_mode;
    def->match.strict_ms = (uint32_t)s->strict;
    def->match.resync = !s->no_resync;
    def->match.password = s->password_file != NULL ? s->password : NULL;
    return true;
}
