/* world.c: the gravity of a 2D world, and energy and momentum of its bodies. */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>
#include <fixstep/world2.h>

#include "physics/world/energy.h"
#include "physics2d/body/body.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

static fs_result check_gravity(char *text, fs_wide2 gravity)
{
    const int64_t most = FS__WORLD2_MAX_GRAVITY;
    const struct fs__range ranges[] = { { "gravity.x", gravity.x, -most, most, FS_WIDE_FRAC },
                                        { "gravity.y", gravity.y, -most, most, FS_WIDE_FRAC } };
    return fs__error_text_check(text, ranges, FS__AXES, "", "");
}

static fs_result check_flags(fs_world2 *w, uint32_t set)
{
    (void)w, (void)set;
    return FS_OK;
}

static fs_wide rotation_energy(const fs_world2 *w, uint32_t i)
{
    int64_t spin = w->body.angular_velocity[i];
    return fs__half_square(w->body.inertia[i], (uint64_t)(spin * spin));
}

static fs_wide2 momentum_of(const fs_world2 *w, uint32_t i)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC);
    return fs_wide2_make(fs_scaled_apply(w->body.mass[i], w->body.vel[i].x * up),
                         fs_scaled_apply(w->body.mass[i], w->body.vel[i].y * up));
}

#include "physics/world/world.inl"
