/* sweep_and_prune.c: sweep and prune in space. */
#include "physics3d/dimension.h"

#include "physics/broadphase/sweep_and_prune.inl"
