/* builtin.c: the list of the built-in games. See <fixstep/games.h>. */
#include "games/builtin.h"

#include <fixstep/games.h>

/* Alphabetical: fs_builtin_games() and --list-games show this order. */
static const fs_game *const games[] = {
    &fs_game_airhockey,  &fs_game_ballistic,   &fs_game_bigballistic, &fs_game_blackhole,  &fs_game_blob,
    &fs_game_bowling,    &fs_game_bridge,      &fs_game_chain,        &fs_game_collisions, &fs_game_dogfight,
    &fs_game_explosion,  &fs_game_fireworks,   &fs_game_fireworks2d,  &fs_game_flightsim,  &fs_game_fracture,
    &fs_game_gamma,      &fs_game_glider,      &fs_game_missile,      &fs_game_particles,  &fs_game_platform,
    &fs_game_platform2d, &fs_game_polygonball, &fs_game_pool,         &fs_game_pyramid,    &fs_game_pyramid3d,
    &fs_game_ragdoll,    &fs_game_rain,        &fs_game_rain3d,       &fs_game_sailboat,   &fs_game_sandbox,
    &fs_game_tank,       &fs_game_thrust,      &fs_game_trebuchet,
};

static const fs_game_list list = { games, sizeof games / sizeof games[0] };

const fs_game_list *fs_builtin_games(void)
{
    return &list;
}
