/* bsp.c: planes that divide boxes in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/bsp.inl"
