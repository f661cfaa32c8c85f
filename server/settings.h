/* settings.h: the server's command line, parsed and made into a match. */
#ifndef FS_SERVER_SETTINGS_H
#define FS_SERVER_SETTINGS_H

#include "app/files/config_file.h"
#include "app/files/password_file.h"
#include "app/options.h"
#include "host.h"

/* What is hosted: one game, a rotation, or the matches of another server; the first two once for every fs_referee, bits apart by
 * SERVER_REFEREE_BITS. Options name the kinds that use them. */
enum {
    SERVER_ALONE = 1,
    SERVER_ROTATION = 2,
    SERVER_RELAY = 4,
    SERVER_REFEREE_BITS = 3,
    SERVER_LIVE = SERVER_ALONE | SERVER_ROTATION,
    SERVER_ONDEMAND = SERVER_LIVE << SERVER_REFEREE_BITS * FS_REFEREE_ON_DEMAND,
    SERVER_OFF = SERVER_LIVE << SERVER_REFEREE_BITS * FS_REFEREE_OFF,
    SERVER_HOSTS = SERVER_LIVE | SERVER_ONDEMAND | SERVER_OFF,
    SERVER_ROTATIONS = SERVER_ROTATION | SERVER_ROTATION << SERVER_REFEREE_BITS * FS_REFEREE_ON_DEMAND |
                       SERVER_ROTATION << SERVER_REFEREE_BITS * FS_REFEREE_OFF
};

typedef struct settings {
    char password[APP_PASSWORD_BYTES]; /* of password_file */
    const char *config;                /* file of --config */
    app_text_list texts;               /* of that file */
    app_arguments typed, in_file;      /* options of the command line, and keys of that file */
    const char *game, *record, *report, *desync_dir, *bot, *server_name, *motd, *ban_file, *console, *metrics,
        *log_file, *bind, *password_file, *identity, *tickets, *relay;
    app_list sets, rounds;
    uint64_t port, players, tick_rate, seed, wait_players, ticks, points, delay, strict, hold, workers;
    uint64_t max_rounds, round_pause, bots, idle_limit, max_per_address, drain_timeout, vote_share, supervise, instance,
        hang_timeout, max_spectators, spectate_delay, relay_wait;
    unsigned when_empty; /* host_empty */
    unsigned completion; /* app_shell */
    unsigned log_format; /* 0 text, 1 JSON */
    unsigned delay_mode; /* fs_delay_mode */
    unsigned referee;    /* fs_referee */
    bool list_games, write_config, no_resync, quiet, verbose, hidden, agones, insecure, require_key, relay_keep;
} settings;

extern const app_program server_program;

/* Parses the command line and the configuration file that it names; APP_USAGE_ERROR with a sentence. settings_free()
 * frees what the file gave, also after an error. */
app_parsed settings_parse(settings *settings, int argc, char **argv, app_arguments *arguments,
                          char why[APP_ERROR_BYTES]);
void settings_free(settings *settings);
settings settings_default(void);
/* Refuses options of the command line that the server would not use, and gives such keys of the file their default. False with
 * a sentence. */
bool settings_keep_used(settings *settings, char why[APP_ERROR_BYTES]);
/* Warns of keys of the configuration file that nothing uses with the others: those of a rotation without `round`, those of a
 * match at a relay, those of a simulation without `referee = live`. */
void settings_log_unused(const settings *settings);
/* What settings_parse() finds without a game; false with a sentence. */
bool settings_check(const settings *settings, char why[APP_ERROR_BYTES]);
/* Puts file and line before the sentence when the refused value is one of the configuration file. Returns false. */
bool settings_refuse(const settings *settings, const char *value, char why[APP_ERROR_BYTES]);
/* The same for a sentence about options that contradict each other or the game: the place of the first "--NAME" in it that the
 * file has given. A sentence that has its place stays as it is. */
void settings_place(const settings *settings, char why[APP_ERROR_BYTES]);
/* What --write-config shows: the settings, with an example for each key that is not given and has no default. The caller frees
 * its texts with settings_free(); other texts are those of `given`. */
settings settings_example(const settings *given, const app_arguments *arguments, const host_def *def);
host_policy settings_policy(const settings *settings);
/* Finds the game and checks every value against it. */
bool settings_match(const settings *settings, const app_arguments *arguments, host_def *def, char why[APP_ERROR_BYTES]);

#endif
