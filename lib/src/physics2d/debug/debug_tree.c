/* debug_tree.c: the inner boxes of the AABB tree of a 2D world. */
#include "physics2d/dimension.h"

#include <stdlib.h>

#include "physics2d/debug/debug.h"

#include "physics/debug/debug_tree.inl"
