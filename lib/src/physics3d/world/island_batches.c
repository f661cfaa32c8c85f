/* island_batches.c: the bodies, contacts and joints that the 3D solver works on. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics/islands.h"
#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

static size_t own_arena_size(void)
{
    return fs__contact3_pairs_arena_size();
}

#include "physics/world/island_batches.inl"
