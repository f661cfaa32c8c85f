/* settings.c: the one option table of fixstep-replay, and its checks. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "settings.h"

#include <fixstep/sim.h>
#include <fixstep/view.h>
#include <inttypes.h>
#include <string.h>

#include "app/view/debug_view.h"
#include "app/files/paths.h"
#include "app/workers.h"
#include "text_picture.h"

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, DEFAULT_COLUMNS = 80, DEFAULT_ROWS = 24 };

#define AT(member) offsetof(settings, member)

static const app_option replay_options[] = {
    { .name = "json",
      .letter = 'j',
      .kind = APP_FLAG,
      .offset = AT(json),
      .modes = MODE_VERIFY | MODE_INFO | MODE_DUMP | MODE_DIFF | MODE_REPRO,
      .help = "print JSON, one object per line" },
    { .name = "completion",
      .kind = APP_CHOICE,
      .offset = AT(completion),
      .value = "bash|zsh",
      .modes = MODE_COMPLETION,
      .help =
          "without a command: print completion for this shell,\nand exit: source <(fixstep-replay --completion bash)" },
    { .name = "schema",
      .kind = APP_FLAG,
      .offset = AT(schema),
      .modes = MODE_INFO,
      .help = "show the tables and fields of the state too\n(JSON always has them)" },
    { .name = "key",
      .letter = 'k',
      .kind = APP_TEXT,
      .offset = AT(key),
      .value = "FINGERPRINT|FILE",
      .modes = MODE_VERIFY | MODE_INFO,
      .help =
          "the recording must be signed with this key, such as\na server's, or with one of the file (lines of KEY and\n"
          "NAME; ~/.local/share/fixstep/known_hosts is one)" },
    { .name = "game",
      .letter = 'g',
      .kind = APP_TEXT,
      .offset = AT(game),
      .value = "FILE.so",
      .modes = MODE_VERIFY | MODE_DUMP | MODE_DIFF | MODE_RENDER | MODE_REPRO,
      .help = "load the game from a shared object\n(default: the built-in one of the recording)" },
    { .name = "tick",
      .letter = 't',
      .kind = APP_NUMBER,
      .offset = AT(tick),
      .value = "N",
      .high = UINT32_MAX - 1,
      .modes = MODE_DUMP | MODE_RENDER,
      .help = "the state after N ticks (default: the last)" },
    { .name = "desync",
      .kind = APP_NUMBER,
      .offset = AT(desync),
      .value = "N",
      .low = 1,
      .high = UINT32_MAX,
      .modes = MODE_REPRO,
      .help = "only the N-th desync of the recording, from 1\n(default: all, at most 16)" },
    { .name = "out",
      .letter = 'o',
      .kind = APP_TEXT,
      .offset = AT(out),
      .value = "FILE",
      .modes = MODE_RENDER,
      .help = "the picture to write: .png, .svg, or characters as\n.txt or in colour .ansi" },
    { .name = "size",
      .letter = 's',
      .kind = APP_TEXT,
      .offset = AT(size),
      .value = "WxH",
      .modes = MODE_RENDER,
      .help = "pixels of the picture (default 1280x720), or\ncolumns and rows of a text (default 80x24)" },
    { .name = "slot",
      .kind = APP_NUMBER,
      .offset = AT(slot),
      .value = "N",
      .high = FS_MAX_PLAYERS - 1,
      .modes = MODE_RENDER,
      .help = "as seen by the player in slot N\n(default: as a spectator)" },
    { .name = "debug",
      .kind = APP_TEXT,
      .offset = AT(debug),
      .value = "LIST",
      .modes = MODE_RENDER,
      .help = "draw layers of the 2D or 3D world over the picture:\nnames with commas, or 'all'; 'help' shows them" },
    APP_WORKERS_OPTION(AT(workers), MODE_VERIFY | MODE_DUMP | MODE_DIFF | MODE_RENDER)
};
enum { OPTION_COUNT = sizeof replay_options / sizeof replay_options[0] };

const app_program replay_program = {
    .name = "fixstep-replay",
    .usage = "fixstep-replay COMMAND [OPTION]... FILE...",
    .about = "Verifies, shows, compares and pictures recorded matches, and reproduces their desyncs.\n"
             "Exit status: 0 verified or equal, 1 the simulation or the recordings differ,\n"
             "2 wrong usage or unreadable file, 3 malformed, 4 broken chain or bad signature,\n"
             "5 other build, game or schema, 6 incomplete but valid up to there; 7 and 8: repro.",
    .options = replay_options,
    .count = OPTION_COUNT
};

app_program command_program(const command *cmd, app_option *table)
{
    app_program program = { .name = replay_program.name, .usage = cmd->usage, .about = cmd->about, .options = table };
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (replay_options[i].modes & (unsigned)cmd->mode)
            table[program.count++] = replay_options[i];
    return program;
}

static bool parse_size(settings *s, char why[APP_ERROR_BYTES])
{
    char width[16];
    bool text = s->out != NULL && text_picture_named(s->out);
    uint64_t limit = text ? FS_CELL_GRID_MAX : FS_PICTURE_MAX;
    uint64_t w = text ? DEFAULT_COLUMNS : DEFAULT_WIDTH, h = text ? DEFAULT_ROWS : DEFAULT_HEIGHT;
    size_t length = s->size != NULL ? strcspn(s->size, "x") : 0;
    bool good = s->size == NULL || (length < sizeof width && s->size[length] == 'x');
    if (s->size != NULL && good) {
        memcpy(width, s->size, length);
        width[length] = 0;
        good = app_parse_number(width, 1, limit, &w) && app_parse_number(s->size + length + 1, 1, limit, &h);
    }
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "--size: '%.40s' is not WxH with sides from 1 to %u", s->size, (unsigned)limit);
    s->width = (uint32_t)w;
    s->height = (uint32_t)h;
    return good;
}

static bool check_picture(settings *s, char why[APP_ERROR_BYTES])
{
    if (s->out == NULL)
        snprintf(why, APP_ERROR_BYTES, "render: --out FILE is missing");
    else if (!picture_format_known(s->out))
        snprintf(why, APP_ERROR_BYTES, "--out: '%.150s' ends in none of .png, .svg, .txt and .ansi", s->out);
    else if (strcmp(s->files[0], "-") != 0 && app_paths_same(s->out, s->files[0]))
        snprintf(why, APP_ERROR_BYTES, "--out: %.150s is the recording", s->out);
    else
        return parse_size(s, why);
    return false;
}

static bool check_settings(const command *cmd, settings *s, char why[APP_ERROR_BYTES])
{
    if (s->debug != NULL && strcmp(s->debug, "help") == 0)
        return true;
    if (s->debug != NULL && !app_debug_parse(s->debug, &s->debug_layers, why))
        return false;
    if (s->file_count < cmd->min_files)
        snprintf(why, APP_ERROR_BYTES, "%s: %s is missing", cmd->name, s->file_count == 0 ? "FILE" : "the second FILE");
    else if (s->file_count > cmd->max_files)
        snprintf(why, APP_ERROR_BYTES, "%s: unexpected argument '%.80s'", cmd->name, s->files[cmd->max_files]);
    else
        return cmd->mode != MODE_RENDER || check_picture(s, why);
    return false;
}

app_parsed settings_parse(const command *cmd, int argc, char **argv, settings *s, char why[APP_ERROR_BYTES])
{
    app_option table[APP_MAX_OPTIONS];
    app_arguments arguments;
    app_program program = command_program(cmd, table);
    memset(s, 0, sizeof *s);
    s->tick = NO_TICK;
    s->slot = NO_SLOT;
    app_parsed parsed = app_parse(&program, argc, argv, s, &arguments, why);
    if (parsed != APP_RUN)
        return parsed;
    s->files = arguments.positional;
    s->file_count = arguments.positional_count;
    return check_settings(cmd, s, why) ? APP_RUN : APP_USAGE_ERROR;
}
