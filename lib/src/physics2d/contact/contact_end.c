/* contact_end.c: the end of contacts in the plane. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* The points of a contact are columns of its row, which is cleared as a whole. */
static void clear_points(struct fs_world2 *w, uint32_t contact)
{
    (void)w;
    (void)contact;
}

#include "physics/contact/contact_end.inl"
