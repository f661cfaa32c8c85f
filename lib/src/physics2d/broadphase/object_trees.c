/* object_trees.c: trees of objects and of their boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/object_trees.inl"
