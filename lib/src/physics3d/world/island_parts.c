/* island_parts.c: into how many parts the tick of every island of a large 3D world is divided. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

#include "physics/world/island_parts.inl"
