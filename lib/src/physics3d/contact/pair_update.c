/* pair_update.c: the pairs of shapes in space. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

bool fs__contact3_reserve_points(struct fs_world3 *w)
{
    uint32_t points = *w->contact.rows * FS__MANIFOLD3_MAX_POINTS;
    return *w->point.rows >= points ||
           fs_rows_resize(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT_POINT, points) == FS_OK;
}

static bool reserve_points(struct fs_world3 *w)
{
    return fs__contact3_reserve_points(w);
}

#include "physics/contact/pair_update.inl"
