/* builtin.h (internal): every built-in game by its symbol, for the list in builtin.c and the tests. */
#ifndef FS_GAMES_BUILTIN_H
#define FS_GAMES_BUILTIN_H

#include <fixstep/sim.h>

extern const fs_game fs_game_airhockey;
extern const fs_game fs_game_ballistic;
extern const fs_game fs_game_bigballistic;
extern const fs_game fs_game_blackhole;
extern const fs_game fs_game_blob;
extern const fs_game fs_game_bowling;
extern const fs_game fs_game_bridge;
extern const fs_game fs_game_chain;
extern const fs_game fs_game_collisions;
extern const fs_game fs_game_dogfight;
extern const fs_game fs_game_explosion;
extern const fs_game fs_game_fireworks;
extern const fs_game fs_game_fireworks2d;
extern const fs_game fs_game_flightsim;
extern const fs_game fs_game_fracture;
extern const fs_game fs_game_gamma;
extern const fs_game fs_game_glider;
extern const fs_game fs_game_missile;
extern const fs_game fs_game_particles;
extern const fs_game fs_game_platform;
extern const fs_game fs_game_platform2d;
extern const fs_game fs_game_polygonball;
extern const fs_game fs_game_pool;
extern const fs_game fs_game_pyramid;
extern const fs_game fs_game_pyramid3d;
extern const fs_game fs_game_ragdoll;
extern const fs_game fs_game_rain;
extern const fs_game fs_game_rain3d;
extern const fs_game fs_game_sailboat;
extern const fs_game fs_game_sandbox;
extern const fs_game fs_game_tank;
extern const fs_game fs_game_thrust;
extern const fs_game fs_game_trebuchet;

#endif
