/* aabb_tree.c: the dynamic tree of boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/aabb_tree.inl"
