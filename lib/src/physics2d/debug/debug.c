/* debug.c: a 2D world as a list of things to draw; see debug2.h. */
#include "physics2d/dimension.h"

#include "physics2d/debug/debug.h"

#include "physics/debug/debug.inl"
