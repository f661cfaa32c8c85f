/* bsp.c: planes that divide boxes in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/bsp.inl"
