/* contact_surface.c: combines the materials of two shapes. */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>

#include "physics2d/body/material_pair.h"
#include "physics2d/solver/contact_surface.h"
#include "physics2d/world/world.h"

static void combine_own(struct fs__surface2 *f, const struct fs_material2_view *m)
{
    f->tangent_speed = fs_sat32_add(m->tangent_speed[f->a], m->tangent_speed[f->b]);
}

#include "physics/solver/contact_surface.inl"
