/* broadphase.c: the broad phase in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/broadphase.inl"
