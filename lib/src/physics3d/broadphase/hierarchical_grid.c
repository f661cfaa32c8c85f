/* hierarchical_grid.c: grids of boxes by size in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/hierarchical_grid.inl"
