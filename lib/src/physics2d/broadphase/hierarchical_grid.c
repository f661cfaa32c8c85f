/* hierarchical_grid.c: grids of boxes by size in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/hierarchical_grid.inl"
