/* aabb_tree_edit.c: changes of the tree of boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/aabb_tree_edit.inl"
