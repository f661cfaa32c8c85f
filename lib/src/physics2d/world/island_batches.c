/* island_batches.c: the bodies, contacts and joints that the 2D solver works on. */
#include "physics2d/dimension.h"

#include <string.h>

#include "physics/islands.h"
#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

static size_t own_arena_size(void)
{
    return 0;
}

#include "physics/world/island_batches.inl"
