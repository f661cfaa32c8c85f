/* islands.c: sleep and waking in a 3D world. */
#include "physics3d/dimension.h"

#include "physics/islands.h"
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* A sleeping body wakes in the tick in which a fast one may meet it. */
static const uint8_t *waking_points(const struct fs_world3 *w)
{
    return w->contact.count;
}

#include "physics/world/islands.inl"
