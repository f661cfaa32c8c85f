/* island_parts.c: into how many parts the tick of every island of a large 2D world is divided. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

#include "physics/world/island_parts.inl"
