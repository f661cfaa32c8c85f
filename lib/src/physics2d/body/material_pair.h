/* material_pair.h: friction and restitution given for a pair of materials; see material_pair2.h. */
#ifndef FS_PHYSICS2D_BODY_MATERIAL_PAIR_H
#define FS_PHYSICS2D_BODY_MATERIAL_PAIR_H

#include "physics2d/dimension.h"

#include <fixstep/world2.h>

#include "physics/body/material_pair_calls.inl"

#endif
