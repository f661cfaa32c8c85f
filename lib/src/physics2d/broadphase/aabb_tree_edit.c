/* aabb_tree_edit.c: changes of the tree of boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/aabb_tree.h"

/* -2 for an empty box of a point. */
static int64_t half_surface(struct fs__quantised_aabb2 a)
{
    return -((int64_t)a.v[0] + a.v[1] + a.v[2] + a.v[3]);
}

#include "physics/broadphase/aabb_tree_edit.inl"
