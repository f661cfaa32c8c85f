/* netgame.h: a game of up to 64 players with inputs of 8 bytes and a small state, for measurements of the network.
 *
 * Every byte of every input changes the state for ever. A step takes well below a microsecond for each player.
 */
#ifndef FS_NETGAME_H
#define FS_NETGAME_H

#include <fixstep/sim.h>

/* 1..64 players; no options. */
extern const fs_game netgame;

#endif
