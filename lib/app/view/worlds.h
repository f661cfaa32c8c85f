/* worlds.h: the worlds of rigid bodies in a state.
 *
 * A program sees a game only through its schema. A world is found by its tables, so every game that has one,
 * built in or loaded, needs no code for it.
 */
#ifndef FS_APP_WORLDS_H
#define FS_APP_WORLDS_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/state.h>

typedef struct app_world {
    unsigned dimensions; /* 2 or 3 */
    unsigned first;      /* table physics2 or physics3, as fs_world2_bind() and fs_world3_bind() take it */
    unsigned bodies;     /* table body2 or body3 */
} app_world;

/* The first world whose tables begin at `*table` or behind; `*table` becomes the one behind them. False when there is none.
 * A search begins with `*table` 0. */
bool app_world_next(const fs_schema *schema, unsigned *table, app_world *world);

#endif
