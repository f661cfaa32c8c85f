/* load_mass.h: the mass with which a body that is pressed between heavier ones enters contacts; see
 * physics/solver/load_mass.inl.
 */
#ifndef FS_PHYSICS3D_SOLVER_LOAD_MASS_H
#define FS_PHYSICS3D_SOLVER_LOAD_MASS_H

#include "physics3d/world/world.h"

/* The high bits of body3.flags: the power of two by which mass and inertia of the body are multiplied in contacts. */
enum { FS__BODY3_LOAD_BIT = 12, FS__BODY3_MAX_LOAD_SHIFT = 15, FS__BODY3_LOAD_MASK = 15 << FS__BODY3_LOAD_BIT };

static inline int32_t fs__body3_load_shift(const struct fs_world3 *w, uint32_t row)
{
    return w->body.flags[row] >> FS__BODY3_LOAD_BIT;
}

static inline fs_scaled fs__load_mass3_divide(fs_scaled inverse, int32_t shift)
{
    return (fs_scaled){ inverse.m, inverse.m == 0 ? inverse.e : inverse.e - shift };
}

/* Inverse mass of a body in contacts, and where forces act on it. */
static inline fs_scaled fs__body3_contact_inv_mass(const struct fs_world3 *w, uint32_t row)
{
    return fs__load_mass3_divide(w->body.inv_mass[row], fs__body3_load_shift(w, row));
}

/* Sets the powers of two of awake bodies from the impulses of the last tick, and stores these in the units that
 * follow. Before the solver reads impulses; takes arena memory only while it runs. */
void fs__load_mass3_update(struct fs__world3_tick *tick);

#endif
