/* material_pair.h: friction and restitution given for a pair of materials; see material_pair3.h. */
#ifndef FS_PHYSICS3D_BODY_MATERIAL_PAIR_H
#define FS_PHYSICS3D_BODY_MATERIAL_PAIR_H

#include "physics3d/dimension.h"

#include <fixstep/world3.h>

#include "physics/body/material_pair_calls.inl"

#endif
