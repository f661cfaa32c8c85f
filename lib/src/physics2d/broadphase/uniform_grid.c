/* uniform_grid.c: uniform grids of boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/uniform_grid.inl"
