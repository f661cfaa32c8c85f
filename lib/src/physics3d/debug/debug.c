/* debug.c: a 3D world as a list of things to draw; see debug3.h. */
#include "physics3d/dimension.h"

#include "physics3d/debug/debug.h"

#include "physics/debug/debug.inl"
