/* debug_islands.c: outlines of the shapes of every island of a 3D world. */
#include "physics3d/dimension.h"

#include <stdlib.h>

#include "physics3d/debug/debug.h"

#include "physics/debug/debug_islands.inl"
