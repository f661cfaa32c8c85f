/* aabb_tree_edit.c: changes of the tree of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree.h"

/* With sides in quarters of steps so that products fit: sides are below 2^32 steps. */
static int64_t half_surface(struct fs__quantised_aabb3 a)
{
    int64_t x = fs_asr64(-((int64_t)a.v[0] + a.v[3]), 2), y = fs_asr64(-((int64_t)a.v[1] + a.v[4]), 2),
            z = fs_asr64(-((int64_t)a.v[2] + a.v[5]), 2);
    return x * y + y * z + z * x;
}

#include "physics/broadphase/aabb_tree_edit.inl"
