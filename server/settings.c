/* settings.c: the option table of fixstep-server and its checks. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/setup.h"
#include "app/workers.h"
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
      .modes = SERVER_HOSTS,
      .offset = AT(players),
      .value = "N",
      .low = 1,
      .high = FS_MAX_PLAYERS,
      .help = "slots of the match (default: the game's)" },
    { .name = "tick-rate",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(tick_rate),
      .value = "HZ",
      .low = FS_MIN_HZ,
      .high = FS_MAX_HZ,
      .help = "ticks per second (default 60)" },
    { .name = "seed",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(seed),
      .value = "N",
      .high = UINT64_MAX,
      .hex = true,
      .help = "64-bit seed of the match (default: random)" },
    { .name = "set",
      .kind = APP_LIST,
      .modes = SERVER_HOSTS,
      .offset = AT(sets),
      .value = "KEY=VALUE",
      .help = "set an option of the game; may be repeated" },
    { .name = "wait-players",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(wait_players),
      .value = "N",
      .low = 1,
      .high = FS_MAX_PLAYERS,
      .help = "start when N players have joined (default 1)" },
    { .name = "ticks",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(ticks),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX - 1,
      .help = "end the match after N ticks (default: never)" },
    { .name = "delay",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(delay),
      .value = "TICKS",
      .high = FS_MAX_DELAY,
      .help = "fixed input delay of every player; with 0 (default)\nit follows the arrival of the player's inputs" },
    { .name = "hold",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(hold),
      .value = "SECONDS",
      .high = FS_MAX_HOLD_S,
      .help =
          "keep the slot of a player whose connection is lost,\nfor its client or its key or ticket (default 120)" },
    { .name = "delay-mode",
      .kind = APP_CHOICE,
      .modes = SERVER_HOSTS,
      .offset = AT(delay_mode),
      .value = "solo|fair",
      .help = "each player has the input delay that it needs, or\nall have that of the slowest (default solo)" },
    { .name = "strict",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
      .offset = AT(strict),
      .value = "MS",
      .high = FS_MAX_STRICT_MS,
      .help = "wait so many ms for missing inputs of a player, who\nearns them again by playing, before they are\n"
              "substituted (default 0)" },
    { .name = "referee",
      .kind = APP_CHOICE,
      .modes = SERVER_HOSTS,
      .offset = AT(referee),
      .value = "live|ondemand|off",
      .help =
          "simulate every tick; or only when states of players\ndiffer or somebody comes late; or never, and judge\n"
          "nobody (default live)" },
    { .name = "points",
      .kind = APP_NUMBER,
      .modes = SERVER_LIVE,
      .offset = AT(points),
      .value = "N",
      .low = 1,
      .high = INT32_MAX,
      .help = "end the match when a player has N points" },
    { .name = "when-empty",
      .kind = APP_CHOICE,
      .modes = SERVER_HOSTS,
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
      .modes = SERVER_ROTATIONS,
      .offset = AT(max_rounds),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX,
      .section = "rotation",
      .help = "end after N rounds (default: never)" },
    { .name = "round-pause",
      .kind = APP_NUMBER,
      .modes = SERVER_ROTATIONS,
      .offset = AT(round_pause),
      .value = "S",
      .high = 3600,
      .section = "rotation",
      .help = "seconds between two rounds (default 5)" },
    { .name = "vote-share",
      .kind = APP_NUMBER,
      .modes = SERVER_ROTATIONS,
      .offset = AT(vote_share),
      .value = "PERCENT",
      .high = 100,
      .section = "rotation",
      .help = "a round ends when so many of the persons who play\nhave written /next (default 51; 0: no votes)" },
    { .name = "bots",
      .kind = APP_NUMBER,
      .modes = SERVER_LIVE,
      .offset = AT(bots),
      .value = "N",
      .high = FS_MAX_PLAYERS,
      .help = "fill up to N players with bots, which leave when\npersons come (default 0)" },
    { .name = "bot",
      .kind = APP_TEXT,
      .modes = SERVER_LIVE,
      .offset = AT(bot),
      .value = "NAME",
      .help = "which bot (default: the game's own)" },
    { .name = "server-name",
      .kind = APP_TEXT,
      .offset = AT(server_name),
      .value = "TEXT",
      .high = FS_SERVER_NAME_BYTES - 1,
      .help = "name of this server, shown to players" },
    { .name = "hidden", .kind = APP_FLAG, .offset = AT(hidden), .help = "do not answer who looks for servers" },
    { .name = "motd",
      .kind = APP_TEXT,
      .offset = AT(motd),
      .value = "TEXT",
      .high = FS_MAX_NOTICE - 1,
      .help = "message of the day, shown to players who join" },
    { .name = "idle-limit",
      .kind = APP_NUMBER,
      .modes = SERVER_HOSTS,
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
      .modes = SERVER_LIVE | SERVER_RELAY,
      .offset = AT(max_spectators),
      .value = "N",
      .high = FS_MAX_SPECTATORS,
      .help = "clients that may watch beside the players\n(default 16, 0: none)" },
    { .name = "relay",
      .kind = APP_TEXT,
      .offset = AT(relay),
      .value = "HOST[:PORT]",
      .help = "pass on the matches of that server to spectators,\ninstead of hosting one" },
    { .name = "relay-keep",
      .kind = APP_FLAG,
      .offset = AT(relay_keep),
      .help = "a relay stays when the other server ends, and waits\nfor it to come back" },
    { .name = "relay-wait",
      .kind = APP_NUMBER,
      .offset = AT(relay_wait),
      .value = "S",
      .high = 1000000,
      .help = "a relay looks for a lost server for S seconds and\nthen ends (default 0: without end)" },
    { .name = "spectate-delay",
      .kind = APP_NUMBER,
      .modes = SERVER_LIVE | SERVER_RELAY,
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
      .modes = SERVER_LIVE | SERVER_ONDEMAND,
      .offset = AT(no_resync),
      .help = "do not resync a player whose state differs" },
    { .name = "record",
      .letter = 'r',
      .kind = APP_TEXT,
      .modes = SERVER_LIVE | SERVER_ONDEMAND,
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
      .modes = SERVER_LIVE | SERVER_ONDEMAND,
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

settings settings_default(void)
{
    return (settings){ .game = "airhockey",
                       .port = FS_DEFAULT_PORT,
                       .tick_rate = 60,
                       .workers = 1,
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
    *s = settings_default();
    app_parsed parsed = app_parse(&server_program, argc, argv, s, arguments, why);
    s->typed = *arguments;
    if (parsed != APP_RUN || s->config == NULL)
        return parsed;
    const char *path = s->config;
    *s = settings_default();
    if (!app_config_read(&server_program, path, s, &s->in_file, &s->texts, why))
        return APP_USAGE_ERROR;
    parsed = app_parse(&server_program, argc, argv, s, arguments, why);
    s->typed = *arguments;
    for (size_t i = 0; i < server_program.count; i++)
        arguments->given[i] |= s->in_file.given[i];
    return parsed;
}

void settings_free(settings *s)
{
    app_text_list_free(&s->texts);
}

bool settings_refuse(const settings *s, const char *value, char why[APP_ERROR_BYTES])
{
    app_config_place(&s->texts, s->config, value, why);
    return false;
}

/* The line of the option that stands at the beginning of `word`, without its dashes; 0 when the file has not given it. */
static unsigned find_line(const settings *s, const char *word)
{
    size_t size = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
    for (size_t i = 0; i < server_program.count; i++) {
        const char *name = server_program.options[i].name;
        if (strlen(name) == size && strncmp(name, word, size) == 0 && !s->typed.given[i])
            return app_config_key_line(&s->texts, name);
    }
    return 0;
}

void settings_place(const settings *s, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    unsigned line = 0;
    if (s->config == NULL || strstr(why, ": line ") != NULL)
        return;
    for (const char *word = strstr(why, "--"); word != NULL && line == 0; word = strstr(word + 2, "--"))
        line = find_line(s, word + 2);
    if (line == 0)
        return;
    snprintf(sentence, sizeof sentence, "%s", why);
    snprintf(why, APP_ERROR_BYTES, "%.100s: line %u: %.190s", s->config, line, sentence);
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
    if (s->password_file != NULL && !app_password_read(s->password, s->password_file, why)) {
        settings_refuse(s, s->password_file, why);
        return APP_USAGE_ERROR;
    }
    bool listing = s->write_config || s->list_games;
    if ((listing || settings_keep_used(s, why)) && settings_check(s, why) && name_instance(s, why))
        return APP_RUN;
    settings_place(s, why);
    return APP_USAGE_ERROR;
}
