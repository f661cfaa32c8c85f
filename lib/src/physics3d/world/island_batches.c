/* island_batches.c: the bodies, contacts and joints that the 3D solver works on. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics/islands.h"
#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

#include "physics/world/island_batches.inl"
