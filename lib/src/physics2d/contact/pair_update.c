/* pair_update.c: the pairs of shapes in the plane. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

#include "physics/contact/pair_update.inl"
