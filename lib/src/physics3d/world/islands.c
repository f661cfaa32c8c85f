/* islands.c: sleep and waking in a 3D world. */
#include "physics3d/dimension.h"

#include "physics/islands.h"
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

#include "physics/world/islands.inl"
