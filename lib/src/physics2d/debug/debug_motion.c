/* debug_motion.c: velocities and sleeping bodies of a 2D world. */
#include "physics2d/dimension.h"

#include "physics2d/debug/debug.h"

#include "physics/debug/debug_motion.inl"
