/* aabb_tree_walk.c: queries of the tree of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree_walk.inl"
