/* contact_stiffness.h: contacts whose stiffness changes while they overlap; see contact_stiffness.c. */
#ifndef FS_PHYSICS2D_SOLVER_CONTACT_STIFFNESS_H
#define FS_PHYSICS2D_SOLVER_CONTACT_STIFFNESS_H

#include "physics2d/world/world.h"

/* Before the solver reads separations: moves the rest overlaps of the listed contacts where their number of parts changed,
 * and measures their separations from there. */
void fs__contact_stiffness2_update(struct fs__world2_tick *tick);

#endif
