/* netgame.h: a game of up to 64 players with inputs of 8 bytes and a small state, for measurements of the network.
 *
 * Every byte of every input changes the state for ever. A step takes well below a microsecond for each player.
 */
#ifndef FS_NETGAME_H
#define FS_NETGAME_H

#include <fixstep/sim.h>

/* Option: KiB of random bits that the state carries, 0 by default. */
enum { NETGAME_BALLAST };

/* 1..64 players. */
extern const fs_game netgame;

#endif
