/* shape_surface.c: friction and restitution given with a shape in a 2D world. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"

#include "physics/body/shape_surface.inl"
