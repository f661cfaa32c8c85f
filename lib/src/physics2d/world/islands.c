/* islands.c: sleep and waking in a 2D world. */
#include "physics2d/dimension.h"

#include "physics/islands.h"
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* In the plane a sleeping body wakes when it is touched: matches and recordings of this version depend on it. */
static const uint8_t *waking_points(const struct fs_world2 *w)
{
    (void)w;
    return NULL;
}

#include "physics/world/islands.inl"
