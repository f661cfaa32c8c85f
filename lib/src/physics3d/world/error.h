/* error.h: the sentence on the last failed call of a world; see physics/world/error_calls.inl. */
#ifndef FS_PHYSICS3D_WORLD_ERROR_H
#define FS_PHYSICS3D_WORLD_ERROR_H

#include "physics3d/dimension.h"

#include <fixstep/world3.h>

#include "physics/error_text.h"
#include "physics/world/error_calls.inl"

#endif
