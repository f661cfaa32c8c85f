/* object_trees.c: trees of objects and of their boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/object_trees.inl"
