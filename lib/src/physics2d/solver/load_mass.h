/* load_mass.h: the mass of bodies of the plane in contacts and joints; see physics/solver/load_mass.h. */
#ifndef FS_PHYSICS2D_SOLVER_LOAD_MASS_H
#define FS_PHYSICS2D_SOLVER_LOAD_MASS_H

#include "physics2d/world/world.h"

enum { FS__BODY2_LOAD_BIT = 11, FS__BODY2_MAX_LOAD_SHIFT = 24, FS__BODY2_LOAD_MASK = 31 << FS__BODY2_LOAD_BIT };

#include "physics/solver/load_mass.h"

static inline fs_scaled fs__body2_loaded_inv_inertia(const struct fs_world2 *w, uint32_t row)
{
    return fs__load_mass2_divide(w->body.inv_inertia[row], fs__body2_load_shift(w, row));
}

/* Normal impulse of a contact in a substep of the last tick, of all its points (m/s of the pair, Q21). */
static inline int64_t fs__contact2_normal_impulse(const struct fs_world2 *w, uint32_t contact)
{
    return (int64_t)w->contact.impulse0[contact].x + w->contact.impulse1[contact].x;
}

#endif
