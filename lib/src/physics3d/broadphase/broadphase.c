/* broadphase.c: the broad phase in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/broadphase.inl"
