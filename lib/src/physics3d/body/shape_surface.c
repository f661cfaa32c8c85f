/* shape_surface.c: friction and restitution given with a shape in a 3D world. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"

#include "physics/body/shape_surface.inl"
