/* aabb_tree_build.c: whole trees of boxes at once in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/aabb_tree_build.inl"
