/* load_mass.h: the mass of bodies in space in contacts; see physics/solver/load_mass.h. */
#ifndef FS_PHYSICS3D_SOLVER_LOAD_MASS_H
#define FS_PHYSICS3D_SOLVER_LOAD_MASS_H

#include "physics3d/world/world.h"

enum { FS__BODY3_LOAD_BIT = 12, FS__BODY3_MAX_LOAD_SHIFT = 15, FS__BODY3_LOAD_MASK = 15 << FS__BODY3_LOAD_BIT };

#include "physics/solver/load_mass.h"

#endif
