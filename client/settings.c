/* settings.c: the table of fixstep-client's options and what goes together. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fixstep/lockstep.h>
#include <fixstep/view.h>

#include "app/view/debug_view.h"
#include "app/record.h"
#include "app/setup.h"
#include "app/workers.h"
#include "launcher/preferences.h"
#include "local_match.h"
#include "window/offscreen.h"
#include "window/window.h"

#define AT(member) offsetof(settings, member)

static const app_option client_options[] = {
    { .name = "local",
      .kind = APP_TEXT,
      .offset = AT(local),
      .value = "GAME",
      .modes = CLIENT_LOCAL,
      .help = "play in this process, without a server;\nGAME may be a shared object ./FILE.so; without GAME, as\nthe "
              "last option: a list to choose from" },
    { .name = "sync-test",
      .kind = APP_TEXT,
      .offset = AT(sync_test),
      .value = "GAME",
      .modes = CLIENT_SYNC_TEST,
      .help = "step every tick of a match twice and name the\nfirst field that differs; for authors of games" },
    { .name = "replay",
      .kind = APP_TEXT,
      .offset = AT(replay),
      .value = "FILE",
      .modes = CLIENT_REPLAY,
      .help = "show a recording; F1 in the window has the keys" },
    { .name = "compare",
      .kind = APP_TEXT,
      .offset = AT(compare),
      .value = "FILE",
      .modes = CLIENT_REPLAY,
      .help = "show another recording of the match beside that of\n--replay, at the first tick where they differ" },
    { .name = "tick",
      .kind = APP_NUMBER,
      .offset = AT(tick),
      .value = "N",
      .high = UINT32_MAX,
      .modes = CLIENT_REPLAY,
      .help = "begin at the state after N ticks, paused (default:\nthe first, playing)" },
    { .name = "slot",
      .kind = APP_NUMBER,
      .offset = AT(slot),
      .value = "N",
      .high = FS_MAX_PLAYERS - 1,
      .modes = CLIENT_REPLAY,
      .help = "as the player of slot N saw it (default: as a\nspectator)" },
    { .name = "render",
      .kind = APP_TEXT,
      .offset = AT(render),
      .value = "FILE.png|.ppm",
      .modes = CLIENT_REPLAY,
      .help = "write a picture of --tick, drawn as in the window,\nwithout a display" },
    { .name = "render-video",
      .kind = APP_TEXT,
      .offset = AT(render_video),
      .value = "FILE.mp4|.gif",
      .modes = CLIENT_REPLAY,
      .help = "write a video from --tick on with ffmpeg, a frame per\ntick (a .gif: 30 frames a second)" },
    { .name = "bots",
      .kind = APP_FLAG,
      .offset = AT(bots),
      .modes = CLIENT_SYNC_TEST,
      .help = "let the game's own bot play the sync test\n(default: random inputs)" },
    { .name = "list-games",
      .kind = APP_FLAG,
      .offset = AT(list_games),
      .modes = CLIENT_LIST,
      .help = "list the games (or the one of --game) with their\noptions and bots, and exit; --log-format json\nprints "
              "JSON" },
    { .name = "list",
      .kind = APP_FLAG,
      .offset = AT(list),
      .modes = CLIENT_SERVERS,
      .help = "list the servers that answer on the local network\nand the favourites, and exit; --log-format json\n"
              "prints JSON; fixstep-client @NAME joins one" },
    { .name = "favourites",
      .kind = APP_TEXT,
      .offset = AT(favourites),
      .value = "FILE",
      .modes = CLIENT_SERVERS | CLIENT_ONLINE,
      .help = "lines of HOST[:PORT] [NAME] (default:\n~/.config/fixstep/favourites)" },
    { .name = "list-port",
      .kind = APP_NUMBER,
      .offset = AT(list_port),
      .value = "N",
      .low = 1,
      .high = UINT16_MAX,
      .modes = CLIENT_SERVERS | CLIENT_ONLINE,
      .help = "first of the 8 UDP ports that are asked on the local\nnetwork (default 27960)" },
    { .name = "completion",
      .kind = APP_CHOICE,
      .offset = AT(completion),
      .value = "bash|zsh",
      .help = "print completion for this shell, and exit:\nsource <(fixstep-client --completion bash)" },
    { .name = "name",
      .letter = 'n',
      .kind = APP_TEXT,
      .offset = AT(name),
      .value = "NAME",
      .modes = CLIENT_ONLINE,
      .help = "name to join with (default: the server picks)" },
    { .name = "spectate",
      .kind = APP_FLAG,
      .offset = AT(spectate),
      .modes = CLIENT_ONLINE,
      .help = "watch the match at HOST: no slot, no inputs; the\nticks are verified by the key of the server that\n"
              "closes them" },
    { .name = "origin-key",
      .kind = APP_TEXT,
      .offset = AT(origin_key),
      .value = "FINGERPRINT",
      .modes = CLIENT_ONLINE,
      .help = "with --spectate: accept only ticks that the server\nwith this key has signed, also through relays" },
    { .name = "known-hosts",
      .kind = APP_TEXT,
      .offset = AT(known_hosts),
      .value = "FILE",
      .modes = CLIENT_ONLINE,
      .help = "keys of the servers that were met (default:\n~/.local/share/fixstep/known_hosts)" },
    { .name = "key",
      .kind = APP_TEXT,
      .offset = AT(key),
      .value = "FILE",
      .modes = CLIENT_ONLINE,
      .help = "secret key by which servers know this player again;\nmade at the first start (default:\n"
              "~/.config/fixstep/key)" },
    { .name = "anonymous",
      .kind = APP_FLAG,
      .offset = AT(anonymous),
      .modes = CLIENT_ONLINE,
      .help = "show servers no key" },
    { .name = "ticket",
      .kind = APP_TEXT,
      .offset = AT(ticket_file),
      .value = "FILE",
      .modes = CLIENT_ONLINE,
      .help = "for a server that wants one: a ticket that its\noperator has made (fixstep-server ticket)" },
    { .name = "insecure",
      .kind = APP_FLAG,
      .offset = AT(insecure),
      .modes = CLIENT_ONLINE,
      .help = "encrypt nothing and trust every server, for\ndebugging; the server needs --insecure too" },
    { .name = "password-file",
      .kind = APP_TEXT,
      .offset = AT(password_file),
      .value = "FILE",
      .modes = CLIENT_ONLINE,
      .help = "for a server with a password: it is the first line\nof FILE" },
    { .name = "view",
      .kind = APP_CHOICE,
      .offset = AT(view),
      .value = "tty|none|window",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "where to show the match (default on a terminal\nunless a bot plays: window where there is a "
              "display,\nelse tty; without a terminal a recording and a\nmatch without an end open the window)" },
    { .name = "size",
      .kind = APP_TEXT,
      .offset = AT(size),
      .value = "WxH",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "size of the window (default 1280x720)" },
    { .name = "full-screen",
      .kind = APP_FLAG,
      .offset = AT(full_screen),
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "begin with a window over the whole screen; F11\ntoggles it" },
    { .name = "solids",
      .kind = APP_CHOICE,
      .offset = AT(solids),
      .value = "auto|full|fast",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "work for solids in the window: full has smooth edges\nand soft shadows; auto is fast without a "
              "graphics\nprocessor; pictures and videos of a recording are full" },
    { .name = "font",
      .kind = APP_TEXT,
      .offset = AT(font),
      .value = "FILE.ttf",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "font of the window (default: DejaVu Sans or another\nfree one where it is installed)" },
    { .name = "screenshot",
      .kind = APP_TEXT,
      .offset = AT(screenshot),
      .value = "FILE.png|.ppm",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "write the window's last picture when it closes" },
    { .name = "bot",
      .letter = 'b',
      .kind = APP_TEXT,
      .offset = AT(bot),
      .value = "NAME",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "let a bot play; 'list' shows the bots" },
    { .name = "script",
      .kind = APP_TEXT,
      .offset = AT(script),
      .value = "FILE",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL,
      .help = "take inputs from a file of lines\nTICK [SLOT] HEXBYTES" },
    { .name = "record",
      .letter = 'r',
      .kind = APP_TEXT,
      .offset = AT(record),
      .value = "FILE",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL,
      .help = "record the match; - is standard output; an earlier\nFILE is kept as FILE.1, FILE.2, ..." },
    { .name = "report",
      .kind = APP_TEXT,
      .offset = AT(report),
      .value = "FILE",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "write a JSON report at the end; - is standard output" },
    { .name = "game",
      .kind = APP_TEXT,
      .offset = AT(game),
      .value = "FILE.so",
      .modes = CLIENT_ONLINE | CLIENT_LIST | CLIENT_REPLAY,
      .help = "load a game that is not built in" },
    { .name = "timeout",
      .kind = APP_NUMBER,
      .offset = AT(timeout),
      .value = "S",
      .low = 1,
      .high = 3600,
      .modes = CLIENT_ONLINE,
      .help = "give up joining after S seconds (default 10)" },
    { .name = "predict",
      .kind = APP_NUMBER,
      .offset = AT(predict),
      .value = "N",
      .high = FS_MAX_PREDICTION,
      .implied = "12",
      .modes = CLIENT_ONLINE,
      .help =
          "show own inputs at once: simulate up to N ticks ahead\n(default 12), and again when others did something\n"
          "else; 0: plain lockstep, as without the option" },
    { .name = "inject-fault",
      .kind = APP_TEXT,
      .offset = AT(inject),
      .value = "FAULT",
      .modes = CLIENT_ONLINE,
      .help =
          "test of desync tracing: flip one bit of this\nclient's state after a tick, as TICK:TABLE:ROW:FIELD:BIT,\n"
          "or where a part of the tick ends: ...:BIT:PHASE" },
    { .name = "players",
      .kind = APP_NUMBER,
      .offset = AT(players),
      .value = "N",
      .low = 1,
      .high = FS_MAX_PLAYERS,
      .modes = CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "players of the local match (default: the game's)" },
    { .name = "tick-rate",
      .kind = APP_NUMBER,
      .offset = AT(tick_rate),
      .value = "HZ",
      .low = FS_MIN_HZ,
      .high = FS_MAX_HZ,
      .modes = CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "ticks per second of simulated time (default 60)" },
    { .name = "speed",
      .kind = APP_NUMBER,
      .offset = AT(speed),
      .value = "N",
      .low = 1,
      .high = LOCAL_SPEED_MAX,
      .modes = CLIENT_LOCAL,
      .help = "show the local match N times as fast as real time\n(default 1); the states are the same" },
    { .name = "seed",
      .kind = APP_NUMBER,
      .offset = AT(seed),
      .value = "N",
      .high = UINT64_MAX,
      .hex = true,
      .modes = CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "64-bit seed of the local match (default: random)" },
    { .name = "set",
      .kind = APP_LIST,
      .offset = AT(sets),
      .value = "KEY=VALUE",
      .modes = CLIENT_LOCAL | CLIENT_SYNC_TEST,
      .help = "set an option of the game; may be repeated" },
    { .name = "ticks",
      .kind = APP_NUMBER,
      .offset = AT(ticks),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX - 1,
      .modes = CLIENT_LOCAL | CLIENT_SYNC_TEST | CLIENT_REPLAY,
      .help = "end the local match after N ticks (default: never;\nwith --sync-test: 600); with --render-video: "
              "the\nnumber of frames (default: all)" },
    APP_WORKERS_OPTION(AT(workers), CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_SYNC_TEST | CLIENT_REPLAY),
    { .name = "debug",
      .kind = APP_TEXT,
      .offset = AT(debug),
      .value = "LIST",
      .modes = CLIENT_ONLINE | CLIENT_LOCAL | CLIENT_REPLAY,
      .help = "draw layers of the 2D or 3D world over the view:\nnames with commas, or 'all'; 'help' shows "
              "them;\nF3 steps through them" },
    { .name = "log-format",
      .kind = APP_CHOICE,
      .offset = AT(log_format),
      .value = "text|json",
      .help = "form of the log on standard error" },
    { .name = "quiet", .letter = 'q', .kind = APP_FLAG, .offset = AT(quiet), .help = "log warnings and errors only" },
    { .name = "verbose", .letter = 'v', .kind = APP_FLAG, .offset = AT(verbose), .help = "log more" },
};

const app_program client_program = {
    .name = "fixstep-client",
    .usage = "fixstep-client\n"
             "       fixstep-client [OPTION]... HOST[:PORT]|@NAME\n"
             "       fixstep-client [OPTION]... --local GAME\n"
             "       fixstep-client [OPTION]... --replay FILE\n"
             "       fixstep-client [OPTION]... --sync-test GAME\n"
             "       fixstep-client --list\n"
             "       fixstep-client --list-games\n"
             "       fixstep-client --bot list",
    .about = "Joins a match on a fixstep-server and simulates it, or plays one in this\n"
             "process alone. A local match without a view runs as fast as possible.\n"
             "Without arguments, or with --view window or --full-screen alone: a\n"
             "launcher, where there is a display.\n"
             "Exit status: 0 the match ended well, 1 failure, desync or failed sync test,\n"
             "2 wrong usage. With --replay a file that cannot be shown gives the status of\n"
             "fixstep-replay: 3 malformed, 4 to 6 as there.",
    .options = client_options,
    .count = sizeof client_options / sizeof client_options[0]
};

/* Whether the command line only asks for a list, so that neither HOST nor GAME is needed. */
static bool asks_for_list(const settings *s)
{
    return (s->bot != NULL && strcmp(s->bot, "list") == 0) || (s->debug != NULL && strcmp(s->debug, "help") == 0) ||
           s->list_games || s->list || s->completes;
}

static unsigned mode_of(const settings *s)
{
    if (s->list_games)
        return CLIENT_LIST;
    if (s->list)
        return CLIENT_SERVERS;
    if (s->sync_test != NULL)
        return CLIENT_SYNC_TEST;
    if (s->replay != NULL)
        return CLIENT_REPLAY;
    return s->local != NULL ? CLIENT_LOCAL : CLIENT_ONLINE;
}

static const char *where_it_goes(const app_option *option, unsigned mode)
{
    if (mode == CLIENT_LOCAL && option->modes == CLIENT_ONLINE)
        return "only with HOST, not with --local";
    if (option->modes == CLIENT_SYNC_TEST)
        return "only with --sync-test";
    if (option->modes == CLIENT_REPLAY)
        return "only with --replay";
    if (mode == CLIENT_REPLAY)
        return "not with --replay";
    if (mode == CLIENT_SYNC_TEST)
        return "not with --sync-test";
    if (option->modes == CLIENT_SERVERS)
        return "only with --list";
    if (mode == CLIENT_SERVERS)
        return "not with --list";
    return mode == CLIENT_LIST ? "not with --list-games" : "only with --local";
}

/* "WxH" in pixels. */
static bool parse_size(settings *s, char why[APP_ERROR_BYTES])
{
    char width[8] = "";
    uint64_t w = 0, h = 0;
    size_t cut = strcspn(s->size, "x");
    if (cut < sizeof width)
        memcpy(width, s->size, cut);
    bool good = s->size[cut] == 'x' && app_parse_number(width, 1, FS_PICTURE_MAX, &w) &&
                app_parse_number(s->size + cut + 1, 1, FS_PICTURE_MAX, &h);
    s->width = (uint32_t)w;
    s->height = (uint32_t)h;
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "--size: '%.40s' is not WxH with 1 to %d pixels a side", s->size,
                 FS_PICTURE_MAX);
    return good;
}

/* The number of an option with one of its own stands behind '='. */
static bool is_stray_number(const app_arguments *arguments)
{
    const char *first = arguments->positional_count > 0 ? arguments->positional[0] : "";
    return first[0] != '\0' && first[strspn(first, "0123456789")] == '\0' &&
           app_option_given(&client_program, arguments, "predict");
}

/* What is asked for: exactly one of HOST, --local GAME, --sync-test GAME or a list. */
static bool check_mode(const settings *s, const app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    const char *no_window = window_missing();
    bool hosted = arguments->positional_count > 0;
    int hosts = s->list_games || s->list ? 0 : 1;
    if (is_stray_number(arguments))
        snprintf(why, APP_ERROR_BYTES, "'%.40s' is no HOST; if it belongs to --predict: --predict=%.40s",
                 arguments->positional[0], arguments->positional[0]);
    else if (arguments->positional_count > hosts)
        snprintf(why, APP_ERROR_BYTES, "unexpected argument '%.40s'", arguments->positional[hosts]);
    else if (s->local != NULL && hosted)
        snprintf(why, APP_ERROR_BYTES, "HOST and --local contradict each other");
    else if (s->sync_test != NULL && (hosted || s->local != NULL))
        snprintf(why, APP_ERROR_BYTES, "%s and --sync-test contradict each other", hosted ? "HOST" : "--local");
    else if (s->replay != NULL && (hosted || s->local != NULL || s->sync_test != NULL))
        snprintf(why, APP_ERROR_BYTES, "%s and --replay contradict each other",
                 hosted             ? "HOST"
                 : s->local != NULL ? "--local"
                                    : "--sync-test");
    else if (s->local == NULL && s->sync_test == NULL && s->replay == NULL && !hosted && !asks_for_list(s))
        snprintf(why, APP_ERROR_BYTES,
                 "HOST[:PORT] or --local GAME is missing; --list finds servers, --local lists games%s%s",
                 no_window != NULL ? "; " : "", no_window != NULL ? no_window : "");
    else
        return true;
    return false;
}

/* A local match without a view and without an end would only use processor time. */
static bool runs_unseen(const settings *s, const app_arguments *arguments)
{
    bool terminal = isatty(STDOUT_FILENO) && (isatty(STDIN_FILENO) || s->bot != NULL);
    return s->local != NULL && s->ticks == 0 && s->view == VIEW_NONE && !terminal && !asks_for_list(s) &&
           !app_option_given(&client_program, arguments, "view");
}

/* Whether the file can be written as a picture; NULL: none is wanted. */
static bool check_picture(const char *option, const char *path, char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    if (path == NULL || offscreen_check(path, reason, sizeof reason))
        return true;
    snprintf(why, APP_ERROR_BYTES, "--%s: %.250s", option, reason);
    return false;
}

/* Whether the view that was asked for can be shown. Checked last: faults of the values themselves come first, a game that
 * does not exist among them. */
static bool check_view(const settings *s, const app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    if (s->local != NULL && !asks_for_list(s) && app_game_find(s->local, why) == NULL)
        return false;
    if (s->view == VIEW_TTY && app_option_given(&client_program, arguments, "view") && !isatty(STDOUT_FILENO))
        snprintf(why, APP_ERROR_BYTES, "--view tty: standard output is no terminal");
    else if (s->screenshot != NULL && s->view != VIEW_WINDOW)
        snprintf(why, APP_ERROR_BYTES, "--screenshot goes only with --view window");
    else if (!check_picture("screenshot", s->screenshot, why) || !check_picture("render", s->render, why))
        return false;
    else if (s->replay != NULL && s->view == VIEW_NONE && s->render == NULL && s->render_video == NULL)
        snprintf(why, APP_ERROR_BYTES, "--replay needs a view (%s), --render FILE or --render-video FILE",
                 app_option_given(&client_program, arguments, "view") ? "--view none shows nothing"
                 : window_missing() != NULL                           ? window_missing()
                                                                      : "there is neither a display nor a terminal");
    else if (s->replay != NULL && s->ticks != 0 && s->render_video == NULL)
        snprintf(why, APP_ERROR_BYTES, "--ticks goes with --replay only for --render-video FILE");
    else if (s->compare != NULL && s->view == VIEW_TTY && s->render == NULL && s->render_video == NULL)
        snprintf(why, APP_ERROR_BYTES, "--compare needs --view window, --render FILE or --render-video FILE");
    else if (runs_unseen(s, arguments))
        snprintf(why, APP_ERROR_BYTES,
                 "there is no terminal for the view: end the match with --ticks N, or ask for --view none");
    else if (s->debug != NULL && !asks_for_list(s) && s->view == VIEW_NONE && s->render == NULL &&
             s->render_video == NULL)
        snprintf(why, APP_ERROR_BYTES, "--debug: there is no terminal view to draw in");
    else
        return true;
    return false;
}

static bool check_values(settings *s, const app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    uint8_t id[FS_KEY_ID_BYTES];
    if (s->spectate && (s->bot != NULL || s->script != NULL))
        snprintf(why, APP_ERROR_BYTES, "--spectate and --%s contradict each other: a spectator has no inputs",
                 s->bot != NULL ? "bot" : "script");
    else if (s->origin_key != NULL && !s->spectate)
        snprintf(why, APP_ERROR_BYTES, "--origin-key needs --spectate");
    else if (s->origin_key != NULL && !fs_identity_parse(s->origin_key, id))
        snprintf(why, APP_ERROR_BYTES, "--origin-key: '%.60s' is no fingerprint of a key", s->origin_key);
    else if (s->bot != NULL && s->script != NULL && s->local == NULL)
        snprintf(why, APP_ERROR_BYTES, "--bot and --script contradict each other");
    else if (s->bot != NULL && s->bots)
        snprintf(why, APP_ERROR_BYTES, "--bot and --bots contradict each other");
    else if (s->quiet && s->verbose)
        snprintf(why, APP_ERROR_BYTES, "--quiet and --verbose contradict each other");
    else if (s->name != NULL && fs_name_check(s->name, sentence, sizeof sentence) != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "--name: %.100s", sentence);
    else if (s->key != NULL && (s->anonymous || s->insecure))
        snprintf(why, APP_ERROR_BYTES, "--key and %s contradict each other",
                 s->anonymous ? "--anonymous" : "--insecure");
    else if ((s->password_file != NULL || s->ticket_file != NULL) && s->insecure)
        snprintf(why, APP_ERROR_BYTES, "--insecure and --%s contradict each other: whoever listens could use it",
                 s->password_file != NULL ? "password-file" : "ticket");
    else if (s->password_file != NULL && !app_password_read(s->password, s->password_file, why))
        return false;
    else if (s->ticket_file != NULL && !app_ticket_read(&s->ticket, s->ticket_file, why))
        return false;
    else if (s->debug != NULL && !asks_for_list(s) && !app_debug_parse(s->debug, &s->debug_layers, why))
        return false;
    else if (s->inject != NULL && !fault_parse(s->inject, &s->fault, why))
        return false;
    else if (s->size != NULL && !parse_size(s, why))
        return false;
    else if (!app_record_check(s->record, s->report, why))
        return false;
    else
        return check_view(s, arguments, why);
    return false;
}

/* Whether the given options are compatible. */
static bool check_settings(settings *s, const app_arguments *arguments, char why[APP_ERROR_BYTES])
{
    unsigned mode = mode_of(s);
    const char *foreign = app_option_outside_mode(&client_program, arguments, mode);
    /* Where no mode is named, an option of another mode tells which one is missing. */
    bool named = mode != CLIENT_ONLINE || arguments->positional_count > 0;
    if ((named || foreign == NULL) && !check_mode(s, arguments, why))
        return false;
    for (size_t i = 0; foreign != NULL && i < client_program.count; i++)
        if (client_program.options[i].name == foreign) {
            snprintf(why, APP_ERROR_BYTES, "--%s goes %s", foreign, where_it_goes(&client_program.options[i], mode));
            return false;
        }
    return check_values(s, arguments, why);
}

/* Somebody looks at a recording, or plays without an end: a program that is started from a desktop has no terminal either. */
static bool needs_view(const settings *s)
{
    bool exports = s->render != NULL || s->render_video != NULL;
    return s->bot == NULL && ((s->replay != NULL && !exports) || (s->local != NULL && s->ticks == 0));
}

/* The view of somebody at a keyboard: a window where there is a display, else the terminal. */
static unsigned choose_view(const settings *s)
{
    bool terminal = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && s->bot == NULL;
    if (window_possible() && (terminal || needs_view(s)))
        return VIEW_WINDOW;
    return terminal ? VIEW_TTY : VIEW_NONE;
}

/* From the launcher's file. A file that cannot be read is reported by the view, which reads the keys. */
static uint64_t kept_prediction(void)
{
    char why[APP_ERROR_BYTES];
    preferences kept;
    preferences_load(&kept, why);
    return kept.predict;
}

app_parsed settings_parse(settings *s, int argc, char **argv, char why[APP_ERROR_BYTES])
{
    app_arguments arguments;
    *s = (settings){ .timeout = 10, .speed = 1, .predict = kept_prediction() };
    app_parsed parsed = app_parse(&client_program, argc, argv, s, &arguments, why);
    if (parsed != APP_RUN)
        return parsed;
    s->view_given = app_option_given(&client_program, &arguments, "view");
    if (!s->view_given)
        s->view = choose_view(s);
    s->completes = app_option_given(&client_program, &arguments, "completion");
    s->has_seed = app_option_given(&client_program, &arguments, "seed");
    s->has_tick = app_option_given(&client_program, &arguments, "tick");
    s->has_slot = app_option_given(&client_program, &arguments, "slot");
    s->host = arguments.positional_count > 0 ? arguments.positional[0] : NULL;
    return check_settings(s, &arguments, why) ? APP_RUN : APP_USAGE_ERROR;
}
