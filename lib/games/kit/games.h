/* games.h: the games that are built in, for the registry alone. */
#ifndef FS_GAMES_GAMES_H
#define FS_GAMES_GAMES_H

#include <fixstep/sim.h>

extern const fs_game fs__game_airhockey;
extern const fs_game fs__game_ballistic;
extern const fs_game fs__game_blackhole;
extern const fs_game fs__game_blob;
extern const fs_game fs__game_bridge;
extern const fs_game fs__game_chain;
extern const fs_game fs__game_collisions;
extern const fs_game fs__game_dogfight;
extern const fs_game fs__game_fireworks;
extern const fs_game fs__game_fireworks2d;
extern const fs_game fs__game_missile;
extern const fs_game fs__game_particles;
extern const fs_game fs__game_platform;
extern const fs_game fs__game_platform2d;
extern const fs_game fs__game_polygonball;
extern const fs_game fs__game_pool;
extern const fs_game fs__game_pyramid;
extern const fs_game fs__game_rain;
extern const fs_game fs__game_sandbox;
extern const fs_game fs__game_tank;

#endif
