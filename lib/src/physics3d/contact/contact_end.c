/* contact_end.c: the end of contacts in space, and the rows of their points. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

void fs__contact3_clear_points(struct fs_world3 *w, uint32_t contact, uint32_t from)
{
    size_t first = fs__contact3_first_point(contact) + from, count = FS__MANIFOLD3_MAX_POINTS - from;
    memset(&w->point.arm[first], 0, count * sizeof *w->point.arm);
    memset(&w->point.separation[first], 0, count * sizeof *w->point.separation);
    memset(&w->point.id[first], 0, count * sizeof *w->point.id);
    memset(&w->point.impulse[first], 0, count * sizeof *w->point.impulse);
}

static void clear_points(struct fs_world3 *w, uint32_t contact)
{
    fs__contact3_clear_points(w, contact, 0);
}

#include "physics/contact/contact_end.inl"
