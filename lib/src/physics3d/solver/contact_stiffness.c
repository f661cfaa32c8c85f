/* contact_stiffness.c: contacts in space whose stiffness changes while they overlap. */
#include "physics3d/dimension.h"

#include "physics3d/world/world.h"
#include "physics/solver/contact_stiffness.h"

static fs_rel least_separation(const struct fs__world3_tick *tick, uint32_t row)
{
    const fs_rel *separation = tick->separation[row].point;
    fs_rel least = separation[0];
    for (unsigned i = 1; i < tick->w->contact.count[row]; i++)
        least = fs_min32(least, separation[i]);
    return least;
}

static void add_separation(struct fs__world3_tick *tick, uint32_t row, fs_rel rest)
{
    fs_rel *separation = tick->separation[row].point;
    for (unsigned i = 0; i < tick->w->contact.count[row]; i++)
        separation[i] = fs_sat32_add(separation[i], rest);
}

#include "physics/solver/contact_stiffness.inl"
