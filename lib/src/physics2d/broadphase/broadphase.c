/* broadphase.c: the broad phase in the plane and the list of its structures. */
#include "physics2d/broadphase/broadphase_internal.h"

static const struct fs__broadphase2_ops *ops_of(fs__broadphase_kind kind)
{
    static const struct fs__broadphase2_ops *const table[FS__BROADPHASE_KINDS] = {
        [FS__BROADPHASE_TREE] = &fs__broadphase2_tree,
        [FS__BROADPHASE_HIERARCHICAL_GRID] = &fs__broadphase2_hierarchical_grid,
        [FS__BROADPHASE_UNIFORM_GRID] = &fs__broadphase2_uniform_grid,
        [FS__BROADPHASE_QUADTREE] = &fs__broadphase2_quadtree,
        [FS__BROADPHASE_SWEEP_AND_PRUNE] = &fs__broadphase2_sweep_and_prune,
        [FS__BROADPHASE_BRUTE_FORCE] = &fs__broadphase2_brute_force,
    };
    FS_ASSERT((unsigned)kind < FS__BROADPHASE_KINDS);
    return table[kind];
}

#include "physics/broadphase/broadphase.inl"
