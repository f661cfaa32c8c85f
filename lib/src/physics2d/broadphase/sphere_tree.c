/* sphere_tree.c: a hierarchy of bounding circles in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/sphere_tree.inl"
