/* broadphase_internal.h: what only the plane has beside physics/broadphase/broadphase_internal.h. */
#ifndef FS_PHYSICS2D_BROADPHASE_BROADPHASE_INTERNAL_H
#define FS_PHYSICS2D_BROADPHASE_BROADPHASE_INTERNAL_H

#include "physics2d/dimension.h"

#include "physics/broadphase/broadphase_internal.h"

extern const struct fs__broadphase2_ops fs__broadphase2_hierarchical_grid, fs__broadphase2_uniform_grid,
    fs__broadphase2_quadtree, fs__broadphase2_sweep_and_prune;

/* A power of two, as many as rows or more. */
static inline uint32_t fs__broadphase_bucket_count(uint32_t capacity)
{
    uint32_t buckets = 1;
    while (buckets < capacity && buckets < (uint32_t)1 << 30)
        buckets *= 2;
    return buckets;
}

#endif
