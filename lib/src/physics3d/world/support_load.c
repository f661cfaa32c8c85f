/* support_load.c: what lies on each contact of an island in space. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

static int64_t upward(fs_unit3 up, fs_unit3 n)
{
    return fs_round_shift64_sym((int64_t)n.x * up.x + (int64_t)n.y * up.y + (int64_t)n.z * up.z, FS_UNIT_FRAC);
}

static int64_t upward_way(fs_unit3 up, fs_rel3 d)
{
    return fs_round_shift64_sym((int64_t)d.x * up.x + (int64_t)d.y * up.y + (int64_t)d.z * up.z, FS_UNIT_FRAC);
}

#include "physics/world/support_load.inl"
