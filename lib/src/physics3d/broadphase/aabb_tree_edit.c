/* aabb_tree_edit.c: changes of the tree of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/aabb_tree_edit.inl"
