/* aabb_tree.c: the dynamic tree of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree.inl"
