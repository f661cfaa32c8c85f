/* error.h: the sentence on the last failed call of a world; see physics/world/error_calls.inl. */
#ifndef FS_PHYSICS2D_WORLD_ERROR_H
#define FS_PHYSICS2D_WORLD_ERROR_H

#include "physics2d/dimension.h"

#include <fixstep/world2.h>

#include "physics/error_text.h"
#include "physics/world/error_calls.inl"

#endif
