/* force_internal.h: shared by the files of force generators.
 *
 * Precondition of a generator's function, ensured by force.c: the particles exist, and those that it acts on are movable.
 * All magnitudes are Q32.32; saturations are counted in the context.
 */
#ifndef FS_PARTICLES_FORCE_INTERNAL_H
#define FS_PARTICLES_FORCE_INTERNAL_H

#include <fixstep/force.h>

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

/* A line between two points: its length, and its direction as d / scale, where d is scaled up so that the direction is
 * exact to 2^-60 for any length. */
struct fs__line_of_action {
    fs_pos3 d;
    fs_pos scale;  /* 0: coincident points */
    fs_pos length; /* m */
};

static inline struct fs__line_of_action fs__line_of_action_make(fs_pos3 from, fs_pos3 to)
{
    fs_pos3 d = fs_pos3_sub(to, from);
    int shift = fs_max32(61 - fs_bit_width64(fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z)), 0);
    int64_t unit = (int64_t)1 << shift;
    struct fs__line_of_action line = { { d.x * unit, d.y * unit, d.z * unit }, 0, 0 };
    line.scale = fs_pos3_length(line.d);
    line.length = fs_round_shift64_sym(line.scale, (unsigned)shift);
    return line;
}

/* A force of magnitude `size` along a line; zero for coincident points. */
static inline fs_wide3 fs__force_along(fs_wide size, const struct fs__line_of_action *line)
{
    if (line->scale == 0)
        return fs_wide3_zero();
    return fs_wide3_make(fs_muldiv64(size, line->d.x, line->scale), fs_muldiv64(size, line->d.y, line->scale),
                         fs_muldiv64(size, line->d.z, line->scale));
}

/* A velocity in Q32.32. */
static inline fs_wide fs__wide_of_vel(fs_vel v)
{
    return (fs_wide)v * ((fs_wide)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
}

#endif
