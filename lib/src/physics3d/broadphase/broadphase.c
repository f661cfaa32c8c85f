/* broadphase.c: the broad phase in space and the list of its structures. */
#include "physics3d/dimension.h"

#include "physics/broadphase/broadphase_internal.h"

static const struct fs__broadphase3_ops *ops_of(fs__broadphase_kind kind)
{
    FS_ASSERT(kind == FS__BROADPHASE_TREE || kind == FS__BROADPHASE_BRUTE_FORCE);
    return kind == FS__BROADPHASE_TREE ? &fs__broadphase3_tree : &fs__broadphase3_brute_force;
}

#include "physics/broadphase/broadphase.inl"
