/* step.c: one tick of a 3D world; see world.h for its parts. */
#include "physics3d/dimension.h"

#include <fixstep/joint3.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/force/force.h"
#include "physics3d/joint/joint.h"
#include "physics3d/solver/load_mass.h"
#include "physics3d/world/world.h"

static fs_scaled pair_mass(const struct fs_world3 *w, uint32_t a, uint32_t b)
{
    return fs_scaled_inverse(fs_scaled_add(fs__body3_loaded_inv_mass(w, a), fs__body3_loaded_inv_mass(w, b)));
}

static fs_rel3 first_arm(const struct fs_world3 *w, uint32_t contact)
{
    return w->point.arm[w->contact.first_point[contact]];
}

/* What generators push with holds for all parts of the tick. */
static void begin_tick(struct fs_world3 *w)
{
    fs__hull3_sync(w);
    if ((*w->rules.flags & FS_WORLD3_PAUSED) == 0)
        fs__force3_apply(w, w->scratch->arena);
    fs_state_end_phase(w->state, FS_PHASE_FORCES);
}

static void solve(struct fs__world3_tick *tick)
{
    fs__solver3_run(tick);
}

#include "physics/world/step.inl"
