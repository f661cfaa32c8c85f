/* debug_motion.c: velocities and sleeping bodies of a 3D world. */
#include "physics3d/dimension.h"

#include "physics3d/debug/debug.h"

#include "physics/debug/debug_motion.inl"
