/* box_tree.c: trees of boxes over arrays in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/box_tree.inl"
