/* sphere_tree.c: a hierarchy of bounding spheres in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/sphere_tree.inl"
