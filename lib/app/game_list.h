/* game_list.h: --list-games, for people and for programs. */
#ifndef FS_APP_GAME_LIST_H
#define FS_APP_GAME_LIST_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <fixstep/sim.h>

/* One game: name, title, controls, players, options and bots. NULL when out of memory. The caller releases it. */
json_t *app_game_json(const fs_game *game);
/* Prints `game`, or all built-in games when it is NULL, as text or as one JSON array. False when it cannot be
 * written. */
bool app_list_games(const fs_game *game, bool json, FILE *file);

#endif
