/* rotation.h: the games that a server hosts one after another.
 *
 * A round is written as "GAME [KEY=VALUE]...": an option of the game, or one of players, ticks and points, which stand
 * for the option of the same name of the command line and win over it.
 */
#ifndef FS_SERVER_ROTATION_H
#define FS_SERVER_ROTATION_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/sim.h>

#include "app/options.h"
#include "app/setup.h"

enum { ROTATION_MAX = APP_MAX_LIST };

/* Ends of a round beside the game's own. */
typedef struct round_limits {
    uint32_t ticks; /* 0: none */
    int64_t points; /* score of a player, 0: none */
} round_limits;

typedef struct round_def {
    const fs_game *game;
    fs_config config; /* its seed is that of --seed, or drawn anew for each round */
    round_limits limits;
} round_def;

typedef struct rotation {
    round_def rounds[ROTATION_MAX]; /* count of them */
    uint32_t count;
    bool has_seed;
} rotation;

/* Parses one round. `options` and `limits` are those of the command line. False with a sentence. */
bool round_parse(round_def *round, const char *text, const app_match_options *options, const round_limits *limits,
                 char why[APP_ERROR_BYTES]);
/* Parses all rounds of a list. False with a sentence that names the round. */
bool rotation_parse(rotation *rotation, const app_list *list, const app_match_options *options,
                    const round_limits *limits, char why[APP_ERROR_BYTES]);

#endif
