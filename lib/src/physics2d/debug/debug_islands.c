/* debug_islands.c: outlines of the shapes of every island of a 2D world. */
#include "physics2d/dimension.h"

#include <stdlib.h>

#include "physics2d/debug/debug.h"

#include "physics/debug/debug_islands.inl"
