/* game_abi.c: a shared object whose game says it is for another interface. Only the
 * number may be read of it: all else would be garbage in such a game. */
#include <stdint.h>
#include <fixstep/result.h>

extern const uint32_t fixstep_game[2];
FS_API const uint32_t fixstep_game[2] = { 77, 0xdeadbeef };
