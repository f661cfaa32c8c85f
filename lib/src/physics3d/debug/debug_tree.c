/* debug_tree.c: the inner boxes of the AABB tree of a 3D world. */
#include "physics3d/dimension.h"

#include <stdlib.h>

#include "physics3d/debug/debug.h"

#include "physics/debug/debug_tree.inl"
