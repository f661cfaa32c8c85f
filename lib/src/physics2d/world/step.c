/* step.c: one tick of a 2D world; see world.h for its parts. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/solver/load_mass.h"
#include "physics2d/world/world.h"

static fs_scaled pair_mass(const struct fs_world2 *w, uint32_t a, uint32_t b)
{
    return fs_scaled_inverse(fs_scaled_add(fs__body2_loaded_inv_mass(w, a), fs__body2_loaded_inv_mass(w, b)));
}

static fs_rel2 first_arm(const struct fs_world2 *w, uint32_t contact)
{
    return w->contact.arm0[contact];
}

static void begin_tick(struct fs_world2 *w)
{
    (void)w;
}

static void solve(struct fs__world2_tick *tick)
{
    if (*tick->w->rules.flags & FS_WORLD2_POSITIONS_ONLY)
        fs__positions2_solve(tick);
    else
        fs__solver2_run(tick);
}

#include "physics/world/step.inl"
