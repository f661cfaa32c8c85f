/* islands.c: sleep and waking in a 2D world. */
#include "physics2d/dimension.h"

#include "physics/islands.h"
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

#include "physics/world/islands.inl"
