/* contact_stiffness.c: contacts in the plane whose stiffness changes while they overlap. */
#include "physics2d/dimension.h"

#include "physics2d/world/world.h"
#include "physics/solver/contact_stiffness.h"

static fs_rel least_separation(const struct fs__world2_tick *tick, uint32_t row)
{
    fs_rel2 separation = tick->separation[row];
    return tick->w->contact.count[row] > 1 ? fs_min32(separation.x, separation.y) : separation.x;
}

static void add_separation(struct fs__world2_tick *tick, uint32_t row, fs_rel rest)
{
    tick->separation[row].x = fs_sat32_add(tick->separation[row].x, rest);
    if (tick->w->contact.count[row] > 1)
        tick->separation[row].y = fs_sat32_add(tick->separation[row].y, rest);
}

#include "physics/solver/contact_stiffness.inl"
