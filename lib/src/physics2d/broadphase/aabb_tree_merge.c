/* aabb_tree_merge.c: trees of boxes from the leaves up in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/aabb_tree_merge.inl"
