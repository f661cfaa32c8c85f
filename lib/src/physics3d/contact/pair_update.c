/* pair_update.c: the pairs of shapes in space. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

#include "physics/contact/pair_update.inl"
