/* aabb_tree_build.c: whole trees of boxes at once in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree_build.inl"
