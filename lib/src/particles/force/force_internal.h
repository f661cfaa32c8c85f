/* force_internal.h: shared by the files of force generators.
 *
 * Precondition of a generator's function, ensured by force.c: the particles exist, and those that it acts on are movable.
 * All magnitudes are Q32.32; saturations are counted in the context.
 */
#ifndef FS_PARTICLES_FORCE_INTERNAL_H
#define FS_PARTICLES_FORCE_INTERNAL_H

#include <fixstep/force.h>

#include "force/force_law.h"
#include "particles/particle_internal.h"

/* The types of each file; force.c puts them into the dispatch table by id. */
extern const fs_force_type fs__force_type_gravity, fs__force_type_drag, fs__force_type_airbrake,
    fs__force_type_constant, fs__force_type_uplift, fs__force_type_buoyancy, fs__force_type_lift, fs__force_type_wind,
    fs__force_type_blast;
extern const fs_force_type fs__force_type_spring, fs__force_type_anchored_spring, fs__force_type_one_way_spring,
    fs__force_type_bungee, fs__force_type_anchored_bungee, fs__force_type_elastic_limit, fs__force_type_stiff_spring,
    fs__force_type_homing;
extern const fs_force_type fs__force_type_attractor, fs__force_type_gravity_well, fs__force_type_black_hole,
    fs__force_type_mutual_gravity, fs__force_type_overcrowding;

/* Whether particle i passes the filter of kinds. */
static inline bool fs__force_matches_kind(const struct fs_particles *p, const fs_force *f, uint32_t i)
{
    return f->kind == 0 || (p->kind != NULL && p->kind[i] == f->kind);
}

/* v in the symmetric range; a value at either end counts as a saturation. */
static inline fs_wide fs__force_saturate_counted(fs_force_context *c, fs_wide v)
{
    if (v >= FS_WIDE_MAX || v <= -FS_WIDE_MAX)
        fs_force_count_saturation(c);
    return fs_max64(v, -FS_WIDE_MAX);
}

#endif
