/* uniform_grid.c: uniform grids of boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/uniform_grid.inl"
