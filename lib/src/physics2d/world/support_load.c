/* support_load.c: what lies on each contact of an island in the plane. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

static int64_t upward(fs_unit2 up, fs_unit2 n)
{
    return fs_round_shift64_sym((int64_t)n.x * up.x + (int64_t)n.y * up.y, FS_UNIT_FRAC);
}

static int64_t upward_way(fs_unit2 up, fs_rel2 d)
{
    return fs_round_shift64_sym((int64_t)d.x * up.x + (int64_t)d.y * up.y, FS_UNIT_FRAC);
}

#include "physics/world/support_load.inl"
