/* settings.h: the server's command line, parsed and made into a match. */
#ifndef FS_SERVER_SETTINGS_H
#define FS_SERVER_SETTINGS_H

#include "app/options.h"
#include "host.h"

typedef struct settings {
    const char *game, *record, *report, *desync_dir;
    app_list sets;
    uint64_t port, players, tick_rate, seed, wait_players, ticks, delay, workers;
    unsigned log_format; /* 0 text, 1 JSON */
    unsigned delay_mode; /* fs_delay_mode */
    bool list_games, no_resync, quiet, verbose;
} settings;

extern const app_program server_program;

/* Parses the command line; APP_USAGE_ERROR with a sentence. */
app_parsed settings_parse(settings *settings, int argc, char **argv, app_arguments *arguments,
                          char why[APP_ERROR_BYTES]);
/* Finds the game and checks every value against it. */
bool settings_match(const settings *settings, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES]);

#endif
