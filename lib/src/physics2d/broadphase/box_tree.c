/* box_tree.c: trees of boxes over arrays in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/box_tree.inl"
