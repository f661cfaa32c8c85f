/* contact_end.c: the end of contacts in space, and the rows of their points. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

static void clear_points(struct fs_world3 *w, uint32_t contact)
{
    size_t first = w->contact.first_point[contact], count = w->contact.count[contact];
    memset(&w->point.arm[first], 0, count * sizeof *w->point.arm);
    memset(&w->point.separation[first], 0, count * sizeof *w->point.separation);
    memset(&w->point.id[first], 0, count * sizeof *w->point.id);
    memset(&w->point.impulse[first], 0, count * sizeof *w->point.impulse);
}

#include "physics/contact/contact_end.inl"
