/* quadtree.c: a quad-tree of boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/quadtree.inl"
