/* octree.c: an oct-tree of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/quadtree.inl"
