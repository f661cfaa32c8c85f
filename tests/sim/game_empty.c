/* game_empty.c: a shared object that is no game. */
#include <fixstep/result.h>

FS_API extern const int not_a_game;
FS_API const int not_a_game = 1;
