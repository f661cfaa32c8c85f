/* toygame.h: a small integer game for tests, with a field of every type and a pool.
 *
 * It has no physics. Every input byte, every field and every random number changes the state. It must only use the
 * public interface, so that it can be built as a shared object too.
 */
#ifndef TOYGAME_H
#define TOYGAME_H

#include <fixstep/sim.h>

enum {
    TOY_INPUT = 3, /* dx, dy (signed), buttons */
    TOY_FIRE = 1,  /* button: makes a shot, unless the pool is full */
    TOY_SHOTS = 6
};

/* 1..8 players, default 2; options "speed" (1..100, initial 3) and "bounce" (0..1). */
FS_API extern const fs_game toy_game;

#endif
