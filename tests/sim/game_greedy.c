/* game_greedy.c: a shared object whose game breaks a requirement: it has no functions. */
#include <fixstep/sim.h>

extern const fs_game fixstep_game;
FS_API const fs_game fixstep_game = { .abi = FS_GAME_ABI, .name = "greedy", .title = "Greedy", .controls = "none" };
