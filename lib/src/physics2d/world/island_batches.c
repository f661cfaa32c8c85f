/* island_batches.c: the bodies, contacts and joints that the 2D solver works on. */
#include "physics2d/dimension.h"

#include <string.h>

#include "physics/islands.h"
#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

#include "physics/world/island_batches.inl"
