/* force_internal.h: what the files of force generators share.
 *
 * A generator's function sees only movable particles that exist; the dispatcher in force.c
 * sees to that. All magnitudes are Q32.32; what saturates is counted in the context.
 */
#ifndef FS_PHYS_FORCE_INTERNAL_H
#define FS_PHYS_FORCE_INTERNAL_H

#include <fixstep/force.h>

#include "phys/particle/particle_internal.h"

/* The types of each file; force.c puts them into the dispatch table by id. */
extern const fs_force_type fs__force_gravity, fs__force_drag, fs__force_airbrake, fs__force_push, fs__force_uplift,
    fs__force_buoyancy, fs__force_lift, fs__force_wind, fs__force_blast;
extern const fs_force_type fs__force_spring, fs__force_anchored_spring, fs__force_one_way_spring, fs__force_bungee,
    fs__force_anchored_bungee, fs__force_elastic_limit, fs__force_stiff_spring, fs__force_homing;
extern const fs_force_type fs__force_attractor, fs__force_gravity_well, fs__force_black_hole,
    fs__force_mutual_gravity, fs__force_overcrowding;

/* Whether a row of FS_FORCE_EVERY means particle i. */
static inline bool fs__force_means(const struct fs_particles *p, const fs_force *f, uint32_t i)
{
    return f->kind == 0 || (p->kind != NULL && p->kind[i] == f->kind);
}

/* The number v, counted when it is the end of the format. */
static inline fs_wide fs__force_counted(fs_force_context *c, fs_wide v)
{
    if (v == FS_WIDE_MAX || v == FS_WIDE_MIN)
        fs_force_saturated(c);
    return v;
}

/* A force of size `size` along d, whose length is `length`; none where that is 0. */
static inline fs_wide3 fs__force_along(fs_wide size, fs_pos3 d, fs_pos length)
{
    if (length == 0)
        return fs_wide3_zero();
    return fs_wide3_make(fs_muldiv64(size, d.x, length), fs_muldiv64(size, d.y, length), fs_muldiv64(size, d.z, length));
}

/* A velocity in Q32.32. */
static inline fs_wide fs__wide_of_vel(fs_vel v)
{
    return (fs_wide)v * ((fs_wide)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
}

#endif
