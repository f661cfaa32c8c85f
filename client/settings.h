/* settings.h: the client's command line. */
#ifndef FS_CLIENT_SETTINGS_H
#define FS_CLIENT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/identity.h>
#include <fixstep/sim.h>

#include "app/files/password_file.h"
#include "app/files/ticket_file.h"
#include "app/options.h"
#include "app/script.h"
#include "online/fault.h"

/* What the command line asks for; each option names the modes that accept it. */
enum {
    CLIENT_ONLINE = 1,
    CLIENT_LOCAL = 2,
    CLIENT_SYNC_TEST = 4,
    CLIENT_LIST = 8,
    CLIENT_REPLAY = 16,
    CLIENT_SERVERS = 32
};
enum { VIEW_TTY, VIEW_NONE, VIEW_WINDOW };

/* A server of --list. */
typedef struct listed_server {
    char host[264]; /* FAVOURITE_HOST_BYTES */
    bool has_key;   /* it has told its public key, not proved it yet */
    uint8_t key[FS_KEY_BYTES];
} listed_server;

typedef struct settings {
    const char *host; /* NULL in a local match */
    const char *local, *sync_test, *game, *name, *bot, *script, *record, *report, *inject, *debug;
    const char *font, *screenshot, *size;
    const char *replay, *compare, *render, *render_video, *password_file, *favourites, *known_hosts, *key, *ticket_file,
        *origin_key;
    listed_server listed;              /* of @NAME, once it is found */
    char password[APP_PASSWORD_BYTES]; /* of password_file */
    app_ticket ticket;                 /* of ticket_file; size 0: none */
    app_list sets;
    uint64_t players, tick_rate, seed, ticks, timeout, workers, tick, slot, list_port, predict, speed;
    unsigned view, log_format, completion;
    unsigned solids;        /* solids_quality */
    uint32_t debug_layers;  /* of --debug, 0 when not given */
    uint32_t width, height; /* of --size, 0 when not given */
    bool has_seed, quiet, verbose, bots, list_games, list, completes, full_screen, has_tick, has_slot;
    bool view_given; /* --view */
    fault fault;
    bool insecure, anonymous, spectate;
} settings;

extern const app_program client_program;

/* Parses the command line and checks that the options fit together; APP_USAGE_ERROR
 * with a sentence. */
app_parsed settings_parse(settings *settings, int argc, char **argv, char why[APP_ERROR_BYTES]);

#endif
