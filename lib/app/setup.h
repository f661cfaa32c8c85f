/* setup.h: game, configuration, seed and bots from the command line. */
#ifndef FS_APP_SETUP_H
#define FS_APP_SETUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <fixstep/sim.h>

#include "app/options.h"

/* The options of a match on the command line; numbers that were not given are 0. */
typedef struct app_match_options {
    uint64_t players, hz, seed;
    bool has_seed;        /* else the system gives a random one */
    const app_list *sets; /* KEY=VALUE each */
} app_match_options;

/* Finds a game (built in, or a shared object by path); NULL with a sentence. */
const fs_game *app_game_find(const char *name, char why[APP_ERROR_BYTES]);
/* A built-in game by name alone: names that come over the network must never
 * load a file. NULL if there is none. */
const fs_game *app_game_builtin(const char *name);
bool app_config_make(const fs_game *game, const app_match_options *options, fs_config *config,
                     char why[APP_ERROR_BYTES]);
/* Unpredictable bits from the system. */
bool app_random_seed(uint64_t *seed);
/* A game, or all built-in ones, with options, controls and bots, for people. */
void app_print_game(const fs_game *game, FILE *file);
void app_print_games(FILE *file);
void app_print_bots(const fs_game *game, FILE *file);
/* The bot, or NULL with a sentence that lists the game's bots. */
const fs_bot *app_bot_find(const fs_game *game, const char *name, char why[APP_ERROR_BYTES]);
/* The game's first bot that neither idles nor plays at random, else "random". */
const fs_bot *app_bot_default(const fs_game *game);
/* "0.1.0, gcc 12.2.0, avx2, x86_64-linux-gnu": version, compiler, widest instruction set of the processor and machine. Static. */
const char *app_build(void);
/* "PROGRAM 0.1.0 (build)" and the number formats' fingerprint. */
void app_print_version(const char *program, FILE *file);
/* "PROGRAM: SENTENCE" as one line on standard error. Names of the command line and of files in the sentence may hold any bytes:
 * control characters become '?', line feeds blanks. */
void app_print_error(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes out what standard output holds. False, with a sentence on standard error, when some of it could not be written:
 * a full disk, a closed pipe. */
bool app_flush_output(const char *program);

#endif
