/* pick.h: the body of a world that a line of sight meets. Reads states and changes none. */
#ifndef FS_CLIENT_PICK_H
#define FS_CLIENT_PICK_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/state.h>
#include <fixstep/view.h>

/* A row of a table of bodies. Zeroed: none. */
typedef struct picked_body {
    bool met;
    bool fixed; /* a static body */
    uint16_t table;
    uint32_t row;
} picked_body;

/* In space the first body that moves along the line of sight, in 2D the last one with a shape at the point, which a game
 * usually draws on top; where there is no such body a static one. Static bodies come second because they may be walls that
 * no game draws. Sensors are not met, nor shapes in which the eye stands. */
picked_body pick_body(const fs_state *state, const fs_draw_ray *sight);

#endif
