/* pair_update.c: the pairs of shapes in the plane. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

/* The points of a contact are columns of its row. */
static bool reserve_points(struct fs_world2 *w)
{
    (void)w;
    return true;
}

#include "physics/contact/pair_update.inl"
