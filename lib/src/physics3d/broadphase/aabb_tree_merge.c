/* aabb_tree_merge.c: trees of boxes from the leaves up in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree_merge.inl"
