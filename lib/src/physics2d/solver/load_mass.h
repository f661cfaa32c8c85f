/* load_mass.h: the mass with which a body that is pressed between heavier ones enters contacts; see load_mass.c. */
#ifndef FS_PHYSICS2D_SOLVER_LOAD_MASS_H
#define FS_PHYSICS2D_SOLVER_LOAD_MASS_H

#include "physics2d/world/world.h"

/* The high bits of body2.flags: the power of two by which mass and inertia of the body are multiplied in contacts. */
enum { FS__BODY2_LOAD_BIT = 11, FS__BODY2_MAX_LOAD_SHIFT = 24, FS__BODY2_LOAD_MASK = 31 << FS__BODY2_LOAD_BIT };

static inline int32_t fs__body2_load_shift(const struct fs_world2 *w, uint32_t row)
{
    return w->body.flags[row] >> FS__BODY2_LOAD_BIT;
}

static inline fs_scaled fs__load_mass2_divide(fs_scaled inverse, int32_t shift)
{
    return (fs_scaled){ inverse.m, inverse.m == 0 ? inverse.e : inverse.e - shift };
}

/* Inverse mass and inertia of a body in contacts, and where forces act on it. */
static inline fs_scaled fs__body2_contact_inv_mass(const struct fs_world2 *w, uint32_t row)
{
    return fs__load_mass2_divide(w->body.inv_mass[row], fs__body2_load_shift(w, row));
}

static inline fs_scaled fs__body2_contact_inv_inertia(const struct fs_world2 *w, uint32_t row)
{
    return fs__load_mass2_divide(w->body.inv_inertia[row], fs__body2_load_shift(w, row));
}

/* Sets the powers of two of awake bodies from the impulses of the last tick, and stores these in the units that
 * follow. Before the solver reads impulses; takes arena memory only while it runs. */
void fs__load_mass2_update(struct fs__world2_tick *tick);

#endif
