/* sweep_and_prune.c: sweep and prune in the plane. */
#include "physics2d/dimension.h"

#include "physics/broadphase/sweep_and_prune.inl"
