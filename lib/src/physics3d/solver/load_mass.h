/* load_mass.h: the mass of bodies in space in contacts and joints; see physics/solver/load_mass.h. */
#ifndef FS_PHYSICS3D_SOLVER_LOAD_MASS_H
#define FS_PHYSICS3D_SOLVER_LOAD_MASS_H

#include "physics3d/world/world.h"

enum { FS__BODY3_LOAD_BIT = 12, FS__BODY3_MAX_LOAD_SHIFT = 15, FS__BODY3_LOAD_MASK = 15 << FS__BODY3_LOAD_BIT };

#include "physics/solver/load_mass.h"

/* Normal impulse of a contact in a substep of the last tick, of all its points (m/s of the pair, Q21). */
static inline int64_t fs__contact3_normal_impulse(const struct fs_world3 *w, uint32_t contact)
{
    const fs_vel3 *impulse = &w->point.impulse[w->contact.first_point[contact]];
    int64_t sum = 0;
    for (unsigned i = 0; i < w->contact.count[contact]; i++)
        sum += impulse[i].x;
    return sum;
}

#endif
